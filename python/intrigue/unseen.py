"""Redeals that the player does not know: how often a player wins who plays each deal for the most cards out.

Where redeals are in force, "winnable" is for a player who knows every shuffle in advance. Here nobody does. The policy:

* Every deal, one after the other, is played so that as many cards as possible are out when it ends (`most_out`), the
  last one also with its draw where that is in force; then the rest is redealt.
* Several sets of cards may be as large. Then in La Belle Lucie and Trefoil the one with the most diamonds is taken, of
  these with the most hearts, of these with the most spades; by the symmetry of the suits this favours nothing. In
  Intelligence it is the first one found.
* Redeals are the native ones of the seed. The player does not look at them, so to him they are fresh shuffles.

No rule says that most cards out is the best aim, so the rate is a lower bound for the best player without foresight.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ._core import Deal, Position, Rules, deal
from ._core import rules as rules_of
from .cards_out import most_out
from .errors import DealError
from .stats import Interval, wilson


class UnseenGame(NamedTuple):
    """One game: whether it was won, its moves, redeals included, and how many cards were out after each deal.

    `exact` says that no deal could have been played for more cards out.
    """

    is_won: bool
    moves: tuple[str, ...]
    cards_out: tuple[int, ...]
    exact: bool


class UnseenRedeals(NamedTuple):
    """How often games with unseen redeals were won; `exact` counts the games whose deals were all played exactly.

    `cards_out` is the mean number of cards out after the first deal, after the first redeal, and so on; a game that is
    won early keeps its cards out.
    """

    rules: Rules
    games: int
    won: int
    exact: int
    cards_out: tuple[float, ...]

    @property
    def rate(self) -> float:
        """The share of games won."""
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> Interval:
        """The 95 % Wilson interval of the rate."""
        return wilson(self.won, self.games)


def play_unseen(
    start: Deal,
    *,
    max_states: int | None = None,
    max_seconds: float | None = None,
    max_bytes: int | None = None,
) -> UnseenGame:
    """Play a deal as one who does not know the redeals.

    Args:
        start: The deal; its redeals are played as they come.
        max_states: The most states of each search for the most cards out; None for no limit.
        max_seconds: The same in seconds; it makes answers depend on the machine.
        max_bytes: The same in bytes that the search may hold.

    >>> import intrigue
    >>> game = intrigue.play_unseen(intrigue.deal("la_belle_lucie", seed=1))
    >>> game.cards_out, game.is_won
    ((11, 52), True)
    """
    position = Position(start)
    cards_out: list[int] = []
    exact = True
    for redeals_left in reversed(range(_redeals(start.rules) + 1)):
        found = most_out(position, max_states=max_states, max_seconds=max_seconds, max_bytes=max_bytes)
        for move in found.moves:
            position.play(move)
        cards_out.append(found.cards_out)
        exact = exact and found.exact
        if position.is_won:
            break
        if redeals_left:
            position.play("redeal")
    return UnseenGame(position.is_won, position.moves, tuple(cards_out), exact)


def unseen_redeals(
    rules: str | Rules,
    seeds: Iterable[int],
    *,
    max_states: int | None = None,
    max_seconds: float | None = None,
    max_bytes: int | None = None,
    on_progress: Callable[[UnseenRedeals], object] | None = None,
) -> UnseenRedeals:
    """Estimate how often a player wins who does not know the redeals and plays each deal for the most cards out.

    For games with redeals. In La Belle Lucie and Trefoil every deal is played exactly; in Intelligence, which needs a
    limit, as well as found.

    Args:
        rules: A game's name or its rules, with redeals.
        seeds: The seeds of the games.
        max_states: The most states of each search for the most cards out; None for no limit.
        max_seconds: The same in seconds; it makes answers depend on the machine.
        max_bytes: The same in bytes that the search may hold.
        on_progress: Called after each game with what there is so far.

    Raises:
        DealError: The rules have no redeals.

    >>> import intrigue
    >>> found = intrigue.unseen_redeals("la_belle_lucie", range(200))
    >>> found.won, found.exact
    (43, 200)
    """
    rules = rules_of(rules)
    if not _redeals(rules):
        raise DealError(f"{rules.game} as set has no redeals, so there are none to be unseen; `survey` counts its wins")
    sums = [0] * (_redeals(rules) + 1)
    so_far = UnseenRedeals(rules, 0, 0, 0, ())
    for seed in seeds:
        game = play_unseen(deal(rules, seed=seed), max_states=max_states, max_seconds=max_seconds, max_bytes=max_bytes)
        for index in range(len(sums)):
            sums[index] += game.cards_out[min(index, len(game.cards_out) - 1)]
        games = so_far.games + 1
        means = tuple(total / games for total in sums)
        so_far = UnseenRedeals(rules, games, so_far.won + game.is_won, so_far.exact + game.exact, means)
        if on_progress is not None:
            on_progress(so_far)
    return so_far


def _redeals(rules: Rules) -> int:
    redeals = rules.options.get("redeals", 0)
    assert isinstance(redeals, int)
    return redeals
