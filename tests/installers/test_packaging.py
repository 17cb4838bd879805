"""The modules that make the bundle: what they keep, gather and refuse."""

from __future__ import annotations

import struct
import subprocess
from importlib import metadata
from pathlib import Path

import pytest
from PySide6.QtGui import QImage, QImageReader

from posviz.paths import resource
from posviz.sandbox.modules import NUMPY, STANDARD
from tests.installers import LINUX_ONLY, ROOT, packaging

trimming = packaging("trimming")
licences = packaging("licences")
icons = packaging("icons")
linux_libraries = packaging("linux_libraries")

QT = "PySide6/Qt/plugins"


@pytest.mark.parametrize(
    "name",
    [
        f"{QT}/platforms/libqxcb.so",
        f"{QT}/platforms/libqwayland.so",
        f"{QT}/platforms/libqoffscreen.so",
        "PySide6\\plugins\\platforms\\qwindows.dll",
        f"{QT}/platforms/libqcocoa.dylib",
        f"{QT}/iconengines/libqsvgicon.so",
        f"{QT}/wayland-shell-integration/libxdg-shell.so",
        "PySide6\\plugins\\styles\\qmodernwindowsstyle.dll",
        "PySide6/Qt/lib/libQt6Core.so.6",
        "libxcb-cursor.so.0",
    ],
)
def test_what_the_window_needs_is_kept(name: str) -> None:
    assert trimming.keeps_library(name)


@pytest.mark.parametrize(
    "name",
    [
        f"{QT}/platforms/libqeglfs.so",
        f"{QT}/platforms/libqvnc.so",
        f"{QT}/platformthemes/libqgtk3.so",
        f"{QT}/tls/libqopensslbackend.so",
        f"{QT}/imageformats/libqpdf.so",
        "PySide6\\opengl32sw.dll",
        "PySide6\\Qt6Network.dll",
        "libstdc++.so.6",
    ],
)
def test_what_it_does_not_need_is_left_out(name: str) -> None:
    assert not trimming.keeps_library(name)


def test_texts_of_qt_are_kept_in_the_languages_that_there_are() -> None:
    name = "PySide6/Qt/translations/qtbase_{}.qm"
    assert trimming.keeps_data(name.format("de"), {"de"})
    assert not trimming.keeps_data(name.format("fr"), {"de"})
    assert trimming.keeps_data("resources/translations/fr.qm", set())
    assert not trimming.keeps_data("numpy/tests/data.npy", set())


def test_no_module_that_exercises_may_import_is_left_out() -> None:
    assert all(trimming.keeps_module(module) for module in (*STANDARD, *NUMPY))
    assert not trimming.keeps_module("numpy.distutils.core")
    assert not trimming.keeps_module("numpy.ma.tests.test_core")


# --- libraries of Linux -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program that links a plugin-like library, which links another; and one nobody links."""
    folder = tmp_path_factory.mktemp("libraries")

    def build(name: str, code: str, *more: str) -> None:
        source = folder / f"{name}.c"
        source.write_text(code)
        target = folder / f"lib{name}.so.1"
        subprocess.run(
            ["cc", "-shared", "-fPIC", "-o", target, source, f"-Wl,-soname,lib{name}.so.1", *more],
            check=True,
        )

    build("low", "int low(void) { return 1; }")
    high = "int low(void); int rand(void); int high(void) { return low() + rand(); }"
    build("high", high, str(folder / "liblow.so.1"))
    build("lonely", "int lonely(void) { return 3; }")
    (folder / "libhigh.so.1").rename(folder / "qxcb.so")
    return folder


@LINUX_ONLY
def test_libraries_that_nothing_links_are_left_out(libraries: Path) -> None:
    files = {
        f"{QT}/platforms/libqxcb.so": str(libraries / "qxcb.so"),
        "liblow.so.1": str(libraries / "liblow.so.1"),
        "liblonely.so.1": str(libraries / "liblonely.so.1"),
    }
    assert linux_libraries.used(files) == {f"{QT}/platforms/libqxcb.so", "liblow.so.1"}
    assert linux_libraries.missing(files) == []


@LINUX_ONLY
def test_a_library_that_is_missing_is_named_with_who_needs_it(libraries: Path) -> None:
    files = {f"{QT}/platforms/libqxcb.so": str(libraries / "qxcb.so")}
    assert linux_libraries.missing(files) == ["liblow.so.1 (for libqxcb.so)"]


@LINUX_ONLY
def test_a_library_for_newer_systems_is_named(
    libraries: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [str(libraries / "qxcb.so")]
    assert linux_libraries.too_new(paths) == []
    monkeypatch.setitem(linux_libraries.FLOOR, "GLIBC", (2, 1))
    assert linux_libraries.too_new(paths) == ["qxcb.so asks for GLIBC_2.2.5"]


def test_the_system_brings_its_drivers_and_nothing_else() -> None:
    brings = linux_libraries.from_the_host
    assert all(map(brings, ("libc.so.6", "libGL.so.1", "libxcb.so.1", "libwayland-client.so.0")))
    assert not any(map(brings, ("libxcb-cursor.so.0", "libglib-2.0.so.0", "libcap.so.2")))


# --- licences ---------------------------------------------------------------------------------


def test_every_package_that_ships_has_its_texts(tmp_path: Path) -> None:
    names = ["numpy", "pyqtgraph", "PySide6_Essentials", "shiboken6", "ziamath", "ziafont"]
    parts = licences.gather([*names, "latex2mathml"], [], tmp_path / "licences")
    rows = (tmp_path / "licences" / "packages.txt").read_text("utf-8").splitlines()
    assert rows[0].split() == ["package", "version", "licence"]
    listed = {row.split()[0]: row.split()[1] for row in rows[1:]}
    assert listed["numpy"] == metadata.version("numpy")
    for part in parts:
        texts = list((tmp_path / "licences" / part.name).iterdir())
        assert len(texts) == len(part.texts) >= 1
    for name, words in {
        "Python": "PYTHON SOFTWARE FOUNDATION LICENSE",
        "pyside6-essentials": "GNU LESSER GENERAL PUBLIC LICENSE",
        "ziamath": "SIL OPEN FONT LICENSE",
        "ziafont": "Bitstream Vera",
        "latex2mathml": "Ronie Martinez",
        "numpy": "NumPy Developers",
    }.items():
        folder = tmp_path / "licences" / name
        texts = [path.read_text("utf-8", "replace") for path in folder.iterdir()]
        assert any(words in text for text in texts), name


def test_a_package_without_a_text_stops_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    info = tmp_path / "packages" / "nameless-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: nameless\nVersion: 1.0\n")
    (info / "RECORD").write_text("nameless-1.0.dist-info/METADATA,,\n")
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    with pytest.raises(licences.LicenceMissing, match="nameless: its package has no licence text"):
        licences.gather(["numpy", "nameless"], [], tmp_path / "licences")
    assert not (tmp_path / "licences").exists()


def test_a_text_of_ours_that_is_gone_stops_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(licences, "_TEXTS", tmp_path)
    with pytest.raises(licences.LicenceMissing, match=r"LGPL-3\.0\.txt"):
        licences.package("shiboken6")


@LINUX_ONLY
def test_a_library_that_no_package_holds_stops_it(libraries: Path) -> None:
    with pytest.raises(licences.LicenceMissing, match=r"liblow\.so\.1"):
        licences.system_library(libraries / "liblow.so.1")


def test_the_notice_names_what_lies_in_the_packages() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    for name in ("PySide6", "numpy", "pyqtgraph", "ziamath", "ziafont", "latex2mathml", "STIX"):
        assert name in notice


# --- icons ------------------------------------------------------------------------------------


def test_the_icon_of_windows_has_every_size(tmp_path: Path) -> None:
    path = tmp_path / "posviz.ico"
    icons.write_ico(resource("icons/posviz.svg"), path)
    reader = QImageReader(str(path))
    sizes = []
    for index in range(reader.imageCount()):
        assert reader.jumpToImage(index)
        image = reader.read()
        assert not image.isNull(), reader.errorString()
        sizes.append(image.width())
    assert sorted(sizes) == [16, 24, 32, 48, 64, 128, 256]


def test_the_icon_of_macos_is_told_its_length(tmp_path: Path) -> None:
    path = tmp_path / "posviz.icns"
    icons.write_icns(resource("icons/posviz.svg"), path)
    data = path.read_bytes()
    assert struct.unpack_from(">4sI", data) == (b"icns", len(data))
    at, kinds = 8, {}
    while at < len(data):
        kind, length = struct.unpack_from(">4sI", data, at)
        kinds[kind] = QImage.fromData(data[at + 8 : at + length]).width()
        at += length
    assert kinds[b"ic08"] == 256
    assert kinds[b"ic10"] == 1024


def test_the_icon_is_drawn() -> None:
    image = QImage.fromData(icons.png(resource("icons/posviz.svg"), 64))
    assert image.pixelColor(0, 0).alpha() == 0
    assert image.pixelColor(32, 6).name() == "#151a22"  # the ground, as the SVG has it
