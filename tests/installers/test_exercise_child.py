"""The child that runs a learner's code, in the sources and in the frozen program alike."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from posviz.exercise_runner import ExerciseRun, check
from posviz.lesson.exercises import find_exercise, shipped_exercises
from posviz.sandbox import process
from posviz.sandbox.modules import NUMPY, STANDARD
from posviz.sandbox.results import Outcome
from tests.installers import FROZEN_ONLY, PROGRAM

IDS = [exercise.id for exercise in shipped_exercises()]


@pytest.fixture(autouse=True)
def child_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let exercises run in the program that is tried."""
    if PROGRAM is not None:
        monkeypatch.setattr(process, "_command", lambda: [str(PROGRAM), "--exercise"])


def run(source: str) -> Outcome:
    return ExerciseRun(source).run()


@pytest.mark.parametrize("module", [*STANDARD, *NUMPY])
def test_every_module_that_exercises_may_import_is_there(module: str) -> None:
    source = f"import {module}\nfrom {module} import *\nimport {module} as it\nprint(it.__name__)\n"
    outcome = run(source)
    assert outcome.end == "finished", (module, outcome.message)
    # os.path is posixpath or ntpath by its own name.
    assert outcome.output.strip() in (module, "posixpath", "ntpath")


def test_the_modules_do_their_work() -> None:
    outcome = run(
        "import hashlib, random, statistics, fractions, decimal, unicodedata, json, secrets\n"
        "import numpy as np\n"
        "print(hashlib.sha256(b'posviz').hexdigest()[:8])\n"
        "print(random.Random(3).randint(0, 9), statistics.median([3, 1, 2]))\n"
        "print(fractions.Fraction(1, 3) + 1, decimal.Decimal('0.1') * 3)\n"
        "print(unicodedata.name('é'), json.dumps([1]), len(secrets.token_bytes(4)))\n"
        "print(np.linalg.svd(np.eye(3))[1].sum(), np.fft.fft([1, 1])[0].real)\n"
        "np.testing.assert_allclose(np.random.default_rng(0).random(), 0.636961687, rtol=1e-8)\n"
    )
    assert outcome.end == "finished", outcome.message
    # The digest is that of sha256sum.
    assert outcome.output.splitlines() == [
        "dfadf789",
        "3 2",
        "4/3 0.3",
        "LATIN SMALL LETTER E WITH ACUTE [1] 4",
        "3.0 2.0",
    ]


@pytest.mark.parametrize("id_", IDS)
def test_every_exercise_is_solved_by_its_solution(id_: str) -> None:
    exercise = find_exercise(id_)
    assert check(exercise, exercise.solution).state == "passed"
    assert check(exercise, exercise.starter).state != "passed"


def test_assertions_of_the_learner_count() -> None:
    outcome = run("assert 1 == 2, 'not so'\n")
    assert outcome.problem is not None
    assert (outcome.problem.kind, outcome.problem.text) == ("AssertionError", "not so")


def test_nothing_around_the_program_gets_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = tmp_path / "fake"
    for name in ("numpy", "statistics", "sitecustomize", "usercustomize"):
        (fake / name).mkdir(parents=True)
        (fake / name / "__init__.py").write_text("raise SystemExit('a foreign one')\n")
    user = tmp_path / "user" / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"
    user.mkdir(parents=True)
    (user / "numpy.py").write_text("raise SystemExit('a foreign one')\n")
    monkeypatch.chdir(fake)
    for name, value in {
        "PYTHONPATH": str(fake),
        "PYTHONHOME": str(fake),
        "PYTHONUSERBASE": str(tmp_path / "user"),
        "PYTHONSTARTUP": str(fake / "numpy" / "__init__.py"),
        "PYTHONINSPECT": "1",
        "PYTHONOPTIMIZE": "2",
        "PYTHONWARNINGS": "error",
    }.items():
        monkeypatch.setenv(name, value)
    outcome = run(
        "import json, statistics, sys\nimport numpy as np\n"
        "print(json.dumps([np.__file__, np.ones(3).sum(), statistics.__file__, sys.path,"
        " sys.flags.optimize, sys.flags.isolated]))\n"
        "assert True\n"
    )
    assert outcome.end == "finished", (outcome.message, outcome.output)
    numpy_file, total, own, path, optimize, isolated = json.loads(outcome.output)
    assert (total, optimize, isolated) == (3.0, 0, 1)
    assert not any(place.startswith(str(tmp_path)) for place in (numpy_file, own, *path))
    if PROGRAM is not None:
        folder = str(PROGRAM.resolve().parent)
        assert all(str(Path(place).resolve()).startswith(folder) for place in (numpy_file, *path))


def test_the_child_has_no_qt_and_no_program() -> None:
    outcome = run(
        "import sys\nprint(sorted(n for n in sys.modules if n.partition('.')[0] in"
        " ('PySide6', 'shiboken6', 'pyqtgraph', 'posviz')))\n"
    )
    assert outcome.output.strip() == "[]"


@FROZEN_ONLY
@pytest.mark.parametrize(
    "code",
    [
        "import posviz.lesson.sum_cases",
        "from posviz.model.positional.sinusoidal import encode",
        "import sys; open(sys.executable, 'rb').read(9)",
        "import os; os.open('/proc/self/exe', os.O_RDONLY)",
        "import sys, os\nopen(os.path.join(sys._MEIPASS, 'resources', 'exercises', 'rope.md'))",
        "import sys\n"
        "for finder in sys.path_hooks + sys.meta_path:\n"
        "    for name in ('_pyz_archive', 'pyz_archive'):\n"
        "        if hasattr(finder, name): getattr(finder, name).extract('posviz.lesson.judging')\n"
        "from pyimod02_importers import pyz_archive\n"
        "pyz_archive.extract('posviz.lesson.judging')",
        "from pyimod02_importers import PyiFrozenFinder\n"
        "import sys\n"
        "spec = PyiFrozenFinder(sys._MEIPASS).find_spec('posviz')\n"
        "spec.loader.get_code('posviz')",
    ],
)
def test_the_answers_in_the_program_are_out_of_reach(code: str) -> None:
    outcome = run(f"{code}\nprint('reached')\n")
    assert outcome.end == "error", outcome
    assert "reached" not in outcome.output
    assert outcome.problem is not None
    assert outcome.problem.kind in ("PermissionError", "ModuleNotFoundError", "FileNotFoundError")
