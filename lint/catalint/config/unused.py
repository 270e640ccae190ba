"""Overrides that change nothing: no tool is meant, or the rule does not run. Who wrote them thinks that they work."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Any

from catalint.config.settings import Config
from catalint.ignores import covers
from catalint.model import Corpus
from catalint.quoting import shown
from catalint.rule import Rule

_SHOWN = 3


def find_unused(config: Config, rules: Iterable[Rule[Any]], corpus: Corpus) -> Iterator[str]:
    """Say in a line each what the overrides of the configuration name in vain.

    A glob over a server that is not part of the run counts only where all configured servers are. A rule that does not
    run counts where an override gives it a severity: to switch off what is off harms nobody. Where the command line
    chooses rules, the others are no fault of the file.
    """
    running = frozenset(rule.meta.id for rule in rules)
    chosen = bool(config.selected or config.ignored)
    for entry in config.overrides:
        idle = [glob for glob in entry.tools if _means_nothing(glob, config.servers, corpus)]
        if idle:
            where = "so this override changes nothing" if len(idle) == len(entry.tools) else "which this override names"
            yield f"{entry.origin}: no tool matches {_listed(idle)}, {where}"
        resting = [rule for rule, level in entry.rules.items() if level is not None and rule not in running]
        if resting and not chosen:
            verb = "does" if len(resting) == 1 else "do"
            yield f"{entry.origin}: {_listed(resting)} {verb} not run, and an override switches no rule on"


def _means_nothing(glob: str, configured: Collection[str], corpus: Corpus) -> bool:
    server, slash, _ = glob.partition("/")
    found = [catalog for catalog in corpus.catalogs if fnmatchcase(catalog.server, server)]
    if not found:
        return bool(configured) and corpus.by_server.keys() >= set(configured)
    return bool(slash) and not any(covers(glob, tool.server, tool.name) for each in found for tool in each.tools)


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(map(shown, names[:_SHOWN])) + more
