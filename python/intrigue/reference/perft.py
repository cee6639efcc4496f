"""Counting move sequences, which two engines with the same rules count alike."""

from collections import Counter
from collections.abc import Hashable

from intrigue.errors import IntrigueError

from .position import OtherPosition, Position, as_position
from .rules import Deal


def perft(deal_or_position: Deal | Position | OtherPosition, depth: int, max_nodes: int | None = None) -> int:
    """Count the sequences of exactly `depth` legal moves.

    Sequences are counted level by level; those that lead to the same state go on together, so that only their number is
    kept. IntrigueError when there are more than `max_nodes` sequences of lengths 1 … depth, all lengths together.
    """
    if depth < 0:
        raise IntrigueError(f"depth {depth} is below 0")
    position = as_position(deal_or_position)
    game = position.game
    level: Counter[Hashable] = Counter([position.state])
    nodes = 0
    for _ in range(depth):
        next_level: Counter[Hashable] = Counter()
        for state, sequences in level.items():
            for move in game.legal_moves(state):
                next_level[game.after(state, move)] += sequences
                nodes += sequences
                if max_nodes is not None and nodes > max_nodes:
                    raise IntrigueError(f"more than {max_nodes} move sequences")
        level = next_level
    return level.total()
