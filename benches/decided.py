"""Say how many deals of a game are decided within a limit, and at what cost.

    python benches/decided.py intelligence --set redeals=0 --seeds 0:1000 --seconds 10
    python benches/decided.py glencoe --set plays=optional --seeds 0:1000 --seconds 0.5

Run it on a machine that does nothing else: the limit is in seconds of the clock, and one thread is used. Wins are
replayed by the reference engine when --verify is given.
"""

import argparse
import statistics
import time
from collections import Counter

import intrigue


def main() -> None:
    """Read the command line, solve, print a few lines."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seeds", default="0:1000", metavar="A:B")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--verify", action="store_true")
    parser.add_argument("--list-open", action="store_true", help="list the seeds that stay open")
    arguments = parser.parse_args()
    rules = intrigue.rules(arguments.game, **dict(text.split("=", 1) for text in arguments.set))
    first, stop = map(int, arguments.seeds.split(":"))
    results = {}
    started = time.process_time()
    for seed in range(first, stop):
        deal = intrigue.deal(rules, seed=seed)
        results[seed] = intrigue.solve(deal, max_seconds=arguments.seconds)
    spent = time.process_time() - started
    if arguments.verify:
        for seed, result in results.items():
            if result.verdict == "winnable":
                assert intrigue.verify(intrigue.deal(rules, seed=seed), result.moves).is_won, seed
    count = len(results)
    verdicts = Counter(str(result.verdict) for result in results.values())
    print(f"{rules!r}, seeds {arguments.seeds}, {arguments.seconds:g} s each")
    print(f"  {dict(verdicts)}; mean {1000 * spent / count:.3f} ms of processor time a deal")
    times = sorted(result.seconds for result in results.values())
    print(f"  seconds: median {statistics.median(times):.5f}, longest {times[-1]:.3f}")
    for limit in (0.01, 0.08, 0.5, 1.0, 10.0):
        if limit <= arguments.seconds:
            decided = [r for r in results.values() if r.verdict != "unknown" and r.seconds <= limit]
            won = sum(r.verdict == "winnable" for r in decided)
            print(f"  within {limit:g} s: {len(decided) / count:.2%} decided, {won} won, {len(decided) - won} lost")
    print(f"  mean states {statistics.mean(r.states for r in results.values()):.0f}")
    print(f"  most memory of one search {max(r.bytes for r in results.values()) / 1e6:.1f} MB")
    if arguments.list_open:
        print("  open:", *(seed for seed, result in results.items() if result.verdict == "unknown"))


if __name__ == "__main__":
    main()
