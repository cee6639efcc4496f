"""The Salic family: column bases, a deal card by card, foundations of any suit (rules.md section 2).

`SalicGame` says, for one set of rules, what a state allows and what follows from a move. States are never changed, only
replaced, so a state is its own key and taking a move back means going back to the state before.
"""

from typing import NamedTuple

from intrigue.errors import DealError, fault_list

from .cards import RANK_NUMBER, pack_faults, sort_key
from .moves import DEAL, Move
from .rules import SalicRules


class SalicState(NamedTuple):
    """What lies on the table: columns bottom to top, base first; the stock, next card first; the cards out.

    `out` counts the copies of each card on the foundations, in the order of SalicGame.row_cards.
    """

    columns: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    out: tuple[int, ...]


class SalicGame:
    """The moves of one game of the Salic family."""

    def __init__(self, rules: SalicRules) -> None:
        """Prepare what follows from the rules alone."""
        self.rules = rules
        self.row_cards = tuple(sorted({card for card in rules.pack if card[0] != rules.base}, key=sort_key))
        self._index = {card: index for index, card in enumerate(self.row_cards)}
        self._starters = frozenset(row[0] for row in rules.rows)
        self._rank_before = {row[k]: row[k - 1] for row in rules.rows for k in range(1, len(row))}

    # Set-up

    def start(self, cards: tuple[str, ...]) -> SalicState:
        """Lay the first base-rank card of a dealing order; DealError when the cards are not the pack.

        Salic Law's queens may be among the cards, all of them or none, and are taken out.
        """
        rules = self.rules
        if rules.game == "salic_law":
            queens = sum(card[0] == "Q" for card in cards)
            if queens not in (0, rules.piles_in_row):
                raise DealError(f"salic_law: {queens} queens are in the deal: expected none or {rules.piles_in_row}")
            cards = tuple(card for card in cards if card[0] != "Q")
        if faults := pack_faults(cards, rules.pack):
            raise DealError(fault_list(f"{rules.game}: the deal is not the pack of {len(rules.pack)} cards", faults))
        first = next(index for index, card in enumerate(cards) if card[0] == rules.base)
        return SalicState(((cards[first],),), cards[:first] + cards[first + 1 :], (0,) * len(self.row_cards))

    # The foundations

    def cards_out(self, state: SalicState, card: str) -> int:
        """Count the copies of one card that are out."""
        return state.out[self._index[card]]

    def rank_out(self, state: SalicState, rank: str) -> int:
        """Count the cards of one rank that are out."""
        return sum(state.out[self._index[rank + suit]] for suit in self.rules.suits)

    def foundation_objection(self, state: SalicState, card: str) -> str | None:
        """Name the rule that keeps a card from the foundations, or None when one accepts it."""
        rank, suit = card[0], card[1]
        if rank in self._starters:
            return self._starter_objection(state, card)
        before = self._rank_before[rank]
        if self.rules.in_suit:
            if self.cards_out(state, before + suit) > self.cards_out(state, card):
                return None
            return "a foundation takes a card only on the rank before it in its row, in the same suit"
        if self.rank_out(state, before) > self.rank_out(state, rank):
            return None
        return "a foundation takes a card only on the rank before it in its row"

    def _starter_objection(self, state: SalicState, card: str) -> str | None:
        rank, suit = card[0], card[1]
        if self.rules.starter_limit == "bases" and self.rank_out(state, rank) >= len(state.columns):
            return "no more cards of a starting rank may be out than base cards are dealt"
        if self.rules.starter_limit == "suit":
            bases_of_suit = sum(column[0][1] == suit for column in state.columns)
            if self.cards_out(state, card) >= bases_of_suit:
                return "no more cards of a starting rank and suit may be out than base cards of that suit are dealt"
        return None

    # The moves

    def objection(self, state: SalicState, move: Move) -> str | None:
        """Name the rule that forbids a move, or None when the move is legal."""
        match move.verb:
            case "deal":
                return self._deal_objection(state)
            case "out" | "build":
                if not 0 <= move.pile < len(state.columns):
                    return f"there is no column {move.pile + 1}"
                if len(state.columns[move.pile]) == 1:
                    return "a base card never leaves its column"
                card = state.columns[move.pile][-1]
                if move.verb == "build":
                    return self._column_objection(state, card, move)
                if move.door != "f":
                    return "only House on the Hill has foundations u and d"
                return self.foundation_objection(state, card)
            case "redeal" | "draw out" | "draw build" | "take back":
                return "the games of the Salic family have no such move"

    def _deal_objection(self, state: SalicState) -> str | None:
        if not state.stock:
            return "every card has been dealt"
        if self.rules.plays == "optional":
            return None
        playable = [
            column[-1]
            for column in state.columns
            if len(column) > 1 and self.foundation_objection(state, column[-1]) is None
        ]
        if self.rules.plays == "forced" and playable:
            return "plays = forced: nothing is dealt while a card can go to a foundation"
        if any(card[0] in self._starters for card in playable):
            return "plays = starters: nothing is dealt while a row-starting card can go to a foundation"
        return None

    def _column_objection(self, state: SalicState, card: str, move: Move) -> str | None:
        if not 0 <= move.onto < len(state.columns):
            return f"there is no column {move.onto + 1}"
        if move.onto == move.pile:
            return "a card cannot go onto its own column"
        target = state.columns[move.onto]
        if len(target) == 1:
            if self.rules.bare_base == "never":
                return "bare_base = never: no card goes onto a bare base"
            if self.rules.bare_base == "after_deal" and state.stock:
                return "bare_base = after_deal: cards go onto bare bases only once every card has been dealt"
            return None
        if not self.rules.builds:
            return "a column takes a card only when it shows only its base"
        if state.stock:
            return "columns are built down only once every card has been dealt"
        if RANK_NUMBER[target[-1][0]] != RANK_NUMBER[card[0]] + 1:
            return "columns are built down: a card goes onto a bare base or a card one rank higher"
        return None

    def legal_moves(self, state: SalicState) -> list[Move]:
        """List the moves to which no rule objects: to the foundations first, then the deal, then between columns."""
        columns = range(len(state.columns))
        held = [c for c in columns if len(state.columns[c]) > 1]
        conceivable = [Move("out", c, door="f") for c in held]
        conceivable.append(DEAL)
        conceivable.extend(Move("build", c, d) for c in held for d in columns if c != d)
        return [move for move in conceivable if self.objection(state, move) is None]

    def after(self, state: SalicState, move: Move) -> SalicState:
        """Give the state after a legal move."""
        columns = list(state.columns)
        if move.verb == "deal":
            card, stock = state.stock[0], state.stock[1:]
            if card[0] == self.rules.base:
                columns.append((card,))
            else:
                columns[-1] += (card,)
            return SalicState(tuple(columns), stock, state.out)
        card = columns[move.pile][-1]
        columns[move.pile] = columns[move.pile][:-1]
        if move.verb == "build":
            columns[move.onto] += (card,)
            return SalicState(tuple(columns), state.stock, state.out)
        out = list(state.out)
        out[self._index[card]] += 1
        return SalicState(tuple(columns), state.stock, tuple(out))

    def is_won(self, state: SalicState) -> bool:
        """Say whether every card but the bases is out, and every base dealt."""
        return not state.stock and all(len(column) == 1 for column in state.columns)

    # What the table shows

    def moving_card(self, state: SalicState, move: Move) -> str:
        """Name the card that a move would move, or "" when there is none."""
        if move.verb in ("out", "build") and 0 <= move.pile < len(state.columns):
            return state.columns[move.pile][-1]
        return ""

    def piles(self, state: SalicState) -> tuple[tuple[str, ...], ...]:
        """Give the columns, bottom to top, base first."""
        return state.columns

    def foundations(self, state: SalicState) -> dict[str, int]:
        """Give how many of each rank are out, row by row; in suit, how many of each card, in pack order."""
        if self.rules.in_suit:
            return dict(zip(self.row_cards, state.out, strict=True))
        return {rank: self.rank_out(state, rank) for row in self.rules.rows for rank in row}

    def foundation_tops(self, state: SalicState) -> list[str]:
        """List what the foundations show, row by row, those furthest along first; in suit, also suit by suit."""
        tops = []
        for row in self.rules.rows:
            for suit in self.rules.suits if self.rules.in_suit else ("",):
                further = 0  # piles that have gone beyond the rank
                for rank in reversed(row):
                    count = self.cards_out(state, rank + suit) if suit else self.rank_out(state, rank)
                    tops += [rank + suit] * (count - further)
                    further = count
        return tops
