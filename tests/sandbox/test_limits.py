"""Structures of other systems have the sizes that those systems expect."""

from __future__ import annotations

import ctypes
import os

import pytest

from posviz.sandbox import limits


@pytest.mark.skipif(ctypes.sizeof(ctypes.c_void_p) != 8, reason="sizes of 64-bit systems")
@pytest.mark.parametrize(
    ("structure", "size"),
    [(limits._Basic, 64), (limits._Extended, 144), (limits._Usage, 96)],
)
def test_structures_are_as_large_as_in_the_headers(
    structure: type[ctypes.Structure], size: int
) -> None:
    """Of winnt.h, and of sys/resource.h on macOS."""
    assert ctypes.sizeof(structure) == size


@pytest.mark.skipif(os.name == "nt", reason="there are jobs on Windows")
def test_jobs_are_for_windows_alone() -> None:
    with pytest.raises(OSError, match="no job object"):
        limits._job(0, memory=0, processes=1)
    limits.end_job(0)
    limits.forget_job(0)
