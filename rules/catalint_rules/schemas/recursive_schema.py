"""Rule recursive-schema."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Json, Meta, Path, Related, Severity
from catalint.analyses.jsontext import compact
from catalint.analyses.references import REFERENCES, Reference
from catalint.analyses.schemas import SCHEMAS, ToolSchema
from catalint.rule import NoOptions
from catalint.schema import follow, types_of
from catalint_rules.schemas.wording import cut, say, subject

_RING_SHOWN = 4
_LONGEST_NAME = 50
# Levels that a model may need, as the page has it, and the characters of a schema beyond which they are too dear to be
# spelled out: about as many tokens as oversized-tool lets a tool have, of four characters each.
_LEVELS = 3
_LARGE = 4_000
# Keywords whose schemas are about the same value: a ring that passes through nothing else never comes to an end.
_IN_PLACE = frozenset(("allOf", "anyOf", "oneOf", "not", "if", "then", "else"))


@dataclass(frozen=True, slots=True)
class Ring:
    """Parts of a schema that contain each other, by way of these references."""

    parts: tuple[Path, ...]
    references: tuple[Reference, ...]


class RecursiveSchema(CatalogRule[NoOptions]):
    """A schema that contains itself."""

    meta = Meta(
        "recursive-schema",
        "Schema that contains itself",
        Severity.NOTE,
        precision="very-high",
        audience="client",
        yields_to=("client-ref",),
        tags=("schema", "compatibility"),
        evidence=(
            "https://github.com/anthropics/claude-code/issues/77106",
            "https://github.com/mastra-ai/mastra/pull/15400",
            "https://github.com/samanhappy/mcphub/issues/1024",
            "https://json-schema.org/draft/2020-12/json-schema-core#section-9.4.1",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each schema, however many rings it has, and for all whose rings are alike."""
        alike: defaultdict[tuple[str, ...], list[tuple[ToolSchema, Sequence[Ring]]]] = defaultdict(list)
        for tool in catalog.tools:
            for schema in ctx.get(SCHEMAS)[tool]:
                rings = find_rings(ctx.get(REFERENCES).get(schema, ()))
                if rings:
                    alike[(schema.side, *_contents(schema, rings))].append((schema, rings))
        for members in alike.values():
            yield self._report(members)

    def _report(self, members: Sequence[tuple[ToolSchema, Sequence[Ring]]]) -> Finding:
        (schema, rings), *copies = members
        first, *others = rings
        names = sorted(member.tool.name for member, _ in members)
        return self.finding(
            schema.at(*first.references[0].path),
            _message(first, schema, len(members)),
            related=(
                *(Related(schema.at(*ring.references[0].path), "another ring") for ring in others),
                *(Related(copy.at(*found[0].references[0].path), "the same ring") for copy, found in copies),
            ),
            detail="" if not others else "\n".join(_chain(ring, schema.side, most=20) for ring in rings),
            key=f"{schema.key}: {', '.join(names)}" if copies else schema.key,
            data={
                "rings": len(rings),
                "endless": any(_is_endless(ring) for ring in rings),
                **({"tools": list(names)} if copies else {}),
            },
        )


def _contents(schema: ToolSchema, rings: Sequence[Ring]) -> Iterator[str]:
    """Where the parts of all rings stand and what they hold, so that what is generated from one type is alike."""
    for ring in rings:
        for part in ring.parts:
            yield f"{part}: {compact(follow(schema.root, part))}"


def find_rings(references: Sequence[Reference]) -> list[Ring]:
    """The groups of parts that contain each other, in the order in which the document first refers to them."""
    inside: dict[Path, list[Reference]] = {
        reference.target: [] for reference in references if reference.target is not None
    }
    if not inside:
        return []
    for reference in references:
        for end in range(len(reference.path)):
            around = inside.get(reference.path[:end])
            if around is not None:
                around.append(reference)
    group_of = _components({part: [r.target for r in held if r.target is not None] for part, held in inside.items()})
    members: dict[int, list[Path]] = {}
    for part in inside:
        members.setdefault(group_of[part], []).append(part)
    rings = []
    for group, parts in members.items():
        closing = {
            reference.path: reference
            for part in parts
            for reference in inside[part]
            if reference.target is not None and group_of[reference.target] == group
        }
        if closing:
            rings.append(Ring(tuple(parts), tuple(closing.values())))
    return rings


def _components(edges: Mapping[Path, Sequence[Path]]) -> dict[Path, int]:
    """The number of the strongly connected component of each part (Tarjan's algorithm, without recursion)."""
    order: dict[Path, int] = {}
    lowest: dict[Path, int] = {}
    component: dict[Path, int] = {}
    stack: list[Path] = []
    for root in edges:
        if root in order:
            continue
        order[root] = lowest[root] = len(order)
        stack.append(root)
        frames = [(root, iter(edges[root]))]
        while frames:
            part, following = frames[-1]
            for other in following:
                if other not in order:
                    order[other] = lowest[other] = len(order)
                    stack.append(other)
                    frames.append((other, iter(edges[other])))
                    break
                if other not in component:
                    lowest[part] = min(lowest[part], order[other])
            else:
                frames.pop()
                if frames:
                    above = frames[-1][0]
                    lowest[above] = min(lowest[above], lowest[part])
                if lowest[part] == order[part]:
                    while part not in component:
                        component[stack.pop()] = order[part]
    return component


def _message(ring: Ring, schema: ToolSchema, tools: int) -> str:
    where = f" in {tools} tools" if tools > 1 else ""
    if _is_endless(ring):
        fix = "say what the value is" if len(ring.parts) == 1 else "say in one of them what the value is"
        return say(f"{_listed(ring, schema.side)} only {_each(ring)}{where}", "no reader comes to an end", fix)
    text = f"{_chain(ring, schema.side)}{where}"
    inner = _plain(ring.references[0], schema.root)
    if schema.side == "output":
        cost = "some clients then drop the tool or the whole server"
        whole = "the output schema" if tools == 1 else "the output schemas"
        return say(text, cost, f"write {inner} in place of the inner reference, or leave {whole} out")
    cost = "clients that replace references by what they name can't read it"
    size = sum(len(compact(follow(schema.root, part))) for part in ring.parts)
    if len(compact(schema.root)) + (_LEVELS - 1) * size > _LARGE:
        return say(
            text, cost, f"write {inner} in place of the inner reference and say in its description what it takes"
        )
    return say(text, cost, f"spell out the levels that are needed and write {inner} in the last")


def _chain(ring: Ring, side: str, most: int = _RING_SHOWN) -> str:
    return f"{_listed(ring, side, most)} {'contains itself' if len(ring.parts) == 1 else 'contain each other'}"


def _each(ring: Ring) -> str:
    return "refers to itself" if len(ring.parts) == 1 else "refer to each other"


def _listed(ring: Ring, side: str, most: int = _RING_SHOWN) -> str:
    names = [_named(part, side) for part in ring.parts]
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _named(part: Path, side: str) -> str:
    return cut(subject(part, side), _LONGEST_NAME) if part else f"the {side} schema"


def _plain(reference: Reference, root: Json) -> str:
    """What to write where the ring is cut: a schema of the same type without an inside."""
    target = follow(root, reference.target or ())
    kind = min(types_of(target) - {"null"}, default="")
    if isinstance(target, dict) and not kind and "properties" in target:
        kind = "object"
    return json.dumps({"type": kind}) if kind else "{}"


def _is_endless(ring: Ring) -> bool:
    """Whether the parts only refer on: no property or item lies between one and the next."""
    parts = frozenset(ring.parts)
    return all(_steps_in_place(reference, parts) for reference in ring.references)


def _steps_in_place(reference: Reference, parts: frozenset[Path]) -> bool:
    path = reference.path
    innermost = next((end for end in range(len(path), 0, -1) if path[:end] in parts), 0)
    return all(isinstance(step, int) or step in _IN_PLACE for step in path[innermost:-1])
