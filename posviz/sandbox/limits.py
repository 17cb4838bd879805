"""Limits that the system keeps for the child that runs a learner's code.

Each system has its own: resource limits and a signal at the parent's death on Linux, resource
limits and a look at the memory on macOS, a job object on Windows. Where one cannot be set the
others still hold, and the program ends the child when its time is over in any case.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys
from typing import Any

RESERVE = 64 << 20
"""Memory that is opened when all is used, to tell of it."""
_FILE_SIZE = 16 << 20
_PROCESSES = 4
_PR_SET_PDEATHSIG = 1
_SIGKILL = 9


class _Basic(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION."""

    _fields_ = [
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("least_working_set", ctypes.c_size_t),
        ("most_working_set", ctypes.c_size_t),
        ("processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
    ]


class _Extended(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = [
        ("basic", _Basic),
        ("io", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    ]


class _Usage(ctypes.Structure):
    """The rusage_info_v0 of macOS."""

    _fields_ = [
        ("uuid", ctypes.c_uint8 * 16),
        ("times", ctypes.c_uint64 * 4),
        ("page_ins", ctypes.c_uint64),
        ("wired", ctypes.c_uint64),
        ("resident", ctypes.c_uint64),
        ("footprint", ctypes.c_uint64),
        ("start_and_exit", ctypes.c_uint64 * 2),
    ]


def die_with_parent() -> None:
    """Let the system end this process when the program ends, however it ends."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0)


def limit_self(memory: int, seconds: float) -> None:
    """Limit what this process may use from now on.

    Parameters
    ----------
    memory
        Bytes on top of what it has.
    seconds
        Time of the processor; the program watches the clock.
    """
    if sys.platform == "win32":
        with contextlib.suppress(OSError, AttributeError):
            # 0x8 processes, 0x100 memory of a process, 0x400 no dialog after a crash.
            job = _job(0x508, memory=memory + (256 << 20), processes=1)
            job_api = ctypes.WinDLL("kernel32")
            job_api.GetCurrentProcess.restype = ctypes.c_void_p
            _assign(job, job_api.GetCurrentProcess())
        return
    import resource  # noqa: PLC0415 - Windows has none

    def limit(which: int, soft: int, hard: int) -> None:
        with contextlib.suppress(OSError, ValueError):
            most = resource.getrlimit(which)[1]
            if most != resource.RLIM_INFINITY:
                soft, hard = min(soft, most), min(hard, most)
            resource.setrlimit(which, (soft, hard))

    limit(resource.RLIMIT_CORE, 0, 0)
    limit(resource.RLIMIT_FSIZE, _FILE_SIZE, _FILE_SIZE)
    limit(resource.RLIMIT_CPU, int(seconds) + 5, int(seconds) + 6)
    if sys.platform == "linux":
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
            most = int(file.read().split()[0]) * resource.getpagesize() + memory
        limit(resource.RLIMIT_AS, most, most + RESERVE)


def open_reserve() -> None:
    """Let this process use the last of its memory, to say that there is no more."""
    if sys.platform == "linux":
        import resource  # noqa: PLC0415

        with contextlib.suppress(OSError, ValueError):
            hard = resource.getrlimit(resource.RLIMIT_AS)[1]
            resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def memory_of(pid: int) -> int:
    """Memory that another process uses, in bytes, where no limit of the system holds; else 0."""
    if sys.platform == "darwin":
        usage = _Usage()
        with contextlib.suppress(OSError, AttributeError):
            library = ctypes.CDLL("/usr/lib/libproc.dylib")
            if library.proc_pid_rusage(pid, 0, ctypes.byref(usage)) == 0:
                return int(usage.footprint)
    return 0


def tie_to_parent(process: Any) -> int:
    """Let Windows end a child, and what it starts, when the program ends; elsewhere 0.

    Parameters
    ----------
    process
        The ``subprocess.Popen`` of the child.

    Returns
    -------
    int
        The job, to be given to `end_job` and `forget_job`.
    """
    if sys.platform == "win32":
        with contextlib.suppress(OSError, AttributeError):
            # 0x2000: all end when the last handle is closed.
            job = _job(0x2408, memory=0, processes=_PROCESSES)
            _assign(job, int(process._handle))
            return job
    return 0


def end_job(job: int) -> None:
    """End all processes of a job; 0 is none."""
    if sys.platform == "win32" and job:
        with contextlib.suppress(OSError, AttributeError):
            ctypes.WinDLL("kernel32").TerminateJobObject(ctypes.c_void_p(job), 1)


def forget_job(job: int) -> None:
    """Let go of a job; 0 is none."""
    if sys.platform == "win32" and job:
        with contextlib.suppress(OSError, AttributeError):
            ctypes.WinDLL("kernel32").CloseHandle(ctypes.c_void_p(job))


def _job(flags: int, *, memory: int, processes: int) -> int:
    """Make a job object of Windows with limits."""
    if sys.platform == "win32":
        api = ctypes.WinDLL("kernel32", use_last_error=True)
        api.CreateJobObjectW.restype = ctypes.c_void_p
        job = api.CreateJobObjectW(None, None)
        limits = _Extended()
        limits.basic.flags = flags
        limits.basic.processes = processes
        limits.process_memory = memory
        extended = 9  # JobObjectExtendedLimitInformation
        size = ctypes.sizeof(limits)
        done = api.SetInformationJobObject(
            ctypes.c_void_p(job), extended, ctypes.byref(limits), ctypes.c_uint32(size)
        )
        if job and done:
            return int(job)
    raise OSError("no job object")


def _assign(job: int, process: int) -> None:
    if sys.platform == "win32":
        api = ctypes.WinDLL("kernel32", use_last_error=True)
        if not api.AssignProcessToJobObject(ctypes.c_void_p(job), ctypes.c_void_p(process)):
            raise OSError(ctypes.get_last_error(), "no place in the job")
