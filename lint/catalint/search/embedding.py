"""Search by meaning: queries and tools as vectors, as catalogs with a semantic tool search have them.

The vectors of words are those of WordLlama (github.com/dleemiller/WordLlama, MIT), 16 MB that its wheel holds; they are
read from the installed files, so nothing is downloaded and none of its code runs. A text is the sum of its words, a
tool the sum of the words of all four fields, and the score is the cosine of query and tool. So the score is a sum over
the words of the query, and each word has its share.

Scores are rounded to six decimals: how a processor adds up does not decide on ranks. Needs the extra `embedding`;
numpy is imported when a search is made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from catalint.errors import UserError
from catalint.search.document import FIELDS, Document
from catalint.search.retriever import TOP, Hit, Match, tie_break
from catalint.search.tokenization import ENGLISH, Profile

EXTRA = "embedding"
_WEIGHTS = "weights/l2_supercat_256.safetensors"
_TOKENS = "tokenizers/l2_supercat_tokenizer_config.json"
_DECIMALS = 6


class WordVectors:
    """Vectors of words, each the sum over the tokens that it consists of; 256 numbers. Raises UserError if not here."""

    def __init__(self) -> None:
        weights, tokens = _files()
        try:
            import numpy as np
            from safetensors.numpy import load_file
            from tokenizers import Tokenizer
        except ImportError as error:
            raise _missing() from error
        (table,) = load_file(weights).values()
        self._table = table.astype(np.float32)
        self._tokenizer = Tokenizer.from_file(str(tokens))
        self._none = np.zeros(self._table.shape[1], np.float32)
        self._known: dict[str, Any] = {}

    def word(self, word: str) -> Any:
        """The vector of a word, zeros if it has no token."""
        vector = self._known.get(word)
        if vector is None:
            ids = self._tokenizer.encode(word, add_special_tokens=False).ids
            vector = self._known[word] = self._table[ids].sum(axis=0) if ids else self._none
        return vector

    def words(self, counts: Mapping[str, int]) -> Any:
        """The sum of the vectors of some words, each as often as it is counted."""
        import numpy as np

        if not counts:
            return self._none
        return np.array(list(counts.values()), np.float32) @ np.array([self.word(word) for word in counts])


class EmbeddingSearch:
    """Searches tools by the cosine of their vectors to that of the query. Implements `Retriever`."""

    def __init__(self, documents: Iterable[Document], vectors: WordVectors | None = None) -> None:
        self.documents: Sequence[Document] = sorted(documents, key=lambda document: tie_break(document.tool))
        self.vectors = vectors or WordVectors()
        self._profile = self.documents[0].profile if self.documents else ENGLISH

    @cached_property
    def counts(self) -> Sequence[Mapping[str, int]]:
        """The words of each tool in lower case, and how often it has each."""
        return [
            Counter(
                part for field in FIELDS for text in document.texts[field] for part in _parts(text, document.profile)
            )
            for document in self.documents
        ]

    @cached_property
    def matrix(self) -> Any:
        """The vectors of the tools, of length 1 each (0 where a tool has no word), one a row."""
        import numpy as np

        rows = np.array([self.vectors.words(counts) for counts in self.counts]).reshape(len(self.documents), -1)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return rows / np.where(lengths == 0, 1, lengths)

    def search(self, query: str, limit: int = TOP) -> tuple[Hit, ...]:
        """Return the tools nearest to a query, at most `limit`; those that point away from it are no hits."""
        import numpy as np

        words = self._profile.words(query)
        if not words or not self.documents:
            return ()
        own = {word.text: self.vectors.words(Counter(word.parts)) for word in words}
        length = float(np.linalg.norm(sum(own.values())))
        if not length:
            return ()
        scores = np.round(self.matrix @ (sum(own.values()) / length), _DECIMALS)
        # a stable sort keeps the order of ties, which is that of the documents
        best = [int(position) for position in np.argsort(-scores, kind="stable")[:limit] if scores[position] > 0]
        return tuple(self._hit(position, round(float(scores[position]), _DECIMALS), own, length) for position in best)

    def find(self, task: str, limit: int = TOP) -> tuple[Hit, ...]:
        """Search for a task as it is worded."""
        return self.search(task, limit)

    def _hit(self, position: int, score: float, own: Mapping[str, Any], length: float) -> Hit:
        row = self.matrix[position]
        matches = [Match(word, round(float(row @ vector) / length, _DECIMALS), ()) for word, vector in own.items()]
        return Hit(
            self.documents[position].tool, score, tuple(sorted(matches, key=lambda match: (-match.score, match.word)))
        )


def _parts(text: str, profile: Profile) -> Iterable[str]:
    return (part for word in profile.words(text) for part in word.parts)


def _files() -> tuple[Path, Path]:
    """The files of weights and tokens in the installed package, found without importing it."""
    spec = find_spec("wordllama")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        weights, tokens = Path(folder, _WEIGHTS), Path(folder, _TOKENS)
        if weights.is_file() and tokens.is_file():
            return weights, tokens
    raise _missing()


def _missing() -> UserError:
    return UserError(f"the {EXTRA} search needs an extra: pip install 'catalint[{EXTRA}]'")
