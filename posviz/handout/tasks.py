"""What a handout asks beyond the steps: a round of the quiz and the exercises in Python."""

from __future__ import annotations

from posviz.handout.blocks import Block, Heading, Text
from posviz.handout.lines import Lines
from posviz.handout.passages import code, lettered, passages, tr
from posviz.lesson.exercises import shipped_exercises
from posviz.lesson.quiz import make_round
from posviz.lesson.quiz_kinds import paper_sources
from posviz.lesson.quiz_paper import LETTERS, right_number

_SEED = 1


def part(title: str) -> Heading:
    """Return the heading of a part of a chapter."""
    return Heading(title, 15, above=26)


def quiz() -> tuple[list[Block], list[Block]]:
    """Return a round that can be answered on paper, and its answers."""
    asked: list[Block] = [part(tr("A round on paper"))]
    answers: list[Block] = [part(tr("Quiz"))]
    for number, question in enumerate(make_round(paper_sources(), _SEED), start=1):
        text = Text(f"**{number}** · {question.text}", above=13)
        text.keeps = True
        asked.append(text)
        if question.kind == "number":
            asked.append(Lines(question.unit or "="))
            right = f"**{right_number(question)}**"
        else:
            asked += lettered(question.choices)
            asked[-1].keeps = False
            right = f"**{LETTERS[question.right]}** · {question.choices[question.right]}"
        answers.append(Text(f"{number} · {right}. {question.why}", size=12.5, above=5))
    return asked, answers


def exercises() -> list[Block]:
    """Return what each exercise asks, and how its code begins."""
    blocks: list[Block] = []
    for exercise in shipped_exercises():
        blocks += [part(exercise.title), *passages(exercise.statement), code(exercise.starter)]
    return blocks


def solutions() -> list[Block]:
    """Return a solution of each exercise."""
    blocks: list[Block] = [part(tr("Practice in Python"))]
    for exercise in shipped_exercises():
        heading = Heading(exercise.title, 13, above=14)
        blocks += [heading, code(exercise.solution), *passages(exercise.why)]
    return blocks
