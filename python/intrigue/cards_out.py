"""The most cards out: how far a deal can be brought without redealing, won or not."""

from collections.abc import Callable
from typing import NamedTuple

from . import _core
from ._core import Deal, Position


class MostOut(NamedTuple):
    """The most cards that can be on the foundations at once, and moves that put them there.

    `cards_of_a_win` is what a won game has out: the pack, in the Salic family without the bases. `exact` says that no
    play has more cards out; otherwise it is the best found, and `reason` the limit that ended the search: "states",
    "seconds" or "bytes".
    """

    cards_out: int
    cards_of_a_win: int
    exact: bool
    moves: tuple[str, ...]
    states: int
    seconds: float
    reason: str | None

    @property
    def is_win(self) -> bool:
        """Whether every card is out."""
        return self.cards_out == self.cards_of_a_win


def most_out(
    deal_or_position: Deal | Position,
    *,
    max_states: int | None = None,
    max_seconds: float | None = None,
    max_bytes: int | None = None,
    on_progress: Callable[[int, float], object] | None = None,
) -> MostOut:
    """Find the most cards that can be on the foundations at once by any legal play without redealing.

    Cards out at the start count too. A draw may be used once no redeal is left. Exact within milliseconds for La Belle
    Lucie, Trefoil and Fan, and for deals that can be won; elsewhere a lost deal may have too many positions to look at,
    and a limit ends the search, at the latest the half gigabyte that it may hold.

    Args:
        deal_or_position: Where play begins.
        max_states: The most states to visit; None for no limit.
        max_seconds: The same in seconds; it makes answers depend on the machine.
        max_bytes: The same in bytes that the search may hold.
        on_progress: Called a few times a second with states and seconds so far; what it raises ends the search.

    >>> import intrigue
    >>> intrigue.most_out(intrigue.deal("la_belle_lucie", seed=1))[:3]
    (11, 52, True)
    """
    cards_out, of, exact, moves, states, seconds, reason = _core.most_out(
        deal_or_position,
        max_states=max_states,
        max_seconds=max_seconds,
        max_bytes=max_bytes,
        on_progress=on_progress,
    )
    return MostOut(cards_out, of, exact, tuple(moves), states, seconds, reason)
