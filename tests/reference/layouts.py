"""What tests do with a layout written as text: list its legal moves, and have a move refused."""

import pytest

from intrigue.errors import IllegalMove
from intrigue.reference import Position
from tests.support import PlainRules


def legal(plain: PlainRules, layout: str) -> set[str]:
    """List the legal moves of a layout."""
    return set(Position.from_text(plain, layout).legal_moves())


def refused(plain: PlainRules, layout: str, move: str) -> str:
    """Play a move that must be refused and change nothing, and give the rule named."""
    position = Position.from_text(plain, layout)
    before = str(position)
    with pytest.raises(IllegalMove) as caught:
        position.play(move)
    assert str(position) == before
    assert position.moves == ()
    return str(caught.value)
