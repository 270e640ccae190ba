from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import catalint_rules

Run = Callable[..., Result]

RULES = catalint_rules.pack.rules


def entries(result: Result) -> dict[str, dict[str, Any]]:
    return {entry["id"]: entry for entry in json.loads(result.stdout)["rules"]}


def test_table_names_every_rule_below_its_family(run: Run) -> None:
    result = run("rules")
    assert result.exit_code == 0
    family = ""
    found = {}
    for line in result.stdout.splitlines():
        if line and not line.startswith(" "):
            family = line
        elif line:
            found[line.split()[0]] = (family, line.split()[1])
    assert set(found) == {rule.meta.id for rule in RULES}
    for rule in RULES:
        expected = "strict" if rule.meta.profile == "strict" else str(rule.meta.severity)
        assert found[rule.meta.id] == (rule.family(), expected)


def test_json(run: Run) -> None:
    found = entries(run("rules", "--format", "json"))
    assert set(found) == {rule.meta.id for rule in RULES}
    entry = found["oversized-tool"]
    assert entry["family"] == "tokens"
    assert entry["severity"] == entry["default_severity"] == "warning"
    assert entry["enabled"]
    assert entry["help"].endswith("/tokens/oversized_tool.md")
    assert entry["options"]["max-tokens"]["default"] == 1000


def test_configuration_shows(run: Run) -> None:
    Path("catalint.yaml").write_text(
        "rules: {oversized-tool: error, missing-description: off, duplicate-name: {severity: note}}\n", encoding="utf-8"
    )
    found = entries(run("rules", "--format", "json"))
    assert found["oversized-tool"]["severity"] == "error"
    assert not found["missing-description"]["enabled"]
    assert found["duplicate-name"]["severity"] == "note"
    assert entries(run("rules", "--format", "json", "--no-config"))["missing-description"]["enabled"]
    lines = {line.split()[0]: line.split()[1] for line in run("rules").stdout.splitlines() if line.startswith("  ")}
    assert (lines["oversized-tool"], lines["missing-description"], lines["duplicate-name"]) == ("error", "off", "note")


def test_strict(run: Run) -> None:
    assert all(entry["enabled"] for entry in entries(run("rules", "--strict", "--format", "json")).values())


def test_markdown_links_every_page(run: Run) -> None:
    text = run("rules", "--format", "markdown").stdout
    for rule in RULES:
        assert f"| [{rule.meta.id}]({catalint_rules.pack.help_url(rule)}) |" in text


@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_a_wrong_configuration_is_told(run: Run, form: str) -> None:
    Path("catalint.yaml").write_text("select: [nmaes]\n", encoding="utf-8")
    result = run("rules", "--format", form)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "catalint: error: catalint.yaml:1:10: unknown rule 'nmaes'; did you mean 'names'?\n"


@pytest.mark.parametrize("width", [80, 62, 40])
def test_the_table_fits_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    whole = run("rules").stdout
    monkeypatch.setattr("catalint.cli.console.width", lambda: width)
    lines = run("rules").stdout.splitlines()
    assert [line for line in lines if len(line) > width] == []
    assert sorted(" ".join(lines).split()) == sorted(whole.split())
    assert max(map(len, whole.splitlines())) > 80
