"""A report in a few words: how much was checked, what came of it, what could not be done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from catalint.finding import Severity
from catalint.output.terminal import escape
from catalint.report import Report, Result, Unread
from catalint.wording import number


def counts(of: Mapping[Severity, int]) -> str:
    """Numbers of findings, the worst first: `1 error, 3 notes`; empty where there are none."""
    return ", ".join(number(of[severity], str(severity)) for severity in sorted(of, reverse=True) if of[severity])


def counts_of(results: Iterable[Result]) -> str:
    """`counts` of the severities of results."""
    return counts(Counter(result.severity for result in results))


def size(report: Report) -> str:
    """How much was checked: `28 tools in 3 catalogs, 12,986 tokens`."""
    tools = number(sum(catalog.tools for catalog in report.catalogs), "tool")
    tokens = number(sum(catalog.tokens for catalog in report.catalogs), "token")
    spread = f" in {number(len(report.catalogs), 'catalog')}" if len(report.catalogs) != 1 else ""
    return f"{tools}{spread}, {tokens}"


def outcome(report: Report) -> str:
    """What a run came to, with what could not be done before what was found: a run over nothing does not look clean."""
    troubles = [number(len(report.unread), "input not read", "inputs not read")] * bool(report.unread)
    troubles += [number(len(report.failures), "rule crashed", "rules crashed")] * bool(report.failures)
    found = counts_of(report.active)
    hidden = sum(report.hidden.values())
    if not report.catalogs and not troubles:
        troubles = ["no catalog was checked"]
    elif not found and report.catalogs:
        found = f"nothing{' else' * bool(troubles)} {'shown' if hidden else 'found'}"
    found += f" ({hidden:,} less severe)" if hidden else ""
    return "; ".join(part for part in (", ".join(troubles), found) if part)


def heading(server: str, origin: str) -> str:
    """A server with where its catalog was read from, unless that is its name."""
    return f"{server} ({origin})" if origin not in ("", server) else server


def position(result: Result) -> str:
    """Where a result stands, safe for a terminal: `path:line:column`, or `server#pointer` for what is in no file."""
    place, where = result.place, result.finding.where
    if place is not None:
        return escape(place.start)
    return escape(f"{where.server}#{where.pointer}" if where.pointer else where.server)


def trouble(unread: Unread) -> str:
    """Why an input was not read, safe for a terminal, without its path; with the class of failure for a server."""
    return escape(f"{unread.kind}: {unread.message}" if unread.kind else unread.message)
