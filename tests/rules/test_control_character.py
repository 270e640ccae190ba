from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint import Finding
from catalint.testing import findings
from catalint_rules.safety.control_character import ControlCharacter


def check(tool: dict[str, Any], **fields: Any) -> list[Finding]:
    whole = {"name": "show_host", "inputSchema": {"type": "object"}, **tool}
    return findings(ControlCharacter, {"ops": {"tools": [whole], **fields}})


@pytest.mark.parametrize(
    ("tool", "pointer", "said"),
    [
        ({"description": "Show.\x1b[8m hidden\x1b[0m"}, "/description", "ESC[8m"),
        ({"description": "Show.\x1b]0;title\x07"}, "/description", "escape sequence"),
        ({"description": "Show.\x9b31m"}, "/description", "CSI31m"),
        ({"description": "Show\x07."}, "/description", "U+0007, bell"),
        ({"title": "a\x00b\x00"}, "/title", "2 control characters (first U+0000, NUL)"),
        ({"description": "it\x92s"}, "/description", "Windows-1252"),
        ({"name": "show\nhost"}, "/name", "U+000A, line feed"),
        ({"name": "show_host\u2028"}, "/name", "line separator"),
        ({"inputSchema": {"properties": {"a\tb": {}}}}, "/inputSchema/properties/a\tb", "U+0009, tab"),
        ({"inputSchema": {"properties": {"a": {"default": "\x08"}}}}, "/inputSchema/properties/a/default", "backspace"),
        ({"inputSchema": {"properties": {"a": {"enum": ["\x7f"]}}}}, "/inputSchema/properties/a/enum/0", "delete"),
    ],
)
def test_each_string_is_a_finding_that_a_terminal_can_print(tool: dict[str, Any], pointer: str, said: str) -> None:
    (finding,) = check(tool)
    assert finding.where.pointer == f"/tools/0{pointer}"
    assert said in finding.message
    assert finding.message.isprintable()
    assert len(finding.message) <= 240


def test_line_breaks_and_tabs_of_texts_are_fine() -> None:
    assert check({"description": "One.\r\n\n\t- two \\u001b[0m \\x1b", "title": "Show\u2028host"}) == []


def test_keys_of_other_objects_are_names_too() -> None:
    (finding,) = check({"_meta": {"a\x1bb": 1}})
    assert finding.where.part == "key"
    assert finding.message.startswith("A key of `show_host`")


def test_instructions() -> None:
    (finding,) = check({}, instructions="Hello\x07")
    assert finding.where.pointer == "/instructions"


@given(st.text(alphabet=st.characters(exclude_categories=["Cc", "Cs"])))
def test_text_without_controls_stays_silent(text: str) -> None:
    assert check({"description": text}) == []


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_a_finding_counts_what_is_there(text: str) -> None:
    allowed = "\t\n\r"
    wanted = [letter for letter in text if (letter < " " and letter not in allowed) or "\x7f" <= letter <= "\x9f"]
    found = check({"description": text})
    assert [finding.data["count"] for finding in found] == ([len(wanted)] if wanted else [])
