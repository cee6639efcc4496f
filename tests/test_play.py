"""Games that a person plays, without a terminal: undo, redo, what the solver says, saving and loading."""

import random

import pytest

import intrigue
from intrigue import Deal, Position, Rules, Verdict
from intrigue.play import Game
from intrigue.saved import is_saved_game, read_game, saved_text

# Long forms of options: the game's own and those of PySolFC.
RULES = [intrigue.rules(game, preset=preset) for game in intrigue.GAMES for preset in (None, "pysolfc")]


def name(rules: Rules) -> str:
    """Name rules in a test's name."""
    return f"{rules.game}-{'-'.join(str(value) for value in rules.options.values())}"


def wander(game: Game, steps: int, seed: int) -> None:
    """Play random moves, now and then taking some back."""
    chance = random.Random(seed)
    for _ in range(steps):
        legal = game.position.legal_moves()
        if not legal or chance.random() < 0.1:
            game.undo(chance.randint(1, 4))
        else:
            game.play(chance.choice(legal))


@pytest.mark.parametrize("rules", RULES, ids=name)
def test_undo_and_redo_lead_back_and_forth(rules: Rules) -> None:
    deal = intrigue.deal(rules, seed=3)
    game = Game(deal)
    wander(game, 60, 1)
    here, moves, undone = str(game.position), game.moves, game.undone
    assert str(intrigue.verify(deal, moves)) == here
    assert game.undo(1 << 20) == moves[::-1]
    assert str(game.position) == str(Position(deal))
    assert game.undone == moves + undone
    assert game.redo(len(moves)) == moves
    assert (str(game.position), game.moves, game.undone) == (here, moves, undone)


def test_a_new_move_forgets_the_undone_ones_and_the_same_move_does_not() -> None:
    game = Game(intrigue.deal("fan", seed=2), ["2-f", "4-f"])
    game.undo(2)
    game.play("2-f")
    assert game.undone == ("4-f",)
    game.play(next(move for move in game.position.legal_moves() if move != "4-f"))
    assert game.undone == ()


def test_what_fails_changes_nothing() -> None:
    game = Game(intrigue.deal("fan", seed=2), ["2-f", "4-f"])
    game.undo(1)
    before = (str(game.position), game.moves, game.undone)
    for bad in ("1-1", "99-f", "deal", "", "nonsense", "draw 1/1-f"):
        with pytest.raises((intrigue.IllegalMove, intrigue.NotationError)):
            game.play(bad)
    with pytest.raises(intrigue.IllegalMove, match="no winning moves are known"):
        game.follow(1)
    assert (str(game.position), game.moves, game.undone) == before


def test_hints_that_are_followed_win() -> None:
    for seed, rules in enumerate(RULES):
        game = Game(intrigue.deal(rules, seed=seed))
        line = game.outlook(max_states=50_000).moves
        for _ in line:
            outlook = game.outlook(max_states=1)  # known already, so that no search begins
            assert outlook.verdict is Verdict.WINNABLE
            game.play(outlook.moves[0])
        assert game.position.is_won == bool(line)


def test_what_was_decided_is_remembered_on_the_way_back_and_after_a_loss() -> None:
    game = Game(intrigue.deal("intrigue", seed=42))
    for _ in range(30):
        game.play(game.position.legal_moves()[0])
    if game.outlook(max_states=100_000).verdict is Verdict.WINNABLE:
        game.undo(30)
        outlook = game.outlook(max_states=1)
        assert intrigue.verify(game.start, outlook.moves).is_won  # type: ignore[arg-type]
    lost = Game(intrigue.deal("intrigue", seed=40))
    assert lost.outlook(max_states=100_000).verdict is Verdict.UNWINNABLE
    lost.play("deal")
    assert lost.outlook(max_states=1).verdict is Verdict.UNWINNABLE


def test_an_undecided_game_says_which_limit_ended_the_search() -> None:
    rules = intrigue.rules("house_in_the_wood", take_back="yes")
    outlook = Game(intrigue.deal(rules, seed=1)).outlook(max_states=10)
    assert (outlook.verdict, outlook.reason) == (Verdict.UNKNOWN, "states")


def starts(rules: Rules) -> list[Deal | Position]:
    """Give a deal of each kind, and a position in the middle of a game."""
    seeded = intrigue.deal(rules, seed=9)
    listed: list[Deal | Position] = [seeded, Deal.from_pysolfc(rules, "ms4711")]
    orders = [seeded.cards[::-1]] * int(rules.options.get("redeals", 0))  # type: ignore[call-overload]
    listed.append(Deal(rules, seeded.cards, redeal_orders=orders or None))
    middle = Game(seeded)
    wander(middle, 25, 2)
    listed.append(Position.from_text(rules, str(middle.position)))
    return listed


@pytest.mark.parametrize("rules", RULES, ids=name)
def test_saved_games_come_back_as_they_were(rules: Rules) -> None:
    for number, start in enumerate(starts(rules)):
        game = Game(start)
        wander(game, 40, number)
        game.undo(number)
        text = saved_text(game)
        again = read_game("# a remark\n\n" + text)
        assert again.start == game.start
        assert (again.moves, again.undone, str(again.position)) == (game.moves, game.undone, str(game.position))
        assert saved_text(again) == text
        assert is_saved_game(text)


def test_reduced_packs_are_saved_too() -> None:
    rules = intrigue.rules("intrigue", plays="optional", suits=1, copies=4, rows=("54", "67"))
    game = Game(intrigue.deal(rules, seed=1), ["deal"])
    assert read_game(saved_text(game)).start == game.start


GOOD = saved_text(Game(intrigue.deal("fan", seed=2), ["2-f", "4-f"]))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ["is empty"]),
        ("QS 3H", ["no saved game", "intrigue play: 1"]),
        (GOOD.replace("play: 1", "play: 2"), ["line 1", "format '2'"]),
        (GOOD.replace("game: fan\n", ""), ["`game: NAME` is missing"]),
        (GOOD.replace("game: fan", "game: fann"), ["unknown game", "fan"]),
        (GOOD.replace("moves", "movs").replace("seed", "sed"), ["line 4: 'sed: 2'", "line 7: 'movs: 2-f 4-f'"]),
        (GOOD.replace("redeals=0", "redeals=1"), ["redeals = 1"]),
        (GOOD.replace("redeals=0", "redeals"), ["'redeals' should be NAME=VALUE"]),
        (GOOD.replace("take_back=no", "redeals=0"), ["redeals is given twice"]),
        (GOOD.replace("seed: 2", "seed: two"), ["'two' is no seed"]),
        (GOOD.replace("seed: 2", "seed: 3"), ["not those of seed 3"]),
        (GOOD.replace("seed: 2", "seed: 2\nseed: 2"), ["line 5: seed is given twice"]),
        (GOOD.replace("deal: QH", "deal: QS"), ["missing: QH", "surplus: QS"]),
        (GOOD.replace("seed: 2\n", "").replace("deal: QH", "deal: XX"), ["XX"]),
        ("\n".join(line for line in GOOD.splitlines() if "deal:" not in line), ["either lines `deal: CARDS`"]),
        (GOOD + "layout:\n  1: QS\n", ["either lines `deal: CARDS`"]),
        (GOOD.replace("2-f 4-f", "2-f 1-1"), ["move 2", "1-1"]),
        (GOOD.replace("2-f 4-f", "2-f up"), ["move 2", "no move"]),
        (GOOD + "undone: 1-1", ["move 3"]),
        (GOOD + "order 2: QS", ["numbered from 1"]),
    ],
)
def test_what_is_no_saved_game_is_refused(text: str, parts: list[str]) -> None:
    with pytest.raises(intrigue.IntrigueError) as refusal:
        read_game(text)
    for part in parts:
        assert part in str(refusal.value)
