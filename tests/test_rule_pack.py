"""A rule pack of others is installed and run: `fixtures/packs/acme`, as a stranger would write it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PACK = Path(__file__).parents[1] / "fixtures" / "packs" / "acme"
TOOLS = [
    {
        "name": "edit_blocklist",
        "description": "Add an address to the blacklist of the mail gateway, and to the naughty list.",
        "inputSchema": {"type": "object", "properties": {"address": {"type": "string", "description": "Address."}}},
    }
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the pack is installed in, by pip, without network."""
    folder = tmp_path_factory.mktemp("site")
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check", "--quiet"]
    install = [sys.executable, "-m", "pip", "install", *offline, "--target", str(folder), str(PACK)]
    subprocess.run(install, check=True, capture_output=True)
    return folder


def run(folder: Path, site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(site), "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
    )


def check(folder: Path, site: Path, config: str) -> subprocess.CompletedProcess[str]:
    (folder / "catalint.yaml").write_text(config, encoding="utf-8")
    (folder / "mail.json").write_text(json.dumps({"tools": TOOLS}), encoding="utf-8")
    return run(folder, site, "-m", "catalint", "check", "mail.json", "--format", "json")


def words(done: subprocess.CompletedProcess[str]) -> list[str]:
    assert done.returncode == 0, done.stderr
    findings = json.loads(done.stdout)["findings"]
    return [finding["data"]["word"] for finding in findings if finding["rule"] == "acme/banned-word"]


def test_pack_runs_where_the_configuration_names_it(tmp_path: Path, site: Path) -> None:
    assert words(check(tmp_path, site, "packs: [acme]\n")) == ["blacklist"]
    assert words(check(tmp_path, site, "strict: false\n")) == []


def test_options_are_checked_and_taken(tmp_path: Path, site: Path) -> None:
    assert words(check(tmp_path, site, "packs: [acme]\nrules: {acme/banned-word: {words: [naughty]}}\n")) == ["naughty"]
    wrong = check(tmp_path, site, "packs: [acme]\nrules: {acme/banned-word: {wrods: [naughty]}}\n")
    assert wrong.returncode == 2
    assert "catalint.yaml:2:28: acme/banned-word has no option 'wrods'; did you mean 'words'?" in wrong.stderr


def test_missing_pack_is_no_clean_run(tmp_path: Path, site: Path) -> None:
    done = check(tmp_path, site, "packs: [acne]\n")
    assert done.returncode == 2
    assert "no rule pack 'acne' is installed (installed: acme, builtin)" in done.stderr


def test_page_explains_the_rule(tmp_path: Path, site: Path) -> None:
    check(tmp_path, site, "packs: [acme]\n")
    done = run(tmp_path, site, "-m", "catalint", "explain", "acme/banned-word")
    assert done.returncode == 0, done.stderr
    assert "One word for one thing" in done.stdout


def test_its_own_tests_pass(tmp_path: Path, site: Path) -> None:
    done = run(tmp_path, site, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(PACK / "tests"))
    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout
