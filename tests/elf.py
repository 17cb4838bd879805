"""What a shared library links: just enough of the ELF format to read its DT_NEEDED entries."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from pathlib import Path

_PT_LOAD, _PT_DYNAMIC = 1, 2
_DT_NEEDED, _DT_STRTAB = 1, 5


def needed(file: Path) -> list[str]:
    """Sonames that a 64-bit little-endian ELF file asks the loader for."""
    data = file.read_bytes()
    assert data[:6] == b"\x7fELF\x02\x01", f"{file} is no 64-bit little-endian ELF file"
    (table,) = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    # (type, flags, offset in the file, address, physical address, size in the file)
    segments = [struct.unpack_from("<IIQQQQ", data, table + size * i) for i in range(count)]
    (dynamic,) = (segment for segment in segments if segment[0] == _PT_DYNAMIC)
    entries = list(struct.iter_unpack("<qQ", data[dynamic[2] : dynamic[2] + dynamic[5] // 16 * 16]))
    address = next(value for tag, value in entries if tag == _DT_STRTAB)
    strings = next(
        address - segment[3] + segment[2]
        for segment in segments
        if segment[0] == _PT_LOAD and segment[3] <= address < segment[3] + segment[5]
    )
    starts = [strings + value for tag, value in entries if tag == _DT_NEEDED]
    return [data[start : data.index(b"\0", start)].decode() for start in starts]


def foreign(files: Iterable[Path], own: dict[str, Path]) -> set[str]:
    """Sonames outside `own` that the files need, directly or through libraries in `own`."""
    seen: set[Path] = set()
    found: set[str] = set()
    waiting = list(files)
    while waiting:
        file = waiting.pop()
        if file in seen:
            continue
        seen.add(file)
        for name in needed(file):
            if name in own:
                waiting.append(own[name])
            else:
                found.add(name)
    return found
