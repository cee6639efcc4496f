"""The fan family: fans of three, built by top cards one at a time, with redeals (rules.md section 3).

`FanGame` says, for one set of rules, what a state allows and what follows from a move. States are never changed, only
replaced, so a state is its own key and taking a move back means going back to the state before.
"""

from typing import NamedTuple

from intrigue.errors import DealError, fault_list

from .cards import RANK_NUMBER, pack_faults
from .moves import REDEAL, Move
from .redeals import Source
from .rules import FanRules

Fans = tuple[tuple[str, ...], ...]
Heights = tuple[tuple[int, ...], ...]


class FanState(NamedTuple):
    """What lies on the table: fans bottom to top; the stock, next card first; the foundations; what has been used up.

    `heights` counts, for each suit, the cards on each of its foundations: those A … K in falling order; on House on the
    Hill the one A … K, then the one K … A. `values_used` counts the generator values that PySolFC redeals have taken.
    """

    fans: Fans
    stock: tuple[str, ...]
    heights: Heights
    redeals_used: int
    draws_used: int
    values_used: int


class FanGame:
    """The moves of one game of the fan family, with the orders of its redeals."""

    def __init__(self, rules: FanRules, source: Source | None) -> None:
        """Prepare what follows from the rules alone."""
        self.rules = rules
        self.source = source
        self._king = rules.ranks[-1]
        self._doors = ("u", "d") if rules.up_and_down else ("f",)

    # Set-up

    def start(self, cards: tuple[str, ...]) -> FanState:
        """Deal the fans; DealError when the cards are not the pack. Trefoil's aces may be left out, all of them."""
        rules = self.rules
        pack = rules.pack
        if rules.aces_out:
            pack = tuple(card for card in pack if card[0] != "A")
            aces = sum(card[0] == "A" for card in cards)
            if aces not in (0, len(rules.suits) * rules.copies):
                raise DealError(f"{rules.game}: {aces} aces are in the deal: expected none or all of them")
            cards = tuple(card for card in cards if card[0] != "A")
        if faults := pack_faults(cards, pack):
            raise DealError(fault_list(f"{rules.game}: the deal is not the pack of {len(rules.pack)} cards", faults))
        foundations = 2 if rules.up_and_down else rules.copies
        heights = ((int(rules.aces_out),) * foundations,) * len(rules.suits)
        if not rules.refills:
            return FanState(self._dealt_in_rounds(cards), (), heights, 0, 0, 0)
        fans: list[tuple[str, ...]] = [()] * rules.fans
        for place in [*range(rules.fans)] * 3:
            fans[place], cards, heights = self._lay_one(fans[place], cards, heights)
        return FanState(tuple(fans), cards, heights, 0, 0, 0)

    def _dealt_in_rounds(self, cards: tuple[str, ...]) -> Fans:
        """Deal one card to each fan, three times over; with n cards to the first n/3, (n+1)/3, (n+2)/3 fans."""
        fans: list[tuple[str, ...]] = [()] * self.rules.fans
        dealt = iter(cards)
        for extra in range(3):
            for place in range((len(cards) + extra) // 3):
                fans[place] += (next(dealt),)
        return tuple(fans)

    def _lay_one(
        self, fan: tuple[str, ...], stock: tuple[str, ...], heights: Heights
    ) -> tuple[tuple[str, ...], tuple[str, ...], Heights]:
        """Lay the next stock card on a fan; aces met before it go out (Intelligence)."""
        while stock and stock[0][0] == "A":
            heights = self._with_card_out(heights, stock[0], "f")
            stock = stock[1:]
        if stock:
            fan, stock = (*fan, stock[0]), stock[1:]
        return fan, stock, heights

    def _lay_three(self, stock: tuple[str, ...], heights: Heights) -> tuple[tuple[str, ...], tuple[str, ...], Heights]:
        """Lay a fresh fan of three stock cards, or fewer when the stock runs out (Intelligence)."""
        fan: tuple[str, ...] = ()
        for _ in range(3):
            fan, stock, heights = self._lay_one(fan, stock, heights)
        return fan, stock, heights

    # The foundations

    def _suit_heights(self, heights: Heights, suit: str) -> tuple[int, ...]:
        return heights[self.rules.suits.index(suit)]

    def foundation_objection(self, state: FanState, card: str, door: str) -> str | None:
        """Name the rule that keeps a card from the foundations behind a door, or None when one accepts it."""
        if door not in self._doors:
            if self.rules.up_and_down:
                return "House on the Hill has foundations u (A … K) and d (K … A)"
            return "only House on the Hill has foundations u and d"
        heights, number = self._suit_heights(state.heights, card[1]), RANK_NUMBER[card[0]]
        if door == "d":
            if heights[1] == len(self.rules.ranks) - 1 - number:
                return None
            return "this foundation is built down in suit from the king"
        if number in (heights[:1] if door == "u" else heights):
            return None
        return "a foundation is built up in suit from the ace"

    def _with_card_out(self, heights: Heights, card: str, door: str, by: int = 1) -> Heights:
        """Give the heights with one card more, or with `by` = -1 one card fewer, on the foundation that it fits."""
        place = self.rules.suits.index(card[1])
        suit_heights = list(heights[place])
        if self.rules.up_and_down:
            suit_heights["ud".index(door)] += by
        else:
            number = RANK_NUMBER[card[0]]
            suit_heights[suit_heights.index(number if by == 1 else number + 1)] += by
            suit_heights.sort(reverse=True)
        return (*heights[:place], tuple(suit_heights), *heights[place + 1 :])

    def _is_top(self, state: FanState, card: str, door: str) -> bool:
        """Say whether a foundation behind a door shows this card."""
        heights, number = self._suit_heights(state.heights, card[1]), RANK_NUMBER[card[0]]
        if door == "d":
            return 0 < heights[1] == len(self.rules.ranks) - number
        return number + 1 in (heights[:1] if door == "u" else heights)

    # The fans

    def fan_objection(self, state: FanState, card: str, onto: int) -> str | None:
        """Name the rule that keeps a card from a fan, or None when the fan accepts it."""
        if not 0 <= onto < len(state.fans):
            return f"there is no fan {onto + 1}"
        fan, rules = state.fans[onto], self.rules
        if not fan:
            if not rules.king_fills:
                return "an empty fan takes no card"
            return None if card[0] == self._king else "an empty fan takes only a king"
        if rules.most_in_fan is not None and len(fan) >= rules.most_in_fan:
            return f"a fan holds at most {rules.most_in_fan} cards"
        top = fan[-1]
        if card[1] != top[1] and not rules.any_suit:
            return "fans are built in suit"
        # Ranks are no circle, so that no king goes on an ace nor an ace on a king (3.1).
        step = RANK_NUMBER[top[0]] - RANK_NUMBER[card[0]]
        if step == 1 or (step == -1 and rules.both_ways):
            return None
        if rules.both_ways:
            return "fans are built up or down by one rank"
        return "fans are built down by one rank"

    # The moves

    def objection(self, state: FanState, move: Move) -> str | None:
        """Name the rule that forbids a move, or None when the move is legal."""
        match move.verb:
            case "out":
                return self._source_objection(state, move.pile, 0) or self.foundation_objection(
                    state, state.fans[move.pile][-1], move.door
                )
            case "build":
                if move.onto == move.pile:
                    return "a card cannot go onto its own fan"
                return self._source_objection(state, move.pile, 0) or self.fan_objection(
                    state, state.fans[move.pile][-1], move.onto
                )
            case "draw out" | "draw build":
                return self._draw_objection(state, move)
            case "take back":
                return self._take_back_objection(state, move)
            case "redeal":
                if state.redeals_used >= self.rules.redeals:
                    return "no redeal is left" if self.rules.redeals else "redeals = 0: there is no redeal"
                return "the game is won" if self.is_won(state) else None
            case "deal":
                return "the games of the fan family have no such move"

    def _source_objection(self, state: FanState, pile: int, below: int) -> str | None:
        if not 0 <= pile < len(state.fans):
            return f"there is no fan {pile + 1}"
        if not state.fans[pile]:
            return "the fan is empty"
        if len(state.fans[pile]) <= below:
            return "the fan has not so many cards"
        return None

    def _draw_objection(self, state: FanState, move: Move) -> str | None:
        if not self.rules.draws:
            return "draws = 0: there is no draw"
        if state.draws_used >= self.rules.draws:
            return "no draw is left"
        if state.redeals_used < self.rules.redeals:
            return "a draw comes only after all redeals"
        if objection := self._source_objection(state, move.pile, move.below):
            return objection
        card = state.fans[move.pile][-1 - move.below]
        if move.verb == "draw out":
            return self.foundation_objection(state, card, move.door)
        if move.onto == move.pile:
            return "a card cannot go onto its own fan"
        return self.fan_objection(state, card, move.onto)

    def _take_back_objection(self, state: FanState, move: Move) -> str | None:
        if not self.rules.take_back:
            return "take_back = no: foundation cards never come back"
        if move.door not in self._doors:
            return self.foundation_objection(state, move.card, move.door)
        if move.card[1] not in self.rules.suits or not self._is_top(state, move.card, move.door):
            return "no such foundation shows this card"
        if self.rules.aces_out and move.card[0] == "A":
            return "Trefoil's aces stay on their foundations"
        return self.fan_objection(state, move.card, move.onto)

    def legal_moves(self, state: FanState) -> list[Move]:
        """List the moves to which no rule objects: those to the foundations first, a redeal last."""
        return [move for move in self._conceivable(state) if self.objection(state, move) is None]

    def _conceivable(self, state: FanState) -> list[Move]:
        """List the moves that might be legal, each text once."""
        fans = range(len(state.fans))
        held = [fan for fan in fans if state.fans[fan]]
        moves = [Move("out", fan, door=door) for fan in held for door in self._doors]
        moves += [Move("build", fan, onto) for fan in held for onto in fans if fan != onto]
        if self.rules.take_back:
            tops = self._tops(state)
            moves += [Move("take back", onto=onto, door=door, card=card) for door, card in tops for onto in fans]
        if self.rules.draws:
            for fan in held:
                for below in range(1, len(state.fans[fan])):
                    moves.append(Move("draw out", fan, door="f", below=below))
                    moves += [Move("draw build", fan, onto, below=below) for onto in fans if fan != onto]
        moves.append(REDEAL)
        return moves

    def _tops(self, state: FanState) -> list[tuple[str, str]]:
        """List the cards that the foundations show, each once, with their doors."""
        doors = self._doors if self.rules.up_and_down else self._doors * self.rules.copies
        return list(dict.fromkeys((doors[place], card) for place, card in self.top_cards(state)))

    def after(self, state: FanState, move: Move) -> FanState:
        """Give the state after a legal move, with what then happens by itself."""
        if move.verb == "redeal":
            return self._redealt(state)
        fans, heights = list(state.fans), state.heights
        if move.verb == "take back":
            card = move.card
            heights = self._with_card_out(heights, card, move.door, by=-1)
        else:
            left = fans[move.pile]
            place = len(left) - 1 - move.below
            card, fans[move.pile] = left[place], left[:place] + left[place + 1 :]
        if move.verb in ("out", "draw out"):
            heights = self._with_card_out(heights, card, move.door)
        else:
            fans[move.onto] += (card,)
        stock = state.stock
        if self.rules.refills and move.verb != "take back" and not fans[move.pile]:
            fans[move.pile], stock, heights = self._lay_three(stock, heights)
        draws_used = state.draws_used + (move.verb in ("draw out", "draw build"))
        return FanState(tuple(fans), stock, heights, state.redeals_used, draws_used, state.values_used)

    def _redealt(self, state: FanState) -> FanState:
        """Gather stock and fans, take the redeal's order of them, and deal anew."""
        assert self.source is not None  # source_of and the layout reader see to it where redeals > 0
        number = state.redeals_used + 1
        # The order in which PySolFC gathers; the other sources ask only which cards are left.
        if self.rules.refills:
            gathered = [*reversed(state.stock), *(card for fan in state.fans for card in reversed(fan))]
        else:
            gathered = [card for fan in state.fans for card in fan]
        cards, values_used = self.source.redeal(gathered, number, state.values_used)
        if not self.rules.refills:
            fans, stock, heights = self._dealt_in_rounds(cards), cards[:0], state.heights
        else:
            threes: list[tuple[str, ...]] = []
            stock, heights = cards, state.heights
            for _ in range(self.rules.fans):
                fan, stock, heights = self._lay_three(stock, heights)
                threes.append(fan)
            fans = tuple(threes)
        return FanState(fans, stock, heights, number, state.draws_used, values_used)

    def is_won(self, state: FanState) -> bool:
        """Say whether all cards are on the foundations."""
        return not state.stock and not any(state.fans)

    # What the table shows

    def moving_card(self, state: FanState, move: Move) -> str:
        """Name the card that a move would move, or "" when there is none."""
        if move.verb == "take back":
            return move.card
        if move.pile in range(len(state.fans)) and move.below < len(state.fans[move.pile]):
            return state.fans[move.pile][-1 - move.below]
        return ""

    def piles(self, state: FanState) -> Fans:
        """Give the fans, bottom to top."""
        return state.fans

    def foundations(self, state: FanState) -> dict[str, tuple[int, ...]]:
        """Give for each suit the heights of its foundations, highest first; on House on the Hill (up, down)."""
        return dict(zip(self.rules.suits, state.heights, strict=True))

    def top_cards(self, state: FanState) -> list[tuple[int, str]]:
        """List the cards that the foundations show, suit by suit, each with its place in the suit's heights."""
        suits = zip(self.rules.suits, state.heights, strict=True)
        return [top for suit, heights in suits for top in top_cards(self.rules, suit, heights)]


def top_cards(rules: FanRules, suit: str, heights: tuple[int, ...]) -> list[tuple[int, str]]:
    """List the cards that foundations of one suit show, each with its place among their heights."""
    tops = []
    for place, height in enumerate(heights):
        if height:
            down = rules.up_and_down and place == 1
            tops.append((place, (rules.ranks[-height] if down else rules.ranks[height - 1]) + suit))
    return tops
