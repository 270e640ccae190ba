"""The report for a summary or a comment on a forge: Markdown that GitHub, GitLab and others show."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TypeAlias

from catalint.finding import Severity
from catalint.location import Place
from catalint.output import RunInfo
from catalint.output.order import by_place, by_severity
from catalint.output.repository import Repository
from catalint.output.summary import counts_of, outcome, position, size, trouble
from catalint.output.terminal import escape
from catalint.output.verbatim import cell, code, verbatim
from catalint.report import CatalogSummary, Report, Result
from catalint.wording import number

# A comment on GitHub holds 65,536 characters, a job summary 1 MiB
# (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#step-isolation-and-limits).
# Below the smaller one, with room for what somebody puts around it.
MOST_CHARACTERS = 60_000
# A rule that fires more often than this in one catalog is folded, and so many of its findings are in the fold.
FOLD_ABOVE = 5
UNFOLDED = 20

# Together no more than these take of the whole: code can be four times as long as its text.
_MOST_ROWS = 30
_MOST_LINES = 10
_LINE_LENGTH = 300
_SAID_LINES = 3
_SAID_LENGTH = 100

_NAME_LENGTH = 128
_TEXT_LENGTH = 500
_LONGEST_LINK = 500
_RELATED = 5
# What stands around findings, in characters: marks and lines of a heading, what a fold has besides, and what comes once
# (the fold of all notes, the line on what is left out).
_HEADING = 20
_FOLD = 150
_ONCE = 200

_LABEL = re.compile(r"[a-z0-9/_-]+")
_LINK = re.compile(r"https?://[\w.:/~%?=&#-]+", re.ASCII)

# Results that belong in one fold: of one catalog and rule, notes apart from what is worse.
_Fold: TypeAlias = tuple[bool, str, str]


def write(report: Report, run: RunInfo) -> str:
    """Write a report of at most `MOST_CHARACTERS`: a headline, a table of catalogs, findings by server and tool.

    Notes are folded away. The most severe findings are taken as long as there is room; what is left out is counted.
    Suppressed results are counted, too.
    """
    return "\n".join(_Page(report, run).blocks())


@dataclass(frozen=True)
class _Page:
    """Blocks are lines with an empty one after them; texts of others stand inside lines, never at their beginning."""

    report: Report
    run: RunInfo

    def blocks(self) -> Iterator[str]:
        head = [*self.head(), *self.remarks()]
        room = MOST_CHARACTERS - sum(len(line) + 1 for line in head) - _ONCE
        shown, left_out = self.select(room)
        yield from self.head()
        yield from self.sections([result for result in shown if result.severity > Severity.NOTE])
        if notes := [result for result in shown if result.severity is Severity.NOTE]:
            yield from ("<details>", f"<summary>{number(self.report.count(Severity.NOTE), 'note')}</summary>", "")
            yield from (*self.sections(notes), "</details>", "")
        if left_out:
            yield from (f"{number(left_out, 'finding')} more did not fit in here; the other formats have all.", "")
        yield from self.remarks()
        if rules := sorted({result.finding.rule for result in shown} & self.pages.keys()):
            yield from (*(f"[{code(rule)}]: {self.pages[rule]}" for rule in rules), "")

    def head(self) -> Iterator[str]:
        report = self.report
        yield from (f"## catalint: {outcome(report)}", "")
        suppressed = f" {number(len(report.suppressed), 'finding')} suppressed." if report.suppressed else ""
        yield from (f"Checked {size(report)} ({code(report.encoding, _NAME_LENGTH)}).{suppressed}", "")
        yield from self.troubles()
        if report.catalogs:
            yield from (*self.table(), "")

    def troubles(self) -> Iterator[str]:
        lines: list[str] = []
        for unread in self.report.unread:
            line = f":{unread.line}:{unread.column}" if unread.line else ""
            name = code(f"{unread.path}{line}", _NAME_LENGTH)
            said = [code(text, _SAID_LENGTH) for text in unread.detail if text.strip()][-_SAID_LINES:]
            wrote = f"; it wrote {', '.join(said)}" if said else ""
            lines.append(f"- **not read** {name}: {verbatim(trouble(unread), _LINE_LENGTH)}{wrote}")
        for failure in self.report.failures:
            error = verbatim(failure.error, _LINE_LENGTH)
            lines.append(f"- **crashed** rule {code(failure.rule, _NAME_LENGTH)}, its findings are missing: {error}")
        if lines:
            yield from (*_limited(lines), "")

    def table(self) -> Iterator[str]:
        yield "| Server | Tools | Tokens | Errors | Warnings | Notes |"
        yield "| :--- | ---: | ---: | ---: | ---: | ---: |"
        found = Counter((result.finding.where.server, result.severity) for result in self.report.active)

        def badness(catalog: CatalogSummary) -> list[int]:
            return [-found[catalog.server, severity] for severity in sorted(Severity, reverse=True)]

        catalogs: Sequence[CatalogSummary] = self.report.catalogs
        if len(catalogs) > _MOST_ROWS:
            catalogs = sorted(catalogs, key=badness)[:_MOST_ROWS]
        for catalog in catalogs:
            values = [catalog.tools, catalog.tokens, *(-count for count in badness(catalog))]
            name = cell(code(catalog.server, _NAME_LENGTH)) or "(no name)"
            yield f"| {name} | {' | '.join(f'{value:,}' for value in values)} |"
        if rest := len(self.report.catalogs) - len(catalogs):
            yield f"| and {number(rest, 'more catalog')} | | | | | |"

    def remarks(self) -> Iterator[str]:
        if self.report.notes:
            count = number(len(self.report.notes), "remark")
            yield from ("<details>", f"<summary>{count} on the run</summary>", "")
            yield from _limited([f"- Remark: {verbatim(note, _LINE_LENGTH)}" for note in self.report.notes])
            yield from ("", "</details>", "")

    @cached_property
    def fired(self) -> Counter[_Fold]:
        return Counter(map(_fold, self.report.active))

    @cached_property
    def repository(self) -> Repository:
        return Repository(self.run.directory, self.run.root, self.run.blob)

    @cached_property
    def pages(self) -> dict[str, str]:
        """The addresses of the pages of rules. Each is written once, for the name of the rule in brackets."""
        fired = sorted({result.finding.rule for result in self.report.active})
        known = {rule: self.run.rules[rule].help_url for rule in fired if rule in self.run.rules}
        return {rule: url for rule, url in known.items() if _LINK.fullmatch(url) and _LABEL.fullmatch(rule)}

    def select(self, room: int) -> tuple[list[Result], int]:
        """The most severe results for which there is room, and how many are neither shown nor counted in a fold."""
        shown: list[Result] = []
        folds: Counter[_Fold] = Counter()
        framed: set[object] = set()
        for result in by_severity(self.report.active):
            fold, where = _fold(result), result.finding.where
            folded = self.fired[fold] > FOLD_ABOVE
            if folded and folds[fold] == UNFOLDED:
                continue
            frames: dict[object, int] = {(fold[0], where.server): len(code(where.server, _NAME_LENGTH))}
            if folded:
                frames[fold] = len(_rule_name(fold[2])) + _FOLD
            else:
                frames[fold[0], where.server, where.tool] = len(_tool(result))
            if page := self.pages.get(result.finding.rule):
                frames[page] = len(page) + len(result.finding.rule)
            room -= len(self.line(result, named=True)) + 1
            room -= sum(size + _HEADING for frame, size in frames.items() if frame not in framed)
            if room < 0:
                break
            framed.update(frames)
            folds[fold] += 1
            shown.append(result)
        counted = sum(count for fold, count in self.fired.items() if count > FOLD_ABOVE and folds[fold])
        counted += sum(count for fold, count in folds.items() if self.fired[fold] <= FOLD_ABOVE)
        return shown, len(self.report.active) - counted

    def sections(self, results: Iterable[Result]) -> Iterator[str]:
        ordered = sorted(by_place(results), key=lambda result: result.finding.where.server)
        for server, about in groupby(ordered, key=lambda result: result.finding.where.server):
            yield from (f"### Server {code(server, _NAME_LENGTH)}", "")
            of_server = list(about)
            single = [result for result in of_server if self.fired[_fold(result)] <= FOLD_ABOVE]
            for _, of_tool in groupby(single, key=lambda result: (result.finding.where.tool, result.tool)):
                of_one = list(of_tool)
                yield from (f"**{_tool(of_one[0])}**", "")
                yield from (*(self.line(result) for result in of_one), "")
            repeated = {_fold(result): None for result in by_severity(of_server) if result not in single}
            for fold in repeated:
                yield from self.folded(fold, [result for result in of_server if _fold(result) == fold])

    def folded(self, fold: _Fold, results: Sequence[Result]) -> Iterator[str]:
        count = counts_of(result for result in self.report.active if _fold(result) == fold)
        yield from ("<details>", f"<summary>{count} of one rule: <code>{_rule_name(fold[2])}</code></summary>", "")
        yield from (self.line(result, named=True) for result in by_severity(results))
        if rest := self.fired[fold] - len(results):
            yield f"- and {rest:,} more"
        yield from ("", "</details>", "")

    def line(self, result: Result, *, named: bool = False) -> str:
        """A result as an item of a list; `named` says its tool, where no heading does."""
        finding = result.finding
        rule = code(finding.rule, _NAME_LENGTH)
        if finding.rule in self.pages:
            rule = f"[{rule}]"
        tool = f"{_tool(result)}: " if named else ""
        message = verbatim(finding.message, _TEXT_LENGTH)
        return f"- **{result.severity}** {rule} {tool}{message} ({self.place(result)}){self.related(result)}"

    def place(self, result: Result) -> str:
        return self.linked(result.place) if result.place else code(position(result), _NAME_LENGTH)

    def related(self, result: Result) -> str:
        pairs = list(zip(result.finding.related, result.related, strict=False))
        shown = []
        for related, (tool, place) in pairs[:_RELATED]:
            other = related.where.server if related.where.server != result.finding.where.server else ""
            name = code("/".join(part for part in (other, tool) if part), _NAME_LENGTH)
            shown.append(" at ".join(part for part in (name, self.linked(place) if place else "") if part))
        shown = [text for text in shown if text]
        more = f" and {len(pairs) - _RELATED} more" if len(pairs) > _RELATED else ""
        return f" See {', '.join(shown)}{more}." if shown else ""

    def linked(self, place: Place) -> str:
        text = code(f"{place.path}:{place.span.start_line}", _NAME_LENGTH)
        link = self.repository.link(place.path, place.span.start_line)
        return f"[{text}]({link})" if link and len(link) <= _LONGEST_LINK else text


def _fold(result: Result) -> _Fold:
    return (result.severity is Severity.NOTE, result.finding.where.server, result.finding.rule)


def _tool(result: Result) -> str:
    if result.tool:
        return code(result.tool, _NAME_LENGTH)
    index = result.finding.where.tool
    return "Whole catalog" if index is None else f"Entry {index + 1} of the list"


def _rule_name(identifier: str) -> str:
    """The id of a rule for HTML. Ids of packs are checked when they are loaded, but nothing here relies on it."""
    return re.sub(r"[^\w/.-]", "?", escape(identifier), flags=re.ASCII)[:_NAME_LENGTH]


def _limited(lines: list[str]) -> list[str]:
    rest = len(lines) - _MOST_LINES
    return [*lines[:_MOST_LINES], f"- and {rest:,} more"] if rest > 0 else lines
