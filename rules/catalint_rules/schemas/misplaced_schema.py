"""Rule misplaced-schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Json, Meta, Path, Related, Severity, Tool, option
from catalint.analyses.schemas import SCHEMAS, ToolSchema
from catalint_rules.analyses.placement import (
    is_schema_of_object,
    misplaced,
    schema_in_annotations,
    strays,
)
from catalint_rules.schemas.wording import cut, say, subject

_LONGEST_NAME = 40


@dataclass(frozen=True)
class Options:
    """How many findings one cause may have."""

    # an author who takes one argument for another does so for all tools
    fold_from: int = option(
        4, "Tools of one catalog with the same fault from which on they are one finding.", minimum=2
    )


class MisplacedSchema(CatalogRule[Options]):
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

    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each place that holds what belongs elsewhere, and one for many annotations that do."""
        nested = {tool: keywords for tool in catalog.tools if (keywords := _nested(tool, ctx))}
        folded = len(nested) >= self.options.fold_from
        if folded:
            yield self._nested_in_many(nested)
        for tool in catalog.tools:
            yield from self._in_schemas(tool, ctx, told=folded and tool in nested)
        alike: dict[tuple[str, bool], list[Tool]] = {}
        for tool in catalog.tools:
            held = schema_in_annotations(tool.annotations)
            if held:
                alike.setdefault((held, _has_parameters(tool)), []).append(tool)
        for (held, parameters), tools in alike.items():
            if len(tools) >= self.options.fold_from:
                yield self._in_annotations(tools, held, parameters=parameters)
            else:
                yield from (self._in_annotations([tool], held, parameters=parameters) for tool in tools)

    def _nested_in_many(self, nested: Mapping[Tool, Sequence[str]]) -> Finding:
        first, *others = nested
        text = f"`properties` of {len(nested)} input schemas holds keywords of a schema ({_listed(nested[first])})"
        return self.finding(
            first.at("inputSchema", "properties"),
            say(
                f"{text} where names of parameters belong",
                "a model sees parameters of these names",
                "put that schema in the place of the one around it",
            ),
            related=tuple(Related(tool.at("inputSchema", "properties"), "as well") for tool in others),
            key="nested",
            data={"place": "properties", "names": list(nested[first]), "tools": [tool.name for tool in nested]},
        )

    def _in_schemas(self, tool: Tool, ctx: Context, *, told: bool) -> Iterator[Finding]:
        """Judge the schemas of a tool; `told` is true if what its parameters stand in is reported already."""
        for schema in ctx.get(SCHEMAS)[tool]:
            wrong = misplaced(schema.nodes)
            for path, keywords in wrong.items():
                if not (told and schema.side == "input" and path == ("properties",)):
                    yield self._among_properties(schema, path[:-1], keywords)
            for node in schema.nodes:
                names = strays(node.schema)
                # a root without a type is invalid-input-schema's to say
                left = not node.path and "type" not in schema.root and schema.side == "input"
                if names and not left and not any(node.path[: len(path)] == path for path in wrong):
                    yield self._outside(schema, node.path, node.schema, names)

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

    def _in_annotations(self, tools: Sequence[Tool], held: str, *, parameters: bool) -> Finding:
        first, *others = tools
        name = f"`{cut(first.name, _LONGEST_NAME)}`"
        text = f"the annotations of {name}{f' and {len(others)} more tools' if others else ''} hold {held}"
        if not parameters:
            text += f", while {'their input schemas name' if others else 'its input schema names'} no parameter"
        if parameters:
            fix = "leave it out of the annotations, they hold hints such as `readOnlyHint`"
        elif "library" in held:
            # McpServer.tool() of the SDK for TypeScript takes a third argument that is no raw shape for annotations
            fix = "pass its `.shape`, or register the tool with `inputSchema`"
        else:
            fix = "pass it as the input schema"
        return self.finding(
            first.at("annotations", part="key"),
            say(text, "", fix),
            related=tuple(Related(tool.at("annotations", part="key"), "as well") for tool in others),
            data={"place": "annotations", "tools": [tool.name for tool in tools]},
        )


def _nested(tool: Tool, ctx: Context) -> Sequence[str]:
    """The keywords of a whole schema among the parameters of a tool; empty if there is none."""
    for schema in ctx.get(SCHEMAS)[tool]:
        keywords = misplaced(schema.nodes).get(("properties",), ()) if schema.side == "input" else ()
        if {"type", "properties"} <= set(keywords):
            return keywords
    return ()


def _has_parameters(tool: Tool) -> bool:
    schema = tool.input_schema
    return isinstance(schema, dict) and bool(schema.get("properties"))


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(f"`{cut(name, _LONGEST_NAME)}`" for name in names[:3])
    return shown + (f" and {len(names) - 3} more" if len(names) > 3 else "")
