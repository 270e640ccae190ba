"""Names without a word that a person would type."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool
from catalint.expression import expression
from catalint.rule import NoOptions
from catalint.words import STOP_WORDS, singular, split_identifier
from catalint_rules import words
from catalint_rules.analyses.clauses import name_words
from catalint_rules.analyses.lexicon import LEXICON, Lexicon
from catalint_rules.analyses.names import NAMES, split_name
from catalint_rules.analyses.services import join
from catalint_rules.descriptions.language import is_english
from catalint_rules.wording import fit, listing, names, quote

_VOWEL = expression(r"[aeiouy]")
_WORD = expression(r"[^\W_]+")
# What may stand around a word in a name, behind it and before it.
_CHUNK = expression(r"[^\s,;:()\"'`]*")
_CHUNK_START = expression(r"[^\s,;:()\"'`]*\Z")
_LONGEST = 128
_NUMBER = expression(r"[0-9]+")
# A number with its unit says something: `plot_2d`, `get_24h`.
_MEASURE = expression(r"(?<![A-Za-z0-9])[0-9]+[A-Za-z](?![A-Za-z0-9])")
# So many tools that only a number tells apart are no pair of versions.
_FAMILY = 3
# How far the initials of a text are read: "Bose-Einstein condensate" stands near its beginning.
_READ = 400
# Characters of texts that are searched for words of names, a second's work; beyond it words count as known.
_MOST_READ = 10_000_000


# Words that hold a place until there is a name.
_PLACEHOLDERS = frozenset("foo bar baz qux quux foobar asdf qwerty untitled unnamed noname placeholder".split())
_NUMERALS = frozenset("one two three four five six seven eight nine ten".split())


@dataclass(frozen=True, slots=True)
class _Lists:
    """Words by what they tell in a name: see `_Parts`. `known` are short forms that people type."""

    blanks: frozenset[str]
    generic: frozenset[str]
    clipped: frozenset[str]
    known: frozenset[str]
    empty: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Parts:
    """The words of a name that tell nothing, by why. `telling` is true if there is any other word.

    `blank` fit any tool, `generic` are verbs such as get and list, `short` are letters that spell no word.
    """

    blank: tuple[str, ...] = ()
    generic: tuple[str, ...] = ()
    short: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    telling: bool = False


class OpaqueName(CatalogRule[NoOptions]):
    """Numbered and abbreviated names, which neither a person nor a search comes upon."""

    meta = Meta(
        "opaque-name",
        "Name holds no word that a person would type",
        Severity.WARNING,
        tags=("names", "search"),
        evidence=(
            "https://www.anthropic.com/engineering/writing-tools-for-agents",
            "https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each name without a word, one for each family that numbers alone tell apart."""
        lexicon = ctx.get(LEXICON)
        service = ctx.get(NAMES)[catalog.server].service
        brands = words.vocabulary("services", ctx)
        clipped = words.vocabulary("clippings", ctx)
        lists = _Lists(
            words.vocabulary("name_blanks", ctx),
            words.vocabulary("generic_names", ctx),
            clipped,
            (words.vocabulary("acronyms", ctx) | brands | lexicon.short.keys() | STOP_WORDS) - clipped,
            words.vocabulary("generic", ctx),
        )
        said = _Said(catalog)
        opaque: set[Tool] = set()
        for tool in catalog.visible:
            if not tool.name.isascii() or _MEASURE.search(tool.name):
                continue  # letters of other scripts spell words that are not known here
            found = [word for word in split_name(tool.name, brands) if word not in service]
            parts = _sort(found, lists, lexicon)
            if _is_suspect(parts, tool, ctx) and not any(said.knows(word, tool) for word in parts.short):
                opaque.add(tool)
                yield self._report(tool, parts, name_words(tool.description, lexicon, lists.empty))
        for family in _families(tool for tool in catalog.visible if tool not in opaque):
            proposed = (name_words(tool.description, lexicon, lists.empty) for tool in family)
            yield self._report_family(
                family, [join(tool.name, found) for tool, found in zip(family, proposed, strict=True) if found]
            )

    def _report(self, tool: Tool, parts: _Parts, better: Sequence[str]) -> Finding:
        reasons = []
        if parts.short:
            stand = "stand" if len(parts.short) > 1 else "stands"
            reasons.append(f"{_quoted(parts.short)} {stand} in no text of the catalog")
        empty = parts.blank + parts.generic
        if empty:
            reasons.append(f"{_quoted(empty)} {'fit' if len(set(empty)) > 1 else 'fits'} any tool")
        if not parts.short:
            reasons.append(f"a {'number' if parts.numbers else 'single letter'} says nothing")
        start = f"{quote(tool.name)} holds no word that a person would type ({'; '.join(reasons)})"
        plain = f"{quote(tool.name)} holds no word that a person would type"
        if parts.generic and not parts.short:
            start = plain = f"{quote(tool.name)} says no more than {_quoted(empty)} and a number"
        cost = "neither a person nor a search finds the tool by it"
        renamed = join(tool.name, better) if better else ""
        return self.finding(
            tool.at("name"),
            fit(
                f"{start}: {cost}",
                start,
                f"{plain}: {cost}",
                plain,
                action=f"Rename it, to {quote(renamed)} for instance."
                if renamed
                else "Put its verb and its thing into the name.",
            ),
            data={
                "empty": [*empty],
                "unknown": [*parts.short, *parts.letters],
                "numbers": [*parts.numbers],
                "suggestion": renamed,
            },
        )

    def _report_family(self, family: Sequence[Tool], proposed: Sequence[str]) -> Finding:
        first, *others = family
        better = list(dict.fromkeys(proposed))
        start = f"Only a number tells {names([tool.name for tool in family], 4)} apart, and no text says what it means"
        return self.finding(
            first.at("name"),
            fit(
                f"{start}: neither a model nor a search can choose by it",
                start,
                action=[
                    *([f"Name what each does: {names(better)}."] if len(better) == len(family) else []),
                    *([f"Put what each does into its name, as in {quote(better[0])}."] if better else []),
                    "Put what each does into its name.",
                ],
            ),
            related=tuple(Related(tool.at("name"), f"{quote(tool.name)} differs in the number") for tool in others),
            key=" ".join(sorted(tool.name for tool in family)),
            data={"tools": [tool.name for tool in family], "suggestions": [*better]},
        )


def _sort(found: Sequence[str], lists: _Lists, lexicon: Lexicon) -> _Parts:
    blank, generic, short, letters, numbers = [], [], [], [], []
    if len(found) > 1 and found[1] in lists.generic - lists.blanks and found[0] not in lists.blanks:
        return _Parts(telling=True)  # what stands before a verb says whose the tool is: `bn.load`
    for index, word in enumerate(found):
        plain = word.rstrip("0123456789")
        if word.isdecimal() or (word in _NUMERALS and index == len(found) - 1):
            # `v2` is a version, which is no fault of the name
            if not (index and found[index - 1] == "v"):
                numbers.append(word)
        elif {plain, singular(plain)} & lists.blanks:
            blank.append(plain)
            numbers += [word[len(plain) :]] if plain != word else []
        elif word in lists.generic:
            generic.append(word)
        elif len(word) == 1:
            letters.append(word)
        elif plain in _PLACEHOLDERS or _is_short(word, lists, lexicon):
            short.append(word)
        else:
            return _Parts(telling=True)
    return _Parts(tuple(blank), tuple(generic), tuple(short), tuple(letters), tuple(numbers))


def _is_short(word: str, lists: _Lists, lexicon: Lexicon) -> bool:
    """True for letters that spell no word: too few, or none of them a vowel, and no short form that people type."""
    letters = _NUMBER.sub("", word)
    known = {word, singular(word), *([letters] if len(letters) > 1 else [])}
    if known & lists.known:
        return False
    if word in lists.clipped:
        return True
    return not lexicon.verb(word) and (len(letters) < 3 or not _VOWEL.search(letters))


def _is_suspect(parts: _Parts, tool: Tool, ctx: Context) -> bool:
    """True if a name has letters that spell nothing, or a number, and no word beside them that tells anything."""
    if parts.telling:
        return False
    if parts.short:
        # behind a verb, one short word is more likely known to those of its trade than not: `set_pwm`;
        # and by letters alone only English can be told from abbreviations
        return len(parts.short) > bool(parts.generic) and is_english(tool.description, ctx)
    if parts.generic:
        return bool(parts.numbers) and not set(parts.numbers) & set(_NUMBER.findall(tool.description))
    # "a t-test": some letters belong to a word
    words_with = (rf"\b{re.escape(letter)}-[a-z]" for letter in parts.letters)
    return bool(parts.numbers) or any(not re.search(found, tool.description, re.IGNORECASE) for found in words_with)


class _Said:
    """What the texts of a catalog say, put together once a name asks for it."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._names = frozenset(tool.name for tool in catalog.tools)
        self._found: dict[str, bool] = {}

    @cached_property
    def _text(self) -> str:
        texts = []
        for tool in self._catalog.visible:
            texts += [tool.title, tool.description]
            for parameter in tool.parameters:
                texts += [parameter.name, parameter.description]
        return "\n".join(texts)

    def knows(self, word: str, tool: Tool) -> bool:
        """True if a text has the word, apart from names of tools, or words with these initials."""
        letters = _NUMBER.sub("", word)
        if len(letters) > 1 and letters in _initials(self._catalog, tool):
            return True
        if word not in self._found and len(self._found) * len(self._text) > _MOST_READ:
            return True
        if word not in self._found:
            self._found[word] = self._stands(word, letters)
        return self._found[word]

    def _stands(self, word: str, letters: str) -> bool:
        if len(word) > _LONGEST:
            return False
        spellings = {word, singular(word), *([letters] if len(letters) > 1 else [])}
        forms = "|".join(map(re.escape, sorted(spellings)))
        # apart, or as a part of a name in camel case
        pattern = re.compile(rf"(?:(?<![A-Za-z0-9])|(?<=[a-z])(?=[A-Z]))(?i:{forms})s?(?![a-z0-9])")
        return any(self._stands_alone(match) for match in pattern.finditer(self._text))

    def _stands_alone(self, match: re.Match[str]) -> bool:
        """False in a tool's own name: "xq_proc: computes ..." explains nothing."""
        start, end = match.span()
        before, behind = (
            _CHUNK_START.search(self._text, max(0, start - _LONGEST), start),
            _CHUNK.match(self._text, end, end + _LONGEST),
        )
        chunk = (before.group() if before else "") + match.group() + (behind.group() if behind else "")
        return chunk.strip(".") not in self._names


def _initials(catalog: Catalog, tool: Tool) -> str:
    """The first letters of the words of a tool's text and of the server's name; those of "ServiceNow" are two."""
    text = f"{catalog.server} {tool.title[:_READ]} {tool.description[:_READ]}"
    return "".join(part[0] for word in _WORD.findall(text) for part in split_identifier(word) or [word.lower()])


def _families(tools: Iterator[Tool]) -> Iterator[list[Tool]]:
    """Tools whose names differ in a number only, at least three, where no text of theirs has its number."""
    grouped: defaultdict[str, list[Tool]] = defaultdict(list)
    for tool in tools:
        if len(_NUMBER.findall(tool.name)) == 1:
            grouped[_NUMBER.sub("#", tool.name)].append(tool)
    for family in grouped.values():
        if len(family) >= _FAMILY and not any(_explains(tool) for tool in family):
            yield family


def _explains(tool: Tool) -> bool:
    """True if a text says what the number in the tool's name is: "SHA-256", "level 2"."""
    (number,) = _NUMBER.findall(tool.name)
    return number in _NUMBER.findall(tool.description)


def _quoted(found: Sequence[str]) -> str:
    return listing([f"“{word}”" for word in dict.fromkeys(found)])
