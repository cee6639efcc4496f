"""Bad input on the command line: one clear message that names every fault, exit status 2, nothing solved."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import intrigue

from .test_cli import refusal, run

GOOD = str(intrigue.deal("intrigue", seed=1))


def changed(old: str, new: str) -> str:
    """Give a good deal of Intrigue with one card put in the place of another."""
    cards = GOOD.split()
    cards[cards.index(old)] = new
    return " ".join(cards).replace("  ", " ").strip()


@pytest.mark.parametrize(
    ("game", "cards", "parts"),
    [
        ("intrigue", "", ["no cards are given"]),
        ("intrigue", "   ", ["no cards are given"]),
        ("intrigue", GOOD.rsplit(" ", 1)[0], ["missing: ", "cards given: 103"]),
        ("intrigue", changed("KH", "AC"), ["missing: KH", "surplus: AC", "cards given: 104"]),
        ("intrigue", changed("KH", "1H"), ['"1H" is no card', "missing: KH"]),
        ("intrigue", changed("QS", "3C"), ["missing: QS", "surplus: 3C"]),
        ("intrigue", changed("QS", ""), ["missing: QS", "cards given: 103"]),
        ("intrigue", "1H 0H 11H", ['column 1: "1H"', 'column 4: "0H"', 'column 7: "11H"']),
        ("intrigue", str(intrigue.deal("fan", seed=1)), ["takes 104 cards", "missing: AC", "cards given: 52"]),
        ("fan", GOOD, ["takes 52 cards", "surplus: AC", "cards given: 104"]),
        ("fan", "\udcff\udcfe", ["is no card"]),
        ("trefoil", str(intrigue.deal("trefoil", seed=1)).replace("AH", ""), ["missing: AH"]),
    ],
)
@pytest.mark.parametrize("command", ["deal", "solve"])
def test_cards_that_are_no_deal(command: str, game: str, cards: str, parts: list[str]) -> None:
    message = refusal(command, game, "--deal", cards)
    for part in parts:
        assert part in message


def test_redeals_need_their_order_only_when_they_are_asked_for() -> None:
    cards = str(intrigue.deal("trefoil", seed=1))
    allowed = run("deal", "trefoil", "--deal", cards)
    assert allowed.exit_code == 0
    assert "note: redeals = 0" in allowed.stderr
    assert "needs the order of each redeal" in refusal("deal", "trefoil", "--deal", cards, "--set", "redeals=1")


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["intrige", "--seed", "1"], ["unknown game", "intrigue"]),
        (["", "--seed", "1"], ["unknown game"]),
        (["intrigue"], ["exactly one of", "given: none"]),
        (["intrigue", "--seed", "1", "--deal", "QS"], ["exactly one of", "given: --seed, --deal"]),
        (["intrigue", "--seed", "x"], ["neither a seed"]),
        (["intrigue", "--seed", "-1"], ["neither a seed"]),
        (["intrigue", "--seed", "5:5"], ["holds no seed"]),
        (["intrigue", "--seed", str(1 << 64)], ["2**64 - 1"]),
        (["intrigue", "--pysolfc", "x"], ["PySolFC number"]),
        (["intrigue", "--seed", "1", "--set", "plays"], ["NAME=VALUE"]),
        (["intrigue", "--seed", "1", "--set", "redeals=1"], ["no option", "plays, bare_base"]),
        (["intrigue", "--seed", "1", "--set", "suits=1"], ["no option"]),
        (["intrigue", "--seed", "1", "--set", "plays=no"], ["forced, starters, optional"]),
        (["intrigue", "--seed", "1", "--set", "plays=forced", "--set", "plays=optional"], ["set already"]),
        (["intrigue", "--seed", "1", "--preset", "x"], ["unknown preset"]),
        (["intrigue", "--file", "no/such/file"], ["cannot read no/such/file", "No such file"]),
        (["intrigue", "--file", "."], ["cannot read .", "directory"]),
        (["intrigue", "--position", "no/such/file"], ["cannot read no/such/file"]),
    ],
)
def test_command_lines_that_make_no_sense(arguments: list[str], parts: list[str]) -> None:
    message = refusal("solve", *arguments)
    for part in parts:
        assert part in message


def test_all_faults_of_a_command_line_are_named_at_once() -> None:
    message = refusal("solve", "fan", "--seed", "5:1", "--set", "foo", "--set", "plays=x", "--set", "redeals=5")
    for part in ["several faults", "'foo'", "'plays=x'", "redeals=5", "--seed 5:1"]:
        assert part in message


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--max-states", "0"),
        ("--max-states", "many"),
        ("--max-states", "1e99"),
        ("--max-seconds", "-1"),
        ("--max-seconds", "nan"),
        ("--max-seconds", "inf"),
        ("--max-bytes", "64Q"),
        ("--max-bytes", "0"),
        ("--workers", "0"),
    ],
)
def test_limits_that_are_none(option: str, value: str) -> None:
    assert option in refusal("solve", "fan", "--seed", "1", option, value)


def test_faulty_lines_of_a_file_are_all_named_and_nothing_is_solved() -> None:
    lines = ["# deals", GOOD, "", changed("KH", "1H"), GOOD + " # the first again", "AC"]
    message = refusal("solve", "intrigue", "--file", "-", stdin="\n".join(lines))
    assert "line 4: " in message
    assert "column" in message
    assert '"1H" is no card' in message
    assert "line 6: " in message
    assert "cards given: 1" in message
    assert "line 2:" not in message
    assert "holds no deal" in refusal("solve", "intrigue", "--file", "-", stdin="# nothing\n\n")


def test_a_fault_far_down_a_file_ends_the_run_there() -> None:
    result = run("deal", "intrigue", "--file", "-", stdin=(GOOD + "\n") * 1500 + "AC\n" + GOOD)
    assert result.exit_code == 2
    assert "standard input, line 1501: this is no deal" in result.stderr
    assert result.stdout == (GOOD + "\n") * 1500


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"\0" * 1000, r'"\0'),
        (b"\0\n\0\n", r'"\0" is no card'),
        (GOOD.encode().replace(b" ", b"\0", 1), "is no card"),
        (b"\xff\xfe\x00\x01" * 100, "line 1 is not UTF-8 text: byte 1 of the line is 0xff"),
        (random.Random(1).randbytes(1 << 20), "is not UTF-8 text"),
        (b"QS " * 50_000, "line 1 has more than 65,536 bytes"),
    ],
)
def test_files_that_are_no_deals(content: bytes, part: str, tmp_path: Path) -> None:
    file = tmp_path / "deals"
    file.write_bytes(content)
    assert part in refusal("solve", "intrigue", "--file", str(file))
    assert refusal("solve", "intrigue", "--position", str(file))
    assert refusal("solve", "intrigue", "--file", "-", stdin=content)


@pytest.mark.skipif(sys.platform == "win32", reason="memory is measured by wait4")
@pytest.mark.parametrize(
    ("byte", "option"), [(b"\0", "--file"), (b"A", "--file"), (b"\n", "--position"), (b" ", "--moves")]
)
def test_a_file_of_100_mb_is_refused_in_little_memory(byte: bytes, option: str, tmp_path: Path) -> None:
    file = tmp_path / "large"
    with file.open("wb") as stream:
        for _ in range(100):
            stream.write(byte * 1_000_000)
    arguments = ["verify", "intrigue", "--seed", "1"] if option == "--moves" else ["solve", "intrigue"]
    # A child's peak begins with its parent's, which here is that of all tests: a small process stands between.
    between = (
        "import resource, subprocess, sys; status = subprocess.run(sys.argv[1:]).returncode; "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr); sys.exit(status)"
    )
    command = [sys.executable, "-c", between, sys.executable, "-m", "intrigue", *arguments, option, str(file)]
    ended = subprocess.run(command, capture_output=True, text=True)
    errors, largest = ended.stderr.splitlines()
    assert (ended.returncode, ended.stdout) == (2, "")
    assert errors.startswith("Error: ")
    if option == "--file":
        assert "line 1 has more than" in errors
    peak = int(largest) * (1 if sys.platform == "darwin" else 1024)
    assert peak < 100_000_000


def test_layouts_that_are_none() -> None:
    layout = "1: QS 1H\nheap: 3C\n3: QD"
    message = refusal("solve", "intrigue", "--position", "-", stdin=layout)
    for part in ["standard input: ", 'line 1, column 7: "1H"', 'line 2: unknown label "heap"', "pile 3"]:
        assert part in message
    assert "no column" in refusal("solve", "intrigue", "--position", "-", stdin="")


def test_moves_that_cannot_be_read() -> None:
    for moves in ["hello", "3-", "1-f [", '{"moves": 3}', "{}", "{", "[" * 100_000, "\0"]:
        assert refusal("verify", "intrigue", "--seed", "1", "--moves", "-", stdin=moves)
    assert "one deal" in refusal("verify", "intrigue", "--seed", "0:2", "--moves", "-", stdin="deal")


@pytest.mark.skipif(os.name == "nt", reason="names of files are not bytes there")
def test_a_file_whose_name_is_no_text_is_found() -> None:
    name = os.fsdecode(b"deal\xff")
    assert "cannot read" in refusal("solve", "intrigue", "--file", name)
