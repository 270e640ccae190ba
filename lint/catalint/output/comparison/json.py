"""A review for programs. Its shape is `comparison.schema.json`, beside this module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalint.comparison.catalogs import CatalogChange
from catalint.comparison.change import Change, Effect
from catalint.comparison.findability import Shift
from catalint.comparison.review import Review
from catalint.comparison.tools import ToolChange
from catalint.location import to_pointer
from catalint.model import Tool
from catalint.output.encode import plain, plain_name, plain_unread
from catalint.planning.caching import break_even
from catalint.report import Result

# Goes up when a field changes its meaning or goes away, not when one is added.
VERSION = 1
_DIGITS = 6


def to_json(review: Review, version: str, failed: Mapping[str, str]) -> dict[str, Any]:
    """The review as a JSON object. `failed` says of each gate that is not passed why."""
    comparison = review.comparison
    growth = comparison.growth
    return {
        "version": VERSION,
        "tool": {"name": "catalint", "version": version},
        "old": plain(review.old),
        "new": plain(review.new),
        "encoding": comparison.encoding,
        "summary": {
            "changes": {effect.value: comparison.count(effect) for effect in Effect},
            "moved": review.moves(),
            "tokens_before": comparison.tokens_before,
            "tokens_after": comparison.tokens_after,
            "growth": None if growth is None else round(growth, _DIGITS),
            "lost": len(review.lost),
            "new_findings": review.fresh(),
            "fixed_findings": len(review.delta.fixed),
        },
        "failed": [{"gate": gate, "reason": reason} for gate, reason in failed.items()],
        "catalogs": [_catalog(review, catalog) for catalog in comparison.catalogs],
        "findings": {
            "new": [_finding(result) for result in review.delta.fresh],
            "grown": [_finding(result) for result in review.delta.grown],
            "fixed": [_finding(result) for result in review.delta.fixed],
            "kept": review.delta.kept,
        },
        "locks": [
            {
                "lock": plain(drift.lock),
                "listed": plain(drift.listed),
                "subject": plain(drift.subject),
                "changed": list(drift.changed),
                "added": list(drift.added),
                "removed": list(drift.removed),
                "instructions": drift.instructions,
                "unreadable": drift.unreadable,
            }
            for drift in review.drifts
        ],
        "unlocked": list(review.unlocked),
        "caching": {
            "context_tokens": review.caching.context,
            "cache_write": review.caching.write,
            "cache_read": review.caching.read,
        },
        "unread": plain_unread(review.unread),
    }


def _catalog(review: Review, catalog: CatalogChange) -> dict[str, Any]:
    matched = catalog.matched
    return {
        "server": catalog.server,
        "status": "added" if catalog.old is None else "removed" if catalog.new is None else "kept",
        "old_origin": catalog.old.origin if catalog.old else None,
        "new_origin": catalog.new.origin if catalog.new else None,
        "moved": [plain_name(tool.name) for tool in matched.moved],
        "tools": [_tool(tool) for tool in catalog.changed],
        "unchanged": sum(1 for tool in catalog.tools if tool.status == "same"),
        "broken": dict(zip(("old", "new"), catalog.broken, strict=True)),
        "instructions": None
        if catalog.guidance is None
        else {"tokens_before": catalog.guidance.tokens_before, "tokens_after": catalog.guidance.tokens_after},
        "prefix": _prefix(review, catalog),
        "findability": [_shift(shift) for shift in catalog.shifts],
    }


def _tool(tool: ToolChange) -> dict[str, Any]:
    return {
        "name": tool.tool.name,
        "old_name": tool.old.name if tool.old else None,
        "status": tool.status,
        "effect": tool.effect.value if tool.effect else None,
        "tokens_before": tool.tokens_before,
        "tokens_after": tool.tokens_after,
        "changes": [_change(tool, change) for change in tool.changes],
    }


def _change(tool: ToolChange, change: Change) -> dict[str, Any]:
    owner = tool.old if change.gone else tool.new
    pointer = to_pointer(("tools", owner.index, *change.path)) if owner else None
    return {
        "effect": change.effect.value,
        "kind": change.kind,
        "side": change.side,
        "subject": change.subject or None,
        "message": change.message,
        "before": plain(change.before),
        "after": plain(change.after),
        "riskier": change.riskier,
        "old_pointer": pointer if change.gone else None,
        "new_pointer": None if change.gone else pointer,
    }


def _prefix(review: Review, catalog: CatalogChange) -> dict[str, Any] | None:
    prefix = catalog.prefix
    if prefix is None:
        return None
    saved = sum(tool.tokens_before - tool.tokens_after for tool in catalog.tools)
    changed = prefix.position is not None
    turns = break_even(prefix.lost + review.caching.context, saved, review.caching.rates) if changed else None
    return {
        "position": prefix.position,
        "tool": prefix.tool.name if prefix.tool else None,
        "kept_tokens": prefix.kept,
        "lost_tokens": prefix.lost,
        "saved_per_turn": saved,
        "break_even_turns": None if turns is None else round(turns, 1),
    }


def _shift(shift: Shift) -> dict[str, Any]:
    proof = shift.proof
    return {
        "tool": plain_name(shift.new.name),
        "lost": shift.lost,
        "probability_before": round(shift.before, _DIGITS),
        "probability_after": round(shift.after, _DIGITS),
        "cause": {
            "kind": shift.cause.kind,
            "tools": _names(shift.cause.tools),
            "words": list(shift.cause.words),
            "probability_undone": None if shift.cause.after is None else round(shift.cause.after, _DIGITS),
        },
        "search": proof
        and {
            "query": proof.query,
            "rank_before": proof.before or None,
            "rank_after": proof.after or None,
            "rank_undone": proof.undone or None,
            "ahead": _names(proof.ahead),
        },
    }


def _names(tools: tuple[Tool, ...]) -> list[str]:
    return [plain_name(tool.name) for tool in tools]


def _finding(result: Result) -> dict[str, Any]:
    finding = result.finding
    return {
        "rule": finding.rule,
        "severity": str(result.severity),
        "server": finding.where.server,
        "tool": plain_name(result.tool) or None,
        "pointer": plain_name(finding.where.pointer),
        "message": finding.message,
        "fingerprint": result.fingerprint,
    }
