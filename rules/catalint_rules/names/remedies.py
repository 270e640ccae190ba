"""What to do about tools that do one job: which to keep, or what to say in which text."""

from __future__ import annotations

from collections.abc import Sequence

from catalint import Tool
from catalint.model import Json
from catalint.schema import walk
from catalint_rules.analyses.coverage import Cover
from catalint_rules.analyses.neighbours import Cluster
from catalint_rules.names.differences import differ_in_spelling
from catalint_rules.wording import names, quote

# Pairs of names whose nouns are not the same, so that what the tools work on may differ, too.
_NOUNS_DIFFER = frozenset(("noun", "extra", "derived", "blend"))


def keep_or_explain(cluster: Cluster) -> Sequence[str]:
    """What to do about a cluster, the most telling advice first: one is enough only if nothing but the verb differs."""
    members = cluster.members
    every = {frozenset(parameter.name for parameter in tool.parameters) for tool in members}
    spelling = differ_in_spelling(members)
    nouns = any(link.pair.kind in _NOUNS_DIFFER for link in cluster.links)
    if len(every) == 1 and not nouns:
        return ("Keep one.",) if spelling else ("Keep one, or say when to take which.",)
    say = "Say in each text when to take it."
    if len(members) > 2 or len(every) == 1:
        return ("Keep one.",) if spelling else (say,)
    first, second = (_own_parameters(tool, other) for tool, other in (members, members[::-1]))
    if first and second:
        both = f"One takes {names(first, 2)}, the other {names(second, 2)}"
        return (f"{both}: keep one.", "Keep one.") if spelling else (f"{both}: say in each text when to take it.", say)
    fuller, more = (members[0], first) if first else (members[1], second)
    if spelling:
        return (f"Keep {quote(fuller.name)}, which takes {names(more, 2)}, too.", f"Keep {quote(fuller.name)}.")
    return (f"Only {quote(fuller.name)} takes {names(more, 2)}: say in each text when to take it.", say)


def drop_one(covers: Sequence[Cover], values: str, special: str) -> str:
    """What could go: the special tools, unless they say more about their input, or the values that do their job."""
    if not covers[0].value:
        return f"Drop {special}"
    general = covers[0].general
    reads = not _only_reads(general) and any(_only_reads(cover.special) for cover in covers)
    richer = any(_size(cover.special) > _size(general) for cover in covers)
    return f"Drop {values} from `{covers[0].parameter.name}`" if reads or richer else f"Drop {special} or {values}"


def _own_parameters(tool: Tool, other: Tool) -> list[str]:
    """The parameters that another tool does not have, required ones first."""
    taken = {parameter.name for parameter in other.parameters}
    own = [parameter for parameter in tool.parameters if parameter.name not in taken]
    return [parameter.name for parameter in sorted(own, key=lambda parameter: not parameter.required)]


def _only_reads(tool: Tool) -> bool:
    return isinstance(tool.annotations, dict) and tool.annotations.get("readOnlyHint") is True


def _size(tool: Tool) -> int:
    """How many fields an input schema spells out, nested ones too."""
    return sum(len(found) for node in walk(tool.input_schema) if isinstance(found := _properties(node.schema), dict))


def _properties(schema: Json) -> Json:
    return schema.get("properties") if isinstance(schema, dict) else None
