"""`intrigue survey`: how often a game can be won, over many seeds."""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import click

import intrigue
from intrigue import Rules, SurveyProgress
from intrigue.errors import NotationError, SurveyError

from .limits import Limits, limit_options
from .output import Progress, note
from .starts import rules_options
from .words import seed_span, text

BETWEEN_LINES = 60.0  # seconds, where progress goes to a file


@click.command("survey", short_help="Solve very many deals, and keep the outcomes.")
@rules_options
@limit_options
@click.option("--seed", type=text, required=True, metavar="A:B", help="The seeds from A up to B - 1.")
@click.option("--store", type=click.Path(path_type=Path), required=True, help="The file that keeps the outcomes.")
@click.option("--workers", type=click.IntRange(1, 4096), metavar="N", help="Chunks at once; the processors by default.")
@click.option("--dask", metavar="ADDRESS", help="Solve on the Dask cluster at this address.")
@click.option("--retry-unknown", is_flag=True, help="Try only unknown deals again, with larger limits.")
def survey_command(
    rules: Rules,
    limits: Limits,
    seed: str,
    store: Path,
    workers: int | None,
    dask: str | None,
    retry_unknown: bool,
) -> None:
    """Solve the deals of many seeds of GAME, and keep each outcome in a file.

    Stop it anyhow and give the same command again: it goes on where it was. `intrigue report` reads the file, also
    while a survey is running.
    """
    seeds = seed_span(seed)
    if isinstance(seeds, str):
        raise NotationError(seeds)
    if limits.max_seconds is not None:
        note("a limit in seconds makes outcomes depend on the machine; --max-states does not")
    try:
        with _cluster(dask) as (executor, threads), _shown() as show:
            done = intrigue.survey(
                rules,
                seeds,
                store,
                executor=executor,
                workers=workers or threads,
                retry_unknown=retry_unknown,
                on_progress=show,
                **limits._asdict(),
            )
    except KeyboardInterrupt:
        note("interrupted; what was stored is safe, and the same command goes on")
        raise
    click.echo(
        f"{done.deals:,} deals of {rules.title}: {done.winnable:,} winnable, {done.unwinnable:,} unwinnable, "
        f"{done.unknown:,} unknown\nwinnable, with every card known: {_share(done)} (95 % interval)"
    )


@contextmanager
def _cluster(address: str | None) -> Iterator[tuple[Executor | None, int | None]]:
    """Give the executor of a Dask cluster and its number of threads; nothing without an address."""
    if address is None:
        yield None, None
        return
    try:
        from distributed import Client
    except ImportError:
        raise SurveyError("--dask needs the extra dask: pip install 'intrigue[dask]'") from None
    try:
        client = Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise SurveyError(f"no Dask cluster answers at {address}: {error}") from None
    with client:
        # A deal solved twice gives the same outcome, so a chunk of a lost worker simply runs again elsewhere.
        yield client.get_executor(pure=False, retries=10), sum(client.nthreads().values()) or None


def _share(progress: SurveyProgress) -> str:
    low, high = progress.interval
    return f"{100 * low:.2f} – {100 * high:.2f} %"


def _line(progress: SurveyProgress) -> str:
    """Write the progress as one line: how many, how fast, how long still, the interval so far."""
    left = progress.seconds_left
    parts = [f"{progress.solved:,} of {progress.solved + progress.left:,}", f"{progress.rate:,.0f}/s"]
    if left is not None:
        hours, minutes = divmod(round(left) // 60, 60)
        parts.append(f"{hours} h {minutes} min left" if left >= 60 else f"{left:.0f} s left")
    return ", ".join([*parts, f"winnable {_share(progress)}"])


@contextmanager
def _shown() -> Iterator[Callable[[SurveyProgress], None]]:
    """Show progress on standard error: a bar or a line on a terminal, a line now and then in a file."""
    if not sys.stderr.isatty():
        yield _lines_now_and_then()
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn
        from rich.progress import Progress as Bar
    except ImportError:
        with Progress() as line:
            yield lambda progress: line.show(lambda: _line(progress))
        return
    columns = (BarColumn(), TextColumn("{task.percentage:>5.1f} %  {task.description}"))
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("")

        def show(progress: SurveyProgress) -> None:
            total = progress.solved + progress.left
            bar.update(task, completed=progress.solved, total=total, description=_line(progress))

        yield show


def _lines_now_and_then() -> Callable[[SurveyProgress], None]:
    last = monotonic()

    def show(progress: SurveyProgress) -> None:
        nonlocal last
        if monotonic() - last >= BETWEEN_LINES:
            last = monotonic()
            note(_line(progress))

    return show
