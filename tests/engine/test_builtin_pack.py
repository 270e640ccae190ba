"""Loading the built-in rules where they, or something that they need, are not there."""

from __future__ import annotations

import importlib
from types import ModuleType

import pytest

from catalint import pack
from catalint.errors import ConfigError


def _without(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    def fail(_: str) -> ModuleType:
        raise ModuleNotFoundError(f"No module named {missing!r}", name=missing)

    monkeypatch.setattr(importlib, "import_module", fail)


def test_a_checkout_without_an_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    _without(monkeypatch, "catalint_rules")
    with pytest.raises(ConfigError, match="install catalint, a checkout alone has no rules"):
        pack.load()


def test_a_fault_inside_the_rules_is_no_matter_of_installing(monkeypatch: pytest.MonkeyPatch) -> None:
    _without(monkeypatch, "rapidfuzz")
    with pytest.raises(ModuleNotFoundError, match="rapidfuzz"):
        pack.load()
