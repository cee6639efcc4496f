"""`intrigue solve`: whether deals can be won, and how."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from itertools import chain, islice

import click

import intrigue
from intrigue import Deal, Position, Result, Verdict
from intrigue.board import board, padded
from intrigue.solution import in_words, solution_lines

from .deal import heading
from .limits import LIMITS, Limits, limit_options
from .output import Progress, counted, json_option, note, print_json, result_record, seconds_text, style
from .starts import Starts, deal_options

STATUS = {Verdict.WINNABLE: 0, Verdict.UNWINNABLE: 1, Verdict.UNKNOWN: 3}
COLOURS = {Verdict.WINNABLE: "\x1b[1;32m", Verdict.UNWINNABLE: "\x1b[1;31m", Verdict.UNKNOWN: "\x1b[1;33m"}


@click.command("solve", short_help="Decide whether deals of GAME can be won, and how.")
@deal_options
@limit_options
@click.option("--workers", type=click.IntRange(1, 1024), metavar="N", help="Threads for several deals.")
@click.option("--explain-moves", is_flag=True, help="Say of each legal move whether the game can be won after it.")
@click.option("--tidy", is_flag=True, help="Leave out moves that the solution can do without.")
@json_option
@click.pass_context
def solve_command(
    ctx: click.Context,
    starts: Starts,
    limits: Limits,
    workers: int | None,
    explain_moves: bool,
    tidy: bool,
    as_json: bool,
) -> None:
    """Decide whether deals of GAME can be won, and show how.

    Exit status for one deal: 0 winnable, 1 unwinnable, 3 unknown. For several: 0 when all are decided, 3 when some are
    not.
    """
    found = iter(starts)
    first = list(islice(found, 2))
    if len(first) == 1:
        ctx.exit(_solve_one(first[0], limits, explain_moves=explain_moves, tidy=tidy, as_json=as_json))
    for option, given in (("--explain-moves", explain_moves), ("--tidy", tidy)):
        if given:
            raise click.UsageError(f"{option} takes one deal; the options name several")
    ctx.exit(_solve_many(chain(first, found), limits, workers, as_json))


def _solve_one(start: Deal | Position, limits: Limits, *, explain_moves: bool, tidy: bool, as_json: bool) -> int:
    with Progress() as progress:
        result = intrigue.solve(start, **limits._asdict(), tidy=tidy, on_progress=progress.searching)
    explained = _explain(start, limits) if explain_moves else {}
    if as_json:
        record = result_record(start, result)
        if explain_moves:
            record["explained"] = {
                move: {"verdict": str(after.verdict), "reason": after.reason} for move, after in explained.items()
            }
        print_json(record)
        return STATUS[result.verdict]
    position = Position(start) if isinstance(start, Deal) else start
    look = style()
    click.echo(f"{heading(start)}\n\n{board(position, look)}\n")
    for move, after in explained.items():
        reason = f" ({LIMITS[after.reason]})" if after.reason else ""
        click.echo(f"  {move:<13}{padded(in_words(position, move, look), 32)}{_verdict(after)}{reason}")
    if explain_moves:
        click.echo("" if explained else "  no move is legal\n")
    click.echo(_summary(result))
    if result.moves and not explain_moves:
        click.echo()
        for line in solution_lines(start, result.moves, look):
            click.echo(line)
    return STATUS[result.verdict]


def _explain(start: Deal | Position, limits: Limits) -> dict[str, Result]:
    """Solve what each legal move leads to."""
    position = Position(start) if isinstance(start, Deal) else start.copy()
    explained = {}
    for move in position.legal_moves():
        position.play(move)
        with Progress() as progress:
            explained[move] = intrigue.solve(position, **limits._asdict(), on_progress=progress.searching)
        position.undo()
    return explained


def _verdict(result: Result) -> str:
    return style().paint(str(result.verdict), COLOURS[result.verdict])


def _summary(result: Result) -> str:
    cost = f"{counted(result.states, 'state')}, {seconds_text(result.seconds)}"
    if result.verdict is Verdict.WINNABLE:
        redeals = f" with {counted(result.redeals_used, 'redeal')}" if result.redeals_used else ""
        return f"{_verdict(result)} in {counted(len(result.moves), 'move')}{redeals}, with every card known ({cost})"
    if result.verdict is Verdict.UNWINNABLE:
        return f"{_verdict(result)}, whatever is played ({result.proof}; {cost})"
    return f"{_verdict(result)}: the limit {LIMITS[result.reason or 'states']} was reached ({cost})"


def _solve_many(starts: Iterable[Deal | Position], limits: Limits, workers: int | None, as_json: bool) -> int:
    waiting: deque[Deal] = deque()  # deals that the workers have but whose results are not here yet

    def kept() -> Iterator[Deal]:
        for start in starts:
            assert isinstance(start, Deal)  # --position names one position
            waiting.append(start)
            yield start

    tally: Counter[Verdict] = Counter()
    with Progress(beside_answers=True) as progress:
        for number, result in enumerate(intrigue.solve_many(kept(), workers=workers, **limits._asdict()), 1):
            deal = waiting.popleft()
            tally[result.verdict] += 1
            if as_json:
                print_json(result_record(deal, result))
            else:
                click.echo(_line(number, deal, result))
            progress.show(lambda: f"{tally.total():,} deals")
    counts = ", ".join(f"{tally[verdict]:,} {verdict}" for verdict in Verdict)
    note(f"{tally.total():,} deals: {counts}; winnable means with every card known")
    return STATUS[Verdict.UNKNOWN] if tally[Verdict.UNKNOWN] else 0


def _line(number: int, deal: Deal, result: Result) -> str:
    detail = f"{len(result.moves)} moves" if result.moves else result.reason or ""
    verdict = _verdict(result) + " " * (10 - len(result.verdict))
    name = deal.id or f"deal {number}"
    return f"{name:<24}  {verdict}  {detail:<12}{result.states:>14,} states {result.seconds:>9.3f} s"
