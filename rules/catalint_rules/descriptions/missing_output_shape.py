"""missing-output-shape: tools that are called for their result and do not say what it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from catalint import Catalog, CatalogRule, Context, Finding, Json, Meta, Related, Severity, Tool
from catalint.expression import expression
from catalint.prose import first_sentence
from catalint.rule import NoOptions
from catalint.schema import types_of
from catalint.words import STOP_WORDS, split_prose, stem
from catalint_rules import words
from catalint_rules.analyses.lexicon import LEXICON
from catalint_rules.analyses.names import NAMES, Name
from catalint_rules.descriptions.language import is_english
from catalint_rules.descriptions.opening import unmark
from catalint_rules.descriptions.placeholders import placeholder
from catalint_rules.descriptions.specificity import READINGS
from catalint_rules.wording import excerpt, fit, names

# How far a text is read, in characters, and how far its lead.
_READ, _LEAD = 6000, 400
_SHOWN = 3
# The verb of a text stands within so many words: "Attempt to automatically repair".
_VERB_WITHIN = 4
# What is passed on and answered as ever: who sends a query or a command knows what an answer to it looks like.
_PASSED = frozenset(
    "api apis call calls command commands mutation mutations operation operations queries query request requests shell "
    "sql statement statements".split()
)
_PASSING = frozenset(map(stem, "execute run perform call invoke".split()))
_PASSED_WITHIN = 9
# Words that the verb may stand behind.
_ATTEMPTS = frozenset(map(stem, "attempt try perform use allow help this the tool quickly".split()))
# Reading is plain where the text names the thing that comes back.
_READING = frozenset(map(stem, "get fetch retrieve read show return load view display".split()))
# "Get information about a card": what follows is what it is about, not what comes back.
_ABOUT = frozenset("about on of regarding concerning for from with".split())
# "rooms with size and price", "passages with page/line offsets", "statistics: hits, misses", "details (name, owner)".
_FIELDS = expression(
    r"\bwith (?:(?:its |their |the |all )?(?:[\w-]+ ){0,3}[\w-]+(?:,| and | or )|(?:[\w-]+ )?[\w-]+/[\w-]+)"
    r"|:\s*[\w-]+,|\s[–—-] (?:[\w-]+ )?[\w-]+,|\([\w -]+,",
    re.IGNORECASE,
)
# "Analyze a project to identify its services", "… and suggest a definition": the second verb says what comes of it.
_PURPOSE = expression(r"\b(?:to|and|then|for|by) (?:\w+ly )?(?P<verb>[a-z]{3,})\b")
# Names of the field that frameworks wrap a result in when a function gives no object.
_WRAPPERS = frozenset(("result", "results", "data", "output", "value", "response", "content"))


class MissingOutputShape(CatalogRule[NoOptions]):
    """Tools called for a result that neither their text nor an output schema describes."""

    meta = Meta(
        id="missing-output-shape",
        summary="Nothing says what a tool returns",
        severity=Severity.NOTE,
        profile="strict",
        precision="medium",
        tags=("results",),
        evidence=(
            "https://arxiv.org/abs/2602.18914",
            "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#output-schema",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for all tools together."""
        judge = _Judge(ctx)
        parts = ctx.get(NAMES)[catalog.server].names
        readings = ctx.get(READINGS)
        # a text that restates the name is reported for all that it does not say
        open_ = [tool for tool in catalog.visible if judge.leaves_open(tool, parts[tool])]
        found = [tool for tool in open_ if not ((reading := readings.get(tool)) and reading.restates)]
        if not found:
            return
        first, *others = found
        subject = names((tool.name for tool in found), _SHOWN)
        do = "do" if others else "does"
        lacks = f"{do} not say what comes back"
        yield self.finding(
            first.at("description"),
            fit(
                f"{subject} {lacks} ({{}}), in text or outputSchema, so a model has to call it to learn that",
                f"{subject} {lacks}, in text or outputSchema",
                f"{len(found)} tools {lacks}, in text or outputSchema, first `{first.name}`",
                action='add "Returns …" with the fields, or an outputSchema',
                text=first.description,
            ),
            related=tuple(Related(tool.at("description"), f"`{tool.name}` leaves its result open") for tool in others),
            detail="\n".join(f"{tool.name}: {excerpt(tool.description, 140)}" for tool in found),
            key=",".join(sorted(tool.name for tool in found)),
            data={"tools": [tool.name for tool in found], "of": len(catalog.visible)},
        )


class _Judge:
    """Judges texts with the word lists of a run."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._lexicon = ctx.get(LEXICON)
        self._open_verbs = frozenset(map(stem, words.vocabulary("open_verbs", ctx)))
        self._untold = words.vocabulary("untold_results", ctx)
        self._said = words.phrases("result_phrases", ctx)

    def leaves_open(self, tool: Tool, name: Name) -> bool:
        """Whether a model can't know what a tool gives back."""
        text = tool.description[:_READ]
        if not text.strip() or describes(tool.output_schema) or self._said.search(text) or _FIELDS.search(text[:_LEAD]):
            return False
        if placeholder(text, self._ctx) or not is_english(text, self._ctx):
            return False
        lead = split_prose(unmark(text[:_LEAD].partition("\n\n")[0]))
        stems = [stem(word) for word in lead[:_VERB_WITHIN]]
        verb = _leading(lead[:_VERB_WITHIN])
        # the text is nearer to the truth than the name
        acting = verb in self._open_verbs or self._lexicon.verb(verb)
        if (verb if acting else stem(name.verb)) in self._open_verbs:
            return not self._tells_purpose(text) and not (verb in _PASSING and _PASSED & set(lead[1:_PASSED_WITHIN]))
        start = next((index for index, found in enumerate(stems) if found in _READING), None)
        return start is not None and self._names_nothing(lead[start + 1 :])

    def _tells_purpose(self, text: str) -> bool:
        ends = (match.group("verb") for match in _PURPOSE.finditer(first_sentence(text).lower()))
        return any(self._lexicon.verb(verb) and stem(verb) not in self._open_verbs for verb in ends)

    def _names_nothing(self, rest: list[str]) -> bool:
        """True for "the health status for monitoring", False for "the cards of a board"."""
        seen = False
        for word in rest:
            if word in _ABOUT:
                return seen
            if word in self._untold:
                seen = True
            elif word not in STOP_WORDS:
                return False
        return seen


def _leading(lead: Sequence[str]) -> str:
    """The stem of the first word that is neither an attempt nor an adverb: "repair" of "Attempt to quickly repair"."""
    plain = (stem(word) for word in lead if word not in STOP_WORDS and not word.endswith("ly"))
    return next((found for found in plain if found not in _ATTEMPTS), "")


def describes(schema: Json) -> bool:
    """Whether an output schema says anything about a result: fields, or a wrapper with something in it."""
    if not isinstance(schema, dict):
        return False
    if any(key in schema for key in ("$ref", "enum", "const", "allOf")):
        return True
    properties = schema.get("properties")
    if isinstance(properties, dict) and properties:
        names = set(properties)
        if len(names) > 1 or not names <= _WRAPPERS:
            return True
        return _is_told(next(iter(properties.values())))
    items = schema.get("items")
    return describes(items) if isinstance(items, dict) else False


def _is_told(schema: Json) -> bool:
    """Whether what stands in a wrapper is more than any object or any text."""
    if not isinstance(schema, dict):
        return False
    for key in ("anyOf", "oneOf"):
        branches = schema.get(key)
        if isinstance(branches, list):
            return any(_is_told(branch) for branch in branches)
    if schema.get("description"):
        return True
    return bool(types_of(schema) & {"number", "integer", "boolean"}) or describes(schema)
