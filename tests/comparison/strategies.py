"""JSON Schemas and values for property tests: small ones, so that values meet schemas often."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

NAMES = st.sampled_from(["a", "b", "c"])
SCALARS = st.sampled_from([None, True, False, 0, 1, 2, 2.5, -1, 7, "", "x", "xy", "xyz"])


@st.composite
def schemas(draw: st.DrawFn, depth: int = 2) -> Any:
    kinds = ["any", "string", "number", "integer", "enum", "null", "boolean", "types"]
    if depth:
        kinds += ["object"] * 4 + ["array"] * 2 + ["anyOf", "oneOf", "allOf", "not", "ref", "if"]
    kind = draw(st.sampled_from(kinds))
    inner = schemas(depth=depth - 1)
    if kind == "any":
        return draw(st.sampled_from([True, {}, {"title": "t"}, False]))
    if kind in ("null", "boolean"):
        return {"type": kind}
    if kind == "types":
        return {
            "type": draw(st.lists(st.sampled_from(["null", "string", "integer", "object"]), min_size=1, unique=True))
        }
    if kind == "enum":
        return {"enum": draw(st.lists(SCALARS, min_size=1, max_size=4))}
    if kind == "string":
        return {
            "type": kind,
            **draw(
                _some(minLength=st.integers(0, 3), maxLength=st.integers(0, 3), pattern=st.sampled_from(["x", "^y"]))
            ),
        }
    if kind in ("number", "integer"):
        bound = st.sampled_from([-1, 0, 1, 2, 2.5, 7])
        return {
            "type": kind,
            **draw(
                _some(minimum=bound, maximum=bound, exclusiveMinimum=bound, multipleOf=st.sampled_from([1, 2, 0.5]))
            ),
        }
    if kind == "object":
        found: dict[str, Any] = {
            "type": kind,
            "properties": draw(st.dictionaries(NAMES, inner, max_size=3)),
            **draw(
                _some(
                    additionalProperties=inner,
                    minProperties=st.integers(0, 2),
                    maxProperties=st.integers(0, 3),
                    patternProperties=st.dictionaries(st.sampled_from(["a", "^b"]), inner, min_size=1, max_size=1),
                )
            ),
        }
        if required := draw(st.lists(NAMES, max_size=2, unique=True)):
            found["required"] = required
        return found
    if kind == "array":
        return {
            "type": kind,
            **draw(
                _some(
                    items=inner,
                    prefixItems=st.lists(inner, min_size=1, max_size=2),
                    minItems=st.integers(0, 2),
                    maxItems=st.integers(0, 3),
                    uniqueItems=st.just(True),
                )
            ),
        }
    if kind == "not":
        return {"not": draw(inner)}
    if kind == "if":
        return {"if": draw(inner), "then": draw(inner)}
    if kind == "ref":
        return {"$defs": {"A": draw(inner)}, "allOf": [{"$ref": "#/$defs/A"}]} if depth == 2 else draw(inner)
    return {kind: draw(st.lists(inner, min_size=1, max_size=3))}


def _some(**strategies: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=strategies)


@st.composite
def edited(draw: st.DrawFn, schema: Any) -> Any:
    """A schema like another one: one of its parts is taken out, put in or exchanged."""
    if not isinstance(schema, dict) or not schema or draw(st.integers(0, 3)) == 0:
        return draw(schemas(depth=1))
    key = draw(st.sampled_from(sorted(schema)))
    value = schema[key]
    choice = draw(st.integers(0, 4))
    if choice == 0 and key not in ("$defs", "type"):
        return {name: part for name, part in schema.items() if name != key}
    if isinstance(value, dict) and key in ("properties", "$defs", "patternProperties") and value:
        name = draw(st.sampled_from(sorted(value)))
        return {**schema, key: {**value, name: draw(edited(value[name]))}}
    if isinstance(value, list) and key in ("anyOf", "oneOf", "allOf", "prefixItems"):
        index = draw(st.integers(0, len(value) - 1))
        return {**schema, key: [*value[:index], draw(edited(value[index])), *value[index + 1 :]]}
    if isinstance(value, list) and key in ("enum", "required", "type"):
        return {**schema, key: value[1:] or value}
    if isinstance(value, dict | bool) and key in ("items", "additionalProperties", "not", "if", "then"):
        return {**schema, key: draw(edited(value))}
    if isinstance(value, int | float):
        return (
            {**schema, key: value + draw(st.sampled_from([1, -1])) if key != "multipleOf" else value * 2}
            if value > 0
            else schema
        )
    return {
        **schema,
        **draw(_some(minLength=st.just(1), minimum=st.just(1), required=st.just(["a"]), maxItems=st.just(1))),
    }


VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3), max_leaves=6
)
