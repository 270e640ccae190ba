"""Rule invalid-list-result."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator

from catalint import Catalog, CatalogRule, Context, Finding, Json, Meta, NoOptions, Severity
from catalint.quoting import describe
from catalint_rules.targets import LIST_FIELDS, judged_by, shown_revision

_SINCE = "2026-07-28"
_WANTED = {
    "resultType": '"complete"',
    "ttlMs": "a whole number of milliseconds, 0 or more",
    "cacheScope": '"public" or "private"',
}
_SAMPLES: dict[str, Json] = {"resultType": "complete", "ttlMs": 300000, "cacheScope": "private"}
_SCOPES = ("public", "private")


class InvalidListResult(CatalogRule[NoOptions]):
    """A `tools/list` result without the fields that MCP 2026-07-28 requires, or with other values than it allows."""

    meta = Meta(
        "invalid-list-result",
        "List result lacks a required field or has a wrong value in one",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("protocol",),
        evidence=(
            "https://modelcontextprotocol.io/specification/2026-07-28/server/tools#listing-tools",
            "https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for all missing fields and one for each wrong value."""
        if _SINCE not in judged_by(catalog, ctx):
            return
        missing = [field for field in LIST_FIELDS if field not in catalog.envelope]
        # only the message itself shows that a field was not sent: a list that was saved alone has lost them
        if missing and catalog.envelope_kind == "result":
            data: dict[str, Json] = {"missing": list(missing)}
            yield self.finding(catalog.at(), _missing(catalog, missing), key="missing", data=data)
        for field in LIST_FIELDS:
            value = catalog.envelope.get(field)
            if field in catalog.envelope and not _is_right(field, value):
                message = (
                    f"`{field}` of the list result is {describe(value)}, and MCP {_SINCE} wants {_WANTED[field]}: "
                    f"clients refuse the list or keep it wrongly; send {json.dumps(_SAMPLES[field])}, for one"
                )
                yield self.finding(catalog.at(field), message, key=field)


def _is_right(field: str, value: Json) -> bool:
    if field == "resultType":
        return value == "complete"
    if field == "cacheScope":
        return isinstance(value, str) and value in _SCOPES
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf and value % 1 == 0


def _missing(catalog: Catalog, fields: list[str]) -> str:
    names = ", ".join(f"`{field}`" for field in fields)
    sample = ", ".join(f"{json.dumps(field)}: {json.dumps(_SAMPLES[field])}" for field in fields)
    message = f"The list result has no {names}, which MCP {_SINCE} requires: add {sample}"
    if shown_revision(catalog) == _SINCE:
        return message
    return f"{message}; check an older server with its own revision, --target mcp-2025-11-25"
