"""The text sizes that are offered, in per cent, and how much larger they make everything."""

from __future__ import annotations

from posviz.settings import PREFERENCES, TEXT_SIZES

USUAL = PREFERENCES["text_size"].default


def beside(size: str, by: int) -> str:
    """Return the text size so many places on; at the ends the last one."""
    place = TEXT_SIZES.index(size) + by
    return TEXT_SIZES[min(max(place, 0), len(TEXT_SIZES) - 1)]


def scale_of(size: str) -> float:
    """How many times larger than usual a text size is."""
    return int(size) / 100
