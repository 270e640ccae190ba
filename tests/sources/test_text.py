from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.location import Span
from catalint.sources.text import Text


@pytest.mark.parametrize(
    ("content", "offset", "position"),
    [
        ("", 0, (1, 1)),
        ("abc", 3, (1, 4)),
        ("a\nb", 1, (1, 2)),
        ("a\nb", 2, (2, 1)),
        ("a\r\nb", 3, (2, 1)),
        ("a\r\nb", 2, (1, 3)),
        ("a\rb", 2, (2, 1)),
        ("\n\n\n", 3, (4, 1)),
        # other characters that some call line ends are none in an editor or on GitHub
        ("a\u2028b\x0cc\x85d", 6, (1, 7)),
        ("😀é\n😀x", 4, (2, 2)),
    ],
)
def test_lines_and_columns_count_code_points_from_one(content: str, offset: int, position: tuple[int, int]) -> None:
    assert Text("tools.json", content).position(offset) == position


@given(st.text(alphabet="ab\r\n😀\U0010ffff\ue000"), st.data())
def test_utf16_columns_are_those_of_the_line_in_utf16(content: str, data: st.DataObject) -> None:
    text = Text("tools.json", content)
    offset = data.draw(st.integers(0, len(content)))
    _, column = text.position(offset)
    before = content[offset - column + 1 : offset]
    assert text.utf16_columns(offset, offset) == (len(before.encode("utf-16-le")) // 2 + 1,) * 2


def test_a_span_runs_over_lines() -> None:
    assert Text("tools.json", "ab\ncd\nef").span(1, 7) == Span(1, 2, 3, 2)
