"""Plain exhaustive search: every state that can be reached, none passed over.

Two states count as one only when they are literally equal, with every fan and column in its place. So there is nothing
in it to doubt, and nothing that makes it fast: it is for reduced packs and for games nearly played out.
"""

from collections.abc import Hashable, Iterator
from typing import NamedTuple

from .moves import Move
from .position import Game, OtherPosition, Position, as_position
from .rules import Deal


class Result(NamedTuple):
    """What a search found.

    `verdict` is "winnable" with `moves` that win, "unwinnable" after every state has been seen, or "unknown" with a
    `reason`, which is "states" when `max_states` ran out. `states` counts the distinct states seen.
    """

    verdict: str
    moves: tuple[str, ...]
    states: int
    reason: str | None


def solve(deal_or_position: Deal | Position | OtherPosition, max_states: int | None = None) -> Result:
    """Decide by exhaustive search whether some sequence of legal moves wins.

    It sees at most `max_states` distinct states; without that limit it always decides, but may take for ever.
    """
    position = as_position(deal_or_position)
    return _search(position.game, position.state, max_states)


def _search(game: Game, start: Hashable, max_states: int | None) -> Result:
    """Go depth first, with an own stack in place of recursion: for each state on the path, its moves not yet tried."""
    if max_states is not None and max_states < 1:
        return Result("unknown", (), 0, "states")
    if game.is_won(start):
        return Result("winnable", (), 1, None)
    seen: set[Hashable] = {start}
    path: list[Move] = []
    untried: list[tuple[Hashable, Iterator[Move]]] = [(start, iter(game.legal_moves(start)))]
    while untried:
        state, moves = untried[-1]
        move = next(moves, None)
        if move is None:
            untried.pop()
            if path:
                path.pop()
            continue
        following = game.after(state, move)
        if following in seen:
            continue
        if len(seen) == max_states:
            return Result("unknown", (), len(seen), "states")
        seen.add(following)
        path.append(move)
        if game.is_won(following):
            return Result("winnable", tuple(map(str, path)), len(seen), None)
        untried.append((following, iter(game.legal_moves(following))))
    return Result("unwinnable", (), len(seen), None)
