"""No output grows with what a dump repeats: a name stands in each finding about its tool, and in each of their places."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
FORMATS = ("text", "json", "sarif", "markdown", "github", "gitlab", "junit")
COMMANDS = (
    *(("check", "--format", form, "--exit-zero") for form in FORMATS),
    ("targets", "--target", "all", "--format", "json"),
    ("tokens", "--format", "json"),
    ("discover", "--format", "json"),
    ("plan", "--format", "json"),
)


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: " ".join(arguments[:3:2]))
def test_long_names_are_not_multiplied(run: Run, arguments: tuple[str, ...]) -> None:
    name = "tide\n" * 10_000
    schema = {
        "type": "object",
        "properties": {f"p{n}": {"$ref": "#/$defs/missing"} for n in range(60)} | {name: {"properties": {}}},
        "required": [name],
    }
    tools = [{"name": f"{n}{name}", "description": "Read.", "inputSchema": schema} for n in range(6)]
    text = json.dumps({"tools": tools})
    Path("tides.json").write_text(text, encoding="utf-8")
    result = run(arguments[0], "tides.json", *arguments[1:])
    assert result.exit_code == 0
    # it stood 60 times as often; what a finding has to say of a name in its `data` is there whole
    assert 0 < len(result.stdout) < 6 * len(text)
