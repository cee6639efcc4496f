"""The generator splitmix64-1 of native seeds: its numbers, its shuffle and its redeals (rules.md section 4)."""

from collections.abc import Iterable, Sequence

from .cards import sort_key

MASK = 2**64 - 1
REDEAL_SEED = 0x5245_4445_414C_0000  # "REDEAL" and two zero bytes


class SplitMix64:
    """Give 64-bit numbers from a 64-bit seed."""

    def __init__(self, seed: int) -> None:
        """Begin with `seed` as the first state."""
        self._state = seed

    def next(self) -> int:
        """Give the next output, 0 … 2**64 - 1."""
        self._state = (self._state + 0x9E37_79B9_7F4A_7C15) & MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58_476D_1CE4_E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D0_49BB_1331_11EB) & MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Give a number in 0 … n - 1, all equally likely, as outputs past the last multiple of n are skipped."""
        limit = 2**64 // n * n
        while (output := self.next()) >= limit:
            pass
        return output % n


def shuffled(cards: Iterable[str], seed: int) -> tuple[str, ...]:
    """Shuffle `cards` with a generator of their own; the first of the result is dealt first."""
    generator, order = SplitMix64(seed), list(cards)
    for i in range(len(order) - 1, 0, -1):
        j = generator.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def redeal(cards_left: Sequence[str], seed: int, number: int) -> tuple[str, ...]:
    """Give the order of redeal `number` (1, 2) of a seeded deal; how the cards left lie does not matter."""
    generator = SplitMix64(seed ^ REDEAL_SEED)
    for _ in range(number):
        redeal_seed = generator.next()
    return shuffled(sorted(cards_left, key=sort_key), redeal_seed)
