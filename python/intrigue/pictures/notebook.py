"""What notebooks show of deals and results."""

from collections.abc import Sequence
from html import escape
from typing import Protocol

from intrigue.reference import Position
from intrigue.reference.rules import Deal, SalicRules, read_rules

from .piles import Table, lay
from .still import draw


class Answer(Protocol):
    """What a notebook needs of a result."""

    @property
    def verdict(self) -> str: ...

    @property
    def moves(self) -> Sequence[str]: ...


def deal_html(deal: Deal) -> str:
    """Show a deal: its name, and its cards as the table of the game takes them up.

    In the Salic family these are the columns as they are dealt when nothing is played on the way.
    """
    position = Position(deal)
    title = str(getattr(deal.rules, "title", deal.rules.game))
    name = getattr(deal, "id", None)
    caption = f"<b>{escape(title)}</b>{f' · {escape(str(name))}' if name else ''}"
    if isinstance(rules := read_rules(deal.rules), SalicRules):
        caption += " · the columns as they are dealt, before any play"
        return f"<div>{caption}<br>{draw(all_dealt(lay(position), rules.base))}</div>"
    return f"<div>{caption}<br>{draw(lay(position))}</div>"


def all_dealt(table: Table, base: str) -> Table:
    """Deal the whole stock onto the columns, each base card starting the next."""
    columns = [list(held) for held in table.held]
    newest = 0
    for card in reversed(table.held[-1]):
        newest += table.cards[card][0] == base
        columns[newest].append(card)
    return table._replace(held=(*map(tuple, columns[:-1]), ()))


def result_html(result: Answer) -> str:
    """Show a result: its own line of text, and the moves to be folded out."""
    colour = {"winnable": "#1d6b45", "unwinnable": "#a3212f"}.get(result.verdict, "#6a6d62")
    headline = escape(str(result).partition("\n")[0])
    badge = f'<b style="color:{colour}">{escape(str(result.verdict))}</b>{headline.removeprefix(str(result.verdict))}'
    if not result.moves:
        return f"<div>{badge}</div>"
    moves = " ".join(f"<code>{escape(move)}</code>" for move in result.moves)
    return f"<details><summary>{badge}</summary>{moves}</details>"
