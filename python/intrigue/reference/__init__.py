"""The slow, obvious engine: every rule as people write it down, and plain exhaustive search.

It shares nothing with the core but the errors, and is read in this order:

    cards      cards and packs
    rules      the table of games; what a Rules and a Deal must have
    splitmix   the generator of native seeds
    moves      the texts of moves
    salic      the Salic family: which moves are legal, and what follows from them
    redeals    where the orders of redeals come from
    fan        the fan family
    layout     layouts as text; layout_salic and layout_fan say what they mean
    position   a game in progress
    search     every state that can be reached
    perft      how many move sequences there are
    verify     a solution, replayed
"""

from .perft import perft
from .position import Position
from .rules import Deal, Rules
from .search import Result, solve
from .splitmix import SplitMix64
from .verify import verify

__all__ = ["Deal", "Position", "Result", "Rules", "SplitMix64", "perft", "solve", "verify"]
