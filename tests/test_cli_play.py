"""`intrigue play`: each command through a pipe, and whole games through a real pseudo-terminal."""

import os
import re
import select
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

import intrigue
from intrigue.cli.play import COMMANDS

from .test_cli import refusal, run
from .test_cli_process import COMMAND, FELT_WITHIN, hard, terminal

__all__ = ["hard"]  # a fixture

ESCAPES = re.compile("\x1b\\[[0-9;?]*[A-Za-z]")


def said(*lines: str, game: tuple[str, ...] = ("fan", "--seed", "2")) -> str:
    """Play a game through a pipe and give everything it says."""
    result = run("play", *game, stdin="\n".join(lines))
    assert result.exit_code == 0, result.output
    assert "Traceback" not in result.output
    return result.stdout


def answers(*lines: str, game: tuple[str, ...] = ("fan", "--seed", "2")) -> list[str]:
    """Give what was said after each line."""
    parts = said(*lines, game=game).split("> \n")
    assert len(parts) == len(lines) + 2  # the board before, and what is said at the end
    return [answer.strip() for answer in parts[1:-1]]


def test_moves_are_played_and_the_board_drawn_again() -> None:
    first, second = answers("2-f", "4-f")
    position = intrigue.Position(intrigue.deal("fan", seed=2))
    assert "1 of 52 cards out" in first
    assert "1 move played" in first
    position.play("2-f")
    assert "2 of 52 cards out" in second
    assert "4-f: " in second


def test_a_line_holds_several_moves_and_stops_at_the_first_illegal_one() -> None:
    (answer,) = answers("2-f 4-f 1-1 15-4")
    assert "2 moves played" in answer
    assert "move 3 is not played: 1-1: " in answer
    assert "moves: 2-f 4-f" in said("2-f 4-f 1-1 15-4")  # printed at the end, so that nothing is lost


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("1-f", "no foundation takes"),
        ("1-2", "1-2: "),
        ("99-f", "99-f: "),
        ("deal", "deal: "),
        ("redeal", "redeal: "),
        ("3f", "neither a command nor a move such as"),
        ("undoo", "did you mean `undo`?"),
        ("[", "has no partner"),
        ("undo 0", "no number of moves"),
        ("undo -1", "no number of moves"),
        ("undo 99999999999999999999", "no number of moves"),
        ("hint now", "`hint` takes nothing after it"),
        ("save", "say which file"),
        ("load", "say which file"),
        ("load /no/such/file", "cannot read /no/such/file"),
        ("save /no/such/file", "cannot write /no/such/file"),
        ("save a\0b", "NUL"),
        ("save " + "x" * 5000, "File name too long"),
        ("\x1bA", "neither a command nor a move"),
        ("ä" * 100, "neither a command nor a move"),
        ("x" * 70_000, "at most 65,536 letters"),
        ("undo", "no move to take back"),
        ("redo", "no move to redo"),
    ],
)
def test_bad_lines_say_what_is_wrong_and_change_nothing(line: str, part: str) -> None:
    answer, board = answers(line, "board")
    assert part in answer
    assert "0 moves played" in board
    if line in ("1-f", "1-2", "99-f", "deal", "redeal"):
        with pytest.raises(intrigue.IllegalMove) as rule:
            intrigue.Position(intrigue.deal("fan", seed=2)).play(line)
        assert answer == str(rule.value)


def test_bytes_that_are_no_text_change_nothing() -> None:
    result = run("play", "fan", "--seed", "2", stdin=b"\xff\xfe\n\x00\n\n2-f\n")
    assert result.exit_code == 0
    assert "1 move played" in result.stdout


def test_undo_and_redo() -> None:
    back, forth, all_back = answers("2-f 4-f", "undo", "redo", "u all")[1:]
    assert "1 move played, 1 move to redo" in back
    assert "taken back: 4-f" in back
    assert "2 moves played" in forth
    assert "0 moves played, 2 moves to redo" in all_back


def test_hints_and_outlook() -> None:
    hint, outlook, line = answers("hint", "winnable", "solve")
    deal = intrigue.deal("fan", seed=2)
    moves = intrigue.solve(deal, tidy=True).moves
    assert hint.startswith(f"{moves[0]}: ")
    assert outlook == f"winnable in {len(moves)} more moves, with every card known"
    assert all(f" {move} " in line for move in moves[:5])
    lost = answers("hint", "winnable", "solve", "follow", game=("intrigue", "--seed", "40"))
    assert lost == ["lost: no moves win from here"] * 4
    game = ("house_in_the_wood", "--set", "take_back=yes", "--seed", "1", "--max-states", "10")
    assert answers("hint", "winnable", game=game) == ["unknown: no answer within 10 states"] * 2


@pytest.mark.parametrize("game", intrigue.GAMES)
def test_the_solvers_moves_are_played_to_the_end(game: str) -> None:
    deal = next(deal for deal in (intrigue.deal(game, seed=seed) for seed in range(99)) if intrigue.solve(deal).moves)
    some, won, hint, undone = answers("follow 2", "follow", "hint", "undo 3", game=(game, "--seed", str(deal.seed)))
    assert "2 moves played" in some
    assert "The game is won." in won
    assert hint == "the game is won"
    assert "3 moves to redo" in undone


def test_lists_and_texts() -> None:
    moves, history, rules, help_text = answers("moves", "history", "rules", "help")
    for move in intrigue.Position(intrigue.deal("fan", seed=2)).legal_moves():
        assert re.search(rf"(^|\s){move}\s", moves)
    assert history == "no move is played yet"
    assert rules.startswith("FAN\n")
    for command in COMMANDS:
        assert f"  {', '.join(command.names)}" in help_text
    assert "2-f" in answers("2-f", "history")[1]


def test_a_position_without_legal_moves_says_so(tmp_path: Path) -> None:
    layout = tmp_path / "stuck.txt"
    # Every ace lies under a card of another suit that nothing takes.
    deal = intrigue.Position(intrigue.deal("trefoil", seed=1))
    while moves := [move for move in deal.legal_moves() if move != "redeal"]:
        deal.play(moves[0])
    layout.write_text(str(deal))
    game = ("trefoil", "--set", "redeals=0", "--position", str(layout))
    text = "\n".join(line for line in str(deal).splitlines() if not line.startswith(("redeals", "shuffles")))
    layout.write_text(text)
    assert "No move is legal" in said(game=game)


def test_saving_and_loading(tmp_path: Path) -> None:
    file = tmp_path / "my game.txt"
    saved, loaded = answers("2-f 4-f", "undo", f"save {file}", "undo all", f"load {file}")[2::2]
    assert saved == f"saved in {file}"
    assert "1 move played, 1 move to redo" in loaded
    assert list(tmp_path.iterdir()) == [file]
    # What is in the file need not be printed; what is not, is.
    assert "as `load` reads it" not in said("2-f", f"save {file}", "quit")
    assert "as `load` reads it" in said("2-f", f"save {file}", "4-f")
    # Another game goes on without the command line naming it, and at once.
    other = said(f"load {file}", game=("intrigue", "--seed", "1"))
    assert "Fan  fan#2" in other
    resumed = run("play", "--load", str(file), stdin="4-f\n")
    assert resumed.exit_code == 0
    assert "2 moves played" in resumed.stdout


def test_files_that_are_no_saved_games_are_left_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Aunt,")
    save, load, directory, board = answers("2-f", f"save {file}", f"load {file}", f"save {tmp_path}", "board")[1:]
    assert "is no saved game and is left as it is" in save
    assert "this is no saved game" in load
    assert "is no saved game and is left as it is" in directory
    assert "1 move played" in board
    assert file.read_text() == "Dear Aunt,"
    assert "this is no saved game" in refusal("play", "--load", str(file))


def test_what_is_printed_at_the_end_can_be_loaded(tmp_path: Path) -> None:
    text = said("2-f", "quit").partition("reads it from a file:\n")[2]
    file = tmp_path / "kept.txt"
    file.write_text(text)
    assert "1 move played" in said(f"load {file}")


# Through a pseudo-terminal


class Player:
    """Types at a running game and reads the screen."""

    def __init__(self, end: int, process: "subprocess.Popen[bytes]") -> None:
        self.end = end
        self.process = process
        self._unread = b""

    def read_raw(self, word: str, seconds: float = 30) -> str:
        """Read up to and with a word."""
        end, give_up = word.encode(), time.monotonic() + seconds
        while end not in self._unread:
            ready, _, _ = select.select([self.end], [], [], max(give_up - time.monotonic(), 0))
            assert ready, f"{word!r} does not come: {self._unread!r}"
            self._unread += os.read(self.end, 1000)
        read, _, self._unread = self._unread.partition(end)
        return (read + end).decode("utf-8", "replace")

    def read(self, word: str) -> str:
        """Read up to and with a word, without colours and other escapes."""
        return ESCAPES.sub("", self.read_raw(word))

    def type(self, text: str) -> None:
        os.write(self.end, text.encode())

    def ask(self, line: str, word: str) -> str:
        """Type a line, and read until a word and then the prompt."""
        self.type(line + "\n")
        return self.read(word) + self.read("> ")

    def status(self) -> int:
        """Wait for the end, reading on so that the process is not kept from writing."""
        with suppress(OSError):
            while os.read(self.end, 1000):
                pass
        return self.process.wait(10)


@contextmanager
def playing(*arguments: str, **environment: str) -> Iterator[Player]:
    """Play in a terminal of its own; what is typed as Ctrl-C or Ctrl-D there arrives as such."""
    surroundings = {name: text for name, text in os.environ.items() if name != "NO_COLOR"}
    surroundings |= {"TERM": "xterm", "PYTHONUTF8": "1", "INPUTRC": "/dev/null"} | environment
    with terminal() as (ours, theirs):
        process = subprocess.Popen(
            ["setsid", "--ctty", *COMMAND, "play", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=surroundings,
        )
        os.close(theirs)
        try:
            yield Player(ours, process)
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()


@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_a_game_in_a_terminal(term: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    with playing("fan", "--seed", "2", TERM=term) as player:
        start = player.read_raw("> ")
        assert ("\x1b[H\x1b[2J" in start) == (term == "xterm")
        assert ("\x1b[31m" in start) == (term == "xterm")
        assert ("\x1b" in start) == (term == "xterm")
        assert "2-f: " in player.ask("hint", "2-f: ")
        assert "1 of 52 cards out" in player.ask("2-f", "1 move played")
        player.ask("1-1", "1-1: ")
        player.ask("undo", "taken back: 2-f")
        player.ask("redo", "1 move played")
        player.ask("follow 3", "4 moves played")
        player.ask(f"save {file}", "saved in")
        player.ask("follow", "The game is won.")
        player.ask(f"load {file}", "4 moves played")
        player.type("quit\n")
        assert player.status() == 0


def test_ctrl_c_at_the_prompt_loses_nothing_and_twice_leaves() -> None:
    with playing("fan", "--seed", "2") as player:
        player.read("> ")
        player.ask("2-f", "1 move played")
        player.type("half a li\x03")
        player.read("nothing is lost")
        player.read("> ")
        player.ask("board", "1 move played")
        player.type("\x03")
        player.read("nothing is lost")
        player.read("> ")
        player.type("\x03")
        player.read("moves: 2-f")
        assert player.status() == 130


def test_the_end_of_input_prints_the_game() -> None:
    with playing("fan", "--seed", "2") as player:
        player.read("> ")
        player.ask("2-f", "1 move played")
        player.type("\x04")
        player.read("moves: 2-f")
        assert player.status() == 0


def test_ctrl_c_during_a_hint_ends_the_hint_only(hard: list[str]) -> None:
    with playing(*hard[1:], "--max-seconds", "60") as player:
        player.read("> ")
        player.type("hint\n")
        player.read("states, ")
        began = time.monotonic()
        player.process.send_signal(signal.SIGINT)
        player.read("stopped: no answer yet")
        assert time.monotonic() - began < FELT_WITHIN + 0.3
        player.read("> ")
        player.ask("moves", "-")
        player.type("q\n")
        assert player.status() == 0
