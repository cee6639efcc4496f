"""The court cards: half figures of kings, queens and jacks, dressed in the colours of their suits."""

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Dress(NamedTuple):
    """The colours of a suit's robe, its trim, and the hair."""

    robe: str
    trim: str
    hair: str


_DRAWN = Dress("#c3142e", "#264a8f", "#a8662b")  # what courts.svg wears; no other part of it has these colours
DRESSES = {
    "C": Dress("#264a8f", "#c3142e", "#5b3a1e"),
    "S": Dress("#3a3f52", "#264a8f", "#2b2a2e"),
    "H": _DRAWN,
    "D": Dress("#b4532a", "#2e6b4f", "#c99a4b"),
}


def court(rank: str, suit: str) -> str:
    """Draw the upper half of a court card within x 25 … 75 and y 14 … 70."""
    colours = dict(zip(_DRAWN, DRESSES[suit], strict=True))
    return re.sub("|".join(_DRAWN), lambda found: colours[found[0]], _figures()[rank])


@cache
def _figures() -> dict[str, str]:
    """Read the figures of courts.svg, by rank, without their names and places there."""
    drawing = files(__package__).joinpath("courts.svg").read_text("utf-8").replace("\n", "")
    found = re.findall(r'<g id="(.)" transform="[^"]*"([^>]*)>(.*?)</g>', drawing)
    return {rank: f"<g{style}>{figure}</g>" for rank, style, figure in found}
