"""What a description says: its words, each judged against the tool's name, its schema and the rest of the catalog.

Two questions are asked of each content word. Does it *add* something to the name? And is it a *thing*, that is, does
it fit few tools instead of all? Both are looked up in word lists and in the catalog itself, so neither a language model
nor a grammar is needed: a word that no list knows adds something and is a thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Literal, TypeAlias

from catalint import Analysis, Context, Tool
from catalint.prose import parse_docstring
from catalint.words import STOP_WORDS, singular, split_identifier
from catalint_rules.analyses.names import NAMES, Name
from catalint_rules.descriptions.language import is_english
from catalint_rules.descriptions.placeholders import placeholder
from catalint_rules.descriptions.vocabulary import VOCABULARY, Surroundings, Tier, Vocabulary, survey

Kind: TypeAlias = Literal["named", "service", "generic", "known", "common", "new"]

# After so many things a text is neither vague nor a restatement, and reading on would only cost time.
ENOUGH = 24
# Documentation of parameters in the text is worth something if it has as many words that no name says.
_DOCUMENTED = 3
# A text of this many words and one thing in twelve is as empty as a short one without any.
_LONG, _THIN = 12, 1 / 12

_NOISE = re.compile(
    r"```.*?(?:```|\Z)|https?://\S+|<[^<>\n]{1,60}>|&\w{2,6};"
    r"|\b(?:list|set|collection|array|series|range|number|type|kind)s? of\b"
    r"|\bin order\b"
    r"|\b(?:in|on|from|of|for|within|into|to|across) (?:the|your|this|our) (?:current )?"
    r"(?:system|platform|application|app|backend|server)\b"
    r"|\b(?:for|of|by) (?:the|a|your) (?:current |authenticated |logged-in |signed-in |given |specified )?user\b",
    re.DOTALL | re.IGNORECASE,
)
_TOKEN = re.compile(r"`[^`\n]{1,80}`|[^\W_][\w'’]*|[.!?;:\n]")
_CAMEL = re.compile(r"[a-z][A-Z]")
_BREAK = frozenset(".!?;:\n")
_RETURNS = re.compile(r"^[ \t]*(?:\*\*)?returns?(?:\*\*)?[ \t]*:", re.IGNORECASE | re.MULTILINE)
_PREPOSITIONS = frozenset(
    "about across against at by for from in inside into of on onto to under using via with within".split()
)
# What a sentence or clause starts behind: a word that follows them is its verb if it can be one.
_OPENERS = frozenset("and or to can will then".split())
# What may stand before the verb of a clause: "Attempts to automatically …", "This tool …".
_LEADS = frozenset(
    "attempt attempts allow allows enable enables help helps let lets try tries tool used please".split()
)
# Words of a name that are no things even there.
_VACUOUS = frozenset(
    """
    action api call command content data detail endpoint entity entry function handler helper info information input
    item job manager method object operation output process record request resource result service stuff system task
    thing tool util utility value wrapper
    """.split()
)
# What a text calls the tool itself: "Weather fetching function.".
_SELF = frozenset("function service command app application".split())
# Function words that say something all the same: "Where a shipment is.", "Whether the service is up.".
_QUESTIONS = re.compile(r"\b(?:whether|where|how (?:many|much|long|far|often))\b", re.IGNORECASE)
_DETERMINERS = frozenset("a an any all each every its the their this that your".split())


@dataclass(frozen=True, slots=True)
class Word:
    """A content word of a text, as written.

    `kind` says what it adds: `named` (the tool's name says it), `service` (the server's own name), `generic` (fits any
    tool), `known` (a parameter is named so), `common` (in many texts of the catalog) or `new`. `tier` says how much it
    narrows: `empty`, `aspect` ("status"), `kind` ("record"), `action` (a verb with a job) or `thing`. `phrase` numbers
    the prepositional phrase ("in a repository") that it stands in, 0 outside.
    """

    text: str
    key: str
    kind: Kind
    tier: Tier
    phrase: int

    @property
    def adds(self) -> bool:
        """True if the name does not say it."""
        return self.kind in ("known", "common", "new")


_WEIGHTS: Mapping[Kind, float] = {
    "named": 0.25,
    "service": 0.0,
    "generic": 0.0,
    "known": 0.5,
    "common": 0.5,
    "new": 1.0,
}
_TOLD = 0.5
_TIERS: Mapping[Tier, float] = {"empty": 0.0, "aspect": 0.5, "kind": 0.5, "action": 0.5, "thing": 1.0}


@dataclass(frozen=True, eq=False)
class Reading:
    """A description read. `text` is what was judged: no parameter documentation, no code blocks, no addresses.

    `words` ends after ENOUGH things. `objects` are the words of the name beside verb and service, `covered` the keys of
    those parts of the name that come back in the text. `told` counts what the description's own documentation of
    parameters says: words that neither a name nor a list of empty words has.
    """

    tool: Tool
    name: Name
    text: str
    words: tuple[Word, ...]
    objects: tuple[str, ...]
    covered: frozenset[str]
    told: int
    english: bool

    @cached_property
    def added(self) -> tuple[Word, ...]:
        """The words that the name does not say, each once, in order; generic ones and the service aside."""
        return tuple({word.key: word for word in reversed(self.words) if word.adds}.values())[::-1]

    @property
    def documented(self) -> bool:
        """True if the description explains its parameters, which is more than a name says."""
        return self.told >= _DOCUMENTED

    @cached_property
    def restates(self) -> bool:
        """True if the text says nothing beyond the name, in whatever language: it repeats it and adds no word."""
        told = self.added or self.documented or self.names_only or _QUESTIONS.search(self.text)
        return bool(self.covered) and not told

    @cached_property
    def identifiers(self) -> tuple[Word, ...]:
        """The words for an identifier ("by ID") that the name does not have."""
        return tuple(word for word in self.words if word.kind == "generic" and word.text.lower() in _IDENTIFIERS)

    @cached_property
    def names_only(self) -> bool:
        """True if a sentence without a verb holds nothing but proper names: "Zephyrix Aurora for your Nimbus."."""
        capitals = all(word.text[0].isupper() and word.tier == "thing" for word in self.words)
        plain = any(token.islower() for token in self.text.split())
        return self.english and len(self.words) > 1 and capitals and plain

    @cached_property
    def vague(self) -> bool:
        """True if the text names neither a thing nor what is done to a kind of thing, so that it fits any tool."""
        if not self.english or not self.words or self.restates or self.documented:
            return False
        if self.names_only:
            return True
        distinct = {word.key: word for word in self.words}
        things = [word for word in distinct.values() if word.tier == "thing"]
        if len(distinct) >= _LONG:
            return len(things) <= _THIN * len(distinct)
        kinds = sum(1 for word in distinct.values() if word.tier == "kind")
        if any(word.tier == "action" for word in self.words) or _QUESTIONS.search(self.text):
            return not things and not kinds
        return not things and (kinds < 2 or not {"get", "list"} & distinct.keys())

    @cached_property
    def score(self) -> float:
        """How much the text says, from 0: things that are new count 1, other and repeated words less."""
        weights: dict[str, float] = {}
        for word in self.words:
            weight = _WEIGHTS[word.kind] * _TIERS[word.tier]
            weights[word.key] = max(weight, weights.get(word.key, 0.0))
        return sum(weights.values()) + _TOLD * self.told


_IDENTIFIERS = frozenset(("id", "ids", "identifier", "identifiers", "uuid", "name", "names"))


def _read_all(ctx: Context) -> Mapping[Tool, Reading]:
    vocabulary = ctx.get(VOCABULARY)
    names = ctx.get(NAMES)
    found: dict[Tool, Reading] = {}
    for catalog in ctx.corpus.catalogs:
        around = survey(catalog, vocabulary, names[catalog.server].service)
        for tool in catalog.visible:
            if tool.description.strip() and not placeholder(tool.description, ctx):
                found[tool] = read(tool, names[catalog.server].names[tool], vocabulary, around, ctx)
    return found


# Tools without a description and with a placeholder for one are not in it.
READINGS: Analysis[Mapping[Tool, Reading]] = Analysis("description words", _read_all)


def read(tool: Tool, name: Name, vocabulary: Vocabulary, around: Surroundings, ctx: Context | None = None) -> Reading:
    """Read one description."""
    text, told = _subject(tool, vocabulary)
    match = _RETURNS.search(text)
    returns = match.start() if match else len(text)
    verb = frozenset(name.verb.split())
    objects = tuple(word for word in name.words if word not in verb and word not in STOP_WORDS and not word.isdigit())
    said = _said(tool.name, vocabulary)
    senses = frozenset[int]().union(*(vocabulary.senses.get(part, _NONE) for part in said))
    goals = {vocabulary.key(word) for word in objects} or set(said)
    named = {vocabulary.key(word) for word in objects if singular(word) not in _VACUOUS}
    parameters = {
        vocabulary.key(part) for parameter in tool.parameters for part in split_identifier(parameter.name)
    } - set(said)
    found: list[Word] = []
    covered: set[str] = set()
    things: set[str] = set()
    opening = False
    for token, phrase, first, position in _tokens(text):
        for part in _parts(token):
            opening = opening or first
            lowered = part.lower()
            key = vocabulary.key(lowered)
            tier = vocabulary.tier(part, around, coded=token[0] == "`", opening=opening)
            opening = opening and (lowered in _LEADS or lowered.endswith("ly"))
            kind: Kind
            if key in said:
                kind = "named"
                covered |= said[key]
            elif vocabulary.senses.get(key, _NONE) & senses and not (phrase and key in vocabulary.lexicon.verbs):
                kind = "named"
                covered |= {own for own in said if vocabulary.senses.get(own, _NONE) & vocabulary.senses[key]}
            elif found and (joined := vocabulary.key(found[-1].text.lower() + lowered)) in said:
                kind = "named"
                covered |= said[joined]
                found[-1] = replace(found[-1], kind="named")
            elif key in around.brands:
                kind = "service"
            elif tier == "empty" or (position > returns and tier in ("aspect", "kind")):
                kind = "generic"
            elif key in parameters:
                kind = "known"
            else:
                kind = "common" if key in around.common else "new"
            if kind == "named" and key in named and tier in ("kind", "empty"):
                tier = "thing"
            found.append(Word(part, key, kind, tier, phrase))
            if tier == "thing":
                things.add(key)
        if len(things) >= ENOUGH:
            break
    if found and found[-1].adds and not found[-1].phrase and found[-1].text.lower() in _SELF:
        found[-1] = replace(found[-1], kind="generic")
    return Reading(tool, name, text, tuple(found), objects, frozenset(covered & goals), told, is_english(text, ctx))


_NONE: frozenset[int] = frozenset()


def _subject(tool: Tool, vocabulary: Vocabulary) -> tuple[str, int]:
    """The part of a description that speaks of the tool, and how many new words the part on parameters has."""
    text = tool.description
    told = 0
    if "\n" in text or "aram" in text or "Args" in text:
        docstring = parse_docstring(text, frozenset(parameter.name for parameter in tool.parameters))
        text = docstring.summary
        plain = {vocabulary.key(part) for name in (tool.name, *docstring.parameters) for part in split_identifier(name)}
        words = {
            vocabulary.key(token.lower())
            for description in docstring.parameters.values()
            for token, *_ in _tokens(description)
            if token.lower() not in vocabulary.tiers
        }
        told = len(words - plain)
    return _NOISE.sub(" ", text).strip(), told


def _said(name: str, vocabulary: Vocabulary) -> dict[str, frozenset[str]]:
    """The keys of a name's words, and of neighbouring words written as one, each with the keys that it stands for."""
    parts = [part for part in split_identifier(name) if not part.isdigit()]
    said = {key: frozenset((key,)) for key in map(vocabulary.key, parts)}
    for left, right in pairwise(parts):
        said.setdefault(vocabulary.key(left + right), frozenset((vocabulary.key(left), vocabulary.key(right))))
    return said


def _tokens(text: str) -> Iterator[tuple[str, int, bool, int]]:
    """The words of a text that are no function words: word, prepositional phrase, whether a clause begins, position."""
    phrase = count = 0
    first, inner = True, False  # whether a clause begins, and whether it does so inside a sentence
    for match in _TOKEN.finditer(text):
        token = match.group()
        lowered = token.lower()
        if token in _BREAK:
            phrase, first, inner = 0, True, False
        elif lowered in _OPENERS:
            first = inner = True
        elif lowered in _DETERMINERS:
            first = first and not inner
        elif lowered in _PREPOSITIONS:
            count += 1
            phrase, first = count, False
        elif lowered not in STOP_WORDS and (len(token) > 1 or not token.isascii() or token.isdigit()):
            yield token, phrase, first, match.start()
            first = False


def _parts(token: str) -> list[str]:
    """The words of a token: identifiers are split like names, "GitHub" is one word."""
    if "_" in token or token[0] == "`" or (token[0].islower() and _CAMEL.search(token)):
        return split_identifier(token)
    return [token.replace("’", "'").removesuffix("'s").rstrip("'")]
