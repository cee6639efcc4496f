"""A solution as one self-contained page, to be stepped through card by card."""

from .page import replay_page

__all__ = ["replay_page"]
