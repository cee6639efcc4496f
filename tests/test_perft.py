"""Exhaustive counts by depth: the same in both engines and in the files that the Rust tests read too."""

from itertools import takewhile

import pytest

import intrigue
from intrigue import reference

from . import perft_data

CORE_NODES = 100_000
REFERENCE_NODES = 1_000


@pytest.mark.parametrize("game", intrigue.GAMES)
def test_both_engines_count_what_the_files_say(game: str) -> None:
    records = list(perft_data.read(perft_data.FOLDER / f"{game}.txt"))
    assert len(records) >= 5
    for record in records:
        deal = intrigue.deal(record.rules, seed=record.seed)
        core, slow = intrigue.Position(deal), reference.Position(deal)
        for play in record.moves:
            core.play(play)
            slow.play(play)
        assert str(core) == str(slow)
        for depth, count in enumerate(takewhile(lambda count: count <= CORE_NODES, record.counts)):
            assert intrigue.perft(core, depth) == count, (record, depth)
        for depth, count in enumerate(takewhile(lambda count: count <= REFERENCE_NODES, record.counts)):
            assert reference.perft(slow, depth) == count, (record, depth)


def test_every_file_belongs_to_a_game() -> None:
    assert {path.stem for path in perft_data.FOLDER.glob("*.txt")} == set(intrigue.GAMES)


def test_perft_refuses_to_count_beyond_its_limit() -> None:
    deal = intrigue.deal("house_in_the_wood", seed=1)
    with pytest.raises(ValueError, match="more than max_nodes = 100 moves"):
        intrigue.perft(deal, 4, max_nodes=100)
