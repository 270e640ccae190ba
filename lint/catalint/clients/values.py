"""Values of an entry by the types that clients take: texts, lists of texts, objects of texts, a command."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from catalint.location import Path
from catalint.model import Json, json_type


class WrongTypeError(Exception):
    """A value of the wrong type, where it stands."""

    def __init__(self, path: Path, message: str) -> None:
        self.path = path
        super().__init__(message)


def read_command_line(value: Mapping[str, Json]) -> tuple[str, list[str]]:
    """The command and its arguments: a string with a list beside it, a list, or an object with both.

    As the others, it raises WrongTypeError.
    """
    command, arguments = value["command"], value.get("args")
    where: Path = ("args",)
    if isinstance(command, dict):
        arguments, where, command = command.get("args"), ("command", "args"), command.get("path")
    more = read_texts(arguments, "args", where) if arguments is not None else []
    if isinstance(command, list):
        first = read_texts(command, "command")
        if not first:
            raise WrongTypeError(("command",), "`command` is an empty list")
        return first[0], [*first[1:], *more]
    if not isinstance(command, str):
        raise WrongTypeError(("command",), f"`command` is {kind_of(command)}, not a string")
    return command, more


def read_texts(value: Json, key: str, path: Path = ()) -> list[str]:
    """A list of strings; `key` is what a message calls it, `path` where it stands if that is not under the key."""
    where = path or (key,)
    if not isinstance(value, list):
        raise WrongTypeError(where, f"`{key}` is {kind_of(value)}, not a list of strings")
    for index, item in enumerate(value):
        if not isinstance(item, str):
            raise WrongTypeError((*where, index), f"`{key}` holds {kind_of(item)}, not only strings")
    return [item for item in value if isinstance(item, str)]


def read_strings(value: Json, path: Path, *, numbers: bool = False) -> dict[str, str]:
    """An object of strings; `numbers` are taken for strings and null for what is left out, where a client does that."""
    key = ".".join(map(str, path))
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise WrongTypeError(path, f"`{key}` is {kind_of(value)}, not an object of strings")
    found: dict[str, str] = {}
    for name, item in value.items():
        if isinstance(item, str):
            found[name] = item
        elif numbers and (item is None or (isinstance(item, int | float) and not isinstance(item, bool))):
            found.update({} if item is None else {name: str(item)})
        else:
            raise WrongTypeError((*path, name), f"`{key}` holds {kind_of(item)}, not only strings")
    return found


def kind_of(value: Json) -> str:
    """The type of a value with its article; TOML has one more than JSON."""
    return "a date or time" if isinstance(value, dt.date | dt.time) else json_type(value)
