"""The command line: what it prints, and the exit status it ends with."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import intrigue
from intrigue.cli import main

# A game of Intrigue a few moves before its end; its only legal moves win.
LATE = "1: QC TC\n2: QC JH\n3: QS\n4: QS\n5: QH\n6: QH\n7: QD\n8: QD"


def run(*arguments: str, stdin: str | bytes = "") -> Result:
    """Run the program in this process."""
    return CliRunner().invoke(main, arguments, input=stdin)


def refusal(*arguments: str, stdin: str | bytes = "") -> str:
    """Run the program on bad input and give its one message: exit status 2, nothing solved, no traceback."""
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    assert result.stderr.count("Error: ") == 1
    return result.stderr


def records(result: Result) -> list[dict[str, object]]:
    """Read the JSON objects that a command printed."""
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_games_lists_every_game_with_its_options() -> None:
    result = run("games")
    assert result.exit_code == 0
    for game in intrigue.GAMES:
        assert game in result.stdout
    listed = records(run("games", "--json"))
    assert [record["game"] for record in listed] == list(intrigue.GAMES)


@pytest.mark.parametrize("game", intrigue.GAMES)
def test_a_deal_printed_in_a_line_is_read_back_from_a_file(game: str, tmp_path: Path) -> None:
    line = run("deal", game, "--seed", "7").stdout
    assert line == f"{intrigue.deal(game, seed=7)}\n"
    file = tmp_path / "deals.txt"
    file.write_text(line)
    assert run("deal", game, "--file", str(file)).stdout == line
    assert run("deal", game, "--file", "-", stdin=line).stdout == line


@pytest.mark.parametrize("game", intrigue.GAMES)
def test_a_layout_printed_is_read_back_as_a_position(game: str, tmp_path: Path) -> None:
    layout = run("deal", game, "--seed", "7", "--layout").stdout
    file = tmp_path / "layout.txt"
    file.write_text(layout)
    assert run("deal", game, "--position", str(file), "--layout").stdout == layout
    assert run("deal", game, "--position", str(file), "--board").exit_code == 0


def test_a_late_position_is_solved_and_its_solution_verified(tmp_path: Path) -> None:
    layout = tmp_path / "late.txt"
    layout.write_text(LATE)
    position = ("intrigue", "--position", str(layout))
    for form in ([], ["--json"]):
        solved = run("solve", *position, *form, "--max-states", "1000")
        assert solved.exit_code == 0
        text = solved.stdout if form else solved.stdout.split("known", 1)[1].partition("\n\n")[2]
        assert run("verify", *position, "--moves", "-", stdin=text).stdout.startswith("won:")


def test_verify_tells_legal_won_and_wrong_apart(tmp_path: Path) -> None:
    layout = tmp_path / "late.txt"
    layout.write_text(LATE)
    verify = ("verify", "intrigue", "--position", str(layout), "--moves", "-")
    assert run(*verify, stdin="1-f 2-f").exit_code == 0
    assert run(*verify, stdin="1-f").exit_code == 1
    illegal = run(*verify, stdin="1-f 1-f")
    assert illegal.exit_code == 1
    assert "move 2" in illegal.stdout
    assert "no move" in refusal(*verify, stdin="1-f up")
