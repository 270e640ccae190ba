"""How much single words say: the word lists of the pack, and what a catalog as a whole makes of a word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from catalint import Analysis, Catalog, Context
from catalint.words import split_identifier
from catalint_rules import words
from catalint_rules.analyses.lexicon import LEXICON, Lexicon

Tier: TypeAlias = Literal["empty", "aspect", "kind", "action", "thing"]

# A word is common to a catalog if a quarter of its texts, and at least three, have it: on real catalogs, these are the
# name of the service and the container that all tools work in ("board", "repository", "document").
_COMMON_SHARE, _COMMON_TOOLS = 0.25, 3
# A word that is written with a capital inside sentences this often is a proper name there.
_PROPER_SHARE = 0.8
# How far into a text its subject is looked for, in characters.
_OPENING = 240

_LISTS: tuple[tuple[str, Tier], ...] = (("kinds", "kind"), ("broad", "aspect"), ("generic", "empty"))
_WORD = re.compile(r"[^\W_][\w'’]*")


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The word lists, ready for look-up: `tiers` by inflected form, `senses` as groups of words that say the same."""

    lexicon: Lexicon
    tiers: Mapping[str, Tier]
    senses: Mapping[str, frozenset[int]]

    def key(self, word: str) -> str:
        """What stands for a lower-case word in any form: the verb of its group, else its stem in the singular."""
        return self.lexicon.verb(word) or self.lexicon.base(word)

    def tier(self, word: str, around: Surroundings, *, coded: bool, opening: bool) -> Tier:
        """How much a word narrows a text. `coded`: written as code; `opening`: where a clause has its verb."""
        lowered = word.lower()
        tier = self.tiers.get(lowered)
        key = self.key(lowered)
        if key in around.brands:
            return "kind"
        if tier == "empty":
            return tier
        if coded or (tier and key in around.objects) or (not tier and len(word) > 1 and word.isupper()):
            return "thing"
        if opening and self.lexicon.verb(lowered) and lowered not in self.lexicon.derived:
            return "action"
        return tier or "thing"


@dataclass(frozen=True, eq=False)
class Surroundings:
    """What a catalog says about words: `brands` name it, `common` are in many texts, `objects` in many names."""

    brands: frozenset[str]
    common: frozenset[str]
    objects: frozenset[str]


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
    inside: Counter[str] = Counter()
    names: Counter[str] = Counter()
    for tool in catalog.visible:
        names.update({vocabulary.key(part) for part in split_identifier(tool.name)})
        tokens = _WORD.findall(tool.description[:_OPENING])
        texts.update({vocabulary.key(token.lower()) for token in tokens})
        inside.update({token.lower() for token in tokens[1:]})
        capitals.update({token.lower() for token in tokens[1:] if token[0].isupper()})
    enough = max(_COMMON_TOOLS, _COMMON_SHARE * len(catalog.visible))
    proper = {word for word, count in capitals.items() if count >= _PROPER_SHARE * inside[word]}
    own = {*split_identifier(catalog.server), *re.findall(r"[^\W_]+", catalog.server.lower()), *service}
    # a server's name that its texts use as a word ("weather", "notes") is a thing, not a brand
    brands = {word for word in own if word in proper or word not in inside}
    brands |= {word for word in proper if capitals[word] >= enough}
    plain = {word for word in brands if word in vocabulary.tiers or vocabulary.lexicon.verb(word)}
    return Surroundings(
        brands=frozenset(map(vocabulary.key, brands - plain)),
        common=frozenset(word for word, count in texts.items() if count >= enough),
        objects=frozenset(word for word, count in names.items() if count > 1),
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
