"""How long a search may go on: one decorator for every command that searches."""

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

import click

from .words import count, memory, seconds

LIMITS = {"states": "--max-states", "seconds": "--max-seconds", "bytes": "--max-bytes"}  # by the reason they are


class Limits(NamedTuple):
    """The limits of each search; None is no limit. `limits._asdict()` gives them as arguments of `intrigue.solve`."""

    max_states: int | None
    max_seconds: float | None
    max_bytes: int | None


def limit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --max-states, --max-seconds and --max-bytes; the command gets them as `limits`."""

    @click.option("--max-states", type=count, metavar="N", help="End each search as unknown after N states.")
    @click.option("--max-seconds", type=seconds, metavar="S", help="End each search as unknown after S seconds.")
    @click.option(
        "--max-bytes",
        type=memory,
        metavar="B",
        default="2GB",
        show_default=True,
        help="End each search as unknown when its tables would hold more; 64M, 2GB.",
    )
    @wraps(command)
    def with_limits(
        *args: Any, max_states: int | None, max_seconds: float | None, max_bytes: int | None, **kwargs: Any
    ) -> Any:
        return command(*args, limits=Limits(max_states, max_seconds, max_bytes), **kwargs)

    return with_limits
