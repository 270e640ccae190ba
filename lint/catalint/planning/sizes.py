"""How large the parts of a catalog are, as ways of loading show them to a model; all in tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from catalint import tokenizer
from catalint.analyses.jsontext import compact
from catalint.analyses.tokens import INSTRUCTIONS, TOKENS, index_line
from catalint.context import Context
from catalint.model import Json, Tool
from catalint.planning.grouping import Group
from catalint.prose import first_sentence


@dataclass(frozen=True, slots=True)
class Sizes:
    """Means over the tools of a catalog, so that a catalog of more tools of its kind is one with another number.

    `full` is a definition, `brief` name and description, `line` name and first sentence, `signature` name, typed
    parameters and first sentence. `groups` is the number of namespaces and `sign` name and description of one. `hot` is
    the number of tools kept loaded beside a search, `hot_full` their mean definition, `hot_share` the chance that a
    tool that is needed is one of them. `chosen`, `chosen_full` and `chosen_share` are the same of a subset.
    `instructions` is what servers say of the use of their tools, which is loaded in every way.
    """

    tools: float
    full: float
    brief: float = 0.0
    line: float = 0.0
    signature: float = 0.0
    groups: float = 1.0
    sign: float = 0.0
    hot: float = 0.0
    hot_full: float = 0.0
    hot_share: float = 0.0
    chosen: float = 0.0
    chosen_full: float = 0.0
    chosen_share: float = 1.0
    instructions: float = 0.0

    @property
    def group_size(self) -> float:
        """Tools in a namespace, on average."""
        return self.tools / self.groups if self.groups else 0.0

    def of(self, tools: float) -> Sizes:
        """A catalog of another number of such tools; its namespaces stay as large as they are."""
        groups = tools / self.group_size if self.group_size else self.groups
        # where the tools that are kept are all there are, they are like the others
        hot = {"hot": tools, "hot_full": self.full, "hot_share": 1.0} if self.hot >= tools else {}
        chosen = {"chosen": tools, "chosen_full": self.full, "chosen_share": 1.0} if self.chosen >= tools else {}
        return replace(self, tools=tools, groups=groups, **hot, **chosen)


def measure(ctx: Context, tools: Sequence[Tool], groups: Sequence[Group]) -> Sizes:
    """Measure the tools of a run, none of them hot and none chosen."""
    counter = tokenizer.counter(ctx.encoding)
    counted, instructions = ctx.get(TOKENS), ctx.get(INSTRUCTIONS)
    count = max(1, len(tools))
    full = sum(counted[tool].total for tool in tools)
    # a definition without its schema: the keys, name and description
    brief = sum(counted[tool].name + counted[tool].description + _KEYS for tool in tools)
    return Sizes(
        tools=len(tools),
        full=full / count,
        brief=brief / count,
        line=sum(counter.count(f"{index_line(tool)}\n") for tool in tools) / count,
        signature=sum(counter.count(f"{signature(tool)}\n") for tool in tools) / count,
        groups=max(1, len(groups)),
        sign=sum(counter.count(compact(sign(group))) for group in groups) / max(1, len(groups)),
        instructions=sum(instructions[catalog] for catalog in ctx.corpus.catalogs),
    )


def mean_full(ctx: Context, tools: Iterable[Tool]) -> float:
    """The mean definition of some tools, 0 of none."""
    found = [ctx.get(TOKENS)[tool].total for tool in tools]
    return sum(found) / len(found) if found else 0.0


# {"name":...,"description":...} takes about so many tokens beside the texts.
_KEYS = 5


def sign(group: Group) -> Json:
    """What a model sees of a namespace before it loads it."""
    return {"name": group.name, "description": group.description}


def signature(tool: Tool) -> str:
    """A line of a typed index: `name(required: type, optional?: type)  // first sentence`."""
    parts = [f"{each.name}{'' if each.required else '?'}: {_type(each.schema)}" for each in tool.parameters]
    sentence = first_sentence(tool.description)
    return f"{tool.name}({', '.join(parts)})" + (f"  // {sentence}" if sentence else "")


def _type(schema: Json) -> str:
    if not isinstance(schema, dict):
        return "any"
    kind = schema.get("type")
    listed = schema.get("enum")
    if isinstance(listed, list):
        values = [value for value in listed if isinstance(value, str)]
        return "|".join(map(compact, values[:8])) or "any"
    if kind == "array":
        return f"{_type(schema.get('items', {}))}[]"
    if isinstance(kind, list):
        return "|".join(str(each) for each in kind)
    return kind if isinstance(kind, str) else "any"
