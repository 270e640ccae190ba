"""undiscoverable-tool: a search for what the tool does returns five others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, option
from catalint.analyses.search import SEARCH
from catalint.search.bm25 import Bm25
from catalint.search.document import ARGUMENT_NAME, DESCRIPTION
from catalint.search.explanation import Trial, lifting_word, rank_if_short, try_terms
from catalint.search.retriever import TOP
from catalint_rules import words
from catalint_rules.analyses.misses import Limits, Miss, find_misses
from catalint_rules.descriptions.language import is_english
from catalint_rules.wording import fit, listing, quote

# Lists of words that could stand in any description.
DULL = ("broad", "generic", "kinds", "paging_parameters", "query_parameters", "type_names", "view_parameters")
# A text this much longer than the mean of the catalog is what pushes a tool down.
_LONG = 1.2


@dataclass(frozen=True)
class Options:
    """Which tools are reported."""

    # With fewer tools a search returns half of them anyway.
    min_tools: int = option(10, "Smallest catalog judged.", minimum=6)
    # On labelled searches the tools below one half are missed two to three times as often as the others.
    max_probability: float = option(
        0.5, "Probability of being among the first five below which a tool counts.", minimum=0, maximum=1
    )
    # Beyond the worst tenth the predictor is right less often than wrong (precision 0.46 to 0.70 in the worst fifth).
    worst_share: float = option(0.1, "Largest share of a catalog that is reported.", minimum=0, maximum=1)


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
        """Search for the least findable tools by their own words."""
        limits = Limits(self.options.min_tools, self.options.worst_share, self.options.max_probability)
        index = ctx.get(SEARCH).within(catalog)
        dull = frozenset[str]().union(*(words.vocabulary(name, ctx) for name in DULL))
        for miss in find_misses(catalog, ctx, limits):
            if is_english(miss.tool.description, ctx):
                yield self._report(miss, index, dull)

    def _report(self, miss: Miss, index: Bm25, dull: frozenset[str]) -> Finding:
        tool, trial = miss.tool, miss.trials.name
        document = index.documents[index.position[tool]]
        query = _spell(miss, trial)
        short = rank_if_short(index, tool, trial.terms)
        lift = lifting_word(index, tool, trial.terms, lambda term: _telling(miss, term, index, dull))
        lifted = try_terms(index, tool, (*trial.terms, lift)).rank if lift else 0
        place = f"{quote(query)} ranks it {_ordinal(trial.rank)} of {len(index)}"
        start = f"a BM25 tool search is likely to miss {quote(tool.name)}: {place}"
        ahead = [quote(rival.name) for rival in trial.ahead]
        cause, action = self._explain(miss, index, short, lift, lifted)
        message = fit(
            f"{start} (five are returned), {listing(ahead[:2])} first. {cause}",
            f"{start} (five are returned), {ahead[0]} first. {cause}",
            f"{start}, {ahead[0]} first. {cause}",
            f"{start}. {cause}",
            f"a BM25 tool search is likely to miss it: {place}. {cause}",
            f"a BM25 tool search is likely to miss {quote(tool.name)}",
            action=action,
        )
        return self.finding(
            tool.at("description") if tool.description else tool.at("name"),
            message,
            related=tuple(Related(rival.at("name"), f"comes before it for {quote(query)}") for rival in trial.ahead),
            detail=_detail(miss, index),
            data={
                "probability": round(miss.verdict.probability, 3),
                "query": query,
                "rank": trial.rank,
                "tools": len(index),
                "ahead": [rival.name for rival in trial.ahead],
                "frequencies": {miss.spelled[term]: index.frequency(term) for term in trial.terms},
                "length": document.length,
                "mean_length": round(index.mean_length, 1),
                "rank_if_short": short,
                "lifting_word": miss.spelled.get(lift, ""),
                "rank_with_lifting_word": lifted,
            },
        )

    def _explain(self, miss: Miss, index: Bm25, short: int, lift: str, lifted: int) -> tuple[str, str]:
        """Why it comes so late, and what to do: a text too long, else words that many tools have."""
        length = index.documents[index.position[miss.tool]].length
        if short <= TOP and length > _LONG * index.mean_length:
            drown = f"Its {length} words (mean {index.mean_length:.0f}) drown its name"
            return f"{drown}; with first sentence and argument names only it is {_ordinal(short)}", "shorten the rest"
        common = sorted(miss.trials.name.terms, key=lambda term: (-index.frequency(term), term))[:2]
        crowd = listing([f"{quote(miss.spelled[term])} ({index.frequency(term)} tools)" for term in common])
        verb = "are common words" if len(common) > 1 else "is a common word"
        if lift:
            word = quote(miss.spelled[lift])
            return f"{crowd} {verb}; with its word {word} it is {_ordinal(lifted)}", "say that in the first sentence"
        return f"{crowd} {verb}", "say in the first sentence what only this tool does"


def _telling(miss: Miss, term: str, index: Bm25, dull: frozenset[str]) -> bool:
    """True for a word that the tool is about: its description and the names of its arguments have it."""
    word = miss.spelled[term]
    counted = index.documents[index.position[miss.tool]].counted
    about = term in counted[DESCRIPTION].terms and term in counted[ARGUMENT_NAME].terms
    return about and len(word) > 3 and word not in dull and term not in dull


def _detail(miss: Miss, index: Bm25) -> str:
    """Each search that was tried, with what came first."""
    tried = [miss.trials.name, miss.trials.two, miss.trials.three]
    lines: dict[str, None] = {}
    for trial in tried:
        ahead = ", ".join(tool.name for tool in trial.ahead) or "nothing"
        frequencies = ", ".join(f"{miss.spelled[term]} in {index.frequency(term)} tools" for term in trial.terms)
        lines[f"{_spell(miss, trial)} ({frequencies}): {_ordinal(trial.rank)}, after {ahead}"] = None
    return "\n".join(lines)


def _spell(miss: Miss, trial: Trial) -> str:
    return " ".join(miss.spelled[term] for term in trial.terms)


def _ordinal(number: int) -> str:
    endings = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if 10 <= number % 100 <= 20 else endings.get(number % 10, 'th')}"
