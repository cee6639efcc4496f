"""Rules and deals: names, options, texts, equality, pickling, and every fault named at once."""

import pickle

import pytest

import intrigue

SEEDED = {game: intrigue.deal(game, seed=42) for game in intrigue.GAMES}


def refusal(game: str, text: str) -> str:
    with pytest.raises(intrigue.IntrigueError) as caught:
        intrigue.Deal.from_text(game, text)
    return str(caught.value)


@pytest.mark.parametrize("game", intrigue.GAMES)
def test_a_deal_is_its_rules_and_its_cards(game: str) -> None:
    deal = SEEDED[game]
    again = intrigue.deal(game, seed=42)
    assert deal == again
    assert hash(deal) == hash(again)
    assert deal != intrigue.deal(game, seed=43)
    assert deal.id == f"{game}#42"
    assert str(deal) == " ".join(deal.cards)
    assert pickle.loads(pickle.dumps(deal)) == deal
    assert eval(repr(deal)) == deal
    assert eval(repr(deal.rules)) == deal.rules


def test_a_seed_shuffles_the_same_pack_for_games_that_share_it() -> None:
    assert SEEDED["intrigue"].cards == SEEDED["glencoe"].cards
    without_queens = tuple(card for card in SEEDED["intrigue"].cards if card[0] != "Q")
    assert SEEDED["salic_law"].cards == without_queens


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7"])
def test_seeds_are_64_bits(seed: object) -> None:
    with pytest.raises(intrigue.NotationError, match="is no seed"):
        intrigue.deal("intrigue", seed=seed)  # type: ignore[arg-type]


def test_rules_take_names_options_and_presets() -> None:
    rules = intrigue.rules("Laggard Lady", plays="optional")
    assert rules.game == "laggard_lady"
    assert rules.options["plays"] == "optional"
    assert repr(rules) == "intrigue.rules('laggard_lady', plays='optional')"
    assert intrigue.rules(rules, plays="forced") == intrigue.rules("laggard_lady")
    assert intrigue.rules("la belle lucie", preset="pysolfc", redeals=1).options == {
        "redeals": 1,
        "draws": 0,
        "take_back": "yes",
    }
    assert intrigue.rules("fan", take_back=True) == intrigue.rules("fan", take_back="yes")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: intrigue.rules("intrige"), "unknown game 'intrige'|\"intrige\".*intrigue"),
        (lambda: intrigue.rules("fan", plays="forced"), "fan has no option"),
        (lambda: intrigue.rules("intrigue", plays="sometimes"), "forced, starters, optional"),
        (lambda: intrigue.rules("fan", redeals=1), "right would be 0"),
        (lambda: intrigue.rules("fan", preset="klondike"), "the only one is pysolfc"),
        (lambda: intrigue.rules("fan", ranks=1), "ranks must be 2 to 13"),
        (lambda: intrigue.rules("intrigue", rows=("5Q",)), "is the base rank"),
        (lambda: intrigue.rules("intrigue", suits="many"), "suits takes a small whole number"),
    ],
)
def test_wrong_rules_say_what_would_be_right(call, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(intrigue.NotationError, match=message):
        call()


def test_cards_are_read_forgivingly() -> None:
    text = str(SEEDED["fan"]).replace("T", "10").replace("H", "♥").lower().replace(" ", ",\n")
    assert intrigue.Deal.from_text("fan", text).cards == SEEDED["fan"].cards
    assert intrigue.Deal("fan", SEEDED["fan"].cards) == intrigue.Deal.from_text("fan", str(SEEDED["fan"]))


def test_every_fault_is_named_with_its_place() -> None:
    words = list(SEEDED["intrigue"].cards)
    words[0], words[1], words[2] = "1H", "0H", "11H"
    message = refusal("intrigue", "\n".join(words))
    assert 'line 1, column 1: "1H"' in message
    assert 'line 3, column 1: "11H"' in message
    assert "missing: " in message


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        (lambda cards: cards[:-1], ["missing: TC", "cards given: 103"]),
        (lambda cards: ["KC" if card == "KD" else card for card in cards], ["missing: KD ×2", "surplus: KC ×2"]),
        (lambda cards: [card for card in cards if card[0] != "Q"], ["missing: QC ×2 QS ×2 QH ×2 QD ×2"]),
        (lambda _cards: list(SEEDED["fan"].cards), ["cards given: 52"]),
        (lambda _cards: [], ["no cards are given"]),
        (lambda cards: ["\0", *cards], ['line 1, column 1: "\\0" is no card']),
        (lambda cards: cards * 1000, ["none that is right has more than"]),
    ],
)
def test_what_is_no_deal_is_refused_whole(change, parts: list[str]) -> None:  # type: ignore[no-untyped-def]
    message = refusal("intrigue", " ".join(change(list(SEEDED["intrigue"].cards))))
    for part in ["this is no deal of intrigue", *parts]:
        assert part in message


def test_redeals_need_their_order() -> None:
    lucie = SEEDED["la_belle_lucie"]
    assert intrigue.Deal.from_text("la_belle_lucie", str(lucie)).rules.options["redeals"] == 0
    with pytest.raises(intrigue.DealError, match="redeals = 1 needs the order"):
        intrigue.Deal.from_text(intrigue.rules("la_belle_lucie", redeals=1), str(lucie))
    orders = [lucie.cards[::-1], str(lucie)]
    deal = intrigue.Deal("la_belle_lucie", lucie.cards, redeal_orders=orders)
    assert deal.rules.options["redeals"] == 2
    assert deal.redeal_orders == (lucie.cards[::-1], lucie.cards)
    assert pickle.loads(pickle.dumps(deal)) == deal
    assert eval(repr(deal)) == deal


def test_pysolfc_deals_are_picklable_and_named() -> None:
    deal = intrigue.Deal.from_pysolfc("trefoil", " #ms-12,345L ")
    assert (deal.id, deal.pysolfc_number, deal.seed) == ("pysolfc:ms12345", "ms12345", None)
    assert pickle.loads(pickle.dumps(deal)) == deal
    with pytest.raises(intrigue.NotationError, match="number"):
        intrigue.Deal.from_pysolfc("trefoil", "twelve")
