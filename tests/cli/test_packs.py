"""Rule packs of others, installed as they would be: a distribution with an entry point."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

RULE = """
from dataclasses import dataclass

from catalint import Meta, RulePack, Severity, ToolRule, option


@dataclass(frozen=True)
class Options:
    word: str = option("please", "Word that no description needs.")


class PoliteText(ToolRule[Options]):
    meta = Meta("acme/polite-text", "Description is too polite", Severity.WARNING)
    options_type = Options

    def check_tool(self, tool, ctx):
        if self.options.word in tool.description.lower():
            yield self.finding(tool.at("description"), f"`{tool.name}` says {self.options.word}: leave it out.")


pack = RulePack("acme", (PoliteText,))
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a dump and a configuration, and beside it the installed pack."""
    site = tmp_path / "site"
    info = site / "acme_rules-2.1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-rules\nVersion: 2.1\n", encoding="utf-8")
    entries = [
        "acme = acme_rules:pack",
        "broken = acme_broken:pack",
        "wrong = acme_rules:PoliteText",
        "bare = acme_bare:pack",
    ]
    (info / "entry_points.txt").write_text("[catalint.rules]\n" + "\n".join(entries) + "\n", encoding="utf-8")
    (site / "acme_rules.py").write_text(RULE, encoding="utf-8")
    (site / "acme_rules.md").write_text("# acme/polite-text\n\nThe text asks nicely.\n", encoding="utf-8")
    (site / "acme_broken.py").write_text("raise RuntimeError('no licence')\n", encoding="utf-8")
    (site / "acme_bare.py").write_text(
        RULE.replace("acme/polite", "polite").replace('"acme"', '"bare"'), encoding="utf-8"
    )
    folder = tmp_path / "project"
    folder.mkdir()
    tool = {"name": "lend_book", "description": "Please lend a book to a reader.", "inputSchema": {"type": "object"}}
    (folder / "desk.json").write_text(json.dumps({"tools": [tool]}), encoding="utf-8")
    configure(folder, "packs: [acme]\n")
    return folder


def configure(project: Path, text: str) -> None:
    (project / "catalint.yaml").write_text(text, encoding="utf-8")


def run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "catalint", *arguments],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(project.parent / "site")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_rules_of_a_pack_run_beside_the_built_in_ones(project: Path) -> None:
    result = run(project, "check", "desk.json", "--format", "json", "--ignore", "housekeeping")
    assert "acme/polite-text" in {finding["rule"] for finding in json.loads(result.stdout)["findings"]}
    alone = run(project, "check", "desk.json", "--select", "acme/*", "--fail-on", "warning")
    assert alone.returncode == 1
    assert "desk.json:1:" in alone.stdout
    assert "warning[acme/polite-text] `lend_book` says please: leave it out." in alone.stdout


def test_a_pack_that_the_configuration_does_not_name_is_not_loaded(project: Path) -> None:
    assert "acme" not in run(project, "rules", "--no-config").stdout


def test_options_of_a_pack(project: Path) -> None:
    configure(project, "packs: [acme]\nrules: {acme/polite-text: {word: kindly, severity: error}}\n")
    assert run(project, "check", "desk.json", "--select", "acme/polite-text").returncode == 0
    configure(project, "packs: [acme]\nrules:\n  acme/polite-text: {wrod: kindly}\n")
    result = run(project, "check", "desk.json")
    assert result.returncode == 2
    assert "catalint.yaml:3:22: acme/polite-text has no option 'wrod'; did you mean 'word'?" in result.stderr


def test_listing_and_explaining(project: Path) -> None:
    assert "acme/polite-text" in run(project, "rules").stdout
    assert json.loads(run(project, "rules", "--format", "json").stdout)["rules"][-1]["pack"] == "acme"
    assert "| acme/polite-text | warning | default |" in run(project, "rules", "--format", "markdown").stdout
    explained = run(project, "explain", "acme/polite-text")
    assert explained.stdout.startswith("acme/polite-text\n\n  The text asks nicely.\n")
    assert "  word: please\n" in explained.stdout


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("acmee", "no rule pack 'acmee' is installed (installed: acme, bare, broken, builtin, wrong)"),
        ("broken", "rule pack 'broken' of acme-rules 2.1 can't be loaded: RuntimeError: no licence"),
        ("wrong", "rule pack 'wrong' of acme-rules 2.1 is a "),
        ("bare", "rule 'polite-text' of pack 'bare' must be called bare/polite-text"),
    ],
)
@pytest.mark.parametrize("command", [("check", "desk.json"), ("rules",), ("explain", "acme/polite-text")])
def test_a_pack_that_can_not_be_used_fails_every_run(
    project: Path, name: str, error: str, command: tuple[str, ...]
) -> None:
    configure(project, f"packs: [{name}]\n")
    result = run(project, *command)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"catalint: error: catalint.yaml:1:8: {error}")
    assert result.stderr.count("\n") == 1
