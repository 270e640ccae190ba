"""What the rules on instructions share: whom a sentence orders about, and texts that are meant for somebody else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from catalint import Catalog, Context, Json, Location, Related, Severity
from catalint.expression import expression
from catalint.schema import follow, types_of
from catalint.words import split_identifier
from catalint_rules.safety.documents import DOCUMENTS, Document, describe
from catalint_rules.safety.passages import Passage
from catalint_rules.safety.signs import Sign

_NOT = expression(
    r"\b(?:do not|don't|dont|must not|mustn't|should not|shouldn't|shall not|are not to"
    r"|(?:(?:must|should|are to) )?never|you are not (?:allowed|permitted) to)"
    r"(?: (?:ever|also|explicitly|directly|automatically|proactively|immediately|independently"
    r"|under any circumstances))? "
)
_HAD = r"ids?|names?|agents?|groups?|lists?|tables?|accounts?|data|profiles?|records?|types?|roles?|inputs?|objects?"
# Whom a model works for. `user's` and `user id` are about something that a user has.
USER = (
    r"(?:(?:the|your|this|any|an?|our|human|end) ){0,2}(?:end[- ]?users?|users?|humans?|customers?|person|anyone)"
    rf"(?!['-]?\w)(?! (?:{_HAD}|interface|settings|preferences?)\b)"
)
# An order begins a sentence or a part of one, or follows one of these words.
_BEFORE_ORDER = expression(
    r"(?:^|[.!?:;,(\[\"'…–—。！？、，：-]"
    r"|\b(?:and|but|or|so|then|also|please|you|must|first|just|always|instead|important|note|therefore|simply|silently"
    r"|should|sure to|careful to|assistants?|models?|agents?|llm|ai)) ?$"
)
# The words that a description of a prompt, a template or a message for others goes by.
_FOR_OTHERS = frozenset(
    """
    prompt prompts instruction instructions persona template message messages greeting script body content text
    """.split()
)
# An order is known by the word before it.
_BACK = 20
_SAMPLES = frozenset(("default", "example", "examples", "enum", "const"))


@dataclass(frozen=True, slots=True)
class Directive:
    """An instruction to a model: its kind, for the key of a finding, and where it stands in its passage."""

    kind: str
    start: int
    end: int
    severity: Severity | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A document with the passages of it that hold directives, in order; there is at least one of each."""

    document: Document
    passages: tuple[tuple[Passage, tuple[Directive, ...]], ...]

    @property
    def first(self) -> Directive:
        """The first directive."""
        return self.passages[0][1][0]

    @property
    def subject(self) -> str:
        """The string that holds it, for a message."""
        return f"{describe(self.passages[0][0].path)} of {self.document.subject}"

    @property
    def quote(self) -> str:
        """Its words, in double quotes."""
        return self.passages[0][0].quote(self.first.start, self.first.end)

    @property
    def more(self) -> str:
        """How many others there are, for a message."""
        others = sum(len(directives) for _, directives in self.passages) - 1
        return f" and {others} more" if others else ""

    @property
    def where(self) -> Location:
        """The string with the first directive."""
        return self.document.at(self.passages[0][0].path)

    @property
    def related(self) -> tuple[Related, ...]:
        """The other strings."""
        return tuple(
            Related(self.document.at(passage.path), passage.quote(directives[0].start, directives[0].end))
            for passage, directives in self.passages[1:]
        )

    @property
    def data(self) -> dict[str, Json]:
        """All words, for programs."""
        return {
            "phrases": [
                passage.quote(directive.start, directive.end)[1:-1]
                for passage, directives in self.passages
                for directive in directives
            ]
        }


@dataclass(frozen=True, eq=False)
class Kind:
    """What a rule looks for: `look` finds directives in a passage that shows one of the signs.

    The signs are for a first look at the JSON of a whole tool in lower case. Those `abroad` are looked for only where
    there are letters beyond ASCII.
    """

    signs: tuple[Sign, ...]
    abroad: tuple[Sign, ...]
    look: Callable[[Document, Passage], Iterator[Directive]]


def find(kind: Kind, catalog: Catalog, ctx: Context) -> Iterator[Found]:
    """Yield the documents of a catalog that hold directives of a kind."""
    for document in ctx.get(DOCUMENTS)[catalog]:
        if document.tool and not document.tool.model_visible:
            continue
        signs = kind.signs if document.json.isascii() else kind.signs + kind.abroad
        present = [sign for sign in signs if sign.shows_in(document.lower)]
        if present:
            passages = ((passage, _directives(kind, document, passage)) for passage in document.passages(present))
            found = tuple((passage, directives) for passage, directives in passages if directives)
            if found:
                yield Found(document, found)


def _directives(kind: Kind, document: Document, passage: Passage) -> tuple[Directive, ...]:
    """The directives of a passage in order, those left out that overlap another or are only spoken of."""
    kept: list[Directive] = []
    for directive in sorted(kind.look(document, passage), key=lambda directive: directive.start):
        apart = not kept or directive.start >= kept[-1].end
        if apart and not passage.is_spoken_of(directive.start, directive.end):
            kept.append(directive)
    return () if kept and _is_for_others(passage) else tuple(kept)


def patterns(*pairs: tuple[str, str]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Compile patterns with their kinds."""
    return tuple((kind, expression(pattern)) for kind, pattern in pairs)


def is_order(passage: Passage, start: int) -> bool:
    """Whether the words at a position tell the reader to do something, rather than what somebody else does."""
    return bool(_BEFORE_ORDER.search(passage.lower[max(0, start - _BACK) : start]))


def prohibitions(passage: Passage) -> Iterator[tuple[int, int]]:
    """Where a passage tells its reader not to do something: the stretch of "do not " or its like."""
    for match in _NOT.finditer(passage.lower):
        if is_order(passage, match.start()):
            yield match.span()


def is_switch(document: Document, passage: Passage) -> bool:
    """Whether a passage describes a boolean or a choice: "do not notify users" says what the value does."""
    if passage.path[-1] != "description":
        return False
    schema = follow(dict(document.value), passage.path[:-1])
    return isinstance(schema, dict) and ("boolean" in types_of(schema) or "enum" in schema)


def parameter_words(passage: Passage) -> frozenset[str]:
    """The words of the name of the parameter that a passage belongs to; empty for the tool's own texts."""
    path = passage.path
    names = [str(path[at + 1]) for at in range(len(path) - 1) if path[at] == "properties"]
    return frozenset(split_identifier(names[-1])) if names else frozenset()


def _is_for_others(passage: Passage) -> bool:
    """Whether a passage is a sample of a text that the tool hands to another model or to a person."""
    return not _SAMPLES.isdisjoint(passage.path[2:]) and not _FOR_OTHERS.isdisjoint(parameter_words(passage))
