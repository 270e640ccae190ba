from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.locate.code import CodeFile, language_of
from catalint.locate.tokens import Tokens, tokenize, unquote
from catalint.sources.text import Text

SUFFIXES = (
    ".py",
    ".ts",
    ".go",
    ".rs",
    ".java",
    ".kt",
    ".cs",
    ".swift",
    ".dart",
    ".cpp",
    ".php",
    ".rb",
    ".ex",
    ".lua",
    ".yaml",
)
PIECES = st.sampled_from(
    [*"abr0_$@#/\\*\"'`{}[]()<>=:;,.-+!\n\r ", "${", "//", "/*", "*/", '"""', "'''", 'r#"', "=>", "#[", "<<<A\n", "é🚢"]
)


def tokens_of(text: str, suffix: str = ".ts") -> Tokens:
    name = f"server{suffix}"
    return tokenize(CodeFile(name, name, Text(name, text), language_of(name)))


def kinds(text: str, suffix: str = ".ts") -> list[tuple[str, str]]:
    return [(token.kind, token.text) for token in tokens_of(text, suffix).items]


@given(st.sampled_from(SUFFIXES), st.lists(PIECES, max_size=60).map("".join))
def test_tokens_and_comments_are_the_text(suffix: str, text: str) -> None:
    tokens = tokens_of(text, suffix)
    stretches = sorted([*((token.start, token.end) for token in tokens.items), *tokens.comments])
    position = 0
    for start, end in stretches:
        assert position <= start < end <= len(text)
        assert not text[position:start].strip()
        position = end
    assert not text[position:].strip()


@given(st.sampled_from(SUFFIXES), st.lists(PIECES, max_size=60).map("".join))
def test_brackets_enclose_what_is_in_them(suffix: str, text: str) -> None:
    tokens = tokens_of(text, suffix)
    for opening, closing in tokens.closing.items():
        assert opening <= closing < len(tokens.items)
        assert tokens.items[opening].text in "([{"
    for index, parent in enumerate(tokens.parent):
        assert parent < index
        assert parent < 0 or index <= tokens.closing[parent]


def test_a_slash_divides_behind_a_value_and_begins_a_regular_expression_elsewhere() -> None:
    assert ("mark", "/regex/") in kinds('x = /[/"]+/g')
    assert ("mark", "/regex/") in kinds("return /'/.test(a)")
    assert [text for kind, text in kinds("a / b / 'c'")] == ["a", "/", "b", "/", "'c'"]
    assert [text for kind, text in kinds("f(a) / 2 // '")] == ["f", "(", "a", ")", "/", "2"]


@pytest.mark.parametrize(
    "template",
    [
        "`a`",
        "`it's`",
        "`${a}`",
        "`${`b${c}`}`",
        "`${{a: '}'}}`",
        "`\\``",
        '`${a.replace(/`/g, "}")}`',
        "`${a /* } */}`",
    ],
)
def test_a_template_is_one_token(template: str) -> None:
    assert [text for _, text in kinds(f"x({template}, 'y')")] == ["x", "(", template, ",", "'y'", ")"]


@pytest.mark.parametrize(
    ("suffix", "text", "said"),
    [
        (".ts", r"'it\'s \u0041\x42\u{43}'", "it's ABC"),
        (".ts", "'a\\\nb'", "ab"),
        (".go", r"`raw \n`", r"raw \n"),
        (".go", r'"new\nline"', "new\nline"),
        (".rs", 'r#"a "quoted" word"#', 'a "quoted" word'),
        (".cs", r'@"c:\x"', r"c:\x"),
        (".java", '"""\n  two\n  lines"""', "\n  two\n  lines"),
        (".py", r"r'\d'", r"\d"),
        (".php", "<<<'A'\none\ntwo\nA", "one\ntwo"),
    ],
)
def test_what_a_text_says(suffix: str, text: str, said: str) -> None:
    tokens = tokens_of(f"x = {text}", suffix)
    assert unquote(tokens.items[-1], tokens.file.language.raw) == said


def test_lifetimes_of_rust_are_no_characters() -> None:
    assert [kind for kind, _ in kinds("fn f<'a>(x: &'a str) { 'b' }", ".rs")].count("text") == 1
