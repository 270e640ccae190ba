"""What to ask an author for whose text says no more than the name."""

from __future__ import annotations

import re
from collections.abc import Mapping

from catalint import Parameter, Tool
from catalint.explanations import explain
from catalint.expression import expression
from catalint.schema import types_of
from catalint.words import singular, split_identifier
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
# What can be asked of any tool.
_FAILS = "say when the call fails"
_ANY_TOOL = frozenset((_FAILS, "say what comes back and when the call fails", "say what it returns or changes"))
_STARTS = "starts with"
# Verbs that tie a thing to another one or untie it, and things that are still there then.
_TYING = frozenset("add assign attach link".split())
_UNTYING = frozenset("detach remove unassign unlink".split())
_TO, _FROM = expression(r"\bto\b"), expression(r"\bfrom\b")
_LINKED = frozenset(
    "card collaborator follower issue label member owner project reviewer role story tag task user watcher".split()
)
_SEVERAL = 2
_CONTENT = frozenset("body content contents data markdown text values".split())
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
    tool = reading.tool
    hints = tool.annotations if isinstance(tool.annotations, dict) else {}
    target = target_of(reading)
    if linked := _linked(reading, target):
        return f"say {linked}{_back(tool)}"
    if target.job == "create" and target.thing and describes(tool.output_schema):
        # the schema says what comes back
        return f"say what a new {target.singular} {_STARTS}" if _leaves_out(tool) else _FAILS
    if _changes_fields(target, tool):
        return f"say whether fields that a call leaves out stay as they are{_back(tool)}"
    if target.job == "update" and target.verb == "set" and not _takes_values(tool):
        # what is set is chosen by its identifier: there are no values to explain
        chosen = any(map(_lists_values, tool.parameters))
        return f"say {'what comes back' if chosen else 'what it replaces'} and how long it holds"
    if target.verb in _PLACING and (place := _open_place(tool)):
        return f"say what happens if {quote(place)} exists already, and what comes back"
    asked = ask(target, reads=hints.get("readOnlyHint") is True, repeats=True)
    if asked in _ANY_TOOL and (open_ := _unexplained(tool)):
        return f"say what {quote(open_)} takes{_back(tool)}"
    return asked


def is_told(reading: Reading) -> bool:
    """True if the schema says what comes back, and nothing is known of what else a text leaves open."""
    return ask_for(reading) in _ANY_TOOL and describes(reading.tool.output_schema)


def is_choice(reading: Reading) -> bool:
    """True for a setter whose schema lists and explains the values: what it sets is said there."""
    target, tool = target_of(reading), reading.tool
    own = [parameter for parameter in tool.parameters if is_own(parameter)]
    return target.verb == "set" and bool(own) and any(map(_lists_values, own)) and all(map(explain, own))


def _linked(reading: Reading, target: Target) -> str:
    """What to say where a thing that stays is put to another one, or taken from it: "remove a tag from a task".

    Empty for all else.
    """
    if not target.thing or target.about or singular(target.thing[-1].lower()) not in _LINKED:
        return ""
    thing = f"the {' '.join(target.thing)}"
    if target.verb in _TYING and _TO.search(reading.lead):
        return f"what happens if {thing} {'are' if target.plural else 'is'} there already"
    if target.verb in _UNTYING and _FROM.search(reading.lead):
        return f"whether {thing} {'themselves stay' if target.plural else 'itself stays'}"
    return ""


def _back(tool: Tool) -> str:
    return "" if describes(tool.output_schema) else ", and what comes back"


def _changes_fields(target: Target, tool: Tool) -> bool:
    """True for a change of several fields that the schema lists, so that a text need not say which can change."""
    if target.job != "update" or target.verb == "set" or target.is_value or target.owned:
        return False
    return sum(1 for parameter in tool.parameters if is_field(parameter) and not parameter.required) >= _SEVERAL


def _leaves_out(tool: Tool) -> bool:
    """False where a call has to say all that a new thing holds: its content."""
    return not any(p.required and _CONTENT & set(split_identifier(p.name)) for p in tool.parameters)


def _unexplained(tool: Tool) -> str:
    """The first parameter that takes more than a single value and that no text explains; empty if there is none."""
    unexplained = (p for p in tool.parameters if is_own(p) and not explain(p))
    return next((p.name for p in unexplained if {"object", "array"} & set(types_of(p.schema))), "")


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
    if _linked(reading, target):
        return "what stays or was there already"
    if target.job == "create" and describes(reading.tool.output_schema):
        return f"what a new one {_STARTS}" if _leaves_out(reading.tool) else "when a call fails"
    if _changes_fields(target, reading.tool):
        return "what a change leaves as it is"
    return _ADDITIONS.get(target.job, "when a call fails")
