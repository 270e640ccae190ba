"""What text and Markdown say in the same words. Names of others stand between backticks; nothing is escaped yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from catalint.comparison.catalogs import CatalogChange, Comparison
from catalint.comparison.change import Effect
from catalint.comparison.findability import Cause, Shift
from catalint.comparison.locks import Drift, differing
from catalint.comparison.passages import passages
from catalint.comparison.prefix import Caching
from catalint.comparison.review import Review
from catalint.comparison.tools import ToolChange
from catalint.model import Tool
from catalint.planning.caching import break_even
from catalint.wording import listing, number, ordinal

NAMES = 4
_QUERY = 60
# Characters of each version of a text that are shown.
_WORDS_SHOWN = 500


@dataclass(frozen=True)
class Row:
    """One change, and the tools that have it: `text` is the same for all."""

    text: str
    names: list[str] = field(default_factory=list)
    rank: int = 0
    riskier: bool = False

    @property
    def line(self) -> str:
        """The change with its tools."""
        return f"{listing([f'`{name}`' for name in self.names], NAMES)}: {self.text}"


@dataclass(frozen=True)
class Passage:
    """A text that changed: `what` it is of, and the words of both versions that differ; empty for no text."""

    what: str
    before: str
    after: str


def headline(review: Review) -> str:
    """The changes in numbers: `3 breaking, 1 may break, 2 compatible, 4 texts`; what is not there is not named."""
    comparison = review.comparison
    if not comparison.catalogs:
        return _locked(review)
    counts = [(comparison.count(effect), word) for effect, word in _WORDS]
    parts = [f"{count:,} {word if count == 1 else plural}" for count, (word, plural) in counts if count]
    if moved := review.moves():
        parts.append(f"{number(moved, 'tool')} moved")
    same = "no tool changed" if not comparison.broken else "no tool changed of those that can be read"
    return ", ".join(parts) or same


def _locked(review: Review) -> str:
    """What a lock alone says."""
    different = differing(review.drifts)
    if not different:
        return "every tool is as in the lock" if review.drifts else "nothing to compare"
    return f"{different} {'is' if different == number(1, 'tool') else 'are'} not as in the lock"


_WORDS = (
    (Effect.BREAKING, ("breaking", "breaking")),
    (Effect.UNCLEAR, ("may break", "may break")),
    (Effect.TRUST, ("annotation", "annotations")),
    (Effect.COMPATIBLE, ("compatible", "compatible")),
    (Effect.TEXT, ("text", "texts")),
)


def sizes(comparison: Comparison) -> str:
    """How many tools a model sees, and their tokens, before and after; empty where there are no catalogs."""
    if not comparison.catalogs:
        return ""
    before = sum(len(catalog.old.visible) for catalog in comparison.catalogs if catalog.old)
    after = sum(len(catalog.new.visible) for catalog in comparison.catalogs if catalog.new)
    tools = number(after, "tool") if before == after else f"{before:,} -> {number(after, 'tool')}"
    return f"{tools}, {growth(comparison.tokens_before, comparison.tokens_after)}"


def growth(before: int, after: int) -> str:
    """Tokens before and after: `2,310 -> 2,450 tokens (+6.1%)`."""
    if before == after:
        return f"{number(after, 'token')} as before"
    share = f", {(after - before) / before:+.1%}" if before else ""
    return f"{before:,} -> {number(after, 'token')} ({after - before:+,}{share})"


def name_of(comparison: Comparison, catalog: CatalogChange, tool: Tool) -> str:
    """What a tool is called here: with its server where there are several."""
    return f"{catalog.server}/{tool.name}" if len(comparison.catalogs) > 1 else tool.name


_FIRST = ("tool-removed", "tool-hidden", "tool-renamed", "tool-added")


def rows(comparison: Comparison, effect: Effect) -> list[Row]:
    """The changes of one effect, each said once for all tools that have it, in the order in which they come up."""
    found: dict[str, Row] = {}
    for catalog, tool, change in comparison.changes(effect):
        text = change.message
        rank = _FIRST.index(change.kind) if change.kind in _FIRST else len(_FIRST)
        row = found.setdefault(text, Row(text, rank=rank, riskier=change.riskier))
        row.names.append(name_of(comparison, catalog, tool.tool))
    # what promises less, and tools that callers no longer find, are to be seen first
    return sorted(found.values(), key=lambda row: (not row.riskier, row.rank))


def servers(comparison: Comparison) -> Iterator[str]:
    """The servers that only one side has, new instructions, and entries of lists that nobody can read."""
    for catalog in comparison.catalogs:
        if catalog.old is None:
            yield f"server `{catalog.server}` is new"
        elif catalog.new is None:
            yield f"server `{catalog.server}` is gone"
        if (guide := catalog.guidance) is not None:
            tokens = growth(guide.tokens_before, guide.tokens_after)
            yield f"`{catalog.server}`: instructions changed, {tokens} beside the tools"
        if any(catalog.broken):
            old, new = catalog.broken
            entries = f"{number(old, 'entry', 'entries')} of the old list and {new:,} of the new one"
            yield f"`{catalog.server}`: {entries} can't be read as tools and were not compared"


def shift(each: Shift) -> str:
    """A tool that was lost or found, with the search that shows it and the change that did it."""
    verb = "is likely to be missed now" if each.lost else "is likely to be found now"
    chances = f"found by {each.before:.0%} of searches before, {each.after:.0%} now"
    parts = [f"`{each.new.name}` {verb} ({chances})"]
    proof = each.proof
    if proof is not None:
        places = f"{_place(proof.before)} before, {_place(proof.after)} now"
        rivals = listing([f"`{tool.name}`" for tool in proof.ahead[:5]], NAMES)
        ahead = f", behind {rivals}" if each.lost and rivals else ""
        parts.append(f'A search for "{proof.query[:_QUERY]}" has it {places}{ahead}')
    parts.append(_cause(each, each.cause))
    return ". ".join(parts)


def _cause(each: Shift, cause: Cause) -> str:
    again = ""
    if cause.after is not None:
        rank = each.proof.undone if each.proof else None
        again = f" (undone: {cause.after:.0%}{f', {_place(rank)}' if rank is not None else ''})"
    names = listing([f"`{tool.name}`" for tool in cause.tools], NAMES)
    if cause.kind == "several":
        return "Cause: several changes together; none alone is enough"
    if cause.kind == "text":
        verb = "no longer says" if each.lost else "now says"
        words = listing([f'"{word}"' for word in cause.words], NAMES)
        said = (
            f"its own text {verb} {words}" if words else "its own text changed, though it lost none of its main words"
        )
        if not words and not each.lost:
            said = "its own text changed"
        return f"Cause: {said}{again}"
    count = len(cause.tools)
    verbs = {
        "added": f"new tool {names}" if count == 1 else f"{count} new tools together ({names})",
        "changed": f"the new text of {names}" if count == 1 else f"the new texts of {count} tools together ({names})",
        "removed": f"{names} is gone" if count == 1 else f"{count} tools are gone ({names})",
    }
    return f"Cause: {verbs[cause.kind]}{again}"


def _place(rank: int) -> str:
    return ordinal(rank) if rank else "nowhere"


def prefix(catalog: CatalogChange, caching: Caching) -> str:
    """What of the prompt cache is lost, and after how many turns that pays; empty where nothing is."""
    found = catalog.prefix
    if found is None or found.position is None:
        return ""
    count = len(catalog.new.visible) if catalog.new else 0
    if found.tool is None:
        start = f"the list ends after tool {found.position:,} of before" if found.position else "no tool is left"
    else:
        start = f"the first difference is tool {found.position + 1:,} of {count:,}, `{found.tool.name}`"
    kept = f"{number(found.kept, 'token')} in front of it stay cached" if found.kept else "nothing stays cached"
    lost = "everything after the tools is written again"
    if found.lost:
        lost = f"{number(found.lost, 'token')} of tools from there on and {lost}"
    saved = sum(tool.tokens_before - tool.tokens_after for tool in catalog.tools)
    rewritten = found.lost + caching.context
    turns = break_even(rewritten, saved, caching.rates)
    context = f"with {caching.context:,} tokens behind the tools"
    if turns is None:
        more = f"a running session reads {number(-saved, 'token')} more in each turn, so the change never pays there"
        return f"{start}: {kept}, {lost}; {more if saved else 'a running session gains nothing by the change'}"
    return (
        f"{start}: {kept}, {lost}; {number(saved, 'token')} less in each turn pay for that in a running session after "
        f"{round(turns):,} turns ({context}: {caching.rates.factor:g} x {rewritten:,} / {saved:,})"
    )


def drift(each: Drift) -> str:
    """What differs from a lock."""
    if not each.any:
        broken = number(each.unreadable, "entry", "entries")
        but = f", but {broken} of the list can't be read" if each.unreadable else ""
        return f"{each.subject}: every tool is as `{each.lock}` has it ({each.listed}){but}"
    parts = [
        f"{word} {listing([f'`{name}`' for name in names], 8)}"
        for word, names in (("changed", each.changed), ("new", each.added), ("gone", each.removed))
        if names
    ]
    parts += ["other instructions of the server"] if each.instructions else []
    return f"{each.subject}: since `{each.lock}` was written ({each.listed}): {'; '.join(parts)}"


def bills(review: Review) -> list[tuple[str, ToolChange]]:
    """The tools whose tokens changed, with their names, those that changed most first."""
    comparison = review.comparison
    found = [(name_of(comparison, catalog, tool.tool), tool) for catalog, tool in comparison.tools if tool.tokens]
    return sorted(found, key=lambda item: (-abs(item[1].tokens), item[0]))


def texts(comparison: Comparison) -> list[Row]:
    """What changed in the texts of tools, each said once for all tools of which it is true."""
    found: dict[str, Row] = {}
    for catalog, tool in comparison.tools:
        changes = tool.with_effect(Effect.TEXT)
        own = [change.message for change in changes if change.side == "tool"]
        subjects = [
            f"{'output ' * (change.side == 'output')}`{change.subject}`"
            if change.subject
            else f"the {change.side} schema"
            for change in changes
            if change.side != "tool"
        ]
        parts = [*own, *([f"texts of {listing(dict.fromkeys(subjects), NAMES)}"] if subjects else [])]
        if parts:
            text = ", ".join(parts)
            found.setdefault(text, Row(text)).names.append(name_of(comparison, catalog, tool.tool))
    return list(found.values())


def words(comparison: Comparison) -> Iterator[Passage]:
    """What instructions of servers, tools and their parameters said and say now, where these texts changed."""
    for catalog in comparison.catalogs:
        if catalog.guidance is not None and catalog.old and catalog.new:
            yield _passage(f"`{catalog.server}`: instructions", catalog.old.instructions, catalog.new.instructions)
        for tool in catalog.tools:
            for change in tool.with_effect(Effect.TEXT):
                said = [value or "" for value in (change.before, change.after)]
                if all(isinstance(value, str) for value in said):
                    what = change.message.removesuffix(" changed")
                    yield _passage(f"`{name_of(comparison, catalog, tool.tool)}`: {what}", *map(str, said))


def _passage(what: str, before: str, after: str) -> Passage:
    return Passage(what, *passages(before, after, _WORDS_SHOWN))
