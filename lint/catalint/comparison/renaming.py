"""Which parameter that is gone lives on under another name."""

from __future__ import annotations

from collections.abc import Mapping

from catalint.comparison.assignment import assign
from catalint.comparison.similarity import alike_names, alike_texts
from catalint.model import Json
from catalint.schema import allowed_types

# With a name as alike as this, the text may differ; with a text as alike as this, the name may.
_NAME, _TEXT = 0.8, 0.85
# Names that share half of their words need a text that is more alike than not.
_SOME_NAME, _SOME_TEXT = 0.45, 0.6
# A text of fewer words ("The name.") says too little to tell two parameters apart.
_WORDS = 4
_MARGIN = 0.15


def find_renames(gone: Mapping[str, Json], fresh: Mapping[str, Json]) -> Mapping[str, str]:
    """The new names of properties that are gone, given the schemas of both; none where types differ or it is open."""
    scores: dict[tuple[str, str], float] = {}
    for old, before in gone.items():
        for new, after in fresh.items():
            types = allowed_types(before), allowed_types(after)
            if types[0] and types[1] and not types[0] & types[1]:
                continue
            score = _likeness(old, _text(before), new, _text(after))
            if score:
                scores[old, new] = score
    return assign(scores, 0.0, _MARGIN)


def _likeness(old: str, before: str, new: str, after: str) -> float:
    name = alike_names(old, new)
    long_enough = min(len(before.split()), len(after.split())) >= _WORDS
    text = alike_texts(before, after) if long_enough else 0.0
    alike = name >= _NAME or text >= _TEXT or (name >= _SOME_NAME and text >= _SOME_TEXT)
    return name + text if alike else 0.0


def _text(schema: Json) -> str:
    text = schema.get("description") if isinstance(schema, dict) else None
    return text if isinstance(text, str) else ""
