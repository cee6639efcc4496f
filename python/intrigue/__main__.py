"""`python -m intrigue` is the command `intrigue`."""

from .cli import main

main(prog_name="intrigue")
