"""The report for merge requests of GitLab: a Code Quality report.

The format is https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import Any

from catalint.finding import Severity
from catalint.output import RunInfo
from catalint.output.encode import encode
from catalint.output.files import is_there
from catalint.output.order import by_severity
from catalint.output.repository import Repository
from catalint.output.summary import trouble
from catalint.output.terminal import brief
from catalint.report import Report, Result

# Of GitLab's info, minor, major, critical and blocker: what stops a run stands above what it found.
_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}
_TROUBLE = "blocker"
_LONGEST = 1000
_OUTSIDE = re.compile(r"^[./]*/")


def write(report: Report, run: RunInfo) -> str:
    """Write a report as a JSON list of issues, the most severe first. Suppressed results are left out.

    GitLab takes no issue without a file: what stands in none is put on the first line of its catalog's file, or of the
    name of the server or input, which GitLab then shows without a link that works.
    """
    repository = Repository(run.directory, run.root)
    # where a catalog comes from may be an address or a command, too
    files = (catalog for catalog in report.catalogs if is_there(run.directory / catalog.origin))
    named = ((catalog.server, repository.name(catalog.origin)) for catalog in files)
    origins = {server: name for server, name in named if name}
    return encode([*_troubles(report, repository, origins), *_findings(report, repository, origins)])


def _troubles(report: Report, repository: Repository, origins: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    if not (report.catalogs or report.unread or report.failures):
        yield _issue("catalint", "no catalog was checked", _hash("empty"), _TROUBLE, path="catalint")
    for unread in report.unread:
        name = (None if unread.kind else repository.name(unread.path)) or _beside(unread.path) or "stdin"
        text = f"not read: {trouble(unread)}"
        yield _issue("catalint", text, _hash("unread", unread.path), _TROUBLE, path=name, line=unread.line or 1)
    anywhere = next(iter(origins.values()), "catalint")
    for failure in report.failures:
        text = f"{failure.rule} crashed: {failure.error}"
        yield _issue("catalint", text, _hash("crashed", failure.rule), _TROUBLE, path=anywhere)


def _findings(report: Report, repository: Repository, origins: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    for result in by_severity(report.active):
        path, line = _place(result, repository, origins)
        text = result.finding.message or result.finding.rule
        severity = _SEVERITIES[result.severity]
        yield _issue(result.finding.rule, text, result.fingerprint, severity, path=path, line=line)


def _place(result: Result, repository: Repository, origins: Mapping[str, str]) -> tuple[str, int]:
    place, server = result.place, result.finding.where.server
    name = repository.name(place.path) if place else None
    if place and name:
        return name, place.span.start_line
    return origins.get(server) or _beside(server) or "catalint", 1


def _beside(name: str) -> str:
    """A name that is of no file in the repository, as a path that at least does not lead out of it."""
    return _OUTSIDE.sub("", name)


def _issue(rule: str, text: str, fingerprint: str, severity: str, *, path: str, line: int = 1) -> dict[str, Any]:
    return {
        "description": brief(text, _LONGEST),
        "check_name": rule,
        "fingerprint": fingerprint,
        "severity": severity,
        "location": {"path": path, "lines": {"begin": line}},
    }


def _hash(*parts: str) -> str:
    return hashlib.sha256("\x1f".join(("catalint", *parts)).encode("utf-8", "surrogatepass")).hexdigest()[:32]
