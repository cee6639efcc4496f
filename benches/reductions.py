"""Measure what each reduction saves: states with all reductions, and with that one left out, on the same deals.

    python benches/reductions.py            the table of docs/search.md, in Markdown

Deals that a search does not finish within the limit count with the limit, so that the ratio is a lower bound.
"""

import statistics
from collections.abc import Iterator
from typing import Any

import intrigue

LIMIT = 20_000
DEALS = 40
ROWS: list[tuple[str, dict[str, Any]]] = [
    ("intrigue", {"plays": "forced"}),
    ("salic_law", {"plays": "forced"}),
    ("glencoe", {"plays": "optional"}),
    ("salic_law", {"plays": "optional"}),
    ("laggard_lady", {"plays": "starters"}),
    ("faerie_queen", {}),
    ("salic_law", {"bare_base": "any_time"}),
    ("salic_law", {"bare_base": "never"}),
    ("fan", {}),
    ("la_belle_lucie", {"redeals": 0}),
    ("intelligence", {"redeals": 0}),
    ("house_in_the_wood", {}),
]


def states(rules: intrigue.Rules, without: tuple[str, ...]) -> tuple[float, int]:
    """Give the mean number of states and how many deals were decided."""
    deals = (intrigue.deal(rules, seed=seed) for seed in range(DEALS))
    results = [intrigue.solve(deal, max_states=LIMIT, without=without) for deal in deals]
    decided = sum(result.verdict != "unknown" for result in results)
    return statistics.mean(min(result.states, LIMIT) for result in results), decided


def rows() -> Iterator[str]:
    """Give the lines of the table; reductions that change nothing for a game are left out."""
    yield f"| game | left out | decided of {DEALS} | mean states |"
    yield "|---|---|---|---|"
    for game, options in ROWS:
        rules = intrigue.rules(game, **options)
        named = ", ".join([game, *(f"{name} = {value}" for name, value in options.items())])
        with_all, decided = states(rules, ())
        yield f"| {named} | nothing | {decided} | {with_all:,.0f} |"
        for name in rules.reductions:
            mean, decided_without = states(rules, (name,))
            if (mean, decided_without) != (with_all, decided):
                yield f"| | `{name}` | {decided_without} | {mean:,.0f} ({mean / with_all:.2f}×) |"


if __name__ == "__main__":
    for row in rows():
        print(row, flush=True)
