"""What a bundle for Linux links: what is missing, what nobody needs, and how old a system may be.

PyInstaller only warns of a library that is missing on the machine that builds, and the program
then cannot start anywhere. Needs objdump, as PyInstaller does.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from trimming import base, is_plugin

FLOOR = {"GLIBC": (2, 35), "GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13)}
"""Newest versions of symbols that may be asked for: those of Ubuntu 22.04."""

_HOST = re.compile(
    r"(ld-linux.*|lib(c|m|dl|rt|pthread|util|resolv|stdc\+\+|gcc_s|expat|GL|EGL|GLX|OpenGL"
    r"|xcb|drm|gbm|wayland-(client|cursor|egl)))\.so(\.\d+)*"
)
"""Libraries that the package asks the system for."""


@dataclass(frozen=True)
class Links:
    """What a file in the ELF format asks the loader for: libraries, and versions of symbols."""

    needed: tuple[str, ...]
    versions: tuple[tuple[str, tuple[int, ...]], ...]


@cache
def links_of(path: str) -> Links:
    """Read what a library or program links."""
    told = subprocess.run(
        ["objdump", "-p", path], capture_output=True, text=True, check=True
    ).stdout
    versions = re.findall(r"^\s+0x\w+ \S+ \S+ (GLIBC|GLIBCXX|CXXABI)_([\d.]+)$", told, re.MULTILINE)
    return Links(
        tuple(re.findall(r"^\s+NEEDED\s+(\S+)", told, re.MULTILINE)),
        tuple((name, tuple(map(int, number.split(".")))) for name, number in versions),
    )


def from_the_host(soname: str) -> bool:
    """Whether the system has to bring a library."""
    return _HOST.fullmatch(soname) is not None


def used(files: Mapping[str, str]) -> set[str]:
    """Return the places of those files that are loaded by name, and of all they link.

    Parameters
    ----------
    files
        Where each file lies by its place in the bundle.
    """
    by_soname: dict[str, list[str]] = {}
    for place in files:
        by_soname.setdefault(base(place), []).append(place)
    waiting = [place for place in files if _is_loaded_by_name(place)]
    found: set[str] = set()
    while waiting:
        place = waiting.pop()
        if place not in found:
            found.add(place)
            for soname in links_of(files[place]).needed:
                waiting += by_soname.get(soname, [])
    return found


def _is_loaded_by_name(place: str) -> bool:
    name = base(place)
    return is_plugin(place) or not re.match(r"lib(?!python|pyside|shiboken)", name)


def missing(files: Mapping[str, str]) -> list[str]:
    """Return libraries that neither the bundle nor the system has, with who needs them."""
    there = {base(place) for place in files}
    return sorted(
        {
            f"{soname} (for {base(place)})"
            for place, path in files.items()
            for soname in links_of(path).needed
            if soname not in there and not from_the_host(soname)
        }
    )


def too_new(paths: Iterable[str]) -> list[str]:
    """Return files that ask for a newer system than is promised, each with what it asks for."""
    return sorted(
        {
            f"{base(path)} asks for {name}_{'.'.join(map(str, version))}"
            for path in paths
            for name, version in links_of(path).versions
            if version > FLOOR[name]
        }
    )
