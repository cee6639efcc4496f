"""The group of commands, and what holds for all of them: exit statuses, Ctrl-C, pipes that close early."""

import os
import sys
from io import TextIOWrapper
from typing import Any

import click

from intrigue import __version__
from intrigue.errors import IntrigueError

from .deal import deal_command
from .find import find_command
from .games import games_command
from .most_out import most_out_command, unseen_command
from .play import play_command
from .replay import replay_command
from .report import report_command
from .rules import rules_command
from .solve import solve_command
from .survey import survey_command
from .verify import verify_command

BAD_INPUT = 2
INTERRUPTED = 130  # what shells report for a program that SIGINT ended
PIPE_CLOSED = 141  # what shells report for a program that SIGPIPE ended

COMMANDS = (
    games_command,
    rules_command,
    deal_command,
    solve_command,
    verify_command,
    replay_command,
    play_command,
    survey_command,
    report_command,
    find_command,
    most_out_command,
    unseen_command,
)


class Refusal(click.ClickException):
    """Say on standard error what is wrong with an input, and end with exit status 2."""

    exit_code = BAD_INPUT


class Commands(click.Group):
    """The commands in the order of `COMMANDS`, with one place where errors become exit statuses."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands in the order in which a reader meets them."""
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; errors of the package become messages, and a closed pipe ends it quietly."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                # A terminal that lacks a letter gets a question mark, not a traceback.
                stream.reconfigure(errors="replace")
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except IntrigueError as error:
            raise Refusal(str(error)) from None
        except BrokenPipeError:
            # The interpreter flushes once more when it ends; let that go nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(PIPE_CLOSED)
        return result

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the program and end it with its exit status."""
        kwargs["standalone_mode"] = False
        try:
            status = super().main(*args, **kwargs)
        except click.ClickException as error:
            error.show()
            status = error.exit_code
        except click.Abort:
            status = INTERRUPTED
        sys.exit(status)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, "-V", "--version", prog_name="intrigue")
def main() -> None:
    """Exact answers about patience games: which deals can be won, how, and which cannot.

    "Winnable" means that some legal sequence of moves wins when every card is known in advance, the stock and the
    redeals too.

    Exit statuses: 0 done (solve: winnable), 1 unwinnable or not a solution, 2 bad input, 3 unknown within the limits,
    130 interrupted.
    """


for command in COMMANDS:
    main.add_command(command)
