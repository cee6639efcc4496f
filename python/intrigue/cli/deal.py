"""`intrigue deal`: deals as text, as a board, as a layout."""

import sys
from itertools import chain, islice

import click

from intrigue import Deal, Position
from intrigue.board import board, card_lines

from .output import json_option, print_json, start_record, style
from .starts import Starts, deal_options


@click.command("deal", short_help="Print deals of GAME.")
@deal_options
@click.option("--line", "form", flag_value="line", help="Print the cards in dealing order, a deal a line.")
@click.option("--board", "form", flag_value="board", help="Print the board as it lies before the first move.")
@click.option("--layout", "form", flag_value="layout", help="Print the layout, as --position reads it.")
@json_option
def deal_command(starts: Starts, form: str | None, as_json: bool) -> None:
    """Print deals of GAME.

    One deal on a terminal is drawn as a board. In a pipe, and when there are several, each deal is a line of cards in
    dealing order, which --file reads.
    """
    deals = iter(starts)
    first = list(islice(deals, 2))
    if form is None:
        form = "board" if len(first) == 1 and sys.stdout.isatty() else "line"
    for start in chain(first, deals):
        if as_json:
            print_json(start_record(start))
        elif form == "board":
            click.echo(f"{heading(start)}\n")
            if isinstance(start, Deal):
                click.echo("\n".join(card_lines("dealing order", start.cards, style())) + "\n")
            click.echo(f"{board(_position(start), style())}\n")
        elif form == "layout" or isinstance(start, Position):
            click.echo(str(_position(start)))
        else:
            click.echo(str(start))


def heading(start: Deal | Position) -> str:
    """Name a deal, its game and the options in force."""
    look, rules = style(), start.rules
    name = (start.id or "a deal of its own") if isinstance(start, Deal) else "a position"
    options = "  ".join(f"{option}={value}" for option, value in rules.options.items())
    return f"{look.strong(rules.title)}  {name}  {look.dim(options)}"


def _position(start: Deal | Position) -> Position:
    return Position(start) if isinstance(start, Deal) else start
