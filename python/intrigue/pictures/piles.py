"""What lies where: the piles of a table in a fixed order, and each physical card followed from one step to the next.

A position says which cards lie in which pile. To move a card over a picture of the table one must know *which* of two
equal cards it is, and on which of several foundations it lies. Both are settled here, in the same way for every game.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from intrigue.reference import Position
from intrigue.reference.cards import sort_key
from intrigue.reference.rules import FanRules, SalicRules, read_rules

Kind = Literal["column", "fan", "foundation", "stock"]
Ids = tuple[int, ...]


class Pile(NamedTuple):
    """A place for cards.

    `begins` is the card or rank that a foundation begins with, or "". `row` tells rows of foundations apart.
    """

    kind: Kind
    number: int
    begins: str = ""
    row: int = 0

    @property
    def label(self) -> str:
        """Name the pile as a sentence would."""
        return "the stock" if self.kind == "stock" else f"{self.kind} {self.number}"


class Table(NamedTuple):
    """Which physical cards lie on each pile, bottom to top; those of the stock with the next card on top."""

    piles: tuple[Pile, ...]
    cards: tuple[str, ...]  # the text of each physical card, by its id
    held: tuple[Ids, ...]  # for each pile

    def texts(self, pile: int) -> tuple[str, ...]:
        """Give the cards of one pile as texts."""
        return tuple(self.cards[card] for card in self.held[pile])


def piles_of(position: Position) -> tuple[Pile, ...]:
    """List the piles of a game: columns or fans, then foundations row by row, then the stock if there is one."""
    rules = read_rules(position.rules)
    if isinstance(rules, SalicRules):
        count = rules.piles_in_row
        columns = [Pile("column", number) for number in range(1, count + 1)]
        return (*columns, *_salic_foundations(rules), Pile("stock", 1))
    fans = [Pile("fan", number) for number in range(1, rules.fans + 1)]
    stock = [Pile("stock", 1)] if rules.has_stock else []
    return (*fans, *_fan_foundations(rules), *stock)


def _salic_foundations(rules: SalicRules) -> list[Pile]:
    piles: list[Pile] = []
    for place, row in enumerate(rules.rows):
        for number in range(rules.piles_in_row):
            begins = row[0] + (rules.suits[number // rules.copies] if rules.in_suit else "")
            piles.append(Pile("foundation", len(piles) + 1, begins, place))
    return piles


def _fan_foundations(rules: FanRules) -> list[Pile]:
    """List the foundations suit by suit, those of House on the Hill first all A … K, then all K … A."""
    if rules.up_and_down:
        begins = [rank + suit for rank in (rules.ranks[0], rules.ranks[-1]) for suit in rules.suits]
        return [Pile("foundation", i + 1, card, i // len(rules.suits)) for i, card in enumerate(begins)]
    begins = [rules.ranks[0] + suit for suit in rules.suits for _ in range(rules.copies)]
    return [Pile("foundation", i + 1, card) for i, card in enumerate(begins)]


def lay(position: Position) -> Table:
    """Lay out a position, numbering its cards."""
    piles = piles_of(position)
    out = _cards_out(position)
    contents = [*map(list, _open_piles(position, piles))]
    for pile, height in zip(piles[len(contents) :], foundation_heights(position), strict=False):
        contents.append(_take_out(position, pile, height, out))
    if piles[-1].kind == "stock":
        contents.append(list(reversed(position.stock)))
    cards: list[str] = []
    held = []
    for texts in contents:
        held.append(tuple(range(len(cards), len(cards) + len(texts))))
        cards += texts
    return Table(piles, tuple(cards), tuple(held))


def follow(table: Table, position: Position) -> Table:
    """Lay out the position after its last move, every card that stays keeping its place and every card its id."""
    source, place = source_of(table, position.moves[-1])
    open_piles = _open_piles(position, table.piles)
    heights = foundation_heights(position)
    stock = [tuple(reversed(position.stock))] if table.piles[-1].kind == "stock" else []
    wanted = [*open_piles, *([None] * len(heights)), *stock]
    kept: list[list[int]] = []
    loose: list[tuple[int, int]] = []  # cards on the move, each with the pile that it leaves
    for index, (held, texts) in enumerate(zip(table.held, wanted, strict=True)):
        height = heights[index - len(open_piles)] if texts is None else 0
        keep = min(len(held), height) if texts is None else common_length(table.texts(index), texts)
        if index == source:  # an equal card may have taken the place of the one that left
            keep = min(keep, place)
        kept.append(list(held[:keep]))
        loose += ((card, index) for card in held[keep:])
    for index, texts in enumerate(wanted):
        for text in texts[len(kept[index]) :] if texts is not None else ():
            kept[index].append(_pick(loose, table.cards, text, index))
    for index, height in enumerate(heights, len(open_piles)):
        while len(kept[index]) < height:
            text = _next_out(position, table.piles[index], len(kept[index]))
            kept[index].append(_pick(loose, table.cards, text, index))
    assert not loose, "cards vanished between two positions"
    return Table(table.piles, table.cards, tuple(map(tuple, kept)))


def source_of(table: Table, move: str) -> tuple[int, int]:
    """Find the pile that a move takes its card from, and the place of the card in it; -1 -1 for a redeal."""
    if move == "redeal":
        return -1, -1
    if move == "deal":
        return len(table.piles) - 1, len(table.held[-1]) - 1
    if found := re.fullmatch(r"(?:draw )?(\d+)(?:/(\d+))?-.*", move):
        pile = int(found[1]) - 1
        return pile, len(table.held[pile]) - 1 - int(found[2] or 0)
    row, card = int(move[0] == "d"), move[1:3]
    for index in reversed(range(len(table.piles))):
        pile_at, texts = table.piles[index], table.texts(index)
        if pile_at.kind == "foundation" and pile_at.row == row and texts[-1:] == (card,):
            return index, len(texts) - 1
    raise ValueError(f"no foundation shows {card}")


def foundation_heights(position: Position) -> list[int]:
    """Give how many cards lie on each foundation, in the order of the piles: of equal ones, the highest come first."""
    rules = read_rules(position.rules)
    found: Any = position.foundations
    if isinstance(rules, FanRules):
        heights: list[tuple[int, ...]] = [found[suit] for suit in rules.suits]
        if rules.up_and_down:
            return [up for up, _ in heights] + [down for _, down in heights]
        return [height for of_suit in heights for height in of_suit]
    listed = []
    for row in rules.rows:
        for suit in rules.suits if rules.in_suit else ("",):
            counts = [found[rank + suit] for rank in row]
            piles = rules.copies if rules.in_suit else rules.piles_in_row
            listed += [sum(count > pile for count in counts) for pile in range(piles)]
    return listed


def _open_piles(position: Position, piles: tuple[Pile, ...]) -> list[tuple[str, ...]]:
    """Give the columns or fans, empty ones for columns still to come."""
    count = sum(pile.kind in ("column", "fan") for pile in piles)
    return [*position.piles, *([()] * (count - len(position.piles)))]


def _cards_out(position: Position) -> list[str]:
    rules = read_rules(position.rules)
    table = Counter([*position.stock, *(card for pile in position.piles for card in pile)])
    return sorted((Counter(rules.pack) - table).elements(), key=sort_key)


def _take_out(position: Position, pile: Pile, height: int, out: list[str]) -> list[str]:
    """Take the cards of one foundation from those out; any suit will do where the game asks for none."""
    taken = []
    for place in range(height):
        text = _next_out(position, pile, place)
        card = next(card for card in out if card.startswith(text))
        out.remove(card)
        taken.append(card)
    return taken


def _next_out(position: Position, pile: Pile, height: int) -> str:
    """Give the card, or the rank where suits do not matter, that lies on `height` cards of a foundation."""
    rules = read_rules(position.rules)
    if isinstance(rules, SalicRules):
        return rules.rows[pile.row][height] + pile.begins[1:]
    down = rules.up_and_down and pile.row == 1
    return (rules.ranks[-1 - height] if down else rules.ranks[height]) + pile.begins[1:]


def _pick(loose: list[tuple[int, int]], cards: tuple[str, ...], text: str, onto: int) -> int:
    """Take a card for a pile, of two equal ones one that leaves another pile: a gap is not refilled by what left it."""
    fitting = [choice for choice in loose if cards[choice[0]].startswith(text)]
    chosen = next((choice for choice in fitting if choice[1] != onto), fitting[0])
    loose.remove(chosen)
    return chosen[0]


def common_length(before: Sequence[object], after: Sequence[object]) -> int:
    """Count the cards that two piles have in common from the bottom up."""
    count = 0
    while count < min(len(before), len(after)) and before[count] == after[count]:
        count += 1
    return count
