"""Rule client-pattern."""

from __future__ import annotations

from catalint import Context, Meta, Severity
from catalint_rules.clients.reporting import ClientRule, Text, subject
from catalint_rules.schemas.wording import cut
from catalint_rules.targets.judging import Problem

_LONGEST = 48
_SAID = {
    "lookaround": ("looks ahead or back", "say it in the description and check it in the tool"),
    "backreference": ("refers back to a group", "say it in the description and check it in the tool"),
    "word-boundary": ("has a word boundary", "write out what stands around the word, or drop it"),
    "unanchored": ("does not begin with `^` and end with `$`", "write the whole value, from `^` to `$`"),
}


class ClientPattern(ClientRule):
    """A pattern that a chosen client can not compile."""

    meta = Meta(
        "client-pattern",
        "Pattern that a chosen client refuses",
        Severity.ERROR,
        precision="high",
        audience="client",
        tags=("clients", "schema"),
        evidence=(
            "https://github.com/unslothai/unsloth/pull/7512",
            "https://platform.claude.com/docs/en/build-with-claude/structured-outputs",
        ),
    )

    def describe(self, problem: Problem, ctx: Context) -> Text:
        """Quote the pattern and say what it must not have."""
        pattern = cut(str(problem.spot.data["pattern"]), _LONGEST)
        what, action = _SAID[problem.spot.cause]
        return Text(f"the pattern `{pattern}` of {subject(problem, above=1)} {what}", (action,))
