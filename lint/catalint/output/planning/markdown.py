"""A plan as Markdown, for a pull request or a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from catalint.output.planning import wording
from catalint.output.verbatim import cell, code, prose
from catalint.planning.checks import Objection
from catalint.planning.plan import Plan
from catalint.wording import number

_SHOWN = 10


def write(plan: Plan, objections: Sequence[Objection]) -> str:
    """Write a plan; ends with a newline."""
    return "\n".join(_lines(plan, objections)).rstrip("\n") + "\n"


def _lines(plan: Plan, objections: Sequence[Objection]) -> Iterator[str]:
    what, how = wording.title(plan)
    yield f"# Loading {code(what)}"
    yield ""
    yield f"{prose(how)}. {prose(wording.session(plan))}"
    yield ""
    yield f"**{prose(wording.verdict(plan))}**"
    yield ""
    for remark in wording.remarks(plan):
        yield prose(remark)
        yield ""
    yield from _ways(plan)
    yield from _sensitivity(plan)
    yield from _arrangement(plan)
    for each in objections:
        names = ", ".join(code(wording.called(plan, tool)) for tool in each.tools[:_SHOWN])
        more = f" and {len(each.tools) - _SHOWN:,} more" if len(each.tools) > _SHOWN else ""
        yield f"- {prose(wording.objection(plan, each))}{f' ({names}{more})' if names else ''}"
    if objections:
        yield ""
    granted = ", ".join(f"{name} {value}" for name, value in wording.granted(plan.session))
    yield f"Taken for granted: {granted}. A model of stated inputs, no measurement: how models choose is not in it."


def _ways(plan: Plan) -> Iterator[str]:
    yield "| way | first request | tokens sent | cached | trips | $ per 1,000 | lost | expected | pays from tools |"
    yield f"| --- |{' --: |' * 8}"
    best = plan.outcome.best
    for choice in wording.ordered(plan):
        bill, name = choice.bill, choice.strategy.title
        pays = plan.crossovers.get(choice.strategy.name)
        yield (
            "| "
            + " | ".join(
                (
                    f"**{name}**" if choice is best else name,
                    f"{bill.first:,.0f}",
                    f"{bill.sent:,.0f}",
                    f"{bill.amounts.read / bill.sent:.0%}" if bill.sent else "",
                    f"+{bill.flow.trips:.1f}" if bill.flow.trips else "",
                    wording.dollars(bill.cost).lstrip("$"),
                    wording.percent(choice.lost) if choice.lost else "",
                    wording.dollars(choice.expected).lstrip("$") if choice.possible else "not possible",
                    wording.pays(pays["tools"]) if pays else "",
                )
            )
            + " |"
        )
    yield ""
    for choice in wording.ordered(plan):
        if choice.against or choice.doubts:
            word = "not possible" if choice.against else "doubtful"
            yield f"- {choice.strategy.title}: {word}, {prose(choice.against or choice.doubts)}"
    yield ""
    mutation = wording.mutation(plan)
    if mutation:
        yield prose(mutation)
        yield ""


def _sensitivity(plan: Plan) -> Iterator[str]:
    found = plan.sensitivity
    if found is None:
        return
    first, second = found.inputs[:2]
    names = [wording.NAMES[each.name] for each in (first, second)]
    titles = {choice.strategy.name: choice.strategy.title for choice in plan.outcome.choices.values()}
    yield f"## If {names[0]} and {names[1]} are other than assumed"
    yield ""
    yield f"| {names[0]} | {' | '.join(f'{names[1]} {wording.amount(value)}' for value in second.values)} |"
    yield "| --: | --- | --- | --- |"
    for place, value in enumerate(first.values):
        cells = found.cells[place * 3 : place * 3 + 3]
        yield f"| {wording.amount(value)} | {' | '.join(titles.get(each.best, 'none') for each in cells)} |"
    yield ""


def _arrangement(plan: Plan) -> Iterator[str]:
    if plan.search is None:
        return
    yield f"## Loaded from the start with {plan.search.title}"
    yield ""
    yield f"{len(plan.hot):,} of {number(len(plan.tools), 'tool')}; {prose(wording.demand(plan))}."
    yield ""
    worth = {each.tool: each for each in plan.worths}
    yield "| tool | tokens | needs | found by a search |"
    yield "| --- | --: | --: | --: |"
    for tool in plan.hot:
        name, share = cell(code(wording.called(plan, tool))), wording.percent(plan.demand.shares[tool])
        yield f"| {name} | {plan.tokens[tool]:,} | {share} | {wording.percent(worth[tool].found)} |"
    yield ""
    if plan.risky:
        yield (
            f"{number(len(plan.risky), 'deferred tool')} that fewer than half of searches find; reword, or keep loaded:"
        )
        yield ""
        for each in plan.risky[:_SHOWN]:
            yield f"- {code(wording.called(plan, each.tool))} {wording.percent(each.found)}"
        if len(plan.risky) > _SHOWN:
            yield f"- and {len(plan.risky) - _SHOWN:,} more"
        yield ""
