"""Servers that are started: what they may do, and what is said of it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from catalint.live import Command, Limits, Listed, Server, ServerError

List = Callable[..., Listed]
Fail = Callable[..., ServerError]
Start = Callable[..., Server]

HASTY = Limits(seconds=1.0)
NAMES = ["find_free_berths", "reserve_berth", "cancel_reservation"]


def names(listing: Listed) -> list[str]:
    return [tool["name"] for page in listing.pages for tool in json.loads(page)["result"]["tools"]]


def script(path: Path, text: str) -> Command:
    path.write_text(text)
    return Command((sys.executable, str(path)))


def test_handshake(listed: List, start: Start) -> None:
    found = listed(start("handshake"))
    assert names(found) == NAMES
    assert (found.protocol, found.medium, found.cut, found.notes) == ("2025-11-25", "stdio", "", ())
    assert json.loads(found.introduction)["result"]["serverInfo"]["name"] == "harbour"
    assert found.seconds > 0


def test_unknown_fields_stay(listed: List, start: Start) -> None:
    assert '"x-harbour-desk": "quay"' in listed(start("handshake")).pages[0]


def test_a_server_without_a_handshake(listed: List, start: Start) -> None:
    found = listed(start("stateless"))
    assert (found.protocol, names(found), found.notes) == ("2026-07-28", NAMES, ())
    assert json.loads(found.introduction)["result"]["supportedVersions"] == ["2026-07-28"]


@pytest.mark.parametrize(
    ("mode", "revision"), [("old", "2024-11-05"), ("strict", "2025-03-26"), ("unknown-revision", "2031-01-01")]
)
def test_an_older_revision_is_taken(mode: str, revision: str, listed: List, start: Start) -> None:
    found = listed(start(mode))
    assert (found.protocol, names(found)) == (revision, NAMES)


@pytest.mark.parametrize(("mode", "words"), [("unknown-revision", "nobody knows"), ("echo", "has no `initialize`")])
def test_a_revision_that_can_not_be_is_a_note(mode: str, words: str, listed: List, start: Start) -> None:
    (note,) = listed(start(mode)).notes
    assert words in note


def test_pages(listed: List, start: Start) -> None:
    found = listed(start("paging"))
    assert (names(found), len(found.pages), found.cut) == (NAMES, 3, "")


@pytest.mark.parametrize(
    ("mode", "pages", "cut"),
    [
        ("cursor-loop", 2, "page 2 names the cursor '2' that page 1 named"),
        ("page-loop", 2, "page 2 repeats page 1 and names a further one"),
        ("endless", 12, "12 pages are the limit"),
    ],
)
def test_pages_without_end(mode: str, pages: int, cut: str, listed: List, start: Start) -> None:
    found = listed(start(mode), Limits(seconds=30, pages=12))
    assert (len(found.pages), found.cut) == (pages, cut)


def test_pages_that_are_too_many_bytes(listed: List, start: Start) -> None:
    found = listed(start("endless"), Limits(seconds=30, total_bytes=3_000))
    assert found.cut == "its pages are over the limit of 0 MB"
    assert 3_000 <= sum(map(len, found.pages)) < 4_000


def test_only_four_methods_are_sent(listed: List, start: Start, tmp_path: Path) -> None:
    listed(start("record", str(tmp_path / "sent")))
    sent = [json.loads(line) for line in (tmp_path / "sent").read_text().splitlines()]
    assert [message["method"] for message in sent] == [
        "initialize",
        "notifications/initialized",
        "tools/list",
        "tools/list",
        "tools/list",
    ]
    assert sent[0]["params"]["capabilities"] == {}
    assert [message.get("id") for message in sent] == [1, None, 2, 3, 4]
    assert [message.get("params") for message in sent[2:]] == [None, {"cursor": "2"}, {"cursor": "3"}]


def test_requests_of_the_server(listed: List, start: Start) -> None:
    assert names(listed(start("asks"))) == NAMES


@pytest.mark.parametrize("mode", ["crlf", "twice", "untagged", "byte-order-mark", "logs", "structured-logs"])
def test_oddities_that_do_no_harm(mode: str, listed: List, start: Start) -> None:
    assert names(listed(start(mode))) == NAMES


@pytest.mark.parametrize(
    ("mode", "note"),
    [
        ("logs", "its standard output has 6 lines that are no messages; logs belong on standard error ('[INFO] 12 "),
        ("structured-logs", "its standard output has 2 lines that are no messages; logs belong on standard error "),
        ("byte-order-mark", "its standard output begins with a byte order mark, which clients can't read"),
        ("twice", "it answered request 1 twice"),
        ("untagged", 'its messages lack "jsonrpc": "2.0", which clients insist on'),
    ],
)
def test_oddities_are_noted(mode: str, note: str, listed: List, start: Start) -> None:
    (found,) = listed(start(mode)).notes
    assert found.startswith(note)


def test_no_tools(listed: List, start: Start) -> None:
    found = listed(start("no-tools"))
    assert found.pages == ()
    assert found.notes == ("it has no tools: it declares no `tools` capability and does not know `tools/list`",)


def test_much_on_standard_error(listed: List, start: Start) -> None:
    assert names(listed(start("noisy"))) == NAMES


@pytest.mark.parametrize(
    ("mode", "message"),
    [
        ("invalid-json", "a message is no valid JSON (Expecting ':' delimiter at character 39): "),
        ("half-line", "a message ends in the middle of its line (Unterminated string "),
        ("spread", "a message is spread over several lines, from '{' on: each has to be one line"),
        ("latin-1", "a message is not valid UTF-8: the byte 0xE4 at position "),
        ("wrong-id", "`initialize` has the id 1 and was answered under the id 71"),
        ("text-id", "`initialize` has the id 1 and was answered under the id '1', a string: "),
        ("batch", "`initialize` was answered with a batch, a list of messages, instead of one"),
        ("list-result", "`initialize` was answered with a list of 1 string, not with an object"),
        ("shapeless", "`tools/list` was answered with an object with the key 'items', without a list `tools`"),
        ("deep", "a message is no valid JSON (it is nested too deeply)"),
        ("error", "`initialize` was answered with the error -32603 'no berths for anybody'"),
    ],
)
def test_answers_that_break_the_protocol(mode: str, message: str, failed: Fail, start: Start) -> None:
    error = failed(start(mode))
    assert error.kind == "protocol error"
    assert error.message.startswith(message)


def test_a_line_that_is_too_long(failed: Fail, start: Start) -> None:
    error = failed(start("long-line"), Limits(seconds=30, message_bytes=500_000))
    assert (error.kind, error.message) == (
        "protocol error",
        "a message is longer than 0.5 MB, which is more than is read",
    )


def test_talk_without_an_answer(failed: Fail, start: Start) -> None:
    error = failed(start("flood"), Limits(seconds=30, message_bytes=100_000, total_bytes=1_000_000))
    assert (error.kind, error.message) == ("protocol error", "it sent more than 1 MB without an answer")


def test_authorization(failed: Fail, start: Start) -> None:
    error = failed(start("unauthorized"))
    assert error.kind == "needs authorization"
    assert error.message == (
        "`initialize` was answered with the error 401 'Unauthorized'; "
        "give it what it needs in its environment or its arguments"
    )


def test_an_end_at_once(failed: Fail, start: Start) -> None:
    error = failed(start("exits"))
    assert (error.kind, error.message) == ("could not start", "it exited with code 3 before it answered `initialize`")
    assert error.stderr == ("usage: harbour --port PORT", "no berths for anybody")


def test_an_end_without_a_fault(failed: Fail, tmp_path: Path) -> None:
    error = failed(Server("hello", script(tmp_path / "hello.py", "print('Hello, harbour')")))
    assert error.kind == "could not start"
    assert error.message == (
        "it exited with code 0 before it answered `initialize` (does this command start a server that speaks MCP over "
        "standard input and output?); its standard output has a line that is no message; logs belong on standard error "
        "('Hello, harbour')"
    )


def test_a_crash_midway(failed: Fail, start: Start) -> None:
    error = failed(start("crash"))
    assert (error.kind, error.message) == ("protocol error", "it exited with code 7 before it answered `tools/list`")
    assert error.stderr == ("berths.db is locked",)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_end_by_a_signal(failed: Fail, tmp_path: Path) -> None:
    command = script(tmp_path / "fall.py", "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)")
    assert failed(Server("fall", command)).message == "it was killed by SIGSEGV before it answered `initialize`"


def test_an_output_that_is_closed(failed: Fail, tmp_path: Path) -> None:
    command = script(tmp_path / "mute.py", "import os, sys\nos.close(1)\nsys.stdin.read()")
    error = failed(Server("mute", command))
    assert (error.kind, error.message) == ("protocol error", "it closed its output before it answered `initialize`")


def test_no_answer(failed: Fail, start: Start) -> None:
    error = failed(start("silent"), HASTY)
    assert (error.kind, error.message) == ("timed out", "no answer to `initialize` within 1 s")
    assert error.stderr == ("waiting for the harbour master",)


def test_no_line_end(failed: Fail, start: Start) -> None:
    error = failed(start("no-line-end"), HASTY)
    assert error.message.startswith(
        'no answer to `initialize` within 1 s; its last line has no end: \'{"jsonrpc": "2.0", "id": 1'
    )


def test_commands_that_do_not_start(failed: Fail, tmp_path: Path) -> None:
    plain = tmp_path / "server.py"
    plain.write_text("print()")
    orphan = tmp_path / "orphan"
    orphan.write_text("#!/no/such/interpreter\n")
    orphan.chmod(0o755)
    messages = {
        (): "there is no command",
        ("no-such-harbour",): "`no-such-harbour` was not found on the PATH: is it installed?",
        ("KEY=4711", "harbour"): "`KEY=•••` was not found on the PATH: is it installed?",
        (
            f"{sys.executable} server.py",
        ): f"no program is called `{sys.executable} server.py`: give the command and its "
        "arguments as words of their own",
        ("./no-such-harbour",): "the file `./no-such-harbour` is missing",
        (str(tmp_path),): f"`{tmp_path}` is a folder",
        (str(plain),): f"`{plain}` is not executable: start it with its interpreter (python, node), or chmod +x",
        (str(orphan),): f"`{orphan}` could not be started: the program that its first line names is missing",
        ("python", "\0"): "`python` can't be started: a name or a value of its environment or arguments has a "
        "character of no use",
    }
    for arguments, message in messages.items():
        error = failed(Server("broken", Command(arguments)))
        assert (error.kind, error.message) == ("could not start", message)


def test_a_folder_that_is_missing(failed: Fail, tmp_path: Path) -> None:
    error = failed(Server("broken", Command((sys.executable,), folder=str(tmp_path / "quay"))))
    assert (error.kind, error.message) == ("could not start", f"the folder {tmp_path / 'quay'} is missing")


def test_environment_and_folder(failed: Fail, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIDE", "low")
    text = "import os, sys\nprint(os.environ['TIDE'], os.getcwd(), len(os.environ['BASIN']), file=sys.stderr)"
    command = script(tmp_path / "server.py", text)
    error = failed(Server("folder", Command(command.arguments, {"BASIN": "East"}, str(tmp_path))))
    assert error.stderr == (f"low {tmp_path} 4",)


def test_secrets_are_masked(failed: Fail, start: Start) -> None:
    secret = "tide-'4711'-table"  # noqa: S105
    error = failed(start("exits", environment={"HARBOUR_KEY": secret}))
    assert error.stderr[-1] == "no berths for •••"
    error = failed(start("error", environment={"HARBOUR_KEY": secret}))
    assert str(error).endswith('no berths for •••"')
