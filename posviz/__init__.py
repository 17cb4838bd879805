"""See how text becomes what attention reads."""

__version__ = "0.1.0"
