"""`intrigue replay`: a deal, its verdict and its solution as a page to be stepped through."""

from pathlib import Path
from typing import NamedTuple

import click

import intrigue
from intrigue.replay import Answer, replay_page

from .files import title, whole_text
from .limits import Limits, limit_options
from .output import Progress
from .starts import Starts, deal_options
from .verify import LONGEST_SOLUTION, read_solution


class GivenMoves(NamedTuple):
    """Moves from a file in place of a result; that they win is checked when they are replayed."""

    moves: tuple[str, ...]
    verdict: str = "winnable"
    reason: str | None = None
    states: int = 0


@click.command("replay", short_help="Write a page that steps through a solution.")
@deal_options
@click.option("--html", "page_file", metavar="FILE", required=True, help="The page to write; - is standard output.")
@click.option("--moves", "moves_file", metavar="FILE", help="Winning moves to show in place of those of a search.")
@limit_options
def replay_command(starts: Starts, page_file: str, moves_file: str | None, limits: Limits) -> None:
    """Write a page on which the solution of a deal of GAME can be stepped through, card by card.

    The page is one file that needs nothing else. For a deal that cannot be won, or was not decided within the limits,
    it shows the deal and says so. With --moves nothing is solved; moves are written as `solve` prints them.
    """
    start = starts.one()
    answer: Answer
    if moves_file is not None:
        answer = GivenMoves(read_solution(whole_text(moves_file, LONGEST_SOLUTION), title(moves_file)))
    else:
        with Progress() as progress:
            answer = intrigue.solve(start, **limits._asdict(), on_progress=progress.searching)
    page = replay_page(start, answer)
    if page_file == "-":
        click.echo(page)
        return
    try:
        Path(page_file).write_text(page, encoding="utf-8")
    except OSError as error:
        raise click.UsageError(f"cannot write {page_file}: {error.strerror}") from None
    moves = f", {len(answer.moves)} moves" if answer.moves else ""
    click.echo(f"{page_file}: {answer.verdict}{moves}")
