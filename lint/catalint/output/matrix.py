"""What targets make of each tool: the matrix of `catalint targets`, for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from catalint.judgement import VERDICTS, Breach, Conflict, Form, Judgement, verdict
from catalint.model import Catalog, Tool
from catalint.output.summary import heading
from catalint.output.terminal import Piece, Style, columns, escape, fit, pad, render
from catalint.output.verdicts import Sorted, is_certain
from catalint.target import Target

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


def write(judgement: Judgement, view: View) -> str:
    """The matrix for people; ends with a newline."""
    return "\n".join(_Matrix(judgement, view).lines()).rstrip("\n") + "\n"


@dataclass(frozen=True)
class _Matrix:
    judgement: Judgement
    view: View

    def lines(self) -> Iterator[str]:
        for catalog, breaches in self.judgement.breaches.items():
            yield from self.catalog(catalog, Sorted(breaches, self.judgement.targets))

    def catalog(self, catalog: Catalog, found: Sorted) -> Iterator[str]:
        yield self.line([Piece(escape(heading(catalog.server, catalog.origin)), "heading")])
        yield ""
        yield from self.table(catalog, found) if self.has_room(catalog) else self.faults(catalog, found)
        yield from self.left_out(catalog)
        yield ""
        yield from self.together(found)
        yield from self.totals(catalog, found)
        if self.judgement.conflicts[catalog]:
            yield ""
        for conflict in self.judgement.conflicts[catalog]:
            yield from self.conflict(conflict)
        yield ""

    def columns(self, catalog: Catalog) -> tuple[int, list[int]]:
        """How wide the column of names is, and that of each target."""
        names = (min(columns(escape(tool.name)), _LONGEST_NAME) for tool in catalog.tools)
        widths = [max(len(target.name), len("rejects all?")) + 2 for target in self.judgement.targets]
        return max(names, default=4) + 2, widths

    def has_room(self, catalog: Catalog) -> bool:
        """Whether there are few enough targets for a table, and columns enough."""
        first, widths = self.columns(catalog)
        return len(widths) <= _MOST_COLUMNS and first + sum(widths) <= (self.view.width or first + sum(widths))

    def table(self, catalog: Catalog, found: Sorted) -> Iterator[str]:
        """A row for each tool and a column for each target."""
        first, widths = self.columns(catalog)
        heads = [target.name for target in self.judgement.targets]
        header = pad("tool", first) + "".join(pad(head, size) for head, size in zip(heads, widths, strict=True))
        yield self.line([Piece(f"  {header.rstrip()}", "dim")])
        for tool in catalog.tools:
            pieces = [Piece(f"  {pad(fit(tool.name, _LONGEST_NAME), first)}")]
            for (target, breaches), size in zip(found.of(tool).items(), [*widths[:-1], 0], strict=True):
                pieces.append(Piece(pad(_word(target, breaches), size), _STYLES.get(verdict(breaches), "dim")))
            yield self.line(pieces)

    def left_out(self, catalog: Catalog) -> Iterator[str]:
        """How many entries of the list no target can judge."""
        count = len(catalog.broken)
        if count:
            entries = "entry is no tool" if count == 1 else "entries are no tools"
            text = f"{count} {entries} that can be read, and not judged: `catalint check` tells why"
            yield from self.text([Piece(text, "warning")])

    def faults(self, catalog: Catalog, found: Sorted) -> Iterator[str]:
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
        groups: dict[tuple[tuple[str, str], ...], list[Tool]] = {}
        for tool in catalog.tools:
            own = tuple((name, word) for name, word in words[tool].items() if name not in alike)
            groups.setdefault(own, []).append(tool)
        fine = len(groups.pop((), ()))
        for own, tools in groups.items():
            for heads in [tools] if len(tools) > _MOST_TOOLS else ([tool] for tool in tools):
                yield from self.text([Piece(_names(heads))])
                yield from self.outcomes(dict(own))
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

    def together(self, found: Sorted) -> Iterator[str]:
        """What is about all tools."""
        for target, breaches in found.of(None).items():
            for breach in breaches:
                all_of = "all servers together" if breach.together else "all tools together"
                here = f" (here {breach.count:,})" if breach.count else ""
                text = f"{all_of}: {target.name}: {_word(target, [breach])}: {breach.fact.text.rstrip('.')}{here}."
                yield from self.text([Piece(text, _STYLES.get(breach.fact.effect, ""))])

    def totals(self, catalog: Catalog, found: Sorted) -> Iterator[str]:
        """For each target how many tools it takes, and whether it takes the list at all."""
        counts = {target: Counter[str]() for target in self.judgement.targets}
        for tool in catalog.tools:
            for target, breaches in found.of(tool).items():
                counts[target][_word(target, breaches)] += 1
        sums = {target: _sum(target, count, found.of(None)[target]) for target, count in counts.items()}
        if len(sums) <= _MOST_COLUMNS:
            first = max(len(target.name) for target in sums) + 2
            yield from (self.hung(target.name, first, said) for target, said in sums.items())
            return
        for said in dict.fromkeys(sums.values()):
            names = ", ".join(target.name for target, each in sums.items() if each == said)
            yield from self.text([said, Piece(f": {names}")])

    def conflict(self, conflict: Conflict) -> Iterator[str]:
        """Which form suits all targets, or which ones there are and who refuses each."""
        where = f"{conflict.what} ({_names(conflict.tools)})"
        suits = [form for form in conflict.forms if not form.refused]
        best = [form for form in suits if form.keeps]
        targets = self.judgement.targets
        if best:
            yield from self.text([Piece(f"{where}: {_all_take(targets)} {_labels(best)}")])
            return
        same = "no form that says the same" if suits else "no form"
        if len(targets) == 1:
            but = f", but {_labels(suits)}" if suits else ""
            yield from self.text([Piece(f"{where}: "), Piece(f"{targets[0].name} takes {same}", "warning"), Piece(but)])
            return
        given_up = f"; {_all_take(targets)} {_labels(suits)}" if suits else ""
        yield from self.text([Piece(f"{where}: "), Piece(f"{same} suits all targets", "warning"), Piece(given_up)])
        for form in conflict.forms:
            if form.refused:
                takers = f"taken by {len(targets) - len(form.refused)} of {len(targets)}"
                yield from self.text([Piece(f"- {form.label}: {takers}, not by {', '.join(form.refused)}")])

    def text(self, pieces: list[Piece]) -> Iterator[str]:
        yield render(pieces, color=self.view.color, width=self.view.width or _WIDTH, indent=2)

    def hung(self, head: str, first: int, text: Piece) -> str:
        """A text behind its head; on a terminal further lines begin where the first one does."""
        written = render([text], color=self.view.color, width=self.view.width, indent=2 + first, hang=0)
        return f"  {pad(head, first)}{written[2 + first :]}"

    def line(self, pieces: list[Piece]) -> str:
        return render(pieces, color=self.view.color)


def _names(tools: Sequence[Tool]) -> str:
    """The first of some tools by name, and how many more there are."""
    names = ", ".join(fit(tool.name, _LONGEST_NAME) for tool in tools[:_MOST_TOOLS])
    return f"{names} and {len(tools) - _MOST_TOOLS} more" if len(tools) > _MOST_TOOLS else names


def _sum(target: Target, counts: Mapping[str, int], together: Sequence[Breach]) -> Piece:
    """How many tools come to what, and what that means for all of them."""
    words = _words(target)
    fatal = words["rejects-all"]
    said = [
        f"{counts[word]} {word}"
        for name in words
        if name != "rejects-all"
        for word in (words[name], f"{words[name]}?")
        if counts[word]
    ]
    if counts[fatal]:
        said.append(f"{counts[fatal]} {'gets' if counts[fatal] == 1 else 'get'} all rejected")
    if counts[f"{fatal}?"]:
        said.append(f"{counts[f'{fatal}?']} may get all rejected")
    text = ", ".join(said) or "no tools"
    if counts[fatal]:
        return Piece(f"{text}, so none is usable", "error")
    if _rejects(together):
        return Piece(f"{text}, but all together are rejected, so none is usable", "error")
    effect = verdict(together)
    if effect == "rejects-all":
        return Piece(f"{text}, but all together may be rejected")
    if effect == "drops-tool":
        return Piece(f"{text}, but {'' if is_certain(together) else 'perhaps '}not all together")
    return Piece(text)


def _all_take(targets: Sequence[Target]) -> str:
    """Who takes what every target does, with the verb."""
    if len(targets) == 1:
        return f"{targets[0].name} takes"
    return f"{'both' if len(targets) == 2 else f'all {len(targets)}'} targets take"


def _labels(forms: Sequence[Form]) -> str:
    return ", or ".join(form.label for form in forms)


def _words(target: Target) -> Mapping[str, str]:
    return _WORDS_OF_DIRECTORIES if target.kind == "directory" else _WORDS


def _word(target: Target, breaches: Sequence[Breach]) -> str:
    return _words(target)[verdict(breaches)] + ("" if is_certain(breaches) else "?")


def _rejects(breaches: Sequence[Breach]) -> bool:
    """Whether a target surely refuses the whole list."""
    return any(each.fact.effect == "rejects-all" and each.fact.confidence != "uncertain" for each in breaches)
