"""What the outcomes of a survey say: the winnable share with its interval, and how states and times are spread."""

from collections import Counter
from collections.abc import Mapping
from itertools import accumulate
from math import ceil, sqrt
from typing import NamedTuple, Self

from .store import CODES, Limits, Settings, Store

NORMAL_95 = 1.959963984540054  # the two-sided 95 % point of the normal distribution


class Interval(NamedTuple):
    """A span of shares, both between 0 and 1."""

    low: float
    high: float


def wilson(successes: int, trials: int, z: float = NORMAL_95) -> Interval:
    """Give the Wilson score interval of a share (Wilson, J. Amer. Statist. Assoc. 22, 1927); 0 to 1 without trials.

    >>> low, high = wilson(81, 263)
    >>> f"{low:.4f} to {high:.4f}"
    '0.2553 to 0.3662'
    """
    if trials == 0:
        return Interval(0.0, 1.0)
    share, spread = successes / trials, z * z / trials
    centre = share + spread / 2
    half = z * sqrt(share * (1 - share) / trials + spread / trials / 4)
    # The ends at no or only successes are exact; rounding must not move them.
    low = 0.0 if successes == 0 else (centre - half) / (1 + spread)
    high = 1.0 if successes == trials else (centre + half) / (1 + spread)
    return Interval(low, high)


def winnable_interval(winnable: int, unwinnable: int, unknown: int) -> Interval:
    """Give the 95 % interval of the winnable share: from all undecided deals lost to all undecided deals won."""
    deals = winnable + unwinnable + unknown
    return Interval(wilson(winnable, deals).low, wilson(winnable + unknown, deals).high)


class Distribution:
    """How often each whole number occurs."""

    def __init__(self, counts: Mapping[int, int]) -> None:
        """Take the counts by number."""
        kept = sorted((value, count) for value, count in counts.items() if count > 0)
        self.values = [value for value, _ in kept]
        self.counts = [count for _, count in kept]
        self.total = sum(self.counts)

    def percentile(self, percent: float) -> int | None:
        """Give the smallest number that at least this share of all does not exceed (nearest rank); None of none."""
        rank = max(1, ceil(percent / 100 * self.total))
        for value, reached in zip(self.values, accumulate(self.counts), strict=True):
            if reached >= rank:
                return value
        return None

    @property
    def mean(self) -> float | None:
        """The mean; None of none."""
        if not self.total:
            return None
        return sum(value * count for value, count in zip(self.values, self.counts, strict=True)) / self.total


class Summary(NamedTuple):
    """What a store holds."""

    settings: Settings
    attempts: tuple[Limits, ...]
    spans: list[range]  # of seeds
    winnable: int
    unwinnable: int
    unknown: dict[str, int]  # by reason, those that occur
    states: Distribution
    states_decided: Distribution
    moves: Distribution  # lengths of solutions
    microseconds: Distribution

    @classmethod
    def of(cls, store: Store) -> Self:
        """Read a store through once: some seconds for ten million deals."""
        codes: Counter[int] = Counter()
        states: Counter[int] = Counter()
        moves: Counter[int] = Counter()
        microseconds: Counter[int] = Counter()
        for portion in store.columns():
            for counter, column in zip((codes, states, moves, microseconds), portion, strict=True):
                counter.update(column)
        del moves[0]  # deals without a solution
        unknown = {reason: codes[code] for code, (_, reason) in enumerate(CODES) if reason and codes[code]}
        return cls(
            settings=store.settings,
            attempts=store.attempts,
            spans=store.spans(),
            winnable=codes[1],
            unwinnable=codes[0],
            unknown=unknown,
            states=Distribution(states),
            states_decided=Distribution(states - Counter(store.unknown_states())),
            moves=Distribution(moves),
            microseconds=Distribution(microseconds),
        )

    @property
    def undecided(self) -> int:
        """Deals whose search ended at a limit."""
        return sum(self.unknown.values())

    @property
    def deals(self) -> int:
        """All deals of the store."""
        return self.winnable + self.unwinnable + self.undecided

    @property
    def interval(self) -> Interval:
        """The winnable share with every card known: 95 % interval, undecided deals counted either way."""
        return winnable_interval(self.winnable, self.unwinnable, self.undecided)

    @property
    def is_reproducible(self) -> bool:
        """Whether every machine gives the same outcomes: no limit in seconds was set."""
        return all(limits.max_seconds is None for limits in self.attempts)
