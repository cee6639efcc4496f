"""The page: facts about a game and its verdict, the drawn cards, and every step, put into one HTML text."""

import json
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any, Protocol

from intrigue.errors import IntrigueError
from intrigue.pictures.cards import definitions
from intrigue.pictures.notebook import all_dealt
from intrigue.pictures.piles import Table
from intrigue.pictures.still import draw
from intrigue.reference.position import OtherPosition, Position, as_position
from intrigue.reference.rules import Deal, SalicRules, read_rules

from .steps import Step, encode, play_through
from .words import signs

LIMITS = {"states": "states", "seconds": "time", "bytes": "memory"}


class Answer(Protocol):
    """What the page needs of a result."""

    @property
    def verdict(self) -> str: ...

    @property
    def moves(self) -> Sequence[str]: ...

    @property
    def reason(self) -> str | None: ...

    @property
    def states(self) -> int: ...


def replay_page(deal_or_position: Deal | Position | OtherPosition, result: Answer) -> str:
    """Write a page that shows a deal or position, its verdict, and the winning moves step by step.

    The page is one HTML text that loads nothing, of 80 kB and about 0.3 kB a move. Its positions come from the
    reference engine, which plays every move here; it holds no rules.

    Args:
        deal_or_position: What was solved.
        result: What `intrigue.solve` found, or any object with its verdict, moves, reason and states.

    Raises:
        IllegalMove: A move is illegal; the message names its number.
        IntrigueError: The verdict is winnable, but the moves do not win.

    Examples:
        >>> import intrigue
        >>> deal = intrigue.deal("fan", seed=2)
        >>> intrigue.replay_page(deal, intrigue.solve(deal))[:15]
        '<!DOCTYPE html>'
    """
    given: Any = deal_or_position
    position = as_position(given)
    deal: Deal | None = given if hasattr(given, "cards") else None
    rules = read_rules(position.rules)
    steps = play_through(position, result.moves, is_start=deal is not None)
    if result.verdict == "winnable" and not position.is_won:
        raise IntrigueError("the verdict is winnable, but the moves do not win")
    table = steps[0].table
    data = encode(steps, ranks_only=isinstance(rules, SalicRules) and not rules.in_suit)
    marks = [pile.begins if len(pile.begins) == 2 else pile.begins + "C" for pile in table.piles if pile.begins]
    title = str(getattr(position.rules, "title", position.rules.game))
    values = {
        "TITLE": escape(title),
        "VERDICT": escape(str(result.verdict)),
        "FACTS": _facts(position, deal, len(table.cards)),
        "EXPLANATION": escape(_explanation(result)),
        "ORDER": _order(deal, steps),
        "DEALT": _dealt(table, rules.base) if deal and isinstance(rules, SalicRules) and not result.moves else "",
        "ORDER_OPEN": "" if result.moves else " open",
        "HAS_MOVES": "yes" if result.moves else "no",
        "MOVES": "".join(_list_item(number, step) for number, step in enumerate(steps)),
        "LAST": str(len(steps) - 1),
        "CARDS": definitions([*table.cards, *marks]),
        "DATA": json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
    }
    return _filled(values)


def _filled(values: dict[str, str]) -> str:
    """Put values into the template, each once, so that nothing in a value is taken for a place."""
    folder = files(__package__)
    page, values = folder.joinpath("page.html").read_text("utf-8"), dict(values)
    for name in ("css", "js"):
        values[name.upper()] = folder.joinpath(f"page.{name}").read_text("utf-8")
    parts = page.split("{{")
    written = [parts[0]]
    for part in parts[1:]:
        name, _, rest = part.partition("}}")
        written.append(values[name] + rest)
    return "".join(written)


def _facts(position: Position, deal: Deal | None, count: int) -> str:
    """List deal and options as terms and what they are."""
    name = getattr(deal, "id", None)
    facts = {"Deal": str(name) if name else "own cards" if deal is not None else f"a position with {count} cards"}
    for option, value in position.rules.options.items():
        text = " ".join(value) if isinstance(value, tuple) else str(value)
        facts[option.replace("_", " ").capitalize()] = text.replace("_", " ")
    return "".join(f"<div><dt>{escape(term)}</dt><dd>{escape(text)}</dd></div>" for term, text in facts.items())


def _explanation(result: Answer) -> str:
    """Say what the verdict rests on."""
    states = f"{result.states:,} state{'' if result.states == 1 else 's'}"
    if result.verdict == "winnable":
        redeals = sum(move == "redeal" for move in result.moves)
        used = ("", ", one of them a redeal,")[redeals] if redeals < 2 else f", {redeals} of them redeals,"
        return f"These {len(result.moves)} moves{used} win, for a player who knows every card in advance."
    if result.verdict == "unwinnable":
        proof = getattr(result, "proof", None) or "complete search"
        return f"No sequence of legal moves wins, even when every card is known. Proof: {proof}, {states} visited."
    limit = LIMITS.get(str(result.reason), str(result.reason))
    return f"Not decided: the search reached its limit of {limit} after {states}."


def _dealt(table: Table, base: str) -> str:
    """Draw the columns as they would be dealt, for a page that has no moves to show them by."""
    picture = draw(all_dealt(table, base), defined_elsewhere=True)
    return f"<figure>{picture}<figcaption>The columns as they are dealt when nothing is played</figcaption></figure>"


def _order(deal: Deal | None, steps: list[Step]) -> str:
    """Write the cards in dealing order, or for a position those of its stock, next card first."""
    if deal is not None:
        return escape(signs(tuple(deal.cards)))
    table = steps[0].table
    stock = table.texts(len(table.piles) - 1) if table.piles[-1].kind == "stock" else ()
    return escape(signs(tuple(reversed(stock)))) or "The table shows every card."


def _list_item(number: int, step: Step) -> str:
    automatic = "".join(f'<span class="auto">{escape(text)}</span>' for text in step.told.automatic)
    move = f"<b>{escape(step.move)}</b> " if step.move else ""
    says = f'<span class="says">{escape(step.told.sentence)}</span>'
    return f'<li><button type="button" tabindex="-1"><i>{number}</i><span>{move}{says}{automatic}</span></button></li>'
