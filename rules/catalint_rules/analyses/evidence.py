"""What descriptions and parameters say about two tools with like names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from catalint import Tool
from catalint.expression import expression
from catalint.words import STOP_WORDS, split_identifier
from catalint_rules.analyses.candidates import Pair, counted
from catalint_rules.analyses.lexicon import Lexicon
from catalint_rules.analyses.names import Name, split_name
from catalint_rules.analyses.texts import Text

_SEVERAL_WORDS = expression(r"[^\W_][_.\-/:]|[a-z][A-Z]")
_CALLED_TOOL = expression(r"[`'\"’”]? (tool|function)\b")
_TYPE = expression(r"(?<![\w-])[A-Za-z][a-z]+(?:[A-Z][a-z]+)+(?![\w-])")
_QUOTES = "`'\"“‘"
# Words by which a thing is asked for: "by its id" says nothing of another thing.
_KEYS = frozenset("id ids identifier key name number uid url uuid".split())
# Letters of a word that stand for its whole in a blend.
_SHORTEST_HEAD = 3
# Letters of a lead that are compared with another: the time grows with the square, and no real lead is a tenth as long.
_LONGEST = 5_000
# Filler words that only repeat the verb, in a text too.
_IDLE = frozenset("list listing".split())


@dataclass(frozen=True, slots=True)
class Side:
    """One tool of a pair. `own` are the words of its lead that the sibling's text lacks."""

    name: Name
    text: Text
    own: frozenset[str]


@dataclass(frozen=True, eq=False)
class Evidence:
    """Both tools of a pair, compared.

    `overlap` is the share of the parameters that both tools have, by name; `required` is true if they require the same
    ones, `conflict` if they require different ones (both are false where neither requires any).
    """

    first: Side
    second: Side
    overlap: float
    required: bool
    conflict: bool
    lexicon: Lexicon

    @cached_property
    def near(self) -> float:
        """How alike the leads are as sets of meaning words, 0 to 100; only pairs that come this far load rapidfuzz."""
        from rapidfuzz import fuzz

        one, other = (" ".join(side.text.lead)[:_LONGEST] for side in (self.first, self.second))
        return fuzz.token_set_ratio(one, other)

    @cached_property
    def literal(self) -> float:
        """How alike the leads are as they are written, 0 to 100; the whole texts where a lead has no words."""
        from rapidfuzz import fuzz

        one, other = (" ".join(side.text.lead_words) or side.text.raw for side in (self.first, self.second))
        return fuzz.ratio(one[:_LONGEST], other[:_LONGEST])

    @property
    def sides(self) -> tuple[tuple[Side, Side], tuple[Side, Side]]:
        """Each tool with its sibling."""
        return (self.first, self.second), (self.second, self.first)

    @property
    def both_differ(self) -> bool:
        """True if each lead has something that the other tool's text lacks."""
        return bool(self.first.own and self.second.own)

    @property
    def differing(self) -> int:
        """How many words tell the leads apart."""
        return len(self.first.own | self.second.own)


def weigh(pair: Pair, read: Callable[[Tool], Text], lexicon: Lexicon) -> Evidence:
    """Compare what the two tools of a pair say and take."""
    one, other = read(pair.first.tool), read(pair.second.tool)
    required, every = zip(_parameters(pair.first.tool), _parameters(pair.second.tool), strict=True)
    union = every[0] | every[1]
    return Evidence(
        Side(pair.first, one, frozenset(one.lead) - other.said),
        Side(pair.second, other, frozenset(other.lead) - one.said),
        overlap=len(every[0] & every[1]) / len(union) if union else 0.0,
        required=bool(required[0]) and required[0] == required[1],
        conflict=required[0] != required[1],
        lexicon=lexicon,
    )


def _parameters(tool: Tool) -> tuple[frozenset[str], frozenset[str]]:
    required = frozenset(parameter.name for parameter in tool.parameters if parameter.required)
    return required, frozenset(parameter.name for parameter in tool.parameters)


def mentions(text: str, name: str) -> bool:
    """True if a text names a tool: a name of several words anywhere, a single word in quotes or followed by "tool"."""
    several = _SEVERAL_WORDS.search(name) is not None
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        before, after = text[at - 1 : at], text[end : end + 1]
        alone = not any(letter.isalnum() or letter == "_" for letter in (before, after) if letter)
        if alone and (several or (before and before in _QUOTES) or _CALLED_TOOL.match(text, end)):
            return True
        at = text.find(name, at + 1)
    return False


def names_tool(text: str, name: Name) -> bool:
    """True if a text names a tool, with or without the word for the service that all names have."""
    if mentions(text, name.tool.name):
        return True
    return len(name.words) > 1 and any(mentions(text, separator.join(name.words)) for separator in "_-.")


def are_subcommands(first: Name, second: Name, lexicon: Lexicon) -> bool:
    """True if the names have two subcommands of one program, whose users know the difference: `kubectl_describe`."""
    words = [split_name(name.tool.name) for name in (first, second)]
    verbs = {first.verb, second.verb}
    programs = (lexicon.subcommands.get(word, frozenset()) for word in words[0] if word in words[1])
    return len(verbs) > 1 and any(verbs <= known for known in programs)


def is_blend(words: Sequence[str], others: Sequence[str]) -> bool:
    """True if a word is made of the beginning of another name's word and the whole next one: `dashcard`."""
    own = [word for word in words if word not in others]
    apart = [pair for pair in pairwise(others) if not set(pair) & set(words)]
    if len(own) != 1 or len(apart) != 1:
        return False
    start, end = apart[0]
    head = own[0].removesuffix(end)
    return head != own[0] and len(head) >= _SHORTEST_HEAD and start.startswith(head)


def count_differently(evidence: Evidence) -> bool:
    """True if one text speaks of one thing and the other of many."""
    first, second = evidence.first, evidence.second
    for noun in counted(first.name, second.name) or tuple({first.name.head, second.name.head}):
        one = first.text.counts(noun, evidence.lexicon)
        other = second.text.counts(noun, evidence.lexicon)
        if one is not None and other is not None and one != other:
            return True
    return False


def speak_of_many(evidence: Evidence) -> tuple[bool, bool]:
    """For each tool whether its text speaks of many of the things that the names count differently."""
    first, second = evidence.first, evidence.second
    nouns = counted(first.name, second.name) or (first.name.head,)
    many = [any(side.text.counts(noun, evidence.lexicon) for noun in nouns) for side in (first, second)]
    return many[0], many[1]


def say_opposites(evidence: Evidence) -> bool:
    """True if the leads say opposite words, each its own: "a new story" against "an existing story"."""
    mine, theirs = set(evidence.first.text.lead_words), set(evidence.second.text.lead_words)
    return any((word, other) in evidence.lexicon.opposites for word in mine - theirs for other in theirs - mine)


def explains_fillers(side: Side, sibling: Side, fillers: Collection[str], lexicon: Lexicon) -> bool:
    """True if a lead speaks of the thing that a filler word names and the sibling's does not."""
    bases = {lexicon.base(word) for word in fillers if word not in _IDLE}
    mine = {lexicon.base(word) for word in side.text.lead_words}
    return bool(bases & mine - {lexicon.base(word) for word in sibling.text.lead_words})


def needed_words(side: Side, sibling: Side) -> frozenset[str]:
    """The words in the names of parameters that a tool requires and its sibling does not have, however spelled."""
    known = {tuple(split_identifier(parameter.name)) for parameter in sibling.name.tool.parameters}
    needed = {tuple(split_identifier(p.name)) for p in side.name.tool.parameters if p.required}
    return frozenset(word for found in needed - known for word in found)


def works_on_more(side: Side, sibling: Side, lexicon: Lexicon) -> bool:
    """True if a lead speaks of what its tool alone requires: "put a tag on a photo" (`photo_id`), "make a tag"."""
    named = {lexicon.base(word) for word in (*side.name.words, *_KEYS)}
    needed = {lexicon.base(word) for word in needed_words(side, sibling)} - named
    return bool(needed & {lexicon.base(word) for word in side.text.lead_words} - sibling.text.stems)


def names_kind(side: Side, sibling: Side, fillers: Collection[str], lexicon: Lexicon) -> bool:
    """True if a text uses a filler word of its name for a thing of its own.

    It does where the word is part of a type ("an orderDetails object"), or says of something else how many there are:
    "all followers" in `notify_all` is no list of all notes.
    """
    types = set(_TYPE.findall(side.text.raw)) - set(_TYPE.findall(sibling.text.raw))
    for word in types:
        parts = set(split_identifier(word))
        if not parts.isdisjoint(fillers) and side.name.head in {lexicon.base(part) for part in parts}:
            return True
    if "all" not in fillers or "all" in sibling.text.lead_words:
        return False
    behind = (after for word, after in pairwise(side.text.lead_words) if word == "all")
    about = {base.rpartition(":")[2] for base in side.name.core}
    return any(word not in STOP_WORDS and lexicon.base(word) not in about for word in behind)


def explains_words(side: Side, sibling: Side, bases: Collection[str], lexicon: Lexicon) -> bool:
    """True if a text explains words that only its own tool's name has, given by their bases.

    It does if the sibling's text lacks them, or has them in another phrase ("a config variation" against "a config and
    its variations").
    """
    plain = {base.rpartition(":")[2] for base in bases}
    if plain & side.text.stems - sibling.text.stems:
        return True
    if any(base in word for base in plain for word in set(side.text.opening) - set(sibling.text.opening)):
        return True
    phrases = _phrases(side.text, lexicon) - _phrases(sibling.text, lexicon)
    return any(word in plain for phrase in phrases for word in phrase)


def _phrases(text: Text, lexicon: Lexicon) -> set[tuple[str, str]]:
    return set(pairwise([lexicon.base(word) for word in text.lead_words]))
