"""The Salic family, rule by rule, on layouts that a reader can follow."""

from typing import Any

import pytest

from intrigue.errors import DealError
from intrigue.reference import Position
from tests.reference.layouts import legal, refused
from tests.support import deal, rules, seeded

# One suit, two copies: bases QC QC, rows 5 4 and 6 7.
SMALL: dict[str, Any] = {"suits": 1, "copies": 2, "rows": ("54", "67")}
# Two suits, one copy: bases QC QS.
TWO_SUITS: dict[str, Any] = {"suits": 2, "copies": 1, "rows": ("54", "67")}
KINGS: dict[str, Any] = {"suits": 1, "copies": 2, "rows": ("A23",)}
KINGS_TWO_SUITS: dict[str, Any] = {"suits": 2, "copies": 1, "rows": ("A23",)}


class TestSetUp:
    def test_the_first_base_is_taken_out_of_its_place(self) -> None:
        position = Position(deal(rules("intrigue", **SMALL), "5C 4C QC 6C 7C QC 5C 4C 6C 7C"))
        assert position.piles == (("QC",),)
        assert position.stock == ("5C", "4C", "6C", "7C", "QC", "5C", "4C", "6C", "7C")
        assert position.foundations == {"5": 0, "4": 0, "6": 0, "7": 0}

    def test_salic_law_means_the_same_with_and_without_its_queens(self) -> None:
        with_queens = seeded(rules("salic_law"), 42)
        assert len(with_queens.cards) == 104
        bare = deal(with_queens.rules, " ".join(card for card in with_queens.cards if card[0] != "Q"))
        assert str(Position(with_queens)) == str(Position(bare))
        assert len(Position(bare).stock) == 95

    def test_some_of_salic_laws_queens_are_an_error(self) -> None:
        cards = [card for card in seeded(rules("salic_law"), 42).cards if card != "QS"]
        with pytest.raises(DealError, match="6 queens"):
            Position(deal(rules("salic_law"), " ".join(cards)))

    def test_a_deal_that_is_not_the_pack_is_refused_with_every_fault(self) -> None:
        with pytest.raises(DealError, match=r"missing \(2\): 4C 7C\n.*too many \(1\): 6C"):
            Position(deal(rules("intrigue", **SMALL), "QC 5C 5C 4C 6C 6C 6C 7C QC"))

    def test_a_dealt_base_starts_a_column_and_others_go_on_the_newest(self) -> None:
        position = Position(deal(rules("intrigue", plays="optional", **SMALL), "QC 4C 5C QC 6C 7C 5C 4C 6C 7C"))
        for _ in range(4):
            position.play("deal")
        assert position.piles == (("QC", "4C", "5C"), ("QC", "6C"))


class TestFoundations:
    def test_a_rank_goes_out_when_more_of_the_rank_before_it_are_out(self) -> None:
        plain = rules("intrigue", **TWO_SUITS)
        assert legal(plain, "1: QC 7S 4S\n2: QS 4C\nstock: 7C") == {"1-f", "2-f"}  # two fives are out and no four
        assert legal(plain, "1: QC 7S 5S\n2: QS 4C\nstock: 7C") == {"1-f"}  # one five and one four are out
        assert "rank before it" in refused(plain, "1: QC 7S 5S\n2: QS 4C\nstock: 7C", "2-f")

    def test_suits_do_not_matter_but_in_suit(self) -> None:
        layout = "1: KC 3C AS 2S\n2: KS 3S 2C"
        assert {"1-f", "2-f"} <= legal(rules("faerie_queen", **KINGS_TWO_SUITS), layout)
        in_suit = rules("faerie_queen", foundations="in_suit", **KINGS_TWO_SUITS)
        assert legal(in_suit, layout) == {"2-f"}
        assert "in the same suit" in refused(in_suit, layout, "1-f")

    def test_any_ace_starts_a_foundation_in_suit_too(self) -> None:
        assert "1-f" in legal(
            rules("faerie_queen", foundations="in_suit", **KINGS_TWO_SUITS), "1: KC 3C AS\n2: KS 3S 2S"
        )

    def test_the_base_stays(self) -> None:
        assert "base" in refused(rules("intrigue", **SMALL), "1: QC\n2: QC 7C", "1-f")
        assert "base" in refused(rules("intrigue", **SMALL), "1: QC\n2: QC 7C", "1-2")

    def test_foundation_cards_never_come_back(self) -> None:
        assert "no such move" in refused(rules("intrigue", **SMALL), "1: QC\n2: QC 7C", "f7C-1")


class TestStarterLimit:
    def test_intrigue_has_none(self) -> None:
        assert "1-f" in legal(rules("intrigue", **SMALL), "1: QC 5C\nstock: QC 4C 4C 6C 6C 7C 7C")

    def test_laggard_lady_waits_for_a_queen_to_each_five_and_six(self) -> None:
        plain = rules("laggard_lady", **SMALL)
        layout = "1: QC 5C\nstock: QC 4C 4C 6C 6C 7C 7C"
        assert legal(plain, layout) == {"deal"}
        assert "than base cards are dealt" in refused(plain, layout, "1-f")
        assert legal(plain, "1: QC 5C\n2: QC\nstock: 4C 4C 6C 6C 7C 7C") == {"1-f"}
        # Fives and sixes are counted apart: a six may follow a five out on one queen.
        assert legal(plain, "1: QC 6C\nstock: QC 5C 4C 4C 6C 7C 7C") == {"1-f"}

    def test_glencoe_waits_for_the_queen_of_the_suit(self) -> None:
        plain = rules("glencoe", **TWO_SUITS)
        assert legal(plain, "1: QC 5S\nstock: QS 5C 4C 4S 6C 6S 7C 7S") == {"deal"}
        assert "of that suit" in refused(plain, "1: QC 5S\nstock: QS 5C 4C 4S 6C 6S 7C 7S", "1-f")
        assert legal(plain, "1: QC 5C\nstock: QS 5S 4C 4S 6C 6S 7C 7S") == {"1-f"}
        assert legal(plain, "1: QC 4S\nstock: QS 5S 4C 6C 6S 7C 7S") == {"1-f"}  # other ranks go out on any suit

    def test_pysolfc_salic_law_needs_a_king_to_each_ace(self) -> None:
        layout = "1: KC 3C AC\nstock: KC 2C 2C 3C"
        assert "1-f" in legal(rules("salic_law", **KINGS), layout)
        assert "1-f" not in legal(rules("salic_law", starter_limit="bases", **KINGS), layout)


class TestPlaysDuringTheDeal:
    FOUR = "1: QC 4C\nstock: QC 5C 4C 6C 6C 7C 7C"
    SIX = "1: QC 6C\nstock: QC 5C 5C 4C 4C 6C 7C 7C"

    def test_forced_deals_only_when_nothing_can_go_out(self) -> None:
        plain = rules("intrigue", plays="forced", **SMALL)
        assert legal(plain, self.FOUR) == {"1-f"}
        assert legal(plain, self.SIX) == {"1-f"}
        assert "plays = forced" in refused(plain, self.FOUR, "deal")
        assert legal(plain, "1: QC 4C\nstock: QC 5C 5C 4C 6C 6C 7C 7C") == {"deal"}

    def test_forced_leaves_the_choice_among_cards_for_one_place(self) -> None:
        plain = rules("intrigue", plays="forced", **SMALL)
        assert legal(plain, "1: QC 4C\n2: QC 4C\nstock: 5C 6C 6C 7C 7C") == {"1-f", "2-f"}

    def test_starters_holds_the_deal_for_fives_and_sixes_only(self) -> None:
        plain = rules("intrigue", plays="starters", **SMALL)
        assert legal(plain, self.FOUR) == {"1-f", "deal"}
        assert legal(plain, self.SIX) == {"1-f"}
        assert "plays = starters" in refused(plain, self.SIX, "deal")

    def test_starters_asks_only_for_cards_that_can_go_out(self) -> None:
        plain = rules("laggard_lady", plays="starters", **SMALL)
        assert legal(plain, "1: QC 5C\nstock: QC 4C 4C 6C 6C 7C 7C") == {"deal"}

    def test_optional_holds_nothing(self) -> None:
        plain = rules("intrigue", plays="optional", **SMALL)
        assert legal(plain, self.FOUR) == {"1-f", "deal"}
        assert legal(plain, self.SIX) == {"1-f", "deal"}

    def test_nothing_is_dealt_after_the_last_card(self) -> None:
        assert "every card has been dealt" in refused(rules("intrigue", **SMALL), "1: QC\n2: QC 7C", "deal")


class TestBareBases:
    MIDST = "1: QC\n2: QC 7C\nstock: 7C"
    AFTER = "1: QC\n2: QC 7C 7C"

    @pytest.mark.parametrize(
        ("bare_base", "in_the_midst", "afterwards"),
        [
            ("after_deal", {"2-f", "deal"}, {"2-f", "2-1"}),
            ("any_time", {"2-f", "deal", "2-1"}, {"2-f", "2-1"}),
            ("never", {"2-f", "deal"}, {"2-f"}),
        ],
    )
    def test_when_a_card_may_go_onto_one(self, bare_base: str, in_the_midst: set[str], afterwards: set[str]) -> None:
        plain = rules("intrigue", plays="optional", bare_base=bare_base, **SMALL)
        assert legal(plain, self.MIDST) == in_the_midst
        assert legal(plain, self.AFTER) == afterwards
        if "2-1" not in in_the_midst:
            assert f"bare_base = {bare_base}" in refused(plain, self.MIDST, "2-1")

    def test_the_newest_column_counts_and_the_next_card_covers_it(self) -> None:
        plain = rules("salic_law", bare_base="any_time", **KINGS)
        position = Position.from_text(plain, "1: KC 3C 2C\n2: KC\nstock: AC 2C 3C AC")
        position.play("1-2")
        position.play("deal")
        assert position.piles == (("KC", "3C"), ("KC", "2C", "AC"))

    def test_a_card_on_a_bare_base_takes_no_other(self) -> None:
        plain = rules("intrigue", **SMALL)
        assert "only its base" in refused(plain, "1: QC 4C\n2: QC 5C", "2-1")

    def test_a_card_may_go_from_one_bare_base_to_another(self) -> None:
        assert legal(rules("intrigue", **SMALL), "1: QC 7C\n2: QC\nfoundations: 4 4 6 7") == {"1-2", "1-f"}


class TestFaerieQueenBuilding:
    def test_after_the_deal_columns_are_built_down_in_any_suit(self) -> None:
        plain = rules("faerie_queen", **KINGS_TWO_SUITS)
        assert legal(plain, "1: KC 3C AC 2S\n2: KS 2C AS 3S") == {"1-2"}
        assert "one rank higher" in refused(plain, "1: KC 3C AC 2S\n2: KS 2C AS 3S", "2-1")

    def test_not_before_the_last_card_is_dealt(self) -> None:
        plain = rules("faerie_queen", bare_base="any_time", **KINGS_TWO_SUITS)
        layout = "1: KC 3C AC 2S\n2: KS 2C 3S\nstock: AS"
        assert legal(plain, layout) == {"deal"}
        assert "every card has been dealt" in refused(plain, layout, "1-2")

    def test_it_goes_on_without_bare_bases(self) -> None:
        plain = rules("faerie_queen", bare_base="never", **KINGS_TWO_SUITS)
        assert legal(plain, "1: KC 2S\n2: KS 3S\nfoundations: A 3") == {"1-f", "1-2"}

    def test_other_games_do_not_build(self) -> None:
        plain = rules("salic_law", **KINGS_TWO_SUITS)
        assert legal(plain, "1: KC 3C AC 2S\n2: KS 2C AS 3S") == set()


class TestWinning:
    def test_won_when_all_but_the_bases_are_out_and_every_base_is_dealt(self) -> None:
        plain = rules("intrigue", **SMALL)
        position = Position.from_text(plain, "1: QC 7C\nstock: QC")
        position.play("1-f")
        assert not position.is_won
        position.play("deal")
        assert position.is_won
        assert position.legal_moves() == ()

    def test_there_are_no_columns_beyond_those_dealt(self) -> None:
        assert "no column 3" in refused(rules("intrigue", **SMALL), "1: QC\n2: QC 7C", "3-f")
        assert "no column 3" in refused(rules("intrigue", **SMALL), "1: QC\n2: QC 7C", "2-3")
        assert "own column" in refused(rules("intrigue", **SMALL), "1: QC\n2: QC 7C", "2-2")


def test_a_game_played_through() -> None:
    position = Position(deal(rules("intrigue", **SMALL), "QC 4C 5C QC 6C 7C 5C 4C 6C 7C"))
    moves = "deal deal 1-f 1-f deal deal 2-f deal 2-f deal 2-f deal 2-f deal 2-f deal 2-f"
    for move in moves.split():
        position.play(move)
    assert position.is_won
    assert position.moves == tuple(moves.split())
    assert position.foundations == {"5": 2, "4": 2, "6": 2, "7": 2}
    assert str(position) == "1: QC\n2: QC\nstock: -\nfoundations: 4 4 7 7"
