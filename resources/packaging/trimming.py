"""What of all that PyInstaller collects goes into the bundle; used by `posviz.spec`."""

from __future__ import annotations

import re
from pathlib import PurePath

EXCLUDED = (
    # Other toolkits, and what numpy and pyqtgraph would use if it were there.
    *("tkinter", "_tkinter", "IPython", "matplotlib", "scipy", "OpenGL", "PIL", "h5py", "cupy"),
    *("numba", "colorcet", "pytest", "setuptools", "pip", "pkg_resources", "pyqtgraph.opengl"),
    *("pyqtgraph.examples", "pyqtgraph.flowchart", "pyqtgraph.canvas", "pyqtgraph.jupyter"),
    *("pyqtgraph.console", "pyqtgraph.dockarea", "numpy.distutils"),
    "numpy._pyinstaller",
    # What a program without a network does not need. ssl and _hashlib bring OpenSSL; without
    # them hashlib has Python's own functions.
    *("ssl", "_ssl", "_hashlib", "sqlite3", "curses", "readline", "xmlrpc", "wsgiref", "turtle"),
    *("idlelib", "ensurepip", "lib2to3", "distutils", "venv", "test", "_pyrepl", "pydoc_data"),
    # Qt that nobody here uses. QtTest stays out although pyqtgraph asks for it: it can do without.
    *("PySide6.QtTest", "PySide6.QtNetwork", "PySide6.QtDBus", "PySide6.QtQml", "PySide6.QtQuick"),
    *("PySide6.QtQuickWidgets", "PySide6.QtSql", "PySide6.QtDesigner", "PySide6.QtHelp"),
    *("PySide6.QtUiTools", "PySide6.QtXml", "PySide6.QtConcurrent", "PySide6.QtPrintSupport"),
    "PySide6.scripts",
)
"""Modules that are left out. Taking out QtOpenGL would break pyqtgraph, which loads it by name."""

HIDDEN = ("PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets", "PySide6.QtSvg")
"""Modules that are imported by name, which PyInstaller cannot see."""

_PLUGINS = {
    # offscreen is there for machines without a screen: pictures and the self-test.
    "platforms": r"q(xcb|wayland|offscreen|minimal|windows|cocoa)\b",
    "wayland-shell-integration": r"xdg-shell",
    "wayland-decoration-client": r".",
    "wayland-graphics-integration-client": r"wayland-egl",
    "platformthemes": r"xdgdesktopportal",  # the GTK one would bring 20 MB of GTK
    "platforminputcontexts": r"(compose|ibus)",
    "imageformats": r"q(svg|ico|icns|jpeg|gif)\b",
    "iconengines": r".",
    "styles": r".",
}
_PLUGIN = re.compile(r"/plugins/([^/]+)/([^/]+)$")
_FROM_THE_SYSTEM = {
    # Linux: the system's are as new or newer, its graphics drivers need them, and ours would
    # ask for a newer glibc.
    *("libstdc++.so.6", "libgcc_s.so.1", "libexpat.so.1"),
    # Windows: OpenGL in software, 20 MB, and a network that nobody uses.
    *("opengl32sw.dll", "qt6network.dll"),
}
_TOO_MUCH = (".pyi", ".h", ".ui", ".rst", ".pxd", ".c", ".typed", ".a", ".lib")
_NOT_READ = ("/tests/", "pyqtgraph/icons/peegee/")


def is_plugin(name: str) -> bool:
    """Whether a file is a plugin of Qt's."""
    return _PLUGIN.search(_plain(name)) is not None


def keeps_library(name: str) -> bool:
    """Whether a library, plugin or extension module goes into the bundle."""
    if plugin := _PLUGIN.search(_plain(name)):
        kind, file = plugin.groups()
        return re.search(_PLUGINS.get(kind, r"(?!)"), file.removeprefix("lib")) is not None
    return base(name).lower() not in _FROM_THE_SYSTEM


def keeps_data(name: str, languages: set[str]) -> bool:
    """Whether a file of data goes into the bundle.

    Parameters
    ----------
    name
        Its place in the bundle.
    languages
        Codes of those whose texts for Qt's own dialogs are needed.
    """
    plain = _plain(name)
    if plain.startswith("PySide6/") and "/translations/" in plain:
        return base(plain) in {f"qtbase_{code}.qm" for code in languages}
    return not plain.endswith(_TOO_MUCH) and not any(part in plain for part in _NOT_READ)


def keeps_module(name: str) -> bool:
    """Whether a module of Python goes into the bundle."""
    parts = name.split(".")
    out = any(name == excluded or name.startswith(f"{excluded}.") for excluded in EXCLUDED)
    return not out and not {"tests", "conftest"} & set(parts)


def base(name: str) -> str:
    """Last part of a name, with the separator of any system."""
    return PurePath(_plain(name)).name


def _plain(name: str) -> str:
    return name.replace("\\", "/")
