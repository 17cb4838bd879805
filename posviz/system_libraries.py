"""Which shared libraries of the system Qt needs and does not find, and how to get them.

Qt ends the whole program when it cannot load its platform plugin, and often names the wrong
library. This is asked before Qt is imported, so it knows no Qt. The set-up asks it too:
``python -m posviz.system_libraries [PLATFORM]`` prints the missing packages.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from platform import freedesktop_os_release, machine
from typing import NamedTuple


class SystemLibrary(NamedTuple):
    """A shared library, the package that holds it by distribution, and what Qt uses it for.

    ``platform`` is "any", or the Qt platform plugin that alone needs it.
    """

    platform: str
    soname: str
    debian: str
    fedora: str
    arch: str
    suse: str
    purpose: str


# All that PySide6 6.11 links, apart from glibc; a test compares it with the installed wheel.
# Names that changed are still answered by the new package: libglib2.0-0 (libglib2.0-0t64
# since Debian 13 and Ubuntu 24.04), zlib on Fedora (zlib-ng-compat).
_TABLE = """
any     libEGL.so.1             libegl1             libglvnd-egl        libglvnd            libglvnd            drawing with OpenGL
any     libGL.so.1              libgl1              libglvnd-glx        libglvnd            libglvnd            drawing with OpenGL
any     libX11.so.6             libx11-6            libX11              libx11              libX11-6            the X11 window system
any     libdbus-1.so.3          libdbus-1-3         dbus-libs           dbus                libdbus-1-3         talking to the desktop
any     libfontconfig.so.1      libfontconfig1      fontconfig          fontconfig          libfontconfig1      finding fonts
any     libfreetype.so.6        libfreetype6        freetype            freetype2           libfreetype6        drawing text
any     libgcc_s.so.1           libgcc-s1           libgcc              gcc-libs            libgcc_s1           running C++ programs
any     libglib-2.0.so.0        libglib2.0-0        glib2               glib2               libglib-2_0-0       waiting for events
any     libgthread-2.0.so.0     libglib2.0-0        glib2               glib2               libgthread-2_0-0    waiting for events
any     libstdc++.so.6          libstdc++6          libstdc++           gcc-libs            libstdc++6          running C++ programs
any     libxkbcommon.so.0       libxkbcommon0       libxkbcommon        libxkbcommon        libxkbcommon0       the keyboard
any     libz.so.1               zlib1g              zlib                zlib                libz1               unpacking data
any     libzstd.so.1            libzstd1            libzstd             zstd                libzstd1            unpacking data
wayland libwayland-client.so.0  libwayland-client0  libwayland-client   wayland             libwayland-client0  windows on Wayland
wayland libwayland-cursor.so.0  libwayland-cursor0  libwayland-cursor   wayland             libwayland-cursor0  the mouse pointer on Wayland
xcb     libICE.so.6             libice6             libICE              libice              libICE6             talking to the session
xcb     libSM.so.6              libsm6              libSM               libsm               libSM6              talking to the session
xcb     libX11-xcb.so.1         libx11-xcb1         libX11-xcb          libx11              libX11-xcb1         windows on X11
xcb     libxcb.so.1             libxcb1             libxcb              libxcb              libxcb1             windows on X11
xcb     libxcb-cursor.so.0      libxcb-cursor0      xcb-util-cursor     xcb-util-cursor     libxcb-cursor0      the mouse pointer on X11
xcb     libxcb-icccm.so.4       libxcb-icccm4       xcb-util-wm         xcb-util-wm         libxcb-icccm4       talking to the window manager
xcb     libxcb-image.so.0       libxcb-image0       xcb-util-image      xcb-util-image      libxcb-image0       pictures on X11
xcb     libxcb-keysyms.so.1     libxcb-keysyms1     xcb-util-keysyms    xcb-util-keysyms    libxcb-keysyms1     the keyboard on X11
xcb     libxcb-randr.so.0       libxcb-randr0       libxcb              libxcb              libxcb-randr0       the sizes of screens on X11
xcb     libxcb-render.so.0      libxcb-render0      libxcb              libxcb              libxcb-render0      pictures on X11
xcb     libxcb-render-util.so.0 libxcb-render-util0 xcb-util-renderutil xcb-util-renderutil libxcb-render-util0 pictures on X11
xcb     libxcb-shape.so.0       libxcb-shape0       libxcb              libxcb              libxcb-shape0       windows on X11
xcb     libxcb-shm.so.0         libxcb-shm0         libxcb              libxcb              libxcb-shm0         pictures on X11
xcb     libxcb-sync.so.1        libxcb-sync1        libxcb              libxcb              libxcb-sync1        windows on X11
xcb     libxcb-util.so.1        libxcb-util1        xcb-util            xcb-util            libxcb-util1        windows on X11
xcb     libxcb-xfixes.so.0      libxcb-xfixes0      libxcb              libxcb              libxcb-xfixes0      windows on X11
xcb     libxcb-xkb.so.1         libxcb-xkb1         libxcb              libxcb              libxcb-xkb1         the keyboard on X11
xcb     libxkbcommon-x11.so.0   libxkbcommon-x11-0  libxkbcommon-x11    libxkbcommon-x11    libxkbcommon-x11-0  the keyboard on X11
"""  # noqa: E501  a table is read by column
LIBRARIES = tuple(SystemLibrary(*row.split(maxsplit=6)) for row in _TABLE.strip().splitlines())

# The wheels for the two processors are not built alike.
_ONLY_ON = {
    "libICE.so.6": "aarch64",
    "libSM.so.6": "aarch64",
    "libgthread-2.0.so.0": "x86_64",
    "libxcb-util.so.1": "x86_64",
}

# family: (how its systems name themselves, what installs a package)
_FAMILIES = {
    "debian": (("debian", "ubuntu"), "apt install"),
    "fedora": (("fedora", "rhel", "centos"), "dnf install"),
    "arch": (("arch",), "pacman -S"),
    "suse": (("suse", "opensuse"), "zypper install"),
}


def _loads(soname: str) -> bool:
    """Whether the dynamic loader finds the library, as it will have to for Qt."""
    try:
        ctypes.CDLL(soname)
    except OSError:
        return False
    return True


def missing_libraries(platform: str, loads: Callable[[str], bool] = _loads) -> list[SystemLibrary]:
    """Libraries that Qt needs on a platform and that the system does not have.

    Parameters
    ----------
    platform
        Name of Qt's platform plugin: "xcb", "wayland", "offscreen"; of any other, what
        every plugin needs is looked for.
    loads
        Answers whether a library can be loaded.

    Returns
    -------
    list of SystemLibrary
        In the table's order; always empty on Windows and macOS, where Qt brings its own.
    """
    if sys.platform != "linux":
        return []
    processor = machine()
    return [
        library
        for library in LIBRARIES
        if library.platform in ("any", platform)
        and _ONLY_ON.get(library.soname, processor) == processor
        and not loads(library.soname)
    ]


def chosen_platform(environ: Mapping[str, str], loads: Callable[[str], bool] = _loads) -> str:
    """Name of the platform plugin that Qt will use; "offscreen" means that no display was found.

    ``QT_QPA_PLATFORM`` wins. Without it Qt tries Wayland, then X11, and takes the first that
    loads; where neither does, the first is named so that its libraries are asked for.
    """
    wish = environ.get("QT_QPA_PLATFORM")
    if wish:
        candidates = [plugin.partition(":")[0] for plugin in wish.split(";")]
    elif sys.platform != "linux":
        return "windows" if sys.platform == "win32" else "cocoa"
    else:
        candidates = ["wayland"] if environ.get("WAYLAND_DISPLAY") else []
        candidates += ["xcb"] if environ.get("DISPLAY") else []
    complete = [name for name in candidates if not missing_libraries(name, loads)]
    return (complete or candidates or ["offscreen"])[0]


def x_server_answers() -> bool:
    """Whether the X server that DISPLAY names takes a connection; Qt aborts where it does not."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return False
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(None, None)
    answers = not xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return answers


def _this_system() -> Mapping[str, str]:
    try:
        return freedesktop_os_release()
    except OSError:
        return {}


def _family(system: Mapping[str, str]) -> str | None:
    """Family of distributions, by the ID and ID_LIKE of an os-release file."""
    for name in (system.get("ID", ""), *system.get("ID_LIKE", "").split()):
        for family, (names, _command) in _FAMILIES.items():
            if name.partition("-")[0] in names:
                return family
    return None


def packages(
    missing: Iterable[SystemLibrary], system: Mapping[str, str] | None = None
) -> list[str]:
    """Name the packages that hold the libraries; none where the distribution is not known."""
    family = _family(_this_system() if system is None else system)
    if family is None:
        return []
    return list(dict.fromkeys(getattr(library, family) for library in missing))


def explain(missing: Sequence[SystemLibrary], system: Mapping[str, str] | None = None) -> str:
    """Say which libraries are missing, what each is for, and the command that installs them.

    Parameters
    ----------
    missing
        What `missing_libraries` found, at least one.
    system
        Fields of an os-release file; by default, this system's.
    """
    system = _this_system() if system is None else system
    width = max(len(library.soname) for library in missing)
    lines = ["Qt needs system libraries that are not installed:", ""]
    lines += [f"  {library.soname:{width}}  for {library.purpose}" for library in missing]
    lines.append("")
    if family := _family(system):
        command = f"{_FAMILIES[family][1]} {' '.join(packages(missing, system))}"
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        lines += ["Install them with", "", f"  {command if is_root else 'sudo ' + command}", ""]
        lines.append("and start posviz again.")
    else:
        lines.append("Install the packages that hold them, and start posviz again.")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Print the missing packages, and the whole explanation to standard error; 1 if any."""
    missing = missing_libraries(arguments[0] if arguments else chosen_platform(os.environ))
    if not missing:
        return 0
    sys.stdout.write(" ".join(packages(missing)) + "\n")
    sys.stderr.write(explain(missing) + "\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
