"""Short lists and phrases for messages about names, which have to stay on one line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

# What the house allows for the first line of a finding.
LONGEST_LINE = 240


def quote(name: str) -> str:
    """A name in backticks."""
    return f"`{name}`"


def listing(items: Sequence[str], most: int = 3) -> str:
    """`a, b and c`, or `a, b and 4 more` where there are more than `most`."""
    shown = list(items) if len(items) <= most else [*items[: most - 1], f"{len(items) - most + 1} more"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def names(items: Iterable[str], most: int = 3) -> str:
    """A listing of names in backticks."""
    quoted = [quote(item) for item in items]
    return listing(quoted, most)


def fit(*lines: str) -> str:
    """The first of several lines, the best first, that is short enough; the last one if none is, cut at a word."""
    for line in lines:
        if len(line) <= LONGEST_LINE:
            return line
    return lines[-1][: LONGEST_LINE - 1].rpartition(" ")[0] + "…"
