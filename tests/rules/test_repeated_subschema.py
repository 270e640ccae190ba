"""repeated-subschema: copies at any place, thresholds, and exact savings."""

from __future__ import annotations

from typing import Any

import pytest

from catalint.analyses.tokens import TOKENS
from catalint.context import Context
from catalint.finding import Finding
from catalint.testing import corpus, findings
from catalint_rules.tokens.repeated_subschema import RepeatedSubschema


def place(**annotations: Any) -> dict[str, Any]:
    """A subschema of some 60 tokens."""
    return {
        "type": "object",
        **annotations,
        "properties": {
            "latitude": {"type": "number", "description": "Degrees north."},
            "longitude": {"type": "number", "description": "Degrees east."},
            "depth": {"type": "number", "description": "Metres below the surface."},
        },
        "required": ["latitude", "longitude"],
    }


def tool(name: str = "lay_cable", /, *, defs: dict[str, Any] | None = None, **properties: Any) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "properties": properties, **({"$defs": defs} if defs else {})}
    return {"name": name, "description": "Lay a cable on the sea bed.", "inputSchema": schema}


def total(raw: dict[str, Any]) -> int:
    return next(iter(Context(corpus([raw])).get(TOKENS).values())).total


def one(found: list[Finding]) -> Finding:
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    "raw",
    [
        tool(start=place(), middle=place(), end=place()),
        tool(start=place(description="Where it starts."), middle=place(title="Bend"), end=place(default={})),
        tool(route={"type": "array", "items": place()}, start=place(), area={"type": "object", "properties": {"end": place()}}),
        tool(route={"anyOf": [place(), {"type": "array", "items": place()}, {"type": "null"}]}, start=place()),
        tool(defs={"Leg": {"type": "object", "properties": {"start": place(), "end": place()}}}, legs={"$ref": "#/$defs/Leg"}, dock=place()),
        tool(**{
            name: {"type": "string", "description": "Moment in UTC, to the second, between the first and the last tide of the survey, never in the hours in which the strait is closed to ships of any size."}
            for name in ("from", "to", "until")
        }),
    ],
)  # fmt: skip
def test_copies_are_found_wherever_they_stand(raw: dict[str, Any]) -> None:
    found = one(findings(RepeatedSubschema, [raw]))
    assert found.where.tool == 0
    assert len(found.related) == 2
    assert "Where clients can't follow `$ref`" in found.message


def test_the_saving_is_what_a_definition_would_cost_less() -> None:
    copies = tool(start=place(description="Start."), middle=place(description="Bend."), end=place(description="End."))
    defined = tool(
        defs={"start": place()},
        **{
            name: {"description": text, "$ref": "#/$defs/start"}
            for name, text in (("start", "Start."), ("middle", "Bend."), ("end", "End."))
        },
    )
    found = one(findings(RepeatedSubschema, [copies]))
    assert found.data["saving"] == total(copies) - total(defined)
    assert found.data["total"] == total(copies)


def test_annotations_beside_a_reference_are_counted_wherever_they_stand() -> None:
    copies = tool(
        start=place(), middle=place(description="Bend in the cable."), end=place(title="Where it goes ashore")
    )
    defined = tool(
        defs={"start": place()},
        start={"$ref": "#/$defs/start"},
        middle={"description": "Bend in the cable.", "$ref": "#/$defs/start"},
        end={"title": "Where it goes ashore", "$ref": "#/$defs/start"},
    )
    assert one(findings(RepeatedSubschema, [copies])).data["saving"] == total(copies) - total(defined)


def test_copies_in_other_tools_are_counted() -> None:
    tools = [
        tool(start=place(), middle=place(), end=place()),
        tool("mark_spot", spot=place(description="Spot.")),
        tool("measure_way", start=place(), end=place(), name={"type": "string"}),
    ]
    data: Any = one(findings(RepeatedSubschema, tools)).data
    assert data["elsewhere"] == {"places": 3, "tokens": 3 * data["tokens"]}
    assert [entry["tool"] for entry in data["tools"]] == ["lay_cable"]


def test_thresholds() -> None:
    three = tool(start=place(), middle=place(), end=place())
    data: Any = one(findings(RepeatedSubschema, [three])).data
    assert findings(RepeatedSubschema, [tool(start=place(), end=place())]) == []
    assert findings(RepeatedSubschema, [tool(start=place(), end=place())], {"min-places": 2, "min-saving": 10})
    assert findings(RepeatedSubschema, [three], {"min-saving": data["saving"]})
    assert findings(RepeatedSubschema, [three], {"min-saving": data["saving"] + 1}) == []
    assert findings(RepeatedSubschema, [three], {"min-tokens": data["tokens"]})
    assert findings(RepeatedSubschema, [three], {"min-tokens": data["tokens"] + 1}) == []
    assert findings(RepeatedSubschema, [three], {"min-percent": int(100 * data["share"])})
    assert findings(RepeatedSubschema, [three], {"min-percent": int(100 * data["share"]) + 1}) == []


@pytest.mark.parametrize(
    "raw",
    [
        tool(**{name: {"type": "string", "description": "Name of the depot."} for name in ("start", "end", "base", "dock")}),
        tool(**{name: {"$ref": "#/$defs/Place"} for name in ("start", "middle", "end")}, defs={"Place": place()}),
        tool(start=place(), middle=place() | {"required": ["depth"]}, end=place() | {"minProperties": 2}),
        tool(**{name: place() | {"$id": f"https://example.org/{name}"} for name in ("start", "middle", "end")}),
        tool(notes={"type": "string", "description": "Whatever the crew should know. " * 300}, a=place(), b=place(), c=place()),
    ],
)  # fmt: skip
def test_what_is_no_use_to_define(raw: dict[str, Any]) -> None:
    assert findings(RepeatedSubschema, [raw]) == []


def test_tools_with_the_same_copies_are_one_finding() -> None:
    tools = [tool(name, start=place(), middle=place(), end=place()) for name in ("lay_cable", "lay_pipe", "lift_pipe")]
    tools[1]["inputSchema"]["properties"]["dock"] = place()
    found = one(findings(RepeatedSubschema, tools))
    assert found.where.tool == 1
    assert "4 times (`start`, `middle`, `end`, …)" in found.message
    assert "2 more tools repeat one" in found.message
    assert [entry["tool"] for entry in found.data["tools"]] == ["lay_pipe", "lay_cable", "lift_pipe"]  # type: ignore[index,union-attr,call-overload]


def test_a_habit_of_a_catalog_is_one_finding() -> None:
    def other(number: int) -> dict[str, Any]:
        return place() | {"properties": {f"{key}_{number}": value for key, value in place()["properties"].items()}}

    tools = [tool(f"lay_{number}", a=other(number), b=other(number), c=other(number)) for number in range(4)]
    assert len(findings(RepeatedSubschema, tools[:3])) == 3
    assert "3 more tools repeat one" in one(findings(RepeatedSubschema, tools)).message


def test_messages_stay_short() -> None:
    raw = tool("lay_" + "very_" * 40 + "long_cable", **{f"{'position_' * 9}{number}": place() for number in range(5)})
    assert len(one(findings(RepeatedSubschema, [raw])).message) <= 240


def test_old_definitions_keep_their_keyword() -> None:
    raw = tool(start=place(), middle=place(), end=place())
    raw["inputSchema"]["definitions"] = {"Depth": {"type": "number"}}
    assert one(findings(RepeatedSubschema, [raw])).data["saving"]


SPELLED_OUT = (
    "^([0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](?:[.][0-9]+)?(?:Z|[+-][0-2][0-9]:[0-5][0-9]))$"
)


def test_what_a_generator_left_is_not_to_be_defined() -> None:
    moment = {"type": "string", "format": "date-time", "pattern": SPELLED_OUT}
    assert findings(RepeatedSubschema, [tool(start=moment, bend=moment, end=moment)]) == []


def test_the_saving_is_that_without_what_a_generator_left() -> None:
    titled = place()
    titled["properties"] = {name: {**schema, "title": name.title()} for name, schema in titled["properties"].items()}
    found = one(findings(RepeatedSubschema, [tool(start=titled, bend=titled, end=titled)]))
    bare = tool(start=place(), bend=place(), end=place())
    defined = tool(defs={"start": place()}, **{name: {"$ref": "#/$defs/start"} for name in ("start", "bend", "end")})
    assert found.data["total"] == total(bare)
    assert found.data["saving"] == total(bare) - total(defined)
    assert f"of {total(bare):,} without generator leftovers (" in found.message
    assert "without generator leftovers" not in one(findings(RepeatedSubschema, [bare])).message


@pytest.mark.parametrize("closed", [{"readOnly": True}, {"description": "Where it lies. Read-only."}])
def test_what_no_call_can_set_is_not_to_be_defined(closed: dict[str, Any]) -> None:
    names = ("start", "bend", "end")
    assert findings(RepeatedSubschema, [tool(**{name: place(**closed) for name in names})]) == []
    assert (
        findings(RepeatedSubschema, [tool(**{name: {"properties": {"at": place()}, **closed} for name in names})]) == []
    )
    assert findings(RepeatedSubschema, [tool(**{name: place(description="Where it lies.") for name in names})])
