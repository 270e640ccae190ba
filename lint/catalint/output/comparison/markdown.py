"""A review for a comment on a pull request: Markdown that GitHub, GitLab and others show.

Names and texts come from servers. They pass `verbatim` and `code`, where nothing in them is a link, a mention or HTML,
and they never begin a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from catalint.comparison.change import Effect
from catalint.comparison.review import Review
from catalint.output.comparison import wording
from catalint.output.markdown import MOST_CHARACTERS
from catalint.output.verbatim import cell, code, verbatim
from catalint.report import Result
from catalint.wording import number

# What comes below the sections that count most keeps this much for itself.
_TEXT_LENGTH = 600
_NAME_LENGTH = 128
_MOST_LINES = 60
_MOST_ROWS = 40
_FRAME = 150


def write(review: Review) -> str:
    """Write a review of at most `MOST_CHARACTERS`: what breaks first, what does not in folds."""
    return _Page(review).text()


@dataclass(frozen=True)
class _Block:
    """A section: a title, its lines, and whether it is folded away."""

    title: str
    lines: tuple[str, ...]
    folded: bool = False


@dataclass(frozen=True)
class _Page:
    review: Review

    def text(self) -> str:
        """The blocks in their order as long as there is room; what does not fit in is counted."""
        head = "\n".join(self.head())
        room = MOST_CHARACTERS - len(head) - _FRAME
        parts = [head]
        for block in self.blocks():
            if block.lines:
                written = "\n".join(_written(block, room))
                room -= len(written) + 1
                parts.append(written)
        return "\n".join(parts).rstrip("\n") + "\n"

    def head(self) -> Iterator[str]:
        review = self.review
        yield from (f"## Tools: {wording.headline(review)}", "")
        sides = f"{code(review.old, _NAME_LENGTH)} → {code(review.new, _NAME_LENGTH)}"
        sizes = wording.sizes(review.comparison)
        yield from (f"From {sides}{f': {sizes}' if sizes else ''}.", "")

    def blocks(self) -> Iterator[_Block]:
        review, comparison = self.review, self.review.comparison
        yield _Block("Lock", self.items(map(wording.drift, review.drifts)))
        yield _Block("Servers", self.items(wording.servers(comparison)))
        yield self.changes("Breaking", Effect.BREAKING)
        yield self.changes("May break", Effect.UNCLEAR)
        yield _Block("Findability", self.items(wording.shift(shift) for shift in review.shifts))
        risky = [row for row in wording.rows(comparison, Effect.TRUST) if row.riskier]
        yield _Block("Annotations that promise less", self.items(row.line for row in risky))
        fresh = (*review.delta.fresh, *review.delta.grown)
        yield _Block(
            f"New findings ({len(fresh):,})", tuple(map(_finding, sorted(fresh, key=lambda each: -each.severity)))
        )
        prefixes = (wording.prefix(catalog, review.caching) for catalog in comparison.catalogs)
        yield _Block("Prompt cache", self.items(filter(None, prefixes)))
        yield _Block("Tokens", tuple(self.table()), folded=True)
        safer = [row for row in wording.rows(comparison, Effect.TRUST) if not row.riskier]
        yield _Block("Other annotations", self.items(row.line for row in safer), folded=True)
        yield self.changes("Compatible", Effect.COMPATIBLE, folded=True)
        texts = (row.line for row in wording.texts(comparison))
        yield _Block("Texts", self.items(texts), folded=True)
        yield _Block("In words", tuple(map(_passage, wording.words(comparison))), folded=True)
        fixed = review.delta.fixed
        yield _Block(f"Fixed findings ({len(fixed):,})", tuple(map(_finding, fixed)), folded=True)

    def changes(self, title: str, effect: Effect, *, folded: bool = False) -> _Block:
        comparison = self.review.comparison
        rows = wording.rows(comparison, effect)
        return _Block(f"{title} ({comparison.count(effect):,})", self.items(row.line for row in rows), folded)

    def items(self, lines: Iterable[str]) -> tuple[str, ...]:
        # a mark of a list in front, so that no text of others begins a line
        return tuple(f"- {verbatim(line, _TEXT_LENGTH)}" for line in lines)

    def table(self) -> Iterator[str]:
        bills = wording.bills(self.review)
        if not bills:
            return
        yield "| Tool | Before | After | Change |"
        yield "| :--- | ---: | ---: | ---: |"
        for name, tool in bills[:_MOST_ROWS]:
            shown = cell(code(name, _NAME_LENGTH))
            yield f"| {shown} | {tool.tokens_before:,} | {tool.tokens_after:,} | {tool.tokens:+,} |"
        if rest := bills[_MOST_ROWS:]:
            yield f"| and {number(len(rest), 'more tool')} | | | {sum(tool.tokens for _, tool in rest):+,} |"


def _written(block: _Block, room: int) -> Iterator[str]:
    """A block with as many of its lines as there is room for."""
    shown: list[str] = []
    for line in block.lines[:_MOST_LINES]:
        room -= len(line) + 1
        if room < _FRAME:
            break
        shown.append(line)
    left_out = len(block.lines) - len(shown)
    if block.folded:
        yield from ("<details>", f"<summary>{block.title}</summary>", "")
    else:
        yield from (f"### {block.title}", "")
    yield from shown
    if left_out:
        yield f"- and {left_out:,} more" if not block.lines[0].startswith("|") else ""
    yield from ("", "</details>", "") if block.folded else ("",)


def _passage(passage: wording.Passage) -> str:
    lines = [f"- {verbatim(passage.what, _TEXT_LENGTH)}"]
    for word, said in (("was", passage.before), ("is", passage.after)):
        lines += [f"  - {word}: {verbatim(said, _TEXT_LENGTH)}"] if said else []
    return "\n".join(lines)


def _finding(result: Result) -> str:
    tool = f"{code(result.tool, _NAME_LENGTH)}: " if result.tool else ""
    message = verbatim(result.finding.message, _TEXT_LENGTH)
    return f"- **{result.severity}** {code(result.finding.rule, _NAME_LENGTH)} {tool}{message}"
