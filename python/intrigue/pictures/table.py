"""How a table is laid out: where each pile lies, and how its cards are spread.

Units are those of cards.py, a card being 100 wide and 140 high. An arrangement is chosen among a few by how large it
can be shown in a window of a given shape, so that the same table suits a desk and a telephone.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from .cards import HEIGHT, WIDTH
from .piles import Kind, Pile

MARGIN, GAP = 22, 14
WIDE, NARROW = (1000.0, 640.0), (390.0, 560.0)  # shapes of windows, in pixels


class Spot(NamedTuple):
    """Where the bottom card of a pile lies, by its upper left corner."""

    x: float
    y: float


class Lie(NamedTuple):
    """How one card of a pile lies from its spot, and by how many degrees it is turned about its middle."""

    x: float
    y: float
    turn: float


class Arrangement(NamedTuple):
    """A whole table: its size, and a spot for each pile."""

    width: float
    height: float
    spots: tuple[Spot, ...]


def spread(kind: Kind, count: int) -> tuple[Lie, ...]:
    """Say how the cards of a pile of `count` lie: the more there are, the closer."""
    if kind == "column":
        step = 0.0 if count < 2 else min(40.0, max(30.0, 520 / (count - 1)))
        return tuple(Lie(0, round(index * step, 1), 0) for index in range(count))
    if kind == "fan":
        return _fan(count)
    rise = -0.12  # piles grow towards the eye
    return tuple(Lie(0, round(index * rise, 2), 0) for index in range(count))


def _fan(count: int) -> tuple[Lie, ...]:
    """Spread cards along a flat arc about a point far below, as a hand would."""
    if count < 2:
        return (Lie(0, 0, 0),) * count
    step, turn = min(31.0, max(17.0, 160 / (count - 1))), min(4.0, 18 / (count - 1))
    radius = step / math.radians(turn)
    lies = []
    for index in range(count):
        angle = (index - (count - 1) / 2) * turn
        drop = radius * (1 - math.cos(math.radians(angle)))
        lies.append(Lie(round(index * step, 1), round(drop, 1), round(angle, 2)))
    return tuple(lies)


def arrange(piles: Sequence[Pile], most: Sequence[int], window: tuple[float, float]) -> Arrangement:
    """Lay out piles that at most hold `most` cards each, as large as a window of this shape allows."""
    if piles[0].kind == "column":
        choices = [_columns(piles, most, aside) for aside in (True, False)]
    else:
        count = sum(pile.kind == "fan" for pile in piles)
        choices = [_fans(piles, most, per_row) for per_row in range(1, count + 1)]
    return max(choices, key=lambda choice: min(window[0] / choice.width, window[1] / choice.height))


def _columns(piles: Sequence[Pile], most: Sequence[int], stock_aside: bool) -> Arrangement:
    """Lay rows of foundations above columns, with the stock to their left or in a row of its own on top."""
    pitch, label = WIDTH + GAP, 30  # the label above columns
    left: float = MARGIN + (pitch + 2 * GAP if stock_aside else 0)
    top: float = MARGIN + (0 if stock_aside else HEIGHT + 44)
    rows = 1 + max(pile.row for pile in piles)
    in_row = sum(pile.kind == "foundation" for pile in piles) // rows
    columns_top = top + rows * (HEIGHT + GAP) + label
    spots, bottom, foundation = [], columns_top + HEIGHT, 0
    for pile, count in zip(piles, most, strict=True):
        if pile.kind == "column":
            spots.append(Spot(left + (pile.number - 1) * pitch, columns_top))
            bottom = max(bottom, columns_top + HEIGHT + max((lie.y for lie in spread("column", count)), default=0))
        elif pile.kind == "foundation":
            spots.append(Spot(left + foundation % in_row * pitch, top + pile.row * (HEIGHT + GAP)))
            foundation += 1
        else:
            spots.append(Spot(MARGIN, MARGIN))
    return Arrangement(left + in_row * pitch - GAP + MARGIN, bottom + MARGIN, tuple(spots))


def _fans(piles: Sequence[Pile], most: Sequence[int], per_row: int) -> Arrangement:
    """Lay the stock and a row of foundations above rows of fans; each column of fans is as wide as it will need."""
    fans = [spread("fan", max(3, count)) for pile, count in zip(piles, most, strict=True) if pile.kind == "fan"]
    reach = [max(lies[-1].x for lies in fans[place::per_row]) for place in range(min(per_row, len(fans)))]
    head = [pile for pile in piles if pile.kind != "fan"]
    stock = 1.4 if any(pile.kind == "stock" for pile in head) else 0.0  # in places of the row of foundations
    rows = 1 + max(pile.row for pile in head)
    places = stock + sum(pile.kind == "foundation" for pile in head) + (rows - 1) * 0.4
    head_width = places * (WIDTH + GAP) - GAP + 2 * MARGIN
    fans_width = sum(reach) + len(reach) * (WIDTH + 2 * GAP) - GAP + 2 * MARGIN
    width = max(head_width, fans_width)
    between = 2 * GAP + (width - fans_width) / len(reach)
    starts = [
        MARGIN + between / 2 - GAP / 2 + sum(reach[:place]) + place * (WIDTH + between) for place in range(len(reach))
    ]
    begin = (width - head_width) / 2 + MARGIN
    spots, foundation = [], 0
    fans_top = MARGIN + HEIGHT + 40
    for pile in piles:
        if pile.kind == "fan":
            row, place = divmod(pile.number - 1, per_row)
            spots.append(Spot(round(starts[place], 1), fans_top + row * (HEIGHT + 36)))
        elif pile.kind == "foundation":
            before = foundation + pile.row * 0.4 + stock
            spots.append(Spot(round(begin + before * (WIDTH + GAP), 1), MARGIN))
            foundation += 1
        else:
            spots.append(Spot(round(begin, 1), MARGIN))
    bottom = fans_top + math.ceil(len(fans) / per_row) * (HEIGHT + 36)
    return Arrangement(round(width, 1), bottom + MARGIN / 2, tuple(spots))
