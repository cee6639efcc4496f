"""PySolFC numbers: golden starts of deals, forgiving reading, and the limits."""

import random

import pytest

from intrigue import pysolfc
from intrigue.errors import NotationError

GAMES = sorted(pysolfc.ONE_PACK | pysolfc.TWO_PACKS | pysolfc.BASE_RANK.keys())


@pytest.mark.parametrize(
    ("game", "number", "start"),
    [
        ("intrigue", "1", "QD 3D 5H JC KH 5S 5H KC KC 8D"),
        ("faerie_queen", "31999", "KC 3D 5S 2H 7H AH QS JS 7S 9C"),
        ("salic_law", "32000", "QD QC QS QD QC QH QS QH KS KH 9H TD"),
        ("intelligence", "ms2147483648", "8D 9C TD 6C JS 3S 7S QC 6S 8D"),
        ("la_belle_lucie", "7", "3D 8S 4S 9D 5D 8H 6H 2C 2S 2D"),
        ("trefoil", "12345678901234567890", "9D 7H 3D 4S JC 9S 6C 8C 3C 7S KD"),
        ("house_on_the_hill", "65432", "3C 4D 3S 5D 4H 7C QD 7D JH AH"),
    ],
)
def test_a_number_gives_the_deal_that_pysolfc_gives(game: str, number: str, start: str) -> None:
    assert " ".join(pysolfc.shuffle(game, number).cards).startswith(start)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", ["1", "31999", "32000", "ms1", "ms2147483648", "ms4294967296", "ms8589934591"])
def test_every_deal_is_a_full_pack_with_values_for_two_redeals(game: str, number: str) -> None:
    deal = pysolfc.shuffle(game, number)
    copies = 1 if game in pysolfc.ONE_PACK else 2
    assert sorted(deal.cards) == sorted(copies * [rank + suit for rank in "A23456789TJQK" for suit in "CSHD"])
    assert len(deal.values) == 2 * 103
    assert deal.number == number
    assert deal.kind == ("fraction" if number == "32000" else "remainder")


@pytest.mark.parametrize("text", ["12345", 12345, "#12,345", " 12 345 ", "012345L", "12.345", "12-345", "12_345l"])
def test_signs_between_the_digits_are_ignored(text: str | int) -> None:
    assert pysolfc.shuffle("fan", text) == pysolfc.shuffle("fan", "12345")
    assert pysolfc.shuffle("fan", text).number == "12345"


def test_the_prefix_ms_makes_another_generator_of_a_large_number() -> None:
    assert pysolfc.shuffle("fan", "MS 40000").number == "ms40000"
    assert pysolfc.shuffle("fan", "ms40000").cards != pysolfc.shuffle("fan", "40000").cards
    assert pysolfc.shuffle("fan", "ms7").cards == pysolfc.shuffle("fan", "7").cards


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "cannot read"),
        ("twelve", "cannot read"),
        ("12x", "cannot read"),
        ("१२", "cannot read"),
        ("0", "start at 1"),
        ("ms0", "start at 1"),
        (-5, "start at 1"),
        ("ms8589934592", "ms8589934591"),
        ("9" * 5000, "digits"),
    ],
)
def test_a_number_that_is_none_or_out_of_range_is_refused(text: str | int, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        pysolfc.shuffle("fan", text)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(NotationError, match="'klondike'"):
        pysolfc.shuffle("klondike", 1)


def test_redeal_values_continue_the_generator_of_the_deal() -> None:
    mersenne = random.Random(32000)
    for _ in range(51):
        mersenne.random()
    values = pysolfc.shuffle("la_belle_lucie", 32000).values
    assert [value / 2**53 for value in values[:5]] == [mersenne.random() for _ in range(5)]
    state, seen = 5, []
    for _ in range(51 + 5):
        state = (214013 * state + 2531011) % 2**32
        seen.append((state >> 16) & 0x7FFF)
    assert pysolfc.shuffle("la_belle_lucie", 5).values[:5] == tuple(seen[51:])


def test_values_shuffle_from_the_last_card_down() -> None:
    cards = list("abcd")
    pysolfc.shuffle_in_place(cards, "remainder", [5, 3, 0])  # 5 % 4 = 1, 3 % 3 = 0, 0 % 2 = 0
    assert cards == ["d", "c", "a", "b"]
    cards = list("abcd")
    pysolfc.shuffle_in_place(cards, "fraction", [2**52, 2**53 - 1, 0])  # half of 4, nearly 3, none of 2
    assert cards == ["b", "a", "d", "c"]
