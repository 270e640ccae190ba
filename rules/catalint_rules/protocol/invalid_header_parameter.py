"""Rule invalid-header-parameter."""

from __future__ import annotations

from collections.abc import Iterator

from catalint import Context, Finding, Json, Meta, NoOptions, Path, Severity, Tool, ToolRule
from catalint.analyses.schemas import SCHEMAS
from catalint.expression import expression
from catalint.quoting import describe
from catalint.schema import Node, spell, types_of
from catalint.words import split_identifier
from catalint_rules import words
from catalint_rules.schemas.wording import cut
from catalint_rules.targets import targeted_revisions

# MCP, revision 2026-07-28, streamable HTTP, "Custom Headers from Tool Parameters".
_SINCE = "2026-07-28"
_KEYWORD = "x-mcp-header"
# RFC 9110, section 5.6.2: what a field name may be made of.
_TOKEN = expression(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_ALLOWED = frozenset(("string", "integer", "boolean"))
_LONGEST_NAME = 40
_COST = "clients over HTTP have to leave the tool out"
# Tokens that open no door: where a page or a download goes on, or that a call is the same one.
_HARMLESS_TOKENS = frozenset("page next previous continuation sync delta resume cursor idempotency request".split())
_JSON_TYPES = {bool: "boolean", int: "integer", float: "number", str: "string"}


class InvalidHeaderParameter(ToolRule[NoOptions]):
    """A parameter with `x-mcp-header` that the protocol does not allow to go into a header."""

    meta = Meta(
        "invalid-header-parameter",
        "Header parameter breaks the rules of the protocol",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("protocol", "http"),
        evidence=(
            "https://modelcontextprotocol.io/specification/2026-07-28/server/tools#x-mcp-header",
            "https://www.rfc-editor.org/rfc/rfc9110.html#name-tokens",
        ),
    )

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each such parameter."""
        if not targeted_revisions(ctx) or targeted_revisions(ctx)[-1] < _SINCE:
            return
        seen: dict[str, Path] = {}
        for schema in ctx.get(SCHEMAS)[tool]:
            for node in schema.nodes if schema.key == "inputSchema" else ():
                if isinstance(node.schema, dict) and _KEYWORD in node.schema:
                    value = node.schema[_KEYWORD]
                    where = schema.at(*node.path, _KEYWORD)
                    problem, text = _judge(node, value, seen)
                    if problem:
                        yield self.finding(where, f"{_subject(node)} {text}", key=problem)
                    elif _is_secret(node, ctx):
                        message = (
                            f"{_subject(node)} looks like a secret and goes into the header `Mcp-Param-{value}`, which "
                            f"proxies read and log: drop `{_KEYWORD}`"
                        )
                        yield self.finding(where, message, severity=Severity.WARNING, key="secret")


def _judge(node: Node, value: Json, seen: dict[str, Path]) -> tuple[str, str]:
    """What is wrong with an annotation: a word for it and the rest of the message; empty if nothing is."""
    if not isinstance(value, str):
        return (
            "type",
            f'has {describe(value)} as `{_KEYWORD}`, which names a header; {_COST}: write a name such as "Region"',
        )
    if not _TOKEN.fullmatch(value):
        shown = f'"{cut(value, _LONGEST_NAME)}"'
        what = shown if value else "an empty text"
        why = f"and the name of a header has letters, digits and `-`; {_COST}"
        return "token", f'has {what} as `{_KEYWORD}`, {why}: write "{_header(node)}"'
    if not _is_reachable(node.path):
        return "reach", (
            f"can't go into a header: only `properties` may lead to it, and {_outside(node.path)} does; {_COST}: drop "
            f"`{_KEYWORD}`, or make it a parameter of its own"
        )
    other = seen.setdefault(value.lower(), node.path)
    if other != node.path:
        return "repeated", (
            f"has the header `{cut(value, _LONGEST_NAME)}` of `{cut(spell(other), _LONGEST_NAME)}`, and case makes no "
            f'difference; {_COST}: give it a name of its own, such as "{_header(node)}"'
        )
    kinds = _types(node.schema)
    # with null no header is sent
    if not kinds - {"null"} <= _ALLOWED or kinds == {"null"} or not (kinds or _is_open(node.schema)):
        what = f"of type {', '.join(sorted(kinds))}" if kinds else "without a type"
        return "kind", f"is {what}, and only strings, integers and booleans go into a header; {_COST}: {_retype(kinds)}"
    return "", ""


def _subject(node: Node) -> str:
    name = spell(node.path)
    return f"`{cut(name, _LONGEST_NAME)}`" if name else "The input schema"


def _header(node: Node) -> str:
    """A header for a parameter: its words with capitals, joined by hyphens."""
    name = next((step for step in reversed(node.path) if isinstance(step, str)), "")
    return "-".join(word.capitalize() for word in split_identifier(name) if word.isascii())[:_LONGEST_NAME] or "Region"


def _is_reachable(path: Path) -> bool:
    return len(path) > 0 and len(path) % 2 == 0 and all(step == "properties" for step in path[::2])


def _outside(path: Path) -> str:
    """The first step on the way that is no `properties`."""
    step = next((step for step in path[::2] if step != "properties"), None)
    return f"`{step}`" if step else "nothing"


def _types(schema: Json) -> frozenset[str]:
    """The types that a schema allows, by `type` or by its values."""
    if not isinstance(schema, dict):
        return frozenset()
    values = (
        schema.get("enum") if isinstance(schema.get("enum"), list) else [schema["const"]] if "const" in schema else []
    )
    named = types_of(schema)
    return named or frozenset(
        _JSON_TYPES.get(type(value), "null" if value is None else "object")
        for value in (values if isinstance(values, list) else [])
    )


def _is_open(schema: Json) -> bool:
    """Whether the type is said elsewhere."""
    return isinstance(schema, dict) and any(keyword in schema for keyword in ("$ref", "anyOf", "oneOf", "allOf"))


def _retype(kinds: frozenset[str]) -> str:
    if kinds and kinds <= {"number", "integer"}:
        return 'make it an "integer" or a "string", or drop the header'
    return f"drop `{_KEYWORD}`" if kinds else 'add "type": "string"'


def _is_secret(node: Node, ctx: Context) -> bool:
    schema = node.schema
    if isinstance(schema, dict) and (schema.get("format") == "password" or schema.get("writeOnly") is True):
        return True
    said = split_identifier(str(node.path[-1]))
    joined = "_".join(said)
    if len(said) > 1 and said[-1] == "token" and said[-2] in _HARMLESS_TOKENS:
        return False
    return any(joined == entry or joined.endswith(f"_{entry}") for entry in words.entries("secret_names", ctx))
