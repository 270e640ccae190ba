"""Rule misplaced-schema."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from catalint import Context, Finding, Json, Meta, Path, Related, Severity, Tool, ToolRule
from catalint.analyses.schemas import SCHEMAS, ToolSchema
from catalint.rule import NoOptions
from catalint_rules.analyses.placement import (
    is_schema_of_object,
    misplaced,
    schema_in_annotations,
    strays,
)
from catalint_rules.schemas.wording import cut, say, subject

_LONGEST_NAME = 40


class MisplacedSchema(ToolRule[NoOptions]):
    """A schema, or keywords of one, that stand where something else belongs."""

    meta = Meta(
        "misplaced-schema",
        "Schema stands where something else belongs",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("schema", "compatibility"),
        evidence=(
            "https://json-schema.org/understanding-json-schema/reference/object#properties",
            "https://github.com/promptfoo/promptfoo/issues/5960",
            "https://github.com/modelcontextprotocol/typescript-sdk/issues/1254",
            "https://github.com/twentyhq/twenty/pull/20672",
        ),
    )

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each place that holds what belongs elsewhere."""
        for schema in ctx.get(SCHEMAS)[tool]:
            wrong = misplaced(schema.nodes)
            for path, keywords in wrong.items():
                yield self._among_properties(schema, path[:-1], keywords)
            for node in schema.nodes:
                names = strays(node.schema)
                # a root without a type is invalid-input-schema's to say
                left = not node.path and "type" not in schema.root and schema.side == "input"
                if names and not left and not any(node.path[: len(path)] == path for path in wrong):
                    yield self._outside(schema, node.path, node.schema, names)
        held = schema_in_annotations(tool.annotations)
        if held:
            yield self._in_annotations(tool, held)

    def _among_properties(self, schema: ToolSchema, path: Path, keywords: Sequence[str]) -> Finding:
        shown = _listed(keywords)
        owner = subject(path, schema.side)
        what = "keywords of a schema" if len(keywords) > 1 else "a keyword"
        text = f"`properties` of {owner} holds {what} ({shown}) where names of parameters belong"
        if "type" not in keywords:
            fix = f"move {'them' if len(keywords) > 1 else 'it'} up, beside `properties`"
        elif "properties" in keywords:
            fix = "put that schema in the place of the one around it"
        else:
            fix = "put the name of the parameter around them"
        cost = f"a model sees {'a parameter of that name' if len(keywords) == 1 else 'parameters of these names'}"
        return self.finding(
            schema.at(*path, "properties"), say(text, cost, fix), data={"place": "properties", "names": list(keywords)}
        )

    def _outside(self, schema: ToolSchema, path: Path, found: Json, names: Sequence[str]) -> Finding:
        owner = subject(path, schema.side)
        around = found if isinstance(found, dict) else {}
        wrapped = len(names) == 1 and not around.get("properties") and is_schema_of_object(around[names[0]])
        if wrapped and not path:
            text = f"the {schema.side} schema holds another one under {_listed(names)}, which is no keyword"
            fix = "send the schema inside, without the wrapper"
        else:
            one = len(names) == 1
            if isinstance(around.get("properties"), dict):
                text = f"{_listed(names)} {'stands' if one else 'stand'} beside `properties` of {owner}, not in it"
            else:
                text = f"{_listed(names)} {'stands' if one else 'stand'} in {owner} itself, which has no `properties`"
            kind = "" if "type" in around else 'write "type": "object" and '
            fix = f"{kind}move {'it' if one else 'them'} into `properties`"
        first, *others = names
        return self.finding(
            schema.at(*path, first, part="key"),
            say(text, "keywords that JSON Schema does not know are ignored, so clients see no such parameters", fix),
            related=tuple(Related(schema.at(*path, name, part="key"), "outside as well") for name in others),
            data={"place": "schema", "names": list(names)},
        )

    def _in_annotations(self, tool: Tool, held: str) -> Finding:
        schema = tool.input_schema
        empty = not (isinstance(schema, dict) and schema.get("properties"))
        text = f"the annotations of `{cut(tool.name, _LONGEST_NAME)}` hold {held}"
        if empty:
            text += ", while its input schema names no parameter"
        if not empty:
            fix = "leave it out of the annotations, they hold hints such as `readOnlyHint`"
        elif "library" in held:
            # McpServer.tool() of the SDK for TypeScript takes a third argument that is no raw shape for annotations
            fix = "pass its `.shape`, or register the tool with `inputSchema`"
        else:
            fix = "pass it as the input schema"
        return self.finding(tool.at("annotations", part="key"), say(text, "", fix), data={"place": "annotations"})


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(f"`{cut(name, _LONGEST_NAME)}`" for name in names[:3])
    return shown + (f" and {len(names) - 3} more" if len(names) > 3 else "")
