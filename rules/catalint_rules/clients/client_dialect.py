"""Rule client-dialect."""

from __future__ import annotations

from catalint import Context, Meta, Severity
from catalint.analyses.metaschema import METASCHEMA
from catalint_rules.clients.reporting import ClientRule, Text, subject
from catalint_rules.targets.judging import Problem

# What older drafts wrote otherwise, and how 2020-12 has it.
_OLD = {
    "exclusiveMinimum": "write the bound itself as `exclusiveMinimum`, and drop `minimum`",
    "exclusiveMaximum": "write the bound itself as `exclusiveMaximum`, and drop `maximum`",
    "items": "call the list of schemas `prefixItems`",
}


class ClientDialect(ClientRule):
    """A schema in a dialect that a chosen client does not take."""

    meta = Meta(
        "client-dialect",
        "Schema of a dialect that a chosen client does not read",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("clients", "schema"),
        evidence=(
            "https://github.com/anthropics/claude-code/issues/586",
            "https://github.com/perplexityai/modelcontextprotocol/issues/132",
            "https://modelcontextprotocol.io/specification/2025-11-25/basic#json-schema-usage",
        ),
    )

    def describe(self, problem: Problem, ctx: Context) -> Text:
        """Say what the client reads it as."""
        data = problem.spot.data
        side = "output" if problem.spot.path[0] == "outputSchema" else "input"
        if problem.spot.cause == "dialect":
            return Text(
                f"`$schema` of the {side} schema declares {data['dialect']}",
                ("drop `$schema`, which no client needs",),
            )
        where, keyword = subject(problem, above=1), problem.spot.path[-1]
        shown = f" (`{keyword}`)" if isinstance(keyword, str) and keyword in _OLD else ""
        return Text(
            f"{where}{shown} is valid in {data['declared']}, as declared, not in {data['dialect']}, which counts",
            (_OLD.get(str(keyword), f"write it as {data['dialect']} has it"), f"write it as {data['dialect']} has it"),
        )

    def is_said_elsewhere(self, problem: Problem, ctx: Context) -> bool:
        """What is wrong in the declared dialect as well is for invalid-schema to report."""
        data, tool = problem.spot.data, problem.tool
        if problem.spot.cause == "dialect" or tool is None:
            return False
        if data["declared"] == data["dialect"]:
            return True
        key, *path = problem.spot.path
        faults = ctx.get(METASCHEMA).faults(tool.raw.get(str(key)))
        return any(fault.path == tuple(path) for fault in faults)
