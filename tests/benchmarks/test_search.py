"""Processor time of the search index and of the predictor; `make bench` runs it."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from catalint.model import Tool, build_catalog
from catalint.search import tokenization
from catalint.search.bm25 import Bm25
from catalint.search.document import Document
from catalint.search.findability import judge
from catalint.search.mount import Mount
from catalint.search.pattern import PatternSearch
from catalint.search.retrievers import RETRIEVERS
from catalint.testing import lint
from catalint.words import stem
from catalint_rules.discoverability import RULES

_SPEC = importlib.util.spec_from_file_location("catalogs", Path(__file__).with_name("catalogs.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
catalogs = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(catalogs)


def tools(count: int) -> Sequence[Tool]:
    return build_catalog("bench", catalogs.tools(count)).tools


def build(found: Sequence[Tool]) -> Bm25:
    """An index from nothing, stems included."""
    stem.cache_clear()
    tokenization.ENGLISH.split.cache_clear()  # type: ignore[attr-defined]
    return Bm25(Document(tool) for tool in found)


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("limits", [(30, 0.03), (2_000, 0.5), (10_000, 3.0)], ids=lambda limits: limits[0])
def test_index(benchmark: Any, limits: tuple[int, float]) -> None:
    """Tools, seconds."""
    count, seconds = limits
    benchmark.pedantic(build, (tools(count),), rounds=3, warmup_rounds=1)
    assert benchmark.stats.stats.min <= seconds


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("limits", [(30, 0.1), (2_000, 2.5), (10_000, 15.0)], ids=lambda limits: limits[0])
def test_findability(benchmark: Any, limits: tuple[int, float]) -> None:
    """Tools, seconds; the index is there."""
    count, seconds = limits
    found = tools(count)

    def fresh() -> tuple[tuple[Bm25], dict[str, Any]]:
        return (Bm25(Document(tool) for tool in found),), {}

    benchmark.pedantic(judge, setup=fresh, rounds=3 if count < 5_000 else 1)
    assert benchmark.stats.stats.min <= seconds


# Seconds to judge 2,000 tools of twenty servers, beyond those that BM25 takes for it.
BEYOND = {"regex": 2.0, "one-line": 3.0, "namespace": 0.5, "embedding": 5.0}
KINDS = list(RETRIEVERS)


def servers() -> Mount:
    entries = catalogs.tools(2_000)
    return Mount(
        [build_catalog(f"desk {start // 100}", entries[start : start + 100]) for start in range(0, 2_000, 100)]
    )


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("kind", KINDS)
def test_task(benchmark: Any, kind: str) -> None:
    """One search for a task by each kind; the index is there."""
    found = RETRIEVERS[kind].build(servers())
    found.find("list the open invoices of a customer at desk 3")
    benchmark.pedantic(found.find, ("send a reminder for the invoices of a customer at desk 3",), rounds=5)
    assert benchmark.stats.stats.min <= 0.1


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("kind", KINDS)
def test_judgement(benchmark: Any, kind: str) -> None:
    """How findable all tools are by each kind, from nothing."""
    start = time.process_time()
    RETRIEVERS["bm25"].judge(servers())
    base = time.process_time() - start
    benchmark.pedantic(RETRIEVERS[kind].judge, setup=lambda: ((servers(),), {}), rounds=1)
    assert benchmark.stats.stats.min <= base + BEYOND.get(kind, base)


@pytest.mark.benchmark(timer=time.process_time)
def test_pattern(benchmark: Any) -> None:
    """One pattern over 2,000 tools."""
    found = PatternSearch([Document(tool) for tool in tools(2_000)])
    found.search("(?i)invoice")
    benchmark.pedantic(found.search, ("(?i)invoice.*customer",), rounds=5)
    assert benchmark.stats.stats.min <= 0.1


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("limits", [(30, 0.1), (2_000, 3.0)], ids=lambda limits: limits[0])
def test_rules(benchmark: Any, limits: tuple[int, float]) -> None:
    """Tools, seconds, for all rules of the family with index and predictor."""
    count, seconds = limits
    entries = catalogs.tools(count)
    report = benchmark.pedantic(lint, (entries, [rule() for rule in RULES]), rounds=3, warmup_rounds=1)
    assert report.failures == ()
    assert benchmark.stats.stats.min <= seconds
