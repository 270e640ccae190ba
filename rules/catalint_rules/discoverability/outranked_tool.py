"""outranked-tool: a sibling wins every search for what the tool does."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool, option
from catalint.analyses.search import SEARCH
from catalint.expression import expression
from catalint.prose import first_sentence
from catalint.search.bm25 import Bm25
from catalint.search.document import ARGUMENT_DESCRIPTION, ARGUMENT_NAME, DESCRIPTION, NAME, Document
from catalint.search.tokenization import ENGLISH, PLAIN, Counted
from catalint_rules import words
from catalint_rules.analyses.lexicon import LEXICON, Lexicon
from catalint_rules.analyses.misses import FEWEST, MISSES
from catalint_rules.analyses.texts import find_banners
from catalint_rules.descriptions.identifiers import IDENTIFIERS, is_own
from catalint_rules.descriptions.language import is_english
from catalint_rules.wording import fit, name_rival, quote

# Lists of words that could stand in any description.
DULL = ("broad", "generic", "kinds", "paging_parameters", "query_parameters", "type_names", "view_parameters")
# Leads from which on a sibling is well or far ahead, in words.
_CLEAR, _WIDE = 1.2, 1.6
# A text this much longer than the sibling's is what makes its words weigh little.
_LONG = 1.5
# So often said in one text, a word is repeated rather than used.
_OFTEN = 4
_SHORT_WORD = 3
# Names of tools, parameters and fields in a text, and what stands in code.
_NAMES = expression(r"`[^`]*`|\w+(?:[_./-]\w+)+|\b[a-z]+[A-Z]\w*")


@dataclass(frozen=True)
class Options:
    """How far a sibling has to be ahead."""

    # Below a tenth the order hangs on details of a tokeniser or on one more word in a text.
    min_lead: float = option(1.1, "Least lead of the sibling: its score divided by the tool's.", minimum=1)


@dataclass(frozen=True, eq=False, slots=True)
class Ahead:
    """A sibling that comes first for each of the words of a tool's purpose: `words` gives each term as it is spelled.

    `said` is the sentence that the purpose is taken from. `score` and `own` are the scores of the sibling and of the
    tool; `lead` is their quotient, under the profile of tokenisation that gives more.
    """

    sibling: Tool
    said: str
    words: Mapping[str, str]
    score: float
    own: float
    lead: float


class OutrankedTool(CatalogRule[Options]):
    """Tools that no search by their purpose can bring up first."""

    meta = Meta(
        id="outranked-tool",
        summary="A sibling comes first in every search for the tool's purpose",
        severity=Severity.WARNING,
        precision="medium",
        tags=("discoverability",),
        evidence=(
            "https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool",
            "https://www.anthropic.com/engineering/writing-tools-for-agents",
        ),
    )
    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Compare each tool, word by word of its purpose, with the siblings that have all of them."""
        index, plain = (ctx.get(SEARCH).around(catalog, profile) for profile in (ENGLISH, PLAIN))
        lexicon = ctx.get(LEXICON)
        dull = frozenset[str]().union(*(words.vocabulary(name, ctx) for name in DULL))
        banners = find_banners(catalog.visible)
        # a tool that is missed altogether has a finding that says more
        missed = {miss.tool for miss in ctx.get(MISSES)[catalog]} if len(index) >= FEWEST else set()
        for tool in catalog.visible:
            said = _find_said(tool, banners)
            purpose = _purpose(index.documents[index.position[tool]], said, lexicon)
            sibling = _find_sibling(index, tool, purpose)
            if sibling is None or _is_twin(index, tool, sibling) or not is_english(tool.description, ctx):
                continue
            ahead = _compare(index, plain, tool, sibling, purpose)
            if ahead.lead < self.options.min_lead or tool in missed:
                continue
            document, rival = (index.documents[index.position[each]] for each in (tool, sibling))
            ahead = replace(ahead, said=said)
            cure = _find_cure(index, document, rival, ahead, dull)
            if cure is not None:
                yield self._report(document, rival, ahead, cure)

    def _report(self, document: Document, rival: Document, ahead: Ahead, cure: _Cure) -> Finding:
        tool, sibling = document.tool, ahead.sibling
        query = " ".join(ahead.words.values())
        if document.length > rival.length:
            cause = f"the words weigh less among {document.length} here than among {rival.length} there"
        else:
            cause = f"its {rival.length} words repeat them (here: {document.length})"
        first = f"{name_rival(sibling, tool)} comes first in a BM25 tool search for"
        start = f"{first} the purpose of {quote(tool.name)}, {{}}, {_margin(ahead.lead)}"
        brief = f"{first} {{}}, {_margin(ahead.lead)}"
        return self.finding(
            tool.at("description"),
            fit(f"{start}: {cause}", start, f"{brief}: {cause}", brief, action=cure.advice, text=ahead.said),
            related=(Related(sibling.at("name"), f"comes before it for {quote(query)}"),),
            detail=f"words: {query}\n"
            f"scores with stems: {ahead.score:.2f} for {sibling.name}, {ahead.own:.2f} for {tool.name}; "
            f"lead of {ahead.lead:.2f} with or without stems, whichever is more",
            key=sibling.name if sibling.server == tool.server else f"{sibling.server}/{sibling.name}",
            data={
                "query": query,
                "ahead": sibling.name if sibling.server == tool.server else f"{sibling.server}/{sibling.name}",
                "score": round(ahead.own, 3),
                "score_ahead": round(ahead.score, 3),
                "lead": round(ahead.lead, 3),
                "own_word": cure.word,
                "score_after": round(cure.score, 3),
            },
        )


@dataclass(frozen=True, slots=True)
class _Cure:
    """What to do. `score` is what a computation gives the tool then, more than the sibling has then."""

    advice: str
    score: float
    word: str = ""


def _margin(lead: float) -> str:
    """A lead in words and in per cent."""
    how = "just" if lead < _CLEAR else "well" if lead < _WIDE else "far"
    return f"{how} ahead (score {100 * (lead - 1):.0f} % higher)"


def _find_cure(index: Bm25, document: Document, rival: Document, ahead: Ahead, dull: frozenset[str]) -> _Cure | None:
    """The change that a computation shows to help; None if there is none that an author would make.

    A shorter text where this one is long, fewer repetitions where the sibling has many, else a word of a parameter that
    the tool needs.
    """
    score = _score_if_short(index, document, ahead)
    if document.length > _LONG * rival.length and _comes_first(index, document, ahead.words, score):
        advice = "shorten it: with its name, first sentence and argument names alone it comes first"
        return _Cure(advice, score)
    # the text of another server is not for its author to change
    thinned = _thin_out(index, document, rival, ahead) if rival.tool.server == document.tool.server else None
    return thinned or _own_word(index, document, rival, ahead, dull)


def _thin_out(index: Bm25, document: Document, rival: Document, ahead: Ahead) -> _Cure | None:
    """A word that the sibling's prose repeats, if the tool comes first without the repetitions.

    A sibling that is named for the word says it by right.
    """
    # none but the sibling may be ahead
    if index.count_before(index.position[document.tool], ahead.words, 2) > 1:
        return None
    said, named = _prose(rival).terms, rival.counted[NAME].terms
    for term in sorted(ahead.words.keys() - named.keys(), key=lambda term: (-said.get(term, 0), term)):
        times = said.get(term, 0)
        if times < _OFTEN:
            break
        spare = times - 1
        score = sum(
            index.weight_if(each, _count(rival, each) - (spare if each == term else 0), rival.length - spare)
            for each in ahead.words
        )
        if score < ahead.own:
            word = quote(ahead.words[term])
            return _Cure(f"say {word} once in its texts instead of {times} times, and this tool comes first", ahead.own)
    return None


def _prose(document: Document) -> Counted:
    """The words of a tool's descriptions that an author is free to leave out: those in names have to stay."""
    texts = (*document.texts[DESCRIPTION], *document.texts[ARGUMENT_DESCRIPTION])
    return document.profile.count("\n".join(_NAMES.sub(" ", text) for text in texts))


def _count(document: Document, term: str) -> int:
    """How often an index has a term in a document: as a word and as a joined form."""
    return document.terms.get(term, 0) + document.joined.get(term, 0)


def _comes_first(index: Bm25, document: Document, terms: Iterable[str], score: float) -> bool:
    """Whether a tool is before all others for a query, if that is its score."""
    return index.count_before(index.position[document.tool], terms, 1, score) == 0


def _score_if_short(index: Bm25, document: Document, ahead: Ahead) -> float:
    """The score for the tool's purpose if its text were its name, what it says first, and its argument names."""
    kept = (document.counted[NAME], document.profile.count(ahead.said), document.counted[ARGUMENT_NAME])
    length = sum(counted.length for counted in kept)
    return sum(index.weight_if(term, sum(part.terms.get(term, 0) for part in kept), length) for term in ahead.words)


def _own_word(index: Bm25, document: Document, rival: Document, ahead: Ahead, dull: frozenset[str]) -> _Cure | None:
    """A word of a required parameter that the sibling lacks, if it helps to say it in the first sentence, too.

    What a tool can do without is not what it is about.
    """
    for parameter in document.tool.parameters:
        if not parameter.required or not is_own(parameter):
            continue
        for word in document.profile.words(parameter.name):
            for term, part in zip(word.terms, word.parts, strict=True):
                if term in rival.terms or term in ahead.words or not _tells(part, term, dull):
                    continue
                counts = {**document.terms, term: document.terms.get(term, 0) + 1}
                wanted = (*ahead.words, term)
                score = sum(index.weight_if(each, counts.get(each, 0), document.length + 1) for each in wanted)
                if score > ahead.score and _comes_first(index, document, wanted, score):
                    only = "only it has" if index.frequency(term) == 1 else "the other lacks"
                    return _Cure(f"put {quote(part)}, a word that {only}, into its first sentence", score, part)
    return None


def _tells(word: str, term: str, dull: frozenset[str]) -> bool:
    return len(word) > _SHORT_WORD and word.isalpha() and not {word, term} & (dull | IDENTIFIERS)


def _find_said(tool: Tool, banners: Collection[str]) -> str:
    """The first sentence of a description that is no banner of the whole catalog."""
    first = first_sentence(tool.description)
    rest = " ".join(tool.description.split()).removeprefix(first).strip() if first in banners else ""
    return first_sentence(rest) if rest else first


def _purpose(document: Document, said: str, lexicon: Lexicon) -> Mapping[str, str]:
    """The terms of what a tool says first and of its name, each as it is written there.

    A verb of reading that only opens the name (`get_`, `lookup_`) is left out: searches for reading tools are worded in
    many other ways.
    """
    words = dict(_spelled(document, said))
    if not words:
        return {}
    for number, (term, part) in enumerate(_spelled(document, document.tool.name)):
        if not part.isdecimal() and not (number == 0 and lexicon.verb(part) == "get"):
            words.setdefault(term, part)
    # a client that cuts long names may leave out words of the tool's own
    return {term: part for term, part in words.items() if term in document.terms}


def _spelled(document: Document, text: str) -> Iterator[tuple[str, str]]:
    for word in document.profile.words(text):
        yield from zip(word.terms, word.parts, strict=True)


def _is_twin(index: Bm25, tool: Tool, sibling: Tool) -> bool:
    """True for tools of one description or with the same words in their names: other rules report those."""
    names = [frozenset(index.profile.count(each.name).terms) for each in (tool, sibling)]
    return tool.description == sibling.description or names[0] == names[1]


def _find_sibling(index: Bm25, tool: Tool, terms: Iterable[str]) -> Tool | None:
    """The sibling with the highest score of those in which each of the terms weighs more than in the tool."""
    position = index.position[tool]
    by_rarity = sorted(terms, key=lambda term: (index.frequency(term), term))
    if not by_rarity:
        return None
    # from the word that the fewest have more of, so that most tools are done with one short list
    rivals: Sequence[int] = range(len(index))
    for term in by_rarity:
        heavier = index.heavier(term, position)
        if not heavier:
            return None
        rivals = min(rivals, heavier, key=len)
    weights = [index.weights(term) for term in by_rarity]
    for found in weights:
        own = found[position]
        rivals = [rival for rival in rivals if found.get(rival, 0.0) > own]
    if not rivals:
        return None
    return index.documents[max(rivals, key=lambda rival: (sum(found[rival] for found in weights), -rival))].tool


def _compare(index: Bm25, plain: Bm25, tool: Tool, sibling: Tool, words: Mapping[str, str]) -> Ahead:
    """How far a sibling is ahead; no lead if it is behind under the plain profile: no verdict may hang on stems."""
    score, own = (_score(index, each, words) for each in (sibling, tool))
    plain_score, plain_own = (_score(plain, each, words.values()) for each in (sibling, tool))
    leads = (score / own, plain_score / plain_own if plain_own else 0.0)
    return Ahead(sibling, "", words, score, own, max(leads) if min(leads) > 1 else 0.0)


def _score(index: Bm25, tool: Tool, terms: Iterable[str]) -> float:
    position = index.position[tool]
    return sum(index.weights(term).get(position, 0.0) for term in terms)
