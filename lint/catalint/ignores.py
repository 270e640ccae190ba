"""Ignores: findings that somebody has looked at and accepted, with the reason, in the configuration or in a tool.

A tool may carry its own in `_meta`, under the key `META_KEY`: a list of rule ids, or an object from rule id to reason.
Every client gets those, so the configuration is the better place; who audits somebody else's server leaves them out.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase

from catalint.location import Location, Place, Step, to_pointer
from catalint.model import Corpus
from catalint.report import Result

_GLOB = frozenset("*?[")
META_KEY = "io.github.catalint/ignore"


@dataclass(frozen=True, eq=False)
class Ignore:
    """One ignore. `rule` is a rule id or a glob over ids.

    `tools` are globs over `server/tool`, or over servers where they have no slash; none means all. `pointer` is a JSON
    Pointer from the tool object: only findings there or below are meant, or at one of `also`. `until` is the last day
    on which it holds. `where` and `place` say where it is written; `origin` is that in words.
    """

    rule: str
    reason: str
    origin: str
    where: Location
    tools: tuple[str, ...] = ()
    pointer: str = ""
    until: dt.date | None = None
    place: Place | None = None
    also: tuple[str, ...] = ()

    def expired(self, today: dt.date) -> bool:
        """Whether its last day is over."""
        return self.until is not None and self.until < today

    def means(self, rule: str) -> bool:
        """Whether the id of a rule is meant."""
        return rule == self.rule or (not _GLOB.isdisjoint(self.rule) and fnmatchcase(rule, self.rule))

    def covers(self, result: Result, *, mutual: bool = False) -> bool:
        """Whether a result is meant; `mutual` as in `takes_out`."""
        if not self.means(result.finding.rule):
            return False
        path = to_pointer(result.finding.where.path)
        if self.pointer and not any(path == one or path.startswith(f"{one}/") for one in (self.pointer, *self.also)):
            return False
        return not self.tools or takes_out(self.tools, result, mutual=mutual)

    def concerns(self, corpus: Corpus) -> bool:
        """Whether a server that it could mean is part of the run."""
        if not self.tools:
            return True
        servers = [glob.split("/", 1)[0] for glob in self.tools]
        return any(fnmatchcase(catalog.server, server) for catalog in corpus.catalogs for server in servers)


def of_tools(corpus: Corpus) -> Iterator[Ignore]:
    """The ignores that tools carry in `_meta`; each holds for its own tool. What has another shape is passed over."""
    for tool in corpus.tools:
        value = tool.meta.get(META_KEY)
        if isinstance(value, list):
            entries: list[tuple[str, str, Step]] = [
                (rule, "", index) for index, rule in enumerate(value) if isinstance(rule, str)
            ]
        elif isinstance(value, dict):
            entries = [(rule, reason if isinstance(reason, str) else "", rule) for rule, reason in value.items()]
        else:
            continue
        name = escape_glob(f"{tool.server}/{tool.name}")
        for rule, reason, step in entries:
            where = tool.at("_meta", META_KEY, step)
            yield Ignore(rule, reason, "_meta of the tool", where, tools=(name,))


def escape_glob(name: str) -> str:
    """A glob for a name itself, which may hold what a glob would read as a pattern."""
    return "".join(f"[{letter}]" if letter in _GLOB else letter for letter in name)


def takes_out(globs: Iterable[str], result: Result, *, mutual: bool = False) -> bool:
    """Whether globs over tools take a result out.

    A finding about a whole catalog is matched by globs without a slash only. With `mutual` the finding is about tools
    that clash with each other, and it is out once fewer than two of them are left.
    """
    globs = tuple(globs)
    covered = [any(covers(glob, *subject) for glob in globs) for subject in subjects(result, mutual=mutual)]
    return any(covered) and covered.count(False) < min(2, len(covered))


def subjects(result: Result, *, mutual: bool) -> list[tuple[str, str | None]]:
    """Server and tool of everything that a finding is about; the tool is None for a whole catalog."""
    finding = result.finding
    found = [(finding.where.server, None if finding.where.tool is None else result.tool)]
    if mutual:
        pairs = zip(finding.related, result.related, strict=True)
        found.extend((related.where.server, tool) for related, (tool, _) in pairs if related.where.tool is not None)
    return found


def covers(glob: str, server: str, tool: str | None) -> bool:
    """Whether a glob over `server/tool`, or over servers where it has no slash, means a tool."""
    if "/" not in glob:
        return fnmatchcase(server, glob)
    return tool is not None and fnmatchcase(f"{server}/{tool}", glob)
