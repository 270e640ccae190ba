"""Rule invalid-input-schema."""

from __future__ import annotations

import json
from collections.abc import Iterator

from catalint import Context, Finding, Json, Meta, Severity, Tool, ToolRule
from catalint.model import json_type
from catalint.rule import NoOptions
from catalint_rules.schemas.wording import cut, shown

_LONGEST_NAME = 40
_EMPTY = '{"type": "object", "properties": {}}'
# Claude Code and VS Code do the first (VS Code takes an empty schema in place of the wrong one), Anthropic's API the
# second.
_COST = "clients drop the tool or refuse the list"
# Where other formats keep the schema of a tool's arguments.
_OTHER_KEYS = ("input_schema", "inputschema", "parameters", "parametersSchema", "schema", "arguments", "args")
_CHOICES = ("anyOf", "oneOf", "allOf", "$ref")


class InvalidInputSchema(ToolRule[NoOptions]):
    """An input schema that is missing, no object, or not of type object."""

    meta = Meta(
        "invalid-input-schema",
        "Input schema is missing or does not describe an object",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("schema", "compatibility"),
        evidence=(
            "https://modelcontextprotocol.io/specification/2025-11-25/server/tools",
            "https://github.com/modelcontextprotocol/modelcontextprotocol/blob/main/schema/2024-11-05/schema.ts",
            "https://github.com/anthropics/anthropic-sdk-python/blob/main/src/anthropic/types/tool_param.py",
        ),
    )

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for an input schema that no client can take."""
        del ctx
        schema = tool.input_schema
        if "inputSchema" not in tool.raw:
            yield self.finding(tool.at("name"), self._missing(tool), key="missing")
        elif not isinstance(schema, dict):
            yield self.finding(tool.at("inputSchema"), self._no_object(tool, schema), key="no-object")
        elif schema.get("type") != "object":
            where = tool.at("inputSchema", "type") if "type" in schema else tool.at("inputSchema", part="key")
            yield self.finding(where, self._other_type(schema), key="type")

    def _missing(self, tool: Tool) -> str:
        known = next((key for key in _OTHER_KEYS if isinstance(tool.raw.get(key), dict)), "")
        fix = f"rename its `{known}`" if known else f"add {_EMPTY}"
        return (
            f"`{cut(tool.name, _LONGEST_NAME)}` has no `inputSchema`, which MCP requires of every tool, also of one "
            f"without parameters; {_COST}: {fix}."
        )

    def _no_object(self, tool: Tool, schema: Json) -> str:
        if isinstance(schema, str) and _is_serialised(schema):
            what, fix = "a string that holds JSON", "send the object itself"
        elif isinstance(schema, list) and schema:
            what, fix = "a list", "send an object that names the parameters under `properties`"
        else:
            what, fix = json_type(schema) if isinstance(schema, str) else shown(schema), f"write {_EMPTY}"
        return (
            f"`inputSchema` of `{cut(tool.name, _LONGEST_NAME)}` is {what}, and every revision of MCP requires an "
            f"object; {_COST}: {fix}."
        )

    def _other_type(self, schema: dict[str, Json]) -> str:
        if "type" in schema:
            kind = schema["type"]
            alone = " alone" if isinstance(kind, list) and "object" in kind else ""
            return f'The input schema has "type": {shown(kind)} at its root; {_COST}: write "object"{alone}.'
        choice = next((keyword for keyword in _CHOICES if keyword in schema), "")
        if choice:
            what, fix = f"has `{choice}` but no type at its root", 'add "type": "object" beside it'
        elif "properties" in schema:
            what, fix = "has properties but no type", 'add "type": "object"'
        elif set(schema) <= {"$schema"}:
            # seen where a converter for one version of a schema library meets objects of another
            what = "only names its dialect, as a failed conversion leaves it" if schema else "is empty"
            fix = f"name its parameters, or write {_EMPTY} if there are none"
        else:
            what, fix = "has no type at its root", 'add "type": "object", and parameters under `properties`'
        return f"The input schema {what}; {_COST}: {fix}."


def _is_serialised(text: str) -> bool:
    if not text.lstrip().startswith("{"):
        return False
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
