"""What a catalog says about a parameter, wherever it says it: in the schema, behind a reference, in the tool's text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from catalint.docstrings import Docstring, parse_docstring
from catalint.model import Json, Parameter, Tool
from catalint.schema import resolve
from catalint.words import split_identifier

# A reference may lead to a reference; schemas that need more hops than this are loops.
_MOST_HOPS = 8
# Schemas that are looked at for the texts on one parameter. Branches that refer to choices can fan out without end; in
# 117 public servers no choice has more than 31.
_MOST_SCHEMAS = 200


@lru_cache(maxsize=4096)
def docstring(tool: Tool) -> Docstring:
    """The tool's description taken apart, with the parts that explain one of its parameters."""
    return parse_docstring(tool.description, frozenset(parameter.name for parameter in tool.parameters))


def explain(parameter: Parameter) -> str:
    """All text on a parameter, one line each: its description, its part of the tool's docstring, a telling title.

    Descriptions behind a local `$ref`, in branches of a choice and on the items of a list count. A title that only
    repeats the key does not. Empty if nothing is said.
    """
    texts = dict.fromkeys(_described(parameter.schema, parameter.tool.input_schema, 0, [_MOST_SCHEMAS]))
    texts[docstring(parameter.tool).parameters.get(parameter.name, "")] = None
    texts[telling_title(parameter)] = None
    return "\n".join(text for text in texts if text.strip())


def describe(schema: Json, root: Json) -> str:
    """The descriptions on one schema, found as in `explain`, one line each. `root` is where its references start."""
    return "\n".join(text for text in dict.fromkeys(_described(schema, root, 0, [_MOST_SCHEMAS])) if text.strip())


def telling_title(parameter: Parameter) -> str:
    """The title of a parameter's schema if it says more than the key, else nothing."""
    title = parameter.schema.get("title") if isinstance(parameter.schema, dict) else None
    if not isinstance(title, str):
        return ""
    return title if set(split_identifier(title)) - set(split_identifier(parameter.name)) else ""


def target(schema: Json, root: Json) -> Json:
    """What a schema's local `$ref` leads to in the end; the schema itself if it has none or it leads nowhere."""
    for _ in range(_MOST_HOPS):
        reference = schema.get("$ref") if isinstance(schema, dict) else None
        found = resolve(root, reference) if isinstance(reference, str) else None
        if found is None:
            return schema
        schema = found[0]
    return schema


def _described(schema: Json, root: Json, depth: int, left: list[int]) -> Iterator[str]:
    """The descriptions on a schema and below; `left` is the number of schemas that may still be looked at."""
    left[0] -= 1
    if not isinstance(schema, dict) or depth > 4 or left[0] < 0:
        return
    text = schema.get("description")
    if isinstance(text, str):
        yield text
    if "$ref" in schema:
        yield from _described(target(schema, root), root, depth + 1, left)
    for keyword in ("anyOf", "oneOf", "allOf"):
        branches = schema.get(keyword)
        if isinstance(branches, list):
            for branch in branches[:_MOST_SCHEMAS]:
                yield from _described(branch, root, depth + 1, left)
    items = schema.get("items")
    if isinstance(items, dict):
        yield from _described(items, root, depth + 1, left)
