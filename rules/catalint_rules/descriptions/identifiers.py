"""Parameters that say which thing is meant, those about the call, and the fields that come back."""

from __future__ import annotations

from collections.abc import Sequence

from catalint import Json, Parameter, Tool
from catalint.schema import types_of
from catalint.words import singular, split_identifier
from catalint_rules.descriptions.jobs import singular_form

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


def key_parameter(tool: Tool, thing: Sequence[str]) -> Parameter | None:
    """The required text or number that identifies a thing by its name: `user_id` for a user, or for an app user.

    None if no parameter does, or more than one.
    """
    wanted = [singular_form(part) for word in thing for part in split_identifier(word)]
    found = [p for p in tool.parameters if p.required and _identifies(p, wanted)]
    return found[0] if len(found) == 1 else None


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


def _identifies(parameter: Parameter, wanted: Sequence[str]) -> bool:
    *own, last = [singular(part) for part in split_identifier(parameter.name)] or [""]
    if last not in IDENTIFIERS or not own or own != list(wanted[-len(own) :]):
        return False
    types = types_of(parameter.schema)
    return bool(types) and types <= {"string", "integer", "number"}


def _properties(schema: Json) -> dict[str, Json]:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    return properties if isinstance(properties, dict) else {}
