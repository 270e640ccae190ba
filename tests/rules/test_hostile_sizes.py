"""Catalogs that no author writes: sizes at which comparing each thing with each other would take minutes or hours."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from catalint import Rule
from catalint.testing import findings
from catalint_rules.clients.client_name_length import ClientNameLength
from catalint_rules.descriptions.duplicate_description import DuplicateDescription
from catalint_rules.names.colliding_name import CollidingName
from catalint_rules.names.near_duplicate_name import NearDuplicateName
from catalint_rules.names.opaque_name import OpaqueName
from catalint_rules.namespaces.cross_server_collision import CrossServerCollision
from catalint_rules.parameters.mixed_parameter_style import MixedParameterStyle
from catalint_rules.parameters.mixed_safety_modes import MixedSafetyModes
from catalint_rules.parameters.mode_parameter import ModeParameter
from catalint_rules.parameters.undescribed_parameter import UndescribedParameter
from catalint_rules.safety.cross_tool_directive import CrossToolDirective
from catalint_rules.schemas.invalid_default import InvalidDefault
from catalint_rules.schemas.recursive_schema import RecursiveSchema
from catalint_rules.schemas.undefined_required import UndefinedRequired
from catalint_rules.schemas.unresolved_ref import UnresolvedRef
from catalint_rules.stability.changing_text import ChangingText
from catalint_rules.tokens.oversized_tool import OversizedTool

Tools = list[dict[str, Any]]


def tool(name: str, description: str, properties: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "name": name,
        "description": description,
        "inputSchema": {"type": "object", "properties": properties or {}},
    }


def one_tool(name: Callable[[int], str], count: int, text: str = "", **schema: Any) -> Tools:
    names = [name(number) for number in range(count)]
    told = " ".join(text.format(each) for each in names) if text else ""
    return [tool("adjust_lamps", f"Adjust the lamps of a house. {told}", dict.fromkeys(names, schema))]


def styled(number: int) -> str:
    return f"lamp_of_room_{number}" if number % 2 else f"lampOfRoom{number}"


def spelled(letters: tuple[bool, ...]) -> str:
    return "".join(char.upper() if upper else char for char, upper in zip("getlampstate", letters, strict=True))


def requiring(count: int) -> Tools:
    (made,) = one_tool(lambda number: f"lamp_{number}", count, type="string")
    made["inputSchema"]["required"] = [f"lamb_{number}" for number in range(count)]
    return [made]


def one_tool_of(properties: dict[str, Any], **definitions: Any) -> Tools:
    made = tool("adjust_lamps", "Adjust the lamps of a house.", properties)
    made["inputSchema"]["$defs"] = definitions
    return [made]


# a choice of what is the same choice again: four levels of it have 100 million branches
UNION = {"anyOf": [{"$ref": "#/$defs/union"}] * 100}
DEFINITIONS = {f"b{number}": {"type": "string"} for number in range(10_000)}
MANY = {"type": "object", "properties": {f"field_{number}": {"type": "string"} for number in range(10_000)}}
LONG_CHOICE = {"type": "string", "enum": [f"value {number}" for number in range(50_000)]}
SAME = "Return the state of a lamp in a house, with its brightness and its colour."


ACTION: dict[str, Any] = {
    "type": "string",
    "enum": ["get", "list", "delete"],
    "description": "What to do with the lamp.",
}


@pytest.mark.parametrize(
    ("rule", "tools", "count"),
    [
        (UndescribedParameter, one_tool(lambda number: f"p{number}", 30_000, type="string"), 1),
        (UndescribedParameter, one_tool(lambda number: f"data{number}", 20_000, "Needs {}.", type="string"), 0),
        (MixedParameterStyle, one_tool(styled, 30_000, type="string"), 1),
        (ModeParameter, one_tool(lambda number: f"action_{number}", 10_000, **ACTION), 0),
        (
            MixedSafetyModes,
            [
                tool(f"manage_lamp_{number}", SAME, {"action": ACTION, "lamp": {"type": "string"}})
                for number in range(2_000)
            ],
            2_000,
        ),
        (OversizedTool, one_tool(lambda number: f"param_{number}", 10_000, type="string"), 1),
        (UndefinedRequired, requiring(9_000), 1),
        (UndefinedRequired, one_tool_of({f"p{n}": {"$ref": "#", "required": ["q"]} for n in range(15_000)}), 0),
        (
            UnresolvedRef,
            one_tool_of({f"p{n}": {"$ref": f"#/$defs/a{n}"} for n in range(10_000)}, **DEFINITIONS),
            10_000,
        ),
        (UndescribedParameter, one_tool_of({f"p{n}": {"$ref": "#/$defs/many"} for n in range(5_000)}, many=MANY), 0),
        (InvalidDefault, one_tool_of({f"p{n}": LONG_CHOICE | {"default": "no"} for n in range(100)}), 100),
        (
            RecursiveSchema,
            one_tool_of({f"p{n}": {"$ref": f"#/properties/p{(n + 1) % 10_000}"} for n in range(10_000)}),
            1,
        ),
        (UnresolvedRef, one_tool_of({f"p{n}": {"$ref": f"#a{n}", "$anchor": f"a{n}"} for n in range(10_000)}), 0),
        (UndescribedParameter, one_tool_of({f"p{n}": UNION for n in range(300)}, union=UNION), 1),
        (ModeParameter, one_tool_of({f"action_{n}": UNION for n in range(300)}, union=UNION), 0),
        (DuplicateDescription, [tool(f"get_lamp_{number}", SAME) for number in range(5_000)], 1),
        (CollidingName, [tool(spelled(letters), SAME) for letters in product((False, True), repeat=12)], 1),
        (OpaqueName, [tool("xq".join(letters) + "k", SAME) for letters in product("bcdfgjklmz", repeat=4)], 14),
    ],
)
def test_time_does_not_grow_with_the_square_of_the_size(rule: type[Rule[Any]], tools: Tools, count: int) -> None:
    assert len(findings(rule, tools)) == count


def test_a_name_of_thousands_of_words() -> None:
    """Its neighbours would be all names without one of them, and the shortest that fits one with most left out."""
    name = "_".join(f"lamp{chr(97 + number % 26)}{number}" for number in range(50_000))
    tools = [tool(f"get_{name}", SAME, {}), tool("get_lamp", "Return the lamp.")]
    assert findings(NearDuplicateName, tools) == []
    assert findings(OpaqueName, [tool("aa0" * 300_000, SAME)]) == []
    assert len(findings(ClientNameLength, tools, targets=("openai",))) == 1


def test_hundreds_of_servers_with_the_same_tools() -> None:
    servers = {f"house_{number}": [tool("get_lamp", SAME), tool("set_lamp", "Set it.")] for number in range(2_000)}
    assert findings(CrossServerCollision, servers, targets=("openai",))


def test_texts_of_a_million_characters() -> None:
    """Each of their numbers, dates and orders is looked at by itself, and not along with all that stands before it."""
    dates = "".join(f"Made at 2026-03-05T08:17:{number % 60:02}.412Z for `a`. " for number in range(25_000))
    assert len(findings(ChangingText, [tool("get_lamp", dates)])) == 1
    orders = "".join(f'Say "x". Always call tool_{number} before. ' for number in range(25_000)) + '"'
    assert len(findings(CrossToolDirective, [tool("get_lamp", orders), tool("tool_7", "Switch it off.")])) < 2
