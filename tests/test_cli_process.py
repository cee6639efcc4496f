"""The command line as a process: exit statuses, Ctrl-C, pipes, terminals."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import intrigue

pty = pytest.importorskip("pty")

COMMAND = [sys.executable, "-m", "intrigue"]
# Deals that no search could settle in a moment when this was written; the tests use the first that still takes long.
HARD = [
    ("house_in_the_wood", "take_back=yes", 5),
    ("shamrocks", "take_back=yes", 4),
    ("faerie_queen", "foundations=in_suit", 0),
    ("intelligence", "take_back=yes", 3),
    ("house_in_the_wood", "take_back=yes", 6),
]
FELT_WITHIN = 0.2  # seconds, plus what the interpreter needs to end


@pytest.fixture(scope="module")
def hard() -> list[str]:
    """Give a command line for a search that takes long."""
    for game, setting, seed in HARD:
        name, _, value = setting.partition("=")
        deal = intrigue.deal(intrigue.rules(game, **{name: value}), seed=seed)
        if intrigue.solve(deal, max_seconds=1).verdict is intrigue.Verdict.UNKNOWN:
            return ["solve", game, "--set", setting, "--seed", str(seed)]
    pytest.skip("every known hard deal is easy now: add one")


@contextmanager
def terminal() -> Iterator[tuple[int, int]]:
    """Open a terminal: our end, and the end for a process."""
    ours, theirs = pty.openpty()
    try:
        yield ours, theirs
    finally:
        os.close(ours)


def read_until(end: int, word: bytes, seconds: float = 20) -> bytes:
    """Read a terminal until a word shows up."""
    seen, give_up = b"", time.monotonic() + seconds
    while word not in seen:
        assert time.monotonic() < give_up, seen
        seen += os.read(end, 1000)
    return seen


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["solve", "intrigue", "--seed", "42"], 0),
        (["solve", "intrigue", "--seed", "40"], 1),
        (["solve", "intrigue", "--seed", "0:10"], 0),
        (["solve", "intrigue", "--seed", "x"], 2),
        (["solve"], 2),
        (["nonsense"], 2),
        (["--help"], 0),
        (["--version"], 0),
        (["games"], 0),
    ],
)
def test_exit_statuses(arguments: list[str], status: int) -> None:
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr


def test_exit_statuses_when_a_limit_is_reached(hard: list[str]) -> None:
    several = f"{hard[-1]}:{int(hard[-1]) + 2}"
    for arguments in [hard, [*hard[:-1], several]]:
        done = subprocess.run(
            [*COMMAND, *arguments, "--max-states", "100"], capture_output=True, text=True, check=False
        )
        assert done.returncode == 3, done.stderr
        assert "unknown" in done.stdout


@pytest.mark.parametrize("signals", [1, 3])
def test_interrupting_one_search(hard: list[str], signals: int) -> None:
    with (
        terminal() as (ours, theirs),
        subprocess.Popen([*COMMAND, *hard], stdout=subprocess.PIPE, stderr=theirs) as process,
    ):
        os.close(theirs)
        read_until(ours, b"states")
        started = time.monotonic()
        for _ in range(signals):
            process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=10)
        took = time.monotonic() - started
    assert process.returncode == 130
    assert output == b""
    assert took < FELT_WITHIN + 0.3


def test_interrupting_many_searches() -> None:
    arguments = [*COMMAND, "solve", "intrigue", "--seed", "0:100000000000"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        output = b"".join(process.stdout.readline() for _ in range(50))
        process.send_signal(signal.SIGINT)
        output += process.stdout.read()
        errors = process.stderr.read()
    assert process.returncode == 130
    assert b"Traceback" not in errors
    for line in output.splitlines(keepends=True):
        assert line.startswith(b"intrigue#")
        assert line.endswith(b"s\n")  # no line is half written


def test_a_pipe_that_closes_early_ends_the_run_quietly() -> None:
    arguments = [*COMMAND, "deal", "intrigue", "--seed", "0:100000000000"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().count(b" ") == 103
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_colours_are_for_terminals_that_want_them() -> None:
    arguments = [*COMMAND, "deal", "fan", "--seed", "1"]
    for extra, coloured in [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]:
        with terminal() as (ours, theirs):
            environment = {**os.environ, "TERM": "xterm", "PYTHONUTF8": "1", **extra}
            environment = {name: text for name, text in environment.items() if name != "NO_COLOR" or extra}
            process = subprocess.Popen(arguments, stdout=theirs, env=environment)
            os.close(theirs)
            seen = read_until(ours, b"18")
            assert process.wait(10) == 0
            assert (b"\x1b[31m" in seen) == coloured
            assert "♥".encode() in seen
    piped = subprocess.run(arguments, capture_output=True, check=True).stdout
    assert b"\x1b" not in piped
    assert piped.count(b"\n") == 1


def test_letters_stand_for_suits_where_the_encoding_has_no_symbols() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    arguments = [*COMMAND, "deal", "fan", "--seed", "1", "--board"]
    printed = subprocess.run(arguments, capture_output=True, check=True, env=environment).stdout.decode("ascii")
    assert "foundations   C -   S -   H -   D -" in printed
    assert "?" not in printed
