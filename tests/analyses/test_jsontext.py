from __future__ import annotations

import json
import math
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.analyses.jsontext import _write, compact
from catalint.model import Json

TEXTS = st.text(st.characters(codec=None), max_size=12)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | TEXTS
VALUES: st.SearchStrategy[Any] = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4), max_leaves=20
)


def reference(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@given(VALUES)
def test_equals_the_json_module(value: Any) -> None:
    assert compact(value) == reference(value)
    assert "".join(_write(value)) == reference(value)


def nested(depth: int) -> Json:
    value: Json = {"type": "string"}
    for level in range(depth):
        value = {"properties": {"inner": value}} if level % 2 else [value, level]
    return value


def test_depth_has_no_limit() -> None:
    assert compact(nested(200)) == reference(nested(200))
    text = compact(nested(50_000))
    assert text.startswith('{"properties":{"inner":[{"properties":')
    assert text.endswith(",49996]}},49998]}}")
    assert text.count("[") == text.count("]") == 25_000
    assert text.count("{") == text.count("}") == 50_001


def test_numbers_have_no_limit() -> None:
    huge = 10**10_000 + 7
    with pytest.raises(ValueError, match="limit"):
        json.dumps(huge)
    digits = compact({"maximum": huge, "minimum": -huge})
    assert digits == f'{{"maximum":1{"0" * 9_999}7,"minimum":-1{"0" * 9_999}7}}'
    assert len(digits) > sys.get_int_max_str_digits()


def test_numbers_that_json_has_not_keep_their_usual_names() -> None:
    assert compact([math.nan, math.inf, -math.inf, 1e400, 1.0, -0.0]) == "[NaN,Infinity,-Infinity,Infinity,1.0,-0.0]"
