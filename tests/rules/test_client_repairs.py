"""Rewrites that findings suggest: as a patch they apply, all chosen targets take the result, and it means the same."""

from __future__ import annotations

import copy
import io
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalint import Context, Corpus, Finding, Rule, locate, sources
from catalint.engine import run
from catalint.pack import load
from catalint.testing import corpus
from catalint_rules import targets
from catalint_rules.targets.judging import all_breaches, count_breaches

FAMILY: list[type[Rule[Any]]] = [rule for rule in load()[0].rules if rule.meta.id.startswith("client-")]


def tool(schema: Any, **fields: Any) -> dict[str, Any]:
    return {"name": "plan_tour", "description": "Plan a tour of the depot's vans.", "inputSchema": schema, **fields}


def closed(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def lint(raw: Mapping[str, Any], *names: str) -> list[Finding]:
    report = run(Context(corpus([dict(raw)]), targets=names), [rule() for rule in FAMILY])
    assert not report.failures
    return [result.finding for result in report.results]


def suggested(raw: Mapping[str, Any], *names: str) -> tuple[dict[str, Any], str]:
    """The tool after the one suggestion of the one finding, and what the suggestion says that it changes."""
    (finding,) = lint(raw, *names)
    suggestion: Any = finding.data["suggestion"]
    return patched(raw, suggestion["patch"]), suggestion["changes"]


def patched(raw: Mapping[str, Any], patch: list[dict[str, Any]]) -> dict[str, Any]:
    """Apply a JSON Patch (RFC 6902) of `add`, `replace` and `remove` to objects and lists."""
    whole = copy.deepcopy(dict(raw))
    for operation in patch:
        *around, last = [step.replace("~1", "/").replace("~0", "~") for step in operation["path"].split("/")[1:]]
        parent: Any = whole
        for step in around:
            parent = parent[int(step)] if isinstance(parent, list) else parent[step]
        key: Any = int(last) if isinstance(parent, list) else last
        assert operation["op"] == "add" or (key < len(parent) if isinstance(parent, list) else key in parent)
        if operation["op"] == "remove":
            del parent[key]
        else:
            parent[key] = operation["value"]
    return whole


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.floats(-2, 11, allow_nan=False),
    st.sampled_from(["", "a", "b", "12"]),
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from("abcd"), inner, max_size=3)),
    max_leaves=6,
)  # fmt: skip
INSTANCES = st.dictionaries(st.sampled_from(["value", "other"]), VALUES, max_size=2)

# Schemas of one parameter, the targets that refuse it, and nothing that the rewrite may change.
EQUAL: list[tuple[str, Any, tuple[str, ...]]] = [
    ("nullable text", {"type": ["string", "null"], "minLength": 1}, ("gemini", "copilot-intellij")),
    ("nullable object", {"type": ["object", "null"], "properties": {"a": {"type": "string"}}, "required": ["a"]}, ("gemini",)),
    ("types with an enum", {"type": ["string", "integer"], "enum": ["a", "b", 1]}, ("copilot-studio",)),
    ("enum of texts and null", {"type": ["string", "null"], "enum": ["a", None]}, ("gemini",)),
    ("list of one type", {"type": ["integer"], "maximum": 5}, ("copilot-intellij",)),
    ("number and list", {"type": ["number", "array"], "minimum": 2, "items": {"type": "string"}}, ("gemini",)),
    ("const", {"type": "string", "const": "a"}, ("gemini",)),
    ("excluded bound", {"type": "integer", "exclusiveMinimum": 0}, ("gemini", "copilot-studio")),
    ("excluded fraction", {"type": "integer", "exclusiveMaximum": 4.5}, ("copilot-studio",)),
    ("excluded beside a looser bound", {"type": "integer", "exclusiveMinimum": 3, "minimum": 1}, ("gemini",)),
    ("excluded beside a tighter bound", {"type": "number", "exclusiveMinimum": 3, "minimum": 4}, ("gemini",)),
    ("numbers in a row", {"type": "integer", "enum": [3, 1, 2]}, ("gemini",)),
    ("bare list", {"type": "array", "maxItems": 2}, ("openai", "vscode")),
    ("bare enum", {"enum": ["a", "b"]}, ("vertex",)),
    ("boolean schema", True, ("opencode",)),
    ("open map", {"type": "object", "additionalProperties": {}}, ("kimi",)),
    ("impossible branch", {"anyOf": [{"not": {}}, {"type": "string"}]}, ("kimi",)),
    ("object keywords on a text", {"type": "string", "properties": {"a": {"type": "string"}}}, ("gemini",)),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "names"), [pytest.param(s, n, id=i) for i, s, n in EQUAL])
def test_a_rewrite_accepts_and_rejects_the_same(schema: Any, names: tuple[str, ...]) -> None:
    raw = tool(closed(value=schema))
    after, changes = suggested(raw, *names)
    assert changes == ""
    assert not lint(after, *names)
    before, new = (jsonschema.Draft202012Validator(each["inputSchema"]) for each in (raw, after))

    @settings(max_examples=40, database=None)
    @given(INSTANCES)
    def same(instance: Any) -> None:
        assert before.is_valid(instance) == new.is_valid(instance)

    same()


WHOLE: list[tuple[str, Any, tuple[str, ...]]] = [
    ("no properties", {"type": "object", "additionalProperties": False}, ("openai", "lmstudio")),
    ("dialect", {"$schema": "https://json-schema.org/draft/2020-12/schema", **closed(value={"type": "string"})}, ("vscode",)),
    (
        "reference",
        {**closed(value={"$ref": "#/$defs/P", "description": "Where."}, other={"$ref": "#/$defs/P"}),
         "$defs": {"P": {"type": "object", "properties": {"a": {"$ref": "#/$defs/N"}}, "required": ["a"]}, "N": {"type": "number"}}},
        ("copilot-studio",),
    ),
    (
        "definitions",
        {**closed(value={"$ref": "#/definitions/P"}), "definitions": {"P": {"type": "array", "items": {"type": "integer"}}}},
        ("gemini",),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "names"), [pytest.param(s, n, id=i) for i, s, n in WHOLE])
def test_a_rewrite_of_the_whole_schema_means_the_same(schema: Any, names: tuple[str, ...]) -> None:
    raw = tool(schema)
    first, *_ = lint(raw, *names)
    suggestion: Any = first.data["suggestion"]
    assert suggestion["changes"] == ""
    after = patched(raw, suggestion["patch"])
    assert not lint(after, *names)
    before, new = (jsonschema.Draft202012Validator(each["inputSchema"]) for each in (raw, after))

    @settings(max_examples=40, database=None)
    @given(INSTANCES)
    def same(instance: Any) -> None:
        assert before.is_valid(instance) == new.is_valid(instance)

    same()


OLD: list[tuple[str, str, Any]] = [
    ("tuple", "http://json-schema.org/draft-07/schema#", {"type": "array", "items": [{"type": "number"}, {"type": "string"}]}),
    ("closed tuple", "http://json-schema.org/draft-07/schema#", {"items": [{"type": "number"}], "additionalItems": False, "type": "array"}),
    ("boolean bound", "http://json-schema.org/draft-04/schema#", {"type": "integer", "minimum": 0, "exclusiveMinimum": True}),
    (
        "keywords beside a reference",
        "http://json-schema.org/draft-07/schema#",
        {
            "type": "array",
            "items": [{"$ref": "#/properties/value/definitions/A", "minimum": 9, "type": "string"}],
            "definitions": {"A": {"type": "number"}},
        },
    ),
    (
        "dependencies",
        "http://json-schema.org/draft-04/schema#",
        {
            "type": "object",
            "properties": {"b": {"type": "integer", "minimum": 0, "exclusiveMinimum": True}},
            "dependencies": {"a": ["b"], "c": {"required": ["d"]}},
        },
    ),
    ("idle bound", "http://json-schema.org/draft-04/schema#", {"type": "integer", "maximum": 3, "exclusiveMaximum": False}),
]  # fmt: skip


@pytest.mark.parametrize(("dialect", "schema"), [pytest.param(d, s, id=i) for i, d, s in OLD])
def test_an_older_dialect_is_written_as_2020_12(dialect: str, schema: Any) -> None:
    raw = tool({"$schema": dialect, **closed(value=schema)})
    after, changes = suggested(raw, "anthropic")
    assert changes == ""
    before = jsonschema.validators.validator_for(raw["inputSchema"])(raw["inputSchema"])
    new = jsonschema.Draft202012Validator(after["inputSchema"])

    @settings(max_examples=40, database=None)
    @given(INSTANCES)
    def same(instance: Any) -> None:
        # whether 3.0 is an integer is what the drafts themselves differ in
        read = json.loads(
            json.dumps(instance), parse_float=lambda text: int(float(text)) if float(text).is_integer() else float(text)
        )
        assert before.is_valid(read) == new.is_valid(read)

    same()


@pytest.mark.parametrize(
    ("dialect", "name"),
    [
        ("http://json-schema.org/draft-04/schema#", {"id": "#day"}),
        ("http://json-schema.org/draft-07/schema#", {"$id": "#day"}),
    ],
)
def test_names_of_an_older_dialect_are_left_alone(dialect: str, name: dict[str, str]) -> None:
    day = {"type": "integer", "minimum": 0, **name}
    schema = {"$schema": dialect, **closed(days={"type": "array", "items": [day, {"$ref": "#day"}]})}
    assert all("suggestion" not in finding.data for finding in lint(tool(schema), "anthropic"))


@pytest.mark.parametrize(
    ("schema", "names", "changes", "newly", "instance"),
    [
        ({"type": "number", "exclusiveMinimum": 0}, ("gemini",), "0 itself is valid", True, 0),
        ({"type": "integer", "enum": [1, 5]}, ("gemini",), "numbers between those of the enum are valid", True, 3),
        (
            {"type": "string", "pattern": "^(?=.*b).{1,9}$"},
            ("llama-cpp",),
            "any text is valid: check it in the tool",
            True,
            "a",
        ),
        (
            {"type": "string", "maxLength": 4000},
            ("llama-cpp",),
            "values that `maxLength` forbids are valid",
            True,
            "a" * 4001,
        ),
    ],
)
def test_what_a_rewrite_changes_is_said(
    schema: Any, names: tuple[str, ...], changes: str, newly: bool, instance: Any
) -> None:
    raw = tool(closed(value=schema))
    after, said = suggested(raw, *names)
    assert said == changes
    before, new = (jsonschema.Draft202012Validator(each["inputSchema"]) for each in (raw, after))
    assert (before.is_valid({"value": instance}), new.is_valid({"value": instance})) == (not newly, newly)


def test_a_choice_at_the_root_goes_into_the_description() -> None:
    schema = {
        **closed(yaml={"type": "string"}, dir={"type": "string"}),
        "oneOf": [{"required": ["yaml"]}, {"required": ["dir"]}],
    }
    after, changes = suggested(tool(schema), "anthropic", "vscode")
    assert after["description"] == "Plan a tour of the depot's vans. Give exactly one of `yaml` or `dir`."
    assert "oneOf" not in after["inputSchema"]
    assert "the description says which" in changes


@pytest.mark.parametrize(
    ("schema", "names"),
    [
        # what suits one target is refused by another one
        ({"type": "integer", "exclusiveMinimum": 0}, ("copilot-studio", "anthropic-strict")),
        ({"type": ["string", "null"], "anyOf": [{"minLength": 3}, {"type": "null"}]}, ("copilot-intellij",)),
        ({"$ref": "#/$defs/Node"}, ("copilot-studio",)),
    ],
)
def test_nothing_is_suggested_that_some_chosen_target_refuses(schema: Any, names: tuple[str, ...]) -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}
    raw = tool({**closed(value=schema), "required": ["value"], "$defs": {"Node": node}, "additionalProperties": False})
    for finding in lint(raw, *names):
        suggestion: Any = finding.data.get("suggestion")
        if suggestion is None:
            continue
        after, before = corpus([patched(raw, suggestion["patch"])]), corpus([raw])
        judged = [targets.load(name) for name in names]
        left = all_breaches(after.catalogs[0], judged, Context(after, targets=names))
        known = all_breaches(before.catalogs[0], judged, Context(before, targets=names))
        assert len(left) < len(known)
        # the bound that the one would take is a keyword that the other does not know
        assert "minimum" not in str(suggestion["patch"])


def test_a_fix_replaces_the_smallest_value_around_the_changes() -> None:
    raw = tool(closed(value={"type": ["string", "null"], "description": "Mark."}))
    (finding,) = lint(raw, "gemini")
    assert finding.fix is not None
    assert finding.fix.where.path == ("inputSchema", "properties", "value")
    assert finding.fix.value == {"description": "Mark.", "anyOf": [{"type": "string"}, {"type": "null"}]}
    assert finding.fix.text == "Rewrite it; the same values are valid"


@pytest.mark.parametrize("indent", [None, 2])
def test_a_fix_in_a_file_is_the_suggestion(indent: int | None) -> None:
    schema = {
        "type": "object",
        "properties": {
            "stops": {"type": ["array", "null"], "items": {"type": "string", "description": "Größe\u2028 \U0001f69a"}},
            "vans": {
                "type": "integer",
                "exclusiveMinimum": 0,
                "description": "How many go.",
                "title": "Vans of a tour",
            },
        },
    }
    text = json.dumps({"tools": [tool(schema)]}, indent=indent, ensure_ascii=False)
    given = sources.load(["-"], stdin=io.BytesIO(text.encode())).corpus
    report = locate.attach(run(Context(given, targets=("gemini",)), [rule() for rule in FAMILY]), given)
    fixes = [(result.finding, result.fix_place) for result in report.results if result.finding.fix]
    assert len(fixes) == 2
    lines = [f"{line}\n" for line in text.split("\n")]
    for finding, place in fixes:
        assert place is not None
        assert finding.fix is not None
        start, end = (
            sum(map(len, lines[: line - 1])) + column - 1
            for line, column in (
                (place.span.start_line, place.span.start_column),
                (place.span.end_line, place.span.end_column),
            )
        )
        (changed,) = json.loads(text[:start] + json.dumps(finding.fix.value) + text[end:])["tools"]
        suggestion: Any = finding.data["suggestion"]
        assert changed == patched(tool(schema), suggestion["patch"])


@pytest.mark.parametrize("bound", ["1e400", "-1e400", "NaN", "9" * 5000])
@pytest.mark.parametrize("kind", ["integer", "number"])
def test_no_bound_is_made_of_what_is_no_number(bound: str, kind: str) -> None:
    schema = f'{{"type": "object", "properties": {{"vans": {{"type": "{kind}", "exclusiveMinimum": {bound}}}}}}}'
    text = f'[{{"name": "plan_tour", "description": "Plan a tour.", "inputSchema": {schema}}}]'
    given = sources.load(["-"], stdin=io.BytesIO(text.encode())).corpus
    report = run(Context(given, targets=("gemini",)), [rule() for rule in FAMILY])
    assert not report.failures
    assert "suggestion" not in report.results[0].finding.data


def test_questions_that_targets_share_are_counted_for_each() -> None:
    schema = {
        "properties": {"a b": {"type": ["string", "null"], "const": "x"}, "c": {"type": "array"}, "d": True},
        "anyOf": [{"required": ["c"]}],
    }
    catalog = corpus([tool(schema, name="plan a tour " * 12)]).catalogs[0]
    ctx = Context(Corpus((catalog,)), targets=targets.NAMES)
    found = Counter(
        (breach.target.name, breach.fact.id)
        for breach in all_breaches(catalog, [targets.load(name) for name in targets.NAMES], ctx)
    )
    assert len(found) > 50
    assert count_breaches(catalog.tools[0], ctx) == found


def test_a_patch_changes_no_more_than_it_has_to() -> None:
    schema = closed(vans={"type": "integer", "exclusiveMinimum": 0, "maximum": 2**63 - 1, "description": "Vans."})
    (finding,) = lint(tool(schema), "gemini")
    suggestion: Any = finding.data["suggestion"]
    assert suggestion["patch"] == [
        {"op": "remove", "path": "/inputSchema/properties/vans/exclusiveMinimum"},
        {"op": "add", "path": "/inputSchema/properties/vans/minimum", "value": 1},
    ]


@pytest.mark.parametrize(("schema", "names"), [pytest.param(s, n, id=i) for i, s, n in EQUAL])
def test_a_rewrite_is_the_same_among_other_parameters(schema: Any, names: tuple[str, ...]) -> None:
    """Each parameter is judged alone, so that tools with many of them cost no more than they have to."""
    alone = lint(tool(closed(value=schema)), *names)
    others = {"other": {"type": "string"}, "title": {"type": "string", "description": "Of the tour."}}
    among = lint(tool(closed(**others, value=schema)), *names)
    assert [each.data.get("suggestion") for each in among] == [each.data.get("suggestion") for each in alone]


def test_a_rewrite_leaves_what_it_was_given_alone() -> None:
    raw = tool(closed(value={"type": ["string", "null"]}, other={"const": 1}))
    kept = copy.deepcopy(raw)
    assert len(lint(raw, "gemini")) == 2
    assert raw == kept
