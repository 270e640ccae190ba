"""What counting costs: the time until the first count, a small and a large dump, and memory."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from catalint.analyses.tokens import TOKENS
from catalint.context import Context
from catalint.model import Corpus, build_catalog
from catalint.tokenizer import TABLE
from catalint.tokenizer.bpe import TableCounter
from catalint.tokenizer.table import Table

READY = """
import json, resource, sys, time
import catalint
start = time.process_time()
from catalint import tokenizer
tokenizer.counter().count("Return one invoice.")
print(json.dumps([time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss]))
"""


def _catalogs() -> ModuleType:
    spec = importlib.util.spec_from_file_location("catalogs", Path(__file__).with_name("catalogs.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_ready(benchmark: Any) -> None:
    """Seconds from nothing imported to the first count, in a fresh process."""

    def start() -> list[float]:
        run = subprocess.run([sys.executable, "-c", READY], capture_output=True, text=True, check=True)
        found: list[float] = json.loads(run.stdout)
        return found

    samples = [start() for _ in range(9)]
    benchmark.pedantic(start, rounds=1)
    seconds, memory = min(sample[0] for sample in samples), min(sample[1] for sample in samples)
    benchmark.extra_info |= {"ready": round(seconds, 4), "memory": memory}
    assert seconds <= 0.04


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("limits", [(14, 0.02), (2_000, 1.0), (10_000, 4.0)], ids=lambda limits: limits[0])
def test_analysis(benchmark: Any, limits: tuple[int, float], monkeypatch: pytest.MonkeyPatch) -> None:
    """Tools and seconds of a first run: a table opened anew, no piece merged yet."""
    count, seconds = limits
    tools = _catalogs().tools(count)

    def prepare() -> tuple[tuple[Context], dict[str, Any]]:
        fresh = TableCounter("o200k_base", Table(TABLE))
        monkeypatch.setattr("catalint.tokenizer.counter", lambda _: fresh)
        return (Context(Corpus((build_catalog("bench", tools),))),), {}

    counted = benchmark.pedantic(lambda ctx: ctx.get(TOKENS), setup=prepare, rounds=3)
    assert len(counted) == count
    assert benchmark.stats.stats.min <= seconds
