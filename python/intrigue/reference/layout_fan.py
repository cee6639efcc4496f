"""Layouts of the fan family: from a state, and to one with every fault named."""

import re
from collections import Counter

from intrigue import pysolfc
from intrigue.errors import DealError, NotationError, fault_list

from .cards import sort_key
from .fan import FanGame, FanState, Heights, top_cards
from .layout import Layout
from .redeals import OrdersSource, PysolfcSource, SeedSource, Source, order_faults
from .rules import FanRules

MOST_VALUES = 103  # of one redeal


def fan_layout(game: FanGame, state: FanState) -> Layout:
    """Write a state as the items of a layout."""
    rules = game.rules
    layout = Layout(piles=state.fans, stock=state.stock if rules.has_stock else None)
    tops = game.top_cards(state)
    if rules.up_and_down:
        layout.foundations = {
            label: tuple(card for place, card in tops if place == wanted) for wanted, label in enumerate(("up", "down"))
        }
    else:
        layout.foundations = {"foundations": tuple(card for _, card in tops)}
    if rules.redeals:
        layout.redeals_left = rules.redeals - state.redeals_used
    if rules.draws:
        layout.draws_left = rules.draws - state.draws_used
    if layout.redeals_left and game.source is not None:
        layout.shuffles, orders = game.source.written(state.values_used)
        layout.orders = {number: order for number, order in orders.items() if number > state.redeals_used}
    return layout


def fan_game(rules: FanRules, layout: Layout, deal_source: Source | None) -> tuple[FanGame, FanState]:
    """Read a game and its state; what is not on the table is out. DealError names all that cannot be.

    `deal_source` tells the orders of the redeals left when the layout does not.
    """
    faults = _shape_faults(rules, layout)
    table = Counter([*(layout.stock or ()), *(card for fan in layout.piles for card in fan)])
    pack = Counter(card for card in rules.pack if not (rules.aces_out and card[0] == "A"))
    if surplus := table - pack:
        faults.append(f"too many: {' '.join(sorted(surplus.elements(), key=sort_key))}")
    heights, foundation_faults = _read_heights(rules, layout, Counter(rules.pack) - table)
    faults += foundation_faults
    left, used, source, values_used = layout.redeals_left or 0, 0, None, 0
    if not faults:
        used = rules.redeals - left
        source, values_used, source_faults = _read_source(rules, layout, deal_source)
        faults += source_faults
    if faults:
        raise DealError(fault_list(f"this is no layout of {rules.game}", faults))
    draws_used = rules.draws - (layout.draws_left or 0)
    return FanGame(rules, source), FanState(layout.piles, layout.stock or (), heights, used, draws_used, values_used)


def _shape_faults(rules: FanRules, layout: Layout) -> list[str]:
    faults = []
    if len(layout.piles) != rules.fans:
        faults.append(f"there are {len(layout.piles)} fans: expected {rules.fans} (an empty one is written '7: -')")
    if layout.stock is not None and not rules.has_stock:
        faults.append("the game has no stock")
    if layout.stock and rules.refills:
        gaps = [number for number, fan in enumerate(layout.piles, 1) if not fan]
        faults += [f"fan {number} is empty although stock is left, which refills it at once" for number in gaps]
    if rules.most_in_fan is not None:
        faults += [
            f"fan {number} has {len(fan)} cards: it holds at most {rules.most_in_fan}"
            for number, fan in enumerate(layout.piles, 1)
            if len(fan) > rules.most_in_fan
        ]
    for name, left, allowed in (
        ("redeals", layout.redeals_left, rules.redeals),
        ("draws", layout.draws_left, rules.draws),
    ):
        if left is None and allowed:
            faults.append(f"the rules have {name} = {allowed}, but there is no line '{name}: {allowed} left'")
        if left is not None and left > allowed:
            faults.append(f"{left} {name} are left, but the rules have {name} = {allowed}")
    return faults


def _read_heights(rules: FanRules, layout: Layout, out: Counter[str]) -> tuple[Heights, list[str]]:
    """Find the foundations that the cards out make, in agreement with what the layout gives of them."""
    labels = ("up", "down") if rules.up_and_down else ("foundations",)
    faults = [f"the game has no line '{label}:'" for label in layout.foundations if label not in labels]
    given = {label: words for label, words in layout.foundations.items() if label in labels}
    for label, words in given.items():
        strange = [word for word in words if word[1:] not in tuple(rules.suits)]
        faults += [f"'{label}:' has {word}: expected a card of the suits {rules.suits}" for word in strange]
    heights: list[tuple[int, ...]] = []
    for suit in rules.suits:
        counts = [out[rank + suit] for rank in rules.ranks]
        possible = _up_and_down(counts) if rules.up_and_down else _all_up(counts, rules.copies)
        agreeing = [guess for guess in possible if _agrees(rules, suit, guess, given)]
        if len(agreeing) == 1:
            heights.append(agreeing[0])
            continue
        cards = " ".join(rank + suit for rank, count in zip(rules.ranks, counts, strict=True) for _ in range(count))
        if agreeing:
            faults.append(f"the cards not on the table, {cards}, can be out in several ways: give 'up:' and 'down:'")
        elif possible:
            faults.append(
                f"the cards not on the table, {cards or 'none'} of suit {suit}, make other foundations than given"
            )
        else:
            faults.append(f"the cards not on the table, {cards or 'none'} of suit {suit}, make no foundations")
    return tuple(heights), faults


def _all_up(counts: list[int], piles: int) -> list[tuple[int, ...]]:
    """List the heights of `piles` foundations A … K that together hold `counts` cards of each rank: one way or none."""
    heights = tuple(sum(count > pile for count in counts) for pile in range(piles))
    held = [sum(height > number for height in heights) for number in range(len(counts))]
    return [heights] if counts == held else []


def _up_and_down(counts: list[int]) -> list[tuple[int, ...]]:
    """List the heights (up, down) of foundations A … K and K … A that together hold `counts` cards of each rank."""
    ranks = len(counts)
    return [
        (up, down)
        for up in range(ranks + 1)
        for down in range(ranks + 1)
        if counts == [(number < up) + (number >= ranks - down) for number in range(ranks)]
    ]


def _agrees(rules: FanRules, suit: str, heights: tuple[int, ...], given: dict[str, tuple[str, ...]]) -> bool:
    """Say whether foundations of one suit show just the cards of that suit that a layout gives."""
    tops = top_cards(rules, suit, heights)
    for label, words in given.items():
        shown = [card for place, card in tops if label == "foundations" or place == ("up", "down").index(label)]
        if Counter(shown) != Counter(word for word in words if word[1:] == suit):
            return False
    return True


def _read_source(rules: FanRules, layout: Layout, deal_source: Source | None) -> tuple[Source | None, int, list[str]]:
    """Read where the redeals left get their orders, and how many generator values those before have used."""
    left = layout.redeals_left or 0
    used = rules.redeals - left
    if not left:
        faults = ["no redeal is left, but orders for one are given"] if layout.shuffles or layout.orders else []
        return None, 0, faults
    if layout.shuffles is not None and layout.orders:
        return None, 0, ["both 'shuffles:' and own orders are given: one of them tells the redeals"]
    if layout.orders:
        orders = tuple(layout.orders.get(number, ()) for number in range(1, rules.redeals + 1))
        needless = [number for number in layout.orders if not used < number <= rules.redeals]
        faults = [f"order {number} is of no redeal still to come" for number in needless]
        return OrdersSource(orders), 0, faults + order_faults(orders, rules, used)
    if layout.shuffles is not None:
        return _read_shuffles(rules, layout.shuffles, used)
    if deal_source is None:
        return None, 0, [f"{left} redeals are left, but there is no line 'shuffles:' or 'order {used + 1}:' for them"]
    if isinstance(deal_source, PysolfcSource) and used:
        return None, 0, ["a line 'shuffles: pysolfc …' must say how many values the redeals so far have used"]
    return deal_source, 0, []


def _read_shuffles(rules: FanRules, text: str, used: int) -> tuple[Source | None, int, list[str]]:
    if found := re.fullmatch("splitmix64-1 seed ([0-9]{1,20})", text.lower()):
        seed = int(found[1])
        return (SeedSource(seed), 0, []) if seed < 2**64 else (None, 0, [f"the seed {seed} is not below 2**64"])
    if found := re.fullmatch(r"pysolfc (.+?)(?: \+([0-9]{1,3}))?", text.lower()):
        if not rules.is_full_pack:
            return None, 0, ["PySolFC numbers are for full packs only"]
        try:
            shuffle = pysolfc.shuffle(rules.game, found[1])
        except NotationError as error:
            return None, 0, [str(error)]
        values_used = int(found[2] or 0)
        if values_used > MOST_VALUES * used:
            return None, 0, [f"{used} redeals cannot have used {values_used} values: at most {MOST_VALUES} each"]
        return PysolfcSource(shuffle.number, shuffle.kind, shuffle.values), values_used, []
    return None, 0, [f"'shuffles: {text}' is unknown: expected 'splitmix64-1 seed 42' or 'pysolfc 12345 +34'"]
