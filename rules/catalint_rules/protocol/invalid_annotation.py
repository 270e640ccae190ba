"""Rule invalid-annotation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Json, Location, Meta, NoOptions, Severity, Tool
from catalint.quoting import describe
from catalint_rules.analyses.placement import schema_in_annotations
from catalint_rules.schemas.wording import cut
from catalint_rules.targets import judged_by

# MCP, revision 2025-03-26, schema, ToolAnnotations.
_SINCE = "2025-03-26"
HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
_FIELDS = ("title", *HINTS)
_YES = frozenset(("true", "yes", "y", "1", "on"))
_NO = frozenset(("false", "no", "n", "0", "off"))
# Optional fields of a tool: a library that writes out its model has null in those that are not set.
_OPTIONAL = ("title", "description", "outputSchema", "icons", "execution", "_meta")
_LONGEST_NAME = 40
_COST = "clients ignore it or refuse the list"


@dataclass(frozen=True, slots=True)
class _Fault:
    """What is there, what belongs there, and how to write it; `path` leads to it from the tool."""

    path: tuple[str, ...]
    what: str
    why: str
    fix: str


class InvalidAnnotation(CatalogRule[NoOptions]):
    """Annotations of a tool that are no object, or hints in them that are neither true nor false."""

    meta = Meta(
        "invalid-annotation",
        "Annotation has a value of the wrong type",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("protocol", "annotations"),
        evidence=("https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations",),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each tool with such annotations."""
        # a run for clients alone is judged by what all revisions have in common
        if judged_by(catalog, ctx) and max(judged_by(catalog, ctx)) < _SINCE:
            return
        for tool in catalog.tools:
            # a schema that was passed for the annotations is one fault, and misplaced-schema reports it
            faults = () if schema_in_annotations(tool.annotations) else tuple(_faults(tool))
            if faults:
                data: dict[str, Json] = {"fields": ["/".join(fault.path) for fault in faults]}
                yield self.finding(_where(tool, faults), _message(tool, faults), key="shape", data=data)


def _message(tool: Tool, faults: tuple[_Fault, ...]) -> str:
    what = ", ".join(dict.fromkeys(fault.what for fault in faults))
    why = next((fault.why for fault in faults if fault.why), "")
    fixes = ", ".join(dict.fromkeys(fault.fix for fault in faults))
    name = cut(tool.name, _LONGEST_NAME)
    return f"In `{name}` {cut(what, 100)}{f', and {why}' if why else ''}; {_COST}: {cut(fixes, 60)}"


def _where(tool: Tool, faults: tuple[_Fault, ...]) -> Location:
    if len(faults) == 1:
        return tool.at(*faults[0].path)
    return tool.at("annotations") if "annotations" in tool.raw else tool.at(*faults[0].path)


def _faults(tool: Tool) -> Iterator[_Fault]:
    annotations = tool.annotations
    if "annotations" in tool.raw and not isinstance(annotations, dict):
        if annotations is not None or not _writes_out_nulls(tool):
            what = f"`annotations` is {describe(annotations)}"
            yield _Fault(("annotations",), what, "MCP wants an object", _as_object(annotations))
    elif isinstance(annotations, dict):
        # all fields are there, so those that are not set show as null
        whole = all(field in annotations for field in _FIELDS)
        for field in _FIELDS:
            value = annotations.get(field)
            wrong = not isinstance(value, str if field == "title" else bool)
            if field in annotations and wrong and not (value is None and whole):
                yield _wrong(field, value)
    for field in HINTS:
        if field in tool.raw:
            yield _Fault((field,), f"`{field}` stands beside `annotations`", "", "write it inside")


def _wrong(field: str, value: Json) -> _Fault:
    path, what = ("annotations", field), f"`{field}` is {describe(value)}"
    if value is None:
        return _Fault(path, what, "", f"drop `{field}`")
    if field == "title":
        return _Fault(path, f"`title` of the annotations is {describe(value)}", "it is a text", "write a text")
    word = str(value).strip().lower()
    meant = True if word in _YES else False if word in _NO else None
    fix = "write true or false" if meant is None else f"`{field}`: {json.dumps(meant)}"
    return _Fault(path, what, "a hint is true or false", fix)


def _as_object(value: Json) -> str:
    """How to write annotations that are a list of words, or something else."""
    if value is None:
        return "drop the key"
    words = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    plain = {"".join(letter for letter in str(word).lower() if letter.isalpha()).removesuffix("hint") for word in words}
    hints = [hint for hint in HINTS if hint.removesuffix("Hint").lower() in plain]
    return (
        f"write {json.dumps(dict.fromkeys(hints, True))}" if hints else 'write an object such as {"readOnlyHint": true}'
    )


def _writes_out_nulls(tool: Tool) -> bool:
    return any(field in tool.raw and tool.raw[field] is None for field in _OPTIONAL)
