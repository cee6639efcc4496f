"""`intrigue find`: deals that can be won or cannot, with proof."""

from itertools import islice

import click

from intrigue import Deal, Rules, Verdict
from intrigue.finding import CARELESS_GAMES, DIFFICULTIES, SOURCES, Found, Search

from .limits import Limits, limit_options
from .output import Progress, counted, note, print_json, result_record
from .starts import rules_options

NOT_ENOUGH = 3


@click.command("find", short_help="Find deals that can be won, or that cannot.")
@rules_options
@limit_options
@click.option("--winnable", "verdict", flag_value="winnable", help="Find deals that can be won.")
@click.option("--unwinnable", "verdict", flag_value="unwinnable", help="Find deals that cannot be won.")
@click.option("--count", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="How many.")
@click.option("--from", "source", type=click.Choice(list(SOURCES)), default="seed", show_default=True)
@click.option("--start", type=click.IntRange(0), metavar="N", help="The first seed (0) or PySolFC number (1).")
@click.option("--among", type=click.IntRange(1), metavar="N", help="Look at no more than N deals.")
@click.option("--difficulty", type=click.Choice(list(DIFFICULTIES)), help="Winnable deals as hard as this.")
@click.option(
    "--careless-games",
    type=click.IntRange(1),
    default=CARELESS_GAMES,
    show_default=True,
    metavar="N",
    help="Games without a plan by which difficulty is measured.",
)
@click.option("--numbers", is_flag=True, help="Print only the seeds or PySolFC numbers, one a line.")
@click.option("--workers", type=click.IntRange(1, 1024), metavar="N", help="Threads; the processors by default.")
@click.pass_context
def find_command(
    ctx: click.Context,
    rules: Rules,
    limits: Limits,
    verdict: str | None,
    count: int,
    source: str,
    start: int | None,
    among: int | None,
    difficulty: str | None,
    careless_games: int,
    numbers: bool,
    workers: int | None,
) -> None:
    """Find the first deals of GAME that can be won, or that cannot.

    Each is a JSON object on a line of its own (docs/json.md), a winnable one with the moves that win.

    Difficulty is the share of careless games won, random legal play that prefers foundations: easy at least a quarter,
    medium at least a hundredth, hard fewer.

    Exit status: 0, or 3 when there were fewer deals than wanted.
    """
    if verdict is None:
        raise click.UsageError("say which deals to find: --winnable or --unwinnable")
    search = Search()
    found = search.find(
        rules,
        verdict,
        source=source,
        start=start,
        among=among,
        difficulty=difficulty,
        careless_games=careless_games,
        workers=workers,
        **limits._asdict(),
    )
    printed = 0
    with Progress(beside_answers=True) as progress:
        for printed, one in enumerate(islice(found, count), 1):
            if numbers:
                click.echo(_number(one.deal))
            else:
                print_json(_record(one))
            progress.show(f"{printed:,} found among {search.looked_at:,} deals")
    note(
        f"{counted(printed, f'{Verdict(verdict)} deal')} among {search.looked_at:,}"
        + (f", {search.undecided:,} of them undecided within the limits" if search.undecided else "")
    )
    ctx.exit(0 if printed == count else NOT_ENOUGH)


def _number(deal: Deal) -> str:
    return str(deal.seed) if deal.pysolfc_number is None else deal.pysolfc_number


def _record(found: Found) -> dict[str, object]:
    record = result_record(found.deal, found.result)
    if found.careless is not None:
        record |= {"difficulty": found.careless.difficulty, "careless": found.careless._asdict()}
    return record
