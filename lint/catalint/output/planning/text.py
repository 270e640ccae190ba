"""A plan as text for people, on one screen: what to choose, what each way costs, and what that hangs on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from catalint.output.planning import sensitivity, wording
from catalint.output.terminal import Piece, Style, columns, fit, pad, render, safe
from catalint.planning.checks import Objection
from catalint.planning.plan import Plan
from catalint.planning.planner import Choice
from catalint.wording import number

_WIDTH = 100
_NARROWEST = 48
_SHOWN = 5
_MOST_HOT = 10
_MARK = "*"
_LONGEST_NAME = 40
# Columns go one by one where there is no room for all, the least important first.
_LEAST = ("cached", "sent", "trips", "first")


@dataclass(frozen=True)
class View:
    """How a plan is shown. `width` is None for a place without columns."""

    color: bool = False
    width: int | None = None


def write(plan: Plan, objections: Sequence[Objection], view: View) -> str:
    """Write a plan; ends with a newline."""
    return "\n".join(_Page(plan, objections, view).lines()).rstrip("\n") + "\n"


@dataclass(frozen=True)
class _Page:
    plan: Plan
    objections: Sequence[Objection]
    view: View

    @property
    def width(self) -> int:
        return max(self.view.width or _WIDTH, _NARROWEST)

    def text(self, *pieces: Piece, indent: int = 0, hang: int = 0) -> str:
        return render(pieces, color=self.view.color, width=self.width, indent=indent, hang=hang)

    def line(self, *pieces: Piece, indent: int = 2) -> str:
        return render(pieces, color=self.view.color, indent=indent)

    def lines(self) -> Iterator[str]:
        plan = self.plan
        what, how = wording.title(plan)
        yield self.text(safe(what, "heading"), safe(f": {how}"))
        yield self.text(Piece(wording.session(plan)))
        yield ""
        yield self.text(safe(wording.verdict(plan), "heading"))
        for remark in wording.remarks(plan):
            yield self.text(safe(remark))
        yield ""
        yield from self.ways()
        yield ""
        yield from self.crossovers()
        yield from self.dependence()
        yield from self.arrangement()
        yield from self.objects()
        granted = ", ".join(f"{name} {value}" for name, value in wording.granted(plan.session))
        yield self.text(
            Piece(
                f"Taken for granted: {granted}. --format json names the source of each. A model of stated inputs, no "
                "measurement: how models choose is not in it.",
                "dim",
            )
        )

    def ways(self) -> Iterator[str]:
        head = ("way", "first", "sent", "cached", "trips", "$/1,000", "lost", "expected")
        choices = wording.told_apart(self.plan)
        rows = [self.row(choice) for choice in choices]
        shown = list(wording.COLUMNS)
        table = [dict(zip(wording.COLUMNS, head, strict=True)), *(cells for cells, _, _ in rows)]
        sizes = {name: max(columns(cells.get(name, "")) for cells in table) for name in wording.COLUMNS}
        for name in _LEAST:
            if 4 + sum(sizes[each] + 2 for each in shown) - 2 <= self.width:
                break
            shown.remove(name)
        yield self.line(Piece(self.cells(table[0], shown, sizes), "dim"), indent=4)
        best = self.plan.outcome.best
        for (cells, style, note), choice in zip(rows, choices, strict=True):
            mark = ">" if choice is best else " "
            yield self.line(Piece(f"{mark} {self.cells(cells, shown, sizes)}", style))
            if note:
                yield self.text(safe(note, "dim"), indent=6)
        key = (
            "first: tokens of the first request; sent: of all; cached: read from the cache; trips: requests more; "
            "lost: sessions that lack a tool; expected: with those done again"
        )
        if any(self.is_marked(choice) for choice in choices):
            key += f"; {_MARK} needs a sandbox for code of the model (--sandbox)"
        yield self.text(Piece(key, "dim"), indent=4)

    def row(self, choice: Choice) -> tuple[dict[str, str], Style, str]:
        bill = choice.bill
        style: Style = "note" if choice is self.plan.outcome.best else "" if choice.possible else "dim"
        cells = {
            "way": f"{choice.strategy.title}{f' {_MARK}' if self.is_marked(choice) else ''}",
            "first": f"{bill.first:,.0f}",
            "sent": f"{bill.sent:,.0f}",
            "cached": f"{bill.amounts.read / bill.sent:.0%}" if bill.sent else "",
            "trips": f"+{bill.flow.trips:.1f}" if bill.flow.trips else "",
            "cost": wording.dollars(bill.cost).lstrip("$"),
            "lost": wording.percent(choice.lost) if choice.lost else "",
            "expected": wording.dollars(choice.expected).lstrip("$"),
        }
        note = f"not possible: {choice.against}" if choice.against else choice.doubts and f"doubtful: {choice.doubts}"
        return cells, style, note

    def is_marked(self, choice: Choice) -> bool:
        """Whether a way needs what nobody said to be there."""
        return bool(choice.strategy.needs) and not self.plan.planner.sandbox and choice.possible

    def cells(self, cells: dict[str, str], shown: Sequence[str], sizes: dict[str, int]) -> str:
        parts = [pad(cells[name], sizes[name]) if name == "way" else cells[name].rjust(sizes[name]) for name in shown]
        return "  ".join(parts).rstrip()

    def crossovers(self) -> Iterator[str]:
        plan = self.plan
        rows = [
            (choice.strategy.title, *(wording.pays(plan.crossovers[choice.strategy.name][what]) for what in _SIDES))
            for choice in wording.told_apart(plan)
            if choice.strategy.name in plan.crossovers and plan.planner.is_open(choice)
        ]
        if not rows or not plan.outcome.baseline.bill.cost:
            return
        yield self.text(Piece("Costs less than all up front, lost sessions aside, all else as above:"))
        head = ("way", *_SIDES)
        sizes = [max(columns(row[place]) for row in (head, *rows)) for place in range(len(head))]
        for place, row in enumerate((head, *rows)):
            text = "  ".join(pad(cell, size) for cell, size in zip(row, sizes, strict=True)).rstrip()
            if len(text) + 4 <= self.width:
                yield self.line(Piece(text, "dim" if not place else ""), indent=4)
            elif place:
                named = ", ".join(f"{side} {cell}" for side, cell in zip(_SIDES, row[1:], strict=True))
                yield self.text(Piece(f"{row[0]}: {named}"), indent=4)
        mutation = wording.mutation(plan)
        if mutation:
            yield self.text(Piece(mutation))
        yield ""

    def dependence(self) -> Iterator[str]:
        plan, found = self.plan, self.plan.sensitivity
        if found is None:
            return
        title = plan.outcome.choices[found.compared].strategy.title
        first, second = sensitivity.spans(found)
        yield self.text(Piece(f"What {title} saves hangs most on {first} and {second}."))
        others = sensitivity.exceptions(plan, found)
        if not others:
            yield self.text(Piece("The recommendation is the same for all of these."))
        for best, where in others:
            yield self.text(Piece(best, "note"), Piece(f" is best for {where}"), indent=4, hang=2)
        yield ""

    def arrangement(self) -> Iterator[str]:
        plan = self.plan
        if plan.search is None:
            yield self.text(
                Piece(f"{plan.provider.title} has no deferral: only ways that a client does itself are there.")
            )
            yield ""
            return
        hot, deferred = len(plan.hot), len(plan.deferred)
        kind = wording.pasted(plan)
        paste = f"--paste {kind} writes it for a request."
        if not plan.concerns_search:
            beside = f"With {plan.search.title}, {hot:,} of {number(len(plan.tools), 'tool')} would stay loaded. "
            yield self.text(Piece(f"{beside if kind == plan.provider.name else ''}{paste}"))
            yield ""
            return
        head = f"With {plan.search.title}, {number(hot, 'tool stays', 'tools stay')} loaded"
        yield self.text(
            Piece(f"{head} and {deferred:,} {'is' if deferred == 1 else 'are'} deferred; {wording.demand(plan)}.")
        )
        worth = {each.tool: each for each in plan.worths}
        for tool in plan.hot[:_MOST_HOT]:
            each = worth[tool]
            name = fit(wording.called(plan, tool), _LONGEST_NAME)
            why = f"{plan.tokens[tool]:,} tokens, {wording.percent(plan.demand.shares[tool])} of needs"
            found = "" if plan.request.blind else f", found by {wording.percent(each.found)} of searches"
            yield self.text(Piece(name, "note"), Piece(f"  {why}{found}"), indent=4, hang=2)
        if hot > _MOST_HOT:
            yield self.line(Piece(f"and {hot - _MOST_HOT:,} more", "dim"), indent=4)
        if plan.risky:
            them = "it" if len(plan.risky) == 1 else "them"
            worst = ", ".join(
                f"{fit(wording.called(plan, each.tool), _LONGEST_NAME)} {wording.percent(each.found)}"
                for each in plan.risky[:_SHOWN]
            )
            more = f" and {len(plan.risky) - _SHOWN:,} more" if len(plan.risky) > _SHOWN else ""
            yield self.text(
                Piece(f"{number(len(plan.risky), 'deferred tool')} that fewer than half of searches find (", ""),
                Piece(f"{worst}{more}", "warning"),
                Piece(f"): reword {them} (catalint discover --tool NAME) or keep {them} loaded (--keep NAME)."),
            )
        yield self.text(Piece(paste, "dim"))
        yield ""

    def objects(self) -> Iterator[str]:
        for each in self.objections:
            names = ", ".join(fit(wording.called(self.plan, tool), _LONGEST_NAME) for tool in each.tools[:_SHOWN])
            more = f" and {len(each.tools) - _SHOWN:,} more" if len(each.tools) > _SHOWN else ""
            about = f" ({names}{more})" if names else ""
            style: Style = "error" if each.refused else "warning"
            yield self.text(safe(wording.objection(self.plan, each), style), Piece(about))
        if self.objections:
            yield ""


_SIDES = ("tools", "turns", "calls")
