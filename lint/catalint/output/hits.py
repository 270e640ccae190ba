"""What a search found, as text for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from catalint.output.encode import plain, plain_name, plain_unread
from catalint.output.terminal import Piece, render, safe, shorten
from catalint.prose import first_sentence
from catalint.report import Unread
from catalint.search.mount import Mount
from catalint.search.retriever import Hit
from catalint.wording import number

# A first sentence of more characters is cut in text output.
_LONGEST_SENTENCE = 200
_LONGEST_WORD = 40


@dataclass(frozen=True)
class Found:
    """The outcome of one search: `hits` are the best of the `matching` ones among so many `tools`.

    `method` is how was searched, `missing` are the words of the query that no tool has, `mount` is what was searched.
    Where namespaces are chosen first, `namespaces` is their number and `loaded` are those that were, best first.
    """

    query: str
    method: str
    tools: int
    matching: int
    hits: Sequence[Hit]
    missing: Sequence[str] = ()
    mount: Mount = field(default_factory=lambda: Mount(()))
    namespaces: int = 0
    loaded: Sequence[Hit] = ()

    def name(self, hit: Hit) -> str:
        """What the client calls a tool; behind its server where there are several and the client names none."""
        shown = self.mount.naming(hit.tool)
        return f"{hit.tool.server}/{shown}" if shown == hit.tool.name and len(self.mount.catalogs) > 1 else shown


def write(found: Found, *, color: bool, width: int | None) -> str:
    """Write the hits as text: name, score, first sentence, and which words matched where."""
    lines = [render(_heading(found), color=color, width=width)]
    if found.loaded and found.namespaces > 1:
        lines.append(render(_loaded(found), color=color, width=width, hang=2))
    for rank, hit in enumerate(found.hits, start=1):
        title = [
            safe(f"{rank:2}.", "dim"),
            Piece(" "),
            safe(found.name(hit), "heading"),
            safe(f"  {hit.score:.2f}", "dim"),
        ]
        lines += ["", render(title, color=color)]
        sentence = shorten(first_sentence(hit.tool.description), _LONGEST_SENTENCE)
        if sentence:
            lines.append(render([safe(sentence)], color=color, width=width, indent=4, hang=0))
        if hit.matches:
            lines.append(render(_matches(hit), color=color, width=width, indent=4, hang=2))
    return "\n".join(lines) + "\n"


def to_json(found: Found, version: str, unread: Sequence[Unread]) -> dict[str, Any]:
    """The hits as a JSON object: lists in order of rank, texts as they are."""
    return {
        "version": 1,
        "tool": {"name": "catalint", "version": version},
        "query": plain(found.query),
        "method": found.method,
        "tools": found.tools,
        "matching": found.matching,
        "hits": [
            {
                "rank": rank,
                "server": plain(hit.tool.server),
                "tool": plain_name(hit.tool.name),
                "shown_as": plain(found.mount.naming(hit.tool)),
                "pointer": hit.tool.at().pointer,
                "score": round(hit.score, 6),
                "first_sentence": plain(first_sentence(hit.tool.description)),
                "matches": [
                    {"word": plain(match.word), "score": round(match.score, 6), "fields": list(match.fields)}
                    for match in hit.matches
                ],
            }
            for rank, hit in enumerate(found.hits, start=1)
        ],
        "loaded": [
            {"namespace": plain_name(hit.tool.name), "server": plain(hit.tool.server), "score": round(hit.score, 6)}
            for hit in found.loaded
        ],
        "missing": [plain(word) for word in found.missing],
        "unread": plain_unread(unread),
    }


def _heading(found: Found) -> Iterator[Piece]:
    among = f"among {number(found.tools, 'tool')} for "
    if not found.hits:
        yield safe(f"no hit {among}")
    elif found.matching > len(found.hits):
        yield safe(f"the best {len(found.hits):,} of {found.matching:,} hits {among}")
    else:
        yield safe(f"{number(found.matching, 'hit')} {among}")
    yield safe(repr(found.query), "heading")
    yield safe(f" ({found.method})")
    if found.missing:
        words = ", ".join(shorten(word, _LONGEST_WORD) for word in found.missing)
        yield safe(f"; no tool has: {words}", "warning")


def _loaded(found: Found) -> Iterator[Piece]:
    yield safe(f"loaded {len(found.loaded)} of {found.namespaces} namespaces: ", "dim")
    for position, hit in enumerate(found.loaded):
        yield safe(", " if position else "", "dim")
        yield safe(shorten(hit.tool.name, _LONGEST_WORD))
        yield safe(f" {hit.score:.2f}", "dim")


def _matches(hit: Hit) -> Iterator[Piece]:
    for position, match in enumerate(hit.matches):
        yield safe("; " if position else "", "dim")
        yield safe(shorten(match.word, _LONGEST_WORD))
        fields = f" ({', '.join(match.fields)})" if match.fields else ""
        yield safe(f" {match.score:.2f}{fields}", "dim")
