from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import Result

import catalint
from catalint import cli
from catalint.errors import ConfigError, InputError

Run = Callable[..., Result]
PYTHON = [sys.executable, "-m", "catalint"]


def process(*arguments: str, folder: Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*PYTHON, *arguments], cwd=folder, input=stdin, capture_output=True, check=False)


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    """Let `catalint rules` raise something."""

    def arrange(error: BaseException) -> None:
        @click.command()
        def fail() -> None:
            raise error

        monkeypatch.setattr(cli.Commands, "get_command", lambda *_: fail)

    return arrange


def test_version(run: Run) -> None:
    result = run("--version")
    assert (result.exit_code, result.stdout) == (0, f"catalint {catalint.__version__}\n")


def test_help_lists_every_command_with_a_line_of_its_own(run: Run) -> None:
    result = run("--help")
    assert result.exit_code == 0
    for name in cli.COMMANDS:
        assert f"\n  {name} " in result.stdout


@pytest.mark.parametrize("name", sorted(cli.COMMANDS))
def test_every_command_has_help_with_examples(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert f"  catalint {name}" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


@pytest.mark.parametrize("name", sorted(cli.COMMANDS))
def test_every_option_is_explained(name: str) -> None:
    command = cli.main.get_command(click.Context(cli.main), name)
    assert command is not None
    options = [parameter for parameter in command.params if isinstance(parameter, click.Option)]
    assert [option.name for option in options if not option.help] == []


def test_unknown_command(run: Run) -> None:
    result = run("chek")
    assert result.exit_code == 2
    assert "no command 'chek'; did you mean 'check'?" in result.stderr
    assert f"no command 'qqqq' (there are: {', '.join(cli.COMMANDS)})" in run("qqqq").stderr
    assert next(iter(cli.COMMANDS)) == "check"


@pytest.mark.parametrize(
    ("error", "code", "shown"),
    [
        (ConfigError("c.yaml:1:2: no such rule"), 2, "catalint: error: c.yaml:1:2: no such rule\n"),
        (ConfigError("a:1:1: x\na:2:1: y"), 2, "catalint: error: a:1:1: x\ncatalint: error: a:2:1: y\n"),
        (InputError("d.json", "is empty", 1, 1), 3, "catalint: error: d.json:1:1: is empty\n"),
        (ConfigError("a \x1b[2J \u202e b"), 2, "catalint: error: a \\x1b[2J \\u202e b\n"),
        (
            ZeroDivisionError("by zero"),
            4,
            "catalint: error: internal error: ZeroDivisionError: by zero (`catalint --debug ...` shows where)\n",
        ),
        (KeyboardInterrupt(), 130, "\n"),
        (BrokenPipeError(), 141, ""),
    ],
)
def test_every_end_is_a_line_and_a_code(
    run: Run, failing: Callable[[BaseException], None], error: BaseException, code: int, shown: str
) -> None:
    failing(error)
    result = run("rules")
    assert (result.exit_code, result.stderr, result.stdout) == (code, shown, "")


@pytest.mark.parametrize(("error", "code"), [(ConfigError("wrong"), 2), (ZeroDivisionError("by zero"), 4)])
def test_debug_shows_the_traceback(
    run: Run, failing: Callable[[BaseException], None], error: Exception, code: int
) -> None:
    failing(error)
    result = run("--debug", "rules")
    assert result.exit_code == code
    assert "Traceback" in result.stderr
    assert str(error) in result.stderr.splitlines()[-1]


def test_module_and_script_are_the_same_program(tmp_path: Path) -> None:
    script = Path(sys.executable).with_name("catalint")
    outputs = [
        subprocess.run([*command, "check", "--help"], cwd=tmp_path, capture_output=True, check=True).stdout
        for command in (PYTHON, [str(script)])
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].startswith(b"Usage: catalint check [OPTIONS]")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise there")
def test_a_closed_pipe_is_no_error_message(tmp_path: Path) -> None:
    """As in `catalint rules --format json | head -1`, with more output than a pipe holds."""
    reader, writer = os.pipe()
    os.close(reader)
    run = subprocess.run(
        [*PYTHON, "rules", "--no-config"], cwd=tmp_path, stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (run.returncode, run.stderr) == (141, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX")
@pytest.mark.parametrize(
    ("rest", "code", "output", "errors"),
    [
        ("desk.json <&-", 0, b"1 tool", b""),
        ("desk.json >&-", 0, b"", b""),
        ("gone.json 2>&-", 3, b"1 input not read", b""),
        ("desk.json <&- >&- 2>&-", 0, b"", b""),
        ("- <&-", 3, b"1 input not read", b"stdin: empty"),
    ],
)
def test_streams_that_are_closed(tmp_path: Path, rest: str, code: int, output: bytes, errors: bytes) -> None:
    text = '{"tools": [{"name": "renew_card", "description": "Extend a card by a year.", "inputSchema": {}}]}'
    (tmp_path / "desk.json").write_text(text, encoding="utf-8")
    command = ["sh", "-c", f'exec "$0" "$@" {rest}', *PYTHON, "check", "--no-config", "--select", "missing-description"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert (run.returncode, output in run.stdout, errors in run.stderr) == (code, True, True)
    assert bool(run.stderr) == bool(errors)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is full")
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_full_disk(tmp_path: Path, form: str) -> None:
    command = [*PYTHON, "rules", "--no-config", "--format", form]
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        run = subprocess.run(command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, check=False)
    said = b"catalint: error: standard output can't be written: No space left on device\n"
    assert (run.returncode, run.stderr) == (2, said)


@pytest.mark.skipif(sys.platform == "win32", reason="a folder that is somebody's can't be removed there")
def test_a_working_directory_that_is_gone(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    script = 'cd gone && rmdir ../gone && exec "$0" "$@"'
    run = subprocess.run(["sh", "-c", script, *PYTHON, "rules"], cwd=tmp_path, capture_output=True, check=False)
    assert run.returncode == 2
    assert run.stderr == b"catalint: error: the working directory can't be seen: No such file or directory\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are otherwise there")
def test_interrupt(tmp_path: Path) -> None:
    """Ctrl-C while standard input is read."""
    # as a terminal starts it, also where the tests run in the background of a script, which ignores the signal
    code = (
        "import signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from catalint.cli import main\n"
        "main()\n"
    )
    command = [sys.executable, "-c", code, "check", "-"]
    run = subprocess.Popen(command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert run.stdin is not None
    # it waits for input once all is imported; a signal before that would end the interpreter's own start
    deadline = time.monotonic() + 20
    while b"S" not in _state(run.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    run.send_signal(signal.SIGINT)
    output, errors = run.communicate(timeout=20)
    assert (run.returncode, output, errors) == (130, b"", b"\n")


def _state(pid: int) -> bytes:
    file = Path(f"/proc/{pid}/stat")
    return file.read_bytes().rpartition(b")")[2].split()[0] if file.exists() else b"S"


def test_output_in_an_encoding_that_lacks_characters(tmp_path: Path) -> None:
    name = "öffnen_東京"
    (tmp_path / "desk.json").write_text(f'{{"tools": [{{"name": "{name}", "inputSchema": {{}}}}]}}', encoding="utf-8")
    run = subprocess.run(
        [*PYTHON, "check", "desk.json", "--select", "missing-description"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (1, b"")
    assert b"\\xf6ffnen_\\u6771\\u4eac" in run.stdout
