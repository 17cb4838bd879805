"""The window, as the tests of the window have it."""

from tests.window.conftest import make_main_window

__all__ = ["make_main_window"]
