"""The rules of a game in plain English, good enough to play it with real cards.

The text is made from the traits and options of the rules, so a new game that combines known traits needs no text of
its own.

>>> import intrigue
>>> from intrigue.describe import describe
>>> [section.title for section in describe(intrigue.rules("fan"))]
['Cards', 'Lay-out', 'Foundations', 'Moves', 'Winning', 'Moves in writing', 'What an answer means']
"""

import textwrap
from typing import Any, NamedTuple

from ._core import Rules

NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
ORDER = "A23456789TJQK"
RANKS = dict(zip(ORDER, ["ace", *NUMBERS[2:11], "jack", "queen", "king"], strict=True))
SUITS = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}
FULL_RANKS = 13


class Section(NamedTuple):
    """One part of the rules: a title and paragraphs."""

    title: str
    paragraphs: tuple[str, ...]


def describe(rules: Rules) -> tuple[Section, ...]:
    """Give the rules in force, section by section."""
    traits = rules.traits | rules.options
    sections = _salic(traits) if traits["family"] == "salic" else _fan(traits)
    return (*sections, _answer(traits))


def rules_text(rules: Rules, width: int = 80) -> str:
    """Write the rules in force as text of a width."""
    options = ", ".join(f"{name} = {_value(value)}" for name, value in rules.options.items())
    parts = [f"{rules.title.upper()}\n" + textwrap.fill(f"({options})", width)]
    for section in describe(rules):
        paragraphs = (
            textwrap.fill(paragraph, width, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
            for paragraph in section.paragraphs
        )
        parts.append("\n".join([section.title, *paragraphs]))
    return "\n\n".join(parts)


# Words


def _number(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def _count(number: int, thing: str) -> str:
    """Count things: "one card", "eight cards"."""
    return f"{_number(number)} {thing if number == 1 else _many(thing)}"


def _many(thing: str) -> str:
    return thing + ("es" if thing.endswith("x") else "s")


def _value(value: object) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _and(words: list[str], last: str = "and") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def _cards(traits: dict[str, Any], ranks: str) -> str:
    """Say what the pack holds."""
    suits, copies = traits["suits"], traits["copies"]
    if len(ranks) == FULL_RANKS and suits == len(SUITS):
        if copies == 1:
            return "One pack of 52 cards."
        return f"{_sentence(_number(copies))} packs of 52 cards shuffled together, {52 * copies} cards."
    names = _and([*SUITS.values()][:suits])
    each = "one of each" if copies == 1 else f"{_number(copies)} of each"
    return f"A reduced pack of {suits * copies * len(ranks)} cards: the ranks {' '.join(ranks)} in {names}, {each}."


def _answer(traits: dict[str, Any]) -> Section:
    unseen = ["the stock"] if traits["stock"] else []
    unseen += ["the redeals"] if traits.get("redeals") else []
    known = f", {_and(unseen)} included" if unseen else ""
    text = (
        f"Winnable means: some sequence of legal moves wins when every card is known from the start{known} (thoughtful "
        "play). Unwinnable means: none does. "
    )
    if unseen:
        return Section("What an answer means", (text + "A player who cannot see what is to come wins less often.",))
    return Section("What an answer means", (text + "In this game every card can be seen from the start.",))


# The Salic family


def _salic(traits: dict[str, Any]) -> list[Section]:
    base = RANKS[traits["base"]]
    starters = [RANKS[row[0]] for row in traits["rows"]]
    used = {*"".join(traits["rows"]), traits["base"], traits["removed"]}
    ranks = "".join(rank for rank in ORDER if rank in used)
    cards = _cards(traits, ranks)
    if traits["removed"]:
        many = _many(RANKS[traits["removed"]])
        cards += f" Take out the {_number(traits['suits'] * traits['copies'])} {many}: they have no part in the game. "
        cards += f"{traits['cards']} cards are left."
    return [
        Section("Cards", (cards,)),
        Section("Lay-out", _salic_layout(traits, base)),
        Section("Foundations", _salic_foundations(traits, base, starters)),
        Section("Dealing", (_salic_dealing(base), _salic_plays(traits, starters))),
        Section("Moves", tuple(_salic_moves(traits, base))),
        Section("Winning", (f"The game is won when every card but the {_many(base)} is on a foundation.",)),
        Section(
            "Moves in writing",
            (
                "deal: deal the next card. 3-f: the top card of column 3 to a foundation. 3-5: the top card of column 3"
                " onto column 5. Columns are numbered from the left, from 1.",
            ),
        ),
    ]


def _salic_layout(traits: dict[str, Any], base: str) -> tuple[str, ...]:
    columns = traits["suits"] * traits["copies"]
    return (
        f"Go through the pack for the first {base}, take it out of its place and lay it face up on the left of the "
        f"table: it is the base of the first column. All other cards keep their order and are the stock, face down. "
        f"Each {base} that comes later will be the base of a column of its own, so that in the end there "
        f"{'is one column' if columns == 1 else f'are {_number(columns)} columns'}.",
    )


def _salic_foundations(traits: dict[str, Any], base: str, starters: list[str]) -> tuple[str, ...]:
    each, in_suit = traits["suits"] * traits["copies"], traits["foundations"] == "in_suit"
    rows = _and([f"{_count(each, 'foundation')} built {' '.join(row)}" for row in traits["rows"]])
    text = f"There is room for {rows}, one card upon the other in this order, "
    if in_suit:
        text += f"each in one suit ({_count(traits['copies'], 'foundation')} of each suit)."
    else:
        text += "whatever their suits."
    either = _and([_article(starter) for starter in starters], "or")
    text += f" A foundation begins with {either}. Cards on foundations never come back."
    return (text, _salic_limit(traits, base, starters))


def _article(word: str) -> str:
    return f"{'an' if word[0] in 'ae' else 'a'} {word}"


def _salic_limit(traits: dict[str, Any], base: str, starters: list[str]) -> str:
    many, bases = _and([_many(starter) for starter in starters], "or"), _many(base)
    each = ", each counted by itself" if len(starters) > 1 else ""
    match traits["starter_limit"]:
        case "none":
            return f"{_sentence(_and([_article(starter) for starter in starters], 'or'))} may go out at any time."
        case "bases":
            text = f"At any time, no more {many} may be out than {bases} have been dealt{each}"
            return f"{text}: a further one waits for the next {base}."
        case _:
            text = f"For each suit, no more {many} of it may be out than {bases} of that suit have been dealt{each}"
            return f"{text}: a further one waits for the next {base} of its suit."


def _salic_dealing(base: str) -> str:
    return (
        f"Deal the stock one card at a time. {_sentence(_article(base))} is laid to the right of the last column and"
        " begins the next one. Any other card is laid on top of the newest column, the one on the far right, so that"
        " the cards below it can still be read."
    )


def _salic_plays(traits: dict[str, Any], starters: list[str]) -> str:
    match traits["plays"]:
        case "forced":
            return (
                "While cards are left to deal, playing to foundations is compulsory: before the next card is dealt,"
                " every top card that a foundation takes must go there, and so must cards that become top cards in this"
                " way. Where several cards could take one place, the choice among them is free. After the last card has"
                " been dealt, nothing is compulsory."
            )
        case "starters":
            many = _and([_many(starter) for starter in starters])
            return (
                f"While cards are left to deal, {many} must go out: before the next card is dealt, every top card that"
                " may begin a foundation must do so. Whether anything else is played, and when, is free."
            )
        case _:
            return "Nothing is compulsory: the next card may be dealt whatever else could be played."


def _salic_moves(traits: dict[str, Any], base: str) -> list[str]:
    moves = [
        "The top card of any column may go to a foundation that takes it, while cards are dealt and afterwards. "
        f"The {_many(base)} never move."
    ]
    bare = f"{_article(base)} that lies bare, with no card on it"
    if traits["bare_base"] == "after_deal":
        moves.append(f"Once the last card has been dealt, the top card of any column may be laid on {bare}.")
    if traits["bare_base"] == "any_time":
        moves.append(
            f"At any time, the top card of any column may be laid on {bare}; on the newest column too, where the next"
            " dealt card then covers it."
        )
    if traits["builds_down"]:
        moves.append(
            "Once the last card has been dealt, the top card of a column may also be laid on the top card of another"
            " column that is one rank higher, of whatever suit (a seven on an eight, an ace on a two), but not in this"
            f" way on {_article(base)}."
        )
    other = "No other" if len(moves) > 1 else "No"
    return [*moves, f"{other} card is moved from one column to another."]


# The fan family


def _fan(traits: dict[str, Any]) -> list[Section]:
    ranks = ORDER[: traits["ranks"]]
    cards = _cards(traits, ranks)
    aces = traits["suits"] * traits["copies"]
    if traits["aces_first"]:
        cards += f" Take out the {_number(aces)} aces first: they are the bottom cards of the foundations."
    redeals = _fan_redeals(traits)
    return [
        Section("Cards", (cards,)),
        Section("Lay-out", tuple(_fan_layout(traits))),
        Section("Foundations", tuple(_fan_foundations(traits))),
        Section("Moves", tuple(_fan_moves(traits))),
        *([Section("Redeals and draw" if traits.get("draws") else "Redeals", tuple(redeals))] if redeals else []),
        Section("Winning", ("The game is won when all cards are on foundations.",)),
        Section("Moves in writing", (_fan_writing(traits),)),
    ]


def _fan_layout(traits: dict[str, Any]) -> list[str]:
    fans = traits["fans"]
    spread = "The cards of a fan overlap so that all can be read; only the last one laid, its top card, can be played."
    if traits["stock"]:
        return [
            f"Deal {_number(fans)} fans of three cards, face up: one card to each fan from left to right, three times"
            " over. An ace that comes is put out as a foundation at once, and the next card takes its place. The cards"
            " left are the stock, face down.",
            spread,
        ]
    cards = traits["cards"] - (traits["suits"] * traits["copies"] if traits["aces_first"] else 0)
    rounds = [cards // 3, (cards + 1) // 3, (cards + 2) // 3]
    if rounds[0] == rounds[2]:
        text = f"Deal all {cards} cards face up into {_number(fans)} fans of three: one card to each fan from left to"
        return [f"{text} right, three times over.", spread]
    last = _count(rounds.count(fans), "card")
    return [
        f"Deal all {cards} cards face up into {_number(fans)} fans: one card to each fan from left to right in three"
        f" rounds, of {rounds[0]}, {rounds[1]} and {rounds[2]} cards, so that the last fan has only {last} and all"
        " others have three.",
        spread,
    ]


def _fan_foundations(traits: dict[str, Any]) -> list[str]:
    highest, copies = RANKS[traits["highest"]], traits["copies"]
    if traits["foundations"] == "one_each_way":
        text = (
            f"In each suit there are two foundations: one is built up from the ace to the {highest}, the other down"
            f" from the {highest} to the ace."
        )
    else:
        number = "is one foundation" if copies == 1 else f"are {_number(copies)} foundations"
        text = f"In each suit there {number}, built up in suit from the ace to the {highest}."
    if traits["take_back"] == "no":
        return [f"{text} Cards on foundations never come back."]
    but = " Aces stay." if traits["aces_first"] else ""
    onto = f", and {_article(highest)} onto an empty fan" if traits["empty"] == "takes_highest" else ""
    return [text, f"The top card of a foundation may be put back onto a fan whose top card takes it{onto}.{but}"]


def _fan_moves(traits: dict[str, Any]) -> list[str]:
    highest = RANKS[traits["highest"]]
    builds = {
        "down_in_suit": "the next higher card of the same suit (a 7 of hearts on the 8 of hearts)",
        "up_or_down_in_suit": "the next higher or the next lower card of the same suit",
        "up_or_down_any_suit": "a card one rank higher or one rank lower, of whatever suit",
    }
    ends = f"never goes on an ace, nor an ace on {_article(highest)}"
    if traits["build"] == "down_in_suit":
        ends = "goes onto no other card"
    moves = [
        "Cards move one at a time. The top card of any fan may go to a foundation that takes it, or onto the top card"
        f" of another fan: {builds[traits['build']]}. {_sentence(_article(highest))} {ends}."
    ]
    if traits["fan_limit"]:
        most = _number(traits["fan_limit"])
        moves.append(f"A fan never holds more than {most} cards: a fan of {most} takes none.")
    match traits["empty"]:
        case "stays":
            moves.append("A fan that has become empty stays empty.")
        case "takes_highest":
            moves.append(
                f"An empty fan takes {_article(highest)} that is the top card of another fan, and no other card."
            )
        case _:
            moves.append(
                "The moment a fan becomes empty, three cards of the stock are laid there, before anything else is"
                " played; an ace among them is put out and replaced by the next card. This can be neither delayed nor"
                " declined. An ace behind the last of the three stays in the stock. When the stock runs out, the fan"
                " gets fewer cards; a stock of nothing but aces is put out and leaves the fan empty. An empty fan"
                " takes no card from another."
            )
    return moves


def _fan_redeals(traits: dict[str, Any]) -> list[str]:
    parts = []
    if traits["most_redeals"]:
        parts.append(_fan_redeal(traits))
    if traits.get("draws"):
        used = "when all redeals have been used" if traits["redeals"] else "at any time"
        parts.append(
            f"Once in the game, {used}, one card that lies under others may be drawn out of its fan, if it can be"
            " played at once to a foundation or onto another fan. The cards above it stay as they are."
        )
    return parts


def _fan_redeal(traits: dict[str, Any]) -> str:
    if not traits["redeals"]:
        return "There is no redeal."
    often = {1: "Once", 2: "Up to twice"}[traits["redeals"]]
    text = (
        f"{often} in the game, at any moment, all cards that are not on foundations may be gathered, shuffled and dealt"
    )
    if traits["stock"]:
        return (
            f"{text} again: three to a fan, fan by fan, up to {_number(traits['fans'])} fans; aces are put out and"
            " replaced as before. The rest is the stock again; if the cards run out, the last fan is short."
        )
    return f"{text} again: in three rounds as at first, into fans of three, the last of which may be short."


def _fan_writing(traits: dict[str, Any]) -> str:
    if traits["foundations"] == "one_each_way":
        out = "3-u: the top card of fan 3 to the foundation that goes up; 3-d: to the one that goes down."
    else:
        out = "3-f: the top card of fan 3 to a foundation."
    text = f"{out} 3-12: the top card of fan 3 onto fan 12."
    if traits["redeals"]:
        text += " redeal: gather, shuffle and deal again."
    if traits.get("draws"):
        text += " draw 3/1-12: the card that lies one below the top of fan 3 onto fan 12 (-f: to a foundation)."
    if traits["take_back"] == "yes":
        letter = "u" if traits["foundations"] == "one_each_way" else "f"
        text += f" {letter}7S-12: the 7 of spades from its foundation onto fan 12."
    return f"{text} Fans are numbered from 1."
