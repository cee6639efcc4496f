"""Exact answers about patience games: which deals can be won, how, and which cannot.

>>> import intrigue
>>> deal = intrigue.deal("intrigue", seed=42)
>>> result = intrigue.solve(deal)
>>> result.verdict
<Verdict.WINNABLE: 'winnable'>
>>> intrigue.verify(deal, result.moves).is_won
True

The modules, in the order in which data flows:

    errors      the exceptions of both engines
    verdict     what an answer can be
    pysolfc     deals from PySolFC's numbers
    _core       the Rust engine: rules, deals, positions, the exact search
    reference   the slow, obvious engine, written apart from the core, that checks it
    cards_out   the most cards that can go out
    batch       many deals on all cores
    pictures    tables drawn with cards, for notebooks and pages
    replay      a solution as one page
    play        a game that a person plays, with what the solver says of it
    saved       such games as plain text
    store       the outcomes of a survey, in one SQLite file
    stats       rates, intervals, how states and times are spread
    unseen      how often games are won without knowing the redeals
    surveys     many seeds on any executor, into a store
    report      what stores hold, as text and tables
    plots       what stores hold, as pictures
    finding     deals that can be won or cannot, as hard as wanted
    cli         the command line
"""

from . import reference
from ._core import (
    GAMES,
    GENERATOR,
    Deal,
    Position,
    Result,
    Rules,
    __version__,
    careless_wins,
    deal,
    perft,
    rules,
    solve,
    tidy,
)
from .batch import solve_many
from .cards_out import MostOut, most_out
from .errors import DealError, IllegalMove, IntrigueError, NotationError, SurveyError
from .reference import verify
from .replay import replay_page
from .surveys import SurveyProgress, survey
from .unseen import UnseenGame, UnseenRedeals, play_unseen, unseen_redeals
from .verdict import Hint, Verdict

__all__ = [
    "GAMES",
    "GENERATOR",
    "Deal",
    "DealError",
    "Hint",
    "IllegalMove",
    "IntrigueError",
    "MostOut",
    "NotationError",
    "Position",
    "Result",
    "Rules",
    "SurveyError",
    "SurveyProgress",
    "UnseenGame",
    "UnseenRedeals",
    "Verdict",
    "__version__",
    "careless_wins",
    "deal",
    "most_out",
    "perft",
    "play_unseen",
    "reference",
    "replay_page",
    "rules",
    "solve",
    "solve_many",
    "survey",
    "tidy",
    "unseen_redeals",
    "verify",
]
