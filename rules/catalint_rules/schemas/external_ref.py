"""Rule external-ref."""

from __future__ import annotations

from collections.abc import Iterator

from catalint import Context, Finding, Meta, Related, Severity, Tool, ToolRule
from catalint.analyses.references import REFERENCES, Reference
from catalint.analyses.schemas import SCHEMAS
from catalint.rule import NoOptions
from catalint_rules.schemas.wording import cut, say, subject

_LONGEST_ADDRESS = 80


class ExternalRef(ToolRule[NoOptions]):
    """A reference to a document outside of the schema."""

    meta = Meta(
        "external-ref",
        "Reference to a document that clients must not fetch",
        Severity.WARNING,
        precision="very-high",
        audience="client",
        tags=("schema", "compatibility", "security"),
        evidence=(
            "https://modelcontextprotocol.io/specification/2026-07-28/basic#json-schema-usage",
            "https://json-schema.org/draft/2020-12/json-schema-core#section-9.1.2",
        ),
    )

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each address outside, with all places that name it."""
        for schema in ctx.get(SCHEMAS)[tool]:
            leaving: dict[str, list[Reference]] = {}
            for reference in ctx.get(REFERENCES).get(schema, ()):
                if reference.address:
                    leaving.setdefault(reference.address, []).append(reference)
            for address, (first, *others) in leaving.items():
                owner = subject(first.path[:-1], schema.side)
                text = f"{owner} refers to {cut(address, _LONGEST_ADDRESS)}, which clients must not fetch by themselves"
                cost = f"a {'model' if schema.side == 'input' else 'client'} sees none of it"
                yield self.finding(
                    schema.at(*first.path),
                    say(text, cost, "copy that schema into `$defs` and refer to it there"),
                    related=tuple(Related(schema.at(*other.path), "the same address") for other in others),
                    key=address,
                    data={"address": address, "uses": len(others) + 1},
                )
