from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from catalint.location import Path
from catalint.sources.jsonfaults import ScanError
from catalint.sources.jsonscan import MAX_DEPTH, Flaw, Scan, scan

Walk = Callable[[Any], Iterator[tuple[Path, Any]]]

# What a fault is made of: all that JSON gives a meaning to, and some that it does not.
PIECES = [
    *"{}[],:\"'\\/ \n\r\t\0x-+.0e1",
    "true",
    "nul",
    "NaN",
    "-Infinity",
    "//",
    "\\u12",
    "\\ud800",
    "\ufeff",
    "é",
    "😀",
]


def read(text: str) -> Scan | str:
    """Scan a whole text; the message of the fault if it is no JSON."""
    try:
        found = scan(text)
    except ScanError as fault:
        error = fault
    else:
        return "more behind it" if text[found.end :].strip(" \t\r\n") else found
    assert 0 <= error.offset <= len(text)
    assert error.message.isprintable()
    return error.message


def as_standard(text: str) -> str | None:
    """The standard library's reading, written out so that NaN equals NaN; None if it fails."""
    try:
        return repr(without_surrogates(json.loads(text)))
    except (ValueError, RecursionError):
        return None


def without_surrogates(value: Any) -> Any:
    if isinstance(value, str):
        return re.sub("[\ud800-\udfff]", "\ufffd", value)
    if isinstance(value, list):
        return [without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {without_surrogates(key): without_surrogates(item) for key, item in value.items()}
    return value


@given(data=st.data())
def test_agrees_with_the_standard_library(data: st.DataObject, json_texts: st.SearchStrategy[str]) -> None:
    text = data.draw(json_texts)
    found = scan(text)
    assert repr(found.data) == as_standard(text)
    assert text[found.end :].strip() == ""
    assert found.flaws == ()


@given(data=st.data())
def test_every_span_slices_back_to_its_value_and_key(
    data: st.DataObject, json_texts: st.SearchStrategy[str], walk: Walk
) -> None:
    text = data.draw(json_texts)
    found = scan(text)
    rows = 0
    for path, value in walk(found.data):
        rows += 1
        start, end = found.spans.value(path) or (0, 0)
        assert repr(json.loads(text[start:end])) == repr(value)
        assert text[start:end] == text[start:end].strip()
        key = found.spans.key(path)
        if path and isinstance(path[-1], str):
            assert key is not None
            assert json.loads(text[slice(*key)]) == path[-1]
            assert text[key[1] : start].strip(" \t\r\n") == ":"
        else:
            assert key is None
    assert rows == len(found.spans.starts)


@given(data=st.data())
def test_spans_lie_inside_each_other_and_in_order(data: st.DataObject, json_texts: st.SearchStrategy[str]) -> None:
    spans = scan(data.draw(json_texts)).spans
    for row, (start, behind) in enumerate(zip(spans.starts, spans.behind, strict=True)):
        assert row < behind <= len(spans.starts)
        assert all(start < inner < spans.ends[row] for inner in spans.starts[row + 1 : behind])
    assert all(first < second for first, second in pairwise(spans.starts))


@given(data=st.data())
def test_what_is_changed_anywhere_is_read_as_the_standard_library_reads_it(
    data: st.DataObject, json_texts: st.SearchStrategy[str]
) -> None:
    text = data.draw(json_texts)
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 3)))
        text = text[:start] + data.draw(st.sampled_from(PIECES)) + text[end:]
    _assert_same_verdict(text)


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
@example("")
@example("[1e]")
@example('{"a":1,}')
@example('["\\\r"]')
@example("-")
@example("[1.5.2]")
@example("[-Infinit]")
def test_any_text_is_read_as_the_standard_library_reads_it(text: str) -> None:
    _assert_same_verdict(text)


def _assert_same_verdict(text: str) -> None:
    found, standard = read(text), as_standard(text)
    if isinstance(found, str):
        assert standard is None, found
    else:
        assert repr(found.data) == standard


@given(data=st.data())
def test_a_text_that_is_cut_off_ends_in_the_middle_of_something(
    data: st.DataObject, container_texts: st.SearchStrategy[str]
) -> None:
    text = data.draw(container_texts).strip()
    cut = text[: data.draw(st.integers(1, len(text) - 1))]
    message = read(cut)
    assert isinstance(message, str)
    assert message.startswith("ends in the middle of ")


@given(st.lists(st.sampled_from(["a", "b", "\\u0061", "c\\n"]), min_size=1, max_size=8))
def test_repeated_keys_are_seen_with_all_their_places(keys: list[str]) -> None:
    text = "[" + "{" + ",".join(f'"{key}": {number}' for number, key in enumerate(keys)) + "}]"
    found = scan(text)
    decoded = [json.loads(f'"{key}"') for key in keys]
    assert found.data == json.loads(text)
    repeated = [flaw for flaw in found.flaws if flaw.kind == "duplicate-key"]
    assert {flaw.path for flaw in repeated} == {(0, key) for key in decoded if decoded.count(key) > 1}
    for flaw in repeated:
        assert [json.loads(text[start:end]) for start, end in flaw.spans] == [flaw.path[-1]] * decoded.count(
            str(flaw.path[-1])
        )
        last = found.spans.key(flaw.path)
        assert last == flaw.spans[-1]


def test_flaws_carry_their_kind_path_and_place() -> None:
    text = r'{"n": [NaN, -Infinity], "big": 1' + "0" * 5000 + r', "far": 1e400, "half": "\ud800!", "\udfff": 0}'
    found = scan(text)
    assert [(flaw.kind, flaw.path) for flaw in found.flaws] == [
        ("not-a-number", ("n", 0)),
        ("not-a-number", ("n", 1)),
        ("huge-number", ("big",)),
        ("huge-number", ("far",)),
        ("lone-surrogate", ("half",)),
        ("lone-surrogate", ("\ufffd",)),
    ]
    assert [text[slice(*flaw.spans[0])][:8] for flaw in found.flaws] == [
        "NaN",
        "-Infinit",
        "10000000",
        "1e400",
        r'"\ud800!',
        r'"\udfff"',
    ]
    assert isinstance(found.data, dict)
    assert found.data["half"] == "\ufffd!"
    assert found.data["big"] == found.data["far"] == float("inf")
    assert found.spans.value(("\ufffd",)) is not None


@pytest.mark.parametrize("depth", [MAX_DEPTH, MAX_DEPTH + 1, 10_000, 200_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"k":', "}")])
def test_deep_values_are_checked_and_left_out(depth: int, opening: str, closing: str) -> None:
    text = f'{{"a": {opening * (depth - 1)}1{closing * (depth - 1)}, "b": "kept"}}'
    found = scan(text)
    assert found.end == len(text)
    assert isinstance(found.data, dict)
    assert found.data["b"] == "kept"
    step = 0 if opening == "[" else "k"
    path = ("a", *([step] * (MAX_DEPTH - 1)))
    deep = [flaw for flaw in found.flaws if flaw.kind == "too-deep"]
    if depth <= MAX_DEPTH:
        assert deep == []
    else:
        (flaw,) = deep
        assert flaw.path == path
        inner = depth - MAX_DEPTH
        assert text[slice(*flaw.spans[0])] == opening * inner + "1" + closing * inner
    with pytest.raises(ScanError, match="ends in the middle of"):
        scan(text[: len(text) // 2])


def test_nothing_inside_a_deep_value_is_a_flaw_of_its_own() -> None:
    deep = "[" * MAX_DEPTH + '{"a": NaN, "a": 1}' + "]" * MAX_DEPTH
    assert [flaw.kind for flaw in scan(deep).flaws] == ["too-deep"]


def test_what_is_behind_the_value_is_not_looked_at() -> None:
    found = scan('  {"a": 1} ]]]', 2)
    assert (found.data, found.end) == ({"a": 1}, 10)
    assert scan("12 x").data == 12
    assert Flaw("not-a-number", (), ((0, 3),)) in scan("NaN").flaws


@pytest.mark.parametrize(
    ("text", "offset", "message"),
    [
        ("", 0, "ends where a value is expected"),
        ('{"a": 1,}', 7, "a trailing comma before }: JSON allows none"),
        ("[1, 2,\n\n]", 5, "a trailing comma before ]: JSON allows none"),
        ("// tools\n[]", 0, "a comment: JSON has none"),
        ('{"a": 1 /* one */}', 8, "a comment: JSON has none"),
        ('{"a": # one\n1}', 6, "a comment: JSON has none"),
        ("{'a': 1}", 1, "' where JSON takes only double quotes"),
        ('{"a": ‘b’}', 6, "‘ where JSON takes only double quotes"),
        ("{a: 1}", 1, "expected a key in double quotes, found 'a'"),
        ('{"a" 1}', 5, "expected a colon after the key, found '1'"),
        ('{"a":: 1}', 5, "expected a value, found :"),
        ('{"a": 1 "b": 2}', 8, 'a comma is missing before "'),
        ('[{"a": 1}\n{"b": 2}]', 10, "a comma is missing before {"),
        ("[1 2]", 3, "a comma is missing before '2'"),
        ("[1}", 2, "expected a comma or ], found }"),
        ('{"a": [}', 7, "expected a value, found }"),
        ("[,1]", 1, "expected a value, found ,"),
        ("[True]", 1, "True is no JSON (JSON writes true)"),
        ('{"a": None}', 6, "None is no JSON (JSON writes null)"),
        ("[undefined]", 1, "undefined is no JSON (JSON writes null)"),
        ("[Yes]", 1, "expected a value, found 'Yes' (a text needs double quotes)"),
        ("[007]", 1, "'007' is no JSON number"),
        ("[+1]", 1, "'+1' is no JSON number"),
        ("[.5]", 1, "'.5' is no JSON number"),
        ("[1_000]", 1, "'1_000' is no JSON number"),
        ('["C:\\data"]', 4, r"a backslash before 'd' in a string (JSON writes a backslash as \\)"),
        ('["\\u12"]', 2, r"\u in a string needs four hexadecimal digits"),
        ('["a\tb"]', 3, r"a raw control character U+0009 in a string (JSON writes \t)"),
        ('["a\x00b"]', 3, r"a raw control character U+0000 in a string (JSON writes \u0000)"),
        ('["a\nb"]', 3, r"a string is broken over two lines (JSON writes \n), or lacks its closing quote"),
        ('{"a": ["b', 9, "ends in the middle of a string"),
        ('{"a": [1, ', 9, "ends in the middle of a list"),
        ('{"a": 1', 7, "ends in the middle of an object"),
        ('{"a": tru', 9, "ends in the middle of a value"),
    ],
)
def test_a_fault_says_what_is_wrong_and_where(text: str, offset: int, message: str) -> None:
    with pytest.raises(ScanError) as caught:
        scan(text)
    assert (caught.value.offset, caught.value.message) == (offset, message)


def test_a_text_that_is_cut_off_says_what_was_opened() -> None:
    for text, opened in [('{"a": [1, ', 6), ('{"a": "b', 6), ('{"a": 1', 0), ('{"a": {"b": fal', 12)]:
        with pytest.raises(ScanError) as caught:
            scan(text)
        assert caught.value.opened == opened
