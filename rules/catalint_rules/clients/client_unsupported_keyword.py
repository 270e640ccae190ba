"""Rule client-unsupported-keyword."""

from __future__ import annotations

import json

from catalint import Context, Json, Meta, Severity
from catalint_rules.clients.reporting import ClientRule, Text, subject
from catalint_rules.targets.judging import Problem

_LONGEST = 40


class ClientUnsupportedKeyword(ClientRule):
    """A keyword, or a value of one, that a chosen client does not take."""

    meta = Meta(
        "client-unsupported-keyword",
        "Keyword that a chosen client refuses",
        Severity.ERROR,
        precision="high",
        audience="client",
        yields_to=("invalid-schema",),
        tags=("clients", "schema"),
        evidence=(
            "https://github.com/taylorwilsdon/google_workspace_mcp/issues/1099",
            "https://learn.microsoft.com/en-us/microsoft-copilot-studio/mcp-troubleshooting",
            "https://platform.claude.com/docs/en/build-with-claude/structured-outputs",
        ),
    )

    def describe(self, problem: Problem, ctx: Context) -> Text:
        """Quote the keyword and say what to write instead."""
        keyword, value = str(problem.spot.data["keyword"]), problem.spot.data.get("value")
        short = json.dumps(value, ensure_ascii=False)
        shown = f'`"{keyword}": {short}`' if "value" in problem.spot.data and len(short) <= _LONGEST else f"`{keyword}`"
        if problem.spot.cause == "choice of array and string":
            return Text(
                f"{subject(problem, above=1)} takes a list or a text",
                ("take a list only, of one item where there is one",),
            )
        return Text(
            f"{subject(problem, above=1)} has {shown}",
            (_advice(keyword, value, problem), f"leave `{keyword}` out"),
        )


def _advice(keyword: str, value: Json, problem: Problem) -> str:
    kind = problem.spot.data.get("type")
    if keyword in ("exclusiveMinimum", "exclusiveMaximum"):
        if isinstance(value, bool):
            return f"write the bound itself as the value of `{keyword}`"
        plain = "minimum" if keyword == "exclusiveMinimum" else "maximum"
        if not any(plain in each.fact.value["keywords"] for each in problem.objections):
            return f"write `{plain}` with the nearest value that is allowed"
    if keyword == "const":
        return (
            f'write `"enum": [{json.dumps(value)}]`' if isinstance(value, str) else "say the value in the description"
        )
    if keyword == "additionalProperties":
        return "write `true`"
    if keyword == "not":
        return "drop the branch, which nothing matches"
    if keyword in ("properties", "required") and kind is None:
        return 'add `"type": "object"` with its properties, or say it in the description'
    if keyword in ("properties", "required"):
        return f"drop `{keyword}`, which does nothing here, or make the value an object"
    if keyword in ("anyOf", "oneOf"):
        return "move the type into each branch, or take one type only"
    if keyword == "items":
        return "write one schema for all items"
    if keyword == "default":
        return "say it in the description"
    return f"drop `{keyword}` and say it in the description"
