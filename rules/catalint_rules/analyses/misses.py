"""Tools that a search by the words of their own name does not bring up, whichever way the search tokenises."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from catalint import Analysis, Catalog, Context, Tool
from catalint.analyses.search import FINDABILITY, SEARCH
from catalint.search.bm25 import Bm25
from catalint.search.document import ARGUMENT_DESCRIPTION, Document
from catalint.search.explanation import (
    OwnTrials,
    is_missed,
    own_trials,
    rank_if_repeated,
    rank_if_said,
    rank_if_short,
    spellings,
    spoken_names,
)
from catalint.search.findability import Findability
from catalint.search.retriever import TOP
from catalint.search.tokenization import ENGLISH, PLAIN
from catalint.search.vocabulary import standard_vocabulary
from catalint_rules.analyses.lexicon import LEXICON, Lexicon

# With fewer tools a search returns half of them anyway.
FEWEST = 10
# A single word is seldom a search: people say what to do with what. And nobody says five words of a name.
_WORDS = range(2, 5)
# People say what a tool is given, not that it is an identifier.
_UNSAID = frozenset(("id", "ids", "uuid"))
# A change is worth it if it brings the tool well up: one place more or less hangs on details.
_WELL = 3
# Tools that searches look at for all tools together, in number, before no more tools are tried: some two seconds. The
# largest list of a public server, 1,083 tools, takes 14,000; 10,000 tools with words of their own 1.4 million.
_MOST_EFFORT = 2_000_000
# What a miss costs besides, in tools looked at.
_JUDGING = 1_000
# A text this much longer than the mean of the catalog is what pushes a tool down.
_LONG = 1.2


@dataclass(frozen=True, eq=False)
class Miss:
    """A tool that its own name does not bring up, and what would.

    `index` is what is searched, and `name` are the terms of its name that a search has. `spelled` are its terms as it
    writes them. `lacking` are the terms of its name that its description would have to
    say, `scarce` those that it would have to say once more where it lacks none, and `rank` the rank that it has then;
    with neither, it is that of a text cut down to the first sentence and the names of the arguments.
    """

    tool: Tool
    verdict: Findability
    index: Bm25
    name: tuple[str, ...]
    spelled: Mapping[str, str]
    lacking: tuple[str, ...]
    scarce: tuple[str, ...]
    rank: int

    @cached_property
    def trials(self) -> OwnTrials:
        """Searches for it by its own words."""
        return own_trials(self.index, self.verdict, self.name)

    @cached_property
    def sure(self) -> bool:
        """True if its most sayable words, two or three of them, do not bring it up either.

        Of such tools 62 % (StableToolBench) and 59 % (BFCL) were missed by their labelled searches; of all tools 37 and
        25 %.
        """
        terms = [word.term for word in self.verdict.words]
        return any(is_missed(self.index, self.tool, terms[:count]) for count in (2, 3))


def _find(ctx: Context) -> Mapping[Catalog, Sequence[Miss]]:
    search = ctx.get(SEARCH)
    found: dict[Catalog, list[Miss]] = {catalog: [] for catalog in ctx.corpus.catalogs}
    for group in [search.catalogs] if search.is_joint else [[catalog] for catalog in search.catalogs]:
        for miss in _find_in(group, ctx):
            found[ctx.corpus.by_server[miss.tool.server]].append(miss)
    return found


def _find_in(catalogs: Sequence[Catalog], ctx: Context) -> Iterator[Miss]:
    """The misses among the tools of a catalog, or of all that are searched together."""
    if sum(len(catalog.visible) for catalog in catalogs) <= TOP:
        return
    index, plain_index = (ctx.get(SEARCH).around(catalogs[0], profile) for profile in (ENGLISH, PLAIN))
    lexicon = ctx.get(LEXICON)
    judged = 0
    for tried, (tool, spoken) in enumerate(spoken_names(index, lambda word: bool(lexicon.verb(word))).items()):
        if index.effort + plain_index.effort + judged * _JUDGING > _MOST_EFFORT:
            ctx.remark(
                f"searches for their own names were tried for the first {tried:,} of {len(index):,} tools only: "
                "too many share their words (undiscoverable-tool, outranked-tool)"
            )
            return
        name = tuple(term for term in spoken if term not in _UNSAID)
        if len(name) not in _WORDS or not is_missed(index, tool, name):
            continue
        # how a hosted search tokenises is not known: a verdict counts if it does not hang on stems and split names
        if not is_missed(plain_index, tool, [spoken[term] for term in name]):
            continue
        cure = _find_cure(index, tool, name, spoken, lexicon)
        if cure:
            judged += 1
            verdict = ctx.get(FINDABILITY).of(tool, ctx.corpus.by_server[tool.server])
            yield Miss(tool, verdict, index, name, spellings(index.documents[index.position[tool]]), *cure)


def _find_cure(
    index: Bm25, tool: Tool, name: Sequence[str], spoken: Mapping[str, str], lexicon: Lexicon
) -> tuple[tuple[str, ...], tuple[str, ...], int] | None:
    """The least change that brings a tool up: words to say, words to say once more, and the rank; None if none does.

    More of the right words comes before less of the others: what stands in a text is mostly there for a reason.
    """
    rank, lacking = rank_if_said(index, tool, name, _WELL)
    if rank <= _WELL and lacking and all(_is_telling(spoken[term], lexicon) for term in lacking):
        return lacking, (), rank
    document = index.documents[index.position[tool]]
    if document.length <= _LONG * index.mean_length:
        return None
    things = tuple(term for term in name if _is_telling(spoken[term], lexicon) and not lexicon.verb(spoken[term]))
    rank = rank_if_repeated(index, tool, name, things, _WELL)
    if things and rank <= _WELL:
        return (), things, rank
    rank = rank_if_short(index, tool, name, _WELL)
    if rank > _WELL:
        return None
    # texts on parameters are mostly needed: a cut is advised only where one to the mean length would do
    mean = round(index.mean_length)
    if is_about_arguments(document) and rank_if_short(index, tool, name, _WELL, mean) > _WELL:
        return None
    return (), (), rank


def is_about_arguments(document: Document) -> bool:
    """True if most of a tool's words are texts on its parameters."""
    return 2 * document.counted[ARGUMENT_DESCRIPTION].length > document.length


def _is_telling(word: str, lexicon: Lexicon) -> bool:
    """True for a word that an author could be told to say: it is one, and no verb of reading, which all would do."""
    return standard_vocabulary().knows(word) and len(word) > 2 and lexicon.verb(word) != "get"


MISSES: Analysis[Mapping[Catalog, Sequence[Miss]]] = Analysis("misses", _find)
