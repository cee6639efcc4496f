"""Surveys: many seeds of one game, solved on any executor and stored so that any end can be gone on from."""

import os
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from ._core import Cancellation, Rules, __version__, survey_chunk
from ._core import rules as rules_of
from .errors import SurveyError
from .stats import Interval, winnable_interval
from .store import CODES, MOST_SEEDS, Limits, Outcomes, Settings, SurveyStore

CHUNK_SECONDS = 0.5  # what a kill can cost each worker; long enough that a commit to disk costs little
FIRST_CHUNK = 1 << 10
LARGEST_CHUNK = 1 << 16
CHUNKS_AHEAD = 2  # for each worker: one that runs and one that waits


class SurveyProgress(NamedTuple):
    """Say how far a survey has come: deals by verdict over all its seeds, and what this run solved so far."""

    winnable: int
    unwinnable: int
    unknown: int
    solved: int
    left: int
    seconds: float

    @property
    def deals(self) -> int:
        """Count the deals that have an outcome."""
        return self.winnable + self.unwinnable + self.unknown

    @property
    def interval(self) -> Interval:
        """Give the winnable share, with 95 % confidence and undecided deals counted either way."""
        return winnable_interval(self.winnable, self.unwinnable, self.unknown)

    @property
    def rate(self) -> float:
        """Give the deals solved a second in this run."""
        return self.solved / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Estimate the seconds that the rest will take at this rate; None before anything is solved."""
        return self.left / self.rate if self.solved else None


class Work:
    """What a worker does: one call of the core for a chunk of seeds; pickling brings it to other machines."""

    def __init__(self, rules: Rules, limits: Limits) -> None:
        """Take what all chunks of a survey share."""
        self.rules = rules
        self.limits = limits
        self.version = __version__
        self.cancellation = Cancellation()

    def __call__(self, seeds: Sequence[int]) -> Outcomes:
        """Solve the first of the seeds, as many as fit in `CHUNK_SECONDS`, at least one."""
        if self.version != __version__:
            raise SurveyError(f"a worker has intrigue {__version__}, the survey {self.version}; all need the same one")
        limits = self.limits._asdict()
        return Outcomes(*survey_chunk(self.rules, seeds, self.cancellation, enough_seconds=CHUNK_SECONDS, **limits))

    def __getstate__(self) -> tuple[Rules, Limits, str]:
        """Leave out the switch: it reaches no other process."""
        return self.rules, self.limits, self.version

    def __setstate__(self, state: tuple[Rules, Limits, str]) -> None:
        """Restore with a switch that nobody uses."""
        self.rules, self.limits, self.version = state
        self.cancellation = Cancellation()


def survey(
    rules: str | Rules,
    seeds: range,
    store: str | Path,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    max_states: int | None = None,
    max_seconds: float | None = None,
    max_bytes: int | None = None,
    retry_unknown: bool = False,
    on_progress: Callable[[SurveyProgress], object] | None = None,
) -> SurveyProgress:
    """Solve the deals of many seeds and store each outcome; seeds that the store has already are left alone.

    Started again after any kind of end, it goes on where it was.

    Args:
        rules: The name of a game, or its rules with options.
        seeds: The seeds, from 0 up to 2**63 - 1, in steps of one.
        store: The file to keep outcomes in, made if there is none. It holds one game with one set of options and
            limits.
        executor: Any `concurrent.futures.Executor`, such as Dask's `Client.get_executor()`; a pool of threads unless
            given.
        workers: How many chunks of seeds run at once: the threads of the pool, or the number of processors.
        max_states: The most states that the search of one deal visits; no limit unless given.
        max_seconds: The longest time for one deal in wall-clock seconds; no limit unless given. Under this limit alone
            an answer can depend on the machine.
        max_bytes: The most bytes that the tables of one search hold; no limit unless given.
        retry_unknown: Solve only the deals that a limit left unknown again, with larger limits.
        on_progress: Called after each commit. What it raises ends the survey and comes out of this function.

    Raises:
        NotationError: There is no such game.
        SurveyError: The store holds something else, is in use or cannot be written; the seeds are no span; or a
            worker failed.

    Examples:
        >>> import intrigue, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     done = intrigue.survey("intrigue", range(1000), f"{folder}/results.sqlite")
        >>> done.winnable, done.unwinnable, done.unknown
        (963, 37, 0)
    """
    rules = rules_of(rules)
    if seeds.step != 1 or not 0 <= seeds.start < seeds.stop <= MOST_SEEDS:
        raise SurveyError(f"{seeds} is no span of seeds; right would be range(A, B) with 0 <= A < B <= 2**63")
    if workers is not None and workers < 1:
        raise SurveyError(f"workers = {workers} must be at least 1")
    limits = Limits(max_states, max_seconds, max_bytes)
    with ExitStack() as stack:
        opened = stack.enter_context(SurveyStore(store, Settings.of(rules), limits, retry_unknown=retry_unknown))
        if workers is None:
            workers = getattr(executor, "_max_workers", None) or os.cpu_count() or 1
        if executor is None:
            executor = stack.enter_context(ThreadPoolExecutor(workers))
        run = _Run(opened, seeds, Work(rules, limits), executor, workers, on_progress)
        return run.to_the_end()


class _Run:
    """One run of a survey: seeds that wait, chunks that workers have, and the counts so far."""

    def __init__(
        self,
        store: SurveyStore,
        seeds: range,
        work: Work,
        executor: Executor,
        workers: int,
        on_progress: Callable[[SurveyProgress], object] | None,
    ) -> None:
        self.store = store
        self.work = work
        self.executor = executor
        self.workers = workers
        self.on_progress = on_progress or (lambda _: None)
        pieces: list[Sequence[int]] = [store.unknown(seeds)] if store.attempt else [*store.missing(seeds)]
        self.waiting = deque(piece for piece in pieces if piece)
        self.running: dict[Future[Outcomes], Sequence[int]] = {}
        self.left = sum(map(len, self.waiting))
        self.solved = 0
        self.counts = Counter(dict(enumerate(store.counts(seeds))))
        self.began = perf_counter()
        self.size = FIRST_CHUNK

    def to_the_end(self) -> SurveyProgress:
        """Solve and store until nothing is left."""
        try:
            self.on_progress(self.progress())
            while self.waiting or self.running:
                while self.waiting and len(self.running) < self.workers * CHUNKS_AHEAD:
                    chunk = self.next_chunk()
                    self.running[self.executor.submit(self.work, chunk)] = chunk
                done, _ = wait(self.running, return_when=FIRST_COMPLETED)
                self.keep([(self.running.pop(future), _outcomes(future)) for future in done])
                self.on_progress(self.progress())
        finally:
            # Also when Ctrl-C arrives or the store fails: threads end within a few hundred states.
            self.work.cancellation.cancel()
            for future in self.running:
                future.cancel()
        return self.progress()

    def next_chunk(self) -> Sequence[int]:
        """Take seeds from those that wait; towards the end fewer, so that all workers have some."""
        size = max(1, min(self.size, self.left // (CHUNKS_AHEAD * self.workers)))
        piece = self.waiting.popleft()
        if len(piece) > size:
            self.waiting.appendleft(piece[size:])
        return piece[:size]

    def keep(self, chunks: list[tuple[Sequence[int], Outcomes]]) -> None:
        """Store what chunks gave, and let the seeds that they did not come to wait again."""
        finished: list[tuple[Sequence[int], Outcomes]] = []
        for seeds, outcomes in chunks:
            count = len(outcomes.codes)
            finished.append((seeds[:count], outcomes))
            if count < len(seeds):
                self.waiting.appendleft(seeds[count:])
                self.size = max(1, count)
            elif sum(outcomes.microseconds) < 1e6 * CHUNK_SECONDS / 2:
                self.size = min(2 * self.size, LARGEST_CHUNK)
        self.store.add(finished)
        found = Counter(
            {code: sum(outcomes.codes.count(code) for _, outcomes in finished) for code in range(len(CODES))}
        )
        self.counts += found
        self.solved += found.total()
        self.left -= found.total()

    def progress(self) -> SurveyProgress:
        """Say how far the run has come."""
        unwinnable, winnable = self.counts[0], self.counts[1]
        # A retried deal is counted twice, once as the unknown one that it was.
        unknown = self.counts.total() - unwinnable - winnable - (self.solved if self.store.attempt else 0)
        return SurveyProgress(winnable, unwinnable, unknown, self.solved, self.left, perf_counter() - self.began)


def _outcomes(future: Future[Outcomes]) -> Outcomes:
    try:
        return future.result()
    except SurveyError:
        raise
    except Exception as error:
        raise SurveyError(
            f"a worker failed: {type(error).__name__}: {error}; what was stored is safe: the same command goes on"
        ) from error
