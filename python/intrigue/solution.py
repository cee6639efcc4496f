"""A list of moves for the eyes of a person: numbered, each with the card that moves, in lines that can be played from.

>>> import intrigue
>>> from intrigue.solution import solution_lines
>>> deal = intrigue.deal("intelligence", seed=2)
>>> print(*solution_lines(deal, ["5-f", "18-f", "4-f", "13-f", "12-f", "17-5"]))
   1. 5-f 2C  18-f 2D  4-f 3C  13-f 2H  12-f 3D  17-5 TH
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from ._core import Deal, Position
from .board import PLAIN_STYLE, Style, visible

BETWEEN_MOVES = "  "
CARD = re.compile("[A2-9TJQK][CSHD]")
FOUNDATIONS = {"f": "a foundation", "u": "the foundation that goes up", "d": "the foundation that goes down"}


class Step(NamedTuple):
    """One move of a solution: its number from 1, its text, the card that moves ("" for a redeal), and what follows of
    itself ("" when nothing does)."""

    number: int
    move: str
    card: str
    note: str


def steps(start: Deal | Position, moves: Iterable[str]) -> Iterator[Step]:
    """Play moves one by one and say what each does; IllegalMove when one is illegal."""
    position = Position(start) if isinstance(start, Deal) else start.copy()
    for number, move in enumerate(moves, 1):
        card = moving_card(position, move)
        before = position.copy()
        position.play(move)
        yield Step(number, move, card, _note(before, position, move))


def moving_card(position: Position, move: str) -> str:
    """Give the card that a legal move would move, "" for a redeal."""
    if move == "deal":
        return position.stock[0]
    if found := re.fullmatch(r"(?:draw )?(\d+)(?:/(\d+))?-.+", move):
        return position.piles[int(found[1]) - 1][-1 - int(found[2] or 0)]
    return move[1:3] if "-" in move else ""


def in_words(position: Position, move: str, style: Style = PLAIN_STYLE) -> str:
    """Say what a legal move does: "QD onto KD", "AH to a foundation"."""
    card = moving_card(position, move)
    if not card:
        return "gather, shuffle and deal again"
    if move == "deal":
        return f"deal {style.card(card)}"
    target = move.rpartition("-")[2]
    if not target.isdigit():
        return f"{style.card(card)} to {FOUNDATIONS[target]}"
    pile = position.piles[int(target) - 1]
    back = "back " if card in move else ""
    return f"{style.card(card)} {back}onto {style.card(pile[-1]) if pile else 'an empty fan'}"


def _note(before: Position, after: Position, move: str) -> str:
    """Say what happened by itself: cards laid in a gap, aces put out, a redeal."""
    if move == "deal":
        return ""
    if move == "redeal":
        return f"{len(before.stock) + sum(map(len, before.piles))} cards are dealt again"
    laid = before.stock[: len(before.stock) - len(after.stock)]
    if not laid:
        return ""
    source = int(move.removeprefix("draw ").split("-")[0].split("/")[0])
    fan = after.piles[source - 1]
    out = list((Counter(laid) - Counter(fan)).elements())
    parts = [f"{source}: {' '.join(fan)}"] if fan else []
    parts += [f"out: {' '.join(out)}"] if out else []
    return "; ".join(parts)


def solution_lines(start: Deal | Position, moves: Iterable[str], style: Style = PLAIN_STYLE) -> Iterator[str]:
    """Write moves in lines, each beginning with the number of its first move.

    While cards are dealt, a line ends where the play from it does, before the next `deal`; all other lines are filled
    up to the width. What happens by itself stands in [brackets]. Readers of moves skip numbers, cards and brackets.
    """
    line: list[str] = []
    first, last_move, length = 1, "", 0
    for step in steps(start, moves):
        text = _written(step, style)
        full = length + len(BETWEEN_MOVES) + visible(text) > style.width
        if line and (full or (step.move == "deal" and last_move != "deal") or "redeal" in (step.move, last_move)):
            yield _line(first, line, style)
            line = []
        if not line:
            first, length = step.number, 6
        line.append(text)
        length += len(BETWEEN_MOVES) + visible(text)
        last_move = step.move
    if line:
        yield _line(first, line, style)


def _written(step: Step, style: Style) -> str:
    words, monochrome = [step.move], replace(style, colour=False)
    if step.card and step.card not in step.move:
        words.append(style.card(step.card))
    if step.note:
        words.append(style.dim(f"[{CARD.sub(lambda card: monochrome.card(card[0]), step.note)}]"))
    return " ".join(words)


def _line(number: int, texts: list[str], style: Style) -> str:
    return style.dim(f"{number:>4}.") + " " + BETWEEN_MOVES.join(texts)
