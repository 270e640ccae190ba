"""The rule pagination-loop."""

from __future__ import annotations

from collections.abc import Iterator

from catalint import Catalog, CatalogRule, Context, Finding, Meta, NoOptions, Severity
from catalint_rules.stability.paging import find_loop
from catalint_rules.wording import excerpt

_LONGEST_CURSOR = 40


class PaginationLoop(CatalogRule[NoOptions]):
    """A page leads back to an earlier one, so a client that follows cursors never ends or gets tools twice."""

    meta = Meta(
        "pagination-loop",
        "Pages of the list repeat",
        Severity.ERROR,
        audience="client",
        precision="very-high",
        tags=("stability",),
        evidence=(
            "https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination",
            "https://github.com/DeusData/codebase-memory-mcp/issues/1247",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Report the first page that leads back; the tools that it brings again are in no other finding."""
        loop = find_loop(catalog)
        if loop is None:
            return
        cursor = f" (cursor {excerpt(loop.cursor, _LONGEST_CURSOR)})" if loop.cursor else ""
        if loop.repeats:
            what = f"Page {loop.page} of the list{cursor} brings the tools of page {loop.first} again"
        elif loop.page == loop.first + 1:
            what = f"Page {loop.page} of the list names the same next page as page {loop.first}{cursor}: itself"
        else:
            what = f"Page {loop.page} of the list names the same next page as page {loop.first}{cursor}"
        yield self.finding(
            catalog.at("nextCursor"),
            f"{what}, so a client that follows cursors never ends, or has each tool many times. "
            "Leave `nextCursor` out of the last page, and let each cursor lead to the tools behind it",
            data={"page": loop.page, "first": loop.first, "cursor": loop.cursor},
        )
