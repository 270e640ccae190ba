"""Lists of phrases: whole words, any case, open endings."""

import pytest

from catalint.context import Context
from catalint.model import Corpus
from catalint_rules import words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Use this for boats.", "Use this"),
        ("use  this\nfor boats", "use  this\nfor"),
        ("It falls back to rowing.", "falls back"),
        ("Preferably at night.", "Preferably"),
        ("Reuse thistles.", ""),
        ("Do not unlikely things.", ""),
        ("", ""),
    ],
)
def test_phrases_are_found_as_whole_words(text: str, found: str) -> None:
    match = words.phrases("usage_hints").search(text)
    assert found.startswith(match.group() if match else "-" * bool(found))
    assert bool(match) is bool(found)


def test_phrases_can_be_added() -> None:
    context = Context(Corpus(()), words={"usage_hints": ("at low tide", "row*")})
    assert words.phrases("usage_hints").search("Only rowing boats at low tide.") is None
    found = [match.group() for match in words.phrases("usage_hints", context).finditer("Rowing boats at low tide.")]
    assert found == ["Rowing", "at low tide"]
