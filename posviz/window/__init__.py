"""The main window and what belongs to it."""
