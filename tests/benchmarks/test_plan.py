"""Processor time of `catalint plan`, predictions of all its searches and crossovers included; `make bench` runs it."""

from __future__ import annotations

import importlib.util
import time
from pathlib import Path
from typing import Any

import pytest

from catalint.context import Context
from catalint.model import Corpus, build_catalog
from catalint.output.planning import text
from catalint.planning.figures import standard
from catalint.planning.plan import Request, make_plan
from catalint.search.mount import Mount

_SPEC = importlib.util.spec_from_file_location("catalogs", Path(__file__).with_name("catalogs.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
catalogs = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(catalogs)


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("provider", ["anthropic", "openai", "gemini"])
@pytest.mark.parametrize("limits", [(200, 1.0), (2_000, 5.5)], ids=lambda limits: limits[0])
def test_plan(benchmark: Any, limits: tuple[int, float], provider: str) -> None:
    """Tools, seconds."""
    count, seconds = limits
    entries = list(catalogs.tools(count))

    def make() -> str:
        found = (build_catalog("server", entries),)
        plan = make_plan(Context(Corpus(found)), standard(), Request(provider=provider), Mount(found))
        return text.write(plan, (), text.View())

    assert benchmark.pedantic(make, rounds=2)
    assert benchmark.stats.stats.min <= seconds
