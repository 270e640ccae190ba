"""Proposing a better description from what a catalog already says: the words of the name, parameters, output fields.

Nothing is invented. Where only the author knows what belongs there, the sentence has an ellipsis.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from catalint import Json, Parameter, Tool
from catalint.words import singular, split_identifier
from catalint_rules import words
from catalint_rules.analyses.names import Name

Job: TypeAlias = Literal["read", "list", "create", "update", "delete", "search", "act", ""]

# Heads of the groups in the list `verbs`.
_JOBS: dict[str, Job] = {
    "get": "read",
    "list": "list",
    "search": "list",
    "create": "create",
    "update": "update",
    "set": "update",
    "put": "update",
    "patch": "update",
    "delete": "delete",
    "clear": "delete",
}
IDENTIFIERS = frozenset(
    "id uuid guid key slug name number code handle uri url path ref sha index email arn sid".split()
)
# Parameters about the call: who asks, where, how much comes back.
_CALL = frozenset(
    """
    token secret apikey auth credential credentials region profile account tenant url limit offset page cursor
    format fields include verbose dry confirm confirmation timeout locale
    """.split()
)
_MOST = 3
_LONGEST_OBJECT = 5  # words
_LONGEST_MESSAGE = 240
_QUOTED = (70, 40, 24)

# What an author should add for each kind of job.
ASKED: dict[Job, str] = {
    "read": "say what comes back",
    "list": "say what each entry holds",
    "create": "say what it takes and returns",
    "update": "say what it can change",
    "delete": "say what goes with it and whether that can be undone",
    "search": "say where it looks and what comes back",
    "act": "say what happens and what comes back",
    "": "say what it does to what, and what comes back",
}


def job(name: Name) -> Job:
    """The kind of thing that a tool does, by the verb of its name; empty where that is a guess."""
    verbs = words.vocabulary("verbs") | words.vocabulary("actions")
    first, *others = [word for word in name.words if word in verbs] or [""]
    # "queue_send_message": one of the two is a noun
    if name.verb.split()[:1] != [first] or (others and first in words.vocabulary("noun_verbs")):
        return ""
    kind = _JOBS.get(name.action, "act")
    if name.many:
        return "list" if kind == "read" else kind
    return "search" if name.action == "search" else kind


def sentence(tool: Tool, name: Name) -> str:
    """A description to begin with: "Return … of the user with the given `user_id`."; empty if the name has no shape."""
    kind = job(name)
    thing = " ".join(_object(name)) or "…"
    if not kind:
        return ""
    key = key_parameter(tool, name)
    given = _given(key, _object(name))
    match kind:
        case "read":
            fields = _listed(output_fields(tool, entries=False), "and")
            text = f"Return {fields} of the {thing}{given}" if given else f"Return the {thing}: {fields}"
        case "list":
            text = f"List the {thing}{given}, each with {_listed(output_fields(tool, entries=True), 'and')}"
        case "create":
            needed = [parameter.name for parameter in tool.parameters if parameter.required and _is_own(parameter)]
            fields = _listed(output_fields(tool, entries=False), "and")
            text = f"{name.verb.capitalize()} {_article(thing)} from {_listed(needed, 'and')} and return {fields}"
        case "update":
            rest = [p.name for p in tool.parameters if p is not key and _is_own(p) and not _points(p)]
            text = f"Change {_listed(rest, 'or')} of the {thing}{given}; …"
        case _:
            text = f"{name.verb.capitalize()} the {thing}{given}; …"
    return text if text.endswith("…") else f"{text}."


def key_parameter(tool: Tool, name: Name) -> Parameter | None:
    """The parameter that says which thing is meant: an identifier of an object of the name, else the first required."""
    objects = {singular(word) for word in _object(name)}
    needed = [p for p in tool.parameters if p.required] or [p for p in tool.parameters if _fit(p, objects) > 2]
    ranked = [p for p in needed if _is_own(p)]
    return max(ranked, key=lambda parameter: _fit(parameter, objects), default=None)


def output_fields(tool: Tool, *, entries: bool) -> list[str]:
    """Names of the fields that come back by the output schema: of the object, or of the entries of its only list."""
    properties = _properties(tool.output_schema)
    lists = [_items(value) for value in properties.values() if _items(value) is not None]
    if entries or len(properties) == 1:
        if len(lists) == 1:
            return list(_properties(lists[0]))
        if entries:
            return []
    if len(properties) == 1:
        # one field such as `result` wraps whatever a function returns
        return list(_properties(next(iter(properties.values()))))
    return list(properties)


def quote(text: str, length: int) -> str:
    """A text in quotes on one line, cut to a length."""
    folded = " ".join(text.split())
    return f'"{folded}"' if len(folded) <= length else f'"{folded[: length - 1].rstrip()}…"'


def fit(text: str, *templates: str) -> str:
    """The first of the templates, the most telling one first, that fits a message of one line with a text for `{}`."""
    message = ""
    for template in templates:
        for length in _QUOTED:
            message = template.replace("{}", quote(text, length), 1)
            if len(message) <= _LONGEST_MESSAGE:
                return message
    return message[: _LONGEST_MESSAGE - 1].rstrip() + "…"


def _properties(schema: Json) -> dict[str, Json]:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    return properties if isinstance(properties, dict) else {}


def _items(schema: Json) -> Json:
    return schema.get("items") if isinstance(schema, dict) else None


def _object(name: Name) -> list[str]:
    """The words of a name beside its verb, up to how it is found: "by id"."""
    verb = set(name.verb.split())
    rest = [word for word in name.words if word not in verb]
    # where all names end in one word, that word tells none apart, but it is the object here
    rest = rest or [word for word in split_identifier(name.tool.name) if word not in verb]
    cut = rest.index("by") if "by" in rest[1:] else len(rest)
    return rest[: min(cut, _LONGEST_OBJECT)]


def _article(thing: str) -> str:
    last = thing.rsplit(maxsplit=1)[-1]
    if thing == "…" or last != singular(last):
        return thing
    return f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}"


def _fit(parameter: Parameter, objects: set[str]) -> int:
    parts = [singular(part) for part in split_identifier(parameter.name)]
    return 2 * bool(objects & set(parts)) + (parts[-1:] != [] and parts[-1] in IDENTIFIERS)


def _points(parameter: Parameter) -> bool:
    return split_identifier(parameter.name)[-1:] in (["id"], ["ids"], ["uuid"], ["guid"], ["gid"], ["sid"], ["url"])


def _is_own(parameter: Parameter) -> bool:
    """False for a parameter that is about the call and not about the thing."""
    return not _CALL & set(split_identifier(parameter.name))


def _given(key: Parameter | None, objects: list[str]) -> str:
    if key is None:
        return ""
    parts = {singular(part) for part in split_identifier(key.name)}
    own = parts & {singular(word) for word in objects} or parts <= IDENTIFIERS
    return f" {'with' if own else 'for'} the given `{key.name}`"


def _listed(names: list[str], joint: str) -> str:
    shown = [f"`{name}`" for name in names[:_MOST]]
    if len(names) > _MOST or not names:
        return ", ".join([*shown, "…"])
    return f"{', '.join(shown[:-1])} {joint} {shown[-1]}" if len(shown) > 1 else shown[0]
