"""What the rules on size share: which catalogs are over a limit, alone or together, and how names stand in messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from catalint import Catalog, Corpus

# The engine takes messages of 240 characters.
LONGEST_MESSAGE = 240
_LONGEST_NAME = 40


def find_overloads(corpus: Corpus, measure: Callable[[Catalog], int], limit: int) -> list[tuple[Catalog, ...]]:
    """The catalogs over a limit, each by itself; if none is, all catalogs of a run that are over it together.

    So one cause is one finding: where a catalog is too large alone, the sum says nothing new.
    """
    alone: list[tuple[Catalog, ...]] = [(catalog,) for catalog in corpus.catalogs if measure(catalog) > limit]
    if alone or len(corpus.catalogs) < 2:
        return alone
    together = tuple(catalog for catalog in corpus.catalogs if measure(catalog))
    return [together] if sum(map(measure, together)) > limit else []


def quote(name: str) -> str:
    """A name in backticks, cut where it is very long; line feeds and the like become visible."""
    return f"`{clip(name)}`"


def clip(text: str) -> str:
    """At most 40 characters of a text, with line feeds and the like made visible."""
    shown = text if text.isprintable() else text.encode("unicode_escape").decode()
    return shown if len(shown) <= _LONGEST_NAME else shown[: _LONGEST_NAME - 3].rstrip() + "..."


def name_window(tokens: int) -> str:
    """A context window as people call it: 200k."""
    return f"{tokens // 1000:,}k" if tokens % 1000 == 0 else f"{tokens:,}"


def fill(head: str, items: Iterable[str], tail: str, *, most: int) -> str:
    """Put as many items, and `most` at most, between head and tail as a message has room for."""
    shown: list[str] = []
    for item in items:
        if len(shown) == most or len(head) + len(", ".join((*shown, item))) + len(tail) > LONGEST_MESSAGE:
            break
        shown.append(item)
    return head + ", ".join(shown) + tail
