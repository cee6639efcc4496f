"""A position for the eyes of a person: piles side by side, as they lie on a table.

>>> import intrigue
>>> from intrigue.board import board
>>> rules = intrigue.rules("intrigue")
>>> print(board(intrigue.Position(intrigue.deal(rules, seed=42))))
  foundations   5 4 3 2 A K   6 7 8 9 T J   0 of 96 cards out
                - - - - - -   - - - - - -
  stock         103 cards: 6C 9C 5H AS TS 8D 4H 5C 8H 3H JC 8C QC AH QC 5S ...
<BLANKLINE>
   1
  QS
  --
"""

import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Protocol, TextIO

SYMBOLS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
RANKS = "A23456789TJQK"
RED, BOLD, DIM, PLAIN = "\x1b[31m", "\x1b[1m", "\x1b[2m", "\x1b[0m"
ESCAPES = re.compile("\x1b\\[[0-9]*m")
LABEL_WIDTH = 16
BETWEEN_COLUMNS = 3
BETWEEN_FANS = 4


class AnyPosition(Protocol):
    """A position of either engine, under rules of the core."""

    @property
    def rules(self) -> Any: ...

    @property
    def piles(self) -> tuple[tuple[str, ...], ...]: ...

    @property
    def stock(self) -> tuple[str, ...]: ...

    @property
    def foundations(self) -> Any: ...


@dataclass(frozen=True)
class Style:
    """How to write for people: the width to fill, in letters, and whether colours and suit symbols can be shown."""

    width: int = 80
    colour: bool = False
    symbols: bool = False

    @classmethod
    def of(cls, stream: TextIO) -> "Style":
        """Give the style that fits a stream: colours on a terminal only, and none where NO_COLOR is set."""
        terminal = stream.isatty()
        colour = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        try:
            "".join(SYMBOLS.values()).encode(stream.encoding or "ascii")
            symbols = True
        except UnicodeEncodeError:
            symbols = False
        width = shutil.get_terminal_size().columns if terminal else 80
        return cls(max(width, 40), colour, symbols)

    def card(self, card: str, *, bold: bool = False) -> str:
        """Write a card, or a suit alone; red suits in red."""
        suit = card[-1]
        text = card[:-1] + SYMBOLS.get(suit, suit) if self.symbols else card
        return self.paint(text, (RED if suit in "HD" else "") + (BOLD if bold else ""))

    def paint(self, text: str, codes: str) -> str:
        """Put a text into colours if there are any."""
        return f"{codes}{text}{PLAIN}" if self.colour and codes else text

    def dim(self, text: str) -> str:
        """Write what only labels other things."""
        return self.paint(text, DIM)

    def strong(self, text: str) -> str:
        """Write what matters most."""
        return self.paint(text, BOLD)

    @property
    def nothing(self) -> str:
        """Give the sign for a count of none or an empty place."""
        return "·" if self.symbols else "-"

    @property
    def more(self) -> str:
        """Give the sign for what is left out."""
        return "…" if self.symbols else "..."


PLAIN_STYLE = Style()


def board(position: AnyPosition, style: Style = PLAIN_STYLE) -> str:
    """Draw a position: foundations and what is out of them, stock, then the piles with their numbers.

    The Salic family's columns grow downward, one card a line; fans lie in rows, their top cards at the right end.
    """
    rules = position.rules.traits
    if rules["family"] == "salic":
        heading, piles = _rank_foundations(position, style), _columns(position.piles, style)
    else:
        heading, piles = _suit_foundations(position, style), _fans(position.piles, style)
    if rules["stock"]:
        heading = [*heading, ("stock", _stock(position.stock, style))]
    left = [line for line in str(position).splitlines() if re.match("(redeals|draws): ", line)]
    heading += [(name, rest.strip()) for name, _, rest in (line.partition(":") for line in left)]
    lines = [f"  {style.dim(label.ljust(LABEL_WIDTH - 2))}{text}".rstrip() for label, text in heading]
    return "\n".join([*lines, "", *piles])


def visible(text: str) -> int:
    """Count the letters that a text shows, colours aside."""
    return len(ESCAPES.sub("", text))


def padded(text: str, width: int) -> str:
    """Fill a text with spaces up to a width as it shows."""
    return text + " " * (width - visible(text))


def _rank_foundations(position: AnyPosition, style: Style) -> list[tuple[str, str]]:
    """Say how many cards of each rank are out, row by row; suit by suit where foundations are built in suit."""
    rules, out = position.rules.traits, position.foundations
    rows = rules["rows"]
    suits = [""] if rules["foundations"] == "any_suit" else list("CSHD"[: rules["suits"]])
    counts = [[[out[rank + suit] for rank in row] for row in rows] for suit in suits]
    total = sum(sum(row) for suit in counts for row in suit)
    goal = len("".join(rows)) * rules["suits"] * rules["copies"]
    ranks = "   ".join(" ".join(row) for row in rows)
    lines = _with_count("foundations", style.strong(ranks), f"{total} of {goal} cards out", style)
    for suit, of_rows in zip(suits, counts, strict=True):
        text = "   ".join(" ".join(str(count or style.nothing) for count in row) for row in of_rows)
        lines.append((" " * 11 + SYMBOLS[suit] if suit and style.symbols else " " * 11 + suit, text))
    return lines


def _suit_foundations(position: AnyPosition, style: Style) -> list[tuple[str, str]]:
    """Say which rank each foundation shows, suit by suit."""
    rules, heights = position.rules.traits, position.foundations
    total, goal = sum(sum(piles) for piles in heights.values()), rules["ranks"] * rules["suits"] * rules["copies"]

    def line(tops: Mapping[str, Sequence[str]]) -> str:
        return "   ".join(
            " ".join([style.card(suit), *(style.strong(top) if top else style.dim(style.nothing) for top in of_suit)])
            for suit, of_suit in tops.items()
        )

    def top(height: int) -> str:
        return RANKS[height - 1] if height else ""

    count = f"{total} of {goal} cards out"
    if rules["foundations"] == "in_suit":
        return _with_count(
            "foundations", line({suit: [*map(top, piles)] for suit, piles in heights.items()}), count, style
        )
    downs = {suit: [RANKS[rules["ranks"] - down] if down else ""] for suit, (_, down) in heights.items()}
    ups = _with_count("up", line({suit: [top(up)] for suit, (up, _) in heights.items()}), count, style)
    return [*ups, ("down", line(downs))]


def _with_count(label: str, text: str, count: str, style: Style) -> list[tuple[str, str]]:
    """Put a count at the end of a line that has room for it, else before it."""
    if LABEL_WIDTH + visible(text) + 3 + len(count) <= style.width:
        return [(label, f"{text}   {style.dim(count)}")]
    return [(label, style.dim(count)), ("", text)]


def card_lines(label: str, cards: Sequence[str], style: Style) -> Iterator[str]:
    """Write many cards in lines, a label at their left."""
    across = (style.width - LABEL_WIDTH + 1) // 3
    for start in range(0, len(cards), across):
        shown = " ".join(style.card(card) for card in cards[start : start + across])
        yield "  " + style.dim((label if start == 0 else "").ljust(LABEL_WIDTH - 2)) + shown


def _stock(stock: Sequence[str], style: Style) -> str:
    """Count the stock and show its next cards, as many as a line holds."""
    if not stock:
        return "empty"
    count = f"{len(stock)} card{'s' * (len(stock) > 1)}: "
    room = (style.width - LABEL_WIDTH - len(count) - 3) // 3
    shown = " ".join(style.card(card) for card in stock[:room])
    return style.dim(count) + shown + (f" {style.more}" if len(stock) > room else "")


def _columns(piles: Sequence[Sequence[str]], style: Style) -> Iterator[str]:
    """Draw columns downward: number, base, a line, and the cards on it."""
    gap = " " * BETWEEN_COLUMNS
    yield gap[1:] + gap.join(style.dim(f"{number:>2}") for number in range(1, len(piles) + 1))
    yield gap[1:] + gap.join(style.card(pile[0]) for pile in piles)
    yield gap[1:] + gap.join(style.dim("──" if style.symbols else "--") for _ in piles)
    for depth, cards in enumerate(zip_longest(*(pile[1:] for pile in piles)), 2):
        paired = zip(cards, map(len, piles), strict=True)
        row = [style.card(card, bold=height == depth) if card else "  " for card, height in paired]
        yield (gap[1:] + gap.join(row)).rstrip()


def _fans(piles: Sequence[Sequence[str]], style: Style) -> Iterator[str]:
    """Draw fans in rows, as many side by side as the width holds; a long fan takes the places of several."""
    number_width = len(str(len(piles)))
    place_width = number_width + 2 + len("QS 3H 4D") + BETWEEN_FANS
    most = (style.width - number_width - 3) // 3  # cards in one line; a longer fan goes on in the next
    row = ""
    for number, pile in enumerate(piles, 1):
        cards = [style.card(card, bold=place == len(pile)) for place, card in enumerate(pile, 1)]
        for start in range(0, len(pile), most) or (0,):
            label = style.dim(f"{number if start == 0 else '':>{number_width}}")
            fan = f"{label}  {' '.join(cards[start : start + most]) or style.dim(style.nothing)}"
            if row and visible(row) + visible(fan) > style.width - 2:
                yield "  " + row.rstrip()
                row = ""
            row += padded(fan, -(-(visible(fan) + BETWEEN_FANS - 1) // place_width) * place_width)
    yield "  " + row.rstrip()
