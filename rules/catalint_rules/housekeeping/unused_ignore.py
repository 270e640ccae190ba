"""The rule unused-ignore."""

from __future__ import annotations

from collections.abc import Iterator

from catalint import Finding, Json, Meta, NoOptions, Severity
from catalint.ignores import Ignore
from catalint.quoting import shown
from catalint.rule import IgnoreRule


class UnusedIgnore(IgnoreRule[NoOptions]):
    """An ignore that takes nothing out hides the next fault of that kind, and nobody knows that it is there."""

    meta = Meta(
        "unused-ignore",
        "Ignore takes nothing out",
        Severity.WARNING,
        precision="very-high",
        audience="client",
        tags=("suppression",),
        evidence=("https://docs.astral.sh/ruff/rules/unused-noqa/",),
    )

    def check_unused(self, ignore: Ignore, *, expired: bool) -> Iterator[Finding]:
        """Report an ignore that meant no finding, or whose last day is over."""
        data: dict[str, Json] = {"rule": ignore.rule, "tools": list(ignore.tools), "reason": ignore.reason}
        key = "|".join((ignore.rule, *ignore.tools, ignore.pointer))
        subject = f"This ignore of {shown(ignore.rule)}"
        if expired:
            message = f"{subject} ended on {ignore.until}: look at its findings again, then renew `until` or delete it."
            data["until"] = str(ignore.until)
        else:
            message = f"{subject} takes no finding out, so it would hide the next one unseen: delete it."
        yield self.finding(ignore.where, message, key=key, data=data)
