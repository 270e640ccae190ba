"""How much single words say: the word lists of the pack, and what a catalog as a whole makes of a word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple, TypeAlias

from catalint import Analysis, Catalog, Context
from catalint.expression import expression
from catalint.words import singular, split_identifier
from catalint_rules import words
from catalint_rules.analyses.lexicon import LEXICON, Lexicon

Tier: TypeAlias = Literal["empty", "aspect", "kind", "action", "thing"]

# A word is common to a catalog if a quarter of its texts, and at least three, have it: on real catalogs, these are the
# name of the service and the container that all tools work in ("board", "repository", "document").
_COMMON_SHARE, _COMMON_TOOLS = 0.25, 3
# A line that most texts have says nothing of any of them.
_BOILERPLATE_SHARE = 0.5
# The heading of a part of a docstring says where the part begins.
_PART = expression(
    r"\W*(?:args?|arguments?|param(?:eter)?s?|returns?|yields?|raises|examples?|notes?)\W*", re.IGNORECASE
)
# A word that is written with a capital inside sentences this often is a proper name there.
_PROPER_SHARE = 0.8
# An acronym ("URL", "SQL") names the service only if most texts have it.
_ACRONYM_SHARE = 0.6
# How far into a text its subject is looked for, in characters.
_OPENING = 240

_LISTS: tuple[tuple[str, Tier], ...] = (("kinds", "kind"), ("broad", "aspect"), ("generic", "empty"))
# Words that are empty as verbs and name a kind of thing as nouns.
_NOUNS = frozenset(("display", "list", "range", "view"))
# What no catalog is about, even if many of its names end so: `get_user_data`, `get_order_info`.
_HOLLOW = frozenset(
    """
    action all argument data detail endpoint function handler helper info information input method new operation option
    output parameter payload process request response result stuff task thing tool type utility value various way
    """.split()
)
_WORD = expression(r"[^\W_][\w'’]*")


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The word lists, ready for look-up: `tiers` by inflected form, `senses` as groups of words that say the same."""

    lexicon: Lexicon
    tiers: Mapping[str, Tier]
    senses: Mapping[str, frozenset[int]]
    _keys: dict[str, str] = field(default_factory=dict, repr=False)
    _verbs: dict[str, str] = field(default_factory=dict, repr=False)

    @cached_property
    def idle(self) -> frozenset[str]:
        """The words that fit any tool, in all their forms."""
        return frozenset(word for word, tier in self.tiers.items() if tier == "empty")

    def key(self, word: str) -> str:
        """What stands for a lower-case word in any form: the verb of its group, else its stem in the singular."""
        found = self._keys.get(word)
        if found is None:
            found = self._keys[word] = self.verb(word) or self.lexicon.base(word)
        return found

    def verb(self, word: str) -> str:
        """The verb that stands for the group of a lower-case verb in any form, empty if the word is none."""
        found = self._verbs.get(word)
        if found is None:
            found = self._verbs[word] = self.lexicon.verb(word)
        return found


class Look(NamedTuple):
    """What is known of a word in one catalog, whatever the tool.

    `base` is its singular, `empty` says that it fits any tool, `brand` that it names the service, `common` that many
    texts have it, `senses` are the groups of words that say the same, and `verb` that those are groups of verbs.
    """

    key: str
    base: str
    tier: Tier
    empty: bool
    brand: bool
    common: bool
    senses: frozenset[int]
    verb: bool


@dataclass(frozen=True, eq=False)
class Surroundings:
    """What a catalog says about words: `brands` name it, `common` are in many texts, `objects` in several names.

    `nouns` are those of the objects with which names end behind another word: what tools act on.
    `shared` are the lines behind the first that most texts have.
    """

    vocabulary: Vocabulary
    brands: frozenset[str]
    common: frozenset[str]
    objects: frozenset[str]
    nouns: frozenset[str]
    shared: frozenset[str] = frozenset()
    _looks: dict[tuple[str, bool, bool], Look] = field(default_factory=dict, repr=False)

    def look(self, word: str, *, coded: bool, opening: bool) -> Look:
        """Look a word up as it is written. `coded`: in backticks; `opening`: where a clause has its verb."""
        found = self._looks.get((word, coded, opening))
        if found is None:
            found = self._looks[word, coded, opening] = self._look(word, coded=coded, opening=opening)
        return found

    def _look(self, word: str, *, coded: bool, opening: bool) -> Look:
        vocabulary = self.vocabulary
        lowered = word.lower()
        key = vocabulary.key(lowered)
        tier = self._tier(word, key, coded=coded, opening=opening)
        return Look(
            key,
            singular(lowered),
            tier,
            empty=tier not in ("thing", "kind") and vocabulary.tiers.get(lowered) == "empty",
            brand=key in self.brands or vocabulary.key(singular(lowered)) in self.brands,
            common=key in self.common,
            senses=vocabulary.senses.get(key, _NONE),
            verb=key in vocabulary.lexicon.verbs,
        )

    def _tier(self, word: str, key: str, *, coded: bool, opening: bool) -> Tier:
        lowered = word.lower()
        lexicon = self.vocabulary.lexicon
        tier = self.vocabulary.tiers.get(lowered)
        base = singular(lowered)
        own = base in self.objects
        if key in self.brands:
            return "kind"
        if tier == "empty":
            # "call" in a catalog of phone calls, "entry" in one of a blog's entries
            noun = "" if opening else base
            named = own and (noun in lexicon.nominal or (base in self.nouns and noun not in _HOLLOW))
            return "thing" if noun and named else "kind" if noun in _NOUNS else tier
        if coded or (tier and own) or (not tier and len(word) > 1 and word.isupper()):
            return "thing"
        if opening and self.vocabulary.verb(lowered) and lowered not in lexicon.derived:
            return "action"
        return tier or "thing"


_NONE: frozenset[int] = frozenset()


def _build(ctx: Context) -> Vocabulary:
    lexicon = ctx.get(LEXICON)
    tiers: dict[str, Tier] = {}
    for name, tier in _LISTS:
        for word in words.vocabulary(name, ctx):
            tiers.update(dict.fromkeys(_forms(word), tier))
    senses: dict[str, set[int]] = {}
    for number, line in enumerate(words.lines("same_sense", ctx)):
        for word in line.split():
            senses.setdefault(lexicon.verb(word) or lexicon.base(word), set()).add(number)
    return Vocabulary(lexicon, tiers, {key: frozenset(numbers) for key, numbers in senses.items()})


VOCABULARY: Analysis[Vocabulary] = Analysis("vocabulary", _build)


def survey(catalog: Catalog, vocabulary: Vocabulary, service: frozenset[str] = frozenset()) -> Surroundings:
    """Find the words that belong to a catalog as a whole; `service` are words that its names give to the service."""
    texts: Counter[str] = Counter()
    capitals: Counter[str] = Counter()
    acronyms: set[str] = set()
    inside: Counter[str] = Counter()
    names: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    ends: set[str] = set()
    for tool in catalog.visible:
        parts = [singular(part) for part in split_identifier(tool.name)]
        names.update(set(parts))
        ends.update(parts[1:][-1:])
        tokens = _WORD.findall(tool.description[:_OPENING])
        if "\n" in tool.description:
            further = {line.strip() for line in tool.description[:_OPENING].split("\n")[1:]}
            lines.update(line for line in further if line and not _PART.fullmatch(line))
        texts.update({token.lower() for token in tokens})
        inside.update({token.lower() for token in tokens[1:]})
        capitals.update({token.lower() for token in tokens[1:] if token[0].isupper()})
        acronyms.update(token.lower() for token in tokens if token.isupper())
    enough = max(_COMMON_TOOLS, _COMMON_SHARE * len(catalog.visible))
    proper = {word for word, count in capitals.items() if count >= _PROPER_SHARE * inside[word]}
    own = {*split_identifier(catalog.server), *re.findall(r"[^\W_]+", catalog.server.lower()), *service}
    # a server's name that its texts use as a word ("weather", "notes") is a thing, not a brand
    brands = {word for word in own if word in proper or word not in inside}
    boilerplate = max(_COMMON_TOOLS, _BOILERPLATE_SHARE * len(catalog.visible))
    most = _ACRONYM_SHARE * len(catalog.visible)
    brands |= {word for word in proper if capitals[word] >= (max(enough, most) if word in acronyms else enough)}
    plain = {word for word in brands if word in vocabulary.tiers or vocabulary.verb(word)}
    return Surroundings(
        vocabulary,
        brands=frozenset(map(vocabulary.key, brands - plain)),
        common=frozenset(vocabulary.key(word) for word, count in texts.items() if count >= enough),
        objects=frozenset(word for word, count in names.items() if count > 1),
        nouns=frozenset(word for word in ends if not vocabulary.verb(word)),
        shared=frozenset(line for line, count in lines.items() if count >= boilerplate),
    )


@lru_cache(maxsize=4096)
def _forms(word: str) -> tuple[str, ...]:
    """A word with its regular inflected forms; forms that no English word has do no harm."""
    if not word.isalpha() or len(word) < 3:
        return word, word + "s"
    if word.endswith("e"):
        return word, word + "s", word + "d", word[:-1] + "ing"
    if word.endswith("y") and word[-2] not in "aeiou":
        return word, word[:-1] + "ies", word[:-1] + "ied", word + "ing"
    short = word[-1] not in "aeiouwxy" and word[-2] in "aeiou" and word[-3] not in "aeiou"
    doubled = word + word[-1] if short else word
    plural = word + "es" if word.endswith(("s", "x", "z", "ch", "sh")) else word + "s"
    return word, plural, word + "ed", word + "ing", doubled + "ed", doubled + "ing"
