"""A dump that catalint.yaml names is the same server however a run comes to it, as the pre-commit hook names files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]

CODE = '''\
@mcp.tool()  # catalint: ignore[restated-name] the handbook tells the rest
def close_gate(day: date) -> str:
    """Close gate."""


@mcp.tool()
def open_gate(day: date) -> str:
    """Open gate."""
'''
CONFIG = """\
servers:
  lock: {dump: saved/gates.tools.json, code: ["src/*.py"]}
  quay: {dump: saved/quay.tools.json}
overrides:
  - tools: ["lock/open_*"]
    rules: {restated-name: note}
"""
SAVED = ("saved/gates.tools.json", "saved/quay.tools.json")


@pytest.fixture
def project(run: Run, dump: Callable[..., str], tmp_path: Path) -> Run:
    dump(SAVED[0], close_gate="Close gate.", open_gate="Open gate.")
    dump(SAVED[1], read_tide="Return high and low water of a day, in metres above the gauge.", list_tides="List tides.")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "server.py").write_text(CODE, encoding="utf-8")
    (tmp_path / "catalint.yaml").write_text(CONFIG, encoding="utf-8")
    return run


def report(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def found(result: Result) -> list[tuple[Any, ...]]:
    """What a report says of each finding, with paths in one form."""
    told = report(result)
    keys = ("server", "tool", "rule", "severity", "fingerprint", "suppressed")
    return sorted(
        (Path(each["location"]["path"]).resolve(), each["location"]["start_line"], *map(each.get, keys))
        for each in (*told["findings"], *told["suppressed"])
    )


def test_files_and_configuration_bring_one_report(project: Run) -> None:
    configured = found(project("check", "--format", "json"))
    assert [(path.name, line, *rest[:2], rest[3]) for path, line, *rest in configured] == [
        ("quay.tools.json", 22, "quay", "list_tides", "warning"),
        ("server.py", 3, "lock", "close_gate", "warning"),
        ("server.py", 8, "lock", "open_gate", "note"),
    ]
    assert [rest[-1] is None for _, _, *rest in configured] == [True, False, True]
    for names in (SAVED, (f"./{SAVED[0]}", str(Path(SAVED[1]).resolve())), ("saved",), ("saved/*.json",)):
        assert found(project("check", "--hook", *names, "--format", "json")) == configured, names


def test_a_baseline_of_the_configuration_holds_for_its_files(project: Run) -> None:
    assert project("baseline").exit_code == 0
    for names in ((), SAVED, SAVED[1:]):
        result = project("check", "--hook", *names, "--baseline", "catalint.baseline.json", "--fail-on", "note")
        assert (result.exit_code, result.stderr) == (0, ""), names
        assert "nothing found" in result.stdout


def test_other_names_and_other_files_are_left_as_they_are(project: Run, dump: Callable[..., str]) -> None:
    other = dump("elsewhere/lock.json", read_tide="Return high and low water of a day, in metres above the gauge.")
    told = report(project("check", SAVED[0], other, "--format", "json"))
    assert [each["server"] for each in told["catalogs"]] == ["lock", "elsewhere/lock"]
    told = report(project("check", SAVED[0], "--server-name", "door", "--format", "json"))
    assert {each["location"]["path"] for each in told["findings"]} == {SAVED[0]}
    assert [each["server"] for each in told["catalogs"]] == ["door"]
    told = report(project("check", SAVED[0], "--no-config", "--format", "json"))
    assert [each["server"] for each in told["catalogs"]] == ["gates"]
