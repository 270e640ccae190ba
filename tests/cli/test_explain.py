from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import catalint_rules
from catalint import options

Run = Callable[..., Result]

RULES = catalint_rules.pack.rules


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.meta.id)
def test_every_rule(run: Run, rule: type) -> None:
    found = next(each for each in RULES if each is rule)
    result = run("explain", found.meta.id)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{found.meta.id}\n")
    assert "<!--" not in result.stdout
    assert "```" not in result.stdout
    settings = result.stdout.partition("How it is set here\n")[2]
    assert f"  severity: {found.meta.severity}\n" in settings
    for name in options.fields(found):
        assert f"\n  {name}: " in settings


def test_markdown_is_the_page(run: Run) -> None:
    page = next(rule for rule in RULES if rule.meta.id == "oversized-tool").read_page()
    assert run("explain", "oversized-tool", "--format", "markdown").stdout == page


def test_what_the_configuration_sets_is_shown_with_its_place(run: Run) -> None:
    Path("catalint.yaml").write_text(
        "rules:\n  oversized-tool: {severity: error, max-tokens: 1200}\n  missing-description: off\n", encoding="utf-8"
    )
    settings = run("explain", "oversized-tool").stdout.partition("How it is set here\n")[2]
    assert "  runs: on\n" in settings
    assert "  severity: error  (catalint.yaml:2:30)\n" in settings
    assert "  max-tokens: 1200  (catalint.yaml:2:49; default 1000)\n" in settings
    assert "  runs: off" in run("explain", "missing-description").stdout
    assert "catalint.yaml" not in run("explain", "oversized-tool", "--no-config").stdout


def test_nothing_of_the_configuration_reaches_a_terminal_that_would_obey_it(run: Run) -> None:
    Path("catalint.yaml").write_text(
        'overrides: [{tools: ["desk/\\e[31m*"], rules: {oversized-tool: note}}]\n', encoding="utf-8"
    )
    assert "  note for desk/\\x1b[31m*  (catalint.yaml:1:13)\n" in run("explain", "oversized-tool").stdout


def test_unknown_rule(run: Run) -> None:
    result = run("explain", "oversize-tool")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "catalint: error: unknown rule or target 'oversize-tool'; did you mean 'oversized-tool'?\n"


def test_color(run: Run) -> None:
    assert "\x1b[1moversized-tool\x1b[0m" in run("explain", "oversized-tool", "--color", "always").stdout
    assert "\x1b" not in run("explain", "oversized-tool").stdout


def test_a_family_is_told_with_its_rules(run: Run) -> None:
    result = run("explain", "namespaces")
    members = sorted(rule.meta.id for rule in RULES if rule.family() == "namespaces")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"catalint: error: 'namespaces' is a family of rules: {', '.join(members)}\n"


def test_the_names_that_a_client_sends_keep_their_underscores(run: Run) -> None:
    wanted = "A model sees `mcp__{server}__{tool}`, of a plugin `mcp__plugin_{plugin}_{server}__{tool}`."
    assert wanted in run("explain", "claude-code").stdout


def test_a_directory_refuses_a_submission_and_loses_no_tool(run: Run) -> None:
    page = run("explain", "chatgpt-directory", "--format", "markdown").stdout
    assert "Effect: the submission is refused. Rule: client-required-annotation (error). Confirmed" in page
    assert "the tool is lost" not in page
    assert "Effect: the tool is lost." in run("explain", "claude-code", "--format", "markdown").stdout
