from __future__ import annotations

import re
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalint.model import Json, build_catalog
from catalint.search.document import ARGUMENT_DESCRIPTION, ARGUMENT_NAME, DESCRIPTION, NAME, Document
from catalint.search.findability import judge
from catalint.search.mount import Mount
from catalint.search.pattern import (
    MAX_PATTERN,
    PatternError,
    PatternSearch,
    WordPattern,
    compile_pattern,
    translate,
    words_of,
)
from catalint.search.pattern_estimate import judge_patterns
from catalint.search.retriever import TOP

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
    with pytest.raises(PatternError, match="takes too long"):
        PatternSearch((Document(tool) for tool in tools), seconds=0.05).search(pattern)


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


@settings(max_examples=300)
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


@pytest.mark.parametrize(
    ("task", "words"),
    [
        ("Send the Invoices of ACME, please", ("send", "invoice", "acme", "please")),
        ("categories of cities", ("categor", "citie")),
        ("check the status of my buses", ("check", "status", "buse")),
        ("a I 5", ()),
        ("order orders", ("order",)),
    ],
)
def test_words_are_written_as_a_pattern_would_have_them(task: str, words: tuple[str, ...]) -> None:
    assert words_of(task) == words


def test_patterns_have_the_forms_of_the_guide() -> None:
    assert WordPattern(("slack",)).text == "(?i)slack"
    assert WordPattern(("database", "query")).text == "(?i)database.*query|query.*database"
    assert WordPattern(("slack", "message"), together=False).text == "(?i)(slack|message)"


def test_a_task_becomes_patterns_from_narrow_to_wide() -> None:
    shop = PatternSearch([Document(tool) for tool in build_catalog("shop", TOOLS).tools])
    # parcel is in no name, tomorrow nowhere; order is in two names, label in one
    assert [pattern.text for pattern in shop.patterns("Print a label for the order of that parcel tomorrow")] == [
        "(?i)print.*label|label.*print",
        "(?i)print.*order|order.*print",
        "(?i)label.*order|order.*label",
        "(?i)(print|label|order)",
    ]
    assert [hit.tool.name for hit in shop.find("label orders")] == [
        "list_orders",
        "print_label",
        "cancel_order",
        "send_invoice",
    ]
    assert shop.patterns("weather") == ()
    assert shop.find("weather") == ()


WORDS = st.sampled_from(["order", "send", "Invoice", "label", "mail_list", "\n", "-", "ships"])
TEXT = st.lists(WORDS, max_size=6).map(" ".join)


@given(st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=6), TEXT)
def test_a_task_finds_what_its_patterns_find(texts: list[tuple[str, str]], task: str) -> None:
    entries: list[Json] = [
        {"name": f"{name} {number}", "description": text} for number, (name, text) in enumerate(texts)
    ]
    shop = PatternSearch([Document(tool) for tool in build_catalog("shop", entries).tools])
    found = (shop.search(pattern.text) for pattern in shop.patterns(task))
    assert shop.find(task) == next((hits for hits in found if hits), ())


@given(
    st.lists(TEXT, min_size=1, max_size=6),
    st.lists(st.sampled_from(["order", "send", "ship"]), min_size=1, max_size=2, unique=True),
)
def test_scores_from_the_index_are_those_of_the_pattern(texts: list[str], words: list[str]) -> None:
    entries: list[Json] = [{"name": f"tool_{number}", "description": text} for number, text in enumerate(texts)]
    shop = PatternSearch([Document(tool) for tool in build_catalog("shop", entries).tools])
    hits = {hit.tool: hit.score for hit in shop.search(WordPattern(tuple(words)).text, 9)}
    assert {shop.documents[position].tool: score for position, score in shop.scores(words).items()} == hits


def test_words_that_make_a_pattern_too_long_are_left_out() -> None:
    endless, long = "a" * 300, "b" * 96
    texts = [f"Open {endless}.", f"Open {long} gates.", f"Close {long} gates {endless}."]
    tools: list[Json] = [{"name": f"t{number}", "description": text} for number, text in enumerate(texts)]
    found = PatternSearch([Document(tool) for tool in build_catalog("shop", tools).tools])
    # the pair has 209 characters, in both orders
    assert found.patterns(f"{endless} {long} gates") == (WordPattern((long, "gate"), together=False),)
    assert [hit.tool.name for hit in found.find(f"{endless} {long} gates")] == ["t1", "t2"]
    assert found.find(endless) == ()


def test_findability_by_patterns() -> None:
    crowd: list[Json] = [{"name": f"get_data_{number}", "description": "Get the data."} for number in range(20)]
    special: Json = {"name": "split_bill", "description": "Split a bill among guests."}
    mount = Mount([build_catalog("shop", [*crowd, special])])
    verdicts = judge_patterns(mount.index(), PatternSearch(mount.documents()))
    by_name = {verdict.tool.name: verdict for verdict in verdicts}
    assert by_name["split_bill"].share == pytest.approx(1)
    # twenty tools match all of their patterns equally well but for the one of the number, and five places are shared
    assert 0.2 < by_name["get_data_3"].share < 0.6
    assert by_name["get_data_3"].probability < 0.4 < by_name["split_bill"].probability
    assert [verdict.words for verdict in verdicts] == [verdict.words for verdict in judge(mount.index())]
    assert TOP == 5
