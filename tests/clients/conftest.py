"""The fixtures of all clients, and configurations written down in a test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from catalint.clients import Configuration, Entry, read

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "fixtures" / "clients"
FILES = sorted(
    file.relative_to(ROOT).as_posix() for file in FOLDER.rglob("*") if file.is_file() and file.suffix != ".env"
)
# What the fixtures ask for; TIDES_TOKEN and others are left out.
ENVIRONMENT = {
    "HOME": "/home/keeper",
    "PARCELS_KEY": "parcels-key-of-the-environment",
    "PILOTS_KEY": "pilots-key-of-the-environment",
    "FERRY_LINE": "line-7",
    "FERRY_TOKEN": "ferry-token-of-the-environment",
    "FREIGHT_HOME": "/srv/freight",
    "COLD_TOKEN": "cold-token-of-the-environment",
    "COLD_SHIFT": "night-shift",
    "YARD": "east-yard",
    "HULLS_KEY": "hulls-key-of-the-environment",
    "WINCH_TOKEN": "winch-token-of-the-environment",
    "LOCKS_KEY": "locks-key-of-the-environment",
}

Read = Callable[..., Configuration]


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.fixture
def fixture() -> Callable[[str], dict[str, Entry]]:
    """The entries of a file under fixtures/clients, by name."""

    def entries(name: str) -> dict[str, Entry]:
        path = f"fixtures/clients/{name}"
        return {entry.name: entry for entry in read(path, (ROOT / path).read_bytes(), ENVIRONMENT).entries}

    return entries
