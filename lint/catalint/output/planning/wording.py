"""What text and Markdown say of a plan in the same words."""

from __future__ import annotations

import math
from collections.abc import Sequence

from catalint.model import Tool
from catalint.output.summary import heading
from catalint.planning.caching import break_even
from catalint.planning.checks import Objection
from catalint.planning.crossover import Crossover
from catalint.planning.plan import Plan
from catalint.planning.planner import Choice
from catalint.planning.session import Session
from catalint.search.findability import FEW
from catalint.wording import listing, number

THOUSAND = 1000
_NAMED = 10

NAMES = {
    "turns": "turns",
    "calls": "calls",
    "distinct": "tools needed",
    "system": "system prompt",
    "message": "message",
    "answer": "answer",
    "call": "call",
    "result": "result",
    "query": "query",
    "code": "more for code",
    "code_tools": "search and execute",
    "tries": "searches before giving up",
    "schemas": "schemas kept",
    "subset": "proposed subset",
    "pause": "pause",
    "passes": "passes of a search",
    "search-tool": "search tool",
}
"""What inputs are called."""

COLUMNS = ("way", "first", "sent", "cached", "trips", "cost", "lost", "expected")


def title(plan: Plan) -> tuple[str, str]:
    """What is planned, and for whom."""
    catalogs = plan.catalogs
    if len(catalogs) == 1:
        (catalog,) = catalogs
        what = heading(catalog.server, catalog.origin)
    else:
        what = f"{len(catalogs)} servers together"
    tokens = sum(plan.tokens.values())
    return what, f"{number(len(plan.tools), 'tool')}, {tokens:,} tokens, for {plan.provider.title} ({plan.model.name})"


def session(plan: Plan) -> str:
    """The session that is counted."""
    session, profile = plan.session, plan.request.profile
    own = " with your numbers" if plan.given else ""
    return (
        f"A session of {amount(session.turns)} {'turn' if session.turns == 1 else 'turns'} with "
        f"{amount(session.calls)} {'call' if session.calls == 1 else 'calls'} of "
        f"{amount(session.distinct)} {'tool' if session.distinct == 1 else 'tools'} "
        f"(profile {profile}{own}), {cache(plan)}. Dollars are for a thousand such sessions at list prices of "
        f"{plan.figures.date}."
    )


def cache(plan: Plan) -> str:
    """How the cache is taken to be."""
    tariff, rates = plan.tariff, plan.rates
    if not tariff.caches:
        return "nothing cached"
    share = "" if tariff.share == 1 else f", {tariff.share:.0%} of a known beginning found there"
    runs_out = ", which a pause outlasts" if plan.session.pause > tariff.lifetime else ""
    return (
        f"cached from {tariff.floor:,.0f} tokens on, read at {rates.read:g} and written at {rates.write:g} of the "
        f"price{share}, for {tariff.lifetime:,.0f} seconds{runs_out}"
    )


def ordered(plan: Plan) -> Sequence[Choice]:
    """The ways, the one with the least expected cost first, those that are not possible last."""
    return sorted(plan.outcome.choices.values(), key=lambda choice: (not choice.possible, choice.expected))


def told_apart(plan: Plan) -> Sequence[Choice]:
    """The ways in their order; without the bounded client where it never has to drive a schema out."""
    choices = plan.outcome.choices
    sticky, bounded = choices.get("sticky"), choices.get("bounded-sticky")
    alike = sticky is not None and bounded is not None and sticky.bill.flow == bounded.bill.flow
    return [choice for choice in ordered(plan) if not (alike and choice is bounded)]


def verdict(plan: Plan) -> str:
    """What to choose, and why."""
    best, base = plan.outcome.best, plan.outcome.baseline
    if best is None:
        return "No way of loading is possible."
    if best is base:
        others = [choice for choice in ordered(plan) if choice is not base and plan.planner.is_open(choice)]
        if not others:
            return "Load all tools up front: nothing else is possible."
        other, saving = others[0], plan.outcome.saving(others[0])
        text = f"Load all tools up front. The next best, {other.strategy.title}, "
        if other.expected == base.expected:
            return text + "costs as much."
        if saving <= 0:
            return text + f"costs {percent(-saving)} more, lost sessions counted."
        margin = plan.planner.margin
        return text + f"saves {saving:.0%}, lost sessions counted: less than the {margin:.0%} that a change is worth."
    text = f"Choose {best.strategy.title}: {best.strategy.how}. "
    if base.possible:
        text += f"It saves {plan.outcome.saving(best):.0%} against all up front"
        if best.lost:
            text += (
                f", with the {percent(best.lost)} of sessions that lack a tool and are done again with all loaded; if "
                f"no session lacked one, {1 - best.bill.cost / base.bill.cost:.0%}"
            )
        return text + "."
    again = f"{percent(best.lost)} of sessions are expected to lack a tool and to be done again. " if best.lost else ""
    return f"{text}{again}All up front is not possible: {base.against}."


def remarks(plan: Plan) -> Sequence[str]:
    """What there is to say of the recommendation."""
    return [text for text in (as_cheap(plan), subset(plan), missing(plan), cheaper(plan), few(plan)) if text]


def as_cheap(plan: Plan) -> str:
    """A way that is expected to cost less, but not enough to choose it for what it loses; empty if there is none."""
    best, base = plan.outcome.best, plan.outcome.baseline
    if best is None or best is base:
        return ""
    least = min(filter(plan.planner.is_open, ordered(plan)), key=lambda choice: choice.expected)
    if least is best:
        return ""
    saved = 1 - least.expected / best.expected
    return (
        f"{least.strategy.title[0].upper()}{least.strategy.title[1:]} would cost {percent(saved)} less, which these "
        f"figures are too rough to tell, and lose {percent(least.lost)} of sessions."
    )


def missing(plan: Plan) -> str:
    """What the recommended way is expected to miss; empty where nothing is searched or is not there."""
    best = plan.outcome.best
    if best is None or not best.loss.first:
        return ""
    if best.strategy.subset:
        return f"{percent(best.loss.first)} of what is needed is not in the subset."
    worst = ", ".join(f"`{called(plan, tool)}` ({percent(found)})" for tool, found in best.loss.worst[:3])
    hardest = f"; hardest to find: {worst}" if worst else ""
    return (
        f"One search is expected to miss {percent(best.loss.first)} of what is needed, {amount(plan.session.tries)} "
        f"searches {percent(best.loss.missed)}{hardest}."
    )


def subset(plan: Plan) -> str:
    """Which tools the recommended subset has; empty where none is recommended."""
    best = plan.outcome.best
    if best is None or not best.strategy.subset:
        return ""
    names = listing([f"`{called(plan, tool)}`" for tool in plan.chosen], _NAMED)
    all_of_them = "" if len(plan.chosen) <= _NAMED else " (--format json has all)"
    return f"The subset: {names}{all_of_them}. The other {len(plan.tools) - len(plan.chosen):,} tools would be gone."


def objection(plan: Plan, each: Objection) -> str:
    """What a provider minds, without the names of the tools."""
    if not each.refused:
        return f"Mind: {each.text}"
    if not each.tools:
        return f"{plan.provider.title} refuses this: {each.text}"
    return f"{plan.provider.title} refuses {number(len(each.tools), 'tool')}, by this rule: {each.text.rstrip('.')}"


def cheaper(plan: Plan) -> str:
    """A way that would be cheaper still, with what it needs; empty if there is none."""
    best = plan.outcome.best
    if best is None or plan.planner.sandbox:
        return ""
    for choice in ordered(plan):
        if choice.strategy.needs and choice.possible and choice.expected < best.expected * (1 - plan.planner.margin):
            return (
                f"Where you have {choice.strategy.needs} (--sandbox), {choice.strategy.title} is cheaper still: "
                f"{dollars(choice.expected)} instead of {dollars(best.expected)}. What code saves by filtering results "
                "is not counted."
            )
    return ""


def pays(crossover: Crossover, *, whole: bool = True) -> str:
    """From where to where a way pays."""
    if crossover.never:
        return "never"
    if crossover.always:
        return "always"
    parts = []
    for low, high in crossover.intervals:
        start, end = (math.ceil(low), math.floor(high)) if whole else (low, high)
        if low <= crossover.low:
            parts.append(f"up to {end:,}")
        elif high >= crossover.high:
            parts.append(f"from {start:,}")
        elif start <= end:
            parts.append(f"{start:,} to {end:,}")
    return ", ".join(parts) or "never"


def demand(plan: Plan) -> str:
    """Where the needs for tools are from."""
    if plan.demand.measured:
        return "needs by the counts of calls that you gave"
    return (
        "needs guessed from the texts, for want of counts (--usage): a tool counts once, and once more for each tool "
        "that names it or that it gives an identifier to"
    )


def few(plan: Plan) -> str:
    """A word on catalogs so small that predictions mean little; empty for others."""
    if len(plan.tools) >= FEW or plan.request.blind:
        return ""
    return (
        f"With fewer than {FEW} tools the prediction of what a search misses says little, and most clients search "
        "nothing."
    )


def mutation(plan: Plan) -> str:
    """When it pays to take a tool out of a running session."""
    context, saved, _ = plan.mutation
    # from the numbers that are shown, so that who does the sum gets what is written
    requests = break_even(round(context), round(saved, 1), plan.rates)
    if requests is None or not plan.tariff.caches:
        return ""
    return (
        f"To take a tool of mean size out of a running session with all loaded pays after {requests:,.0f} requests: "
        f"{plan.rates.factor:.4g} x {context:,.0f} tokens written again / {saved:,.1f} saved in each."
    )


def called(plan: Plan, tool: Tool) -> str:
    """What a tool is called here: with its server where there are several."""
    return f"{tool.server}/{tool.name}" if len(plan.catalogs) > 1 else tool.name


def pasted(plan: Plan) -> str:
    """What `--paste` writes of the provider's search."""
    best = plan.outcome.best
    functions = best is not None and best.strategy.name == "functions" and not plan.concerns_search
    return "openai-functions" if functions else plan.provider.name


def granted(session: Session) -> Sequence[tuple[str, str]]:
    """The inputs of a session, with their values."""
    units = {"turns": "", "calls": "", "distinct": "", "tries": "", "schemas": "", "subset": "", "pause": " s"}
    return [
        (label, f"{amount(getattr(session, name))}{units.get(name, '')}")
        for name, label in NAMES.items()
        if hasattr(session, name)
    ]


def dollars(cost: float) -> str:
    """Dollars for a thousand sessions: two digits behind the point, more for what is less than a cent."""
    value = cost * THOUSAND
    return f"${value:,.2f}" if value >= 0.01 or not value else f"${value:.2g}"


def percent(share: float) -> str:
    """A share in per cent, never 0 % for what may happen and never 100 % for what may not."""
    if 0 < share < 0.005:
        return "<1%"
    if 0.995 < share < 1:
        return ">99%"
    return f"{share:.0%}"


def amount(value: float) -> str:
    """A number that may be broken."""
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.1f}"
