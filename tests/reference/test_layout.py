"""Layouts as text: both ways, implied foundations, and every fault named."""

from typing import Any

import pytest

from intrigue.errors import DealError, NotationError
from intrigue.reference import Position, Rules
from tests.support import PlainRules, deal, full_rules, name_of, pysolfc_deal, reduced_rules, rules, seeded

INTRIGUE = rules("intrigue", suits=1, copies=2, rows=("54", "67"))
LUCIE = rules("la_belle_lucie", suits=1, copies=1, ranks=6)
REDEALT = rules("la_belle_lucie", suits=1, copies=1, ranks=6, redeals=2)
HILL = rules("house_on_the_hill", suits=2, copies=2, ranks=3)
INTELLIGENCE = rules("intelligence", suits=1, copies=2, ranks=4, fans=2)


def faults(plain: Rules, text: str, kind: type[Exception] = DealError) -> str:
    with pytest.raises(kind) as caught:
        Position.from_text(plain, text)
    return str(caught.value)


@pytest.mark.parametrize("plain", reduced_rules() + full_rules(), ids=name_of)
def test_first_layouts_round_trip(plain: PlainRules) -> None:
    position = Position(seeded(plain, 7))
    again = Position.from_text(plain, str(position))
    assert str(again) == str(position)
    assert again.state == position.state


def test_the_lines_of_a_full_layout() -> None:
    lines = str(Position(seeded(rules("intelligence", redeals=2), 42))).splitlines()
    assert [line.split(":")[0] for line in lines] == [
        *map(str, range(1, 19)),
        "stock",
        "foundations",
        "redeals",
        "shuffles",
    ]
    assert lines[-2:] == ["redeals: 2 left", "shuffles: splitmix64-1 seed 42"]


def test_reading_is_forgiving() -> None:
    text = """
        # a game in progress
        STOCK: 7♣          # the last card
        2: qc 6c
        1: Q♣ 4C

        foundations: 5 4 6 7
    """
    with pytest.raises(DealError, match="given are 5 4 6 7, but"):
        Position.from_text(INTRIGUE, text)
    position = Position.from_text(INTRIGUE, text.replace("5 4 6 7", "7 5 4"))
    assert str(position) == "1: QC 4C\n2: QC 6C\nstock: 7C\nfoundations: 4 5 7"
    assert Position.from_text(rules("trefoil", suits=1, copies=1, ranks=11), "1: 10c\n2: jc\n3: -\n4: -").piles[0] == (
        "TC",
    )


class TestFoundations:
    def test_they_are_implied_by_the_cards_not_on_the_table(self) -> None:
        position = Position.from_text(INTRIGUE, "1: QC 4C\n2: QC 7C")
        assert position.foundations == {"5": 2, "4": 1, "6": 2, "7": 1}
        assert str(position).endswith("foundations: 4 5 7 6")
        assert Position.from_text(LUCIE, "1: 6C 5C\n2: 4C").foundations == {"C": (3,)}

    def test_they_must_agree_with_what_is_given(self) -> None:
        assert "given are 4 4 7 6, but" in faults(INTRIGUE, "1: QC 4C\n2: QC 7C\nfoundations: 4 4 7 6")
        assert "other foundations than given" in faults(LUCIE, "1: 6C 5C\n2: 4C\nfoundations: 2C")
        assert "has 3: expected a card" in faults(LUCIE, "1: 6C 5C\n2: 4C\nfoundations: 3")
        assert "has 3S" in faults(LUCIE, "1: 6C 5C\n2: 4C\nfoundations: 3C 3S")

    def test_cards_that_cannot_be_out_are_an_error(self) -> None:
        assert "1 × 4 out on 0 × 5" in faults(INTRIGUE, "1: QC 5C\n2: QC 4C\nstock: 6C 6C 7C 7C 5C")
        assert "AC 3C of suit C, make no foundations" in faults(LUCIE, "1: 6C 5C\n2: 2C 4C")

    def test_in_suit_they_are_cards(self) -> None:
        plain = rules("faerie_queen", foundations="in_suit", suits=2, copies=1, rows=("A23",))
        position = Position.from_text(plain, "1: KC 3S 3C\n2: KS 2S\nfoundations: 2C AS")
        assert position.foundations == {"AC": 1, "2C": 1, "3C": 0, "AS": 1, "2S": 0, "3S": 0}
        assert str(position).endswith("foundations: 2C AS")
        assert "1 × 3S out on 0 × 2S" in faults(plain, "1: KC 3C\n2: KS 2S")

    def test_a_starter_limit_cannot_have_been_passed(self) -> None:
        small: dict[str, Any] = {"suits": 2, "copies": 1, "rows": ("54", "67")}
        table = "1: QC\nstock: QS 4C 4S 6C 6S 7C 7S"
        assert Position.from_text(rules("intrigue", **small), table).foundations["5"] == 2
        assert "rank 5" in faults(rules("laggard_lady", **small), table)
        assert "5S" in faults(rules("glencoe", **small), table)

    def test_trefoils_aces_count_as_out(self) -> None:
        plain = rules("trefoil", suits=1, copies=1, ranks=4)
        position = Position.from_text(plain, "1: 4C 3C 2C")
        assert str(position) == "1: 4C 3C 2C\nfoundations: AC"
        assert "too many: AC" in faults(plain, "1: 4C 3C 2C AC")

    def test_salic_laws_queens_are_nowhere(self) -> None:
        position = Position(seeded(rules("salic_law"), 1))
        assert "Q" not in str(position)
        assert "too many: QS" in faults(position.rules, str(position).replace("stock: ", "stock: QS "))

    def test_on_the_hill_up_and_down_are_told_apart(self) -> None:
        # Two aces and no king of clubs are out, so the second ace ends the foundation K … A: that has all clubs.
        position = Position.from_text(HILL, "1: 3S 2S AS\n2: 3S 2S AS\n3: 2C\n4: 3C")
        assert position.foundations == {"C": (1, 3), "S": (0, 0)}
        assert str(position).endswith("up: AC\ndown: AC")

    def test_on_the_hill_cards_out_may_be_ambiguous(self) -> None:
        # AC 2C 3C are out once each: all up, all down, or some of each.
        text = "1: 3S 2S AS\n2: 3S 2S AS\n3: AC 2C 3C\n4: -"
        assert "several ways" in faults(HILL, text)
        assert Position.from_text(HILL, text + "\nup: 2C\ndown: 3C").foundations == {"C": (2, 1), "S": (0, 0)}
        assert Position.from_text(HILL, text + "\nup: -").foundations == {"C": (0, 3), "S": (0, 0)}
        assert "other foundations" in faults(HILL, text + "\nup: 2C\ndown: 2C")
        assert "no line 'foundations:'" in faults(HILL, text + "\nfoundations: 2C")


class TestRedealLines:
    TABLE = "1: 6C 5C\n2: 4C\n"
    ORDER = "6C 5C 4C 3C 2C AC"

    @pytest.mark.parametrize(
        "lines",
        [
            "redeals: 2 left\nshuffles: splitmix64-1 seed 42",
            "redeals: 1 left\nshuffles: splitmix64-1 seed 18446744073709551615",
            "redeals: 2 left\norder 1: 6C 5C 4C 3C 2C AC\norder 2: AC 2C 3C 4C 5C 6C",
            "redeals: 1 left\norder 2: AC 2C 3C 4C 5C 6C",
            "redeals: 0 left",
        ],
    )
    def test_they_round_trip(self, lines: str) -> None:
        text = f"{self.TABLE}foundations: 3C\n{lines}"
        assert str(Position.from_text(REDEALT, text)) == text

    def test_values_used_so_far_are_part_of_a_pysolfc_layout(self) -> None:
        position = Position(pysolfc_deal("intelligence", "ms7"))
        position.play("redeal")
        text = str(position)
        first = Position(pysolfc_deal("intelligence", "ms7"))
        used = len([*first.stock, *(card for pile in first.piles for card in pile)]) - 1
        assert text.endswith(f"redeals: 1 left\nshuffles: pysolfc ms7 +{used}")
        again = Position.from_text(position.rules, text)
        assert str(again) == text
        again.play("redeal")
        position.play("redeal")
        assert str(again) == str(position)

    def test_they_may_come_from_a_deal(self) -> None:
        game = deal(REDEALT, self.ORDER, self.ORDER, self.ORDER)
        position = Position.from_text(game, self.TABLE + "redeals: 1 left")
        assert str(position).endswith("redeals: 1 left\norder 2: " + self.ORDER)

    @pytest.mark.parametrize(
        ("lines", "said"),
        [
            ("", "no line 'redeals: 2 left'"),
            ("redeals: 3 left", "rules have redeals = 2"),
            ("redeals: 1 left", "no line 'shuffles:' or 'order 2:'"),
            ("redeals: 1 left\norder 1: 6C 5C 4C 3C 2C AC", "order 1 is of no redeal still to come"),
            ("redeals: 2 left\norder 1: 6C 5C 4C 3C 2C AC", r"order 2: missing \(6\)"),
            ("redeals: 1 left\norder 2: 6C 5C 4C 3C 2C 2C", r"order 2: missing \(1\): AC"),
            ("redeals: 0 left\nshuffles: splitmix64-1 seed 1", "no redeal is left"),
            ("redeals: 1 left\nshuffles: dice", "'shuffles: dice' is unknown"),
            ("redeals: 1 left\nshuffles: splitmix64-1 seed 18446744073709551616", r"not below 2\*\*64"),
            ("redeals: 1 left\nshuffles: pysolfc 5 +3", "full packs only"),
            ("redeals: 1 left\nshuffles: splitmix64-1 seed 1\norder 2: AC", "both"),
            ("redeals: 0 left\ndraws: 1 left", "rules have draws = 0"),
        ],
    )
    def test_what_does_not_fit_is_refused(self, lines: str, said: str) -> None:
        with pytest.raises(DealError, match=said):
            Position.from_text(REDEALT, self.TABLE + lines)

    @pytest.mark.parametrize(
        ("line", "said"),
        [("pysolfc 0", "start at 1"), ("pysolfc 5 +200", "cannot have used 200"), ("pysolfc x", "read")],
    )
    def test_a_pysolfc_line_is_checked(self, line: str, said: str) -> None:
        position = Position(pysolfc_deal("la_belle_lucie", "5"))
        position.play("redeal")
        text = "\n".join([*str(position).splitlines()[:-1], f"shuffles: {line}"])
        assert said in faults(position.rules, text)


class TestFaults:
    def test_every_unreadable_word_is_named_with_its_place(self) -> None:
        message = faults(LUCIE, "1: 6C 1X\n  2: 4C ZZ\nhand: 3C\nnonsense\n1: 2C\nredeals: some left", NotationError)
        for said in (
            "line 1, column 7: '1X'",
            "line 2, column 9: 'ZZ'",
            "line 3, column 1: 'hand'",
            "line 4, column 1: 'nonsense'",
            "line 5, column 1: '1:' is given twice",
            "line 6, column 9: 'some left'",
        ):
            assert said in message

    def test_long_lists_are_cut_with_a_count(self) -> None:
        assert "and 5 more" in faults(LUCIE, "1: " + "XX " * 25, NotationError)

    def test_pile_numbers_have_no_gaps(self) -> None:
        assert "numbered 1 … 2: no 2" in faults(LUCIE, "1: 6C 5C\n3: 4C", NotationError)
        assert "1 fans: expected 2" in faults(LUCIE, "1: 6C 5C 4C")

    def test_columns_stand_on_bases(self) -> None:
        message = faults(INTRIGUE, "1: 4C QC\n2: QC 7C QC\nstock: 7C")
        assert "column 1 does not stand on a base" in message
        assert "column 1 has a base card on other cards" in message
        assert "column 2 has a base card on other cards" in message
        assert "too many: QC" in message
        assert "there is no column" in faults(INTRIGUE, "stock: QC QC")
        assert "base cards neither in columns nor in the stock: QC" in faults(INTRIGUE, "1: QC")

    def test_lines_of_other_games_are_refused(self) -> None:
        message = faults(INTRIGUE, "1: QC\n2: QC 7C\nup: -\nredeals: 1 left\ndraws: 1 left\nshuffles: x\norder 1: 7C")
        for label in ("up", "redeals", "draws", "shuffles", "order 1"):
            assert f"no line '{label}:'" in message
        assert "the game has no stock" in faults(LUCIE, "1: 6C 5C\n2: -\nstock: 4C")

    def test_an_intelligence_gap_with_stock_left_is_no_layout(self) -> None:
        assert "fan 2 is empty although stock is left" in faults(INTELLIGENCE, "1: 4C 4C\n2: -\nstock: 3C")
        assert Position.from_text(INTELLIGENCE, "1: 4C 4C\n2: -\nstock: -").piles[1] == ()

    def test_shamrocks_hold_three_cards(self) -> None:
        plain = rules("shamrocks", suits=1, copies=1, ranks=6)
        assert "fan 1 has 4 cards" in faults(plain, "1: 6C 5C 4C 3C\n2: 2C AC")
