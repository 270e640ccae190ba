"""The numbers of the predictor: fitted by tests/eval/fit_discoverability.py, read from findability.json when needed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from catalint.search.vocabulary import Vocabulary, standard_vocabulary

_FILE = Path(__file__).with_name("findability.json")


@dataclass(frozen=True, slots=True)
class Model:
    """Weights of words, in the order of `sayability.FEATURES`, and of figures, in that of `findability.FIGURES`.

    `intercept` and `size`, times the logarithm of the number of tools, give the probability of a tool like the mean.
    """

    vocabulary: Vocabulary
    words: Sequence[float]
    intercept: float
    size: float
    figures: Sequence[float]


@lru_cache(maxsize=1)
def standard_model() -> Model:
    """The numbers that catalint comes with."""
    data = json.loads(_FILE.read_text(encoding="utf-8"))
    words, figures = (tuple(data[part].values()) for part in ("words", "figures"))
    return Model(standard_vocabulary(), words, data["intercept"], data["size"], figures)
