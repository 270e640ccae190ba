from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.config import document
from catalint.config.document import parse
from catalint.errors import ConfigError

TEXT = """\
# gate
fail-on: warning
rules:
  long-text: {severity: error, most-words: 60}
  odd-name: off
servers:
- 'billing desk'
- "caf\\u00e9"
"""


def test_values_and_places() -> None:
    read = parse(TEXT.encode(), "catalint.yaml")
    assert read.value == {
        "fail-on": "warning",
        "rules": {"long-text": {"severity": "error", "most-words": 60}, "odd-name": "off"},
        "servers": ["billing desk", "café"],
    }
    assert read.at(("fail-on",)) == "catalint.yaml:2:10"
    assert read.at(("fail-on",), "key") == "catalint.yaml:2:1"
    assert read.at(("rules", "long-text", "most-words")) == "catalint.yaml:4:44"
    assert read.at(("rules", "long-text", "most-words"), "key") == "catalint.yaml:4:32"
    assert read.at(("servers", 1)) == "catalint.yaml:8:3"


def test_a_place_that_the_file_lacks_is_the_nearest_around_it() -> None:
    read = parse(TEXT.encode(), "c.yaml")
    assert read.at(("rules", "odd-name", "severity")) == read.at(("rules", "odd-name"))
    assert read.at(("packs",)) == "c.yaml:2:1"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("off", "off"),
        ("on", "on"),
        ("yes", "yes"),
        ("true", True),
        ("False", False),
        ("~", None),
        ("", None),
        ("null", None),
        ("12", 12),
        ("-3", -3),
        ("007", 7),
        ("0x1F", 31),
        ("0o17", 15),
        ("1_000", "1_000"),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("1e999", "1e999"),
        (".inf", ".inf"),
        ("'12'", "12"),
        ('"true"', "true"),
        ("2026-07-28", "2026-07-28"),
        ("12:30", "12:30"),
        ("9" * 200, "9" * 200),
        ("[]", []),
        ("{}", {}),
        ("|\n  a\n  b", "a\nb\n"),
    ],
)
def test_scalars_of_yaml_1_2(text: str, value: object) -> None:
    read = parse(f"key: {text}\n".encode(), "c.yaml").value
    assert read == {"key": value}
    assert isinstance(read, dict)
    assert type(read["key"]) is type(value)


@pytest.mark.parametrize("data", [b"", b"# nothing\n", b"---\n", b"\xef\xbb\xbf# nothing"])
def test_nothing(data: bytes) -> None:
    assert parse(data, "c.yaml").value is None


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"a: [1, 2\n", "c.yaml:2:1: expected ',' or ']'"),
        (b"a: b: c", "c.yaml:1:5: mapping values are not allowed here"),
        (b"a:\n\t- b", "c.yaml:2:1: found character '\\t'"),
        (b"a: 1\nb: 2\na: 3\n", "c.yaml:3:1: 'a' is here twice, first in line 1"),
        (b"a: !!python/object:os.system x", "c.yaml:1:4: tags are not read here"),
        (b"a: !!str 1", "c.yaml:1:4: tags are not read here"),
        (b"a: !!map {}", "c.yaml:1:4: tags are not read here"),
        (b"a: &x 1\nb: *x", "c.yaml:1:4: anchors and aliases are not read here"),
        (b"a: *x", "c.yaml:1:4: anchors and aliases are not read here"),
        (b"? [a]\n: b", "c.yaml:1:3: a key has to be a text"),
        (b"? !x a\n: b", "c.yaml:1:3: tags are not read here"),
        (b"a: 1\n---\nb: 2", "c.yaml:2:1: a second document starts here"),
        (b"a: 1\nb: \xff", "c.yaml:2:1: not UTF-8"),
        (b"a: b\nc: d\x00", "c.yaml:2:5: YAML allows no character U+0000"),
        (b'a: "b\\0"', r"c.yaml:1:4: a text holds the character \0"),
        (b'"a\\0": b', r"c.yaml:1:1: a text holds the character \0"),
        (b"a: " + b"[" * 60 + b"]" * 60, "nested deeper than 40 levels"),
        (b"[" * 500, "nested deeper than 40 levels"),
        (b"#" * 1_000_001, "c.yaml: 1,000,001 bytes are too many"),
    ],
)
def test_what_is_refused_is_one_line_with_its_place(data: bytes, error: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse(data, "c.yaml")
    assert error in str(caught.value)
    assert "\n" not in str(caught.value)


# the characters that YAML 1.2 allows unescaped in quotes and JSON writes unescaped
texts = st.text(
    alphabet=st.characters(min_codepoint=0x20, exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cn")), max_size=30
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**30), 10**30) | texts | st.floats(-1e6, 1e6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)


@given(value=st.dictionaries(texts, json_values, max_size=4), indent=st.sampled_from([None, 2]))
def test_json_is_read_as_json_reads_it(value: dict[str, Any], indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    assert parse(text.encode(), "c.yaml").value == value


@given(st.text(max_size=200) | st.text(alphabet="-:[]{},&*!|>'\"%@`?# \n\tab1", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read = parse(text.encode(), "c.yaml")
    except ConfigError as error:
        assert str(error).startswith("c.yaml")  # noqa: PT017
    else:
        assert all(line >= 1 and column >= 1 for line, column in read.places.values())


def test_limits_are_those_of_the_docstring() -> None:
    assert str(document.__doc__).count("LARGEST") == 1
    nested = b"a: " + b"[" * (document.DEEPEST - 1) + b"]" * (document.DEEPEST - 1)
    assert parse(nested, "c.yaml").value
