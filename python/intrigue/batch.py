"""Many deals on all cores."""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from time import perf_counter

from ._core import Cancellation, Deal, Result, solve_chunk

CHUNK_SECONDS = 0.02  # long enough that handing a chunk to a thread costs little, short enough to keep results coming
LARGEST_CHUNK = 1024
CHUNKS_AHEAD = 3  # for each worker: keeps all busy, and memory flat however many deals there are


def solve_many(
    deals: Iterable[Deal],
    *,
    workers: int | None = None,
    max_states: int | None = None,
    max_seconds: float | None = None,
    max_bytes: int | None = None,
) -> Iterator[Result]:
    """Solve deals on several threads and give the results in input order; the limits are those of each deal.

    Results do not depend on the number of workers. Whoever stops early ends the searches that are under way.

    Args:
        deals: Deals of any games; they may be endless, and are read only as far as the workers need.
        workers: How many threads search at once; the number of processors unless given.
        max_states: The most states that the search of one deal visits; no limit unless given.
        max_seconds: The longest time for one deal in wall-clock seconds; no limit unless given. Under this limit alone
            an answer can depend on the machine.
        max_bytes: The most bytes that the tables of one search hold; no limit unless given.

    Raises:
        ValueError: `workers` is below 1, or a limit makes no sense.

    Examples:
        >>> import intrigue
        >>> deals = (intrigue.deal("intrigue", seed=seed) for seed in range(100))
        >>> sum(result.verdict == "winnable" for result in intrigue.solve_many(deals))
        98
    """
    workers = workers if workers is not None else os.cpu_count() or 1
    if workers < 1:
        raise ValueError(f"workers = {workers} must be at least 1")
    return _solve_many(iter(deals), workers, max_states, max_seconds, max_bytes)


def _solve_many(
    deals: Iterator[Deal], workers: int, max_states: int | None, max_seconds: float | None, max_bytes: int | None
) -> Iterator[Result]:
    cancellation = Cancellation()
    size = 1

    def work(chunk: list[Deal]) -> tuple[list[Result], float]:
        started = perf_counter()
        results = solve_chunk(chunk, cancellation, max_states=max_states, max_seconds=max_seconds, max_bytes=max_bytes)
        return results, perf_counter() - started

    with ThreadPoolExecutor(workers) as executor:
        running: deque[Future[tuple[list[Result], float]]] = deque()
        try:
            while True:
                while len(running) < workers * CHUNKS_AHEAD and (chunk := list(islice(deals, size))):
                    running.append(executor.submit(work, chunk))
                if not running:
                    return
                results, seconds = running.popleft().result()
                # Chunk sizes follow the speed of this machine; which deals share a chunk changes no answer.
                if seconds < CHUNK_SECONDS / 2:
                    size = min(2 * size, LARGEST_CHUNK)
                elif seconds > CHUNK_SECONDS:
                    size = max(size // 2, 1)
                yield from results
        finally:
            # Also when the caller stops early or Ctrl-C arrives: threads end within a few hundred states.
            cancellation.cancel()
            for future in running:
                future.cancel()
