"""The shapes in which catalogs come: answers, sessions, maps of servers, and the tool lists of other interfaces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from dumpfuzz import texts, tree


def _tools(answer: Any) -> list[Any]:
    tools = answer.get("tools") if isinstance(answer, dict) else None
    return tools if isinstance(tools, list) else [answer]


def _under(tool: Any, key: str) -> Any:
    """A tool with its schema under another key."""
    if not isinstance(tool, dict):
        return tool
    return {(key if name == "inputSchema" else name): value for name, value in tool.items()}


def _session(answer: Any, rng: Random) -> list[Any]:
    hello = {
        "protocolVersion": "2025-11-25",
        "serverInfo": {"name": texts.hostile(rng), "version": "1"},
        "instructions": texts.hostile(rng),
    }
    return [{"jsonrpc": "2.0", "id": 0, "result": hello}, {"jsonrpc": "2.0", "id": 1, "result": answer}]


def _pages(answer: Any, rng: Random) -> list[Any]:
    tools = _tools(answer)
    size = rng.randint(1, 3)
    parts = [tools[start : start + size] for start in range(0, len(tools), size)] or [[]]
    cursors = [texts.hostile(rng) if rng.random() < 0.3 else f"c{number % 3}" for number in range(len(parts))]
    return [
        {"tools": part, **({"nextCursor": cursor} if rng.random() < 0.8 else {})}
        for part, cursor in zip(parts, cursors, strict=True)
    ]


def _servers(answer: Any, rng: Random) -> dict[str, Any]:
    names = [
        rng.choice(("mail", "crm", "", texts.hostile(rng), texts.noise(rng, 10))) for _ in range(rng.randint(1, 4))
    ]
    servers = {name: rng.choice((answer, _tools(answer), {"result": answer})) for name in names}
    return {rng.choice(("mcpServers", "servers", "catalogs")): servers} if rng.random() < 0.5 else servers


def _gemini(answer: Any, rng: Random) -> Any:
    key = rng.choice(("function_declarations", "functionDeclarations"))
    return [{key: [_under(tool, "parameters") for tool in _tools(answer)]}, {"google_search": {}}]


SHAPES: Sequence[Callable[[Any, Random], Any]] = (
    lambda answer, _: answer,
    lambda answer, _: answer,
    lambda answer, _: _tools(answer),
    lambda answer, _: {"jsonrpc": "2.0", "id": 1, "result": answer},
    _session,
    _pages,
    _servers,
    lambda answer, _: {"tools": [_under(tool, "input_schema") for tool in _tools(answer)], "model": "x"},
    lambda answer, _: {
        "tools": [{"type": "function", "function": _under(tool, "parameters")} for tool in _tools(answer)]
    },
    lambda answer, _: [
        {"type": "function", **tree.copy(_under(tool, "parameters"))}
        for tool in _tools(answer)
        if isinstance(tool, dict)
    ],
    lambda answer, rng: [
        {"type": "namespace", "name": texts.hostile(rng), "description": "x", "tools": _tools(answer)}
    ],
    _gemini,
    lambda answer, rng: {
        texts.hostile(rng) if not isinstance(tool, dict) else str(tool.get("name")): tool for tool in _tools(answer)
    },
)


def shape(answer: Any, rng: Random) -> Any:
    """An answer in any of the shapes."""
    return rng.choice(SHAPES)(answer, rng)
