from __future__ import annotations

import re
import sys
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.output.terminal import Piece, brief, columns, escape, fit, render, safe, shorten

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def test_every_character_that_a_terminal_obeys_or_hides_is_escaped() -> None:
    unseen = [
        char
        for char in map(chr, range(sys.maxunicode + 1))
        if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") or char in "\ufdd0\ufdef\ufffe\uffff"
    ]
    assert len(unseen) > 2000
    assert [hex(ord(char)) for char in unseen if escape(f"a{char}b") == f"a{char}b"] == []


@pytest.mark.parametrize(
    "text",
    [
        "plain ASCII, 12,480 tokens",
        "Größe in Stück, naïve café",
        "查询天气 並返回",
        "日本語の説明　全角スペース",
        "Погода в городе",
        "حالة الطقس",
        "मौसम की जानकारी",
        "thumbs 👍🏽 and ⚠️",
        "no-break\u00a0space",
        "# Title ## Section [link] std::string, a :: b",
    ],
)
def test_text_of_any_language_stays(text: str) -> None:
    assert escape(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mb", r"a\x1b[31mb"),
        ("a\nb\r\tc", r"a\nb\r\tc"),
        ("a\x9b1mb", r"a\x9b1mb"),
        ("a\u202eb", r"a\u202eb"),
        ("a\u200bb", r"a\u200bb"),
        ("a\U000e0041b", r"a\U000e0041b"),
        ("a\ud800b", r"a\ud800b"),
        ("a\u3164b", r"a\u3164b"),
        ("::add-mask::a", r"\x3a:add-mask::a"),
        ("  ::stop-commands::a", r"  \x3a:stop-commands::a"),
        (
            "a ##[add-mask]b ##vso[task.setvariable]c ###[x]",
            r"a #\x23[add-mask]b #\x23vso[task.setvariable]c ##\x23[x]",
        ),
    ],
)
def test_escapes_can_be_read(text: str, shown: str) -> None:
    assert escape(text) == shown


@given(st.text(alphabet=st.characters(codec=None)))
def test_escaped_text_can_be_written_anywhere_that_has_unicode(text: str) -> None:
    shown = escape(text)
    shown.encode("utf-8")
    assert escape(shown) == shown


@given(
    st.lists(st.text(alphabet="ab ü界`", max_size=30), max_size=8),
    st.integers(20, 60),
    st.integers(0, 8),
    st.integers(0, 8),
)
def test_wrapping_keeps_all_words_and_breaks_only_between_them(
    texts: list[str], width: int, indent: int, hang: int
) -> None:
    pieces = [safe(text, "error" if position % 2 else "") for position, text in enumerate(texts)]
    lines = render(pieces, color=True, width=width, indent=indent, hang=hang).split("\n")
    bare = [COLOUR.sub("", line) for line in lines]
    assert " ".join(bare).split() == "".join(texts).split()
    assert all(columns(line) <= width or len(line.split()) == 1 for line in bare)
    assert bare[0].startswith(" " * indent) or not "".join(texts).strip()
    assert all(line.startswith(" " * (indent + hang)) for line in bare[1:])


@given(st.lists(st.text(alphabet=":a ", max_size=20), max_size=4), st.integers(4, 30), st.integers(0, 4))
def test_no_line_begins_with_a_command(texts: list[str], width: int, indent: int) -> None:
    """A break before `::` would make a command of what was none in the middle of its text."""
    for color in (False, True):
        lines = render(map(safe, texts), color=color, width=width, indent=indent, hang=indent).split("\n")
        assert not [line for line in lines if line.lstrip(" ").startswith("::")]
    assert "".join(lines).replace(r"\x3a", ":").replace(" ", "") == "".join(texts).replace(" ", "")


@given(st.text(max_size=60), st.integers(4, 30))
def test_what_is_cut_off_is_not_looked_at(text: str, most: int) -> None:
    assert brief(text, most) == shorten(escape(text), most)
    assert columns(fit(text, most)) <= max(most, 3)


def test_a_name_of_a_million_letters_is_cut_at_once() -> None:
    name = "a\u202e" * 500_000
    begun = time.process_time()
    for _ in range(200):
        assert len(brief(name, 40)) == 40
        assert fit(name, 40).count("...") == 1
    # looking at all of it would take minutes
    assert time.process_time() - begun < 5


def test_a_pipe_gets_one_line() -> None:
    text = "word " * 100
    assert render([safe(text)], color=False, indent=2) == "  " + text.rstrip()


def test_colour_is_the_only_difference_that_it_makes() -> None:
    pieces = [Piece("error", "error"), Piece("[duplicate-name]"), Piece(" two tools "), Piece("dim", "dim")]
    plain = render(pieces, color=False)
    colored = render(pieces, color=True)
    assert plain == "error[duplicate-name] two tools dim"
    assert colored != plain
    assert COLOUR.sub("", colored) == plain


def test_a_word_can_run_through_pieces() -> None:
    pieces = [Piece("a.json:1:2"), Piece(": "), Piece("error", "error"), Piece("[rule-of-some-length]")]
    assert render(pieces, color=False, width=30).split("\n") == ["a.json:1:2:", "    error[rule-of-some-length]"]


@pytest.mark.parametrize(("text", "width"), [("abc", 3), ("界", 2), ("é", 1), ("e\u0301", 1), ("가나", 4)])
def test_width_is_what_a_terminal_shows(text: str, width: int) -> None:
    assert columns(text) == width


def test_shorten_marks_the_cut() -> None:
    assert shorten("abcdef", 6) == "abcdef"
    assert shorten("abcdefg", 6) == "abc..."
