"""From a request to a report: what `catalint check` and `catalint baseline` have in common."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from catalint import bounded, config, linting, locate, tokenizer
from catalint.cli.arguments import read_config
from catalint.cli.client import add_target, client_of, find_client
from catalint.cli.inputs import Gathered, read_inputs
from catalint.cli.naming import find_unused_plugin
from catalint.cli.request import Request
from catalint.context import Context
from catalint.errors import InputError
from catalint.linting import Surroundings
from catalint.output.files import is_there
from catalint.pack import RulePack
from catalint.report import Report
from catalint.rule import Rule

if TYPE_CHECKING:
    from catalint.baseline import Accepted, Baseline


@dataclass(frozen=True, eq=False)
class Judged:
    """A report and what it came from. `baseline` is the one that was applied, `gone` what of it is no more."""

    report: Report
    loaded: Gathered
    settings: config.Config
    packs: Sequence[RulePack]
    rules: Sequence[Rule[Any]]
    baseline: Baseline | None = None
    gone: tuple[Accepted, ...] = ()

    @property
    def ran(self) -> frozenset[str]:
        """The ids of the rules that ran to their end."""
        crashed = {failure.rule for failure in self.report.failures}
        return frozenset(rule.meta.id for rule in self.rules) - crashed


def judge(request: Request, command: str, *, writes_baseline: bool = False) -> Judged:
    """Read the inputs of a request and judge them. Raises UserError for wrong usage or configuration.

    With `writes_baseline` the baseline that the configuration names need not be there yet.
    """
    document = read_config(request.config_file, use=request.use_config)
    packs = config.packs(document)
    find_client(request.client, packs)  # what is no client is wrong usage, and said before anything is read
    settings = config.load(document, packs, request.flags)
    rules = config.select(settings, packs)
    tokenizer.counter(settings.encoding)  # an encoding that is not here is wrong usage, not a crash of each rule
    file = request.baseline or (Path(settings.baseline) if settings.baseline else None)
    accepted = None if writes_baseline and file and not is_there(file) else read_baseline(file)
    loaded = read_inputs(request.reading, settings, command)
    client = client_of(request.client, loaded.client, packs)
    settings = replace(settings, targets=add_target(settings.targets, client))
    ctx = Context(
        loaded.corpus,
        words=settings.words,
        targets=settings.targets,
        encoding=settings.encoding,
        server_name=request.reading.server_name,
        mounted=loaded.mounted or bool(request.client),
        client=client,
        plugin=request.plugin,
    )
    known = (rule.meta.id for pack in packs for rule in pack.rules)
    report = linting.lint(ctx, settings, rules, _surroundings(loaded, request.code), known)
    notes = (*report.notes, *find_unused_plugin(request.plugin, settings.targets, packs))
    report = replace(report, notes=notes, configurations=tuple(loaded.describe_configurations()))
    judged = Judged(report, loaded, settings, packs, rules, accepted)
    return judged if accepted is None else without_accepted(judged, accepted)


def read_baseline(file: Path | None) -> Baseline | None:
    """Read a baseline; raises InputError for a file that is not there or is none."""
    if file is None:
        return None
    from catalint import baseline, records

    try:
        data = bounded.read_bytes(file)
    except OSError as error:
        hint = ": `catalint baseline` writes one" if isinstance(error, FileNotFoundError) else ""
        raise InputError(str(file), f"the baseline can't be read ({error.strerror}){hint}") from None
    return baseline.read(str(file), records.decode(str(file), data, "baseline"))


def without_accepted(judged: Judged, accepted: Baseline) -> Judged:
    """Take what a baseline accepts out of a report."""
    from catalint import baseline

    known = {rule.meta.id for pack in judged.packs for rule in pack.rules}
    # a rule that is no more finds nothing any more
    ran = judged.ran | ({entry.rule for entry in accepted.entries} - known)
    gone = baseline.find_gone(judged.report, accepted, ran, judged.loaded.corpus)
    return replace(judged, report=baseline.apply(judged.report, accepted), baseline=accepted, gone=gone)


def _surroundings(loaded: Gathered, code: Sequence[str]) -> Surroundings:
    """The rest of what was read; `code` are globs over the source files of all servers, from the working directory."""
    globs = {name: (server.code, Path(server.folder)) for name, server in loaded.settings.items() if server.code}
    if code:
        globs |= {catalog.server: (tuple(code), Path()) for catalog in loaded.corpus.catalogs}
    hints = {listed.server.name: listed.places for listed in loaded.listed if listed.places}
    # a server object of Python tells where its tools are defined
    globs |= {
        server: (tuple(sorted({_shown(file) for file, _ in places.values()})), Path())
        for server, places in hints.items()
        if server not in globs
    }
    found = {server: locate.files(patterns, folder) for server, (patterns, folder) in globs.items()}
    return Surroundings(
        loaded.unread,
        loaded.notes,
        {server: locate.index(files, hints.get(server)) for server, files in found.items()},
        loaded.declared,
    )


def _shown(file: str) -> str:
    """A file as somebody in the working directory names it."""
    relative = os.path.relpath(file)
    return file if relative.startswith(os.pardir) else relative
