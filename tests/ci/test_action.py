"""The GitHub action of docs/ci: its structure, and what its shell does."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from .conftest import CI, GOOD, Ran, load, script, tool

Step = Callable[..., Ran]
RunnerOfLog = Callable[[str], list[Any]]

ACTION = load("action.yml")
TAGS = "catalint @ https://github.com/catalint/catalint/archive/refs/tags/v"
STEPS = ACTION["runs"]["steps"]
EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}")


# structure


def test_it_is_a_composite_action() -> None:
    assert set(ACTION) == {"name", "description", "author", "inputs", "outputs", "runs"}
    assert ACTION["runs"]["using"] == "composite"
    assert all(set(each) == {"description", "default"} for each in ACTION["inputs"].values())
    assert all(isinstance(each["default"], str) for each in ACTION["inputs"].values())
    assert all(step.get("shell") == "bash" for step in STEPS if "run" in step)
    assert all(("run" in step) != ("uses" in step) for step in STEPS)


def test_no_expression_is_written_into_shell() -> None:
    scripts = [step["run"] for step in STEPS if "run" in step]
    assert len(scripts) == 2
    assert [text for text in scripts if "${{" in text] == []


@pytest.mark.parametrize("file", ["action.yml", "workflow.yml"])
def test_actions_of_others_are_pinned_to_commits(file: str) -> None:
    used = re.findall(r"uses: (.+)", (CI / file).read_text(encoding="utf-8"))
    others = [each for each in used if not each.startswith("catalint/catalint/docs/ci@")]
    assert others
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each) for each in others)


def test_expressions_name_what_there_is() -> None:
    text = (CI / "action.yml").read_text(encoding="utf-8")
    expressions = [*EXPRESSION.findall(text), *re.findall(r"^ +if: (.*)$", text, re.MULTILINE)]
    inputs = {name for expression in expressions for name in re.findall(r"inputs\.([\w-]+)", expression)}
    assert inputs == set(ACTION["inputs"])
    steps = {
        pair for expression in expressions for pair in re.findall(r"steps\.([\w-]+)\.outputs\.([\w-]+)", expression)
    }
    ids = {step["id"]: step for step in STEPS if "id" in step}
    assert {step for step, _ in steps} == set(ids)
    written = set(re.findall(r'echo "([\w-]+)=', ids["check"]["run"])) | {"sarif-file", "json-file"}
    assert {output for step, output in steps if step == "check"} <= written
    assert {output for step, output in steps if step == "python"} == {"python-path"}


def test_variables_of_the_shell_are_set() -> None:
    for step in STEPS:
        used = set(re.findall(r"CATALINT_[A-Z_]+", step.get("run", "")))
        assert used == set(step.get("env", {}))


def test_findings_are_uploaded_after_a_failure() -> None:
    (upload,) = (step for step in STEPS if "upload-sarif" in step.get("uses", ""))
    assert upload["if"].startswith("always() && ")
    assert upload["with"]["sarif_file"] == "${{ steps.check.outputs.sarif-file }}"


def test_the_example_gives_inputs_that_there_are_and_few_permissions() -> None:
    workflow = load("workflow.yml")
    assert workflow["permissions"] == {}
    (job,) = workflow["jobs"].values()
    assert job["permissions"] == {"contents": "read", "security-events": "write"}
    checkout, action = job["steps"]
    assert checkout["with"] == {"persist-credentials": False}
    assert set(action["with"]) <= set(ACTION["inputs"])


def test_the_page_explains_every_input_and_its_examples_use_no_others() -> None:
    page = (CI / "README.md").read_text(encoding="utf-8")
    table = page.partition("| input | meaning |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| `([\w-]+)`", table, re.MULTILINE) == list(ACTION["inputs"])
    blocks = [YAML(typ="safe", pure=True).load(block) for block in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)]
    steps = [step for block in blocks for step in (block.get("steps", []) if isinstance(block, dict) else block)]
    uses = [step for step in steps if isinstance(step, dict) and step.get("uses", "").startswith("catalint/")]
    assert len(uses) == 2
    assert all(set(step["with"]) <= set(ACTION["inputs"]) for step in uses)
    (job,) = (block["catalint"] for block in blocks if "catalint" in block)
    assert set(job["variables"]) <= set(load("gitlab.yml")["catalint"]["variables"])


# the step that checks


@pytest.mark.parametrize(
    ("paths", "more", "code", "headline"),
    [
        ("desk.json", {}, 0, "## catalint: nothing found"),
        ("bad.json", {}, 1, "## catalint: 2 errors"),
        ("bad.json", {"fail_on": "never"}, 0, "## catalint: 2 errors"),
        ("desk.json\ncut.json", {}, 3, "## catalint: 1 input not read; nothing else found"),
        ("bad.json\r\n\r\ncut.json\n", {}, 3, "## catalint: 1 input not read; 2 errors"),
    ],
)
def test_reports_are_written_whatever_the_exit_code(
    *, paths: str, more: dict[str, str], code: int, headline: str, action_step: Step, runner_of_log: RunnerOfLog
) -> None:
    ran = action_step("Check", paths=paths, args="--select\nmissing-description", **more)
    assert ran.code == code
    assert ran.summary.startswith(headline)
    assert ran.outputs is not None
    assert ran.outputs["exit-code"] == str(code)
    sarif = json.loads(Path(ran.outputs["sarif-file"]).read_text(encoding="utf-8"))
    report = json.loads(Path(ran.outputs["json-file"]).read_text(encoding="utf-8"))
    assert len(sarif["runs"][0]["results"]) == len(report["findings"]) == 2 * paths.count("bad.json")
    annotations = runner_of_log(ran.log)
    assert len(annotations) == 2 * paths.count("bad.json") + paths.count("cut.json")
    assert {annotation.name for annotation in annotations} <= {"error"}


def test_the_summary_links_to_the_commit(action_step: Step) -> None:
    ran = action_step("Check", paths="bad.json")
    assert "](https://github.com/dock/yard/blob/0a1b2c3d/bad.json#L" in ran.summary


def test_the_text_report_is_in_the_log(action_step: Step) -> None:
    assert "error[missing-description]" in action_step("Check", paths="bad.json").log


def test_wrong_usage_is_told(action_step: Step, runner_of_log: RunnerOfLog) -> None:
    ran = action_step("Check", paths="desk.json", args="--no-such-option")
    assert ran.code == 2
    assert ran.summary == "## catalint: nothing was checked (exit code 2)\n"
    assert ran.outputs == {"exit-code": "2"}
    (annotation,) = runner_of_log(ran.log)
    assert annotation.data == "nothing was checked (exit code 2): the log says why"
    assert "--no-such-option" in ran.log


def test_what_a_server_prints_is_no_command(action_step: Step, runner_of_log: RunnerOfLog, tmp_path: Path) -> None:
    lines = ("::add-mask::x", "##[add-mask]y", "::stop-commands::z", "::z::", "::error::w")
    fake = script(tmp_path / "runner temp" / "catalint" / "bin" / "catalint", "")
    action_step("Check", paths="desk.json")  # installs the true one, which the fake replaces
    script(
        fake, "\n".join([*(f"echo '{line}'; echo '{line}' >&2" for line in lines), "printf '::error::no end of line'"])
    )
    ran = action_step("Check", installed=False, paths="desk.json")
    assert ran.log.count("::add-mask::x") == 2
    assert [annotation.data for annotation in runner_of_log(ran.log)] == [
        "nothing was checked (exit code 0): the log says why"
    ]


HOSTILE = [
    "$(touch pwned).json",
    "`touch pwned`.json",
    "a;touch pwned;.json",
    "a' ; touch pwned ; '.json",
    'a" ; touch pwned ; ".json',
    "two words  and more .json",
    "&& touch pwned.json",
    "| tee pwned.json",
    "--exit-zero.json",
    "-",
    "\\$HOME.json",
    "${{ github.token }}.json",
    "~.json",
    "!!.json",
]


def test_names_of_files_are_names_of_files(action_step: Step, project: Path) -> None:
    for name in HOSTILE:
        (project / name).write_text(json.dumps({"tools": [GOOD, tool("lend")]}), encoding="utf-8")
    before = sorted(path.name for path in project.iterdir())
    ran = action_step("Check", paths="\n".join(HOSTILE), args="--select\nmissing-description")
    assert ran.code == 1, ran.log
    assert sorted(path.name for path in project.iterdir()) == before
    assert ran.outputs is not None
    report = json.loads(Path(ran.outputs["json-file"]).read_text(encoding="utf-8"))
    assert {finding["location"]["path"].removeprefix("./") for finding in report["findings"]} == set(HOSTILE)


def test_arguments_are_not_shell(action_step: Step, project: Path) -> None:
    ran = action_step(
        "Check", paths="desk.json", args="--select\n$(touch pwned)\n;touch pwned", fail_on="$(touch pwned)"
    )
    assert ran.code == 2
    assert not (project / "pwned").exists()


def test_a_command_stands_behind_two_dashes(action_step: Step, tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    action_step("Check", paths="desk.json")
    script(tmp_path / "runner temp" / "catalint" / "bin" / "catalint", f"printf '%s\\n' \"$@\" > '{seen}'")
    args = "--server-name\ndesk\n--\nnode\ndist/my server.js\n--stdio"
    action_step("Check", installed=False, args=args, fail_on="warning")
    given = seen.read_text(encoding="utf-8").splitlines()
    assert given[0] == "check"
    assert (
        given[-7:] == ["--fail-on=warning", "--server-name", "desk", "--", "node", "dist/my server.js", "--stdio"][-7:]
    )
    assert [each.split("=")[1] for each in given[1:5]] == ["github", "markdown", "sarif", "json"]


# the step that installs


@pytest.mark.parametrize(
    ("version", "wanted"),
    [
        ("", "/actions/catalint/v7/docs/ci/../.."),
        ("0.1.0", f"{TAGS}0.1.0.tar.gz"),
        ("1!2rc1+a", f"{TAGS}1!2rc1+a.tar.gz"),
    ],
)
def test_the_version_is_installed_in_an_environment_of_its_own(
    version: str, wanted: str, action_step: Step, tmp_path: Path
) -> None:
    seen = tmp_path / "seen"
    prepared = script(tmp_path / "prepared", f"printf '%s\\n' \"$@\" > '{seen}'")
    copy = f'mkdir -p "$3/bin" && cp \'{prepared}\' "$3/bin/python"'
    python = script(tmp_path / "python", f'test "$1 $2" = "-m venv" && {copy}')
    ran = action_step("Install catalint", installed=False, version=version, python=str(python))
    assert ran.code == 0, ran.log
    given = seen.read_text(encoding="utf-8").splitlines()
    assert given[:3] == ["-m", "pip", "install"]
    assert given[-1] == wanted


@pytest.mark.parametrize(
    "version",
    [
        "1.0; touch pwned",
        "$(touch pwned)",
        "1.0 @ https://evil.example/x.whl",
        "-r x",
        "1\ntouch pwned",
        "../x",
        "1.0,<2",
    ],
)
def test_what_is_no_version_is_refused(version: str, action_step: Step, tmp_path: Path, project: Path) -> None:
    python = script(tmp_path / "python", f"touch '{tmp_path / 'started'}'")
    ran = action_step("Install catalint", installed=False, version=version, python=str(python))
    assert ran.code == 2
    assert "no version number" in ran.log
    assert not (tmp_path / "started").exists()
    assert not (project / "pwned").exists()
