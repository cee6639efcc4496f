"""Layouts as text, one item a line: reading the lines and writing them. What they mean for a game is elsewhere.

1: QS 3H 4D            a pile, bottom to top; "-" when it is empty
stock: 5H AS           next card first
foundations: 2 5 7     the top ranks, or top cards; House on the Hill has "up:" and "down:" instead
redeals: 1 left        likewise "draws:"
shuffles: …            where the order of the redeals left comes from; own orders instead are "order 2: KS QD …"
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from intrigue.errors import NotationError, fault_list

from .cards import RANK_NUMBER, read_card

Words = tuple[str, ...]


@dataclass
class Layout:
    """The items of one layout; None stands for a line that is not there.

    `foundations` holds what stands after "foundations:", "up:" and "down:", ranks as single letters.
    """

    piles: tuple[Words, ...] = ()
    stock: Words | None = None
    foundations: dict[str, Words] = field(default_factory=dict)
    redeals_left: int | None = None
    draws_left: int | None = None
    shuffles: str | None = None
    orders: dict[int, Words] = field(default_factory=dict)


def write_layout(layout: Layout) -> str:
    """Write a layout in its one canonical form."""
    lines = [_line(str(number), pile) for number, pile in enumerate(layout.piles, 1)]
    if layout.stock is not None:
        lines.append(_line("stock", layout.stock))
    lines += [_line(label, words) for label, words in layout.foundations.items()]
    if layout.redeals_left is not None:
        lines.append(f"redeals: {layout.redeals_left} left")
    if layout.draws_left is not None:
        lines.append(f"draws: {layout.draws_left} left")
    if layout.shuffles is not None:
        lines.append(f"shuffles: {layout.shuffles}")
    lines += [_line(f"order {number}", order) for number, order in sorted(layout.orders.items())]
    return "\n".join(lines)


def _line(label: str, words: Sequence[str]) -> str:
    return f"{label}: {' '.join(words) or '-'}"


def read_layout(text: str) -> Layout:
    """Read the lines of a layout, in any order; blank lines and what follows a # are skipped.

    NotationError names every word and line that cannot be read, by line and column from 1.
    """
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), 1):
        reader.read_line(number, line.partition("#")[0])
    return reader.layout()


class _Reader:
    """Gather the items of a layout line by line, and every fault met on the way."""

    def __init__(self) -> None:
        self._layout = Layout()
        self._piles: dict[int, Words] = {}
        self._seen: set[str] = set()
        self._faults: list[str] = []

    def read_line(self, number: int, line: str) -> None:
        if not line.strip():
            return
        found = re.fullmatch(r"(\s*)([^:]*?)\s*:(.*)", line)
        if found is None:
            self._fault(
                number, 1, f"{line.strip()!r} is no line of a layout: expected a name and a colon, such as '1: QS 3H'"
            )
            return
        label, column = " ".join(found[2].lower().split()), found.start(3)
        if label in self._seen:
            self._fault(number, found.start(2) + 1, f"'{label}:' is given twice")
            return
        self._seen.add(label)
        layout = self._layout
        if re.fullmatch("[1-9][0-9]{0,3}", label):
            self._piles[int(label)] = self._cards(number, column, found[3])
        elif label == "stock":
            layout.stock = self._cards(number, column, found[3])
        elif label in ("foundations", "up", "down"):
            layout.foundations[label] = self._cards(number, column, found[3], or_ranks=True)
        elif label == "redeals":
            layout.redeals_left = self._left(number, column, found[3])
        elif label == "draws":
            layout.draws_left = self._left(number, column, found[3])
        elif label == "shuffles":
            layout.shuffles = " ".join(found[3].split())
        elif order := re.fullmatch("order ([1-9])", label):
            layout.orders[int(order[1])] = self._cards(number, column, found[3])
        else:
            self._fault(
                number,
                found.start(2) + 1,
                f"{found[2]!r} names no line of a layout: expected a pile number, stock, foundations, up, down, "
                "redeals, draws, shuffles or order 1",
            )

    def layout(self) -> Layout:
        if self._faults:
            raise NotationError(fault_list("the layout cannot be read", self._faults))
        count = len(self._piles)
        if gaps := [number for number in range(1, count + 1) if number not in self._piles]:
            raise NotationError(
                f"the layout cannot be read: its {count} piles are not numbered 1 … {count}: no {gaps[0]}"
            )
        self._layout.piles = tuple(self._piles[number] for number in range(1, count + 1))
        return self._layout

    def _fault(self, line: int, column: int, fault: str) -> None:
        self._faults.append(f"line {line}, column {column}: {fault}")

    def _cards(self, line: int, start: int, text: str, *, or_ranks: bool = False) -> Words:
        if text.strip() == "-":
            return ()
        cards = []
        for found in re.finditer(r"\S+", text):
            rank = found[0].upper().replace("10", "T")
            if or_ranks and rank in RANK_NUMBER:
                cards.append(rank)
                continue
            try:
                cards.append(read_card(found[0]))
            except NotationError as error:
                self._fault(line, start + found.start() + 1, str(error))
        return tuple(cards)

    def _left(self, line: int, start: int, text: str) -> int:
        found = re.fullmatch(r"\s*([0-9])\s+left\s*", text)
        if found is None:
            self._fault(line, start + 1, f"{text.strip()!r} is no number left: expected such as '1 left'")
            return 0
        return int(found[1])
