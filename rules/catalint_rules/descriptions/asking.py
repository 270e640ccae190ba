"""What to ask an author for whose text says no more than the name."""

from __future__ import annotations

import re
from collections.abc import Mapping

from catalint import Parameter, Tool
from catalint.explanations import explain
from catalint.expression import expression
from catalint.schema import types_of
from catalint.words import split_identifier
from catalint_rules.descriptions.identifiers import is_own, output_fields
from catalint_rules.descriptions.jobs import Job, Target, aim
from catalint_rules.descriptions.missing_output_shape import describes
from catalint_rules.descriptions.rewrite import ask
from catalint_rules.descriptions.specificity import Reading
from catalint_rules.wording import quote

# What to add to many texts, by what their tools do.
_ADDITIONS: Mapping[Job, str] = {
    "read": "which fields come back",
    "list": "which fields come back",
    "search": "what is searched",
    "create": "what is returned",
    "update": "what can change",
    "delete": "what else is lost",
    "run": "whether a call waits",
}
# Verbs that put a thing where another one may be, parameters that say where, and what is said on that.
_PLACING = frozenset("clone copy duplicate fork move rename".split())
_TARGETS = frozenset("dest destination dst new target to".split())
_TAKEN = expression(r"\b(?:exist|overw|replac|taken|unique|conflict)", re.IGNORECASE)
# Identifiers say which thing is meant and nothing of it; a name or an address may be one of its fields.
_IDENTIFIERS = frozenset("arn gid guid id ids index key number path ref sha sid slug uid uri url uuid".split())


def target_of(reading: Reading) -> Target:
    """What the tool of a reading does to which thing."""
    return aim(reading.tool, reading.name, reading.clause)


def chooses_fields(tool: Tool) -> bool:
    """True if the output schema or a described parameter names the fields that come back."""
    chosen = (p for p in tool.parameters if "fields" in split_identifier(p.name) and explain(p))
    return bool(output_fields(tool)) or any(chosen)


def is_field(parameter: Parameter) -> bool:
    """True for a parameter that says something of the thing, and not which one it is."""
    return (
        is_own(parameter)
        and split_identifier(parameter.name)[-1:] != []
        and (split_identifier(parameter.name)[-1] not in _IDENTIFIERS)
    )


def is_described_list(reading: Reading) -> bool:
    """True for a list whose output schema says what each entry is."""
    return target_of(reading).job == "list" and describes(reading.tool.output_schema)


def ask_for(reading: Reading) -> str:
    """What the author should add, in plain words."""
    hints = reading.tool.annotations if isinstance(reading.tool.annotations, dict) else {}
    target = target_of(reading)
    if target.job == "create" and target.thing and describes(reading.tool.output_schema):
        # the schema says what comes back
        return f"say what a new {target.singular} starts with"
    if target.job == "update" and target.verb == "set" and not _takes_values(reading.tool):
        # what is set is chosen by its identifier: there are no values to explain
        chosen = any(map(_lists_values, reading.tool.parameters))
        return f"say {'what comes back' if chosen else 'what it replaces'} and how long it holds"
    if target.verb in _PLACING and (place := _open_place(reading.tool)):
        return f"say what happens if {quote(place)} exists already, and what comes back"
    return ask(target, reads=hints.get("readOnlyHint") is True, repeats=True)


def _open_place(tool: Tool) -> str:
    """The name of the parameter for the place or name that a thing gets, empty if its text says what if it is taken."""
    found = [p for p in tool.parameters if _TARGETS & set(split_identifier(p.name)) and is_own(p)]
    return found[0].name if len(found) == 1 and not _TAKEN.search(explain(found[0])) else ""


def _takes_values(tool: Tool) -> bool:
    """True unless all that a tool takes are identifiers, texts that choose from a list, and switches."""
    own = [parameter for parameter in tool.parameters if is_field(parameter)]
    return any(not (_lists_values(parameter) or "boolean" in types_of(parameter.schema)) for parameter in own)


def _lists_values(parameter: Parameter) -> bool:
    schema = parameter.schema
    return isinstance(schema, dict) and any(key in schema for key in ("enum", "const"))


def missing_part(reading: Reading) -> str:
    """What a text that repeats the name leaves open, by the job of the tool."""
    target = target_of(reading)
    if target.job in ("read", "list") and target.is_value:
        return "in which form a value comes back"
    if target.job == "create" and describes(reading.tool.output_schema):
        return "what a new one starts with"
    return _ADDITIONS.get(target.job, "when a call fails")
