"""Compare the core's verdicts with plain exhaustive search on random reduced packs, and replay every solution.

Run by hand for the full volume, for example:

    python tests/cross_check.py --count 2000 --seed 1
    python tests/cross_check.py --game intelligence --count 3000 --every-reduction

A case is a game with random options over a random reduced pack, from the deal or from a random position in the middle.
The reference engine searches it exhaustively; the core searches it with all reductions, with each one switched off
(--every-reduction) or with none. Any difference is printed with what reproduces it, and the exit status is 1.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import intrigue
from intrigue import reference

# Shapes of packs small enough to search exhaustively, of which a good share is lost.
QUEENS: list[dict[str, Any]] = [
    {"suits": 1, "copies": 2, "rows": ("5432A", "6789T")},
    {"suits": 2, "copies": 1, "rows": ("5432A", "6789")},
    {"suits": 2, "copies": 1, "rows": ("5432AK",)},
    {"suits": 1, "copies": 3, "rows": ("543", "678")},
    {"suits": 3, "copies": 1, "rows": ("54", "6789")},
    {"suits": 2, "copies": 2, "rows": ("54", "678")},
]
KINGS: list[dict[str, Any]] = [
    {"suits": 2, "copies": 1, "rows": ("A234567",)},
    {"suits": 1, "copies": 3, "rows": ("A23456",)},
    {"suits": 2, "copies": 2, "rows": ("A2345",)},
    {"suits": 1, "copies": 2, "rows": ("A23456789",)},
]
ONE_PACK: list[dict[str, Any]] = [
    {"suits": 2, "ranks": 8},
    {"suits": 3, "ranks": 5},
    {"suits": 4, "ranks": 4},
    {"suits": 1, "ranks": 11},
]
INTELLIGENCE: list[dict[str, Any]] = [
    {"suits": 1, "ranks": 7, "fans": 3},
    {"suits": 2, "ranks": 5, "fans": 4},
    {"suits": 2, "ranks": 4, "fans": 3},
    {"suits": 3, "ranks": 3, "fans": 4},
]
HOUSES: list[dict[str, Any]] = [
    {"suits": 1, "ranks": 7},
    {"suits": 1, "ranks": 8},
    {"suits": 2, "ranks": 4},
    {"suits": 2, "ranks": 3},
]
SHAPES = {
    "intrigue": QUEENS,
    "laggard_lady": QUEENS,
    "glencoe": QUEENS,
    "salic_law": KINGS,
    "faerie_queen": KINGS,
    "intelligence": INTELLIGENCE,
    "intelligence_19": INTELLIGENCE,
    "la_belle_lucie": ONE_PACK,
    "trefoil": ONE_PACK,
    "fan": ONE_PACK,
    "shamrocks": ONE_PACK,
    "house_in_the_wood": HOUSES,
    "house_on_the_hill": HOUSES,
}
CHOICES: dict[str, list[Any]] = {
    "plays": ["forced", "starters", "optional"],
    "bare_base": ["after_deal", "any_time", "never"],
    "starter_limit": ["none", "bases", "suit"],
    "foundations": ["any_suit", "in_suit"],
    "redeals": [0, 0, 0, 1, 2],
    "draws": [0, 1],
    "take_back": ["no", "no", "yes"],
}
REFERENCE_STATES = 15_000  # what the reference does not finish within this is left out, and counted
CORE_SECONDS = 20.0


@dataclass
class Tally:
    """What a run found, by game."""

    verdicts: Counter[str] = field(default_factory=Counter)
    left_out: int = 0
    undecided: int = 0
    searches: int = 0
    differences: list[str] = field(default_factory=list)


def random_options(game: str, rng: random.Random) -> dict[str, Any]:
    """Choose a value for every option of a game; its own starter limit stays more often than not."""
    options = {}
    for name, default in intrigue.rules(game).options.items():
        if name == "starter_limit" and rng.random() < 0.6:
            options[name] = default
        elif name == "redeals" and default == 0:
            options[name] = 0
        else:
            options[name] = rng.choice(CHOICES[name])
    return options


def random_position(deal: intrigue.Deal, rng: random.Random) -> intrigue.Position:
    """Play at random from the deal: in half of the cases not at all, else any number of moves."""
    position = intrigue.Position(deal)
    if rng.random() < 0.5:
        return position
    for _ in range(rng.randrange(2 * len(deal.cards))):
        moves = position.legal_moves()
        if not moves:
            break
        play = rng.choice(moves)
        if play != "redeal" or rng.random() < 0.1:
            position.play(play)
    return intrigue.Position.from_text(deal, str(position))


def cases(game: str, count: int, seed: int, fixed: dict[str, Any]) -> Iterator[tuple[str, intrigue.Position]]:
    """Give `count` random positions of a game, each with the Python text that makes it again."""
    rng = random.Random(f"{game} {seed}")
    for _ in range(count):
        rules = intrigue.rules(game, **random_options(game, rng) | rng.choice(SHAPES[game]) | fixed)
        deal = intrigue.deal(rules, seed=rng.getrandbits(32))
        position = random_position(deal, rng)
        yield f"intrigue.Position.from_text({deal!r}, {str(position)!r})", position


def check(text: str, position: intrigue.Position, every_reduction: bool, tally: Tally) -> None:
    """Search one position in both engines and note what differs."""
    expected = reference.solve(position, max_states=REFERENCE_STATES)
    if expected.verdict == "unknown":
        tally.left_out += 1
        return
    tally.verdicts[expected.verdict] += 1
    names = position.rules.reductions
    switched_off: list[tuple[str, ...]] = [()]
    if every_reduction:
        switched_off += [(name,) for name in names] + [names]
    for without in switched_off:
        tally.searches += 1
        result = intrigue.solve(position, without=without, max_seconds=CORE_SECONDS)
        if result.verdict == "unknown":
            tally.undecided += 1
        elif result.verdict != expected.verdict:
            tally.differences.append(f"{text}: {result.verdict} without {without}, but it is {expected.verdict}")
        elif result.verdict == "winnable" and not intrigue.verify(position, result.moves).is_won:
            tally.differences.append(f"{text}: the solution without {without} does not win")


def run(
    game: str, count: int, seed: int, *, every_reduction: bool = True, fixed: dict[str, Any] | None = None
) -> Tally:
    """Check `count` random cases of a game."""
    tally = Tally()
    for text, position in cases(game, count, seed, fixed or {}):
        check(text, position, every_reduction, tally)
    return tally


def main() -> int:
    """Read the command line, check, print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=intrigue.GAMES, action="append", help="these games only")
    parser.add_argument("--count", type=int, default=200, help="cases for each game")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--every-reduction", action="store_true", help="also with each reduction off, and with all off")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="fix an option")
    arguments = parser.parse_args()
    fixed = dict(text.split("=", 1) for text in arguments.set)
    failed = False
    for game in arguments.game or intrigue.GAMES:
        tally = run(game, arguments.count, arguments.seed, every_reduction=arguments.every_reduction, fixed=fixed)
        lost, won = tally.verdicts["unwinnable"], tally.verdicts["winnable"]
        print(
            f"{game}: {won} winnable, {lost} unwinnable, {tally.left_out} too large for the reference; "
            f"{tally.searches} searches, {tally.undecided} undecided, {len(tally.differences)} differences",
            flush=True,
        )
        for difference in tally.differences[:5]:
            print(f"  {difference}")
        failed |= bool(tally.differences)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
