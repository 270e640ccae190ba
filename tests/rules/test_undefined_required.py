from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalint import Finding, Json
from catalint.testing import findings
from catalint_rules.schemas.undefined_required import UndefinedRequired

TEXT: Json = {"type": "string"}


def check(schema: Json, **more: Json) -> list[Finding]:
    return findings(UndefinedRequired, [{"name": "drill", "inputSchema": schema, **more}])


def root(**keywords: Any) -> Json:
    return {"type": "object", **keywords}


@pytest.mark.parametrize(
    ("schema", "path"),
    [
        (root(properties={"bit": TEXT}, required=["depth"]), ()),
        (root(properties={}, required=["depth"]), ()),
        (root(required=["depth"]), ()),
        ({"properties": {"bit": TEXT}, "required": ["depth"]}, ()),
        (root(properties={"bit": TEXT}, required=["depth"], additionalProperties=True), ()),
        (root(properties={"bit": TEXT}, required=["depth"], additionalProperties={}), ()),
        (root(properties={"a": root(properties={"b": TEXT}, required=["depth"])}), ("properties", "a")),
        (
            root(properties={"a": {"items": root(properties={"b": TEXT}, required=["depth"])}}),
            ("properties", "a", "items"),
        ),
        (root(properties={"a": {"prefixItems": [root(required=["depth"])]}}), ("properties", "a", "prefixItems", 0)),
        (root(additionalProperties=root(required=["depth"])), ("additionalProperties",)),
        (root(patternProperties={"^x": root(required=["depth"])}), ("patternProperties", "^x")),
        (root(properties={"a": TEXT}, allOf=[{"properties": {"b": TEXT}, "required": ["depth"]}]), ("allOf", 0)),
        (root(properties={"a": TEXT}, anyOf=[{"required": ["a"]}, {"required": ["depth"]}]), ("anyOf", 1)),
        (root(properties={"a": TEXT}, dependentSchemas={"a": {"required": ["depth"]}}), ("dependentSchemas", "a")),
        (root(properties={"a": TEXT}, **{"if": {"required": ["a"]}, "then": {"required": ["depth"]}}), ("then",)),
        (root(properties={"a": {"type": ["object", "null"], "required": ["depth"]}}), ("properties", "a")),
        (root(properties={"a": {"$ref": "#/$defs/P"}}, **{"$defs": {"P": root(required=["depth"])}}), ("$defs", "P")),
        (root(properties={"required": TEXT}, required=["depth"]), ()),
    ],
)
def test_fires_at_the_list(schema: Json, path: tuple[str | int, ...]) -> None:
    (found,) = check(schema)
    assert found.where.path == ("inputSchema", *path, "required")
    assert "`depth`" in found.message
    assert found.data["missing"] == ["depth"]


@pytest.mark.parametrize(
    "schema",
    [
        root(properties={"bit": TEXT}, required=["bit"]),
        root(properties={"bit": True}, required=["bit"]),
        root(properties={"bit": TEXT}, required=[]),
        root(properties={"bit": TEXT}, oneOf=[{"required": ["bit"]}, {"required": ["bit"]}]),
        root(required=["bit"], anyOf=[{"properties": {"bit": TEXT}}, {"properties": {"size": TEXT}}]),
        root(allOf=[{"properties": {"bit": TEXT}}, {"required": ["bit"]}]),
        root(properties={"bit": TEXT}, dependentRequired={"bit": ["depth"]}),
        root(properties={"bit": TEXT}, dependencies={"bit": ["depth"]}),
        root(properties={"a": root(additionalProperties=TEXT, required=["depth"])}),
        root(properties={"a": root(unevaluatedProperties=TEXT, required=["depth"])}),
        root(properties={"a": root(patternProperties={"^d": TEXT}, required=["depth"])}),
        root(properties={"a": root(additionalProperties=True, required=["depth"])}),
        root(properties={"a": {"$ref": "https://example.org/drill", "required": ["depth"]}}),
        root(properties={"a": {"$ref": "#/$defs/Nowhere", "required": ["depth"]}}),
        root(properties={"a": {"$dynamicRef": "#node", "required": ["depth"]}}),
        root(properties={"bit": TEXT}, **{"not": {"required": ["depth"]}}),
        root(properties={"bit": TEXT}, **{"if": {"required": ["depth"]}, "then": {"required": ["bit"]}}),
        root(properties={"a": {"type": "string", "required": ["depth"]}}),
        root(properties={"a": {"default": {"required": ["depth"]}, "examples": [{"required": ["depth"]}]}}),
        root(
            properties={"a": {"$ref": "#/$defs/B"}},
            **{
                "$defs": {
                    "B": {"allOf": [{"$ref": "#/$defs/C"}], "properties": {"depth": TEXT}},
                    "C": {"required": ["depth"]},
                }
            },
        ),
        root(properties={"a": {"$ref": "#"}, "depth": TEXT}, required=["depth"]),
        root(**{"$defs": {"Unused": root(required=["depth"])}}),
        root(required=True),
        root(required="bit"),
        root(required=[1, None, {}]),
        root(properties=[], required={"bit": 1}),
        [],
        None,
        "string",
        True,
    ],
)
def test_silent(schema: Json) -> None:
    assert check(schema, outputSchema=schema) == []


def test_a_definition_that_fits_one_of_its_users_is_fine() -> None:
    """A mix-in may require what each user has to bring; it is at fault if none does."""
    mixin: Json = {"required": ["depth"]}
    user: Json = {"allOf": [{"$ref": "#/$defs/Mixin"}], "properties": {"bit": TEXT}}
    other: Json = {"allOf": [{"$ref": "#/$defs/Mixin"}], "properties": {"depth": TEXT}}
    assert len(check(root(properties={"a": user}, **{"$defs": {"Mixin": mixin}}))) == 1
    assert check(root(properties={"a": user, "b": other}, **{"$defs": {"Mixin": mixin}})) == []
    assert check(root(properties={"b": other, "a": user}, **{"$defs": {"Mixin": mixin}})) == []


def test_several_names_are_one_finding() -> None:
    (found,) = check(root(properties={"bit": TEXT}, required=["f", "e", "bit", "d", "c", "b", "a", "a"]))
    assert found.message.startswith(
        "The input schema requires `f`, `e`, `d`, `c` and 2 more but has no properties of these names"
    )
    assert found.key == "a,b,c,d,e,f"


@pytest.mark.parametrize(
    ("missing", "known", "meant"),
    [
        ("tabName", ["request", "tab"], "tab"),
        ("tag", ["old", "new_tag"], "new_tag"),
        ("userId", ["user-id", "id"], "user-id"),
        ("id", ["video", "user_id"], "user_id"),
        ("mesage", ["title", "message"], "message"),
        ("id", ["video"], ""),
        ("host", ["port"], ""),
        ("depth", ["bit", "speed"], ""),
    ],
)
def test_the_property_that_was_meant(missing: str, known: list[str], meant: str) -> None:
    (found,) = check(root(properties=dict.fromkeys(known, TEXT), required=[missing]))
    assert (f"write `{meant}`, or add its schema" if meant else ": add its schema, or take it out") in found.message


def test_what_it_costs() -> None:
    assert (
        "no call can be valid"
        in check(root(properties={"a": TEXT}, required=["b"], additionalProperties=False))[0].message
    )
    assert "nothing to fill in" in check(root(properties={"a": TEXT}, required=["b"]))[0].message
    (output,) = check(root(), outputSchema=root(properties={"a": TEXT}, required=["b"]))
    assert output.where.pointer == "/tools/0/outputSchema/required"
    assert "clients refuse results without it" in output.message


def fanning_out(levels: int) -> list[Finding]:
    """Findings on definitions that refer to the next one twice: 2 to the `levels` objects if each use counted."""
    definitions: dict[str, Json] = {
        f"L{level}": {
            "allOf": [{"$ref": f"#/$defs/L{level + 1}"}] * 2,
            "properties": {"left": {"$ref": f"#/$defs/L{level + 1}"}},
        }
        for level in range(levels)
    }
    definitions[f"L{levels}"] = root(properties={"leaf": TEXT}, required=["leaf"])
    return check(root(properties={"tree": {"$ref": "#/$defs/L0"}}, **{"$defs": definitions}))


def test_definitions_that_fan_out_are_looked_at_once_each(calls: Callable[[Callable[[], object]], int]) -> None:
    assert fanning_out(26) == []
    assert calls(lambda: fanning_out(16)) < 4 * calls(lambda: fanning_out(8))


def test_objects_that_each_refer_to_all_are_looked_at_once_each(calls: Callable[[Callable[[], object]], int]) -> None:
    def found(count: int) -> list[Finding]:
        names = [f"D{number}" for number in range(count)]
        everything: Json = [{"$ref": f"#/$defs/{name}"} for name in names]
        definitions: dict[str, Json] = {
            name: {"allOf": everything, "properties": {name: {"allOf": everything}}} for name in names
        }
        return check(root(properties={"a": {"allOf": everything}}, **{"$defs": definitions}))

    # twice as many objects are four times as many references
    assert calls(lambda: found(80)) < 6 * calls(lambda: found(40))


def test_deep_schemas_end() -> None:
    schema: Json = root(properties={"a": TEXT}, required=["b"])
    for _ in range(2000):
        schema = root(properties={"next": schema})
    (found,) = check(schema)
    assert len(found.where.path) == 4002
    assert len(found.message) <= 240


JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["a", "b", "object", "#", "#/$defs/a"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                "a b type properties items required anyOf allOf not if then $ref $defs additionalProperties".split()
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=30,
)


@settings(max_examples=300)
@given(JSON)
def test_names_reported_are_required_and_declared_nowhere_near(schema: Json) -> None:
    for found in check(schema):
        value: Any = {"inputSchema": schema}
        for step in found.where.path[:-1]:
            value = value[step]
        missing: Any = found.data["missing"]
        assert missing
        assert set(missing) <= {name for name in value["required"] if isinstance(name, str)}
        properties = value.get("properties")
        assert not isinstance(properties, dict) or not set(missing) & set(properties)
