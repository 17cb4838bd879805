"""Linux's filter of system calls: the child can have threads, but no processes of its own.

What Python itself would do is refused in words before, see `posviz.sandbox.guard`.
This holds for code that goes past Python, by ctypes for example: without it a process could
leave the child's group and stay when the child is ended.

Source: the kernel's Documentation/userspace-api/seccomp_filter.rst and its tables of calls.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct

_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER_AT, _ARCHITECTURE_AT, _FIRST_ARGUMENT_AT = 0, 4, 16
_ALLOW, _REFUSE, _UNKNOWN = 0x7FFF0000, 0x00050000 | 1, 0x00050000 | 38
_OF_A_THREAD = 0x10000
_OTHER_TABLE = 0x40000000
"""Calls from here on are those of x32, which nobody uses."""

# Processes: fork, vfork, execve, execveat. Leaving the group: setsid, setpgid. Reaching into
# other processes: ptrace, process_vm_readv, process_vm_writev, tkill, pidfd_send_signal.
_REFUSED = {
    "x86_64": (57, 58, 59, 322, 112, 109, 101, 310, 311, 200, 424),
    "aarch64": (221, 281, 157, 154, 117, 270, 271, 130, 424),
}
_CLONE = {"x86_64": 56, "aarch64": 220}
_KILLS = {"x86_64": (62, 234), "aarch64": (129, 131)}
_CLONE3 = 435
_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}


class _Program(ctypes.Structure):
    """The sock_fprog of Linux."""

    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


def keep_alone() -> bool:
    """Keep this process from starting others; return whether the kernel took the filter."""
    machine = platform.machine()
    if machine not in _ARCHITECTURES or struct.calcsize("P") != 8:
        return False
    code = _filter(machine, os.getpid())
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    program = _Program(len(code) // 8, code)
    if prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
        return False
    return bool(prctl(_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0) == 0)


def _filter(machine: str, own: int) -> bytes:
    """Return the filter as bytes, 8 an instruction."""

    def step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
        return struct.pack("=HBBI", code, if_true, if_false, value)

    allow, refuse = step(_RETURN, _ALLOW), step(_RETURN, _REFUSE)
    parts = [
        step(_LOAD, _ARCHITECTURE_AT),
        step(_EQUAL, _ARCHITECTURES[machine], 1, 0),
        allow,
        step(_LOAD, _NUMBER_AT),
        step(_AT_LEAST, _OTHER_TABLE, 0, 1),
        refuse,
    ]
    for number in _REFUSED[machine]:
        parts += [step(_EQUAL, number, 0, 1), refuse]
    # Whoever asks for clone3 and is told that there is none asks for clone, which can be read.
    parts += [step(_EQUAL, _CLONE3, 0, 1), step(_RETURN, _UNKNOWN)]
    parts += [
        step(_EQUAL, _CLONE[machine], 0, 4),
        step(_LOAD, _FIRST_ARGUMENT_AT),
        step(_ANY_BIT, _OF_A_THREAD, 0, 1),
        allow,
        refuse,
    ]
    for number in _KILLS[machine]:
        parts += [
            step(_EQUAL, number, 0, 4),
            step(_LOAD, _FIRST_ARGUMENT_AT),
            step(_EQUAL, own, 0, 1),
            allow,
            refuse,
        ]
    return b"".join([*parts, allow])
