"""unsearchable-text: nothing that people type stands in a tool's name and description."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Severity, Tool
from catalint.analyses.search import SEARCH
from catalint.rule import NoOptions
from catalint.search.bm25 import Bm25
from catalint.search.document import ARGUMENT_NAME, DESCRIPTION, NAME, Document
from catalint.search.explanation import spellings
from catalint.search.vocabulary import standard_vocabulary
from catalint_rules import words
from catalint_rules.descriptions.language import is_english
from catalint_rules.wording import fit, listing, quote

_DULL = ("broad", "generic", "kinds", "paging_parameters", "query_parameters", "type_names", "view_parameters")
_SHORT_WORD = 3
# A word that so many tools have is what their server is about, and those who use it type it.
_SHARED = 4


class UnsearchableText(CatalogRule[NoOptions]):
    """Tools whose name and description are made of words of their own."""

    meta = Meta(
        id="unsearchable-text",
        summary="Name and description hold no word that people search for",
        severity=Severity.NOTE,
        tags=("discoverability",),
        evidence=(
            "https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool",
            "https://www.anthropic.com/engineering/writing-tools-for-agents",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Look up the words of each tool."""
        index = ctx.get(SEARCH).within(catalog)
        unsaid = [document for document in index.documents if not _has_common_word(document, index)]
        # where most texts hold none they are in another language, or about something that the table does not know
        if 2 * len(unsaid) >= len(index):
            return
        for document in sorted(unsaid, key=lambda document: document.tool.index):
            tool = document.tool
            # missing-description says more of a tool without a text
            if tool.description.strip() and is_english(tool.description, ctx) and _is_latin(tool):
                yield self._report(document, ctx)

    def _report(self, document: Document, ctx: Context) -> Finding:
        tool = document.tool
        spelled = spellings(document)
        own = list(
            dict.fromkeys(spelled[term] for field in (NAME, DESCRIPTION) for term in document.counted[field].terms)
        )
        cause = (
            f"its name and description hold only words of its own ({listing([quote(word) for word in own])})"
            if own
            else "its name and description hold no word that a search keeps"
        )
        useful = _parameter_words(document, spelled, ctx)
        hint = f", such as {listing([quote(word) for word in useful[:2]])} of its parameters" if useful else ""
        return self.finding(
            tool.at("description"),
            fit(
                f"a search for what {quote(tool.name)} does will hardly find it: {cause}",
                f"a search will hardly find {quote(tool.name)}: {cause}",
                "a search will hardly find it: its name and description hold only words of its own",
                action=(
                    f"say what it does to what, in words that people type{hint}",
                    "say what it does to what, in words that people type",
                ),
            ),
            data={"words": [*own], "parameter_words": [*useful]},
        )


def _has_common_word(document: Document, index: Bm25) -> bool:
    """True if the name or the description has a word that other authors use, too, or that the catalog is about."""
    vocabulary = standard_vocabulary()
    return any(
        term.isalpha() and (vocabulary.knows(term) or index.frequency(term) >= _SHARED)
        for field in (NAME, DESCRIPTION)
        for term in document.counted[field].terms
    )


def _is_latin(tool: Tool) -> bool:
    return not any(char.isalpha() and not char.isascii() for char in tool.name + tool.description)


def _parameter_words(document: Document, spelled: Mapping[str, str], ctx: Context) -> list[str]:
    """The words of the parameters' names that people type and that tell something."""
    dull = frozenset[str]().union(*(words.vocabulary(name, ctx) for name in _DULL))
    vocabulary = standard_vocabulary()
    terms = document.counted[ARGUMENT_NAME].terms
    return [
        spelled[term]
        for term in terms
        if vocabulary.knows(term) and len(term) > _SHORT_WORD and not {term, spelled[term]} & dull
    ]
