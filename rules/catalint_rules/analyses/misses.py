"""Tools that a search by their own words does not bring up, whichever way the search tokenises."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from catalint import Catalog, Context, Tool
from catalint.analyses.search import FINDABILITY, SEARCH
from catalint.search.explanation import OwnTrials, own_trials, spellings, try_terms
from catalint.search.findability import Findability
from catalint.search.tokenization import PLAIN


@dataclass(frozen=True, slots=True)
class Limits:
    """Which tools are looked at: of catalogs with at least `tools`, the worst `share` with at most `probability`."""

    tools: int = 10
    share: float = 0.1
    probability: float = 0.5


@dataclass(frozen=True, eq=False, slots=True)
class Miss:
    """A tool that its own words do not bring up. `spelled` are its terms as it writes them."""

    tool: Tool
    verdict: Findability
    trials: OwnTrials
    spelled: Mapping[str, str]


def find_misses(catalog: Catalog, ctx: Context, limits: Limits) -> Iterator[Miss]:
    """Yield the tools of a catalog that are missed, in the order of the list."""
    for verdict in sorted(_worst(catalog, ctx, limits), key=lambda verdict: verdict.tool.index):
        miss = _look(catalog, ctx, verdict)
        if miss is not None:
            yield miss


def is_missed(tool: Tool, catalog: Catalog, ctx: Context, limits: Limits) -> bool:
    """True if a tool of a catalog is among those that `find_misses` yields."""
    return any(
        verdict.tool is tool and _look(catalog, ctx, verdict) is not None for verdict in _worst(catalog, ctx, limits)
    )


def _worst(catalog: Catalog, ctx: Context, limits: Limits) -> list[Findability]:
    """The tools of the lowest probability; ties by name, so that the order of the list decides nothing."""
    if len(catalog.visible) < limits.tools:
        return []
    judged = ctx.get(FINDABILITY)
    verdicts = [judged[tool] for tool in catalog.visible if judged[tool].probability < limits.probability]
    verdicts.sort(key=lambda verdict: (verdict.probability, verdict.tool.name, verdict.tool.index))
    return verdicts[: int(len(catalog.visible) * limits.share)]


def _look(catalog: Catalog, ctx: Context, verdict: Findability) -> Miss | None:
    index = ctx.get(SEARCH).within(catalog)
    trials = own_trials(index, verdict)
    if not trials.missed:
        return None
    spelled = spellings(index.documents[index.position[verdict.tool]])
    # how a hosted search tokenises is not known: a verdict counts if it does not hang on stems and split names
    plain = try_terms(
        ctx.get(SEARCH).within(catalog, PLAIN), verdict.tool, [spelled[term] for term in trials.name.terms]
    )
    return Miss(verdict.tool, verdict, trials, spelled) if plain.missed else None
