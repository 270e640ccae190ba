"""Which service a catalog is about, as far as its name and its texts say, and names with the service's word in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from catalint import Catalog, Context
from catalint.words import split_identifier
from catalint_rules import words

_SHORTEST = 3
_LONGEST = 20
# A word of the server's name is the service's if this share of the tools has it in name or text.
_SHARE = 0.2


def service_word(catalog: Catalog, ctx: Context) -> str:
    """The word of the server's name that its tools speak of most, in lower case; empty if they speak of none.

    The name is what the user calls the server: a key of the configuration or the stem of a file.
    """
    empty = words.vocabulary("unsaid_names", ctx) | words.vocabulary("generic_names", ctx)
    found = [
        word
        for word in dict.fromkeys(split_identifier(catalog.server))
        if _SHORTEST <= len(word) <= _LONGEST and word.isascii() and word.isalpha() and word not in empty
    ]
    if not found:
        return ""
    pattern = re.compile(rf"\b(?:{'|'.join(found)})", re.IGNORECASE)
    count = Counter(
        word
        for tool in catalog.visible
        for word in {m.lower() for m in pattern.findall(f"{tool.name} {tool.description}")}
    )
    best = max(found, key=lambda word: count[word])
    return best if count[best] >= max(1, _SHARE * len(catalog.visible)) else ""


def join(model: str, parts: Sequence[str]) -> str:
    """A name made of words in the style of another name: its separator, or its capitals."""
    if "-" in model:
        return "-".join(parts)
    if "_" not in model and any(letter.isupper() for letter in model):
        return "".join(part.capitalize() if index or model[0].isupper() else part for index, part in enumerate(parts))
    return "_".join(parts)
