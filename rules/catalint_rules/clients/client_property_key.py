"""Rule client-property-key."""

from __future__ import annotations

from catalint import Context, Meta, Severity
from catalint_rules.clients.renaming import odd_characters, rename_key
from catalint_rules.clients.reporting import ClientRule, Text
from catalint_rules.schemas.wording import cut
from catalint_rules.targets.judging import Problem

_LONGEST = 60
_MOST = 64


class ClientPropertyKey(ClientRule):
    """A parameter whose name a chosen client does not take."""

    meta = Meta(
        "client-property-key",
        "Parameter name that a chosen client refuses",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("clients", "parameters"),
        evidence=(
            "https://github.com/freee/freee-mcp/issues/15",
            "https://github.com/vantage-sh/vantage-mcp-server/issues/43",
            "https://cloud.google.com/java/docs/reference/google-cloud-vertexai/latest/com.google.cloud.vertexai.api.FunctionDeclarationOrBuilder",
        ),
    )

    def describe(self, problem: Problem, ctx: Context) -> Text:
        """Name the parameter, the characters, and a name that all chosen targets take."""
        name, tool = str(problem.spot.data["parameter"]), problem.tool
        odd = odd_characters(name, problem)
        shown = f"`{cut(name, _LONGEST)}`" if name else '""'
        long = len(name) > _MOST and not odd
        what = (
            f"the parameter {shown} has {len(name)} characters"
            if long
            else f"the name of the parameter {shown} holds {odd}"
            if odd
            else f"{shown} is no name for a parameter"
        )
        taken = {parameter.name for parameter in tool.parameters} if tool else set()
        better = rename_key(name, taken, problem)
        allowed = problem.objections[0].fact.value["allowed"]
        return Text(what, (f"call it `{better}`" if better else f"choose a name of {allowed}",))
