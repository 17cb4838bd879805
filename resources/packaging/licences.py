"""Gathers the licence of everything in a bundle, and fails where one is not to be found."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_TEXTS = ROOT / "resources" / "licences"

# Packages without a text of their own, and what else lies in packages.
_OURS = {
    "pyside6-essentials": ("LGPL-3.0.txt", "GPL-3.0.txt"),
    "shiboken6": ("LGPL-3.0.txt", "GPL-3.0.txt"),
    "latex2mathml": ("latex2mathml-MIT.txt",),
    "ziamath": ("STIXTwoMath-OFL.txt",),
    "ziafont": ("DejaVuSans-Bitstream-Vera.txt",),
}
_WITHOUT = ("pyside6-essentials", "shiboken6", "latex2mathml")
_MARKS = ("licen", "copying", "notice", "authors")


class LicenceMissing(Exception):
    """A part of the bundle has no licence text."""


@dataclass(frozen=True)
class Part:
    """Something in the bundle.

    Attributes
    ----------
    name, version
        What it is.
    licence
        A name of its licence, or where it stands.
    texts
        Its licence texts.
    """

    name: str
    version: str
    licence: str
    texts: tuple[Path, ...]


def python() -> Part:
    """Return Python itself.

    Raises
    ------
    LicenceMissing
        If its licence does not lie where Pythons have it.
    """
    places = (
        Path(sysconfig.get_path("stdlib")) / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE",
        Path(f"/usr/share/doc/python3.{sys.version_info.minor}/copyright"),
    )
    text = next((place for place in places if place.is_file()), None)
    if text is None:
        raise LicenceMissing(f"Python: none of {', '.join(map(str, places))} is there")
    return Part("Python", sys.version.split()[0], "PSF-2.0", (text,))


def package(name: str) -> Part:
    """Return a Python package with the texts that it brings and those that we keep for it.

    Raises
    ------
    LicenceMissing
        If there is none.
    """
    found = metadata.distribution(name)
    name = found.metadata["Name"].lower().replace("_", "-")
    own = tuple(
        Path(str(file.locate()))
        for file in found.files or ()
        if any(mark in str(file).lower() for mark in _MARKS) and file.suffix not in (".py", ".pyc")
    )
    if not own and name not in _WITHOUT:
        raise LicenceMissing(f"{name}: its package has no licence text")
    ours = tuple(_TEXTS / text for text in _OURS.get(name, ()))
    if gone := [text.name for text in (*own, *ours) if not text.is_file()]:
        raise LicenceMissing(f"{name}: {', '.join(gone)} is not there")
    licence = found.metadata.get("License-Expression") or found.metadata.get("License") or ""
    known = {"pyside6-essentials": "LGPL-3.0-only", "shiboken6": "LGPL-3.0-only"}
    short = known.get(name) or (licence if licence and "\n" not in licence.strip() else "see text")
    return Part(name, found.version, short.strip(), own + ours)


def system_library(path: Path) -> Part:
    """Return the package of the system that a library was taken from.

    Raises
    ------
    LicenceMissing
        If no package of this system holds it, or the package has no text.
    """
    # /lib is /usr/lib, and the list of files knows either name.
    real = path.resolve()
    names = {str(path), str(real), str(real).removeprefix("/usr"), str(path).removeprefix("/usr")}
    for name in sorted(names):
        told = subprocess.run(["dpkg", "-S", name], capture_output=True, text=True, check=False)
        if told.returncode == 0:
            break
    else:
        raise LicenceMissing(f"{path.name}: no package of this system holds it")
    owner = told.stdout.partition(":")[0]
    version = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}\n", owner],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()[0]
    text = Path("/usr/share/doc") / owner / "copyright"
    if not text.is_file():
        raise LicenceMissing(f"{path.name}: {text} is not there")
    return Part(owner, version, "see text", (text,))


def gather(packages: Iterable[str], libraries: Iterable[Path], target: Path) -> list[Part]:
    """Write the texts of all into a folder, with a list ``packages.txt``.

    Parameters
    ----------
    packages
        Names of the Python packages in the bundle.
    libraries
        Libraries in it that are the system's.
    target
        The folder, made anew.

    Raises
    ------
    LicenceMissing
        If a text is missing; all that are, are named.
    """
    parts: dict[str, Part] = {}
    problems = []
    asked = [(python, ())]
    asked += [(package, (name,)) for name in sorted(set(packages))]
    asked += [(system_library, (path,)) for path in sorted(set(libraries))]
    for find, arguments in asked:
        try:
            part = find(*arguments)
        except (LicenceMissing, metadata.PackageNotFoundError) as error:
            problems.append(str(error))
        else:
            parts[part.name] = part
    if problems:
        raise LicenceMissing("; ".join(problems))
    shutil.rmtree(target, ignore_errors=True)
    lines = [f"{'package':<24}{'version':<24}licence"]
    for part in parts.values():
        folder = target / part.name
        folder.mkdir(parents=True)
        for number, text in enumerate(part.texts):
            # An ending tells programs that show texts what it is.
            name = text.name if text.suffix else f"{text.name}.txt"
            # Some packages have several of one name, one a folder.
            shutil.copyfile(
                text, folder / (f"{number}-{name}" if (folder / name).exists() else name)
            )
        lines.append(f"{part.name:<24}{part.version:<24}{part.licence}")
    (target / "packages.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return list(parts.values())
