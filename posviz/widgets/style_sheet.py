"""The style sheet of Qt's own widgets, made from a look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posviz.paths import resource

if TYPE_CHECKING:
    from posviz.widgets.theme import Look

CHAPTER_PADDING, BRIEF_PADDING = 12, 6
"""At both sides of a chapter's name, and of a number that stands alone."""


def style_sheet(look: Look, text_family: str, mono_family: str) -> str:
    """Style sheet of the whole application."""

    def px(size: float) -> str:
        return f"{round(look.px(size))}px"

    c = look
    icons = resource("icons").as_posix()
    arrow = f"{icons}/chevron-down-{look.name}.svg"
    return f"""
* {{ font-family: "{text_family}"; font-size: {px(14)}; }}
QMainWindow, QDialog, QWidget#window {{ background: {c.window}; }}
QMenuBar {{ background: {c.window}; padding: {px(2)} {px(8)}; color: {c.muted}; }}
QMenuBar::item {{ padding: {px(5)} {px(9)}; border-radius: {px(5)}; background: transparent; }}
QMenuBar::item:selected {{ background: {c.raised}; color: {c.text}; }}
QMenu {{ background: {c.raised}; border: 1px solid {c.line}; padding: {px(5)}; }}
QMenu::item {{ padding: {px(6)} {px(26)} {px(6)} {px(22)}; border-radius: {px(4)};
  color: {c.text}; }}
QMenu::item:selected {{ background: {c.line}; }}
QMenu::item:disabled {{ color: {c.faint}; }}
QMenu::separator {{ height: 1px; background: {c.line}; margin: {px(5)} {px(8)}; }}
QMenu::indicator {{ width: {px(14)}; height: {px(14)}; left: {px(5)}; }}
QToolTip {{ background: {c.raised}; color: {c.text}; border: 1px solid {c.line};
  padding: {px(5)} {px(7)}; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QStatusBar {{ background: {c.window}; color: {c.muted}; border-top: 1px solid {c.line}; }}
QStatusBar::item {{ border: none; }}
QStatusBar QLabel {{ color: {c.muted}; font-size: {px(12.5)}; padding: {px(4)} {px(8)}; }}
QStatusBar QLabel#mono {{ font-family: "{mono_family}"; }}
QMainWindow::separator {{ background: {c.line}; width: 1px; height: 1px; }}
QMainWindow::separator:hover {{ background: {c.accent}; }}
QDockWidget {{ border: 1px solid {c.faint}; }}
QWidget#dockTitle {{ background: {c.panel}; }}
QLabel#dockTitle {{ color: {c.muted}; font-size: {px(12)}; font-weight: 600; }}
QWidget#panel, QScrollArea#panelScroll, QWidget#figure {{ background: {c.panel}; border: none; }}
QLabel {{ background: transparent; color: {c.text}; }}
QLabel#muted {{ color: {c.muted}; }}
QLabel#caption {{ color: {c.muted}; font-size: {px(12)}; }}
QLabel#heading {{ font-size: {px(17)}; font-weight: 600; }}
QLabel#talkTime {{ font-size: {px(26)}; font-weight: 600; }}
QLabel#slideTitle {{ font-size: {px(25)}; font-weight: 700; }}
QLabel#warning {{ color: {c.warning}; }}
QLabel#brand {{ font-weight: 700; padding: 0 {px(4)} 0 {px(16)}; }}
QWidget#bar {{ background: {c.window}; border-bottom: 1px solid {c.line}; }}
QWidget#chapters {{ background: {c.panel}; border-top: 1px solid {c.line};
  border-bottom: 1px solid {c.line}; }}
QPushButton, QToolButton {{ background: {c.raised}; color: {c.text}; border: 1px solid {c.line};
  border-radius: {px(6)}; padding: 0 {px(12)}; min-height: {px(28)}; }}
QToolButton {{ padding: 0 {px(8)}; }}
QPushButton:hover, QToolButton:hover {{ border-color: {c.faint}; }}
QPushButton:pressed, QToolButton:pressed {{ background: {c.line}; }}
QPushButton:focus, QToolButton:focus, QComboBox:focus, QLineEdit:focus, QSpinBox:focus,
QDoubleSpinBox:focus, QPlainTextEdit:focus {{ border: 1px solid {c.accent}; }}
QPushButton:disabled, QToolButton:disabled {{ color: {c.faint}; }}
QPushButton:checked, QToolButton:checked {{ border-color: {c.accent}; color: {c.accent}; }}
QPushButton#primary {{ background: {c.accent}; color: {c.on_accent}; border-color: {c.accent};
  font-weight: 600; }}
QPushButton#primary:disabled {{ background: {c.raised}; color: {c.faint}; border-color: {c.line}; }}
QPushButton#primary:focus {{ border: 2px solid {c.text}; }}
QToolButton#quiet, QPushButton#quiet {{ background: transparent; border: 1px solid transparent;
  color: {c.muted}; padding: 0 {px(6)}; min-height: {px(22)}; }}
QToolButton#quiet:hover {{ background: {c.raised}; color: {c.text}; }}
QToolButton#quiet:focus {{ border: 1px solid {c.accent}; }}
QToolButton::menu-indicator {{ image: none; width: 0; }}
QToolButton#chapter {{ background: transparent; border: none; border-radius: 0;
  border-bottom: 2px solid transparent; color: {c.muted}; padding: 0 {px(CHAPTER_PADDING)};
  min-height: {px(42)}; font-weight: 500; }}
QToolButton#chapter[brief="true"] {{ padding: 0 {px(BRIEF_PADDING)}; }}
QToolButton#chapter:hover {{ color: {c.text}; }}
QToolButton#chapter:focus {{ color: {c.text}; border-bottom: 2px solid {c.faint}; }}
QToolButton#chapter:checked {{ color: {c.text}; border-bottom: 2px solid {c.accent};
  font-weight: 600; }}
QComboBox, QSpinBox, QDoubleSpinBox, QLineEdit {{ background: {c.raised}; color: {c.text};
  border: 1px solid {c.line}; border-radius: {px(6)}; padding: 0 {px(9)};
  min-height: {px(28)}; selection-background-color: {c.accent};
  selection-color: {c.on_accent}; }}
QSpinBox, QDoubleSpinBox {{ font-family: "{mono_family}"; padding: 0 {px(6)}; }}
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button,
QDoubleSpinBox::down-button {{ width: 0; border: none; }}
QComboBox::drop-down {{ border: none; width: {px(22)}; }}
QComboBox::down-arrow {{ image: url("{arrow}"); width: {px(10)}; height: {px(10)}; }}
QComboBox QAbstractItemView, QListView#offers {{ background: {c.raised}; color: {c.text};
  border: 1px solid {c.line}; selection-background-color: {c.line};
  selection-color: {c.text}; outline: none; padding: {px(4)}; }}
QListView#offers {{ padding: 0; }}
QListView#offers::item {{ padding: {px(4)} {px(7)}; }}
QPlainTextEdit, QTextBrowser, QTextEdit {{ background: {c.raised}; color: {c.text};
  border: 1px solid {c.line}; border-radius: {px(6)}; padding: {px(6)};
  selection-background-color: {c.accent}; selection-color: {c.on_accent}; }}
QPlainTextEdit#code, QPlainTextEdit#output {{ font-family: "{mono_family}";
  background: {c.panel}; padding: 0; }}
QPlainTextEdit#code {{ font-size: {px(14)}; }}
QPlainTextEdit#output {{ font-size: {px(13)}; border-color: transparent; }}
QPlainTextEdit#code:focus, QPlainTextEdit#output:focus {{ border: 1px solid {c.accent}; }}
QScrollArea#reading {{ background: transparent; border: 1px solid transparent; }}
QScrollArea#reading:focus {{ border: 1px solid {c.accent}; }}
QSplitter::handle {{ background: transparent; }}
QSplitter::handle:hover {{ background: {c.line}; }}
QTextBrowser#lesson {{ background: {c.panel}; border: none; padding: 0; }}
QCheckBox, QRadioButton {{ color: {c.text}; spacing: {px(7)}; background: transparent; }}
QCheckBox::indicator {{ width: {px(16)}; height: {px(16)}; border: 1px solid {c.faint};
  border-radius: {px(4)}; background: {c.raised}; }}
QCheckBox::indicator:checked {{ background: {c.accent}; border-color: {c.accent};
  image: url("{icons}/check-{look.name}.svg"); }}
QCheckBox:focus {{ color: {c.accent}; }}
QSlider {{ min-height: {px(22)}; background: transparent; }}
QSlider::groove:horizontal {{ height: {px(4)}; border-radius: {px(2)}; background: {c.line}; }}
QSlider::sub-page:horizontal {{ background: {c.faint}; border-radius: {px(2)}; }}
QSlider::handle:horizontal {{ width: {px(14)}; height: {px(14)}; margin: -{px(5)} 0;
  border-radius: {px(7)}; background: {c.text}; }}
QSlider::handle:horizontal:focus {{ background: {c.accent}; }}
QProgressBar {{ background: {c.line}; border: none; border-radius: {px(2)};
  min-height: {px(4)}; max-height: {px(4)}; }}
QProgressBar::chunk {{ background: {c.muted}; border-radius: {px(2)}; }}
QTreeView {{ background: {c.raised}; color: {c.text}; border: 1px solid {c.line};
  border-radius: {px(6)}; padding: {px(4)}; outline: none;
  selection-background-color: {c.line}; selection-color: {c.text}; }}
QTreeView:focus {{ border: 1px solid {c.faint}; }}
QTreeView::item {{ padding: {px(5)} {px(8)}; border: none; }}
QTreeView::item:selected {{ background: {c.line}; color: {c.text}; }}
QTreeView::item:selected:first {{ border-left: 2px solid {c.accent}; }}
QHeaderView {{ background: transparent; border: none; }}
QHeaderView::section {{ background: transparent; color: {c.muted}; border: none;
  font-size: {px(12)}; padding: {px(3)} {px(8)}; }}
QScrollBar:vertical {{ background: transparent; width: {px(10)}; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: {px(10)}; margin: 0; }}
QScrollBar::handle {{ background: {c.line}; border-radius: {px(4)}; margin: {px(1)}; }}
QScrollBar::handle:vertical {{ min-height: {px(30)}; }}
QScrollBar::handle:horizontal {{ min-width: {px(30)}; }}
QScrollBar::handle:hover {{ background: {c.faint}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QTabBar::tab {{ background: {c.panel}; color: {c.muted}; padding: {px(6)} {px(14)};
  border: none; border-bottom: 2px solid transparent; }}
QTabBar::tab:selected {{ color: {c.text}; border-bottom: 2px solid {c.accent}; }}
"""
