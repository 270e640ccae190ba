"""References in texts: names of tools that a catalog does not have.

Texts hold many names that are no references: fields of a result, commands, functions of a library, values. So a name
counts only where a text speaks of it as a tool, and where it looks like a name of this catalog.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Literal, TypeAlias

from catalint import Catalog, Context
from catalint.expression import expression
from catalint.spelling import nearest
from catalint.words import singular, split_identifier
from catalint_rules import words
from catalint_rules.analyses.lexicon import LEXICON
from catalint_rules.descriptions.identifiers import IDENTIFIERS
from catalint_rules.descriptions.references import Text, is_name, sentence_around, stands_alone, words_in
from catalint_rules.descriptions.tool_cues import (
    ELSEWHERE,
    FAMILY_BEHIND,
    TITLE,
    Strength,
    is_explained,
    other_things,
    strength_of,
)

Kind: TypeAlias = Literal["spelling", "prefix", "near", "style", "title"]
# What a place in a text is worth: something only where another text is sure of the name; something where two texts have
# the name, since it has the form of one; enough by itself.
Certainty: TypeAlias = Literal[0, 1, 2]
Found: TypeAlias = tuple[str, Kind]

# Likeness of spelling (0 to 100) from which another name is taken for a slip: `get_test_signature` and
# `get_tests_signatures` have 95, `list_users` and `list_user` 95, `list_users` and `list_issues` 76.
_NEAR = 90
# A catalog has a prefix where so many of its names begin with one word.
_PREFIX_SHARE, _SMALLEST = 0.6, 4
# A word that more names have tells none of them apart.
_CROWD = 64
# A word in front that makes another job of a name.
_MANY = frozenset("bulk batch multi mass all".split())

_TOKEN = expression(r"[A-Za-z][\w-]*[A-Za-z0-9]")


@dataclass(frozen=True, slots=True)
class ToolReference:
    """A name in a text that no tool of the catalog has.

    `meant` is the name that was probably meant, empty if none is. `kind` says how the two differ: in spelling, by a
    prefix, by a letter or the order of words, or that a title stands for a name; `style` is a name that is only made
    like those of the catalog. `start` is where it stands in the text. `certainty` says what speaks for it.
    """

    name: str
    meant: str
    kind: Kind
    source: Text
    start: int
    certainty: Certainty = 2


class ToolNames:
    """The names of a catalog's tools, ready to be compared with names in texts."""

    def __init__(self, catalog: Catalog, foreign: Collection[str], ctx: Context) -> None:
        """`foreign` are names of tools that other catalogs of the run have."""
        self._catalog = catalog
        self._foreign = foreign
        self._lexicon = ctx.get(LEXICON)
        self._past = words.phrases("past_names", ctx)
        self._other = other_things(words.vocabulary("named_things", ctx))
        self._plain_verbs = self._lexicon.verbs.keys() - self._lexicon.nominal
        self._parts = {tool.name: tuple(split_identifier(tool.name)) for tool in catalog.tools}
        self._plain = {_plain(name): name for name in self._parts}
        self._styles = {_style(name) for name in self._parts}
        self._by_words = {tuple(sorted(map(singular, parts))): name for name, parts in self._parts.items()}
        # verbs of one meaning are folded, nouns are not: who says users may well not mean accounts
        self._by_sense = {frozenset(map(self._verb_or_noun, parts)): name for name, parts in self._parts.items()}
        self._by_part: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for name, parts in self._parts.items():
            for part in map(singular, parts):
                self._by_part[part][name] = None
        self._leading = Counter(parts[0] for parts in self._parts.values() if len(parts) > 1)
        self._by_parts = {parts: name for name, parts in self._parts.items()}
        self._by_ending = {parts[1:]: name for name, parts in self._parts.items() if len(parts) > 2}
        total = len(self._parts)
        # a verb is no name of a service, however many tools begin with it
        self._prefixes = {
            word
            for word, count in self._leading.items()
            if total >= _SMALLEST and count >= _PREFIX_SHARE * total and word not in self._plain_verbs
        }
        self._titles = {tool.title.strip(): tool.name for tool in catalog.tools if tool.title.strip()}
        self._known: set[str] | None = None
        self._fresh: dict[str, bool] = {}

    def find(self, text: Text) -> Iterator[ToolReference]:
        """Yield the references of a text that lead nowhere, in the order of the text."""
        places: defaultdict[str, list[int]] = defaultdict(list)
        for match in _TOKEN.finditer(text.text):
            places[match.group()].append(match.start())
        for token, starts in places.items():
            fresh = self._fresh.get(token)
            if fresh is None:
                fresh = self._fresh[token] = is_name(token) and self._is_unknown(token) and self._may_mean(token)
            if fresh:
                found = self._judge(token, text, starts)
                if found:
                    yield found
        if " tool" in text.text:
            yield from self._titled(text)

    def _is_unknown(self, token: str) -> bool:
        own = token.rpartition("__")[2]
        if token in self._parts or own in self._parts or token in self._foreign:
            return False
        if self._known is None:
            self._known = set()
            for tool in self._catalog.tools:
                self._known |= words_in(tool.input_schema) | words_in(tool.output_schema)
        return token not in self._known and token.lower() != self._catalog.server.lower()

    def _may_mean(self, token: str) -> bool:
        strengths = (Strength.TOOL, Strength.CALL)
        return any(self._meant(token, called=False, strength=each) for each in strengths) or self._has_form(token)

    def _judge(self, token: str, text: Text, starts: Sequence[int]) -> ToolReference | None:
        """The reference that a token is at the first of its places where the text speaks most clearly of a tool."""
        slight: ToolReference | None = None
        for start in starts:
            end = start + len(token)
            if not stands_alone(text.text, start, end):
                continue
            strength = strength_of(text.text, start, end, self._other, self._parts)
            if not strength:
                continue
            found = self._meant(token, called=text.text.startswith("(", end), strength=strength)
            if found is None and (slight or strength is not Strength.USE):
                continue
            if FAMILY_BEHIND.match(text.text, end) and self._is_family(token):
                continue
            sentence = sentence_around(text.text, start, end)
            if self._past.search(sentence) or ELSEWHERE.search(sentence) or is_explained(token, text.text, starts):
                if found:
                    return None
                continue
            if found:
                return ToolReference(token, *found, text, start)
            slight = ToolReference(token, "", "style", text, start, 1 if self._has_form(token) else 0)
        return slight

    def _has_form(self, token: str) -> bool:
        """Whether a name begins like one of a tool: with a verb, and with what is done to what."""
        parts = split_identifier(token)
        return (
            _style(token) in ("snake", "kebab")
            and _style(token) in self._styles
            and len(parts) > 2
            and parts[0] in self._lexicon.verbs
            and not _is_field(parts[-1])
        )

    def _is_family(self, token: str) -> bool:
        """Whether tools have the words of a token in their names, among others and one behind the other."""
        parts = tuple(split_identifier(token))
        longer = set.intersection(*(set(self._by_part.get(singular(part), ())) for part in parts))
        spans = (self._parts[name] for name in longer if len(self._parts[name]) > len(parts))
        return any(parts == own[at : at + len(parts)] for own in spans for at in range(len(own) - len(parts) + 1))

    def _meant(self, token: str, *, called: bool, strength: Strength) -> Found | None:
        """The name that a token was meant to be, and how it differs; the name is empty where nothing is near."""
        parts = tuple(split_identifier(token))
        same_style = _style(token) in self._styles
        name = self._plain.get(_plain(token))
        if name:
            # `insertMany()` beside `insert-many` is a function of the thing that the tool wraps
            if (called and not same_style) or (token.isupper() and strength < Strength.TOOL):
                return None
            return name, "spelling"
        # capitals are for constants and variables of the environment
        if token.isupper() or strength < Strength.USE or (not same_style and strength < Strength.TOOL):
            return None
        name = self._by_words.get(tuple(sorted(map(singular, parts))))
        if name:
            return name, "near"
        name = self._with_prefix(parts)
        if name:
            return name, "prefix"
        name = self._nearest(token, parts)
        if name:
            return name, "near"
        if same_style and self._fits(parts, strength):
            return self._by_sense.get(frozenset(map(self._verb_or_noun, parts)), ""), "style"
        return None

    def _verb_or_noun(self, word: str) -> str:
        return self._lexicon.verb(word) or singular(word)

    def _with_prefix(self, parts: tuple[str, ...]) -> str:
        """The name that differs by a prefix only: `jira_get_issue` for "get_issue", none for "bulk_get_issue"."""
        longer = self._by_ending.get(parts, "")
        if longer:
            word = self._parts[longer][0]
            return longer if self._leading[word] > 1 and self._is_prefix(word) else ""
        shorter = self._by_parts.get(parts[1:], "") if len(parts) > 2 else ""
        return shorter if shorter and self._is_prefix(parts[0]) else ""

    def _is_prefix(self, word: str) -> bool:
        return not self._lexicon.verb(word) and word not in _MANY

    def _nearest(self, token: str, parts: Sequence[str]) -> str:
        """The name spelled almost like a token; a slip leaves other words whole, so only names with one count."""
        sharing = (self._by_part.get(singular(part), ()) for part in parts)
        names = {name: None for names in sharing if len(names) <= _CROWD for name in names}
        choices = [name for name in names if _may_be_near(len(name), len(token))]
        return nearest(token, choices, _NEAR) if choices else ""

    def _fits(self, parts: Sequence[str], strength: Strength) -> bool:
        """Whether a name is made like those of the catalog: a verb early, and words that other names have, too."""
        known = sum(singular(part) in self._by_part for part in parts)
        verbs = self._lexicon.verbs
        if strength is Strength.TOOL and (known > 1 or (known and parts[0] in verbs)):
            return True
        if _is_field(parts[-1]):
            return False
        if len(parts) < 3:
            # fields and values have two words, too: the first must be a verb and nothing else
            plain_verb = parts[0] in verbs and parts[0] not in self._lexicon.nominal
            return strength >= Strength.CALL and plain_verb and known > 0
        if parts[0] in self._prefixes:
            return any(part in verbs for part in parts[1:])
        # a verb that several names begin with needs no other word of theirs
        leads = parts[0] in verbs and self._leading[parts[0]] > 1
        return leads or (any(part in verbs for part in parts[:2]) and known >= len(parts) - 1)

    def _only_with(self, parts: Iterable[str]) -> str:
        """The only name that has all these words, empty if there is none or several."""
        rarest, *others = sorted((self._by_part.get(part, {}) for part in parts), key=len)
        fitting = islice((name for name in rarest if all(name in other for other in others)), 2)
        first, second = next(fitting, ""), next(fitting, "")
        return "" if second else first

    def _titled(self, text: Text) -> Iterator[ToolReference]:
        """Tools that a text calls by a title, which clients do not hand to a model."""
        for match in TITLE.finditer(text.text):
            title = match.group("title")
            name = self._titles.get(title) or self._only_with(map(singular, split_identifier(title)))
            if name and title not in self._parts:
                yield ToolReference(title, name, "title", text, match.start("title"))


def _is_field(word: str) -> bool:
    """Whether a name that ends so is one of a value."""
    return word in IDENTIFIERS or word.endswith(("id", "ids", "idx"))


def _may_be_near(length: int, other: int) -> bool:
    """Whether names of these lengths can be alike: at most all letters of the shorter are in the longer."""
    return 200 * min(length, other) >= _NEAR * (length + other)


def _plain(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum())


@lru_cache(maxsize=8192)
def _style(name: str) -> str:
    """How the words of a name are joined."""
    if "_" in name:
        return "snake"
    if "-" in name:
        return "kebab"
    if any(char.isupper() for char in name[1:]):
        return "camel" if name[0].islower() else "pascal"
    return "word"
