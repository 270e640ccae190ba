"""weak-index-line: first sentences that do not stand alone where a client shows nothing else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool, option, tokenizer
from catalint.expression import expression
from catalint_rules.analyses.lexicon import LEXICON
from catalint_rules.analyses.names import NAMES, Name
from catalint_rules.descriptions.index_lines import own_words, remainder, shared_length, shorten, suggest
from catalint_rules.descriptions.language import is_english
from catalint_rules.descriptions.opening import Kind, Openings, find_filler, index_line, unmark, without_addresses
from catalint_rules.descriptions.placeholders import placeholder
from catalint_rules.descriptions.rewrite import complete
from catalint_rules.wording import excerpt, fit
from catalint_rules.wording import names as listed

_IS: Mapping[Kind, str] = {
    "heading": "a heading",
    "banner": "an order to the reader",
    "limit": "a limit",
    "example": "an example",
    "usage": "when to take it",
    "requirement": "a requirement",
    "address": "an address",
    "role": "a role for the model",
    "label": "a label",
    "field": "what a field holds",
}
# Where an index can cut a sentence without losing what it began to say.
_BREAK = expression(r"[:;(：；（—]|\s[-–]\s|[，、](?=.{12})")
# A sentence that opens with one of these has its verb behind a comma: "With the given credentials, list …".
_INTRODUCTIONS = frozenset(
    """
    after as at based before by during for from given if in instead on once through to using via when whenever while
    with
    """.split()
)
# No tokenizer makes more than 30 tokens of fewer ASCII characters of prose; counting all sentences takes longer.
_SHORT = 60
# A word or two too many are not worth a line, nor are two tools of a hundred.
_SLACK, _FILLER_SHARE = 1.2, 0.05
# From so many texts that are surely of fields on, those that may be are, too.
_FIELDS = 2
_SHOWN = 3


@dataclass(frozen=True)
class Options:
    """When a first sentence is too long or too much like others."""

    # A line of a one-line index holds about so much: longer ones are cut or make the index a second catalog.
    max_tokens: int = option(30, "Tokens that a first sentence may have before it ends or pauses.", minimum=5)
    # Two reviewers of real servers were of two minds on 31 to 40 tokens whose verb and object come at once.
    long_tokens: int = option(45, "Tokens from which on that is a warning instead of a note.", minimum=5)
    shared_characters: int = option(60, "Equal characters at the start that make siblings look alike.", minimum=10)
    siblings: int = option(2, "Siblings with the same start from which on it is reported.", minimum=1)
    fold_from: int = option(3, "Openings of one kind from which on they are one finding.", minimum=2)
    filler_tools: int = option(2, 'Tools that begin with filler ("This tool …") from which on it is noted.', minimum=1)


class _Line(NamedTuple):
    tool: Tool
    text: str
    english: bool


class WeakIndexLine(CatalogRule[Options]):
    """First sentences that are a heading, a banner, a limit or an example, too long, or shared by siblings."""

    meta = Meta(
        id="weak-index-line",
        summary="First sentence does not stand alone",
        severity=Severity.WARNING,
        precision="high",
        tags=("selection", "search"),
        evidence=(
            "https://code.claude.com/docs/en/mcp",
            "https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool",
            "https://platform.openai.com/docs/guides/tools-tool-search",
        ),
    )
    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding a group of siblings, one a tool, and one each for what is only mild."""
        openings = Openings(ctx.get(LEXICON), ctx)
        names = ctx.get(NAMES)[catalog.server].names
        lines = [
            _Line(tool, index_line(tool.description), is_english(tool.description, ctx))
            for tool in catalog.visible
            if tool.description.strip() and not placeholder(tool.description, ctx)
        ]
        told: set[Tool] = set()
        for group in self._groups(lines):
            told.update(line.tool for line in group)
            yield self._report_shared(group, names, openings)
        long: list[tuple[_Line, int]] = []
        fillers: list[tuple[_Line, str]] = []
        weak: defaultdict[Kind, list[_Line]] = defaultdict(list)
        fields = {line.tool: openings.field(line.tool.description, line.tool.name) for line in lines if line.english}
        generated = sum(field == "sure" for field in fields.values()) >= _FIELDS
        for line in lines:
            if line.tool in told:
                continue
            description, name = line.tool.description, line.tool.name
            fault = openings.fault(description, name) if line.english else None
            field = fields.get(line.tool)
            if not fault and (field == "sure" or (field and generated)):
                fault = "field"
            if fault or openings.is_heading(description):
                weak[fault or "heading"].append(line)
                continue
            tokens, late = self._measure(line, ctx)
            if late or tokens > self.options.long_tokens:
                yield self._report_long(line, tokens, late, names[line.tool], ctx)
            elif tokens > self.options.max_tokens:
                long.append((line, tokens))
            elif line.english and (filler := find_filler(unmark(line.text))):
                fillers.append((line, filler))
        for kind, found in weak.items():
            if len(found) >= self.options.fold_from:
                yield self._report_habit(found, kind, names, openings)
            else:
                for line in found:
                    yield self._report_opening(line, kind, names[line.tool], openings)
        if long and max(tokens for _, tokens in long) > _SLACK * self.options.max_tokens:
            yield self._note_long(long, ctx)
        if len(fillers) >= max(self.options.filler_tools, _FILLER_SHARE * len(lines)):
            yield self._note_filler(fillers)

    def _groups(self, lines: Sequence[_Line]) -> Iterator[list[_Line]]:
        """Tools whose texts differ and start the same: by their first characters, or by a short first sentence."""
        length = self.options.shared_characters
        by_start: dict[str, list[_Line]] = {}
        for line in lines:
            # a short first sentence that others have, too, is a start of its own
            start = line.text if len(line.text) < length else " ".join(line.tool.description.split())[:length]
            by_start.setdefault(start.casefold(), []).append(line)
        for group in by_start.values():
            different = len({line.tool.description for line in group}) > 1
            if different and len({line.tool.name for line in group}) > self.options.siblings:
                yield group

    def _measure(self, line: _Line, ctx: Context) -> tuple[int, int]:
        """The tokens of a sentence up to its end or first pause, and those in front of its verb if they are many."""
        if len(line.text) <= _SHORT and line.text.isascii():
            return 0, 0
        counter = tokenizer.counter(ctx.encoding)
        bare = unmark(without_addresses(line.text))
        pause = _BREAK.search(bare)
        tokens = counter.count(bare[: pause.start()] if pause else bare)
        late = 0
        words = bare.split(maxsplit=1)
        if line.english and words and words[0].lower() in _INTRODUCTIONS:
            start, comma, _ = bare.partition(", ")
            before = counter.count(start) if comma else tokens
            if before * 2 > self.options.max_tokens and counter.count(bare) > self.options.max_tokens:
                late = before
        return tokens, late

    def _report_opening(self, line: _Line, kind: Kind, name: Name, openings: Openings) -> Finding:
        tool = line.tool
        suggestion = suggest(tool, name, openings, own=kind == "field")
        actions = [f"start with {excerpt(suggestion, length)}" for length in (80, 50)] if suggestion else []
        return self.finding(
            tool.at("description"),
            fit(
                f"A one-line index shows {{}} for `{tool.name}`: {_IS[kind]}, and not what the tool does",
                f"A one-line index shows {{}}: {_IS[kind]}, and not what the tool does",
                action=actions
                or ["start with the verb and what it acts on, and put this behind it", "start with that"],
                text=line.text,
            ),
            key=kind,
            data={"line": line.text, "kind": kind, "suggestion": suggestion},
        )

    def _report_habit(
        self, found: Sequence[_Line], kind: Kind, names: Mapping[Tool, Name], openings: Openings
    ) -> Finding:
        own = kind == "field"
        better = {line.tool: suggest(line.tool, names[line.tool], openings, own=own) for line in found}
        tools = [line.tool for line in found]
        shown = next((tool for tool in tools if better[tool]), None)
        actions = ["start each with the verb and what it acts on, and put this behind it"]
        if shown is not None:
            start = f"start each with what it does, `{shown.name}` with"
            actions = [*(f"{start} {excerpt(better[shown], length)}" for length in (80, 50)), *actions]
        fault = f"show {_IS[kind]} in a one-line index, such as {{}}, and not what they do"
        subjects = (listed([tool.name for tool in tools], _SHOWN), f"{len(tools)} descriptions")
        return self.finding(
            tools[0].at("description"),
            fit(*(f"{subject} {fault}" for subject in subjects), action=actions, text=found[0].text),
            related=tuple(Related(line.tool.at("description"), excerpt(line.text, 80)) for line in found[1:]),
            detail="\n".join(
                f"{line.tool.name}: {excerpt(line.text, 80)}"
                + (f"; start with {excerpt(better[line.tool], 120)}" if better[line.tool] else "")
                for line in found
            ),
            key=f"{kind} " + ",".join(sorted(tool.name for tool in tools)),
            data={"tools": [tool.name for tool in tools], "kind": kind},
        )

    def _report_shared(self, group: Sequence[_Line], names: Mapping[Tool, Name], openings: Openings) -> Finding:
        first, *others = [line.tool for line in group]
        texts = [" ".join(tool.description.split()) for tool in (first, *others)]
        shared = shared_length([text.casefold() for text in texts])
        suggestion = ""
        if group[0].english:
            suggestion = remainder(texts[0], shared)
            if not openings.states_purpose(suggestion, first.name):
                suggestion = openings.purpose(first.description, first.name, own=True)
        same = f"start with the same {shared} characters"
        if len({line.text for line in group}) == 1:
            same, shared = "have one first sentence", len(group[0].text)
        kind = openings.fault(first.description, first.name) if group[0].english else None
        fault = f"{same}, {{}}{f' ({_IS[kind]})' if kind else ''}, and a one-line index shows no more"
        apart = ", ".join(own_words([names[line.tool] for line in group], _SHOWN))
        advice = f"say first what sets each apart ({apart})" if apart else "start each with what only it does"
        actions = (
            [f"start `{first.name}` with {excerpt(suggestion, length)}" for length in (80, 50)] if suggestion else []
        )
        return self.finding(
            first.at("description"),
            fit(
                *(f"{listed([line.tool.name for line in group], most)} {fault}" for most in (_SHOWN, 2)),
                action=[*actions, advice, "start each with what only it does"],
                text=texts[0][:shared],
            ),
            related=tuple(Related(tool.at("description"), f"`{tool.name}` starts the same") for tool in others),
            detail="\n".join(f"{line.tool.name}: {line.text}" for line in group),
            key="start " + ",".join(sorted(line.tool.name for line in group)),
            data={"tools": [line.tool.name for line in group], "kind": "start", "characters": shared},
        )

    def _report_long(self, line: _Line, tokens: int, late: int, name: Name, ctx: Context) -> Finding:
        tool = line.tool
        limit = self.options.max_tokens
        if late:
            suggestion = complete(tool, name)
            fault = f"`{tool.name}` has {late} tokens in front of its verb{{}}, which a cut at {limit} hides"
            action = f"start with {excerpt(suggestion, 60)}" if suggestion else "start with the verb"
        else:
            fault = f"`{tool.name}` has {tokens} tokens in its first sentence{{}}, and an index line about {limit}"
            action = self._shorten(line, ctx) or "say what it does in a short one first"
        return self.finding(
            tool.at("description"),
            fit(fault.replace("{}", " ({})"), fault.replace("{}", ""), action=action, text=line.text),
            key="long",
            data={"line": line.text, "kind": "long", "tokens": late or tokens},
        )

    def _note_long(self, long: Sequence[tuple[_Line, int]], ctx: Context) -> Finding:
        (worst, tokens), *others = sorted(long, key=lambda item: -item[1])
        limit = self.options.max_tokens
        if others:
            subject = (
                f"{len(long)} first sentences have over {limit} tokens, most of all `{worst.tool.name}` with {tokens}"
            )
            held = f"{subject} ({{}}), more than a one-line index holds"
        else:
            subject = f"`{worst.tool.name}` has {tokens} tokens in its first sentence, more than {limit}"
            held = (
                f"`{worst.tool.name}` has {tokens} tokens in its first sentence ({{}}), and an index line about {limit}"
            )
        return self.finding(
            worst.tool.at("description"),
            fit(
                held,
                subject,
                action=self._shorten(worst, ctx) or "end it earlier",
                text=worst.text,
            ),
            severity=Severity.NOTE,
            related=tuple(
                Related(line.tool.at("description"), f"`{line.tool.name}`: {n} tokens") for line, n in others
            ),
            detail="\n".join(f"{line.tool.name} ({count} tokens): {line.text}" for line, count in long),
            key="long",
            data={
                "tools": [line.tool.name for line, _ in long],
                "kind": "long",
                "tokens": [count for _, count in long],
            },
        )

    def _shorten(self, line: _Line, ctx: Context) -> str:
        counter = tokenizer.counter(ctx.encoding)
        return shorten(line.text, lambda text: counter.count(without_addresses(text)) <= self.options.max_tokens)

    def _note_filler(self, fillers: Sequence[tuple[_Line, str]]) -> Finding:
        (first, filler), *others = fillers
        fault = f"{len(fillers)} descriptions open with words that every tool could have"
        rest = unmark(first.text)[len(filler) :].strip()
        better = rest[:1].upper() + rest[1:]
        said = ", ".join(dict.fromkeys(f'"{text.strip()}"' for _, text in fillers[:_SHOWN]))
        return self.finding(
            first.tool.at("description"),
            fit(
                f"{fault} ({said}), in front of what an index should show",
                f"{fault} ({said})",
                fault,
                action=f"start with the verb: {excerpt(better, 70)} for `{first.tool.name}`",
            ),
            severity=Severity.NOTE,
            related=tuple(
                Related(line.tool.at("description"), f'`{line.tool.name}`: "{text.strip()}"') for line, text in others
            ),
            detail="\n".join(f"{line.tool.name}: {line.text}" for line, _ in fillers),
            key="filler",
            data={"tools": [line.tool.name for line, _ in fillers], "kind": "filler"},
        )
