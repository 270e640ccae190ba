"""What targets make of each tool, for programs; docs/targets.md has the shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from catalint.judgement import Breach, Conflict, Judgement, verdict
from catalint.model import Catalog, Tool
from catalint.output.encode import plain_name, plain_unread
from catalint.report import Unread
from catalint.target import Fact, Target


class Sorted:
    """The breaches of a catalog by tool and target; all targets are there, in their order."""

    def __init__(self, breaches: Sequence[Breach], targets: Sequence[Target]) -> None:
        self._targets = targets
        self._found: dict[tuple[Tool | None, Target], list[Breach]] = {}
        for breach in breaches:
            self._found.setdefault((breach.tool, breach.target), []).append(breach)

    def of(self, tool: Tool | None) -> dict[Target, list[Breach]]:
        """What each target minds of a tool, or of all tools together."""
        return {target: self._found.get((tool, target), []) for target in self._targets}


def is_certain(breaches: Sequence[Breach]) -> bool:
    """Whether the worst effect rests on a fact that is sure."""
    worst = verdict(breaches)
    return not breaches or any(each.fact.effect == worst and each.fact.confidence != "uncertain" for each in breaches)


def to_json(judgement: Judgement, version: str, unread: Sequence[Unread] = ()) -> dict[str, Any]:
    """The matrix for programs."""
    return {
        "version": 1,
        "tool": {"name": "catalint", "version": version},
        "targets": [{"name": target.name, "title": target.title, "kind": target.kind} for target in judgement.targets],
        "catalogs": [_catalog_json(catalog, judgement) for catalog in judgement.breaches],
        "unread": plain_unread(unread),
    }


def _catalog_json(catalog: Catalog, judgement: Judgement) -> dict[str, Any]:
    sorted_out = Sorted(judgement.breaches[catalog], judgement.targets)
    return {
        "server": catalog.server,
        "origin": catalog.origin,
        "tools": [
            {"tool": plain_name(tool.name), "verdicts": _verdicts_json(sorted_out.of(tool))} for tool in catalog.tools
        ],
        "together": _verdicts_json(sorted_out.of(None)),
        "left_out": [{"index": entry.index, "tool": entry.name, "reason": entry.reason} for entry in catalog.broken],
        "conflicts": [_conflict_json(conflict, judgement) for conflict in judgement.conflicts[catalog]],
    }


def _verdicts_json(cells: Mapping[Target, Sequence[Breach]]) -> dict[str, Any]:
    return {
        target.name: {
            "verdict": verdict(breaches),
            "certain": is_certain(breaches),
            "facts": [
                {
                    "fact": breach.fact.id,
                    "effect": breach.fact.effect,
                    "confidence": breach.fact.confidence,
                    "rule": breach.fact.rule,
                    "pointer": plain_name(breach.where.pointer),
                    **({"count": breach.count} if breach.count else {}),
                }
                for breach in breaches
            ],
        }
        for target, breaches in cells.items()
    }


def _conflict_json(conflict: Conflict, judgement: Judgement) -> dict[str, Any]:
    return {
        "what": conflict.what,
        "tools": [plain_name(tool.name) for tool in conflict.tools],
        "forms": [
            {
                "form": form.label,
                "keeps_meaning": form.keeps,
                "taken_by": [target.name for target in judgement.targets if target.name not in form.refused],
                "refused_by": {name: fact.id for name, fact in form.refused.items()},
            }
            for form in conflict.forms
        ],
    }


def list_facts(target: Target) -> list[dict[str, Any]]:
    """The facts of a target for programs."""
    return [_fact_json(fact) for fact in target.facts]


def _fact_json(fact: Fact) -> dict[str, Any]:
    return {
        "id": fact.id,
        "check": fact.check,
        "value": fact.value,
        "effect": fact.effect,
        "confidence": fact.confidence,
        "severity": str(fact.severity),
        "rule": fact.rule,
        "text": fact.text,
        "versions": fact.versions or None,
        "source": fact.source,
        "date": fact.date,
        "from": fact.origin or None,
    }
