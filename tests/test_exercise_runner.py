"""Running a learner's code: every end is told in plain words, and none of them is a pass."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import posviz
from posviz import exercise_runner
from posviz.exercise_runner import ExerciseRun, check, checking, verdict
from posviz.lesson.exercises import find_exercise
from posviz.sandbox import process
from posviz.sandbox.results import Call, Limits, Outcome, Raised, Returned, Strange

ROOT = Path(posviz.__file__).parent.parent
SHORT = Limits(seconds=0.4)
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="uses /proc and pidfd")


def run(source: str, *calls: Call, limits: Limits | None = None, **more: Any) -> Outcome:
    return ExerciseRun(source, calls, limits=limits, **more).run()


def processes(field: int, value: int) -> set[str]:
    """Processes with a value in a field of /proc/…/stat: 1 the parent, 2 the group."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue  # it has ended meanwhile
        if int(text.rpartition(")")[2].split()[field]) == value:
            found.add(stat.parent.name)
    return found


# What comes back


def test_values_come_back_and_every_call_gets_fresh_arguments() -> None:
    source = (
        "import numpy as np\n"
        "def f(X, n=1):\n"
        "    X += n\n"
        "    return X\n"
        "def g(*what): return what\n"
        "def h(): return {}, AlwaysEqual()\n"
        "class AlwaysEqual:\n"
        "    def __eq__(self, other): return True\n"
    )
    X = np.array([[0.1, 2], [3, 4]])
    outcome = run(
        source,
        Call("f", (X,)),
        Call("f", (X, 10)),
        Call("f", (X.astype(np.float32),)),
        Call("g", (True, None, 3, 1.5, "ž猫", [1, 2], [1, "a"])),
        Call("h", ()),
    )
    assert (outcome.end, outcome.message, outcome.line) == ("finished", "Finished.", None)
    values = [result.value for result in outcome.results if isinstance(result, Returned)]
    np.testing.assert_array_equal(values[0], X + 1)
    np.testing.assert_array_equal(values[1], X + 10)
    assert values[2].dtype == np.float32
    given = values[3]
    assert given[:5] == [True, None, 3, 1.5, "ž猫"]
    np.testing.assert_array_equal(given[5], [1, 2])
    assert given[6] == [1, "a"]
    assert values[4] == [Strange("a dict"), Strange("an AlwaysEqual")]


def test_own_arrays_are_listed_with_their_numbers() -> None:
    outcome = run(
        "import numpy as np\n"
        "X = np.arange(6.0).reshape(2, 3)\n"
        "names = np.array(['a', 'b'])\n"
        "large = np.zeros(5_000_000)\n"
        "m = np.matrix([[1, 2]])\n"
        "_hidden = X\n"
        "n = 3\n",
        arrays=True,
    )
    listed = [(array.name, array.dtype, array.shape) for array in outcome.arrays]
    assert listed == [
        ("X", "float64", (2, 3)),
        ("names", "<U1", (2,)),
        ("large", "float64", (5_000_000,)),
        ("m", "int64", (1, 2)),
    ]
    np.testing.assert_array_equal(outcome.arrays[0].value, [[0, 1, 2], [3, 4, 5]])
    assert outcome.arrays[1].value is None
    assert outcome.arrays[2].value is None
    np.testing.assert_array_equal(outcome.arrays[3].value, [[1, 2]])


def test_printed_text_comes_while_the_code_runs() -> None:
    first = threading.Event()
    pieces: list[str] = []

    def heard(text: str) -> None:
        pieces.append(text)
        first.set()

    running = ExerciseRun("print('ž猫', end='')\nwhile True: pass", on_output=heard)
    outcomes: list[Outcome] = []
    thread = threading.Thread(target=lambda: outcomes.append(running.run()))
    thread.start()
    assert first.wait(60)
    running.stop()
    thread.join()
    assert "".join(pieces) == outcomes[0].output == "ž猫"
    assert outcomes[0].end == "stopped"


def test_the_standard_library_and_threads_are_there() -> None:
    outcome = run(
        "import math, random, itertools, collections, functools, statistics, dataclasses\n"
        "import typing, re, json, fractions, decimal, time, datetime, copy, operator, string\n"
        "import heapq, bisect, enum, textwrap, csv, io, pathlib, os, sys, contextlib, inspect\n"
        "import threading, queue, tempfile, cmath, warnings, traceback, concurrent.futures\n"
        "import numpy as np\n"
        "@dataclasses.dataclass\n"
        "class Point:\n"
        "    x: 'float' = 1.0\n"
        "def f(x):\n"
        "    with concurrent.futures.ThreadPoolExecutor(2) as pool:\n"
        "        return sum(pool.map(math.sqrt, [x, 4 * x]))\n"
        "if __name__ == '__main__':\n"
        "    print(Point(), file=sys.stderr)\n"
        "    np.log(np.zeros(1))\n"
        "    thread = threading.Thread(target=lambda: 1 / 0)\n"
        "    thread.start()\n"
        "    warnings.warn('careful')\n",
        Call("f", (9.0,)),
    )
    assert outcome.end == "finished"
    assert [r.value for r in outcome.results if isinstance(r, Returned)] == [9.0]
    assert outcome.output.splitlines()[:2] == [
        "Point(x=1.0)",
        "line 14: RuntimeWarning: divide by zero encountered in log",
    ]
    assert "line 15, in a thread: ZeroDivisionError: division by zero" in outcome.output
    assert "line 17: UserWarning: careful" in outcome.output
    assert "posviz" not in outcome.output
    assert "Traceback" not in outcome.output


# Every end


ENDS = [
    # Code that is wrong
    ("x = 1\ndef f(:\n", "error", 2, "Line 2, column 7: Python cannot read this: invalid syntax"),
    ("if True:\nprint(1)", "error", 2, "Python cannot read this: expected an indented block"),
    ("if True:\n\tx = 1\n        y = 2", "error", 3, "Python cannot read this: inconsistent use"),
    ("x = 1\0", "error", None, "Python cannot read this"),
    ("x = '\ud800'", "error", None, "surrogates not allowed"),
    ("x = " + "-" * 100_000 + "1", "error", None, "nested too deeply"),
    ("def f(x):\n    return y\nf(1)", "error", 2, "line 3:  f(1)\n    line 2 in f:  return y"),
    ("import numpy as np\nnp.zeros(3) + np.zeros(4)", "error", 2, "shapes (3,) (4,)"),
    ("def f(n):\n    return f(n + 1)\nf(0)", "error", 2, "A function calls itself without end"),
    ("input('name? ')", "error", 1, "input() has nobody to ask here"),
    ("def f(): return input()\nf()", "error", 1, "input() has nobody to ask here"),
    ("import posviz.lesson.exercises", "error", 1, "posviz itself cannot be imported"),
    ("raise KeyboardInterrupt", "error", 1, "KeyboardInterrupt"),
    ("class E(Exception):\n    def __str__(self): 1 / 0\nraise E", "error", 3, "Line 3: E"),
    # Code that ends Python
    ("x = 1\nexit()", "exit", 2, "Line 2: exit() ends Python before the exercise is done"),
    ("import sys\nsys.exit(0)", "exit", 2, "exit() ends Python"),
    ("quit()", "exit", 1, "exit() ends Python"),
    ("import os\nos._exit(0)", "exit", None, "Your code ended Python before it was done"),
    ("import os\nos.kill(os.getpid(), 9)", "exit", None, "Your code ended Python"),
    ("import os\nos.kill(os.getpid(), 15)", "exit", None, "Your code ended Python"),
    ("import os\nos.abort()", "crashed", None, "made Python itself crash"),
    ("import ctypes\nctypes.string_at(0)", "crashed", None, "made Python itself crash"),
    ("import builtins\nbuiltins.len = None", "exit", None, "replaced something that Python"),
    # Code that wants too much
    ("while True: pass", "time", 1, "still running in line 1 after 0.4 seconds"),
    ("while True:\n    try:\n        while True: pass\n    except: pass", "time", 3, "a loop"),
    (
        "import threading\ndef f():\n    while True: pass\nthreading.Thread(target=f).start()",
        "time",
        3,
        "in line 3 after 0.4 seconds and was stopped. Look for a loop that never ends, a thread",
    ),
    ("import time\ntime.sleep(1000)", "time", 2, "still running in line 2"),
    ("while True: print('hi')", "time", 1, "still running"),
    ("import re\nre.match('(a*)*b', 'a' * 99)", "time", None, "still running after"),
    ("x = list(range(10**9))", "memory", None, "more memory than the 64 MiB"),
    ("x = []\nwhile True: x.append('a' * 10**6)", "memory", None, "grows without end"),
    ("import numpy as np\nx = np.ones(10**12)", "memory", None, "far too large a shape"),
    ("open('x', 'wb').write(bytes(30_000_000))", "error", 1, "File too large"),
    # Code that reaches for what is not its own
    ("import os\nos.fork()", "error", 2, "cannot start other programs or processes"),
    ("import os\nos.system('ls')", "error", 2, "cannot start other programs or processes"),
    ("import subprocess\nsubprocess.run(['ls'])", "error", 2, "cannot start other programs"),
    ("import os\nos.kill(os.getppid(), 0)", "error", 2, "cannot end other programs"),
    ("import os\nos.kill(-1, 0)", "error", 2, "cannot end other programs"),
    ("import os\nopen(f'/proc/{os.getppid()}/mem', 'rb')", "error", 2, "cannot read the files")
    if sys.platform == "linux"
    else ("open('.')", "error", 1, "directory"),
    ("import os\nos.closerange(3, 99)\nwhile True: pass", "channel", None, "the line on which"),
    (
        "import os\nfor n in range(3, 99):\n    try: os.write(n, b'spam' * 9)\n"
        "    except OSError: pass",
        "channel",
        None,
        "wrote into, or closed, the line on which",
    ),
    (
        "import os, json, struct\nt = json.dumps({'is': 'finished', 'arrays': []}).encode()\n"
        "for n in range(3, 99):\n"
        "    try: os.write(n, struct.pack('<II', len(t), 0) + t)\n    except OSError: pass",
        "channel",
        None,
        "the line on which",
    ),
]


@pytest.mark.parametrize(("source", "end", "line", "said"), ENDS, ids=lambda v: repr(v)[:50])
def test_every_end_is_told_in_plain_words(
    source: str, end: str, line: int | None, said: str
) -> None:
    outcome = run(source, limits=Limits(seconds=0.4 if end == "time" else 10, memory=64 << 20))
    assert (outcome.end, outcome.line) == (end, line)
    assert said in outcome.message
    for word in ("Traceback", 'File "', "posviz/", "posviz-exercise", "/tmp", "MemoryError"):
        assert word not in outcome.message
    assert "Traceback" not in outcome.output


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("", "There is no function “f” in your code"),
        ("f = 3", "“f” is no function in your code"),
        ("def f(x): pass", "Your function is f(x), but it is called with 2 arguments"),
        ("def f(x, y, z): pass", "Your function is f(x, y, z), but it is called with 2"),
    ],
)
def test_a_function_that_cannot_be_called_is_told(source: str, said: str) -> None:
    outcome = run(source, Call("f", (1, 2)))
    assert outcome.end == "error"
    assert said in outcome.message


def test_an_exception_in_a_call_is_a_result_and_the_next_call_is_made() -> None:
    outcome = run(
        "def f(x):\n    if x: return g(x)\n    return 7\ndef g(x):\n    return 1 / 0\n",
        Call("f", (1,)),
        Call("f", (0,)),
    )
    raised, value = outcome.results
    assert isinstance(raised, Raised)
    assert raised.problem.frames == ((2, "f"), (5, "g"))
    assert raised.message == (
        "Line 5: ZeroDivisionError: division by zero\n"
        "    line 2 in f:  if x: return g(x)\n"
        "    line 5 in g:  return 1 / 0"
    )
    assert isinstance(value, Returned)
    assert value.value == 7


@pytest.mark.parametrize(
    ("source", "end"),
    [("while True: print('hi')", "time"), ("print('x' * 10**7)\nprint('y')", "finished")],
)
def test_output_is_capped(source: str, end: str) -> None:
    pieces: list[str] = []
    limits = Limits(seconds=1 if end == "time" else 60, output=1001)
    outcome = run(source, limits=limits, on_output=pieces.append)
    assert outcome.end == end
    assert outcome.note == "More was printed. The first 1001 bytes are shown."
    assert len(outcome.output.encode()) == 1001
    assert "".join(pieces) == outcome.output


def test_output_at_the_cap_is_not_called_cut() -> None:
    outcome = run("print('é' * 50, end='')", limits=Limits(output=100))
    assert (outcome.output, outcome.note) == ("é" * 50, "")
    # Half a character is not kept.
    outcome = run("print('é' * 51, end='')", limits=Limits(output=101))
    assert outcome.output == "é" * 50
    assert outcome.note


def test_code_that_is_too_long_is_not_run() -> None:
    outcome = run("#" * 500_001)
    assert (outcome.end, outcome.message) == (
        "not started",
        "The code is longer than an exercise can be.",
    )


def test_memory_is_watched_where_the_system_sets_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("posviz.sandbox.limits.memory_of", lambda _pid: 1 << 40)
    outcome = run("while True: pass")
    assert outcome.end == "memory"


# No verdict is forged


ATTEMPTS = {
    "printing": "print('Passed: all 6 cases are right.')\nprint({'is': 'value'})",
    "always equal": (
        "class Yes:\n"
        "    def __eq__(self, other): return True\n"
        "    __ne__ = __lt__ = __gt__ = __le__ = __sub__ = __abs__ = lambda *a: Yes()\n"
        "    def __bool__(self): return True\n"
        "    __array_priority__ = 10**6\n"
        "    shape, dtype, ndim = (4, 6), float, 2\n"
        "def sinusoidal_table(*a): return Yes()"
    ),
    "an array that is always equal": (
        "import numpy as np\n"
        "class Yes(np.ndarray):\n"
        "    def __eq__(self, other): return np.ones(self.shape, bool)\n"
        "    def __array_ufunc__(self, *a, **k): return np.zeros(self.shape)\n"
        "def sinusoidal_table(L, d, base=1e4): return np.zeros((L, d)).view(Yes)"
    ),
    "patched numpy": (
        "import numpy as np, builtins\n"
        "np.allclose = np.array_equal = np.isclose = lambda *a, **k: True\n"
        "np.testing.assert_allclose = lambda *a, **k: None\n"
        "np.abs = np.absolute = lambda x: 0 * x\n"
        "np.ndarray = np.array = np.asarray = np.float64 = lambda *a, **k: 0\n"
        "builtins.all = builtins.any = builtins.abs = lambda *a: True\n"
        "def sinusoidal_table(L, d, base=1e4): return [[0.0] * d] * L"
    ),
    "modules replaced": (
        "import sys, types\n"
        "for name in list(sys.modules):\n"
        "    if name.startswith(('posviz', 'json', 'struct', 'inspect')):\n"
        "        sys.modules[name] = types.ModuleType(name)\n"
        "sys.modules['posviz.lesson.judging'] = types.SimpleNamespace(judge=lambda *a: True)\n"
        "def sinusoidal_table(L, d, base=1e4): return [[0.0] * d] * L"
    ),
    "answers written to the line": (
        "import os, json, struct\n"
        "def frame(m):\n"
        "    t = json.dumps(m).encode()\n"
        "    return struct.pack('<II', len(t), 0) + t\n"
        "said = [{'is': 'done'}] + [{'is': 'value', 'value': {'is': 'plain', 'value': True}}] * 9\n"
        "said += [{'is': 'passed'}, {'is': 'finished', 'arrays': []}]\n"
        "for n in range(3, 99):\n"
        "    for m in said:\n"
        "        try: os.write(n, frame(m))\n"
        "        except OSError: pass\n"
        "def sinusoidal_table(*a): return True"
    ),
    "answers without end": (
        "import os, struct\n"
        "frame = struct.pack('<II', 13, 0) + b'{\"is\": \"done\"}'\n"
        "while True:\n"
        "    for n in range(3, 9):\n"
        "        try: os.write(n, frame * 99)\n"
        "        except OSError: pass\n"
    ),
    "the program's own code and files": (
        "import importlib, sys, os, numpy\n"
        f"root = {str(ROOT)!r}\n"
        "sys.meta_path[:] = [f for f in sys.meta_path if f.__class__.__module__ != '']\n"
        "del sys.meta_path[0]\n"
        "sys.path.insert(0, root)\n"
        "def tried(f, *a):\n"
        "    try: return f(*a)\n"
        "    except PermissionError as error: print(error)\n"
        "tried(open, root + '/resources/exercises/sinusoidal_table.md')\n"
        "tried(os.open, root + '/posviz/../posviz/lesson/position_cases.py', 0)\n"
        "tried(importlib.import_module, 'posviz.model.positional.sinusoidal')\n"
        "os.symlink(root + '/posviz/lesson', 'here')\n"
        "tried(open, 'here/position_cases.py')\n"
        "def sinusoidal_table(L, d, base=1e4):\n"
        "    from posviz.model.positional.sinusoidal import encode\n"
        "    return encode(range(L), d, base)\n"
    ),
    "leaving with success": "import os\ndef sinusoidal_table(*a): os._exit(0)",
    "at exit": (
        "import atexit, os\n"
        "atexit.register(print, 'Passed')\n"
        "def sinusoidal_table(*a): raise SystemExit(0)"
    ),
    "the caller's frame": (
        "import inspect, gc\n"
        "def sinusoidal_table(L, d, base=1e4):\n"
        "    for info in inspect.stack():\n"
        "        for name, value in list(info.frame.f_locals.items()):\n"
        "            if hasattr(value, 'expected'): return value.expected\n"
        "    for thing in gc.get_objects():\n"
        "        if type(thing).__name__ in ('Case', 'Task', 'Exercise', 'Verdict'):\n"
        "            return thing\n"
        "        if type(thing).__name__ == 'ndarray' and thing.shape == (L, d): return thing\n"
        "    return [[0.0] * d] * L"
    ),
    "an endless loop after the first calls": (
        "calls = []\ndef sinusoidal_table(*a):\n    calls.append(a)\n    while True: pass"
    ),
    "threads that go on": (
        "import threading\n"
        "def work():\n    while True: pass\n"
        "def sinusoidal_table(*a):\n"
        "    threading.Thread(target=work).start()\n"
        "    return 0"
    ),
}


@pytest.mark.parametrize("name", ATTEMPTS)
def test_no_attempt_at_a_pass_succeeds(name: str) -> None:
    exercise = find_exercise("sinusoidal_table")
    judged = check(exercise, ATTEMPTS[name], limits=SHORT)
    assert judged.state in ("failed", "unfinished")
    assert len(judged.message) > 20
    assert "Traceback" not in judged.message


def test_right_code_that_never_comes_to_its_end_does_not_pass() -> None:
    exercise = find_exercise("lookup")
    thread = "import threading\nthreading.Thread(target=lambda: [0 for _ in iter(int, 1)]).start()"
    for source in (
        f"def lookup(E, ids):\n    lookup.n = 1\n    return E[ids]\n{thread}",
        "n = []\ndef lookup(E, ids):\n    n.append(1)\n    while len(n) == 4: pass\n"
        "    return E[ids]",
    ):
        judged = check(exercise, source, limits=SHORT)
        assert (judged.state, judged.message[:26]) == ("unfinished", "Your code was still runnin")


def test_a_wrong_case_is_told_before_a_later_one_that_does_not_end() -> None:
    exercise = find_exercise("lookup")
    source = (
        "n = []\ndef lookup(E, ids):\n    n.append(1)\n    while n[1:]: print('on')\n    return 0"
    )
    running = checking(exercise, source, on_output=lambda _text: running.stop())
    outcome = running.run()
    assert outcome.end == "stopped"
    judged = verdict(exercise, outcome)
    assert judged.state == "failed"
    assert "returns an array of shape ()" in judged.message


def test_input_is_answered_alike_by_run_and_check() -> None:
    exercise = find_exercise("lookup")
    source = "def lookup(E, ids): return input()"
    checked = check(exercise, source)
    ran = run(f"{source}\nlookup(0, 0)")
    assert checked.state == "failed"
    assert checked.line == ran.line == 1
    text = "Line 1: input() has nobody to ask here."
    assert text in checked.message
    assert ran.message.startswith(text)


def test_the_child_holds_nothing_of_the_tests() -> None:
    """Neither modules, nor texts, nor right values, nor files are there to be found."""
    outcome = checking(
        find_exercise("sinusoidal_table"),
        "import gc, os, sys\n"
        "def sinusoidal_table(*a):\n"
        "    texts = [t for t in gc.get_objects() if isinstance(t, (dict, list, tuple))]\n"
        "    print(sorted(m for m in sys.modules if m.startswith('posviz')), os.listdir('.'))\n"
        "    sought = ' '.join(['It', 'looks', 'as', 'if'])\n"
        "    print(any(sought in repr(v)[:10**5] for t in texts if len(t) < 999\n"
        "              for v in (t.values() if isinstance(t, dict) else t)\n"
        "              if isinstance(v, str)))\n"
        "    print(sys.argv, [p for p in sys.path if p.endswith(('tests', 'lesson'))])\n"
        "    print({k for k in os.environ if k.startswith('PYTHON')})\n",
    ).run()
    assert outcome.end == "finished"
    assert outcome.output.splitlines()[:4] == ["[] []", "False", "['your code'] []", "set()"]


# Stop, and nothing left


@LINUX
def test_stop_ends_code_that_will_not_end_and_leaves_nothing() -> None:
    printed = threading.Event()
    running = ExerciseRun(
        "import os, threading\n"
        "from signal import SIG_IGN, SIGHUP, SIGINT, SIGTERM, signal\n"
        "for number in (SIGTERM, SIGINT, SIGHUP): signal(number, SIG_IGN)\n"
        "threading.Thread(target=lambda: [0 for _ in iter(int, 1)]).start()\n"
        "print(f'{os.getpid()} {os.getcwd()}')\n"
        "while True: pass\n",
        on_output=lambda _text: printed.set(),
    )
    outcomes: list[Outcome] = []
    thread = threading.Thread(target=lambda: outcomes.append(running.run()))
    thread.start()
    assert printed.wait(60)
    running.stop()
    running.stop()
    thread.join()
    running.stop()
    assert (outcomes[0].end, outcomes[0].message) == ("stopped", "Stopped.")
    pid, folder = outcomes[0].output.split()
    assert pid not in processes(1, os.getpid())
    assert not Path("/proc", pid).exists()
    assert not Path(folder).exists()


def test_stop_before_the_start() -> None:
    running = ExerciseRun("print(1)")
    running.stop()
    outcome = running.run()
    assert (outcome.end, outcome.output) == ("stopped", "")
    assert verdict(find_exercise("lookup"), outcome).state == "unfinished"


@LINUX
def test_control_c_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    before = processes(1, os.getpid())

    def interrupted(_child: object, _seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(process.ChildProcess, "answer", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run("while True: pass")
    assert processes(1, os.getpid()) == before


@LINUX
def test_no_process_of_its_own_stays_even_past_python() -> None:
    outcome = run(
        "import ctypes, os\n"
        "c = ctypes.CDLL(None, use_errno=True)\n"
        "for _ in range(50):\n"
        "    if c.fork() == 0:\n"
        "        c.setsid()\n"
        "        while True: pass\n"
        "print(os.getpid(), os.getpgrp())\n"
    )
    assert outcome.end == "finished"
    assert processes(2, int(outcome.output.split()[1])) == set()


@LINUX
def test_the_child_ends_when_the_program_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "loop.py"
    path.write_text(
        "import os, sys\nprint(os.getpid(), flush=True)\nwhile True: pass\n", encoding="utf-8"
    )
    program = subprocess.Popen(
        [sys.executable, "-m", "posviz", "practice", "check", "lookup", str(path)],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path)},  # nobody is left to remove the folder
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    assert program.stderr is not None
    child = os.pidfd_open(int(program.stderr.readline()))
    program.kill()
    program.wait()
    program.stderr.close()
    assert select.select([child], [], [], 60)[0] == [child]
    os.close(child)


# Where and how it runs


def test_nothing_of_the_user_leaks_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "numpy.py").write_text("raise ValueError('a foreign numpy')", encoding="utf-8")
    start = tmp_path / "start.py"
    start.write_text("print('started')", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PYTHONHOME", str(tmp_path))
    monkeypatch.setenv("PYTHONSTARTUP", str(start))
    monkeypatch.setenv("PYTHONINSPECT", "1")
    monkeypatch.chdir(tmp_path)
    outcome = run(
        "import numpy, os, sys, site\n"
        "print(numpy.arange(3).sum(), os.listdir('.'), site.ENABLE_USER_SITE)\n"
        "print([p for p in sys.path if not os.path.isabs(p)], repr(sys.stdin.read()))\n"
        "open('mine.txt', 'w').close()\n"
    )
    assert outcome.end == "finished"
    assert outcome.output.splitlines() == ["3 [] False", "[] ''"]
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == [
        "numpy.py",
        "start.py",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands for the program")
def test_the_frozen_program_starts_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "posviz program"
    program.write_text(
        f'#!/bin/sh\ncd "{ROOT}" && exec "{sys.executable}" -m posviz "$@"\n', encoding="utf-8"
    )
    program.chmod(0o755)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(program))
    assert process._command() == [str(program), "--exercise"]
    outcome = run(
        "import sys\ndef f(): return 3\nprint(sorted(m for m in sys.modules if 'PySide6' in m))",
        Call("f", ()),
    )
    assert (outcome.end, outcome.output) == ("finished", "[]\n")
    assert [r.value for r in outcome.results if isinstance(r, Returned)] == [3]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["/nowhere/python"], "could not be started for your code: No such file"),
        ([sys.executable, "-c", "raise SystemExit(1)"], "it does not answer"),
        ([sys.executable, "-c", "import os; os.write(2, b'spam' * 9)"], "it does not answer"),
    ],
)
def test_a_python_that_does_not_start_is_told(
    command: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "_command", lambda: command)
    outcome = run("print(1)")
    assert outcome.end == "not started"
    assert said in outcome.message
    assert exercise_runner.verdict(find_exercise("lookup"), outcome).state == "unfinished"
