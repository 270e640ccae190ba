from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from catalint.comparison.catalogs import Comparison, compare
from catalint.comparison.change import Change, Effect
from catalint.comparison.tools import compare_tools
from catalint.model import Catalog, Tool, build_catalog

PAY: dict[str, Any] = {
    "name": "pay_invoice",
    "description": "Pay an invoice from the deposit.",
    "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}},
}


def tool(**fields: Any) -> Tool:
    return build_catalog("s", [PAY | fields]).tools[0]


def changes(old: dict[str, Any], new: dict[str, Any]) -> list[tuple[Effect, str]]:
    return [(change.effect, change.message) for change in compare_tools(tool(**old), tool(**new))]


class TestAnnotations:
    @pytest.mark.parametrize(
        ("old", "new", "message", "riskier"),
        [
            ({"readOnlyHint": True}, {"readOnlyHint": False}, "readOnlyHint was true, is false", True),
            ({"readOnlyHint": True}, {}, "readOnlyHint was true, is not said", True),
            ({}, {"readOnlyHint": True}, "readOnlyHint was not said, is true", False),
            ({"destructiveHint": False}, {"destructiveHint": True}, "destructiveHint was false, is true", True),
            ({"destructiveHint": False}, {}, "destructiveHint was false, is not said", True),
            ({"openWorldHint": False}, {"openWorldHint": True}, "openWorldHint was false, is true", True),
            ({"idempotentHint": True}, {"idempotentHint": False}, "idempotentHint was true, is false", True),
        ],
    )
    def test_that_mean_something_else(self, old: Any, new: Any, message: str, riskier: bool) -> None:
        (change,) = compare_tools(tool(annotations=old), tool(annotations=new))
        assert (change.effect, change.message, change.riskier) == (Effect.TRUST, message, riskier)

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ({}, {"readOnlyHint": False}),
            ({}, {"destructiveHint": True}),
            ({"readOnlyHint": True}, {"readOnlyHint": True, "destructiveHint": False}),
            ({"title": "Pay"}, {"title": "Pay an invoice"}),
        ],
    )
    def test_that_say_what_holds_anyway(self, old: Any, new: Any) -> None:
        assert changes({"annotations": old}, {"annotations": new}) == [(Effect.TEXT, "annotations changed")]

    def test_of_another_type_say_nothing(self) -> None:
        assert changes({"annotations": {"readOnlyHint": "yes"}}, {"annotations": []}) == [
            (Effect.TEXT, "annotations changed")
        ]


def test_texts() -> None:
    described = {"type": "object", "properties": {"id": {"type": "string", "description": "Number."}}}
    found = changes({}, {"title": "Pay", "description": "Pay it.", "inputSchema": described, "icons": []})
    assert found == [
        (Effect.TEXT, "title added"),
        (Effect.TEXT, "description changed"),
        (Effect.TEXT, "`id`: description added"),
        (Effect.TEXT, "icons added"),
    ]


def test_a_default_matters_where_the_parameter_may_be_left_out() -> None:
    def schema(default: int, *required: str) -> dict[str, Any]:
        return {"inputSchema": {"type": "object", "properties": {"n": {"default": default}}, "required": [*required]}}

    assert changes(schema(1), schema(2)) == [(Effect.UNCLEAR, "`n`: default was 1, is 2")]
    assert changes(schema(1, "n"), schema(2, "n")) == [(Effect.TEXT, "`n`: default was 1, is 2")]


@pytest.mark.parametrize(("required", "effect"), [([], Effect.UNCLEAR), (["n"], Effect.TEXT)])
def test_a_default_that_is_gone_leaves_open_what_a_call_without_it_means(required: Any, effect: Effect) -> None:
    def schema(**number: Any) -> Any:
        return {"inputSchema": {"type": "object", "properties": {"n": {"type": "integer", **number}}}}

    old, new = schema(default=20), schema()
    old["inputSchema"]["required"] = required
    found = changes(old, new)
    assert (effect, "`n`: default was 20, none is said now") in found
    assert changes(schema(default=None), schema()) == [(Effect.TEXT, "`n`: default removed")]
    assert changes(new, schema(default=20)) == [(Effect.TEXT, "`n`: default added")]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("base64", "base32", '`scan`: contentEncoding was "base64", is "base32"'),
        (None, "base64", '`scan`: contentEncoding was not said, is "base64"'),
        ("base64", None, '`scan`: contentEncoding was "base64", is not said'),
    ],
)
def test_a_text_in_another_encoding_may_be_read_as_something_else(old: Any, new: Any, message: str) -> None:
    def schema(encoding: str | None) -> Any:
        scan = {"type": "string", **({"contentEncoding": encoding} if encoding else {})}
        return {"inputSchema": {"type": "object", "properties": {"scan": scan}}}

    assert changes(schema(old), schema(new)) == [(Effect.UNCLEAR, message)]


class TestTasks:
    @pytest.mark.parametrize(
        ("old", "new", "effect", "message"),
        [
            (
                "optional",
                "required",
                Effect.BREAKING,
                'taskSupport was "optional", is "required": plain calls are refused',
            ),
            (None, "required", Effect.BREAKING, 'taskSupport was "forbidden", is "required": plain calls are refused'),
            (
                "required",
                None,
                Effect.BREAKING,
                'taskSupport was "required", is "forbidden": calls as tasks are refused',
            ),
            (None, "optional", Effect.COMPATIBLE, 'taskSupport was "forbidden", is "optional"'),
            ("required", "optional", Effect.COMPATIBLE, 'taskSupport was "required", is "optional"'),
            (None, "sometimes", Effect.UNCLEAR, 'taskSupport was "forbidden", is "sometimes"'),
            (None, 7, Effect.UNCLEAR, 'taskSupport was "forbidden", is "7"'),
            (None, "forbidden", Effect.TEXT, "execution added"),
        ],
    )
    def test_a_call_that_was_right_may_be_refused(self, old: Any, new: Any, effect: Effect, message: str) -> None:
        first, second = ({} if each is None else {"execution": {"taskSupport": each}} for each in (old, new))
        assert changes(first, second) == [(effect, message)]


def test_results_without_a_structure() -> None:
    structured = {"outputSchema": {"type": "object"}}
    assert changes({}, structured) == [(Effect.COMPATIBLE, "results have a structure now")]
    gone = "results no longer have a structure: the output schema is gone"
    assert changes(structured, {}) == [(Effect.BREAKING, gone)]


def test_a_tool_that_models_no_longer_see() -> None:
    hidden = {"_meta": {"ui": {"visibility": ["app"]}}}
    (first, _) = changes({}, hidden)
    assert first == (Effect.BREAKING, "models no longer see it: it is for an app's user interface only")
    assert (Effect.COMPATIBLE, "models now see it") in changes(hidden, {})


def test_reordered_keys_are_no_change() -> None:
    old = tool()
    new = build_catalog("s", [dict(reversed(list(PAY.items())))]).tools[0]
    assert compare_tools(old, new) == ()
    (catalog,) = compare(
        [build_catalog("s", [PAY])], [build_catalog("s", [dict(reversed(list(PAY.items())))])]
    ).catalogs
    assert (catalog.changed, catalog.matched.moved) == ((), ())


def test_the_worst_change_comes_first() -> None:
    found = compare_tools(tool(), tool(description="x", inputSchema={"type": "object", "required": ["a"]}))
    ranks = [change.effect.rank for change in found]
    assert ranks == sorted(ranks)
    assert isinstance(found[0], Change)


def catalog(server: str, *names: str) -> Catalog:
    return build_catalog(server, [PAY | {"name": name} for name in names])


class TestCatalogs:
    @pytest.mark.parametrize(
        ("old", "new", "guided"),
        [
            ({"instructions": "Pay."}, {"instructions": "Pay at once."}, True),
            ({"instructions": "Pay."}, {"serverInfo": {"name": "s"}}, True),
            ({"protocolVersion": "2025-06-18"}, {"instructions": "Pay at once."}, True),
            ({"instructions": "Pay."}, {"instructions": "Pay."}, False),
            # a list by itself holds none, whatever the server says
            ({}, {"instructions": "Pay at once."}, False),
            ({"instructions": "Pay."}, {"nextCursor": "x"}, False),
        ],
    )
    def test_instructions_of_a_server(self, old: Any, new: Any, guided: bool) -> None:
        before, after = (replace(build_catalog("s", [PAY]), envelope=envelope) for envelope in (old, new))
        (catalog,) = compare([before], [after]).catalogs
        assert (catalog.guidance is not None) is guided
        if catalog.guidance:
            assert (catalog.guidance.tokens_before == 0) is ("instructions" not in old)

    def test_servers_come_and_go(self) -> None:
        found = compare([catalog("a", "x"), catalog("b", "y")], [catalog("b", "y"), catalog("c", "z")])
        states = {each.server: (each.old is not None, each.new is not None) for each in found.catalogs}
        assert states == {"a": (True, False), "b": (True, True), "c": (False, True)}
        assert [tool.status for _, tool in found.tools] == ["same", "added", "removed"]

    def test_tokens_of_each_tool_add_up(self) -> None:
        longer = build_catalog("s", [PAY | {"description": PAY["description"] + " There is no way back."}])
        found = compare([build_catalog("s", [PAY, PAY | {"name": "b"}])], [longer])
        (kept, gone) = (tool for _, tool in found.tools)
        assert kept.tokens > 0
        assert (gone.tokens_after, gone.status) == (0, "removed")
        assert found.tokens_after - found.tokens_before == kept.tokens + gone.tokens
        assert found.growth == (found.tokens_after - found.tokens_before) / found.tokens_before

    def test_what_no_model_sees_costs_nothing(self) -> None:
        hidden = PAY | {"_meta": {"ui": {"visibility": ["app"]}}}
        found = compare([build_catalog("s", [PAY])], [build_catalog("s", [hidden])])
        assert found.tokens_after == 0

    def test_nothing_against_nothing(self) -> None:
        found = compare([], [])
        assert isinstance(found, Comparison)
        assert found.growth is None
        assert found.catalogs == ()
