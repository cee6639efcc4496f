"""Where the orders of redeals come from: a seed, own orders, a PySolFC number (rules.md sections 3.4 and 4)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from intrigue import pysolfc
from intrigue.errors import DealError, fault_list

from . import splitmix
from .cards import pack_faults
from .rules import Deal, FanRules

Written = tuple[str | None, dict[int, tuple[str, ...]]]  # what stands after "shuffles:", and the orders by number


class Redealt(NamedTuple):
    """A redeal's cards in dealing order, and how many generator values all redeals so far have used."""

    cards: tuple[str, ...]
    values_used: int


@dataclass(frozen=True)
class SeedSource:
    """The redeals of a native seed: they depend on which cards are left, the seed and the redeal's number."""

    seed: int

    def redeal(self, cards_left: Sequence[str], number: int, values_used: int) -> Redealt:
        """Shuffle the cards left for redeal `number` (from 1)."""
        return Redealt(splitmix.redeal(cards_left, self.seed, number), values_used)

    def written(self, values_used: int) -> Written:
        """Write the source as a layout does."""
        return f"splitmix64-1 seed {self.seed}", {}


@dataclass(frozen=True)
class OrdersSource:
    """Own orders: for each redeal a full order of the pack, of which the cards left are taken.

    Redeals already used may have an empty order. Of equal cards in an order the first ones are taken.
    """

    orders: tuple[tuple[str, ...], ...]

    def redeal(self, cards_left: Sequence[str], number: int, values_used: int) -> Redealt:
        """Take the cards left out of the order for redeal `number` (from 1)."""
        left, cards = Counter(cards_left), []
        for card in self.orders[number - 1]:
            if left[card]:
                left[card] -= 1
                cards.append(card)
        return Redealt(tuple(cards), values_used)

    def written(self, values_used: int) -> Written:
        """Write the orders as a layout does."""
        return None, dict(enumerate(self.orders, 1))


@dataclass(frozen=True)
class PysolfcSource:
    """The redeals of a PySolFC number: its generator goes on where the last shuffle stopped.

    `values` are those after the first shuffle. The order of the cards as they are gathered matters.
    """

    number: str
    kind: str
    values: tuple[int, ...]

    def redeal(self, gathered: Sequence[str], number: int, values_used: int) -> Redealt:
        """Shuffle the cards as PySolFC gathers them; it deals from the end of the shuffled list."""
        cards = list(gathered)
        values_needed = max(len(cards) - 1, 0)
        values = self.values[values_used : values_used + values_needed]
        pysolfc.shuffle_in_place(cards, self.kind, values)
        return Redealt(tuple(reversed(cards)), values_used + values_needed)

    def written(self, values_used: int) -> Written:
        """Write the source as a layout does."""
        return f"pysolfc {self.number} +{values_used}", {}


Source = SeedSource | OrdersSource | PysolfcSource


def source_of(deal: Deal, rules: FanRules) -> Source | None:
    """Find where the redeals of a deal come from; DealError when its rules have redeals and it tells no orders."""
    if not rules.redeals:
        return None
    if deal.redeal_orders is not None:
        if faults := order_faults(deal.redeal_orders, rules, used=0):
            raise DealError(fault_list(f"{rules.game}: the redeal orders do not fit", faults))
        return OrdersSource(deal.redeal_orders[: rules.redeals])
    if deal.shuffle_values is not None:
        kind, values = deal.shuffle_values
        return PysolfcSource(str(deal.pysolfc_number), kind, values)
    if deal.seed is not None:
        return SeedSource(deal.seed)
    raise DealError(
        f"{rules.game}: the rules allow {rules.redeals} redeals, but the deal has neither a seed nor redeal orders: "
        "give the orders, or rules with redeals=0"
    )


def order_faults(orders: Sequence[Sequence[str]], rules: FanRules, used: int) -> list[str]:
    """Name what is wrong with the orders of the redeals still to come: each is of the pack, Trefoil's aces or not."""
    faults = []
    if len(orders) < rules.redeals:
        faults.append(f"{rules.redeals} redeals need {rules.redeals} orders, but {len(orders)} are given")
    for number, order in enumerate(orders[: rules.redeals], 1):
        without_aces = rules.aces_out and not any(card[0] == "A" for card in order)
        pack = [card for card in rules.pack if not (without_aces and card[0] == "A")]
        if number > used:
            faults += [f"order {number}: {fault}" for fault in pack_faults(order, pack)]
    return faults
