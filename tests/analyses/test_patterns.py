"""Which engines refuse a pattern, held against the engines themselves.

The columns of JavaScript and RE2 were taken from Node 20 (`new RegExp(pattern, "u")`) and from google-re2 1.1, which the
tests do not need; those of Python and Rust are asked here.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalint_rules.analyses.patterns import MOST_CHARACTERS, Engine, find_faults, mend

LETTERS = {"J": Engine.JAVASCRIPT, "P": Engine.PYTHON, "E": Engine.RE2, "U": Engine.RUST}


def refusing(pattern: str) -> str:
    """The letters of the engines that refuse a pattern."""
    found = {engine for fault in find_faults(pattern) for engine in fault.engines}
    return "".join(letter for letter, engine in LETTERS.items() if engine in found)


def compiles_in_python(pattern: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            re.compile(pattern)
        except (re.error, OverflowError):
            return False
    return True


def compiles_in_rust(pattern: str) -> bool:
    options = jsonschema_rs.RegexOptions(size_limit=50_000_000)
    try:
        jsonschema_rs.Draft202012Validator({"pattern": pattern}, pattern_options=options)
    except (ValueError, jsonschema_rs.ValidationError):
        return False
    return True


@pytest.mark.parametrize(
    ("pattern", "engines"),
    [
        (r"a\:b", "J"),
        (r"\-", "J"),
        (r"\_", "J"),
        (r"\ ", "J"),
        (r"\/", ""),
        (r"\<", "J"),
        (r"\%", "J"),
        (r"\é", "JEU"),
        (r"\0", "U"),
        (r"\1", "JPEU"),
        (r"(a)\1", "EU"),
        (r"\12", "JPU"),
        (r"\x41", ""),
        (r"\x{41}", "JP"),
        (r"\x4", "JPEU"),
        (r"\u0041", "E"),
        (r"\u{41}", "PE"),
        (r"\ud83d", "EU"),
        (r"\ud83d\ude00", "EU"),
        (r"\U00000041", "JE"),
        (r"\cA", "PE"),
        (r"\p{L}", "P"),
        (r"\pL", "JP"),
        (r"\p{Letter}", "PE"),
        (r"\p{Greek}", "JP"),
        (r"\p{Script=Greek}", "PE"),
        (r"\p{Emoji}", "PE"),
        (r"(?<n>a)\k<n>", "PEU"),
        (r"\k<n>", "JPEU"),
        (r"\A", "J"),
        (r"\Z", "JEU"),
        (r"\G", "JPEU"),
        (r"\a", "JU"),
        (r"\e", "JPEU"),
        (r"\h", "JPEU"),
        (r"\R", "JPEU"),
        (r"\K", "JPEU"),
        (r"\N", "JPEU"),
        (r"\Qa\E", "JPU"),
        (r"\C", "JPU"),
        ("(?=a)", "EU"),
        ("(?!a)", "EU"),
        ("(?<=a)", "EU"),
        ("(?<!a)", "EU"),
        ("(?<=a+)", "PEU"),
        ("(?<n>a)", "P"),
        ("(?P<n>a)", "J"),
        ("(?P<n>a)(?P=n)", "JEU"),
        ("(?i)a", "J"),
        ("a(?i)b", "JP"),
        ("(?x:a)", "JE"),
        ("(?U)a", "JP"),
        ("(?u)a", "JE"),
        ("(?>a)", "JEU"),
        ("(?#c)a", "JEU"),
        ("(a)?(?(1)b|c)", "JEU"),
        ("(?|a)", "JPEU"),
        ("(?R)", "JPE"),
        ("(*F)", "JPEU"),
        ("a++", "JE"),
        ("a**", "JPE"),
        ("a*?", ""),
        ("a??", ""),
        ("a*??", "JPE"),
        ("a{2}{3}", "JPE"),
        ("^*", "JP"),
        ("$?", "JP"),
        (r"\b+", "JP"),
        ("(?=a)*", "JEU"),
        ("{", "JU"),
        ("a{", "JU"),
        ("a{x}", "JU"),
        ("a{,5}", "JU"),
        ("a{1,", "JU"),
        ("a{2,1}", "JPEU"),
        ("a{1001}", "E"),
        ("a{1000}", ""),
        ("(a{100}){100}", "E"),
        ("}", "J"),
        ("]", "J"),
        ("a)", "JPEU"),
        ("(a", "JPEU"),
        ("[a", "JPEU"),
        ("[]", "PEU"),
        ("[^]", "PEU"),
        ("[]a]", "J"),
        ("[^]a]", "J"),
        ("[[:alpha:]]", "J"),
        ("[[a]", ""),
        ("[a[]", ""),
        ("[a[b]", ""),
        ("[a[b]c]", "J"),
        (r"[a-\d]", "JPEU"),
        (r"[\w-]", ""),
        (r"[\w-.]", "JPU"),
        (r"[\w-a]", "JPU"),
        ("[-a]", ""),
        ("[a-]", ""),
        ("[z-a]", "JPEU"),
        (r"[\b]", "EU"),
        (r"[\B]", "JPEU"),
        (r"[\A]", "JPEU"),
        (r"[\Z]", "JPEU"),
        (r"[\1]", "JEU"),
        (r"[\8]", "JPEU"),
        (r"[\0]", "U"),
        (r"[\-]", ""),
        (r"[\:]", "J"),
        (r"[\_]", "J"),
        (r"[\x{41}]", "JP"),
        (r"[\u0041]", "E"),
        (r"[\p{L}]", "P"),
        (r"[\k]", "JPEU"),
        (r"[\a]", "J"),
        ("[a&&b]", ""),
        ("[a--b]", "JPEU"),
        ("[a||b]", ""),
        (r"\w{400}", ""),
        ("*a", "JPEU"),
        ("a|*b", "JPEU"),
        ("(*a)", "JPEU"),
        ("(|a)", ""),
        ("()", ""),
        ("a||b", ""),
        ("(?:", "JPEU"),
        ("(?<>a)", "JPEU"),
        ("a{0,1000}", ""),
        ("a{1,1001}", "E"),
        ("((((((a{10}){10}){10}))))", ""),
        ("a{01}", ""),
        ("(?'n'a)", "JPEU"),
        ("(?&n)", "JPEU"),
        (r"\Bx", ""),
        (".*+", "JE"),
        ("(?i-s)a", "JP"),
        ("(?ims)a", "J"),
        ("(?L)a", "JPEU"),
        (r"\08", "JU"),
        (r"[\d-\w]", "JPU"),
        ("[a-b-c]", ""),
        ("[a-c-e]", ""),
        ("[--a]", ""),
        ("[a--]", "JPEU"),
        ("[%--]", ""),
        ("[!--]", ""),
        (r"\8", "JPEU"),
        (r"(a)\2", "JPEU"),
        (r"\2(a)(b)", "PEU"),
        (r"(\1a)", "PEU"),
        (r"\c", "JPEU"),
        (r"\c1", "JPEU"),
        (r"[\c]", "JPEU"),
        (r"[\cA]", "PE"),
        (r"\x", "JPEU"),
        (r"\u", "JPEU"),
        (r"\p", "JPEU"),
        (r"\p{", "JPEU"),
        (r"\P{Lu}", "P"),
        (r"\p{^L}", "JPU"),
        (r"\p{Lu}", "P"),
        (r"\p{Han}", "JP"),
        (r"\p{sc=Han}", "PE"),
        (r"\p{General_Category=L}", "PE"),
        (r"\p{gc=Lu}", "PE"),
        ("a{99999999999}", "PU"),
        ("(?P>n)", "JPEU"),
        ("(?P'n'a)", "JPEU"),
        ("[[=a=]]", "J"),
        ("[[.a.]]", "J"),
        (r"\d{1,3}", ""),
        (r"[^\s@]+@[^\s@]+", ""),
        (r"\#", "J"),
        (r"\"", "J"),
        (r"\'", "J"),
        (r"\@", "J"),
        (r"\&", "J"),
        (r"\,", "J"),
        (r"\;", "J"),
        (r"\!", "J"),
        (r"\~", "J"),
        (r"\=", "J"),
    ],
)
def test_engines_that_refuse(pattern: str, engines: str) -> None:
    assert refusing(pattern) == engines
    assert compiles_in_python(pattern) == ("P" not in engines)
    assert compiles_in_rust(pattern) == ("U" not in engines)


@pytest.mark.parametrize(
    ("pattern", "mended"),
    [
        (r"^https\:\/\/", r"^https:\/\/"),
        (r"^[\w-\.]+\@x", r"^[\w\-\.]+@x"),
        (r"\A[a-z]\_+\Z", r"^[a-z]_+$"),
        (r"^(?P<year>\d{4})$", r"^(\d{4})$"),
        (r"[\u4e00-\u9fff]+", r"[一-鿿]+"),
        (r"a{,5}", r"a{0,5}"),
        (r"{x}", r"\{x\}"),
        (r"^(?=a)b$", ""),
        (r"^[a-z]+$", ""),
        (r"(a", ""),
        (r"\u0000", ""),
    ],
)
def test_mending(pattern: str, mended: str) -> None:
    assert mend(pattern) == mended
    assert refusing(mended) == ""


def test_faults_say_where_they_are() -> None:
    (fault,) = find_faults(r"^ab\:c$")
    assert (fault.start, fault.end, fault.instead) == (3, 5, ":")
    assert fault.fix == "write `:`"


TOKENS = (
    r"a b - . ^ $ | ( ) (?: (?= (?! (?<= (?<! (?P<n> [ ] [^ [^,] [a-z] * + ? {2} {2,} {1,3} {3,1} { } \d \w \- \: \. "
    r"\/ \1 \b \u0041 \x41 \p{L} \p{Lu} \A \Z \_ , # \t \k<n> &&"
).split(" ")


@settings(max_examples=300)
@given(st.lists(st.sampled_from(TOKENS), max_size=9).map("".join))
def test_agrees_with_the_engines_at_hand(pattern: str) -> None:
    found = refusing(pattern)
    assert compiles_in_python(pattern) == ("P" not in found), pattern
    assert compiles_in_rust(pattern) == ("U" not in found), pattern
    starts = [fault.start for fault in find_faults(pattern)]
    assert starts == sorted(starts)


@settings(max_examples=300)
@given(st.text(max_size=60))
def test_any_text_is_read_to_its_end(pattern: str) -> None:
    for fault in find_faults(pattern):
        assert 0 <= fault.start < fault.end <= len(pattern) + 4
        assert fault.engines
        assert fault.what
    mend(pattern)


@pytest.mark.parametrize(
    "unit", ["(", "[", "(?:a{2}", "a{1,3}", "[a-", r"\u", "(?=", "((a)*", r"\p{", "{", "(?<a>", "[["]
)
def test_work_is_linear(unit: str, calls: Callable[[Callable[[], object]], int]) -> None:
    long = (unit * MOST_CHARACTERS)[:MOST_CHARACTERS]
    assert calls(lambda: find_faults(long)) < 6 * calls(lambda: find_faults(long[: MOST_CHARACTERS // 4]))


def test_longer_patterns_are_left_alone() -> None:
    assert find_faults("(" * (MOST_CHARACTERS + 1)) == ()


def test_repetitions_inside_each_other() -> None:
    assert refusing("(?:(?:a{10}){10}){10}") == ""
    assert refusing("(?:(?:a{10}){10}){11}") == "E"
    assert refusing("a{1000}(?:b{900})*") == ""


def test_lookbehind_of_varying_width() -> None:
    assert refusing("(?<=ab|cd)e") == "EU"
    assert refusing("(?<=ab|c)d") == "PEU"
    assert refusing("(?<=a{2})b") == "EU"
    assert refusing("(?<=a?)b") == "PEU"
