"""Pictures for notebooks: whole, of the right cards, and drawn in one way everywhere."""

import re
from xml.etree import ElementTree

import pytest

import intrigue
from intrigue.pictures.cards import definitions
from intrigue.replay import replay_page

from .wins import stored_wins

SVG = "{http://www.w3.org/2000/svg}"


def uses(drawing: str) -> list[str]:
    """List what a drawing shows outside its definitions, and check that all it refers to is there."""
    root = ElementTree.fromstring(drawing)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    targets = {str(use.get("href"))[1:] for use in root.iter(f"{SVG}use")}
    assert targets <= set(ids)
    return [str(use.get("href")).removeprefix("#ig-") for use in root.findall(f"{SVG}use")]


@pytest.mark.parametrize("game", intrigue.GAMES)
def test_a_position_shows_its_piles_and_foundations(game: str) -> None:
    win = stored_wins()[game]
    position = intrigue.Position(win.deal)
    for move in win.moves[: len(win.moves) // 2]:
        position.play(move)
    drawing = position.svg()
    assert drawing == position._repr_svg_()
    shown = uses(drawing)
    piled = [card for pile in position.piles for card in pile]
    assert [card for card in shown if card != "back"][: len(piled)] == piled
    assert ("back" in shown) == bool(position.stock)
    twin = intrigue.reference.Position(win.deal)
    for move in position.moves:
        twin.play(move)
    assert intrigue.pictures.svg(twin) == drawing


@pytest.mark.parametrize("game", intrigue.GAMES)
def test_a_deal_shows_every_card_dealt(game: str) -> None:
    deal = intrigue.deal(game, seed=3)
    shown = deal._repr_html_()
    assert f"{game}#3" in shown
    found = re.search("<svg.*</svg>", shown, re.DOTALL)
    assert found is not None
    cards = [card for card in uses(found[0]) if card != "back"]
    position = intrigue.Position(deal)
    hidden = len(position.stock) if game.startswith("intelligence") else 0
    assert len(cards) == len(deal.cards) - hidden  # aces that went out while dealing each show on their own foundation


def test_a_result_shows_its_verdict_and_moves() -> None:
    deal = intrigue.deal("intrigue", seed=42)
    result = intrigue.solve(deal)
    assert str(result).startswith(f"winnable in {len(result.moves)} moves, ")
    assert str(result).endswith(" ".join(result.moves))
    shown = result._repr_html_()
    assert shown.count("<code>") == len(result.moves)
    lost = intrigue.solve(intrigue.deal("laggard_lady", seed=1))
    assert str(lost).startswith(f"unwinnable: {lost.proof}, {lost.states} states")
    assert "unwinnable" in lost._repr_html_()


def test_the_page_and_the_stills_draw_the_same_cards() -> None:
    win = stored_wins()["house_in_the_wood"]
    page = replay_page(win.deal, win)
    drawing = intrigue.Position(win.deal).svg()
    for card in ("QS", "TH"):
        wanted = re.search(rf'<g id="ig-{card}".*?</g>.*?</g>', definitions([card]))
        assert wanted is not None
        assert wanted[0] in page
        assert wanted[0] in drawing
