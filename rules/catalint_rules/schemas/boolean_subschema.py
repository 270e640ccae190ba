"""Rule boolean-subschema."""

from __future__ import annotations

from collections.abc import Iterator

from catalint import Context, Finding, Meta, Path, Related, Severity, Tool, ToolRule
from catalint.analyses.metaschema import dialect_of
from catalint.analyses.schemas import SCHEMAS, ToolSchema
from catalint.rule import NoOptions
from catalint.schema import follow
from catalint_rules.analyses.placement import misplaced
from catalint_rules.schemas.wording import say, subject

_PLACES_SHOWN = 3
_COST = "some clients then drop the tool or the whole server"
# Where a schema describes a value of its own. `additionalProperties: false` and the like are the usual way to close an
# object or a list, and clients know them.
_NAMED = frozenset(("properties", "patternProperties", "$defs", "definitions"))
_LISTED = frozenset(("anyOf", "oneOf", "allOf", "prefixItems"))


class BooleanSubschema(ToolRule[NoOptions]):
    """A schema that is true or false where clients expect an object."""

    meta = Meta(
        "boolean-subschema",
        "Schema of a value is only true or false",
        Severity.NOTE,
        precision="very-high",
        audience="client",
        yields_to=("client-untyped-node",),
        tags=("schema", "compatibility"),
        evidence=(
            "https://json-schema.org/draft/2020-12/json-schema-core#section-4.3.2",
            "https://github.com/anomalyco/opencode/issues/49464",
            "https://github.com/anthropics/claude-code/issues/82949",
            "https://github.com/github/copilot-cli/issues/4623",
        ),
    )

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each schema, with all such places."""
        for schema in ctx.get(SCHEMAS)[tool]:
            if dialect_of(schema.root) == "draft-04":  # which has none: invalid-schema says so
                continue
            places = [
                node.path for node in schema.nodes if isinstance(node.schema, bool) and _counts(node.path, schema)
            ]
            wrong = misplaced(schema.nodes) if places else {}
            places = [path for path in places if path[:-1] not in wrong]
            if places:
                yield self._finding(schema, places)

    def _finding(self, schema: ToolSchema, places: list[Path]) -> Finding:
        first, *others = places
        value = follow(schema.root, first)
        fix = "describe the value, or write {} if it may be anything" if value is True else 'write {"not": {}}'
        text = f"the schema of {subject(first, schema.side)} is only {'true' if value is True else 'false'}"
        if others:
            more = ", ".join(subject(path, schema.side) for path in others[: _PLACES_SHOWN - 1])
            more += f" and {len(others) - _PLACES_SHOWN + 1} more" if len(others) >= _PLACES_SHOWN else ""
            text = f"{text}, and so for {more}"
        return self.finding(
            schema.at(*first),
            say(text, _COST, fix),
            related=tuple(Related(schema.at(*path), "true or false as well") for path in others),
            key=schema.key,
            data={"places": len(places)},
        )


def _counts(path: Path, schema: ToolSchema) -> bool:
    """Whether a value of its own is described at a path."""
    # a step is a keyword only if a schema stands above it: a property may be called `properties` or `items`
    if len(path) > 1 and path[:-2] in schema.by_path and path[-2] in (_LISTED if isinstance(path[-1], int) else _NAMED):
        return True
    # `items: false` behind `prefixItems` closes the list
    keyword = path[-1:] in (("items",), ("contains",)) and path[:-1] in schema.by_path
    return keyword and follow(schema.root, path) is True
