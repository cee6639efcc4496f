"""Replaying a solution move by move."""

from collections.abc import Iterable

from intrigue.errors import IllegalMove, NotationError

from .moves import split_moves
from .position import OtherPosition, Position, as_position
from .rules import Deal


def verify(deal_or_position: Deal | Position | OtherPosition, moves: str | Iterable[str]) -> Position:
    """Replay moves and give the position they lead to; whether that is won is for the caller to ask.

    Moves may be a written solution, in which parts in [brackets] are skipped. IllegalMove names the number of the first
    illegal move and the rule that forbids it; NotationError that of the first that cannot be read.
    """
    position = as_position(deal_or_position)
    for number, move in enumerate(split_moves(moves) if isinstance(moves, str) else moves, 1):
        try:
            position.play(move)
        except (IllegalMove, NotationError) as error:
            raise type(error)(f"move {number}: {error}") from None
    return position
