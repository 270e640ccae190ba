"""Rule invalid-schema."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from catalint import Context, Finding, Json, Location, Meta, Path, Severity, Tool, ToolRule
from catalint.analyses.metaschema import DEFAULT, METASCHEMA, TYPE_NAMES, Dialect, Fault, dialect_of
from catalint.rule import NoOptions
from catalint.schema import follow
from catalint_rules.schemas.wording import Case, cut, explain, subject

_SIDES = (("inputSchema", "input"), ("outputSchema", "output"))
_COST = "Strict clients refuse the whole list for it."
_LONGEST_MESSAGE = 240
# Keywords that people write where the name of a property belongs, when they put a whole schema into `properties`.
_KEYWORDS = frozenset(
    (
        "type",
        "description",
        "title",
        "required",
        "properties",
        "items",
        "enum",
        "default",
        "additionalProperties",
        "$schema",
    )
)


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
            misplaced = _misplaced(faults, schema)
            for path, names in misplaced.items():
                text = _misplacement(path, names, side)
                yield self._finding(tool.at(key, *path), _marked(text, schema), "misplaced", dialect)
            for fault in faults:
                if fault.path[:-1] not in misplaced:
                    text = explain(Case(fault, schema, dialect, side, ctx))
                    yield self._finding(tool.at(key, *fault.path), _marked(text, schema), fault.problem, dialect)

    def _finding(self, where: Location, text: str, problem: str, dialect: Dialect) -> Finding:
        message = f"{text}. {_COST}"
        if len(message) > _LONGEST_MESSAGE:
            message = cut(f"{text}.", _LONGEST_MESSAGE)
        return self.finding(where, message, data={"dialect": dialect, "problem": problem})


def _marked(text: str, schema: Json) -> str:
    """Say so where a schema was not judged by the dialect that it declares."""
    declared = schema.get("$schema") if isinstance(schema, dict) else None
    if not isinstance(declared, str) or dialect_of(schema):
        return text
    return f"{text} (judged as {DEFAULT}: its `$schema` is no dialect that clients know)"


def _misplaced(faults: Iterable[Fault], schema: Json) -> Mapping[Path, list[str]]:
    """The `properties` into which a whole schema was put, with the keywords that then pose as properties.

    Each of those keywords is a fault, and all of them have one cause.
    """
    names: dict[Path, list[str]] = {}
    for fault in faults:
        *above, name = fault.path or ("",)
        if fault.problem == "schema" and above[-1:] == ["properties"] and name in _KEYWORDS:
            names.setdefault(tuple(above), []).append(str(name))
    found: dict[Path, list[str]] = {}
    for path, keywords in names.items():
        inside = follow(schema, path)
        nested = isinstance(inside, dict) and inside.get("type") in TYPE_NAMES and "properties" in inside
        if len(keywords) > 1 or nested:
            found[path] = keywords
    return found


def _misplacement(path: Path, names: list[str], side: str) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:3])
    return (
        f"`properties` of {subject(path[:-1], side)} holds the keywords of a schema ({shown}) where names "
        "of parameters belong: move them up, or put the name of the parameter around them"
    )
