"""A one-line index, as a meta-tool (`search_tools`) over many tools keeps it: each tool's name and first sentence.

Arguments and all that a description says after its first sentence are not there to be found. Words are ranked as by
BM25 over the whole text: what such tools do beyond that differs from one to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from catalint.prose import first_sentence
from catalint.search.bm25 import Bm25
from catalint.search.document import ARGUMENT_DESCRIPTION, ARGUMENT_NAME, DESCRIPTION, NAME, Document


@dataclass(frozen=True, eq=False)
class Line(Document):
    """A tool of which a search sees the name and the first sentence."""

    @cached_property
    def texts(self) -> Mapping[str, tuple[str, ...]]:
        """The texts of each field; those on arguments are empty."""
        sentence = first_sentence(self.tool.description)
        return {
            NAME: (self.name or self.tool.name,),
            DESCRIPTION: (sentence,) if sentence else (),
            ARGUMENT_NAME: (),
            ARGUMENT_DESCRIPTION: (),
        }


def index_lines(documents: Iterable[Document]) -> Bm25:
    """Make an index over the lines of some tools, under the profile of the first (all have the same)."""
    lines = [Line(document.tool, document.profile, name=document.name) for document in documents]
    return Bm25(lines, lines[0].profile) if lines else Bm25(())
