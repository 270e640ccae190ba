"""What the word lists say about single words: verbs of one meaning, short forms, nouns of one meaning, opposites."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from catalint import Analysis, Context
from catalint.words import singular, stem
from catalint_rules import words

# Endings that make a doer or a doing of a verb: "searcher", "fetching". Plain -s and -ed are left to singular and stem.
_DERIVED = ("er", "or", "ing")


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The word lists, ready for look-up. A verb, noun or short form maps to the word that stands for its group.

    `verbs` holds base forms, `derived` doers and doings of them, `phrasal` verbs of two words; `nominal` are verbs that
    are more often nouns. `fillers` could be left out of any name, `endings` at its end. `opposites` holds both orders
    of each pair. `subcommands` are those of well-known programs, each with a meaning of its own.
    """

    verbs: Mapping[str, str]
    derived: Mapping[str, str]
    phrasal: Mapping[tuple[str, str], str]
    nominal: frozenset[str]
    short: Mapping[str, str]
    nouns: Mapping[str, str]
    fillers: frozenset[str]
    endings: frozenset[str]
    opposites: frozenset[tuple[str, str]]
    subcommands: Mapping[str, frozenset[str]]
    _stems: dict[str, str] = field(default_factory=dict, repr=False)
    _senses: dict[str, str] = field(default_factory=dict, repr=False)

    def full(self, word: str) -> str:
        """A word written in full, in its first spelling and in the singular: `repos` -> `repository`."""
        plain = self.short.get(word) or singular(word)
        return self.short.get(plain, plain)

    def base(self, word: str) -> str:
        """The stem of a word in full: `repos` and `repository` are the same here."""
        found = self._stems.get(word)
        if found is None:
            found = self._stems[word] = stem(self.full(word))
        return found

    def sense(self, word: str) -> str:
        """The base of the word that stands for this word's group of verbs or nouns: `fetch` -> `get`."""
        found = self._senses.get(word)
        if found is None:
            found = self._senses[word] = self._sense(word)
        return found

    def noun(self, word: str) -> str:
        """The base of the noun that stands for this word's group; the word's own base if it has no group."""
        return self.base(self.nouns.get(self.full(word), word))

    def verb(self, word: str) -> str:
        """The verb that stands for the group of a verb in any form; empty if the word is none."""
        return self.verbs.get(word) or self.verbs.get(_unmarked(word, self.verbs)) or self.derived.get(word) or ""

    def _sense(self, word: str) -> str:
        verb = self.verb(word)
        return stem(verb) if verb else self.noun(word)


def _build(ctx: Context) -> Lexicon:
    groups = dict(words.groups("verbs", ctx))
    for line in words.lines("actions", ctx):
        for word in line.split():
            groups.setdefault(word, word)
    verbs = {word: head for word, head in groups.items() if "_" not in word}
    short = words.groups("abbreviations", ctx)
    nouns = {singular(short.get(word, word)): head for word, head in words.groups("objects", ctx).items()}
    return Lexicon(
        verbs=verbs,
        derived=_derive(verbs),
        phrasal={_pair(word): head for word, head in groups.items() if word.count("_") == 1},
        nominal=words.vocabulary("noun_verbs", ctx),
        short=short,
        nouns=nouns,
        fillers=words.vocabulary("name_fillers", ctx),
        endings=words.vocabulary("tool_words", ctx),
        opposites=frozenset(_both_orders(words.lines("opposites", ctx))),
        subcommands={line.split()[0]: frozenset(line.split()[1:]) for line in words.lines("subcommands", ctx)},
    )


LEXICON = Analysis("lexicon", _build)


def _pair(phrase: str) -> tuple[str, str]:
    first, _, second = phrase.partition("_")
    return first, second


def _both_orders(lines: Iterable[str]) -> Iterable[tuple[str, str]]:
    for line in lines:
        first, *others = line.split()
        for other in others:
            yield first, other
            yield other, first


def _derive(verbs: Mapping[str, str]) -> dict[str, str]:
    """Doers and doings of verbs, as far as they are no verbs themselves: `setter`, `searcher`, `listing`."""
    forms: dict[str, str] = {}
    for verb, head in verbs.items():
        if len(verb) < 3:
            continue
        for root in _roots(verb):
            for ending in _DERIVED:
                form = root + ending
                if form not in verbs:
                    forms.setdefault(form, head)
    return forms


def _roots(verb: str) -> tuple[str, ...]:
    if verb.endswith("e"):
        return (verb[:-1],)
    doubled = verb[-1] not in "aeiouwxyh" and verb[-2] in "aeiou" and verb[-3] not in "aeiou"
    return (verb, verb + verb[-1]) if doubled else (verb,)


def _unmarked(word: str, verbs: Mapping[str, str]) -> str:
    """The base form of an inflected verb ("gets", "creating", "modified"); the word itself if it is none."""
    for ending, replacements in (
        ("ies", ("y",)),
        ("es", ("", "e")),
        ("s", ("",)),
        ("ied", ("y",)),
        ("ed", ("", "e")),
        ("ing", ("", "e")),
    ):
        if word.endswith(ending):
            root = word[: -len(ending)]
            candidates = [root + replacement for replacement in replacements]
            if len(root) > 2 and root[-1] == root[-2]:
                candidates.append(root[:-1])
            for candidate in candidates:
                if candidate in verbs:
                    return candidate
    return word
