"""undiscoverable-tool: a search for what the tool is named for returns five others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, option
from catalint.analyses.search import SEARCH
from catalint.search.bm25 import Bm25
from catalint.search.explanation import Trial
from catalint.wording import ordinal
from catalint_rules.analyses.misses import FEWEST, MISSES, Miss, is_about_arguments
from catalint_rules.descriptions.language import is_english
from catalint_rules.wording import fit, listing, name_rival, quote


@dataclass(frozen=True)
class Options:
    """Which tools are reported, and how."""

    min_tools: int = option(FEWEST, "Smallest catalog judged.", minimum=6)
    # The worst tenth by the predictor is missed two to three times as often as the others; more dilute that.
    worst_share: float = option(
        0.1, "Largest share of a catalog that is reported; the least findable come first.", minimum=0, maximum=1
    )
    max_probability: float = option(
        0.5,
        "Probability of being among the first five below which a tool is reported even if other words find it.",
        minimum=0,
        maximum=1,
    )


class UndiscoverableTool(CatalogRule[Options]):
    """Tools that the words of their own name do not bring up in a tool search."""

    meta = Meta(
        id="undiscoverable-tool",
        summary="Tool is likely to be missed by a tool search",
        severity=Severity.WARNING,
        precision="medium",
        tags=("discoverability",),
        evidence=(
            "https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool",
            "https://www.anthropic.com/engineering/advanced-tool-use",
        ),
    )
    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Report the least findable of the tools that their own name does not bring up."""
        search, found = ctx.get(SEARCH), ctx.get(MISSES)
        index = search.around(catalog)
        if len(index) < self.options.min_tools:
            return
        misses = [
            miss
            for each in (search.catalogs if search.is_joint else (catalog,))
            for miss in found[each]
            if self._is_likely(miss) and is_english(miss.tool.description, ctx)
        ]
        misses.sort(key=lambda miss: (miss.verdict.probability, miss.tool.name, miss.tool.server, miss.tool.index))
        most = int(len(index) * self.options.worst_share)
        servers = sum(1 for each in search.catalogs if each.visible) if search.is_joint else 1
        for miss in sorted(misses[:most], key=lambda miss: miss.tool.index):
            if miss.tool.server == catalog.server:
                yield self._report(miss, index, servers)

    def _is_likely(self, miss: Miss) -> bool:
        """False for a tool that the words which people are likelier to say than its name bring up."""
        return miss.sure or miss.verdict.probability < self.options.max_probability

    def _report(self, miss: Miss, index: Bm25, servers: int) -> Finding:
        tool, trial = miss.tool, miss.trials.name
        query = _spell(miss, trial)
        of = f" of {servers} servers" if servers > 1 else ""
        place = f"{quote(tool.name)} {ordinal(trial.rank)} of {len(index)} tools{of}"
        start = f"a BM25 tool search for {quote(query)} ranks {place}"
        ahead = [name_rival(rival, tool) for rival in trial.ahead]
        causes, action = _explain(miss, index)
        message = fit(
            *(
                f"{line}. {cause}"
                for cause in causes
                for line in (
                    f"{start} and returns five, {listing(ahead[:2])} first",
                    f"{start}, {ahead[0]} first",
                    start,
                )
            ),
            action=action,
        )
        document = index.documents[index.position[tool]]
        # texts on parameters are mostly there for a reason: whether they can go is for the author to weigh
        mendable = miss.lacking or miss.scarce or not is_about_arguments(document)
        return self.finding(
            tool.at("description") if tool.description else tool.at("name"),
            message,
            severity=Severity.WARNING if mendable else Severity.NOTE,
            related=tuple(Related(rival.at("name"), f"comes before it for {quote(query)}") for rival in trial.ahead),
            detail=_detail(miss, index),
            data={
                "probability": round(miss.verdict.probability, 3),
                "query": query,
                "rank": trial.rank,
                "tools": len(index),
                "ahead": [
                    rival.name if rival.server == tool.server else f"{rival.server}/{rival.name}"
                    for rival in trial.ahead
                ],
                "frequencies": {miss.spelled[term]: index.frequency(term) for term in trial.terms},
                "length": document.length,
                "mean_length": round(index.mean_length, 1),
                "lacking": [miss.spelled[term] for term in miss.lacking],
                "scarce": [miss.spelled[term] for term in miss.scarce],
                "rank_after": miss.rank,
            },
        )


def _explain(miss: Miss, index: Bm25) -> tuple[tuple[str, ...], str]:
    """Why it comes so late, at length and in brief, and what a repeated search shows to help."""
    rank = ordinal(miss.rank)
    if miss.lacking:
        words = listing([quote(miss.spelled[term]) for term in miss.lacking])
        pronoun = "it" if len(miss.lacking) == 1 else "them"
        return (f"Its description does not say {words}",), f"say {pronoun} in the first sentence, and it comes {rank}"
    document = index.documents[index.position[miss.tool]]
    words = f"Its {document.length} words"
    if miss.scarce:
        things = listing([quote(miss.spelled[term]) for term in miss.scarce])
        return (
            f"{words} (mean {index.mean_length:.0f}) hardly speak of it",
            f"{words} hardly speak of it",
        ), f"say {things} once more in its text, and it comes {rank}"
    rest = "the texts on its parameters" if is_about_arguments(document) else "the rest"
    return (
        f"{words} (mean {index.mean_length:.0f}) drown its name",
        f"{words} drown its name",
    ), f"with only its first sentence and argument names it comes {rank}: shorten {rest}"


def _detail(miss: Miss, index: Bm25) -> str:
    """Each search that was tried, with what came first."""
    lines: dict[str, None] = {}
    for trial in (miss.trials.name, miss.trials.two, miss.trials.three):
        ahead = ", ".join(tool.name for tool in trial.ahead) or "nothing"
        frequencies = ", ".join(f"{miss.spelled[term]} in {index.frequency(term)} tools" for term in trial.terms)
        lines[f"{_spell(miss, trial)} ({frequencies}): {ordinal(trial.rank)}, after {ahead}"] = None
    return "\n".join(lines)


def _spell(miss: Miss, trial: Trial) -> str:
    return " ".join(miss.spelled[term] for term in trial.terms)
