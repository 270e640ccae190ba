"""Everything that one run of `catalint discover` finds out, for the writers to show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property

from catalint.discovery.detail import Detail, examine
from catalint.discovery.survey import Row, Survey
from catalint.model import Catalog, Tool
from catalint.queries import scoring
from catalint.queries.reading import QueryFile
from catalint.queries.scoring import Score
from catalint.search.mount import Mount
from catalint.search.retrievers import Kind

# Tools shown where nobody says how many, and details.
SHOWN, DETAILS = 20, 10
# A catalog of so few is shown as a whole: what the last ones say is no longer than saying that they are left out.
WHOLE = 25


@dataclass(frozen=True, eq=False)
class Discovery:
    """A run over mounted catalogs with some kinds of search, the first of which leads.

    `most` is the number of tools to show, None for all; `globs` name the tools to examine. `naming` is what the user
    said of client names, empty if nothing. `queries` are the labelled searches and `least` the recall that they have
    to reach, None where nobody asks.
    """

    mount: Mount
    kinds: Sequence[Kind]
    most: int | None = None
    globs: Sequence[str] = ()
    naming: str = ""
    queries: QueryFile | None = None
    least: float | None = None

    @property
    def catalogs(self) -> Sequence[Catalog]:
        """The catalogs, in the order of the inputs."""
        return self.mount.catalogs

    @property
    def several(self) -> bool:
        """Whether there is more than one server."""
        return len(self.catalogs) > 1

    @cached_property
    def tools(self) -> tuple[Tool, ...]:
        """All tools that a model sees."""
        return tuple(tool for catalog in self.catalogs for tool in catalog.visible)

    @cached_property
    def surveys(self) -> tuple[Survey, ...]:
        """One for each kind of search."""
        return tuple(Survey(kind, self.mount) for kind in self.kinds)

    @cached_property
    def scores(self) -> tuple[Score, ...]:
        """How the labelled searches went, one for each kind; none without labelled searches."""
        if self.queries is None:
            return ()
        searches = self.queries.counted
        return tuple(scoring.run(survey.retriever, searches) for survey in self.surveys)

    @property
    def passed(self) -> bool:
        """Whether every kind of search reaches the recall that is asked for."""
        return self.least is None or all(score.recall >= self.least for score in self.scores)

    @property
    def uncovered(self) -> tuple[Tool, ...]:
        """The tools that no labelled search is about, drafts left out."""
        if self.queries is None:
            return ()
        covered = frozenset[Tool]().union(*(search.tools for search in self.queries.counted))
        return tuple(tool for tool in self.tools if tool not in covered)

    @property
    def examined(self) -> tuple[Tool, ...]:
        """The tools that the globs mean, the least likely to be found first."""
        return tuple(row.tool for row in self.surveys[0].rows if self._is_meant(row.tool))

    def name(self, tool: Tool) -> str:
        """What a tool is called here: with its server where there are several."""
        return f"{tool.server}/{tool.name}" if self.several else tool.name

    def shown(self, survey: Survey) -> tuple[Row, ...]:
        """The rows to show: those of the tools that are meant, as many as are asked for."""
        rows = [row for row in survey.rows if not self.globs or self._is_meant(row.tool)]
        return tuple(rows if self.most is None else rows[: self.most])

    def score(self, survey: Survey) -> Score | None:
        """How the labelled searches went under one kind of search, None without labelled searches."""
        return self.scores[self.surveys.index(survey)] if self.scores else None

    def labelled(self, survey: Survey, tool: Tool) -> tuple[int, int] | None:
        """How many labelled searches a tool is right for and how many of those find it; None if there are none."""
        score = self.score(survey)
        found = score.of(tool) if score else (0, 0)
        return found if found[0] else None

    def detail(self, survey: Survey, tool: Tool) -> Detail:
        """One tool in detail, with what labelled searches say of it."""
        score = self.score(survey)
        missed = (
            outcome
            for outcome in (score.misses if score else ())
            if any(tool in label.tools for label, _ in outcome.missing)
        )
        return examine(survey, tool, missed)

    def _is_meant(self, tool: Tool) -> bool:
        return any(fnmatchcase(name, glob) for glob in self.globs for name in (tool.name, f"{tool.server}/{tool.name}"))


def default_most(tools: int) -> int | None:
    """How many tools text shows where nobody says: all of few, else the worst."""
    return None if tools <= WHOLE else SHOWN
