"""A plan as what providers take: arrays of tools ready to be pasted into a request, and the index of a search."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from catalint.analyses.tokens import index_line
from catalint.model import Json, Tool
from catalint.planning import metatools
from catalint.planning.plan import Plan
from catalint.unseen import UNSEEN

# Nobody sees these, and a terminal may obey them. The joiners that some scripts spell words with stay.
_UNSEEN = re.compile(f"(?![\u200c\u200d])[\x00-\x1f{UNSEEN}]")
# What providers take in a name at least, and how much of it.
_NO_NAME = re.compile(r"[^A-Za-z0-9_-]+")
_LONGEST_NAME = 64
# https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool
_SEARCH = {"type": "tool_search_tool_bm25_20251119", "name": "tool_search_tool_bm25"}
_NO_PARAMETERS: Json = {"type": "object", "properties": {}}


def anthropic(plan: Plan) -> list[dict[str, Any]]:
    """The `tools` of a Messages request: the search tool, the tools that stay loaded, then the deferred ones."""
    names = sent_names(plan.tools)
    hot = [_anthropic_tool(tool, names[tool]) for tool in plan.hot]
    deferred = [{**_anthropic_tool(tool, names[tool]), "defer_loading": True} for tool in plan.deferred]
    return [dict(_SEARCH), *hot, *deferred]


def openai(plan: Plan) -> list[dict[str, Any]]:
    """The `tools` of a Responses request: namespaces of functions, then the search; hot functions are not deferred."""
    names, hot = sent_names(plan.tools), frozenset(plan.hot)
    spaces = [
        {
            "type": "namespace",
            "name": group.name,
            "description": group.description,
            "tools": [_openai_function(tool, names[tool], deferred=tool not in hot) for tool in group.tools],
        }
        for group in plan.groups
    ]
    return [*spaces, {"type": "tool_search"}]


def openai_functions(plan: Plan) -> list[dict[str, Any]]:
    """The `tools` of a Responses request: functions that keep name and description and are deferred, and the search."""
    names = sent_names(plan.tools)
    return [*(_openai_function(tool, names[tool], deferred=True) for tool in plan.tools), {"type": "tool_search"}]


def index(plan: Plan) -> str:
    """The lines that a `search_tools` searches: the name of each tool and the first sentence of its description."""
    names = sent_names(plan.tools)
    return "".join(f"{_line(tool, names[tool])}\n" for tool in plan.tools)


KINDS: Mapping[str, Callable[[Plan], list[dict[str, Any]] | str]] = {
    "anthropic": anthropic,
    "openai": openai,
    "openai-functions": openai_functions,
    "index": index,
    "meta-tools": lambda _: [dict(tool) for tool in metatools.SEARCH],
}
"""What can be pasted, by name: JSON arrays and a text."""
REQUESTS: Mapping[str, str] = {"anthropic": "anthropic", "openai": "openai", "openai-functions": "openai"}
"""The provider of those that are the tools of a request."""


def sent_names(tools: Sequence[Tool]) -> Mapping[Tool, str]:
    """The name that each tool is sent under: its own, behind that of its server where another server has it, too.

    The name of a server is the user's: what no provider takes of it is left out.
    """
    counts = Counter(tool.name for tool in tools)
    return {tool: tool.name if counts[tool.name] == 1 else _full_name(tool) for tool in tools}


def _full_name(tool: Tool) -> str:
    room = max(1, _LONGEST_NAME - len(tool.name) - len("__"))
    return f"{_NO_NAME.sub('_', tool.server)[:room]}__{tool.name}"


def _line(tool: Tool, name: str) -> str:
    line = index_line(tool)
    return _UNSEEN.sub("", " ".join(f"{name}{line[len(tool.name) :]}".split()))


def _anthropic_tool(tool: Tool, name: str) -> dict[str, Any]:
    return {"name": name, **_description(tool), "input_schema": _schema(tool)}


def _openai_function(tool: Tool, name: str, *, deferred: bool) -> dict[str, Any]:
    function = {"type": "function", "name": name, **_description(tool), "parameters": _schema(tool)}
    return {**function, "defer_loading": True} if deferred else function


def _description(tool: Tool) -> dict[str, str]:
    return {"description": tool.description} if tool.description else {}


def _schema(tool: Tool) -> Json:
    return tool.input_schema if isinstance(tool.input_schema, dict) else _NO_PARAMETERS
