"""Saved games as plain text: game, options, the deal or the layout it started from, the moves.

>>> import intrigue
>>> from intrigue.play import Game
>>> from intrigue.saved import read_game, saved_text
>>> game = Game(intrigue.deal("fan", seed=2), ["2-f"])
>>> print(saved_text(game))
intrigue play: 1
game: fan
options: redeals=0 take_back=no
seed: 2
deal: QH 3D 4C 5H 7H 2S KH TS AC 6C 7D 3C QC 7S 6H JH TC 9D JS 8C 4S 5D 2D 4H AS QS
deal: 6D 8H 3H 9S 6S JD AD 5C JC AH KC 2H 7C 4D 9C TH 5S TD QD KD 8D KS 3S 2C 8S 9H
moves: 2-f
<BLANKLINE>
>>> read_game(saved_text(game)).moves
('2-f',)
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ._core import Deal, Position, Rules, deal, rules
from .errors import DealError, IntrigueError, NotationError, fault_list
from .play import Game
from .reference.moves import split_moves

FORMAT = "1"  # of saved games
HEADER = "intrigue play"
LONGEST = 1 << 20  # bytes of a saved game
ONCE = (HEADER, "game", "options", "seed", "pysolfc")
OFTEN = ("deal", "moves", "undone")
CARDS_IN_LINE = 26
MOVES_IN_LINE = 16


def saved_text(game: Game) -> str:
    """Write a game as text, which `read_game` reads back."""
    start = game.start
    options = " ".join(f"{name}={_value(value)}" for name, value in start.rules.options.items())
    lines = [f"{HEADER}: {FORMAT}", f"game: {start.rules.game}", f"options: {options}"]
    if isinstance(start, Position):
        lines += ["layout:", *(f"  {line}" for line in str(start).splitlines())]
    else:
        if start.seed is not None:
            lines.append(f"seed: {start.seed}")
        if start.pysolfc_number is not None:
            lines.append(f"pysolfc: {start.pysolfc_number}")
        lines += _wrapped("deal", str(start).split(), CARDS_IN_LINE)
        for number, order in enumerate(start.redeal_orders or (), 1):
            lines += _wrapped(f"order {number}", order, CARDS_IN_LINE)
    lines += _wrapped("moves", game.moves, MOVES_IN_LINE) + _wrapped("undone", game.undone, MOVES_IN_LINE)
    return "\n".join(lines) + "\n"


def is_saved_game(text: str) -> bool:
    """Tell whether a text begins as a saved game does."""
    return re.match(rf"(\s*(#[^\n]*)?\n)*\s*{HEADER}\s*:", text) is not None


def read_game(text: str) -> Game:
    """Read a saved game, replaying its moves.

    NotationError names what cannot be read, with its line; DealError says that the deal or the layout is none of the
    game; IllegalMove gives the number of the first move that cannot be played, and the rule.
    """
    values = _values(text)
    try:
        read_rules = rules(" ".join(values["game"]), **_options(" ".join(values.get("options", []))))
        start = _start(read_rules, values)
        moves, undone = (split_moves(" ".join(values.get(key, []))) for key in ("moves", "undone"))
        return Game(start, moves, undone)
    except IntrigueError as error:
        raise type(error)(f"the saved game cannot be played: {error}") from None


def _wrapped(key: str, words: Sequence[str], most: int) -> list[str]:
    return [f"{key}: {' '.join(line)}" for line in _batches(words, most)]


def _batches(words: Sequence[str], most: int) -> Iterator[Sequence[str]]:
    for first in range(0, len(words), most):
        yield words[first : first + most]


def _value(value: object) -> str:
    return ",".join(value) if isinstance(value, tuple) else str(value)


def _options(text: str) -> dict[str, Any]:
    """Read NAME=VALUE words as arguments of `intrigue.rules`."""
    options: dict[str, Any] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or not name.isidentifier() or name in ("game", "preset"):
            raise NotationError(f"options: {word!r} should be NAME=VALUE")
        if name in options:
            raise NotationError(f"options: {name} is given twice")
        number = value.isascii() and value.isdigit() and len(value) < 4
        options[name] = tuple(value.split(",")) if name == "rows" else int(value) if number else value
    return options


def _values(text: str) -> dict[str, list[str]]:
    """Read `key: value` lines: what each key was given, line by line; NotationError names every faulty line."""
    values: dict[str, list[str]] = {}
    faults: list[str] = []
    in_layout = False
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if in_layout and line[0].isspace():
            values["layout"].append(line)
            continue
        key, colon, value = line.partition(":")
        key = " ".join(key.split()).lower()
        in_layout = key == "layout" and not value.strip()
        known = in_layout or key in ONCE or key in OFTEN or re.fullmatch("order [1-9]", key)
        if not values and key != HEADER:
            raise NotationError(f"this is no saved game: it should begin with the line `{HEADER}: {FORMAT}`")
        if not colon or not known:
            faults.append(f"line {number}: {line.strip()[:40]!r} is no line of a saved game")
        elif key in values and (key in ONCE or in_layout):
            faults.append(f"line {number}: {key} is given twice")
        elif key == HEADER and value.strip() != FORMAT:
            raise NotationError(f"line {number}: this saved game is of format {value.strip()[:40]!r}, not {FORMAT}")
        else:
            values.setdefault(key, []).extend([] if in_layout else [value.strip()])
    if not values:
        raise NotationError("the saved game is empty")
    if "game" not in values:
        faults.append("the line `game: NAME` is missing")
    if ("deal" in values) == ("layout" in values):
        faults.append("there should be either lines `deal: CARDS` or a line `layout:` with a layout below it, indented")
    if faults:
        raise NotationError(fault_list("the saved game cannot be read:", faults))
    return values


def _start(read_rules: Rules, values: dict[str, list[str]]) -> Deal | Position:
    if "layout" in values:
        return Position.from_text(read_rules, "\n".join(values["layout"]))
    cards = " ".join(values["deal"])
    named: list[tuple[str, Deal]] = []
    if "seed" in values:
        seed = values["seed"][0]
        if not re.fullmatch("[0-9]{1,20}", seed, re.ASCII) or int(seed) >= 1 << 64:
            raise NotationError(f"{seed[:40]!r} is no seed")
        named.append((f"seed {seed}", deal(read_rules, seed=int(seed))))
    if "pysolfc" in values:
        named.append((f"PySolFC's {values['pysolfc'][0]}", Deal.from_pysolfc(read_rules, values["pysolfc"][0])))
    numbers = sorted(int(key.split()[1]) for key in values if key.startswith("order "))
    if numbers != list(range(1, len(numbers) + 1)):
        raise NotationError("the orders of redeals should be numbered from 1, without a gap")
    orders = [" ".join(values[f"order {number}"]) for number in numbers]
    if not named:
        return Deal.from_text(read_rules, cards, redeal_orders=orders or None)
    name, found = named[0]
    # Read with no redeals, whose orders the source gives.
    written = Deal.from_text(read_rules if "redeals" not in read_rules.options else rules(read_rules, redeals=0), cards)
    if len(named) > 1 or orders or str(written) != str(found):
        raise DealError(f"the cards are not those of {name}; leave that line out to play them all the same")
    return found
