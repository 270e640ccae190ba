"""Names with a run of separators, which clients take for a separator of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool
from catalint.rule import NoOptions
from catalint_rules.wording import fit, quote

_RUN = re.compile(r"-{2,}|_{2,}")


class SeparatorRun(CatalogRule[NoOptions]):
    """`--` and `__` inside tool names: clients join server and tool with them, and split the wrong way."""

    meta = Meta(
        "separator-run",
        "Name has two separators in a row",
        Severity.NOTE,
        precision="very-high",
        audience="client",
        tags=("names", "namespaces"),
        evidence=(
            "https://code.claude.com/docs/en/mcp",
            "https://github.com/Zoo-Code-Org/Zoo-Code/issues/1731",
            "https://github.com/dyad-sh/dyad/pull/1028",
            "https://github.com/metatool-ai/metamcp/issues/69",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for all such names, at the first of them: one generator or one habit makes them all."""
        del ctx
        found = [(tool, match.group()) for tool in catalog.tools if (match := _RUN.search(tool.name))]
        if found:
            yield self._report(found, {tool.name for tool in catalog.tools})

    def _report(self, found: list[tuple[Tool, str]], taken: set[str]) -> Finding:
        first = found[0][0]
        runs = list(dict.fromkeys(run[:2] for _, run in found))
        better = _collapse(first.name)
        marks = " or ".join(map(quote, runs))
        others = len(found) - 1
        start = f"{quote(first.name)} has {marks} in it"
        if others:
            start = f"{quote(first.name)} and {others} more name{'s' if others > 1 else ''} have {marks} in them"
        example = "`mcp--server--tool`" if runs[0] == "--" else "`mcp__server__tool`"
        cost = f"clients join server and tool with that ({example}), and some cut such a name at the wrong place"
        free = better and better not in taken
        return self.finding(
            first.at("name"),
            fit(
                f"{start}: {cost}",
                f"{start}: some clients cut such a name at the wrong place",
                action=[f"Rename it to {quote(better)}."] if free else "Use single separators.",
            ),
            related=tuple(Related(tool.at("name"), f"{quote(tool.name)} has one too") for tool, _ in found[1:]),
            detail="\n".join(f"{tool.name} -> {_collapse(tool.name)}" for tool, _ in found),
            key=" ".join(runs),
            data={"tools": [tool.name for tool, _ in found], "runs": [*runs]},
        )


def _collapse(name: str) -> str:
    """The name with one separator in the place of each run, and none at its ends."""
    return _RUN.sub(lambda match: match.group()[0], name).strip("-_")
