"""How one tool gets below its limit: the change that does it and loses nothing, or else where most of it is.

What a change saves is exact: the tool is counted again without it. A change is proposed alone only where it reaches the
limit. Where none does, it is for the author to weigh what can go, so the message says what most of the tokens are and
names no target. Nesting costs little by itself, so nothing is flattened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil
from typing import NamedTuple

from catalint import Context, Json, Parameter, Path, Tool
from catalint.analyses.schemas import SCHEMAS
from catalint.analyses.tokens import ToolTokens
from catalint.expression import expression
from catalint.schema import walk
from catalint_rules.tokens import divisions
from catalint_rules.tokens.leftovers import Kind, Leftover, find_leftovers
from catalint_rules.tokens.limits import quote
from catalint_rules.tokens.savings import Size, count_with, rewrite
from catalint_rules.wording import excerpt, listing

# A description that says what a tool does, when to use it and what comes back; half of all tools take less altogether.
_SOUND = 150
# A description that is longer by less is not worth a word.
_WORTH = 50
# Texts on parameters that are cut by more lose what a model needs.
_MOST_CUT = 0.5
# So many values are a list to look things up in, not a choice.
_LONG_LIST = 20
# A text on a parameter in so many characters says what it is; what is longer can be said more briefly.
_SOUND_TEXT = 120
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


class Texts(NamedTuple):
    """What is written in a tool: the tokens of its description, those of all texts in its schema, and their places.

    `long` is the share of the texts in the schema that is beyond what says in brief what a parameter is.
    """

    description: int
    schema: int
    longest: Sequence[str]
    long: float

    @property
    def spare(self) -> int:
        """The tokens of a description beyond those of a sound one."""
        spare = self.description - _SOUND
        return spare if spare >= _WORTH else 0

    @property
    def half(self) -> int:
        """The tokens of the texts in a schema that can go; of terse texts none."""
        return int(self.schema * min(_MOST_CUT, self.long))


def advise(tool: Tool, counted: ToolTokens, limit: int, ctx: Context) -> Sequence[str]:
    """What brings a tool below its limit, each sentence shorter than the one before."""
    schema = tool.input_schema
    size = Size(tool, schema if isinstance(schema, dict) else {}, counted, limit, ctx)
    texts = read_texts(size)
    return (
        divisions.drop_unused(size)
        or _drop_leftovers(size)
        or divisions.narrow_definitions(size)
        or _say_once(size)
        or divisions.define_once(size)
        or _shorten_lists(size, texts)
        or divisions.list_numbered(size)
        or (divisions.divide(size) if texts.spare + texts.half < size.excess else ())
        or _lighten(size, texts)
    )


def read_texts(size: Size) -> Texts:
    """Count the texts of a tool; those in its schema include definitions."""
    found = [
        ((*node.path, "description"), len(text))
        for node in walk(size.schema)
        if isinstance(node.schema, dict) and isinstance(text := node.schema.get("description"), str)
    ]
    lengths: Counter[str] = Counter()
    for path, length in found:
        if len(path) > 2:
            lengths[str(path[1])] += length
    total = sum(length for _, length in found)
    longest = [quote(name) for name, length in lengths.most_common(_SHOWN) if length >= _SHARE * total]
    spare = sum(max(0, length - _SOUND_TEXT) for _, length in found)
    tokens = size.without(path for path, _ in found) if found else 0
    return Texts(size.counted.description, tokens, longest, spare / total if total else 0)


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


def _shorten_lists(size: Size, texts: Texts) -> Sequence[str]:
    """Long lists of values, alone or together with shorter texts."""
    lists = {
        (*node.path, "enum"): len(values)
        for node in walk(size.schema)
        if isinstance(node.schema, dict)
        and isinstance(values := node.schema.get("enum"), list)
        and len(values) > _LONG_LIST
    }
    saved = size.without(lists) if lists else 0
    # where texts do most of it, lists are not what it is about
    if not lists or 2 * saved < size.excess or saved + texts.half < size.excess:
        return ()
    names = [quote(str(path[1])) for path in sorted(lists, key=lambda path: -lists[path]) if len(path) > 2]
    shown = f"listed for {listing(list(dict.fromkeys(names)))} " if names else ""
    start = f"The values {shown}take {saved:,}: say their form instead, or list the common ones"
    if saved >= size.excess:
        return (f"{start}.", f"Shorten its lists of values ({saved:,}).")
    also = f"cut the texts in its schema by {_percent(size.excess - saved, texts.schema)}"
    return (f"{start}, and {also}.", f"Shorten its lists of values ({saved:,}), and {also}.")


def _lighten(size: Size, texts: Texts) -> Sequence[str]:
    """Where most of a tool's tokens are, and what can go there, where no exact change reaches the limit."""
    total = size.counted.total
    mostly = 2 * texts.description >= total
    if texts.spare and (mostly or texts.half < size.excess <= _MOST_CUT * texts.spare):
        told = _told_only(size)
        most = (
            f"Most is its description ({texts.description:,})"
            if mostly
            else f"Its description takes {texts.description:,}"
        )
        if told:
            most = f"{most}{',' if mostly else ' and is'} the only text on {told} of its parameters"
            return (f"{most}: a line for each is enough; {_SELDOM}.", f"{most}: a line for each is enough.")
        return (
            f"{most}: keep what it does, when to use it and what comes back; examples and reference fit a resource.",
            f"{most}: keep what it does, when to use it and what comes back.",
        )
    heavy = _heaviest(size)
    wordy = texts.long >= _WORDY and 4 * texts.schema >= total
    if texts.half >= size.excess:
        longest = f", most those of {listing(texts.longest)}" if len(texts.longest) > 1 else ""
        start = f"The texts in its schema take {texts.schema:,}{longest}: say each thing once, and briefly"
        return (f"{start}; {_SELDOM}.", f"{start}.", f"Shorten the texts in its schema ({texts.schema:,}).")
    written = f"; the texts in its schema take {texts.schema:,}" if wordy else ""
    leave = "leave out what few calls set"
    leave = f"{leave}, and say the rest briefly" if wordy or texts.spare else leave
    if heavy and 2 * sum(heavy.values()) >= total:
        named = listing([f"{quote(name)} ({count:,})" for name, count in heavy.items()])
        start = f"Most is {named}{written}: {leave}"
        return (f"{start}; {_SELDOM}.", f"{start}.", f"{leave[0].upper()}{leave[1:]}.")
    counts = size.counted.parameters
    if len(counts) > 1:
        also = f", its description {texts.description:,}" if texts.spare else ""
        start = f"Its {len(counts)} parameters take {sum(counts.values()):,}{also}{written}: {leave}"
        return (f"{start}; {_SELDOM}.", f"{start}.", f"{leave[0].upper()}{leave[1:]}.")
    return (f"Shorten it; {_SELDOM}.", "Shorten it.")


def _told_only(size: Size) -> int:
    """How many parameters have no text but in the description; 0 if those are not most of them."""
    bare = [
        parameter.name
        for parameter in size.tool.parameters
        if not parameter.description and parameter.name in size.tool.description
    ]
    return len(bare) if 2 * len(bare) > len(size.tool.parameters) else 0


def _heaviest(size: Size) -> Mapping[str, int]:
    """The parts of a schema with a good share of the tool, the largest first, with their tokens."""
    counts = dict(size.counted.parameters)
    least = _SHARE * size.counted.total
    for keyword in ("$defs", "definitions"):
        if keyword in size.schema and size.counted.rest >= least:
            counts[keyword] = size.without([(keyword,)])
    heavy = sorted((name for name in counts if counts[name] >= least), key=lambda name: (-counts[name], name))
    return {name: counts[name] for name in heavy[:_SHOWN]}


def _percent(part: int, whole: int) -> str:
    return f"{ceil(100 * part / whole)}%"
