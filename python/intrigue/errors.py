"""The errors that both engines raise. All are ValueErrors; this module imports nothing of the package."""

from collections.abc import Sequence


class IntrigueError(ValueError):
    """Say that an input is wrong; the parent of every error of this package."""


class NotationError(IntrigueError):
    """Say that a text cannot be read: a card, deal, layout, move, or the name of a game or option."""


class DealError(IntrigueError):
    """Say that a text or object was read but is no deal or layout of its game."""


class IllegalMove(IntrigueError):
    """Say that a move is forbidden, and by which rule."""


class SurveyError(IntrigueError):
    """Say why a survey cannot begin or go on: its store, its settings, or a worker that failed."""


def fault_list(headline: str, faults: Sequence[str], most: int = 20) -> str:
    """Write all faults of one input as one message: a headline, then a line for each, cut with a count after `most`."""
    lines = [headline, *(f"  {fault}" for fault in faults[:most])]
    if len(faults) > most:
        lines.append(f"  … and {len(faults) - most} more")
    return "\n".join(lines)
