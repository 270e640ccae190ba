"""The same name twice in one catalog."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool
from catalint.rule import NoOptions
from catalint_rules.wording import fit, listing, quote


class DuplicateName(CatalogRule[NoOptions]):
    """Tools of one list with equal names, of which a client can call one only."""

    meta = Meta(
        "duplicate-name",
        "Two tools of one catalog have the same name",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        mutual=True,
        tags=("names", "protocol"),
        evidence=(
            "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names",
            "https://github.com/modelcontextprotocol/inspector/issues/1957",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each name that stands more than once, at its second place."""
        del ctx
        by_name: dict[tuple[str, str], list[Tool]] = {}
        for tool in catalog.tools:
            by_name.setdefault((tool.namespace, tool.name), []).append(tool)
        repeated = Counter(name for (_, name), tools in by_name.items() if len(tools) > 1)
        for tools in by_name.values():
            if len(tools) > 1:
                # the name alone tells findings apart, however a dump groups its tools, unless it repeats in two groups
                name = tools[0].name
                yield self._report(tools, name if repeated[name] == 1 else f"{tools[0].namespace}.{name}")

    def _report(self, tools: list[Tool], key: str) -> Finding:
        first, second, *more = tools
        name = first.name
        times = "twice" if not more else f"{len(tools)} times"
        places = listing([f"/tools/{tool.index}" for tool in tools], 5)
        start = f"{quote(name)} is listed {times} ({places})"
        if all(tool.raw == first.raw for tool in tools):
            rest = "word for word the same: the copies only cost tokens, and clients may reject the list. Remove them."
        else:
            rest = f"with other {_difference(tools)}: a client keeps one or rejects the list. Rename or remove one."
        return self.finding(
            second.at("name"),
            fit(f"{start}, {rest}", f"The name of this tool is listed {times} ({places}), {rest}"),
            related=tuple(Related(tool.at("name"), f"{quote(name)} stands here too") for tool in (first, *more)),
            key=key,
            data={"name": name, "positions": [tool.index for tool in tools]},
        )


def _difference(tools: list[Tool]) -> str:
    """What the tools of one name do not have in common, in the plural."""
    parts = (("description", "descriptions"), ("inputSchema", "input schemas"), ("title", "titles"))
    unlike = [plural for key, plural in parts if any(tool.raw.get(key) != tools[0].raw.get(key) for tool in tools)]
    return " and ".join(unlike[:2]) or "metadata"
