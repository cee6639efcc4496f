"""`intrigue rules`: the rules of a game in plain English."""

import click

from intrigue import Rules

from .output import json_option, print_json, rules_record
from .starts import rules_options


@click.command("rules")
@rules_options
@json_option
def rules_command(rules: Rules, as_json: bool) -> None:
    """Print the rules of GAME under the options in force, good enough to play with real cards."""
    if as_json:
        print_json(rules_record(rules) | {"title": rules.title, "choices": rules.choices})
        return
    click.echo(rules.title)
