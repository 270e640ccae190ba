from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import catalint_rules
from catalint_rules import targets

Run = Callable[..., Result]
Dump = Callable[..., str]


@pytest.fixture
def mixed(tmp_path: Path) -> str:
    """A dump of three tools: one that all take, one with a dot in its name, one with a list of types."""

    def tool(name: str, schema: Any) -> dict[str, Any]:
        text = "Show the level of one reservoir."
        properties = {"reservoir": {"description": "Its number.", **schema}}
        return {
            "name": name,
            "description": text,
            "inputSchema": {"type": "object", "properties": properties, "required": ["reservoir"]},
        }

    tools = [
        tool("show_level", {"type": "string"}),
        tool("level.show", {"type": "string"}),
        tool("show_past_level", {"type": ["string", "null"]}),
    ]
    (tmp_path / "levels.json").write_text(json.dumps({"tools": tools}), encoding="utf-8")
    return "levels.json"


def test_the_list_names_every_target(run: Run) -> None:
    result = run("targets")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    for name in targets.NAMES:
        (line,) = [each for each in lines if each.split()[:1] == [name]]
        assert ("*" in line.split()[:2]) == (name in targets.DEFAULT)


def test_the_list_for_programs_has_all_facts(run: Run) -> None:
    found = json.loads(run("targets", "--format", "json", "--target", "cursor").stdout)
    (cursor,) = found["targets"]
    assert (cursor["name"], cursor["kind"], cursor["default"]) == ("cursor", "client", False)
    limit = next(fact for fact in cursor["facts"] if fact["id"] == "tool-limit")
    assert (limit["value"], limit["confidence"], limit["severity"]) == (80, "uncertain", "warning")
    assert limit["source"].startswith("https://")


def test_the_matrix(run: Run, mixed: str) -> None:
    result = run("targets", mixed, "--target", "mcp,anthropic,gemini,cursor")
    assert result.exit_code == 0
    rows = {line.split()[0]: line.split()[1:] for line in result.stdout.splitlines() if line.startswith("  ")}
    assert rows["tool"] == ["mcp", "anthropic", "cursor", "gemini"]
    assert rows["show_level"] == ["accepted"] * 4
    assert " ".join(rows["level.show"]) == "accepted rejects all dropped accepted"
    assert " ".join(rows["show_past_level"]) == "accepted accepted accepted rejects all"
    assert "anthropic  2 accepted, 1 gets all rejected, so none is usable\n" in result.stdout
    assert "a value that may be null (show_past_level): all 4 targets take" in result.stdout
    assert not result.stdout.endswith("\n\n")
    two = run("targets", mixed, "--target", "mcp,gemini").stdout
    assert "a value that may be null (show_past_level): both targets take" in two


def test_with_many_targets_only_what_goes_wrong_is_listed(run: Run, mixed: str) -> None:
    result = run("targets", mixed, "--target", "all,openai-strict")
    assert "  every tool\n" in result.stdout
    lines = result.stdout.splitlines()
    (start,) = [number for number, line in enumerate(lines) if line == "  show_past_level"]
    assert lines[start + 1] == "    rejects all: copilot-intellij, gemini, vertex"
    some = run("targets", mixed, "--target", "mcp,anthropic,openai,gemini,cursor,vscode,bedrock,kimi").stdout
    assert "  1 tool is accepted by all targets\n" in some


def test_what_a_directory_drops_is_refused(run: Run, mixed: str) -> None:
    output = run("targets", mixed, "--target", "claude-directory,cursor").stdout
    rows = {line.split()[0]: line.split()[1:] for line in output.splitlines() if line.startswith("  ")}
    assert rows["show_level"] == ["refused", "accepted"]
    assert rows["level.show"] == ["refused", "dropped"]
    assert "  claude-directory  3 refused\n" in output
    many = run("targets", mixed, "--target", "all,chatgpt-directory,claude-directory").stdout
    assert "    refused: chatgpt-directory, claude-directory\n" in many


def test_what_is_about_all_tools_is_told_with_how_bad_and_how_sure_it_is(run: Run, dump: Dump) -> None:
    many = dump(**{f"read_gauge_{number}": "Read one gauge." for number in range(129)})
    output = run("targets", many, "--target", "openai,vscode,anthropic").stdout
    assert "  all tools together: openai: rejects all?: A request has 128 tools at most (here 129).\n" in output
    assert "  all tools together: vscode: dropped: A request has 128 tools at most (here 129).\n" in output
    found = json.loads(run("targets", many, "--target", "openai", "--format", "json").stdout)
    (limit,) = found["catalogs"][0]["together"]["openai"]["facts"]
    assert (limit["fact"], limit["count"]) == ("tool-limit", 129)
    assert "  openai     129 accepted, but all together may be rejected\n" in output
    assert "  vscode     129 accepted, but not all together\n" in output
    assert "  anthropic  129 accepted\n" in output


def test_all_leaves_out_what_concerns_only_those_who_use_it(run: Run, mixed: str) -> None:
    def judged_by(chosen: str) -> list[str]:
        found = json.loads(run("targets", mixed, "--target", chosen, "--format", "json").stdout)
        return [target["name"] for target in found["targets"]]

    left_out = [name for name in targets.NAMES if name not in judged_by("all")]
    assert left_out == ["anthropic-strict", "chatgpt-directory", "claude-directory", "openai-legacy", "openai-strict"]
    assert [name for name in judged_by("openai-strict,all") if name in left_out] == ["openai-strict"]
    listed = json.loads(run("targets", "--format", "json").stdout)["targets"]
    assert [target["name"] for target in listed if target["by_name"]] == left_out


def test_a_catalog_without_tools(run: Run) -> None:
    Path("none.json").write_text('{"tools": []}', encoding="utf-8")
    assert run("targets", "none.json").exit_code == 3
    result = run("targets", "none.json", "--allow-empty", "--target", "anthropic")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "  anthropic  no tools\n" in result.stdout


def test_names_of_a_server_are_for_catalogs(run: Run) -> None:
    for option in ("--server-name", "--plugin"):
        result = run("targets", option, "garden")
        assert result.exit_code == 2
        assert "--server-name, --client and --plugin are for catalogs: name one" in result.stderr


def test_the_list_is_wrapped_on_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run("targets").stdout
    monkeypatch.setattr("catalint.cli.console.width", lambda: 80)
    wrapped = run("targets").stdout
    assert max(map(len, plain.splitlines())) > 80
    assert max(map(len, wrapped.splitlines())) <= 80
    assert wrapped.split() == plain.split()
    assert f"\n{' ' * 34}schemas and structured results.\n" in wrapped
    monkeypatch.setattr("catalint.cli.console.width", lambda: 40)
    assert run("targets").stdout.partition("\n* ")[0] == plain.partition("\n* ")[0]


def test_the_matrix_for_programs(run: Run, mixed: str) -> None:
    found = json.loads(run("targets", mixed, "--target", "anthropic,cursor,gemini", "--format", "json").stdout)
    (catalog,) = found["catalogs"]
    verdicts = {tool["tool"]: tool["verdicts"] for tool in catalog["tools"]}
    dotted = verdicts["level.show"]
    assert {name: cell["verdict"] for name, cell in dotted.items()} == {
        "anthropic": "rejects-all",
        "cursor": "drops-tool",
        "gemini": "accepted",
    }
    assert dotted["anthropic"]["facts"][0]["rule"] == "client-name-pattern"
    assert dotted["anthropic"]["facts"][0]["pointer"] == "/tools/1/name"
    (conflict,) = catalog["conflicts"]
    assert conflict["tools"] == ["show_past_level"]
    assert [form["refused_by"] for form in conflict["forms"]][-1] == {"gemini": "single-type"}


def test_where_no_form_suits_all_the_most_taken_comes_first(run: Run, tmp_path: Path) -> None:
    bound = {"type": "integer", "exclusiveMinimum": 0}
    schema = {
        "type": "object",
        "properties": {"share": bound, "list": {"$ref": "#/definitions/L"}},
        "definitions": {"L": {}},
    }
    (tmp_path / "x.json").write_text(
        json.dumps({"tools": [{"name": "fill", "description": "Fill a basin.", "inputSchema": schema}]}),
        encoding="utf-8",
    )
    found = json.loads(run("targets", "x.json", "--target", "all", "--format", "json").stdout)
    for conflict in found["catalogs"][0]["conflicts"]:
        refusals = [len(form["refused_by"]) for form in conflict["forms"]]
        assert refusals == sorted(refusals)
        assert any(refusals)


def test_names_count_with_server_and_plugin(run: Run, mixed: str) -> None:
    plain = run("targets", mixed, "--target", "claude-code").stdout
    assert "rejects all" not in plain
    long = run("targets", mixed, "--target", "claude-code", "--server-name", "s" * 40, "--plugin", "p" * 10).stdout
    assert "rejects all" in long


def test_wrong_usage(run: Run, mixed: str) -> None:
    result = run("targets", mixed, "--target", "cluade-code")
    assert result.exit_code == 2
    assert "unknown target 'cluade-code'; did you mean 'claude-code'?" in result.stderr
    assert run("targets", "missing.json").exit_code == 3


@pytest.mark.parametrize("name", targets.NAMES)
def test_every_target_is_explained(run: Run, name: str) -> None:
    target = targets.load(name)
    result = run("explain", name)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{name}\n")
    page = run("explain", name, "--format", "markdown").stdout
    for fact in target.facts:
        assert f"`{fact.id}`: {fact.text}" in page
        assert f"{fact.date}" in page
        assert f"<{fact.source}>" in page
        assert f" Rule: {fact.rule} ({fact.severity}). {fact.confidence.capitalize()}, " in page
    for remark in target.remarks:
        assert remark.text in page
    assert ("`all` leaves it out" in page) is target.by_name


def test_a_misspelt_target_gets_a_hint(run: Run) -> None:
    result = run("explain", "claude-cod")
    assert result.exit_code == 2
    assert "did you mean 'claude-code'?" in result.stderr


def test_a_pack_without_targets_has_no_say(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import dataclasses

    pack = dataclasses.replace(catalint_rules.pack, load_target=None, judge=None)
    monkeypatch.setattr(catalint_rules, "pack", pack)
    assert "claude" not in run("targets").stdout.splitlines()[0]


def test_a_plugin_that_no_target_makes_use_of_brings_a_note(run: Run, mixed: str) -> None:
    note = "note: --plugin has no effect: no target of this run puts a plugin's name before a tool's; claude-code would"
    for command in (("targets", mixed), ("check", mixed, "--exit-zero")):
        assert note in run(*command, "--plugin", "garden", "--target", "gemini").stderr
        assert "--plugin" not in run(*command, "--plugin", "garden", "--target", "gemini,claude-code").stderr
        assert "--plugin" not in run(*command, "--target", "gemini").stderr


@pytest.mark.parametrize(
    ("name", "meant"), [("GEMINI", "gemini"), ("VS Code", "vscode"), ("claude_code", "claude-code")]
)
def test_case_and_joints_of_a_name_do_not_hide_what_is_meant(run: Run, name: str, meant: str) -> None:
    for command in (("explain", name), ("targets", "--target", name)):
        result = run(*command)
        assert result.exit_code == 2
        assert f"did you mean {meant!r}?" in result.stderr


def test_the_matrix_for_programs_has_the_documented_keys(run: Run, mixed: str) -> None:
    found = json.loads(run("targets", mixed, "--target", "all", "--format", "json").stdout)
    assert list(found) == ["version", "tool", "targets", "catalogs", "unread"]
    assert {tuple(each) for each in found["targets"]} == {("name", "title", "kind")}
    (catalog,) = found["catalogs"]
    assert list(catalog) == ["server", "origin", "tools", "together", "left_out", "conflicts"]
    assert {tuple(each) for each in catalog["tools"]} == {("tool", "verdicts")}
    names = [target["name"] for target in found["targets"]]
    verdicts = [cell for each in catalog["tools"] for cell in each["verdicts"].values()]
    assert all(list(each["verdicts"]) == names for each in catalog["tools"])
    assert {tuple(cell) for cell in verdicts} == {("verdict", "certain", "facts")}
    assert {cell["verdict"] for cell in verdicts} <= {"accepted", "advises", "rewrites", "drops-tool", "rejects-all"}
    assert {tuple(fact) for cell in verdicts for fact in cell["facts"]} == {
        ("fact", "effect", "confidence", "rule", "pointer")
    }
    assert {tuple(each) for each in catalog["conflicts"]} == {("what", "tools", "forms")}
    forms = [form for each in catalog["conflicts"] for form in each["forms"]]
    assert {tuple(form) for form in forms} == {("form", "keeps_meaning", "taken_by", "refused_by")}
    for form in forms:
        assert sorted([*form["taken_by"], *form["refused_by"]]) == sorted(names)
