"""Makes the pages of the site that other files hold already, so that nothing is written down twice.

The home page is the README; changelog and contributing are the files at the root; the rules of each game, its options
and a picture come from the installed package, and so does what each command says about itself.
"""

import re
from itertools import count
from pathlib import Path
from posixpath import normpath
from typing import Any

import click
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

import intrigue
from intrigue.cli import main
from intrigue.describe import describe
from intrigue.pictures import svg

ROOT = Path(__file__).parent.parent
COPIES = {"README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
OPTIONAL = "winnability.md"  # a page of measured numbers, which may not have been measured yet
LINK = re.compile(r"(?P<image>!?)\[(?P<text>[^]]*)\]\((?P<target>[^)\s]+)\)")
WIDTH = 76  # letters in a line of help that a page shows without scrolling


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """List the games in the navigation, and leave out a page that is not there."""
    games: list[str | dict[str, str]] = ["games/index.md"]
    games += [{intrigue.rules(game).title: f"games/{game}.md"} for game in intrigue.GAMES]
    config.nav = [_entry(entry, games) for entry in config.nav or []]
    return config


def _entry(entry: dict[str, Any], games: list[str | dict[str, str]]) -> dict[str, Any]:
    [(title, content)] = entry.items()
    if content == "GAMES":
        return {title: games}
    if isinstance(content, list) and not (ROOT / "docs" / OPTIONAL).exists():
        content = [item for item in content if not (isinstance(item, dict) and OPTIONAL in item.values())]
    return {title: content}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made."""
    made = {page: (ROOT / name).read_text("utf-8") for name, page in COPIES.items()}
    made |= {"cli.md": _commands(), "games/index.md": _games(), "assets/favicon.svg": _icon()}
    for game in intrigue.GAMES:
        made |= {f"games/{game}.md": _rules(game), f"assets/{game}.svg": _picture(game)}
    for uri, content in made.items():
        files.append(File.generated(config, uri, content=content))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Point links between files of the repository at pages, and name files that are no pages."""
    source = {page: name for name, page in COPIES.items()}.get(page.file.src_uri, f"docs/{page.file.src_uri}")
    folder = Path(source).parent.as_posix()
    if source == "README.md":
        page.meta["hide"] = ["navigation"]

    def link(found: re.Match[str]) -> str:
        target, _, anchor = found["target"].partition("#")
        if not target or re.match(r"[a-z]+:", target):
            return found[0]
        path = normpath(f"{folder}/{target}")
        uri = COPIES.get(path) or (path.removeprefix("docs/") if path.startswith("docs/") else None)
        if uri is None:
            return f"`{path}`" if path.endswith(found["text"].strip("`")) else f"{found['text']} (`{path}`)"
        up = "../" * page.file.src_uri.count("/")
        return f"{found['image']}[{found['text']}]({up}{uri}{anchor and '#' + anchor})"

    return LINK.sub(link, markdown)


def _games() -> str:
    rows = []
    for game in intrigue.GAMES:
        rules = intrigue.rules(game)
        family = {"salic": "Salic", "fan": "fan"}[rules.traits["family"]]
        rows.append(f"| [{rules.title}]({game}.md) | `{game}` | {family} | {rules.traits['cards']} |")
    table = "\n".join(["| game | name | family | cards |", "|---|---|---|---:|", *rows])
    return (
        "# Games\n\nThe rules that the solver plays by, game by game, good enough to play with real cards. Where the "
        f"literature disagrees about a rule, each reading is an option.\n\n{table}\n"
    )


def _rules(game: str) -> str:
    rules = intrigue.rules(game)
    parts = [f"# {rules.title}", f"![The table of a deal of {rules.title}](../assets/{game}.svg)"]
    for section in describe(rules):
        parts += [f"## {section.title}", *section.paragraphs]
    rows = [
        f"| `{option}` | {', '.join(f'`{value}`' for value in values)} | `{rules.options[option]}` |"
        for option, values in rules.choices.items()
    ]
    parts += ["## Options", "\n".join(["| option | values | usual |", "|---|---|---|", *rows])]
    option, values = next(iter(rules.choices.items()))
    value = next((value for value in values if value != rules.options[option]), values[0])
    parts.append(
        f"`intrigue rules {game} --set {option}={value}` prints the rules with an option changed, "
        f"`intrigue.rules({game!r}, {option}={value!r})` plays by them."
    )
    return "\n\n".join(parts) + "\n"


def _picture(game: str) -> str:
    """Draw a deal: of the Salic family, which starts with one card, the table when the stock is dealt."""
    rules = intrigue.rules(game)
    if rules.traits["family"] == "fan":
        return svg(intrigue.Position(intrigue.deal(rules, seed=1)))
    deals = (intrigue.deal(rules, seed=seed) for seed in count())
    deal, moves = next((deal, result.moves) for deal in deals if (result := intrigue.solve(deal)).moves)
    position = intrigue.Position(deal)
    for move in moves:
        if not position.stock:
            break
        position.play(move)
    return svg(position)


def _icon() -> str:
    """Draw a spade on felt, for browsers' tabs."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" '
        'fill="#23603f"/><path d="M16 5c3 5 9 8 9 13a5 5 0 0 1-8 4l2 6h-6l2-6a5 5 0 0 1-8-4c0-5 6-8 9-13z" '
        'fill="#fff"/></svg>'
    )


def _commands() -> str:
    """Show what each command says about itself."""
    settings: dict[str, Any] = {**main.context_settings, "terminal_width": WIDTH, "max_content_width": WIDTH}
    with click.Context(main, info_name="intrigue", **settings) as context:
        parts = ["# Command line", _fenced(context.get_help())]
        for name in main.list_commands(context):
            command = main.commands[name]
            with click.Context(command, context, name, terminal_width=WIDTH, max_content_width=WIDTH) as inner:
                parts += [f"## intrigue {name}", _fenced(inner.get_help())]
    return "\n\n".join(parts) + "\n"


def _fenced(text: str) -> str:
    return f"```text\n{text}\n```"
