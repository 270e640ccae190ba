"""One tool in detail: the words it can be reached by, the words it lacks, and what would lift it.

What would lift it is not guessed: the tool's text is changed, the catalog searched and judged again, and only what got
better is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from catalint.discovery import change
from catalint.discovery.survey import Row, Survey
from catalint.discovery.trials import Phrasing, Trial, attempt, of_client, spell, winners, worst
from catalint.model import Tool
from catalint.prose import first_sentence
from catalint.queries.scoring import Outcome
from catalint.search.bm25 import Bm25
from catalint.search.document import ARGUMENT_NAME, NAME, Document
from catalint.search.retriever import TOP
from catalint.search.sayability import log_odds

# Words shown, words of others shown, words told.
_SHOWN, _LACKING, _TOLD = 10, 5, 4
# Words tried; above so many tools each new judgement takes most of a second.
_TRIED, _MANY, _TRIED_OF_MANY = 8, 500, 4
# Less is within what editing any word does.
_LEAST_GAIN = 0.05
# A word in more tools than this sets none apart.
_COMMON = 0.2
_SHORTEST = 3
# A text this much longer than the mean of the catalog weighs down the words that count.
_LONG = 1.2


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a tool: the fields that have it, how many tools do, and the tool's rank for this word alone."""

    word: str
    fields: tuple[str, ...]
    tools: int
    rank: int

    @property
    def reaches(self) -> bool:
        """Whether the word alone brings the tool up among the first five."""
        return 0 < self.rank <= TOP


@dataclass(frozen=True, slots=True)
class Lacking:
    """A word that a tool does not have: which of the tools before it do, and the labelled searches that have it."""

    word: str
    rivals: tuple[Tool, ...]
    queries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """What a change came to: the tool's probability before and after, and the search whose rank gained most.

    `query` is that search, with its ranks before and after: 0 if the tool is no hit.
    """

    before: float
    after: float
    query: str
    rank_before: int
    rank_after: int


@dataclass(frozen=True, slots=True)
class Lift:
    """A word that lifts a tool when its first sentence says it.

    `fields` say where the tool has the word now: nowhere, if it is one of a labelled search that the tool lacks.
    `apart` says that none of the tools before it has the word.
    """

    word: str
    fields: tuple[str, ...]
    apart: bool
    proof: Proof


@dataclass(frozen=True, slots=True)
class Shortening:
    """What comes of leaving a tool its name, its first sentence and the names of its arguments.

    `words` and `mean` are the lengths of its text and of all texts on average, in words.
    """

    words: int
    mean: float
    proof: Proof


@dataclass(frozen=True, slots=True)
class Detail:
    """All that is known of how findable a tool is. `place` is its place among all, 1 for the least likely found."""

    row: Row
    place: int
    trials: tuple[Trial, ...]
    words: tuple[Word, ...]
    lacking: tuple[Lacking, ...]
    lifts: tuple[Lift, ...]
    shortening: Shortening | None


def examine(survey: Survey, tool: Tool, missed: Iterable[Outcome] = ()) -> Detail:
    """Look at one tool; `missed` are the outcomes of the labelled searches that it is right for and that miss it."""
    row = survey.row[tool]
    trials = survey.trials(tool)
    index = survey.index
    document = index.documents[index.position[tool]]
    ahead = [hit.tool for hit in winners(trials)]
    searches = [
        attempt(survey.retriever, len(index), tool, Phrasing("labelled", outcome.search.query)) for outcome in missed
    ]
    asked = tuple(_asked(index, document, searches))
    whole = survey.mount.index()
    full = whole.documents[whole.position[tool]]
    last = worst(trials)
    mend = _Mend(survey, row, searches or ([last] if last else []))
    return Detail(
        row,
        survey.rows.index(row) + 1,
        trials,
        tuple(_words(survey, index, document)),
        (*asked, *_lacking(index, document, ahead, {each.word for each in asked})),
        tuple(_lifts(mend, index, full, asked, ahead)),
        _shortening(mend, index, document),
    )


def lacks(index: Bm25, document: Document, query: str) -> tuple[str, ...]:
    """The words of a query that a tool has in none of its fields, stop words and numbers left out."""
    own = document.terms.keys() | document.joined.keys()
    words = index.profile.words(query)
    missing = (word.text for word in words if own.isdisjoint((*word.terms, word.joined)) and not word.text.isdecimal())
    return tuple(dict.fromkeys(missing))


def _words(survey: Survey, index: Bm25, document: Document) -> Iterator[Word]:
    """The words that a search for the tool most likely has."""
    spelled = spell(document)
    shown: dict[str, str] = {}
    for term in _by_odds(index, document):
        shown.setdefault(spelled.get(term, term), term)
    for word, term in list(shown.items())[:_SHOWN]:
        trial = attempt(survey.retriever, len(index), document.tool, Phrasing("word", word))
        (known, *_) = index.query_terms(word) or (term,)
        yield Word(word, document.fields_with(known), index.frequency(known), trial.rank)


def _asked(index: Bm25, document: Document, searches: Iterable[Trial]) -> Iterator[Lacking]:
    """The words of labelled searches that the tool lacks."""
    queries: dict[str, list[str]] = {}
    rivals: dict[str, dict[Tool, None]] = {}
    for trial in searches:
        for word in lacks(index, document, trial.phrasing.query):
            queries.setdefault(word.lower(), []).append(trial.phrasing.query)
            owners = (hit.tool for hit in trial.ahead if any(match.word == word for match in hit.matches))
            rivals.setdefault(word.lower(), {}).update(dict.fromkeys(owners))
    for word, asking in queries.items():
        yield Lacking(word, tuple(rivals[word]), tuple(asking))


def _lacking(index: Bm25, document: Document, ahead: Sequence[Tool], known: set[str]) -> Iterator[Lacking]:
    """Words that the tool lacks and several of those before it have in name or first sentence, those of most first."""
    owners: dict[str, list[Tool]] = {}
    spelled: dict[str, str] = {}
    for rival in ahead:
        other = index.documents[index.position[rival]]
        for word in other.profile.words(f"{rival.name}\n{first_sentence(rival.description)}"):
            for term, part in zip(word.terms, word.parts, strict=True):
                if term in document.terms or term in document.joined or len(part) < _SHORTEST:
                    continue
                spelled.setdefault(term, part)
                if rival not in owners.setdefault(term, []):
                    owners[term].append(rival)
    ranked = sorted(owners, key=lambda term: (-len(owners[term]), index.frequency(term), term))
    kept = [term for term in ranked if len(owners[term]) > 1 and spelled[term] not in known]
    for term in kept[:_LACKING]:
        yield Lacking(spelled[term], tuple(owners[term]))


@dataclass(frozen=True)
class _Mend:
    """Tries a change of a tool on the searches that it should mend: labelled ones, else the worst by its own words."""

    survey: Survey
    row: Row
    trials: Sequence[Trial]

    def prove(self, changed: Tool, word: str = "") -> Proof | None:
        """Search and judge with another tool in the place of this one; None if that is not clearly better."""
        survey, tool, before = self.survey, self.row.tool, self.row.probability
        mount = change.exchange(survey.mount, tool, changed)
        after = next(verdict.probability for verdict in survey.kind.judge(mount) if verdict.tool is changed)
        retriever = survey.kind.build(mount)
        size = len(survey.rows)
        found: list[tuple[int, Proof]] = []
        for trial in self.trials:
            query = trial.phrasing.query
            for asked in dict.fromkeys((query, f"{query} {word}")) if word else (query,):
                phrasing = Phrasing(trial.phrasing.style, asked)
                old = attempt(survey.retriever, size, tool, phrasing).rank
                new = attempt(retriever, size, changed, phrasing).rank
                found.append(((old or size + 1) - (new or size + 1), Proof(before, after, asked, old, new)))
        gain, proof = max(found, key=lambda pair: pair[0], default=(0, None))
        mended = proof is not None and gain > 0 and 0 < proof.rank_after <= TOP < (proof.rank_before or size + TOP)
        return proof if proof and gain >= 0 and (mended or after - before >= _LEAST_GAIN) else None


def _lifts(
    mend: _Mend, index: Bm25, document: Document, asked: Sequence[Lacking], ahead: Sequence[Tool]
) -> Iterator[Lift]:
    """The words that lift a tool, the largest gain first."""
    rivals = [index.documents[index.position[rival]] for rival in ahead]
    found = []
    for term, word in _candidates(index, document, asked):
        proof = mend.prove(change.with_word(document.tool, word), word)
        if proof:
            apart = bool(rivals) and not any(term in rival.terms or term in rival.joined for rival in rivals)
            found.append(Lift(word, document.fields_with(term), apart, proof))
    found.sort(key=lambda lift: (bool(lift.fields), lift.proof.before - lift.proof.after, lift.word))
    yield from found[:_TOLD]


def _candidates(index: Bm25, document: Document, asked: Sequence[Lacking]) -> Iterator[tuple[str, str]]:
    """Words to try, with their terms: those that labelled searches have, then those that its arguments are called by.

    What a search would hardly ask for is left out: switches, and words about schemas and paging.
    """
    words: dict[str, str] = {}
    for each in asked:
        for word in index.profile.words(each.word):
            words.update(dict.fromkeys(word.terms, each.word))
    spelled = spell(document)
    counted = document.counted
    said = index.profile.count(f"{document.texts[NAME][0]}\n{first_sentence(document.tool.description)}").terms
    names = counted[ARGUMENT_NAME].terms.keys() - change.switches(document) - change.dull() - said.keys()
    for term in _by_odds(index, document):
        text = spelled.get(term, term)
        if (
            term in names
            and len(text) >= _SHORTEST
            and text.isalpha()
            and index.frequency(term) <= _COMMON * len(index)
        ):
            words.setdefault(term, text)
    distinct = {text: term for term, text in reversed(words.items())}
    tried = [(term, text) for term, text in words.items() if distinct[text] == term]
    yield from tried[: _TRIED if len(index) <= _MANY else _TRIED_OF_MANY]


def _shortening(mend: _Mend, index: Bm25, document: Document) -> Shortening | None:
    if document.length <= _LONG * index.mean_length:
        return None
    proof = mend.prove(change.shortened(document))
    return Shortening(document.length, index.mean_length, proof) if proof else None


def _by_odds(index: Bm25, document: Document) -> Sequence[str]:
    odds: Mapping[str, float] = log_odds(index, document)
    return sorted(odds.keys() - of_client(document), key=lambda term: (-odds[term], term))
