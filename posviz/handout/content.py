"""What a handout says: title, contents, steps with figures, quiz, practice, answers, glossary."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from posviz import __version__
from posviz.handout.blocks import Block, Entry, Figure, Formula, Heading, Lines, Table, Text
from posviz.handout.figures import PanelFigure
from posviz.lesson.exercises import Exercise, shipped_exercises
from posviz.lesson.glossary import read_glossary, shipped_glossary
from posviz.lesson.quiz import Question, make_round
from posviz.lesson.quiz_kinds import paper_sources
from posviz.lesson.step_file import Step
from posviz.lesson.step_text import is_table, paragraphs_of
from posviz.lesson.steps import Chapter, lesson_at
from posviz.model.notation import significant
from posviz.panels import find_panel
from posviz.state import State

_LETTERS = "ABCDE"
_NO_FIGURE = frozenset({"lesson", "quiz", "practice"})
_MOST_FIGURES = 2
_QUIZ_SEED = 1
_DIGITS = 6


def tr(text: str) -> str:
    """Translate a text of the handout."""
    return QCoreApplication.translate("handout", text)


@dataclass(frozen=True)
class Choices:
    """What a handout is made of.

    Attributes
    ----------
    folder
        Of a lesson of one's own; empty for the one that ships.
    answers
        Whether the right answers follow at the end.
    paper
        A name in `PAPERS`.
    panels
        The panels that may be drawn; None for all. A step shows two at most of its own, the
        largest first, or all that are named here.
    panels_of
        Returns the panels of a step, those with the most room first.
    """

    panels_of: Callable[[Step], Sequence[str]]
    folder: str = ""
    answers: bool = False
    paper: str = "a4"
    panels: frozenset[str] | None = None


class Content:
    """Makes the blocks one by one, as figures take their time.

    Raises
    ------
    LessonError
        If the lesson cannot be read.
    """

    def __init__(self, choices: Choices, width: float) -> None:
        self._choices, self._width = choices, width
        self._lesson = lesson_at(choices.folder)
        self._ships = not choices.folder
        self._figures = 0
        self._open: list[PanelFigure] = []
        self._drawn: dict[tuple[str, tuple[object, ...]], int] = {}
        self.entries: list[Entry] = []
        self._answers: list[Block] = []
        self._questions: tuple[Question, ...] = ()
        if self._ships:
            self._questions = make_round(paper_sources(), _QUIZ_SEED)

    @property
    def title(self) -> str:
        """The title of the lesson."""
        if self._ships:
            return tr("How text becomes what attention reads")
        return Path(self._choices.folder).name

    @property
    def steps(self) -> int:
        """How many parts there are to make."""
        return sum(len(chapter.steps) for chapter in self._lesson)

    def close(self) -> None:
        """Let go of all panels."""
        for figure in self._open:
            figure.close()
        self._open.clear()

    def front(self) -> list[Block]:
        """Title page and contents; the entries get their pages later."""
        chapters = [f"{n}  {chapter.title}" for n, chapter in enumerate(self._lesson, start=1)]
        with_answers = tr("With answers") if self._choices.answers else ""
        page: list[Block] = [
            Text("", plain=True, size=120),
            Text(self.title, size=34, weight=700, plain=True),
            Text(tr("A lesson to read, predict and try"), size=16, role="muted", plain=True),
            Text("\n".join(chapters), size=14, plain=True, above=44),
        ]
        if with_answers:
            page.append(Text(with_answers, size=14, weight=600, role="accent", above=30))
        made = tr("Made with posviz {version}").format(version=__version__)
        page.append(Text(made, size=12, role="muted", plain=True, above=30))
        contents = Heading(tr("Contents"), 24, starts_page=True)
        contents.keeps = False
        return [*page, contents, *self.entries]

    def body(self) -> Iterator[list[Block]]:
        """Yield the blocks of each step, and then the rest."""
        for number, chapter in enumerate(self._lesson, start=1):
            for place, step in enumerate(chapter.steps, start=1):
                blocks: list[Block] = []
                if place == 1:
                    blocks.append(self._chapter(f"{number}  {chapter.title}"))
                blocks += self._step(f"{number}.{place}", step, chapter)
                yield blocks
        yield self._back()

    def _chapter(self, title: str) -> Heading:
        heading = Heading(title, 24, starts_page=True)
        self.entries.append(Entry(title, heading, chapter=True))
        return heading

    def _step(self, number: str, step: Step, chapter: Chapter) -> list[Block]:
        heading = Heading(f"{number}  {step.title}", 17, above=30)
        self.entries.append(Entry(f"{number}  {step.title}", heading, chapter=False))
        blocks: list[Block] = [heading]
        if step.prediction is not None:
            prediction = step.prediction
            question = Text(f"**{tr('Predict first')}** · {prediction.question}")
            question.keeps = True
            blocks.append(question)
            blocks += _choices(prediction.choices)
            blocks.append(Lines(tr("My prediction:")))
            right = _LETTERS[prediction.choices.index(prediction.answer)]
            self._answer(number, f"**{right}** · {prediction.answer}. {prediction.why}")
        blocks += map(_paragraph, paragraphs_of(step.text))
        if step.goal is not None:
            blocks.append(Text(f"**{tr('To do')}** · {step.goal.text}", quoted=True, above=10))
        return [*blocks, *self._figures_of(number, step)]

    def _figures_of(self, number: str, step: Step) -> list[Block]:
        named = self._choices.panels
        wanted = [
            panel
            for panel in self._choices.panels_of(step)
            if panel not in _NO_FIGURE and (named is None or panel in named)
        ]
        if named is None:
            wanted = wanted[:_MOST_FIGURES]
        state = step.applied_to(State())
        blocks: list[Block] = []
        for panel in wanted:
            uses = find_panel(panel).uses - {"step", "lesson"}
            key = (panel, tuple(getattr(state, name) for name in sorted(uses)))
            before = self._drawn.get(key)
            if before is not None:
                same = tr("{panel}: see figure {number}.")
                text = same.format(panel=find_panel(panel).title(), number=before)
                blocks.append(Text(text, size=11.5, role="muted", plain=True))
                continue
            figure = PanelFigure(panel, state, self._width)
            self._open.append(figure)
            if figure.size.isEmpty():
                continue
            self._figures += 1
            self._drawn[key] = self._figures
            caption = tr("Figure {number} · {heading}")
            text = caption.format(number=self._figures, heading=figure.heading)
            blocks.append(Figure(figure, text))
        return blocks

    def _answer(self, number: str, text: str) -> None:
        self._answers.append(Text(f"{number} · {text}", size=12.5, above=5))

    def _back(self) -> list[Block]:
        """Everything after the steps."""
        blocks: list[Block] = []
        if self._questions:
            blocks += self._quiz()
        if self._ships:
            for block in map(self._exercise, shipped_exercises()):
                blocks += block
        if self._choices.answers:
            heading = self._chapter(tr("Answers"))
            blocks += [heading, *self._answers, *self._solutions()]
        return [*blocks, *self._glossary(), *self._licences()]

    def _quiz(self) -> list[Block]:
        blocks: list[Block] = [self._chapter(tr("Quiz"))]
        self._answers.append(_part(tr("Quiz")))
        for number, question in enumerate(self._questions, start=1):
            asked = Text(f"**{number}** · {question.text}", above=16)
            asked.keeps = True
            blocks.append(asked)
            if question.kind == "number":
                blocks.append(Lines(question.unit or "="))
                right = significant(question.number, _DIGITS).rstrip("0").rstrip(".")
                text = f"**{right} {question.unit}**".strip()
            else:
                blocks += _choices(question.choices)
                text = f"**{_LETTERS[question.right]}** · {question.choices[question.right]}"
            self._answer(str(number), f"{text}. {question.why}")
        return blocks

    def _exercise(self, exercise: Exercise) -> list[Block]:
        blocks: list[Block] = []
        if exercise == shipped_exercises()[0]:
            blocks.append(self._chapter(tr("Practice in Python")))
        heading = Heading(exercise.title, 15, above=26)
        return [*blocks, heading, *_markdown(exercise.statement), _code(exercise.starter)]

    def _solutions(self) -> list[Block]:
        if not self._ships:
            return []
        blocks: list[Block] = [_part(tr("Practice in Python"))]
        for exercise in shipped_exercises():
            heading = Heading(exercise.title, 13, above=14)
            blocks += [heading, _code(exercise.solution), *_markdown(exercise.why)]
        return blocks

    def _glossary(self) -> list[Block]:
        own = Path(self._choices.folder) / "glossary.toml"
        glossary = shipped_glossary() if self._ships or not own.is_file() else read_glossary(own)
        terms: dict[str, list[str]] = {}
        for term, why in glossary.items():
            terms.setdefault(why, []).append(term)
        entries = sorted((", ".join(names), why) for why, names in terms.items())
        texts = [Text(f"**{names}** · {why}", size=12.5, above=5) for names, why in entries]
        return [self._chapter(tr("Glossary")), *texts]

    def _licences(self) -> list[Block]:
        """Say whose work is in it; the file NOTICE tells all."""
        parts = [
            tr(
                "posviz is under the MIT licence. Letters: Inter and JetBrains Mono, SIL Open "
                "Font License 1.1."
            ),
            tr(
                "Figures may show numbers of all-MiniLM-L6-v2 (the sentence-transformers "
                "authors, Apache License 2.0), of BERT’s vocabulary (Google, Apache License "
                "2.0), of GPT-2’s merges (OpenAI, Modified MIT License) and of GloVe 6B "
                "(J. Pennington, R. Socher, C. D. Manning, PDDL 1.0). The file NOTICE of posviz "
                "names every part and its licence."
            ),
        ]
        if not self._ships:
            parts.insert(0, tr("The text of this lesson belongs to those who wrote it."))
        heading = Heading(tr("Licences"), 13, above=28)
        return [heading, *(Text(part, size=11, role="muted", above=4) for part in parts)]


def _part(title: str) -> Heading:
    return Heading(title, 15, above=22)


def _choices(choices: Sequence[str]) -> list[Block]:
    """Lettered choices, which stay with their question but for the last."""
    blocks: list[Block] = [
        Text(
            f"{letter}   {choice}",
            indent=16,
            above=3,
            plain="*" not in choice and "`" not in choice,
        )
        for letter, choice in zip(_LETTERS, choices, strict=False)
    ]
    for block in blocks[:-1]:
        block.keeps = True
    return blocks


def _code(code: str) -> Text:
    return Text(code.rstrip(), size=11.5, mono=True, indent=12, above=8)


def _markdown(text: str) -> list[Block]:
    """Paragraphs, and code between fences."""
    blocks: list[Block] = []
    for number, part in enumerate(text.split("```")):
        if number % 2:
            blocks.append(_code(part.partition("\n")[2]))
        elif part.strip():
            blocks += map(_paragraph, paragraphs_of(part))
    return blocks


def _paragraph(markdown: str) -> Block:
    lines = markdown.strip().splitlines()
    if lines and lines[0].startswith("$$"):
        latex, *read_out = (line.strip("$ ") for line in lines)
        return Formula(latex, " ".join(read_out) or latex)
    if is_table(markdown):
        return Table(markdown.strip())
    if lines and all(line.startswith(">") for line in lines):
        quoted = "\n".join(line[1:].lstrip() for line in lines)
        return Text(quoted, quoted=True, above=10)
    return Text(markdown.strip())
