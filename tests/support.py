"""Rules and deals for the reference engine alone, made of nothing but what its protocols ask for."""

from dataclasses import dataclass, field

from intrigue import pysolfc
from intrigue.reference.rules import FanRules, Option, SalicRules, read_rules
from intrigue.reference.splitmix import shuffled

SALIC_GAMES = ("intrigue", "laggard_lady", "glencoe", "salic_law", "faerie_queen")
FAN_GAMES = (
    "intelligence",
    "intelligence_19",
    "la_belle_lucie",
    "trefoil",
    "fan",
    "house_in_the_wood",
    "house_on_the_hill",
    "shamrocks",
)
OWN_REDEALS = {"intelligence": 2, "intelligence_19": 2, "la_belle_lucie": 2, "trefoil": 2}
STARTER_LIMITS = {"laggard_lady": "bases", "glencoe": "suit"}


@dataclass(frozen=True)
class PlainRules:
    """A game's canonical name and every option in force."""

    game: str
    options: dict[str, Option]


@dataclass(frozen=True)
class PlainDeal:
    """Cards in dealing order, and the source of the redeals."""

    rules: PlainRules
    cards: tuple[str, ...]
    seed: int | None = None
    redeal_orders: tuple[tuple[str, ...], ...] | None = None
    shuffle_values: tuple[str, tuple[int, ...]] | None = None
    pysolfc_number: str | None = field(default=None)


def rules(game: str, **options: Option) -> PlainRules:
    """Give the rules of a game with its defaults, but for the options named; fan games have no redeals by default."""
    if game in SALIC_GAMES:
        defaults: dict[str, Option] = {
            "plays": "optional" if game in ("salic_law", "faerie_queen") else "forced",
            "bare_base": "after_deal",
            "foundations": "any_suit",
            "starter_limit": STARTER_LIMITS.get(game, "none"),
        }
    else:
        defaults = {"redeals": 0, "draws": 0, "take_back": "no"}
    return PlainRules(game, defaults | options)


def pysolfc_rules(game: str) -> PlainRules:
    """Give the preset `pysolfc`."""
    if game == "salic_law":
        return rules(game, plays="optional", bare_base="any_time", starter_limit="bases")
    if game in SALIC_GAMES:
        return rules(game, plays="optional")
    return rules(game, take_back="yes", redeals=OWN_REDEALS.get(game, 0))


def pysolfc_deal(game: str, number: str) -> PlainDeal:
    """Give PySolFC's deal of a number, under PySolFC's rules."""
    deal = pysolfc.shuffle(game, number)
    return PlainDeal(
        pysolfc_rules(game), deal.cards, shuffle_values=(deal.kind, deal.values), pysolfc_number=deal.number
    )


def deal(deal_rules: PlainRules, text: str, *orders: str) -> PlainDeal:
    """Give a deal from texts: the dealing order, and own orders of redeals."""
    own = tuple(tuple(order.split()) for order in orders) or None
    return PlainDeal(deal_rules, tuple(text.split()), redeal_orders=own)


def seeded(deal_rules: PlainRules, seed: int) -> PlainDeal:
    """Give the deal of a native seed, full pack or reduced."""
    return PlainDeal(deal_rules, shuffled(pack(deal_rules), seed), seed=seed)


def pack(deal_rules: PlainRules) -> tuple[str, ...]:
    """Give the pack that a native seed shuffles: Salic Law's full one has its queens still."""
    plain: SalicRules | FanRules = read_rules(deal_rules)
    if deal_rules.game == "salic_law" and "rows" not in deal_rules.options:
        return pack(rules("faerie_queen"))
    return plain.pack


def reduced_rules() -> list[PlainRules]:
    """List every game over a reduced pack with every value of each of its options."""
    listed = []
    rows: dict[str, tuple[str, ...]] = {"salic_law": ("A2345",), "faerie_queen": ("A2345",)}
    for game in SALIC_GAMES:
        shape: dict[str, Option] = {"suits": 2, "copies": 2, "rows": rows.get(game, ("543", "678"))}
        for plays in ("forced", "starters", "optional"):
            for bare_base in ("after_deal", "any_time", "never"):
                listed.append(rules(game, plays=plays, bare_base=bare_base, **shape))
        if game == "salic_law":
            listed.append(rules(game, starter_limit="bases", **shape))
        if game == "faerie_queen":
            listed.append(rules(game, foundations="in_suit", **shape))
    for game in FAN_GAMES:
        two_packs = game.startswith(("intelligence", "house"))
        shape = {"suits": 2, "copies": 2, "ranks": 5} if two_packs else {"suits": 3, "copies": 1, "ranks": 6}
        shape |= {"fans": 3} if game.startswith("intelligence") else {}
        for take_back in ("no", "yes"):
            for redeals in range(OWN_REDEALS.get(game, 0) + 1):
                for draws in (0, 1) if game in ("la_belle_lucie", "trefoil") else (0,):
                    listed.append(rules(game, take_back=take_back, redeals=redeals, draws=draws, **shape))
    return listed


def full_rules() -> list[PlainRules]:
    """List every game over its full packs, with its own redeals and its most permissive other options."""
    listed = [rules(game, plays="optional", bare_base="any_time") for game in SALIC_GAMES]
    for game in FAN_GAMES:
        draws = int(game in ("la_belle_lucie", "trefoil"))
        listed.append(rules(game, take_back="yes", redeals=OWN_REDEALS.get(game, 0), draws=draws))
    return listed


def name_of(plain: PlainRules) -> str:
    """Write rules as one word for the names of tests."""
    shape = ("suits", "copies", "rows", "ranks", "fans")
    values = [str(value) for name, value in plain.options.items() if name not in shape]
    return "-".join([plain.game, *values])
