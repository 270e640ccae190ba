"""Search by regular expression, as the regex variant of Anthropic's tool search has it.

The model writes a Python `re` pattern of at most 200 characters, matched with `re.search` and therefore with regard to
case unless it starts with `(?i)`. Names, descriptions, argument names and argument descriptions are searched, each text
by itself, so `^` and `$` are the ends of one name or description. How the hosted search orders what matches is not
published; here the field decides: a name counts more than a description, that more than an argument's name, that more
than an argument's description, whatever the number of matches.

`re` can't be stopped, and a pattern such as `(a+)+$` can run for years. So a pattern is compiled by `re`, which decides
what is valid, and run by the module `regex`, which takes a time limit. Where the two would read one pattern in two
ways, it is rewritten: see `translate`.
"""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Any

from catalint.errors import UserError
from catalint.search.document import ARGUMENT_DESCRIPTION, ARGUMENT_NAME, DESCRIPTION, NAME, Document
from catalint.search.occurrences import Occurrences
from catalint.search.retriever import TOP, Hit, Match, tie_break
from catalint.words import STOP_WORDS, stem

# https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool: longer ones are `pattern_too_long`.
MAX_PATTERN = 200
# Seconds of processor time for one search over all tools; a sane pattern takes milliseconds for thousands.
TIME_LIMIT = 1.0

# Binary, so that a field outweighs all lesser ones together.
WEIGHTS = {NAME: 8.0, DESCRIPTION: 4.0, ARGUMENT_NAME: 2.0, ARGUMENT_DESCRIPTION: 1.0}

_BITS = {field: int(weight) for field, weight in WEIGHTS.items()}

# Words that go into pairs.
_GROUPED = 3
# A shorter word in -ies would lose too much with its ending: cit for city, cities.
_SHORTEST_CUT = 6
_RUN = re.compile(r"[^\W_]+")

# An escape, a set, a brace with what makes it a repetition for `re`, or a brace without.
_PIECE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(?:\d+(?:,\d*)?|,\d*)\}|\{", re.DOTALL)
_PIECE_OF_SET = re.compile(r"\\.|\[", re.DOTALL)


class PatternError(UserError):
    """A pattern is too long, not valid, or takes too long."""


class PatternSearch:
    """Searches tools by regular expression. Implements `Retriever`; its queries are patterns."""

    def __init__(self, documents: Iterable[Document], *, seconds: float = TIME_LIMIT) -> None:
        self.documents: Sequence[Document] = sorted(documents, key=lambda document: tie_break(document.tool))
        self._seconds = seconds

    def search(self, query: str, limit: int = TOP) -> tuple[Hit, ...]:
        """Return the best tools, at most `limit`; raises PatternError."""
        return self._among(self.documents, query, limit)

    def find(self, task: str, limit: int = TOP) -> tuple[Hit, ...]:
        """Search with the patterns that a model would write for a task, until one of them matches a tool."""
        for pattern in self.patterns(task):
            # the few tools that an index says have the words; the pattern itself then decides
            documents = [self.documents[position] for position in sorted(self._having(pattern))]
            hits = self._among(documents, pattern.text, limit)
            if hits:
                return hits
        return ()

    def patterns(self, task: str) -> tuple[WordPattern, ...]:
        """The patterns that a model would write for a task, the narrowest first.

        Pairs of the three words that matter most, then any of the three. Those are taken to matter that stand in tools'
        names, in as few as possible, then those in the fewest tools; a word that no tool has is one that the model
        would have dropped after its first search. So is one that makes a pattern too long (an identifier, a text
        without spaces).
        """
        known = [(self._rarity(word), word) for word in words_of(task) if self.occurrences.lines_with(word)]
        words: tuple[str, ...] = ()
        for _, word in sorted(known, key=lambda item: item[0]):
            if len(words) < _GROUPED and WordPattern((*words, word), together=False).fits:
                words = (*words, word)
        pairs = [WordPattern((first, second)) for second in words for first in words[: words.index(second)]]
        whole = [WordPattern(words, together=False)] if words else []
        return tuple(pattern for pattern in (*pairs, *whole) if pattern.fits)

    def scores(self, words: Sequence[str]) -> Mapping[int, int]:
        """The scores of all tools that match the pattern of one word or of two together, by position.

        As `search` gives them for the pattern, but that two words may overlap here.
        """
        fields: dict[int, int] = {}
        for line in self.occurrences.lines_with_all(words):
            position, field = self.occurrences.lines[line]
            fields[position] = fields.get(position, 0) | _BITS[field]
        return fields

    def _having(self, pattern: WordPattern) -> frozenset[int]:
        have = self.occurrences.lines_with_all if pattern.together else self.occurrences.lines_with_any
        return frozenset(self.occurrences.lines[line][0] for line in have(pattern.words))

    def _rarity(self, word: str) -> tuple[bool, int, int]:
        places = [self.occurrences.lines[line] for line in self.occurrences.lines_with(word)]
        names = len({position for position, field in places if field == NAME})
        return not names, names, len({position for position, _ in places})

    def _among(self, documents: Iterable[Document], query: str, limit: int) -> tuple[Hit, ...]:
        pattern = compile_pattern(query)
        end = time.process_time() + self._seconds
        hits = []
        for document in documents:
            matches = tuple(_matches(pattern, document, query, end))
            if matches:
                hits.append(Hit(document.tool, sum(match.score for match in matches), matches))
        hits.sort(key=_order)
        return tuple(hits[:limit])

    @cached_property
    def occurrences(self) -> Occurrences:
        """Which tools have which words."""
        return Occurrences(self.documents)


@dataclass(frozen=True, slots=True)
class WordPattern:
    """A pattern of plain words: all of them together in one line, or any of them."""

    words: tuple[str, ...]
    together: bool = True

    @property
    def text(self) -> str:
        """The pattern. Anthropic's guide shows these forms: `(?i)slack`, `database.*query|query.*database`."""
        if self.together:
            return "(?i)" + "|".join(".*".join(order) for order in permutations(self.words))
        return f"(?i)({'|'.join(self.words)})"

    @property
    def fits(self) -> bool:
        """Whether the pattern is one that the search takes."""
        return len(self.text) <= MAX_PATTERN


def words_of(task: str) -> tuple[str, ...]:
    """The distinct words of a task that a pattern would be made of, as they would be written there.

    Lower case, without function words, cut so that a pattern matches singular and plural.
    """
    words = (word for word in _RUN.findall(task.lower()) if word not in STOP_WORDS and len(word) > 1)
    return tuple(dict.fromkeys(map(_without_plural, words)))


def _without_plural(word: str) -> str:
    if word.endswith("ies") and len(word) > _SHORTEST_CUT:
        return word[:-3]  # categor: category, categories
    return word[:-1] if word.endswith("s") and stem(word) == stem(word[:-1]) else word


def compile_pattern(pattern: str) -> Any:
    """Compile a pattern that `re` accepts for the module `regex`; raises PatternError."""
    if len(pattern) > MAX_PATTERN:
        raise PatternError(f"the pattern has {len(pattern)} characters, the regex variant takes {MAX_PATTERN} at most")
    try:
        with warnings.catch_warnings():
            # "possible nested set" and the like: `re` warns of what a later Python may read differently
            warnings.simplefilter("ignore", FutureWarning)
            re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:  # the last two: huge counts, deep nesting
        raise PatternError(f"no Python regular expression: {_reason(error)}") from error
    import regex

    try:
        return regex.compile(translate(pattern), regex.VERSION0, cache_pattern=False)
    except regex.error as error:
        raise PatternError(f"pattern not supported: {error.msg}") from error


def translate(pattern: str) -> str:
    r"""Rewrite what `re` reads as plain characters and `regex` as something else.

    A brace that is no repetition (`regex`: fuzzy matching, `a{e<=1}`) and, in a set, `[` (`regex`: POSIX classes,
    `[[:alpha:]]`).
    """
    out: list[str] = []
    position = 0
    while piece := _PIECE.search(pattern, position):
        out.append(pattern[position : piece.start()])
        text, position = piece.group(), piece.end()
        if text == "{":
            text = r"\{"
        elif text.startswith("["):
            text = "[" + _PIECE_OF_SET.sub(lambda match: r"\[" if match.group() == "[" else match.group(), text[1:])
        out.append(text)
    return "".join(out) + pattern[position:]


def _matches(pattern: Any, document: Document, query: str, end: float) -> Iterator[Match]:
    """The first match in each field."""
    for field, texts in document.texts.items():
        for text in texts:
            # `regex` counts processor time; a limit of zero would mean none
            left = max(1e-3, end - time.process_time())
            try:
                found = pattern.search(text, timeout=left)
            except TimeoutError as error:
                raise PatternError(
                    f"the pattern {query!r} takes too long: nested repetitions such as (a+)+ try every split of a text"
                ) from error
            if found:
                yield Match(found.group(), WEIGHTS[field], (field,))
                break


def _order(hit: Hit) -> tuple[float, tuple[str, str, int]]:
    return (-hit.score, tie_break(hit.tool))


def _reason(error: Exception) -> str:
    if isinstance(error, re.error):
        position = "" if error.pos is None else f" at character {error.pos + 1}"
        return f"{error.msg}{position}"
    return str(error)
