"""`intrigue games`: which games there are, and their options."""

import click

import intrigue
from intrigue import Rules

from .output import json_option, print_json, rules_record, style


@click.command("games", short_help="List the games and the options of their rules.")
@json_option
def games_command(as_json: bool) -> None:
    """List the games with the options of their rules; the value in force by default comes first."""
    look = style()
    for name in intrigue.GAMES:
        rules = intrigue.rules(name)
        if as_json:
            print_json(rules_record(rules) | {"title": rules.title, "choices": rules.choices})
            continue
        click.echo(f"{look.strong(name.ljust(18))} {rules.title}, {rules.traits['cards']} cards")
        for line in _options(rules):
            click.echo(" " * 19 + look.dim(line))


def _options(rules: Rules) -> list[str]:
    lines = []
    for option, values in rules.choices.items():
        default = rules.options[option]
        others = [str(value) for value in values if value != default]
        lines.append(f"{option} = {' | '.join([str(default), *others])}")
    return lines
