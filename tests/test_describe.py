"""The rules in plain English: every game and option says what it should."""

import re

import pytest

import intrigue
from intrigue.describe import describe, rules_text

EVERY_OPTION = [
    (game, option, value)
    for game in intrigue.GAMES
    for option, values in intrigue.rules(game).choices.items()
    for value in values
]


def paragraphs(rules: intrigue.Rules) -> set[str]:
    return {paragraph for section in describe(rules) for paragraph in section.paragraphs}


def text(rules: intrigue.Rules) -> str:
    """Give the rules in one line, so that line breaks hide nothing."""
    return " ".join(paragraph for section in describe(rules) for paragraph in section.paragraphs)


@pytest.mark.parametrize(("game", "option", "value"), EVERY_OPTION)
def test_an_option_changes_the_text_exactly_when_it_changes_the_rules(game: str, option: str, value: str | int) -> None:
    default, changed = intrigue.rules(game), intrigue.rules(game, **{option: value})
    assert (paragraphs(default) == paragraphs(changed)) == (default == changed)
    # Most of the text stays: an option is about one thing.
    assert len(paragraphs(default) - paragraphs(changed)) <= 4


@pytest.mark.parametrize(("game", "option", "value"), EVERY_OPTION)
def test_the_text_is_well_formed(game: str, option: str, value: str | int) -> None:
    rules = intrigue.rules(game, **{option: value})
    for paragraph in paragraphs(rules):
        assert re.fullmatch(r"[A-Za-z0-9].*[.)]", paragraph), paragraph
        assert "  " not in paragraph
        assert not re.search(r"None|True|False|[{}_]", paragraph), paragraph
    assert max(map(len, rules_text(rules, 60).splitlines())) <= 60


def test_no_two_games_have_the_same_text() -> None:
    assert len({text(intrigue.rules(game)) for game in intrigue.GAMES}) == len(intrigue.GAMES)


@pytest.mark.parametrize("game", intrigue.GAMES)
def test_what_winnable_means_is_said(game: str) -> None:
    assert "Winnable means: some sequence of legal moves wins when every card is known" in text(intrigue.rules(game))


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        ("intrigue", {}, "5 4 3 2 A K and eight foundations built 6 7 8 9 T J"),
        ("intrigue", {}, "every top card that a foundation takes must go there"),
        ("intrigue", {"plays": "starters"}, "fives and sixes must go out"),
        ("intrigue", {"plays": "optional"}, "Nothing is compulsory"),
        ("intrigue", {"bare_base": "never"}, "No card is moved from one column to another"),
        ("intrigue", {"bare_base": "any_time"}, "the next dealt card then covers it"),
        ("laggard_lady", {}, "no more fives or sixes may be out than queens have been dealt"),
        ("glencoe", {}, "no more fives or sixes of it may be out than queens of that suit"),
        ("salic_law", {}, "Take out the eight queens"),
        ("salic_law", {"plays": "starters"}, "aces must go out"),
        ("faerie_queen", {"foundations": "in_suit"}, "two foundations of each suit"),
        ("faerie_queen", {}, "one rank higher, of whatever suit"),
        ("intelligence", {}, "Deal 18 fans"),
        ("intelligence", {"redeals": 1}, "Once in the game"),
        ("intelligence", {"redeals": 0}, "There is no redeal"),
        ("intelligence_19", {}, "Deal 19 fans"),
        ("la_belle_lucie", {}, "rounds, of 17, 17 and 18 cards, so that the last fan has only one card"),
        ("la_belle_lucie", {"draws": 1}, "when all redeals have been used, one card that lies under others"),
        ("la_belle_lucie", {"draws": 1, "redeals": 0}, "Once in the game, at any time, one card"),
        ("trefoil", {}, "Deal all 48 cards face up into 16 fans of three"),
        ("trefoil", {"take_back": "yes"}, "Aces stay"),
        ("fan", {}, "An empty fan takes a king"),
        ("fan", {"take_back": "yes"}, "a king onto an empty fan"),
        ("house_in_the_wood", {}, "rounds, of 34, 35 and 35 cards, so that the last fan has only two cards"),
        ("house_on_the_hill", {}, "the other down from the king to the ace"),
        ("shamrocks", {}, "a fan of three takes none"),
    ],
)
def test_what_makes_each_game_special_is_said(game: str, options: dict[str, str | int], words: str) -> None:
    assert words in text(intrigue.rules(game, **options))


def test_reduced_packs_are_described_from_the_same_traits() -> None:
    small = text(intrigue.rules("intrigue", suits=1, copies=4, rows=("54", "67")))
    assert "20 cards: the ranks 4 5 6 7 Q in clubs, four of each" in small
    assert "room for four foundations built 5 4 and four foundations built 6 7" in small
    assert "from the ace to the five" in text(intrigue.rules("fan", ranks=5))
