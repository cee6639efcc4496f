"""`intrigue verify`: whether moves win a deal, by the reference engine."""

import json
import re

import click

import intrigue
from intrigue.board import board
from intrigue.errors import IllegalMove, NotationError
from intrigue.reference.moves import split_moves

from .files import title, whole_text
from .output import counted, json_option, print_json, start_record, style
from .starts import Starts, deal_options

LONGEST_SOLUTION = 1 << 20  # bytes
NUMBER_OR_CARD = re.compile(r"\d+\.|(?:10|[2-9ATJQK])[CSHD♣♠♥♦]", re.IGNORECASE)


@click.command("verify", short_help="Replay moves in the reference engine.")
@deal_options
@click.option(
    "--moves", "moves_file", metavar="FILE", required=True, help="A file with the moves; - is standard input."
)
@json_option
@click.pass_context
def verify_command(ctx: click.Context, starts: Starts, moves_file: str, as_json: bool) -> None:
    """Replay moves of a deal of GAME in the reference engine, which shares no code with the solver.

    Moves are written as `solve` prints them, with --json or without. Exit status: 0 when all are legal and win, 1 when
    one is illegal or they do not win.
    """
    start = starts.one()
    moves = read_solution(whole_text(moves_file, LONGEST_SOLUTION), title(moves_file))
    fault, position = None, None
    try:
        position = intrigue.verify(start, moves)
    except IllegalMove as error:
        fault = str(error)
    won = position is not None and position.is_won
    if as_json:
        print_json(start_record(start) | {"moves": list(moves), "legal": fault is None, "won": won, "fault": fault})
    elif position is None:
        click.echo(fault)
    elif won:
        click.echo(f"won: all moves are legal ({counted(len(moves), 'move')})")
    else:
        click.echo(f"not won: all moves are legal ({counted(len(moves), 'move')}), and lead here\n")
        click.echo(board(position, style()))
    ctx.exit(0 if won else 1)


def read_solution(text: str, name: str) -> tuple[str, ...]:
    """Read moves: plain, as `solve` prints them for people, or its JSON object. NotationError when they are none."""
    try:
        if text.lstrip().startswith("{"):
            moves = json.loads(text)["moves"]
            if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
                raise NotationError("`moves` should be a list of texts")
            return tuple(moves)
        # What `solve` prints for people begins with a board and a verdict.
        if numbered := re.search(r"(?m)^ *1\. ", text):
            text = text[numbered.start() :]
        bare = "\n".join(
            " ".join(word for word in line.split() if not NUMBER_OR_CARD.fullmatch(word)) for line in text.splitlines()
        )
        return split_moves(bare)
    except (KeyError, json.JSONDecodeError, RecursionError):
        raise NotationError(f"{name} is no JSON object of one solution") from None
    except NotationError as error:
        raise NotationError(f"{name}: {error}") from None
