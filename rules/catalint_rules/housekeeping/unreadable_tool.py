"""The rule unreadable-tool."""

from __future__ import annotations

from collections.abc import Iterator

from catalint import Catalog, CatalogRule, Context, Finding, Location, Meta, NoOptions, Severity
from catalint.model import BrokenEntry
from catalint.quoting import shown

# Broken entries that are told one by one: a list with more has one cause, and nobody reads on.
_MOST = 100


class UnreadableTool(CatalogRule[NoOptions]):
    """An entry of the list is no tool object, so nothing else can be said about it."""

    meta = Meta(
        "unreadable-tool",
        "Entry of the list is no tool",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("reading",),
        evidence=(
            "https://modelcontextprotocol.io/specification/2025-11-25/schema#tool",
            "https://github.com/NousResearch/hermes-agent/pull/101804",
            "https://github.com/modelcontextprotocol/inspector/pull/2016",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Report each broken entry; those beyond the first hundred together."""
        del ctx
        for entry in catalog.broken[:_MOST]:
            where = Location(catalog.server, entry.index, entry.path)
            data = {"reason": entry.reason, "name": entry.name} if entry.name else {"reason": entry.reason}
            yield self.finding(where, _message(entry), data=data)
        rest = catalog.broken[_MOST:]
        if rest:
            message = f"{len(rest)} more entries of the list are no tools either: correct what writes the list."
            where = Location(catalog.server, rest[0].index, rest[0].path)
            yield self.finding(where, message, key="more", data={"entries": len(rest)})


def _message(entry: BrokenEntry) -> str:
    if entry.kind == "too-deep":
        subject = f"`{shown(entry.name)[1:-1]}` is" if entry.name else "An entry of the list is"
        return f"{subject} {entry.reason}: parsers with a limit refuse the whole answer for it. Flatten it there."
    refused = f"An entry of the list is {entry.reason}: many clients refuse the whole list for it."
    if entry.kind == "no-name":
        return f"{refused} Give the tool a `name`, by which it can be called."
    return f"{refused} Put a tool there, an object with at least `name` and `inputSchema`, or nothing."
