"""Random play of every game with every option: what must hold of any position."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intrigue.errors import IllegalMove
from intrigue.reference import Position
from tests.support import PlainRules, full_rules, name_of, pack, reduced_rules, seeded

ALL = reduced_rules() + full_rules()


def cards_out(position: Position) -> int:
    values = position.foundations.values()
    return sum(value if isinstance(value, int) else sum(value) for value in values)


@pytest.mark.parametrize("plain", ALL, ids=name_of)
@settings(max_examples=8, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**64 - 1), choices=st.lists(st.integers(0, 10**6), min_size=10, max_size=60))
def test_play_undo_and_layouts(plain: PlainRules, seed: int, choices: list[int]) -> None:
    position = Position(seeded(plain, seed))
    size = sum(map(len, position.piles)) + len(position.stock) + cards_out(position)
    texts, played = [str(position)], []
    for choice in choices:
        legal = position.legal_moves()
        assert len(set(legal)) == len(legal)
        if not legal:
            break
        played.append(legal[choice % len(legal)])
        position.play(played[-1])
        assert position.moves == tuple(played)
        assert sum(map(len, position.piles)) + len(position.stock) + cards_out(position) == size
        texts.append(str(position))
        again = Position.from_text(plain, texts[-1])
        assert str(again) == texts[-1]
        assert set(again.legal_moves()) == set(position.legal_moves())
        assert (again.piles, again.stock, again.foundations) == (position.piles, position.stock, position.foundations)
        assert again.is_won == position.is_won
    while played:
        assert str(position) == texts.pop()
        position.undo()
        played.pop()
    assert [str(position)] == texts
    with pytest.raises(IllegalMove, match="no move to undo"):
        position.undo()


def every_text(position: Position) -> set[str]:
    """List the texts of all moves that could be thought of on this table, legal or not."""
    piles = range(1, len(position.piles) + 2)
    ends = [*map(str, piles), "f", "u", "d"]
    texts = {"deal", "redeal"} | {f"{pile}-{end}" for pile, end in product(piles, ends)}
    texts |= {f"draw {pile}/{below}-{end}" for pile, below, end in product(piles, range(1, 8), ends)}
    cards = [rank + suit for rank in "A23456K" for suit in "CSH"]
    return texts | {f"{door}{card}-{pile}" for door, card, pile in product("fud", cards, piles)}


@pytest.mark.parametrize("plain", reduced_rules(), ids=name_of)
def test_the_legal_moves_are_just_the_moves_that_can_be_played(plain: PlainRules) -> None:
    for seed in range(3):
        position = Position(seeded(plain, seed))
        for turn in range(12):
            legal = position.legal_moves()
            assert set(legal) == {text for text in every_text(position) if playable(position, text)}
            if not legal:
                break
            position.play(legal[(seed + 7 * turn) % len(legal)])


def playable(position: Position, text: str) -> bool:
    try:
        position.play(text)
    except IllegalMove:
        return False
    position.undo()
    return True


@pytest.mark.parametrize("plain", full_rules(), ids=name_of)
def test_all_cards_are_on_the_table_at_first(plain: PlainRules) -> None:
    position = Position(seeded(plain, 11))
    found = Counter([*position.stock, *(card for pile in position.piles for card in pile)])
    wanted = Counter(pack(plain))
    if plain.game == "salic_law":
        wanted = Counter({card: count for card, count in wanted.items() if card[0] != "Q"})
    assert not found - wanted
    assert {card[0] for card in wanted - found} <= {"A"}
