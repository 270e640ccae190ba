"""Messages of one line: evidence gives way to the action, and a short text is quoted whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint_rules.wording import LONGEST_LINE, excerpt, fit, listing, names

ACTION = "say which fields come back"


def test_the_first_line_that_leaves_room_for_the_action() -> None:
    long, short = "it says nothing, " + "evidence " * 30, "it says nothing"
    assert fit("it is empty", short, action=ACTION) == f"it is empty; {ACTION}"
    assert fit(long, short, action=ACTION) == f"it says nothing; {ACTION}"
    assert fit(long, short) == short


def test_an_action_with_a_capital_is_a_sentence() -> None:
    assert fit("it is empty", action="Write one.") == "it is empty. Write one."


def test_evidence_goes_before_the_better_action() -> None:
    line, evidence = "it says nothing", ", " + "evidence " * 20
    better = f"{ACTION}, such as “{'x' * 60}”"
    assert fit(line + evidence, line, action=(better, ACTION)) == f"{line}; {better}"
    assert fit(line, action=("x" * 300, ACTION)) == f"{line}; {ACTION}"


@pytest.mark.parametrize("length", [1, 40, 80])
def test_a_short_text_is_quoted_whole(length: int) -> None:
    text = ("word " * 20)[:length].strip()
    evidence = " evidence" * 14
    message = fit(f"{{}} says nothing,{evidence}", "{} says nothing", action=ACTION, text=text)
    assert message.startswith(f'"{text}" says nothing')
    assert message.endswith(ACTION)


def test_a_long_text_is_cut_at_a_word() -> None:
    message = fit("{} says nothing", action=ACTION, text="word " * 100)
    assert message == f'"{"word " * 14}word…" says nothing; {ACTION}'
    assert excerpt("a\n b  {}", 20) == '"a b {}"'


def test_braces_in_texts_and_lines_are_no_places() -> None:
    assert fit("{} in {name}", text="use {braces}") == '"use {braces}" in {name}'
    assert fit("default {}", action=ACTION) == f"default {{}}; {ACTION}"


@given(
    st.lists(st.text(min_size=1, max_size=400), min_size=1, max_size=4),
    st.lists(st.text("abc XY.", min_size=1, max_size=120), max_size=3),
    st.text(max_size=400),
)
def test_no_message_is_too_long_or_loses_its_action(lines: list[str], actions: list[str], text: str) -> None:
    message = fit(*lines, action=actions, text=text)
    assert len(message) <= LONGEST_LINE
    assert not actions or any(message.endswith(action) for action in actions)


def test_listings() -> None:
    assert listing(["a"]) == "a"
    assert listing(["a", "b", "c"]) == "a, b and c"
    assert listing(["a", "b", "c"], joint="or") == "a, b or c"
    assert listing(["a", "b", "c", "d"], joint="or") == "a, b and 2 more"
    assert names(["a", "b"]) == "`a` and `b`"
