"""The tools that stand for a catalog where its own are loaded on demand: ours, ready to be copied, and counted as such.

They are as short as they can be while they say when to use them. Those that a client has may be longer; a plan can be
made with their size instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from catalint import tokenizer
from catalint.analyses.jsontext import compact


def _tool(name: str, description: str, /, **parameters: Mapping[str, Any]) -> dict[str, Any]:
    schema = {"type": "object", "properties": parameters, "required": list(parameters)}
    return {"name": name, "description": description, "input_schema": schema}


def _text(description: str) -> Mapping[str, Any]:
    return {"type": "string", "description": description}


SEARCH: Sequence[dict[str, Any]] = (
    _tool(
        "search_tools",
        "Find tools for a step of the task. Returns the names of the five best matches, each with one sentence. Search "
        "before you say that something can't be done, and again with other words where nothing fits.",
        query=_text("What the step is about, in a few words: the action, the object, the product."),
    ),
    _tool(
        "get_tool_schema",
        "Return the full description and the input schema of a tool that search_tools found. Needed once for each "
        "tool, before its first call.",
        name=_text("Name of the tool, exactly as search_tools returned it."),
    ),
    _tool(
        "call_tool",
        "Call a tool whose schema you have read. Returns what the tool returns, or its error.",
        name=_text("Name of the tool, exactly as search_tools returned it."),
        arguments={"type": "object", "description": "Arguments that are valid under the input schema of the tool."},
    ),
)
"""Three fixed tools: search, schema, call."""

LOADING = SEARCH[:2]
"""Search and schema of a client that adds the tool itself to its list, so that the model calls it directly."""

TOOLSETS: Sequence[dict[str, Any]] = (
    _tool(
        "list_toolsets",
        "List the toolsets that can be switched on, each with what its tools are for. Call this first.",
    ),
    _tool(
        "enable_toolset",
        "Switch a toolset on. From the next step on all of its tools can be called.",
        name=_text("Name of the toolset, exactly as list_toolsets returned it."),
    ),
)
"""Two fixed tools that switch groups of tools on."""

EXECUTE: Sequence[dict[str, Any]] = (
    _tool(
        "execute_code",
        "Run TypeScript in a sandbox. Each function of the index is there under its name, takes one object and returns "
        "a promise. Print only what you need to go on.",
        code=_text("The code, a whole script."),
    ),
)
"""One tool that runs code which calls the others; the typed index of them comes on top."""


def weigh(tools: Sequence[Mapping[str, Any]], encoding: str = tokenizer.DEFAULT_ENCODING) -> int:
    """The tokens of some definitions."""
    counter = tokenizer.counter(encoding)
    return sum(counter.count(compact(dict(tool))) for tool in tools)
