"""Every file that a command writes is the old one or the whole new one, whatever happens on the way."""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
Dump = Callable[..., str]
ROOT = Path(__file__).parents[2]
SERVER = str(ROOT / "fixtures" / "servers" / "plain_stdio.py")
HARBOUR = ("--", sys.executable, SERVER)

# What writes files, as command lines; each writes the file `out`.
WRITERS: tuple[tuple[str, ...], ...] = (
    ("check", "desk.json", "-o", "out"),
    *(
        ("check", "desk.json", "--format", f"{name}=out")
        for name in ("text", "json", "sarif", "markdown", "github", "gitlab", "junit")
    ),
    ("diff", "desk.json", "desk.json", "-o", "out"),
    *(("diff", "desk.json", "desk.json", "--format", f"{name}=out") for name in ("json", "sarif", "markdown")),
    ("baseline", "desk.json", "--accept", "-o", "out"),
    ("discover", "desk.json", "--write-queries", "out", "--force"),
    ("plan", "desk.json", "--chart", "out"),
    ("dump", "-o", "out", *HARBOUR),
)


@pytest.mark.parametrize("arguments", WRITERS, ids=lambda arguments: " ".join(arguments[:5]))
def test_a_full_disk_leaves_the_old_file(
    run: Run, dump: Dump, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    dump(find_visit="Find a visit by its day.", list_visits=None)
    old = '{"version": 1, "findings": []}\n'
    (tmp_path / "out").write_text(old)
    before = sorted(file.name for file in tmp_path.iterdir())

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        result = run(*arguments)
    assert result.exit_code == 2
    assert "out: can't be written: No space left on device" in result.stderr
    assert (tmp_path / "out").read_text() == old
    assert sorted(file.name for file in tmp_path.iterdir()) == before
    # and where there is room, it is replaced
    assert run(*arguments).exit_code in (0, 1)
    assert (tmp_path / "out").read_text() != old


def test_a_lock_that_can_not_be_written_leaves_the_old_one(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "out.lock").write_text("old lock")
    real, calls = os.fsync, []

    def full_at_last(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) > 1:
            raise OSError(28, "No space left on device")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", full_at_last)
    result = run("dump", "-o", "out", *HARBOUR)
    assert (result.exit_code, len(calls)) == (2, 2)
    assert (tmp_path / "out.lock").read_text() == "old lock"
    assert not list(tmp_path.glob(".*.tmp"))


def _writing(file: Path) -> Iterator[str]:
    """The calls of a module that write a file: `write_text`, `open` with a mode for it, and the like."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        texts = [
            each.value
            for each in (*node.args, *(keyword.value for keyword in node.keywords))
            if isinstance(each, ast.Constant)
        ]
        opens = name in ("open", "fdopen") and any(
            isinstance(text, str) and set(text) & set("wax+") and len(text) < 4 for text in texts
        )
        if opens or name in ("write_text", "write_bytes", "mkstemp", "NamedTemporaryFile", "touch"):
            yield f"{file.relative_to(ROOT).as_posix()}: {name}"


def test_files_are_written_in_one_place_only() -> None:
    """So that what holds for that place holds for all; what makes files of the checkout itself is no command."""
    files = [*(ROOT / "lint").rglob("*.py"), *(ROOT / "rules").rglob("*.py")]
    assert len(files) > 300
    found = sorted(call for file in files for call in _writing(file))
    assert found == [
        "lint/catalint/docs.py: write_text",
        "lint/catalint/live/child.py: fdopen",  # standard output
        "lint/catalint/output/files.py: fdopen",
        "lint/catalint/output/files.py: mkstemp",
        "lint/catalint/output/files.py: open",
        "lint/catalint/tokenizer/build.py: write_bytes",
    ]
