"""What is started is ended, with all that it started itself."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from catalint.live import Limits, Listed, Server, ServerError, list_servers
from catalint.live.failure import Fault
from catalint.live.processes import describe_end, start
from catalint.live.signals import Signals

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sessions and signals of POSIX")

SERVERS = Path(__file__).parents[2] / "fixtures" / "servers"


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("catalint.live.stdio.GRACE", 0.1)


def is_gone(number: int) -> bool:
    """Whether a process has ended, or does within the time of a busy machine."""
    for _ in range(500):
        try:
            if psutil.Process(number).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.01)
    return False


def test_a_server_that_ignores_all_and_its_grandchild(
    listed: Callable[..., Listed], start: Callable[..., Server], tmp_path: Path
) -> None:
    before = psutil.Process().children(recursive=True)
    assert listed(start("stubborn", str(tmp_path / "number"))).pages
    assert is_gone(int((tmp_path / "number").read_text()))
    assert psutil.Process().children(recursive=True) == before


@pytest.mark.parametrize("limits", [Limits(seconds=30, message_bytes=200), Limits(seconds=1.5)])
def test_the_tree_of_a_server_that_fails(
    limits: Limits, failed: Callable[..., ServerError], start: Callable[..., Server], tmp_path: Path
) -> None:
    failed(start("stubborn", str(tmp_path / "number"), "silent" if limits.seconds < 30 else "paging"), limits)
    assert is_gone(int((tmp_path / "number").read_text()))


@pytest.mark.parametrize(
    ("session", "last"), [(True, "time.sleep(600)"), (False, "time.sleep(600)"), (False, "os._exit(0)")]
)
def test_a_child_without_our_mark(session: bool, last: str, tmp_path: Path) -> None:
    """Found as a child while its parent lives, and else in the session. Who has left all of them is found by nobody."""
    number = tmp_path / "number"
    text = (
        "import os, subprocess, sys, time\n"
        "command = [sys.executable, '-c', 'import time; time.sleep(600)']\n"
        f"child = subprocess.Popen(command, env={{}}, start_new_session={session})\n"
        f"__import__('pathlib').Path({str(number)!r}).write_text(str(child.pid))\n"
        f"{last}\n"
    )
    tree = start((sys.executable, "-c", text), {})
    try:
        for _ in range(500):
            if number.exists() and number.read_text() and ("sleep" in last or tree.process.poll() is not None):
                break
            time.sleep(0.01)
    finally:
        close(tree.process)
        tree.end(0.05)
    assert is_gone(int(number.read_text()))


def test_a_process_of_somebody_else_stays() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        tree = start((sys.executable, "-c", ""), {})
        close(tree.process)
        tree.end(0.05)
        assert other.poll() is None
        other.communicate(b"\n")


def test_nothing_stays_open(listed: Callable[..., Listed], start: Callable[..., Server], tmp_path: Path) -> None:
    listed(start("handshake"))
    threads, files = threading.active_count(), psutil.Process().num_fds()
    listed(start("noisy"))
    listed(start("stubborn", str(tmp_path / "number")))
    gc.collect()  # what was left open warns, and warnings are errors
    # a thread of the first listing may have been on its way out
    assert threading.active_count() <= threads
    assert psutil.Process().num_fds() <= files


@pytest.mark.parametrize(
    ("numbers", "code", "output"),
    [
        ([signal.SIGINT], 0, "interrupted\n"),
        ([signal.SIGTERM], 128 + signal.SIGTERM, ""),
        ([signal.SIGHUP], 128 + signal.SIGHUP, ""),
        ([signal.SIGINT] * 30, 0, "interrupted\n"),
        ([signal.SIGTERM, *[signal.SIGINT, signal.SIGTERM, signal.SIGHUP] * 10], 128 + signal.SIGTERM, ""),
    ],
)
def test_interruption_ends_all_trees(numbers: list[signal.Signals], code: int, output: str, tmp_path: Path) -> None:
    """Two stubborn servers end, however often the program that started them is told to end."""
    text = (
        "import signal, sys\n"
        # whoever runs the tests may have started them to ignore these: with nohup, or in the background of a script
        "signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from catalint.live import Command, Limits, Server, list_servers\n"
        f"server = {str(SERVERS / 'plain_stdio.py')!r}\n"
        "def command(*arguments): return Command((sys.executable, server, *arguments))\n"
        f"numbers = [{str(tmp_path / 'first')!r}, {str(tmp_path / 'second')!r}]\n"
        "servers = [Server(each, command('stubborn', each, 'silent')) for each in numbers]\n"
        "try:\n"
        "    list_servers(servers, Limits(seconds=300))\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
        "    sys.stdout.flush()\n"
        "    __import__('os')._exit(0)\n"  # signals may still come, and this program's own end is not what is tested
    )
    with subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True) as program:
        for _ in range(1000):
            if all((tmp_path / name).exists() and (tmp_path / name).read_text() for name in ("first", "second")):
                break
            time.sleep(0.01)
        started = psutil.Process(program.pid).children(recursive=True)
        assert len(started) >= 2
        for number in numbers:
            program.send_signal(number)
            time.sleep(0.01)
        assert program.communicate(timeout=30)[0] == output
    assert program.returncode == code
    assert all(is_gone(process.pid) for process in started)
    assert all(is_gone(int((tmp_path / name).read_text())) for name in ("first", "second"))


def test_who_handles_signals_themselves_goes_on_doing_so(start: Callable[..., Server]) -> None:
    def own(*_: object) -> None:
        """Nothing."""

    before = signal.signal(signal.SIGTERM, own), signal.signal(signal.SIGHUP, signal.SIG_IGN)
    interrupt = signal.getsignal(signal.SIGINT)
    try:
        with Signals():
            assert signal.getsignal(signal.SIGTERM) is own
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        list_servers([start("handshake")])
        assert signal.getsignal(signal.SIGTERM) is own
        assert signal.getsignal(signal.SIGINT) is interrupt
    finally:
        signal.signal(signal.SIGTERM, before[0])
        signal.signal(signal.SIGHUP, before[1])


def test_how_a_process_ended() -> None:
    assert describe_end(2) == "exited with code 2"
    assert describe_end(-signal.SIGKILL) == "was killed by SIGKILL"
    assert describe_end(-250) == "was killed by signal 250"
    assert describe_end(0xC0000135) == "exited with code 0xC0000135"


def test_what_may_not_be_started(tmp_path: Path) -> None:
    program = tmp_path / "text"
    program.write_text("no program")
    program.chmod(0o755)
    with pytest.raises(Fault, match="could not be started: Exec format error"):
        start((str(program),), {})
    with pytest.raises(Fault, match="a character of no use"):
        start((sys.executable,), {"A=B": "c"})
    with pytest.raises(Fault, match=r"the folder .* is no folder"):
        start((sys.executable,), {}, str(program))


@pytest.mark.parametrize("folder", ["quay" * 2000, "a\0b"])
def test_a_folder_that_can_not_be(folder: str) -> None:
    with pytest.raises(Fault, match="is missing") as raised:
        start((sys.executable,), {}, folder)
    assert len(raised.value.message) < 400


def test_a_long_name_is_cut() -> None:
    with pytest.raises(Fault, match="could not be started: File name too long") as raised:
        start(("quay" * 2000,), {})
    assert len(raised.value.message) < 400


def close(process: subprocess.Popen[bytes]) -> None:
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream:
            stream.close()
