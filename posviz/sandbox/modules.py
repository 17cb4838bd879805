"""What the code of an exercise can import in every copy of the program, installed ones too.

An installed program brings its own Python, and of the standard library only what is asked for.
"""

from __future__ import annotations

STANDARD = (
    *("abc", "argparse", "array", "ast", "base64", "bisect", "builtins", "calendar", "cmath"),
    *("collections", "collections.abc", "colorsys", "contextlib", "copy", "csv", "dataclasses"),
    *("datetime", "decimal", "difflib", "dis", "doctest", "enum", "fractions", "functools", "gc"),
    *("hashlib", "heapq", "html", "importlib", "inspect", "io", "itertools", "json", "keyword"),
    *("locale", "logging", "math", "numbers", "operator", "os", "os.path", "pathlib", "pickle"),
    *("pprint", "queue", "random", "re", "reprlib", "secrets", "statistics", "string", "struct"),
    *("sys", "tempfile", "textwrap", "threading", "time", "timeit", "tokenize", "traceback"),
    *("types", "typing", "unicodedata", "unittest", "unittest.mock", "uuid", "warnings"),
    *("weakref", "zlib"),
)
"""Modules of the standard library."""

NUMPY = (
    *("numpy", "numpy.exceptions", "numpy.fft", "numpy.lib", "numpy.lib.stride_tricks"),
    *("numpy.linalg", "numpy.ma", "numpy.polynomial", "numpy.random", "numpy.testing"),
    "numpy.typing",
)
"""Modules of numpy."""
