"""The baseline: findings that somebody has accepted as they are, so that only new ones count."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeGuard

from catalint import records
from catalint.errors import InputError
from catalint.location import to_pointer
from catalint.model import Corpus
from catalint.report import Report, Result

VERSION = 1
FILE_NAME = "catalint.baseline.json"
_FIELDS = ("fingerprint", "rule", "server", "tool")
_NAMED = 3
_HINT = ": `catalint baseline` writes one"


@dataclass(frozen=True)
class Accepted:
    """A finding that is accepted, in clear for those who review the file.

    `places` are what it is about where that is more than one thing, each as the tool's name and a JSON Pointer in it. A
    finding of the same rule about some of these places is accepted, too: mending one of ten makes no new finding.
    """

    fingerprint: str
    rule: str
    server: str
    tool: str
    places: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Baseline:
    """All that is accepted, and the file that says so."""

    path: str
    entries: tuple[Accepted, ...]


def accept(results: Iterable[Result]) -> tuple[Accepted, ...]:
    """The entries of results, each once, by server, tool and rule."""
    found = {result.fingerprint: _entry(result) for result in results}
    return _sorted(found)


def merge(entries: Iterable[Accepted], more: Iterable[Accepted]) -> tuple[Accepted, ...]:
    """Entries and more of them, each once, in the order of a file."""
    return _sorted({entry.fingerprint: entry for entry in (*entries, *more)})


def apply(report: Report, baseline: Baseline) -> Report:
    """Mark the results that a baseline accepts as suppressed."""
    match = _Matches(baseline)
    cause = f"accepted in {baseline.path}"
    results = tuple(
        replace(result, suppressed=cause) if not result.suppressed and match.find(result) else result
        for result in report.results
    )
    return replace(report, results=results)


def accepted_by(report: Report, baseline: Baseline) -> frozenset[Accepted]:
    """The entries that accept a result of a report."""
    match = _Matches(baseline)
    return frozenset(entry for result in report.results for entry in match.find(result))


def find_gone(report: Report, baseline: Baseline, ran: Collection[str], corpus: Corpus) -> tuple[Accepted, ...]:
    """The entries that nothing in a report has any more, of rules that ran and servers that were read."""
    alive = accepted_by(report, baseline)
    return tuple(
        entry
        for entry in baseline.entries
        if entry not in alive and entry.rule in ran and entry.server in corpus.by_server
    )


def shrink(baseline: Baseline, gone: Iterable[Accepted], report: Report) -> tuple[Accepted, ...]:
    """The entries of a baseline without those that are gone; what is left of a folded one is written as it is now."""
    left_out = set(gone)
    match = _Matches(baseline)
    now: dict[Accepted, list[Result]] = {}
    for result in report.results:
        for entry in match.find(result)[:1]:
            now.setdefault(entry, []).append(result)
    kept: dict[str, Accepted] = {}
    for entry in baseline.entries:
        if entry not in left_out:
            entries = [_entry(result) for result in now.get(entry, ())] or [entry]
            kept.update({each.fingerprint: each for each in entries})
    return _sorted(kept)


def describe_gone(gone: Iterable[Accepted], path: str) -> str:
    """One line on entries that are gone; empty if there are none."""
    gone = tuple(gone)
    if not gone:
        return ""
    named = ", ".join(f"{entry.rule} of {entry.tool or entry.server}" for entry in gone[:_NAMED])
    more = f" and {len(gone) - _NAMED} more" if len(gone) > _NAMED else ""
    are = "accepted finding is" if len(gone) == 1 else "accepted findings are"
    them = "it" if len(gone) == 1 else "them"
    return f"{path}: {len(gone)} {are} gone ({named}{more}); `catalint baseline` takes {them} out"


def write(entries: Iterable[Accepted]) -> str:
    """The text of a baseline file: JSON with a line for each finding, so that a review shows what is accepted anew."""
    findings = ",\n    ".join(json.dumps(_fields(entry)) for entry in entries)
    listed = f"[\n    {findings}\n  ]" if findings else "[]"
    return f'{{\n  "version": {VERSION},\n  "findings": {listed}\n}}\n'


def read(path: str, text: str) -> Baseline:
    """Read a baseline file; raises InputError, with line and column where the text is no JSON."""
    findings = records.read(path, text, "baseline", VERSION, _HINT).get("findings")
    if not isinstance(findings, list):
        raise InputError(path, f"is no baseline: it has no list of findings{_HINT}")
    return Baseline(path, tuple(_read_entry(path, index, entry) for index, entry in enumerate(findings, 1)))


class _Matches:
    """Which entries of a baseline accept a result."""

    def __init__(self, baseline: Baseline) -> None:
        self._exact = {entry.fingerprint: entry for entry in baseline.entries}
        self._folded: dict[tuple[str, str], list[Accepted]] = {}
        for entry in baseline.entries:
            if entry.places:
                self._folded.setdefault((entry.rule, entry.server), []).append(entry)

    def find(self, result: Result) -> list[Accepted]:
        """The entry of the same fingerprint, else those about the same places and more."""
        exact = self._exact.get(result.fingerprint)
        places = places_of(result)
        # a folded finding may keep its fingerprint while it comes to be about something more
        if exact is not None and (len(places) == 1 or places <= exact.places):
            return [exact]
        candidates = self._folded.get((result.finding.rule, result.finding.where.server), ())
        return [entry for entry in candidates if places <= entry.places]


def _sorted(entries: Mapping[str, Accepted]) -> tuple[Accepted, ...]:
    return tuple(sorted(entries.values(), key=lambda entry: (entry.server, entry.tool, entry.rule, entry.fingerprint)))


def _entry(result: Result) -> Accepted:
    finding = result.finding
    places = places_of(result)
    folded = places if len(places) > 1 else frozenset()
    return Accepted(result.fingerprint, finding.rule, finding.where.server, result.tool, folded)


def places_of(result: Result) -> frozenset[str]:
    """What a result is about. The index of an item of a list is left out: it moves with edits of other items."""
    finding = result.finding
    wheres = [(finding.where, result.tool)]
    wheres += [(each.where, name) for each, (name, _) in zip(finding.related, result.related, strict=True)]
    found = set()
    for where, tool in wheres:
        server = f"{where.server}/" if where.server != finding.where.server else ""
        pointer = to_pointer(tuple("*" if isinstance(step, int) else step for step in where.path))
        found.add(f"{server}{tool}{pointer}")
    return frozenset(found)


def _fields(entry: Accepted) -> Mapping[str, Any]:
    fields: dict[str, Any] = {name: getattr(entry, name) for name in _FIELDS}
    return {**fields, "places": sorted(entry.places)} if entry.places else fields


def _read_entry(path: str, index: int, entry: Any) -> Accepted:
    fields: dict[str, Any] = entry if isinstance(entry, dict) else {}
    texts = [fields.get(name) for name in _FIELDS]
    places = fields.get("places", [])
    if not _is_texts(texts) or not _is_texts(places):
        raise InputError(path, f"is no baseline: entry {index} of its findings has a field that is missing or no text")
    fingerprint, rule, server, tool = texts
    return Accepted(fingerprint, rule, server, tool, frozenset(places))


def _is_texts(value: Any) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
