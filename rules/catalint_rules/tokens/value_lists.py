"""Long lists of values in one tool: what can go from them, or from the text that tells them again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil

from catalint import Json
from catalint.schema import follow, spell, walk
from catalint_rules.tokens.limits import quote
from catalint_rules.tokens.published_lists import find_published
from catalint_rules.tokens.savings import Size
from catalint_rules.tokens.texts import MOST_CUT, Texts
from catalint_rules.wording import listing

# So many values are a list to look things up in, not a choice; of values that are published elsewhere fewer are enough.
_LONG_LIST = 50
_LONG_PUBLISHED = 20
# A text in which this share of the values of a list stand tells them again.
_RETOLD = 0.7


def shorten_retold(size: Size) -> Sequence[str]:
    """The description of a list of values that tells them again and takes more than the list."""
    for node in walk(size.schema):
        values = node.schema.get("enum") if isinstance(node.schema, dict) else None
        if not isinstance(values, list) or len(values) <= _LONG_PUBLISHED:
            continue
        # of a list of choices, either the list or its entries are described
        for end in range(len(node.path), 1, -1):
            place = node.path[:end]
            text = _text(follow(size.schema, place))
            told = sum(isinstance(value, str) and _stands_in(value, text) for value in values)
            if told >= _RETOLD * len(values):
                saved = size.without([(*place, "description")])
                if saved > size.without([(*node.path, "enum")]) and MOST_CUT * saved >= size.excess:
                    start = (
                        f"The text on {quote(spell(place))} tells the values of its `enum` again and takes {saved:,}"
                    )
                    return (f"{start}: cut it to what they do not say by themselves.", f"{start}: cut it.")
            if place[-2] == "properties":
                break
    return ()


def _text(schema: Json) -> str:
    text = schema.get("description") if isinstance(schema, dict) else None
    return text if isinstance(text, str) else ""


def _stands_in(value: str, text: str) -> bool:
    """Whether a value stands in a text as a word of its own."""
    return value in text and re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None


def shorten_lists(size: Size, texts: Texts) -> Sequence[str]:
    """Long lists of values, alone or together with shorter texts."""
    lists = {
        (*node.path, "enum"): len(values)
        for node in walk(size.schema)
        if isinstance(node.schema, dict) and isinstance(values := node.schema.get("enum"), list) and _is_long(values)
    }
    saved = size.without(lists) if lists else 0
    # where texts do most of it, lists are not what it is about
    if not lists or 2 * saved < size.excess or saved + texts.half < size.excess:
        return ()
    names = [quote(str(path[1])) for path in sorted(lists, key=lambda path: -lists[path]) if len(path) > 2]
    shown = f"listed for {listing(list(dict.fromkeys(names)))} " if names else ""
    start = f"The values {shown}take {saved:,}: say their form instead, or list the common ones"
    if saved >= size.excess:
        return (f"{start}.", f"Shorten its lists of values ({saved:,}).")
    also = f"cut the texts in its schema by {_percent(size.excess - saved, texts.schema)}"
    return (f"{start}, and {also}.", f"Shorten its lists of values ({saved:,}), and {also}.")


def _is_long(values: Sequence[Json]) -> bool:
    """Whether values are too many to be a choice, or so many that a model knows from elsewhere."""
    if len(values) > _LONG_LIST or len(values) <= _LONG_PUBLISHED:
        return len(values) > _LONG_LIST
    named = [value for value in values if isinstance(value, str)]
    return len(named) == len(values) and any(True for _ in find_published(named))


def _percent(part: int, whole: int) -> str:
    return f"{ceil(100 * part / whole)}%"
