from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.errors import InputError
from catalint.sources import document as module
from catalint.sources.document import input_error, read_json
from catalint.sources.jsonfaults import ScanError
from catalint.sources.jsonscan import MAX_DEPTH, scan
from catalint.sources.reader import read_documents
from catalint.sources.text import Text


def text_of(content: str) -> Text:
    return Text("dump.json", content)


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


@given(data=st.data())
def test_the_fast_way_and_the_scanner_agree(data: st.DataObject, json_texts: st.SearchStrategy[str]) -> None:
    content = data.draw(json_texts).strip(" \t\r\n")
    document, end = read_json(text_of(content))
    assert (repr(document.data), end) == (repr(scan(content).data), len(content))
    assert document.value_at(()) == (0, len(content))
    assert document.key_at(()) is None


@pytest.mark.parametrize(
    ("content", "kinds"),
    [
        ('{"a": 1, "a": 2}', ["duplicate-key"]),
        ("[NaN]", ["not-a-number"]),
        (f"[{'9' * 5000}]", ["huge-number"]),
        ("[1e999]", ["huge-number"]),
        (r'["\ud83d"]', ["lone-surrogate"]),
        (r'["\ude00\ud83d"]', ["lone-surrogate"]),
        (r'{"\udfff": 1}', ["lone-surrogate"]),
        (nested(MAX_DEPTH + 1), ["too-deep"]),
        (nested(100_000), ["too-deep"]),
        (nested(MAX_DEPTH), []),
        (r'["\ud83d\ude00", "\\ud800"]', []),
        (f"[{'9' * 4000}, 1e308]", []),
    ],
)
def test_what_the_standard_parser_would_lose_is_seen(content: str, kinds: list[str]) -> None:
    document, _ = read_json(text_of(content))
    assert [flaw.kind for flaw in document.flaws] == kinds


def test_a_clean_document_is_scanned_when_a_place_is_asked_for_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def counting(content: str, start: int = 0) -> Any:
        calls.append(content)
        return scan(content, start)

    monkeypatch.setattr(module, "scan", counting)
    document, _ = read_json(text_of('[{"a": "b\\n"}]'))
    assert calls == []
    assert document.value_at((0, "a")) == (7, 12)
    assert document.key_at((0, "a")) == (2, 5)
    assert len(calls) == 1


def test_a_fault_is_told_with_the_place_of_what_was_opened() -> None:
    with pytest.raises(ScanError) as caught:
        read_json(text_of('{\n "a": [1,\n'))
    error = input_error(text_of('{\n "a": [1,\n'), caught.value)
    assert str(error) == "dump.json:2:10: ends in the middle of a list (opened at 2:7)"


@pytest.mark.parametrize(
    ("content", "values", "passed_over"),
    [
        ('{"a": 1}', [{"a": 1}], []),
        ('  {"a": 1}\n\n[2]\r\n', [{"a": 1}, [2]], []),
        ('{"a": 1}{"b": 2} [3]', [{"a": 1}, {"b": 2}, [3]], []),
        ('ready\n{"a":\n1}\nbye\n', [{"a": 1}], [0, 15]),
        ("[info] ready\n[1, 2]\n[3] ready\n[2026-01-31] x\n[[4]]", [[1, 2], [[4]]], [0, 20, 30]),
        ('[error: "x"]\r\n\r\n{"a": 1}', [{"a": 1}], [0]),
        ("\t\n[]", [[]], []),
    ],
)
def test_a_stream_is_read_value_by_value(content: str, values: list[Any], passed_over: list[int]) -> None:
    documents = read_documents(text_of(content), is_yaml=False)
    assert [document.data for document in documents.values] == values
    assert list(documents.passed_over) == passed_over


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('ready\n{"a": 1', "dump.json:2:8: ends in the middle of an object (opened at 2:1)"),
        ("[info] ready\n[1,\n", "dump.json:2:4: ends in the middle of a list (opened at 2:1)"),
        ('["info"', "dump.json:1:8: ends in the middle of a list (opened at 1:1)"),
        ('{"a": 1} x', "dump.json:1:10: expected nothing behind the JSON value, found 'x'"),
        ("[info] ready\n[main] up", "dump.json:1:1: no JSON object or list, begins with '[info] ready'"),
        ("{level=info}", "dump.json:1:2: expected a key in double quotes, found 'level'"),
    ],
)
def test_what_begins_like_json_and_is_none_is_no_log_line(content: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_documents(text_of(content), is_yaml=False)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("content", "is_yaml"),
    [
        ("tools:\n- a", True),
        ("# dump\n\n---\n- a", True),
        ("- name: a", True),
        ("%YAML 1.2\n---\na", True),
        ('"tools": []', True),
        ('{"tools": []}', False),
        ("note: below\n{}", False),
        ("[info] a: b\n[1]", False),
    ],
)
def test_without_a_file_name_the_text_tells_yaml_from_json(content: str, is_yaml: bool) -> None:
    read = {is_yaml: read_documents(text_of(content)), None: read_documents(text_of(content), is_yaml=is_yaml)}
    first, second = ([document.data for document in documents.values] for documents in read.values())
    assert first == second
    assert all(type(document).__name__.startswith("Yaml" if is_yaml else "Json") for document in read[is_yaml].values)


def test_json_in_a_file_of_yaml_is_read_as_json() -> None:
    (document,) = read_documents(text_of(' {"a": NaN}\n'), is_yaml=True).values
    assert [flaw.kind for flaw in document.flaws] == ["not-a-number"]
    (other,) = read_documents(text_of("{a: [b]}"), is_yaml=True).values
    assert other.data == {"a": ["b"]}


def test_streams_of_log_lines_take_time_linear_in_them() -> None:
    lines: Callable[[int], str] = lambda count: "[1, 2] ready\n" * count + json.dumps({"tools": []})
    assert len(read_documents(text_of(lines(20_000)), is_yaml=False).passed_over) == 20_000
