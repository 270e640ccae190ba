"""The engine: order, severities, crashes, fingerprints."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from catalint import (
    Analysis,
    CatalogRule,
    Context,
    Corpus,
    CorpusRule,
    Finding,
    Json,
    Meta,
    Parameter,
    ParameterRule,
    Severity,
    Tool,
    ToolRule,
    engine,
)
from catalint.model import Catalog, build_catalog
from catalint.testing import corpus, lint


def tool(name: str, **more: Json) -> Json:
    return {
        "name": name,
        "description": f"Text of {name}.",
        "inputSchema": {"type": "object", "properties": {}},
        **more,
    }


class EveryTool(ToolRule[None]):
    meta = Meta("every-tool", "Each tool", Severity.WARNING)

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        yield self.finding(tool.at("name"), f"tool {tool.name}")


class EveryParameter(ParameterRule[None]):
    meta = Meta("every-parameter", "Each parameter", Severity.NOTE)

    def check_parameter(self, parameter: Parameter, ctx: Context) -> Iterator[Finding]:
        yield self.finding(parameter.at(part="key"), f"parameter {parameter.name}")


class EveryCatalog(CatalogRule[None]):
    meta = Meta("every-catalog", "Each catalog", Severity.ERROR)

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        yield self.finding(catalog.at(), f"{len(catalog.tools)} tools")


class WholeCorpus(CorpusRule[None]):
    meta = Meta("whole-corpus", "The corpus", Severity.NOTE)

    def check_corpus(self, corpus: Corpus, ctx: Context) -> Iterator[Finding]:
        yield self.finding(corpus.catalogs[-1].at(), f"{len(corpus.catalogs)} catalogs")


class Crashes(ToolRule[None]):
    meta = Meta("crashes", "Crashes", Severity.ERROR)

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        yield self.finding(tool.at("name"), "before the crash")
        raise KeyError("no such\nkey")


class ClientTool(EveryTool):
    meta = Meta("client-tool", "Each tool, for clients", Severity.NOTE, audience="client")


def test_scopes_and_order() -> None:
    tools = [tool("b", inputSchema={"type": "object", "properties": {"x": {}, "a": {}}}), tool("a")]
    report = lint({"two": tools, "one": [tool("c")]}, [WholeCorpus(), EveryParameter(), EveryTool(), EveryCatalog()])
    assert [(r.finding.where.server, r.finding.where.pointer, r.finding.rule, r.tool) for r in report.results] == [
        ("two", "", "every-catalog", ""),
        ("two", "/tools/0/inputSchema/properties/a", "every-parameter", "b"),
        ("two", "/tools/0/inputSchema/properties/x", "every-parameter", "b"),
        ("two", "/tools/0/name", "every-tool", "b"),
        ("two", "/tools/1/name", "every-tool", "a"),
        ("one", "", "every-catalog", ""),
        ("one", "", "whole-corpus", ""),
        ("one", "/tools/0/name", "every-tool", "c"),
    ]


def test_order_of_rules_does_not_matter() -> None:
    tools = [tool("b"), tool("a")]
    rules = [EveryTool(), EveryCatalog(), WholeCorpus()]
    assert lint(tools, rules).results == lint(tools, rules[::-1]).results


def test_crash_is_listed_and_others_go_on() -> None:
    report = lint([tool("a")], [Crashes(), EveryTool()])
    assert [(failure.rule, failure.error) for failure in report.failures] == [("crashes", "KeyError: 'no such\\nkey'")]
    assert "check_tool" in report.failures[0].traceback
    assert [result.finding.rule for result in report.results] == ["crashes", "every-tool"]
    assert report.exit_code(None) == 4


def test_severity_is_replaced() -> None:
    ctx = Context(corpus([tool("a")]))
    report = engine.run(ctx, [EveryTool()], {"every-tool": Severity.ERROR})
    assert [result.severity for result in report.results] == [Severity.ERROR]
    assert (report.count(Severity.ERROR), report.count(Severity.WARNING)) == (1, 0)


@pytest.mark.parametrize(
    ("fail_on", "code"), [(Severity.NOTE, 1), (Severity.WARNING, 1), (Severity.ERROR, 0), (None, 0)]
)
def test_exit_code(fail_on: Severity | None, code: int) -> None:
    assert lint([tool("a")], [EveryTool()]).exit_code(fail_on) == code


def test_app_only_tools_are_hidden_from_rules_for_the_model() -> None:
    hidden = tool("widget", _meta={"ui": {"visibility": ["app"]}})
    shown = tool("both", _meta={"ui": {"visibility": ["model", "app"]}})
    report = lint([hidden, shown], [EveryTool(), ClientTool()])
    assert [(result.finding.rule, result.tool) for result in report.results] == [
        ("client-tool", "widget"),
        ("client-tool", "both"),
        ("every-tool", "both"),
    ]


def prints(tools: list[Json]) -> dict[str, str]:
    return {result.tool: result.fingerprint for result in lint(tools, [EveryTool()]).results}


def test_fingerprints_survive_reordering_and_edits() -> None:
    before = prints([tool("a"), tool("b")])
    after = prints([tool("new"), tool("b", description="Another text."), tool("a")])
    assert {name: after[name] for name in before} == before
    assert len(set(after.values())) == 3


def test_fingerprints_of_equal_names_differ() -> None:
    report = lint([tool("a"), tool("a")], [EveryTool()])
    assert len({result.fingerprint for result in report.results}) == 2


def test_analysis_is_computed_once_and_its_error_kept() -> None:
    calls: list[str] = []

    def count(_: Context) -> int:
        calls.append("count")
        return 7

    def fail(_: Context) -> int:
        calls.append("fail")
        raise ZeroDivisionError("no tools")

    good, bad = Analysis("good", count), Analysis("bad", fail)
    ctx = Context(corpus([tool("a")]))
    assert (ctx.get(good), ctx.get(good)) == (7, 7)
    for _ in range(2):
        with pytest.raises(Exception, match="'bad' failed: ZeroDivisionError: no tools"):
            ctx.get(bad)
    assert calls == ["count", "fail"]
    assert set(ctx.seconds) == {"good", "bad"}


def test_analyses_in_a_ring_are_an_error() -> None:
    first: Analysis[int] = Analysis("first", lambda ctx: ctx.get(second))
    second: Analysis[int] = Analysis("second", lambda ctx: ctx.get(first))
    with pytest.raises(Exception, match="first -> second -> first"):
        Context(corpus([])).get(first)


def test_broken_entries_keep_the_positions_of_the_others() -> None:
    catalog = build_catalog("s", [None, tool("a"), {"description": "x"}, {"name": 4}, {"name": ""}, tool("b")])
    assert [(t.index, t.name) for t in catalog.tools] == [(1, "a"), (5, "b")]
    assert [(entry.index, entry.reason) for entry in catalog.broken] == [
        (0, "null where a tool object belongs"),
        (2, "an object with the key 'description', without a name"),
        (3, "a tool whose name is the number 4, not a string"),
        (4, "a tool with an empty name"),
    ]


class GivesWay(ToolRule[None]):
    meta = Meta("gives-way", "Gives way", Severity.NOTE, yields_to=("every-tool", "every-parameter"))

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        yield self.finding(tool.at("name"), "the name, too")
        yield self.finding(tool.at("description"), "the text")


def test_a_rule_gives_way_at_the_place_of_another_one() -> None:
    report = lint([tool("a"), tool("b")], [GivesWay(), EveryTool()])
    found = [(result.finding.rule, result.finding.where.pointer) for result in report.results]
    assert found == [
        ("gives-way", "/tools/0/description"),
        ("every-tool", "/tools/0/name"),
        ("gives-way", "/tools/1/description"),
        ("every-tool", "/tools/1/name"),
    ]
    assert len(lint([tool("a")], [GivesWay()]).results) == 2
