"""A solution as one self-contained page, to be stepped through card by card."""

from .page import Answer, replay_page

__all__ = ["Answer", "replay_page"]
