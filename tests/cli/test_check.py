from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import catalint_rules
from catalint import Context, Finding, Meta, RulePack, Severity, Tool, ToolRule, pack
from catalint.output import WRITERS

Run = Callable[..., Result]
Dump = Callable[..., str]

GOOD = "Reserve a seat in the reading room for one visitor and one day."
ONE = ("--select", "missing-description")


def findings(result: Result) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(result.stdout)["findings"]
    return found


def test_text(run: Run, dump: Dump) -> None:
    result = run("check", dump(reserve_seat=GOOD, lend_book=None), *ONE)
    assert result.exit_code == 1
    assert "error[missing-description]" in result.stdout
    assert "lend_book" in result.stdout
    assert "\x1b" not in result.stdout
    assert result.stderr == ""


def test_findings_have_file_line_and_column(run: Run, dump: Dump) -> None:
    found = findings(run("check", dump(reserve_seat=GOOD, lend_book=None), *ONE, "--format", "json"))
    assert [finding["tool"] for finding in found] == ["lend_book"]
    assert found[0]["location"]["path"] == "desk.json"
    lines = Path("desk.json").read_text(encoding="utf-8").splitlines()
    assert "lend_book" in "".join(lines[found[0]["location"]["start_line"] - 1 : found[0]["location"]["end_line"]])


def test_the_same_input_gives_the_same_bytes(run: Run, dump: Dump) -> None:
    file = dump(reserve_seat=GOOD, lend_book=None, x="do it")
    for form in WRITERS:
        assert run("check", file, "--format", form).stdout_bytes == run("check", file, "--format", form).stdout_bytes


# exit codes


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), 1),
        (("--fail-on", "error"), 1),
        (("--fail-on", "note"), 1),
        (("--fail-on", "never"), 0),
        (("--exit-zero",), 0),
        (("--ignore", "missing-description"), 0),
    ],
)
@pytest.mark.parametrize("form", sorted(WRITERS))
def test_gate(run: Run, dump: Dump, arguments: tuple[str, ...], code: int, form: str) -> None:
    assert run("check", dump(lend_book=None), *ONE, *arguments, "--format", form).exit_code == code


def test_gate_of_warnings(run: Run, dump: Dump) -> None:
    file = dump(lend_book=None)
    Path("catalint.yaml").write_text("rules: {missing-description: warning}\n", encoding="utf-8")
    assert run("check", file, *ONE).exit_code == 0
    assert run("check", file, *ONE, "--fail-on", "warning").exit_code == 1
    Path("catalint.yaml").write_text("fail-on: warning\nrules: {missing-description: warning}\n", encoding="utf-8")
    assert run("check", file, *ONE).exit_code == 1
    assert run("check", file, *ONE, "--fail-on", "error").exit_code == 0


def test_an_input_that_can_not_be_read_does_not_stop_the_others(run: Run, dump: Dump) -> None:
    file = dump(lend_book=None)
    result = run("check", "nowhere.json", file, *ONE)
    assert result.exit_code == 3
    assert "error[missing-description]" in result.stdout
    assert result.stderr == "catalint: error: nowhere.json: no such file or folder\n"
    assert "(1 input not read)" in result.stdout
    assert run("check", "nowhere.json", file, *ONE, "--exit-zero").exit_code == 3


@pytest.mark.parametrize(("least", "shown"), [("note", 2), ("warning", 1), ("error", 1)])
def test_findings_below_a_severity_are_left_out(run: Run, dump: Dump, least: str, shown: int) -> None:
    file = dump(lend_book=None, search=GOOD)
    arguments = ("check", file, "--select", "missing-description,generic-name", "--format", "json", "--from", least)
    report = json.loads(run(*arguments, "--fail-on", "note").stdout)
    assert len(report["findings"]) == sum(report["summary"].values()) == shown
    assert run(*arguments, "--fail-on", "note").exit_code == 1


def test_quiet_goes_by_the_code_that_comes_out(run: Run, dump: Dump) -> None:
    file = dump(lend_book=None)
    assert run("check", file, *ONE, "--quiet", "--exit-zero").stdout == ""
    assert "missing-description" in run("check", file, *ONE, "--quiet").stdout


def test_a_dash_is_standard_output(run: Run, dump: Dump) -> None:
    file = dump(lend_book=None)
    for arguments in (("--format", "json=-"), ("--format", "json", "-o", "-")):
        assert json.loads(run("check", file, *ONE, *arguments).stdout)["version"] == 1
    assert not Path("-").exists()


def test_two_formats_do_not_go_to_one_file(run: Run, dump: Dump) -> None:
    result = run("check", dump(lend_book=None), "--format", "json=a.out", "--format", "sarif=a.out")
    assert result.exit_code == 2
    assert "two formats can't go to one file, a.out" in result.stderr


def test_a_server_name_is_for_one_catalog(run: Run, dump: Dump) -> None:
    result = run("check", dump("a.json", lend_book=GOOD), dump("b.json", lend_book=GOOD), "--server-name", "x")
    assert result.exit_code == 2
    assert "--server-name names one catalog" in result.stderr


def test_what_was_not_read_is_said_on_standard_error_of_other_formats(run: Run) -> None:
    result = run("check", "nowhere.json", "--format", "json")
    assert result.exit_code == 3
    assert result.stderr.startswith("catalint: error: nowhere.json: ")
    assert result.stderr.count("\n") == 1
    assert [unread["path"] for unread in json.loads(result.stdout)["unread"]] == ["nowhere.json"]


def test_zero_tools_is_no_clean_run(run: Run, dump: Dump) -> None:
    file = dump()
    assert run("check", file).exit_code == 3
    assert run("check", file, "--allow-empty").exit_code == 0


def test_hook_passes_over_files_that_are_no_catalog(run: Run, dump: Dump) -> None:
    Path("package.json").write_text('{"name": "desk", "scripts": {}}', encoding="utf-8")
    assert run("check", "package.json").exit_code == 3
    assert run("check", "--hook", "package.json").exit_code == 0
    result = run("check", "--hook", "package.json", dump(lend_book=None), *ONE)
    assert result.exit_code == 1
    assert "lend_book" in result.stdout


class Crashing(ToolRule[object]):
    meta = Meta("crashing-rule", "Crashes", Severity.NOTE)

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        raise LookupError(f"no {tool.name}")


@pytest.fixture
def crashing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The built-in rules and one that crashes."""
    both = RulePack("builtin", (*catalint_rules.pack.rules, Crashing))
    monkeypatch.setattr(pack, "load", lambda _: (both,))


@pytest.mark.usefixtures("crashing")
def test_a_rule_that_crashes_is_listed_and_the_others_go_on(run: Run, dump: Dump) -> None:
    arguments = ("check", dump(lend_book=None), "--select", "missing-description,crashing-rule")
    result = run(*arguments)
    assert result.exit_code == 4
    assert "catalint: error: rule crashing-rule crashed: LookupError: no lend_book" in result.stderr
    assert "error[missing-description]" in result.stdout
    assert "Traceback" not in result.output
    assert run(*arguments, "--exit-zero", "--fail-on", "never").exit_code == 4
    shown = run("--debug", *arguments, "--format", "json")
    assert "catalint: error: rule crashing-rule crashed: LookupError: no lend_book" in shown.stderr
    assert "Traceback" in shown.stderr
    assert [failure["rule"] for failure in json.loads(shown.stdout)["failures"]] == ["crashing-rule"]


# usage


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((), "nothing to read: name a dump (`catalint check tools.json`)"),
        (("x.json", "--select", "mising-description"), "unknown rule 'mising-description'; did you mean 'missing-desc"),
        (("x.json", "--ignore", "qqq*"), "--ignore: no rule matches 'qqq*'"),
        (
            ("x.json", "--target", "mcp,cluade-desktop"),
            "unknown target 'cluade-desktop'; did you mean 'claude-desktop'?",
        ),
        (("x.json", "--encoding", "o200k"), "unknown encoding 'o200k'; did you mean 'o200k_base'?"),
        (("x.json", "--format", "sarf"), "no format 'sarf'; did you mean 'sarif'?"),
        (
            ("x.json", "--format", "xml"),
            "no format 'xml' (there are: text, json, sarif, markdown, github, gitlab, junit)",
        ),
        (("x.json", "--format", "json="), "'json=' names no file"),
        (("x.json", "--format", "json", "--format", "sarif"), "json and sarif can't go to one place: write sarif=FILE"),
        (("x.json", "--fail-on", "info"), "'info' is not one of 'error', 'warning', 'note', 'never'"),
        (("x.json", "--config", "nowhere.yaml"), "nowhere.yaml: can't be read (No such file or directory)"),
        (("x.json", "--config", "c.yaml", "--no-config"), "--config and --no-config exclude each other"),
        (("x.json", "--root", "nowhere"), "'nowhere' does not exist"),
        (("x.json", "--pluck", "y"), "No such option"),
    ],
)
def test_wrong_usage(run: Run, arguments: tuple[str, ...], error: str) -> None:
    result = run("check", *arguments)
    assert result.exit_code == 2
    assert error in " ".join(result.stderr.split())
    assert result.stdout == ""


def test_a_wrong_configuration_comes_before_everything(run: Run, dump: Dump) -> None:
    Path("catalint.yaml").write_text("fail-on: warnin\nrules: {x: off}\n", encoding="utf-8")
    result = run("check", dump(lend_book=None), "nowhere.json")
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        "catalint: error: catalint.yaml:1:10: unknown value 'warnin'; did you mean 'warning'?",
        "catalint: error: catalint.yaml:2:9: unknown rule 'x' (`catalint rules` lists them)",
    ]
    assert run("check", "desk.json", "--no-config", *ONE).exit_code == 1


# configuration


def test_servers_of_the_configuration(run: Run, dump: Dump, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    dump("build/a.json", lend_book=None)
    dump("build/b.json", find_book=GOOD, return_book=None)
    text = "servers:\n  lending: {dump: build/a.json}\n  archive: {dump: build/b.json}\n"
    Path("catalint.yaml").write_text(text, encoding="utf-8")
    found = findings(run("check", *ONE, "--format", "json"))
    assert [(finding["server"], finding["tool"]) for finding in found] == [
        ("lending", "lend_book"),
        ("archive", "return_book"),
    ]
    monkeypatch.chdir(tmp_path / "build")
    assert len(findings(run("check", *ONE, "--format", "json"))) == 2
    assert len(findings(run("check", "a.json", *ONE, "--format", "json"))) == 1


def test_a_dump_of_the_configuration_that_is_missing(run: Run, dump: Dump) -> None:
    dump("build/a.json", lend_book=GOOD)
    text = "servers: {lending: {dump: build/a.json}, archive: {dump: build/b.json}}\n"
    Path("catalint.yaml").write_text(text, encoding="utf-8")
    result = run("check", *ONE)
    assert result.exit_code == 3
    assert "build/b.json: no such file or folder (named at catalint.yaml:1:42)" in result.stderr


def test_overrides_that_change_nothing_are_named(run: Run, dump: Dump) -> None:
    file = dump(lend_book=None)
    text = "overrides: [{tools: [desk/old_*, desk/lend_book], rules: {missing-description: note}}]\n"
    Path("catalint.yaml").write_text(text, encoding="utf-8")
    result = run("check", file, *ONE)
    assert result.exit_code == 0
    assert result.stderr == (
        "catalint: note: catalint.yaml:1:13: no tool matches 'desk/old_*', which this override names\n"
    )
    assert run("check", file, *ONE, "--quiet").stderr == ""


def test_overrides(run: Run, dump: Dump) -> None:
    file = dump(old_lend=None, lend_book=None, old_find=None)
    Path("catalint.yaml").write_text(
        'overrides:\n  - tools: ["desk/old_*"]\n    rules: {missing-description: off}\n'
        '  - tools: ["desk/old_find"]\n    rules: {missing-description: note}\n',
        encoding="utf-8",
    )
    report = json.loads(run("check", file, *ONE, "--format", "json").stdout)
    assert [(each["tool"], each["severity"]) for each in report["findings"]] == [
        ("lend_book", "error"),
        ("old_find", "note"),
    ]
    assert [each["tool"] for each in report["suppressed"]] == ["old_lend"]
    Path("catalint.yaml").write_text(
        'overrides: [{tools: ["desk"], rules: {missing-description: off}}]\n', encoding="utf-8"
    )
    assert run("check", file, *ONE).exit_code == 0


def test_options_of_a_rule(run: Run, dump: Dump) -> None:
    file = dump(lend_book=GOOD)
    select = ("--select", "oversized-tool", "--format", "json")
    assert findings(run("check", file, *select)) == []
    Path("catalint.yaml").write_text("rules: {oversized-tool: {max-tokens: 20, severity: note}}\n", encoding="utf-8")
    assert [finding["severity"] for finding in findings(run("check", file, *select))] == ["note"]


# output


def test_several_formats_in_one_run(run: Run, dump: Dump) -> None:
    result = run("check", dump(lend_book=None), *ONE, "--format", "sarif=out.sarif", "--format", "json=out.json")
    assert result.exit_code == 1
    assert "error[missing-description]" in result.stdout
    assert json.loads(Path("out.json").read_text(encoding="utf-8"))["summary"]["error"] == 1
    assert json.loads(Path("out.sarif").read_text(encoding="utf-8"))["version"] == "2.1.0"


def test_output_file(run: Run, dump: Dump) -> None:
    file = dump(lend_book=None)
    shown = run("check", file, *ONE, "--format", "json").stdout
    result = run("check", file, *ONE, "--format", "json", "-o", "out.json")
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", "")
    assert Path("out.json").read_text(encoding="utf-8") == shown
    assert run("check", file, *ONE, "-o", "out.txt", "--color", "always").stdout == ""
    assert "error[missing-description]" in Path("out.txt").read_text(encoding="utf-8")


def test_an_output_file_that_can_not_be_written(run: Run, dump: Dump) -> None:
    result = run("check", dump(lend_book=None), *ONE, "-o", "no/such/folder.json")
    assert result.exit_code == 2
    assert result.stderr.startswith("catalint: error: no/such/folder.json: can't be written")


@pytest.mark.parametrize(
    ("arguments", "environment", "colored"),
    [
        ((), {}, False),
        (("--color", "always"), {}, True),
        (("--color", "always"), {"NO_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (("--color", "never"), {"FORCE_COLOR": "1"}, False),
    ],
)
def test_color(run: Run, dump: Dump, arguments: tuple[str, ...], environment: dict[str, str], colored: bool) -> None:
    result = run("check", dump(lend_book=None), *ONE, *arguments, env=environment)
    assert ("\x1b[" in result.stdout) is colored


def test_quiet_prints_nothing_where_nothing_fails(run: Run, dump: Dump) -> None:
    good, bad = dump("good.json", reserve_seat=GOOD), dump(lend_book=None)
    assert run("check", good, *ONE, "--quiet").output == ""
    assert run("check", bad, *ONE, "--quiet").output == run("check", bad, *ONE).output


def test_stats(run: Run, dump: Dump) -> None:
    result = run("check", dump(lend_book=None), *ONE, "--stats", "--format", "json")
    assert json.loads(result.stdout)
    lines = result.stderr.splitlines()
    assert all(re.fullmatch(r" +\d+\.\d{3} s  \S.*", line) for line in lines)
    assert lines == sorted(lines, key=lambda line: -float(line.split()[0]))
    assert {"missing-description", "tokens"} <= {line.split(" s  ")[1] for line in lines}


def test_standard_input(run: Run, dump: Dump) -> None:
    text = Path(dump(lend_book=None)).read_text(encoding="utf-8")
    found = findings(run("check", "-", *ONE, "--format", "json", "--server-name", "desk", input=text))
    assert [finding["server"] for finding in found] == ["desk"]


def test_an_override_for_one_of_two_tools_that_clash(run: Run, dump: Dump) -> None:
    """The one that is left clashes with nothing, though the finding stands at it."""
    file = dump(print_label=GOOD, old_weigh_parcel=GOOD, lend_book="Lend a book to a reader for four weeks.")
    text = "overrides: [{tools: [desk/old_*], rules: {duplicate-description: off}}]\n"
    select = ("--select", "duplicate-description", "--format", "json")
    assert len(findings(run("check", file, *select))) == 1
    Path("catalint.yaml").write_text(text, encoding="utf-8")
    report = json.loads(run("check", file, *select).stdout)
    assert (len(report["findings"]), len(report["suppressed"])) == (0, 1)


def test_links_that_lead_to_themselves(run: Run, dump: Dump) -> None:
    Path("loop.json").symlink_to("loop.json")
    unread = run("check", "loop.json", "--format", "sarif")
    assert unread.exit_code == 3
    assert json.loads(unread.stdout)["runs"][0]["invocations"][0]["executionSuccessful"] is False
    unwritten = run("check", dump(harbour=[]), "--allow-empty", "--output", "loop.json")
    assert unwritten.exit_code == 2
    assert "loop.json: can't be written: a symbolic link that leads to itself" in unwritten.stderr


def test_all_formats_in_one_run(run: Run, dump: Dump) -> None:
    files = [f"--format={name}=reports.{name}" for name in WRITERS if name != "text"]
    result = run("check", dump(reserve_seat=GOOD, lend_book=None), *ONE, *files)
    assert result.exit_code == 1
    assert "error[missing-description]" in result.stdout
    for name in WRITERS:
        if name != "text":
            assert "missing-description" in Path(f"reports.{name}").read_text(encoding="utf-8")
    # a tool without findings is a test that passed
    assert 'name="reserve_seat"' in Path("reports.junit").read_text(encoding="utf-8")


def test_links_lead_to_the_forge_of_the_job(run: Run, dump: Dump, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (
        ("GITLAB_CI", "true"),
        ("CI_PROJECT_URL", "https://forge.example/a/b"),
        ("CI_COMMIT_SHA", "0a1b"),
    ):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    output = run("check", dump(lend_book=None), *ONE, "--format", "markdown").stdout
    assert "](https://forge.example/a/b/-/blob/0a1b/desk.json#L" in output
