"""A repository with a configuration, a committed dump and code: findings and ignores on the lines of the code."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from catalint.cli import main

PROJECT = Path(__file__).parents[2] / "fixtures" / "projects" / "harbour"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = shutil.copytree(PROJECT, tmp_path / "harbour")
    monkeypatch.chdir(folder)
    return folder


def check(form: str, *arguments: str) -> Any:
    run = CliRunner().invoke(main, ["check", "--format", form, *arguments])
    assert run.exception is None or isinstance(run.exception, SystemExit), run.output
    return json.loads(run.stdout)


def test_findings_stand_in_the_code(project: Path) -> None:
    report = check("json")
    (finding,) = report["findings"]
    assert (finding["rule"], finding["tool"]) == ("restated-name", "berth_prices")
    place = finding["location"]
    line = (project / "python" / "server.py").read_text().splitlines()[place["start_line"] - 1]
    assert (place["path"], place["how"]) == ("python/server.py", "code")
    assert line[place["start_column"] - 1 : place["end_column"] - 1] == '"Berth prices."'
    (taken,) = report["suppressed"]
    assert taken["suppressed"] == "the handbook tells the rest (ignored at python/office.py:7)"


@pytest.mark.usefixtures("project")
def test_code_of_the_command_line() -> None:
    report = check("json", "--no-config", "harbour.tools.json", "--code", "python/*.py")
    assert [finding["location"]["path"] for finding in report["findings"]] == ["python/server.py"]


@pytest.mark.usefixtures("project")
def test_sarif_names_the_line_and_no_fix_of_it() -> None:
    (run,) = check("sarif")["runs"]
    (result,) = run["results"]
    (location,) = result["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == "python/server.py"
    assert location["physicalLocation"]["region"]["startLine"] == location["physicalLocation"]["region"]["endLine"]
    changed = [
        change["artifactLocation"]["uri"] for fix in result.get("fixes", ()) for change in fix["artifactChanges"]
    ]
    assert "python/server.py" not in changed


def test_an_ignore_that_is_of_no_use_is_found_at_its_comment(project: Path) -> None:
    file = project / "python" / "office.py"
    file.write_text(file.read_text().replace('"""Open lock."""', '"""Open a lock once the water stands level."""'))
    dump = project / "harbour.tools.json"
    dump.write_text(dump.read_text().replace("Open lock.", "Open a lock once the water stands level."))
    unused = [finding for finding in check("json")["findings"] if finding["rule"] == "unused-ignore"]
    assert [(each["location"]["path"], each["location"]["start_line"]) for each in unused] == [("python/office.py", 7)]
