"""What is mutated: the catalogs of `fixtures/`, and what its servers say."""

from __future__ import annotations

import json
import runpy
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from dumpfuzz import tree

FIXTURES = Path(__file__).parents[3] / "fixtures"
MODES = ("handshake", "paging", "endless", "cursor-loop", "page-loop", "shapeless", "stateless", "no-tools", "old")


@cache
def catalogs() -> Sequence[tuple[str, Mapping[str, Any]]]:
    """The answers to `tools/list` that stand in files, by their stems."""
    files = [*sorted((FIXTURES / "catalogs").glob("*.json")), *sorted((FIXTURES / "benign").glob("*.json"))]
    found = [(file.stem, json.loads(file.read_bytes())) for file in files]
    return [(name, value.get("result", value)) for name, value in found]


@cache
def sessions() -> Sequence[tuple[str, Sequence[Any]]]:
    """What the plain servers answer in a session, by their modes: messages one after the other."""
    server = runpy.run_path(str(FIXTURES / "servers" / "plain.py"))
    answer = server["answer"]
    found: list[tuple[str, Sequence[Any]]] = []
    for mode in MODES:
        hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-11-25"}}
        messages = [answer(hello, mode)]
        cursor: str | None = None
        for number in range(1, 5):
            params = {"cursor": cursor} if cursor else {}
            reply = answer({"jsonrpc": "2.0", "id": number, "method": "tools/list", "params": params}, mode)
            messages.append(reply)
            cursor = reply.get("result", {}).get("nextCursor")
            if not cursor:
                break
        found.append((f"session-{mode}", messages))
    return found


def tools(rng: Random) -> list[Any]:
    """Some tools of one catalog, or of several: few as a rule, so that a run is short."""
    count = rng.choice((1, 1, 2, 2, 3, 5, 8))
    pool = [tool for _ in range(rng.choice((1, 1, 1, 2))) for tool in rng.choice(catalogs())[1]["tools"]]
    return [tree.copy(tool) for tool in rng.sample(pool, min(count, len(pool)))]


def anything(rng: Random) -> tuple[str, Any]:
    """A seed and its name: an answer to `tools/list` with some of its tools, or the messages of a session."""
    if rng.random() < 0.15:
        name, messages = rng.choice(sessions())
        return name, tree.copy(list(messages))
    name, answer = rng.choice(catalogs())
    whole = rng.random() < 0.03
    return name, {**answer, "tools": tree.copy(answer["tools"]) if whole else tools(rng)}
