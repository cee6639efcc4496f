"""The command line: parse, call, print.

The shared parts, which every command uses:

    main      the group of commands; exit statuses, Ctrl-C, pipes that close early
    words     what a word on the command line may be: a text, a count, an amount of memory, a span of seeds
    files     files from outside, read line by line within bounds
    starts    GAME, the options of its rules, and which deals: `rules_options`, `deal_options`
    limits    how long a search may go on: `limit_options`
    output    standard output and standard error, JSON, progress

and one file for each command.
"""

from .main import main

__all__ = ["main"]
