"""The rule incomplete-list."""

from __future__ import annotations

from collections.abc import Iterator

from catalint import Catalog, CatalogRule, Context, Finding, Meta, NoOptions, Severity
from catalint.wording import number
from catalint_rules.stability.paging import find_loop


class IncompleteList(CatalogRule[NoOptions]):
    """The last page names another one, so this is only a part of what the server lists."""

    meta = Meta(
        "incomplete-list",
        "List ends with a cursor to another page",
        Severity.WARNING,
        audience="client",
        precision="very-high",
        tags=("stability",),
        evidence=(
            "https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination",
            "https://github.com/vercel/ai/issues/19240",
            "https://github.com/github/copilot-cli/issues/4006",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Report a list whose last page has a cursor, unless following it would lead back."""
        if not catalog.pages or not catalog.pages[-1].cursor or find_loop(catalog) is not None:
            return
        count, pages = len(catalog.tools), len(catalog.pages)
        tools = number(count, "tool")
        read = f"{tools} on {pages} pages are" if pages > 1 else f"its {tools} {'is' if count == 1 else 'are'}"
        yield self.finding(
            catalog.at("nextCursor"),
            f"The list ends with a `nextCursor`: {read} only a part of it, so every count here is too low. "
            "Save all pages, as `catalint dump` does; several clients load no more than the first one",
            data={"tools": count, "pages": pages},
        )
