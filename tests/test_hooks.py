"""The pre-commit hook: its manifest is valid, and what it runs does what a commit needs.

pre-commit itself is not needed: it runs `entry` with those staged files that `files` matches and `exclude` does not
(https://pre-commit.com/#new-hooks).
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[1]
KEYS = frozenset(("id", "name", "description", "entry", "language", "require_serial", "files", "exclude"))


def _tool(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "inputSchema": {"type": "object", "properties": {}}, **more}


GOOD = _tool("renew_reader_card", description="Extend a reader's card by one year and return the new expiry date.")


@pytest.fixture(scope="module")
def hook() -> dict[str, Any]:
    hooks = YAML(typ="safe", pure=True).load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert [each["id"] for each in hooks] == ["catalint"]
    found: dict[str, Any] = hooks[0]
    return found


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with a committed dump and files of other kinds."""
    files = {
        "build/desk.tools.json": json.dumps({"tools": [GOOD]}),
        "package.json": '{"name": "desk", "tools": "none"}',
        "settings.json": '{"theme": "dark"}',
        "compose.yaml": "services: {desk: {image: desk}}\n",
        "src/desk.py": "print('tools')\n",
        "notes.txt": "tools\n",
    }
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "--all"], cwd=tmp_path, check=True)
    return tmp_path


def passed_files(hook: dict[str, Any], project: Path) -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=project, capture_output=True, text=True, check=True)
    names = listed.stdout.splitlines()
    return [name for name in names if re.search(hook["files"], name) and not re.search(hook["exclude"], name)]


def run(hook: dict[str, Any], project: Path, *more: str) -> subprocess.CompletedProcess[str]:
    program, *arguments = shlex.split(hook["entry"])
    assert program == "catalint"
    command = [sys.executable, "-m", program, *arguments, *more, *passed_files(hook, project)]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)


def test_manifest(hook: dict[str, Any]) -> None:
    assert set(hook) <= KEYS
    assert hook["language"] == "python"
    assert hook["require_serial"] is True


@pytest.mark.parametrize(
    ("name", "passed"),
    [
        ("tools.json", True),
        ("build/billing tools.yaml", True),
        ("dumps/a.ndjson", True),
        (".mcp/tools.json", True),
        ("package.json", False),
        ("web/package-lock.json", False),
        ("tsconfig.build.json", False),
        (".eslintrc.json", False),
        ("src/main.py", False),
        ("json", False),
    ],
)
def test_which_files_are_passed(hook: dict[str, Any], name: str, passed: bool) -> None:
    assert bool(re.search(hook["files"], name) and not re.search(hook["exclude"], name)) is passed


def test_a_clean_catalog_beside_other_files(hook: dict[str, Any], project: Path) -> None:
    result = run(hook, project)
    left_out = "2 files are no tool catalogs and were left out (compose.yaml, settings.json)"
    assert (result.returncode, result.stderr) == (0, f"catalint: note: {left_out}\n")
    assert "1 tool," in result.stdout


def test_a_faulty_catalog(hook: dict[str, Any], project: Path) -> None:
    (project / "build" / "desk.tools.json").write_text(json.dumps({"tools": [GOOD, _tool("lend")]}), encoding="utf-8")
    result = run(hook, project)
    assert result.returncode == 1
    assert "build/desk.tools.json:1:" in result.stdout
    assert "error[missing-description]" in result.stdout


def test_a_catalog_that_is_cut_off_is_not_passed_over(hook: dict[str, Any], project: Path) -> None:
    (project / "build" / "desk.tools.json").write_text(json.dumps({"tools": [GOOD]})[:-9], encoding="utf-8")
    assert run(hook, project).returncode == 3


def test_the_configuration_of_the_repository_is_read(hook: dict[str, Any], project: Path) -> None:
    (project / "build" / "desk.tools.json").write_text(json.dumps({"tools": [GOOD, _tool("lend")]}), encoding="utf-8")
    (project / "catalint.yaml").write_text("select: [missing-description]\nfail-on: never\n", encoding="utf-8")
    assert run(hook, project).returncode == 0


def test_arguments_of_the_user_go_before_the_files(hook: dict[str, Any], project: Path) -> None:
    assert run(hook, project, "--select", "missing-description", "--fail-on", "note").returncode == 0


def test_no_file_of_the_repository_is_a_catalog(hook: dict[str, Any], project: Path) -> None:
    (project / "build" / "desk.tools.json").write_text("{}", encoding="utf-8")
    assert run(hook, project).returncode == 0
