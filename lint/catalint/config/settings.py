"""What a run is set to: defaults, then the configuration file, then the command line."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from catalint import bounded
from catalint.errors import ConfigError
from catalint.finding import Severity
from catalint.ignores import Ignore
from catalint.location import Location, Place, Span
from catalint.model import Json
from catalint.pack import RulePack

if TYPE_CHECKING:
    from catalint.config.document import Document
    from catalint.config.servers import ServerSetting

FILE_NAME = "catalint.yaml"
ALL_TARGETS = "all"
NEVER = "never"
OFF = "off"


@dataclass(frozen=True)
class RuleSetting:
    """What the file says about one rule. `severity` is None where it leaves it; `options` are as in the file."""

    off: bool = False
    severity: Severity | None = None
    options: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True)
class Override:
    """Severities for some tools: globs over `server/tool`, and per rule a severity or None for off."""

    tools: tuple[str, ...]
    rules: Mapping[str, Severity | None]
    origin: str = ""


@dataclass(frozen=True)
class Flags:
    """What the command line sets; None and empty leave a value to the file and the defaults."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    encoding: str | None = None
    strict: bool = False
    fail_on: str | None = None
    trust_tools: bool | None = None


@dataclass(frozen=True)
class Config:
    """The settings of a run. `origins` says for each key where its value comes from, nothing for a default.

    `ignore` are rules that never run, `ignores` single findings that somebody has accepted. `trust_tools` is false
    where the ignores that tools carry themselves count for nothing. `selected` and `ignored` are the rule patterns of
    the command line, which go before `select` and `ignore` of the file. `fail_on` is None for never. `servers` are the
    servers of the file by name. `baseline` is the path of accepted findings, `queries` that of labelled searches, each
    empty if there is none, and `min_recall` what the searches have to reach, None for nothing.
    """

    path: str = ""
    fail_on: Severity | None = Severity.ERROR
    targets: tuple[str, ...] = ()
    encoding: str = "o200k_base"
    strict: bool = False
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    ignores: tuple[Ignore, ...] = ()
    trust_tools: bool = True
    selected: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    rules: Mapping[str, RuleSetting] = field(default_factory=dict)
    overrides: tuple[Override, ...] = ()
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    servers: Mapping[str, ServerSetting] = field(default_factory=dict)
    baseline: str = ""
    queries: str = ""
    min_recall: float | None = None
    origins: Mapping[str, str] = field(default_factory=dict)


def find(start: Path) -> Path | None:
    """The nearest `catalint.yaml`, from a folder upward to the root of its repository (or of the file system)."""
    for folder in (start, *start.parents):
        file = folder / FILE_NAME
        if file.is_file():
            return file
        if (folder / ".git").exists():
            return None
    return None


def read(file: Path) -> Document:
    """Read a configuration file; raises ConfigError if it is missing or no such YAML as `document` reads."""
    from catalint.config.document import parse

    shown = os.path.relpath(file)
    try:
        data = bounded.read_bytes(file)
    except OSError as error:
        raise ConfigError(f"{shown}: can't be read ({error.strerror})") from error
    return parse(data, shown)


def packs(document: Document | None) -> tuple[RulePack, ...]:
    """The built-in rule pack and those that a file names; raises ConfigError at the name of one that is missing."""
    from catalint import pack

    named = document.value.get("packs") if document and isinstance(document.value, dict) else None
    names = [name for name in named if isinstance(name, str)] if isinstance(named, list) else []
    try:
        return pack.load(tuple(names))
    except ConfigError as error:
        raise (ConfigError(f"{document.at(('packs',))}: {error}") if document and names else error) from error


def load(document: Document | None, packs: Iterable[RulePack], flags: Flags) -> Config:
    """Check a file against the rule packs and lay the command line over it.

    Raises ConfigError with one line for each thing that is wrong.
    """
    packs = tuple(packs)
    config = Config() if document is None else _from_file(document, packs)
    return _with_flags(config, flags, packs)


def _from_file(document: Document, packs: tuple[RulePack, ...]) -> Config:
    from catalint.config import servers
    from catalint.config.checking import check
    from catalint.config.schema import json_schema

    value: Any = {} if document.value is None else document.value
    problems = check(replace(document, value=value), json_schema(packs))
    problems = problems or list(servers.check(document, value.get("servers", {})))
    if problems:
        raise ConfigError("\n".join(problems))
    folder = Path(document.file).parent
    config = Config(
        path=document.file,
        strict=value.get("strict", False),
        encoding=value.get("encoding", Config.encoding),
        targets=tuple(value.get("targets", ())),
        select=tuple(value.get("select", ())),
        ignore=tuple(entry for entry in value.get("ignore", ()) if isinstance(entry, str)),
        ignores=tuple(
            _ignore(entry, index, document)
            for index, entry in enumerate(value.get("ignore", ()))
            if isinstance(entry, dict)
        ),
        trust_tools=value.get("trust-tools", True),
        rules={rule: _rule(setting) for rule, setting in value.get("rules", {}).items()},
        overrides=tuple(
            Override(
                tuple(entry["tools"]),
                {rule: _severity(level) for rule, level in entry["rules"].items()},
                document.at(("overrides", index)),
            )
            for index, entry in enumerate(value.get("overrides", ()))
        ),
        words={name: tuple(entries) for name, entries in value.get("words", {}).items()},
        servers={name: servers.read(document, name, entry) for name, entry in value.get("servers", {}).items()},
        baseline=os.path.relpath(folder / value["baseline"]) if "baseline" in value else "",
        queries=os.path.relpath(folder / value["discover"]["queries"]) if "discover" in value else "",
        min_recall=value.get("discover", {}).get("min-recall"),
        origins=_origins(document, value),
    )
    return replace(config, fail_on=_severity(value["fail-on"])) if "fail-on" in value else config


def _origins(document: Document, value: Any) -> Mapping[str, str]:
    """Where each value of a file is; a rule that never runs goes by its name, for `ignore` holds other things, too."""
    origins = {_dotted(path): document.at(path) for path, part in document.places if path and part == "value"}
    for index, entry in enumerate(value.get("ignore", ())):
        if isinstance(entry, str):
            origins[f"ignore.{entry}"] = document.at(("ignore", index))
    return origins


def _rule(setting: Any) -> RuleSetting:
    if isinstance(setting, str):
        return RuleSetting(off=setting == OFF, severity=_severity(setting))
    level = setting.get("severity")
    values = {name: value for name, value in setting.items() if name != "severity"}
    return RuleSetting(off=level == OFF, severity=_severity(level) if level else None, options=values)


def _ignore(entry: Any, index: int, document: Document) -> Ignore:
    path = ("ignore", index)
    line, column = document.position((*path, "rule"))
    span = Span(line, column, line, column + len(entry["rule"]))
    return Ignore(
        rule=entry["rule"],
        reason=entry["reason"],
        origin=f"ignored at {document.at(path)}",
        where=Location(document.file, None, path),
        tools=tuple(entry.get("tools", ())),
        pointer=entry.get("pointer", ""),
        until=dt.date.fromisoformat(entry["until"]) if "until" in entry else None,
        place=Place(document.file, span, (span.start_column, span.end_column), "config"),
    )


def _severity(level: str) -> Severity | None:
    return None if level in (OFF, NEVER) else Severity.parse(level)


def _dotted(path: tuple[str | int, ...]) -> str:
    return ".".join(str(step) for step in path)


def _with_flags(config: Config, flags: Flags, packs: tuple[RulePack, ...]) -> Config:
    changes: dict[str, Any] = {"selected": flags.select, "ignored": flags.ignore}
    origins = dict(config.origins)
    if flags.targets:
        changes["targets"] = flags.targets
        origins["targets"] = "--target"
    if flags.encoding is not None:
        changes["encoding"] = flags.encoding
        origins["encoding"] = "--encoding"
    if flags.strict:
        changes["strict"] = True
        origins["strict"] = "--strict"
    if flags.trust_tools is not None:
        changes["trust_tools"] = flags.trust_tools
        origins["trust-tools"] = "--trust-tools" if flags.trust_tools else "--no-trust-tools"
    if flags.fail_on is not None:
        changes["fail_on"] = _severity(flags.fail_on)
        origins["fail-on"] = "--fail-on"
    merged = replace(config, **changes, origins=origins)
    return replace(merged, targets=_targets(merged.targets, packs))


def _targets(chosen: tuple[str, ...], packs: tuple[RulePack, ...]) -> tuple[str, ...]:
    """The targets of a run, each once, in the order of the packs; raises ConfigError for one that no pack knows."""
    known = list(dict.fromkeys(chain.from_iterable(pack.targets for pack in packs)))
    if not chosen:
        chosen = tuple(chain.from_iterable(pack.default_targets for pack in packs))
    for name in chosen:
        if name not in known and name != ALL_TARGETS:
            from catalint.hints import did_you_mean

            hint = did_you_mean(name, [*known, ALL_TARGETS]) or f" (known: {', '.join(known)}, {ALL_TARGETS})"
            raise ConfigError(f"unknown target {name!r}{hint}")
    return tuple(name for name in known if name in chosen or (ALL_TARGETS in chosen and _is_of_all(name, packs)))


def _is_of_all(name: str, packs: tuple[RulePack, ...]) -> bool:
    """Whether a target concerns everybody, so that `all` stands for it too."""
    loaders = (pack.load_target for pack in packs if name in pack.targets and pack.load_target is not None)
    return not any(load(name).by_name for load in loaders)
