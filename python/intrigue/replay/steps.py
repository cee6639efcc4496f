"""A game as a sequence of tables, played in the reference engine and written down as what each move changes."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from intrigue.errors import IllegalMove, NotationError
from intrigue.pictures.piles import Kind, Table, common_length, follow, lay
from intrigue.pictures.table import NARROW, WIDE, Arrangement, arrange, spread
from intrigue.reference import Position

from .words import Told, tell, tell_start

_TABLE_LINES = ("stock", "foundations", "up", "down")


class Step(NamedTuple):
    """The table after a move ("" for the beginning), in words, and the lines of its layout that no pile shows."""

    move: str
    told: Told
    table: Table
    other_lines: str


def play_through(position: Position, moves: Iterable[str], *, is_start: bool) -> list[Step]:
    """Play moves in the reference engine and give every step; IllegalMove names the number of an illegal one."""
    table = lay(position)
    steps = [Step("", tell_start(table, is_start=is_start), table, _other_lines(position))]
    for number, move in enumerate(moves, 1):
        try:
            position.play(move)
        except (IllegalMove, NotationError) as error:
            raise type(error)(f"move {number}: {error}") from None
        before, table = table, follow(table, position)
        move = position.moves[-1]
        steps.append(Step(move, tell(before, table, move), table, _other_lines(position)))
    return steps


def _other_lines(position: Position) -> str:
    """Give the lines of a layout below the piles, the stock and the foundations: redeals, draws and their sources."""
    lines = str(position).splitlines()
    return "\n".join(line for line in lines if not line[0].isdigit() and line.split(":")[0] not in _TABLE_LINES)


def encode(steps: list[Step], *, ranks_only: bool) -> dict[str, Any]:
    """Write steps as what the page reads: the first table, then for each move the piles that it changes.

    A change is [pile, how many cards stay, the cards then laid on them]. `lines` says which foundations each line of
    the layout lists; `ranks_only` that it lists their ranks.
    """
    first = steps[0].table
    most = [max(len(step.table.held[pile]) for step in steps) for pile in range(len(first.piles))]
    return {
        "cards": first.cards,
        "piles": [[pile.kind, pile.number, pile.begins] for pile in first.piles],
        "lines": _foundation_lines(first),
        "ranksOnly": ranks_only,
        "first": first.held,
        "steps": [_step(before, step) for before, step in zip([None, *steps], steps, strict=False)],
        "tables": {
            "wide": _arrangement(arrange(first.piles, most, WIDE)),
            "narrow": _arrangement(arrange(first.piles, most, NARROW)),
        },
        "spreads": _spreads(steps),
    }


def _step(before: Step | None, step: Step) -> dict[str, Any]:
    written: dict[str, Any] = {"move": step.move, "says": step.told.sentence}
    if step.told.automatic:
        written["auto"] = step.told.automatic
        written["autoCards"] = step.told.automatic_cards
    if before is None or before.other_lines != step.other_lines:
        written["other"] = step.other_lines
    if before is not None:
        written["changes"] = [
            [pile, common_length(old, new), *new[common_length(old, new) :]]
            for pile, (old, new) in enumerate(zip(before.table.held, step.table.held, strict=True))
            if old != new
        ]
    return written


def _spreads(steps: list[Step]) -> dict[Kind, dict[str, list[list[float]]]]:
    """Give for each kind of pile how its cards lie, by their number; "any" is for those that lie as in the largest."""
    sizes: dict[Kind, set[int]] = {}
    for step in steps:
        for pile, held in zip(step.table.piles, step.table.held, strict=True):
            sizes.setdefault(pile.kind, set()).add(len(held))
    spreads: dict[Kind, dict[str, list[list[float]]]] = {}
    for kind, of_kind in sizes.items():
        largest = spread(kind, max(of_kind))
        lies = {str(size): spread(kind, size) for size in sorted(of_kind)}
        own = {size: of_size for size, of_size in lies.items() if of_size != largest[: len(of_size)]}
        spreads[kind] = {size: [list(lie) for lie in of_size] for size, of_size in {"any": largest, **own}.items()}
    return spreads


def _foundation_lines(table: Table) -> list[list[Any]]:
    """Say which foundations each line of a layout lists: all of them, or on House on the Hill each row its own."""
    found = [(index, pile) for index, pile in enumerate(table.piles) if pile.kind == "foundation"]
    if any(pile.begins[0] == "K" for _, pile in found):
        rows = enumerate(("up", "down"))
        return [[label, [index for index, pile in found if pile.row == row]] for row, label in rows]
    return [["foundations", [index for index, _ in found]]]


def _arrangement(arrangement: Arrangement) -> dict[str, Any]:
    spots = [list(spot) for spot in arrangement.spots]
    return {"width": arrangement.width, "height": arrangement.height, "spots": spots}
