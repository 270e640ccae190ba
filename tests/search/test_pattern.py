from __future__ import annotations

import re
import time
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalint.model import Json, build_catalog
from catalint.search.document import ARGUMENT_DESCRIPTION, ARGUMENT_NAME, DESCRIPTION, NAME, Document
from catalint.search.pattern import MAX_PATTERN, PatternError, PatternSearch, compile_pattern, translate

TOOLS: list[Json] = [
    {"name": "list_orders", "description": "List the orders of a customer."},
    {
        "name": "send_invoice",
        "description": "Send an Invoice by mail.",
        "inputSchema": {"properties": {"order_id": {"description": "Order that is charged."}}},
    },
    {"name": "print_label", "description": "Print the label of a parcel."},
    {"name": "cancel_order", "description": "Cancel before it ships."},
]


def search(pattern: str, limit: int = 5) -> list[str]:
    documents = [Document(tool) for tool in build_catalog("shop", TOOLS).tools]
    return [hit.tool.name for hit in PatternSearch(documents).search(pattern, limit)]


def test_all_four_fields_are_searched() -> None:
    assert search("label") == ["print_label"]
    assert search("parcel") == ["print_label"]
    assert search("order_id") == ["send_invoice"]
    assert search("charged") == ["send_invoice"]
    assert search("nothing like it") == []


def test_case_counts_unless_the_pattern_says_otherwise() -> None:
    assert search("Invoice") == ["send_invoice"]
    assert search("INVOICE") == []
    assert search("(?i)INVOICE") == ["send_invoice"]


def test_a_field_outweighs_all_lesser_ones() -> None:
    documents = [Document(tool) for tool in build_catalog("shop", TOOLS).tools]
    hits = PatternSearch(documents).search("(?i)order")
    assert [(hit.tool.name, hit.score) for hit in hits] == [
        ("list_orders", 12.0),
        ("cancel_order", 8.0),
        ("send_invoice", 3.0),
    ]
    assert [(match.word, match.fields) for match in hits[2].matches] == [
        ("order", (ARGUMENT_NAME,)),
        ("Order", (ARGUMENT_DESCRIPTION,)),
    ]
    assert [match.fields for match in hits[0].matches] == [(NAME,), (DESCRIPTION,)]


def test_each_text_is_searched_by_itself() -> None:
    assert search("^order_id$") == ["send_invoice"]
    assert search("^print.*label$") == ["print_label"]
    assert search("print_label.*Print") == []


def test_ties_go_by_name_and_the_limit_is_kept() -> None:
    assert search("^[a-z]+_[a-z]+$", limit=9) == ["send_invoice", "cancel_order", "list_orders", "print_label"]
    assert search("^[a-z]+_[a-z]+$", limit=2) == ["send_invoice", "cancel_order"]


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("(", "missing ), unterminated subpattern at character 1"),
        ("a**", "multiple repeat at character 3"),
        ("[z-a]", "bad character range z-a at character 2"),
        (r"\p{L}", r"bad escape \p at character 1"),
        ("a(?i)", "global flags not at the start of the expression at character 2"),
        ("(?<=a+)b", "look-behind requires fixed-width pattern"),
        ("a" * (MAX_PATTERN + 1), "201 characters, the regex variant takes 200 at most"),
        ("x{99999999999999999999}", "no Python regular expression"),
    ],
)
def test_bad_patterns_are_named(pattern: str, words: str) -> None:
    with pytest.raises(PatternError, match=re.escape(words)) as caught:
        search(pattern)
    assert caught.value.exit_code == 2


def test_the_longest_pattern_allowed() -> None:
    assert search("|".join(["order"] * 33)[:MAX_PATTERN]) != []


@pytest.mark.parametrize(
    "pattern", ["((a{1,100}){1,100}){1,100}b", "(?:(?:a+)+)+!", "(a+)+(?<=b)", "^(([a-z])+.)+[A-Z]([a-z])+$"]
)
def test_a_pattern_that_explodes_is_stopped(pattern: str) -> None:
    tools = build_catalog("shop", [{"name": f"tool_{number}", "description": "a" * 3000} for number in range(20)]).tools
    start = time.process_time()
    with pytest.raises(PatternError, match="takes too long"):
        PatternSearch((Document(tool) for tool in tools), seconds=0.05).search(pattern)
    assert time.process_time() - start < 1


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("a{e<=1}", r"a\{e<=1}"),
        ("a{2}b{2,}c{,3}d{2,3}", "a{2}b{2,}c{,3}d{2,3}"),
        ("{", r"\{"),
        (r"\{2}", r"\{2}"),
        ("[[:alpha:]]", r"[\[:alpha:]]"),
        ("[{]{2}", "[{]{2}"),
        ("[]{[]", r"[]{\[]"),
        (r"[\]{]{", r"[\]{]\{"),
        ("[^]x]{", r"[^]x]\{"),
        ("plain", "plain"),
    ],
)
def test_what_the_engines_read_differently_is_rewritten(pattern: str, expected: str) -> None:
    assert translate(pattern) == expected


ATOMS = [
    "a",
    "b",
    "A",
    "1",
    " ",
    "_",
    ".",
    r"\w",
    r"\d",
    r"\b",
    "^",
    "$",
    "[ab]",
    "[^a]",
    "[[:a]",
    "{",
    "}",
    "{1}",
    "e<=1",
]
SUFFIXES = ["", "", "", "*", "+", "?", "*?", "{2}", "{,2}", "{1,2}", "{e}", "{e<=1}"]


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from([*ATOMS, "(", "(?:", ")", "|", "(?i)"]), st.sampled_from(SUFFIXES)), max_size=7),
    st.text("abA1 _{}e<=[:]", max_size=8),
)
def test_matches_are_those_of_re(parts: list[tuple[str, str]], text: str) -> None:
    pattern = "".join(atom + suffix for atom, suffix in parts)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        try:
            expected = re.search(pattern, text)
        except re.error:
            with pytest.raises(PatternError):
                compile_pattern(pattern)
            return
    found = compile_pattern(pattern).search(text, timeout=2)
    assert (found and found.span()) == (expected and expected.span())
