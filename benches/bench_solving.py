"""What users of the Python package wait for: dealing, solving one deal and many, the reference beside the core.

Every bench asserts its answer. How to run and read them stands in README.md beside this file.
"""

from time import perf_counter

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import intrigue
from intrigue import reference

FORCED = intrigue.rules("intrigue", plays="forced")
WINNABLE_OF_20000 = 19191  # seeds 0 to 19999, forced plays


@pytest.fixture(scope="module")
def hundred() -> list[tuple[intrigue.Deal, reference.Result]]:
    """Give the deals among 100 that the reference finishes within 200,000 states, with its results."""
    deals = [intrigue.deal(FORCED, seed=seed) for seed in range(100)]
    results = [(deal, reference.solve(deal, max_states=200_000)) for deal in deals]
    finished = [(deal, result) for deal, result in results if result.verdict != "unknown"]
    print(f"\nthe reference finishes {len(finished)} of 100 deals within 200,000 states")
    assert len(finished) >= 90
    return finished


def bench_deal_from_seed(benchmark: BenchmarkFixture) -> None:
    deal = benchmark(intrigue.deal, FORCED, seed=42)
    assert deal.cards[0] == "QS"


def bench_deal_from_text(benchmark: BenchmarkFixture) -> None:
    text = str(intrigue.deal(FORCED, seed=42))
    assert str(benchmark(intrigue.Deal.from_text, FORCED, text)) == text


@pytest.mark.parametrize("game", intrigue.GAMES)
def bench_solve_one(benchmark: BenchmarkFixture, game: str) -> None:
    """Solve the first deal of each game that is decided within 20,000 states."""
    deals = (intrigue.deal(intrigue.rules(game), seed=seed) for seed in range(100))
    if intrigue.rules(game).options.get("redeals"):
        deals = (intrigue.deal(intrigue.rules(game, redeals=0), seed=seed) for seed in range(100))
    deal = next(deal for deal in deals if intrigue.solve(deal, max_states=20_000).verdict != "unknown")
    result = benchmark(intrigue.solve, deal)
    assert result.verdict != "unknown"
    assert result.verdict == "unwinnable" or intrigue.verify(deal, result.moves).is_won


def bench_solve_many(benchmark: BenchmarkFixture) -> None:
    """Solve 20,000 ready deals on one thread; the time inside the core is part of the printed line."""
    deals = [intrigue.deal(FORCED, seed=seed) for seed in range(20_000)]
    inside = []

    def batch() -> int:
        results = list(intrigue.solve_many(deals, workers=1))
        inside.append(sum(result.seconds for result in results))
        return sum(result.verdict == "winnable" for result in results)

    assert benchmark.pedantic(batch, rounds=5, warmup_rounds=1) == WINNABLE_OF_20000
    benchmark.extra_info["share of the time inside the core"] = min(inside) / benchmark.stats.stats.min


@pytest.mark.benchmark(group="100 deals, both engines")
def bench_reference_solves(benchmark: BenchmarkFixture, hundred: list[tuple[intrigue.Deal, reference.Result]]) -> None:
    results = benchmark.pedantic(
        lambda: [reference.solve(deal, max_states=200_000).verdict for deal, _ in hundred], rounds=1
    )
    assert results == [result.verdict for _, result in hundred]


@pytest.mark.benchmark(group="100 deals, both engines")
def bench_core_solves(benchmark: BenchmarkFixture, hundred: list[tuple[intrigue.Deal, reference.Result]]) -> None:
    deals = [deal for deal, _ in hundred]
    results = benchmark(lambda: [str(intrigue.solve(deal).verdict) for deal in deals])
    assert results == [result.verdict for _, result in hundred]


def bench_verify(benchmark: BenchmarkFixture) -> None:
    deal = intrigue.deal(FORCED, seed=42)
    moves = intrigue.solve(deal).moves
    assert benchmark(intrigue.verify, deal, moves).is_won


def bench_million_deals_in_flat_memory(benchmark: BenchmarkFixture) -> None:
    """Solve a million deals in one process; the peak of the process's memory is asserted and printed."""
    resource = pytest.importorskip("resource")

    def million() -> int:
        deals = (intrigue.deal(FORCED, seed=seed) for seed in range(1_000_000))
        return sum(result.verdict == "winnable" for result in intrigue.solve_many(deals, workers=1))

    started = perf_counter()
    won = benchmark.pedantic(million, rounds=1)
    assert abs(won / 1_000_000 - 0.959) < 0.006
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    benchmark.extra_info["peak MB"] = peak / 1e6
    benchmark.extra_info["deals a second"] = 1_000_000 / (perf_counter() - started)
    assert peak < 200e6
