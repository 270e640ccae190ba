"""Mutations of the schemas of tools: references, combinations, patterns, and what keywords hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from dumpfuzz import structure, texts, tree
from dumpfuzz.tree import Raw

PATTERNS = (
    "(a+)+$", "(a|a)*b", "(a|aa)+$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*)*x", "(?:x+x+)+y", "([a-zA-Z]+)*[0-9]",
    "a{1000000}", "(a{1000}){1000}", "((a{50}){50}){50}", "(?<=a+)b", "(?<!a)b", r"\p{L}+", "(?P<x>a)(?P=x)", "[", "(", "*", "a**",
    "\\", "(?i)a", "(?#x)", "(?(1)a|b)", "(?>a+)b", "a++", "[[:alpha:]]", r"\Z\A\G", r"\d" * 2_000, "(" * 500 + ")" * 500, "a|" * 5_000,
    "[" + "a-z" * 3_000 + "]", "(?:" * 150 + "a" + ")?" * 150, "^" * 3_000, "[^", r"\1", r"(a)\2", r"\u{1F600}", r"\x", "/^a$/i", "^\\\\d+$",
    "(?=(a+))\\1", "[z-a]", "x{2,1}", "x{,5}", "\n", "\x00", "(" * 5_000, "[[]" * 2_000, "(?:a?){60}a{60}",
)  # fmt: skip
REFERENCES = (
    "#", "#/", "#/$defs/a", "#/$defs/missing", "#/properties", "#/properties/a/properties/b", "#a", "#/%24defs/a", "#/~0~1~2", "#/$defs/%zz",
    "http://127.0.0.1:9/schema.json", "https://evil.example/x#/y", "file:///etc/passwd", "//evil.example/x", "relative.json", "urn:x:y",
    "data:application/json,{}", "javascript:alert(1)", "", " ", "#" + "/a" * 3_000, "\x1b[31m#", "http://[::1", "http://\u202e/", "C:\\x",
    "https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#", "#/$defs/" + "x" * 5_000,
)  # fmt: skip
DIALECTS = (
    "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-04/schema",
    "http://127.0.0.1:9/dialect", "file:///etc/passwd", "", "x", "\x1b]0;x\x07", "https://json-schema.org/draft/2019-09/schema",
)  # fmt: skip
KEYWORDS = tuple(
    """type enum const default examples example title description format pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf
    minLength maxLength minItems maxItems uniqueItems minContains maxContains contains items prefixItems additionalItems properties required
    patternProperties additionalProperties propertyNames minProperties maxProperties dependentRequired dependentSchemas dependencies
    unevaluatedProperties unevaluatedItems allOf anyOf oneOf not if then else $ref $dynamicRef $recursiveRef $id id $anchor $dynamicAnchor
    $recursiveAnchor $schema $vocabulary $comment $defs definitions contentEncoding contentMediaType contentSchema readOnly writeOnly
    deprecated nullable discriminator xml externalDocs x-mcp-header x-order strict enumNames""".split()
)
TYPES = (
    "string",
    "number",
    "integer",
    "boolean",
    "object",
    "array",
    "null",
    "String",
    "int",
    "any",
    "file",
    "date",
    "",
    "STRING",
)
FORMATS = ("date-time", "email", "uri", "uuid", "regex", "json-pointer", "byte", "", "x", "\x1b[0m", "date", "ipv6")
FIELDS = (
    "name", "title", "description", "inputSchema", "outputSchema", "annotations", "_meta", "icons", "execution", "input_schema", "parameters",
    "strict", "type", "function", "namespace", "defer_loading", "examples", "input_examples", "cache_control", "tags",
)  # fmt: skip
IGNORES = (["*"], ["vague-description"], ["*a" * 60], {"missing-*": "reason\x1b[31m"}, {"*": ""}, [1], ["\x1b[31m"])


def schema(rng: Random, depth: int = 0) -> Any:
    """A schema of any kind, a few levels deep, in which much is wrong."""
    if depth > 4 or rng.random() < 0.08:
        return rng.choice((True, False, {}, {"type": rng.choice(TYPES)}, {"$ref": rng.choice(REFERENCES)}))
    made: dict[str, Any] = {}
    for keyword in rng.sample(KEYWORDS, rng.randint(1, 5)):
        made[keyword] = held(rng, keyword, depth)
    if rng.random() < 0.6:
        made["type"] = rng.choice(TYPES)
    return made


def held(rng: Random, keyword: str, depth: int = 0) -> Any:
    """What a keyword may hold, or nearly, or anything at all."""
    if rng.random() < 0.15:
        return structure.value(rng)
    if keyword in ("properties", "$defs", "definitions", "patternProperties", "dependentSchemas"):
        names = [
            rng.choice(PATTERNS) if keyword == "patternProperties" else name(rng) for _ in range(rng.randint(0, 4))
        ]
        return {key: schema(rng, depth + 1) for key in names}
    if keyword in ("allOf", "anyOf", "oneOf", "prefixItems"):
        return [schema(rng, depth + 1) for _ in range(rng.randint(0, 4))]
    if keyword in (
        "items",
        "not",
        "if",
        "then",
        "else",
        "contains",
        "additionalProperties",
        "propertyNames",
        "contentSchema",
        "additionalItems",
    ):
        return schema(rng, depth + 1)
    if keyword in ("enum", "examples", "required", "enumNames"):
        return [
            rng.choice((name(rng), texts.hostile(rng), 1, 1.0, True, None, {}, Raw("1e999")))
            for _ in range(rng.randint(0, 8))
        ]
    if keyword in ("$ref", "$dynamicRef", "$id", "id", "$recursiveRef"):
        return rng.choice(REFERENCES)
    return _scalar(rng, keyword)


def _scalar(rng: Random, keyword: str) -> Any:
    if keyword == "type":
        return rng.choice((rng.choice(TYPES), [rng.choice(TYPES) for _ in range(rng.randint(0, 4))]))
    if keyword == "$schema":
        return rng.choice(DIALECTS)
    if keyword == "pattern":
        return rng.choice(PATTERNS)
    if keyword == "format":
        return rng.choice(FORMATS)
    if keyword.startswith(("min", "max", "exclusive", "multiple")):
        return Raw(rng.choice(structure.NUMBERS))
    return rng.choice((texts.any_text(rng)[0], True, False, 3, None, "a" * 40 + "!"))


def name(rng: Random) -> str:
    """A name of a parameter, plain as a rule."""
    return rng.choice(
        (
            "a",
            "b",
            "id",
            "query",
            "limit",
            "action",
            "user_id",
            "userId",
            "data",
            "p1",
            texts.hostile(rng),
            texts.noise(rng, 12),
        )
    )


def _pick(root: Any, rng: Random) -> dict[str, Any]:
    """A schema of a tool: a whole one as a rule, else one inside."""
    found = [
        container[step]
        for container, step in tree.nodes(root)
        if step in ("inputSchema", "outputSchema", "parameters") and isinstance(container[step], dict)
    ]
    if not found:
        return {}
    chosen: dict[str, Any] = rng.choice(found)
    inside = [container[step] for container, step in tree.nodes(chosen) if isinstance(container[step], dict)]
    return rng.choice(inside) if inside and rng.random() < 0.5 else chosen


def set_keyword(root: Any, rng: Random) -> str:
    """Set a keyword of a schema."""
    keyword = rng.choice(KEYWORDS)
    _pick(root, rng)[keyword] = held(rng, keyword)
    return "keyword set"


def add_parameter(root: Any, rng: Random) -> str:
    """Add a parameter with a schema of any kind."""
    target = _pick(root, rng)
    if not isinstance(target.get("properties"), dict):
        target["properties"] = {}
    target["properties"][name(rng)] = schema(rng)
    return "parameter added"


def refer_in_circles(root: Any, rng: Random) -> str:
    """Definitions that refer to each other in a circle of any length."""
    count = rng.choice((1, 2, 3, 50, 2_000))
    target, key = _pick(root, rng), rng.choice(("$defs", "definitions"))
    wrap = rng.choice(
        (
            lambda ref: ref,
            lambda ref: {"allOf": [ref]},
            lambda ref: {"properties": {"next": ref}},
            lambda ref: {"items": ref},
        )
    )
    target[key] = {f"d{number}": wrap({"$ref": f"#/{key}/d{(number + 1) % count}"}) for number in range(count)}
    target["properties"] = {"a": {"$ref": f"#/{key}/d0"}, "b": wrap({"$ref": "#"})}
    return "circular references"


def fan_out(root: Any, rng: Random) -> str:
    """Definitions that refer several times to the next: what they stand for grows with a power."""
    levels, width = rng.choice(((3, 10), (12, 3), (30, 2), (100, 4), (5, 100)))
    target, keyword = _pick(root, rng), rng.choice(("anyOf", "allOf", "oneOf", "properties", "prefixItems"))
    definitions: dict[str, Any] = {f"d{levels}": {"type": "string"}}
    for level in range(levels):
        refs = [{"$ref": f"#/$defs/d{level + 1}"} for _ in range(width)]
        definitions[f"d{level}"] = {
            keyword: {f"p{n}": ref for n, ref in enumerate(refs)} if keyword == "properties" else refs
        }
    target["$defs"] = definitions
    target["properties"] = {f"a{number}": {"$ref": "#/$defs/d0"} for number in range(rng.choice((1, 20)))}
    return "fan-out of references"


def combine_deep(root: Any, rng: Random) -> str:
    """Combinations inside each other."""
    keyword = rng.choice(("allOf", "anyOf", "oneOf", "not", "items", "if", "properties"))
    made: Any = {"type": "string"}
    for _ in range(rng.choice((3, 15, 50, 80))):
        made = (
            {keyword: made}
            if keyword in ("not", "items", "if")
            else {keyword: {"a": made}}
            if keyword == "properties"
            else {keyword: [made, {"type": "object"}]}
        )
    target = _pick(root, rng)
    target["properties"] = {"a": made}
    return f"deep {keyword}"


def hostile_pattern(root: Any, rng: Random) -> str:
    """A pattern that takes for ever, with values for it to be tried on."""
    value = rng.choice(("a" * 40 + "!", "x" * 5_000, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "1" * 100 + "x"))
    made = {
        "type": "string",
        "pattern": rng.choice(PATTERNS),
        "default": value,
        "examples": [value],
        "enum": [value, "b"],
        "const": value,
    }
    keys = rng.sample(list(made), rng.randint(2, len(made)))
    target = _pick(root, rng)
    target["properties"] = {"a": {key: made[key] for key in {*keys, "pattern"}}, value: {}}
    target["patternProperties"] = {rng.choice(PATTERNS): {"type": "string"}}
    target["default"] = {value: value}
    return "hostile pattern"


def long_enum(root: Any, rng: Random) -> str:
    """A choice of thousands."""
    count = rng.choice((100, 3_000, 20_000))
    kind = rng.choice(
        (
            lambda n: f"value_{n}",
            lambda n: n,
            lambda n: f"VALUE {n}" * 3,
            lambda n: [n],
            lambda _: "same",
            lambda n: None if n % 2 else n / 2,
        )
    )
    made: dict[str, Any] = {
        "enum": [kind(number) for number in range(count)],
        "default": "value_1",
        "description": texts.mixed(rng, 500),
    }
    if rng.random() < 0.5:
        made["type"] = "string"
    target = _pick(root, rng)
    target["properties"] = {"a": made, "b": tree.copy(made)} if rng.random() < 0.3 else {"a": made}
    return "long enum"


def require_much(root: Any, rng: Random) -> str:
    """Thousands of required names, declared or not."""
    count = rng.choice((20, 1_000, 4_000))
    target = _pick(root, rng)
    target["required"] = [f"p{number}" for number in range(count)] * rng.choice((1, 2))
    if rng.random() < 0.6:
        target["properties"] = {f"p{number}": rng.choice(({"type": "string"}, {}, True)) for number in range(count)}
    return "many required"


def set_field(root: Any, rng: Random) -> str:
    """Set a field of a tool, or one of its hints."""
    found = [
        container[step]
        for container, step in tree.nodes(root)
        if isinstance(container[step], dict) and "inputSchema" in container[step]
    ]
    if not found:
        return "field set"
    tool, field = rng.choice(found), rng.choice(FIELDS)
    tool[field] = structure.value(rng)
    if field == "annotations" and rng.random() < 0.7:
        hints = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint", "title", "x")
        tool[field] = {
            hint: rng.choice((True, False, None, "true", 1, texts.hostile(rng))) for hint in rng.sample(hints, 3)
        }
    if field == "_meta" and rng.random() < 0.7:
        keys = ("io.github.catalint/ignore", "io.github.catalint/source", "a/b", "mcp/x", "ui", texts.hostile(rng))
        tool[field] = {
            key: rng.choice((*IGNORES, {"path": "/etc/passwd", "line": 1}, structure.value(rng)))
            for key in rng.sample(keys, 2)
        }
    if field in ("inputSchema", "outputSchema") and rng.random() < 0.7:
        tool[field] = schema(rng)
    return f"{field} set"


MUTATORS: Mapping[Callable[[Any, Random], str], int] = {
    set_keyword: 8,
    add_parameter: 6,
    refer_in_circles: 3,
    fan_out: 3,
    combine_deep: 3,
    hostile_pattern: 4,
    long_enum: 2,
    require_much: 2,
    set_field: 6,
}
