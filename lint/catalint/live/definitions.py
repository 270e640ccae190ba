"""Where the tools of a server object are defined, as far as the object knows it."""

from __future__ import annotations

import functools
import inspect
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import CodeType

# Where the objects keep their tools: the official SDK and fastmcp 2 in the first, fastmcp 3 and 4 in the second.
_REGISTRIES = ("_tool_manager", "_local_provider")


def find(server: object) -> Mapping[str, tuple[str, int]]:
    """The file and the first line of the function behind each tool, by the tool's name; decorators are part of it.

    Nothing is called, so nothing of the server runs. Tools that no function of their own stands behind are left out:
    those of other servers and of OpenAPI documents, and those that one function or wrapper serves.
    """
    functions = {
        name: function for registry in _REGISTRIES for name, function in _tools(getattr(server, registry, None))
    }
    places = {name: place for name, function in functions.items() if (place := _place(function))}
    shared = Counter(places.values())
    return {name: place for name, place in places.items() if shared[place] == 1}


def _tools(registry: object) -> Iterator[tuple[str, object]]:
    for table in vars(registry).values() if hasattr(registry, "__dict__") else ():
        for entry in table.values() if isinstance(table, dict) else ():
            name = getattr(entry, "name", None)
            if isinstance(name, str) and type(entry).__name__.endswith("Tool"):
                yield name, getattr(entry, "fn", None)


def _place(function: object) -> tuple[str, int] | None:
    while isinstance(function, functools.partial):
        function = function.func
    try:
        function = inspect.unwrap(function) if callable(function) else None
    except ValueError:  # a function that wraps itself
        return None
    if callable(function) and not inspect.isroutine(function):
        function = type(function).__call__
    code = getattr(function, "__code__", None)
    if not isinstance(code, CodeType) or not Path(code.co_filename).is_file():
        return None
    return str(Path(code.co_filename).resolve()), code.co_firstlineno
