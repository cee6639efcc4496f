"""The most cards out, against exhaustive play in the reference engine, and play without knowing the redeals."""

import json
import os
import random

import pytest
from click.testing import CliRunner

import intrigue
from intrigue import reference
from intrigue.cli import main

from .cross_check import cases

CHECKS = int(os.environ.get("INTRIGUE_CHECKS", "6"))
REFERENCE_STATES = 1000

# Two deals of La Belle Lucie checked by another program: 18 cards out at most, and all of them.
EIGHTEEN = (
    "KH 2S 8S / 3S 5S QH / JH 4H TD / 3D 8C 8D / 4C JS 7D / AH AS 5H / 7C 2D 5D / AC 8H TC / 2H QD 7H / 3H AD KD / "
    "4S 9S 6H / 9D QC TH / 6C KS JD / 6D 6S 9C / KC 9H TS / 5C 4D 7S / 2C 3C JC / QS"
)
ALL_OUT = (
    "5C 3C JD / 7C 9S 6D / JH 8H 7H / KH 4S 9D / TS QS 8D / QC 9H TD / KS 5D 3S / JS 2D 2S / AS KD 6H / TC 4C 4H / "
    "7S AH 8C / 5S 9C 3H / TH AC 2H / 6S 4D QD / 6C 7D JC / 5H KC 8S / 3D AD QH / 2C"
)


def cards_out(position: intrigue.Position | reference.Position) -> int:
    """Count the cards on the foundations."""
    heights = position.foundations.values()
    return sum(height if isinstance(height, int) else sum(height) for height in heights)


def exhaustive(start: intrigue.Position) -> int | None:
    """Look at everything that can be reached without redealing; None when that is too much."""
    position = reference.Position.from_text(start.rules, str(start))
    seen = {str(position)}
    most = cards_out(position)
    untried = [list(position.legal_moves())]
    while untried:
        if not untried[-1]:
            untried.pop()
            if untried:
                position.undo()
            continue
        move = untried[-1].pop()
        if move == "redeal":
            continue
        position.play(move)
        if str(position) in seen:
            position.undo()
            continue
        seen.add(str(position))
        if len(seen) > REFERENCE_STATES:
            return None
        most = max(most, cards_out(position))
        untried.append(list(position.legal_moves()))
    return most


@pytest.mark.parametrize("game", intrigue.GAMES)
def test_no_play_in_the_reference_engine_has_more_cards_out(game: str) -> None:
    compared = 0
    for text, position in cases(game, CHECKS, 5, {}):
        expected = exhaustive(position)
        if expected is None:
            continue
        found = intrigue.most_out(position)
        assert (found.cards_out, found.exact, found.reason) == (expected, True, None), text
        assert cards_out(intrigue.verify(position, found.moves)) == expected, text
        compared += 1
    assert compared > 0


def layout(fans: str) -> intrigue.Position:
    """Lay out fans of La Belle Lucie, bottom to top, with no redeal."""
    rules = intrigue.rules("la_belle_lucie", redeals=0)
    numbered = enumerate(fans.split(" / "), 1)
    return intrigue.Position.from_text(rules, "\n".join(f"{number}: {fan}" for number, fan in numbered))


def test_deals_that_another_program_checked() -> None:
    assert intrigue.most_out(layout(EIGHTEEN))[:3] == (18, 52, True)
    found = intrigue.most_out(layout(ALL_OUT))
    assert found.is_win
    assert intrigue.verify(layout(ALL_OUT), found.moves).is_won


@pytest.mark.parametrize("game", intrigue.GAMES)
def test_winnable_deals_have_every_card_out(game: str) -> None:
    rules = intrigue.rules(game)
    if "redeals" in rules.options:
        rules = intrigue.rules(rules, redeals=0)
    for seed in range(40):
        deal = intrigue.deal(rules, seed=seed)
        if intrigue.solve(deal, max_states=20_000).verdict == "winnable":
            found = intrigue.most_out(deal)
            assert found.is_win
            assert found.exact
            assert intrigue.verify(deal, found.moves).is_won
            return


def test_a_limit_gives_the_best_found() -> None:
    deal = intrigue.deal("house_in_the_wood", seed=3)
    found = intrigue.most_out(deal, max_states=2000)
    assert (found.exact, found.reason, found.states) == (False, "states", 2000)
    assert 0 < found.cards_out < found.cards_of_a_win == 104
    assert cards_out(intrigue.verify(deal, found.moves)) == found.cards_out


@pytest.mark.parametrize("game", ["la_belle_lucie", "trefoil", "three_shuffles_and_a_draw", "intelligence"])
def test_games_with_unseen_redeals_replay(game: str) -> None:
    limit = 3000 if game == "intelligence" else None
    for seed in range(5):
        deal = intrigue.deal(game, seed=seed)
        played = intrigue.play_unseen(deal, max_states=limit)
        assert intrigue.verify(deal, played.moves).is_won == played.is_won
        assert played.exact or limit
        if len(played.cards_out) > 1 and not limit:
            without = intrigue.deal(intrigue.rules(game, redeals=0, draws=0), seed=seed)
            assert intrigue.most_out(without).cards_out == played.cards_out[0]


def test_the_rate_is_that_of_the_games() -> None:
    found = intrigue.unseen_redeals("trefoil", range(30))
    games = [intrigue.play_unseen(intrigue.deal("trefoil", seed=seed)) for seed in range(30)]
    assert found.won == sum(game.is_won for game in games)
    assert (found.games, found.exact) == (30, 30)
    assert found.cards_out[-1] == pytest.approx(sum(game.cards_out[-1] for game in games) / 30)
    assert found.interval.low < found.rate < found.interval.high
    with pytest.raises(intrigue.DealError, match="no redeals"):
        intrigue.unseen_redeals("fan", range(1))


def test_a_set_as_large_prefers_diamonds_then_hearts_then_spades() -> None:
    rules = intrigue.rules("la_belle_lucie", redeals=0, suits=2, ranks=5)
    rng = random.Random(1)
    for _ in range(40):
        deal = intrigue.deal(rules, seed=rng.getrandbits(32))
        found = intrigue.most_out(deal)
        best = (found.cards_out, *spades_and_clubs(reference.verify(deal, found.moves)))
        assert best == max(sets_out(deal))


def spades_and_clubs(position: reference.Position) -> tuple[int, int]:
    """Give the heights of the two foundations, the one that goes first in a tie first."""
    heights = position.foundations
    return heights["S"][0], heights["C"][0]  # type: ignore[index]


def sets_out(deal: intrigue.Deal) -> set[tuple[int, int, int]]:
    """List the sets of cards out that can be reached, each with its size first."""
    position = reference.Position(deal)
    found, seen, untried = set(), {str(position)}, [list(position.legal_moves())]
    while untried:
        spades, clubs = spades_and_clubs(position)
        found.add((spades + clubs, spades, clubs))
        while untried and not untried[-1]:
            untried.pop()
            if untried:
                position.undo()
        if untried:
            position.play(untried[-1].pop())
            if str(position) in seen:
                position.undo()
            else:
                seen.add(str(position))
                untried.append(list(position.legal_moves()))
    return found


def run(*arguments: str, status: int = 0) -> str:
    """Run the program and give what it printed."""
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == status, result.output
    return result.stdout


def test_the_command_line_gives_the_same() -> None:
    rules = ("la_belle_lucie", "--set", "redeals=0")
    record = json.loads(run("most-out", *rules, "--seed", "1", "--json"))
    found = intrigue.most_out(intrigue.deal("la_belle_lucie", seed=1))
    assert (record["cards_out"], record["exact"], record["moves"]) == (found.cards_out, True, list(found.moves))
    assert run("most-out", *rules, "--seed", "1:4").count("cards out") == 3
    assert "--max-states" in run("most-out", "house_in_the_wood", "--seed", "3", "--max-states", "500", status=3)
    record = json.loads(run("unseen", "trefoil", "--seed", "0:20", "--json"))
    found_rate = intrigue.unseen_redeals("trefoil", range(20))
    assert (record["won"], record["games"]) == (found_rate.won, 20)
    assert f"won: {found_rate.won}" in run("unseen", "trefoil", "--seed", "0:20")
    assert run("unseen", "fan", "--seed", "0:20", status=2) == ""
