"""Positional encodings, one file per scheme."""

from typing import Literal

SchemeName = Literal["none", "sinusoidal", "learned", "rotary", "alibi", "t5"]
"""The ways to bring in position that `schemes` describes; State needs no more than the names."""
