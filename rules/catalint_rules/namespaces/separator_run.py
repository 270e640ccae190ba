"""Names with a run of separators, which clients take for a separator of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool
from catalint.expression import expression
from catalint.rule import NoOptions
from catalint_rules.wording import fit, quote

_RUN = expression(r"-{2,}|_{2,}")
# From so many names on, a run that all of them have is no accident.
_SCHEME = 4


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
            "https://github.com/thedotmack/claude-mem/issues/3288",
            "https://github.com/camunda/connectors/issues/6526",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for all such names, at the first of them: one generator or one habit makes them all."""
        del ctx
        found = [(tool, match.group()) for tool in catalog.tools if (match := _RUN.search(tool.name))]
        # runs that all names have are what the server tells its own parts apart with: no name here is a slip
        if found and not len(found) == len(catalog.tools) >= _SCHEME:
            yield self._report(found, {tool.name for tool in catalog.tools})

    def _report(self, found: Sequence[tuple[Tool, str]], taken: set[str]) -> Finding:
        first = found[0][0]
        runs = list(dict.fromkeys(run[:2] for _, run in found))
        better = _collapse(first.name)
        marks = " or ".join(map(quote, runs))
        others = len(found) - 1
        start = f"{quote(first.name)} has {marks} in it"
        if others:
            start = f"{quote(first.name)} and {others} more name{'s' if others > 1 else ''} have {marks} in them"
        free = better and better not in taken
        return self.finding(
            first.at("name"),
            fit(
                *(f"{start}, {cost}" for cost in _costs(found)),
                action=[f"Rename it to {quote(better)}."] if free else "Use single separators.",
            ),
            related=tuple(Related(tool.at("name"), f"{quote(tool.name)} has one too") for tool, _ in found[1:]),
            detail="\n".join(f"{tool.name} -> {_collapse(tool.name)}" for tool, _ in found),
            key=" ".join(runs),
            data={"tools": [tool.name for tool, _ in found], "runs": [*runs]},
        )


def _costs(found: Sequence[tuple[Tool, str]]) -> Iterator[str]:
    """What clients do with such names, the worst that is known first, as clauses; each is shorter than the last."""
    names = [tool.name for tool, _ in found]
    own = next((name for name in names if name.startswith("__")), "")
    if own:
        yield "which clients reserve for names of their own: Grok's CLI dropped a whole server for a name that began so"
    if any("___" in name.strip("_") for name in names):
        yield "which Camunda puts between server and tool: it could not call such a tool"
    inner = next((name for name in names if "__" in name.strip("_")), "")
    if inner:
        rest = inner.strip("_").rpartition("__")[2]
        yield (
            "which clients put between server and tool (`mcp__server__tool`): one that cuts at the last, as Dyad does, "
            f"looks for a tool {quote(rest)}"
        )
        yield f"where clients cut server and tool apart: Dyad looks for a tool {quote(rest)}"
    else:
        yield "which clients put between server and tool and cut names at (`mcp--server--tool` in Zoo Code)"
    yield "where clients cut server and tool apart"


def _collapse(name: str) -> str:
    """The name with one separator in the place of each run, and none at its ends."""
    return _RUN.sub(lambda match: match.group()[0], name).strip("-_")
