"""What the rules on size share: which catalogs are over a limit, alone or together, and how names stand in messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from catalint import Catalog, Context, Corpus
from catalint_rules.wording import LONGEST_LINE

# The middle of the 30 to 50 tools from which on Anthropic sees selection get worse.
MAX_TOOLS = 40
LONGEST_MESSAGE = LONGEST_LINE
_LONGEST_NAME = 40


def find_overloads(
    corpus: Corpus, measure: Callable[[Catalog], int], limit: int, *, mounted: bool = False
) -> list[tuple[Catalog, ...]]:
    """The catalogs over a limit, each by itself; if none is, all catalogs of a run that are over it together.

    So one cause is one finding: where a catalog is too large alone, the sum says nothing new. Of catalogs that are
    `mounted` together it does, if the others are over the limit without those that are too large alone.
    """
    alone: list[tuple[Catalog, ...]] = [(catalog,) for catalog in corpus.catalogs if measure(catalog) > limit]
    if (alone and not mounted) or len(corpus.catalogs) < 2:
        return alone
    together = tuple(catalog for catalog in corpus.catalogs if measure(catalog))
    rest = sum(size for size in map(measure, together) if size <= limit)
    return [*alone, together] if rest > limit else alone


def name_together(ctx: Context, catalogs: Sequence[Catalog], *, tools: bool = False) -> str:
    """The catalogs of a run that are judged together, as the beginning of a sentence."""
    count = f"{len(catalogs):,}"
    if not ctx.mounted:
        return f"The {count} catalogs of this run {'hold' if tools else 'take'}"
    where = f" in {ctx.client.title}" if ctx.client else ""
    return f"The {count} servers mounted together{where} {'bring' if tools else 'take'}"


def advise_together(ctx: Context) -> str:
    """What to do about catalogs that are too much together."""
    if ctx.mounted:
        return "Switch off the servers and tools that you can do without."
    return "A client that loads them all should switch some off; if none does, check each by itself."


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
