"""The system libraries Qt needs: the table against the installed Qt, and what a user is told."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from posviz import system_libraries
from posviz.system_libraries import (
    LIBRARIES,
    chosen_platform,
    explain,
    main,
    missing_libraries,
    packages,
    x_server_answers,
)
from tests import elf

DEBIAN = {"ID": "debian", "VERSION_ID": "12"}
UBUNTU = {"ID": "ubuntu", "ID_LIKE": "debian", "VERSION_ID": "24.04"}
MINT = {"ID": "linuxmint", "ID_LIKE": "ubuntu debian"}
FEDORA = {"ID": "fedora", "VERSION_ID": "42"}
ROCKY = {"ID": "rocky", "ID_LIKE": "rhel centos fedora"}
ARCH = {"ID": "arch"}
MANJARO = {"ID": "manjaro", "ID_LIKE": "arch"}
LEAP = {"ID": "opensuse-leap", "ID_LIKE": "suse opensuse"}
TUMBLEWEED = {"ID": "opensuse-tumbleweed", "ID_LIKE": "opensuse suse"}
UNKNOWN = {"ID": "slackware"}

GLIBC = ("ld-linux", "libc.so", "libdl.so", "libm.so", "libpthread.so")
MODULES = ("Core", "Gui", "Widgets", "Svg", "SvgWidgets", "PrintSupport", "OpenGLWidgets", "Test")


@pytest.fixture
def on_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr("os.geteuid", lambda: 1000, raising=False)


def nothing_loads(_soname: str) -> bool:
    return False


def everything_loads(_soname: str) -> bool:
    return True


def all_but(*sonames: str) -> Callable[[str], bool]:
    return lambda soname: soname not in sonames


def test_a_complete_system_misses_nothing(on_linux: None) -> None:
    for platform in ("xcb", "wayland", "offscreen"):
        assert missing_libraries(platform, everything_loads) == []


def test_only_what_the_platform_needs_is_asked_for(on_linux: None) -> None:
    asked = {
        platform: {library.soname for library in missing_libraries(platform, nothing_loads)}
        for platform in ("xcb", "wayland", "offscreen", "vnc")
    }
    assert "libxcb-cursor.so.0" in asked["xcb"] - asked["wayland"] - asked["offscreen"]
    assert "libwayland-client.so.0" in asked["wayland"] - asked["xcb"] - asked["offscreen"]
    assert asked["offscreen"] < asked["xcb"]
    assert asked["offscreen"] < asked["wayland"]
    assert asked["vnc"] == asked["offscreen"]


def test_each_processor_has_its_own_needs(on_linux: None, monkeypatch: pytest.MonkeyPatch) -> None:
    needs = {}
    for processor in ("x86_64", "aarch64"):
        monkeypatch.setattr(system_libraries, "machine", lambda name=processor: name)
        needs[processor] = {lib.soname for lib in missing_libraries("xcb", nothing_loads)}
    assert needs["x86_64"] - needs["aarch64"] == {"libxcb-util.so.1", "libgthread-2.0.so.0"}
    assert needs["aarch64"] - needs["x86_64"] == {"libSM.so.6", "libICE.so.6"}


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_other_systems_bring_their_own(monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert missing_libraries("xcb", nothing_loads) == []


def test_the_loader_itself_is_asked(on_linux: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(soname: str) -> None:
        if soname == "libEGL.so.1":
            raise OSError("libEGL.so.1: cannot open shared object file: No such file or directory")

    monkeypatch.setattr("ctypes.CDLL", load)
    assert [library.soname for library in missing_libraries("offscreen")] == ["libEGL.so.1"]


@pytest.mark.parametrize(
    ("environ", "platform"),
    [
        ({}, "offscreen"),
        ({"DISPLAY": "", "WAYLAND_DISPLAY": ""}, "offscreen"),
        ({"DISPLAY": ":0"}, "xcb"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "wayland"),
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, "wayland"),
        ({"QT_QPA_PLATFORM": "offscreen", "DISPLAY": ":0"}, "offscreen"),
        ({"QT_QPA_PLATFORM": "vnc:size=800x600"}, "vnc"),
        ({"QT_QPA_PLATFORM": "xcb;wayland"}, "xcb"),
        ({"QT_QPA_PLATFORM": ""}, "offscreen"),
    ],
)
def test_the_platform_is_the_one_qt_takes(
    on_linux: None, environ: dict[str, str], platform: str
) -> None:
    assert chosen_platform(environ, everything_loads) == platform


def test_a_platform_that_lacks_libraries_is_passed_over_as_qt_does(on_linux: None) -> None:
    both = {"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}
    assert chosen_platform(both, all_but("libwayland-cursor.so.0")) == "xcb"
    assert chosen_platform(both, all_but("libxcb-cursor.so.0")) == "wayland"
    assert chosen_platform(both, nothing_loads) == "wayland"


@pytest.mark.parametrize(("system", "platform"), [("win32", "windows"), ("darwin", "cocoa")])
def test_other_systems_always_have_a_display(
    monkeypatch: pytest.MonkeyPatch, system: str, platform: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert chosen_platform({}) == platform
    assert chosen_platform({"QT_QPA_PLATFORM": "offscreen"}) == "offscreen"


@pytest.mark.parametrize(
    ("system", "command"),
    [
        (DEBIAN, "sudo apt install libegl1 libxcb-cursor0 libxcb-icccm4"),
        (UBUNTU, "sudo apt install libegl1 libxcb-cursor0 libxcb-icccm4"),
        (MINT, "sudo apt install libegl1 libxcb-cursor0 libxcb-icccm4"),
        (FEDORA, "sudo dnf install libglvnd-egl xcb-util-cursor xcb-util-wm"),
        (ROCKY, "sudo dnf install libglvnd-egl xcb-util-cursor xcb-util-wm"),
        (ARCH, "sudo pacman -S libglvnd xcb-util-cursor xcb-util-wm"),
        (MANJARO, "sudo pacman -S libglvnd xcb-util-cursor xcb-util-wm"),
        (LEAP, "sudo zypper install libglvnd libxcb-cursor0 libxcb-icccm4"),
        (TUMBLEWEED, "sudo zypper install libglvnd libxcb-cursor0 libxcb-icccm4"),
    ],
)
def test_the_command_is_the_distributions_own(
    on_linux: None, system: dict[str, str], command: str
) -> None:
    missing = missing_libraries(
        "xcb", all_but("libEGL.so.1", "libxcb-cursor.so.0", "libxcb-icccm.so.4")
    )
    assert command in [line.strip() for line in explain(missing, system).splitlines()]


def test_each_library_is_named_with_its_purpose(on_linux: None) -> None:
    missing = missing_libraries("xcb", all_but("libGL.so.1", "libxcb-cursor.so.0"))
    text = explain(missing, DEBIAN)
    assert "libGL.so.1          for drawing with OpenGL\n" in text
    assert "libxcb-cursor.so.0  for the mouse pointer on X11\n" in text


def test_root_needs_no_sudo(on_linux: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0, raising=False)
    text = explain(missing_libraries("xcb", all_but("libxcb-cursor.so.0")), DEBIAN)
    assert "  apt install libxcb-cursor0\n" in text
    assert "sudo" not in text


def test_an_unknown_distribution_is_given_the_names_alone(on_linux: None) -> None:
    missing = missing_libraries("xcb", all_but("libxcb-cursor.so.0"))
    text = explain(missing, UNKNOWN)
    assert "libxcb-cursor.so.0" in text
    assert "install libxcb" not in text
    assert packages(missing, UNKNOWN) == []


def test_a_package_is_named_once() -> None:
    names = packages(LIBRARIES, ARCH)
    assert "libxcb" in names
    assert len(names) == len(set(names))


def test_a_system_without_os_release_is_unknown(
    on_linux: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent() -> dict[str, str]:
        raise OSError("Unable to read files /etc/os-release, /usr/lib/os-release")

    monkeypatch.setattr(system_libraries, "freedesktop_os_release", absent)
    assert packages(LIBRARIES) == []
    assert "libEGL.so.1" in explain(LIBRARIES)


def test_the_set_up_reads_packages_and_a_person_the_reason(
    on_linux: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def load(soname: str) -> None:
        if soname == "libxcb-cursor.so.0":
            raise OSError(soname)

    monkeypatch.setattr("ctypes.CDLL", load)
    monkeypatch.setattr(system_libraries, "freedesktop_os_release", lambda: DEBIAN)
    assert main(["offscreen"]) == 0
    assert capsys.readouterr() == ("", "")
    assert main(["xcb"]) == 1
    out, err = capsys.readouterr()
    assert out == "libxcb-cursor0\n"
    assert "sudo apt install libxcb-cursor0" in err


def test_the_table_is_what_the_installed_qt_links() -> None:
    spec = find_spec("PySide6")
    assert spec is not None
    assert spec.origin is not None
    pyside = Path(spec.origin).parent
    shiboken = pyside.parent / "shiboken6"
    own = {file.name: file for top in (pyside, shiboken) for file in top.rglob("*.so*")}
    plugins = {name: own.get(f"libq{name}.so") for name in ("offscreen", "wayland", "xcb")}
    modules = [own[f"Qt{name}.abi3.so"] for name in MODULES if f"Qt{name}.abi3.so" in own]
    always = elf.foreign(modules, own)
    for platform, plugin in plugins.items():
        linked = always | (elf.foreign([plugin], own) if plugin else set())
        # Only the Linux wheel has ELF files; elsewhere nothing must be looked for.
        expected = {library.soname for library in missing_libraries(platform, nothing_loads)}
        assert {name for name in linked if not name.startswith(GLIBC)} == expected


def test_a_display_that_is_set_but_dead_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":4321")
    assert not x_server_answers()
