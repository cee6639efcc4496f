"""Deals found by verdict and difficulty: the first ones there are, each with proof."""

import json

import pytest
from click.testing import CliRunner

import intrigue
from intrigue.cli import main
from intrigue.errors import NotationError
from intrigue.finding import Careless, Search


def find(*arguments: str, status: int = 0) -> list[str]:
    """Run the command and give the lines that it printed."""
    result = CliRunner().invoke(main, ["find", *arguments])
    assert result.exit_code == status, result.output
    return result.stdout.splitlines()


@pytest.mark.parametrize("verdict", ["winnable", "unwinnable"])
def test_the_first_deals_are_found_with_proof(verdict: str) -> None:
    verdicts = [intrigue.solve(intrigue.deal("fan", seed=seed)).verdict for seed in range(5, 40)]
    wanted = [seed for seed, found in enumerate(verdicts, 5) if found == verdict][:5]
    assert find("fan", f"--{verdict}", "--count", "5", "--start", "5", "--numbers") == [str(seed) for seed in wanted]
    for seed, line in zip(wanted, find("fan", f"--{verdict}", "--count", "5", "--start", "5"), strict=True):
        record = json.loads(line)
        assert (record["id"], record["verdict"]) == (f"fan#{seed}", verdict)
        if verdict == "winnable":
            assert intrigue.verify(intrigue.deal("fan", seed=seed), record["moves"]).is_won
        else:
            assert record["proof"]


def test_pysolfc_numbers_name_pysolfc_deals() -> None:
    numbers = find("fan", "--preset", "pysolfc", "--winnable", "--count", "3", "--from", "pysolfc", "--numbers")
    rules = intrigue.rules("fan", preset="pysolfc")
    verdicts = [intrigue.solve(intrigue.Deal.from_pysolfc(rules, number)).verdict for number in range(1, 40)]
    assert numbers == [str(number) for number, found in enumerate(verdicts, 1) if found == "winnable"][:3]


@pytest.mark.parametrize(("difficulty", "low", "high"), [("easy", 50, 200), ("medium", 2, 49), ("hard", 0, 1)])
def test_difficulty_is_the_share_of_careless_games_won(difficulty: str, low: int, high: int) -> None:
    lines = find("laggard_lady", "--winnable", "--count", "2", "--difficulty", difficulty, "--careless-games", "200")
    for record in map(json.loads, lines):
        won = intrigue.careless_wins(intrigue.deal("laggard_lady", seed=int(record["id"].split("#")[1])), 200)
        assert record["careless"] == {"won": won, "games": 200, "generator": "splitmix64-1"}
        assert record["difficulty"] == difficulty
        assert low <= won <= high


def test_names_of_difficulties_meet_at_their_bounds() -> None:
    named = [Careless(won, 1000).difficulty for won in (1000, 250, 249, 10, 9, 0)]
    assert named == ["easy", "easy", "medium", "medium", "hard", "hard"]


def test_a_bounded_search_that_finds_too_few_says_so() -> None:
    assert len(find("intrigue", "--unwinnable", "--count", "3", "--among", "100", "--numbers", status=3)) == 2
    search = Search()
    assert list(search.find("fan", "winnable", among=50, max_states=1)) == []
    assert search.looked_at == 50
    assert search.undecided > 0


def test_what_cannot_be_found_is_refused() -> None:
    for arguments in (["fan"], ["fan", "--unwinnable", "--difficulty", "hard"], ["nowhere", "--winnable"]):
        assert CliRunner().invoke(main, ["find", *arguments]).exit_code == 2
    for arguments in ({"verdict": "unknown"}, {"verdict": "winnable", "source": "attic"}):
        with pytest.raises(NotationError):
            next(Search().find("fan", **arguments))
