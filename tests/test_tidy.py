"""Tidy solutions: they win in the reference engine, are never longer, and cannot be tidied further."""

import random

import pytest

import intrigue
from intrigue import Deal, Position, Rules

RULES = [intrigue.rules(game, preset=preset) for game in intrigue.GAMES for preset in (None, "pysolfc")]
DEALS = 3
STATES = 20_000


def name(rules: Rules) -> str:
    """Name rules in a test's name."""
    return f"{rules.game}-{'-'.join(str(value) for value in rules.options.values())}"


def wandering_win(deal: Deal, seed: int) -> tuple[str, ...]:
    """Give winning moves that begin with random ones, as many as a person might waste; none when none are found."""
    chance, position = random.Random(seed), Position(deal)
    for _ in range(chance.randint(0, 12)):
        if not (legal := [move for move in position.legal_moves() if move != "redeal"]):
            break
        position.play(chance.choice(legal))
    result = intrigue.solve(position, max_states=STATES)
    return position.moves + result.moves if result.moves else ()


@pytest.mark.parametrize("rules", RULES, ids=name)
def test_tidy_lines_win_and_are_as_short_as_tidying_makes_them(rules: Rules) -> None:
    for seed in range(DEALS):
        deal = intrigue.deal(rules, seed=seed)
        moves = wandering_win(deal, seed)
        if not moves:
            continue
        tidy = intrigue.tidy(deal, moves)
        assert intrigue.verify(deal, tidy).is_won
        assert len(tidy) <= len(moves)
        assert intrigue.tidy(deal, tidy) == tidy


@pytest.mark.parametrize("rules", RULES, ids=name)
def test_a_search_tidies_what_it_found(rules: Rules) -> None:
    deal = intrigue.deal(rules, seed=1)
    plain = intrigue.solve(deal, max_states=STATES)
    tidy = intrigue.solve(deal, max_states=STATES, tidy=True)
    assert (tidy.verdict, tidy.reason, tidy.states) == (plain.verdict, plain.reason, plain.states)
    assert list(tidy.moves) == (intrigue.tidy(deal, plain.moves) if plain.moves else [])


def hops(deal: Deal, moves: tuple[str, ...]) -> list[list[str]]:
    """Give the line with a hop to a pile and back put in, wherever one is legal."""
    position, found = Position(deal), []
    for count, move in enumerate(moves):
        for hop in position.legal_moves():
            source, _, target = hop.partition("-")
            if source.isdigit() and target.isdigit():
                position.play(hop)
                if (back := f"{target}-{source}") in position.legal_moves():
                    found.append([*moves[:count], hop, back, *moves[count:]])
                position.undo()
        position.play(move)
    return found


def test_hops_to_and_fro_go() -> None:
    deal = intrigue.deal("house_in_the_wood", seed=1)
    tidy = intrigue.tidy(deal, intrigue.solve(deal).moves)
    lines = hops(deal, tuple(tidy))
    assert lines
    for line in lines[:20]:
        assert len(intrigue.tidy(deal, line)) <= len(tidy)


def test_moves_that_do_not_win_are_refused() -> None:
    deal = intrigue.deal("fan", seed=2)
    with pytest.raises(intrigue.IllegalMove, match="do not win"):
        intrigue.tidy(deal, ["2-f"])
    with pytest.raises(intrigue.IllegalMove, match="move 2: "):
        intrigue.tidy(deal, ["2-f", "1-1"])
    with pytest.raises(intrigue.NotationError):
        intrigue.tidy(deal, ["up"])
