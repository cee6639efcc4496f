"""The core and the reference engine side by side: random deals, random play, undo, and moves that are forbidden."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import intrigue
from intrigue import reference

from .cross_check import CHOICES, SHAPES


def options_of(game: str) -> st.SearchStrategy[dict[str, Any]]:
    """Draw values for all options of a game, and a full or a reduced pack."""
    defaults = intrigue.rules(game).options
    choices = {
        name: st.sampled_from([0] if name == "redeals" and default == 0 else CHOICES[name])
        for name, default in defaults.items()
    }
    shapes = st.sampled_from([{}, *SHAPES[game]])
    return st.builds(lambda options, shape: options | shape, st.fixed_dictionaries(choices), shapes)


def assert_same(core: intrigue.Position, slow: reference.Position) -> None:
    """Compare all that the two engines show."""
    assert str(core) == str(slow)
    assert sorted(core.legal_moves()) == sorted(slow.legal_moves())
    assert core.is_won == slow.is_won
    assert core.piles == slow.piles
    assert core.stock == slow.stock
    assert core.foundations == slow.foundations
    assert core.moves == slow.moves


PILE_MOVES = ["1-f", "2-1", "3-9", "1-u", "2-d", "9-9", "35-1", "36-f"]
SOME_MOVES = ["deal", "redeal", *PILE_MOVES, "draw 2/1-f", "draw 1/2-3", "fAC-1", "f5H-2", "uKD-2", "dKC-1"]


@pytest.mark.parametrize("game", intrigue.GAMES)
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_random_play_is_the_same_in_both_engines(game: str, data: st.DataObject) -> None:
    rules = intrigue.rules(game, **data.draw(options_of(game), label="options"))
    deal = intrigue.deal(rules, seed=data.draw(st.integers(0, 2**64 - 1), label="seed"))
    core, slow = intrigue.Position(deal), reference.Position(deal)
    rng = data.draw(st.randoms(use_true_random=False), label="play")
    for _ in range(rng.randrange(120)):
        moves = sorted(core.legal_moves())
        if moves and rng.random() < 0.85:
            play = rng.choice(moves)
            core.play(play)
            slow.play(play)
        elif core.moves:
            core.undo()
            slow.undo()
        if rng.random() < 0.2:
            assert_same(core, slow)
    assert_same(core, slow)
    for play in SOME_MOVES:
        if play not in core.legal_moves():
            before = str(core)
            for engine in (core, slow):
                with pytest.raises(intrigue.IllegalMove):
                    engine.play(play)
            assert str(core) == before == str(slow)
    while core.moves:
        core.undo()
        slow.undo()
    assert_same(core, slow)
    assert str(core) == str(intrigue.Position(deal))


@pytest.mark.parametrize("game", intrigue.GAMES)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_layouts_read_back_and_mean_the_same_in_both_engines(game: str, data: st.DataObject) -> None:
    rules = intrigue.rules(game, **data.draw(options_of(game), label="options"))
    deal = intrigue.deal(rules, seed=data.draw(st.integers(0, 10**6), label="seed"))
    core = intrigue.Position(deal)
    rng = data.draw(st.randoms(use_true_random=False), label="play")
    for _ in range(rng.randrange(150)):
        moves = core.legal_moves()
        if not moves:
            break
        play = rng.choice(moves)
        if play != "redeal" or rng.random() < 0.1:
            core.play(play)
    text = str(core)
    again = intrigue.Position.from_text(rules, text)
    slow = reference.Position.from_text(rules, text)
    assert again == core
    assert str(again) == text == str(slow)
    assert sorted(again.legal_moves()) == sorted(slow.legal_moves())


@pytest.mark.parametrize("number", ["11", "31999", "32000", "123456789", "ms4000000000", "ms8589934591"])
@pytest.mark.parametrize("game", ["intelligence", "la_belle_lucie", "trefoil"])
def test_pysolfc_redeals_are_the_same_in_both_engines(game: str, number: str) -> None:
    deal = intrigue.Deal.from_pysolfc(intrigue.rules(game, preset="pysolfc"), number)
    core, slow = intrigue.Position(deal), reference.Position(deal)
    for _ in range(2):
        for _ in range(25):
            for play in sorted(set(core.legal_moves()) - {"redeal"})[-1:]:
                core.play(play)
                slow.play(play)
        core.play("redeal")
        slow.play("redeal")
        assert_same(core, slow)
        assert intrigue.Position.from_text(deal.rules, str(core)) == core
    with pytest.raises(intrigue.IllegalMove, match="redeal"):
        core.play("redeal")
