"""`intrigue report`: what surveys found."""

import sys
from pathlib import Path

import click

from intrigue import report
from intrigue.errors import SurveyError
from intrigue.plots import plot

FORMATS = (*report.TEXTS, "parquet")


@click.command("report", short_help="Say what surveys found.")
@click.argument("stores", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="STORE…")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How to write.")
@click.option("--deals", is_flag=True, help="Write each deal, not the summary of each store (csv and parquet).")
@click.option(
    "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write to this file, not to the screen."
)
@click.option("--plot", "picture", type=click.Path(path_type=Path), metavar="FILE.svg", help="Draw the surveys too.")
def report_command(stores: tuple[Path, ...], form: str, deals: bool, output: Path | None, picture: Path | None) -> None:
    """Say what the surveys in each STORE found, also while they run.

    The winnable share comes with its 95 % interval; deals that no search decided widen it on both sides.
    """
    if deals and form not in ("csv", "parquet"):
        raise click.UsageError("--deals is written as csv or parquet: add --format csv or --format parquet")
    if form == "parquet" and output is None and sys.stdout.isatty():
        raise click.UsageError("Parquet is not for the screen: add --output FILE")
    found = [] if deals and picture is None else report.summaries(stores)
    if picture is not None:
        plot(found, picture)
    try:
        with click.open_file(str(output or "-"), "wb") as file:
            if form == "parquet" and deals:
                report.deals_as_parquet(stores, file)
            elif form == "parquet":
                report.as_parquet(found, file)
            elif deals:
                for portion in report.deals_as_csv(stores):
                    file.write(portion.encode())
            else:
                file.write(report.TEXTS[form](found).encode())
    except BrokenPipeError:
        raise
    except OSError as error:
        raise SurveyError(f"{output or 'standard output'} cannot be written: {error}") from None
