"""`catalint baseline`, and `catalint check` with one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

Run = Callable[..., Result]
Dump = Callable[..., str]
GOOD = "Reserve a seat in the reading room for one day and return its number."
VAGUE = "Handles data."


def test_only_new_findings_fail(run: Run, dump: Dump) -> None:
    dump(process_data=VAGUE, reserve_seat=GOOD)
    assert run("check", "desk.json", "--fail-on", "warning").exit_code == 1
    result = run("baseline", "desk.json")
    assert result.exit_code == 0
    assert result.stdout.startswith("wrote catalint.baseline.json with ")
    again = run("check", "desk.json", "--fail-on", "note", "--baseline", "catalint.baseline.json")
    assert again.exit_code == 0
    assert "suppressed)" in again.stdout
    dump(process_data=VAGUE, reserve_seat=GOOD, handle_thing="Handles the thing.")
    more = run("check", "desk.json", "--fail-on", "warning", "--baseline", "catalint.baseline.json", "--format", "json")
    assert more.exit_code == 1
    assert {each["tool"] for each in json.loads(more.stdout)["findings"]} == {"handle_thing"}


def test_the_configuration_names_it(run: Run, dump: Dump) -> None:
    dump(process_data=VAGUE)
    Path("catalint.yaml").write_text("baseline: accepted.json\nfail-on: note\n", encoding="utf-8")
    missing = run("check", "desk.json")
    assert missing.exit_code == 3
    assert "accepted.json: the baseline can't be read (No such file or directory): `catalint baseline` writes" in (
        missing.stderr
    )
    assert run("baseline", "desk.json").stdout.startswith("wrote accepted.json with ")
    assert run("check", "desk.json").exit_code == 0


def test_it_only_shrinks_unless_asked(run: Run, dump: Dump) -> None:
    dump(process_data=VAGUE, handle_thing="Handles the thing.")
    run("baseline", "desk.json")
    before = Path("catalint.baseline.json").read_text(encoding="utf-8")
    dump(process_data=VAGUE, do_stuff="Does stuff.")
    noted = run("check", "desk.json", "--baseline", "catalint.baseline.json")
    assert "accepted findings are gone (" in noted.stderr or "accepted finding is gone (" in noted.stderr
    shrunk = run("baseline", "desk.json")
    assert " gone\n" in shrunk.stdout
    assert "stayed out: `catalint check` shows them, --accept accepts" in shrunk.stderr
    after = Path("catalint.baseline.json").read_text(encoding="utf-8")
    assert "handle_thing" in before
    assert "handle_thing" not in after
    assert "do_stuff" not in after
    accepted = run("baseline", "desk.json", "--accept")
    assert " accepted\n" in accepted.stdout
    assert "do_stuff" in Path("catalint.baseline.json").read_text(encoding="utf-8")
    assert run("baseline", "desk.json").stdout.endswith("nothing changed\n")


def test_nothing_is_written_where_an_input_can_not_be_read(run: Run, dump: Dump) -> None:
    Path("broken.json").write_text("{", encoding="utf-8")
    result = run("baseline", dump(process_data=VAGUE), "broken.json")
    assert result.exit_code == 3
    assert not Path("catalint.baseline.json").exists()


def test_another_file_is_never_taken_for_one(run: Run, dump: Dump) -> None:
    file = dump(process_data=VAGUE)
    before = Path(file).read_bytes()
    result = run("baseline", file, "-o", file)
    assert result.exit_code == 3
    assert "desk.json: is no baseline of version 1" in result.stderr
    assert Path(file).read_bytes() == before


def test_suppressed_findings_are_shown_on_request(run: Run, dump: Dump) -> None:
    run("baseline", dump(process_data=VAGUE))
    shown = run("check", "desk.json", "--baseline", "catalint.baseline.json", "--verbose")
    assert "accepted in catalint.baseline.json" in shown.stdout


def test_what_a_rule_found_that_is_no_more_is_gone(run: Run, dump: Dump) -> None:
    dump(process_data=VAGUE)
    run("baseline", "desk.json")
    file = Path("catalint.baseline.json")
    kept = json.loads(file.read_text(encoding="utf-8"))
    old = {"fingerprint": "1" * 32, "rule": "laconic-name", "server": "desk", "tool": "process_data"}
    elsewhere = {**old, "fingerprint": "2" * 32, "server": "reading-room"}
    file.write_text(json.dumps({**kept, "findings": [*kept["findings"], old, elsewhere]}), encoding="utf-8")
    noted = run("check", "desk.json", "--baseline", "catalint.baseline.json").stderr
    assert "1 accepted finding is gone (laconic-name of process_data)" in noted
    assert run("baseline", "desk.json").stdout.endswith(", 1 gone\n")
    assert json.loads(file.read_text(encoding="utf-8"))["findings"] == [*kept["findings"], elsewhere]
