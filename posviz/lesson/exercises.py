"""The exercises in real Python: what is asked, where to begin, hints, and a solution.

An exercise is ``resources/exercises/<id>.md``::

    +++
    title = "One-hot vectors"
    function = "one_hot"
    +++
    What is asked, in Markdown.

    # Starter
    ```python
    def one_hot(ids, size):
    ```
    # Hint
    Three of these.
    # Solution
    ```python
    ...
    ```
    Why it is so.

What is tried on the learner's function stands in the modules `..._cases`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from posviz.language import in_language, per_language
from posviz.lesson import attention_cases, position_cases, sum_cases, word_cases
from posviz.lesson.cases import Task
from posviz.paths import resource
from posviz.state_fields import EXERCISES

_TASKS: dict[str, Callable[[], Task]] = {
    "one_hot": word_cases.one_hot,
    "lookup": word_cases.lookup,
    "cosine_neighbours": word_cases.cosine_neighbours,
    "sinusoidal_table": position_cases.sinusoidal_table,
    "fuse": sum_cases.fuse,
    "order_test": attention_cases.order_test,
    "learned_lookup": sum_cases.learned_lookup,
    "assemble_z": sum_cases.assemble_z,
    "shift_matrix": position_cases.shift_matrix,
    "rope": attention_cases.rope,
}
IDS = EXERCISES
"""The exercises in order."""

_PART = re.compile(r"^# (Starter|Hint|Solution)\n", re.MULTILINE)
_CODE = re.compile(r"```python\n(.*?)```\n*", re.DOTALL)


@dataclass(frozen=True)
class Exercise:
    """One exercise.

    Attributes
    ----------
    id, title
        Its name in files and on the command line, and on screen.
    function
        The function that is to be written.
    statement
        What is asked, in Markdown, with the shapes and an example to check by hand.
    starter
        The code to begin with.
    hints
        Three, in Markdown, each saying more than the one before.
    solution
        Code that passes.
    why
        A note on the solution, in Markdown.
    """

    id: str
    title: str
    function: str
    statement: str
    starter: str
    hints: tuple[str, ...]
    solution: str
    why: str

    @cached_property
    def task(self) -> Task:
        """What is tried; made when it is first asked for."""
        return _TASKS[self.id]()


@per_language
@lru_cache(maxsize=1)
def shipped_exercises() -> tuple[Exercise, ...]:
    """Return the exercises that ship with the program, in order."""
    return tuple(_read(in_language(resource("exercises"), f"{id_}.md")) for id_ in IDS)


def find_exercise(id_: str) -> Exercise:
    """Return an exercise.

    Raises
    ------
    KeyError
        If there is none of this id.
    """
    return {exercise.id: exercise for exercise in shipped_exercises()}[id_]


def _read(path: Path) -> Exercise:
    _, header, body = path.read_text(encoding="utf-8").split("+++\n", 2)
    values = tomllib.loads(header)
    statement, *parts = _PART.split(body)
    pairs = list(zip(parts[0::2], parts[1::2], strict=True))
    texts = dict(pairs)
    solution = texts["Solution"]
    return Exercise(
        id=path.stem,
        title=values["title"],
        function=values["function"],
        statement=statement.strip(),
        starter=_code(texts["Starter"]),
        hints=tuple(text.strip() for name, text in pairs if name == "Hint"),
        solution=_code(solution),
        why=_CODE.sub("", solution).strip(),
    )


def _code(text: str) -> str:
    found = _CODE.search(text)
    if found is None:
        raise ValueError(f"no code in {text!r}")
    return found.group(1)
