"""A game in progress: moves by their texts, checked, and taken back."""

from collections.abc import Hashable, Iterable
from typing import Any, Protocol, Self

from intrigue.errors import IllegalMove

from .fan import FanGame
from .layout import Layout, read_layout, write_layout
from .layout_fan import fan_game, fan_layout
from .layout_salic import salic_layout, salic_state
from .moves import Move, read_move
from .redeals import source_of
from .rules import Deal, Rules, SalicRules, read_rules
from .salic import SalicGame


class Game(Protocol):
    """One game's rules as questions about a state, which holds all that the rest of the game depends on."""

    def objection(self, state: Any, move: Move) -> str | None: ...

    def legal_moves(self, state: Any) -> list[Move]: ...

    def after(self, state: Any, move: Move) -> Hashable: ...

    def is_won(self, state: Any) -> bool: ...

    def moving_card(self, state: Any, move: Move) -> str: ...

    def piles(self, state: Any) -> tuple[tuple[str, ...], ...]: ...


class OtherPosition(Protocol):
    """A position of another engine, whose text is a layout."""

    @property
    def rules(self) -> Rules: ...

    def legal_moves(self) -> Iterable[str]: ...


class Position:
    """A game as it lies on the table; the surface is that of the core's position.

    `game` and `state` are the engine's own: the rules as questions, and all that they depend on.
    """

    def __init__(self, deal: Deal) -> None:
        """Begin a game; DealError when the cards are not the game's pack or the orders of redeals are missing."""
        rules = read_rules(deal.rules)
        self.rules: Rules = deal.rules
        self.game: Game
        self.state: Any
        if isinstance(rules, SalicRules):
            salic = SalicGame(rules)
            self.game, self.state = salic, salic.start(deal.cards)
        else:
            fan = FanGame(rules, source_of(deal, rules))
            self.game, self.state = fan, fan.start(deal.cards)
        self._past: list[tuple[Any, str]] = []

    @classmethod
    def from_text(cls, rules_or_deal: Rules | Deal, text: str) -> Self:
        """Read a layout as it lies on the table, in the midst of a game.

        With a deal, its rules apply, and its redeals where the text does not tell them. NotationError when the text
        cannot be read, DealError when it is no layout of the game; each names every fault.
        """
        position = cls.__new__(cls)
        given: Any = rules_or_deal
        deal: Deal | None = given if hasattr(given, "cards") else None
        position.rules = given if deal is None else deal.rules
        rules, layout = read_rules(position.rules), read_layout(text)
        if isinstance(rules, SalicRules):
            salic = SalicGame(rules)
            position.game, position.state = salic, salic_state(salic, layout)
        else:
            source = None if deal is None else source_of(deal, rules)
            position.game, position.state = fan_game(rules, layout, source)
        position._past = []
        return position

    def copy(self) -> Self:
        """Give a position of its own, with the same moves behind it."""
        twin = type(self).__new__(type(self))
        twin.rules, twin.game, twin.state, twin._past = self.rules, self.game, self.state, self._past[:]
        return twin

    def legal_moves(self) -> tuple[str, ...]:
        """List the legal moves as texts, each once."""
        return tuple(map(str, self.game.legal_moves(self.state)))

    def play(self, move: str) -> None:
        """Play one move. IllegalMove names the rule that forbids it, and then nothing has changed."""
        wanted = read_move(move)
        if objection := self.game.objection(self.state, wanted):
            card = self.game.moving_card(self.state, wanted)
            raise IllegalMove(f"{wanted}{card and f' ({card})'} is illegal: {objection}")
        self._past.append((self.state, str(wanted)))
        self.state = self.game.after(self.state, wanted)

    def undo(self) -> None:
        """Go back by one move; IllegalMove when none has been played."""
        if not self._past:
            raise IllegalMove("there is no move to undo")
        self.state, _ = self._past.pop()

    @property
    def moves(self) -> tuple[str, ...]:
        """Give the moves played so far."""
        return tuple(move for _, move in self._past)

    @property
    def is_won(self) -> bool:
        """Say whether the game is won."""
        return self.game.is_won(self.state)

    @property
    def piles(self) -> tuple[tuple[str, ...], ...]:
        """Give the piles, each bottom to top."""
        return self.game.piles(self.state)

    @property
    def stock(self) -> tuple[str, ...]:
        """Give the cards still to be dealt, next card first."""
        stock: tuple[str, ...] = self.state.stock
        return stock

    @property
    def foundations(self) -> dict[str, int] | dict[str, tuple[int, ...]]:
        """Give what is out.

        Salic family: how many of each rank, row by row, or in suit how many of each card, in pack order.
        Fan family: for each suit the heights of its foundations, highest first; on House on the Hill (up, down).
        """
        if isinstance(self.game, SalicGame):
            return self.game.foundations(self.state)
        assert isinstance(self.game, FanGame)
        return self.game.foundations(self.state)

    def __str__(self) -> str:
        """Write the layout, one item a line."""
        return write_layout(self._layout())

    def _layout(self) -> Layout:
        if isinstance(self.game, SalicGame):
            return salic_layout(self.game, self.state)
        assert isinstance(self.game, FanGame)
        return fan_layout(self.game, self.state)


def as_position(deal_or_position: Deal | Position | OtherPosition) -> Position:
    """Give a position of this engine, from a deal or from a position of either engine, which stays as it is."""
    given: Any = deal_or_position
    if isinstance(given, Position):
        return given.copy()
    if hasattr(given, "legal_moves"):
        return Position.from_text(given.rules, str(given))
    return Position(given)
