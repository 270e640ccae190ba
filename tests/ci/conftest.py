"""Steps of the files under docs/ci, run as their forges run them, with this environment's catalint."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

CI = Path(__file__).parents[2] / "docs" / "ci"


def load(name: str) -> Any:
    """A file of docs/ci; a key that stands twice is an error."""
    return YAML(typ="safe", pure=True).load((CI / name).read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Ran:
    """What a step did: its exit code, its log (both streams), and the files that it was given to write to."""

    code: int
    log: str
    summary: str = ""
    outputs: Mapping[str, str] | None = None


def script(path: Path, text: str) -> Path:
    """An executable shell script."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def install(folder: Path) -> None:
    """What the step that installs leaves behind: a folder with Python and catalint."""
    python = shlex.quote(sys.executable)
    script(folder / "bin" / "python", f'exec {python} "$@"')
    script(folder / "bin" / "catalint", f'exec {python} -m catalint "$@"')


def shell(command: list[str], folder: Path, environment: Mapping[str, str]) -> tuple[int, str]:
    """Run a shell with nothing of this environment but the path; returns the exit code and both streams as one."""
    kept = {
        name: os.environ[name] for name in ("PATH", "HOME", "LANG", "PYTHONDONTWRITEBYTECODE") if name in os.environ
    }
    done = subprocess.run(
        command,
        cwd=folder,
        env={**kept, "PYTHONIOENCODING": "utf-8", **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    return done.returncode, done.stdout


def tool(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "inputSchema": {"type": "object", "properties": {}}, **more}


GOOD = tool("renew_reader_card", description="Extend a reader's card by one year and return the new expiry date.")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A checkout: a good catalog, a faulty one whose texts are commands, and one that is cut off."""
    folder = tmp_path / "checkout"
    (folder / ".git").mkdir(parents=True)
    evil = "\n::add-mask::x\r\n##[add-mask]y ##[set-output name=z;]w\n::stop-commands::t"
    files = {
        "desk.json": json.dumps({"tools": [GOOD]}),
        "bad.json": json.dumps({"tools": [GOOD, tool(f"lend{evil}"), tool("a$(touch pwned)`touch pwned`b")]}, indent=1),
        "cut.json": json.dumps({"tools": [GOOD]})[:-9],
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def action_step(tmp_path: Path, project: Path) -> Callable[..., Ran]:
    """Runs a step of the action by its name, its inputs as the runner would put them into its environment."""
    steps = {step["name"]: step for step in load("action.yml")["runs"]["steps"]}

    def run(name: str, *, installed: bool = True, **inputs: str) -> Ran:
        temp = tmp_path / "runner temp"
        temp.mkdir(exist_ok=True)
        if installed:
            install(temp / "catalint")
        summary, outputs, file = tmp_path / "summary.md", tmp_path / "outputs", tmp_path / "step.sh"
        for path in (summary, outputs):
            path.write_text("", encoding="utf-8")
        file.write_text(steps[name]["run"], encoding="utf-8")
        given = {f"CATALINT_{key.upper()}": "" for key in ("paths", "args", "fail_on", "version", "python")}
        declared = {key: given[key] for key in steps[name]["env"]}
        environment = {
            **declared,
            **{f"CATALINT_{key.upper()}": value for key, value in inputs.items()},
            "RUNNER_TEMP": str(temp),
            "GITHUB_STEP_SUMMARY": str(summary),
            "GITHUB_OUTPUT": str(outputs),
            "GITHUB_ACTIONS": "true",
            "GITHUB_ACTION_PATH": "/actions/catalint/v7/docs/ci",
            "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_REPOSITORY": "dock/yard",
            "GITHUB_SHA": "0a1b2c3d",
        }
        # the runner's own way to call bash: https://docs.github.com/en/actions/reference/workflows-and-actions
        command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(file)]
        code, log = shell(command, project, environment)
        pairs = [line.partition("=") for line in outputs.read_text(encoding="utf-8").splitlines()]
        return Ran(code, log, summary.read_text(encoding="utf-8"), {key: value for key, _, value in pairs})

    return run


@pytest.fixture(params=[("bash", "-e", "-o", "pipefail"), ("sh", "-e")], ids=["bash", "sh"])
def gitlab_job(request: pytest.FixtureRequest, tmp_path: Path, project: Path) -> Callable[..., Ran]:
    """Runs the script of the GitLab job; its image decides whether the shell is bash."""
    job = load("gitlab.yml")["catalint"]

    def run(part: str = "script", *, installed: bool = True, **variables: str) -> Ran:
        if installed:
            install(project / ".catalint")
        file = tmp_path / "job.sh"
        file.write_text("\n".join(job[part]), encoding="utf-8")
        given = {**job["variables"], **{f"CATALINT_{name.upper()}": value for name, value in variables.items()}}
        environment = {
            "GITLAB_CI": "true",
            "CI_PROJECT_URL": "https://forge.example/dock/yard",
            "CI_COMMIT_SHA": "0a1b",
        }
        code, log = shell([*request.param, str(file)], project, {**environment, **given})
        summary = project / "catalint-reports" / "summary.md"
        return Ran(code, log, summary.read_text(encoding="utf-8") if summary.exists() else "")

    return run
