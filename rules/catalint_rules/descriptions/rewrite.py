"""What a better description would have to say, from what a catalog says already: name, parameters, output fields.

Nothing is invented. An example sentence is given only where it is right whatever the tool does, and what only the
author knows is an ellipsis in it; else there are plain words for what is missing.
"""

from __future__ import annotations

from catalint import Tool
from catalint_rules.analyses.clauses import Clause
from catalint_rules.analyses.names import Name
from catalint_rules.descriptions.identifiers import key_parameter, output_fields
from catalint_rules.descriptions.jobs import Target, aim, is_refilled, singular_form
from catalint_rules.wording import listing

# "How many tasks there are" is no field of a task.
_COUNTS = frozenset("amount count number size total".split())
_CONTENTS = frozenset(("content", "contents"))
# What can't be counted: "each documentation" is no English, and has no fields of its own.
_MASSES = frozenset(
    """
    advice analytics coverage documentation feedback history knowledge lineage metadata music news performance progress
    traffic usage weather
    """.split()
)
_MOST = 3
_ABBREVIATED = 2  # rm, mv, ls
# Verbs that could stand in any tool's name.
_EMPTY = frozenset("handle manage perform process".split())
# What is built by a machine that takes its time.
_BUILT = frozenset("app application container image index package project site target targets".split())
_WRITING = frozenset("save store write".split())
# What is made and handed over, not kept under an identifier.
_MAKING = frozenset("build capture compose draw generate make produce render screenshot take".split())


def ask(target: Target, *, reads: bool = False, repeats: bool = False) -> str:
    """What an author should add, in plain words.

    `reads` for a tool that is marked as changing nothing, `repeats` where the text says at least what is done to what.
    """
    one, things = target.singular, " ".join(target.thing)
    match target.job:
        case "read" | "list" if target.about in _COUNTS:
            return f"say which {things} count" if one else "say what is counted"
        case "read" if target.about in _CONTENTS:
            return "say in which form it comes back and how much of it"
        case "read" | "list" if things and target.thing[-1].lower() in _MASSES:
            return f"say what of the {things} comes back and in which form"
        case "read" if target.is_value:
            return f"say in which form {'they come' if target.plural else 'it comes'} back"
        case "read":
            return f"say which fields of the {one} come back" if one else "say what comes back"
        case "list" if target.is_value:
            return f"say in which form the {things} come back"
        case "list":
            return f"say which fields of each {one} come back" if one else "say what comes back of each"
        case "search":
            return "say what the query is matched with and what comes back of each hit"
        case "create" if target.verb in _MAKING:
            return f"say in which form the {things or 'result'} {'come' if target.plural else 'comes'} back"
        case "create" if one and singular_form(target.thing[-1]).lower() in _COUNTS | {"value"}:
            return "say what comes back and in which form"
        case "create" if one and not (target.verb == "add" and target.rest):
            return f"say what comes back, the whole {one} or only its ID"
        case "create":
            # "add a tag to a task": the tag is there already
            return "say what comes back and when the call fails"
        case "update" if target.owned and target.plural:
            return f"say whether the given {things} replace the others or join them"
        case "update" if target.is_value or target.verb == "set":
            return "say which values it takes, in which unit or form"
        case "update":
            return f"say {f'which fields of the {one}' if one else 'what'} can change and whether the rest stays"
        case "delete" if target.verb == "remove":
            where = (
                "what is lost by it"
                if target.rest
                else f"from where {'they are' if target.plural else 'it is'} removed"
            )
            return f"say {where} and whether that can be undone"
        case "delete" if is_refilled(target):
            return "say when that is needed and what comes back"
        case "delete":
            return f"say what else goes with {f'the {things}' if one else 'it'} and whether that can be undone"
        case "look":
            return "say what comes back and in which form"
        case "export":
            return "say where the result ends up and in which form"
        case "run" if one.endswith("query"):
            return "say in which form the result comes back and how much of it"
        case "run" if target.verb == "build" and one and target.thing[-1].lower() not in _BUILT:
            return f"say in which form the {things} {'come' if target.plural else 'comes'} back"
        case "run":
            return "say whether the call waits until it is done and what comes back"
        case "act" if target.verb in _EMPTY:
            return f'say what it does in a verb that means more than "{target.verb}", and what comes back'
        case "act" if target.verb in _WRITING:
            return "say whether it replaces what is there and what comes back"
        case "act" | "" if reads:
            return "say what comes back"
        case "act" if repeats:
            # no more is known of what such a verb leaves open
            return "say what comes back and when the call fails"
        case "act":
            return "say what a call changes and what comes back"
        case _:
            return "say what it returns or changes"


def sentence(tool: Tool, name: Name, clause: Clause | None = None) -> str:
    """A description to begin with: "Return `email` and `team` of the user with the given `user_id`.".

    Empty unless all of it is certain: the verb, the thing, and a required parameter that identifies just this thing.
    """
    target = aim(tool, name, clause)
    key = key_parameter(tool, target.thing)
    if key is None or target.plural or target.owned or target.is_value or target.about in _COUNTS | _CONTENTS:
        return ""
    given = f"{' '.join(target.thing)} with the given `{key.name}`"
    match target.job:
        case "read":
            fields = output_fields(tool)
            return f"Return {listing([f'`{field}`' for field in fields], _MOST) if fields else '…'} of the {given}."
        case "update":
            return f"Change … of the {given}."
        case "delete" | "act" if len(target.verb) > _ABBREVIATED and not (target.verb != "delete" and target.rest):
            return f"{target.verb.capitalize()} the {given}; …"
        case _:
            return ""


def complete(tool: Tool, name: Name, clause: Clause | None = None) -> str:
    """Such a sentence without an ellipsis, which an author can take as it is; empty where the catalog lacks a part."""
    found = sentence(tool, name, clause)
    return "" if "…" in found else found
