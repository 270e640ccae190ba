from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from catalint import Finding, Json
from catalint.testing import findings
from catalint_rules.schemas.recursive_schema import RecursiveSchema

TEXT: Json = {"type": "string"}


def root(**keywords: Any) -> Json:
    return {"type": "object", **keywords}


def defining(definitions: dict[str, Any], first: str = "A") -> Json:
    return root(properties={"top": {"$ref": f"#/$defs/{first}"}}, **{"$defs": definitions})


def to(name: str) -> Json:
    return {"$ref": f"#/$defs/{name}"}


def check(schema: Json, **more: Json) -> list[Finding]:
    return findings(RecursiveSchema, [{"name": "plant", "inputSchema": schema, **more}])


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        (defining({"A": root(properties={"a": to("A")})}), "`$defs/A` contains itself"),
        (defining({"A": root(properties={"b": {"items": to("A")}})}), "`$defs/A` contains itself"),
        (defining({"A": root(additionalProperties=to("A"))}), "`$defs/A` contains itself"),
        (defining({"A": {"anyOf": [TEXT, {"type": "array", "items": to("A")}]}}), "`$defs/A` contains itself"),
        (
            defining({"A": root(properties={"b": to("B")}), "B": root(properties={"a": to("A")})}),
            "`$defs/A` and `$defs/B` contain each other",
        ),
        (
            defining({name: root(properties={"x": to(after)}) for name, after in zip("ABCDEF", "BCDEFA", strict=True)}),
            "`$defs/A`, `$defs/B`, `$defs/C`, `$defs/D` and 2 more contain each other",
        ),
        (root(properties={"and": {"$ref": "#"}}), "The input schema contains itself"),
        (root(properties={"list": {"items": {"$ref": "#/properties/list"}}}), "`list` contains itself"),
        (
            root(properties={"tree": {"properties": {"left": {"$ref": "#node"}}, "$anchor": "node"}}),
            "`tree` contains itself",
        ),
        (root(properties={"a": {"$recursiveRef": "#"}}), "The input schema contains itself"),
        (root(properties={"a": {"items": {"$dynamicRef": "#n"}, "$dynamicAnchor": "n"}}), "`a` contains itself"),
        (root(properties={"a": {"$id": "a.json", "items": {"$ref": "a.json"}}}), "`a` contains itself"),
        (defining({"A": to("B"), "B": to("A")}), "`$defs/A` and `$defs/B` only refer to each other"),
        (defining({"A": to("A")}), "`$defs/A` only refers to itself"),
        (defining({"A": {"allOf": [to("A")]}}), "`$defs/A` only refers to itself"),
    ],
)
def test_fires(schema: Json, words: str) -> None:
    (found,) = check(schema)
    assert words in found.message
    assert found.where.path[-1] in ("$ref", "$recursiveRef", "$dynamicRef")
    (other,) = check(root(), outputSchema=schema)
    assert other.where.path[0] == "outputSchema"


@pytest.mark.parametrize(
    "schema",
    [
        root(),
        defining({"A": root(properties={"b": to("B"), "c": to("B")}), "B": TEXT}),
        defining({"A": root(properties={"a": to("Nowhere")})}),
        defining({"A": root(properties={"a": {"$ref": "https://example.org/A"}})}),
        root(properties={"a": {"properties": {"b": TEXT}}, "c": {"$ref": "#/properties/a/properties/b"}}),
        root(properties={"a": {"properties": {"b": TEXT, "c": {"$ref": "#/properties/a/properties/b"}}}}),
        root(properties={"a": {"default": {"$ref": "#"}}}),
    ],
)
def test_silent(schema: Json) -> None:
    assert check(schema, outputSchema=schema) == []


def test_one_finding_for_each_schema() -> None:
    tree = defining({"A": root(properties={"a": to("A")}), "B": root(properties={"b": {"items": to("B")}})})
    (found,) = check(tree)
    assert found.data["rings"] == 2
    assert [related.where.path[2] for related in found.related] == ["B"]
    assert found.detail.splitlines() == ["`$defs/A` contains itself", "`$defs/B` contains itself"]
    assert len(check(tree, outputSchema=tree)) == 2


def test_what_to_write_is_of_the_same_type() -> None:
    (found,) = check(root(), outputSchema=defining({"A": {"type": "array", "items": to("A")}}))
    assert 'write {"type": "array"} in place of the inner reference' in found.message
    (found,) = check(defining({"A": {"anyOf": [TEXT, root(properties={"a": to("A")})]}}))
    assert "write {} in the last" in found.message


def test_definitions_that_fan_out_are_no_ring(calls: Callable[[Callable[[], object]], int]) -> None:
    def found(levels: int) -> list[Finding]:
        definitions: dict[str, Any] = {
            f"L{level}": root(properties={"left": to(f"L{level + 1}"), "right": to(f"L{level + 1}")})
            for level in range(levels)
        }
        return check(defining({**definitions, f"L{levels}": TEXT}, "L0"))

    assert found(26) == []
    assert calls(lambda: found(16)) < 4 * calls(lambda: found(8))


def test_work_grows_with_a_ring(calls: Callable[[Callable[[], object]], int]) -> None:
    def message(length: int) -> str:
        definitions = {
            f"L{level}": root(properties={"next": to(f"L{(level + 1) % length}")}) for level in range(length)
        }
        (found,) = check(defining(definitions, "L0"))
        return found.message

    assert "and 4997 more" in message(5001)
    assert calls(lambda: message(2_000)) < 8 * calls(lambda: message(500))


def catalog(*schemas: Json) -> list[Finding]:
    return findings(
        RecursiveSchema, [{"name": f"plant_{place}", "inputSchema": schema} for place, schema in enumerate(schemas)]
    )


def test_the_same_ring_in_several_tools_is_one_cause() -> None:
    tree: Any = defining({"A": root(properties={"a": to("A")})})
    (found,) = catalog(tree, root(), {**tree, "properties": {"other": to("A"), "name": TEXT}})
    assert found.message.startswith("`$defs/A` contains itself in 2 tools; ")
    assert [(related.where.tool, related.message) for related in found.related] == [(2, "the same ring")]
    assert found.data["tools"] == ["plant_0", "plant_2"]
    unlike = defining({"A": root(properties={"a": to("A"), "b": TEXT})})
    elsewhere = defining({"B": root(properties={"b": to("B")})}, "B")
    assert len(catalog(tree, unlike, elsewhere)) == 3


def test_levels_are_spelled_out_only_where_that_stays_small() -> None:
    def told(fields: int, beside: int = 0) -> str:
        tree: Any = defining(
            {"A": root(properties={"a": to("A"), **{f"field_{each}": TEXT for each in range(fields)}})}
        )
        tree["properties"].update({f"beside_{each}": TEXT for each in range(beside)})
        (found,) = check(tree)
        return found.message

    assert "spell out the levels that are needed" in told(30)
    assert 'write {"type": "object"} in place of the inner reference and say in its description' in told(60)
    assert "in place of the inner reference" in told(5, beside=150)
