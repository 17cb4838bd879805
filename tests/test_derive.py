"""The script that makes the trained files again: its hashes and what needs no network."""

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from posviz.model.tokenizers import bert
from posviz.paths import resource

SCRIPT = resource("embeddings/derive.py")


@pytest.fixture(scope="module")
def derive() -> ModuleType:
    spec = importlib.util.spec_from_file_location("derive", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def trained_files() -> list[Path]:
    files = [*resource("embeddings").glob("*.npz"), *resource("tokenizers").iterdir()]
    return sorted(files, key=lambda path: path.name)


def test_the_shipped_files_have_the_hashes_of_the_script(derive: ModuleType) -> None:
    assert {path.name: derive.digest(path) for path in trained_files()} == derive.SHIPPED


def test_the_notice_names_every_file_its_source_and_hashes(derive: ModuleType) -> None:
    notice = SCRIPT.parents[2].joinpath("NOTICE").read_text("utf-8")
    for path in trained_files():
        assert path.name in notice
    for package in (*derive.PYTHON_PACKAGES, derive.NPM_PACKAGE):
        assert re.sub("==|@", " ", package) in notice
    for name in ("model.safetensors", "vocab.txt", "vocab.bpe"):
        (expected,) = (h for member, h in derive.SOURCES.items() if member.endswith("/" + name))
        assert expected in notice
    for licence in re.findall(r"resources/licences/[\w.-]+", notice):
        assert SCRIPT.parents[2].joinpath(licence.rstrip(".")).is_file()


def test_a_digest_is_of_the_arrays_and_not_of_how_they_are_packed(
    derive: ModuleType, tmp_path: Path
) -> None:
    packed, loose, other = (tmp_path / f"{name}.npz" for name in ("packed", "loose", "other"))
    np.savez_compressed(packed, a=np.arange(5), b=np.ones(2))
    np.savez(loose, b=np.ones(2), a=np.arange(5))
    np.savez(other, a=np.arange(5).astype(np.int32), b=np.ones(2))
    assert packed.read_bytes() != loose.read_bytes()
    assert derive.digest(packed) == derive.digest(loose) != derive.digest(other)


def test_rows_are_rounded_to_127_steps_of_their_own(derive: ModuleType) -> None:
    rows = np.array([[1.27, -0.5, 0.004], [0, 0, 0], [254, 127, -254]], np.float32)
    q, scale = derive.quantised(rows)
    assert q.tolist() == [[127, -50, 0], [0, 0, 0], [127, 64, -127]]
    assert q.dtype == np.int8
    assert scale.tolist() == pytest.approx([0.01, 1, 2])
    assert scale.dtype == np.float32


def test_the_tokens_kept_are_ascii_and_no_placeholders(derive: ModuleType) -> None:
    assert derive.ascii_ids(["[PAD]", "[unused0]", "cat", "é", "##s"]).tolist() == [0, 2, 4]
    assert len(derive.ascii_ids(bert().vocabulary.tokens)) == 27_628


def safetensors(**tensors: np.ndarray) -> bytes:
    header, content = {}, b""
    for name, array in tensors.items():
        ends = [len(content), len(content) + array.nbytes]
        kind = {"f4": "F32", "f2": "F16"}[array.dtype.str[1:]]
        header[name] = {"dtype": kind, "shape": array.shape, "data_offsets": ends}
        content += array.tobytes()
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + content


def test_a_tensor_is_read_from_where_the_header_says(derive: ModuleType) -> None:
    second = np.array([[1, 2, 3], [4, 5, 6]], np.float32)
    content = safetensors(first=np.zeros(7, np.float32), second=second, half=np.ones(2, "f2"))
    assert derive.read_tensor(content, "second").tolist() == second.tolist()
    for name in ("third", "half"):
        with pytest.raises(ValueError, match=f"no F32 tensor '{name}'; there are first, second"):
            derive.read_tensor(content, name)


def test_glove_keeps_the_most_frequent_words(derive: ModuleType) -> None:
    words = [f"w{i}" for i in range(20_001)]
    arrays = derive.glove_file(np.arange(20_001, dtype=np.float32)[:, None], words)
    assert arrays["emb"].shape == (20_000, 1)
    assert arrays["emb"].dtype == np.float16
    assert arrays["words"].tobytes().decode().split("\n") == words[:20_000]
