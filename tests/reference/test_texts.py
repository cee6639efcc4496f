"""Cards, moves and generators: the smallest pieces."""

import pytest

from intrigue.errors import NotationError
from intrigue.reference import SplitMix64
from intrigue.reference.cards import pack_faults, pack_of, read_card
from intrigue.reference.moves import read_move, split_moves
from intrigue.reference.splitmix import redeal, shuffled


@pytest.mark.parametrize(
    ("word", "card"),
    [("QS", "QS"), ("qs", "QS"), ("10h", "TH"), ("T♥", "TH"), ("10♦", "TD"), ("a♣", "AC"), ("2♠", "2S")],
)
def test_cards_are_read_forgivingly(word: str, card: str) -> None:
    assert read_card(word) == card


@pytest.mark.parametrize("word", ["", "Q", "S", "1S", "11S", "QX", "QSS", "Q S", "0H", "ß", "Qß"])
def test_what_is_no_card_is_refused(word: str) -> None:
    with pytest.raises(NotationError, match="is no card"):
        read_card(word)


def test_a_pack_is_in_order_copy_suit_rank() -> None:
    assert pack_of("CS", "2A", 2) == ("AC", "2C", "AS", "2S", "AC", "2C", "AS", "2S")
    assert pack_faults(["AC", "AC", "2S"], ["2S", "2C", "AC"]) == ["missing (1): 2C", "too many (1): AC"]


@pytest.mark.parametrize(
    "text",
    ["3-f", "3-12", "35-34", "deal", "redeal", "3-u", "3-d", "draw 3/1-f", "draw 3/1-12", "f7S-12", "u7S-12", "dTH-1"],
)
def test_moves_are_written_as_they_are_read(text: str) -> None:
    assert str(read_move(text)) == text
    assert str(read_move(f"  {text.upper()} ")) == text


def test_a_ten_may_be_taken_back_as_10() -> None:
    assert str(read_move("f10h-3")) == "fTH-3"
    assert str(read_move("fT♥-3")) == "fTH-3"


@pytest.mark.parametrize(
    "text", ["", "3", "f", "0-f", "3-0", "3f", "3-x", "draw 3-f", "draw3/1-f", "fXX-3", "deal 3", "-1-f"]
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_move(text)


def test_a_written_solution_is_split_into_moves() -> None:
    assert split_moves("3-f [AS goes out] draw 3/1-f\n deal [a\nb] DRAW 4/1-2") == (
        "3-f",
        "draw 3/1-f",
        "deal",
        "DRAW 4/1-2",
    )
    assert split_moves("") == ()
    with pytest.raises(NotationError, match="line 2: the bracket"):
        split_moves("3-f\n[AS")


def test_the_generator_gives_the_published_numbers_of_splitmix64() -> None:
    generator = SplitMix64(1234567)
    assert [generator.next() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_a_shuffle_and_a_redeal_are_frozen() -> None:
    assert " ".join(shuffled(pack_of("CSHD", "A23456789TJQK", 2), 42)).startswith("QS 6C 9C 5H AS TS 8D 4H 5C 8H 3H JC")
    left = pack_of("CSHD", "A23456789TJQK", 1)[5:30]  # 6C … 4H
    assert " ".join(redeal(left, 0, 1)).startswith("KS 7S TS 8C 2S JC 8S 5S 3S 9S KC JS 2H")
    assert sorted(redeal(left, 0, 1)) == sorted(left)
    assert redeal(left, 0, 1) == redeal(left[::-1], 0, 1) != redeal(left, 0, 2)


def test_numbers_below_a_limit_are_all_reached() -> None:
    generator = SplitMix64(0)
    assert {generator.below(5) for _ in range(100)} == set(range(5))
    assert generator.below(1) == 0
