"""Rule undefined-required."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from catalint import Context, Finding, Json, Meta, Path, Severity, Tool, ToolRule
from catalint.rule import NoOptions
from catalint.schema import SCHEMA_LISTS, follow, resolve, types_of, walk
from catalint.spelling import likeness
from catalint.words import split_identifier
from catalint_rules.analyses.placement import misplaced
from catalint_rules.schemas.wording import cut, subject

_SIDES = (("inputSchema", "input"), ("outputSchema", "output"))
_NAMES_SHOWN = 4
_LONGEST_NAME = 40
# Objects, branches and referenced definitions looked at in one schema. Real ones have hundreds; past this, definitions
# refer to each other so often that the schema was built to stop its readers.
_MOST_PARTS = 20_000
# Names of properties that are put together for them: each of thousands of objects may refer to one with thousands.
_MOST_NAMES = 1_000_000
# Likeness of spelling (0 to 100) from which a property is taken for the one that was meant: `mesage` and `message` have
# 92, `adress` and `address` 92, `path` and `patch` 89, `start` and `state` 80, `host` and `port` 50. Names that share
# all words of one of them (`tag` and `new_tag`, `tabName` and `tab`, `user-id` and `userId`) are near without it.
_NEAR = 85


@dataclass(frozen=True, slots=True)
class _Part:
    """A schema that applies to an object; `binding` is false where it only tests or forbids (`if`, `not`)."""

    schema: dict[str, Json]
    path: Path
    binding: bool


class UndefinedRequired(ToolRule[NoOptions]):
    """A name in `required` that no schema for the same object declares."""

    meta = Meta(
        "undefined-required",
        "Required name without a property",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("schema", "compatibility"),
        evidence=(
            "https://json-schema.org/understanding-json-schema/reference/object#required",
            "https://github.com/PortSwigger/mcp-server/pull/116",
        ),
    )

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each list of required names."""
        del ctx
        for key, side in _SIDES:
            schema = tool.raw.get(key)
            undefined = _undefined(schema)
            # a whole schema among the properties hides them: misplaced-schema says so
            hidden = misplaced(walk(schema)) if undefined else {}
            for path, (missing, known) in undefined.items():
                if any((*path, "properties")[: len(around)] == around for around in hidden):
                    continue
                closed = isinstance(owner := follow(schema, path), dict) and owner.get("additionalProperties") is False
                if side == "output":
                    cost = "clients refuse results without it"
                else:
                    cost = "no call can be valid" if closed else "a model has nothing to fill in"
                message = _message(subject(path, side), missing, known, cost)
                data: dict[str, Json] = {"missing": list(missing), "properties": len(known)}
                yield self.finding(tool.at(key, *path, "required"), message, key=",".join(sorted(missing)), data=data)


def _undefined(root: Json) -> Mapping[Path, tuple[tuple[str, ...], tuple[str, ...]]]:
    """The schemas of a root that require undeclared names: by path, those names and the declared ones.

    A name counts as declared if any schema for the same object declares it: the one around a choice, its branches,
    referenced definitions. A definition that several objects use is at fault if all of them lack the name.
    """
    found: dict[Path, tuple[dict[str, None], tuple[str, ...]]] = {}
    waiting: list[tuple[Json, Path]] = [(root, ())]
    seen: set[Path] = {()}
    expanded: set[Path] = set()
    looked_at = compared = 0
    while waiting and looked_at < _MOST_PARTS and compared < _MOST_NAMES:
        parts = _parts(root, *waiting.pop(), most=_MOST_PARTS - looked_at)
        looked_at += len(parts) + 1
        declared = dict.fromkeys(name for part in parts for name in _properties(part.schema))
        known = tuple(declared)
        compared += len(known)
        open_ = any(_is_open(root, part.schema, known) for part in parts)
        for part in parts:
            for child, path in _children(part) if part.path not in expanded else ():
                if path not in seen:
                    seen.add(path)
                    waiting.append((child, path))
            expanded.add(part.path)
            names = _required(part.schema) if part.binding else {}
            missing = {} if open_ else {name: None for name in names if name not in declared}
            if names and part.path in found:
                missing = {name: None for name in missing if name in found[part.path][0]}
            if names:
                found[part.path] = missing, known
    if waiting:
        return {}
    return {path: (tuple(missing), known) for path, (missing, known) in found.items() if missing}


def _parts(root: Json, schema: Json, path: Path, *, most: int) -> list[_Part]:
    """All schemas for the object that `schema` is about: it, its branches and what it refers to within `root`."""
    parts: list[_Part] = []
    stack: list[tuple[Json, Path, bool]] = [(schema, path, True)]
    seen: set[tuple[Path, bool]] = set()
    while stack and len(parts) < most:
        value, at, binding = stack.pop()
        if not isinstance(value, dict) or (at, binding) in seen:
            continue
        seen.add((at, binding))
        parts.append(_Part(value, at, binding))
        for keyword, inside in value.items():
            if keyword in SCHEMA_LISTS and keyword != "prefixItems" and isinstance(inside, list):
                stack.extend((branch, (*at, keyword, index), binding) for index, branch in enumerate(inside))
            elif keyword in ("then", "else"):
                stack.append((inside, (*at, keyword), binding))
            elif keyword in ("if", "not"):
                stack.append((inside, (*at, keyword), False))
            elif keyword in ("dependentSchemas", "dependencies") and isinstance(inside, dict):
                stack.extend((branch, (*at, keyword, name), binding) for name, branch in inside.items())
            elif keyword == "$ref" and isinstance(inside, str) and (target := resolve(root, inside)):
                stack.append((*target, binding))
    return parts


def _children(part: _Part) -> Iterator[tuple[Json, Path]]:
    """The schemas for values inside the object or list that a part is about."""
    for keyword, value in part.schema.items():
        if keyword in ("properties", "patternProperties") and isinstance(value, dict):
            yield from ((child, (*part.path, keyword, name)) for name, child in value.items())
        elif keyword in ("prefixItems", "items") and isinstance(value, list):
            yield from ((child, (*part.path, keyword, index)) for index, child in enumerate(value))
        elif keyword in (
            "items",
            "contains",
            "additionalItems",
            "unevaluatedItems",
            "additionalProperties",
            "unevaluatedProperties",
        ):
            yield value, (*part.path, keyword)


def _properties(schema: dict[str, Json]) -> tuple[str, ...]:
    properties = schema.get("properties")
    return tuple(properties) if isinstance(properties, dict) else ()


def _required(schema: dict[str, Json]) -> dict[str, None]:
    """The names that a schema requires of an object, each once; none where it describes something else."""
    names = schema.get("required")
    types = types_of(schema)
    if not isinstance(names, list) or (types and "object" not in types):
        return {}
    return {name: None for name in names if isinstance(name, str)}


def _is_open(root: Json, schema: dict[str, Json], known: tuple[str, ...]) -> bool:
    """Whether properties may come from elsewhere: by pattern, as further ones, or from a schema out of sight."""
    reference = schema.get("$ref")
    if "$dynamicRef" in schema or "$recursiveRef" in schema:
        return True
    if isinstance(reference, str) and resolve(root, reference) is None:
        return True
    if schema.get("patternProperties"):
        return True
    further = schema.get("additionalProperties"), schema.get("unevaluatedProperties")
    # `true` describes nothing, but an object that declares no property and allows all is a map by intent
    return any(isinstance(value, dict) and value for value in further) or (
        not known and any(v in (True, {}) for v in further)
    )


def _message(owner: str, missing: tuple[str, ...], known: tuple[str, ...], cost: str) -> str:
    one = len(missing) == 1
    what = "no property of that name" if one else "no properties of these names"
    has = _listed(known) if known else "none"
    near = _near(missing[0], known) if one else ""
    if near:
        fix = f"write `{cut(near, _LONGEST_NAME)}`, or add its schema"
    else:
        fix = "add its schema, or take it out" if one else "add their schemas, or take them out"
    owner = owner[0].upper() + owner[1:]
    return f"{owner} requires {_listed(missing)} but has {what} (it has {has}), so {cost}: {fix}."


def _listed(names: tuple[str, ...]) -> str:
    shown = ", ".join(f"`{cut(name, _LONGEST_NAME)}`" for name in names[:_NAMES_SHOWN])
    return shown + (f" and {len(names) - _NAMES_SHOWN} more" if len(names) > _NAMES_SHOWN else "")


def _near(name: str, known: tuple[str, ...]) -> str:
    """The declared name that was probably meant, empty if none is near."""
    mine = set(split_identifier(name))

    def nearness(other: str) -> float:
        theirs = set(split_identifier(other))
        if mine and theirs and (mine <= theirs or theirs <= mine):
            return 100 * min(len(mine), len(theirs)) / max(len(mine), len(theirs)) + 100
        return likeness(name, other)

    best = max(known, key=nearness, default="")
    return best if best and nearness(best) >= _NEAR else ""
