"""Reports on surveys: one row a store, written as text, Markdown, CSV or Parquet; and every deal, as CSV or Parquet."""

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil, log10
from pathlib import Path
from typing import IO, Any

from ._core import rules as rules_of
from .errors import SurveyError
from .stats import Distribution, Summary
from .store import CODES, Store

PERCENTILES = (50, 90, 99, 100)
WINNABLE = "winnable: with every card known in advance; interval: 95 %, Wilson, undecided deals counted lost and won"

Row = dict[str, str | int | float | bool | None]


def summaries(paths: Sequence[str | Path]) -> list[Summary]:
    """Read stores through, one after the other; SurveyError at a file that is none."""
    found = []
    for path in paths:
        with Store(path) as store:
            found.append(Summary.of(store))
    return found


def title(summary: Summary) -> str:
    """Name what was surveyed: the game and those of its options that are not the usual ones."""
    usual = rules_of(summary.settings.game)
    changed = [f"{name}={_word(value)}" for name, value in _changed(summary.settings.rules, usual.options)]
    return " ".join([usual.title, *changed])


def row_of(summary: Summary) -> Row:
    """Give the summary of a store as one row of numbers and words, for machines; shares are between 0 and 1."""
    first, *later = summary.attempts
    deals = max(1, summary.deals)
    row: Row = {
        "game": summary.settings.game,
        "options": json.dumps(summary.settings.rules, sort_keys=True),
        "seeds": seeds_text(summary),
        "deals": summary.deals,
        "winnable": summary.winnable,
        "unwinnable": summary.unwinnable,
        "unknown": summary.undecided,
        **{f"unknown_{reason}": summary.unknown.get(reason, 0) for _, reason in CODES if reason},
        "winnable_share": summary.winnable / deals,
        "unknown_share": summary.undecided / deals,
        "low": summary.interval.low,
        "high": summary.interval.high,
    }
    for name in ("states", "microseconds", "moves"):
        spread: Distribution = getattr(summary, name)
        row |= {f"{name}_p{percent}": spread.percentile(percent) for percent in PERCENTILES}
        row[f"{name}_mean"] = spread.mean
    return row | {
        **first._asdict(),
        "retried_with": "; ".join(map(str, later)),
        "reproducible": summary.is_reproducible,
        "generator": summary.settings.generator,
        "version": summary.settings.version,
    }


def seeds_text(summary: Summary) -> str:
    """Write the seeds that have outcomes, as --seed takes them."""
    spans = [f"{span.start}:{span.stop}" for span in summary.spans]
    return ", ".join(spans[:4] + [f"… {len(spans) - 4} more"] * (len(spans) > 4))


def _changed(options: Mapping[str, Any], usual: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return [(name, value) for name, value in options.items() if json.dumps(value) != json.dumps(usual.get(name))]


def _word(value: Any) -> str:
    return ",".join(value) if isinstance(value, list) else str(value)


HEADINGS = (
    "game", "deals", "winnable", "95 % interval", "unwinnable", "undecided",
    "states p50", "p90", "p99", "max", "time p50", "p90", "p99", "max", "limits",
)  # fmt: skip


def cells(summary: Summary) -> list[str]:
    """Write a summary for people, a text for each of `HEADINGS`."""
    deals = max(1, summary.deals)
    low, high = summary.interval
    digits = max(2, 1 + ceil(-log10(100 * (high - low))))  # so that the interval shows
    states = [_count(summary.states.percentile(percent)) for percent in PERCENTILES]
    times = [_time(summary.microseconds.percentile(percent)) for percent in PERCENTILES]
    limits = str(summary.attempts[-1]) + ("" if summary.is_reproducible else " (not reproducible: seconds)")
    return [
        title(summary),
        f"{summary.deals:,}",
        _percent(summary.winnable / deals, digits),
        f"{_percent(low, digits)} – {_percent(high, digits)}",
        _percent(summary.unwinnable / deals, digits),
        _percent(summary.undecided / deals, digits) if summary.undecided else "none",
        *states,
        *times,
        limits,
    ]


def _percent(share: float, digits: int) -> str:
    return f"{100 * share:.{digits}f} %"


def _count(number: int | None) -> str:
    return "-" if number is None else f"{number:,}"


def _time(microseconds: int | None) -> str:
    if microseconds is None:
        return "-"
    for unit, size in (("µs", 1), ("ms", 1_000)):
        if microseconds < 1_000 * size:
            return f"{microseconds / size:.3g} {unit}"
    return f"{microseconds / 1e6:,.1f} s"


def as_text(found: Sequence[Summary]) -> str:
    """Write summaries one below the other, in words."""
    blocks = []
    for summary in found:
        first, *later = summary.attempts
        named = dict(zip(HEADINGS[1:6], cells(summary)[1:6], strict=True))
        lines = [f"{title(summary)}   seeds {seeds_text(summary)} of {summary.settings.generator}"]
        lines += [f"  {name:<14}{value}" for name, value in named.items()]
        for reason, count in summary.unknown.items():
            lines.append(f"    out of {reason:<7}{count:,}")
        for name, spread, write in (
            ("states", summary.states, _count),
            ("time", summary.microseconds, _time),
            ("moves", summary.moves, _count),
        ):
            parts = [f"{_label(percent)} {write(spread.percentile(percent))}" for percent in PERCENTILES]
            lines.append(f"  {name:<14}{', '.join(parts)}")
        lines.append(f"  {'limits':<14}{', then '.join(map(str, (first, *later)))}; solver {summary.settings.version}")
        if not summary.is_reproducible:
            lines.append("  note          a limit in seconds was set: another machine may decide other deals")
        blocks.append("\n".join(lines))
    return "\n\n".join([*blocks, WINNABLE]) + "\n"


def _label(percent: int) -> str:
    return {50: "half at most", 100: "all at most"}.get(percent, f"{percent} % at most")


def as_markdown(found: Sequence[Summary]) -> str:
    """Write summaries as a Markdown table."""
    lines = [HEADINGS, ["---"] + ["---:"] * (len(HEADINGS) - 2) + ["---"], *map(cells, found)]
    table = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return f"{table}\n\n{WINNABLE[0].upper()}{WINNABLE[1:]}.\n"


def as_csv(found: Sequence[Summary]) -> str:
    """Write summaries as CSV with a line of headings."""
    text = io.StringIO()
    rows = [row_of(summary) for summary in found]
    writer = csv.DictWriter(text, rows[0] if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def as_parquet(found: Sequence[Summary], file: IO[bytes]) -> None:
    """Write summaries as a Parquet table; SurveyError without the extra `parquet`."""
    arrow, parquet = _arrow()
    parquet.write_table(arrow.Table.from_pylist([row_of(summary) for summary in found]), file)


DEAL_COLUMNS = ("game", "seed", "verdict", "reason", "states", "moves", "microseconds")


def deals_as_csv(paths: Sequence[str | Path]) -> Iterator[str]:
    """Write every deal of the stores as a line of CSV, in portions."""
    yield ",".join(DEAL_COLUMNS) + "\n"
    for path in paths:
        with Store(path) as store:
            game = store.settings.game
            words = [f"{verdict},{reason or ''}" for verdict, reason in CODES]
            for portion in store.rows():
                yield "".join(
                    f"{game},{seed},{words[code]},{states},{moves or ''},{microseconds}\n"
                    for seed, code, states, moves, microseconds in portion
                )


def deals_as_parquet(paths: Sequence[str | Path], file: IO[bytes]) -> None:
    """Write every deal of the stores as a Parquet table; SurveyError without the extra `parquet`.

    The settings of each store stand in the metadata of the schema, under `intrigue`, as JSON.
    """
    arrow, parquet = _arrow()
    word = arrow.dictionary(arrow.int8(), arrow.string())
    types = (word, arrow.int64(), word, word, arrow.int64(), arrow.int64(), arrow.int64())
    settings = []
    for path in paths:
        with Store(path) as store:
            limits = [attempt._asdict() for attempt in store.attempts]
            settings.append(store.settings._asdict() | {"options": store.settings.rules, "attempts": limits})
    schema = arrow.schema(list(zip(DEAL_COLUMNS, types, strict=True)), {"intrigue": json.dumps(settings)})
    verdicts = [str(verdict) for verdict, _ in CODES]
    reasons = [reason for _, reason in CODES]
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for path in paths:
            with Store(path) as store:
                for portion in store.rows(1 << 18):
                    seeds, codes, states, moves, microseconds = zip(*portion, strict=True)
                    columns: list[Sequence[Any]] = [
                        [store.settings.game] * len(seeds),
                        seeds,
                        [verdicts[code] for code in codes],
                        [reasons[code] for code in codes],
                        states,
                        [length or None for length in moves],
                        microseconds,
                    ]
                    arrays = [arrow.array(column, kind) for column, kind in zip(columns, types, strict=True)]
                    writer.write_table(arrow.Table.from_arrays(arrays, schema=schema))


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise SurveyError("Parquet needs the extra parquet: pip install 'intrigue[parquet]'") from None
    return pyarrow, pyarrow.parquet


TEXTS: dict[str, Callable[[Sequence[Summary]], str]] = {"text": as_text, "markdown": as_markdown, "csv": as_csv}
