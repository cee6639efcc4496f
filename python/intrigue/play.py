"""A game that a person plays: moves, undo, redo, and what the solver says of where it stands.

>>> import intrigue
>>> from intrigue.play import Game
>>> game = Game(intrigue.deal("intrigue", seed=42))
>>> game.play("deal")
>>> game.outlook(max_states=100_000).verdict
<Verdict.WINNABLE: 'winnable'>
>>> game.undo(1)
('deal',)
>>> game.redo(1)
('deal',)
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ._core import Deal, Position, solve
from .errors import IllegalMove, IntrigueError
from .reference.moves import read_move
from .verdict import Verdict


class Outlook(NamedTuple):
    """Say whether a game can still be won.

    `moves` win from here when `verdict` is "winnable"; `reason` says which limit ended the search when it is "unknown".
    """

    verdict: Verdict
    moves: tuple[str, ...] = ()
    reason: str | None = None


class Game:
    """A deal or a position, and the moves played from it. Nothing that fails changes it."""

    def __init__(self, start: Deal | Position, moves: Iterable[str] = (), undone: Iterable[str] = ()) -> None:
        """Begin, and play moves; `undone` are moves that can be redone, the next one first.

        IllegalMove or NotationError when one of them cannot be played; the message begins with its number.
        """
        self.start = start if isinstance(start, Deal) else start.copy()
        self.position = Position(start) if isinstance(start, Deal) else start.copy()
        self._given = len(self.position.moves)  # moves that led to a position from which the game starts
        self._undone: list[str] = []  # the next one to redo last
        self._known: dict[str, Outlook] = {}  # by layout: what is decided stays decided
        played = self.play_all(moves)
        again = self.play_all(undone, played)
        self.undo(again)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves played since the start."""
        return self.position.moves[self._given :]

    @property
    def undone(self) -> tuple[str, ...]:
        """The moves that can be redone, the next one first."""
        return tuple(reversed(self._undone))

    def play(self, move: str) -> None:
        """Play a move; IllegalMove names the rule that forbids it, NotationError says that it is none."""
        before = self._known.get(str(self.position)) if self._known else None
        self.position.play(move)
        move = str(read_move(move))
        if self._undone[-1:] == [move]:
            self._undone.pop()
        else:
            self._undone.clear()
        if before is None:
            return
        if before.verdict is Verdict.UNWINNABLE:
            self._note(before)  # what follows a lost position is lost
        elif before.moves[:1] == (move,):
            self._note(Outlook(Verdict.WINNABLE, before.moves[1:]))

    def play_all(self, moves: Iterable[str], first: int = 0) -> int:
        """Play moves up to the first that cannot be played, and count them; the error begins with the number of that
        one, the numbers going on after `first`."""
        count = 0
        for move in moves:
            try:
                self.play(move)
            except IntrigueError as error:
                raise type(error)(f"move {first + count + 1}: {error}") from None
            count += 1
        return count

    def undo(self, count: int) -> tuple[str, ...]:
        """Take moves back, as many as there are up to `count`; give them, the last played one first."""
        taken = self.moves[::-1][:count]
        for move in taken:
            after = self._known.get(str(self.position)) if self._known else None
            self.position.undo()
            self._undone.append(move)
            if after is not None and after.verdict is Verdict.WINNABLE:
                self._note(Outlook(Verdict.WINNABLE, (move, *after.moves)))
        return taken

    def redo(self, count: int) -> tuple[str, ...]:
        """Play undone moves again, as many as there are up to `count`; give them."""
        again = self.undone[:count]
        for move in again:
            self.play(move)
        return again

    def outlook(
        self,
        *,
        max_states: int | None = None,
        max_seconds: float | None = None,
        max_bytes: int | None = None,
        on_progress: Callable[[int, float], object] | None = None,
    ) -> Outlook:
        """Tell whether the game can be won from here, every card being known; what was decided before costs nothing.

        Along the moves that it gives, the answer stays those moves: hints that are followed never go round in circles.
        """
        if known := self._known.get(str(self.position)):
            return known
        from_start = isinstance(self.start, Deal) and not self.moves
        result = solve(
            self.start if from_start else self.position,
            max_states=max_states,
            max_seconds=max_seconds,
            max_bytes=max_bytes,
            tidy=True,
            on_progress=on_progress,
        )
        outlook = Outlook(result.verdict, result.moves, result.reason)
        if outlook.verdict is not Verdict.UNKNOWN:
            self._note(outlook)
        return outlook

    def follow(self, count: int) -> tuple[str, ...]:
        """Play the solver's moves, at most `count` of them; IllegalMove when no winning moves are known from here."""
        known = self._known.get(str(self.position))
        if known is None or known.verdict is not Verdict.WINNABLE:
            raise IllegalMove("no winning moves are known from here")
        line = known.moves[:count]
        for move in line:
            self.play(move)
        return line

    def _note(self, outlook: Outlook) -> None:
        self._known.setdefault(str(self.position), outlook)
