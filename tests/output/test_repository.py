from __future__ import annotations

from pathlib import Path

import pytest

from catalint.output.repository import Repository, blob_address

GITHUB = {
    "GITHUB_ACTIONS": "true",
    "GITHUB_SERVER_URL": "https://github.com",
    "GITHUB_REPOSITORY": "dock/yard",
    "GITHUB_SHA": "0a1b2c",
}
GITLAB = {"GITLAB_CI": "true", "CI_PROJECT_URL": "https://gitlab.example/a/b", "CI_COMMIT_SHA": "0a1b2c"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    yard = tmp_path / "yard"
    (yard / "dumps").mkdir(parents=True)
    (yard / "dumps" / "harbour.json").touch()
    (yard / "latest.json").symlink_to("dumps/harbour.json")
    (yard / "away.json").symlink_to(tmp_path / "elsewhere.json")
    return yard


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("harbour.json", "dumps/harbour.json"),
        ("./x/../harbour.json", "dumps/harbour.json"),
        ("../latest.json", "dumps/harbour.json"),
        ("../away.json", "away.json"),
        ("../../elsewhere.json", None),
        ("/etc/harbour.json", None),
        ("-", None),
        ("stdin", None),
        ("./stdin", "dumps/stdin"),
        ("", None),
        ("har\0bour.json", None),
        ("har\ud800bour.json", None),
    ],
)
def test_names(path: str, name: str | None, root: Path) -> None:
    assert Repository(root / "dumps", root).name(path) == name


def test_links(root: Path) -> None:
    inside = Repository(root, root)
    assert inside.link("dumps/a b#1)(%.json", 12) == "dumps/a%20b%231%29%28%25.json#L12"
    assert inside.link("javascript:alert(1)") == "javascript%3Aalert%281%29"
    assert inside.link("/etc/harbour.json", 3) == ""
    outside = Repository(root, root, "https://forge.example/dock/yard/blob/0a1b")
    assert outside.link("x.json", 2) == "https://forge.example/dock/yard/blob/0a1b/x.json#L2"


@pytest.mark.parametrize(
    ("environment", "address"),
    [
        ({}, ""),
        (GITHUB, "https://github.com/dock/yard/blob/0a1b2c"),
        ({**GITHUB, "GITEA_ACTIONS": "true"}, "https://github.com/dock/yard/src/commit/0a1b2c"),
        ({**GITHUB, "GITHUB_ACTIONS": ""}, ""),
        ({**GITHUB, "GITHUB_SHA": ""}, ""),
        ({**GITHUB, "GITHUB_SERVER_URL": "https://x) [y](https://z"}, ""),
        ({**GITHUB, "GITHUB_SERVER_URL": "javascript:x"}, ""),
        (GITLAB, "https://gitlab.example/a/b/-/blob/0a1b2c"),
        ({**GITLAB, "CI_PROJECT_URL": ""}, ""),
    ],
)
def test_addresses_of_forges(environment: dict[str, str], address: str) -> None:
    assert blob_address(environment) == address
