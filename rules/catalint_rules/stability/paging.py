"""Pages that lead back to earlier ones."""

from __future__ import annotations

from dataclasses import dataclass

from catalint import Catalog


@dataclass(frozen=True)
class Loop:
    """Page `page` brings the tools of page `first` again, or names the cursor again that page `first` named.

    Pages count from 1. `cursor` is the one that leads back, empty if the page that comes again has none.
    """

    page: int
    first: int
    cursor: str
    repeats: bool


def find_loop(catalog: Catalog) -> Loop | None:
    """The first page that leads back; None where following the cursors ends."""
    seen: dict[str, int] = {}
    for number, page in enumerate(catalog.pages, 1):
        if page.repeats is not None:
            return Loop(number, page.repeats + 1, catalog.pages[number - 2].cursor if number > 1 else "", repeats=True)
        if page.cursor in seen:
            return Loop(number, seen[page.cursor], page.cursor, repeats=False)
        if page.cursor:
            seen[page.cursor] = number
    return None
