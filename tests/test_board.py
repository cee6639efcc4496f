"""The board and the solution for people: everything is there, and nothing is wider than the line."""

import random
from collections import Counter

import pytest

import intrigue
from intrigue.board import Style, board, visible
from intrigue.cli.verify import read_solution
from intrigue.solution import in_words, solution_lines, steps

SUITS = str.maketrans("♣♠♥♦", "CSHD")
STYLES = [Style(), Style(120, symbols=True), Style(60, colour=True, symbols=True)]
GAMES = [
    *((game, {}) for game in intrigue.GAMES),
    ("faerie_queen", {"foundations": "in_suit", "bare_base": "any_time"}),
    ("la_belle_lucie", {"draws": 1, "redeals": 0, "take_back": "yes"}),
    ("house_on_the_hill", {"take_back": "yes"}),
    ("intelligence", {"take_back": "yes"}),
]


def played(game: str, options: dict[str, str | int], seed: int, moves: int) -> tuple[intrigue.Deal, intrigue.Position]:
    """Play at random, redeals seldom and cards out when they can."""
    generator = random.Random(seed)
    deal = intrigue.deal(intrigue.rules(game, **options), seed=seed)
    position = intrigue.Position(deal)
    for _ in range(moves):
        legal = position.legal_moves()
        chosen = [move for move in legal if move != "redeal" or generator.random() < 0.02] or legal
        if not chosen:
            break
        position.play(generator.choice([move for move in chosen if move.endswith("f")] or chosen))
    return deal, position


def words(text: str) -> Counter[str]:
    """Count the cards in a text."""
    bare = text.translate(SUITS).split()
    return Counter(word for word in bare if len(word) == 2 and word[0] in "A23456789TJQK" and word[1] in "CSHD")


def bare(text: str) -> str:
    """Take colours out of a text."""
    for code in ("0", "1", "2", "31"):
        text = text.replace(f"\x1b[{code}m", "")
    return text


@pytest.mark.parametrize(("game", "options"), GAMES)
@pytest.mark.parametrize("style", STYLES)
def test_every_card_on_the_table_is_shown_and_lines_fit(game: str, options: dict[str, str | int], style: Style) -> None:
    for seed in range(4):
        _, position = played(game, options, seed, 60 * seed)
        text = board(position, style)
        assert max(map(visible, text.splitlines())) <= style.width
        assert ("\x1b" in text) == style.colour
        heading, piles = bare(text).split("\n\n", 1)
        assert words(piles) == Counter(card for pile in position.piles for card in pile)
        # The reference's position gives the same picture.
        assert board(intrigue.reference.Position.from_text(position.rules, str(position)), style) == text
        out = sum(map(sum, position.foundations.values())) if "fans" in position.rules.traits else None
        out = sum(position.foundations.values()) if out is None else out
        assert f"{out} of " in heading
        if position.stock:
            assert f"{len(position.stock)} card" in heading


@pytest.mark.parametrize(("game", "options"), GAMES)
@pytest.mark.parametrize("style", STYLES)
def test_a_written_solution_is_read_back(game: str, options: dict[str, str | int], style: Style) -> None:
    for seed in range(3):
        deal, position = played(game, options, seed, 150)
        lines = list(solution_lines(deal, position.moves, style))
        # A single move with all that follows from it may be wider than a narrow line.
        assert all(visible(line) <= style.width or line.count("  ") <= 2 for line in lines)
        assert read_solution(bare("\n".join(lines)), "moves") == position.moves


def test_what_happens_by_itself_is_written() -> None:
    played_steps = []
    for seed in range(10):
        deal, position = played("intelligence", {}, seed, 200)
        played_steps += steps(deal, position.moves)
    assert all((step.card == "") == (step.move == "redeal") for step in played_steps)
    assert any("out: A" in step.note for step in played_steps)
    assert any("dealt again" in step.note for step in played_steps)
    for step in played_steps:
        if step.move == "5-f" and step.note:
            assert step.note.startswith("5: ")


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_each_legal_move_is_said_in_words(game: str, options: dict[str, str | int]) -> None:
    for seed in range(3):
        _, position = played(game, options, seed, 50)
        for move in position.legal_moves():
            said = in_words(position, move)
            if "-" in move and move.rpartition("-")[2].isdigit():
                assert "onto" in said
            elif "-" in move:
                assert "foundation" in said


def test_colours_and_symbols_follow_the_style() -> None:
    assert Style().card("QH") == "QH"
    assert Style(symbols=True).card("QH") == "Q♥"
    assert Style(colour=True).card("QH") == "\x1b[31mQH\x1b[0m"
    assert Style(colour=True).card("QS") == "QS"
