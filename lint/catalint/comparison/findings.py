"""Which findings a change brings and which it mends; a folded finding that lost a member is nothing new."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from catalint import baseline
from catalint.report import Report, Result, fingerprint

Member = tuple[str, str]
"""Server and name of a tool."""


@dataclass(frozen=True)
class Delta:
    """Active results: `fresh` of the new report, `grown` of it too, `fixed` of the old one.

    `grown` are folded findings that were there and have come to be about more, whatever they lost. `kept` is the number
    of those that were there before, lost members or not.
    """

    fresh: tuple[Result, ...] = ()
    grown: tuple[Result, ...] = ()
    fixed: tuple[Result, ...] = ()
    kept: int = 0


def compare_reports(old: Report, new: Report, renamed: Mapping[Member, str]) -> Delta:
    """Compare two reports on the same servers, as a baseline of the old one would see the new one.

    `renamed` has the new names of tools: what is said of a tool stays the same finding under its new name.
    """
    before = [(result, _under_new_name(result, renamed)) for result in old.active]
    entries = {entry.fingerprint: entry for entry in baseline.accept(result for _, result in before)}
    accepted = baseline.Baseline("", tuple(entries.values()))
    seen = baseline.apply(replace(new, results=new.active), accepted)
    unknown = seen.active
    alive = baseline.accepted_by(seen, accepted)
    gone = [
        (first, entries[result.fingerprint]) for first, result in before if entries[result.fingerprint] not in alive
    ]
    grown: list[Result] = []
    outgrown: set[str] = set()
    for result in unknown:
        places = baseline.places_of(result)
        known = [
            entry
            for _, entry in gone
            if (entry.rule, entry.server) == (result.finding.rule, result.finding.where.server)
            and entry.places & places
            and entry.fingerprint not in outgrown
        ]
        if known:
            grown.append(result)
            outgrown.add(max(known, key=lambda entry: len(entry.places & places)).fingerprint)
    return Delta(
        tuple(result for result in unknown if result not in grown),
        tuple(grown),
        tuple(first for first, entry in gone if entry.fingerprint not in outgrown),
        len(seen.suppressed),
    )


def _under_new_name(result: Result, renamed: Mapping[Member, str]) -> Result:
    """A result as it would be if its tools had been called as they are now."""
    server = result.finding.where.server
    tool = renamed.get((server, result.tool), result.tool)
    related = tuple(
        (renamed.get((each.where.server, name), name), place)
        for each, (name, place) in zip(result.finding.related, result.related, strict=True)
    )
    if tool == result.tool:
        return replace(result, related=related)
    return replace(result, tool=tool, related=related, fingerprint=fingerprint(result.finding, tool))
