"""What catalogs cost in tokens, and the bill for programs: `catalint tokens`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from catalint.analyses.tokens import INSTRUCTIONS, TOKENS, WIRE, Sum, add, defer, index
from catalint.context import Context
from catalint.model import Catalog, Tool
from catalint.output.encode import plain, plain_unread
from catalint.report import Unread
from catalint.tokenizer import Counter, counter


@dataclass(frozen=True)
class Bill:
    """The numbers of a run. `window` is the context window, in tokens, that shares are given of."""

    catalogs: tuple[Catalog, ...]
    ctx: Context
    window: int

    @property
    def counter(self) -> Counter:
        """The counter of the run."""
        return counter(self.ctx.encoding)

    def sum(self, tools: Iterable[Tool]) -> Sum:
        """The tokens of some tools."""
        return add(tools, self.ctx.get(TOKENS))

    def wire(self, tools: Iterable[Tool]) -> int:
        """The tokens that the parts of some tools take which no model reads."""
        wire = self.ctx.get(WIRE)
        return sum(wire[tool] for tool in tools)

    def instructions(self, catalogs: Iterable[Catalog]) -> int:
        """The tokens that the instructions of some servers take."""
        counted = self.ctx.get(INSTRUCTIONS)
        return sum(counted[catalog] for catalog in catalogs)

    @property
    def visible(self) -> list[Tool]:
        """The tools of all catalogs that a model sees."""
        return [tool for catalog in self.catalogs for tool in catalog.visible]


def to_json(bill: Bill, version: str, unread: Sequence[Unread] = ()) -> dict[str, Any]:
    """The bill for programs; docs/tokens.md has its shape. Sums are over the tools that a model sees."""
    return {
        "version": 1,
        "tool": {"name": "catalint", "version": version},
        "encoding": bill.ctx.encoding,
        "window": bill.window,
        "catalogs": [
            {
                "server": catalog.server,
                "origin": catalog.origin,
                **_sums(bill, catalog.visible),
                "instructions": bill.instructions((catalog,)),
                "tools": [_entry(bill, tool) for tool in catalog.tools],
            }
            for catalog in bill.catalogs
        ],
        "total": {**_sums(bill, bill.visible), "instructions": bill.instructions(bill.catalogs)},
        "unread": plain_unread(unread),
    }


def _sums(bill: Bill, tools: Sequence[Tool]) -> dict[str, Any]:
    sums = bill.sum(tools)
    return {
        "count": sums.tools,
        "tokens": sums.total,
        "parts": {
            "name": sums.name,
            "description": sums.description,
            "parameters": sums.parameters,
            "rest": sums.rest,
        },
        "wire": bill.wire(tools),
        "index": index(tools, bill.counter),
        "deferred": defer(sums.total, sums.tools),
        "share": round(sums.total / bill.window, 6),
    }


def _entry(bill: Bill, tool: Tool) -> dict[str, Any]:
    counted = bill.ctx.get(TOKENS)[tool]
    return {
        "name": tool.name,
        "visible": tool.model_visible,
        "tokens": counted.total,
        "parts": {
            "name": counted.name,
            "description": counted.description,
            "parameters": plain(dict(counted.parameters)),
            "rest": counted.rest,
        },
        "wire": bill.wire((tool,)),
    }
