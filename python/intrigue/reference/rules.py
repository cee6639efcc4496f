"""The table of games, and the rules of one game drawn from a Rules object (rules.md sections 2, 3 and 5).

A Rules object is read by its attributes `game` and `options` only, so any object that has them will do.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, cast

from intrigue.errors import DealError

from .cards import RANKS, SUITS, pack_of

Option = str | int | tuple[str, ...]


class Rules(Protocol):
    """What the reference engine needs of a Rules object: a game's canonical name and every option in force."""

    @property
    def game(self) -> str: ...

    @property
    def options(self) -> Mapping[str, Option]: ...


class Deal(Protocol):
    """What the reference engine needs of a Deal: the cards in dealing order, and where the orders of redeals come from.

    `shuffle_values` is the kind and the values of pysolfc.Shuffle. Of the sources that are not None the first in the
    order redeal_orders, shuffle_values, seed is used.
    """

    @property
    def rules(self) -> Rules: ...

    @property
    def cards(self) -> tuple[str, ...]: ...

    @property
    def seed(self) -> int | None: ...

    @property
    def redeal_orders(self) -> tuple[tuple[str, ...], ...] | None: ...

    @property
    def shuffle_values(self) -> tuple[str, tuple[int, ...]] | None: ...

    @property
    def pysolfc_number(self) -> str | None: ...


@dataclass(frozen=True)
class SalicRules:
    """The rules of one game of the Salic family."""

    game: str
    base: str  # the rank of the cards that start columns
    rows: tuple[str, ...]  # the ranks of each foundation row, the starting one first
    suits: str
    copies: int
    plays: str  # forced, starters or optional
    bare_base: str  # after_deal, any_time or never
    in_suit: bool  # foundations go up in suit
    starter_limit: str  # none, bases or suit
    builds: bool  # Faerie Queen: columns are built down after the deal

    @property
    def pack(self) -> tuple[str, ...]:
        """Give every card of the game, in pack order; Salic Law's queens are none of them."""
        return pack_of(self.suits, self.base + "".join(self.rows), self.copies)

    @property
    def piles_in_row(self) -> int:
        """Give how many foundations a row has: 8 with two full packs."""
        return len(self.suits) * self.copies


@dataclass(frozen=True)
class FanRules:
    """The rules of one game of the fan family."""

    game: str
    suits: str
    copies: int
    ranks: str  # from the ace to the rank that takes the king's place
    fans: int
    both_ways: bool  # built up or down, not down only
    any_suit: bool  # built without regard to suit
    most_in_fan: int | None
    refills: bool  # Intelligence: gaps are filled from the stock, aces go out by themselves
    king_fills: bool  # Fan: an empty fan takes a king
    up_and_down: bool  # House on the Hill: one foundation A … K and one K … A in each suit
    aces_out: bool  # Trefoil: the aces are out before play
    redeals: int
    draws: int
    take_back: bool

    @property
    def pack(self) -> tuple[str, ...]:
        """Give every card of the game, in pack order, Trefoil's aces too."""
        return pack_of(self.suits, self.ranks, self.copies)

    @property
    def is_full_pack(self) -> bool:
        """Say whether the game is played with its own packs, not a reduced one."""
        return (self.suits, self.ranks, self.copies) == (SUITS, RANKS, _FAN_GAMES[self.game])

    @property
    def has_stock(self) -> bool:
        """Say whether the game keeps a stock."""
        return self.refills


_TWO_ROWS = ("5432AK", "6789TJ")
_SALIC_GAMES = {  # game: base rank, foundation rows
    "intrigue": ("Q", _TWO_ROWS),
    "laggard_lady": ("Q", _TWO_ROWS),
    "glencoe": ("Q", _TWO_ROWS),
    "salic_law": ("K", ("A23456789TJ",)),
    "faerie_queen": ("K", ("A23456789TJQ",)),
}
_FAN_GAMES = {  # game: packs
    "intelligence": 2,
    "intelligence_19": 2,
    "la_belle_lucie": 1,
    "trefoil": 1,
    "fan": 1,
    "house_in_the_wood": 2,
    "house_on_the_hill": 2,
    "shamrocks": 1,
}
_INTELLIGENCE_FANS = {"intelligence": 18, "intelligence_19": 19}
_DOWN_ONLY = ("la_belle_lucie", "trefoil", "fan")


def read_rules(rules: Rules) -> SalicRules | FanRules:
    """Draw the rules of its game from a Rules object; DealError for a game that is not in the table."""
    if rules.game in _SALIC_GAMES:
        return _salic_rules(rules.game, rules.options)
    if rules.game in _FAN_GAMES:
        return _fan_rules(rules.game, rules.options)
    known = ", ".join([*_SALIC_GAMES, *_FAN_GAMES])
    raise DealError(f"the reference engine knows no game {rules.game!r}; it knows {known}")


def _salic_rules(game: str, options: Mapping[str, Option]) -> SalicRules:
    base, rows = _SALIC_GAMES[game]
    return SalicRules(
        game=game,
        base=base,
        rows=cast(tuple[str, ...], options.get("rows", rows)),
        suits=SUITS[: _number(options, "suits", 4)],
        copies=_number(options, "copies", 2),
        plays=str(options["plays"]),
        bare_base=str(options["bare_base"]),
        in_suit=options.get("foundations") == "in_suit",
        starter_limit=str(options["starter_limit"]),
        builds=game == "faerie_queen",
    )


def _fan_rules(game: str, options: Mapping[str, Option]) -> FanRules:
    suits = SUITS[: _number(options, "suits", 4)]
    copies = _number(options, "copies", _FAN_GAMES[game])
    ranks = RANKS[: _number(options, "ranks", 13)]
    aces_out = game == "trefoil"
    cards_dealt = len(suits) * copies * (len(ranks) - aces_out)
    refills = game in _INTELLIGENCE_FANS
    return FanRules(
        game=game,
        suits=suits,
        copies=copies,
        ranks=ranks,
        fans=_number(options, "fans", _INTELLIGENCE_FANS[game]) if refills else (cards_dealt + 2) // 3,
        both_ways=game not in _DOWN_ONLY,
        any_suit=game == "shamrocks",
        most_in_fan=3 if game == "shamrocks" else None,
        refills=refills,
        king_fills=game == "fan",
        up_and_down=game == "house_on_the_hill",
        aces_out=aces_out,
        redeals=_number(options, "redeals", 0),
        draws=_number(options, "draws", 0),
        take_back=options["take_back"] == "yes",
    )


def _number(options: Mapping[str, Option], name: str, default: int) -> int:
    return int(cast(int, options.get(name, default)))
