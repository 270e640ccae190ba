"""What SARIF says of a rule: its descriptor, with its page as help."""

from __future__ import annotations

import re
from typing import Any

from catalint.finding import Severity
from catalint.output import RuleInfo
from catalint.output.terminal import shorten

# What GitHub shows of a rule and of a text
# (https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning).
SHOWN_TAGS = 10
LONGEST_TEXT = 1024
_PROBLEM_SEVERITY = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "recommendation"}
_COMMENT = re.compile(r"<!--.*?-->[ \t]*\n?", re.DOTALL)


def describe_rule(identifier: str, known: RuleInfo | None) -> dict[str, Any]:
    """The descriptor of a rule. One that reports but did not run (as the engine itself may) has an id alone."""
    if known is None:
        text = {"text": identifier}
        return {"id": identifier, "shortDescription": text, "fullDescription": text, "help": text}
    meta, page = known.meta, _page(known)
    summary = meta.summary or identifier
    intro = _intro(page) or summary
    help_text = f"{intro}\n\nMore: {known.help_url}" if known.help_url else intro
    descriptor: dict[str, Any] = {
        "id": identifier,
        "name": "".join(word.capitalize() for word in re.split(r"\W+", identifier)),
        "shortDescription": {"text": shorten(summary, LONGEST_TEXT)},
        "fullDescription": {"text": shorten(intro, LONGEST_TEXT)},
        "help": {"text": help_text, "markdown": page or help_text},
    }
    if known.help_url:
        descriptor["helpUri"] = known.help_url
    tags = dict.fromkeys((known.family, *meta.tags))
    return {
        **descriptor,
        "defaultConfiguration": {"level": str(meta.severity)},
        "properties": {
            "tags": list(tags)[:SHOWN_TAGS],
            "precision": meta.precision,
            "problem.severity": _PROBLEM_SEVERITY[meta.severity],
            "pack": known.pack,
        },
    }


def _page(known: RuleInfo) -> str:
    """The rule's page, empty where its pack brings none."""
    try:
        return _COMMENT.sub("", known.read_page()).strip()
    except OSError:
        return ""


def _intro(page: str) -> str:
    """What a page says between its title and its first section, tables aside, in one line."""
    body = page.split("\n## ", 1)[0]
    return " ".join(line.strip() for line in body.splitlines() if line.strip() and not line.startswith(("# ", "|")))
