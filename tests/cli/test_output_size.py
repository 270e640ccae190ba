"""No output grows with what a dump repeats: a name stands in each finding about its tool, and in each of their places."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
FORMATS = ("text", "json", "sarif", "markdown", "github", "gitlab", "junit")


@pytest.mark.parametrize("form", FORMATS)
def test_long_names_are_not_multiplied(run: Run, form: str) -> None:
    name = "tide\n" * 40_000
    schema = {
        "type": "object",
        "properties": {f"p{n}": {"$ref": "#/$defs/missing"} for n in range(60)} | {name: {"properties": {}}},
        "required": [name],
    }
    tools = [{"name": f"{n}{name}", "description": "Read.", "inputSchema": schema} for n in range(2)]
    text = json.dumps({"tools": tools})
    Path("tides.json").write_text(text, encoding="utf-8")
    result = run("check", "tides.json", "--format", form, "--exit-zero")
    assert result.exit_code == 0
    assert 0 < len(result.stdout) < 3 * len(text)
