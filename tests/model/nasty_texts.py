"""Texts that tokenisers get wrong, made from a seed."""

from __future__ import annotations

import random

from hypothesis import strategies as st

SPACES = (
    "\t\n\v\f\r \x1c\x1d\x1e\x1f\x85\u00a0\u1680\u180e\u2000\u2003\u200a\u200b\u2028"
    "\u2029\u202f\u205f\u3000\ufeff"
)
EMOJI = [
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
    "\U0001f44d\U0001f3fd",
    "\U0001f3f3\ufe0f\u200d\U0001f308",
    "\U0001f1eb\U0001f1f7",
    "1\ufe0f\u20e3",
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "\U0001fae0",
]
WORDS = [
    *("the", "cat", "sat", "Unaffable", "café", "cafe\u0301", "naïve", "STRASSE", "straße"),
    *("İstanbul", "ΣΊΣΥΦΟΣ", "ﬁne", "Ångström", "don't", "they'll", "I'VE", "we've", "'re", "'S"),
    *(
        "שלום",
        "مرحبا",
        "नमस्ते",
        "สวัสดี",
        "한국어",
        "東京都",
        "ガギグ",
        "\u1112\u1161\u11ab",
        "Привет",
    ),
    *("3.14159", "1,000,000", "x²", "½", "Ⅷ", "٣٤٥", "e=mc^2", "C++", "[MASK]", "[UNK]", "##s"),
    *("<|endoftext|>", "http://a.b/c?d=e&f", "a@b.c", "-->", "``", "''", "…", "—", "$5", "\u037e"),
    *("\u0378", "\U0001e900\U0001e922", "\U00031350", "\U0002b820\U0002b91f", "\u1c89", "\ua7cb"),
]
# First and last code point of what a text may be drawn from.
SCRIPTS = [
    *((0x00, 0x7F), (0x00, 0x1F), (0x80, 0x24F), (0x250, 0x36F), (0x370, 0x58F), (0x590, 0x8FF)),
    *((0x900, 0xDFF), (0xE00, 0x10FF), (0x1100, 0x11FF), (0x1200, 0x1DFF), (0x1E00, 0x1FFF)),
    *((0x2000, 0x20FF), (0x2100, 0x2BFF), (0x2C00, 0x2FFF), (0x3000, 0x33FF), (0x3400, 0x9FFF)),
    *((0xA000, 0xABFF), (0xAC00, 0xD7FF), (0xE000, 0xFFFF), (0x10000, 0x10FFF)),
    *((0x11000, 0x12FFF), (0x13000, 0x1CFFF), (0x1D000, 0x1EFFF), (0x1F000, 0x1FFFF)),
    *((0x20000, 0x323AF), (0xE0000, 0xE01FF), (0x40000, 0xDFFFF), (0xF0000, 0x10FFFF)),
]


def _characters(rng: random.Random, spans: list[tuple[int, int]], count: int) -> str:
    chosen = (rng.randint(*rng.choice(spans)) for _ in range(count))
    return "".join(chr(code) for code in chosen if not 0xD800 <= code <= 0xDFFF)


def _part(rng: random.Random) -> str:
    kind = rng.randrange(10)
    if kind < 3:
        word = rng.choice(WORDS)
        return rng.choice([word, word.upper(), word.title(), word + rng.choice(WORDS)])
    if kind < 5:
        return "".join(rng.choices(SPACES, k=rng.randint(1, 4)))
    if kind == 5:
        return rng.choice(EMOJI) * rng.randint(1, 3)
    if kind == 6:
        return _characters(rng, [rng.choice(SCRIPTS)], rng.randint(1, 8))
    if kind == 7:
        return _characters(rng, SCRIPTS, rng.randint(1, 8))
    if kind == 8:
        letters = rng.choice(
            ["etaoinshr", "'stmdlver ", "0123456789", "!?.,;-_()", "xyzXYZ\u0301\u0327"]
        )
        return "".join(rng.choices(letters, k=rng.choice([2, 5, 9, 20])))
    return rng.choice("aé東\U0001f600 .") * rng.choice([99, 100, 101, 3])


def texts(count: int, seed: int) -> list[str]:
    """Return so many texts of up to some hundred characters; no surrogates in them."""
    rng = random.Random(seed)
    return ["".join(_part(rng) for _ in range(rng.randint(0, 6))) for _ in range(count)]


# Ideographs, Hangul syllables and unassigned stretches: uniform but for their ends.
UNIFORM = [
    (0x3500, 0x9F00),
    (0xAC00, 0xD700),
    (0x17100, 0x18A00),
    (0x18E00, 0x1AF00),
    (0x20000, 0x34000),
]


def every_character() -> list[str]:
    """Return texts that hold each code point, but only some of those that are all alike."""
    codes = [
        code
        for code in (*range(0xD800), *range(0xE000, 0x34000), *range(0xE0000, 0xE0200))
        if not any(first <= code < last for first, last in UNIFORM)
        or code % 9 == 0
        or (code + 16) % 256 < 32
    ]
    codes += range(0x34000, 0x110000, 4099)
    return [
        " ".join(f"a{c}b {c}1{c}!{c}" for c in map(chr, codes[start : start + 500]))
        for start in range(0, len(codes), 500)
    ]


GIANTS = {
    "letters": "abcdefghij" * 10_000,
    "one letter": "a" * 100_000,
    "emoji": "\U0001f600\U0001f923" * 50_000,
    "marks": "\u0301" * 100_000,
    "spaces": " \t" * 50_000,
    "ideographs": "東京" * 50_000,
    "apostrophes": "'" * 100_000,
}
"""Texts of 100 000 characters that are hard in one way each."""

any_text = st.text(st.characters(exclude_categories=[]), max_size=40)
"""Any code points, halves of surrogate pairs among them."""
