"""The replay page in a real browser: every control, every game, and the tables it shows.

Needs the package playwright and a Chromium of the system, which INTRIGUE_BROWSER names if it is not found by itself.
"""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import intrigue
from intrigue import reference
from intrigue.replay import replay_page

from ..wins import MORE_WINS, Win, more_wins, stored_wins

playwright = pytest.importorskip("playwright.sync_api", reason="the package playwright is not installed")

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
WINS = stored_wins()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Start the browser once."""
    named = os.environ.get("INTRIGUE_BROWSER")
    found = named or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip(f"no browser is installed: none of {', '.join(BROWSERS)} is found")
    path = shutil.which(found)
    assert path is not None, f"there is no browser {found}"
    with playwright.sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield running
        running.close()


class Opened:
    """A page in the browser, with all that it asked for and complained about."""

    def __init__(self, browser: Any, file: Path, text: str, **options: Any) -> None:
        """Write a page to a file and open it."""
        file.write_text(text, encoding="utf-8")
        self.address = file.as_uri()
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.context = browser.new_context(viewport=DESKTOP, **options)
        self.page = self.context.new_page()
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(self.address)

    @property
    def step(self) -> int:
        """Give the step that the page shows; every part of it must agree."""
        step: int = self.page.evaluate("intrigue.step")
        assert self.page.locator("#slider").input_value() == str(step)
        assert self.page.locator("#count").inner_text() == f"{step} / {self.last}"
        current = self.page.locator('#moves [aria-current="step"]')
        assert current.count() == 1
        assert current.locator("i").inner_text() == str(step)
        assert self.page.locator("#layout").text_content() == self.layouts[step]
        return step

    @property
    def last(self) -> int:
        """Give the number of the last step."""
        last: int = self.page.evaluate("intrigue.last")
        return last

    @property
    def layouts(self) -> list[str]:
        """Give the layouts of all steps, as the page tells them."""
        found: list[str] = self.page.evaluate(
            "Array.from({length: intrigue.last + 1}, (_, step) => intrigue.layout(step))"
        )
        return found

    def wait_until(self, condition: str) -> None:
        """Wait for a condition, ten seconds at most; the page's own policy forbids the browser's way of waiting."""
        for _ in range(500):
            if self.page.evaluate(condition):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"this never came true: {condition}")

    def settled(self) -> None:
        """Wait until no card is gliding."""
        self.wait_until("document.getAnimations().length === 0")


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """Give a function that opens pages; afterwards none may have complained, or asked for more than itself."""
    pages: list[Opened] = []

    def open_page(text: str, **options: Any) -> Opened:
        pages.append(Opened(browser, tmp_path / f"page{len(pages)}.html", text, **options))
        return pages[-1]

    yield open_page
    for shown in pages:
        assert shown.complaints == []
        assert [url for url in shown.requests if url != "data:,"] == [shown.address]
        shown.context.close()


def won_page(game: str) -> str:
    return replay_page(WINS[game].deal, WINS[game])


def reference_layouts(win: Win) -> list[str]:
    position = reference.Position(win.deal)
    layouts = [str(position)]
    for move in win.moves:
        position.play(move)
        layouts.append(str(position))
    assert position.is_won
    return layouts


# Where each card lies on the screen, and each place for a pile: the middles of their boxes.
MIDDLES = """(chosen) => [...document.querySelectorAll(chosen)].map((element) => {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2, box.width];
})"""


CARDS_OUTSIDE = """() => {
  const area = document.getElementById("area").getBoundingClientRect();
  return [...document.querySelectorAll(".card")].filter((card) => {
    const box = card.getBoundingClientRect();
    return box.left < area.left || box.right > area.right || box.top < area.top || box.bottom > area.bottom;
  }).length;
}"""


def assert_shows_won_table(shown: Opened, win: Win) -> None:
    """Check on the screen that every card lies on a foundation, but the bases, which lie in their columns."""
    shown.settled()
    spots = shown.page.evaluate(MIDDLES, ".spot")
    cards = shown.page.evaluate(MIDDLES, ".card")
    piles = shown.page.evaluate("JSON.parse(document.getElementById('data').textContent).piles")
    names = shown.page.evaluate("JSON.parse(document.getElementById('data').textContent).cards")
    base = {"salic_law": "K", "faerie_queen": "K", "intrigue": "Q", "laggard_lady": "Q", "glencoe": "Q"}.get(
        win.deal.game
    )
    assert len(cards) == len(names)
    for name, (x, y, width) in zip(names, cards, strict=True):
        wanted = "column" if name[0] == base else "foundation"
        near = [
            pile[0]
            for pile, spot in zip(piles, spots, strict=True)
            if abs(spot[0] - x) < width / 4 and abs(spot[1] - y) < width / 4
        ]
        assert near == [wanted], name


@pytest.mark.parametrize("game", intrigue.GAMES)
def test_tables_agree_with_the_reference_step_by_step(game: str, opened: Any) -> None:
    wins = [WINS[game], *more_wins(game, MORE_WINS)]
    assert len(wins) == 1 + MORE_WINS
    for win in wins:
        shown = opened(replay_page(win.deal, win))
        assert shown.layouts == reference_layouts(win)


@pytest.mark.parametrize("game", intrigue.GAMES)
def test_buttons_keys_slider_and_list_move_through_the_game(game: str, opened: Any) -> None:
    shown = opened(won_page(game))
    page, last = shown.page, shown.last
    assert last == len(WINS[game].moves)
    assert shown.step == 0
    for button, step in [("forward", 1), ("forward", 2), ("back", 1), ("to-end", last), ("to-start", 0)]:
        page.locator(f"#{button}").click()
        assert shown.step == step
    page.locator("h1").click()
    for key, step in [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)]:
        page.keyboard.press(key)
        assert shown.step == step
    page.locator("#slider").fill(str(last // 2))
    assert shown.step == last // 2
    page.locator("#slider").press("ArrowRight")
    assert shown.step == last // 2 + 1
    page.locator("#moves button").nth(last // 3).click()
    assert shown.step == last // 3
    page.keyboard.press("ArrowDown")
    assert shown.step == last // 3 + 1
    page.locator("#moves button").nth(last).click()
    assert shown.step == last
    assert "won" in page.locator("#caption").inner_text()
    assert_shows_won_table(shown, WINS[game])


@pytest.mark.parametrize("game", ["glencoe", "intelligence"])
def test_playing_goes_on_to_the_end_at_the_chosen_speed(game: str, opened: Any) -> None:
    shown = opened(won_page(game))
    page, last = shown.page, shown.last
    page.locator("#speed").select_option("fast")
    page.locator("#slider").fill(str(last - 4))
    page.locator("#play").click()
    assert page.locator("#play").get_attribute("aria-label") == "Pause"
    shown.wait_until("intrigue.step === intrigue.last")
    shown.wait_until("!document.body.classList.contains('playing')")
    assert page.locator("#play").get_attribute("aria-label") == "Play"
    assert_shows_won_table(shown, WINS[game])
    page.locator("h1").click()
    page.keyboard.press(" ")  # from the end, playing begins again
    shown.wait_until("intrigue.step > 0 && intrigue.step < 5")
    page.keyboard.press(" ")
    step = shown.step
    page.wait_for_timeout(400)
    assert shown.step == step


@pytest.mark.parametrize("game", intrigue.GAMES)
def test_a_telephone_shows_the_whole_table(game: str, opened: Any) -> None:
    shown = opened(won_page(game))
    shown.page.set_viewport_size(PHONE)
    for step in (0, shown.last // 2, shown.last):
        shown.page.evaluate(f"intrigue.go({step})")
        shown.wait_until(f"({CARDS_OUTSIDE})() === 0")
        assert shown.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert_shows_won_table(shown, WINS[game])


def test_a_card_glides_unless_motion_is_to_be_reduced(opened: Any) -> None:
    for wish, moving in (("no-preference", True), ("reduce", False)):
        shown = opened(won_page("fan"), reduced_motion=wish)
        shown.page.locator("#speed").select_option("slow")
        shown.page.locator("#forward").click()
        assert shown.page.evaluate("document.getAnimations().length > 0") == moving
        assert shown.step == 1


def test_light_and_dark_differ(opened: Any) -> None:
    colours = set()
    for scheme in ("light", "dark"):
        shown = opened(won_page("fan"), color_scheme=scheme)
        colours.add(shown.page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(colours) == 2


def test_a_screen_reader_hears_moves_in_words(opened: Any) -> None:
    shown = opened(won_page("intelligence"))
    page = shown.page
    data = page.evaluate("JSON.parse(document.getElementById('data').textContent)")
    refilled = next(number for number, step in enumerate(data["steps"]) if number and step.get("auto"))
    page.locator("#slider").fill(str(refilled))
    spoken = page.locator('[aria-live="polite"]').inner_text()
    assert re.match(rf"Move {refilled}, \w+ of (clubs|spades|hearts|diamonds) of fan \d+ (out|onto) ", spoken)
    assert "refilled from the stock" in spoken
    assert not re.search("[♣♠♥♦]", spoken)
    assert spoken.removeprefix(f"Move {refilled}, ") in page.locator("#slider").get_attribute("aria-valuetext")
    item = page.locator("#moves button").nth(refilled)
    assert item.get_attribute("aria-label").startswith(f"Move {refilled}, {data['steps'][refilled]['move']}: ")
    assert page.locator("#caption .auto").count() > 0


def test_the_focus_goes_through_the_controls_and_stops_once_in_the_list(opened: Any) -> None:
    shown = opened(won_page("fan"))
    names = []
    for _ in range(10):
        shown.page.keyboard.press("Tab")
        names.append(
            shown.page.evaluate("document.activeElement.id || document.activeElement.tagName + ' ' + intrigue.step")
        )
    assert names == [
        *("slider", "to-start", "back", "play", "forward", "to-end", "speed"),
        *("BUTTON 0", "SUMMARY 0", "SUMMARY 0"),
    ]
    nameless = shown.page.evaluate(
        """[...document.querySelectorAll("button, input, select, [role=img], section")].filter(
             (element) => !(element.getAttribute("aria-label") || element.labels?.length || element.innerText.trim())
           ).length"""
    )
    assert nameless == 0


def test_deals_without_a_win_show_the_deal_and_why(opened: Any) -> None:
    lost = intrigue.deal("laggard_lady", seed=1)
    shown = opened(replay_page(lost, intrigue.solve(lost)))
    assert shown.page.locator(".verdict").inner_text() == "unwinnable"
    assert "345 states" in shown.page.locator(".explanation").inner_text() or "Proof" in shown.page.content()
    assert not shown.page.locator(".controls").is_visible()
    assert shown.page.locator("#order").is_visible()
    assert shown.page.locator("figure svg").is_visible()
    assert shown.layouts == [str(reference.Position(lost))]
    undecided = SimpleNamespace(verdict="unknown", moves=(), reason="states", states=10)
    shown = opened(replay_page(intrigue.deal("fan", seed=1), undecided))
    assert "limit of states after 10 states" in shown.page.locator(".explanation").inner_text()
    assert shown.page.locator(".card").count() == 52
