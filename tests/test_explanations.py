"""Where a catalog may explain a parameter."""

from __future__ import annotations

from typing import Any

import pytest

from catalint.explanations import describe, docstring, explain, target, telling_title
from catalint.model import Parameter, build_catalog


def parameter(schema: Any, text: str = "", **definitions: Any) -> Parameter:
    entry: dict[str, Any] = {
        "name": "dye_cloth",
        "description": text,
        "inputSchema": {"type": "object", "properties": {"colour": schema}, "$defs": definitions},
    }
    return build_catalog("dyer", [entry]).tools[0].parameters[0]


@pytest.mark.parametrize(
    ("schema", "text", "expected"),
    [
        ({"description": "Colour by name."}, "", "Colour by name."),
        ({"$ref": "#/$defs/Colour"}, "", "Colour as hex."),
        ({"$ref": "#/$defs/Alias"}, "", "Colour as hex."),
        ({"$ref": "#/$defs/Colour", "description": "Of the warp."}, "", "Of the warp.\nColour as hex."),
        ({"anyOf": [{"description": "Colour."}, {"type": "null"}]}, "", "Colour."),
        ({"type": "array", "items": {"description": "One colour."}}, "", "One colour."),
        ({}, "Dye.\n\nArgs:\n    colour: by name", "by name"),
        ({"description": "by name"}, "Dye.\n\nArgs:\n    colour: by name", "by name"),
        ({"title": "Colour of the weft"}, "", "Colour of the weft"),
        ({"title": "Colour"}, "", ""),
        ({"description": "  "}, "", ""),
        ({"description": 3}, "", ""),
        (True, "", ""),
        ({"$ref": "#/$defs/Loop"}, "", ""),
        ({"$ref": "#/nowhere"}, "", ""),
    ],
)
def test_explain(schema: Any, text: str, expected: str) -> None:
    found = parameter(
        schema,
        text,
        Colour={"description": "Colour as hex."},
        Alias={"$ref": "#/$defs/Colour"},
        Loop={"$ref": "#/$defs/Loop"},
    )
    assert explain(found) == expected


def test_target_follows_references_to_the_end() -> None:
    root: Any = {"$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"type": "string"}}}
    assert target({"$ref": "#/$defs/A"}, root) == {"type": "string"}
    assert target({"$ref": "#/$defs/C"}, root) == {"$ref": "#/$defs/C"}
    assert target(None, root) is None


def test_describe_needs_no_parameter() -> None:
    assert describe({"allOf": [{"description": "a"}, {"description": "b"}]}, {}) == "a\nb"


def test_titles() -> None:
    assert telling_title(parameter({"title": "colour"})) == ""
    assert telling_title(parameter({"title": ["colour"]})) == ""


def test_docstring_knows_the_tools_parameters() -> None:
    tool = parameter({}, "Dye.\n\nArgs:\n    colour: by name\n    ctx: none of them").tool
    assert docstring(tool).parameters == {"colour": "by name"}
