"""What a run came to: results with everything that a writer needs, and what failed on the way."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from catalint.errors import InputError
from catalint.finding import Finding, Severity
from catalint.location import Place
from catalint.model import Json


@dataclass(frozen=True, slots=True)
class Result:
    """A finding made concrete: its final severity, its tool's name, its fingerprint and, once located, its places.

    `tool` is the name of the tool that the finding is about, empty for a whole catalog. `related` runs parallel to
    `finding.related`, `fix_place` is where the finding's fix applies. `suppressed` says why the finding does not count,
    empty if it does.
    """

    finding: Finding
    severity: Severity
    tool: str
    fingerprint: str
    place: Place | None = None
    related: tuple[tuple[str, Place | None], ...] = ()
    suppressed: str = ""
    fix_place: Place | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """A rule that crashed, with the error in one line."""

    rule: str
    error: str
    traceback: str = ""


@dataclass(frozen=True, slots=True)
class Unread:
    """An input that could not be read. `line` and `column` are 1-based, 0 where the fault has no position.

    For a server that could not be listed, `path` is its name, `kind` the class of the failure and `detail` the last
    lines that it wrote on standard error.
    """

    path: str
    message: str
    line: int = 0
    column: int = 0
    kind: str = ""
    detail: tuple[str, ...] = ()

    @classmethod
    def because(cls, error: InputError) -> Unread:
        """The input that an error is about."""
        return cls(error.path, error.message, error.line, error.column)


@dataclass(frozen=True, slots=True)
class CatalogSummary:
    """One catalog of the run: how many tools a model sees and what their definitions cost in tokens.

    `listed` are all its tools, also those that no model sees: position in the server's list (0-based) and name.
    """

    server: str
    origin: str
    tools: int
    tokens: int
    listed: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Report:
    """The outcome of one run. `configurations` say, as JSON, which servers of clients' files were not started.

    `hidden` are numbers of findings, by server, that are left out as not severe enough to be shown.
    """

    results: tuple[Result, ...] = ()
    failures: tuple[Failure, ...] = ()
    unread: tuple[Unread, ...] = ()
    catalogs: tuple[CatalogSummary, ...] = ()
    notes: tuple[str, ...] = ()
    configurations: tuple[Mapping[str, Json], ...] = ()
    encoding: str = "o200k_base"
    seconds: Mapping[str, float] = field(default_factory=dict)
    hidden: Mapping[str, int] = field(default_factory=dict)

    @property
    def active(self) -> tuple[Result, ...]:
        """The results that count."""
        return tuple(result for result in self.results if not result.suppressed)

    @property
    def suppressed(self) -> tuple[Result, ...]:
        """The results that an ignore or a baseline took out."""
        return tuple(result for result in self.results if result.suppressed)

    def count(self, severity: Severity) -> int:
        """Number of active results of one severity."""
        return sum(1 for result in self.active if result.severity is severity)

    def from_severity(self, least: Severity) -> Report:
        """The report without active results below a severity; what is suppressed stays."""
        kept = tuple(result for result in self.results if result.suppressed or result.severity >= least)
        hidden = Counter(result.finding.where.server for result in self.active if result.severity < least)
        return replace(self, results=kept, hidden=dict(hidden))

    def exit_code(self, fail_on: Severity | None) -> int:
        """0 clean, 1 findings at or above `fail_on` (None: never), 3 an input was not read, 4 a rule crashed."""
        if self.failures:
            return 4
        if self.unread:
            return 3
        return int(fail_on is not None and any(result.severity >= fail_on for result in self.active))


def fingerprint(finding: Finding, tool: str, occurrence: int = 0) -> str:
    """Hash what a finding is about: rule, server, tool, place in the tool and key, so that no rewording reopens it.

    Neither lines nor the tool's position nor the message count; of an item of a list counts that it is one, since items
    move. `occurrence` tells apart findings that are equal in all of that, such as those on two tools of one name.
    """
    path = "/".join("*" if isinstance(step, int) else step for step in finding.where.path)
    parts = [finding.rule, finding.where.server, tool, path, finding.key]
    if occurrence:
        parts.append(str(occurrence))
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]
