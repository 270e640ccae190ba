"""Rule invalid-default."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from catalint import Context, Finding, Json, Meta, Path, Severity, Tool, ToolRule
from catalint.analyses.schemas import SCHEMAS, ToolSchema
from catalint.explanations import docstring
from catalint.model import json_type
from catalint.rule import NoOptions
from catalint_rules.analyses.allowances import forbids, other_time
from catalint_rules.analyses.defaults import contradicts, says_all, stated_defaults
from catalint_rules.schemas.instances import Misfit, equal, misfit
from catalint_rules.schemas.wording import cut, say, shown, subject

_KEYWORDS = ("default", "examples", "example")
_COST = "clients that fill in defaults send it"
_LONGEST_QUOTE = 50
_ITEMS_SHOWN = 3
_NO_RESTRICTION = frozenset(("all", "*", "any", "everything"))


class InvalidDefault(ToolRule[NoOptions]):
    """A default or an example that its own schema refuses, or a default that the text contradicts."""

    meta = Meta(
        "invalid-default",
        "Default or example does not fit its own schema or text",
        Severity.WARNING,
        precision="very-high",
        audience="client",
        tags=("schema", "parameters"),
        evidence=(
            "https://json-schema.org/draft/2020-12/json-schema-validation#section-9.2",
            "https://github.com/dcdpr/jp/pull/998",
            "https://ajv.js.org/guide/modifying-data.html#assigning-defaults",
        ),
    )

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each default at fault, and one for the examples of each schema."""
        for schema in ctx.get(SCHEMAS)[tool]:
            for node in schema.nodes:
                part = node.schema
                if not isinstance(part, dict) or part.keys().isdisjoint(_KEYWORDS):
                    continue
                found = self._default(schema, node.path, part) if part.get("default") is not None else None
                if found:
                    yield found
                examples = part.get("examples")
                if isinstance(examples, list):
                    yield from self._examples(schema, (*node.path, "examples"), part, examples)
                elif part.get("example") is not None:  # the keyword of OpenAPI
                    yield from self._examples(schema, (*node.path, "example"), part, [part["example"]])

    def _default(self, schema: ToolSchema, path: Path, part: Mapping[str, Json]) -> Finding | None:
        default = part["default"]
        owner = subject(path, schema.side)
        wrong = misfit(default, dict(part), schema.root)
        where = schema.at(*path, "default")
        listed = part.get("enum")
        if wrong and wrong.types and isinstance(listed, list) and any(equal(default, value) for value in listed):
            return None  # the type is at fault, and enum-type-mismatch says so
        if wrong:
            text = f"the default of {owner} is {_described(default, wrong)}"
            data: dict[str, Json] = {"default": default, "fault": wrong.keyword}
            return self.finding(where, say(text, _COST, _fix(wrong, part)), data=data)
        forbidden = next((found for text in _texts(schema, path, part) if (found := forbids(text, default))), "")
        if forbidden:
            text = f'the default of {owner} is {shown(default)}, but its text says "{_quoted(forbidden)}"'
            data = {"default": default, "fault": "text", "stated": forbidden}
            return self.finding(where, say(text, "one of them is out of date", "make the two agree"), data=data)
        words = _contradiction(schema, path, part) or _other_time(schema, path, part)
        if not words:
            return None
        own = any(words in " ".join(text.split()) for text in _texts(schema, path, part))
        says = f"the text on {owner} says" if own else "the description says"
        whose = "its schema" if own else f"the schema of {owner}"
        text = f'{says} "{cut(words, _LONGEST_QUOTE)}", but {whose} has the default {shown(default)}'
        data = {"default": default, "fault": "text", "stated": words}
        return self.finding(
            where, say(text, "a model and a client assume different ones", "make the two agree"), data=data
        )

    def _examples(
        self, schema: ToolSchema, path: Path, part: dict[str, Json], examples: list[Json]
    ) -> Iterator[Finding]:
        misfits = [(index, misfit(example, part, schema.root)) for index, example in enumerate(examples[:50])]
        wrong = [(index, found) for index, found in misfits if found and found.value is not None]
        if not wrong:
            return
        index, first = wrong[0]
        more = f" ({len(wrong)} of {len(examples)} are at fault)" if len(wrong) > 1 else ""
        owner = subject(path[:-1], schema.side)
        text = f"an example of {owner}{more} is {_described(examples[index], first)}"
        fix = "mend the example or the schema"
        if first.types == ("array",) and not first.path and len(wrong) == len(examples):
            fix = "put the items into one list, since each example is a whole value"
        yield self.finding(
            schema.at(*path, *([index] if path[-1] == "examples" else [])),
            say(text, "a model copies what it is shown", fix),
            data={"fault": first.keyword, "examples": len(examples), "wrong": len(wrong)},
        )


def _described(value: Json, wrong: Misfit) -> str:
    """A value and what is wrong with it."""
    what = shown(value)
    if wrong.path:
        return f"{what} that holds {shown(wrong.value)}, which {wrong.reason}"
    if not wrong.types:
        return f"{what}, which {wrong.reason}"
    kind = "" if isinstance(value, list | dict) or value is None else f", {json_type(value)}"
    return f"{what}{kind}, but its type is {' or '.join(wrong.types)}"


def _texts(schema: ToolSchema, path: Path, part: Mapping[str, Json]) -> Iterator[str]:
    """What is said of a schema: by its description, and for a parameter by the docstring of its tool."""
    texts = [part.get("description")]
    if _is_parameter(schema, path):
        texts.append(docstring(schema.tool).parameters.get(str(path[-1])))
    yield from (text for text in texts if isinstance(text, str))


def _is_parameter(schema: ToolSchema, path: Path) -> bool:
    return schema.side == "input" and path[:-1] == ("properties",)


def _other_time(schema: ToolSchema, path: Path, part: Mapping[str, Json]) -> str:
    """The words that state another length of time; the tool's description counts where it can mean no other."""
    alone = _is_parameter(schema, path) and len(schema.tool.parameters) == 1
    text = "\n".join(_texts(schema, path, part))
    return other_time(text, str(path[-1]) if path else "", part["default"], schema.tool.description if alone else "")


def _quoted(text: str) -> str:
    """A text in which quotation marks stand for nothing else than its own end in a message."""
    return cut(text.replace('"', "'"), _LONGEST_QUOTE)


def _contradiction(schema: ToolSchema, path: Path, part: Mapping[str, Json]) -> str:
    """The words of a text that state another default than the schema; empty if none do."""
    default = part["default"]
    listed = part.get("enum")
    choices = tuple(listed) if isinstance(listed, list) else ()
    for text in _texts(schema, path, part):
        found = stated_defaults(text)
        if len({item.value for item in found}) == 1 and contradicts(found[0], default, choices):
            return found[0].words
        if says_all(text) and _restricts(default, part):
            return says_all(text)
    return ""


def _restricts(default: Json, part: Mapping[str, Json]) -> bool:
    """Whether a default lets some of the values through and not all of them."""
    if not isinstance(default, list) or not default:
        return False
    items = part.get("items")
    choices = items.get("enum") if isinstance(items, dict) else None
    if any(isinstance(item, str) and item.lower() in _NO_RESTRICTION for item in default):
        return False
    return not (isinstance(choices, list) and all(choice in default for choice in choices))


def _fix(wrong: Misfit, part: Mapping[str, Json]) -> str:
    value = wrong.value
    if wrong.keyword == "type" and not wrong.path:
        kind = part.get("type")
        if isinstance(value, str):
            text = value.strip().lower()
            if text in ("none", "null", "undefined", "nil", ""):
                return "drop it, without a default nothing is sent"
            if (kind == "boolean" and text in ("true", "false")) or (
                kind in ("integer", "number") and _is_number(text)
            ):
                return f"write {text} without quotes"
        if kind == "array" and not isinstance(value, list):
            items: list[Json] = [*re.split(r",\s*", value)] if isinstance(value, str) else [value]
            return f"write {shown(items)}" if len(items) <= _ITEMS_SHOWN else "write a list"
        if kind == "string":
            word = {"a number": "number", "a boolean": "boolean", "a list": "array", "an object": "object"}
            meant = word.get(json_type(value), "string")
            meant = "integer" if meant == "number" and isinstance(value, int) else meant
            return f'write "type": "{meant}" if that is what the tool takes, or a text'
        return "mend the default or the type"
    if wrong.keyword == "enum":
        return "add it to `enum`, or take one that is there"
    if wrong.keyword in ("bound", "length"):
        return "mend the default or the bound"
    return "mend the default or the schema"


def _is_number(text: str) -> bool:
    try:
        return float(text) == float(text)
    except ValueError:
        return False
