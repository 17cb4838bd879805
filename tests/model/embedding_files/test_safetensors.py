"""safetensors files, laid out by hand from the description of the format."""

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from posviz.model.embedding_files import (
    ChooseTensor,
    EmbeddingFileError,
    NeedWords,
    Reason,
    read_embeddings,
)

WORDS = ["the", "cat", "dog"]
E = np.array([[1, 2], [3, 4], [-5, 0.5]], np.float32)


def bf16(values: Any) -> bytes:
    return (np.asarray(values, np.float32).view(np.uint32) >> 16).astype("<u2").tobytes()


def written(
    tensors: dict[str, tuple[str, tuple[int, ...], bytes]], **changes: dict[str, Any]
) -> bytes:
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    data = b""
    for name, (dtype, shape, numbers) in tensors.items():
        offsets = [len(data), len(data) + len(numbers)]
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": offsets}
        header[name].update(changes.get(name, {}))
        data += numbers
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def save(tmp_path: Path, data: bytes, name: str = "model.safetensors") -> Path:
    (tmp_path / name).write_bytes(data)
    return tmp_path / name


@pytest.mark.parametrize(
    ("dtype", "numbers"),
    [
        ("F32", E.tobytes()),
        ("F16", E.astype("<f2").tobytes()),
        ("F64", E.astype("<f8").tobytes()),
        ("BF16", bf16(E)),
    ],
)
@pytest.mark.parametrize("name", ["model.safetensors", "model"])
def test_every_type(tmp_path: Path, dtype: str, numbers: bytes, name: str) -> None:
    path = save(tmp_path, written({"wte.weight": (dtype, (3, 2), numbers)}), name)
    table = read_embeddings(path, words=WORDS)
    np.testing.assert_array_equal(table.matrix, E)
    assert (table.words, table.tensor, table.format) == (
        tuple(WORDS), "wte.weight", "safetensors"
    )  # fmt: skip


def test_bf16_of_one_is_80_3f(tmp_path: Path) -> None:
    path = save(tmp_path, written({"wte": ("BF16", (1, 2), b"\x80\x3f\x80\xbf")}))
    np.testing.assert_array_equal(read_embeddings(path, words=["a"]).matrix, [[1.0, -1.0]])


def test_bf16_nan_is_a_counted_row(tmp_path: Path) -> None:
    numbers = b"\x80\x3f\x80\x3f\xc0\x7f\x80\x3f"
    path = save(tmp_path, written({"wte": ("BF16", (2, 2), numbers)}))
    table = read_embeddings(path, words=["a", "b"])
    assert [(s.reason, s.places) for s in table.skipped] == [(Reason.NOT_FINITE, (2,))]


F = ("F32", (3, 2), E.tobytes())
P = ("F32", (2, 2), E[:2].tobytes())

WORD_NAMES = [
    "wte.weight", "transformer.wte.weight", "model.embed_tokens.weight", "shared.weight",
    "embeddings.word_embeddings.weight", "bert.embeddings.word_embeddings.weight",
    "tok_embeddings.weight", "gpt_neox.embed_in.weight", "token_embedding.weight",
    "text_model.embeddings.token_embedding.weight", "embedding.weight", "embeddings",
]  # fmt: skip
POSITION_NAMES = [
    "wpe.weight", "transformer.wpe.weight", "embeddings.position_embeddings.weight",
    "model.decoder.embed_positions.weight", "positional_embedding", "pos_embed", "pos_emb.weight",
    "text_model.embeddings.position_embedding.weight",
]  # fmt: skip
OTHER_NAMES = [
    "embeddings.token_type_embeddings.weight", "lm_head.weight", "h.0.attn.c_attn.weight",
    "encoder.layer.0.attention.self.distance_embedding.weight", "relative_attention_bias.weight",
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "kind"),
    [(n, "words") for n in WORD_NAMES]
    + [(n, "positions") for n in POSITION_NAMES]
    + [(n, "other") for n in OTHER_NAMES],
)
def test_names_of_known_models(tmp_path: Path, name: str, kind: str) -> None:
    path = save(tmp_path, written({name: F}))
    assert [t.kind for t in read_embeddings(path, words=WORDS).tensors] == [kind]


def test_the_words_are_chosen_among_candidates_and_positions_on_request(tmp_path: Path) -> None:
    norm = ("F32", (2,), bytes(8))
    path = save(tmp_path, written({"wpe.weight": P, "h.weight": F, "ln": norm, "wte.weight": F}))
    table = read_embeddings(path, words=WORDS)
    assert (table.tensor, table.kind) == ("wte.weight", "words")
    assert [(t.name, t.kind, t.shape) for t in table.tensors] == [
        ("wte.weight", "words", (3, 2)),
        ("wpe.weight", "positions", (2, 2)),
        ("h.weight", "other", (3, 2)),
    ]
    positions = read_embeddings(path, tensor="wpe.weight")
    assert (positions.words, positions.kind) == (("0", "1"), "positions")
    np.testing.assert_array_equal(positions.matrix, E[:2])


@pytest.mark.parametrize(
    "names", [("a.weight", "b.weight"), ("shared.weight", "embed_tokens.weight")]
)
def test_where_it_is_not_plain_it_asks(tmp_path: Path, names: tuple[str, str]) -> None:
    path = save(tmp_path, written({names[0]: F, names[1]: F}))
    with pytest.raises(ChooseTensor, match="holds 2 matrices") as asked:
        read_embeddings(path, words=WORDS)
    assert [t.name for t in asked.value.candidates] == list(names)


def test_words_from_the_vocabulary_beside_it(tmp_path: Path) -> None:
    path = save(tmp_path, written({"wte": F}))
    with pytest.raises(NeedWords):
        read_embeddings(path)
    vocabulary = {"dog": 2, "\u0120the": 0}
    model = {"model": {"vocab": {"\u0120the": 0}}, "added_tokens": [{"id": 2, "content": "dog"}]}
    listed = {"model": {"vocab": [["\u0120the", -1.5], ["cat", -2.0], ["dog", -3.0]]}}
    for name, content, words in [
        ("vocab.json", vocabulary, ("\u0120the", "dog")),
        ("tokenizer.json", model, ("\u0120the", "dog")),
        ("tokenizer.json", listed, ("\u0120the", "cat", "dog")),
        ("vocab.json", ["a", "b", "c"], ("a", "b", "c")),
    ]:
        (tmp_path / name).write_text(json.dumps(content))
        table = read_embeddings(path)
        assert table.words == words
        assert table.remarks == (f"The words come from “{name}”.",)
        missing = [(s.reason, s.places) for s in table.skipped]
        assert missing == ([(Reason.NO_WORD, (2,))] if len(words) == 2 else [])
        (tmp_path / name).unlink()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "no valid JSON"),
        ("[" * 100_000, "no valid JSON"),
        ("{}", "no list of tokens"),
        ('{"a": "0"}', "no list of tokens"),
        ('{"a": true}', "no list of tokens"),
        ('{"a": -1}', "no list of tokens"),
        ('{"a": 3}', "3 vectors, “vocab.json” 4 ids"),
        ('{"a": 99999999999999999999}', "100000000000000000000 ids"),
    ],
)
def test_a_bad_vocabulary_is_refused(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "vocab.json").write_text(content)
    with pytest.raises(EmbeddingFileError, match=message):
        read_embeddings(save(tmp_path, written({"wte": F})))


GOOD = written({"wte": F})


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (written({"wte": ("F8_E4M3", (3, 2), bytes(6))}), "stored as F8_E4M3. posviz reads"),
        (written({"ids": ("I64", (3, 2), bytes(48))}), "stored as I64"),
        (written({"ln": ("F32", (2,), bytes(8))}), r"it holds no matrix \(ln\)"),
        (written({"x": ("F32", (1, 3, 2), bytes(24))}), "it holds no matrix"),
        (written({"x": ("F32", (0, 2), b"")}), "it holds no matrix"),
        (written({}), r"it holds no matrix \(nothing\)"),
        (GOOD[:-1], "should lie at bytes 0 to 24 of 23: the file is cut off or damaged"),
        (GOOD[:50], "its header would be"),
        (GOOD[:8], "its header would be"),
        (GOOD[:3], "the file ends too early"),
        (b"\xff\xff\xff\xff\xff\xff\xff\x7f{" + bytes(99), "would be 9223372036854775807 b"),
        (written({"wte": F}, wte={"data_offsets": [8, 0]}), "should lie at bytes 8 to 0"),
        (written({"wte": F}, wte={"data_offsets": [0, 16]}), "16 bytes, not as many as its"),
        (written({"wte": F}, wte={"data_offsets": [-8, 16]}), "is not described"),
        (written({"wte": F}, wte={"data_offsets": [0]}), "is not described"),
        (written({"wte": F}, wte={"shape": [1e9, 2]}), "is not described"),
        (written({"wte": F}, wte={"shape": [10**12, 10**12]}), "as its shape needs"),
        (written({"wte": F}, wte={"dtype": None}), "is not described"),
        (struct.pack("<Q", 7) + b"{nope}}", "no valid JSON"),
        (struct.pack("<Q", 13) + b'{"a":1,"a":2}', "no valid JSON"),
        (struct.pack("<Q", 7) + b'{"a":1}', "“a” is not described"),
        (b"version https://git-lfs.github.com/spec/v1\n", "Git LFS pointer"),
    ],
)  # fmt: skip
def test_it_is_refused_in_words(tmp_path: Path, data: bytes, message: str) -> None:
    with pytest.raises(EmbeddingFileError, match=message):
        read_embeddings(save(tmp_path, data), words=WORDS)
