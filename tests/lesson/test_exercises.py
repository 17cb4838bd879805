"""Exercises: solutions pass, starters and typical slips fail with a message that teaches."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from posviz.exercise_runner import check
from posviz.lesson.cases import Slip
from posviz.lesson.exercises import IDS, Exercise, find_exercise, shipped_exercises
from posviz.lesson.judging import Verdict, judge
from posviz.paths import resource
from posviz.sandbox.results import Problem, Raised, Returned
from posviz.sandbox.wire import Decoder, encoded

EXERCISES = shipped_exercises()
SLIPS = [(exercise, slip) for exercise in EXERCISES for slip in exercise.task.slips]


def returned(value: Any) -> Returned:
    """A value as it comes from the child."""
    blobs: list[bytes] = []
    node = encoded(value, blobs)
    return Decoder(b"".join(blobs)).returned(node)


def tried(id_: str, source: str) -> Verdict:
    """What is said of code, run here instead of in a child, which takes its time to start."""
    exercise = find_exercise(id_)
    names: dict[str, Any] = {}
    exec(compile(source, "your code", "exec"), names)
    results: list[Returned | Raised] = []
    for case in exercise.task.cases:
        given = [np.copy(a) if isinstance(a, np.ndarray) else a for a in case.arguments]
        try:
            results.append(returned(names[exercise.function](*given)))
        except Exception as error:
            problem = Problem(type(error).__name__, str(error), ((1, "f"),))
            results.append(Raised(problem, f"Line 1: {problem.kind}: {error}"))
    return judge(exercise.task, results)


def test_there_are_ten_in_the_order_of_the_lesson() -> None:
    assert IDS == (
        "one_hot",
        "lookup",
        "cosine_neighbours",
        "sinusoidal_table",
        "fuse",
        "order_test",
        "learned_lookup",
        "assemble_z",
        "shift_matrix",
        "rope",
    )
    assert [exercise.id for exercise in EXERCISES] == list(IDS)
    assert sorted(p.stem for p in resource("exercises").iterdir()) == sorted(IDS)


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.id)
def test_an_exercise_says_what_is_asked(exercise: Exercise) -> None:
    assert exercise.title
    assert f"Write `{exercise.function}(" in exercise.statement
    assert "**By hand:**" in exercise.statement
    assert "shape (" in exercise.statement
    assert len(exercise.hints) == 3
    assert all(exercise.hints)
    assert exercise.why
    assert "```" not in exercise.why + exercise.statement + exercise.starter + exercise.solution
    head = next(
        line for line in exercise.starter.split("\n") if f"def {exercise.function}(" in line
    )
    assert head in exercise.solution
    arguments = re.findall(r"(\w+)(?:=[\d.]+)?[,)]", head)
    assert tuple(arguments) == exercise.task.names
    assert f"`{head[4:-1]}`" in exercise.statement


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.id)
def test_every_solution_passes_in_the_child(exercise: Exercise) -> None:
    verdict = check(exercise, exercise.solution)
    assert verdict == Verdict("passed", f"Passed: all {len(exercise.task.cases)} cases are right.")


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.id)
def test_every_starter_says_that_something_is_missing(exercise: Exercise) -> None:
    verdict = tried(exercise.id, exercise.starter)
    assert verdict.state == "failed"
    assert "your function returns nothing. End it with return" in verdict.message


@pytest.mark.parametrize(
    ("id_", "arguments", "by_hand"),
    [
        ("one_hot", (np.array([2, 0]), 4), [[0, 0, 1, 0], [1, 0, 0, 0]]),
        ("lookup", (np.array([[1, 2], [3, 4], [5, 6]]), np.array([2, 0])), [[5, 6], [1, 2]]),
        ("cosine_neighbours", (np.array([[1.0, 0], [3, 1], [0, 5], [-2, 0]]), 0, 2), [1, 2]),
        ("sinusoidal_table", (2, 4), [[0, 1, 0, 1], [0.8415, 0.5403, 0.01, 0.99995]]),
        (
            "fuse",
            (np.array([[[1, 2], [3, 4]]]), np.array([[0, 1], [5, 0], [9, 9]])),
            [[[1, 3], [8, 4]]],
        ),
        ("order_test", (np.eye(3), np.zeros((3, 3)), np.array([2, 0, 1])), [0, 0]),
        ("learned_lookup", (np.array([[1, 2], [3, 4]]), np.array([1, 1])), [[3, 4], [3, 4]]),
        (
            "assemble_z",
            (np.array([3]), np.array([[9] * 4] * 3 + [[1, 0, 0, -1]]), np.array([[0, 1, 0, 1]])),
            [[2, 1, 0, -1]],
        ),
        ("shift_matrix", (1, 2), [[0.5403, 0.8415], [-0.8415, 0.5403]]),
        (
            "rope",
            (np.array([[1.0, 0]] * 2), np.array([[1.0, 0]] * 2)),
            [[0.7071, 0.3821], [0.3821, 0.7071]],
        ),
    ],
)
def test_the_example_to_check_by_hand_is_right(
    id_: str, arguments: tuple[Any, ...], by_hand: Any
) -> None:
    exercise = find_exercise(id_)
    names: dict[str, Any] = {}
    exec(exercise.solution, names)
    np.testing.assert_allclose(names[exercise.function](*arguments), by_hand, atol=5e-5)
    numbers = {f"{abs(x):g}" for x in np.ravel(by_hand)}
    statement = re.sub(r"(\d\.\d*[1-9])0+\b", r"\1", exercise.statement)
    assert all(number in statement for number in numbers)


def test_right_values_of_the_table_by_single_numbers() -> None:
    """The cases come from the model; the corners of one are held to a calculation by math."""
    case = find_exercise("sinusoidal_table").task.cases[1]
    assert case.arguments == (5, 5, 100.0)
    assert isinstance(case.expected, np.ndarray)
    # 3 / 100^(2/5) = 0.47547, and 4 / 100^(4/5) = 0.10048
    assert case.expected[3, 2] == pytest.approx(0.4577545, abs=1e-6)
    assert case.expected[3, 3] == pytest.approx(0.889079, abs=1e-6)
    assert case.expected[4, 4] == pytest.approx(0.100307, abs=1e-6)


# Slips


@pytest.mark.parametrize(
    ("exercise", "slip"), SLIPS, ids=[f"{e.id}-{s.text[:40]}" for e, s in SLIPS]
)
def test_every_slip_is_told_by_its_name(exercise: Exercise, slip: Slip) -> None:
    results: list[Returned | Raised] = []
    for case in exercise.task.cases:
        try:
            results.append(returned(slip.make(*case.arguments)))
        except (IndexError, ValueError) as error:
            results.append(Raised(Problem(type(error).__name__, str(error)), "Line 1"))
    verdict = judge(exercise.task, results)
    assert verdict.state == "failed"
    assert slip.text in verdict.message


TABLE = """
import numpy as np
def sinusoidal_table(length, d, base=10000.0):
    table = np.zeros(({shape}){dtype})
    for p in range(length):
        for c in range(d):
            angle = {angle}
            table[{at}] = {value}
    return {result}
"""
RIGHT = {
    "shape": "length, d",
    "dtype": "",
    "angle": "p / base ** (2 * (c // 2) / d)",
    "at": "p, c",
    "value": "np.cos(angle) if c % 2 else np.sin(angle)",
    "result": "table",
}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"angle": "p / base ** (2 * c / d)"}, "exponent were doubled"),
        ({"angle": "p / base ** (c / d)"}, "frequency of its own"),
        ({"angle": "p / base ** (2 * (c // 2) // d)"}, "not with //"),
        ({"angle": "p * base ** (2 * (c // 2) / d)"}, "wrong sign"),
        ({"angle": "(p + 1) / base ** (2 * (c // 2) / d)"}, "began with 1"),
        ({"angle": "p / 10000 ** (2 * (c // 2) / d)"}, "always 10 000"),
        ({"angle": "np.radians(p / base ** (2 * (c // 2) / d))"}, "degrees"),
        ({"value": "np.sin(angle) if c % 2 else np.cos(angle)"}, "changed places"),
        ({"value": "np.sin(angle)"}, "all columns were sines"),
        ({"shape": "d, length", "at": "c, p"}, "Rows and columns have changed places"),
        ({"dtype": ", dtype=int"}, "decimals are cut off"),
        ({"dtype": ", dtype=np.float16"}, "float16 has three digits"),
        ({"result": "table.astype(np.float16).astype(float)"}, "digits are lost"),
        ({"result": "table[::-1]"}, "reverse order"),
        ({"result": "table * 0"}, "nothing has been filled in"),
        ({"result": "np.where(table > 0.5, np.inf, table)"}, "infinite"),
        ({"result": "np.where(table > 0.5, np.nan, table)"}, "no number (NaN)"),
        ({"result": "table + 0.25"}, "the entry [0, 0] is 0.25; it should be 0."),
        ({"result": "table.astype(complex)"}, "complex numbers"),
        ({"result": "table.astype(object)"}, "an array of objects"),
        ({"result": "table.astype(str)"}, "an array of texts"),
        ({"result": "{'table': table}"}, "a dict. Return an array"),
        ({"result": "'table'"}, "a text. Return numbers"),
        ({"result": "(row for row in table)"}, "Use return instead of yield"),
        ({"result": "[[1.0], [2.0, 3.0]]"}, "rows of different lengths"),
        ({"result": "[1.0, None]"}, "more than numbers"),
        ({"result": "table.ravel()"}, "shape (24,). It should be (length, d) = (4, 6)"),
        ({"result": "np.broadcast_to(0.0, (10**6, 10**6))"}, "too large"),
        ({"result": "1.5"}, "an array of shape ()"),
        ({"result": "10**400"}, "more than numbers"),
        ({"result": "1 / 0"}, "ZeroDivisionError"),
    ],
)
def test_code_with_a_slip_is_answered_with_its_cause(changes: dict[str, str], said: str) -> None:
    verdict = tried("sinusoidal_table", TABLE.format(**{**RIGHT, **changes}))
    assert verdict.state == "failed"
    assert said in verdict.message
    # With its default base, base = 100 is the first case that shows a fixed base.
    first = "length = 5, d = 5, base = 100" if "10000" in changes.get("angle", "") else "length = 4"
    assert verdict.message.startswith(f"With {first}")


def test_a_wrong_entry_is_told_with_both_values_and_the_case() -> None:
    verdict = tried("sinusoidal_table", TABLE.format(**{**RIGHT, "result": "table - 1.5"}))
    assert verdict.message == ("With length = 4, d = 6, the entry [0, 0] is −1.5; it should be 0.")


@pytest.mark.parametrize(
    ("id_", "source", "said"),
    [
        ("fuse", "def fuse(X, P): return X + P", "operands could not be broadcast"),
        ("fuse", "def fuse(X, P): return X + P[:len(X), None]", "not along the batch"),
        ("lookup", "def lookup(E, ids): return E[:, ids].T", "A token is a row"),
        ("learned_lookup", "def learned_lookup(t, p): return t[p]", "index from the end"),
        (
            "learned_lookup",
            "def learned_lookup(t, p):\n    if max(p) > 511: raise ValueError('no')\n"
            "    return t[p]",
            "there should be an IndexError, but it is:\nLine 1: ValueError: no",
        ),
        (
            "learned_lookup",
            "def learned_lookup(t, p):\n    if max(p) >= 511: raise IndexError\n    return t[p]",
            "With table of shape (512, 4), positions = [511]:\nLine 1: IndexError",
        ),
        ("cosine_neighbours", "def cosine_neighbours(E, id, k): return [1.0] * k", "whole numbers"),
        ("one_hot", "def one_hot(ids, size): return [[0] * size] * len(ids)", "nothing has been"),
        (
            "one_hot",
            "import numpy as np\ndef one_hot(ids, size):\n    z = np.zeros((len(ids), size))\n"
            "    for p, i in enumerate(ids):\n        z[p, i] = 1\n        return z",
            "Is return inside the loop?",
        ),
        (
            "assemble_z",
            "def assemble_z(ids, E, P): return E[ids] * len(ids) ** .5 + P[:len(ids)]",
            "multiplied by sqrt(L)",
        ),
    ],
)
def test_other_slips_as_they_are_written(id_: str, source: str, said: str) -> None:
    verdict = tried(id_, source)
    assert verdict.state == "failed"
    assert said in verdict.message


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.id)
def test_a_verdict_tells_one_right_number_and_names_no_slip_at_random(exercise: Exercise) -> None:
    case = exercise.task.cases[0]
    assert isinstance(case.expected, np.ndarray)
    message = judge(exercise.task, [returned(np.full(case.expected.shape, 17))]).message
    assert re.fullmatch(r"With .* the entry \[.*\] is 17; it should be −?[\d.e−]+\.", message)


# Other routes


@pytest.mark.parametrize(
    "changes",
    [
        {"angle": "p * np.exp(-2 * (c // 2) / d * np.log(base))"},
        {"angle": "p * base ** (-2 * (c // 2) / d)"},
        {"value": "np.sin(angle + c % 2 * np.pi / 2)"},
        {"dtype": ", dtype=np.float32"},
        {"angle": "np.float32(p / base ** (2 * (c // 2) / d))", "dtype": ", dtype=np.float32"},
        {"dtype": ", dtype='>f8'"},
        {"dtype": ", dtype=np.longdouble"},
        {"dtype": ", order='F'"},
        {"result": "table.tolist()"},
        {"result": "[tuple(row) for row in table]"},
        {"result": "tuple(table)"},
        {"result": "[list(row) for row in table]"},  # of np.float64
        {"result": "np.matrix(table)"},
        {"result": "np.ma.array(table)"},
        {"result": "np.broadcast_to(table, (2, *table.shape))[1]"},
        {"shape": "d, length", "at": "c, p", "result": "table.T"},
    ],
)
@pytest.mark.filterwarnings("ignore:the matrix subclass:PendingDeprecationWarning")
def test_the_same_numbers_by_another_route_pass(changes: dict[str, str]) -> None:
    assert tried("sinusoidal_table", TABLE.format(**{**RIGHT, **changes})).state == "passed"


@pytest.mark.parametrize(
    ("id_", "source"),
    [
        ("one_hot", "import numpy as np\ndef one_hot(ids, size): return np.eye(size)[ids]"),
        (
            "one_hot",
            "import numpy as np\ndef one_hot(ids, size): return ids[:, None] == np.arange(size)",
        ),
        (
            "one_hot",
            "def one_hot(ids, size): return [[int(c == i) for c in range(size)] for i in ids]",
        ),
        ("lookup", "def lookup(E, ids): return [E[i] for i in ids]"),
        (
            "lookup",
            "import numpy as np\ndef lookup(E, ids): return np.eye(len(E))[ids] @ E",
        ),
        (
            "cosine_neighbours",
            "import math\ndef cosine_neighbours(E, id, k):\n"
            "    def cos(a, b): return sum(a * b) / math.hypot(*a) / math.hypot(*b)\n"
            "    others = [i for i in range(len(E)) if i != id]\n"
            "    return sorted(others, key=lambda i: -cos(E[i], E[id]))[:k]",
        ),
        ("fuse", "def fuse(X, P):\n    X += P[:X.shape[1]]\n    return X"),
        ("fuse", "def fuse(X, P): return [x + P[:len(x)] for x in X]"),
        (
            "shift_matrix",
            "import numpy as np\ndef shift_matrix(k, d, base=1e4):\n"
            "    w = base ** (-2 * (np.arange(d) // 2) / d)\n"
            "    t = lambda p: np.where(np.arange(d) % 2, np.cos(p * w), np.sin(p * w))\n"
            "    p = np.linspace(0, 9 / w.min(), 500)[:, None]\n"
            "    return np.linalg.lstsq(t(p), t(p + k), rcond=None)[0].T",
        ),
        (
            "rope",
            "import numpy as np\ndef rope(Q, K, base=1e4):\n"
            "    L, d = Q.shape\n"
            "    m = np.arange(1, L + 1)[:, None]\n"
            "    turn = np.exp(1j * m / base ** (np.arange(0, d, 2) / d))\n"
            "    q, k = [(X[:, 0::2] + 1j * X[:, 1::2]) * turn for X in (Q, K)]\n"
            "    return (q @ k.conj().T).real / d ** 0.5",
        ),
        (
            "learned_lookup",
            "def learned_lookup(table, positions):\n    def row(p):\n        if p < 0:\n"
            "            raise IndexError\n        return table[p]\n"
            "    return [row(p) for p in positions]",
        ),
    ],
)
def test_other_right_solutions_pass(id_: str, source: str) -> None:
    assert tried(id_, source) == Verdict(
        "passed", f"Passed: all {len(find_exercise(id_).task.cases)} cases are right."
    )


def test_too_few_results_are_no_pass() -> None:
    task = find_exercise("lookup").task
    right = [returned(case.expected) for case in task.cases]
    assert judge(task, right).state == "passed"
    assert judge(task, right[:-1]).state == "unfinished"
    assert judge(task, []).state == "unfinished"


def test_an_unknown_exercise_has_no_file() -> None:
    with pytest.raises(KeyError):
        find_exercise("none")


def test_a_file_without_code_is_told(tmp_path: Path) -> None:
    from posviz.lesson.exercises import _read

    path = tmp_path / "x.md"
    path.write_text('+++\ntitle = "T"\nfunction = "f"\n+++\nS\n\n# Starter\nnone\n# Solution\n')
    with pytest.raises(ValueError, match="no code"):
        _read(path)
