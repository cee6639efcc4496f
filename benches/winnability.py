"""Survey the deals behind docs/winnability.md, and print its table.

    python benches/winnability.py STORES                      # all rows
    python benches/winnability.py STORES --only intelligence  # the rows whose names hold a word

STORES is a folder, made if there is none, for a store a row. A survey that was stopped goes on when the command is
given again. All limits count states, so the table is the same on every machine.
"""

import argparse
from dataclasses import dataclass, field
from pathlib import Path

import intrigue
from intrigue.report import cells, summaries


@dataclass(frozen=True)
class Row:
    """A game with options, how many deals from seed 0 on, and the most states of one search."""

    game: str
    deals: int
    states: int
    options: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Name the game with its options."""
        return " ".join([self.game, *(f"{name}={value}" for name, value in self.options.items())])

    def survey(self, store: Path, workers: int | None) -> None:
        """Solve what the store does not hold yet."""
        rules = intrigue.rules(self.game, **self.options)
        intrigue.survey(rules, range(self.deals), store, workers=workers, max_states=self.states)


ROWS = [
    Row("intrigue", 10_000_000, 1_000_000),
    Row("laggard_lady", 1_000_000, 1_000_000),
    Row("glencoe", 1_000_000, 1_000_000),
    Row("salic_law", 1_000_000, 1_000_000, {"plays": "forced"}),
    Row("intrigue", 100_000, 1_000_000, {"plays": "optional"}),
    Row("laggard_lady", 100_000, 1_000_000, {"plays": "optional"}),
    Row("glencoe", 100_000, 300_000, {"plays": "optional"}),
    Row("salic_law", 100_000, 300_000),
    Row("laggard_lady", 10_000, 300_000, {"plays": "starters"}),
    Row("glencoe", 10_000, 300_000, {"plays": "starters"}),
    Row("salic_law", 10_000, 1_000_000, {"bare_base": "any_time"}),
    Row("salic_law", 1_000, 30_000, {"bare_base": "never"}),
    Row("faerie_queen", 100_000, 10_000, {"plays": "forced"}),
    Row("faerie_queen", 10_000, 1_000_000),
    Row("faerie_queen", 1_000, 300_000, {"foundations": "in_suit"}),
    Row("intelligence", 10_000, 1_000_000, {"redeals": "0"}),
    Row("intelligence", 10_000, 1_000_000, {"redeals": "1"}),
    Row("intelligence", 10_000, 1_000_000),
    Row("intelligence_19", 10_000, 1_000_000, {"redeals": "0"}),
    Row("intelligence_19", 10_000, 1_000_000),
    Row("house_in_the_wood", 2_000, 3_000_000),
    Row("house_on_the_hill", 2_000, 3_000_000),
    Row("fan", 1_000_000, 1_000_000),
    Row("la_belle_lucie", 1_000_000, 1_000_000, {"redeals": "0"}),
    Row("la_belle_lucie", 100_000, 1_000_000, {"redeals": "1"}),
    Row("la_belle_lucie", 100_000, 1_000_000),
    Row("la_belle_lucie", 100_000, 1_000_000, {"draws": "1"}),
    Row("trefoil", 1_000_000, 1_000_000, {"redeals": "0"}),
    Row("trefoil", 100_000, 1_000_000, {"redeals": "1"}),
    Row("trefoil", 100_000, 1_000_000),
    Row("trefoil", 100_000, 1_000_000, {"draws": "1"}),
    Row("shamrocks", 1_000, 30_000),
]


def main() -> None:
    """Read the command line, solve, print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stores", type=Path)
    parser.add_argument("--only", default="", metavar="WORD")
    parser.add_argument("--workers", type=int, metavar="N", help="searches at once; one a processor unless given")
    arguments = parser.parse_args()
    arguments.stores.mkdir(parents=True, exist_ok=True)
    print("| game | deals | winnable | 95 % interval | unwinnable | undecided | states at most |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for row in ROWS:
        if arguments.only in row.name:
            store = arguments.stores / f"{row.name.replace(' ', '-')}.sqlite"
            row.survey(store, arguments.workers)
            [summary] = summaries([store])
            line = [*cells(summary)[:6], f"{row.states:,}"]
            print("| " + " | ".join(line) + " |", flush=True)


if __name__ == "__main__":
    main()
