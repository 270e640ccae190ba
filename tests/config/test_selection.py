from __future__ import annotations

from typing import Any

import pytest

from catalint import RulePack, Severity, config
from catalint.config import Config, Override, RuleSetting
from catalint.errors import ConfigError
from catalint.finding import Finding, Related
from catalint.location import Location
from catalint.report import Report, Result

OFF, NOTE = RuleSetting(off=True), RuleSetting(severity=Severity.NOTE)


def ids(pack: RulePack, **settings: Any) -> str:
    return " ".join(rule.meta.id for rule in config.select(Config(**settings), [pack]))


@pytest.mark.parametrize(
    ("settings", "selected"),
    [
        ({}, "long-text odd-name twin-name"),
        ({"strict": True}, "long-text long-title odd-name twin-name"),
        # the file
        ({"select": ("texts",)}, "long-text"),
        ({"select": ("texts",), "strict": True}, "long-text long-title"),
        ({"select": ("long-title",)}, "long-title"),
        ({"select": ("long-*",)}, "long-text long-title"),
        ({"select": ("texts", "odd-name")}, "long-text odd-name"),
        ({"ignore": ("names",)}, "long-text"),
        ({"ignore": ("*-name",), "strict": True}, "long-text long-title"),
        ({"select": ("texts",), "ignore": ("long-text",)}, ""),
        ({"rules": {"odd-name": OFF}}, "long-text twin-name"),
        ({"rules": {"long-title": NOTE}}, "long-text long-title odd-name twin-name"),
        ({"rules": {"long-title": RuleSetting(options={})}}, "long-text odd-name twin-name"),
        ({"rules": {"odd-name": NOTE}, "select": ("texts",)}, "long-text odd-name"),
        ({"rules": {"odd-name": NOTE}, "ignore": ("odd-name",)}, "long-text twin-name"),
        # the command line
        ({"selected": ("texts",)}, "long-text"),
        ({"selected": ("long-title",)}, "long-title"),
        ({"selected": ("texts",), "select": ("names",)}, "long-text"),
        ({"selected": ("odd-name",), "rules": {"odd-name": OFF}}, "odd-name"),
        ({"selected": ("odd-name",), "ignore": ("names",)}, "odd-name"),
        ({"selected": ("names",), "rules": {"odd-name": OFF}}, "twin-name"),
        ({"selected": ("names",), "ignore": ("odd-name",)}, "twin-name"),
        ({"selected": ("names",), "ignored": ("odd-name",)}, "twin-name"),
        ({"selected": ("odd-name",), "ignored": ("odd-name",)}, ""),
        ({"ignored": ("names",), "rules": {"odd-name": NOTE}}, "long-text"),
    ],
)
def test_select(settings: dict[str, Any], selected: str, pack: RulePack) -> None:
    assert ids(pack, **settings) == selected


def test_options_are_built(pack: RulePack) -> None:
    setting = RuleSetting(options={"most-words": 3, "skip": ["a"]})
    rule = config.select(Config(rules={"long-text": setting}, selected=("long-text",)), [pack])[0]
    assert (rule.options.most_words, rule.options.skip, rule.options.share) == (3, ("a",), 0.5)


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"selected": ("long-txt",)}, "--select: unknown rule 'long-txt'; did you mean 'long-text'?"),
        ({"ignored": ("textes",)}, "--ignore: unknown rule 'textes'; did you mean 'texts'?"),
        ({"selected": ("zzz-*",)}, "--select: no rule matches 'zzz-*' (`catalint rules` lists them)"),
        (
            {"select": ("names", "q"), "origins": {"select.1": "c.yaml:3:4"}},
            "c.yaml:3:4: unknown rule 'q' (`catalint rules` lists them)",
        ),
        (
            {"ignore": ("odd",), "origins": {"ignore.odd": "c.yaml:9:9"}},
            "c.yaml:9:9: unknown rule 'odd'; did you mean 'odd-name'?",
        ),
    ],
)
def test_a_pattern_that_means_nothing(settings: dict[str, Any], error: str, pack: RulePack) -> None:
    with pytest.raises(ConfigError) as caught:
        config.select(Config(**settings), [pack])
    assert str(caught.value) == error


def test_severities() -> None:
    settings = Config(rules={"a": OFF, "b": NOTE, "c": RuleSetting(options={"x": 1})})
    assert config.severities(settings) == {"b": Severity.NOTE}


def result(rule: str, *tools: str, server: str = "desk") -> Result:
    """A result about the first tool with the others as related ones; about the whole catalog without tools."""
    related = tuple(Related(Location(server, index), "") for index in range(1, len(tools)))
    finding = Finding(rule, "text", Location(server, 0 if tools else None), Severity.WARNING, related)
    return Result(
        finding, Severity.WARNING, tools[0] if tools else "", "0", related=tuple((tool, None) for tool in tools[1:])
    )


def overridden(pack: RulePack, found: Result, *overrides: Override) -> Result:
    rules = [rule() for rule in pack.rules]
    return config.override(Report(results=(found,)), Config(overrides=overrides), rules).results[0]


@pytest.mark.parametrize(
    ("tools", "found", "off"),
    [
        (["desk/old_*"], result("odd-name", "old_print"), True),
        (["desk/old_*"], result("odd-name", "print"), False),
        (["desk/old_*"], result("odd-name", "old_print", server="shop"), False),
        (["*/old_*"], result("odd-name", "old_print", server="shop"), True),
        (["desk"], result("odd-name", "print"), True),
        (["de*"], result("odd-name", "print"), True),
        (["desk"], result("odd-name"), True),
        (["desk/*"], result("odd-name", "print"), True),
        (["desk/*"], result("odd-name"), False),
        (["shop", "desk/print"], result("odd-name", "print"), True),
        (["desk/print"], result("twin-name", "print"), True),
        # related tools only count where tools clash with each other
        (["desk/b"], result("odd-name", "a", "b"), False),
        (["desk/a"], result("odd-name", "a", "b"), True),
        (["desk/b"], result("twin-name", "a", "b"), True),
        (["desk/a"], result("twin-name", "a", "b", "c"), False),
        (["desk/[ab]"], result("twin-name", "a", "b", "c"), True),
        (["desk/x"], result("twin-name", "a", "b"), False),
    ],
)
def test_off(tools: list[str], found: Result, off: bool, pack: RulePack) -> None:
    entry = Override(tuple(tools), {found.finding.rule: None}, "c.yaml:4:5")
    assert overridden(pack, found, entry).suppressed == ("off at c.yaml:4:5" if off else "")


def test_an_override_of_one_rule_leaves_the_others(pack: RulePack) -> None:
    assert not overridden(pack, result("odd-name", "a"), Override(("*",), {"twin-name": None})).suppressed


def test_the_last_override_that_matches_holds(pack: RulePack) -> None:
    everything = Override(("*",), {"odd-name": None})
    old = Override(("*/old_*",), {"odd-name": Severity.NOTE})
    other = Override(("*",), {"twin-name": Severity.ERROR})
    assert overridden(pack, result("odd-name", "old_a"), everything, old, other).severity is Severity.NOTE
    assert overridden(pack, result("odd-name", "old_a"), everything, old, other).suppressed == ""
    assert overridden(pack, result("odd-name", "new_a"), everything, old, other).suppressed
    assert overridden(pack, result("odd-name", "old_a"), old, everything).suppressed
    assert overridden(pack, result("twin-name", "a", "old_b"), other).severity is Severity.ERROR


def test_without_overrides_the_report_stays(pack: RulePack) -> None:
    report = Report(results=(result("odd-name", "a"),))
    assert config.override(report, Config(), [rule() for rule in pack.rules]) is report
