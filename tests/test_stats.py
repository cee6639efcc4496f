"""Intervals against published ones, percentiles by hand, and undecided deals that widen an interval both ways."""

import random

import pytest

import intrigue
from intrigue.stats import Distribution, wilson, winnable_interval


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals_are_the_published_ones(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("trials", [1, 2, 7, 1000, 10**7])
def test_wilson_intervals_hold_the_share_and_mirror(trials: int) -> None:
    for successes in {0, 1, trials // 3, trials - 1, trials}:
        low, high = wilson(successes, trials)
        assert 0 <= low <= successes / trials <= high <= 1
        assert wilson(trials - successes, trials) == pytest.approx((1 - high, 1 - low))
    assert wilson(0, trials)[0] == 0
    assert wilson(trials, trials)[1] == 1


def test_nothing_is_known_without_trials() -> None:
    assert wilson(0, 0) == (0, 1)
    assert winnable_interval(0, 0, 0) == (0, 1)


def test_undecided_deals_widen_the_interval_on_both_sides() -> None:
    decided = winnable_interval(80, 20, 0)
    assert decided == wilson(80, 100)
    low, high = winnable_interval(70, 20, 10)
    assert (low, high) == (wilson(70, 100).low, wilson(80, 100).high)
    assert low < decided.low
    assert high == decided.high
    assert winnable_interval(0, 0, 10) == (0, 1)


def test_percentiles_are_nearest_ranks() -> None:
    values = [random.Random(5).randrange(40) for _ in range(333)]
    spread = Distribution({value: values.count(value) for value in {*values, 99}})
    for percent in (0, 1, 25, 50, 90, 99, 99.9, 100):
        rank = max(1, -(-len(values) * percent // 100))
        assert spread.percentile(percent) == sorted(values)[int(rank) - 1]
    assert spread.mean == pytest.approx(sum(values) / len(values))
    assert (Distribution({}).percentile(50), Distribution({}).mean) == (None, None)


def test_careless_play_wins_no_lost_deal_and_counts_the_same_every_time() -> None:
    for seed in range(40):
        deal = intrigue.deal("laggard_lady", seed=seed)
        wins = intrigue.careless_wins(deal, 30)
        assert intrigue.careless_wins(intrigue.Position(deal), 30) == wins
        if wins:
            assert intrigue.solve(deal).verdict == "winnable"
