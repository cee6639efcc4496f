"""Steps in words: what a move does, and what then happens by itself."""

from typing import NamedTuple

from intrigue.pictures.piles import Pile, Table, source_of

SIGNS = str.maketrans({"C": "♣", "S": "♠", "H": "♥", "D": "♦"})


class Told(NamedTuple):
    """One step: its sentence, the sentences of what happened by itself, and the cards that this moved, by their ids."""

    sentence: str
    automatic: tuple[str, ...]
    automatic_cards: tuple[int, ...]


def sign(card: str) -> str:
    """Write a card with its suit as a sign and the ten as 10."""
    return card[0].replace("T", "10") + card[1].translate(SIGNS)


def signs(cards: tuple[str, ...]) -> str:
    """Write several cards."""
    return " ".join(map(sign, cards))


def tell(before: Table, after: Table, move: str) -> Told:
    """Tell the step from one table to the next."""
    if move == "redeal":
        gathered = sum(len(held) for pile, held in zip(before.piles, before.held, strict=True) if _is_in_play(pile))
        sentence = f"Redeal: the {gathered} cards left are gathered, shuffled and dealt anew"
        aces = _new_on_foundations(before, after)
        return Told(sentence, _aces_out(after, aces), aces)
    pile, place = source_of(before, move)
    card = before.held[pile][place]
    if move == "deal":
        return Told(_dealt(after, card), (), ())
    return Told(_moved(before, after, move, card), *_by_itself(before, after, card))


def tell_start(table: Table, *, is_start: bool) -> Told:
    """Tell the table at the beginning; aces already out went there while the cards were dealt."""
    if not is_start:
        return Told("The position to be solved", (), ())
    aces = tuple(held[0] for pile, held in zip(table.piles, table.held, strict=True) if pile.begins and held)
    return Told("The deal", _aces_out(table, aces), ())


def _is_in_play(pile: Pile) -> bool:
    return pile.kind != "foundation"


def _place_of(table: Table, card: int) -> int:
    return next(index for index, held in enumerate(table.held) if card in held)


def _new_on_foundations(before: Table, after: Table) -> tuple[int, ...]:
    return tuple(
        card
        for pile, old, new in zip(before.piles, before.held, after.held, strict=True)
        if pile.kind == "foundation"
        for card in new
        if card not in old
    )


def _aces_out(table: Table, cards: tuple[int, ...]) -> tuple[str, ...]:
    if not cards:
        return ()
    aces = signs(tuple(table.cards[card] for card in cards))
    return (f"{aces} goes out by itself" if len(cards) == 1 else f"{aces} go out by themselves",)


def _dealt(after: Table, card: int) -> str:
    place = _place_of(after, card)
    name, pile = sign(after.cards[card]), after.piles[place]
    return f"{name} starts {pile.label}" if len(after.held[place]) == 1 else f"{name} is dealt onto {pile.label}"


def _moved(before: Table, after: Table, move: str, card: int) -> str:
    """Tell a move of one card between piles and foundations."""
    name = sign(after.cards[card])
    source, target = _place_of(before, card), _place_of(after, card)
    pile, goal, under = before.piles[source], after.piles[target], before.texts(target)
    who = f"{name} of {pile.label}"
    if pile.kind == "foundation":
        who = f"{name} of a foundation"
    elif move.startswith("draw"):
        above = len(before.held[source]) - 1 - before.held[source].index(card)
        who = f"{name}, drawn from under {above} card{'s' if above > 1 else ''} of {pile.label},"
    if goal.kind == "foundation":
        return f"{who} out onto {sign(under[-1])}" if under else f"{who} out, starting a foundation"
    if not under:
        return f"{who} into the empty {goal.label}"
    bare = "the bare " if goal.kind == "column" and len(under) == 1 else ""
    return f"{who} onto {bare}{sign(under[-1])} of {goal.label}"


def _by_itself(before: Table, after: Table, moved: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Tell what followed a move by itself: a gap refilled from the stock, aces put out on the way."""
    aces = tuple(card for card in _new_on_foundations(before, after) if card != moved)
    sentences = list(_aces_out(after, aces))
    laid: list[int] = []
    for pile, old, new in zip(after.piles, before.held, after.held, strict=True):
        fresh = [card for card in new if card not in old and card != moved]
        if pile.kind == "fan" and fresh:
            laid += fresh
            cards = signs(tuple(after.cards[card] for card in fresh))
            sentences.append(f"{pile.label.capitalize()} is refilled from the stock: {cards}")
    return tuple(sentences), (*aces, *laid)
