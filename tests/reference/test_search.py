"""Exhaustive search, counting and replaying; and the facts that rules.md sections 2 and 3 state about them."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest

from intrigue.errors import IllegalMove, IntrigueError, NotationError
from intrigue.reference import Position, perft, solve, verify
from tests.support import PlainDeal, PlainRules, deal, name_of, reduced_rules, rules, seeded

SALIC: dict[str, Any] = {"suits": 2, "copies": 1, "rows": ("5432", "6789")}
KINGS: dict[str, Any] = {"suits": 1, "copies": 2, "rows": ("A23456",)}
FANS: dict[str, Any] = {"suits": 3, "copies": 1, "ranks": 5}
TREFOIL: dict[str, Any] = {"suits": 3, "copies": 1, "ranks": 6}
INTELLIGENCE: dict[str, Any] = {"suits": 2, "copies": 2, "ranks": 4, "fans": 2}
HOUSES: dict[str, Any] = {"suits": 1, "copies": 2, "ranks": 5}


def chain(game: str, shape: dict[str, Any], option: str, *values: Any, **others: Any) -> list[PlainRules]:
    return [rules(game, **(shape | others | {option: value})) for value in values]


INCLUSIONS = {
    "plays": chain("intrigue", SALIC, "plays", "forced", "starters", "optional"),
    "plays, glencoe": chain("glencoe", SALIC, "plays", "forced", "starters", "optional"),
    "plays, salic law": chain("salic_law", KINGS, "plays", "forced", "starters", "optional"),
    "bare bases": chain("intrigue", SALIC, "bare_base", "never", "after_deal", "any_time", plays="optional"),
    "bare bases, forced": chain("laggard_lady", SALIC, "bare_base", "never", "after_deal", "any_time"),
    "bare bases, salic law": chain("salic_law", KINGS, "bare_base", "never", "after_deal", "any_time"),
    "bare bases, faerie queen": chain("faerie_queen", KINGS, "bare_base", "never", "after_deal", "any_time"),
    "starter limits": [rules(game, plays="optional", **SALIC) for game in ("glencoe", "laggard_lady", "intrigue")],
    "building": [rules(game, plays="optional", **KINGS) for game in ("salic_law", "faerie_queen")],
    "redeals, la belle lucie": chain("la_belle_lucie", FANS, "redeals", 0, 1, 2),
    "redeals, trefoil": chain("trefoil", TREFOIL, "redeals", 0, 1, 2),
    "redeals, intelligence": chain("intelligence", INTELLIGENCE, "redeals", 0, 1, 2),
    "draws": chain("la_belle_lucie", FANS, "draws", 0, 1),
    "draws after redeals": chain("trefoil", TREFOIL, "draws", 0, 1, redeals=1),
    "la belle lucie and fan": [rules(game, **FANS) for game in ("la_belle_lucie", "fan")],
}
INCLUSIONS |= {
    f"take_back, {game}": chain(game, shape, "take_back", "no", "yes", redeals=redeals)
    for game, shape, redeals in (
        ("la_belle_lucie", FANS, 1),
        ("trefoil", TREFOIL, 0),
        ("fan", FANS, 0),
        ("intelligence", INTELLIGENCE, 1),
        ("house_in_the_wood", HOUSES, 0),
        ("house_on_the_hill", HOUSES, 0),
        ("shamrocks", FANS, 0),
    )
}


@pytest.mark.parametrize("name", INCLUSIONS)
def test_a_win_under_the_narrower_rules_is_a_win_under_the_wider(name: str) -> None:
    verdicts: Counter[str] = Counter()
    for seed in range(25):
        won: tuple[str, ...] | None = None
        for plain in INCLUSIONS[name]:
            game = seeded(plain, seed)
            if won is not None:
                assert verify(game, won).is_won
            result = solve(game)
            verdicts[result.verdict] += 1
            assert won is None or result.verdict == "winnable"
            if result.verdict == "winnable":
                won = result.moves
                assert verify(game, won).is_won
    assert set(verdicts) == {"winnable", "unwinnable"}


def winnable_by_texts(game: PlainDeal) -> bool:
    """Find the verdict by the plainest means: growing the set of layouts that can be reached, as texts."""
    seen, todo = set(), [str(Position(game))]
    while todo:
        text = todo.pop()
        if text in seen:
            continue
        seen.add(text)
        position = Position.from_text(game.rules, text)
        if position.is_won:
            return True
        for move in position.legal_moves():
            position.play(move)
            todo.append(str(position))
            position.undo()
    return False


@pytest.mark.parametrize(
    "plain",
    [
        rules("glencoe", suits=2, copies=1, rows=("543", "678")),
        rules("faerie_queen", foundations="in_suit", suits=2, copies=1, rows=("A234",)),
        rules("la_belle_lucie", redeals=1, draws=1, suits=2, copies=1, ranks=4),
        rules("intelligence", redeals=2, take_back="yes", suits=1, copies=2, ranks=4, fans=2),
        rules("house_on_the_hill", take_back="yes", suits=1, copies=2, ranks=4),
        rules("shamrocks", suits=2, copies=1, ranks=5),
    ],
    ids=name_of,
)
def test_the_search_agrees_with_growing_the_set_of_layouts(plain: PlainRules) -> None:
    verdicts: Counter[str] = Counter()
    for seed in range(12):
        game = seeded(plain, seed)
        verdict = solve(game).verdict
        verdicts[verdict] += 1
        assert (verdict == "winnable") == winnable_by_texts(game)
    assert verdicts["winnable"]


class TestSolve:
    def test_a_lost_game_is_searched_to_the_end(self) -> None:
        game = deal(rules("la_belle_lucie", suits=1, copies=1, ranks=6), "AC 3C 2C 5C 4C 6C")
        result = solve(game)
        assert (result.verdict, result.moves, result.reason) == ("unwinnable", (), None)
        assert result.states == 1

    def test_a_limit_on_states_gives_unknown_and_its_reason(self) -> None:
        game = seeded(rules("house_in_the_wood", **HOUSES), 3)
        full = solve(game)
        assert full.verdict == "unwinnable"
        assert solve(game, max_states=full.states) == full
        short = solve(game, max_states=full.states - 1)
        assert (short.verdict, short.moves, short.states, short.reason) == ("unknown", (), full.states - 1, "states")
        assert solve(game, max_states=0).verdict == "unknown"

    def test_it_goes_on_from_a_position_and_leaves_it_alone(self) -> None:
        game = next(
            game
            for game in (seeded(rules("intrigue", **SALIC), seed) for seed in range(50))
            if solve(game).verdict == "winnable"
        )
        moves = solve(game).moves
        position = verify(game, moves[:9])
        before = str(position)
        rest = solve(position).moves
        assert (str(position), position.moves) == (before, moves[:9])
        assert verify(position, rest).moves == moves[:9] + rest
        assert verify(position, rest).is_won

    def test_a_won_game_needs_no_move(self) -> None:
        position = Position.from_text(rules("la_belle_lucie", suits=1, copies=1, ranks=6), "1: -\n2: -")
        assert solve(position) == ("winnable", (), 1, None)

    def test_positions_of_another_engine_are_read_by_their_text(self) -> None:
        @dataclass
        class Other:
            rules: PlainRules
            text: str

            def legal_moves(self) -> list[str]:
                return []

            def __str__(self) -> str:
                return self.text

        other = Other(rules("la_belle_lucie", suits=1, copies=1, ranks=6), "1: 6C 5C\n2: 4C")
        assert solve(other).moves == ("2-f", "1-f", "1-f")
        assert perft(other, 1) == 2
        assert str(verify(other, "2-f")) == "1: 6C 5C\n2: -\nfoundations: 4C"


class TestPerft:
    @pytest.mark.parametrize("plain", reduced_rules(), ids=name_of)
    def test_it_counts_what_a_walk_counts(self, plain: PlainRules) -> None:
        def walk(position: Position, depth: int) -> int:
            if not depth:
                return 1
            count = 0
            for move in position.legal_moves():
                position.play(move)
                count += walk(position, depth - 1)
                position.undo()
            return count

        position = Position(seeded(plain, 5))
        for move in position.legal_moves()[:1] * 3:
            if move in position.legal_moves():
                position.play(move)
        for depth in range(4):
            assert perft(position, depth) == walk(position, depth)

    def test_it_stops_at_a_limit(self) -> None:
        game = deal(rules("fan", suits=1, copies=1, ranks=6), "6C 5C 4C 3C 2C AC")
        total = sum(perft(game, depth) for depth in (1, 2, 3))
        assert perft(game, 3, max_nodes=total) == perft(game, 3)
        with pytest.raises(IntrigueError, match=f"more than {total - 1}"):
            perft(game, 3, max_nodes=total - 1)
        with pytest.raises(IntrigueError, match="below 0"):
            perft(game, -1)


class TestVerify:
    GAME = deal(rules("la_belle_lucie", suits=1, copies=1, ranks=6), "3C 5C 2C 6C AC 4C")

    def test_it_replays_text_and_lists(self) -> None:
        assert Position(self.GAME).piles == (("3C", "2C", "AC"), ("5C", "6C", "4C"))
        assert not verify(self.GAME, "1-f [the ace] 1-f").is_won
        assert verify(self.GAME, ["1-f", "1-f"]).moves == ("1-f", "1-f")

    def test_an_illegal_move_is_named_with_its_number_and_rule(self) -> None:
        with pytest.raises(IllegalMove, match=r"move 2: 2-f \(4C\) is illegal: a foundation is built up"):
            verify(self.GAME, "1-f 2-f")
        with pytest.raises(NotationError, match="move 3: 'x' is no move"):
            verify(self.GAME, "1-f 1-f x")
