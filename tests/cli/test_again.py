"""`catalint check --again`: dumps of later listings, and what they are compared with."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
Dump = Callable[..., str]
SEAT = "Reserve a seat in the reading room for one day and return its number."
LOAN = "Lend a book to a reader and return the day on which it is due."


def _rules(result: Result) -> list[tuple[str, str]]:
    return [(each["rule"], each["server"]) for each in json.loads(result.stdout)["findings"]]


def test_another_order(run: Run, dump: Dump) -> None:
    first = dump("desk.json", reserve_seat=SEAT, lend_book=LOAN)
    second = dump("later.json", lend_book=LOAN, reserve_seat=SEAT)
    result = run("check", first, "--again", second, "--select", "stability", "--format", "json")
    assert result.exit_code == 0
    assert _rules(result) == [("unstable-list", "desk")]


def test_equal(run: Run, dump: Dump) -> None:
    first = dump("desk.json", reserve_seat=SEAT, lend_book=LOAN)
    second = dump("later.json", reserve_seat=SEAT, lend_book=LOAN)
    result = run("check", first, "--again", second, "--format", "json")
    assert ("unstable-list", "desk") not in _rules(result)
    # the later listing is no catalog of the run
    assert [each["server"] for each in json.loads(result.stdout)["catalogs"]] == ["desk"]


def test_several_servers_are_matched_by_name(run: Run, dump: Dump) -> None:
    dumps = [dump("desk.json", reserve_seat=SEAT), dump("shelf.json", lend_book=LOAN)]
    later = dump("later/shelf.json", lend_book=f"{LOAN} Shelf 3.")
    result = run("check", *dumps, "--again", later, "--select", "unstable-list", "--format", "json")
    assert _rules(result) == [("unstable-list", "shelf")]


def test_a_server_that_is_not_there(run: Run, dump: Dump) -> None:
    dumps = [dump("desk.json", reserve_seat=SEAT), dump("shelf.json", lend_book=LOAN)]
    result = run("check", *dumps, "--again", dump("later.json", lend_book=LOAN))
    assert result.exit_code == 2
    assert "--again: later.json is of 'later', which is no catalog of this run" in result.stderr


@pytest.mark.parametrize("content", ["{", None])
def test_a_dump_that_can_not_be_read(run: Run, dump: Dump, content: str | None) -> None:
    first = dump("desk.json", reserve_seat=SEAT)
    if content is not None:
        Path("later.json").write_text(content, encoding="utf-8")
    result = run("check", first, "--again", "later.json")
    assert result.exit_code == 3
    assert "later.json" in result.stderr


def test_twice_needs_a_live_server(run: Run, dump: Dump) -> None:
    result = run("check", dump("desk.json", reserve_seat=SEAT), "--twice")
    assert result.exit_code == 2
    assert "--twice lists a live server two times" in result.stderr
