"""`intrigue play`: a game in the terminal, with undo, hints and the solver's line."""

import difflib
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import click

from intrigue import Position, Verdict
from intrigue.board import board, padded
from intrigue.describe import rules_text
from intrigue.errors import IntrigueError, NotationError
from intrigue.play import Game, Outlook
from intrigue.reference.moves import split_moves
from intrigue.saved import LONGEST, is_saved_game, read_game, saved_text
from intrigue.solution import in_words, solution_lines, steps

from .console import Console
from .deal import heading
from .files import whole_text
from .limits import Limits, limit_options
from .output import Progress, counted, style
from .starts import Starts, deal_options
from .words import clipped, text

HINT_STATES = 150_000  # at most about a second in every game
HINT_BYTES = 2 << 30
MOST = 1 << 20  # moves at once
MOST_SHOWN = 8  # moves taken back
WIDEST_RULES = 92
INTERRUPTED = 130


def _go_on(ctx: click.Context, _: click.Parameter, name: str | None) -> None:
    """Play a saved game, whatever else the command line lacks."""
    if name is not None and not ctx.resilient_parsing:
        game = read_game(whole_text(name, LONGEST))
        ctx.exit(Table(game, Limits(HINT_STATES, None, HINT_BYTES), Console(), saved=True).play())


@click.command("play", short_help="Play a deal of GAME in the terminal.")
@deal_options
@limit_options
@click.option(
    "--load",
    metavar="FILE",
    is_eager=True,
    expose_value=False,
    callback=_go_on,
    help="Go on with a game that `save` wrote; nothing else is needed.",
)
@click.pass_context
def play_command(ctx: click.Context, starts: Starts, limits: Limits) -> None:
    """Play a deal of GAME in the terminal, or from a pipe, with undo, hints and the solver's line.

    `help` lists the commands; every other line is moves. The limits are those of each hint: 150,000 states unless
    --max-states or --max-seconds says otherwise.
    """
    if limits.max_states is None and limits.max_seconds is None:
        limits = limits._replace(max_states=HINT_STATES)
    ctx.exit(Table(Game(starts.one()), limits, Console()).play())


class Command(NamedTuple):
    """What a word at the prompt does: its names, what may follow, what it is for, and the doing."""

    names: tuple[str, ...]
    arguments: str
    purpose: str
    run: Callable[["Table", str], None]


class Table:
    """A game at a console: reads commands until there are no more."""

    def __init__(self, game: Game, limits: Limits, console: Console, *, saved: bool = False) -> None:
        """Sit down; `saved`: a file holds the game as it is."""
        self.game = game
        self._limits = limits
        self._console = console
        self._saved = self._state() if saved else None
        self._left = False

    def play(self) -> int:
        """Play until the player leaves; give the exit status."""
        self.draw("`help` lists the commands.")
        interrupted = False
        status = 0
        while not self._left:
            try:
                line = self._console.read("> ")
                if line is None:
                    break
                interrupted = False
                self._obey(line.strip())
            except IntrigueError as error:
                self._console.say(str(error))
            except KeyboardInterrupt:
                self._console.say("")
                if interrupted:
                    status = INTERRUPTED
                    break
                interrupted = True
                self._console.say("nothing is lost; `quit` or Ctrl-C again to leave")
        self._say_unsaved()
        return status

    def draw(self, message: str = "") -> None:
        """Draw the board anew, and a message below it."""
        self._console.clear()
        game, look = self.game, style()
        self._console.say(f"{heading(game.start)}\n\n{board(game.position, look)}\n")
        undone = f", {counted(len(game.undone), 'move')} to redo" if game.undone else ""
        self._console.say(look.dim(f"{counted(len(game.moves), 'move')} played{undone}"))
        if message:
            self._console.say(message)
        if game.position.is_won:
            self._console.say(look.strong("The game is won."))
        elif not game.position.legal_moves():
            self._console.say("No move is legal: `undo` goes back.")

    def _obey(self, line: str) -> None:
        """Do what a line says; say what is wrong with it if something is."""
        word, _, rest = line.partition(" ")
        command = next((command for command in COMMANDS if word.lower() in command.names), None)
        try:
            if not line:
                return
            if command is None:
                self._moves(line)
            elif rest.strip() and not command.arguments:
                self._console.say(f"`{command.names[0]}` takes nothing after it")
            else:
                command.run(self, rest.strip())
        except OSError as error:
            self._console.say(f"{rest.strip()}: {error.strerror}")

    def _moves(self, line: str) -> None:
        """Play moves up to the first that cannot be played."""
        words = split_moves(line)
        before, count = self.game.position.copy(), len(self.game.moves)
        try:
            for word in words:
                self.game.play(word)
        except IntrigueError as error:
            played = self.game.moves[count:]
            message = str(error)
            if isinstance(error, NotationError):
                known = [name for command in COMMANDS for name in command.names]
                near = difflib.get_close_matches(word.lower(), known, 1, 0.7)
                hint = f"; did you mean `{near[0]}`?" if near else "; `help` lists the commands"
                message = f"{clipped(word)} is neither a command nor a move such as {self._example()}{hint}"
            if not played:
                self._console.say(message)
                return
            self.draw(f"{self._written(before, played)}\nmove {len(played) + 1} is not played: {message}")
        else:
            self.draw(self._written(before, self.game.moves[count:]))

    def _example(self) -> str:
        return " or ".join([*self.game.position.legal_moves()[:1], "3-f", "3-12"][:2])

    def _written(self, before: Position, moves: Iterable[str]) -> str:
        """Write moves that were just played, with the cards they moved and what followed of itself."""
        played = list(steps(before, moves))
        if len(played) != 1:
            return "\n".join(solution_lines(before, [step.move for step in played], style()))
        (step,) = played
        note = f"  [{step.note}]" if step.note else ""
        return f"{step.move}: {in_words(before, step.move, style())}{note}"

    # The commands

    def undo(self, rest: str) -> None:
        """Take moves back."""
        taken = self.game.undo(_count(rest, 1))
        if taken:
            more = f"  {style().more}" if len(taken) > MOST_SHOWN else ""
            self.draw(f"taken back: {'  '.join(taken[:MOST_SHOWN])}{more}")
        else:
            self._console.say("there is no move to take back")

    def redo(self, rest: str) -> None:
        """Play undone moves again."""
        before, again = self.game.position.copy(), self.game.redo(_count(rest, 1))
        self._show_played(before, again, "there is no move to redo")

    def hint(self, _: str) -> None:
        """Say a move that keeps the game winnable."""
        outlook = self._outlook()
        if outlook is None:
            return
        if outlook.moves:
            move = outlook.moves[0]
            self._console.say(f"{move}: {in_words(self.game.position, move, style())}")
        else:
            self._console.say(self._answer(outlook))

    def winnable(self, _: str) -> None:
        """Say whether the game can still be won."""
        if (outlook := self._outlook()) is not None:
            self._console.say(self._answer(outlook))

    def solve(self, _: str) -> None:
        """Show the moves that win from here."""
        if (outlook := self._outlook()) is not None:
            self._console.say(self._answer(outlook))
            for line in solution_lines(self.game.position, outlook.moves, style()):
                self._console.say(line)

    def follow(self, rest: str) -> None:
        """Play moves of the solver."""
        count = _count(rest, MOST)
        outlook = self._outlook()
        if outlook is None:
            return
        if not outlook.moves:
            self._console.say(self._answer(outlook))
            return
        before = self.game.position.copy()
        self._show_played(before, self.game.follow(count), "")

    def moves(self, _: str) -> None:
        """List the legal moves."""
        position, look = self.game.position, style()
        listed = [f"{move:<13}{in_words(position, move, look)}" for move in position.legal_moves()]
        half = -(-len(listed) // 2) if look.width >= 80 else len(listed)
        for number, left in enumerate(listed[:half]):
            right = listed[half + number] if half + number < len(listed) else ""
            self._console.say(("  " + padded(left, 39) + right).rstrip())
        if not listed:
            self._console.say("no move is legal")

    def history(self, _: str) -> None:
        """List the moves played."""
        for line in solution_lines(self.game.start, self.game.moves, style()):
            self._console.say(line)
        if not self.game.moves:
            self._console.say("no move is played yet")

    def rules(self, _: str) -> None:
        """Explain the game."""
        self._console.say(rules_text(self.game.start.rules, min(self._console.width, WIDEST_RULES)))

    def board(self, _: str) -> None:
        """Draw the board again."""
        self.draw()

    def save(self, rest: str) -> None:
        """Write the game into a file."""
        path = Path(_file_name(rest, "save"))
        if path.exists() and not (path.is_file() and is_saved_game(whole_text(str(path), LONGEST))):
            raise NotationError(f"{path} is no saved game and is left as it is; choose another name")
        # Written beside and then put in place, so that no interruption leaves half a game.
        beside = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            beside.write_text(saved_text(self.game), encoding="utf-8")
            beside.replace(path)
        except OSError as error:
            raise NotationError(f"cannot write {path}: {error.strerror}") from None
        finally:
            beside.unlink(missing_ok=True)
        self._saved = self._state()
        self._console.say(f"saved in {path}")

    def load(self, rest: str) -> None:
        """Go on with a game from a file."""
        name = _file_name(rest, "load")
        game = read_game(whole_text(f"./{name}" if name == "-" else name, LONGEST))
        self._say_unsaved()
        self.game = game
        self._saved = self._state()
        self.draw(f"loaded from {name}")

    def help(self, _: str) -> None:
        """List the commands."""
        self._console.say("  MOVE…               play moves, such as " + self._example())
        for command in COMMANDS:
            names = ", ".join(command.names) + (f" {command.arguments}" if command.arguments else "")
            self._console.say(f"  {names:<20}{command.purpose}")

    def quit(self, _: str) -> None:
        """Leave."""
        self._left = True

    # What they share

    def _show_played(self, before: Position, moves: tuple[str, ...], none: str) -> None:
        if moves:
            self.draw(self._written(before, moves))
        else:
            self._console.say(none)

    def _outlook(self) -> Outlook | None:
        """Ask the solver; Ctrl-C ends the question alone, and gives None."""
        try:
            with Progress() as progress:
                return self.game.outlook(**self._limits._asdict(), on_progress=progress.searching)
        except KeyboardInterrupt:
            self._console.say("\nstopped: no answer yet")
            return None

    def _answer(self, outlook: Outlook) -> str:
        """Say in a sentence whether the game can be won."""
        if self.game.position.is_won:
            return "the game is won"
        if outlook.verdict is Verdict.WINNABLE:
            return f"winnable in {counted(len(outlook.moves), 'more move')}, with every card known"
        if outlook.verdict is Verdict.UNWINNABLE:
            return "lost: no moves win from here"
        limit = {
            "states": f"{self._limits.max_states or 0:,} states",
            "seconds": f"{self._limits.max_seconds} seconds",
            "bytes": f"{self._limits.max_bytes or 0:,} bytes",
        }
        return f"unknown: no answer within {limit[outlook.reason or 'states']}"

    def _state(self) -> tuple[tuple[str, ...], str]:
        return self.game.moves, str(self.game.start)

    def _say_unsaved(self) -> None:
        """Print the game if it has moves that no file holds."""
        if self.game.moves and self._state() != self._saved:
            self._console.say(f"\nThe game, as `load` reads it from a file:\n\n{saved_text(self.game)}")


def _count(rest: str, default: int) -> int:
    if not rest:
        return default
    if rest.lower() == "all":
        return MOST
    if not (rest.isascii() and rest.isdigit() and 0 < int(rest[:10]) <= MOST):
        raise NotationError(f"{clipped(rest)} is no number of moves; right would be 3 or all")
    return int(rest)


def _file_name(rest: str, command: str) -> str:
    if not rest:
        raise NotationError(f"say which file: {command} FILE")
    if "\0" in rest:
        raise NotationError("the name of a file holds no NUL")
    return text(rest)


COMMANDS = (
    Command(("moves", "m"), "", "list the legal moves", Table.moves),
    Command(("undo", "u"), "[N|all]", "take back the last move, or N moves", Table.undo),
    Command(("redo", "r"), "[N|all]", "play undone moves again", Table.redo),
    Command(("hint", "h"), "", "a move that keeps the game winnable", Table.hint),
    Command(("winnable", "w"), "", "whether the game can still be won", Table.winnable),
    Command(("solve", "s"), "", "show the moves that win from here", Table.solve),
    Command(("follow", "f"), "[N|all]", "play the solver's moves, all or N of them", Table.follow),
    Command(("history",), "", "list the moves played so far", Table.history),
    Command(("board", "b"), "", "draw the board again", Table.board),
    Command(("rules",), "", "explain the game", Table.rules),
    Command(("save",), "FILE", "write the game into a file", Table.save),
    Command(("load",), "FILE", "go on with a game from a file", Table.load),
    Command(("help", "?"), "", "list the commands", Table.help),
    Command(("quit", "q"), "", "leave; moves that are in no file are printed", Table.quit),
)
