"""Rule unresolved-ref."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from catalint import Context, Finding, Json, Meta, Path, Related, Severity, Tool, ToolRule
from catalint.analyses.references import REFERENCES, Reference
from catalint.analyses.schemas import SCHEMAS, ToolSchema
from catalint.location import to_pointer
from catalint.model import json_type
from catalint.rule import NoOptions
from catalint.schema import follow
from catalint.spelling import nearest
from catalint_rules.schemas.wording import cut, say, subject

_DEFINITIONS = ("$defs", "definitions")
_LONGEST_REFERENCE = 60
_LONGEST_ADDRESS = 90
_COST = "clients can't read the schema and drop the tool or refuse the list"
# Likeness of spelling (0 to 100) from which another definition is taken for the one that was meant: `Adress` and
# `Address` have 92, `UserInput` and `UserInputs` 95, `Palett` and `Pallet` 83, `Site` and `Size` 75.
_NEAR = 80
# Definitions that a name is compared with at most; in 117 public servers no schema has more than 11.
_MOST_COMPARED = 1_000


class UnresolvedRef(ToolRule[NoOptions]):
    """A reference that should lead to a part of its own schema and leads nowhere."""

    meta = Meta(
        "unresolved-ref",
        "Reference that leads nowhere",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("schema", "compatibility"),
        evidence=(
            "https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3",
            "https://modelcontextprotocol.io/specification/2026-07-28/basic#json-schema-usage",
            "https://github.com/spring-projects/spring-ai/issues/5888",
            "https://github.com/BerriAI/litellm/pull/29207",
        ),
    )

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each address that nothing stands at, with all places that name it."""
        schemas = ctx.get(SCHEMAS)[tool]
        for schema in schemas:
            broken: dict[str, list[Reference]] = {}
            for reference in ctx.get(REFERENCES).get(schema, ()):
                if _is_broken(reference, schema.root):
                    broken.setdefault(reference.text, []).append(reference)
            for text, references in broken.items():
                first, *others = references
                yield self.finding(
                    schema.at(*first.path),
                    _message(first, schema, schemas),
                    related=tuple(Related(schema.at(*other.path), "the same reference") for other in others),
                    key=text,
                    data={"reference": text, "uses": len(references)},
                )


def _is_broken(reference: Reference, root: Json) -> bool:
    if reference.target is None:
        return not reference.address
    return not isinstance(follow(root, reference.target), dict | bool)


def _message(reference: Reference, schema: ToolSchema, schemas: Sequence[ToolSchema]) -> str:
    owner = subject(reference.path[:-1], schema.side)
    text = f'{owner} refers to "{cut(reference.text, _LONGEST_REFERENCE)}"'
    if reference.target is not None:
        found = json_type(follow(schema.root, reference.target))
        return say(f"{text}, where {found} stands and no schema", _COST, "refer to the schema that was meant")
    what, fix = _hint(reference.text, schema, schemas)
    return say(f"{text}, {what}", _COST, fix)


def _hint(text: str, schema: ToolSchema, schemas: Sequence[ToolSchema]) -> tuple[str, str]:
    """What is wrong with a reference, and how to mend it."""
    name = _name(text)
    known = _definitions(schema)
    if name in known:
        address = f"#{to_pointer(known[name])}"
        shown = cut(address, _LONGEST_ADDRESS)
        if not text.startswith("#"):
            return "which is no address inside the schema", f'write "{shown}"'
        if len(known[name]) > 2 and address.endswith(text[1:]):
            return (
                f"which counts from the root of the schema, but the definition stands at {shown.removeprefix('#/')}",
                "move it up to the root, or write the longer address",
            )
        return "which leads nowhere", f'write "{shown}", where that definition stands'
    for other in schemas:
        if other is not schema and name in _definitions(other):
            fix = "copy the definition over, each schema has to carry its own"
            return f"which only the {other.side} schema has", fix
    near = _near(name, known)
    if near:
        fix = f'write "{cut(f"#{to_pointer(known[near])}", _LONGEST_ADDRESS)}" if that is meant, or add the definition'
        return "which leads nowhere", fix
    if text.startswith("#/components/"):
        return "a part of an API description that the tool does not carry", "copy that schema into `$defs` of the root"
    if not text.startswith("#"):
        return "a document that a client does not have", "copy its schema into `$defs` of the root"
    if not text.startswith("#/") and len(text) > 1:
        return "and nothing in the schema has that `$anchor`", "name the anchor, or refer to `#/$defs/...`"
    return "which leads nowhere", "add the definition, or write the schema in place of the reference"


def _name(text: str) -> str:
    """What a reference calls its target: the last part of the address, without the ending of a file."""
    tail = text.rstrip("/").rpartition("#")[2] or text.rstrip("#/")
    name = tail.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
    return name if text.startswith("#") else name.removesuffix(".json")


@lru_cache(maxsize=4)  # all references of a tool are judged in a row
def _definitions(schema: ToolSchema) -> dict[str, Path]:
    """The definitions of a schema by name; of equal names the one nearest to the root."""
    found: dict[str, Path] = {}
    paths = (node.path for node in schema.nodes if len(node.path) > 1 and node.path[-2] in _DEFINITIONS)
    # a property may be called `definitions`: it is the keyword only if a schema stands above it
    places = [path for path in paths if path[:-2] in schema.by_path]
    for path in sorted(places, key=len):
        found.setdefault(str(path[-1]), path)
        # a name such as `a/b` that was not escaped: the last part of the address is what stands behind the slash
        found.setdefault(str(path[-1]).rpartition("/")[2], path)
    return found


def _near(name: str, known: Collection[str]) -> str:
    return nearest(name, known, _NEAR) if len(known) <= _MOST_COMPARED else ""
