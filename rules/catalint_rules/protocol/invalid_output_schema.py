"""Rule invalid-output-schema."""

from __future__ import annotations

import json
from collections.abc import Iterator

from catalint import Catalog, CatalogRule, Context, Finding, Json, Meta, NoOptions, Severity, Tool
from catalint.analyses.metaschema import TYPE_NAMES
from catalint_rules.schemas.wording import cut
from catalint_rules.targets import judged_by

_FIRST = "2025-06-18"
_LAST = "2025-11-25"
_LONGEST_NAME = 50


class InvalidOutputSchema(CatalogRule[NoOptions]):
    """An output schema whose root is no object, where the protocol wants one."""

    meta = Meta(
        "invalid-output-schema",
        "Output schema does not describe an object",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("protocol", "schema"),
        evidence=(
            "https://modelcontextprotocol.io/specification/2025-11-25/schema#tool",
            "https://modelcontextprotocol.io/specification/2026-07-28/server/tools#output-schema",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each such schema."""
        revisions = judged_by(catalog, ctx)
        older = [revision for revision in revisions if _FIRST <= revision <= _LAST]
        for tool in catalog.tools:
            schema = tool.output_schema
            if isinstance(schema, bool) and any(revision >= _FIRST for revision in revisions):
                yield self.finding(tool.at("outputSchema"), _no_object(tool, schema), key="boolean")
            elif older and isinstance(schema, dict) and _is_no_object(schema):
                where = tool.at("outputSchema", "type") if "type" in schema else tool.at("outputSchema", part="key")
                yield self.finding(where, _other_type(tool, schema, older[-1]), key="type")


def _is_no_object(schema: dict[str, Json]) -> bool:
    kind = schema.get("type")
    if kind is None and "type" not in schema:
        return True
    names = kind if isinstance(kind, list) else [kind]
    # a type that JSON Schema does not have is invalid-schema's to report
    return kind != "object" and bool(names) and all(isinstance(name, str) and name in TYPE_NAMES for name in names)


def _no_object(tool: Tool, schema: bool) -> str:
    return (
        f"`outputSchema` of `{cut(tool.name, _LONGEST_NAME)}` is {json.dumps(schema)}, and MCP wants an object there: "
        'leave the key out, or write {"type": "object"}'
    )


def _other_type(tool: Tool, schema: dict[str, Json], revision: str) -> str:
    name = f"`{cut(tool.name, _LONGEST_NAME)}`"
    if "type" in schema:
        what = f'has "type": {cut(json.dumps(schema["type"]), 40)} at the root of its output schema'
        fix = 'return {"result": ...} and describe that'
    else:
        what = "has an output schema without a type at its root"
        fix = 'add "type": "object"'
    return f"{name} {what}, and MCP up to {revision} wants an object there; clients refuse the list for it: {fix}"
