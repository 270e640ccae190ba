"""The definitions of a schema, and which of them nothing leads to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from catalint import Json, Path
from catalint.expression import expression
from catalint.schema import resolve

DEFINITIONS = ("$defs", "definitions")
_REFERENCES = frozenset(("$ref", "$dynamicRef", "$recursiveRef"))
# A text that speaks of definitions may send a model to one by its name.
_SPEAKS = expression(r"\$defs|\bdefinitions?\b")


def find_unused(root: dict[str, Json]) -> Sequence[Path]:
    """The paths of the definitions at the root that no reference, direct or through others, leads to.

    Where nothing uses any, it is the path of all of them. None is said to be unused where a reference leads nowhere or
    out of the schema, since it may be meant for one of them; nor one that a text about definitions names.
    """
    known = {keyword: found for keyword in DEFINITIONS if isinstance(found := root.get(keyword), dict) and found}
    if not known:
        return ()
    used: set[tuple[str, str]] = set()
    left: list[Json] = [{key: value for key, value in root.items() if key not in known}]
    while left:
        for text, refers in _texts(left.pop()):
            target = resolve(root, text) if text.startswith("#") else None
            if target is None:
                if refers:
                    return ()
                led = _named(text, known)
            elif len(target[1]) == 1 and target[1][0] in known:
                return ()
            else:
                led = [(str(target[1][0]), str(target[1][1]))] if target[1] and target[1][0] in known else []
            for keyword, name in led:
                if (keyword, name) not in used:
                    used.add((keyword, name))
                    left.append(known[keyword][name])
    unused: list[Path] = []
    for keyword, definitions in known.items():
        names = [name for name in definitions if (keyword, name) not in used]
        unused += [(keyword,)] if len(names) == len(definitions) else [(keyword, name) for name in names]
    return unused


def _texts(value: Json) -> Iterator[tuple[str, bool]]:
    """The texts in a value, each with whether it stands where a reference does."""
    left: list[tuple[str, Json]] = [("", value)]
    while left:
        key, found = left.pop()
        if isinstance(found, str):
            yield found, key in _REFERENCES
        elif isinstance(found, dict):
            left.extend(found.items())
        elif isinstance(found, list):
            left.extend(("", entry) for entry in found)


def _named(text: str, known: Mapping[str, Mapping[str, Json]]) -> Iterable[tuple[str, str]]:
    """The definitions that a text about definitions names."""
    if not _SPEAKS.search(text):
        return ()
    return [(keyword, name) for keyword, definitions in known.items() for name in definitions if name in text]
