"""Moves: their texts, as rules.md section 1 writes them, and what the engine holds instead."""

import re
from typing import Literal, NamedTuple

from intrigue.errors import NotationError

from .cards import read_card

Verb = Literal["deal", "redeal", "out", "build", "draw out", "draw build", "take back"]


class Move(NamedTuple):
    """One move. Piles are numbered from 0 here and from 1 in text.

    `door` names the foundations: "f", or on House on the Hill "u" (A … K) and "d" (K … A).
    `below` is how many cards lie above a drawn card; `card` is the card taken back from a foundation.
    """

    verb: Verb
    pile: int = -1
    onto: int = -1
    door: str = ""
    below: int = 0
    card: str = ""

    def __str__(self) -> str:
        """Write the move as rules.md section 1 does."""
        match self.verb:
            case "deal" | "redeal":
                return self.verb
            case "out":
                return f"{self.pile + 1}-{self.door}"
            case "build":
                return f"{self.pile + 1}-{self.onto + 1}"
            case "draw out":
                return f"draw {self.pile + 1}/{self.below}-{self.door}"
            case "draw build":
                return f"draw {self.pile + 1}/{self.below}-{self.onto + 1}"
            case "take back":
                return f"{self.door}{self.card}-{self.onto + 1}"


DEAL = Move("deal")
REDEAL = Move("redeal")

_NUMBER = "([1-9][0-9]{0,3})"
_OUT = re.compile(f"{_NUMBER}-([fud])")
_BUILD = re.compile(f"{_NUMBER}-{_NUMBER}")
_DRAW = re.compile(rf"draw\s+{_NUMBER}/{_NUMBER}-(?:([fud])|{_NUMBER})")
_TAKE_BACK = re.compile(f"([fud])(10.|..)-{_NUMBER}")


def read_move(text: str) -> Move:
    """Read one move; NotationError when the text is none. Upper and lower case mean the same."""
    word = text.strip().lower()
    if word == "deal":
        return DEAL
    if word == "redeal":
        return REDEAL
    if found := _OUT.fullmatch(word):
        return Move("out", int(found[1]) - 1, door=found[2])
    if found := _BUILD.fullmatch(word):
        return Move("build", int(found[1]) - 1, int(found[2]) - 1)
    if found := _DRAW.fullmatch(word):
        pile, below = int(found[1]) - 1, int(found[2])
        if found[3]:
            return Move("draw out", pile, door=found[3], below=below)
        return Move("draw build", pile, int(found[4]) - 1, below=below)
    if found := _TAKE_BACK.fullmatch(word):
        return Move("take back", onto=int(found[3]) - 1, door=found[1], card=read_card(found[2]))
    raise NotationError(
        f"{text!r} is no move: expected one such as 3-f (to a foundation), 3-12 (onto pile 12), deal, redeal, "
        "3-u or 3-d (House on the Hill), draw 3/1-f, or f7S-12 (taken back)"
    )


def split_moves(text: str) -> tuple[str, ...]:
    """Split a written solution into its moves: parts in [brackets] are notes, and "draw" belongs to the next word."""
    bare = re.sub(r"\[[^\[\]]*\]", " ", text)
    for line_number, line in enumerate(bare.splitlines(), 1):
        if found := re.search(r"[\[\]]", line):
            raise NotationError(f"line {line_number}: the bracket {found[0]} has no partner")
    words: list[str] = []
    for word in bare.split():
        if words and words[-1].lower() == "draw":
            words[-1] += " " + word
        else:
            words.append(word)
    return tuple(words)
