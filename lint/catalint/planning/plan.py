"""The plan for a catalog: all that the writers show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cached_property
from typing import TypeVar

from catalint.analyses.tokens import TOKENS
from catalint.context import Context
from catalint.errors import UserError
from catalint.model import Catalog, Tool
from catalint.planning import metatools
from catalint.planning.caching import Rates, break_even
from catalint.planning.crossover import Crossover, find_crossover
from catalint.planning.demand import Demand, by_centrality, by_usage
from catalint.planning.figures import Figure, Figures, Model, Provider
from catalint.planning.grouping import Group, group
from catalint.planning.hot import Worth, choose_hot, choose_subset, weigh
from catalint.planning.ledger import Tariff, build_tariff
from catalint.planning.losses import Chances
from catalint.planning.planner import Outcome, Planner
from catalint.planning.sensitivity import Sensitivity, find_inputs, vary
from catalint.planning.session import Session, build_session, inputs
from catalint.planning.sizes import Sizes, mean_full, measure
from catalint.planning.strategies import ALL, STRATEGIES, Strategy
from catalint.search.mount import Mount

# Where crossovers are looked for: as many tools as a request may defer, and sessions that people have.
TOOLS, TURNS, CALLS = (1.0, 10_000.0), (1.0, 1_000.0), (1.0, 1_000.0)
_GROUP = 9


@dataclass(frozen=True)
class Request:
    """What a plan is asked for. `given` are inputs of the session by name, `counts` calls of tools by name.

    `hot` is the number of tools to keep loaded beside those that `keep` names, None for as many as are worth it.
    `subset` names the curated tools, none to have them proposed. `lifetime` names a kind of cache, the usual one if
    empty. With `sandbox` code of the model can be run. With `blind` no search misses anything.
    """

    provider: str = "anthropic"
    model: str = ""
    profile: str = "task"
    given: Mapping[str, float] | None = None
    counts: Mapping[str, float] | None = None
    keep: Sequence[str] = ()
    hot: int | None = None
    subset: Sequence[str] = ()
    lifetime: str = ""
    warm: bool = False
    caches: bool = True
    sandbox: bool = False
    blind: bool = False


@dataclass(frozen=True)
class Plan:
    """A plan. `chosen` are the curated subset, those needed most first.

    `search` is the way whose search the hot tools stand beside, None where the provider has none.
    """

    request: Request
    figures: Figures
    catalogs: Sequence[Catalog]
    tools: Sequence[Tool]
    tokens: Mapping[Tool, int]
    provider: Provider
    model: Model
    tariff: Tariff
    session: Session
    planner: Planner
    outcome: Outcome
    groups: Sequence[Group]
    worths: Sequence[Worth]
    hot: Sequence[Tool]
    chosen: Sequence[Tool]
    search: Strategy | None

    @property
    def sizes(self) -> Sizes:
        """The sizes of the catalog."""
        return self.planner.sizes

    @property
    def demand(self) -> Demand:
        """How often each tool is needed."""
        return self.planner.demand

    @property
    def deferred(self) -> Sequence[Tool]:
        """The tools that are loaded on demand, in the order of the lists."""
        kept = frozenset(self.hot)
        return [tool for tool in self.tools if tool not in kept]

    @property
    def rates(self) -> Rates:
        """What the cache of the model charges."""
        price = self.tariff.price
        read = price.cached / price.input if price.input else self.provider.rates.read
        return Rates(read, self.tariff.write)

    @property
    def concerns_search(self) -> bool:
        """Whether somebody cares for which tools stay loaded beside a search: it is recommended, or was asked for."""
        request, best = self.request, self.outcome.best
        asked = bool(request.keep) or request.hot is not None or request.counts is not None
        return asked or (best is not None and best.strategy is self.search)

    @cached_property
    def risky(self) -> Sequence[Worth]:
        """Deferred tools that are needed and that a search rather misses than finds, the least likely ones first."""
        kept = frozenset(self.hot)
        found = [each for each in self.worths if each.found < 0.5 and each.needs and each.tool not in kept]
        return sorted(found, key=lambda each: each.found)

    @property
    def inputs(self) -> Mapping[str, Figure]:
        """The figures that the session is made of, by name."""
        return inputs(self.figures, self.request.profile)

    @property
    def given(self) -> frozenset[str]:
        """The inputs of the session that the request names."""
        return frozenset(self.request.given or ())

    @cached_property
    def crossovers(self) -> Mapping[str, Mapping[str, Crossover]]:
        """From how many tools, turns and calls each way costs less than all up front, losses left out."""
        return {way.name: self._cross(way) for way in self.planner.considered if way.name != ALL}

    def _cross(self, way: Strategy) -> Mapping[str, Crossover]:
        planner, session, whole = self.planner, self.session, STRATEGIES[ALL]

        def at(session: Session, sizes: Sizes) -> float:
            return planner.bill(way, session, sizes).cost - planner.bill(whole, session, sizes).cost

        def of_calls(calls: float) -> Session:
            return replace(session, calls=calls, distinct=min(session.distinct, calls))

        return {
            "tools": find_crossover(lambda tools: at(session, self.sizes.of(tools)), *TOOLS),
            "turns": find_crossover(lambda turns: at(replace(session, turns=turns), self.sizes), *TURNS),
            "calls": find_crossover(lambda calls: at(of_calls(calls), self.sizes), *CALLS),
        }

    @cached_property
    def sensitivity(self) -> Sensitivity | None:
        """How far the recommendation hangs on what nobody knows."""
        found = find_inputs(self.planner, self.inputs, self.given)
        return vary(self.planner, self.session, self.outcome, found)

    @cached_property
    def mutation(self) -> tuple[float, float, float | None]:
        """What a tool less in a running session costs: tokens written again, tokens saved, requests until it pays."""
        whole = self.outcome.baseline.bill
        context = (whole.first + whole.largest) / 2
        return context, self.sizes.full, break_even(context, self.sizes.full, self.rates)


def validate(figures: Figures, request: Request) -> tuple[Provider, Model]:
    """The provider and the model of a request.

    Raises UserError for a provider, model, profile or kind of cache that the figures do not have.
    """
    provider = _one_of(figures.providers, request.provider, "provider")
    for other in figures.providers.values():
        if request.model in other.models and request.model not in provider.models:
            raise UserError(f"{request.model} is a model of {other.title}: add --provider {other.name}")
    model = _one_of(provider.models, request.model or provider.default_model, f"model of {provider.title}")
    _one_of(figures.profiles, request.profile, "profile")
    if request.lifetime:
        _one_of(provider.lifetimes, request.lifetime, f"cache of {provider.title}")
    return provider, model


def make_plan(ctx: Context, figures: Figures, request: Request, mount: Mount) -> Plan:
    """Make a plan for the catalogs of a run that have tools for a model, one at least.

    Raises UserError for a provider, model, profile or kind of cache that the figures do not have, and for a name of
    `keep` or `subset` that no tool has.
    """
    provider, model = validate(figures, request)
    tools = [tool for catalog in ctx.corpus.catalogs for tool in catalog.visible]
    session = build_session(figures, request.profile, request.given or {}, warm=request.warm)
    groups = group(ctx.corpus.catalogs, int(provider.limit("namespace")) if "namespace" in provider.limits else _GROUP)
    tokens = {tool: ctx.get(TOKENS)[tool].total for tool in tools}
    demand = by_centrality(tools) if request.counts is None else by_usage(tools, request.counts)
    session = replace(session, distinct=min(session.distinct, float(demand.needed)))
    tariff = build_tariff(provider, model, request.lifetime, caches=request.caches)
    planner = Planner(
        provider=provider,
        tariff=tariff,
        sizes=measure(ctx, tools, groups),
        meta=_meta(ctx.encoding),
        demand=demand,
        chances=None if request.blind else Chances(mount, groups),
        margin=figures.session["margin"].value,
        sandbox=request.sandbox,
    )
    kept = _named(tools, request.keep, "--keep")
    search = next((way for way in planner.considered if way.keeps_hot), None)
    worths = weigh(planner, search, session, tokens) if search else ()
    hot: Sequence[Tool] = ()
    if search:
        least = int(provider.limit("least-hot")) if "least-hot" in provider.limits else 0
        most = int(provider.limit("most-hot")) if "most-hot" in provider.limits else _MOST_HOT
        hot = choose_hot(worths, kept, request.hot, least, most)
    chosen = _named(tools, request.subset, "--subset") or choose_subset(planner, int(session.subset))
    planner = replace(
        planner,
        hot=frozenset(hot),
        chosen=frozenset(chosen),
        sizes=replace(
            planner.sizes,
            hot=len(hot),
            hot_full=mean_full(ctx, hot),
            hot_share=min(1.0, sum(demand.shares[tool] for tool in hot)),
            chosen=len(chosen),
            chosen_full=mean_full(ctx, chosen),
            chosen_share=min(1.0, sum(demand.shares[tool] for tool in chosen)),
        ),
    )
    return Plan(
        request,
        figures,
        ctx.corpus.catalogs,
        tools,
        tokens,
        provider,
        model,
        tariff,
        session,
        planner,
        planner.compare(session),
        groups,
        worths,
        hot,
        chosen,
        search,
    )


_MOST_HOT = 5


def _meta(encoding: str) -> Mapping[str, float]:
    sets = {
        "search": metatools.SEARCH,
        "loading": metatools.LOADING,
        "toolsets": metatools.TOOLSETS,
        "execute": metatools.EXECUTE,
    }
    return {name: float(metatools.weigh(tools, encoding)) for name, tools in sets.items()}


def _named(tools: Sequence[Tool], globs: Sequence[str], option: str) -> tuple[Tool, ...]:
    found = []
    for glob in globs:
        matching = [
            tool for tool in tools if any(fnmatchcase(name, glob) for name in (tool.name, f"{tool.server}/{tool.name}"))
        ]
        if not matching:
            from catalint.hints import did_you_mean

            raise UserError(f"{option}: no tool {glob!r}{did_you_mean(glob, [tool.name for tool in tools])}")
        found += matching
    return tuple(dict.fromkeys(found))


_T = TypeVar("_T")


def _one_of(known: Mapping[str, _T], name: str, what: str) -> _T:
    if name not in known:
        from catalint.hints import did_you_mean

        hint = did_you_mean(name, known) or f" (there are: {', '.join(known)})"
        raise UserError(f"no {what} {name!r}{hint}")
    return known[name]
