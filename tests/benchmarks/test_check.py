"""CPU time and memory of whole `catalint check` processes, with all rules; `make bench` runs it.

The limits are those that the project promises for a machine of today. What is measured is the processor time of the
child, user and system, which other load on the machine changes little; wall time it would double.
"""

from __future__ import annotations

import importlib.util
import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

_SPEC = importlib.util.spec_from_file_location("catalogs", Path(__file__).with_name("catalogs.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
catalogs = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(catalogs)

MEGABYTE = 1_000_000


def cpu() -> float:
    """Seconds of processor time that ended children took so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of the children: compiled modules are kept in a folder of their own, as an installation has them.

    A run that warms up fills it, whatever the checkout and its environment do about `__pycache__`.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(tmp_path_factory.mktemp("compiled"))}


def peak_of(command: list[str], environment: dict[str, str]) -> float:
    """Run a command; returns its largest resident set in megabytes."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode in (0, 1)
    # Linux counts kilobytes, macOS bytes
    return usage.ru_maxrss / MEGABYTE if sys.platform == "darwin" else usage.ru_maxrss * 1024 / MEGABYTE


def command(folder: Path, count: int) -> list[str]:
    dump = folder / f"bench-{count}.json"
    dump.write_text(json.dumps({"tools": catalogs.tools(count)}, indent=2), encoding="utf-8")
    return [sys.executable, "-m", "catalint", "check", "--no-config", str(dump)]


@pytest.mark.benchmark(timer=cpu)
def test_version(benchmark: Any, environment: dict[str, str]) -> None:
    """The floor: what starting costs."""
    call = [sys.executable, "-m", "catalint", "--version"], environment
    benchmark.pedantic(peak_of, call, rounds=9, warmup_rounds=1)
    assert benchmark.stats.stats.min <= 0.15


@pytest.mark.benchmark(timer=cpu)
@pytest.mark.parametrize("limits", [(14, 0.35, 80), (200, 1.0, 120), (2_000, 6.0, 250)], ids=lambda limits: limits[0])
def test_check(benchmark: Any, tmp_path: Path, environment: dict[str, str], limits: tuple[int, float, float]) -> None:
    """Tools, seconds, megabytes."""
    count, seconds, megabytes = limits
    rounds = 7 if count < 100 else 3
    peak = benchmark.pedantic(peak_of, (command(tmp_path, count), environment), rounds=rounds, warmup_rounds=1)
    benchmark.extra_info["megabytes"] = round(peak, 1)
    assert peak <= megabytes
    assert benchmark.stats.stats.min <= seconds


@pytest.mark.benchmark(timer=cpu)
def test_growth(benchmark: Any, tmp_path: Path, environment: dict[str, str]) -> None:
    """Ten times the tools take at most fifteen times the processor time."""
    small, large = command(tmp_path, 200), command(tmp_path, 2_000)
    peak_of(small, environment)
    before = cpu()
    peak_of(small, environment)
    one = cpu() - before
    benchmark.pedantic(peak_of, (large, environment), rounds=1)
    assert benchmark.stats.stats.min <= 15 * one


def test_generator_is_seeded_and_names_differ() -> None:
    first: list[dict[str, Any]] = catalogs.tools(300)
    assert first == catalogs.tools(300)
    assert first != catalogs.tools(300, seed=2)
    assert len({tool["name"] for tool in first}) == 300
