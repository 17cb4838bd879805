"""The ACTIONS table."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QKeySequence

from posviz.window.actions import ACTIONS, MENUS, Action
from posviz.window.main_window import MainWindow


def test_ids_are_unique() -> None:
    ids = [action.id for action in ACTIONS]
    assert len(set(ids)) == len(ids)


def test_no_two_actions_share_a_key() -> None:
    keys = [QKeySequence(key).toString() for action in ACTIONS for key in action.keys]
    assert all(keys)
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_every_action_has_a_slot_a_menu_and_a_name(action: Action) -> None:
    assert callable(getattr(MainWindow, f"_on_{action.id}"))
    assert action.menu in MENUS
    assert action.shown_text.replace("&", "")


@pytest.mark.parametrize("menu", MENUS)
def test_mnemonics_of_a_menu_are_unique(menu: str) -> None:
    texts = [action.text for action in ACTIONS if action.menu == menu]
    letters = [text[text.index("&") + 1].casefold() for text in texts if "&" in text]
    assert letters
    assert len(set(letters)) == len(letters)


def test_mnemonics_of_the_menus_are_unique() -> None:
    letters = [title[title.index("&") + 1].casefold() for title in MENUS.values()]
    assert len(set(letters)) == len(letters)


@pytest.mark.parametrize("key", ["F1", "F6", "Shift+F6", "Ctrl+Z", "Ctrl+Shift+Z"])
def test_the_keys_that_were_promised_are_there(key: str) -> None:
    assert key in [key for action in ACTIONS for key in action.keys]
