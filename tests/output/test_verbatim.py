"""Text of others in Markdown: read back with a parser, it is that text, and no forge finds anything in it to link."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from catalint.output.terminal import escape
from catalint.output.verbatim import cell, code, prose, verbatim

# What GitHub and GitLab make of finished text outside of code: mentions, references to issues, merge requests, labels,
# milestones, epics and snippets, emoji, commits, trackers, addresses, mathematics.
INTERPRETED = re.compile(
    r"""@\w|[#~$%&^]["\w]|!\d|:[\w+-]+:|(?<!\w)[0-9a-f]{7,40}(?!\w)|\b(?:GH|CVE|GHSA|[A-Z]{2,})-\d|\bGHSA-|www\.\w"""
    r"""|\w+://|\w\.[^\W\d_]{2}|[<>\[\]\\*_~`|{}$^]""",
    re.IGNORECASE,
)
PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
# Mixed from what has a meaning somewhere, so that examples are found that random characters would not give.
MARKS = st.sampled_from(
    "` `` ``` ~~~ * ** _ [ ] ( ) ![ ]( < > <b> </details> <!-- --> & &lt; &#64; \\ | || # ## ##[error] :: @all @org/team"
    " #1 org/repo#1 GH-1 !7 $x$ $$ %1 ~bug :fire: : www.evil.example https://evil.example a@b.example 1. - + = === ---"
    " 0123abc deadbeefdeadbeefdeadbeefdeadbeefdeadbeef [^1] [[x]] e.g. 6.2 12,480 don't x y tool a_b {0}".split(" ")
)
TEXT = st.one_of(
    st.text(alphabet=st.characters(codec=None)),
    st.text(alphabet="`a b|\\"),
    st.lists(st.tuples(MARKS, st.sampled_from(["", " ", "  "]))).map(lambda parts: "".join(map("".join, parts))),
)


def inline(markdown: str) -> list[tuple[str, str]]:
    """The types and contents of a paragraph that is the one thing in its document."""
    opened, content, closed = PARSER.parse(markdown)
    assert (opened.type, content.type, closed.type) == ("paragraph_open", "inline", "paragraph_close")
    return [(child.type, child.content) for child in content.children or ()]


def shape(text: str) -> str:
    """A text without spaces of any kind and backticks, which prose, code and cells may lose."""
    return re.sub(r"[\s`]", "", text)


@given(TEXT)
@example("`a``b`")
@example("[`a`]")
@example("`x_y` and `")
@example("` ` `")
@example("::error::x")
def test_any_text_is_words_and_code(text: str) -> None:
    children = inline(f"Says: {verbatim(text, 10_000)} end")
    assert {kind for kind, _ in children} <= {"text", "code_inline"}
    assert shape("".join(content for _, content in children)) == shape(f"Says: {escape(text)} end")
    prose = [content for kind, content in children if kind == "text"]
    assert [words for words in prose if INTERPRETED.search(words)] == []


@given(TEXT)
def test_a_sentence_of_ours_is_what_it_says(text: str) -> None:
    children = inline(f"Says: {prose(text)} end")
    assert {kind for kind, _ in children} <= {"text", "code_inline", "text_special"}
    assert shape("".join(content for _, content in children)) == shape(f"Says: {escape(text)} end")


def test_names_in_a_sentence_of_ours_are_code() -> None:
    assert prose("Of `@all/x_y` *3* [of 4] cost $2.") == r"Of `@all/x_y` \*3\* \[of 4\] cost $2."


@given(TEXT)
def test_code_is_the_text_itself(text: str) -> None:
    children = inline(f"Says: {code(text, 10_000)} end")
    if text:
        assert [content for kind, content in children if kind == "code_inline"] == [escape(text)]
    assert len(children) == (3 if text else 1)


@given(st.lists(TEXT, min_size=1, max_size=4))
@example(["\xa0"])
def test_cells_stay_apart(texts: list[str]) -> None:
    rows = ["| " + " | ".join(["x"] * len(texts)) + " |", "|" + " --- |" * len(texts)]
    row = "| " + " | ".join(f"x {cell(verbatim(text, 10_000))}" for text in texts) + " |"
    tokens = PARSER.parse("\n".join([*rows, row]))
    cells = [token for token in tokens if token.type == "inline"][len(texts) :]
    assert len(cells) == len(texts)
    for text, token in zip(texts, cells, strict=True):
        assert shape("".join(child.content for child in token.children or ())) == shape(f"x {escape(text)}")


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("`opts` of `list_berths` is not described.", "`opts` of `list_berths` is not described."),
        (
            "takes 12,480 tokens, 6.2 % of a 200k context; 50% too",
            "takes 12,480 tokens, 6.2 % of a 200k context; 50% too",
        ),
        ("one of them (`a|b`), e.g. the first: don't", "one of them (`a|b`), e.g. the first: don't"),
        ("see tools.json, /tools/0 and x_y", "see `tools.json`, `/tools/0` and `x_y`"),
        ("ask @team about #12 :fire:", "ask `@team` about `#12` `:fire:`"),
        ("call send_mail(), or `x`", "call `send_mail()`, or `x`"),
        ("`it`s odd", "`` `it`s `` odd"),
        ("查询天气 並返回 Größe — “so”", "查询天气 並返回 Größe — “so”"),
        ("two\nlines", "`two\\nlines`"),
        ("", ""),
    ],
)
def test_prose_stays_readable(text: str, markdown: str) -> None:
    assert verbatim(text) == markdown


def test_texts_are_cut() -> None:
    assert verbatim("word " * 1000, 20) == "word word word wo..."
    assert code("x" * 1000, 10) == "`xxxxxxx...`"
    assert code("") == ""
