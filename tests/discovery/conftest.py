"""Two small servers, and a kind of search whose probabilities are set, so that nothing here hangs on the predictor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from catalint.discovery.survey import Survey
from catalint.model import Catalog, Tool, build_catalog
from catalint.search.findability import Findability, judge
from catalint.search.mount import Mount
from catalint.search.retrievers import Kind

Make = Callable[..., Survey]


def tool(name: str, description: str = "", **arguments: Any) -> dict[str, Any]:
    schemas = {key: {"description": value} if isinstance(value, str) else value for key, value in arguments.items()}
    return {"name": name, "description": description, "inputSchema": {"type": "object", "properties": schemas}}


LOCKS = build_catalog(
    "locks",
    [
        tool(
            "open_gate", "Open a gate of the lock. The keeper is told.", gate="Which gate.", slowly={"type": "boolean"}
        ),
        tool("close_gate", "Close a gate of the lock.", gate="Which gate."),
        tool("gate_state", "Return the state of a gate of the lock.", gate="Which gate."),
        tool("fill_chamber", "Let water into the chamber.", chamber="Which chamber.", sluice="Sluice to use."),
        tool("drain_chamber", "Let water out of the chamber.", chamber="Which chamber."),
        tool("book_passage", "Book a passage for a barge.", barge="Its registration.", day="Day of the passage."),
        tool("cancel_passage", "Give a passage back.", passage="Its number."),
    ],
)
PARK = build_catalog(
    "park",
    [
        tool(f"{verb}_gate", f"{verb.capitalize()} a gate of the park.")
        for verb in ("lock", "unlock", "paint", "repair", "replace", "oil")
    ],
)


def fixed(probabilities: Mapping[str, float]) -> Kind:
    """BM25 with probabilities by tool name; one half for tools that are not named."""

    def judged(mount: Mount) -> tuple[Findability, ...]:
        return tuple(
            replace(verdict, probability=probabilities.get(verdict.tool.name, 0.5)) for verdict in judge(mount.index())
        )

    return Kind("fixed", "nothing", "all of it", Mount.index, judged)


@pytest.fixture
def make() -> Make:
    def survey(*catalogs: Catalog, **probabilities: float) -> Survey:
        return Survey(fixed(probabilities), Mount(catalogs or (LOCKS,)))

    return survey


@pytest.fixture
def by_name() -> Mapping[str, Tool]:
    return {tool.name: tool for catalog in (LOCKS, PARK) for tool in catalog.tools}


@pytest.fixture
def locks() -> Catalog:
    return LOCKS


@pytest.fixture
def park() -> Catalog:
    return PARK
