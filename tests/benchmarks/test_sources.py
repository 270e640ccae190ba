"""CPU time of reading: the scanner, a clean dump, the places of findings, YAML; `make bench` runs it."""

from __future__ import annotations

import importlib.util
import io
import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from catalint import sources
from catalint.sources.jsonfaults import ScanError
from catalint.sources.jsonscan import scan
from catalint.sources.text import Text
from catalint.sources.yamltree import read_yaml

_SPEC = importlib.util.spec_from_file_location("catalogs", Path(__file__).with_name("catalogs.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
catalogs = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(catalogs)

Benchmark = Callable[..., Any]


def cpu(run: Callable[[], object], rounds: int = 5) -> float:
    """The least processor time of some rounds, in seconds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        run()
        best = min(best, time.process_time() - start)
    return best


def dump(tools: int) -> bytes:
    return json.dumps({"tools": catalogs.tools(tools)}, indent=2).encode()


def of_size(characters: int) -> str:
    """A dump of about so many characters."""
    tools = catalogs.tools(20)
    one = len(json.dumps({"tools": tools}, indent=2)) / 20
    return json.dumps({"tools": catalogs.tools(round(characters / one))}, indent=2)


def load(data: bytes) -> sources.Loaded:
    return sources.load(["-"], stdin=io.BytesIO(data))


def place_all(loaded: sources.Loaded) -> int:
    """Look up three places of each tool and one of each parameter."""
    (catalog,) = loaded.corpus.catalogs
    assert catalog.source is not None
    found = 0
    for tool in catalog.tools:
        wheres = [tool.at(), tool.at("description"), tool.at("inputSchema")]
        wheres += [parameter.at("description") for parameter in tool.parameters]
        found += sum(catalog.source.place(where) is not None for where in wheres)
    return found


def test_the_scanner_reads_a_megabyte_in_a_third_of_a_second(benchmark: Benchmark) -> None:
    text = of_size(1_000_000)
    assert len(text) > 900_000
    benchmark(scan, text)
    assert cpu(lambda: scan(text)) <= 0.3


def test_the_scanner_takes_time_linear_in_the_text(benchmark: Benchmark) -> None:
    texts = {size: of_size(size) for size in (200_000, 2_000_000)}
    benchmark.pedantic(scan, (texts[2_000_000],), rounds=3)  # type: ignore[attr-defined]
    small, large = (cpu(partial(scan, text)) / len(text) for text in texts.values())
    assert large <= 2 * small


def test_lines_of_a_log_cost_no_more_than_their_length(benchmark: Benchmark) -> None:
    def log(lines: int) -> bytes:
        return b"[info] listing\n" * lines + b'{"tools": []}'

    benchmark.pedantic(load, (log(20_000),), rounds=3)  # type: ignore[attr-defined]
    assert cpu(lambda: load(log(20_000)), 3) <= 15 * cpu(lambda: load(log(2_000)), 3)


def test_deep_yaml_is_refused_at_once(benchmark: Benchmark) -> None:
    text = "tools:\n" + '"a": [' * 4_000

    def refuse() -> None:
        with pytest.raises(ScanError, match="nested deeper"):
            list(read_yaml(Text("a.yaml", text)))

    benchmark.pedantic(refuse, rounds=3)  # type: ignore[attr-defined]
    assert cpu(refuse, 3) <= 1.0


@pytest.mark.parametrize("text", ["[" * 100_000 + "]" * 100_000, '{"a":' * 100_000 + "1" + "}" * 100_000])
def test_nesting_costs_no_more_than_length(benchmark: Benchmark, text: str) -> None:
    benchmark.pedantic(scan, (text,), rounds=3)  # type: ignore[attr-defined]
    assert cpu(lambda: scan(text), 3) <= 1.0


def test_a_clean_dump_does_not_pay_for_places(benchmark: Benchmark) -> None:
    data = dump(2000)
    benchmark.pedantic(load, (data,), rounds=5)  # type: ignore[attr-defined]
    assert cpu(lambda: load(data)) <= 4 * cpu(lambda: json.loads(data))


def test_places_of_many_findings(benchmark: Benchmark) -> None:
    data = dump(2000)
    benchmark.pedantic(place_all, setup=lambda: ((load(data),), {}), rounds=3)  # type: ignore[attr-defined]
    start = time.process_time()
    assert place_all(load(data)) > 8000
    assert time.process_time() - start <= 2.0


def test_yaml_of_a_hundred_tools(benchmark: Benchmark) -> None:
    from ruamel.yaml import YAML

    stream = io.StringIO()
    YAML(typ="safe", pure=True).dump({"tools": catalogs.tools(100)}, stream)
    data = stream.getvalue().encode()
    benchmark.pedantic(load, (data,), rounds=3)  # type: ignore[attr-defined]
    assert cpu(lambda: load(data), 2) <= 4.0
