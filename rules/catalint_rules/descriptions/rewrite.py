"""What a better description would have to say, from what a catalog says already: name, parameters, output fields.

Nothing is invented. An example sentence is given only where it is right whatever the tool does, and what only the
author knows is an ellipsis in it; else there are plain words for what is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from catalint import Json, Parameter, Tool
from catalint.schema import types_of
from catalint.words import STOP_WORDS, singular, split_identifier
from catalint_rules import words
from catalint_rules.analyses.clauses import NOUN_ENDINGS, Clause
from catalint_rules.analyses.names import Name
from catalint_rules.wording import listing

Job: TypeAlias = Literal["read", "list", "create", "update", "delete", "search", "look", "export", "run", "act", ""]

# Heads of the groups in the list `verbs`.
_JOBS: dict[str, Job] = {
    "get": "read",
    "return": "read",
    "list": "list",
    "search": "search",
    "create": "create",
    "update": "update",
    "set": "update",
    "put": "update",
    "patch": "update",
    "take": "create",
    "render": "create",
    "screenshot": "create",
    "draw": "create",
    "delete": "delete",
    "clear": "delete",
    **dict.fromkeys(
        """
        analyze calculate compare count detect estimate examine extract inspect measure monitor predict preview
        summarize test validate
        """.split(),
        "look",
    ),
    **dict.fromkeys(("download", "export"), "export"),
    **dict.fromkeys(("build", "deploy", "restart", "run"), "run"),
}
IDENTIFIERS = frozenset(
    "id uuid guid gid key slug name number code handle uri url path ref sha index email arn sid".split()
)
# Parameters about the call: who asks, where, how much comes back.
_CALL = frozenset(
    """
    token secret apikey auth credential credentials region profile account tenant url limit offset page cursor
    format fields include verbose dry confirm confirmation timeout locale
    """.split()
)
# "How many tasks there are" is no field of a task.
_COUNTS = frozenset("amount count number size total".split())
_CONTENTS = frozenset(("content", "contents"))
# What has no fields.
_VALUES = frozenset(
    """
    address allowance amount balance code color content date description duration height key label length level mode
    name number outline password position price schema size state status structure supply text time timezone title unit
    url value version
    volume weight width
    """.split()
)
# What can't be counted: "each documentation" is no English, and has no fields of its own.
_MASSES = frozenset(
    """
    advice analytics coverage documentation feedback history knowledge lineage metadata music news performance progress
    traffic usage weather
    """.split()
)
# Words that leave open what a thing is: "say which fields of a detail come back" helps nobody.
_BLANK = frozenset(
    """
    batch call content data detail details entry help info information item items list object operation query request
    requests resource result
    """.split()
)
# "Make an HTTP request": the request is no thing that stays.
_CALLS = frozenset("call operation query request requests".split())
# "Execute the led_control command" says of no tool what it does.
_EXECUTING = frozenset("call execute invoke perform run".split())
_COMMANDS = _CALLS | frozenset("command function tool".split())
# What a name that ends so, and no verb has, is asked for.
_READ = frozenset("detail details info information".split())
_MOST = 3
_LONGEST_THING = 4  # words
_ABBREVIATED = 2  # rm, mv, ls
# Verbs that could stand in any tool's name.
_EMPTY = frozenset("handle manage perform process".split())
# What is built by a machine that takes its time.
_BUILT = frozenset("app application container image index package project site target targets".split())
_WRITING = frozenset("save store write".split())
_REFILLED = frozenset("buffer cache caches clipboard console cookie filter highlight screen selection terminal".split())
# What is made and handed over, not kept under an identifier.
_MAKING = frozenset("build capture compose draw generate make produce render screenshot take".split())


class Target(NamedTuple):
    """What a tool does to which thing, as far as that is certain; `thing` is empty where it is not.

    `about` is "number" for "Get the number of tasks", `owned` true for "a task's tags", `rest` where the sentence goes
    on.
    """

    job: Job
    verb: str
    thing: tuple[str, ...]
    about: str = ""
    owned: bool = False
    rest: bool = False

    @property
    def singular(self) -> str:
        """The thing as one: "order line"."""
        return " ".join([*self.thing[:-1], _one(self.thing[-1])]) if self.thing else ""

    @property
    def plural(self) -> bool:
        """True for many things."""
        return bool(self.thing) and self.thing[-1] != _one(self.thing[-1])

    @property
    def is_value(self) -> bool:
        """True for a thing that is a single value: "the width of a column", "the text of a page"."""
        return bool(self.thing) and _one(self.thing[-1]).lower() in _VALUES and (self.rest or len(self.thing) > 1)


def job(name: Name) -> Job:
    """The kind of thing that a tool does, by the verb of its name; empty where that is a guess."""
    verbs = words.vocabulary("verbs") | words.vocabulary("actions")
    first, *others = [word for word in name.words if word in verbs] or [""]
    if name.words[-1] in _READ and (name.verb in ("", name.words[-1]) or name.verb.endswith(NOUN_ENDINGS)):
        return "list" if name.many else "read"
    # "queue_send_message": one of the two is a noun
    if name.verb.split()[:1] != [first] or (others and first in words.vocabulary("noun_verbs")):
        return ""
    return _job(name.action, name.verb, many=name.many)


def aim(tool: Tool, name: Name, clause: Clause | None = None) -> Target:
    """What a tool does to what: by the clause that its text opens with if its name says the same, else by its name."""
    kind = job(name)
    if clause is not None and _agree(clause, name) and not _is_command(clause):
        verb = name.verb or singular(clause.verb)
        kind = _job(clause.action, verb, many=clause.plural)
        lowered = [word.lower() for word in clause.thing]
        thing = () if set(lowered) <= _BLANK or set(lowered[-1:]) <= _CALLS else clause.thing
        if clause.thing:
            return Target(kind, verb, thing, clause.about, clause.owned, clause.rest)
    return Target(kind, name.verb, _object(tool, name) if kind else ())


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
        case "create" if one and _one(target.thing[-1]).lower() in _COUNTS | {"value"}:
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


def is_refilled(target: Target) -> bool:
    """True for clearing what fills again by itself, so that nothing is lost: a cache, a console."""
    return target.job == "delete" and bool(target.thing) and _one(target.thing[-1]).lower() in _REFILLED


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


def key_parameter(tool: Tool, thing: Sequence[str]) -> Parameter | None:
    """The required text or number that identifies a thing by its name: `user_id` for a user, or for an app user.

    None if no parameter does, or more than one.
    """
    wanted = [_one(part) for word in thing for part in split_identifier(word)]
    found = [p for p in tool.parameters if p.required and _identifies(p, wanted)]
    return found[0] if len(found) == 1 else None


def is_identifier(parameter: Parameter) -> bool:
    """True for a parameter that only says which thing is meant."""
    parts = split_identifier(parameter.name)
    return bool(parts) and (parts[-1] in IDENTIFIERS or singular(parts[-1]) in IDENTIFIERS)


def is_own(parameter: Parameter) -> bool:
    """False for a parameter that is about the call and not about the thing."""
    return not _CALL & set(split_identifier(parameter.name))


def output_fields(tool: Tool) -> list[str]:
    """The names of the fields that come back by the output schema: those of the object, or of a lone one in it."""
    properties = _properties(tool.output_schema)
    if len(properties) == 1:
        # one field such as `result` wraps whatever a function returns
        (only,) = properties.values()
        items = only.get("items") if isinstance(only, dict) else None
        return list(_properties(only) or _properties(items))
    return list(properties)


def _job(action: str, verb: str, *, many: bool = False) -> Job:
    # what is reset is still there
    kind = "act" if verb == "reset" else _JOBS.get(action, "act" if action else "")
    return "list" if kind == "read" and many else kind


def _agree(clause: Clause, name: Name) -> bool:
    """True if the verb of a text is the verb of the name, or one of its words where it is not clear which is it."""
    if not name.action or {clause.verb.replace(" ", ""), singular(clause.verb)} & set(name.words):
        return True
    kinds = {_JOBS.get(action, "act") for action in (clause.action, name.action)}
    return len(kinds) == 1 or kinds == {"read", "list"}


def _is_command(clause: Clause) -> bool:
    verb = {clause.verb, singular(clause.verb)}
    return bool(verb & _EXECUTING) and bool(clause.thing) and clause.thing[-1].lower() in _COMMANDS


def _identifies(parameter: Parameter, wanted: Sequence[str]) -> bool:
    *own, last = [singular(part) for part in split_identifier(parameter.name)] or [""]
    if last not in IDENTIFIERS or not own or own != list(wanted[-len(own) :]):
        return False
    types = types_of(parameter.schema)
    return bool(types) and types <= {"string", "integer", "number"}


def _object(tool: Tool, name: Name) -> tuple[str, ...]:
    """The words of a name behind its verb, if the verb comes first and they are one thing: no "by", "to" or "on"."""
    verb = name.verb.split()
    # where all names end in one word, that word tells none apart, but it is the object here
    found = list(name.words) if len(name.words) > len(verb) else split_identifier(tool.name)
    if verb != found[: len(verb)] and verb != found[-len(verb) :]:
        return ()
    thing = found[len(verb) :] if verb == found[: len(verb)] else found[: -len(verb)]
    plain = all(word.isalpha() and word not in STOP_WORDS for word in thing)
    return tuple(thing) if plain and 0 < len(thing) <= _LONGEST_THING and not set(thing) <= _BLANK else ()


def _properties(schema: Json) -> dict[str, Json]:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    return properties if isinstance(properties, dict) else {}


@lru_cache(maxsize=4096)
def _one(word: str) -> str:
    """The singular of a word, as it is written: PRs are each a PR."""
    lowered = word.lower()
    one = singular(lowered)
    return word if one == lowered else word[: len(one)] if lowered.startswith(one) else one
