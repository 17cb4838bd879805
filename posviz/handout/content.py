"""What a handout says: title, contents, steps with figures, and what comes after them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from posviz import __version__
from posviz.handout import tasks
from posviz.handout.blocks import Block, ChapterHeading, Figure, StepHeading, Text
from posviz.handout.figures import PanelFigure
from posviz.handout.lines import Entry, Lines
from posviz.handout.passages import lettered, passages, tr
from posviz.lesson.glossary import glossary_of
from posviz.lesson.quiz_paper import LETTERS
from posviz.lesson.step_file import Step
from posviz.lesson.steps import Chapter, lesson_at
from posviz.panels import find_panel
from posviz.state import State

_TASKS = frozenset({"quiz", "practice"})
_MOST_FIGURES = 2


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
        contents = ChapterHeading(tr("Contents"))
        contents.keeps = False
        return [*page, contents, *self.entries]

    def body(self) -> Iterator[list[Block]]:
        """Yield the blocks of each step, and then the rest."""
        for number, chapter in enumerate(self._lesson, start=1):
            for place, step in enumerate(chapter.steps, start=1):
                blocks: list[Block] = []
                if place == 1:
                    blocks.append(self._chapter(f"{number}  {chapter.title}"))
                blocks += self._step(f"{number}.{place}", step)
                if step == chapter.steps[-1]:
                    blocks += self._tasks(chapter)
                yield blocks
        yield self._back()

    def _chapter(self, title: str) -> ChapterHeading:
        heading = ChapterHeading(title)
        self.entries.append(Entry(title, heading, chapter=True))
        return heading

    def _step(self, number: str, step: Step) -> list[Block]:
        heading = StepHeading(f"{number}  {step.title}")
        self.entries.append(Entry(f"{number}  {step.title}", heading, chapter=False))
        blocks: list[Block] = [heading]
        if step.prediction is not None:
            prediction = step.prediction
            question = Text(f"**{tr('Predict first')}** · {prediction.question}")
            question.keeps = True
            blocks.append(question)
            blocks += lettered(prediction.choices)
            blocks.append(Lines(tr("My prediction:")))
            right = LETTERS[prediction.choices.index(prediction.answer)]
            answer = f"{number} · **{right}** · {prediction.answer}. {prediction.why}"
            self._answers.append(Text(answer, size=12.5, above=5))
        blocks += passages(step.text)
        if step.goal is not None:
            blocks.append(Text(f"**{tr('To do')}** · {step.goal.text}", quoted=True, above=10))
        return [*blocks, *self._figures_of(number, step)]

    def _figures_of(self, number: str, step: Step) -> list[Block]:
        named, shown = self._choices.panels, self._choices.panels_of(step)
        if not _TASKS.isdisjoint(shown):
            return []
        wanted = [
            panel for panel in shown if panel != "lesson" and (named is None or panel in named)
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

    def _tasks(self, chapter: Chapter) -> list[Block]:
        """The quiz, and the exercises, where a chapter shows them."""
        shown = {panel for step in chapter.steps for panel in self._choices.panels_of(step)}
        blocks: list[Block] = []
        if "quiz" in shown:
            asked, answers = tasks.quiz()
            blocks += asked
            self._answers += answers
        if "practice" in shown:
            blocks += tasks.exercises()
            self._answers += tasks.solutions()
        return blocks

    def _back(self) -> list[Block]:
        """Everything after the steps."""
        blocks: list[Block] = []
        if self._choices.answers and self._answers:
            blocks += [self._chapter(tr("Answers")), *self._answers]
        return [*blocks, *self._glossary(), *self._licences()]

    def _glossary(self) -> list[Block]:
        glossary = glossary_of(self._choices.folder)
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
        heading = tasks.part(tr("Licences"))
        return [heading, *(Text(part, size=11, role="muted", above=4) for part in parts)]
