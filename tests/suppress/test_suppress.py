"""Ignores: what they take out, what is left of the others, and which are of no use."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from catalint import Context, Finding, Json, Location, Meta, Related, Severity, Tool, ToolRule, engine, suppress
from catalint.ignores import META_KEY, Ignore, of_tools
from catalint.report import Report
from catalint.rule import CatalogRule, IgnoreRule, Rule
from catalint.testing import corpus

TODAY = dt.date(2026, 11, 30)


class Flat(ToolRule[None]):
    meta = Meta("flat", "Name and description", Severity.WARNING)

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        yield self.finding(tool.at("name"), "a name")
        yield self.finding(tool.at("description"), "a text")


class Whole(CatalogRule[None]):
    meta = Meta("whole", "The catalog", Severity.ERROR)

    def check_catalog(self, catalog: Any, ctx: Context) -> Iterator[Finding]:
        yield self.finding(catalog.at(), "a catalog")


class Twins(CatalogRule[None]):
    meta = Meta("twins", "All tools clash", Severity.WARNING, mutual=True)

    def check_catalog(self, catalog: Any, ctx: Context) -> Iterator[Finding]:
        first, *others = catalog.tools
        yield self.finding(
            first.at("name"), "twins", related=tuple(Related(tool.at("name"), "twin") for tool in others)
        )


class Unused(IgnoreRule[None]):
    meta = Meta("unused", "Unused", Severity.NOTE)

    def check_unused(self, ignore: Ignore, *, expired: bool) -> Iterator[Finding]:
        yield self.finding(ignore.where, f"{ignore.rule} {'ended' if expired else 'idle'}", key=ignore.rule)


RULES: list[Rule[Any]] = [Flat(), Whole(), Twins(), Unused()]
TOOLS: dict[str, list[Json]] = {"shop": [{"name": "a"}, {"name": "b"}, {"name": "x[1]"}], "bank": [{"name": "a"}]}


def ignore(rule: str, **more: Any) -> Ignore:
    return Ignore(rule, "for a reason", "ignored at c.yaml:3:5", Location("c.yaml", None, ("ignore", 0)), **more)


def run(*ignores: Ignore, rules: list[Rule[Any]] = RULES, tools: dict[str, list[Json]] = TOOLS) -> Report:
    ctx = Context(corpus(tools))
    return suppress.apply(engine.run(ctx, rules), ignores, ctx.corpus, rules, today=TODAY)


def out(report: Report) -> set[str]:
    return {
        f"{r.finding.rule} {r.finding.where.server}/{r.tool}{r.finding.where.path[:1] or ''}" for r in report.suppressed
    }


def said(report: Report) -> list[str]:
    return [result.finding.message for result in report.results if result.finding.rule == "unused"]


@pytest.mark.parametrize(
    ("entry", "suppressed"),
    [
        (ignore("flat", tools=("shop/a",)), {"flat shop/a('name',)", "flat shop/a('description',)"}),
        (ignore("flat", tools=("shop/a",), pointer="/name"), {"flat shop/a('name',)"}),
        (ignore("flat", tools=("*/a",), pointer="/name"), {"flat shop/a('name',)", "flat bank/a('name',)"}),
        (ignore("fl*", tools=("bank",), pointer="/description"), {"flat bank/a('description',)"}),
        (ignore("whole", tools=("bank",)), {"whole bank/"}),
        (ignore("whole", tools=("bank/*",)), set()),
        (ignore("whole"), {"whole bank/", "whole shop/"}),
        # two of three twins are left, then one
        (ignore("twins", tools=("shop/a",)), set()),
        (ignore("twins", tools=("shop/a", "shop/b")), {"twins shop/a('name',)"}),
    ],
)
def test_what_an_ignore_takes_out(entry: Ignore, suppressed: set[str]) -> None:
    assert out(run(entry)) == suppressed


def test_pointer_ends_at_a_step() -> None:
    assert out(run(ignore("flat", tools=("bank",), pointer="/na"))) == set()


def test_cause_and_gate() -> None:
    report = run(ignore("whole"))
    assert {result.suppressed for result in report.suppressed} == {"for a reason (ignored at c.yaml:3:5)"}
    assert report.exit_code(Severity.ERROR) == 0
    assert run().exit_code(Severity.ERROR) == 1


def test_the_first_ignore_counts_and_the_second_is_used_all_the_same() -> None:
    first, second = ignore("whole"), replace(ignore("whole", tools=("bank",)), reason="another")
    report = run(first, second)
    assert {result.suppressed.partition(" (")[0] for result in report.suppressed} == {"for a reason"}
    assert said(report) == []


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (ignore("flat", tools=("shop/zzz",)), "flat idle"),
        (ignore("flat", tools=("shop/a",), pointer="/title"), "flat idle"),
        (ignore("flat", until=dt.date(2026, 11, 29)), "flat ended"),
    ],
)
def test_unused(entry: Ignore, message: str) -> None:
    assert said(run(entry)) == [message]


@pytest.mark.parametrize(
    "entry",
    [
        ignore("flat", until=TODAY),
        ignore("flat", tools=("other/*",)),  # a server that is not part of the run
        ignore("never-ran"),
    ],
)
def test_not_unused(entry: Ignore) -> None:
    assert said(run(entry)) == []


def test_ignore_of_a_rule_that_did_not_run_is_not_judged() -> None:
    assert said(run(ignore("whole", tools=("bank/*",)), rules=[Flat(), Unused()])) == []


def test_thousands_of_tools_with_ignores_are_not_asked_for_each_finding() -> None:
    count = 20_000
    tools: dict[str, list[Json]] = {
        "shop": [{"name": f"a{number}", "_meta": {META_KEY: ["flat", "whole"]}} for number in range(count)]
    }
    report = run(*of_tools(corpus(tools)), tools=tools)
    assert len(list(report.suppressed)) == 2 * count
    assert len(said(report)) == count


def test_a_finding_about_thousands_of_tools_is_not_held_against_the_ignore_of_each() -> None:
    tools: dict[str, list[Json]] = {
        "shop": [{"name": f"a{number}", "_meta": {META_KEY: ["t*"]}} for number in range(20_000)]
    }
    report = run(*of_tools(corpus(tools)), tools=tools, rules=[Twins()])
    assert not list(report.suppressed)
    two: dict[str, list[Json]] = {"shop": tools["shop"][:2]}
    assert len(list(run(*of_tools(corpus(two)), tools=two, rules=[Twins()]).suppressed)) == 1


def test_tools_carry_ignores_for_themselves_alone() -> None:
    tools: dict[str, list[Json]] = {
        "shop": [
            {"name": "a", "_meta": {META_KEY: ["flat"]}},
            {"name": "x[1]", "_meta": {META_KEY: {"flat": "its own reason", "whole": 4}}},
            {"name": "c", "_meta": {META_KEY: "flat"}},
            {"name": "d", "_meta": {META_KEY: [4, None]}},
        ]
    }
    carried = list(of_tools(corpus(tools)))
    assert [(entry.rule, entry.reason, entry.where.pointer) for entry in carried] == [
        ("flat", "", "/tools/0/_meta/io.github.catalint~1ignore/0"),
        ("flat", "its own reason", "/tools/1/_meta/io.github.catalint~1ignore/flat"),
        ("whole", "", "/tools/1/_meta/io.github.catalint~1ignore/whole"),
    ]
    report = run(*carried, tools=tools)
    assert out(report) == {
        "flat shop/a('name',)",
        "flat shop/a('description',)",
        "flat shop/x[1]('name',)",
        "flat shop/x[1]('description',)",
    }
    assert {result.suppressed for result in report.suppressed} == {
        "_meta of the tool",
        "its own reason (_meta of the tool)",
    }
    assert said(report) == ["whole idle"]
