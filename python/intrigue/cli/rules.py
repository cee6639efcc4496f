"""`intrigue rules`: the rules of a game in plain English."""

import click

from intrigue import Rules
from intrigue.describe import describe, rules_text

from .output import json_option, print_json, rules_record, style
from .starts import rules_options

WIDEST = 92  # letters in a line that is still easy to read


@click.command("rules", short_help="Explain the rules of GAME in plain English.")
@rules_options
@json_option
def rules_command(rules: Rules, as_json: bool) -> None:
    """Print the rules of GAME under the options in force, good enough to play with real cards."""
    if as_json:
        sections = [section._asdict() for section in describe(rules)]
        print_json(rules_record(rules) | {"title": rules.title, "choices": rules.choices, "sections": sections})
        return
    look = style()
    headline, _, text = rules_text(rules, min(look.width, WIDEST)).partition("\n")
    click.echo(f"{look.strong(headline)}\n{text}")
