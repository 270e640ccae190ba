from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.model import Json
from catalint.quoting import LONGEST_MESSAGE, one_line
from catalint.testing import findings
from catalint_rules.names.duplicate_name import DuplicateName
from catalint_rules.parameters.untyped_parameter import UntypedParameter


@given(st.text(alphabet=st.characters(codec=None), max_size=600))
def test_any_message_is_one_short_line(message: str) -> None:
    line = one_line(message)
    assert len(line.splitlines()) <= 1
    assert len(line) <= LONGEST_MESSAGE


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("`get_lamp` says nothing; say what it returns.", "`get_lamp` says nothing; say what it returns."),
        ("`a\nb\r\u2028c` is no name", r"`a\nb\r\u2028c` is no name"),
        ("x" * LONGEST_MESSAGE, "x" * LONGEST_MESSAGE),
        ("x" * 500, "x" * (LONGEST_MESSAGE - 1) + "…"),
        (f"`lamp_{'o' * 500}_state` has no type", f"`lamp_{'o' * 18}…{'o' * 17}_state` has no type"),
        (f"`{'o' * 100}` has no type", f"`{'o' * 100}` has no type"),
    ],
)
def test_names_lose_their_middle_and_messages_their_end(message: str, line: str) -> None:
    assert one_line(message) == line


def test_names_of_servers_make_no_line_of_their_own() -> None:
    tool: dict[str, Json] = {"name": "get\n::error::lamp", "description": "Get it.", "inputSchema": {"type": "object"}}
    (found,) = findings(DuplicateName, [tool, tool])
    assert r"`get\n::error::lamp`" in found.message
    long = "lamp " * 2_000
    wide: list[Json] = [
        {"name": "get_lamp", "inputSchema": {"type": "object", "properties": {long: {"description": "A lamp."}}}}
    ]
    (found,) = findings(UntypedParameter, wide)
    assert len(found.message) <= LONGEST_MESSAGE
    assert found.message.startswith("`lamp lamp lamp")
    assert "has no type" in found.message
