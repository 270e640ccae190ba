from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from catalint.cli import main

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command line in an empty folder, without what the environment says about colours."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / ".git").mkdir()

    def invoke(*arguments: str, **settings: Any) -> Result:
        return CliRunner().invoke(main, arguments, prog_name="catalint", **settings)

    return invoke


@pytest.fixture
def dump(tmp_path: Path) -> Callable[..., str]:
    """Write a dump into the folder of the run, one tool for each name with its description; returns the file's name."""

    def write(file: str = "desk.json", **descriptions: str | None) -> str:
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        tools = [_tool(name, description) for name, description in descriptions.items()]
        path.write_text(json.dumps({"tools": tools}, indent=2), encoding="utf-8")
        return file

    return write


def _tool(name: str, description: str | None) -> dict[str, Any]:
    day = {"type": "string", "format": "date", "description": "Day of the visit, ISO form."}
    text = {} if description is None else {"description": description}
    return {
        "name": name,
        **text,
        "inputSchema": {"type": "object", "properties": {"day": day}, "required": ["day"]},
    }
