"""The fan family, rule by rule, on layouts that a reader can follow."""

import pytest

from intrigue.errors import DealError, IllegalMove
from intrigue.reference import Position, splitmix
from tests.reference.layouts import legal, refused
from tests.support import PlainRules, deal, pysolfc_deal, rules, seeded

ONE_SUIT = {"suits": 1, "copies": 1, "ranks": 6}  # A … 6 of clubs; the six is the king
TWO_SUITS = {"suits": 2, "copies": 1, "ranks": 3}
TWO_COPIES = {"suits": 1, "copies": 2, "ranks": 4}
STOCKED = {"suits": 1, "copies": 2, "ranks": 4, "fans": 2}


def played(plain: PlainRules, layout: str, *moves: str) -> str:
    position = Position.from_text(plain, layout)
    for move in moves:
        position.play(move)
    return str(position)


class TestFirstDeal:
    @pytest.mark.parametrize(
        ("game", "fans", "last"),
        [
            ("la_belle_lucie", 18, 1),
            ("fan", 18, 1),
            ("shamrocks", 18, 1),
            ("trefoil", 16, 3),
            ("house_in_the_wood", 35, 2),
            ("house_on_the_hill", 35, 2),
        ],
    )
    def test_three_rounds_over_the_fans(self, game: str, fans: int, last: int) -> None:
        position = Position(seeded(rules(game), 42))
        assert [len(pile) for pile in position.piles] == [3] * (fans - 1) + [last]

    def test_one_card_to_each_fan_from_left_to_right(self) -> None:
        position = Position(deal(rules("fan", suits=1, copies=2, ranks=4), "AC 2C 3C 4C 4C 3C 2C AC"))
        assert position.piles == (("AC", "3C", "3C"), ("2C", "4C", "2C"), ("4C", "AC"))

    @pytest.mark.parametrize(("game", "fans"), [("intelligence", 18), ("intelligence_19", 19)])
    def test_intelligence_keeps_a_stock_and_puts_aces_out(self, game: str, fans: int) -> None:
        position = Position(seeded(rules(game), 42))
        assert [len(pile) for pile in position.piles] == [3] * fans
        assert not any(card[0] == "A" for pile in position.piles for card in pile)
        assert str(position).endswith("foundations: AC AS AS AH")
        assert len(position.stock) == 104 - 3 * fans - 4

    def test_the_card_after_an_ace_takes_its_place(self) -> None:
        position = Position(deal(rules("intelligence", **STOCKED), "2C AC 3C 4C 2C 3C 4C AC"))
        assert position.piles == (("2C", "4C", "3C"), ("3C", "2C", "4C"))
        assert position.stock == ("AC",)  # it lies behind the last card laid
        assert position.foundations == {"C": (1, 0)}

    def test_trefoil_puts_its_aces_out_and_reads_deals_without_them(self) -> None:
        with_aces = seeded(rules("trefoil"), 42)
        bare = deal(with_aces.rules, " ".join(card for card in with_aces.cards if card[0] != "A"))
        assert str(Position(with_aces)) == str(Position(bare))
        assert Position(bare).foundations == {"C": (1,), "S": (1,), "H": (1,), "D": (1,)}
        with pytest.raises(DealError, match="1 aces"):
            Position(deal(bare.rules, " ".join(bare.cards) + " AS"))

    def test_a_deal_that_is_not_the_pack_is_refused_with_every_fault(self) -> None:
        with pytest.raises(DealError, match=r"missing \(1\): 6C\n.*too many \(2\): 2C 2S"):
            Position(deal(rules("fan", **ONE_SUIT), "AC 2C 2C 3C 4C 5C 2S"))


class TestBuilding:
    def test_la_belle_lucie_builds_down_in_suit(self) -> None:
        plain = rules("la_belle_lucie", **ONE_SUIT)
        assert legal(plain, "1: AC 5C 3C\n2: 6C 2C 4C") == {"1-2"}
        assert "down by one rank" in refused(plain, "1: AC 5C 3C\n2: 6C 2C 4C", "2-1")
        assert legal(rules("la_belle_lucie", **TWO_SUITS), "1: AC 3S 2C\n2: 2S AS 3C") == {"1-2"}

    def test_the_houses_and_intelligence_build_up_and_down_in_suit(self) -> None:
        layout = "1: AC 5C 3C\n2: 6C 2C 4C"
        assert legal(rules("house_in_the_wood", **ONE_SUIT), layout) == {"1-2", "2-1"}
        assert legal(rules("house_on_the_hill", **ONE_SUIT), layout) == {"1-2", "2-1"}
        assert legal(rules("intelligence", fans=2, **ONE_SUIT), layout) == {"1-2", "2-1"}

    def test_suits_must_agree(self) -> None:
        plain = rules("house_in_the_wood", **TWO_SUITS)
        assert legal(plain, "1: AC 3S 2C\n2: AS 2S 3C") == {"1-2", "2-1"}
        assert legal(plain, "1: AC 3C 2C\n2: AS 2S 3S") == set()
        assert "in suit" in refused(plain, "1: AC 3C 2C\n2: AS 2S 3S", "1-2")

    def test_shamrocks_build_in_any_suit_at_most_three_cards(self) -> None:
        plain = rules("shamrocks", **TWO_SUITS)
        assert legal(plain, "1: AC 3C 2C\n2: 3S") == {"1-2", "2-f"}
        assert "at most 3" in refused(plain, "1: AC 3C 2C\n2: 3S", "2-1")
        assert legal(plain, "1: 3C 2C\n2: 2S 3S") == {"1-2", "2-1", "1-f"}

    def test_no_king_goes_on_an_ace_nor_an_ace_on_a_king(self) -> None:
        plain = rules("house_in_the_wood", **ONE_SUIT)
        assert legal(plain, "1: 2C 4C AC\n2: 3C 5C 6C") == {"1-f"}
        assert "by one rank" in refused(plain, "1: 2C 4C AC\n2: 3C 5C 6C", "1-2")
        assert "by one rank" in refused(plain, "1: 2C 4C AC\n2: 3C 5C 6C", "2-1")

    def test_an_empty_fan_takes_nothing_but_in_fan_a_king(self) -> None:
        assert legal(rules("la_belle_lucie", **ONE_SUIT), "1: 4C 6C 5C\n2: -") == set()
        assert "takes no card" in refused(rules("house_in_the_wood", **ONE_SUIT), "1: 4C 5C 6C\n2: -", "1-2")
        assert legal(rules("fan", **ONE_SUIT), "1: 4C 5C 6C\n2: -") == {"1-2"}
        assert "only a king" in refused(rules("fan", **ONE_SUIT), "1: 4C 6C 5C\n2: -", "1-2")

    def test_faults_of_pile_numbers_are_named(self) -> None:
        plain, layout = rules("la_belle_lucie", **ONE_SUIT), "1: 4C 6C 5C\n2: -"
        assert "fan is empty" in refused(plain, layout, "2-1")
        assert "no fan 3" in refused(plain, layout, "3-f")
        assert "no fan 3" in refused(plain, layout, "1-3")
        assert "own fan" in refused(plain, layout, "1-1")
        assert "no such move" in refused(plain, layout, "deal")
        assert "House on the Hill" in refused(plain, layout, "1-u")


class TestFoundations:
    def test_they_go_up_in_suit_from_the_ace(self) -> None:
        plain = rules("la_belle_lucie", **TWO_SUITS)
        assert legal(plain, "1: 3C 2S\n2: 3S 2C AC") == {"1-f", "2-f"}
        assert "from the ace" in refused(plain, "1: AS 3C 2S\n2: 3S 2C AC", "1-f")

    def test_equal_foundations_give_one_move(self) -> None:
        position = Position.from_text(rules("house_in_the_wood", **TWO_COPIES), "1: 4C 3C AC\n2: 4C 3C\n3: 2C AC 2C")
        assert position.foundations == {"C": (0, 0)}
        assert sorted(position.legal_moves()) == ["1-3", "1-f", "2-3", "3-1", "3-2"]
        position.play("1-f")
        position.play("3-f")
        position.play("3-f")
        assert position.foundations == {"C": (2, 1)}

    def test_the_hill_goes_up_from_the_ace_and_down_from_the_king(self) -> None:
        plain = rules("house_on_the_hill", **TWO_COPIES)
        position = Position.from_text(plain, "1: 2C 3C AC\n2: 2C AC 4C\n3: 3C 4C")
        assert {"1-u", "2-d", "3-d"} <= set(position.legal_moves())
        assert "House on the Hill has foundations u" in refused(plain, str(position), "1-f")
        assert "down in suit from the king" in refused(plain, str(position), "1-d")
        assert "up in suit from the ace" in refused(plain, str(position), "2-u")
        for move in ("2-d", "1-u", "1-d"):
            position.play(move)
        assert position.foundations == {"C": (1, 2)}
        assert {"1-u", "1-d"} <= set(position.legal_moves())  # the two is open to both
        position.play("1-d")
        assert str(position) == "1: -\n2: 2C AC\n3: 3C 4C\nup: AC\ndown: 2C"


class TestIntelligenceGaps:
    def test_a_gap_is_filled_with_three_stock_cards_before_the_next_move(self) -> None:
        plain = rules("intelligence", **STOCKED)
        assert played(plain, "1: 2C\n2: 4C 4C\nstock: 3C 2C 3C", "1-f") == (
            "1: 3C 2C 3C\n2: 4C 4C\nstock: -\nfoundations: 2C AC"
        )

    def test_a_move_to_another_fan_leaves_a_gap_too(self) -> None:
        plain = rules("intelligence", **STOCKED)
        assert played(plain, "1: 3C\n2: 4C 4C\nstock: 2C 2C 3C", "1-2") == (
            "1: 2C 2C 3C\n2: 4C 4C 3C\nstock: -\nfoundations: AC AC"
        )

    def test_an_ace_among_them_goes_out_and_one_behind_them_stays(self) -> None:
        plain = rules("intelligence", suits=1, copies=3, ranks=4, fans=2)
        assert played(plain, "1: 2C\n2: 4C 4C\nstock: 3C AC 2C 3C AC 3C 2C 4C", "1-f") == (
            "1: 3C 2C 3C\n2: 4C 4C\nstock: AC 3C 2C 4C\nfoundations: 2C AC"
        )

    def test_fewer_when_the_stock_runs_out(self) -> None:
        plain = rules("intelligence", **STOCKED)
        assert played(plain, "1: 2C\n2: 3C 2C 4C 4C\nstock: 3C", "1-f") == (
            "1: 3C\n2: 3C 2C 4C 4C\nstock: -\nfoundations: 2C AC"
        )

    def test_a_stock_of_aces_goes_out_and_leaves_the_gap(self) -> None:
        plain = rules("intelligence", **STOCKED)
        assert played(plain, "1: 2C\n2: 2C 3C 3C 4C 4C\nstock: AC", "1-f") == (
            "1: -\n2: 2C 3C 3C 4C 4C\nstock: -\nfoundations: 2C AC"
        )

    def test_with_no_stock_the_gap_takes_nothing(self) -> None:
        plain = rules("intelligence", **STOCKED)
        assert legal(plain, "1: -\n2: 2C 2C 3C 3C 4C 4C") == set()
        assert "takes no card" in refused(plain, "1: -\n2: 2C 2C 3C 3C 4C 4C", "2-1")


class TestTakingBack:
    LAYOUT = "1: 3C\n2: 6C 5C 4C\nfoundations: 2C"

    def test_foundation_cards_stay_unless_the_rules_say_otherwise(self) -> None:
        assert legal(rules("la_belle_lucie", **ONE_SUIT), self.LAYOUT) == {"1-f", "1-2"}
        assert "take_back = no" in refused(rules("la_belle_lucie", **ONE_SUIT), self.LAYOUT, "f2C-1")

    def test_a_top_card_may_go_onto_a_fan_that_accepts_it(self) -> None:
        plain = rules("la_belle_lucie", take_back="yes", **ONE_SUIT)
        assert legal(plain, self.LAYOUT) == {"1-f", "1-2", "f2C-1"}
        assert played(plain, self.LAYOUT, "f2C-1") == "1: 3C 2C\n2: 6C 5C 4C\nfoundations: AC"
        assert "no such foundation shows" in refused(plain, self.LAYOUT, "fAC-1")
        assert "down by one rank" in refused(plain, self.LAYOUT, "f2C-2")

    def test_aces_too_but_not_trefoils(self) -> None:
        assert "fAC-1" in legal(rules("fan", take_back="yes", **ONE_SUIT), "1: 6C 5C 2C\n2: 4C 3C")
        trefoil = rules("trefoil", take_back="yes", **ONE_SUIT)
        assert legal(trefoil, "1: 6C 5C 2C\n2: 4C 3C") == {"1-2", "1-f"}
        assert "Trefoil" in refused(trefoil, "1: 6C 5C 2C\n2: 4C 3C", "fAC-1")

    def test_in_fan_a_king_onto_an_empty_fan(self) -> None:
        plain = rules("fan", take_back="yes", suits=2, copies=1, ranks=3)
        assert legal(plain, "1: 3S 2S AS\n2: -\nfoundations: 3C") == {"1-f", "f3C-2"}
        assert "f3C-2" not in legal(rules("la_belle_lucie", take_back="yes", **TWO_SUITS), "1: 3S 2S AS\n2: -")

    def test_each_of_the_hills_foundations(self) -> None:
        plain = rules("house_on_the_hill", take_back="yes", **TWO_COPIES)
        layout = "1: 2C AC 3C\n2: 4C 3C\n3: 2C\nup: AC\ndown: 4C"
        assert {"uAC-3", "d4C-1", "d4C-2"} <= legal(plain, layout)
        assert "House on the Hill has" in refused(plain, layout, "fAC-3")
        assert played(plain, layout, "d4C-2", "uAC-3") == "1: 2C AC 3C\n2: 4C 3C 4C\n3: 2C AC\nup: -\ndown: -"

    def test_equal_tops_give_one_move_and_different_ones_two(self) -> None:
        plain = rules("house_in_the_wood", take_back="yes", **TWO_COPIES)
        moves = legal(plain, "1: 3C 4C\n2: 3C\n3: 4C\nfoundations: 2C 2C")
        assert {move for move in moves if move[0] == "f"} == {"f2C-2"}
        moves = legal(plain, "1: 3C 4C\n2: 2C\n3: 4C\nfoundations: 3C AC")
        assert {move for move in moves if move[0] == "f"} == {"f3C-1", "f3C-2", "f3C-3", "fAC-2"}


class TestDraw:
    LAYOUT = "1: 3C 2C 5C\n2: 6C 4C\nfoundations: AC\ndraws: 1 left"

    def test_a_buried_card_goes_to_a_foundation_or_onto_a_fan(self) -> None:
        plain = rules("la_belle_lucie", draws=1, **ONE_SUIT)
        assert legal(plain, self.LAYOUT) == {"2-1", "draw 1/1-f", "draw 1/2-2"}
        assert played(plain, self.LAYOUT, "draw 1/1-f") == "1: 3C 5C\n2: 6C 4C\nfoundations: 2C\ndraws: 0 left"
        assert played(plain, self.LAYOUT, "draw 1/2-2") == "1: 2C 5C\n2: 6C 4C 3C\nfoundations: AC\ndraws: 0 left"

    def test_only_once(self) -> None:
        plain = rules("la_belle_lucie", draws=1, **ONE_SUIT)
        assert "no draw is left" in refused(plain, self.LAYOUT.replace("1 left", "0 left"), "draw 1/1-f")

    def test_only_where_the_rules_have_one(self) -> None:
        plain = rules("la_belle_lucie", **ONE_SUIT)
        assert "draws = 0" in refused(plain, "1: 3C 2C 5C\n2: 6C 4C", "draw 1/1-f")

    def test_never_onto_its_own_fan_or_from_below_the_bottom(self) -> None:
        plain = rules("la_belle_lucie", draws=1, **ONE_SUIT)
        assert "own fan" in refused(plain, self.LAYOUT, "draw 1/1-1")
        assert "not so many" in refused(plain, self.LAYOUT, "draw 2/2-f")
        assert "down by one rank" in refused(plain, self.LAYOUT, "draw 2/1-1")

    def test_only_after_all_redeals(self) -> None:
        plain = rules("la_belle_lucie", draws=1, redeals=1, **ONE_SUIT)
        layout = self.LAYOUT + "\nredeals: {} left\nshuffles: splitmix64-1 seed 1"
        assert "after all redeals" in refused(plain, layout.format(1), "draw 1/1-f")
        position = Position.from_text(plain, self.LAYOUT + "\nredeals: 0 left")
        position.play("draw 1/1-f")


class TestRedeals:
    ORDER = "6C 5C 4C 3C 2C AC"

    def test_own_orders_lay_the_cards_left_in_three_rounds(self) -> None:
        plain = rules("la_belle_lucie", redeals=1, suits=1, copies=1, ranks=8)
        game = deal(plain, "2C 4C 6C 8C AC 3C 5C 7C", "8C AC 7C 6C 5C 4C 3C 2C")
        position = Position(game)
        assert position.piles == (("2C", "6C", "3C"), ("4C", "8C", "5C"), ("AC", "7C"))
        position.play("redeal")
        # Eight cards: rounds over 8 // 3 = 2, 9 // 3 = 3 and 10 // 3 = 3 fans.
        assert position.piles == (("8C", "7C", "4C"), ("AC", "6C", "3C"), ("5C", "2C"))
        with pytest.raises(IllegalMove, match="no redeal is left"):
            position.play("redeal")

    def test_cards_out_stay_out(self) -> None:
        plain = rules("la_belle_lucie", redeals=1, **ONE_SUIT)
        layout = f"1: 6C 4C\n2: 2C 5C 3C\nredeals: 1 left\norder 1: {self.ORDER}"
        assert played(plain, layout, "redeal") == "1: 6C 5C 3C\n2: 4C 2C\nfoundations: AC\nredeals: 0 left"

    def test_a_redeal_uses_as_few_fans_as_hold_the_cards(self) -> None:
        plain = rules("la_belle_lucie", redeals=1, **ONE_SUIT)
        layout = f"1: 6C\n2: 5C 4C\nredeals: 1 left\norder 1: {self.ORDER}"
        assert played(plain, layout, "redeal") == "1: 6C 5C 4C\n2: -\nfoundations: 3C\nredeals: 0 left"

    def test_intelligence_redeals_by_threes_and_puts_aces_out(self) -> None:
        plain = rules("intelligence", redeals=1, take_back="yes", **STOCKED)
        layout = "1: 2C AC\n2: 4C 3C 4C\nstock: 3C AC 2C\nredeals: 1 left\norder 1: AC 4C 3C AC 2C 3C 2C 4C"
        assert (
            played(plain, layout, "redeal") == "1: 4C 3C 2C\n2: 3C 2C 4C\nstock: -\nfoundations: AC AC\nredeals: 0 left"
        )

    def test_intelligence_leaves_the_rest_in_the_stock_and_the_last_fan_short(self) -> None:
        plain = rules("intelligence", redeals=1, suits=1, copies=3, ranks=4, fans=2)
        order = "order 1: 4C 4C 4C 3C 3C 3C 2C AC 2C AC 2C AC"
        layout = "1: 4C 3C 2C 4C\n2: 3C 2C 4C\nstock: 3C 2C AC\nredeals: 1 left\n" + order
        assert played(plain, layout, "redeal") == (
            "1: 4C 4C 4C\n2: 3C 3C 3C\nstock: 2C AC 2C 2C\nfoundations: AC AC\nredeals: 0 left"
        )
        short = "1: 4C 3C\n2: 4C 4C\nredeals: 1 left\n" + order
        assert played(plain, short, "redeal") == "1: 4C 4C 4C\n2: 3C\nstock: -\nfoundations: 3C 3C 2C\nredeals: 0 left"

    def test_of_equal_cards_in_an_order_the_first_are_taken(self) -> None:
        plain = rules("intelligence", redeals=1, **STOCKED)
        layout = "1: 4C 3C\n2: 3C 4C 2C\nredeals: 1 left\norder 1: 2C 3C 4C 4C 2C 3C AC AC"
        assert played(plain, layout, "redeal") == "1: 2C 3C 4C\n2: 4C 3C\nstock: -\nfoundations: 2C AC\nredeals: 0 left"

    def test_a_seeded_redeal_depends_only_on_the_cards_left(self) -> None:
        plain = rules("la_belle_lucie", redeals=2, **ONE_SUIT)
        tail = "redeals: 2 left\nshuffles: splitmix64-1 seed 42"
        one = played(plain, f"1: 6C 4C 2C\n2: 3C 5C\n{tail}", "redeal")
        other = played(plain, f"1: 2C\n2: 3C 5C 6C 4C\n{tail}", "redeal")
        assert one == other
        order = splitmix.redeal(["2C", "3C", "4C", "5C", "6C"], 42, 1)
        assert Position.from_text(plain, one).piles == ((order[0], order[1], order[3]), (order[2], order[4]))

    def test_redeals_of_a_pysolfc_number_continue_its_generator(self) -> None:
        position = Position(pysolfc_deal("la_belle_lucie", "32123"))
        assert str(position).endswith("redeals: 2 left\nshuffles: pysolfc 32123 +0")
        position.play("redeal")
        assert str(position).endswith("redeals: 1 left\nshuffles: pysolfc 32123 +51")
        once = position.piles
        position.undo()
        position.play("redeal")
        assert position.piles == once

    def test_missing_orders_are_an_error_that_says_so(self) -> None:
        plain = rules("la_belle_lucie", redeals=2, **ONE_SUIT)
        with pytest.raises(DealError, match="neither a seed nor redeal orders"):
            Position(deal(plain, self.ORDER))
        with pytest.raises(DealError, match="2 redeals need 2 orders, but 1"):
            Position(deal(plain, self.ORDER, self.ORDER))
        with pytest.raises(DealError, match=r"order 2: missing \(1\): 2C"):
            Position(deal(plain, self.ORDER, self.ORDER, "6C 5C 4C 3C AC"))

    def test_trefoils_orders_may_leave_out_the_aces(self) -> None:
        plain = rules("trefoil", redeals=2, **ONE_SUIT)
        position = Position(deal(plain, self.ORDER, self.ORDER, "2C 3C 4C 5C 6C"))
        position.play("redeal")
        position.play("redeal")
        assert position.stock == ()

    def test_none_where_the_rules_have_none_and_none_once_won(self) -> None:
        assert "redeals = 0" in refused(rules("la_belle_lucie", **ONE_SUIT), "1: 6C\n2: -", "redeal")
        plain = rules("la_belle_lucie", redeals=1, **ONE_SUIT)
        layout = "1: 6C\n2: -\nredeals: 1 left\nshuffles: splitmix64-1 seed 0"
        assert legal(plain, layout) == {"1-f", "redeal"}
        position = Position.from_text(plain, layout)
        position.play("1-f")
        assert position.is_won
        assert position.legal_moves() == ()
        with pytest.raises(IllegalMove, match="won"):
            position.play("redeal")
