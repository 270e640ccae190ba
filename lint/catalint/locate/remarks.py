"""What to tell the user of the code that was looked into: tools that it does not show, files that were not read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from catalint.locate.codebase import CodeIndex
from catalint.model import Corpus
from catalint.quoting import shown
from catalint.wording import listing

_SHOWN = 3


def remarks(corpus: Corpus, code: Mapping[str, CodeIndex]) -> Iterator[str]:
    """One line for each server whose tools were not all found, and one for each kind of file that was not read."""
    said: set[str] = set()
    for server, index in code.items():
        catalog = corpus.by_server.get(server)
        if catalog is None or not catalog.tools:
            continue
        found = index.definitions(catalog)
        missing = [tool.name for tool in catalog.tools if tool.index not in found]
        if missing:
            names = listing(map(shown, missing), _SHOWN)
            yield (
                f"{server}: {len(missing)} of {len(catalog.tools)} tools were not found in the code ({names}); "
                "their findings are elsewhere"
            )
        for note in index.notes:
            if note not in said:
                said.add(note)
                yield f"{server}: {note}"
