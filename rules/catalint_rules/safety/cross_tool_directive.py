"""Rule cross-tool-directive."""

from __future__ import annotations

from collections.abc import Iterator

from catalint import Catalog, CatalogRule, Context, Finding, Meta, NoOptions, Severity
from catalint_rules.safety.directives import Directive, Kind, find
from catalint_rules.safety.documents import Document
from catalint_rules.safety.passages import Passage
from catalint_rules.safety.signs import signs

# First looks at text in lower case, which may be JSON. Each begins with fixed letters, so that a search is fast.
_GAP = r"(?:\\n|\W){1,8}"
_ON = rf"{_GAP}(?:\w{{1,14}}{_GAP}){{0,2}}"
_AFTER_NOT = (
    rf"{_GAP}(?:"
    r"(?:ever|also|explicitly|directly|automatically|proactively|immediately|independently|under any circumstances"
    rf"|(?:allowed|permitted|try|attempt) to){_GAP})?"
    r"(?:use|call|invok|run|try|attempt|execut|consult|fall back|make|search|browse|google|rely|trust|depend|assume"
    r"|answer|respon|reply|solve|address|handle|suggest|recommend|propose)"
)
_CALL = r"(?:use|call|invoke|run|execut|consult)"
_TURN = r"(?:conversation|chat|session|response|reply|answer|turn|user message|user request|prompt|interaction)"
_WHAT = r"(?:tool|function|action|anything|responding|replying|answering|every|each|any|all|final|other|another)"
_SIGNS = signs(
    rf"before{_ON}{_WHAT}\b",
    rf"prior to{_ON}{_WHAT}\b",
    rf"not{_AFTER_NOT}",
    rf"n['’]t{_AFTER_NOT}",
    rf"never{_AFTER_NOT}",
    r"no other (?:tool|function)",
    r"even (?:if|when|though) you",
    r"(?:instead of|rather than) (?:answering|responding|replying)",
    rf"every{_GAP}(?:new )?{_TURN}",
    rf"each{_GAP}(?:new )?{_TURN}",
    r"prerequisite",
    r"mandatory",
    rf"must{_GAP}(?:first |always )?(?:be )?(?:{_CALL}|the first|your first)",
    rf"always{_GAP}(?:first )?{_CALL}",
)


def _look(document: Document, passage: Passage) -> Iterator[Directive]:
    from catalint_rules.safety import steering

    return steering.look(document, passage)


_KIND = Kind(_SIGNS, (), _look)
_SAYS = {
    "precedes": "wants to be called before all other tools",
    "first": "wants to be called first, whatever the task",
    "every": "wants to be called at every turn",
    "forbids": "forbids the use of other tools",
    "stops": "forbids other tools once it was called",
    "rivals": "forbids what other products offer",
    "answers": "forbids a model to answer by itself",
    "knows": "tells a model not to trust what it knows",
    "prerequisite": "demands another call that yields nothing for this one",
}


_TASKS = "say for which tasks this tool is"
# What each costs, and what to write instead.
_COSTS = {
    "precedes": ("costs a call in every task", _TASKS),
    "first": ("costs a call in every task", _TASKS),
    "every": ("costs a call at every turn", _TASKS),
    "forbids": ("keeps a model from tools that may fit better", "say when this tool fits"),
    "stops": ("ends a task that needs them", "say what the user has to choose before it goes on, if anything"),
    "rivals": ("steers users by order and not by reason", "say what this one is for"),
    "answers": ("costs a call where none may be needed", "say which questions need this tool"),
    "knows": ("costs a call where none may be needed", "say which questions need this tool"),
    "prerequisite": ("costs a call each time", "leave it out, or say what it yields for this tool"),
}


class CrossToolDirective(CatalogRule[NoOptions]):
    """Text that orders a model about beyond the tool: which other tools to call, when, or not at all."""

    meta = Meta(
        "cross-tool-directive",
        "Text orders a model about beyond the tool",
        Severity.WARNING,
        precision="medium",
        tags=("security", "tool-shadowing"),
        evidence=(
            "https://invariantlabs.ai/blog/mcp-security-notification-tool-poisoning-attacks",
            "https://genai.owasp.org/llmrisk/llm01-prompt-injection/",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Report each tool once, with the first such order; a note where all of them are mild."""
        for found in find(_KIND, catalog, ctx):
            severities = [directive.severity for _, directives in found.passages for directive in directives]
            cost, action = _COSTS[found.first.kind]
            message = f"{found.subject} {_SAYS[found.first.kind]}: {found.quote}{found.more}. That {cost}: {action}"
            yield self.finding(
                found.where,
                message,
                severity=Severity.NOTE if all(severities) else None,
                related=found.related,
                key=found.first.kind,
                data=found.data,
            )
