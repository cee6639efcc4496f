"""Layouts of the Salic family: from a state, and to one with every fault named."""

from collections import Counter

from intrigue.errors import DealError, fault_list

from .cards import sort_key
from .layout import Layout
from .salic import SalicGame, SalicState


def salic_layout(game: SalicGame, state: SalicState) -> Layout:
    """Write a state as the items of a layout."""
    return Layout(
        piles=state.columns, stock=state.stock, foundations={"foundations": tuple(game.foundation_tops(state))}
    )


def salic_state(game: SalicGame, layout: Layout) -> SalicState:
    """Read a state; what is not on the table is out. DealError names all that cannot be."""
    rules, stock = game.rules, layout.stock or ()
    faults = _foreign_lines(layout) + _column_faults(game, layout)
    pack = Counter(rules.pack)
    table = Counter([*stock, *(card for pile in layout.piles for card in pile)])
    if surplus := table - pack:
        faults.append(f"too many: {' '.join(sorted(surplus.elements(), key=sort_key))}")
    missing = pack - table
    if bases := sorted((card for card in missing.elements() if card[0] == rules.base), key=sort_key):
        faults.append(f"base cards neither in columns nor in the stock: {' '.join(bases)}")
    state = SalicState(layout.piles, stock, tuple(missing[card] for card in game.row_cards))
    faults += _foundation_faults(game, state)
    given, implied = layout.foundations.get("foundations"), game.foundation_tops(state)
    if given is not None and not faults and Counter(given) != Counter(implied):
        faults.append(
            f"the foundations given are {' '.join(given) or '-'}, "
            f"but the cards not on the table make {' '.join(implied) or '-'}"
        )
    if faults:
        raise DealError(fault_list(f"this is no layout of {rules.game}", faults))
    return state


def _foreign_lines(layout: Layout) -> list[str]:
    foreign = [label for label in layout.foundations if label != "foundations"]
    foreign += ["redeals"] if layout.redeals_left is not None else []
    foreign += ["draws"] if layout.draws_left is not None else []
    foreign += ["shuffles"] if layout.shuffles is not None else []
    foreign += [f"order {number}" for number in layout.orders]
    return [f"the games of the Salic family have no line '{label}:'" for label in foreign]


def _column_faults(game: SalicGame, layout: Layout) -> list[str]:
    base = game.rules.base
    faults = []
    for number, pile in enumerate(layout.piles, 1):
        if not pile or pile[0][0] != base:
            faults.append(f"column {number} does not stand on a base card ({base})")
        if buried := [card for card in pile[1:] if card[0] == base]:
            faults.append(f"column {number} has a base card on other cards: {' '.join(buried)}")
    if not layout.piles:
        faults.append("there is no column: the first base card is laid before play")
    return faults


def _foundation_faults(game: SalicGame, state: SalicState) -> list[str]:
    """Name where more cards of a rank are out than its row or the starter limit allows."""
    rules, faults = game.rules, []
    for row in rules.rows:
        for suit in rules.suits if rules.in_suit else ("",):
            out = [game.cards_out(state, rank + suit) if suit else game.rank_out(state, rank) for rank in row]
            faults += [
                f"{out[k]} × {row[k]}{suit} out on {out[k - 1]} × {row[k - 1]}{suit}"
                for k in range(1, len(row))
                if out[k] > out[k - 1]
            ]
        starter = row[0]
        if rules.starter_limit == "bases" and game.rank_out(state, starter) > len(state.columns):
            faults.append(f"more cards of rank {starter} are out than base cards are dealt")
        if rules.starter_limit == "suit":
            bases = Counter(column[0][1] for column in state.columns if column)
            faults += [
                f"more {starter}{suit} are out than base cards of that suit are dealt"
                for suit in rules.suits
                if game.cards_out(state, starter + suit) > bases[suit]
            ]
    return faults
