"""Where words occur in the texts of documents, as a part of longer words too and whatever their case.

This is what the pattern `(?i)word` matches, answered from an index instead of a scan of all texts, so that thousands of
patterns can be tried.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from catalint.search.document import Document

_RUN = re.compile(r"[^\W_]+")


class Occurrences:
    """An index of the lines of all texts; a line is what `.*` in a pattern can't leave."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self.documents = documents
        # of each line: the position of its document and its field
        self.lines: list[tuple[int, str]] = []
        runs: defaultdict[str, list[int]] = defaultdict(list)
        for position, document in enumerate(documents):
            for field, texts in document.texts.items():
                for text in texts:
                    for line in text.split("\n"):
                        for run in set(_RUN.findall(line.lower())):
                            runs[run].append(len(self.lines))
                        self.lines.append((position, field))
        self._runs: Mapping[str, Sequence[int]] = runs
        self._with: dict[str, frozenset[int]] = {}

    @cached_property
    def _vocabulary(self) -> tuple[str, Sequence[int], Sequence[str]]:
        """All runs as one text, one a line, with the start of each."""
        runs = sorted(self._runs)
        starts: list[int] = []
        length = 0
        for run in runs:
            starts.append(length)
            length += len(run) + 1
        return "\n".join(runs), starts, runs

    def lines_with(self, word: str) -> frozenset[int]:
        """The lines that have a string of letters and digits."""
        found = self._with.get(word)
        if found is None:
            text, starts, runs = self._vocabulary
            lines: set[int] = set()
            at = text.find(word) if word else -1
            while at >= 0:
                number = bisect_right(starts, at) - 1
                lines.update(self._runs[runs[number]])
                at = text.find(word, starts[number] + len(runs[number]))
            found = self._with[word] = frozenset(lines)
        return found

    def lines_with_all(self, words: Iterable[str]) -> frozenset[int]:
        """The lines that have all of some strings."""
        return frozenset.intersection(*map(self.lines_with, words))

    def lines_with_any(self, words: Iterable[str]) -> frozenset[int]:
        """The lines that have any of some strings."""
        return frozenset().union(*map(self.lines_with, words))
