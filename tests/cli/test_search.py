from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from catalint import __version__
from catalint.search import embedding

Run = Callable[..., Result]
Dump = Callable[..., str]

DESK = {
    "reserve_seat": "Reserve a seat in the reading room. Seats are held for an hour.",
    "lend_book": "Lend a book to a reader.",
    "return_book": "Take a book back and reserve it for the next reader.",
}


SERVERS = {
    "fines": {"instructions": "Fines and fees of readers.", "tools": ["pay_fine", "list_fines"]},
    "desk": {"instructions": "Loans, returns and seats.", "tools": ["lend_book", "reserve_seat"]},
    "wiki": {"instructions": "", "tools": ["find_page", "fine_print"]},
}


class TextFile(SingleFileSnapshotExtension):
    file_extension = "txt"
    _write_mode = WriteMode.TEXT


class JsonFile(TextFile):
    file_extension = "json"


@pytest.fixture
def servers(tmp_path: Path) -> list[str]:
    """Three servers that say more or less of what they are about."""
    for name, server in SERVERS.items():
        tools = [{"name": tool, "description": f"{tool.replace('_', ' ').capitalize()}."} for tool in server["tools"]]
        (tmp_path / f"{name}.json").write_text(json.dumps({**server, "tools": tools}), encoding="utf-8")
    return [f"{name}.json" for name in SERVERS]


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


def test_help(run: Run, snapshot: SnapshotAssertion) -> None:
    result = run("search", "--help", terminal_width=80)
    assert result.exit_code == 0
    assert result.stdout == snapshot(extension_class=TextFile)


@pytest.mark.parametrize("kind", ["bm25", "one-line", "namespace"])
def test_text_of_each_kind(run: Run, servers: list[str], kind: str, snapshot: SnapshotAssertion) -> None:
    result = run("search", "fine of a reader", *servers, "--retriever", kind)
    assert result.exit_code == 0
    assert result.stdout == snapshot(extension_class=TextFile)


def test_json_of_namespaces(run: Run, servers: list[str], snapshot: SnapshotAssertion) -> None:
    asked = ("search", "fine of a reader", *servers, "--retriever", "namespace", "--prefix", "claude-code")
    result = run(*asked, "--limit", "2", "-f", "json")
    assert result.stdout.replace(f'"{__version__}"', '"VERSION"') == snapshot(extension_class=JsonFile)


def test_a_server_that_says_nothing_of_itself_is_not_loaded(run: Run, servers: list[str]) -> None:
    result = run("search", "page", *servers, "--retriever", "namespace")
    assert result.exit_code == 0
    assert result.stdout == "no hit among 6 tools for 'page' (namespace)\n"
    assert "no word of the names and descriptions of the 3 namespaces: a model can only guess" in result.stderr
    assert hits(run("search", "page", "wiki.json", "--retriever", "namespace", "-f", "json"))[0]["tool"] == "find_page"


def test_words_that_neither_namespaces_nor_tools_have(run: Run, servers: list[str]) -> None:
    result = run("search", "fine on a page on Mars", *servers, "--retriever", "namespace")
    assert result.stdout.splitlines()[0].endswith("(namespace); no tool has: Mars")
    result = run("search", "a seat on Mars", *servers, "--retriever", "one-line")
    assert result.stdout.splitlines()[0].endswith("(one-line); no tool has: Mars")


def test_the_first_sentence_only(run: Run, dump: Dump) -> None:
    file = dump(**DESK)
    assert [hit["tool"] for hit in hits(run("search", "hour", file, "-f", "json"))] == ["reserve_seat"]
    assert hits(run("search", "hour", file, "-f", "json", "--retriever", "one-line")) == []


def test_names_as_the_client_shows_them(run: Run, servers: list[str]) -> None:
    result = run("search", "fine", *servers, "--prefix", "{server}-")
    assert " 1. fines-" in result.stdout
    assert "fines/" not in result.stdout
    (first, *_) = hits(run("search", "desk", *servers, "--prefix", "claude-code", "-f", "json"))
    assert (first["tool"], first["shown_as"]) == ("lend_book", "mcp__desk__lend_book")
    assert hits(run("search", "wiki", *servers, "-f", "json")) == []
    assert run("search", "fine", *servers, "--prefix", "claude").exit_code == 2


def test_regex_is_a_kind_like_others(run: Run, dump: Dump) -> None:
    file = dump(**DESK)
    for form in ("text", "json"):
        short = run("search", "--regex", "_book", file, "-f", form)
        assert short.exit_code == 0
        assert run("search", "--retriever", "regex", "_book", file, "-f", form).stdout == short.stdout
    assert run("search", "--regex", "--retriever", "regex", "_book", file).exit_code == 0
    result = run("search", "--regex", "--retriever", "bm25", "_book", file)
    assert result.exit_code == 2
    assert "--regex and --retriever bm25 exclude each other" in result.stderr


def test_an_unknown_kind_is_wrong_usage(run: Run, dump: Dump) -> None:
    result = run("search", "book", dump(**DESK), "--retriever", "bm52")
    assert result.exit_code == 2
    assert "'bm25', 'regex', 'one-line', 'namespace', 'embedding'" in result.stderr


def test_a_query_that_is_longer_than_names_of_files(run: Run) -> None:
    result = run("search", "where is my parcel " * 300)
    assert result.exit_code == 2
    assert "nothing to read" in result.stderr


def test_a_kind_whose_extra_is_missing(run: Run, dump: Dump, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding, "find_spec", lambda _: None)
    result = run("search", "book", dump(**DESK), "--retriever", "embedding")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == (
        "catalint: error: the embedding search needs an extra: pip install 'catalint[embedding]'\n"
    )


def test_by_meaning(run: Run, dump: Dump) -> None:
    result = run("search", "a chair to sit on", dump(**DESK), "--retriever", "embedding", "--limit", "1")
    assert " 1. reserve_seat  0." in result.stdout
    assert "(embedding)" in result.stdout
    assert "()" not in result.stdout
