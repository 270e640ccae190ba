"""Rule leftover-execution."""

from __future__ import annotations

from collections.abc import Iterator

from catalint import Catalog, CatalogRule, Context, Finding, Meta, NoOptions, Related, Severity, Tool
from catalint_rules.schemas.wording import cut
from catalint_rules.targets import judged_by, shown_revision

_ONLY = "2025-11-25"
_GONE = "2026-07-28"
_LONGEST_NAME = 60


class LeftoverExecution(CatalogRule[NoOptions]):
    """Tools with `execution.taskSupport`, which only one revision of MCP knows."""

    meta = Meta(
        "leftover-execution",
        "Task support is stated in the way of an older revision",
        Severity.NOTE,
        precision="high",
        audience="client",
        tags=("protocol",),
        evidence=("https://modelcontextprotocol.io/specification/2026-07-28/changelog",),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for all such tools of a catalog."""
        revisions = judged_by(catalog, ctx)
        if _GONE not in revisions or _ONLY in revisions:
            return
        sure = f"mcp-{_GONE}" in ctx.targets or shown_revision(catalog) == _GONE
        found = [tool for tool in catalog.tools if _support(tool) and (sure or _support(tool) != "forbidden")]
        if not found:
            return
        first, *others = found
        related = tuple(Related(tool.at("execution", part="key"), f"`{tool.name}` too") for tool in others)
        more = f" and {len(others)} more tool{'s' if len(others) > 1 else ''} state" if others else " states"
        message = (
            f"`{cut(first.name, _LONGEST_NAME)}`{more} `execution.taskSupport` ({_support(first)}), which MCP {_GONE}"
            " moved into an extension: clients of that revision ignore it; declare the tasks extension, or drop it"
        )
        yield self.finding(
            first.at("execution", part="key"), message, related=related, key="execution", data={"count": len(found)}
        )


def _support(tool: Tool) -> str:
    """What a tool says of tasks; empty if it says nothing. Without a word tasks are forbidden."""
    execution = tool.raw.get("execution")
    support = execution.get("taskSupport") if isinstance(execution, dict) else None
    return support if isinstance(support, str) else ""
