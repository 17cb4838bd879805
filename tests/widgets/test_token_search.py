"""The search field: what is offered, taken, refused and taken back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from posviz.model.token_index import TokenIndex
from posviz.widgets.token_search import TokenSearch

TOKENS = ("cat", "king", "kin", "Kind", "##s", "w" * 3000, *(f"token{i}" for i in range(40)))
Key = Qt.Key


class Counting:
    """A finder that remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []
        self._index = TokenIndex(TOKENS)

    def __call__(self, typed: str, limit: int) -> list[str]:
        self.asked.append((typed, limit))
        return self._index.find(typed, limit)


@pytest.fixture
def finder() -> Counting:
    return Counting()


@pytest.fixture
def field(qtbot: QtBot, finder: Counting) -> Iterator[TokenSearch]:
    """A field in a window beside another one, with the focus, showing “cat”."""
    window = QWidget()
    qtbot.addWidget(window)
    search = TokenSearch(finder, window)
    search.show_token("cat")
    other = QLineEdit(window)
    other.setObjectName("other")
    other.move(0, 60)
    window.resize(300, 200)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    other.setFocus()
    search.setFocus()
    yield search
    window.close()


def popup_of(field: TokenSearch) -> QAbstractItemView:
    popup = field.completer().popup()
    assert popup is not None
    return popup


def popup_key(field: TokenSearch, key: Qt.Key) -> None:
    QTest.keyClick(popup_of(field), key)


def other_field(field: TokenSearch) -> QLineEdit:
    other = field.window().findChild(QLineEdit, "other")
    assert other is not None
    return other


def test_nothing_is_looked_for_until_somebody_types(field: TokenSearch, finder: Counting) -> None:
    field.show_token("king")
    assert finder.asked == []
    assert field.completer() is None
    assert field.text() == "king"


def test_typing_replaces_the_token_and_offers_a_few(
    field: TokenSearch, finder: Counting, qtbot: QtBot
) -> None:
    qtbot.keyClicks(field, "ki")
    assert field.text() == "ki"
    assert field.offers == ["king", "kin", "Kind"]
    assert popup_of(field).isVisible()
    assert finder.asked == [("k", 12), ("ki", 12)]
    field.selectAll()
    qtbot.keyClicks(field, "token")
    assert len(field.offers) == 12


def test_return_takes_the_token_in_any_case(field: TokenSearch, qtbot: QtBot) -> None:
    for typed, token in (("kin", "kin"), ("KING", "king"), (" kind ", "Kind"), ("##s", "##s")):
        field.selectAll()
        qtbot.keyClicks(field, typed)
        with qtbot.waitSignal(field.chosen) as chosen:
            qtbot.keyClick(field, Key.Key_Return)
        assert chosen.args == [token]
        assert field.text() == token


def test_down_walks_the_offers_and_return_takes_one(field: TokenSearch, qtbot: QtBot) -> None:
    qtbot.keyClicks(field, "ki")
    popup_key(field, Key.Key_Down)
    popup_key(field, Key.Key_Down)
    assert field.text() == "kin"
    with qtbot.waitSignal(field.chosen) as chosen:
        popup_key(field, Key.Key_Return)
    assert chosen.args == ["kin"]
    assert not popup_of(field).isVisible()


def test_a_click_on_an_offer_takes_it(field: TokenSearch, qtbot: QtBot) -> None:
    qtbot.keyClicks(field, "ki")
    popup = popup_of(field)
    place = popup.visualRect(popup.model().index(2, 0)).center()
    with qtbot.waitSignal(field.chosen) as chosen:
        qtbot.mouseClick(popup.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert chosen.args == ["Kind"]
    assert field.text() == "Kind"


def test_all_offers_are_in_sight(field: TokenSearch, qtbot: QtBot) -> None:
    for typed in ("##", "ki", "token"):
        field.selectAll()
        qtbot.keyClicks(field, typed)
        popup = popup_of(field)
        last = popup.visualRect(popup.model().index(len(field.offers) - 1, 0))
        assert popup.viewport().rect().contains(last)


def test_what_is_no_token_is_refused_and_escape_brings_the_old_one_back(
    field: TokenSearch, qtbot: QtBot
) -> None:
    with qtbot.assertNotEmitted(field.chosen):
        qtbot.keyClicks(field, "kitten")
        with qtbot.waitSignal(field.refused) as refused:
            qtbot.keyClick(field, Key.Key_Return)
        assert refused.args == ["kitten"]
        assert field.text() == "kitten"
        with qtbot.waitSignal(field.edited):
            qtbot.keyClick(field, Key.Key_Escape)
    assert field.text() == "cat"


def test_escape_in_the_list_brings_the_old_one_back_too(field: TokenSearch, qtbot: QtBot) -> None:
    qtbot.keyClicks(field, "ki")
    popup_key(field, Key.Key_Down)
    assert field.text() == "king"
    popup_key(field, Key.Key_Escape)
    assert field.text() == "cat"
    assert not popup_of(field).isVisible()


def test_leaving_the_field_brings_the_old_one_back(field: TokenSearch, qtbot: QtBot) -> None:
    other = other_field(field)
    qtbot.keyClicks(field, "kitten")
    with qtbot.assertNotEmitted(field.chosen):
        other.setFocus()
    assert field.text() == "cat"


def test_nothing_typed_and_the_same_token_tell_nobody(field: TokenSearch, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(field.refused):
        qtbot.keyClick(field, Key.Key_Delete)
        assert field.text() == ""
        assert field.offers == []
        qtbot.keyClick(field, Key.Key_Return)
        field.show_token("w" * 3000)
        assert len(field.text()) == 40
        qtbot.keyClick(field, Key.Key_Return)
        assert len(field.text()) == 40


def test_typing_goes_on_while_the_same_token_is_shown_again(
    field: TokenSearch, qtbot: QtBot
) -> None:
    qtbot.keyClicks(field, "ki")
    field.show_token("cat")
    assert field.text() == "ki"
    field.show_token("king")
    assert field.text() == "king"


def test_a_click_into_the_field_selects_all_of_it(field: TokenSearch, qtbot: QtBot) -> None:
    other_field(field).setFocus()
    assert not field.hasSelectedText()
    field.setFocus(Qt.FocusReason.MouseFocusReason)
    qtbot.mouseClick(field, Qt.MouseButton.LeftButton)
    assert field.selectedText() == "cat"
    qtbot.mouseClick(field, Qt.MouseButton.LeftButton)
    assert not field.hasSelectedText()


def test_very_much_pasted_text_is_cut(field: TokenSearch, qtbot: QtBot) -> None:
    field.insert("k" * 100_000)
    assert len(field.text()) <= 1000
