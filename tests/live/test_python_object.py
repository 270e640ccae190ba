"""Server objects of modules, listed in a child process: versions 1 and 2 of the official SDK."""

from __future__ import annotations

import json
import sys
import textwrap
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import psutil
import pytest

from catalint.live import Command, Limits, Listed, PythonObject, Server, ServerError, list_servers
from catalint.live.python import list_object
from catalint.live.watch import Watch

FIXTURES = Path(__file__).parents[2] / "fixtures" / "servers"
SDK1 = Path(sys.prefix) / "sdk1"

LEDGER = ["list_hives", "read_inspections", "record_inspection", "record_harvest", "plan_treatment"]


def listed(target: str, folder: Path, *, limits: Limits = Limits(seconds=30)) -> Listed:  # noqa: B008
    return list_object(Server("apiary", PythonObject(target, str(folder))), limits)


def error(target: str, folder: Path, *, limits: Limits = Limits(seconds=30)) -> ServerError:  # noqa: B008
    with pytest.raises(ServerError) as raised:
        listed(target, folder, limits=limits)
    return raised.value


def names(pages: Sequence[str]) -> list[str]:
    return [tool["name"] for page in pages for tool in json.loads(page)["result"]["tools"]]


def lives(number: int) -> bool:
    try:
        return psutil.Process(number).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def write(folder: Path, **modules: str) -> Path:
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(textwrap.dedent(text), encoding="utf-8")
    return folder


@pytest.fixture(params=["sdk_v1", "sdk_v2"])
def module(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "sdk_v1":
        assert (SDK1 / "mcp").is_dir(), f"version 1 of the SDK is not in {SDK1}: `make test` puts it there"
        monkeypatch.setenv("PYTHONPATH", str(SDK1))
    name: str = request.param
    return name


def test_a_high_level_server(module: str) -> None:
    found = listed(f"{module}:mcp", FIXTURES)
    introduction = json.loads(found.introduction)["result"]
    assert introduction["serverInfo"]["name"] == "apiary-ledger"
    assert introduction["instructions"].startswith("Ledger of one apiary.")
    assert found.protocol == introduction["protocolVersion"] == "2025-11-25"
    assert (found.medium, found.cut, found.notes) == ("python", "", ())
    [page] = found.pages
    assert names(found.pages) == LEDGER
    first = json.loads(page)["result"]["tools"][0]
    assert first["annotations"]["readOnlyHint"] is True
    assert "outputSchema" in first


def test_pages_of_a_low_level_server(module: str) -> None:
    found = listed(f"{module}.py:weather", FIXTURES)
    assert [len(names([page])) for page in found.pages] == [3, 3, 1]
    assert json.loads(found.introduction)["result"]["serverInfo"] == {"name": "apiary-weather", "version": "1.4.0"}
    assert found.places == {}


def test_places_are_those_of_the_functions(module: str) -> None:
    places = listed(f"{module}:mcp", FIXTURES).places
    source = (FIXTURES / "apiary.py").read_text(encoding="utf-8").splitlines()
    assert {name: Path(file) for name, (file, _) in places.items()} == dict.fromkeys(LEDGER, FIXTURES / "apiary.py")
    assert [source[line - 1].partition("(")[0] for _, line in places.values()] == [f"def {name}" for name in LEDGER]


@pytest.mark.parametrize(("name", "options"), [("mcp", ()), ("weather", ("--low-level",))])
def test_an_object_says_what_its_server_says_over_stdio(module: str, name: str, options: tuple[str, ...]) -> None:
    command = Command((sys.executable, str(FIXTURES / f"{module}.py"), "stdio", *options))
    servers = [Server("served", command), Server("object", PythonObject(f"{module}:{name}", str(FIXTURES)))]
    served, found = list_servers(servers)
    assert isinstance(served, Listed), served
    assert isinstance(found, Listed), found
    assert found.introduction == served.introduction
    assert found.pages == served.pages


def test_both_versions_list_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    second = json.loads(listed("sdk_v2:mcp", FIXTURES).pages[0])
    monkeypatch.setenv("PYTHONPATH", str(SDK1))
    first = json.loads(listed("sdk_v1:mcp", FIXTURES).pages[0])
    assert first == second


NOISY = """
    import atexit, subprocess, sys
    from pathlib import Path
    from mcp.server import MCPServer

    print("loading the model")
    print('{"doing": "nothing"}', flush=True)
    subprocess.run(["echo", "from a child"], check=True)
    helper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    Path("helper.pid").write_text(str(helper.pid))
    atexit.register(Path("left").touch)
    assert sys.stdin.read() == ""

    def make():
        return [MCPServer("one")]

    mcp = MCPServer("noisy")

    @mcp.tool()
    def read_clock() -> str:
        "Read the time."

    class Settings:
        server = mcp
"""


def test_prints_and_children_of_the_module_do_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write(tmp_path, noisy=NOISY))
    found = listed("noisy:Settings.server", Path())
    assert names(found.pages) == ["read_clock"]
    assert (tmp_path / "left").exists()
    assert not lives(int((tmp_path / "helper.pid").read_text()))


def test_the_only_server_of_a_file_in_a_package(tmp_path: Path) -> None:
    package = tmp_path / "src" / "shop"
    package.mkdir(parents=True)
    write(package, __init__="", made="from mcp.server import MCPServer\nserver = MCPServer('shop')\nalias = server")
    write(package, server="from .made import server")
    found = listed("src/shop/server.py", tmp_path)
    assert json.loads(found.introduction)["result"]["serverInfo"]["name"] == "shop"


BROKEN = {
    "absent": "",
    "raises": 'print("before")\ndef connect():\n    raise RuntimeError("no DB_URL\\nhere")\nconnect()\n',
    "exits": "import sys\nsys.exit(2)\n",
    "dies": "import os\nos._exit(9)\n",
    "wrong": "def serve(:\n",
    "needing": "import no_such_package\n",
    "shop": "mcp = 3\nclass Settings:\n    port = 1\ndef make():\n    raise LookupError('no plan')\n",
}


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("raises:mcp", "`raises` raised RuntimeError: no DB_URL here (raises.py:3) while it was imported"),
        ("raises.py", "`raises.py` raised RuntimeError: no DB_URL here (raises.py:3) while it was imported"),
        ("exits:mcp", "`exits` ended the process while it was imported (exit code 2): what it runs belongs under `if"),
        ("dies:mcp", "Python exited with code 9 while importing `dies`"),
        ("wrong:mcp", "`wrong` raised SyntaxError: invalid syntax (wrong.py:1) while it was imported"),
        ("needing:mcp", "`needing` raised ModuleNotFoundError: No module named 'no_such_package' (needing.py:1)"),
        ("needing:mcp", f"; catalint runs with {sys.executable}: install it where the server is installed"),
        ("shopp:mcp", "there is no module `shopp` in "),
        ("shopp:mcp", "; did you mean 'shop'?"),
        ("json.nothing:mcp", "there is no module `nothing` in the package `json`"),
        ("shop:mcpp", "`shop` has no `mcpp`; did you mean 'mcp'?"),
        ("shop:Settings.prot", "`shop:Settings` has no `prot`; did you mean 'port'?"),
        ("shop:mcp", "`shop:mcp` is an object of `builtins.int`; accepted is a FastMCP"),
        ("shop:make", "`shop:make` raised LookupError: no plan (shop.py:5)"),
        ("shop", "`shop` has no server object at its top; accepted is a FastMCP"),
        ("nowhere/server.py:mcp", "there is no file "),
        ("shop:", "'shop:' is not of the form module:name"),
        ("shop server:mcp", "'shop server:mcp' is not of the form module:name"),
        ("shop:mcp()", "'shop:mcp()' is not of the form module:name"),
    ],
)
def test_what_can_not_be_imported(target: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write(tmp_path, **BROKEN))
    found = error(target, Path())
    assert found.kind == "could not start"
    assert message in found.message
    assert "\n" not in found.message


@pytest.mark.parametrize(
    ("target", "hint"),
    [
        ("desk.server:mcp", "; it is in src: write py:src/desk/server.py:mcp, or install it"),
        ("desk", "; it is in src: write py:src/desk/__init__.py, or install it"),
        ("desk.clerk:mcp", "there is no module `desk` in "),
    ],
)
def test_a_package_below_src_is_pointed_to(target: str, hint: str, tmp_path: Path) -> None:
    (tmp_path / "src" / "desk").mkdir(parents=True)
    write(tmp_path / "src" / "desk", __init__="", server="")
    message = error(target, tmp_path).message
    assert hint in message
    assert ("it is in src" in message) == ("src" in hint)


def test_the_traceback_of_the_author_is_kept(tmp_path: Path) -> None:
    lines = error("raises:mcp", write(tmp_path, **BROKEN)).stderr
    assert lines[:2] == ("before", "Traceback (most recent call last):")
    assert lines[2].endswith('raises.py", line 4, in <module>')
    assert lines[-2:] == ("RuntimeError: no DB_URL", "here")


def test_several_servers_have_to_be_told_apart(tmp_path: Path) -> None:
    text = "from mcp.server import MCPServer\nshop = MCPServer('a')\nadmin = MCPServer('b')\n"
    found = error("both", write(tmp_path, both=text))
    assert found.message == "`both` has 2 server objects (`shop` and `admin`): name one, as py:both:shop does"


def test_a_module_that_never_ends(tmp_path: Path) -> None:
    folder = write(tmp_path, slow="import time\ntime.sleep(600)\n")
    found = error("slow:mcp", folder, limits=Limits(seconds=1.0))
    assert (found.kind, found.message) == ("timed out", "no answer within 1 s, while importing `slow`")


def test_a_module_that_closes_what_it_answers_through(tmp_path: Path) -> None:
    folder = write(tmp_path, mute="import os, time\nos.closerange(3, 100)\ntime.sleep(600)\n")
    found = error("mute:mcp", folder, limits=Limits(seconds=1.5))
    assert (found.kind, found.message) == ("timed out", "no answer within 1.5 s, while importing `mute`")


@pytest.mark.skipif(sys.platform == "win32", reason="fork and sessions of POSIX")
def test_an_interruption_ends_what_the_module_has_started(tmp_path: Path) -> None:
    """One child holds the output of the module, the other has left its session and its environment."""
    text = """\
        import os, subprocess, time
        if os.fork() == 0:
            time.sleep(600)
        child = subprocess.Popen(["sleep", "600"], env={}, start_new_session=True)
        with open("number", "w") as file:
            file.write(str(child.pid))
        time.sleep(600)
    """
    folder = write(tmp_path, quay=text.replace('"number"', repr(str(tmp_path / "number"))))
    watch = Watch(300)
    outcomes: list[ServerError] = []

    def list_it() -> None:
        with pytest.raises(ServerError) as raised:
            list_object(Server("apiary", PythonObject("quay:mcp", str(folder))), Limits(seconds=300), watch)
        outcomes.append(raised.value)

    thread = threading.Thread(target=list_it)
    thread.start()
    for _ in range(1000):
        if (tmp_path / "number").exists() and (tmp_path / "number").read_text():
            break
        time.sleep(0.01)
    watch.interrupt()
    thread.join(30)
    assert not thread.is_alive()
    assert outcomes[0].message == "interrupted while importing `quay`"
    assert not lives(int((tmp_path / "number").read_text()))
    watch.close()


@pytest.mark.parametrize(
    "written", ["no JSON", "3", '{"told": 3}', '{"failed": {"kind": "refused"}}', '{"told": {}}', "[" * 100_000]
)
def test_code_that_writes_where_its_process_answers(written: str, tmp_path: Path) -> None:
    (tmp_path / "quay.py").write_text(
        "import os\n"
        "for number in range(3, 20):\n"
        "    try:\n"
        f"        os.write(number, {written.encode()!r} + b'\\n')\n"
        "    except OSError:\n"
        "        pass\n"
    )
    found = error("quay:mcp", tmp_path)
    assert found.kind == "protocol error"
    assert found.message.startswith("its code writes to a file descriptor that is not its own")


def test_a_listing_that_is_too_large(tmp_path: Path) -> None:
    text = "from mcp.server import MCPServer\nmcp = MCPServer('a', instructions='x' * 9_000)\n"
    found = error("large:mcp", write(tmp_path, large=text), limits=Limits(message_bytes=8_000))
    assert (found.kind, found.message) == (
        "protocol error",
        "a message is longer than 0.008 MB, which is more than is read",
    )


def test_only_python_objects_are_imported() -> None:
    from catalint.live import Endpoint

    with pytest.raises(TypeError, match="no server object"):
        list_object(Server("shop", Endpoint("http://127.0.0.1:9/mcp")), Limits())
