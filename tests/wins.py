"""Won games to replay: one of each game from tests/data/wins.jsonl, and more by solving."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import intrigue
from intrigue.reference.moves import split_moves

STORED = Path(__file__).parent / "data" / "wins.jsonl"
MOST_STATES = 300_000
# How many more wins of each game to solve for and replay; a long run asks for 20.
MORE_WINS = int(os.environ.get("INTRIGUE_REPLAYS", "0"))


class Win(NamedTuple):
    """A deal and moves that win it; what a page needs of a result."""

    deal: intrigue.Deal
    moves: tuple[str, ...]
    verdict: str = "winnable"
    reason: str | None = None
    states: int = 1


def stored_wins() -> dict[str, Win]:
    """Read the stored win of each game."""
    wins = {}
    for line in STORED.read_text().splitlines():
        record = json.loads(line)
        rules = intrigue.rules(record["game"], **record["options"])
        if "pysolfc" in record:
            deal = intrigue.Deal.from_pysolfc(rules, record["pysolfc"])
        elif "seed" in record:
            deal = intrigue.deal(rules, seed=record["seed"])
        else:
            deal = intrigue.Deal(rules, record["deal"])
        wins[record["game"]] = Win(deal, split_moves(record["moves"]))
    return wins


def more_wins(game: str, count: int, seeds: int = 2000) -> Iterator[Win]:
    """Solve seeds of a game until `count` are won."""
    for seed in range(seeds):
        if count == 0:
            return
        deal = intrigue.deal(game, seed=seed)
        result = intrigue.solve(deal, max_states=MOST_STATES)
        if result.moves:
            count -= 1
            yield Win(deal, result.moves)
