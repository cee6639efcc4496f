"""Playing cards as SVG: pips, indices and faces, each a named group of a drawing that others refer to.

A card is 100 wide and 140 high. Every mark is a path, ranks too, so that cards look alike wherever they are shown,
whatever fonts there are. The lower half of a face is its upper half turned round, as on real cards.
"""

from collections.abc import Iterable

from .courts import court

WIDTH, HEIGHT = 100, 140
PREFIX = "ig-"  # of all ids, so that they do not meet those of a page around the drawing

RED, BLACK, PAPER, EDGE = "#c3142d", "#1c1e24", "#fffdf7", "#a9a294"
INK = {"C": BLACK, "S": BLACK, "H": RED, "D": RED}

# Suits about the point 0 0, twenty units high.
_SUITS = {
    "C": "M-.9 4.4A4.9 4.9 0 1 1-4.2-3 4.9 4.9 0 1 1 4.2-3 4.9 4.9 0 1 1 .9 4.4C1.1 7 2.2 9 4.4 10H-4.4"
    "C-2.2 9-1.1 7-.9 4.4Z",
    "S": "M0-10.5C3-6 9.6-2 9.6 3.4 9.6 6.6 7.4 8 5.1 8 3.2 8 1.7 7 .8 5.5 1 7.8 2.2 9.4 4.4 10.3H-4.4"
    "C-2.2 9.4-1 7.8-.8 5.5-1.7 7-3.2 8-5.1 8-7.4 8-9.6 6.6-9.6 3.4-9.6-2-3-6 0-10.5Z",
    "H": "M0 10.2C-2.8 5.6-9.8 1.4-9.8-4-9.8-7.4-7.6-9.2-5-9.2-2.7-9.2-.9-7.8 0-5.6.9-7.8 2.7-9.2 5-9.2"
    " 7.6-9.2 9.8-7.4 9.8-4 9.8 1.4 2.8 5.6 0 10.2Z",
    "D": "M0-11C2-7 5-2.6 8.2 0 5 2.6 2 7 0 11-2 7-5 2.6-8.2 0-5-2.6-2-7 0-11Z",
}

# Ranks as strokes in a box sixteen wide and twenty-two high.
_RANKS = {
    "A": "M.8 21 8 1l7.2 20M3.4 14.4h9.2",
    "2": "M1.6 6.4C1.8 3 4.4 1 8 1c3.8 0 6.4 2.3 6.4 5.6C14.4 11.4 8 14.4 1.6 21h13.2",
    "3": "M2 1h12L7.4 9c4.6-.4 7.4 2.2 7.4 5.8C14.8 18.6 12 21 8 21c-3.4 0-6-1.6-6.9-4.4",
    "4": "M11.6 21V1L.9 15.2h14.4",
    "5": "M13.6 1H3.4l-.8 9C4 8.8 5.8 8.2 8 8.2c4 0 6.8 2.5 6.8 6.3S12 21 8 21c-3.3 0-5.8-1.5-6.9-4",
    "6": "M12.8 1.6C6 .2 1.4 5.4 1.4 13.4 1.4 18.2 4.2 21 8 21"
    "c3.9 0 6.7-2.7 6.7-6.4S12 8.4 8.2 8.4c-3.6 0-6.2 2.2-6.8 5.4",
    "7": "M1.2 1h13.6C9.6 7.4 6.8 13.4 6 21",
    "8": "M8 10C4.8 10 2.6 8.2 2.6 5.5S4.8 1 8 1s5.4 1.8 5.4 4.5S11.2 10 8 10ZC3.9 10 1.2 12.2 1.2 15.5S3.9 21 8 21"
    "s6.8-2.2 6.8-5.5S12.1 10 8 10",
    "9": "M3.2 20.4C10 21.8 14.6 16.6 14.6 8.6 14.6 3.8 11.8 1 8 1"
    " 4.1 1 1.3 3.7 1.3 7.4S4 13.6 7.8 13.6c3.6 0 6.2-2.2 6.8-5.4",
    "T": "M.6 4 3.4 1v20M11.8 1C9 1 7.6 3.4 7.6 6.6v8.8C7.6 18.6 9 21 11.8 21"
    "S16 18.6 16 15.4V6.6C16 3.4 14.6 1 11.8 1Z",
    "J": "M12.8 1v14C12.8 19 10.6 21 7.4 21 4 21 1.9 19 1.5 15.8",
    "Q": "M8 1C3.9 1 1.2 4.8 1.2 11S3.9 21 8 21s6.8-3.8 6.8-10S12.1 1 8 1ZM9.4 15.4l5.8 6.6",
    "K": "M2 1v20M14.4 1 2.2 13.4M6.4 9.4 15 21",
}

# Pips of the upper half as x y, and those of the middle line, which turning the half does not give.
_PIPS = {
    "2": (((50, 29),), ()),
    "3": (((50, 29),), (50,)),
    "4": (((35, 29), (65, 29)), ()),
    "5": (((35, 29), (65, 29)), (50,)),
    "6": (((35, 29), (65, 29)), (35, 65)),
    "7": (((35, 29), (65, 29)), (35, 65)),
    "8": (((35, 29), (65, 29), (50, 49.5)), (35, 65)),
    "9": (((35, 29), (65, 29), (35, 56.5), (65, 56.5)), (50,)),
    "T": (((35, 29), (65, 29), (35, 56.5), (65, 56.5), (50, 42.7)), ()),
}


def definitions(cards: Iterable[str]) -> str:
    """Draw what `<use href="#ig-QS"/>` refers to, for each of the cards, and "#ig-back" for a card face down.

    Suits alone are "#ig-suit-S", about the point 0 0, and ranks alone "#ig-rank-Q", 16 wide and 22 high, both in the
    current colour.
    """
    wanted = sorted(set(cards))
    parts = [
        f'<rect id="{PREFIX}paper" x=".5" y=".5" width="99" height="139" rx="8" fill="{PAPER}" stroke="{EDGE}"/>',
        _back(),
    ]
    for suit in dict.fromkeys(card[1] for card in wanted):
        parts.append(f'<path id="{PREFIX}suit-{suit}" d="{_SUITS[suit]}" fill="currentColor"/>')
    for rank in dict.fromkeys(card[0] for card in wanted):
        parts.append(
            f'<path id="{PREFIX}rank-{rank}" d="{_RANKS[rank]}" fill="none" stroke="currentColor" stroke-width="3.3" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )
    parts += [_face(card) for card in wanted]
    return "<defs>" + "".join(parts) + "</defs>"


def use(name: str, transform: str = "", attributes: str = "") -> str:
    """Refer to a drawing of `definitions` by its name without the prefix."""
    place = f' transform="{transform}"' if transform else ""
    return f'<use href="#{PREFIX}{name}"{place}{attributes}/>'


def _face(card: str) -> str:
    rank, suit = card[0], card[1]
    index = use(f"rank-{rank}", "translate(5.5 6.5)scale(1.02 1.08)") + _pip(suit, 13.6, 42, 0.76)
    upper, middle = "", ""
    if rank == "A":
        middle = _pip(suit, 50, 70, 2.3)
    elif rank in _PIPS:
        pips, line = _PIPS[rank]
        upper = "".join(_pip(suit, x, y, 0.9) for x, y in pips)
        middle = "".join(_pip(suit, x, 70, 0.9) for x in line)
        middle += _pip(suit, 50, 49.5, 0.9) if rank == "7" else ""
    else:
        upper = court(rank, suit) + _pip(suit, 32.4, 22.6, 0.62)
        middle = '<rect x="25" y="14" width="50" height="112" rx="2" fill="none" stroke="#2a2c33" stroke-width=".9"/>'
    half = f'<g id="{PREFIX}{card}-half">{index}{upper}</g>'
    turned = use(f"{card}-half", "rotate(180 50 70)")
    return f'<g id="{PREFIX}{card}" color="{INK[suit]}">{use("paper")}{half}{turned}{middle}</g>'


def _pip(suit: str, x: float, y: float, scale: float) -> str:
    return use(f"suit-{suit}", f"translate({x} {y})scale({scale})")


def _back() -> str:
    """Draw the back: a lattice of lozenges in a frame."""
    lozenges = "".join(
        f"M{x} {y}l5 6.2-5 6.2-5-6.2z" for row, y in enumerate(range(13, 120, 8)) for x in _row_of_lozenges(row)
    )
    return (
        f'<g id="{PREFIX}back">{use("paper")}<rect x="6" y="6" width="88" height="128" rx="5" fill="#24427c"/>'
        f'<path d="{lozenges}" fill="none" stroke="#dfe6f5" stroke-width=".9" opacity=".7"/>'
        '<rect x="9" y="9" width="82" height="122" rx="3" fill="none" stroke="#dfe6f5" stroke-width="1.2"/></g>'
    )


def _row_of_lozenges(row: int) -> range:
    return range(20, 90, 12) if row % 2 == 0 else range(26, 84, 12)
