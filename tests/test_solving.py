"""Verdicts, limits, interruption, batches, hints: what a caller of `solve` can rely on."""

import itertools
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

import intrigue

WON = intrigue.deal(intrigue.rules("intrigue", plays="forced"), seed=42)
# The hardest search: foundations in suit and building on columns leave little to prune. It outlasts any test.
ENDLESS = intrigue.deal(intrigue.rules("faerie_queen", foundations="in_suit"), seed=1)


def test_a_win_comes_with_moves_that_the_reference_replays() -> None:
    result = intrigue.solve(WON)
    assert result.verdict is intrigue.Verdict.WINNABLE
    assert result.reason is None
    assert result.proof is None
    assert intrigue.verify(WON, result.moves).is_won
    assert intrigue.verify(WON, " ".join(result.moves)).is_won
    assert pickle.loads(pickle.dumps(result)) == result


def test_a_loss_comes_from_a_complete_search() -> None:
    deals = (intrigue.deal(WON.rules, seed=seed) for seed in itertools.count())
    result = next(result for deal in deals if (result := intrigue.solve(deal)).verdict != "winnable")
    assert result.verdict is intrigue.Verdict.UNWINNABLE
    assert result.moves == ()
    assert result.proof is not None


def test_verify_names_the_move_and_the_rule() -> None:
    moves = list(intrigue.solve(WON).moves)
    del moves[len(moves) // 2]
    with pytest.raises(intrigue.IllegalMove, match=r"move \d+"):
        assert intrigue.verify(WON, moves).is_won, "move 0: left out, and yet all moves were legal"


def test_limits_give_unknown_with_the_reason() -> None:
    result = intrigue.solve(ENDLESS, max_states=2000)
    assert (result.verdict, result.reason) == (intrigue.Verdict.UNKNOWN, "states")
    assert result.states <= 2001
    result = intrigue.solve(ENDLESS, max_seconds=0.05)
    assert (result.verdict, result.reason) == ("unknown", "seconds")
    result = intrigue.solve(ENDLESS, max_bytes=1 << 20, max_seconds=20)
    assert (result.verdict, result.reason) == ("unknown", "bytes")
    assert result.bytes <= 1 << 20


@pytest.mark.parametrize("seconds", [-1.0, float("nan"), float("inf")])
def test_limits_must_make_sense(seconds: float) -> None:
    with pytest.raises(ValueError, match="max_seconds"):
        intrigue.solve(WON, max_seconds=seconds)


def test_the_same_search_gives_the_same_answer() -> None:
    assert intrigue.solve(WON).moves == intrigue.solve(WON).moves
    assert intrigue.solve(ENDLESS, max_states=3000).states == intrigue.solve(ENDLESS, max_states=3000).states


def test_progress_is_told_and_may_end_the_search() -> None:
    heard = []

    def listen(states: int, seconds: float) -> None:
        heard.append((states, seconds))
        if len(heard) == 2:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        intrigue.solve(ENDLESS, on_progress=listen)
    assert heard == sorted(heard)
    assert heard[0][0] > 0


def test_ctrl_c_ends_a_search_and_leaves_all_usable() -> None:
    script = """
        import intrigue
        deal = intrigue.deal(intrigue.rules("faerie_queen", foundations="in_suit"), seed=1)
        print("searching", flush=True)
        try:
            intrigue.solve(deal)
        except KeyboardInterrupt:
            print(intrigue.solve(intrigue.deal("intrigue", seed=42)).verdict)
    """
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "searching\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30)[0] == "winnable\n"


def test_the_interpreter_is_free_while_a_search_runs() -> None:
    thread = threading.Thread(target=intrigue.solve, args=[ENDLESS], kwargs={"max_seconds": 1.0})
    thread.start()
    turns = 0
    while thread.is_alive():
        turns += 1
        time.sleep(0.01)
    assert turns >= 5


def test_batches_keep_the_order_at_every_number_of_workers() -> None:
    deals = [intrigue.deal(WON.rules, seed=seed) for seed in range(150)]
    alone = [(r.verdict, r.moves, r.states) for r in map(intrigue.solve, deals)]
    for workers in (1, 2, 5):
        batch = intrigue.solve_many(deals, workers=workers)
        assert [(r.verdict, r.moves, r.states) for r in batch] == alone


def test_batches_read_only_as_far_as_they_need() -> None:
    seeds = itertools.count()
    results = intrigue.solve_many((intrigue.deal(WON.rules, seed=seed) for seed in seeds), workers=2)
    assert next(results).verdict == "winnable"
    results.close()
    assert next(seeds) < 50_000


def test_a_batch_that_is_left_ends_its_threads() -> None:
    before = threading.active_count()
    results = intrigue.solve_many([WON, ENDLESS, ENDLESS], workers=2)
    next(results)
    results.close()
    assert threading.active_count() == before


def test_batches_refuse_to_run_without_workers() -> None:
    with pytest.raises(ValueError, match="workers = 0"):
        intrigue.solve_many([WON], workers=0)


def test_hints_keep_the_game_winnable() -> None:
    position = intrigue.Position(WON)
    for _ in range(12):
        hint = position.hint()
        assert hint.move in position.legal_moves()
        position.play(hint.move)
    assert intrigue.solve(position).verdict == "winnable"
    assert str(intrigue.Position(ENDLESS).hint(max_states=10)) == "unknown: out of states"
    lost = intrigue.Position.from_text("la_belle_lucie", "1: AC 2C 4C\n2: 3C 5C 6C 7C 8C 9C TC JC QC KC")
    assert str(lost.hint()) == "already lost"


def test_solving_goes_on_from_the_middle() -> None:
    position = intrigue.Position(WON)
    for play in intrigue.solve(WON).moves[:50]:
        position.play(play)
    result = intrigue.solve(position)
    assert result.verdict == "winnable"
    assert intrigue.verify(position, result.moves).is_won
    assert len(position.moves) == 50


def test_redeals_and_draws_can_only_be_lowered() -> None:
    deal = intrigue.deal(intrigue.rules("la_belle_lucie", redeals=1), seed=1)
    assert intrigue.solve(deal, redeals=0).redeals_used == 0
    with pytest.raises(intrigue.DealError, match="redeals = 2 is more than the 1"):
        intrigue.solve(deal, redeals=2)
    with pytest.raises(intrigue.DealError, match="no redeals"):
        intrigue.solve(WON, redeals=1)


def test_reductions_can_be_left_out_by_name() -> None:
    assert len(set(WON.rules.reductions)) == len(WON.rules.reductions) > 0
    deal = intrigue.deal(intrigue.rules("intrigue", suits=1, copies=2, rows=("5432A", "6789T")), seed=5)
    assert intrigue.solve(deal).verdict == intrigue.solve(deal).verdict
    with pytest.raises(intrigue.NotationError, match="unknown reduction"):
        intrigue.solve(deal, without=["magic"])


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc")
def test_a_limit_on_bytes_holds_for_the_whole_process() -> None:
    script = """
        import intrigue, re
        def peak():
            return int(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1]) * 1024
        deal = intrigue.deal(intrigue.rules("faerie_queen", foundations="in_suit"), seed=1)
        intrigue.solve(deal, max_states=10)
        idle = peak()
        result = intrigue.solve(deal, max_bytes=16 << 20, max_seconds=30)
        print(result.reason, peak() - idle)
    """
    output = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, check=True)
    reason, grown = output.stdout.split()
    assert reason == "bytes"
    assert int(grown) <= 16 << 20
