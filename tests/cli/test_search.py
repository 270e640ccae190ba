from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]
Dump = Callable[..., str]

DESK = {
    "reserve_seat": "Reserve a seat in the reading room. Seats are held for an hour.",
    "lend_book": "Lend a book to a reader.",
    "return_book": "Take a book back and reserve it for the next reader.",
}


def hits(result: Result) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(result.stdout)["hits"]
    return found


def test_text_shows_rank_score_sentence_and_words(run: Run, dump: Dump) -> None:
    result = run("search", "reserve a seat on the moon", dump(**DESK))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "2 hits among 3 tools for 'reserve a seat on the moon' (bm25); no tool has: moon"
    assert lines[2].startswith(" 1. reserve_seat  ")
    assert lines[3] == "    Reserve a seat in the reading room."
    assert lines[4].startswith("    seat ")
    assert "(name, description); reserve " in lines[4]
    assert lines[6].startswith(" 2. return_book  ")
    assert "\x1b" not in result.stdout
    assert result.stderr == ""


def test_json(run: Run, dump: Dump) -> None:
    result = run("search", "lend books on Mars", dump(**DESK), "--format", "json")
    report = json.loads(result.stdout)
    assert (report["query"], report["method"], report["tools"], report["matching"]) == (
        "lend books on Mars",
        "bm25",
        3,
        2,
    )
    assert report["missing"] == ["Mars"]
    first = report["hits"][0]
    assert (first["rank"], first["server"], first["tool"], first["pointer"]) == (1, "desk", "lend_book", "/tools/1")
    assert {match["word"]: match["fields"] for match in first["matches"]} == {
        "lend": ["name", "description"],
        "books": ["name", "description"],
    }
    assert sum(match["score"] for match in first["matches"]) == pytest.approx(first["score"], abs=1e-5)


def test_limit(run: Run, dump: Dump) -> None:
    file = dump(**{f"sort_shelf_{number}": "Sort a shelf." for number in range(8)})
    assert len(hits(run("search", "shelf", file, "--format", "json"))) == 5
    assert len(hits(run("search", "shelf", file, "--format", "json", "--limit", "7"))) == 7
    assert run("search", "shelf", file).stdout.startswith("the best 5 of 8 hits among 8 tools")
    assert run("search", "shelf", file, "--limit", "0").exit_code == 2


def test_several_catalogs_are_searched_together(run: Run, dump: Dump) -> None:
    result = run("search", "book", dump(**DESK), dump("shop.json", sell_book="Sell a book."))
    assert " 1. shop/sell_book" in result.stdout
    assert "desk/lend_book" in result.stdout
    assert "among 4 tools" in result.stdout


def test_regex(run: Run, dump: Dump) -> None:
    result = run("search", "--regex", "(lend|return)_", dump(**DESK), "--format", "json")
    assert [hit["tool"] for hit in hits(result)] == ["lend_book", "return_book"]
    assert hits(result)[0]["matches"] == [{"word": "lend_", "score": 8.0, "fields": ["name"]}]
    assert json.loads(result.stdout)["method"] == "regex"


@pytest.mark.parametrize("pattern", ["(", "x" * 201, r"\p{L}"])
def test_a_bad_pattern_is_wrong_usage(run: Run, dump: Dump, pattern: str) -> None:
    result = run("search", "--regex", pattern, dump(**DESK))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("catalint: error: ")
    assert result.stderr.count("\n") == 1


def test_no_hit_is_an_answer(run: Run, dump: Dump) -> None:
    file = dump(**DESK)
    result = run("search", "spaceship", file)
    assert result.exit_code == 0
    assert result.stdout == "no hit among 3 tools for 'spaceship' (bm25); no tool has: spaceship\n"
    assert run("search", "--regex", "spaceship", file).exit_code == 0


def test_a_query_of_stop_words_is_explained(run: Run, dump: Dump) -> None:
    result = run("search", "to the", dump(**DESK))
    assert result.exit_code == 0
    assert "'to the' has no word to search by" in result.stderr


def test_a_query_that_hosted_search_would_not_take(run: Run, dump: Dump) -> None:
    result = run("search", "book " * 101, dump(**DESK))
    assert result.exit_code == 0
    assert "500 characters at most, this query has 505" in result.stderr


def test_an_unread_input_is_named_and_the_others_are_searched(run: Run, dump: Dump) -> None:
    Path("broken.json").write_text("{", encoding="utf-8")
    result = run("search", "book", dump(**DESK), "broken.json")
    assert result.exit_code == 3
    assert "lend_book" in result.stdout
    assert result.stderr.startswith("catalint: error: broken.json")
    assert run("search", "book", "broken.json").stdout == ""


def test_unread_inputs_are_in_the_json(run: Run, dump: Dump) -> None:
    result = run("search", "book", dump(**DESK), "missing.json", "--format", "json")
    assert result.exit_code == 3
    assert [entry["path"] for entry in json.loads(result.stdout)["unread"]] == ["missing.json"]


def test_nothing_to_search_is_wrong_usage(run: Run) -> None:
    assert run("search").exit_code == 2
    assert run("search", "book").exit_code == 2


def test_servers_of_the_configuration_are_searched_without_inputs(run: Run, dump: Dump) -> None:
    dump("dumps/desk.json", **DESK)
    Path("catalint.yaml").write_text("servers:\n  library: {dump: dumps/desk.json}\n", encoding="utf-8")
    assert hits(run("search", "lend", "--format", "json"))[0]["server"] == "library"


def test_control_characters_never_reach_the_terminal(run: Run, dump: Dump) -> None:
    file = dump(**{"wipe\x1b[2J": "Wipe the \x1b]0;title\x07board\u202e now."})
    for arguments in (("wipe \x1b[31m",), ("--regex", "wipe.*")):
        result = run("search", *arguments, file)
        assert result.exit_code == 0
        assert not set(result.output) & {"\x1b", "\x07", "\u202e"}
        assert "wipe\\x1b[2J" in result.stdout


def test_colour_is_for_terminals_and_for_those_who_ask(run: Run, dump: Dump) -> None:
    file = dump(**DESK)
    assert "\x1b[" not in run("search", "book", file).stdout
    assert "\x1b[" in run("search", "book", file, "--color", "always").stdout
    assert "\x1b[" not in run("search", "book", file, "--color", "never").stdout


def test_the_same_input_gives_the_same_bytes(run: Run, dump: Dump) -> None:
    file = dump(**DESK)
    for form in ("text", "json"):
        first = run("search", "reserve a book", file, "--format", form).stdout_bytes
        assert run("search", "reserve a book", file, "--format", form).stdout_bytes == first


def test_a_search_imports_no_heavy_module(run: Run, dump: Dump) -> None:
    before = set(sys.modules)
    run("search", "book", dump(**DESK))
    new = {name.partition(".")[0] for name in set(sys.modules) - before}
    assert not new & {"numpy", "jsonschema", "jsonschema_rs", "tiktoken", "scipy"}
