"""A lesson on paper: its text, formulas and figures, paged for print, as one PDF."""

from posviz.handout.content import Choices
from posviz.handout.pages import PAPERS, Paper
from posviz.handout.writing import Handout

__all__ = ["PAPERS", "Choices", "Handout", "Paper"]
