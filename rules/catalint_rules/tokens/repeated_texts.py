"""Texts that stand in several tools of a catalog word for word, and what they take."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from catalint import Context, Tool, tokenizer
from catalint.analyses.jsontext import compact
from catalint.analyses.schemas import input_nodes
from catalint.expression import expression

# So many tools with one text are a habit, not a pair that was copied.
_LEAST_TOOLS = 3
# A text on a parameter in so many characters says what it is: there is nothing to shorten.
_SOUND_TEXT = 120
# A sentence as short as this is a label, not a text that could be said elsewhere.
_SHORTEST_SENTENCE = 40
_SENTENCE = expression(r"(?<=[.!?])\s+|\n\s*\n|(?<=[。！？])")


@dataclass(frozen=True, slots=True)
class RepeatedText:
    """A text with the tools that hold it, and the tokens that it takes in all its places together.

    `parameter` is the name of the parameter that most of these places are about; empty for a part of the descriptions
    of tools.
    """

    text: str
    parameter: str
    tools: int
    tokens: int


def find_repeated_texts(tools: Sequence[Tool], ctx: Context) -> Sequence[RepeatedText]:
    """The descriptions of parameters, and the sentences of tools, that at least three tools have in common.

    The costliest comes first. Sentences that the same tools share are one text, told by the first of them. Left out is
    what is too short to be said more briefly.
    """
    counter = tokenizer.counter(ctx.encoding)
    found = []
    for text, holders in _parameter_texts(tools, ctx).items():
        count = len({tool for tool, _ in holders})
        if count >= _LEAST_TOOLS:
            name = Counter(name for _, name in holders).most_common(1)[0][0]
            found.append(RepeatedText(text, name, count, len(holders) * counter.count(compact(text)[1:-1])))
    shared: defaultdict[tuple[Tool, ...], list[str]] = defaultdict(list)
    for sentence, owners in _sentences(tools).items():
        if len(owners) >= _LEAST_TOOLS:
            shared[tuple(owners)].append(sentence)
    for group, sentences in shared.items():
        tokens = counter.count(compact(" ".join(sentences))[1:-1])
        found.append(RepeatedText(sentences[0], "", len(group), len(group) * tokens))
    return sorted(found, key=lambda repeated: (-repeated.tokens, repeated.text))


def _parameter_texts(tools: Sequence[Tool], ctx: Context) -> Mapping[str, list[tuple[Tool, str]]]:
    """The long texts on properties, each with the tool and the name of each property that has it."""
    places: defaultdict[str, list[tuple[Tool, str]]] = defaultdict(list)
    for tool in tools:
        for node in input_nodes(tool, ctx):
            text = node.schema.get("description") if isinstance(node.schema, dict) else None
            if (
                isinstance(text, str)
                and len(text) > _SOUND_TEXT
                and len(node.path) > 1
                and node.path[-2] == "properties"
            ):
                places[text].append((tool, str(node.path[-1])))
    return places


def _sentences(tools: Sequence[Tool]) -> Mapping[str, list[Tool]]:
    """The sentences of descriptions, in their order, each with the tools that say it."""
    owners: defaultdict[str, list[Tool]] = defaultdict(list)
    for tool in tools:
        for sentence in dict.fromkeys(_split(tool.description)):
            owners[sentence].append(tool)
    return owners


def _split(text: str) -> Iterator[str]:
    for part in _SENTENCE.split(text):
        sentence = " ".join(part.split())
        if len(sentence) >= _SHORTEST_SENTENCE:
            yield sentence
