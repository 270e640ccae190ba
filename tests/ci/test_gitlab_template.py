"""The GitLab template of docs/ci: its structure, and what its shell does in bash and in a plain shell."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from catalint import __version__
from catalint.output import WRITERS

from .conftest import GOOD, Ran, load, script, tool

Job = Callable[..., Ran]
JOB = load("gitlab.yml")["catalint"]
REPORTS = ("code-quality.json", "junit.xml", "summary.md", "catalint.json")


def test_structure() -> None:
    assert list(load("gitlab.yml")) == ["catalint"]
    assert set(JOB) == {"stage", "image", "variables", "before_script", "script", "artifacts", "rules"}
    assert {name: value for name, value in JOB["variables"].items() if value} == {"CATALINT_VERSION": __version__}
    used = set(re.findall(r"CATALINT_[A-Z_]+", "\n".join([*JOB["before_script"], *JOB["script"]])))
    assert used == set(JOB["variables"])


def test_reports_are_kept_after_a_failure() -> None:
    artifacts = JOB["artifacts"]
    assert artifacts["when"] == "always"
    files = re.findall(r"--format=(\w+)=catalint-reports/(\S+)", JOB["script"][0])
    assert tuple(file for _, file in files) == REPORTS
    assert {name for name, _ in files} <= set(WRITERS)
    written = {name: f"catalint-reports/{file}" for name, file in files}
    assert artifacts["reports"] == {"codequality": written["gitlab"], "junit": written["junit"]}


def test_it_runs_for_merge_requests_and_on_the_default_branch() -> None:
    assert [rule["if"] for rule in JOB["rules"]] == [
        '$CI_PIPELINE_SOURCE == "merge_request_event"',
        "$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH",
    ]


@pytest.mark.parametrize(
    ("paths", "code", "findings", "unread"),
    [
        ("desk.json", 0, 0, 0),
        ("bad.json", 1, 2, 0),
        ("desk.json\r\ncut.json\r\n", 3, 0, 1),
        ("bad.json\n\ncut.json", 3, 2, 1),
    ],
)
def test_reports_are_written_whatever_the_exit_code(
    *, paths: str, code: int, findings: int, unread: int, gitlab_job: Job, project: Path
) -> None:
    ran = gitlab_job(paths=paths, args="--select\nmissing-description")
    assert ran.code == code, ran.log
    folder = project / "catalint-reports"
    assert sorted(path.name for path in folder.iterdir()) == sorted(REPORTS)
    issues = json.loads((folder / "code-quality.json").read_text(encoding="utf-8"))
    assert len(issues) == findings + unread
    root = ET.parse(folder / "junit.xml").getroot()  # noqa: S314 - the document is ours
    assert (root.attrib["failures"], root.attrib["errors"]) == (str(findings), str(unread))
    assert ran.summary.startswith("## catalint: ")
    if findings:
        assert "](https://forge.example/dock/yard/-/blob/0a1b/bad.json#L" in ran.summary
        assert "error[missing-description]" in ran.log


def test_wrong_usage_fails_the_job(gitlab_job: Job) -> None:
    assert gitlab_job(paths="desk.json", args="--no-such-option").code == 2


def test_severity_to_fail_on(gitlab_job: Job) -> None:
    assert gitlab_job(paths="bad.json", fail_on="never").code == 0


HOSTILE = [
    "$(touch pwned).json",
    "`touch pwned`.json",
    "a;touch pwned;.json",
    "a' 'b.json",
    'a" "b.json',
    "two  words.json",
    "--exit-zero.json",
    "-",
    "\\$HOME.json",
    "~.json",
]


def test_names_of_files_are_names_of_files(gitlab_job: Job, project: Path) -> None:
    for name in HOSTILE:
        (project / name).write_text(json.dumps({"tools": [GOOD, tool("lend")]}), encoding="utf-8")
    before = {path.name for path in project.iterdir()}
    ran = gitlab_job(paths="\n".join(HOSTILE), args="--select\nmissing-description")
    assert ran.code == 1, ran.log
    assert {path.name for path in project.iterdir()} - before == {"catalint-reports", ".catalint"}
    report = json.loads((project / "catalint-reports" / "catalint.json").read_text(encoding="utf-8"))
    assert {finding["location"]["path"].removeprefix("./") for finding in report["findings"]} == set(HOSTILE)


def test_globs_are_for_catalint_alone(gitlab_job: Job, project: Path) -> None:
    """A shell would make an option of a file that is called like one."""
    (project / "--exit-zero").write_text("x", encoding="utf-8")
    assert gitlab_job(paths="[-b]*", args="--select\nmissing-description").code in (1, 3)


def test_a_command_stands_behind_two_dashes(gitlab_job: Job, project: Path) -> None:
    seen = project.parent / "seen"
    script(project / ".catalint" / "bin" / "catalint", f"printf '%s\\n' \"$@\" > '{seen}'")
    gitlab_job(installed=False, args="--\nnode\ndist/my server.js\n--stdio\n*", fail_on="warning")
    given = seen.read_text(encoding="utf-8").splitlines()
    assert given[5:] == ["--fail-on=warning", "--", "node", "dist/my server.js", "--stdio", "*"]


@pytest.mark.parametrize(
    "version", ["", "1.0; touch pwned", "$(touch pwned)", "1.0 @ https://evil.example/x.whl", "1\n2", "../x"]
)
def test_what_is_no_version_is_refused(version: str, gitlab_job: Job, project: Path) -> None:
    ran = gitlab_job("before_script", installed=False, version=version)
    assert ran.code == 2
    assert "no version number" in ran.log
    assert list(project.glob("*catalint*")) == []
    assert not (project / "pwned").exists()


def test_the_version_is_installed_in_an_environment_of_its_own(
    gitlab_job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = tmp_path / "seen"
    python = script(tmp_path / "bin" / "python3", f'mkdir -p "$3/bin"; cp \'{tmp_path}/pip\' "$3/bin/python"')
    script(tmp_path / "pip", f"printf '%s\\n' \"$@\" > '{seen}'")
    monkeypatch.setenv("PATH", f"{python.parent}:/usr/bin:/bin")
    ran = gitlab_job("before_script", installed=False, version="1.0rc1")
    assert ran.code == 0, ran.log
    given = seen.read_text(encoding="utf-8").splitlines()
    assert given[:3] == ["-m", "pip", "install"]
    assert given[-1] == "catalint @ https://github.com/catalint/catalint/archive/refs/tags/v1.0rc1.tar.gz"
