"""What a provider would object to in what a plan has ready to be pasted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from catalint.judgement import Judgement
from catalint.model import Tool
from catalint.planning.paste import sent_names
from catalint.planning.plan import Plan
from catalint.target import Fact

_REFUSED = ("rejects-all", "drops-tool")


@dataclass(frozen=True)
class Objection:
    """Something that a provider would mind, or that a search can't do well with. `tools` are those it is about."""

    text: str
    tools: Sequence[Tool] = ()
    refused: bool = False


def check(plan: Plan, judgement: Judgement | None) -> Sequence[Objection]:
    """All objections: of the facts known of the provider, which `judgement` holds, and of the arrangement itself."""
    return [*_arrangement(plan), *(_facts(plan, judgement) if judgement else ())]


def _arrangement(plan: Plan) -> Iterator[Objection]:
    names = Counter(sent_names(plan.tools).values())
    twice = {name for name, number in names.items() if number > 1}
    if twice:
        tools = [tool for tool, name in sent_names(plan.tools).items() if name in twice]
        yield Objection("names stand more than once", tools, refused=True)
    provider = plan.provider
    if "least-loaded" in provider.limits and len(plan.hot) < provider.limit("least-loaded"):
        yield Objection("at least one tool has to be loaded at the start", refused=True)
    if len(plan.deferred) > provider.limit("deferred"):
        text = f"{len(plan.deferred):,} tools are deferred where {provider.limit('deferred'):,.0f} are allowed"
        yield Objection(text, refused=True)
    if "namespace" in provider.limits:
        most = int(provider.limit("namespace"))
        for group in plan.groups:
            if len(group.tools) > most:
                yield Objection(
                    f"namespace `{group.name}` has {len(group.tools):,} functions where at most {most} are advised",
                    group.tools,
                )
    bare = [tool for tool in plan.deferred if not tool.description.strip()]
    if bare:
        yield Objection("without a description only its name can bring a deferred tool up", bare)


def _facts(plan: Plan, judgement: Judgement) -> Iterator[Objection]:
    found: dict[str, tuple[Fact, dict[Tool, None]]] = {}
    for breaches in judgement.breaches.values():
        for breach in breaches:
            if breach.fact.effect in _REFUSED and breach.fact.confidence != "uncertain" and breach.tool is not None:
                found.setdefault(breach.fact.id, (breach.fact, {}))[1][breach.tool] = None
    visible = frozenset(plan.tools)
    for fact, tools in found.values():
        about = [tool for tool in tools if tool in visible]
        if about:
            yield Objection(fact.text, about, refused=True)
