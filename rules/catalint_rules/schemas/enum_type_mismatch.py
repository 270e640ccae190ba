"""Rule enum-type-mismatch."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from catalint import Context, Finding, Json, Meta, Path, Severity, Tool, ToolRule
from catalint.analyses.metaschema import TYPE_NAMES
from catalint.analyses.schemas import SCHEMAS, ToolSchema
from catalint.rule import NoOptions
from catalint_rules.analyses.kinds import Kinds, kind_of
from catalint_rules.schemas.wording import say, shown, subject

_VALUES_SHOWN = 3
_COST = "OpenAI's API and others refuse the list"


class EnumTypeMismatch(ToolRule[NoOptions]):
    """Listed values that the type beside them can never accept."""

    meta = Meta(
        "enum-type-mismatch",
        "Listed value that its type does not allow",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("schema", "compatibility"),
        evidence=(
            "https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2",
            "https://github.com/mongodb-js/mongodb-mcp-server/pull/715",
            "https://github.com/google-gemini/gemini-cli/issues/4415",
            "https://github.com/browseros-ai/BrowserOS/issues/2479",
        ),
    )

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each `enum` or `const` at fault."""
        for schema in ctx.get(SCHEMAS)[tool]:
            kinds = Kinds(schema)
            for node in schema.nodes:
                part = node.schema
                if not isinstance(part, dict):
                    continue
                listed = part.get("enum")
                if isinstance(listed, list) and not listed:
                    yield self._empty(schema, node.path)
                elif isinstance(listed, list) or "const" in part:
                    values = listed if isinstance(listed, list) else [part["const"]]
                    allowed = kinds.at(node.path, values=False)
                    wrong = [value for value in values if kind_of(value) not in allowed]
                    if wrong and allowed:
                        keyword = "enum" if isinstance(listed, list) else "const"
                        where = (*node.path, keyword)
                        yield self._mismatch(schema, where, around=part, values=values, wrong=wrong, allowed=allowed)

    def _empty(self, schema: ToolSchema, path: Path) -> Finding:
        owner = subject(path, schema.side)
        fix = "list the values, or drop `enum` if any will do"
        text = f"`enum` of {owner} is empty, so no value is allowed"
        return self.finding(schema.at(*path, "enum"), say(text, _COST, fix), data={"values": 0, "wrong": []})

    def _mismatch(
        self,
        schema: ToolSchema,
        path: Path,
        *,
        around: Mapping[str, Json],
        values: Sequence[Json],
        wrong: Sequence[Json],
        allowed: frozenset[str],
    ) -> Finding:
        owner = subject(path[:-1], schema.side)
        names = sorted(allowed - {"integer"} if "number" in allowed else allowed)
        some = ", ".join(shown(value) for value in wrong[:_VALUES_SHOWN])
        some += f" and {len(wrong) - _VALUES_SHOWN} more" if len(wrong) > _VALUES_SHOWN else ""
        keyword = "lists" if path[-1] == "enum" else "is to be"
        text = f"{owner} {keyword} {some}, which its type, {' or '.join(names)}, does not allow"
        text += ", so no value is valid" if len(wrong) == len(values) else ""
        return self.finding(
            schema.at(*path),
            say(text, _COST, _fix(wrong, names, some_fit=len(wrong) < len(values), nullable="nullable" in around)),
            data={"values": len(values), "wrong": list(wrong[:20]), "types": [*names]},
        )


def _fix(wrong: Sequence[Json], names: Sequence[str], *, some_fit: bool, nullable: bool) -> str:
    kinds = {kind_of(value) for value in wrong}
    if "array" in names and "array" not in kinds:
        return "move `enum` into `items` if it lists what the list may hold"
    if kinds == {"null"} and nullable:
        return f'write "type": {json.dumps([*names, "null"])}, `nullable` is no keyword of JSON Schema'
    if kinds == {"null"}:
        return f'write "type": {json.dumps([*names, "null"])} if null is meant, else drop it'
    if names == ["string"] and kinds <= {"integer", "number", "boolean"}:
        if not some_fit:
            kind = "boolean" if kinds == {"boolean"} else "integer" if kinds == {"integer"} else "number"
            return f'write "type": "{kind}"' if len(kinds - {"integer"}) < 2 else "write them as texts"
        return f"write {shown(_text(wrong[0]))} as a text, like the others"
    if set(names) <= {"integer", "number", "null"} and kinds == {"string"} and all(_is_number(v) for v in wrong):
        return f"write {wrong[0]} without quotes" if len(wrong) == 1 else f"write them without quotes ({wrong[0]}, ...)"
    if names == ["boolean"] and kinds == {"string"} and all(v in ("true", "false") for v in wrong):
        return "drop `enum`, a boolean has no other values"
    if not some_fit and len(kinds) == 1 and kinds <= TYPE_NAMES:
        return f'write "type": "{kinds.pop()}", or other values'
    return "drop what can't be, or widen the type"


def _text(value: Json) -> str:
    return json.dumps(value) if not isinstance(value, str) else value


def _is_number(value: Json) -> bool:
    if not isinstance(value, str):
        return False
    try:
        float(value)
    except ValueError:
        return False
    return value.strip().lower() not in ("nan", "inf", "infinity", "-inf", "-infinity")
