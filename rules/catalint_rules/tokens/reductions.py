"""How one tool gets below its limit: the least change that does it.

What a change saves is exact: the tool is counted again without it. A change is proposed alone only where it reaches the
limit; where none does, the message says how far shorter texts get. Nesting costs little by itself, so nothing is
flattened.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil
from typing import NamedTuple

from catalint import Context, Json, Path, Tool
from catalint.analyses.schemas import SCHEMAS
from catalint.analyses.tokens import ToolTokens
from catalint.schema import walk
from catalint_rules.tokens import divisions
from catalint_rules.tokens.leftovers import Kind, Leftover, find_leftovers
from catalint_rules.tokens.limits import clip, quote
from catalint_rules.tokens.savings import Size, count_with, rewrite
from catalint_rules.wording import listing

# A description that says what a tool does, when to use it and what comes back; half of all tools take less altogether.
_SOUND = 150
# A description that is longer by less is not worth a word.
_WORTH = 50
# Texts on parameters that are cut by more lose what a model needs.
_MOST_CUT = 0.5
# So many values are a list to look things up in, not a choice.
_LONG_LIST = 20
# A sentence as short as this is a label ("Optional."), not a text that could be said elsewhere.
_SHORTEST_SENTENCE = 40
_LEAST_PLACES = 3
# Texts are worth a word where nothing reaches the limit from this share of a tool on.
_TEXTS = 0.2
# So little above the limit is near enough to leave a tool whole.
_CLOSE = 1.1
_SHOWN = 3
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n\s*\n|(?<=[。！？])")
_LABELS: Mapping[Kind, str] = {
    "title": "titles",
    "$schema": "`$schema`",
    "default: null": "`default: null`",
    "default value": "keywords at their default",
    "pattern": "patterns beside a `format`",
}


class Texts(NamedTuple):
    """What is written in a tool: the tokens of its description, those of all texts in its schema, and their places."""

    description: int
    schema: int
    longest: Sequence[str]

    @property
    def spare(self) -> int:
        """The tokens of a description beyond those of a sound one."""
        spare = self.description - _SOUND
        return spare if spare >= _WORTH else 0

    @property
    def half(self) -> int:
        """The tokens of the texts in a schema that can go."""
        return int(self.schema * _MOST_CUT)


def advise(tool: Tool, counted: ToolTokens, limit: int, ctx: Context) -> Sequence[str]:
    """What brings a tool below its limit, each sentence shorter than the one before."""
    schema = tool.input_schema
    size = Size(tool, schema if isinstance(schema, dict) else {}, counted, limit, ctx)
    texts = read_texts(size)
    return (
        _drop_leftovers(size)
        or divisions.drop_definitions(size)
        or _say_once(size)
        or _cut_texts(size, texts)
        or divisions.define_once(size)
        or _shorten_lists(size, texts)
        or _cut_all_texts(size, texts)
        or divisions.list_numbered(size)
        or _come_near(size, texts)
        or divisions.divide(size)
        or _fall_short(size, texts)
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
    longest = [quote(name) for name, _ in lengths.most_common(_SHOWN)]
    return Texts(size.counted.description, size.without(path for path, _ in found) if found else 0, longest)


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
    places: dict[str, list[tuple[str, str]]] = {}
    for parameter in size.tool.parameters:
        folded = " ".join(parameter.description.split())
        for sentence in {" ".join(part.split()) for part in _SENTENCE.split(parameter.description)}:
            if len(sentence) >= _SHORTEST_SENTENCE and sentence in folded:
                places.setdefault(sentence, []).append((parameter.name, folded.replace(sentence, "").strip()))
    if not places:
        return ()
    sentence, found = max(places.items(), key=lambda item: ((len(item[1]) - 1) * len(item[0]), item[0]))
    if len(found) < _LEAST_PLACES:
        return ()
    put: dict[Path, Json] = {("properties", name, "description"): text for name, text in found}
    told = f"{size.tool.description} {sentence}".strip()
    saved = size.counted.total - count_with(size.tool, rewrite(size.schema, put=put), size.ctx, description=told)
    if saved < size.excess:
        return ()
    excerpt = clip(sentence.replace('"', "'"))
    return (
        f'Say "{excerpt}" once, in the description, not in {len(found)} parameters: that leaves {size.left(saved)}.',
        f"Say what {len(found)} parameters repeat once, in the description: that leaves {size.left(saved)}.",
    )


def _cut_texts(size: Size, texts: Texts) -> Sequence[str]:
    """The description or the texts in the schema, whichever has to lose the smaller share."""
    excess = size.excess
    by_description = texts.spare >= excess
    by_schema = texts.half >= excess
    if by_description and (not by_schema or texts.description >= texts.schema):
        least = texts.description - excess
        start = f"Cut its description ({texts.description:,}) to {least - least % 10:,} tokens"
        return (f"{start}: keep what it does and when to use it, move examples and reference elsewhere.", f"{start}.")
    if by_schema:
        start = f"Cut the texts in its schema ({texts.schema:,}) by {_percent(excess, texts.schema)}"
        if len(texts.longest) < 2:
            return (f"{start}.",)
        longest = listing(texts.longest)
        return (f"{start}; the longest are those of {longest}.", f"{start}, {texts.longest[0]} first.", f"{start}.")
    return ()


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


def _cut_all_texts(size: Size, texts: Texts) -> Sequence[str]:
    if texts.spare + texts.half < size.excess:
        return ()
    whole = texts.description + texts.schema
    start = f"Cut its texts, description ({texts.description:,}) and schema ({texts.schema:,})"
    share = _percent(size.excess, whole)
    longest = f"; the longest are those of {listing(texts.longest)}" if len(texts.longest) > 1 else ""
    return (f"{start}, by {share}{longest}.", f"{start}, by {share}.")


def _come_near(size: Size, texts: Texts) -> Sequence[str]:
    """Shorter texts, where the little that stays above the limit is no reason to divide a tool."""
    saved = texts.spare + texts.half
    if size.counted.total - saved > _CLOSE * size.limit:
        return ()
    steps = _steps(texts)
    return (f"{steps[0].upper()}{steps[1:]}: that leaves about {size.left(saved)}.",)


def _steps(texts: Texts) -> str:
    """How far texts can be cut, as an order."""
    cut = [f"cut its description ({texts.description:,}) to {_SOUND}"] if texts.spare else []
    halve = [f"halve the texts in its schema ({texts.schema:,})"] if texts.half else []
    return " and ".join((*cut, *halve))


def _fall_short(size: Size, texts: Texts) -> Sequence[str]:
    """What to do where no single change is enough, with what shorter texts leave."""
    saved = texts.spare + texts.half
    if saved >= _TEXTS * size.counted.total:
        steps = _steps(texts)
        start = f"{steps[0].upper()}{steps[1:]}, which leaves about {size.left(saved)}, and"
        return (f"{start} move what few calls set to another tool.", f"{start} divide it.")
    parameters = sorted(size.counted.parameters, key=lambda name: -size.counted.parameters[name])
    if parameters:
        shown = listing([f"{quote(name)} ({size.counted.parameters[name]:,})" for name in parameters[:_SHOWN]])
        move = "move what few calls set to another tool"
        return (f"Shorter texts can't mend it; most take {shown}: {move}.", "Shorter texts can't mend it: divide it.")
    return ("Shorten it.",)


def _percent(part: int, whole: int) -> str:
    return f"{ceil(100 * part / whole)}%"
