"""Finding deals: the first ones that are winnable or not, each with its proof, and as hard as wanted."""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import count, islice
from typing import NamedTuple

from ._core import GENERATOR, Deal, Result, Rules, careless_wins, deal
from ._core import rules as rules_of
from .batch import solve_many
from .errors import NotationError
from .verdict import Verdict

# The least share of careless games won, for each difficulty. Careless games play random legal moves that prefer
# foundations; rust/core/src/playout.rs says exactly how.
DIFFICULTIES = {"easy": 0.25, "medium": 0.01, "hard": 0.0}
CARELESS_GAMES = 1000
SOURCES = {"seed": 0, "pysolfc": 1}  # and the first number of each


class Careless(NamedTuple):
    """How many of some careless games were won; game k plays with SplitMix64 seeded with k."""

    won: int
    games: int
    generator: str = GENERATOR

    @property
    def difficulty(self) -> str:
        """The name of the difficulty that this share stands for."""
        return next(name for name, share in DIFFICULTIES.items() if self.won >= share * self.games)


class Found(NamedTuple):
    """A deal with the search that proves its verdict, and how careless games went if that was asked."""

    deal: Deal
    result: Result
    careless: Careless | None


class Search:
    """A search for deals, which counts what it looked at."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.looked_at = 0
        self.undecided = 0

    def find(
        self,
        rules: str | Rules,
        verdict: Verdict | str,
        *,
        source: str = "seed",
        start: int | None = None,
        among: int | None = None,
        difficulty: str | None = None,
        careless_games: int = CARELESS_GAMES,
        workers: int | None = None,
        max_states: int | None = None,
        max_seconds: float | None = None,
        max_bytes: int | None = None,
    ) -> Iterator[Found]:
        """Give the deals with this verdict in the order of their numbers; endless unless `among` bounds the deals.

        `source` is "seed" or "pysolfc", `start` the first number. A difficulty (`DIFFICULTIES`) is for winnable deals.
        The same arguments give the same deals, unless a limit in seconds is set.

        >>> found = Search().find("intrigue", "unwinnable")
        >>> [next(found).deal.id for _ in range(3)]
        ['intrigue#40', 'intrigue#66', 'intrigue#110']
        """
        rules = rules_of(rules)
        verdict = Verdict(verdict)
        if verdict is Verdict.UNKNOWN:
            raise NotationError("deals can be found winnable or unwinnable")
        if source not in SOURCES:
            raise NotationError(f"{source!r} is no source of deals; there are {', '.join(SOURCES)}")
        if difficulty is not None and (verdict is not Verdict.WINNABLE or difficulty not in DIFFICULTIES):
            raise NotationError(f"difficulty is for winnable deals, and one of {', '.join(DIFFICULTIES)}")
        numbers = islice(count(SOURCES[source] if start is None else start), among)
        waiting: deque[Deal] = deque()
        results = solve_many(
            _deals(rules, source, numbers, waiting),
            workers=workers,
            max_states=max_states,
            max_seconds=max_seconds,
            max_bytes=max_bytes,
        )
        return self._kept(results, waiting, verdict, difficulty, careless_games)

    def _kept(
        self,
        results: Iterator[Result],
        waiting: deque[Deal],
        verdict: Verdict,
        difficulty: str | None,
        games: int,
    ) -> Iterator[Found]:
        for result in results:
            made = waiting.popleft()
            self.looked_at += 1
            self.undecided += result.verdict is Verdict.UNKNOWN
            if result.verdict is not verdict:
                continue
            careless = None if difficulty is None else Careless(careless_wins(made, games), games)
            if careless is None or careless.difficulty == difficulty:
                yield Found(made, result, careless)


def _deals(rules: Rules, source: str, numbers: Iterable[int], waiting: deque[Deal]) -> Iterator[Deal]:
    for number in numbers:
        made = deal(rules, seed=number) if source == "seed" else Deal.from_pysolfc(rules, number)
        waiting.append(made)
        yield made
