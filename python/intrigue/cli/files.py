"""Files from outside, read within bounds: no file, however large or strange, can fill the memory."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO

from intrigue.errors import NotationError

LONGEST_TEXT = 1 << 16  # bytes; the core reads no longer deal or layout


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input for `-`; NotationError when that cannot be done."""
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as stream:
            yield stream
    except OSError as error:
        raise NotationError(f"cannot read {title(name)}: {error.strerror}") from None


def title(name: str) -> str:
    """Name a file in a message."""
    return "standard input" if name == "-" else name


def lines(name: str) -> Iterator[tuple[int, str | NotationError]]:
    """Read a file line by line, as it comes: each line with its number, or what makes it unreadable.

    The first line that is too long or no text ends the reading.
    """
    with opened(name) as stream:
        number = 0
        while line := stream.readline(LONGEST_TEXT + 1):
            number += 1
            if len(line) > LONGEST_TEXT:
                yield number, NotationError(f"line {number} has more than {LONGEST_TEXT:,} bytes, which no deal has")
                return
            try:
                yield number, line.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                byte = f"byte {error.start + 1} of the line is {line[error.start]:#04x}"
                yield number, NotationError(f"line {number} is not UTF-8 text: {byte}")
                return


def whole_text(name: str, most: int = LONGEST_TEXT) -> str:
    """Read a small file as one text; NotationError when it has more than `most` bytes or is not UTF-8."""
    with opened(name) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise NotationError(f"{title(name)} has more than {most:,} bytes, which no right one has")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotationError(
            f"{title(name)}, line {line}, is not UTF-8 text: there is a byte {data[error.start]:#04x}"
        ) from None
