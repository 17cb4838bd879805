"""Qt's translations, and how they reach the modules that do not know Qt."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from posviz import language
from posviz.paths import resource

CONTEXT = "posviz"
"""The context of every text in a catalogue: one text means one thing all over the program."""


class Catalogue(QTranslator):
    """Finds a text whatever class asks for it, so that a text is translated once.

    Parameters
    ----------
    texts : QTranslator
        The file of a language, or what stands for one.
    """

    def __init__(self, texts: QTranslator) -> None:
        super().__init__()
        self._texts = texts

    def isEmpty(self) -> bool:
        return False

    def translate(
        self, context: str, sourceText: str, disambiguation: str | None = None, n: int = -1
    ) -> str | None:
        """Return the translation; None where there is none, so that the text stays."""
        return self._texts.translate(CONTEXT, sourceText, disambiguation, n)


def install(app: QApplication, code: str) -> None:
    """Show the program in a language, Qt's own dialogs included.

    Parameters
    ----------
    app
        The application; what it shows already is not changed.
    code
        One of :func:`posviz.language.languages`.
    """
    translators = [_qt_texts(QLocale(code))]
    if code != language.BRITISH:
        translators.append(Catalogue(_own_texts(code)))
    install_translators(app, code, translators)


def install_translators(app: QApplication, code: str, translators: Sequence[QTranslator]) -> None:
    """Show the program in the language of translators; those of before are removed.

    Parameters
    ----------
    app
        The application.
    code
        The language, as Qt's locales are called.
    translators
        The last one is asked first; kept by the application.
    """
    for old in app.findChildren(QTranslator):
        app.removeTranslator(old)
        old.setParent(None)
    for translator in translators:
        translator.setParent(app)
        app.installTranslator(translator)
    locale = QLocale(code)
    QLocale.setDefault(locale)
    app.setLayoutDirection(locale.textDirection())
    own = any(isinstance(translator, Catalogue) for translator in translators)
    language.use(code, _translated if own else None, locale.decimalPoint())


def _translated(text: str, n: int) -> str:
    return QCoreApplication.translate(CONTEXT, text, None, n)


def _own_texts(code: str) -> QTranslator:
    translator = QTranslator()
    translator.load(str(resource("translations") / f"{code}.qm"))
    return translator


def _qt_texts(locale: QLocale) -> QTranslator:
    translator = QTranslator()
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    translator.load(locale, "qtbase", "_", folder)
    return translator
