"""The lines of numpy for every panel are run, and give the numbers of the panel."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from posviz.export import ExportError
from posviz.panels import all_panels, find_panel
from posviz.panels.panel import Panel
from posviz.panels.show_numpy import WRITERS, numpy_script
from posviz.panels.show_numpy.script import Script
from posviz.state import State
from tests.panels.test_every_panel import SIZES, TEXTS

NO_NUMBERS = {"lesson", "quiz", "practice"}
"""Panels that show no numbers of their own."""

TRAINED = {"minilm", "glove"}
SCHEMES = ("none", "sinusoidal", "learned", "rotary", "alibi", "t5")
BUGS = (
    *("none", "doubled", "own", "ladder", "integer", "halves"),
    *("batch", "float16", "bfloat16", "odd"),
)
PARTS = (
    *("X", "P", "T", "Z", "WQ", "WK", "WV", "Q", "K", "V"),
    *("QR", "KR", "bias", "scores", "A", "out"),
)
HEADS = ("order", "pipeline", "attention")
OF_MATRICES = [panel for panel in WRITERS if panel not in HEADS]


def run(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> np.ndarray[Any, Any]:
    """Run the lines with numpy alone, in a folder that holds their file."""
    monkeypatch.chdir(folder)
    space: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(text, "shown.py", "exec"), space)
    return np.asarray(space["result"])


def steps_in(text: str) -> list[str]:
    """The last paragraph, without comments on lines of their own."""
    return [line for line in text.rstrip().split("\n\n")[-1].split("\n") if line[:1] != "#"]


def check(panel_id: str, state: State, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run what a panel gives for a State against its numbers; return the text."""
    panel: type[Panel[Any]] = find_panel(panel_id)
    script = numpy_script(panel_id, state)
    if script.loaded:
        np.savez(folder / script.file_name, **script.loaded)  # type: ignore[arg-type]
    text = str(script)
    assert text == panel.numpy(state)
    expected = panel.numbers(panel.content(state)).array
    found = run(text, folder, monkeypatch)
    assert found.shape == expected.shape
    # The trained tables are stored in float16 and int8 and read as float32.
    exact = 1e-12 if not TRAINED & {state.table, state.other_table} else 1e-5
    np.testing.assert_allclose(found.astype(float), expected.astype(float), rtol=1e-9, atol=exact)
    assert 1 <= len(steps_in(text)) <= 8, text
    assert max(map(len, text.split("\n"))) <= 110, text
    return text


def states() -> dict[str, dict[str, Any]]:
    """What is tried with every panel."""
    found: dict[str, dict[str, Any]] = {
        "default": {},
        "other seed": {"seed": 8},
        "halves": {"layout": "halves", "dimension": 33},
        "base": {"base": 100.0, "position": 2},
        "odd d": {"width": 7, "length": 40, "pair": 3, "pairs": (0, 2)},
        "odd d in halves": {"width": 9, "layout": "halves", "length": 33, "shift": -4},
        "wider words": {"table": "toy16", "text": "the dog sat on the cat", "token": "dog"},
        "scaled": {"scale": True, "factor": 2.5, "dropout": True, "seed": 4},
        "causal": {"causal": True, "order": (2, 0, 1), "scheme": "sinusoidal"},
        "an unknown word": {"text": "the mat sat", "position": 0, "token": "mat"},
        "no known word": {"text": "mat mat", "position": 1},
        "no word": {"text": ""},
        "an analogy": {"analogy": True, "table": "toy16", "token": "cat", "minus": "kitten"}
        | {"plus": "puppy"},
        "with its inputs": {"analogy": True, "table": "toy16", "minus": "kitten", "plus": "puppy"}
        | {"exclude_inputs": False, "k": 3},
        "dot": {"metric": "dot", "k": 3},
        "distance": {"metric": "euclid", "other_table": "toy16", "k": 20},
        "other map": {"map_of": "neighbours", "k": 3},
        "map of one": {"map_of": "words", "map_words": ("cat",)},
        "map of none": {"map_of": "words", "map_words": ("mat",)},
        "bytes": {"tokenizer": "bpe", "text": "unbelievable 👍🏽 cats", "merges": 1000},
        "pieces": {"tokenizer": "wordpiece", "text": "unbelievable cats"},
        "identity": {"identity_weights": True, "scheme": "rotary"},
        "trained words": {"table": "minilm", "text": "the cat sat on the mat"},
        "trained positions": {"table": "minilm", "scheme": "learned", "order": (1, 0, 2)},
        "glove": {"table": "glove", "text": "the cat sat", "other_table": "minilm"},
    }
    for name in SCHEMES:
        found[f"{name} positions"] = {"scheme": name, "head_width": 8, "text": "the dog sat on"} | {
            "order": (3, 1, 2, 0),
            "position": 2,
        }
        found[f"{name} back alone"] = {"scheme": name, "causal": True, "table": "toy16"} | {
            "order": (2, 1, 0),
            "heads": 12,
            "head": 9,
        }
    for name in ("same", "turned", "separate"):
        found[f"{name} weights"] = {"weights": name, "width": 33, "seed": 3}
        found[f"{name} weights even"] = {"weights": name, "width": 16, "seed": 5, "position": 50}
    for name in BUGS:
        found[f"bug {name}"] = {"bug": name, "width": 7, "length": 300}
        found[f"bug {name} even"] = {"bug": name, "width": 8, "length": 300, "base": 500.0}
    for name in ("interpolation", "ntk", "yarn"):
        found[f"extension {name}"] = {"extension": name, "scheme": "rotary", "trained_length": 64}
        found[f"with {name}"] = {"extension": name, "extension_factor": 2.0}
    for name in ("float64", "float32", "float16", "bfloat16"):
        found[f"in {name}"] = {"number_format": name, "length": 3000, "width": 2}
        found[f"in {name}, odd"] = {"number_format": name, "length": 300, "width": 3}
    return found | SIZES


STATES = states()
USED = {
    panel.id: {
        name
        for name, values in STATES.items()
        # A State that changes nothing a panel uses would be the default again.
        if not values or panel.uses & values.keys()
    }
    for panel in all_panels()
}


@pytest.mark.parametrize("panel_id", WRITERS)
def test_the_lines_give_the_numbers_of_the_panel(
    panel_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts, wrong = set(), []
    for name in sorted(USED[panel_id]):
        state = State().with_changes(**STATES[name])
        if panel_id == "pipeline" and not numpy_script(panel_id, state):
            continue  # the scheme has no such matrix
        try:
            texts.add(check(panel_id, state, tmp_path, monkeypatch))
        except Exception as error:
            wrong.append(f"{name}: {error!r}\n{numpy_script(panel_id, state)}")
    assert not wrong, f"{len(wrong)} wrong, the first: {wrong[0]}"
    assert len(texts) > 2


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("panel_id", ["tokeniser", "attention", "pipeline", "order", "scale"])
def test_any_text(
    panel_id: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for more in ({}, {"tokenizer": "bpe"}, {"tokenizer": "wordpiece"}):
        check(panel_id, State().with_changes(text=text, **more), tmp_path, monkeypatch)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_matrix_of_the_pipeline(
    scheme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    variants: tuple[dict[str, Any], ...] = (
        {},
        {"dropout": True, "causal": True},
        {"identity_weights": True},
        {"table": "minilm"},
    )
    for part, more in itertools.product(PARTS, variants):
        values = {"scheme": scheme, "text": "the mat sat", "part": part, "head_width": 6} | more
        state = State().with_changes(**values)
        panel = find_panel("pipeline")
        try:
            panel.numbers(panel.content(state))
        except ExportError:
            assert panel.numpy(state) == ""
            continue
        check("pipeline", state, tmp_path, monkeypatch)


def test_typed_matrices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = {"width": 2, "typed_q": "1 2 3; 4 5 6", "typed_k": "1 0 9; 0 −1 0"}
    state = State().with_changes(weights="typed", **typed)
    assert "WQ = np.array([" in check("similarity", state, tmp_path, monkeypatch)


def test_all_panels_but_those_without_numbers_have_lines() -> None:
    ids = {panel.id for panel in all_panels()}
    assert {panel.id for panel in all_panels() if not panel.numpy(State())} == NO_NUMBERS & ids
    assert set(WRITERS) == ids - NO_NUMBERS


def test_the_usual_lines_are_3_to_8() -> None:
    for panel_id in WRITERS:
        text = find_panel(panel_id).numpy(State())
        lines = [line for line in text.split("\n") if line and not line.startswith(("#", "import"))]
        assert len(lines) >= 3, text
        assert len(steps_in(text)) <= 8, text


def test_short_arrays_stand_in_the_text_and_long_ones_in_the_file() -> None:
    toy = numpy_script("vectors", State())
    assert not toy.loaded
    assert "np.load" not in str(toy)
    large = numpy_script("vectors", State().with_changes(table="glove"))
    assert set(large.loaded) == {"E"}
    assert "np.load('vectors.npz')" in str(large)
    assert ".astype(float)" in str(large)


def test_words_cannot_break_out_of_the_text() -> None:
    script = Script("x")
    script.array("tokens", ['a"; import os  # \n', "'''", "\\"], "one\ntwo")
    script.step("result = tokens")
    space: dict[str, Any] = {}
    exec(str(script), space)
    assert space["result"].tolist() == ['a"; import os  # \n', "'''", "\\"]
    nasty = State().with_changes(text="\u2028import os", other_text="'; x = (")
    for panel_id in WRITERS:
        compile(find_panel(panel_id).numpy(nasty), panel_id, "exec")
