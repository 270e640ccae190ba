"""Rule invalid-schema."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from catalint import Context, Finding, Json, Location, Meta, Path, Severity, Tool, ToolRule
from catalint.analyses.metaschema import DEFAULT, METASCHEMA, Dialect, dialect_of
from catalint.rule import NoOptions
from catalint.schema import walk
from catalint_rules.analyses.placement import misplaced
from catalint_rules.schemas.wording import LONGEST_MESSAGE, Case, cut, explain

_SIDES = (("inputSchema", "input"), ("outputSchema", "output"))
_COST = "Strict clients refuse the whole list for it."


class InvalidSchema(ToolRule[NoOptions]):
    """A part of an input or output schema that the schema's dialect does not allow."""

    meta = Meta(
        "invalid-schema",
        "Schema is not valid in its own dialect",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("schema", "compatibility"),
        evidence=(
            "https://modelcontextprotocol.io/specification/2025-11-25/basic#json-schema-usage",
            "https://json-schema.org/draft/2020-12/json-schema-core",
            "https://github.com/anthropics/claude-code/issues/586",
        ),
    )

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each fault, at its own place."""
        for key, side in _SIDES:
            schema = tool.raw.get(key)
            # what is wrong with the input schema as a whole is invalid-input-schema's to say
            if key not in tool.raw or (key == "inputSchema" and not isinstance(schema, dict)):
                continue
            dialect = dialect_of(schema) or DEFAULT
            faults = ctx.get(METASCHEMA).faults(schema, dialect)
            if key == "inputSchema":
                faults = tuple(fault for fault in faults if fault.path[:1] != ("type",))
            # keywords where names belong are misplaced-schema's to say, and what looks wrong inside comes from that
            wrong = misplaced(walk(schema)) if faults else {}
            for fault in faults:
                if not any(_comes_from(fault.path, path, names) for path, names in wrong.items()):
                    text = explain(Case(fault, schema, dialect, side, ctx))
                    yield self._finding(tool.at(key, *fault.path), _marked(text, schema), fault.problem, dialect)

    def _finding(self, where: Location, text: str, problem: str, dialect: Dialect) -> Finding:
        message = f"{text}. {_COST}"
        if len(message) > LONGEST_MESSAGE:
            message = cut(f"{text}.", LONGEST_MESSAGE)
        return self.finding(where, message, data={"dialect": dialect, "problem": problem})


def _marked(text: str, schema: Json) -> str:
    """Say so where a schema was not judged by the dialect that it declares."""
    declared = schema.get("$schema") if isinstance(schema, dict) else None
    if not isinstance(declared, str) or dialect_of(schema):
        return text
    return f"{text} (judged as {DEFAULT}: its `$schema` is no dialect that clients know)"


def _comes_from(fault: Path, properties: Path, names: Sequence[str]) -> bool:
    """Whether a fault lies in one of the keywords that stand among properties."""
    return fault[: len(properties)] == properties and fault[len(properties)] in names
