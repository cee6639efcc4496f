"""Replaying a solution move by move."""

from collections.abc import Iterable

from intrigue.errors import IllegalMove, NotationError

from .moves import split_moves
from .position import OtherPosition, Position, as_position
from .rules import Deal


def verify(deal_or_position: Deal | Position | OtherPosition, moves: str | Iterable[str]) -> Position:
    """Replay moves and give the position they lead to; whether that is won is for the caller to ask.

    Args:
        deal_or_position: Where the moves begin, of either engine. A position stays as it is.
        moves: Moves one by one, or a written solution, in which parts in [brackets] are skipped.

    Raises:
        IllegalMove: A move is illegal; the message names its number and the rule that forbids it.
        NotationError: A move cannot be read; the message names its number.

    Examples:
        >>> import intrigue
        >>> deal = intrigue.deal("intrigue", seed=42)
        >>> intrigue.verify(deal, "deal 1-f deal").piles
        (('QS', '9C'),)
    """
    position = as_position(deal_or_position)
    for number, move in enumerate(split_moves(moves) if isinstance(moves, str) else moves, 1):
        try:
            position.play(move)
        except (IllegalMove, NotationError) as error:
            raise type(error)(f"move {number}: {error}") from None
    return position
