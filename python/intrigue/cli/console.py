"""A conversation in lines: with a terminal, dumb or not, or with a pipe."""

import os
import sys
from contextlib import suppress
from io import TextIOWrapper

import click

from intrigue.errors import NotationError

from .output import style

LONGEST_LINE = 1 << 16  # letters of one line from a pipe
CLEAR = "\x1b[H\x1b[2J"


class Console:
    """Standard input and standard output, line by line."""

    def __init__(self) -> None:
        """Find out what stands at either end."""
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        self._typed = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
        self._clears = self._typed and os.environ.get("TERM", "dumb") != "dumb"
        if self._clears:
            with suppress(ImportError):  # lines can then be edited, and earlier ones called back
                import readline  # noqa: F401

    def read(self, prompt: str) -> str | None:
        """Read a line without its end; None when there is no more.

        KeyboardInterrupt on Ctrl-C; NotationError on a line that is too long.
        """
        if sys.stdin is None:
            return None
        if self._typed:
            try:
                return input(prompt)
            except EOFError:
                return None
        click.echo(prompt, nl=False)
        line = sys.stdin.readline(LONGEST_LINE)
        part = line
        while part and not part.endswith("\n"):  # the rest of a line that is too long, or the end
            part = sys.stdin.readline(LONGEST_LINE)
        click.echo()
        if len(line) == LONGEST_LINE and not line.endswith("\n"):
            raise NotationError(f"a line has at most {LONGEST_LINE:,} letters; this one is not read")
        return line.rstrip("\r\n") if line else None

    def clear(self) -> None:
        """Begin a new page where that can be done, else leave a line free."""
        click.echo(CLEAR if self._clears else "", nl=not self._clears, color=True)

    def say(self, text: str) -> None:
        """Print a text."""
        click.echo(text)

    @property
    def width(self) -> int:
        """How many letters a line holds."""
        return style().width
