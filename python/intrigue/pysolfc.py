"""Deals from PySolFC's numbers, as PySolFC 3.6 deals them (rules.md section 4).

Nothing of PySolFC is needed or used: its two generators are small, and both are frozen there,
the one for compatibility with the numbered deals of Microsoft FreeCell, the other being CPython's Mersenne Twister.
"""

import random
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from .errors import NotationError

ONE_PACK = frozenset({"la_belle_lucie", "trefoil", "fan", "shamrocks"})
TWO_PACKS = frozenset({"intelligence", "intelligence_19", "house_in_the_wood", "house_on_the_hill"})
BASE_RANK = {"intrigue": "Q", "laggard_lady": "Q", "glencoe": "Q", "salic_law": "K", "faerie_queen": "K"}

FIRST_MERSENNE_NUMBER = 32000
LAST_MS_NUMBER = 2**33 - 1
MOST_DIGITS = 1000  # PySolFC has no limit; this one only keeps a slip of the keyboard from costing time
REDEAL_VALUES = 2 * 103  # a shuffle of n cards takes n - 1 values; no game has more than 104 cards and two redeals


class Shuffle(NamedTuple):
    """One numbered deal, and the generator's values that its redeals will use.

    `cards` is in dealing order. A redeal swaps n with j for n from the last index down to 1, where each value in turn
    gives j: `value % (n + 1)` when `kind` is "remainder", `int(value / 2**53 * (n + 1))` when it is "fraction".
    `number` is the number in its plain form, such as "12345" or "ms123".
    """

    cards: tuple[str, ...]
    kind: str
    values: tuple[int, ...]
    number: str


def shuffle(game: str, number: str | int) -> Shuffle:
    """Give the deal that PySolFC 3.6 gives for a number, such as 12345, "#12,345" or "ms123".

    `game` is a canonical name. Raises NotationError for a number that cannot be read or is out of range.
    """
    if game not in ONE_PACK | TWO_PACKS | BASE_RANK.keys():
        raise NotationError(f"no PySolFC deals are known for a game named {game!r}")
    name = _plain_number(number)
    seed = int(name.removeprefix("ms"))
    if name.startswith("ms") or seed < FIRST_MERSENNE_NUMBER:
        kind, generator = "remainder", _microsoft_values(seed)
        pack = _freecell_pack() if game in ONE_PACK else _pack(2)
    else:
        kind, generator = "fraction", _mersenne_values(seed)
        pack = _pack(1 if game in ONE_PACK else 2)
    shuffle_in_place(pack, kind, [generator() for _ in pack[1:]])
    pack.reverse()  # the last of the shuffled list is dealt first
    cards = _prepared(game, pack)
    return Shuffle(tuple(cards), kind, tuple(generator() for _ in range(REDEAL_VALUES)), name)


def shuffle_in_place(cards: list[str], kind: str, values: Sequence[int]) -> None:
    """Shuffle `cards` as PySolFC does with the next len(cards) - 1 values of its generator (see Shuffle)."""
    for last, value in zip(range(len(cards) - 1, 0, -1), values, strict=True):
        other = value % (last + 1) if kind == "remainder" else int(value / 2**53 * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]


def _plain_number(number: str | int) -> str:
    """Read a number, leaving out what PySolFC leaves out, and give it as "12345" or "ms123"."""
    text = str(number)
    if isinstance(number, int) and number < 0:
        raise NotationError(f"PySolFC number {text} is out of range: numbers start at 1")
    word = re.sub(r"[\s#\-_.,]", "", text).lower().removesuffix("l")
    found = re.fullmatch(r"(ms)?([0-9]+)", word)
    if found is None:
        raise NotationError(
            f"cannot read the PySolFC number {text[:60]!r}: expected a whole number, such as 12345 or ms12345"
        )
    prefix, digits = found[1] or "", found[2].lstrip("0")
    if not digits:
        raise NotationError(f"PySolFC number {text[:60]!r} is out of range: numbers start at 1")
    if len(digits) > MOST_DIGITS:
        raise NotationError(f"PySolFC number {text[:60]!r}… is out of range: it has more than {MOST_DIGITS} digits")
    if prefix and int(digits) > LAST_MS_NUMBER:
        raise NotationError(f"PySolFC number {text[:60]!r} is out of range: the last of these is ms{LAST_MS_NUMBER}")
    return prefix + digits


def _microsoft_values(seed: int) -> Callable[[], int]:
    """Give the generator of the small and the "ms" numbers: a linear congruence, 15 or 16 of its bits a value."""
    state = seed - 2**32 if seed >= 2**32 else seed

    def value() -> int:
        nonlocal state
        state = (state * 214013 + 2531011) % 2**33
        if seed >= 2**32:
            return ((state >> 16) & 0xFFFF) + 1
        high_bit = 0x8000 if seed >= 2**31 else 0
        return ((state >> 16) & 0x7FFF) | high_bit

    return value


def _mersenne_values(seed: int) -> Callable[[], int]:
    """Give the generator of the numbers from 32000 up, as whole 2**53rds: random() is exactly value / 2**53."""
    mersenne = random.Random(seed)
    return lambda: int(mersenne.random() * 2**53)


def _pack(copies: int) -> list[str]:
    return [rank + suit for _ in range(copies) for suit in "CSHD" for rank in "A23456789TJQK"]


def _freecell_pack() -> list[str]:
    return [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]


def _prepared(game: str, cards: list[str]) -> list[str]:
    """Move the first base to the front, as PySolFC does before dealing; it takes the base that would come last.

    Salic Law's queens go before the base, Trefoil's aces behind all other cards, in the order of their foundations.
    """
    if game == "trefoil":
        return [card for card in cards if card[0] != "A"] + ["AC", "AS", "AH", "AD"]
    if game not in BASE_RANK:
        return cards
    last = max(index for index, card in enumerate(cards) if card[0] == BASE_RANK[game])
    rest = cards[:last] + cards[last + 1 :]
    if game == "salic_law":
        return [card for card in rest if card[0] == "Q"] + [cards[last]] + [card for card in rest if card[0] != "Q"]
    return [cards[last], *rest]
