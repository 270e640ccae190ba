"""The report for programs. Its shape is `report.schema.json`, beside this module."""

from __future__ import annotations

from typing import Any

from catalint.finding import Severity
from catalint.location import Place
from catalint.output import RunInfo
from catalint.output.encode import encode, plain_data, plain_name, plain_unread
from catalint.output.order import by_place
from catalint.report import Report, Result

# Goes up when a field changes its meaning or goes away, not when one is added.
VERSION = 1


def write(report: Report, run: RunInfo) -> str:
    """Write a report as JSON: ASCII, two spaces of indent, findings by place. Equal reports give equal bytes."""
    return encode(
        {
            "version": VERSION,
            "tool": {"name": "catalint", "version": run.version},
            "catalogs": [
                {
                    "server": catalog.server,
                    "origin": catalog.origin,
                    "tools": catalog.tools,
                    "tokens": catalog.tokens,
                }
                for catalog in report.catalogs
            ],
            "findings": [_finding(result, run) for result in by_place(report.active)],
            "suppressed": [
                {**_finding(result, run), "suppressed": result.suppressed} for result in by_place(report.suppressed)
            ],
            "failures": [{"rule": failure.rule, "error": failure.error} for failure in report.failures],
            "unread": plain_unread(report.unread),
            "configurations": [dict(each) for each in report.configurations],
            "summary": {str(severity): report.count(severity) for severity in sorted(Severity, reverse=True)},
        }
    )


def _finding(result: Result, run: RunInfo) -> dict[str, Any]:
    finding = result.finding
    known = run.rules.get(finding.rule)
    data = plain_data(finding.data)
    if finding.detail:
        data["detail"] = finding.detail
    return {
        "rule": finding.rule,
        "severity": str(result.severity),
        "message": finding.message,
        "server": finding.where.server,
        "tool": plain_name(result.tool) or None,
        "pointer": plain_name(finding.where.pointer),
        "location": _location(result.place),
        "related": [
            {
                "server": related.where.server,
                "tool": plain_name(tool) or None,
                "pointer": plain_name(related.where.pointer),
                "message": related.message,
                "location": _location(place),
            }
            for related, (tool, place) in zip(finding.related, result.related, strict=True)
        ],
        "help": (known.help_url if known else "") or None,
        "data": data,
        "fingerprint": result.fingerprint,
    }


def _location(place: Place | None) -> dict[str, Any] | None:
    if place is None:
        return None
    return {
        "path": place.path,
        "start_line": place.span.start_line,
        "start_column": place.span.start_column,
        "end_line": place.span.end_line,
        "end_column": place.span.end_column,
        "how": place.how,
    }
