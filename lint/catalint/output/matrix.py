"""What targets make of each tool: the matrix of `catalint targets`, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catalint.judgement import VERDICTS, Breach, Conflict, Judgement, verdict
from catalint.model import Catalog, Tool
from catalint.output.terminal import Piece, Style, columns, escape, fit, pad, render
from catalint.report import Unread
from catalint.target import Fact, Target

_WIDTH = 100  # where nobody asks for another
_WORDS = dict(zip(VERDICTS, ("accepted", "advice", "rewritten", "dropped", "rejects all"), strict=True))
# A directory takes a submission or refuses it; a tool that it drops is why it does.
_WORDS_OF_DIRECTORIES = {**_WORDS, "drops-tool": "refused"}
_RANKS = {word: rank for words in (_WORDS, _WORDS_OF_DIRECTORIES) for rank, word in enumerate(words.values())}
_STYLES: Mapping[str, Style] = {"rejects-all": "error", "drops-tool": "error", "rewrites": "warning", "advises": "note"}
_LONGEST_NAME = 40
# As many targets stand beside each other in a table; with more, only what goes wrong is listed.
_MOST_COLUMNS = 6
_MOST_TOOLS = 4


@dataclass(frozen=True)
class View:
    """How a matrix is shown. `width` is None for a place without columns."""

    color: bool = False
    width: int | None = None


def to_json(judgement: Judgement, version: str, unread: Sequence[Unread] = ()) -> dict[str, Any]:
    """The matrix for programs; docs/targets.md has its shape."""
    return {
        "version": 1,
        "tool": {"name": "catalint", "version": version},
        "targets": [{"name": target.name, "title": target.title, "kind": target.kind} for target in judgement.targets],
        "catalogs": [_catalog_json(catalog, judgement) for catalog in judgement.breaches],
        "unread": [{"path": each.path, "message": each.message} for each in unread],
    }


def _catalog_json(catalog: Catalog, judgement: Judgement) -> dict[str, Any]:
    sorted_out = _Sorted(judgement.breaches[catalog], judgement.targets)
    return {
        "server": catalog.server,
        "origin": catalog.origin,
        "tools": [{"tool": tool.name, "verdicts": _verdicts_json(sorted_out.of(tool))} for tool in catalog.tools],
        "together": _verdicts_json(sorted_out.of(None)),
        "conflicts": [_conflict_json(conflict, judgement) for conflict in judgement.conflicts[catalog]],
    }


def _verdicts_json(cells: Mapping[Target, Sequence[Breach]]) -> dict[str, Any]:
    return {
        target.name: {
            "verdict": verdict(breaches),
            "certain": _is_certain(breaches),
            "facts": [
                {
                    "fact": breach.fact.id,
                    "effect": breach.fact.effect,
                    "confidence": breach.fact.confidence,
                    "rule": breach.fact.rule,
                    "pointer": breach.where.pointer,
                }
                for breach in breaches
            ],
        }
        for target, breaches in cells.items()
    }


def _conflict_json(conflict: Conflict, judgement: Judgement) -> dict[str, Any]:
    return {
        "what": conflict.what,
        "tools": [tool.name for tool in conflict.tools],
        "forms": [
            {
                "form": form.label,
                "taken_by": [target.name for target in judgement.targets if target.name not in form.refused],
                "refused_by": {name: fact.id for name, fact in form.refused.items()},
            }
            for form in conflict.forms
        ],
    }


def write(judgement: Judgement, view: View) -> str:
    """The matrix for people; ends with a newline."""
    return "\n".join(_Matrix(judgement, view).lines()).rstrip("\n") + "\n"


class _Sorted:
    """The breaches of a catalog by tool and target; all targets are there, in their order."""

    def __init__(self, breaches: Sequence[Breach], targets: Sequence[Target]) -> None:
        self._targets = targets
        self._found: dict[tuple[Tool | None, Target], list[Breach]] = {}
        for breach in breaches:
            self._found.setdefault((breach.tool, breach.target), []).append(breach)

    def of(self, tool: Tool | None) -> dict[Target, list[Breach]]:
        return {target: self._found.get((tool, target), []) for target in self._targets}


def _is_certain(breaches: Sequence[Breach]) -> bool:
    """Whether the worst effect rests on a fact that is sure."""
    worst = verdict(breaches)
    return not breaches or any(each.fact.effect == worst and each.fact.confidence != "uncertain" for each in breaches)


@dataclass(frozen=True)
class _Matrix:
    judgement: Judgement
    view: View

    def lines(self) -> Iterator[str]:
        for catalog, breaches in self.judgement.breaches.items():
            yield from self.catalog(catalog, _Sorted(breaches, self.judgement.targets))

    def catalog(self, catalog: Catalog, found: _Sorted) -> Iterator[str]:
        origin = f" ({catalog.origin})" if catalog.origin not in ("", catalog.server) else ""
        yield self.line([Piece(escape(f"{catalog.server}{origin}"), "heading")])
        yield ""
        yield from (
            self.table(catalog, found) if len(self.judgement.targets) <= _MOST_COLUMNS else self.faults(catalog, found)
        )
        yield ""
        yield from self.together(found)
        yield from self.totals(catalog, found)
        if self.judgement.conflicts[catalog]:
            yield ""
        for conflict in self.judgement.conflicts[catalog]:
            yield from self.conflict(conflict)
        yield ""

    def table(self, catalog: Catalog, found: _Sorted) -> Iterator[str]:
        """A row for each tool and a column for each target."""
        heads = [target.name for target in self.judgement.targets]
        widths = [max(len(head), len("rejects all?")) + 2 for head in heads]
        first = max((min(columns(escape(tool.name)), _LONGEST_NAME) for tool in catalog.tools), default=4) + 2
        header = pad("tool", first) + "".join(pad(head, size) for head, size in zip(heads, widths, strict=True))
        yield self.line([Piece(f"  {header.rstrip()}", "dim")])
        for tool in catalog.tools:
            pieces = [Piece(f"  {pad(fit(tool.name, _LONGEST_NAME), first)}")]
            for (target, breaches), size in zip(found.of(tool).items(), widths, strict=True):
                pieces.append(Piece(pad(_word(target, breaches), size), _STYLES.get(verdict(breaches), "dim")))
            yield self.line(pieces).rstrip()

    def faults(self, catalog: Catalog, found: _Sorted) -> Iterator[str]:
        """The tools that some target does not take as they are, with those targets; what holds for every tool first."""
        words = {
            tool: {target.name: _word(target, breaches) for target, breaches in found.of(tool).items() if breaches}
            for tool in catalog.tools
        }
        alike = {
            target.name: next(iter(said))
            for target in self.judgement.targets
            if len(said := {words[tool].get(target.name, "") for tool in catalog.tools}) == 1 and "" not in said
        }
        if alike and len(catalog.tools) > 1:
            yield self.line([Piece("  every tool", "heading")])
            yield from self.outcomes(alike)
        else:
            alike = {}
        fine = 0
        for tool in catalog.tools:
            own = {name: word for name, word in words[tool].items() if name not in alike}
            fine += not own
            if own:
                yield self.line([Piece(f"  {fit(tool.name, _LONGEST_NAME)}")])
                yield from self.outcomes(own)
        if fine:
            others = " by the others" if alike else " by all targets"
            yield self.line([Piece(f"  {fine} {'tool is' if fine == 1 else 'tools are'} accepted{others}", "dim")])

    def outcomes(self, words: Mapping[str, str]) -> Iterator[str]:
        """A line for each thing that happens, the worst first, with the targets that do it."""
        for word in sorted(set(words.values()), key=lambda word: (-_RANKS[word.rstrip("?")], word)):
            names = ", ".join(name for name, said in words.items() if said == word)
            style = _STYLES.get(VERDICTS[_RANKS[word.rstrip("?")]], "")
            pieces = [Piece(f"{word}: ", style), Piece(names)]
            yield render(pieces, color=self.view.color, width=self.view.width or _WIDTH, indent=4)

    def together(self, found: _Sorted) -> Iterator[str]:
        """What is about all tools."""
        for target, breaches in found.of(None).items():
            for breach in breaches:
                all_of = "all servers together" if breach.together else "all tools together"
                text = f"{all_of}: {target.name}: {_word(target, [breach])}: {breach.fact.text}"
                yield from self.text([Piece(text, _STYLES.get(breach.fact.effect, ""))])

    def totals(self, catalog: Catalog, found: _Sorted) -> Iterator[str]:
        """For each target how many tools it takes, and whether it takes the list at all."""
        counts = {target: dict.fromkeys(VERDICTS, 0) for target in self.judgement.targets}
        for tool in catalog.tools:
            for target, breaches in found.of(tool).items():
                counts[target][verdict(breaches)] += 1
        first = max(len(target.name) for target in self.judgement.targets) + 2
        for target, count in counts.items():
            words = _words(target)
            said = [f"{number} {words[name]}" for name, number in count.items() if number and name != "rejects-all"]
            by_tool = any(_rejects(found.of(tool)[target]) for tool in catalog.tools)
            rejected = count["rejects-all"]
            if rejected:
                verb = "makes" if rejected == 1 else "make"
                said.append(f"{rejected} {verb if by_tool else 'may make'} it reject all")
            end = ""
            if by_tool:
                end = ", so none is usable"
            elif _rejects(found.of(None)[target]):
                end = "; it rejects them all together, so none is usable"
            style: Style = "error" if end else ""
            if not end and verdict(found.of(None)[target]) == "rejects-all":
                end = "; it may reject them all together"
            yield self.line(
                [Piece(f"  {pad(target.name, first)}"), Piece((", ".join(said) or "no tools") + end, style)]
            )

    def conflict(self, conflict: Conflict) -> Iterator[str]:
        """Which form suits all targets, or which ones there are and who refuses each."""
        names = [fit(tool.name, _LONGEST_NAME) for tool in conflict.tools[:_MOST_TOOLS]]
        more = len(conflict.tools) - len(names)
        where = f"{conflict.what} ({', '.join(names)}{f' and {more} more' if more > 0 else ''})"
        total = len(self.judgement.targets)
        best = [form for form in conflict.forms if not form.refused]
        if best:
            labels = ", or ".join(form.label for form in best)
            yield from self.text([Piece(f"{where}: {_all(total)} take {labels}")])
            return
        yield from self.text([Piece(f"{where}: ", ""), Piece("no form suits all targets", "warning")])
        for form in conflict.forms:
            taken = f"{form.label}: taken by {total - len(form.refused)} of {total}, not by {', '.join(form.refused)}"
            yield from self.text([Piece(f"- {taken}")])

    def text(self, pieces: list[Piece]) -> Iterator[str]:
        yield render(pieces, color=self.view.color, width=self.view.width or _WIDTH, indent=2)

    def line(self, pieces: list[Piece]) -> str:
        return render(pieces, color=self.view.color)


def _all(targets: int) -> str:
    return "both targets" if targets == 2 else f"all {targets} targets"


def _words(target: Target) -> Mapping[str, str]:
    return _WORDS_OF_DIRECTORIES if target.kind == "directory" else _WORDS


def _word(target: Target, breaches: Sequence[Breach]) -> str:
    return _words(target)[verdict(breaches)] + ("" if _is_certain(breaches) else "?")


def _rejects(breaches: Sequence[Breach]) -> bool:
    """Whether a target surely refuses the whole list."""
    return any(each.fact.effect == "rejects-all" and each.fact.confidence != "uncertain" for each in breaches)


def facts(target: Target) -> list[dict[str, Any]]:
    """The facts of a target for programs."""
    return [_fact_json(fact) for fact in target.facts]


def _fact_json(fact: Fact) -> dict[str, Any]:
    return {
        "id": fact.id,
        "check": fact.check,
        "value": fact.value,
        "effect": fact.effect,
        "confidence": fact.confidence,
        "severity": str(fact.severity),
        "rule": fact.rule,
        "text": fact.text,
        "versions": fact.versions or None,
        "source": fact.source,
        "date": fact.date,
        "from": fact.origin or None,
    }
