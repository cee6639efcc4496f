"""Read and write the exhaustive counts in data/perft, which the tests of both languages share.

    python -m tests.perft_data        write the files anew: only when the rules themselves change

A record is a few lines with a blank line after it:

    rules glencoe plays=optional      the game and the options that differ from its defaults
    seed 7                            the native seed of the deal
    moves deal deal 1-f               moves played first
    counts 1 3 9                      move sequences of length 0, 1, 2 … from there
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import intrigue

FOLDER = Path(__file__).parent / "data" / "perft"
MOST_NODES = 150_000  # the last count of a record written is below this


class Record(NamedTuple):
    """One position and its counts by depth."""

    rules: intrigue.Rules
    seed: int
    moves: tuple[str, ...]
    counts: tuple[int, ...]


def read(path: Path) -> Iterator[Record]:
    """Read the records of one file."""
    for block in path.read_text().split("\n\n"):
        lines = dict(line.split(" ", 1) if " " in line else (line, "") for line in block.strip().splitlines())
        game, *options = lines["rules"].split()
        yield Record(
            rules=intrigue.rules(game, **dict(map(read_option, options))),
            seed=int(lines["seed"]),
            moves=intrigue.reference.moves.split_moves(lines["moves"]),
            counts=tuple(map(int, lines["counts"].split())),
        )


def read_option(text: str) -> tuple[str, Any]:
    """Read `name=value`: rows are words between commas, other values of reduced packs are numbers."""
    name, value = text.split("=")
    if name == "rows":
        return name, tuple(value.split(","))
    return name, int(value) if value.isdigit() else value


def write(game: str) -> None:
    """Write the file of a game: full and reduced packs, each option at each value, three points of a game."""
    from tests.cross_check import CHOICES, SHAPES

    rng = random.Random(game)
    settings: list[dict[str, Any]] = [{}]
    for name, default in intrigue.rules(game).options.items():
        values = [value for value in dict.fromkeys(CHOICES[name]) if value != default]
        settings += [{name: value} for value in values if name != "redeals" or default != 0]
    settings += [shape | rng.choice(settings) for shape in SHAPES[game]]
    blocks = [
        block for options in settings for share in (0.0, 0.4, 0.8) if (block := record(game, options, share, rng))
    ]
    (FOLDER / f"{game}.txt").write_text("\n\n".join(blocks) + "\n")


def record(game: str, options: dict[str, Any], share: float, rng: random.Random) -> str | None:
    """Write one record, after random play through a share of a game; None when no move is left there."""
    rules = intrigue.rules(game, **options)
    seed = rng.randrange(1000)
    position = intrigue.Position(intrigue.deal(rules, seed=seed))
    for _ in range(int(share * 1.6 * len(intrigue.deal(rules, seed=seed).cards))):
        moves = position.legal_moves()
        if not moves:
            break
        # Foundations first, most of the time: else a random game never gets far.
        out = [play for play in moves if play.endswith(("-f", "-u", "-d"))]
        play = rng.choice(out if out and rng.random() < 0.8 else moves)
        if play != "redeal" or rng.random() < 0.1:
            position.play(play)
    counts = [1]
    while counts[-1] and len(counts) < 40:
        depth = len(counts)
        if counts[-1] * (counts[-1] / counts[-2] if depth > 1 else 10) > MOST_NODES:
            break
        counts.append(intrigue.perft(position, depth))
    if len(counts) < 3:
        return None
    words = [f"{name}={','.join(value) if isinstance(value, tuple) else value}" for name, value in options.items()]
    return "\n".join(
        [
            " ".join(["rules", game, *words]),
            f"seed {seed}",
            " ".join(["moves", *position.moves]),
            " ".join(["counts", *map(str, counts)]),
        ]
    )


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in intrigue.GAMES:
        write(name)
