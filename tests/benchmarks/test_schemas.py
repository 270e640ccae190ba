"""Time to judge the schemas of 2,000 tools, no two alike, by the rules of the family *schemas*."""

from __future__ import annotations

import copy
import importlib.util
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from catalint.analyses.metaschema import Judge
from catalint.context import Context
from catalint.model import Corpus
from catalint.testing import corpus
from catalint_rules.schemas import RULES

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

_SPEC = importlib.util.spec_from_file_location("catalogs", Path(__file__).with_name("catalogs.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
catalogs = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(catalogs)

TOOLS = 2_000


def spoil(tool: Any) -> Any:
    """Give a tool a fault in each of its parameters and a required name that it does not have."""
    schema = copy.deepcopy(tool["inputSchema"])
    for position, parameter in enumerate(schema["properties"].values()):
        if position % 2:
            parameter["type"] = "float"
        else:
            parameter |= {
                "type": "string",
                "enum": [1],
                "default": 5,
                "minimum": 1,
                "pattern": f"^{tool['name']}\\:(?=a)",
            }
    schema["properties"]["more"] = {"$ref": "#/$defs/More"}
    schema["required"] = [*schema.get("required", []), "nowhere"]
    return {**tool, "inputSchema": schema}


@pytest.fixture(scope="module")
def valid() -> Corpus:
    return corpus({"valid": catalogs.tools(TOOLS)})


@pytest.fixture(scope="module")
def spoilt() -> Corpus:
    return corpus({"spoilt": [spoil(tool) for tool in catalogs.tools(TOOLS)]})


def measure(benchmark: BenchmarkFixture, run: Callable[[], int], limit: float) -> int:
    """Run some times; the best has to stay below `limit` seconds of processor time. Returns what the last run did."""
    spent: list[float] = []

    def timed() -> int:
        start = time.process_time()
        count = run()
        spent.append(time.process_time() - start)
        return count

    count: int = benchmark.pedantic(timed, rounds=3, warmup_rounds=1)  # type: ignore[no-untyped-call]
    assert min(spent) <= limit
    return count


def test_verdicts(benchmark: BenchmarkFixture, valid: Corpus) -> None:
    def run() -> int:
        judge = Judge()
        return sum(len(judge.faults(tool.input_schema)) for tool in valid.tools)

    assert measure(benchmark, run, 0.2) == 0


def test_rules_on_valid_schemas(benchmark: BenchmarkFixture, valid: Corpus) -> None:
    def run() -> int:
        ctx = Context(valid)
        return sum(1 for rule in RULES for _ in rule().run(ctx))

    assert measure(benchmark, run, 0.6) == 0


def test_rules_on_invalid_schemas(benchmark: BenchmarkFixture, spoilt: Corpus) -> None:
    def run() -> int:
        ctx = Context(spoilt)
        return sum(1 for rule in RULES for _ in rule().run(ctx))

    parameters = sum(len(tool.parameters) for tool in spoilt.tools)
    assert measure(benchmark, run, 3.0) >= parameters + TOOLS
