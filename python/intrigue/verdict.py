"""What an answer can be; a leaf, which imports nothing of the package."""

from enum import StrEnum
from typing import NamedTuple


class Verdict(StrEnum):
    """Say whether a position can be won when every card is known in advance."""

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNKNOWN = "unknown"


class Hint(NamedTuple):
    """Say what to play next.

    `move` keeps the game winnable, or is None when `verdict` is "unwinnable" (already lost) or "unknown", for the
    `reason` "states", "seconds" or "bytes".
    """

    move: str | None
    verdict: Verdict
    reason: str | None = None

    def __str__(self) -> str:
        if self.move is not None:
            return self.move
        return "already lost" if self.verdict is Verdict.UNWINNABLE else f"unknown: out of {self.reason}"
