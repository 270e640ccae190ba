"""A short row of mutated dumps, the same each time, and every dump that once showed a fault; fuzz.py makes long rows.

No run is timed here: what a command may take is for fuzz.py, on a machine that does nothing else.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from dumpfuzz import checks, dumps, guard, runs, seeds, shrinking, tree, workers
from dumpfuzz.dumps import Dump
from dumpfuzz.runs import Command

HERE = Path(__file__).parent
SEED = 20260728
RUNS = 150
# larger dumps are left to fuzz.py, and so is YAML that takes seconds to refuse
SMALL = 20_000
SLOW = "YAML: deep"
CASES = sorted((HERE / "cases").iterdir())


@cache
def row() -> list[int]:
    """The numbers of the first small dumps."""
    made = ((number, dumps.make(SEED, number)) for number in range(10 * RUNS))
    small = (number for number, dump in made if len(dump.data) <= SMALL and SLOW not in dump.story)
    return list(islice(small, RUNS))


@pytest.mark.parametrize("first", range(0, RUNS, 15))
def test_mutated_dumps(first: int) -> None:
    for number in row()[first : first + 15]:
        outcome = runs.run(dumps.make(SEED, number), runs.commands(number))
        assert outcome.faults == (), f"python tests/fuzz/fuzz.py --seed {SEED} --only {number}"


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.name)
def test_dumps_that_once_showed_a_fault(file: Path) -> None:
    before = json.dumps(dict(seeds.catalogs()[0][1])).encode()
    for turn in range(runs.TURNS):
        outcome = runs.run(Dump(file.name, file.read_bytes(), before), runs.commands(turn))
        assert outcome.faults == ()


def test_a_number_gives_one_dump() -> None:
    code = f"from dumpfuzz import dumps; print(ascii(dumps.make({SEED}, 7)))"
    environment = {**os.environ, "PYTHONPATH": str(HERE), "PYTHONHASHSEED": "1"}
    again = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert again.stdout == f"{dumps.make(SEED, 7)!a}\n"


def test_rows_hold_all_kinds_of_mutations() -> None:
    story = " ".join(" ".join(dumps.make(SEED, number).story) for number in range(500))
    for kind in ("keys doubled", "deepened", "circular", "fan-out", "deep ", "hostile pattern", "long enum", "million"):
        assert kind in story
    for kind in ("YAML: laugh", "YAML: tag", "utf-16", "latin-1", "bytes: flip", "bytes: cut", "session-", "parcel-"):
        assert kind in story


RAW = (
    "a\x1b[31m",
    "a\x9b",
    "a\u202eb",
    "a\u200bb",
    "a\rb",
    "\u2028",
    "\n ::error::x",
    "##[group]",
    "\U000e0041",
    "\u3164",
)


class TestFaultsAreSeen:
    """Each check, with what it is there for: a driver that saw nothing would never fail."""

    @pytest.mark.parametrize("text", [*RAW, "\ud800"], ids=ascii)
    def test_raw_text(self, text: str) -> None:
        assert list(checks.shown(text))
        assert list(checks.coloured(f"\x1b[1m{text}"))

    @pytest.mark.parametrize("text", ["plain\n  text: `a`\n", "日本語 👍🏽 ⚠️ حالة", "std::string, a ## b", ""])
    def test_text_of_any_language_is_none(self, text: str) -> None:
        assert list(checks.shown(text)) == []

    def test_markup(self) -> None:
        for text in ("<script>x</script>", "a <img src=x>", "![x](y)", "[x](https://a.example)", "<https://a.example>"):
            assert list(checks.markdown(text)), text
        ours = "<details>\n<summary>1 note</summary>\n\n- `<b>` in [a](tools.json#L1)\n\n</details>\n"
        assert list(checks.markdown(ours)) == []

    def test_workflow_commands(self) -> None:
        assert list(checks.workflow("::error file=a::x\n1 tool: clean\n")) == []
        for text in (
            "::set-output name=x::y\nlast\n",
            "::error file=a::x\n",
            "::error file=a::x\nlast",
            "text\nlast\n",
        ):
            assert list(checks.workflow(text)), text

    def test_json(self) -> None:
        for text in ("{", "NaN", '{"a": 1, "a": 2}', '"é"', '"\x7f"'):
            assert list(checks.any_json(text)), text
            assert list(checks.report(text)), text
            assert list(checks.sarif(text)), text
        assert list(checks.report("{}")), "no report"
        assert list(checks.sarif('{"version": "2.1.0"}')), "no runs"

    def test_xml(self) -> None:
        for text in ("<a>", "<!DOCTYPE a><a/>", '<a b="&#x202e;"/>'):
            assert list(checks.junit(text)), text
        assert list(checks.chart("<svg><script/></svg>"))

    def test_what_a_run_does(self, tmp_path: Path) -> None:
        (tmp_path / "in").mkdir()
        with guard.watched(str(tmp_path / "in")) as seen:
            (tmp_path / "in" / "a").write_text("allowed")
            assert seen == []
            (tmp_path / "b").write_text("elsewhere")
            socket.socket().close()
            subprocess.run([sys.executable, "-c", ""], check=True)
            (tmp_path / "b").rename(tmp_path / "c")
        for event in ("open for writing", "socket.__new__", "subprocess.Popen", "os.rename"):
            assert any(each.startswith(event) for each in seen), event
        count = len(seen)
        (tmp_path / "d").write_text("not watched any more")
        assert len(seen) == count

    def test_a_crash_and_a_wrong_exit_code(self, monkeypatch: pytest.MonkeyPatch) -> None:
        dump = Dump("tools.json", b'{"tools": [{"name": "get_lamp", "inputSchema": {"type": "object"}}]}')
        with monkeypatch.context() as patch:
            patch.setattr("catalint.analyses.tokens.compact", lambda _: 1 // 0)
            (fault, *_) = runs.run(dump, [Command(("tokens", "DUMP"))]).faults
        assert "crash" in fault.kind
        assert "ZeroDivisionError" in fault.text
        (fault,) = runs.run(dump, [Command(("tokens", "DUMP", "--sort", "x"))]).faults
        assert fault.kind == "tokens: exit code 2"

    def test_a_command_that_takes_too_long(self) -> None:
        (fault,) = runs.run(dumps.make(SEED, 1), [Command(("rules",))], limit=0.0).faults
        assert fault.kind == "rules: slow"


class _Spin(workers.Job):
    def carry_out(self, limit: float) -> runs.Outcome:
        while True:
            pass


class _Die(workers.Job):
    def carry_out(self, limit: float) -> runs.Outcome:
        os._exit(9)


def test_a_process_that_hangs_or_dies_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what comes next is run in another one."""
    monkeypatch.setattr(workers, "_START", 0.5)
    well = workers.Job(2, SEED, Dump("a.json", b"[]"), (Command(("rules",)),))
    found = {
        job.number: outcome
        for job, outcome in workers.work([_Spin(0, SEED), _Die(1, SEED), well], together=1, limit=0.5)
    }
    assert [fault.kind for fault in found[0].faults] == ["hangs"]
    assert "carry_out" in found[0].faults[0].text
    assert [fault.kind for fault in found[1].faults] == ["process died"]
    assert "exit code 9" in found[1].faults[0].text
    assert {fault.kind for fault in found[2].faults} <= {"rules: slow"}


def test_a_dump_is_made_small() -> None:
    value = {"tools": [{"name": f"tool_{number}", "description": "x" * 50} for number in range(20)]}
    dump = Dump("a.json", json.dumps(value).encode())
    small = shrinking.shrink(dump, lambda trial: b"tool_13" in trial.data, seconds=20.0)
    assert len(small.data) < 40
    broken = replace(dump, data=b"\xff" + dump.data)
    assert shrinking.shrink(broken, lambda trial: b"\xff" in trial.data, seconds=20.0).data == b"\xff"


def test_values_are_written_as_json_has_them() -> None:
    value = {"a": [1, tree.Raw("1e999"), "é\n"], "b": tree.Pairs([("x", 1), ("x", {})]), "c": [], "d": {}}
    text = tree.write(value)
    assert text == '{"a": [1, 1e999, "\\u00e9\\n"], "b": {"x": 1, "x": {}}, "c": [], "d": {}}'
    indented = tree.write(value, indent="  ", ascii_only=False)
    assert json.loads(indented) == json.loads(text)
    assert '\n  "a": [\n    1,' in indented
