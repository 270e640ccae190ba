"""The bill of catalogs for people: tables with bars, and what would cost less."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from catalint.analyses.tokens import HOT_TOOLS, SEARCH_TOOL, TOKENS, Sum, defer, index
from catalint.model import Catalog, Tool
from catalint.output.bill import Bill
from catalint.output.summary import heading
from catalint.output.terminal import Piece, Style, columns, escape, fit, pad, render
from catalint.wording import number

Order = Literal["tokens", "name", "list"]

_WIDTH = 100  # where nobody asks for another
_NARROWEST = 48
_MOST_BAR, _LEAST_BAR = 40, 8
# What stands for description, parameters and the rest in a bar, and in a place that knows only ASCII.
_BLOCKS, _PLAIN_BLOCKS = "█▓░", "#=-"
_STYLES: tuple[Style, Style, Style] = ("note", "warning", "dim")
_PARTS = ("description", "parameters", "other")
_SHORT_PARTS = ("descr.", "params", "other")


@dataclass(frozen=True)
class View:
    """How a bill is shown. `width` is None for a place without columns; `blocks`: it can show block characters."""

    order: Order = "tokens"
    top: int | None = None
    parameters: bool = False
    color: bool = False
    width: int | None = None
    blocks: bool = True


def write(bill: Bill, view: View) -> str:
    """The bill for people: a table with bars for each catalog, and what would cost less; ends with a newline."""
    return "\n".join(_Sheet(bill, view).lines()) + "\n"


@dataclass(frozen=True)
class _Row:
    """A line of a table: how much, and its split into description, parameters and the rest (none for a parameter)."""

    label: str
    tokens: int
    split: tuple[int, int, int] | None = None
    style: Style = ""
    is_sum: bool = False


@dataclass(frozen=True)
class _Sheet:
    bill: Bill
    view: View

    def lines(self) -> Iterator[str]:
        for catalog in self.bill.catalogs:
            yield from self.catalog(catalog)
        if len(self.bill.catalogs) > 1:
            yield from self.together()
        yield from self.savings()
        yield from self.besides()

    def catalog(self, catalog: Catalog) -> Iterator[str]:
        sums = self.bill.sum(catalog.visible)
        yield self.heading(heading(catalog.server, catalog.origin), sums)
        rows = self.rows(catalog)
        if rows:
            yield ""
            yield from self.table("tool", rows, sums.total)
        yield ""

    def rows(self, catalog: Catalog) -> list[_Row]:
        tokens = self.bill.ctx.get(TOKENS)
        keys: dict[Order, Callable[[Tool], Any]] = {
            "tokens": lambda tool: -tokens[tool].total,
            "name": lambda tool: tool.name,
            "list": lambda tool: tool.index,
        }
        tools = sorted(catalog.visible, key=keys[self.view.order])
        shown = tools if self.view.top is None else tools[: self.view.top]
        rows: list[_Row] = []
        for tool in shown:
            rows.append(_row(tool.name, self.bill.sum((tool,))))
            if self.view.parameters:
                counted = list(tokens[tool].parameters.items())
                if self.view.order != "list":
                    counted.sort(key=(lambda item: -item[1]) if self.view.order == "tokens" else (lambda item: item[0]))
                rows += [_Row(f"  {name}", count, style="dim") for name, count in counted]
        if len(shown) < len(tools):
            rows.append(_row(f"{len(tools) - len(shown):,} more", self.bill.sum(tools[len(shown) :]), style="dim"))
        if len(tools) > 1:
            rows.append(_row("total", self.bill.sum(tools), style="heading"))
        return rows

    def together(self) -> Iterator[str]:
        sums = self.bill.sum(self.bill.visible)
        yield self.heading(f"all {len(self.bill.catalogs):,} catalogs", sums)
        yield ""
        rows = [_row(catalog.server, self.bill.sum(catalog.visible)) for catalog in self.bill.catalogs]
        if self.view.order != "list":
            rows.sort(key=(lambda row: -row.tokens) if self.view.order == "tokens" else (lambda row: row.label))
        yield from self.table("catalog", [*rows, _row("total", sums, style="heading")], sums.total)
        yield ""

    def heading(self, title: str, sums: Sum) -> str:
        share = _percent(sums.total, self.bill.window)
        size = f": {number(sums.tools, 'tool')}, {number(sums.total, 'token')}"
        rest = f", {share} of a {window_name(self.bill.window)} window" if sums.tools else " that a model sees"
        return self.line(Piece(escape(title), "heading"), Piece(size + rest), indent=0, wrap=True)

    def table(self, what: str, rows: Sequence[_Row], whole: int) -> Iterator[str]:
        names = [fit(row.label, self.width // 3) for row in rows]
        name_width = max(columns(what), *map(columns, names))
        size = max(7, *(len(f"{row.tokens:,}") for row in rows))
        left = self.width - 2 - name_width - 2 - size - 2 - 6
        parts = _PARTS if left >= _split_width(_PARTS) + 2 + _LEAST_BAR else _SHORT_PARTS
        numbers = [max(len(part), 6) for part in parts]
        # without room for both, the numbers say more than the bar
        split = left >= _split_width(parts)
        if split:
            left -= _split_width(parts)
        bar_width = min(_MOST_BAR, left - 2) if left - 2 >= _LEAST_BAR else 0
        largest = max((row.tokens for row in rows if not row.is_sum), default=1)
        head = f"{pad(what, name_width)}  {'tokens':>{size}}  {'share':>6}"
        if bar_width:
            head += "  " + " " * bar_width
        if split:
            head += "".join(f"  {part:>{size}}" for part, size in zip(parts, numbers, strict=True))
        yield self.line(Piece(head.rstrip(), "dim"))
        for row, name in zip(rows, names, strict=True):
            pieces = [
                Piece(pad(name, name_width), row.style),
                Piece(f"  {row.tokens:>{size},}  {_percent(row.tokens, whole):>6}", row.style),
            ]
            if bar_width:
                cells = [] if row.is_sum else self.bar(row, largest, bar_width)
                used = sum(len(cell.text) for cell in cells)
                pieces += [Piece("  "), *cells, Piece(" " * (bar_width - used))]
            if split and row.split:
                counts = zip(row.split, numbers, strict=True)
                pieces.append(Piece("".join(f"  {count:>{size},}" for count, size in counts), row.style))
            yield self.line(*pieces)
        if bar_width:
            blocks = zip(self.blocks, _STYLES, _PARTS, strict=True)
            key = [piece for block, style, part in blocks for piece in (Piece(block, style), Piece(f" {part}  "))]
            length = sum(columns(piece.text) for piece in key)
            yield self.line(*key, indent=max(2, min(name_width + 14 + size, self.width - length)))

    def bar(self, row: _Row, largest: int, width: int) -> list[Piece]:
        """A bar as long as the row's share of the largest, cut into its parts; at least one cell for anything."""
        length = max(1, round(width * row.tokens / largest)) if row.tokens else 0
        if row.split is None:
            return [Piece(self.blocks[1] * length, _STYLES[1])]
        edges = [round(length * sum(row.split[:part]) / max(1, row.tokens)) for part in range(len(row.split) + 1)]
        return [
            Piece(block * (edges[part + 1] - edges[part]), style)
            for part, (block, style) in enumerate(zip(self.blocks, _STYLES, strict=True))
        ]

    @property
    def blocks(self) -> str:
        return _BLOCKS if self.view.blocks else _PLAIN_BLOCKS

    def savings(self) -> Iterator[str]:
        """What two ways of not loading every definition leave, with what they are taken to be."""
        tools = self.bill.visible
        sums = self.bill.sum(tools)
        if not sums.total:
            return
        left = defer(sums.total, sums.tools)
        search = f"a search tool (about {SEARCH_TOOL})"
        deferred = (
            f"{search} and {HOT_TOOLS} tools of average size"
            if left < sums.total
            else f"no gain from so few: {search} comes on top"
        )
        rows = (
            (
                "one-line index",
                index(tools, self.bill.counter),
                "name and first sentence of each tool, schemas on demand",
            ),
            ("deferred loading", left, deferred),
        )
        title = "What is left where a client does not load every definition at once:"
        yield self.line(Piece(title), indent=0, wrap=True)
        for label, tokens, about in rows:
            numbers = f"{label:<16}  {tokens:>7,}  {_percent(tokens, sums.total):>6}"
            if 2 + len(numbers) + 2 + len(about) <= self.width:
                yield self.line(Piece(f"{numbers}  "), Piece(about, "dim"))
            else:
                yield self.line(Piece(numbers))
                yield self.line(Piece(about, "dim"), indent=6, wrap=True)

    def besides(self) -> Iterator[str]:
        """What the totals leave out."""
        instructions = self.bill.instructions(self.bill.catalogs)
        if instructions:
            size = number(instructions, "token")
            text = f"Beside these numbers: {size} of server instructions, which clients load, too."
            yield self.line(Piece(text), indent=0, wrap=True)
        wire = self.bill.wire(self.bill.visible)
        if wire:
            parts = "titles, annotations, output schemas and other parts that no model reads"
            yield self.line(Piece(f"Not in these numbers: {number(wire, 'token')} of {parts}."), indent=0, wrap=True)
        hidden = [tool for catalog in self.bill.catalogs for tool in catalog.tools if not tool.model_visible]
        if hidden:
            tokens = self.bill.sum(hidden).total
            names = ", ".join(fit(tool.name, 40) for tool in hidden[:5]) + (", ..." if len(hidden) > 5 else "")
            size = f"{number(len(hidden), 'tool')} ({number(tokens, 'token')}) that only apps call"
            yield self.line(Piece(f"Left out: {size}: {names}."), indent=0, wrap=True)

    def line(self, *pieces: Piece, indent: int = 2, wrap: bool = False) -> str:
        width = self.width if wrap else None
        return render(pieces, color=self.view.color, width=width, indent=indent, hang=0).rstrip()

    @property
    def width(self) -> int:
        return max(self.view.width or _WIDTH, _NARROWEST)


def window_name(window: int) -> str:
    """A context window as people call it: 200k, 1M."""
    for size, suffix in ((1_000_000, "M"), (1_000, "k")):
        if window % size == 0:
            return f"{window // size:,}{suffix}"
    return f"{window:,}-token"


def _row(label: str, sums: Sum, style: Style = "") -> _Row:
    split = (sums.description, sums.parameters, sums.name + sums.rest)
    return _Row(label, sums.total, split, style, is_sum=style != "")


def _split_width(parts: Sequence[str]) -> int:
    """The columns that the counts of the parts take, with the gaps before them."""
    return sum(2 + max(len(part), 6) for part in parts)


def _percent(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "0.0%"
