"""Checks of what stands beside the schemas of a tool: its description, its annotations, its metadata."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from catalint import Context, Path, Tool
from catalint.target import Fact, Target
from catalint_rules.targets.checks.spot import Spot, ToolCheck
from catalint_rules.targets.checks.values import json_type


def _description_limit(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target, ctx
    length = len(tool.description)
    most, least = fact.value.get("max"), fact.value.get("min")
    if most is not None and length > most:
        yield Spot(("description",), "long", data={"length": length, "limit": most})
    if least is not None and "description" in tool.raw and length < least:
        yield Spot(("description",), "short", data={"length": length, "limit": least})


def _annotations(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target, ctx
    hints = tool.annotations if isinstance(tool.annotations, dict) else {}
    path: Path = ("annotations",) if isinstance(tool.annotations, dict) else ()
    if "set" in fact.value:
        missing = [hint for hint in fact.value["set"] if not isinstance(hints.get(hint), bool)]
        if missing:
            yield Spot(path, "hints", data={"missing": [*missing]})
    elif not any(hints.get(hint) is True for hint in fact.value["one-of"]):
        yield Spot(path, "hints", data={"one-of": [*fact.value["one-of"]]})


def _title(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del fact, target, ctx
    hints = tool.annotations if isinstance(tool.annotations, dict) else {}
    title = hints.get("title")
    if not isinstance(title, str) or not title.strip():
        yield Spot(("annotations",) if isinstance(tool.annotations, dict) else (), "title", data={"title": tool.title})


def _hint_types(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target, ctx
    if tool.annotations is not None and not isinstance(tool.annotations, dict):
        yield Spot(("annotations",), "hint-type")
        return
    for hint in fact.value:
        if isinstance(tool.annotations, dict) and not isinstance(tool.annotations.get(hint, True), bool):
            yield Spot(("annotations", hint), "hint-type")


_META_TYPES: Mapping[str, Sequence[str]] = {"boolean": ("boolean",), "integer": ("number",), "string": ("string",)}


def _meta(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target, ctx
    key = fact.value["key"]
    if key not in tool.meta:
        return
    found = tool.meta[key]
    wrong = "const" in fact.value and found is not fact.value["const"]
    wrong = wrong or ("type" in fact.value and json_type(found) not in _META_TYPES[fact.value["type"]])
    wrong = wrong or (isinstance(found, int | float) and found > fact.value.get("maximum", found))
    if wrong:
        yield Spot(("_meta", key), key, data={"key": key, "value": found})


TOOL_CHECKS: Mapping[str, ToolCheck] = {
    "annotations": _annotations,
    "description-limit": _description_limit,
    "hint-types": _hint_types,
    "meta": _meta,
    "title": _title,
}
