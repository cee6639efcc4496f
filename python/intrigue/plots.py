"""Pictures of surveys: rates with their intervals, how much was decided for how much effort, lengths of solutions."""

from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from .errors import SurveyError
from .report import title
from .stats import Summary

BARS = 60  # of the histogram: enough to show its shape


def plot(found: Sequence[Summary], path: str | Path) -> None:
    """Draw surveys into a file, whose ending (.svg, .png, .pdf) says the format; needs the extra `plots`."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise SurveyError("pictures need the extra plots: pip install 'intrigue[plots]'") from None
    path = Path(path)
    # The same surveys give the same bytes.
    with matplotlib.rc_context({"svg.hashsalt": "intrigue", "svg.fonttype": "none", "font.size": 9}):
        height = 1.6 + 0.32 * len(found)
        figure = Figure(figsize=(8, height + 6.4), layout="constrained")
        rates, effort, lengths = figure.subplots(3, 1, height_ratios=[height, 3.2, 3.2])
        _rates(rates, found)
        _effort(effort, found)
        _lengths(lengths, found)
        undated = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
        try:
            figure.savefig(path, metadata=undated.get(path.suffix.lower()))
        except (OSError, ValueError) as error:
            raise SurveyError(f"{path} cannot be drawn: {error}") from None


def _rates(axes: Any, found: Sequence[Summary]) -> None:
    """Draw the interval of each survey as a bar, and the share where every deal was decided as a point."""
    for place, summary in enumerate(found):
        low, high = summary.interval
        axes.plot([100 * low, 100 * high], [place, place], linewidth=5, solid_capstyle="butt", color=f"C{place % 10}")
        if summary.deals and not summary.undecided:
            axes.plot(100 * summary.winnable / summary.deals, place, "|", markersize=12, color="black")
    axes.set_yticks(range(len(found)), [f"{title(summary)}\n{summary.deals:,} deals" for summary in found])
    axes.set_ylim(len(found) - 0.5, -0.5)
    axes.set_xlim(0, 100)
    axes.set_xlabel("winnable with every card known, % (95 % interval, undecided deals counted either way)")
    axes.grid(axis="x", alpha=0.3)


def _effort(axes: Any, found: Sequence[Summary]) -> None:
    """Draw which share of the deals was decided within how many states."""
    for summary in found:
        if not summary.deals:
            continue
        spread = summary.states_decided
        shares = [100 * reached / summary.deals for reached in accumulate(spread.counts)]
        points = list(zip(spread.values, shares, strict=True))
        # A point for each thousandth is all that can be seen.
        kept = [point for index, point in enumerate(points) if index % max(1, len(points) // 1000) == 0] + points[-1:]
        states, shares = [max(1, point[0]) for point in kept], [point[1] for point in kept]
        axes.step(states, shares, where="post", label=title(summary))
    axes.set_xscale("log")
    axes.set_ylim(0, 101)
    axes.set_xlabel("states searched")
    axes.set_ylabel("deals decided, %")
    axes.grid(alpha=0.3)
    if found:
        axes.legend(loc="lower right")


def _lengths(axes: Any, found: Sequence[Summary]) -> None:
    """Draw how long the solutions are."""
    won = [summary for summary in found if summary.moves.total]
    spans = [summary.moves.values[-1] + 1 - summary.moves.values[0] for summary in won]
    width = max([1, *(-(-span // BARS) for span in spans)])
    for summary, span in zip(won, spans, strict=True):
        edges = [summary.moves.values[0] + width * bar - 0.5 for bar in range((span - 1) // width + 2)]
        weights = [100 * count / summary.moves.total for count in summary.moves.counts]
        axes.hist(summary.moves.values, edges, weights=weights, histtype="step", label=title(summary))
    axes.set_xlabel("moves of the solution found (the shortest may be shorter)")
    axes.set_ylabel("winnable deals, %" + (f", by {width} moves" if width > 1 else ""))
    axes.grid(alpha=0.3)
