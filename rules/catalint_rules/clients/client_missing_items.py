"""Rule client-missing-items."""

from __future__ import annotations

from catalint import Context, Json, Meta, Path, Severity
from catalint.schema import follow
from catalint_rules.clients.reporting import ClientRule, Text, subject
from catalint_rules.targets.judging import Problem


class ClientMissingItems(ClientRule):
    """A list that does not say what its items are where a chosen client wants that."""

    meta = Meta(
        "client-missing-items",
        "List without `items`, which a chosen client wants",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("clients", "schema"),
        evidence=(
            "https://github.com/apify/apify-mcp-server/issues/36",
            "https://github.com/microsoft/vscode/issues/325618",
        ),
    )

    def describe(self, problem: Problem, ctx: Context) -> Text:
        """Say what to add, by the list's default where it tells."""
        path = problem.spot.path
        root = dict(problem.tool.raw) if problem.tool else {}
        node = follow(root, path)
        default = node.get("default") if isinstance(node, dict) else None
        sample = default[0] if isinstance(default, list) and default else None
        kind = {str: "string", bool: "boolean", int: "integer", float: "number", dict: "object"}.get(type(sample), "")
        example = f'`"items": {{"type": "{kind or "string"}"}}`'
        action = f"add {example}" if kind else f"say what the items are, such as {example}"
        if isinstance(node, dict) and isinstance(node.get("prefixItems"), list):
            action = 'add `"items": {}`, which leaves to `prefixItems` what it says'
        several = isinstance(node, dict) and isinstance(node.get("type"), list)
        what = f"{_branch(root, path)}{subject(problem)}"
        return Text(f"{what} {'may be' if several else 'is'} a list without `items`", (action,))


def _branch(root: Json, path: Path) -> str:
    """Which branch of a choice a path leads to, where others of it are lists that do say what they hold."""
    choice, step = follow(root, path[:-1]), path[-1]
    if not isinstance(choice, list) or not isinstance(step, int) or path[-2] not in ("anyOf", "oneOf"):
        return ""
    others = sum(isinstance(branch, dict) and "items" in branch for branch in choice)
    return f"branch {step + 1} of {len(choice)} ({path[-2]}) of " if others else ""
