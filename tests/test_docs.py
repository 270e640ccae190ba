"""The examples of README and docs are real: each `console` block is run and must print what it shows.

A line `...` in a block stands for any lines. Commands run in the root of the repository, as a reader would run them.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), ROOT / ".github" / "CONTRIBUTING.md"]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")


def commands() -> list[tuple[str, str, str]]:
    """Each command of each page: where it stands, the command, the output shown."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in BLOCK.finditer(text):
            line = text.count("\n", 0, block.start()) + 2
            for command in re.split(r"^\$ ", block.group(1), flags=re.MULTILINE)[1:]:
                first, _, output = command.partition("\n")
                found.append((f"{page.relative_to(ROOT)}:{line}", first, output))
    return found


@pytest.mark.parametrize(("command", "shown"), [pytest.param(c, o, id=f"{w} {c[:40]}") for w, c, o in commands()])
def test_example(command: str, shown: str) -> None:
    assert command.startswith("catalint "), "only catalint is run by the examples"
    run = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)],
        cwd=ROOT,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert "Traceback" not in run.stderr
    pattern = "".join(
        "(?:.*\n)*?" if line.strip() == "..." else f"{re.escape(line.rstrip())} *\n" for line in shown.splitlines()
    )
    assert re.fullmatch(pattern, run.stdout), f"{command} printed:\n{run.stdout}\n{run.stderr}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    broken = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if not (page.parent / link).exists()]
    assert not broken


def test_pages_speak_of_the_project_alone() -> None:
    words = re.compile(r"/work/|/root/|/tmp/|\.\./shared|py" + r"pi\.org|np" + "mjs")
    assert not [page.name for page in PAGES if words.search(page.read_text(encoding="utf-8"))]
