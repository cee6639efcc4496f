"""`intrigue most-out` and `intrigue unseen`: how many cards can go out, and what that wins without foresight."""

import click

import intrigue
from intrigue import Deal, MostOut, Position, Rules, UnseenRedeals
from intrigue.errors import NotationError

from .limits import LIMITS, Limits, limit_options
from .output import Progress, counted, json_option, note, print_json, rules_record, seconds_text, start_record
from .starts import Starts, deal_options, rules_options
from .words import seed_span, text

NOT_EXACT = 3


@click.command("most-out", short_help="Find the most cards that can go out without redealing.")
@deal_options
@limit_options
@json_option
@click.pass_context
def most_out_command(ctx: click.Context, starts: Starts, limits: Limits, as_json: bool) -> None:
    """Find the most cards that can be on the foundations at once, by any play without redealing.

    Exit status: 0, or 3 when for some deal a limit ended the search, which then gives the best it found.
    """
    all_exact = True
    for number, start in enumerate(starts, 1):
        with Progress() as progress:
            found = intrigue.most_out(start, **limits._asdict(), on_progress=progress.searching)
        all_exact = all_exact and found.exact
        if as_json:
            print_json(start_record(start) | _record(found))
        else:
            click.echo(f"{_name(start, number)}: {_summary(found)}")
            if found.moves:
                click.echo("  " + " ".join(found.moves))
    ctx.exit(0 if all_exact else NOT_EXACT)


def _name(start: Deal | Position, number: int) -> str:
    return (start.id if isinstance(start, Deal) else None) or f"{start.rules.game}, deal {number}"


def _summary(found: MostOut) -> str:
    cost = f"{counted(found.states, 'state')}, {seconds_text(found.seconds)}"
    out = f"{found.cards_out} of {found.cards_of_a_win} cards out"
    if found.exact:
        return f"at most {out} ({cost})"
    return f"{out} at least, the best found: the limit {LIMITS[found.reason or 'states']} was reached ({cost})"


def _record(found: MostOut) -> dict[str, object]:
    record = found._asdict()
    return record | {"moves": list(found.moves), "seconds": round(found.seconds, 6)}


@click.command("unseen", short_help="Estimate how often GAME is won without knowing the redeals.")
@rules_options
@limit_options
@click.option("--seed", type=text, required=True, metavar="A:B", help="The seeds from A up to B - 1.")
@json_option
def unseen_command(rules: Rules, limits: Limits, seed: str, as_json: bool) -> None:
    """Estimate how often a player wins who does not know the redeals.

    Each deal is played for the most cards out and then redealt, the last one with its draw where that is in force. Of
    sets as large, La Belle Lucie and Trefoil take the one with the most diamonds, then hearts, then spades;
    Intelligence, which needs a limit, the first one found.
    """
    seeds = seed_span(seed)
    if isinstance(seeds, str):
        raise NotationError(seeds)
    if limits.max_seconds is not None:
        note("a limit in seconds makes outcomes depend on the machine; --max-states does not")
    with Progress() as progress:
        found = intrigue.unseen_redeals(
            rules,
            seeds,
            on_progress=lambda so_far: progress.show(lambda: f"{so_far.games:,} games, {_rate(so_far)}"),
            **limits._asdict(),
        )
    if as_json:
        low, high = found.interval
        print_json(
            rules_record(rules)
            | {"generator": intrigue.GENERATOR, "seeds": [seeds.start, seeds.stop], "games": found.games}
            | {"won": found.won, "exact": found.exact, "low": low, "high": high, "cards_out": list(found.cards_out)}
        )
        return
    click.echo(f"{found.games:,} games of {rules.title} with unseen redeals, each deal played for the most cards out")
    click.echo(f"won: {found.won:,}, {_rate(found)} (95 % interval)")
    click.echo(f"played exactly: {found.exact:,}")
    click.echo("cards out after each deal, on average: " + ", ".join(f"{mean:.1f}" for mean in found.cards_out))


def _rate(found: UnseenRedeals) -> str:
    low, high = found.interval
    return f"{found.rate:.2%}, {low:.2%} to {high:.2%}"
