"""Still pictures: a position as one SVG."""

from html import escape

from intrigue.reference.position import OtherPosition, Position, as_position

from .cards import HEIGHT, WIDTH, definitions, use
from .piles import Pile, Table, lay
from .table import WIDE, Arrangement, Spot, arrange, spread

FELT, LINE, CHALK = "#23603f", "#ffffff", "#e6f0e8"
SCALE = 0.6  # pixels to a unit


def svg(position: Position | OtherPosition) -> str:
    """Draw a position of either engine as it lies on the table, as one self-contained SVG.

    The stock lies face down; the number under or above each pile is the one that moves name.
    """
    return draw(lay(as_position(position)))


def draw(table: Table, *, defined_elsewhere: bool = False) -> str:
    """Draw a table; its cards may be defined elsewhere in a page."""
    arrangement = arrange(table.piles, [len(held) for held in table.held], WIDE)
    parts = []
    for index, (pile, spot) in enumerate(zip(table.piles, arrangement.spots, strict=True)):
        texts = table.texts(index)
        if pile.kind != "fan" or not texts:  # turned cards would leave the edges of an outline in sight
            parts.append(_outline(pile, spot))
        parts.append(_label(pile, spot, len(texts)))
        lies = spread(pile.kind, len(texts))
        if pile.kind in ("stock", "foundation"):  # only the top card shows
            texts, lies = texts[-1:], lies[-1:]
        for text, lie in zip(texts, lies, strict=True):
            turn = f"rotate({lie.turn:g} {WIDTH / 2:g} {HEIGHT / 2:g})" if lie.turn else ""
            name = "back" if pile.kind == "stock" else text
            parts.append(use(name, f"translate({spot.x + lie.x:g} {spot.y + lie.y:g}){turn}"))
    defined = "" if defined_elsewhere else definitions(_needed(table))
    return _sheet(arrangement, defined + "".join(parts))


def _needed(table: Table) -> list[str]:
    """List the cards that a drawing shows face up, and one for the rank and suit of each outline."""
    shown = [
        card
        for index, pile in enumerate(table.piles)
        if pile.kind != "stock"
        for card in (table.texts(index)[-1:] if pile.kind == "foundation" else table.texts(index))
    ]
    return shown + [pile.begins if len(pile.begins) == 2 else pile.begins + "C" for pile in table.piles if pile.begins]


def _sheet(arrangement: Arrangement, content: str) -> str:
    width, height = arrangement.width, arrangement.height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width * SCALE:.0f}" '
        f'height="{height * SCALE:.0f}" role="img" aria-label="The cards on the table">'
        f'<rect width="{width:g}" height="{height:g}" rx="14" fill="{FELT}"/>{content}</svg>'
    )


def _outline(pile: Pile, spot: Spot) -> str:
    """Draw where a pile lies when it is empty, with what a foundation begins with."""
    box = (
        f'<rect x="{spot.x:g}" y="{spot.y:g}" width="{WIDTH}" height="{HEIGHT}" rx="8" fill="#000" fill-opacity=".08" '
        f'stroke="{LINE}" stroke-opacity=".3" stroke-width="1.5"/>'
    )
    if not pile.begins:
        return box
    middle = spot.x + WIDTH / 2
    mark = use(f"rank-{pile.begins[0]}", f"translate({middle - 16:g} {spot.y + 30:g})scale(2)")
    if len(pile.begins) == 2:
        mark += use(f"suit-{pile.begins[1]}", f"translate({middle:g} {spot.y + 104:g})scale(1.5)")
    return f'{box}<g color="{LINE}" opacity=".4">{mark}</g>'


def _label(pile: Pile, spot: Spot, count: int) -> str:
    """Write the number of a column above it, that of a fan below it, and how many cards the stock has below it."""
    if pile.kind == "foundation":
        return ""
    text = str(pile.number) if pile.kind != "stock" else f"{count} left" if count else "stock"
    y = spot.y - 9 if pile.kind == "column" else spot.y + HEIGHT + 24
    return (
        f'<text x="{spot.x + WIDTH / 2:g}" y="{y:g}" text-anchor="middle" fill="{CHALK}" font-size="20" '
        f'font-family="system-ui,sans-serif">{escape(text)}</text>'
    )
