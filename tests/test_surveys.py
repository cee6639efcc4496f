"""Surveys: the same rows however they run and however often they are ended."""

import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from click.testing import CliRunner

import intrigue
from intrigue import SurveyError, SurveyProgress
from intrigue.cli import main
from intrigue.store import CODES, Limits, Store

from .test_store import rows_of

KILLS = int(os.environ.get("INTRIGUE_KILLS", "3"))


def span_of(path: Path) -> int:
    """Count the rows of a store that may not be there yet."""
    try:
        return len(rows_of(path))
    except SurveyError:
        return 0


def test_rows_are_what_solving_one_by_one_gives(tmp_path: Path) -> None:
    done = intrigue.survey("fan", range(100, 300), tmp_path / "a.sqlite", workers=2, max_states=300)
    rows = rows_of(tmp_path / "a.sqlite")
    assert [row[0] for row in rows] == [*range(100, 300)]
    for seed, code, states, moves in rows:
        result = intrigue.solve(intrigue.deal("fan", seed=seed), max_states=300)
        assert (result.verdict, result.reason) == CODES[code]
        assert (result.states, len(result.moves)) == (states, moves)
    verdicts = [CODES[row[1]][0] for row in rows]
    assert (done.winnable, done.unwinnable) == (verdicts.count("winnable"), verdicts.count("unwinnable"))
    assert done.unknown == verdicts.count("unknown") > 0


@pytest.mark.parametrize("workers", [1, 3])
def test_the_same_seeds_give_the_same_rows_in_any_parts(tmp_path: Path, workers: int) -> None:
    whole, parts = tmp_path / "whole.sqlite", tmp_path / "parts.sqlite"
    intrigue.survey("intrigue", range(3000), whole, workers=2)
    for seeds in (range(700, 900), range(50), range(800, 2100), range(3000)):
        done = intrigue.survey("intrigue", seeds, parts, workers=workers)
        assert (done.deals, done.left) == (len(seeds), 0)
    assert done.solved == 3000 - 1400 - 50
    assert rows_of(parts) == rows_of(whole)
    assert intrigue.survey("intrigue", range(3000), parts).solved == 0


def test_any_executor_serves(tmp_path: Path) -> None:
    intrigue.survey("fan", range(300), tmp_path / "own.sqlite", max_states=300)
    wanted = rows_of(tmp_path / "own.sqlite")
    with ThreadPoolExecutor(2) as threads:
        intrigue.survey("fan", range(300), tmp_path / "threads.sqlite", max_states=300, executor=threads)
    assert rows_of(tmp_path / "threads.sqlite") == wanted
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        intrigue.survey("fan", range(300), tmp_path / "processes.sqlite", max_states=300, executor=processes)
    assert rows_of(tmp_path / "processes.sqlite") == wanted


class _Failing(Executor):
    """Runs a few chunks, then loses its worker."""

    def __init__(self, chunks: int) -> None:
        self.chunks = chunks

    def submit(self, work, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        future: Future[object] = Future()
        self.chunks -= 1
        if self.chunks < 0:
            future.set_exception(OSError("the line is dead"))
        else:
            future.set_result(work(*args, **kwargs))
        return future


def test_a_failing_worker_is_named_and_costs_no_row(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with pytest.raises(SurveyError, match="a worker failed: OSError: the line is dead"):
        intrigue.survey("intrigue", range(5000), path, executor=_Failing(2), workers=1)
    kept = len(rows_of(path))
    assert 0 < kept < 5000
    assert intrigue.survey("intrigue", range(5000), path).solved == 5000 - kept


def test_what_a_progress_callback_raises_ends_the_survey(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    seen: list[SurveyProgress] = []

    def stop(progress: SurveyProgress) -> None:
        seen.append(progress)
        if progress.solved > 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        intrigue.survey("intrigue", range(10**9), path, workers=1, on_progress=stop)
    assert [progress.solved + progress.left for progress in seen] == [10**9] * len(seen)
    last = seen[-1]
    assert len(rows_of(path)) == last.solved == last.deals
    assert last.interval.low < last.winnable / last.deals < last.interval.high
    assert last.seconds_left is not None
    assert last.seconds_left > 0


def test_unknown_deals_are_tried_again_and_decided_ones_left(tmp_path: Path) -> None:
    path, larger = tmp_path / "a.sqlite", tmp_path / "larger.sqlite"
    first = intrigue.survey("fan", range(400), path, max_states=30)
    before = rows_of(path)
    assert first.unknown > 50
    for limits in ({"max_states": 30}, {"max_states": 20}, {"max_states": 3000, "max_bytes": 10**6}):
        with pytest.raises(SurveyError, match="takes larger limits than the last time: max_states = 30 then"):
            intrigue.survey("fan", range(400), path, retry_unknown=True, **limits)
    half = intrigue.survey("fan", range(200), path, max_states=3000, retry_unknown=True)
    assert half.deals == 200
    again = intrigue.survey("fan", range(400), path, max_states=3000, retry_unknown=True)
    assert half.solved + again.solved == first.unknown
    assert intrigue.survey("fan", range(400), path, max_states=3000, retry_unknown=True).solved == 0
    intrigue.survey("fan", range(400), larger, max_states=3000)
    upgraded = dict(zip([row[0] for row in before], rows_of(larger), strict=True))
    assert rows_of(path) == [row if row[1] < 2 else upgraded[row[0]] for row in before]
    assert again.unknown == sum(row[1] >= 2 for row in rows_of(path))
    with Store(path) as opened:
        assert opened.attempts == (Limits(max_states=30), Limits(max_states=3000))
    # The first pass goes on with its own limits; then there is something to try again.
    assert intrigue.survey("fan", range(500), path, max_states=30).solved == 100
    with pytest.raises(SurveyError, match="max_states is 30 there, 3000 here"):
        intrigue.survey("fan", range(500), path, max_states=3000)
    assert intrigue.survey("fan", range(500), path, max_states=3000, retry_unknown=True).solved > 0
    with pytest.raises(SurveyError, match="no unknown deals to try again"):
        intrigue.survey("fan", range(400), tmp_path / "none.sqlite", retry_unknown=True)


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX")
def test_a_survey_that_is_killed_ends_with_the_rows_of_an_undisturbed_one(tmp_path: Path) -> None:
    seeds = range(15_000 * KILLS)
    path = tmp_path / "killed.sqlite"
    program = f"import intrigue; print(flush=True); intrigue.survey('intrigue', {seeds}, {str(path)!r}, workers=2)"
    moments = random.Random()
    in_the_middle = 0
    for _ in range(KILLS):
        running = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
        assert running.stdout is not None
        running.stdout.readline()
        time.sleep(moments.uniform(0, 0.2))
        running.kill()
        running.wait()
        running.stdout.close()
        in_the_middle += 0 < span_of(path) < len(seeds)
    done = intrigue.survey("intrigue", seeds, path)
    intrigue.survey("intrigue", seeds, tmp_path / "calm.sqlite", workers=1)
    assert done.deals == len(seeds)
    assert rows_of(path) == rows_of(tmp_path / "calm.sqlite")
    assert in_the_middle or KILLS < 3


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")
def test_ctrl_c_ends_a_survey_at_once_and_keeps_what_was_stored(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    program = (
        f"from intrigue.cli import main; main(['survey', 'intrigue', '--seed', '0:9999999', '--store', {str(path)!r}])"
    )
    command = [sys.executable, "-c", program]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while span_of(path) < 500:
        assert running.poll() is None
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    began = time.monotonic()
    _, said = running.communicate(timeout=30)
    assert time.monotonic() - began < 5
    assert running.returncode == 130
    assert b"Traceback" not in said
    assert b"the same command goes on" in said
    assert len(rows_of(path)) >= 500
    assert list(tmp_path.iterdir()) == [path]


def test_the_command_says_what_it_found(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"

    def run(*arguments: str) -> str:
        return CliRunner().invoke(main, ["survey", *arguments, "--store", str(path)]).output

    said = run("intrigue", "--seed", "0:1000", "--workers", "1")
    assert "1,000 deals of Intrigue: 963 winnable, 37 unwinnable, 0 unknown" in said
    assert "94.94 – 97.30 % (95 % interval)" in said
    assert "plays is forced there, optional here" in run("intrigue", "--seed", "0:9", "--set", "plays=optional")
    assert "no span" not in run("intrigue", "--seed", "0:10")
    assert "neither a seed" in run("intrigue", "--seed", "x")
    assert "depend on the machine" in run("intrigue", "--seed", "0:10", "--max-seconds", "5")


@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_that_loses_a_worker_gives_the_same_rows(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    intrigue.survey("fan", range(4000), tmp_path / "threads.sqlite", max_states=3000)
    lost = []
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):

        def kill_a_worker(progress: SurveyProgress) -> None:
            if progress.solved and not lost:
                lost.append(next(iter(client.run(os.getpid).values())))
                os.kill(lost[0], signal.SIGKILL)

        done = intrigue.survey(
            "fan",
            range(4000),
            tmp_path / "dask.sqlite",
            max_states=3000,
            executor=client.get_executor(pure=False),
            workers=2,
            on_progress=kill_a_worker,
        )
    assert lost
    assert done.deals == 4000
    assert rows_of(tmp_path / "dask.sqlite") == rows_of(tmp_path / "threads.sqlite")
