"""What texts say about defaults."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalint import Json
from catalint_rules.analyses.defaults import contradicts, says_all, stated_defaults


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Rows to return. Defaults to 10.", 10),
        ("Rows to return, defaults to 1,000", 1000),
        ("Rows to return (default: 25, max: 250)", 25),
        ("Rows to return (1-300, default 60)", 60),
        ("Rows [default 5]", 5),
        ("Default is -1.", -1),
        ("default = 0.5", 0.5),
        ("The default value is 'asc'.", "asc"),
        ('Sort order. Defaults to "asc" (ascending).', "asc"),
        ("Whether to sort. Default: true", True),
        ("Whether to sort (default `False`).", False),
        ("Format: `csv` (default) or `xlsx`", "csv"),
        ("Language code. Default: en", "en"),
        ("If not given, defaults to 20.", 20),
        ("When omitted, the default is 20.", 20),
        ("返回数量，默认为10。", 10),
        ("每页条数（默认：20）", 20),
    ],
)
def test_statements(text: str, value: object) -> None:
    (found,) = stated_defaults(text)
    assert found.value == value
    assert isinstance(found.value, bool) == isinstance(value, bool)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Rows to return.",
        "Seconds to wait. Default: 5 minutes.",
        "Defaults to 10 for lists.",
        "Default: 10 or 20.",
        "If the list is long, defaults to 10.",
        "In batch mode only when set. Previously defaulted to 10, no longer defaults to 10.",
        "Does not default to 10.",
        "Size of the default 100 rows",
        "Whether this is the default.",
        "Defaults to the current folder.",
        "Defaults to 10, unless the server says otherwise.",
        "Use default",
        "The server default is 10.",
    ],
)
def test_silent(text: str) -> None:
    assert stated_defaults(text) == []


@pytest.mark.parametrize(
    ("text", "default", "choices", "expected"),
    [
        ("default: 10", 10, (), False),
        ("default: 10", 10.0, (), False),
        ("default: 10", 20, (), True),
        ("default: 10", "10", (), False),
        ("default: 10", "20", (), True),
        ("default: 10", "ten", (), False),
        ("default: 10", True, (), False),
        ("default: true", False, (), True),
        ("default: True", True, (), False),
        ("default: true", "false", (), True),
        ("default: 'true'", "yes", (), False),
        ("default: 'asc'", "desc", (), True),
        ("default: 'ASC'", "asc", (), False),
        ("default: 'a-b'", "a_b", (), False),
        ("default: 'asc'", "", (), False),
        ("default: 'asc'", 5, (), False),
        ("default: asc", "desc", (), False),
        ("default: asc", "desc", ("asc", "desc"), True),
        ("default: 'newest'", "desc", ("asc", "desc"), False),
        ("default: 'asc'", ["asc"], (), False),
        ("default: 'asc'", {"by": "asc"}, (), False),
    ],
)
def test_contradictions(text: str, default: Json, choices: tuple[Json, ...], expected: bool) -> None:
    (found,) = stated_defaults(text)
    assert contradicts(found, default, choices) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Schemas to list. Defaults to all schemas.", "Defaults to all schemas"),
        ("Columns (default: all)", "default: all"),
        ("Default is all available columns, sorted", "Default is all available columns"),
        ("Defaults to all schemas that the user may read", ""),
        ("All schemas by default", ""),
    ],
)
def test_all(text: str, words: str) -> None:
    assert says_all(text) == words


@settings(max_examples=200)
@given(st.text(st.sampled_from("default s:to(is)=.,'\"`10 true;\n"), max_size=80))
def test_any_text_can_be_read(text: str) -> None:
    for found in stated_defaults(text):
        assert found.words
        contradicts(found, 5)
    says_all(text)


@pytest.mark.parametrize("unit", ["default: ", "default to '", "(default 1", "Defaults to all "])
def test_no_more_than_the_beginning_is_read(unit: str) -> None:
    long = unit * 20_000
    assert stated_defaults(long) == stated_defaults(long[:2_000])
    assert says_all(" " * 2_000 + "Defaults to all") == ""
