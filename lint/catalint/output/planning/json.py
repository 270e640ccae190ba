"""A plan for programs. Its shape is `plan.schema.json`, beside this module."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from catalint.model import Tool
from catalint.output.encode import plain, plain_name, plain_unread
from catalint.planning.checks import Objection
from catalint.planning.crossover import Crossover
from catalint.planning.figures import Figure
from catalint.planning.hot import Worth
from catalint.planning.plan import Plan
from catalint.planning.planner import Choice
from catalint.planning.sensitivity import Sensitivity
from catalint.report import Unread

_DIGITS = 6
_CENTS = 9


def to_json(
    plan: Plan | None, objections: Sequence[Objection], version: str, unread: Sequence[Unread] = ()
) -> dict[str, Any]:
    """The plan as a JSON object; `plan` is null where there is no tool to plan for."""
    return {
        "version": 1,
        "tool": {"name": "catalint", "version": version},
        "plan": None if plan is None else _plan(plan, objections),
        "unread": plain_unread(unread),
    }


def _plan(plan: Plan, objections: Sequence[Objection]) -> dict[str, Any]:
    best = plan.outcome.best
    return {
        "catalogs": [
            {"server": plain(catalog.server), "origin": plain(catalog.origin), "tools": len(catalog.visible)}
            for catalog in plan.catalogs
        ],
        "provider": plan.provider.name,
        "model": plan.model.name,
        "prices": {"date": plan.figures.date, "file": plan.figures.origin or None},
        "profile": plan.request.profile,
        "session": {key: _number(value) for key, value in asdict(plan.session).items()},
        "inputs": [_input(name, figure, given=name in plan.given) for name, figure in sorted(plan.inputs.items())],
        "cache": {
            "on": plan.tariff.caches,
            "floor": plan.tariff.floor,
            "read": _number(plan.rates.read),
            "write": plan.tariff.write,
            "share": plan.tariff.share,
            "seconds": plan.tariff.lifetime,
            "order": list(plan.provider.order),
        },
        "sizes": {key: _number(value) for key, value in asdict(plan.sizes).items()},
        "ways": [_way(plan, choice) for choice in plan.outcome.choices.values()],
        "recommended": None if best is None else best.strategy.name,
        "sensitivity": _sensitivity(plan.sensitivity),
        "mutation": {
            "rewritten": _number(plan.mutation[0]),
            "saved": _number(plan.mutation[1]),
            "factor": _finite(plan.rates.factor),
            "requests": None if plan.mutation[2] is None else _number(plan.mutation[2]),
        },
        "demand": {
            "measured": plan.demand.measured,
            "unknown": [plain(name) for name in plan.demand.unknown],
        },
        "tools": _tools(plan),
        "namespaces": [
            {
                "name": plain(group.name),
                "description": plain(group.description),
                "declared": group.declared,
                "tools": [_named(tool) for tool in group.tools],
            }
            for group in plan.groups
        ],
        "objections": [
            {"text": plain(each.text), "refused": each.refused, "tools": [_named(tool) for tool in each.tools]}
            for each in objections
        ],
    }


def _input(name: str, figure: Figure, *, given: bool) -> dict[str, Any]:
    if given:
        return {"name": name, "given": True, "source": None, "date": None, "confidence": None}
    return {
        "name": name,
        "given": False,
        "source": figure.source,
        "date": figure.date,
        "confidence": figure.confidence,
        "value": figure.value,
        "low": figure.low,
        "high": figure.high,
        "note": figure.note,
    }


def _way(plan: Plan, choice: Choice) -> dict[str, Any]:
    bill, strategy = choice.bill, choice.strategy
    return {
        "name": strategy.name,
        "title": strategy.title,
        "how": strategy.how,
        "side": strategy.side,
        "retriever": strategy.retriever or None,
        "needs": strategy.needs or None,
        "possible": choice.possible,
        "against": choice.against or None,
        "doubts": choice.doubts or None,
        "requests": _number(bill.flow.requests),
        "extra_round_trips": _number(bill.flow.trips),
        "rewrites": _number(bill.flow.rewrites),
        "tokens": {
            "first": _number(bill.first),
            "per_request": _number(bill.mean),
            "largest": _number(bill.largest),
            "sent": _number(bill.sent),
            "fresh": _number(bill.amounts.fresh),
            "written": _number(bill.amounts.written),
            "read": _number(bill.amounts.read),
            "output": _number(bill.flow.output),
            "parts": {name: _number(tokens) for name, tokens in bill.parts.items()},
        },
        "cost": round(bill.cost, _CENTS),
        "loss": {
            "missed_by_one_search": _number(choice.loss.first),
            "missed": _number(choice.loss.missed),
            "searches_per_tool": _number(choice.loss.repeats),
            "sessions": _number(choice.lost),
            "worst": [{**_named(tool), "found": _number(found)} for tool, found in choice.loss.worst[:10]],
            "worst_count": len(choice.loss.worst),
        },
        "expected_cost": round(choice.expected, _CENTS),
        "saving": _number(plan.outcome.saving(choice)),
        "pays": None
        if strategy.name not in plan.crossovers
        else {side: _crossover(found) for side, found in plan.crossovers[strategy.name].items()},
    }


def _crossover(found: Crossover) -> dict[str, Any]:
    return {
        "range": [found.low, found.high],
        "intervals": [[_number(low), _number(high)] for low, high in found.intervals],
    }


def _sensitivity(found: Sensitivity | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "compared": found.compared,
        "stable": found.is_stable,
        "ranges": [
            {
                "input": each.name,
                "values": list(each.values),
                "saving": [_number(part) for part in found.ranges[each.name]],
            }
            for each in found.inputs
        ],
        "grid": [
            {
                "values": dict(zip((each.name for each in found.inputs[:2]), cell.values, strict=True)),
                "best": cell.best or None,
                "saving": _number(cell.saving),
            }
            for cell in found.cells
        ],
    }


def _tools(plan: Plan) -> list[dict[str, Any]]:
    worths = {each.tool: each for each in plan.worths}
    return [_tool(plan, tool, worths.get(tool)) for tool in plan.tools]


def _tool(plan: Plan, tool: Tool, worth: Worth | None) -> dict[str, Any]:
    return {
        **_named(tool),
        "tokens": plan.tokens[tool],
        "needs": _number(plan.demand.shares[tool]),
        "weight": _number(plan.demand.weights[tool]),
        "hot": tool in plan.planner.hot,
        "subset": tool in plan.planner.chosen,
        "found": None if worth is None else _number(worth.found),
        "worth": None if worth is None else round(worth.worth, _CENTS),
    }


def _named(tool: Tool) -> dict[str, Any]:
    return {"server": plain(tool.server), "tool": plain_name(tool.name), "pointer": tool.at().pointer}


def _number(value: float) -> Any:
    return value if isinstance(value, bool | int) else _finite(round(value, _DIGITS))


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
