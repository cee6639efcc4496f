"""The replay page: what it holds, and that the tables in it are those of the reference engine."""

import itertools
import json
import random
import re
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

import intrigue
from intrigue import reference
from intrigue.cli import main
from intrigue.pictures.piles import Table
from intrigue.replay import replay_page
from intrigue.replay.steps import encode, play_through

from .support import PlainRules, full_rules, name_of, reduced_rules, seeded
from .wins import MORE_WINS, Win, more_wins, stored_wins

LARGEST_PAGE = 300_000
WINS = stored_wins()


def data_of(page: str) -> dict[str, Any]:
    """Take the embedded steps out of a page."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def layouts(data: dict[str, Any]) -> list[str]:
    """Read the layout of every step out of the embedded data, as the page's own `layout` does."""
    held, other, written = [list(pile) for pile in data["first"]], "", []
    for step in data["steps"]:
        for pile, keep, *laid in step.get("changes", ()):
            held[pile] = held[pile][:keep] + laid
        other = step.get("other", other)
        texts = [[data["cards"][card] for card in pile] for pile in held]
        lines, stock = [], []
        for (kind, number, _), cards in zip(data["piles"], texts, strict=True):
            if kind == "fan" or (kind == "column" and cards):
                lines.append(f"{number}: {' '.join(cards) or '-'}")
            if kind == "stock":
                stock = [f"stock: {' '.join(reversed(cards)) or '-'}"]
        for label, piles in data["lines"]:
            tops = [texts[pile][-1][: 1 if data["ranksOnly"] else 2] for pile in piles if texts[pile]]
            stock.append(f"{label}: {' '.join(tops) or '-'}")
        written.append("\n".join([*lines, *stock, *([other] if other else [])]))
    return written


def assert_agrees(page: str, win: Win) -> None:
    position = reference.Position(win.deal)
    expected = [str(position)]
    for move in win.moves:
        position.play(move)
        expected.append(str(position))
    assert layouts(data_of(page)) == expected


def test_every_game_has_a_stored_win() -> None:
    assert tuple(WINS) == intrigue.GAMES


@pytest.mark.parametrize("game", intrigue.GAMES)
def test_a_page_is_small_and_asks_for_nothing(game: str) -> None:
    page = replay_page(WINS[game].deal, WINS[game])
    assert len(page.encode()) < LARGEST_PAGE
    assert "{{" not in page
    addresses = set(re.findall(r"[a-z]+://[^\"' <]*", page))
    assert addresses == {"http://www.w3.org/2000/svg"}  # a name of a vocabulary, which nothing fetches
    assert not re.search(r"\bsrc=|@import|url\(|\bfetch\(|XMLHttpRequest", page)
    assert set(re.findall(r'<link [^>]*href="([^"]*)"', page)) == {"data:,"}


@pytest.mark.parametrize("game", intrigue.GAMES)
def test_tables_agree_with_the_reference_step_by_step(game: str) -> None:
    wins = [WINS[game], *more_wins(game, MORE_WINS)]
    assert len(wins) == 1 + MORE_WINS
    for win in wins:
        assert_agrees(replay_page(win.deal, win), win)


def assert_cards_stay_whole(tables: list[Table]) -> None:
    for table in tables:
        held = sorted(card for pile in table.held for card in pile)
        assert held == list(range(len(table.cards)))


@pytest.mark.parametrize("rules", [*full_rules(), *reduced_rules()[::7]], ids=name_of)
def test_random_play_is_followed_card_by_card(rules: PlainRules) -> None:
    chance = random.Random(5)
    for seed in range(1 + MORE_WINS):
        position = reference.Position(seeded(rules, seed))
        start, moves, expected = position.copy(), [], [str(position)]
        while len(moves) < 120 and not position.is_won and (legal := position.legal_moves()):
            rare = [move for move in legal if move == "redeal" or move[0] in "fud"]
            common = [move for move in legal if move not in rare] or legal
            move = chance.choice(rare if rare and chance.random() < 0.05 else common)
            position.play(move)
            moves.append(move)
            expected.append(str(position))
        steps = play_through(start, moves, is_start=True)
        foundations = rules.options.get("foundations")
        data = json.loads(json.dumps(encode(steps, ranks_only=foundations == "any_suit")))
        assert layouts(data) == expected
        assert_cards_stay_whole([step.table for step in steps])
        for before, after in itertools.pairwise(steps):
            if after.move == "redeal" or after.move.startswith("draw"):
                continue
            moved = {
                card
                for old, new in zip(before.table.held, after.table.held, strict=True)
                for card in set(new) - set(old)
            }
            assert len(moved - set(after.told.automatic_cards)) == 1, after.move


def test_what_happens_by_itself_is_told() -> None:
    rules = intrigue.rules("intelligence", suits=1, copies=2, ranks=6, fans=2, redeals=0)
    deal = intrigue.Deal(rules, "3C AC 5C 2C 4C 6C 5C 3C 2C 4C AC 6C")
    steps = play_through(reference.Position(deal), [], is_start=True)
    assert steps[0].told.automatic == ("A♣ goes out by itself",)
    position = reference.Position.from_text(rules, "1: 2C\n2: 3C 5C 4C\nstock: 6C AC 5C 4C 3C 6C 2C\nfoundations: AC")
    told = play_through(position, ["1-f"], is_start=False)[1].told
    assert told.sentence == "2♣ of fan 1 out onto A♣"
    assert told.automatic == ("A♣ goes out by itself", "Fan 1 is refilled from the stock: 6♣ 5♣ 4♣")


def test_unwinnable_deals_say_how_that_was_proved() -> None:
    deal = intrigue.deal("laggard_lady", seed=1)
    result = intrigue.solve(deal)
    page = replay_page(deal, result)
    assert result.proof is not None
    assert f"Proof: {result.proof}, {result.states:,} states visited" in page
    assert 'data-has-moves="no"' in page
    assert layouts(data_of(page)) == [str(reference.Position(deal))]


def test_undecided_deals_say_why() -> None:
    deal = intrigue.deal("house_in_the_wood", seed=1)
    page = replay_page(deal, SimpleNamespace(verdict="unknown", moves=(), reason="bytes", states=1234))
    assert "Not decided: the search reached its limit of memory after 1,234 states" in page


def test_a_page_names_game_options_and_deal() -> None:
    deal = intrigue.deal("glencoe", seed=2)
    page = replay_page(deal, intrigue.solve(deal))
    assert "<h1>Glencoe " in page
    assert "<dt>Deal</dt><dd>glencoe#2</dd>" in page
    assert "<dt>Bare base</dt><dd>after deal</dd>" in page


def test_a_position_in_the_midst_of_a_game_is_replayed() -> None:
    win = WINS["glencoe"]
    position = intrigue.Position(win.deal)
    for move in win.moves[:150]:
        position.play(move)
    rest = win._replace(moves=win.moves[150:])
    data = data_of(replay_page(position, rest))
    assert layouts(data)[0] == str(position)
    assert len(data["steps"]) == len(win.moves) - 149


def test_moves_that_do_not_win_are_refused() -> None:
    win = WINS["fan"]
    with pytest.raises(intrigue.IntrigueError, match="do not win"):
        replay_page(win.deal, win._replace(moves=win.moves[:-1]))
    with pytest.raises(intrigue.IllegalMove, match="move 2: "):
        replay_page(win.deal, win._replace(moves=(win.moves[0], "18-18")))


def test_names_cannot_break_out_of_the_page() -> None:
    win = WINS["fan"]
    page = replay_page(win.deal, win._replace(verdict="unknown", reason="</script><b>{{DATA}}", moves=()))
    assert "</script><b>" not in page.replace("</script>\n<script>", "")
    assert "&lt;/script&gt;&lt;b&gt;{{DATA}}" in page


def test_the_command_writes_the_page(tmp_path: Any) -> None:
    file = tmp_path / "page.html"
    result = CliRunner().invoke(main, ["replay", "intrigue", "--seed", "42", "--html", str(file)])
    assert result.exit_code == 0
    assert result.stdout == f"{file}: winnable, {len(data_of(file.read_text())['steps']) - 1} moves\n"
    moves = tmp_path / "moves.txt"
    moves.write_text(" ".join(intrigue.solve(intrigue.deal("intrigue", seed=42)).moves))
    arguments = ["replay", "intrigue", "--seed", "42", "--html", "-", "--moves", str(moves)]
    again = CliRunner().invoke(main, arguments)
    assert data_of(again.stdout) == data_of(file.read_text())
    moves.write_text("deal")
    refused = CliRunner().invoke(main, arguments)
    assert refused.exit_code == 2
    assert "do not win" in refused.stderr
    nowhere = CliRunner().invoke(main, ["replay", "intrigue", "--seed", "42", "--html", str(tmp_path)])
    assert nowhere.exit_code == 2
    assert "cannot write" in nowhere.stderr
