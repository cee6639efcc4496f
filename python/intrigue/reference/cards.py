"""Cards as texts of two letters, such as "QS" and "TH": reading, sorting and counting them (rules.md section 1)."""

from collections import Counter
from collections.abc import Iterable, Sequence

from intrigue.errors import NotationError

RANKS = "A23456789TJQK"
SUITS = "CSHD"
SUIT_SIGNS = {"♣": "C", "♠": "S", "♥": "H", "♦": "D"}

RANK_NUMBER = {rank: number for number, rank in enumerate(RANKS)}


def read_card(word: str) -> str:
    """Read one card, also written with "10", in lower case or with ♣♠♥♦; NotationError when it is none."""
    rank, suit = word[:-1].upper(), word[-1:].upper()
    rank, suit = ("T" if rank == "10" else rank), SUIT_SIGNS.get(suit, suit)
    if rank in RANK_NUMBER and suit in SUITS and suit:
        return rank + suit
    raise NotationError(f"{word!r} is no card: expected a rank of {' '.join(RANKS)} and a suit of {' '.join(SUITS)}")


def sort_key(card: str) -> tuple[int, int]:
    """Order cards as a pack lies: by suit C S H D, then by rank A … K."""
    return SUITS.index(card[1]), RANK_NUMBER[card[0]]


def pack_of(suits: str, ranks: Iterable[str], copies: int) -> tuple[str, ...]:
    """Give a pack in order: copy by copy, in each the suits C S H D, in each the ranks A … K."""
    return tuple(sorted((rank + suit for rank in ranks for suit in suits), key=sort_key)) * copies


def pack_faults(cards: Sequence[str], pack: Sequence[str]) -> list[str]:
    """Name what keeps `cards` from being exactly `pack`: cards missing from it and cards beyond it."""
    found, wanted = Counter(cards), Counter(pack)
    faults = []
    for title, difference in (("missing", wanted - found), ("too many", found - wanted)):
        if difference:
            names = " ".join(sorted(difference.elements(), key=sort_key))
            faults.append(f"{title} ({difference.total()}): {names}")
    return faults
