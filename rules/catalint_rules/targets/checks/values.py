"""Checks of what keywords say: their values, the values of enums, patterns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from catalint import Json
from catalint_rules.analyses.kinds import written_kind_of
from catalint_rules.targets.checks.spot import Spot, ToolCheck, compiled, over_nodes


def _keyword(node: dict[str, Json], value: Mapping[str, Any]) -> Iterator[Spot]:
    for keyword in value["keywords"]:
        if keyword in node and value.get("beside", keyword) in node and _meets(node[keyword], value, node.get("type")):
            data = {"keyword": keyword, "value": node[keyword], "type": node.get("type")}
            yield Spot((keyword,), keyword, "key", data)


def _meets(found: Json, value: Mapping[str, Any], kind: Json) -> bool:
    """Whether a keyword's value is one of those that are not taken."""
    if "type" in value and kind != value["type"]:
        return False
    if "unless-type" in value and (
        kind == value["unless-type"] or (isinstance(kind, list) and value["unless-type"] in kind)
    ):
        return False
    if "types" in value and json_type(found) not in value["types"]:
        return False
    if "above" in value:
        return isinstance(found, int | float) and not isinstance(found, bool) and found > value["above"]
    if "equals" in value:
        return bool(found == value["equals"]) and not isinstance(found, bool)
    if "values" in value:
        return found in value["values"]
    return found not in value.get("except", ())


def json_type(value: Json) -> str:
    """The type of a JSON value, all numbers alike."""
    kind = written_kind_of(value)
    return "number" if kind == "integer" else kind


def _enum(node: dict[str, Json], value: Mapping[str, Any]) -> Iterator[Spot]:
    values = node.get("enum")
    if not isinstance(values, list) or not values:
        return
    kinds = {json_type(item) for item in values}
    if isinstance(node.get("type"), list):  # which is refused as such, and null with it
        kinds -= {"null"}
    if value.get("scalars") and kinds & {"object", "array"}:
        yield Spot(("enum",), "enum objects")
    if "types" in value and not kinds <= set(value["types"]):
        odd = next(item for item in values if json_type(item) in kinds - set(value["types"]))
        yield Spot(("enum",), "enum types", data={"value": odd})
    elif "only-on" in value and "type" in node and node["type"] != value["only-on"]:
        # a list of types is refused as such
        if not isinstance(node["type"], list):
            yield Spot(("enum",), "enum owner", data={"type": node["type"]})
    elif value.get("non-empty") and "" in values:
        yield Spot(("enum",), "enum empty")
    if value.get("distinct-case"):
        seen: dict[str, str] = {}
        for item in values:
            if isinstance(item, str) and seen.setdefault(item.casefold(), item) != item:
                yield Spot(("enum",), "enum case", data={"values": [seen[item.casefold()], item]})
                break


# What patterns may hold, as patterns: a backslash of its own before it would make it something else.
_ESCAPED = r"(?<!\\)(?:\\\\)*"
_HELD = {
    "lookaround": _ESCAPED + r"\(\?<?[=!]",
    "backreference": _ESCAPED + r"(?:\\[1-9]|\\k<|\(\?P=)",
    "word-boundary": _ESCAPED + r"\\[bB]",
}
_ANCHORED = rf"(?s)\^.*{_ESCAPED}\$"


def _patterns(node: dict[str, Json], value: Mapping[str, Any]) -> Iterator[Spot]:
    pattern = node.get("pattern")
    if isinstance(pattern, str):
        found = next((kind for kind in value["forbid"] if _has(pattern, kind)), None)
        if found:
            yield Spot(("pattern",), found, data={"pattern": pattern})


def _has(pattern: str, kind: str) -> bool:
    if kind == "unanchored":
        return not compiled(_ANCHORED).fullmatch(pattern)
    return bool(compiled(_HELD[kind]).search(pattern))


TOOL_CHECKS: Mapping[str, ToolCheck] = {
    "enum": over_nodes(_enum),
    "keyword": over_nodes(_keyword),
    "pattern": over_nodes(_patterns),
}
