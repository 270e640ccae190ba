"""What a description says: its words, each judged against the tool's name, its schema and the rest of the catalog.

Two questions are asked of each content word. Does it *add* something to the name? And is it a *thing*, that is, does
it fit few tools instead of all? Both are looked up in word lists and in the catalog itself, so neither a language model
nor a grammar is needed: a word that no list knows adds something and is a thing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from catalint import Analysis, Context, Tool
from catalint.expression import expression
from catalint.words import STOP_WORDS, singular, split_identifier
from catalint_rules.analyses.clauses import Clause, opening_clause
from catalint_rules.analyses.names import NAMES, Name
from catalint_rules.descriptions.extras import explains, find_extra, said
from catalint_rules.descriptions.language import is_english
from catalint_rules.descriptions.placeholders import placeholder
from catalint_rules.descriptions.splitting import Token, subject, tokens
from catalint_rules.descriptions.vocabulary import VOCABULARY, Look, Surroundings, Tier, Vocabulary, survey

Kind: TypeAlias = Literal["named", "service", "generic", "known", "common", "new"]

# After so many things a text is neither vague nor a restatement, and reading on would only cost time.
ENOUGH = 12
# Documentation of parameters in the text is worth something if it has as many words that no name says.
_DOCUMENTED = 3
# So many words with capitals behind the first make a text of proper names.
_PROPER = 2
# A text of this many words and one thing in twelve is as empty as a short one without any.
_LONG, _THIN = 12, 1 / 12
# Two kinds of things ("the fields of a record") place a long text as well as one thing does, but not those of any call.
_HALF = 0.5
_OF_CALLS = frozenset("argument input output parameter request response".split())

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
# What stands behind the name of a thing and says no more than that it is one: "Delete a todoTask object.".
_FORMS = frozenset("object objects entity entities".split())
# Letters of an abbreviation that a text may spell out.
_SHORTEST, _LONGEST = 2, 5
# Function words that say something all the same: "Where a shipment is.", "Whether the service is up.".
_QUESTIONS = expression(r"\b(?:whether|where|how (?:many|much|long|far|often))\b", re.IGNORECASE)


class Word(NamedTuple):
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
    parameters says: words that neither a name nor a list of empty words has. `shared` are lines that most texts of the
    catalog have, and that are not read.
    """

    tool: Tool
    name: Name
    text: str
    words: tuple[Word, ...]
    objects: tuple[str, ...]
    covered: frozenset[str]
    told: int
    english: bool
    vocabulary: Vocabulary
    shared: frozenset[str] = frozenset()

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
        told = self.added or self.documented or self.names_only or self._explains or _QUESTIONS.search(self.text)
        if not self.covered or told:
            return False
        return not find_extra(self.tool, self.name, self.clause, self.vocabulary, self.shared)

    @property
    def _explains(self) -> bool:
        """True if a text puts a clause or proper names in the place of a word of the name that it leaves out."""
        if len({self.vocabulary.key(word) for word in self.objects}) <= len(self.covered):
            return False
        names = {word.key for word in self.words if word.kind == "service"}
        return len(names) >= _PROPER or bool(explains(said(self.tool, self.shared)))

    @cached_property
    def lead(self) -> str:
        """The description on one line, without what it says on parameters and results."""
        return " ".join(said(self.tool, self.shared).split())

    @cached_property
    def clause(self) -> Clause | None:
        """The clause that the text opens with."""
        return opening_clause(said(self.tool, self.shared), self.vocabulary.lexicon, self.vocabulary.idle)

    @cached_property
    def identifiers(self) -> tuple[Word, ...]:
        """The words for an identifier ("by ID") that the name does not have."""
        return tuple(word for word in self.words if word.kind == "generic" and word.text.lower() in _IDENTIFIERS)

    @cached_property
    def names_only(self) -> bool:
        """True if a sentence without a verb holds nothing but proper names: "Zephyrix Aurora for your Nimbus."."""
        capitals = all(word.text[0].isupper() and word.tier == "thing" for word in self.words)
        plain = any(token.islower() for token in self.text.split())
        # the first word of a sentence has a capital anyway
        return self.english and len(self.words) > _PROPER and capitals and plain

    @cached_property
    def vague(self) -> bool:
        """True if the text names neither a thing nor what is done to a kind of thing, so that it fits any tool."""
        if not self.english or not self.words or self.restates or self.documented:
            return False
        if self.names_only:
            return True
        if {word.text.lower() for word in self.words} >= _GATEWAY:
            return False
        distinct = {word.key: word for word in self.words}
        things = [word for word in distinct.values() if word.tier == "thing"]
        kinds = {singular(word.text.lower()) for word in distinct.values() if word.tier == "kind"}
        if len(distinct) >= _LONG:
            # a thing that the name does not say is news, however many words follow; "the videos of YouTube" is, too
            told = any(word.adds for word in things) or any(word.kind == "service" for word in distinct.values())
            weight = len(things) + _HALF * len(kinds - _OF_CALLS)
            return weight <= _THIN * len(distinct) and not (things and told)
        if any(word.tier == "action" for word in self.words) or _QUESTIONS.search(self.text):
            return not things and not kinds
        return not things and (len(kinds) < 2 or not {"get", "list"} & distinct.keys())

    @cached_property
    def score(self) -> float:
        """How much the text says, from 0: things that are new count 1, other and repeated words less."""
        weights: dict[str, float] = {}
        for word in self.words:
            weight = _WEIGHTS[word.kind] * _TIERS[word.tier]
            weights[word.key] = max(weight, weights.get(word.key, 0.0))
        return sum(weights.values()) + _TOLD * self.told


# What a gateway to other servers is about.
_GATEWAY = frozenset(("tool", "mcp", "server"))
_IDENTIFIERS = frozenset(("id", "ids", "identifier", "identifiers", "uuid", "name", "names"))


def _read_all(ctx: Context) -> Mapping[Tool, Reading]:
    vocabulary = ctx.get(VOCABULARY)
    names = ctx.get(NAMES)
    found: dict[Tool, Reading] = {}
    for catalog in ctx.corpus.catalogs:
        around = survey(catalog, vocabulary, names[catalog.server].service)
        for tool in catalog.visible:
            if tool.description.strip() and not placeholder(tool.description, ctx):
                found[tool] = read(tool, names[catalog.server].names[tool], around, ctx)
    return found


# Tools without a description and with a placeholder for one are not in it.
READINGS: Analysis[Mapping[Tool, Reading]] = Analysis("description words", _read_all)


@dataclass(frozen=True, eq=False)
class Frame:
    """What a tool says without its description: the keys of the words of its name, the words of its parameters.

    `compounds` are the words of the name and its neighbouring words written as one, with the keys that they stand for.
    `senses` are the groups of the words of the name, `things` those words that name a thing even if they are general,
    `bases` the words by their stems, verbs too.
    """

    said: frozenset[str]
    bases: frozenset[str]
    compounds: Mapping[str, frozenset[str]]
    senses: frozenset[int]
    things: frozenset[str]
    parameters: frozenset[str]


def frame_of(tool: Tool, objects: tuple[str, ...], vocabulary: Vocabulary) -> Frame:
    """Read name and schema."""
    key = vocabulary.key
    parts = [part for part in split_identifier(tool.name) if not part.isdigit()]
    said = frozenset(map(key, parts))
    compounds = {left + singular(right): frozenset((key(left), key(right))) for left, right in pairwise(parts)}
    compounds.update({singular(part): frozenset((key(part),)) for part in parts})
    return Frame(
        said,
        frozenset(map(vocabulary.lexicon.base, parts)),
        compounds,
        senses=frozenset[int]().union(*(vocabulary.senses[part] for part in said if part in vocabulary.senses)),
        things=frozenset(key(word) for word in objects if singular(word) not in _VACUOUS),
        parameters=frozenset(singular(part) for p in tool.parameters for part in split_identifier(p.name)),
    )


def read(tool: Tool, name: Name, around: Surroundings, ctx: Context | None = None) -> Reading:
    """Read one description."""
    vocabulary = around.vocabulary
    text, told = subject(tool, vocabulary, around.shared)
    verb = name.verb.split()
    objects = tuple(word for word in name.words if word not in verb and word not in STOP_WORDS and not word.isdigit())
    frame = frame_of(tool, objects, vocabulary)
    # "by its CID" in the tools of one service names the parameter `cid`
    own = frozenset(parameter.name.lower() for parameter in tool.parameters)
    found: list[Word] = []
    covered: set[str] = set()
    things: set[str] = set()
    for token in tokens(text):
        look = around.look(token.text, coded=token.coded, opening=token.opening)
        tier = look.tier
        kind: Kind
        previous = found[-1].text.lower() if found else ""
        if repeated := _repeated(look, token, previous, frame, vocabulary):
            kind = "named"
            covered |= repeated
            if look.key in frame.things and tier in ("kind", "empty"):
                tier = "thing"
            if previous and previous + look.base in frame.compounds:
                found[-1] = found[-1]._replace(kind="named")
        elif look.brand and look.base not in own:
            kind = "service"
        elif look.empty or (token.result and tier in ("aspect", "kind")):
            kind = "generic"
        elif look.base in frame.parameters:
            kind = "known"
        else:
            kind = "common" if look.common else "new"
        found.append(Word(token.text, look.key, kind, tier, token.phrase))
        if tier == "thing":
            things.add(look.key)
            if len(things) >= ENOUGH:
                break
    if found and found[-1].adds and not found[-1].phrase:
        last = found[-1].text.lower()
        if last in _SELF or (last in _FORMS and len(found) > 1 and found[-2].kind == "named"):
            found[-1] = found[-1]._replace(kind="generic")
    _mark_spelled_out(found, objects, covered, vocabulary)
    goals = frozenset(map(vocabulary.key, objects)) or frame.said
    english = is_english(text, ctx)
    return Reading(tool, name, text, tuple(found), objects, goals & covered, told, english, vocabulary, around.shared)


def _mark_spelled_out(
    found: list[Word], objects: Sequence[str], covered: Collection[str], vocabulary: Vocabulary
) -> None:
    """Make words new that spell out an abbreviation of the name: "browser access" for `ba`."""
    initials = "".join(word.text[0].lower() for word in found)
    # "new file share" in the name with `nfs_file_share` is none
    own = frozenset(objects)
    for short in objects:
        if _SHORTEST <= len(short) <= _LONGEST and short.isalpha() and vocabulary.key(short) not in covered:
            start = initials.find(short)
            spelled = found[start : start + len(short)] if start >= 0 else []
            if spelled and not any(word.kind == "generic" or word.text.lower() in own for word in spelled):
                found[start : start + len(short)] = [word._replace(kind="new") for word in spelled]


_NONE: frozenset[str] = frozenset()


def _repeated(look: Look, token: Token, previous: str, frame: Frame, vocabulary: Vocabulary) -> frozenset[str]:
    """The keys of the parts of the name that a word says again; none if it says something else."""
    if look.key in frame.said:
        # "in single-slide view", "the loaded presentations": no verb here, whatever group of verbs the word belongs to
        noun = token.state or (token.phrase and not token.opening)
        unlike = noun and vocabulary.lexicon.base(token.text.lower()) not in frame.bases
        return _NONE if unlike and vocabulary.verb(token.text.lower()) else frozenset((look.key,))
    # inside a phrase, what looks like a verb is a noun: "in the list view"
    if look.senses and look.senses & frame.senses and not ((token.phrase or token.state) and look.verb):
        return frozenset(own for own in frame.said if vocabulary.senses.get(own, frozenset()) & look.senses)
    return frame.compounds.get(look.base) or frame.compounds.get(previous + look.base) or _NONE
