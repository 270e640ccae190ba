from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from catalint.location import Path
from catalint.sources import yamltree
from catalint.sources.jsonfaults import ScanError
from catalint.sources.jsonscan import MAX_DEPTH
from catalint.sources.text import Text
from catalint.sources.yamltree import YamlDocument, read_yaml

Walk = Callable[[Any], Iterator[tuple[Path, Any]]]

DUMP = """\
# tools of the harbour
tools:
  - name: list_berths
    description: >
      List the berths of a pier
      with their depth.
    inputSchema: &schema
      type: object
      properties:
        pier: {type: string, description: "Code of the pier"}
      required: [pier]
  - name: book_berth
    description: 'Book a berth.'   # and pay for it
    inputSchema: *schema
"""


def read(text: str) -> YamlDocument:
    (document,) = read_yaml(Text("tools.yaml", text))
    return document


def slice_at(document: YamlDocument, path: Path) -> str:
    start, end = document.value_at(path) or (0, 0)
    return document.text.content[start:end]


def test_a_dump_is_read_with_the_places_of_its_parts() -> None:
    document = read(DUMP)
    assert slice_at(document, ("tools", 1, "name")) == "book_berth"
    assert slice_at(document, ("tools", 1, "description")) == "'Book a berth.'"
    assert slice_at(document, ("tools", 0, "inputSchema", "required")) == "[pier]"
    pier = '{type: string, description: "Code of the pier"}'
    assert slice_at(document, ("tools", 0, "inputSchema", "properties", "pier")) == pier
    assert slice_at(document, ("tools", 0, "description")).startswith(">\n")
    assert slice_at(document, ("tools", 0, "description")).endswith("depth.")
    key = document.key_at(("tools", 0, "inputSchema"))
    assert key is not None
    assert DUMP[slice(*key)] == "inputSchema"
    assert document.value_at(("tools", 2)) is None
    assert document.value_at(("tools", 0, "name", "x")) is None
    assert document.key_at(("tools", 0)) is None
    # what an alias names stands where its anchor is
    assert document.value_at(("tools", 1, "inputSchema", "type")) == document.value_at(
        ("tools", 0, "inputSchema", "type")
    )


@given(data=st.data())
def test_json_is_read_as_json(data: st.DataObject, values: st.SearchStrategy[Any]) -> None:
    value = data.draw(values)
    # Unescaped, some line ends and control characters mean another thing in YAML, or nothing.
    text = json.dumps(value, indent=data.draw(st.sampled_from([None, 1, 4])))
    assert repr(read(text).data) == repr(value)


# Not every text: what starts with a colon, for one, is written by that library as it can't be read.
TEXTS = st.text("ab0 é😀\n'#", max_size=12)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(TEXTS, inner, max_size=5)),
    max_leaves=20,
)


@given(VALUES)
def test_every_span_slices_back_to_its_value_and_key(walk: Walk, value: Any) -> None:
    stream = io.StringIO()
    yaml = YAML(typ="safe", pure=True)
    yaml.allow_unicode = False  # it would leave line ends in a text that YAML folds
    yaml.width = 100_000  # its folding of long lines does not always read back
    yaml.dump(value, stream)
    text = stream.getvalue()
    document = read(text)
    assert document.data == value
    for path, part in walk(value):
        start, end = document.value_at(path) or (0, 0)
        if not isinstance(part, dict | list):
            assert read(text[start:end]).data == part
        if path and isinstance(path[-1], str):
            key = document.key_at(path)
            assert key is not None
            assert read(f"? {text[slice(*key)]}\n: 1").data == {path[-1]: 1}
            assert key[1] <= start


@given(st.text(alphabet="ab: -[]{}&*!|>'\"#%@`,?\n\t~<=0.\\xuU", max_size=30))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    ends = []
    try:
        ends = [(document.value_at(()) or (-1, -1))[1] for document in read_yaml(Text("tools.yaml", text))]
    except ScanError as fault:
        ends.append(fault.offset)
    assert all(0 <= end <= len(text) for end in ends)


@pytest.mark.parametrize(
    ("scalar", "value"),
    [
        ("yes", "yes"),
        ("off", "off"),
        ("on", "on"),
        ("True", True),
        ("~", None),
        ("", None),
        ("null", None),
        ("'null'", "null"),
        ("0o17", 15),
        ("0x1F", 31),
        ("017", 17),
        ("1_000", "1_000"),
        ("+1", 1),
        ("-.5e3", -500.0),
        ("1:30", "1:30"),
        ("2026-01-31", "2026-01-31"),
        ("! 12", "12"),
        ("!!str 12", "12"),
        ("!!int 12", 12),
        ("!!float 12", 12),
        ("!!bool true", True),
        ("!!null ''", None),
        (r'"\ud83d\ude00"', "😀"),
    ],
)
def test_scalars_follow_the_core_schema(scalar: str, value: Any) -> None:
    found = read(f"a: {scalar}").data
    assert isinstance(found, dict)
    assert found["a"] == value
    assert type(found["a"]) is type(value)


def test_flaws_carry_their_kind_path_and_place() -> None:
    text = 'a:\n  - .nan\n  - -.INF\n  - 1e999\n  - "\\ud800"\nb: 1\nb: 2\nc: {d: 1, d: 2, "d": 3}\n'
    document = read(text)
    assert [(flaw.kind, flaw.path, [text[slice(*span)] for span in flaw.spans]) for flaw in document.flaws] == [
        ("not-a-number", ("a", 0), [".nan"]),
        ("not-a-number", ("a", 1), ["-.INF"]),
        ("huge-number", ("a", 2), ["1e999"]),
        ("lone-surrogate", ("a", 3), [r'"\ud800"']),
        ("duplicate-key", ("b",), ["b", "b"]),
        ("duplicate-key", ("c", "d"), ["d", "d", '"d"']),
    ]
    assert isinstance(document.data, dict)
    assert (document.data["b"], document.data["c"]) == (2, {"d": 3})


def test_no_number_is_too_long_to_be_written() -> None:
    document = read(f"a: 0x{'f' * 5000}\nb: 0o{'7' * 2900}\nc: {'9' * 5000}\n")
    assert isinstance(document.data, dict)
    assert document.data["a"] == document.data["c"] == float("inf")
    assert str(document.data["b"])
    assert [flaw.path for flaw in document.flaws] == [("a",), ("c",)]


def test_keys_are_texts_and_merge_keys_are_followed() -> None:
    text = "base: &base {type: object, title: Base}\nmore: &more {title: More, 1: one, true: yes}\n"
    document = read(text + "own: {<<: [*base, *more], title: Own}\n")
    assert isinstance(document.data, dict)
    assert document.data["own"] == {"title": "Own", "type": "object", "1": "one", "true": "yes"}
    assert slice_at(document, ("own", "type")) == "object"


def test_several_documents_are_read_one_by_one() -> None:
    documents = list(read_yaml(Text("tools.yaml", "a: 1\n---\n- b\n--- c\n...\n")))
    assert [document.data for document in documents] == [{"a": 1}, ["b"], "c"]
    assert slice_at(documents[1], (0,)) == "b"


def test_aliases_are_bounded_in_what_they_expand_to() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    with pytest.raises(ScanError, match=r"^aliases that expand to more than 200,000 values$") as caught:
        read("\n".join(lines))
    assert "\n".join(lines)[caught.value.offset] == "&"


def test_deep_values_are_left_out_however_they_come_about() -> None:
    flow = read(f"a: {'[' * 250}{']' * 250}\nb: kept")
    assert isinstance(flow.data, dict)
    assert flow.data["b"] == "kept"
    assert [(flaw.kind, len(flaw.path)) for flaw in flow.flaws] == [("too-deep", MAX_DEPTH)]
    half = MAX_DEPTH * 2 // 3
    aliased = read(f"a: &a {'[' * half}{']' * half}\nb: {'[' * half}*a{']' * half}")
    assert [flaw.kind for flaw in aliased.flaws] == ["too-deep"]
    assert len(aliased.flaws[0].path) == half + 1
    with pytest.raises(ScanError, match=r"^nested deeper than 500 levels$"):
        read("[" * 10_000 + "]" * 10_000)


@pytest.mark.parametrize("text", ["[" + "a," * 150 + "a]", "[" + f"{'[' * 40}{']' * 40}," * 2 + "]"])
def test_reading_stops_where_it_would_take_too_long(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read(text)
    monkeypatch.setattr(yamltree, "MAX_EFFORT", 4_000)
    with pytest.raises(ScanError, match=r"^too much to read as YAML: save it as JSON$"):
        read(text)


def test_a_text_that_would_take_too_long_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is one event, however long it is."""
    monkeypatch.setattr(yamltree, "MAX_EFFORT", 4_000)
    read('a: "' + "x" * 1_900 + '"')
    with pytest.raises(ScanError, match=r"^more than the 2,000 characters that are read as YAML: save it as JSON$"):
        read('a: "' + "x" * 2_000 + '"')


@pytest.mark.parametrize(
    ("text", "offset", "message"),
    [
        ("a: !python/object:os.system x", 3, "the tag '!python/object:os.system' is not read"),
        ("a: !!binary aGk=", 3, "the tag 'tag:yaml.org,2002:binary' is not read"),
        ("!!set {a}", 0, "the tag 'tag:yaml.org,2002:set' is not read"),
        ("!!int x", 0, "'x' is no int"),
        ("!!int true", 0, "'true' is no int"),
        ("a: *b", 3, "the alias 'b' has no anchor"),
        ("a: &b [*b]", 7, "the alias 'b' stands inside its own anchor"),
        ("? [a]\n: 1", 2, "a key has to be a plain text"),
        ("<<: 3", 0, "<< takes a mapping or a list of mappings"),
        ("a: b: c", 4, "not valid YAML: mapping values are not allowed here"),
        ("a: [1", 5, "not valid YAML: expected ',' or ']', but got '<stream end>'"),
        ("a: \x07", 3, "YAML allows no character U+0007"),
    ],
)
def test_a_fault_says_what_is_wrong_and_where(text: str, offset: int, message: str) -> None:
    with pytest.raises(ScanError) as caught:
        read(text)
    assert (caught.value.offset, caught.value.message) == (offset, message)


def test_what_the_parser_does_not_guard_against_is_a_fault_too() -> None:
    with pytest.raises(ScanError, match=r"^not valid YAML: the parser fails behind this place \("):
        read(r'a: "\UFFFFFFFF"')
