"""The filter of system calls, tried out as the kernel would."""

from __future__ import annotations

import struct

import pytest

from posviz.sandbox.seccomp import _ARCHITECTURES, _filter

ALLOWED, REFUSED, UNKNOWN = 0x7FFF0000, 0x00050001, 0x00050026
OWN = 4321


def answer(machine: str, number: int, argument: int = 0, architecture: int | None = None) -> int:
    """Run the filter, by the kernel's description of its instructions."""
    steps = list(struct.iter_unpack("=HBBI", _filter(machine, OWN)))
    arch = _ARCHITECTURES[machine] if architecture is None else architecture
    data = struct.pack("<iIQ6Q", number, arch, 0, argument, 0, 0, 0, 0, 0)
    at, held = 0, 0
    while True:
        code, if_true, if_false, value = steps[at]
        at += 1
        if code == 0x20:
            held = struct.unpack_from("<I", data, value)[0]
        elif code == 0x06:
            return int(value)
        else:
            tests = {0x15: held == value, 0x35: held >= value, 0x45: bool(held & value)}
            at += if_true if tests[code] else if_false


# Numbers of system calls: Linux, arch/x86/entry/syscalls/syscall_64.tbl and
# include/uapi/asm-generic/unistd.h.
READ = {"x86_64": 0, "aarch64": 63}
EXECVE = {"x86_64": 59, "aarch64": 221}
SETSID = {"x86_64": 112, "aarch64": 157}
PTRACE = {"x86_64": 101, "aarch64": 117}
CLONE = {"x86_64": 56, "aarch64": 220}
KILL = {"x86_64": 62, "aarch64": 129}
TGKILL = {"x86_64": 234, "aarch64": 131}
THREAD = 0x3D0F00
"""The flags with which glibc makes a thread."""
FORK = 0x1200011
"""The flags with which glibc forks."""


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_threads_are_allowed_and_processes_are_not(machine: str) -> None:
    assert answer(machine, READ[machine]) == ALLOWED
    assert answer(machine, CLONE[machine], THREAD) == ALLOWED
    assert answer(machine, CLONE[machine], FORK) == REFUSED
    assert answer(machine, EXECVE[machine]) == REFUSED
    assert answer(machine, SETSID[machine]) == REFUSED
    assert answer(machine, PTRACE[machine]) == REFUSED
    assert answer(machine, 435) == UNKNOWN  # clone3: glibc then asks for clone


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_only_itself_may_be_ended(machine: str) -> None:
    for call in (KILL, TGKILL):
        assert answer(machine, call[machine], OWN) == ALLOWED
        assert answer(machine, call[machine], OWN + 1) == REFUSED
        assert answer(machine, call[machine], 0xFFFFFFFF) == REFUSED


def test_other_tables_of_calls_are_no_way_round() -> None:
    assert answer("x86_64", 57) == answer("x86_64", 58) == REFUSED
    assert answer("x86_64", 0x40000000 + 57) == REFUSED
