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
        assert run("verify", *position, "--moves", "-", stdin=solved.stdout).stdout.startswith("won:")


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


def test_several_deals_are_solved_in_order_and_counted() -> None:
    result = run("solve", "intrigue", "--seed", "38:42", "--json", "--workers", "2")
    assert result.exit_code == 0
    assert [record["id"] for record in records(result)] == [f"intrigue#{seed}" for seed in range(38, 42)]
    assert [record["verdict"] for record in records(result)].count("unwinnable") == 1
    assert "4 deals: 3 winnable, 1 unwinnable, 0 unknown; winnable means with every card known" in result.stderr
    lines = run("solve", "intrigue", "--seed", "38:42").stdout.splitlines()
    assert [line.split()[:2] for line in lines] == [[record["id"], record["verdict"]] for record in records(result)]


def test_json_of_a_solved_deal_is_complete() -> None:
    (record,) = records(run("solve", "glencoe", "--seed", "1", "--set", "plays=optional", "--json"))
    deal = intrigue.deal(intrigue.rules("glencoe", plays="optional"), seed=1)
    assert record["rules"] == dict(deal.rules.options)
    assert (record["deal"], record["id"], record["position"]) == (str(deal), deal.id, None)
    assert (record["schema"], record["generator"]) == (1, intrigue.GENERATOR)
    assert intrigue.verify(deal, record["moves"]).is_won  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "arguments",
    [
        ["games"],
        ["rules", "fan"],
        ["deal", "fan", "--seed", "1"],
        ["solve", "fan", "--seed", "2", "--explain-moves"],
        ["verify", "fan", "--seed", "2", "--moves", "-"],
        ["find", "fan", "--winnable", "--difficulty", "easy"],
    ],
)
def test_every_key_is_written_down(arguments: list[str]) -> None:
    documentation = (Path(__file__).parent.parent / "docs" / "json.md").read_text(encoding="utf-8")
    always = arguments[0] == "find"
    for record in records(run(*arguments, *([] if always else ["--json"]))):
        for key in record:
            assert f"| `{key}` |" in documentation


def test_rules_are_those_of_the_options_in_force() -> None:
    assert "every top card that a foundation takes must go there" in run("rules", "Glencoe").stdout.replace("\n  ", " ")
    free = run("rules", "glencoe", "--preset", "pysolfc").stdout
    assert "Nothing is compulsory" in free
    assert "plays = optional" in free


def test_explained_moves_agree_with_the_solver() -> None:
    result = run("solve", "fan", "--seed", "2", "--explain-moves", "--json")
    assert result.exit_code == 0
    (record,) = records(result)
    explained = record["explained"]
    assert isinstance(explained, dict)
    position = intrigue.Position(intrigue.deal("fan", seed=2))
    assert list(explained) == position.legal_moves()
    for move, outcome in explained.items():
        position.play(move)
        assert outcome == {"verdict": str(intrigue.solve(position).verdict), "reason": None}
        position.undo()
    printed = run("solve", "fan", "--seed", "2", "--explain-moves").stdout
    assert all(f"  {move} " in printed for move in explained)


def test_moves_of_a_position_are_explained_and_so_are_limits(tmp_path: Path) -> None:
    layout = tmp_path / "late.txt"
    layout.write_text(LATE)
    printed = run("solve", "intrigue", "--position", str(layout), "--explain-moves").stdout
    position = intrigue.Position.from_text("intrigue", LATE)
    for move in position.legal_moves():
        assert f"\n  {move} " in printed
    layout.write_text("\n".join(f"{number}: Q{suit}" for number, suit in enumerate("CCSSHHDD", 1)))
    assert "no move is legal" in run("solve", "intrigue", "--position", str(layout), "--explain-moves").stdout
    hard = ("solve", "house_in_the_wood", "--set", "take_back=yes", "--seed", "1", "--max-states", "10")
    result = run(*hard, "--explain-moves")
    moves = intrigue.Position(intrigue.deal("house_in_the_wood", seed=1)).legal_moves()
    assert result.stdout.count("unknown (--max-states)") == len(moves)
    lost = run("solve", "intrigue", "--seed", "40", "--explain-moves").stdout
    assert "  deal " in lost
    assert "winnable in" not in lost


def test_tidy_solutions_are_never_longer_and_win() -> None:
    for seed in (2, 5):
        plain, tidy = (
            records(run("solve", "fan", "--seed", str(seed), "--json", *extra))[0] for extra in ((), ["--tidy"])
        )
        assert plain["verdict"] == tidy["verdict"]
        assert len(tidy["moves"]) <= len(plain["moves"])  # type: ignore[arg-type]
        assert plain["states"] == tidy["states"]
    assert "--tidy takes one deal" in refusal("solve", "fan", "--seed", "1:3", "--tidy")


def test_pysolfc_numbers_make_pysolfc_deals() -> None:
    line = run("deal", "salic_law", "--preset", "pysolfc", "--pysolfc", "# 12345 ").stdout
    assert line == f"{intrigue.Deal.from_pysolfc('salic_law', '12345')}\n"
