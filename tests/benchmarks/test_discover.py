"""Processor time of what `catalint discover` does beyond the predictor; `make bench` runs it."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from catalint.discovery.run import Discovery, default_most
from catalint.model import Catalog, build_catalog
from catalint.output.discovery import json, text
from catalint.queries.drafting import draft
from catalint.queries.reading import read
from catalint.queries.scoring import run
from catalint.search.mount import Mount
from catalint.search.retrievers import RETRIEVERS

_SPEC = importlib.util.spec_from_file_location("catalogs", Path(__file__).with_name("catalogs.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
catalogs = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(catalogs)


def servers(number: int, tools: int) -> tuple[Catalog, ...]:
    return tuple(build_catalog(f"server-{each}", catalogs.tools(tools)) for each in range(number))


def surveyed(found: Sequence[Catalog], most: int | None) -> Discovery:
    """A run whose index, judgements and search are there."""
    made = Discovery(Mount(found), (RETRIEVERS["bm25"],), most=most)
    assert made.surveys[0].rows
    assert made.surveys[0].retriever
    return made


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("limits", [(30, 0.1), (2_000, 1.0)], ids=lambda limits: limits[0])
def test_text(benchmark: Any, limits: tuple[int, float]) -> None:
    """Tools, seconds, for the table of the worst."""
    count, seconds = limits
    found = servers(1, count)
    benchmark.pedantic(
        lambda made: text.write(made, text.View()),
        setup=lambda: ((surveyed(found, default_most(count)),), {}),
        rounds=3,
    )
    assert benchmark.stats.stats.min <= seconds


@pytest.mark.benchmark(timer=time.process_time)
def test_json_of_all_tools(benchmark: Any) -> None:
    """2,000 tools with all their searches."""
    found = servers(1, 2_000)
    benchmark.pedantic(lambda made: json.to_json(made, "0"), setup=lambda: ((surveyed(found, None),), {}), rounds=1)
    assert benchmark.stats.stats.min <= 15.0


@pytest.mark.benchmark(timer=time.process_time)
def test_servers_together(benchmark: Any) -> None:
    """Five servers of 200 tools, each compared with itself alone."""
    found = servers(5, 200)
    benchmark.pedantic(lambda made: made.surveys[0].company, setup=lambda: ((surveyed(found, 20),), {}), rounds=1)
    assert benchmark.stats.stats.min <= 6.0


@pytest.mark.benchmark(timer=time.process_time)
def test_labelled_searches(benchmark: Any) -> None:
    """200 searches over 2,000 tools, the file read from text."""
    (catalog,) = servers(1, 2_000)
    lines = draft((catalog,)).replace("  draft: true\n", "").split("\n\n")[:201]
    data = "\n\n".join(lines).encode()
    index = Mount((catalog,)).index()
    score = benchmark.pedantic(lambda: run(index, read("q.yaml", data, (catalog,)).counted), rounds=2)
    assert score.outcomes
    assert benchmark.stats.stats.min <= 6.0
