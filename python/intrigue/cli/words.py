"""What a word on the command line may be."""

import re

import click

BYTES_OF = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
SEEDS = 1 << 64


def text(value: str) -> str:
    """Take any text; what cannot be written as UTF-8 becomes a replacement letter."""
    return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def count(value: str) -> int:
    """Read a whole number from 1 up, such as 1000000, 1_000_000 or 1e6."""
    found = re.fullmatch(r"([0-9][0-9_,]{0,29})(?:e([0-9]{1,2}))?", value, re.ASCII)
    number = int(re.sub("[_,]", "", found[1])) * 10 ** int(found[2] or 0) if found else 0
    if not 1 <= number < SEEDS:
        raise click.BadParameter(f"{clipped(value)} is no count; right would be a whole number such as 1000000 or 1e6")
    return number


def seconds(value: str) -> float:
    """Read a length of time in seconds, more than 0."""
    try:
        length = float(value)
    except ValueError:
        length = 0
    if not 0 < length < 1e9:
        raise click.BadParameter(f"{clipped(value)} is no length of time; right would be a number such as 2.5")
    return length


def memory(value: str) -> int:
    """Read an amount of memory in bytes: 500000000, 64M, 2GB; K, M, G and T stand for powers of 1024."""
    found = re.fullmatch(r"([0-9]{1,19}) ?([KMGT]?)(?:I?B)?", value.upper(), re.ASCII)
    amount = int(found[1]) * BYTES_OF[found[2]] if found else 0
    if not 1 <= amount < SEEDS:
        raise click.BadParameter(f"{clipped(value)} is no amount of memory; right would be 64M or 2GB")
    return amount


def seed_span(value: str) -> range | str:
    """Read N or A:B, B not included; give what is wrong if something is."""
    found = re.fullmatch(r"([0-9]{1,20})(?::([0-9]{1,20}))?", value.strip(), re.ASCII)
    if not found:
        return f"--seed {clipped(value)} is neither a seed such as 42 nor a span such as 0:1000"
    first = int(found[1])
    end = int(found[2]) if found[2] else first + 1
    if end > SEEDS:
        return f"--seed {value}: seeds are whole numbers from 0 to 2**64 - 1"
    if end <= first:
        return f"--seed {value} holds no seed; A:B stands for the seeds from A up to B, without B"
    return range(first, end)


def clipped(value: str, most: int = 40) -> str:
    """Quote a text in a message, cut when it is long."""
    return repr(value if len(value) <= most else value[:most] + "…")
