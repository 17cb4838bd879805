"""All questions of the quiz: those written by hand and those made from a seed.

A generated question draws its sizes by chance and has the model compute its answer. Its wrong
choices are what real mistakes give: a doubled exponent, sine for cosine, bits for bytes.
"""

from __future__ import annotations

from functools import lru_cache

from posviz.lesson import quiz_kinds_attention as attention
from posviz.lesson import quiz_kinds_input as inputs
from posviz.lesson import quiz_kinds_positions as positions
from posviz.lesson.quiz import Source
from posviz.lesson.quiz_bank import shipped_bank

KINDS: tuple[Source, ...] = (
    inputs.byte_pairs,
    inputs.cosine_of_two,
    inputs.nearest_word,
    inputs.shape_of_input,
    inputs.bytes_of_table,
    inputs.one_hot_ratio,
    inputs.random_cosine,
    positions.entry,
    positions.wavelength,
    positions.unfinished_turns,
    positions.shift_entry,
    positions.float_position,
    positions.learned_parameters,
    attention.shape_of_head,
    attention.softmax_weight,
    attention.score_scale,
    attention.causal_keys,
    attention.rope_turn,
    attention.alibi_slope,
    attention.t5_bucket,
)
"""The generated kinds."""


def all_sources() -> tuple[Source, ...]:
    """Return the sources of all questions.

    Raises
    ------
    QuizError
        If a file of questions is wrong.
    """
    return (*shipped_bank(), *KINDS)


@lru_cache(maxsize=1)
def paper_sources() -> tuple[Source, ...]:
    """Return the sources of questions that can be answered on paper: nothing is picked there.

    Raises
    ------
    QuizError
        If a file of questions is wrong.
    """
    return tuple(source for source in all_sources() if source.make(0).kind != "pick")
