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
KEYS = frozenset(
    ("id", "name", "description", "entry", "language", "pass_filenames", "require_serial", "files", "exclude")
)
SERVER = ROOT / "fixtures" / "servers" / "plain_stdio.py"


def _tool(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "inputSchema": {"type": "object", "properties": {}}, **more}


GOOD = _tool("renew_reader_card", description="Extend a reader's card by one year and return the new expiry date.")


@pytest.fixture(scope="module")
def hooks() -> dict[str, dict[str, Any]]:
    found = YAML(typ="safe", pure=True).load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    return {each["id"]: each for each in found}


@pytest.fixture
def hook(hooks: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return hooks["catalint"]


@pytest.fixture
def server_hook(hooks: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return hooks["catalint-server"]


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
    if not hook.get("pass_filenames", True):
        return []
    listed = subprocess.run(["git", "ls-files"], cwd=project, capture_output=True, text=True, check=True)
    names = listed.stdout.splitlines()
    return [name for name in names if re.search(hook["files"], name) and not re.search(hook["exclude"], name)]


def run(hook: dict[str, Any], project: Path, *more: str) -> subprocess.CompletedProcess[str]:
    program, *arguments = shlex.split(hook["entry"])
    assert program == "catalint"
    command = [sys.executable, "-m", program, *arguments, *more, *passed_files(hook, project)]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)


def test_manifest(hooks: dict[str, dict[str, Any]]) -> None:
    assert list(hooks) == ["catalint", "catalint-server"]
    for each in hooks.values():
        assert set(each) <= KEYS
        assert each["language"] == "python"
        assert each["require_serial"] is True
    assert hooks["catalint-server"]["pass_filenames"] is False


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
        ("server/catalint.yaml", False),
        ("catalint.baseline.json", False),
        ("catalint.tools.json", True),
        ("src/main.py", False),
        ("json", False),
    ],
)
def test_which_files_are_passed(hook: dict[str, Any], name: str, passed: bool) -> None:
    assert bool(re.search(hook["files"], name) and not re.search(hook["exclude"], name)) is passed


def test_a_clean_catalog_beside_other_files(hook: dict[str, Any], project: Path) -> None:
    result = run(hook, project)
    left_out = "2 files are no tool catalogs and were left out (compose.yaml and settings.json)"
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


def _name_server(project: Path) -> None:
    command = json.dumps([sys.executable, str(SERVER)])
    text = f"servers: {{harbour: {{dump: build/harbour.tools.json, command: {command}}}}}\n"
    (project / "catalint.yaml").write_text(text, encoding="utf-8")


def _refresh(project: Path, command: str) -> None:
    program, *arguments = shlex.split(command)
    subprocess.run([sys.executable, "-m", program, *arguments], cwd=project, capture_output=True, check=True)


def test_the_server_is_held_against_its_dump(server_hook: dict[str, Any], project: Path) -> None:
    _name_server(project)
    assert run(server_hook, project).returncode == 3  # there is no dump yet
    _refresh(project, "catalint dump --start")
    assert run(server_hook, project).returncode == 0
    dump = project / "build" / "harbour.tools.json"
    dump.write_text(dump.read_text(encoding="utf-8").replace("of one basin", "of a basin"), encoding="utf-8")
    stale = run(server_hook, project)
    assert stale.returncode == 1
    place = r"build/harbour\.tools\.json:\d+:\d+: error\[stale-dump\]"
    assert re.search(rf"{place} The dump is not what the server lists now: `find_free_berths` differs", stale.stdout)
    command = re.search(r"Refresh it: `(.+?)`", stale.stdout)
    assert command
    _refresh(project, command.group(1))
    assert run(server_hook, project).returncode == 0


def test_without_servers_in_the_configuration(server_hook: dict[str, Any], project: Path) -> None:
    result = run(server_hook, project)
    assert result.returncode == 2
    assert "name servers in catalint.yaml" in result.stderr
