"""Findings per rule over our own catalogs: what a change of a rule does to them shows in the diff of the snapshot."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from catalint import engine, pack
from catalint.context import Context
from catalint.sources import load

FIXTURES = Path(__file__).parents[2] / "fixtures"


def counts(file: Path) -> dict[str, int]:
    """The number of findings by rule and severity, all rules that run by default."""
    loaded = load([str(file)])
    assert not loaded.unread
    rules = [rule() for rule in pack.load()[0].rules if rule.meta.profile == "default"]
    report = engine.run(Context(loaded.corpus, targets=("mcp", "anthropic", "openai")), rules)
    assert not report.failures
    return dict(sorted(Counter(f"{result.severity}[{result.finding.rule}]" for result in report.results).items()))


@pytest.mark.parametrize("file", sorted((FIXTURES / "catalogs").glob("*.json")), ids=lambda file: file.stem)
def test_catalogs_with_faults(file: Path, snapshot: SnapshotAssertion) -> None:
    assert counts(file) == snapshot


@pytest.mark.parametrize("file", sorted((FIXTURES / "benign").glob("*.json")), ids=lambda file: file.stem)
def test_benign_catalogs_stay_silent(file: Path) -> None:
    assert counts(file) == {}
