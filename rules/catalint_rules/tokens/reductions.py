"""How one tool gets below its limit: the change that does it and loses nothing, or else where most of it is.

What a change saves is exact: the tool is counted again without it. A change is proposed alone only where it reaches the
limit. Where none does, it is for the author to weigh what can go, so the message says what most of the tokens are and
names no target. Nesting costs little by itself, so nothing is flattened.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from catalint import Context, Json, Parameter, Path, Tool
from catalint.analyses.schemas import SCHEMAS
from catalint.analyses.tokens import ToolTokens
from catalint.docstrings import parse_docstring
from catalint.expression import expression
from catalint.schema import spell
from catalint_rules.tokens import divisions, value_lists
from catalint_rules.tokens.cutting import CLIENT_LIMIT, cut
from catalint_rules.tokens.leftovers import Kind, Leftover, find_leftovers
from catalint_rules.tokens.limits import quote
from catalint_rules.tokens.read_only import find_read_only
from catalint_rules.tokens.savings import Size, count_with, rewrite
from catalint_rules.tokens.texts import MOST_CUT, Texts, read_texts
from catalint_rules.wording import excerpt, listing

# So many properties that can't be set are what a generator copied, and this share of a tool is worth taking out first.
_LEAST_READ_ONLY = 3
_READ_ONLY_SHARE = 0.2
# From this share of long texts on, a person would shorten them.
_WORDY = 0.25
# A part with a smaller share of a tool is not where its tokens are.
_SHARE = 0.1
# A sentence as short as this is a label ("Optional."), not a text that could be said elsewhere.
_SHORTEST_SENTENCE = 40
_LEAST_PLACES = 3
_LONGEST_QUOTE = 40
# An author can't defer a tool, but can leave it out of what loads by default.
_SELDOM = "a tool that few sessions need fits a toolset that is off by default"
# So few tools are no sets to choose from; and what is only just too large gets below the limit by itself.
_FEW_TOOLS = 15
_SLIGHT = 0.1
# What a tool says of itself that is the one to begin with.
_GENERAL = expression(
    r"\b(?:universal|general[- ]purpose|unified|all[- ]in[- ]one|(?:main|primary) tool)\b", re.IGNORECASE
)
_OPENING = 300
_SHOWN = 3
_SENTENCE = expression(r"(?<=[.!?])\s+|\n\s*\n|(?<=[。！？])")
_LABELS: Mapping[Kind, str] = {
    "title": "titles",
    "$schema": "`$schema`",
    "default: null": "`default: null`",
    "default value": "keywords at their default",
    "pattern": "patterns beside a `format`",
    "definition": "unused definitions",
}


def advise(tool: Tool, counted: ToolTokens, limit: int, ctx: Context) -> Sequence[str]:
    """What brings a tool below its limit, each sentence shorter than the one before."""
    schema = tool.input_schema
    size = Size(tool, schema if isinstance(schema, dict) else {}, counted, limit, ctx)
    texts = read_texts(size)
    return (
        divisions.drop_unused(size)
        or _drop_leftovers(size)
        or _drop_read_only(size)
        or divisions.narrow_definitions(size)
        or _say_once(size)
        or divisions.define_once(size)
        or value_lists.shorten_retold(size)
        or value_lists.shorten_lists(size, texts)
        or divisions.list_numbered(size)
        or (divisions.divide(size) if texts.spare + texts.half < size.excess else ())
        or _lighten(size, texts)
    )


def count_leftovers(size: Size) -> int:
    """The tokens that a tool's schema generator left in it."""
    found = _leftovers(size)
    return size.without(leftover.path for leftover in found) if found else 0


def _leftovers(size: Size) -> list[Leftover]:
    schemas = size.ctx.get(SCHEMAS)[size.tool]
    return [leftover for schema in schemas if schema.key == "inputSchema" for leftover in find_leftovers(schema)]


def _drop_leftovers(size: Size) -> Sequence[str]:
    saved = count_leftovers(size)
    if saved < size.excess:
        return ()
    kinds = Counter(leftover.kind for leftover in _leftovers(size))
    named = listing([_LABELS[kind] for kind, _ in kinds.most_common()])
    return (
        f"Drop what its schema generator left ({named}): that leaves {size.left(saved)}.",
        f"Drop what its schema generator left: that leaves {size.left(saved)}.",
    )


def _drop_read_only(size: Size) -> Sequence[str]:
    """Properties that a caller can't set, where they are enough or a good part of the tool."""
    paths = find_read_only(size.schema)
    if len(paths) < _LEAST_READ_ONLY:
        return ()
    saved = size.without(paths)
    if saved < min(size.excess, _READ_ONLY_SHARE * size.counted.total):
        return ()
    named = f"{quote(spell(paths[0]))}, …"
    start = f"{len(paths):,} properties say that they are read-only ({named}) and take {saved:,}"
    left = f"that leaves {size.left(saved)}"
    if saved >= size.excess:
        return (f"{start}: no call can set them, take them out, {left}.", f"{start}: take them out, {left}.")
    return (f"{start}: no call can set them, take them out first, {left}.", f"{start}: take them out first.")


def _say_once(size: Size) -> Sequence[str]:
    """A sentence that several parameters repeat, if it is enough to say it once, in the description."""
    places: dict[str, list[Parameter]] = {}
    for parameter in size.tool.parameters:
        for sentence in {" ".join(part.split()) for part in _SENTENCE.split(parameter.description)}:
            if len(sentence) >= _SHORTEST_SENTENCE:
                places.setdefault(sentence, []).append(parameter)
    if not places:
        return ()
    sentence, found = max(places.items(), key=lambda item: ((len(item[1]) - 1) * len(item[0]), item[0]))
    if len(found) < _LEAST_PLACES:
        return ()
    put: dict[Path, Json] = {
        ("properties", parameter.name, "description"): " ".join(parameter.description.split())
        .replace(sentence, "")
        .strip()
        for parameter in found
    }
    told = f"{size.tool.description} {sentence}".strip()
    saved = size.counted.total - count_with(size.tool, rewrite(size.schema, put=put), size.ctx, description=told)
    if saved < size.excess:
        return ()
    said = excerpt(sentence, _LONGEST_QUOTE)
    return (
        f"Say {said} once, in the description, not in {len(found)} parameters: that leaves {size.left(saved)}.",
        f"Say what {len(found)} parameters repeat once, in the description: that leaves {size.left(saved)}.",
    )


def _lighten(size: Size, texts: Texts) -> Sequence[str]:
    """Where most of a tool's tokens are, and what can go there, where no exact change reaches the limit."""
    total, seldom = size.counted.total, _seldom(size)
    mostly = 2 * texts.description >= total
    if texts.spare and (mostly or texts.half < size.excess <= MOST_CUT * texts.spare):
        told = _told_only(size)
        most = (
            f"Most is its description ({texts.description:,})"
            if mostly
            else f"Its description takes {texts.description:,}"
        )
        if told:
            most = f"{most}{',' if mostly else ' and is'} the only text on {told} of its parameters"
            return (f"{most}: a line for each is enough{seldom}.", f"{most}: a line for each is enough.")
        kept = cut(size.tool.description, CLIENT_LIMIT)
        if (
            kept
            and (left := count_with(size.tool, size.tool.input_schema, size.ctx, description=kept.kept)) <= size.limit
        ):
            allowed, then = f"{CLIENT_LIMIT:,} characters", f"the tool takes {left:,}"
            return (
                f"{most}: shorten it to the {allowed} that `overlong-description` allows, then {then}.",
                f"{most}: with {allowed} of it {then}.",
            )
        return (
            f"{most}: keep what it does, when to use it and what comes back; examples and reference fit a resource.",
            f"{most}: keep what it does, when to use it and what comes back.",
        )
    heavy = _heaviest(size)
    wordy = texts.long >= _WORDY and 4 * texts.schema >= total
    if texts.half >= size.excess:
        longest = f", the longest on {listing(texts.longest)}" if len(texts.longest) > 1 else ""
        start = f"The texts in its schema take {texts.schema:,}{longest}: say each thing once, and briefly"
        return (f"{start}{seldom}.", f"{start}.", f"Shorten the texts in its schema ({texts.schema:,}).")
    written = f"; the texts in its schema take {texts.schema:,}" if wordy else ""
    leave = "leave out what few calls set"
    leave = f"{leave}, and say the rest briefly" if wordy or texts.spare else leave
    if heavy and 2 * sum(heavy.values()) >= total:
        named = listing([f"{quote(name)} ({count:,})" for name, count in heavy.items()])
        start = f"Most is {named}{written}: {leave}"
        return (f"{start}{seldom}.", f"{start}.", f"{leave[0].upper()}{leave[1:]}.")
    counts = size.counted.parameters
    if len(counts) > 1:
        also = f", its description {texts.description:,}" if texts.spare else ""
        start = f"Its {len(counts)} parameters take {sum(counts.values()):,}{also}{written}: {leave}"
        return (f"{start}{seldom}.", f"{start}.", f"{leave[0].upper()}{leave[1:]}.")
    return (f"Shorten it{seldom}.", "Shorten it.")


def _seldom(size: Size) -> str:
    """What to do with a tool that few sessions need, as the end of a sentence; empty where it is no question.

    That is in a catalog of few tools, of a tool that is only just too large, and of one that says it is for anything.
    """
    tools = max(
        (len(catalog.visible) for catalog in size.ctx.corpus.catalogs if size.tool in catalog.visible), default=0
    )
    if tools < _FEW_TOOLS or size.excess < _SLIGHT * size.limit:
        return ""
    return "" if _GENERAL.search(size.tool.description, 0, _OPENING) else f"; {_SELDOM}"


def _told_only(size: Size) -> int:
    """How many parameters have an entry in the description and no other text; 0 if those are not most of them."""
    bare = frozenset(parameter.name for parameter in size.tool.parameters if not parameter.description)
    if 2 * len(bare) <= len(size.tool.parameters):
        return 0
    told = [name for name in parse_docstring(size.tool.description, bare).parameters if name in bare]
    return len(told) if 2 * len(told) > len(size.tool.parameters) else 0


def _heaviest(size: Size) -> Mapping[str, int]:
    """The parts of a schema with a good share of the tool, the largest first, with their tokens."""
    counts = dict(size.counted.parameters)
    least = _SHARE * size.counted.total
    for keyword in ("$defs", "definitions"):
        if keyword in size.schema and size.counted.rest >= least:
            counts[keyword] = size.without([(keyword,)])
    heavy = sorted((name for name in counts if counts[name] >= least), key=lambda name: (-counts[name], name))
    return {name: counts[name] for name in heavy[:_SHOWN]}
