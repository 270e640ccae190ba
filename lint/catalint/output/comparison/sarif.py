"""A review for code scanning: what breaks, as SARIF results on the lines of the new dump.

Texts and compatible changes are no alerts. New findings are left to `catalint check`, which knows them by the same
fingerprints in every run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from catalint.comparison.catalogs import CatalogChange
from catalint.comparison.change import Change, Effect
from catalint.comparison.review import Review
from catalint.comparison.tools import ToolChange
from catalint.finding import Finding, Severity
from catalint.location import Location, Place
from catalint.output import RuleInfo, RunInfo, sarif
from catalint.output.comparison import wording
from catalint.report import Report, Result, fingerprint
from catalint.rule import Meta
from catalint.sources.revision import file_of

CATEGORY = "diff"
LOST = "diff-lost-tool"
_RULES: Mapping[str, tuple[Effect | None, Severity, str]] = {
    "diff-breaking": (Effect.BREAKING, Severity.ERROR, "Change breaks those who use the tool"),
    "diff-may-break": (Effect.UNCLEAR, Severity.WARNING, "Change may break those who use the tool"),
    "diff-promises-less": (Effect.TRUST, Severity.WARNING, "Annotation promises less than before"),
    LOST: (None, Severity.WARNING, "Tool was found by a search and is likely to be missed now"),
}


def write(review: Review, run: RunInfo) -> str:
    """Write a review as SARIF with one run; what stands in no file is left out."""
    return sarif.write(to_report(review), replace(run, rules=_rules(), category=CATEGORY))


def to_report(review: Review) -> Report:
    """What breaks, as a report whose results are on the new dump."""
    results: dict[str, Result] = {}
    for result in (*_changes(review), *_lost(review)):
        results.setdefault(result.fingerprint, result)
    return Report(tuple(results.values()), unread=tuple(review.unread), encoding=review.comparison.encoding)


def _rules() -> Mapping[str, RuleInfo]:
    return {
        name: RuleInfo(Meta(name, summary, severity, precision="high"), "diff", "catalint", "", lambda: "")
        for name, (_, severity, summary) in _RULES.items()
    }


def _changes(review: Review) -> Iterator[Result]:
    for rule, (effect, severity, _) in _RULES.items():
        for catalog, tool, change in review.comparison.changes(effect) if effect else ():
            if effect is not Effect.TRUST or change.riskier:
                yield _result(rule, severity, catalog, tool, change)


def _result(rule: str, severity: Severity, catalog: CatalogChange, tool: ToolChange, change: Change) -> Result:
    name = tool.tool.name
    if tool.new is None or catalog.new is None:
        where = Location(catalog.server)
    elif change.gone:
        where = tool.new.at(*change.path[:-1])
    else:
        where = tool.new.at(*change.path)
    finding = Finding(
        rule,
        f"`{name}`: {change.message}",
        where,
        severity,
        key=f"{change.kind} {change.side} {change.subject}",
        data={"kind": change.kind, "side": change.side, "before": change.before, "after": change.after},
    )
    return Result(finding, severity, name, fingerprint(finding, name), _place(catalog, where))


def _lost(review: Review) -> Iterator[Result]:
    for catalog in review.comparison.catalogs:
        for shift in catalog.shifts:
            if shift.lost:
                where = shift.new.at("description")
                finding = Finding(LOST, wording.shift(shift), where, Severity.WARNING)
                name = shift.new.name
                yield Result(finding, Severity.WARNING, name, fingerprint(finding, name), _place(catalog, where))


def _place(catalog: CatalogChange, where: Location) -> Place | None:
    source = catalog.new.source if catalog.new else None
    place = source.place(where) if source else None
    # a forge shows the file, whatever revision it was read from
    return replace(place, path=file_of(place.path)) if place else None
