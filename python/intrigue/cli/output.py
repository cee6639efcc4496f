"""Where and how things are printed: answers on standard output, everything else on standard error."""

import json
import sys
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any, Self

import click

from intrigue import GENERATOR, Deal, Position, Result, Rules, __version__
from intrigue.board import Style

SCHEMA = 1  # of the JSON objects, written down in docs/json.md; it only grows
BETWEEN_REPORTS = 0.2  # seconds

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line (docs/json.md).")


def style() -> Style:
    """Give the style that fits standard output."""
    return Style.of(sys.stdout)


def note(text: str) -> None:
    """Print a remark on standard error."""
    click.echo(f"note: {text}", err=True)


def print_json(record: Mapping[str, Any]) -> None:
    """Print one JSON object on a line of its own."""
    click.echo(json.dumps(record, separators=(", ", ": ")))


def rules_record(rules: Rules) -> dict[str, Any]:
    """Give the keys that every JSON object begins with."""
    return {"schema": SCHEMA, "version": __version__, "game": rules.game, "rules": dict(rules.options)}


def start_record(start: Deal | Position) -> dict[str, Any]:
    """Give the keys of a JSON object that name a deal or a position."""
    record = rules_record(start.rules)
    if isinstance(start, Position):
        return record | {"deal": None, "position": str(start), "id": None, "generator": None}
    generator = GENERATOR if start.seed is not None else None
    return record | {"deal": str(start), "position": None, "id": start.id, "generator": generator}


def result_record(start: Deal | Position, result: Result) -> dict[str, Any]:
    """Give the JSON object of a solved deal or position."""
    return start_record(start) | {
        "verdict": str(result.verdict),
        "reason": result.reason,
        "proof": result.proof,
        "moves": list(result.moves),
        "redeals_used": result.redeals_used,
        "states": result.states,
        "seconds": round(result.seconds, 6),
    }


def counted(number: int, thing: str) -> str:
    """Count things: "1 move", "1,204 states"."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def seconds_text(seconds: float) -> str:
    """Write a length of time as people say it."""
    return f"{1000 * seconds:.3g} ms" if seconds < 1 else f"{seconds:.2f} s"


class Progress:
    """A line on standard error that is written over and over and vanishes at the end; nothing unless it is a terminal.

    >>> with Progress() as progress:
    ...     progress.show("1,000 states")
    """

    def __init__(self, *, beside_answers: bool = False) -> None:
        """Find out whether anyone looks; `beside_answers`: answers are printed at the same time."""
        self._stream = sys.stderr
        self._shown = self._stream.isatty() and not (beside_answers and sys.stdout.isatty())
        self._last = 0.0
        self._length = 0

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Take the line away."""
        if self._length:
            self._write("")

    def show(self, text: str | Callable[[], str]) -> None:
        """Write the line anew, a few times a second at most."""
        if self._shown and monotonic() - self._last >= BETWEEN_REPORTS:
            self._last = monotonic()
            self._write(text if isinstance(text, str) else text())

    def searching(self, states: int, seconds: float) -> None:
        """Say how far one search has come; an `on_progress` of `intrigue.solve`."""
        self.show(f"{states:,} states, {seconds:.0f} s")

    def _write(self, text: str) -> None:
        self._stream.write("\r" + text + " " * (self._length - len(text)) + ("\r" if not text else ""))
        self._stream.flush()
        self._length = len(text)
