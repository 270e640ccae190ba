"""The report for people: by catalog and tool, repeats folded, a summary at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from catalint.location import Location, Place
from catalint.output import RunInfo
from catalint.output.order import by_place, by_severity
from catalint.output.summary import counts
from catalint.output.terminal import STYLES, Piece, Style, render, safe, shorten
from catalint.report import CatalogSummary, Report, Result
from catalint.wording import number

# A rule that fires more often than this in one catalog is one line with a count and as many places.
FOLD_ABOVE = 5
# Names are what a server sends, of any length; MCP asks for 128 characters at most.
_NAME_LENGTH = 128
_TEXT_LENGTH = 1000
_NARROWEST = 40
_FAR_RIGHT = 500
_POINTER_LENGTH = 300


def write(report: Report, run: RunInfo) -> str:
    """Write a report for people; ends with a newline and holds no character that a terminal would obey but newlines.

    Colours (`run.color`) are the only escape sequences. Lines are wrapped where `run.width` is given.
    """
    return "\n".join(_Page(report, run).lines()) + "\n"


@dataclass(frozen=True)
class _Page:
    report: Report
    run: RunInfo

    def lines(self) -> Iterator[str]:
        by_server: dict[str, list[Result]] = {}
        for result in by_place(self.report.active):
            by_server.setdefault(result.finding.where.server, []).append(result)
        known = {catalog.server: catalog for catalog in self.report.catalogs}
        for server in (*known, *(server for server in by_server if server not in known)):
            if server in by_server:
                yield from self.catalog(server, known.get(server), by_server[server])
        found = by_server.keys() | self.report.hidden.keys()
        silent = [server for server in known if server not in found] if by_server else []
        for block in (self.silent(silent), self.suppressed()):
            lines = list(block)
            yield from (*lines, "") if lines else ()
        if by_server:
            about = " tells why a rule exists, with good and bad examples"
            yield self.line(Piece("catalint explain RULE", "heading"), Piece(about))
        yield self.line(*self.summary())

    def catalog(self, server: str, catalog: CatalogSummary | None, results: list[Result]) -> Iterator[str]:
        yield self.line(*_heading(server, catalog))
        fired = Counter(result.finding.rule for result in results)
        folded = () if self.run.verbose else tuple(rule for rule, count in fired.items() if count > FOLD_ABOVE)
        explained: set[str] = set()
        tool: tuple[int | None, str] | None = None
        for result in results:
            rule = result.finding.rule
            if rule in folded:
                continue
            if tool != (tool := (result.finding.where.tool, result.tool)):
                yield from ("", self.line(_tool_name(result), indent=2))
            yield from self.finding(result)
            if self.run.verbose:
                yield from self.background(result, link=rule not in explained)
                explained.add(rule)
        repeats = [[result for result in by_severity(results) if result.finding.rule == rule] for rule in folded]
        for repeated in sorted(repeats, key=lambda repeated: (-repeated[0].severity, repeated[0].finding.rule)):
            yield from ("", *self.fold(repeated))
        yield ""

    def finding(self, result: Result) -> Iterator[str]:
        finding = result.finding
        head = (safe(_place(result.place, finding.where)), Piece(": "), *_label(result))
        if self.run.width:
            yield self.line(*head, indent=4)
            yield self.line(safe(finding.message), indent=6, hang=0)
        else:
            yield self.line(*head, safe(f" {finding.message}"), indent=4)
        shown = finding.related if self.run.verbose else finding.related[:FOLD_ABOVE]
        for related, (tool, other) in zip(shown, result.related, strict=False):
            # that a place is of another server, its line in a configuration does not say
            server = "" if related.where.server == finding.where.server else related.where.server
            called = "/".join(part for part in (server, tool) if part)
            name = [Piece(" "), safe(shorten(called, _NAME_LENGTH))] if called else []
            # the name stands before it: saying it again helps the other formats alone
            message = related.message.removeprefix(f"`{tool or server}`").lstrip(": ")
            note = [safe(f": {message}")] if message else []
            yield self.line(Piece("see "), safe(_place(other, related.where)), *name, *note, indent=6, style="dim")
        if len(finding.related) > len(shown):
            more = number(len(finding.related) - len(shown), "more place")
            yield self.line(Piece(f"and {more}"), indent=6, style="dim")

    def background(self, result: Result, *, link: bool) -> Iterator[str]:
        for text in result.finding.detail.split("\n") if result.finding.detail else ():
            yield self.line(safe(shorten(text, _TEXT_LENGTH)), indent=6, hang=2)
        known = self.run.rules.get(result.finding.rule)
        if link and known and known.help_url:
            yield self.line(safe(known.help_url), indent=6, style="dim")

    def fold(self, results: list[Result]) -> Iterator[str]:
        first = results[0]
        known = self.run.rules.get(first.finding.rule)
        severities = Counter(result.severity for result in results)
        about = f": {known.meta.summary}" if known else ""
        mixed = f" ({counts(severities)})" if len(severities) > 1 else ""
        yield self.line(*_label(first), Piece(f" {len(results):,} times", "heading"), safe(f"{about}{mixed}"), indent=2)
        yield self.line(safe(f"first: {first.finding.message}"), indent=4, hang=2)
        places: list[Piece] = [Piece("at ")]
        path = ""
        for result in results[:FOLD_ABOVE]:
            name = f" {shorten(result.tool, _NAME_LENGTH)}" if result.tool else ""
            places.append(safe(f"{_place(result.place, result.finding.where, known=path)}{name}, "))
            path = result.place.path if result.place else ""
        yield self.line(*places, Piece(f"and {len(results) - FOLD_ABOVE:,} more (--verbose)"), indent=4, hang=2)

    def silent(self, servers: list[str]) -> Iterator[str]:
        if servers:
            shown = ", ".join(servers if self.run.verbose else servers[:FOLD_ABOVE])
            rest = 0 if self.run.verbose else max(0, len(servers) - FOLD_ABOVE)
            yield self.line(safe(f"nothing found in {shown}" + (f" and {rest} more" if rest else "")))

    def suppressed(self) -> Iterator[str]:
        for result in by_place(self.report.suppressed) if self.run.verbose else ():
            where = _place(result.place, result.finding.where)
            text = f" {result.finding.message} (suppressed: {result.suppressed})"
            yield self.line(safe(where), Piece(": "), *_label(result), safe(text))

    def summary(self) -> list[Piece]:
        report = self.report
        tools = sum(catalog.tools for catalog in report.catalogs)
        tokens = sum(catalog.tokens for catalog in report.catalogs)
        size = [number(tools, "tool"), number(tokens, "token")]
        if len(report.catalogs) > 1:
            size.insert(0, number(len(report.catalogs), "catalog"))
        pieces = [Piece(", ".join(size) + ": ")]
        found = Counter(result.severity for result in report.active)
        hidden = sum(report.hidden.values())
        for severity in sorted(found, reverse=True):
            pieces += [Piece(number(found[severity], str(severity)), STYLES[severity]), Piece(", ")]
        if found:
            pieces.pop()
        else:
            nothing = "nothing shown" if hidden else "nothing found"
            pieces.append(Piece(nothing if report.catalogs else "no catalog was checked"))
        extra = [f"{hidden:,} less severe"] * bool(hidden)
        extra += [number(len(report.suppressed), "suppressed", "suppressed")] * bool(report.suppressed)
        extra += [number(len(report.unread), "input not read", "inputs not read")] * bool(report.unread)
        extra += [number(len(report.failures), "rule crashed", "rules crashed")] * bool(report.failures)
        return [*pieces, Piece(f" ({', '.join(extra)})" if extra else "")]

    def line(self, *pieces: Piece, indent: int = 0, hang: int = 4, style: Style = "") -> str:
        if style:
            pieces = tuple(Piece(piece.text, style) for piece in pieces)
        width = max(self.run.width, _NARROWEST) if self.run.width else None
        return render(pieces, color=self.run.color, width=width, indent=indent, hang=hang)


def _heading(server: str, catalog: CatalogSummary | None) -> list[Piece]:
    pieces = [safe(server, "heading")]
    if catalog:
        origin = f" ({catalog.origin})" if catalog.origin not in ("", server) else ""
        pieces.append(safe(f"{origin}: {number(catalog.tools, 'tool')}, {number(catalog.tokens, 'token')}"))
    return pieces


def _tool_name(result: Result) -> Piece:
    if result.tool:
        return safe(shorten(result.tool, _NAME_LENGTH), "heading")
    index = result.finding.where.tool
    return Piece("whole catalog" if index is None else f"entry {index + 1} of the list", "heading")


def _label(result: Result) -> tuple[Piece, Piece]:
    return Piece(str(result.severity), STYLES[result.severity]), safe(f"[{result.finding.rule}]")


def _place(place: Place | None, where: Location, known: str = "") -> str:
    """`path:line:column`, without a path that is known; the symbolic location of what stands in no file."""
    if place is None:
        return f"{where.server}#{where.pointer}" if where.pointer else where.server
    position = f"{place.span.start_line}:{place.span.start_column}"
    far_right = place.span.start_column > _FAR_RIGHT  # a dump in one line: nobody counts columns
    # the entry of a server says nothing of where in a tool the fault is
    at_server = place.how == "config" and where.tool is not None
    if (far_right or at_server) and where.pointer:
        position += f" ({shorten(where.pointer, _POINTER_LENGTH)})"
    return position if place.path == known else f"{place.path}:{position}"
