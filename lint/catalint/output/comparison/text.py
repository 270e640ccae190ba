"""A review as text for people: one screen, worst first, the rest in numbers unless everything is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from catalint.comparison.change import Effect
from catalint.comparison.review import Review
from catalint.finding import Severity
from catalint.output.comparison import wording
from catalint.output.terminal import STYLES, Piece, Style, fit, pad, render, safe, shorten
from catalint.report import Result
from catalint.wording import number

_WIDTH = 100
_NARROWEST = 48
_NAME = 40
# Characters of a line: names of servers may be of any length.
_LONGEST = 700

# Lines of a section that are shown where not everything is asked for.
_BREAKING, _UNCLEAR, _OTHERS = 30, 10, 6


@dataclass(frozen=True)
class View:
    """How a review is shown. `width` is None for a place without columns; `verbose` shows every line."""

    color: bool = False
    width: int | None = None
    verbose: bool = False


def write(review: Review, view: View) -> str:
    """Write a review as text; ends with a newline."""
    return "\n".join(_Page(review, view).lines()).rstrip("\n") + "\n"


@dataclass(frozen=True)
class _Page:
    review: Review
    view: View

    def lines(self) -> Iterator[str]:
        review = self.review
        yield self.text(safe(f"{review.old} -> {review.new}", "heading"), indent=0)
        style: Style = "error" if review.comparison.count(Effect.BREAKING) else ""
        sizes = wording.sizes(review.comparison)
        yield self.text(safe(wording.headline(review), style), safe(f"; {sizes}" if sizes else ""), indent=0)
        yield from self.section("Lock", map(wording.drift, review.drifts), _OTHERS, "warning" if self.drifted else "")
        yield from self.section("Servers", wording.servers(review.comparison), _OTHERS)
        yield from self.changes("Breaking", Effect.BREAKING, _BREAKING, "error")
        yield from self.changes("May break", Effect.UNCLEAR, _UNCLEAR, "warning")
        yield from self.changes("Annotations", Effect.TRUST, _OTHERS)
        lines = (wording.shift(shift) for shift in review.shifts)
        yield from self.section("Findability", lines, _OTHERS, "warning" if review.lost else "")
        yield from self.findings()
        yield from self.section("Prompt cache", self.prefixes(), _OTHERS)
        yield from self.changes("Compatible", Effect.COMPATIBLE, _OTHERS)
        texts = (row.line for row in wording.texts(review.comparison))
        yield from self.section("Texts" if self.view.verbose else "Texts (-v shows their words)", texts, _OTHERS)
        yield from self.words()
        yield from self.tokens()

    @property
    def drifted(self) -> bool:
        return any(drift.any for drift in self.review.drifts)

    def changes(self, title: str, effect: Effect, most: int, style: Style = "") -> Iterator[str]:
        rows = wording.rows(self.review.comparison, effect)
        count = self.review.comparison.count(effect)
        yield from self.section(f"{title} ({count:,})", (row.line for row in rows), most, style)

    def findings(self) -> Iterator[str]:
        delta = self.review.delta
        lines = [
            *self.results("new", delta.fresh),
            *self.results("grown", delta.grown),
            *self.results("fixed", delta.fixed),
        ]
        counts = [
            f"{len(found):,} {word}" for word, found in (("new", (*delta.fresh, *delta.grown)), ("fixed", delta.fixed))
        ]
        yield from self.section(f"Findings ({', '.join(counts)})", lines, _OTHERS)

    def results(self, word: str, results: Sequence[Result]) -> Iterator[str]:
        for result in sorted(results, key=lambda result: -result.severity):
            tool = f"`{result.tool}`: " if result.tool else ""
            message = result.finding.message if word != "fixed" else ""
            yield f"{word} {result.severity}[{result.finding.rule}] {tool}{message}".rstrip(": ")

    def prefixes(self) -> Iterator[str]:
        comparison = self.review.comparison
        for catalog in comparison.catalogs:
            line = wording.prefix(catalog, self.review.caching)
            if line:
                yield f"`{catalog.server}`: {line}" if len(comparison.catalogs) > 1 else line

    def words(self) -> Iterator[str]:
        passages = list(wording.words(self.review.comparison)) if self.view.verbose else []
        if passages:
            yield ""
            yield self.text(safe("In words", "heading"), indent=0)
        for passage in passages:
            yield self.text(safe(shorten(passage.what, _LONGEST)))
            for mark, said in (("-", passage.before), ("+", passage.after)):
                if said:
                    yield self.text(safe(f"{mark} {said}"), indent=4)

    def tokens(self) -> Iterator[str]:
        bills = wording.bills(self.review)
        if not bills:
            return
        yield ""
        yield self.text(safe("Tokens", "heading"), indent=0)
        most = len(bills) if self.view.verbose else _OTHERS
        shown = [(fit(name, _NAME), tool) for name, tool in bills[:most]]
        width = max(len(name) for name, _ in shown)
        for name, tool in shown:
            figures = f"{tool.tokens_before:>8,} -> {tool.tokens_after:>6,}  {tool.tokens:>+7,}"
            share = f"  {tool.tokens / tool.tokens_before:+.0%}" if tool.tokens_before and tool.tokens_after else ""
            yield self.text(Piece(pad(name, width)), Piece(f"{figures}{share}"), indent=2, wrap=False)
        yield from self.rest(len(bills) - len(shown), sum(tool.tokens for _, tool in bills[most:]))

    def rest(self, count: int, tokens: int) -> Iterator[str]:
        if count > 0:
            yield self.text(safe(f"and {number(count, 'more tool')}, {tokens:+,} tokens (-v shows all)", "dim"))

    def section(self, title: str, lines: Iterable[str], most: int, style: Style = "") -> Iterator[str]:
        found = list(lines)
        if not found:
            return
        most = len(found) if self.view.verbose else most
        yield ""
        yield self.text(safe(title, style or "heading"), indent=0)
        # a fold of one line says less than the line
        shown = found if len(found) <= most + 1 else found[:most]
        for line in shown:
            yield self.text(*_pieces(shorten(line, _LONGEST)))
        if len(found) > len(shown):
            yield self.text(safe(f"and {len(found) - len(shown):,} more (-v shows all)", "dim"))

    def text(self, *pieces: Piece, indent: int = 2, wrap: bool = True) -> str:
        width = max(self.view.width or _WIDTH, _NARROWEST) if wrap else None
        return render(pieces, color=self.view.color, width=width, indent=indent, hang=2)


_SEVERITIES = {f"new {severity}[": severity for severity in Severity}


def _pieces(line: str) -> Iterator[Piece]:
    """A line made safe; a new finding in the colour of its severity up to its rule."""
    for start, severity in _SEVERITIES.items():
        if line.startswith(start):
            head, bracket, tail = line.partition("]")
            yield safe(f"{head}{bracket}", STYLES[severity])
            yield safe(tail)
            return
    yield safe(line)
