"""What a rule is: metadata, options and one method that looks at a parameter, a tool, a catalog or the whole corpus."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar, final

from catalint.context import Context
from catalint.finding import Finding, Fix, Related, Severity
from catalint.location import Location
from catalint.model import Catalog, Corpus, Json, Parameter, Tool
from catalint.quoting import one_line

if TYPE_CHECKING:
    from catalint.ignores import Ignore


@dataclass(frozen=True, eq=False)
class Meta:
    """What is known of a rule before it runs.

    `profile` strict = off unless `--strict` or selected. `precision` is SARIF's word for how often a finding is right.
    `audience` is who reads what the rule judges: rules for the model never see tools that only an app's user interface
    calls. `mutual` says that the tools of a finding clash with each other, so that it lapses once one is left.
    `yields_to` names rules whose finding at the same place says all that this one's would, which is left out then.
    `evidence` are links that justify the rule.
    """

    id: str
    summary: str
    severity: Severity
    profile: Literal["default", "strict"] = "default"
    precision: Literal["very-high", "high", "medium", "low"] = "high"
    since: str = "0.1"
    audience: Literal["model", "client"] = "model"
    mutual: bool = False
    yields_to: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class NoOptions:
    """For rules that have nothing to set."""


def option(default: Any, text: str, *, minimum: float | None = None, maximum: float | None = None) -> Any:
    """Declare an option of a rule: a field of a frozen dataclass with its default, its help text and its limits."""
    return field(default=default, metadata={"help": text, "minimum": minimum, "maximum": maximum})


Options = TypeVar("Options")


class Rule(ABC, Generic[Options]):
    """Base of all rules. A rule is stateless once built, does no I/O, and never sees files or suppression."""

    meta: ClassVar[Meta]
    options_type: ClassVar[type] = NoOptions

    def __init__(self, options: Options | None = None) -> None:
        self.options: Options = self.options_type() if options is None else options

    @abstractmethod
    def run(self, ctx: Context) -> Iterator[Finding]:
        """Yield the findings of this rule over the corpus of a run."""

    @classmethod
    def family(cls) -> str:
        """The folder that the rule's module lies in; the module itself where it lies in none."""
        return ".".join(cls.__module__.split(".")[-2:]).partition(".")[0]

    @classmethod
    def page(cls) -> Path:
        """The rule's page: the Markdown file beside its module."""
        file = sys.modules[cls.__module__].__file__
        if file is None:
            raise FileNotFoundError(f"the module of {cls.meta.id} has no file")
        return Path(file).with_suffix(".md")

    @classmethod
    def read_page(cls) -> str:
        """The text of the rule's page; raises OSError if it is missing."""
        return cls.page().read_text(encoding="utf-8")

    def finding(
        self,
        where: Location,
        message: str,
        *,
        severity: Severity | None = None,
        related: tuple[Related, ...] = (),
        detail: str = "",
        key: str = "",
        data: Mapping[str, Json] | None = None,
        fix: Fix | None = None,
    ) -> Finding:
        """Make a finding of this rule, with its default severity unless told otherwise.

        A message is made one line of at most 240 characters where names of servers make it something else.
        """
        level = self.meta.severity if severity is None else severity
        return Finding(self.meta.id, one_line(message), where, level, related, detail, key, data or {}, fix)

    def _tools(self, catalog: Catalog) -> tuple[Tool, ...]:
        return catalog.visible if self.meta.audience == "model" else catalog.tools


class ParameterRule(Rule[Options]):
    """Looks at each top-level parameter by itself."""

    @final
    def run(self, ctx: Context) -> Iterator[Finding]:
        """Walk and check."""
        for catalog in ctx.corpus.catalogs:
            for tool in self._tools(catalog):
                for parameter in tool.parameters:
                    yield from self.check_parameter(parameter, ctx)

    @abstractmethod
    def check_parameter(self, parameter: Parameter, ctx: Context) -> Iterator[Finding]:
        """Yield the findings about one parameter."""


class ToolRule(Rule[Options]):
    """Looks at each tool by itself."""

    @final
    def run(self, ctx: Context) -> Iterator[Finding]:
        """Walk and check."""
        for catalog in ctx.corpus.catalogs:
            for tool in self._tools(catalog):
                yield from self.check_tool(tool, ctx)

    @abstractmethod
    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Yield the findings about one tool."""


class CatalogRule(Rule[Options]):
    """Looks at one server's tools together."""

    @final
    def run(self, ctx: Context) -> Iterator[Finding]:
        """Walk and check."""
        for catalog in ctx.corpus.catalogs:
            yield from self.check_catalog(catalog, ctx)

    @abstractmethod
    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield the findings about one catalog."""


class CorpusRule(Rule[Options]):
    """Looks at all catalogs of a run together."""

    @final
    def run(self, ctx: Context) -> Iterator[Finding]:
        """Walk and check."""
        yield from self.check_corpus(ctx.corpus, ctx)

    @abstractmethod
    def check_corpus(self, corpus: Corpus, ctx: Context) -> Iterator[Finding]:
        """Yield the findings about the corpus."""


class IgnoreRule(Rule[Options]):
    """Looks at ignores that took nothing out. `catalint.suppress` calls it, once all other rules have run."""

    @final
    def run(self, ctx: Context) -> Iterator[Finding]:
        """Nothing: before the findings are known, no ignore is known to be of no use."""
        del ctx
        return iter(())

    @abstractmethod
    def check_unused(self, ignore: Ignore, *, expired: bool) -> Iterator[Finding]:
        """Yield the findings about one ignore that meant nothing, or whose last day is over."""
