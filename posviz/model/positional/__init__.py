"""Positional encodings, one file per scheme."""
