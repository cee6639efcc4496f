"""GAME, the options of its rules, and which deals: the same for every command.

`rules_options` gives a command `rules`; `deal_options` gives it `starts`, an iterable of deals or positions that knows
its `rules`. All faults of a command line are named in one message.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial, wraps
from itertools import islice
from typing import Any

import click

import intrigue
from intrigue import Deal, Position, Rules
from intrigue.errors import IntrigueError, NotationError, fault_list

from .files import lines, title, whole_text
from .output import note
from .words import clipped, seed_span, text

SOURCES = ("--seed", "--pysolfc", "--deal", "--file", "--position")
CHECKED_FIRST = 1000  # deals of a file that are all checked before the first is used
FAULTY_LINES = 12  # enough to see what is wrong with a file


class Starts:
    """The deals, or the one position, that a command line names; made one by one as they are asked for."""

    def __init__(self, rules: Rules, make: Callable[[], Iterator[Deal | Position]]) -> None:
        """Take the rules and a function that begins the deals from the first."""
        self.rules = rules
        self._make = make

    def __iter__(self) -> Iterator[Deal | Position]:
        """Give the deals in order; IntrigueError at one that is none."""
        return self._make()

    def one(self) -> Deal | Position:
        """Give the only deal; UsageError when there are several."""
        first, *more = islice(self, 2)
        if more:
            raise click.UsageError("this command takes one deal; the options name several")
        return first


def rules_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add GAME, --set and --preset; the command gets them as `rules`."""

    @_game_and_options
    @wraps(command)
    def with_rules(*args: Any, game: str, settings: tuple[str, ...], preset: str | None, **kwargs: Any) -> Any:
        faults: list[str] = []
        rules = _rules(game, settings, preset, faults)
        _refuse(faults)
        return command(*args, rules=rules, **kwargs)

    return with_rules


def deal_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add GAME, --set, --preset and the ways to name deals; the command gets them as `starts`."""

    @click.option("--seed", type=text, metavar="N|A:B", help="The deal of a seed, or of each seed from A up to B - 1.")
    @click.option("--pysolfc", type=text, metavar="N", help="The deal that PySolFC gives for a number, such as ms123.")
    @click.option("--deal", type=text, metavar="CARDS", help='Cards in dealing order, such as "QS 3H 10D …".')
    @click.option("--file", type=str, metavar="F", help="A file with a deal on each line; - is standard input.")
    @click.option("--position", type=str, metavar="F", help="A file with a layout as it lies; - is standard input.")
    @_game_and_options
    @wraps(command)
    def with_starts(*args: Any, game: str, settings: tuple[str, ...], preset: str | None, **kwargs: Any) -> Any:
        words = {source: kwargs.pop(source.lstrip("-")) for source in SOURCES}
        given = [(source, word) for source, word in words.items() if word is not None]
        faults: list[str] = []
        rules = _rules(game, settings, preset, faults)
        if len(given) != 1:
            which = ", ".join(source for source, _ in given) or "none"
            faults.append(f"say which deal by exactly one of {', '.join(SOURCES)}; given: {which}")
        make = _maker(rules, *given[0], faults) if len(given) == 1 else None
        _refuse(faults)
        assert rules is not None
        assert make is not None
        return command(*args, starts=Starts(rules, make), **kwargs)

    return with_starts


def _game_and_options(command: Callable[..., Any]) -> Callable[..., Any]:
    preset = click.option("--preset", type=text, metavar="NAME", help="A set of options; pysolfc: what PySolFC plays.")
    setting = click.option(
        "--set",
        "settings",
        type=text,
        multiple=True,
        metavar="NAME=VALUE",
        help="An option of the rules, such as plays=optional; `intrigue games` lists them.",
    )
    return click.argument("game", type=text)(setting(preset(command)))


def _refuse(faults: list[str]) -> None:
    if len(faults) == 1:
        raise NotationError(faults[0])
    if faults:
        raise NotationError(fault_list("the command line has several faults:", faults))


def _rules(game: str, settings: Iterable[str], preset: str | None, faults: list[str]) -> Rules | None:
    """Make the rules; put every fault into `faults`."""
    try:
        rules = intrigue.rules(game)
    except IntrigueError as error:
        faults.append(str(error))
        return None
    changed: dict[str, str] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        name = re.sub("[ -]", "_", name.strip().lower())
        if not equals:
            faults.append(f"--set {clipped(setting)} should be NAME=VALUE, such as --set {_example(rules)}")
        elif name not in rules.options:
            options = ", ".join(rules.options)
            faults.append(f"--set {clipped(setting)}: {rules.game} has no option {name!r}; its options are {options}")
        elif name in changed:
            faults.append(f"--set {clipped(setting)}: {name} is set already")
        else:
            changed[name] = value
            _try(partial(intrigue.rules, rules, **{name: value}), f"--set {setting}", faults)
    if preset is not None:
        _try(partial(intrigue.rules, rules, preset=preset), "--preset", faults)
    return None if faults else intrigue.rules(rules, preset=preset, **changed)


def _example(rules: Rules) -> str:
    name, value = next(iter(rules.options.items()))
    return f"{name}={value}"


def _try(make: Callable[[], object], where: str, faults: list[str]) -> None:
    try:
        make()
    except IntrigueError as error:
        faults.append(f"{where}: {error}")


def _maker(
    rules: Rules | None, source: str, word: str, faults: list[str]
) -> Callable[[], Iterator[Deal | Position]] | None:
    """Make the function that gives the deals; what can be checked without the rules is checked in any case."""
    seeds = seed_span(word) if source == "--seed" else range(0)
    if isinstance(seeds, str):
        faults.append(seeds)
        return None
    if rules is None or faults:
        return None
    if source == "--seed":
        return lambda: (intrigue.deal(rules, seed=seed) for seed in seeds)
    if source == "--file":
        return lambda: _deals_of_file(rules, word)
    if source == "--position":
        return lambda: iter([_position(rules, word)])
    if source == "--pysolfc":
        return lambda: iter([Deal.from_pysolfc(rules, word)])
    return lambda: iter([_deal(rules, word)])


def _deal(rules: Rules, cards: str) -> Deal:
    deal = Deal.from_text(rules, cards)
    _say_when_redeals_are_off(deal, rules)
    return deal


def _position(rules: Rules, name: str) -> Position:
    layout = whole_text(name)
    try:
        position = Position.from_text(rules, layout)
    except IntrigueError as error:
        raise type(error)(f"{title(name)}: {error}") from None
    _say_when_redeals_are_off(position, rules)
    return position


def _say_when_redeals_are_off(start: Deal | Position, wanted: Rules) -> None:
    if start.rules.options.get("redeals") != wanted.options.get("redeals"):
        note("redeals = 0, since the order in which cards would be redealt is not known")


def _deals_of_file(rules: Rules, name: str) -> Iterator[Deal]:
    """Read a deal a line; blank lines and # comments are skipped.

    The first thousand deals are all read before one is given, so that a short file with a fault is refused as a whole
    with every fault named; later lines are read as they are needed.
    """
    found = _checked_lines(rules, name)
    first: list[Deal] = []
    faults: list[IntrigueError] = []
    for deal in found:
        if isinstance(deal, IntrigueError):
            faults.append(deal)
        else:
            first.append(deal)
        if len(first) + len(faults) >= CHECKED_FIRST or len(faults) > FAULTY_LINES:
            break
    if faults:
        raise _file_error(name, faults)
    if not first:
        raise NotationError(f"{title(name)} holds no deal")
    _say_when_redeals_are_off(first[0], rules)
    yield from first
    for deal in found:
        if isinstance(deal, IntrigueError):
            raise _file_error(name, [deal])
        yield deal


def _checked_lines(rules: Rules, name: str) -> Iterator[Deal | IntrigueError]:
    for number, line in lines(name):
        if isinstance(line, IntrigueError):
            yield line
            continue
        cards = line.partition("#")[0]
        if not cards.strip():
            continue
        try:
            yield Deal.from_text(rules, cards)
        except IntrigueError as error:
            # The core sees one line and calls it the first.
            message = re.sub(r"(?m)^  line 1, ", "  ", str(error))
            yield type(error)(f"line {number}: {message}")


def _file_error(name: str, faults: list[IntrigueError]) -> IntrigueError:
    """Make one error of those of several lines."""
    kind = type(faults[0])
    if len(faults) == 1:
        return kind(f"{title(name)}, {faults[0]}")
    indented = [str(fault).replace("\n", "\n  ") for fault in faults]
    return kind(fault_list(f"{title(name)} holds faulty lines:", indented, FAULTY_LINES))
