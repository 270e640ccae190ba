"""Writers: a report to text, nothing else. What they need to know beside the report is in `RunInfo`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from catalint.pack import RulePack
from catalint.report import Report
from catalint.rule import Meta, Rule


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """What a writer says about a rule. `help_url` is empty where its pack publishes no pages.

    `read_page` reads the rule's page, for the formats that carry it; it raises OSError where the page is missing.
    """

    meta: Meta
    family: str
    pack: str
    help_url: str
    read_page: Callable[[], str]


@dataclass(frozen=True)
class RunInfo:
    """The run that a report comes from, as far as its presentation depends on it.

    `rules` are all rules that ran, by id. `directory` is what relative paths of places are relative to, `root` the root
    of the repository (see `catalint.output.files.find_root`): formats for forges name files from there. `blob` is the
    address under which the forge shows those files, empty if it is not known. `category` tells apart two analyses of
    one commit on GitHub. `color`, `verbose` and `width` (columns of a terminal, None for a pipe: lines are not wrapped)
    are for people and change the text format only.
    """

    version: str
    rules: Mapping[str, RuleInfo] = field(default_factory=dict)
    directory: Path = field(default_factory=Path)
    root: Path = field(default_factory=Path)
    blob: str = ""
    category: str = "check"
    color: bool = False
    verbose: bool = False
    width: int | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about an output that its reader would not see in it, for standard error."""

    level: Literal["note", "warning", "error"]
    message: str


Writer: TypeAlias = Callable[[Report, RunInfo], str]


def _write(name: str, report: Report, run: RunInfo) -> str:
    module = import_module(f"catalint.output.{name}")
    written: str = module.write(report, run)
    return written


# Modules of writers, by the names of their formats. Each is imported on its first call: a run needs one or two of them.
WRITERS: Mapping[str, Writer] = MappingProxyType(
    {name: partial(_write, name) for name in ("text", "json", "sarif", "markdown", "github", "gitlab", "junit")}
)


def notices(name: str, report: Report, run: RunInfo, output: str) -> tuple[Notice, ...]:
    """What to tell the user about the `output` that writer `name` made of a report: limits broken, results left out."""
    if name != "sarif":
        return ()
    from catalint.output import sarif

    return sarif.notices(report, run, output)


def describe(packs: Iterable[RulePack], rules: Iterable[Rule[Any]]) -> Mapping[str, RuleInfo]:
    """What writers say about the rules of a run, sorted by id; `packs` are those that the rules are from."""
    owners = {rule.meta.id: pack for pack in packs for rule in pack.rules}
    found: dict[str, RuleInfo] = {}
    for rule in sorted(rules, key=lambda rule: rule.meta.id):
        kind, pack = type(rule), owners[rule.meta.id]
        found[rule.meta.id] = RuleInfo(rule.meta, kind.family(), pack.name, pack.help_url(kind), kind.read_page)
    return MappingProxyType(found)
