"""Which rules run, with which options and severities: from settings to rules that are ready to run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase
from itertools import chain
from typing import Any

from catalint import options
from catalint.config.settings import Config, Override, RuleSetting
from catalint.errors import ConfigError
from catalint.finding import Severity
from catalint.ignores import covers, subjects, takes_out
from catalint.pack import RulePack
from catalint.report import Report, Result
from catalint.rule import Rule

_GLOB = frozenset("*?[")


def select(config: Config, packs: Iterable[RulePack]) -> list[Rule[Any]]:
    """The rules of a run, sorted by id, with their options.

    A rule runs if it is not strict, or by `strict`, or because it is selected or given a severity. A pattern is an id,
    a family, or a glob over ids; a family brings its strict rules only with `strict`. `ignore` takes rules out again.
    The command line goes before the file: what it selects by id runs whatever the file says.

    Raises ConfigError for a pattern that matches no rule.
    """
    rules = sorted(chain.from_iterable(pack.rules for pack in packs), key=lambda rule: rule.meta.id)
    for pattern, origin in _patterns(config):
        if not any(matches(rule, pattern) for rule in rules):
            raise ConfigError(f"{origin}: {_unknown(pattern, rules)}")
    return [rule(options.build(rule, _options(rule, config))) for rule in rules if runs(rule, config)]


def severities(config: Config) -> Mapping[str, Severity]:
    """The severities that replace the rules' own, by rule id."""
    return {name: setting.severity for name, setting in config.rules.items() if setting.severity is not None}


def runs(rule: type[Rule[Any]], config: Config) -> bool:
    """Whether the settings let a rule run."""
    setting = config.rules.get(rule.meta.id, RuleSetting())
    if any(matches(rule, pattern) for pattern in config.ignored):
        return False
    if rule.meta.id in config.selected:
        return True
    if setting.off or any(matches(rule, pattern) for pattern in config.ignore):
        return False
    if config.selected:
        return _selects(config.selected, rule, strict=config.strict)
    if setting.severity is not None:
        return True
    return _selects(config.select or (rule.family(),), rule, strict=config.strict)


def matches(rule: type[Rule[Any]], pattern: str) -> bool:
    """Whether a pattern means a rule: its id, its family, or a glob over ids."""
    return pattern in (rule.meta.id, rule.family()) or (_is_glob(pattern) and fnmatchcase(rule.meta.id, pattern))


def override(report: Report, config: Config, rules: Iterable[Rule[Any]]) -> Report:
    """Give each result the severity that the overrides have for its tool; results that are off count as suppressed.

    The last override that matches holds. A finding about a whole catalog is matched by globs without a slash only. A
    finding about tools that clash with each other is off once fewer than two of them are left.
    """
    if not config.overrides:
        return report
    mutual = frozenset(rule.meta.id for rule in rules if rule.meta.mutual)
    return replace(report, results=tuple(_overridden(result, config.overrides, mutual) for result in report.results))


def _overridden(result: Result, overrides: Iterable[Override], mutual: frozenset[str]) -> Result:
    rule = result.finding.rule
    for entry in reversed(tuple(overrides)):
        if rule not in entry.rules:
            continue
        level = entry.rules[rule]
        if level is None:
            if takes_out(entry.tools, result, mutual=rule in mutual):
                return replace(result, suppressed=f"off at {entry.origin}")
        elif any(covers(glob, *subject) for glob in entry.tools for subject in subjects(result, mutual=rule in mutual)):
            return replace(result, severity=level)
    return result


def _selects(patterns: Iterable[str], rule: type[Rule[Any]], *, strict: bool) -> bool:
    found = [pattern for pattern in patterns if matches(rule, pattern)]
    by_name = any(pattern != rule.family() for pattern in found)
    return by_name or (bool(found) and (strict or rule.meta.profile == "default"))


def _options(rule: type[Rule[Any]], config: Config) -> Mapping[str, Any]:
    setting = config.rules.get(rule.meta.id)
    return setting.options if setting else {}


def _patterns(config: Config) -> Iterable[tuple[str, str]]:
    for index, pattern in enumerate(config.select):
        yield pattern, config.origins.get(f"select.{index}", "select")
    for pattern in config.ignore:
        yield pattern, config.origins.get(f"ignore.{pattern}", "ignore")
    for ignore in config.ignores:
        yield ignore.rule, ignore.origin
    for pattern in config.selected:
        yield pattern, "--select"
    for pattern in config.ignored:
        yield pattern, "--ignore"


def _is_glob(pattern: str) -> bool:
    return not _GLOB.isdisjoint(pattern)


def _unknown(pattern: str, rules: list[type[Rule[Any]]]) -> str:
    from catalint.hints import did_you_mean

    if _is_glob(pattern):
        return f"no rule matches {pattern!r} (`catalint rules` lists them)"
    known = {rule.meta.id for rule in rules} | {rule.family() for rule in rules}
    return f"unknown rule {pattern!r}{did_you_mean(pattern, sorted(known)) or ' (`catalint rules` lists them)'}"
