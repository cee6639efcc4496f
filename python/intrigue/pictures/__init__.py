"""Pictures of tables: the cards, where they lie, and stills of them as SVG and for notebooks.

courts     the figures of the court cards
cards      every card as a drawing that others refer to
piles      the piles of a table, and each card followed through a game
table      where the piles lie and how their cards are spread
still      one position as a picture
notebook   what notebooks show of deals and results
"""

from .notebook import deal_html, result_html
from .still import svg

__all__ = ["deal_html", "result_html", "svg"]
