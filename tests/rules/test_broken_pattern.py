from __future__ import annotations

import warnings
from typing import Any

import pytest

from catalint import Finding, Json
from catalint.testing import findings
from catalint_rules.schemas.broken_pattern import BrokenPattern


def check(pattern: Json, **keywords: Any) -> list[Finding]:
    parameter: Json = {"type": "string", "pattern": pattern, **keywords}
    schema: Json = {"type": "object", "properties": {"url": parameter}}
    return findings(BrokenPattern, [{"name": "save", "inputSchema": schema}])


@pytest.mark.parametrize(
    ("pattern", "engines", "words"),
    [
        (r"^https\:\/\/", ["JavaScript"], r"`\:`, which is no escape there; clients with Ajv"),
        (r"^https\:\/\/", ["JavaScript"], r"write `^https:\/\/`"),
        (r"^\d{4}\-\d{2}$", ["JavaScript"], r"write `^\d{4}-\d{2}$`"),
        (r"^(?=.*[0-9]).{12,40}$", ["RE2", "Rust"], 'write each condition as a "pattern" under "allOf"'),
        (r"^(?!admin$).+$", ["RE2", "Rust"], 'say it as "not": {"pattern": ...}'),
        (r"(?<=a)b", ["RE2", "Rust"], "a lookbehind `(?<=`"),
        (r"(?<=a+)b", ["Python", "RE2", "Rust"], "does not compile in Python, RE2 (Go) and Rust"),
        (r"^(a|b)\1$", ["RE2", "Rust"], r"the back reference `\1`"),
        (r"^[\w-.]+$", ["JavaScript", "Python", "Rust"], r"write `^[\w\-.]+$`"),
        (r"^(?P<y>\d+)$", ["JavaScript"], r"write `^(\d+)$`"),
        (r"^(?<y>\d+)$", ["Python"], r"Python's jsonschema fails on each call"),
        (r"^\p{L}+$", ["Python"], "list the ranges"),
        (r"^(?i)abc$", ["JavaScript", "Python"], "spell out both cases"),
        (r"^.{1,5000}$", ["RE2"], "`minLength` or `maxLength`"),
        (
            r"[a-z",
            ["JavaScript", "Python", "RE2", "Rust"],
            "does not compile in any engine: a `[` that is never closed",
        ),
        (r"*.pdf", ["JavaScript", "Python", "RE2", "Rust"], "nothing before it to repeat"),
    ],
)
def test_engines(pattern: str, engines: list[str], words: str) -> None:
    (found,) = check(pattern)
    assert found.where.path == ("inputSchema", "properties", "url", "pattern")
    assert found.data["engines"] == engines
    assert words in found.message


@pytest.mark.parametrize(
    "pattern",
    [
        r"^https:\/\/",
        r"^[a-z0-9]{1,20}$",
        r"[a-z0-9.]+",
        r"^[^\s@]+@[^\s@]+\.[^\s@]+$",
        r"^[\w.-]+$",
        r"^[\w\-]+$",
        r"^(?:a|b)*?c+$",
        r"^\\\\server\\share$",
        r"C:\\docs\\work",
        r"^/api/v\d+/",
        r"^/a/$",
        r"/price/\$/",
        r"^\$\{[A-Z_]+\}$",
        "^[äöü]+$",
        "",
    ],
)
def test_silent(pattern: str) -> None:
    assert check(pattern) == []


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (r"^\\d{3}(,\\d{3})*$", r"write `\d`, which is `\\d` in JSON"),
        (r"^\\w+$", "asks for a backslash and the letter w"),
        (r"^[a-z]+\\s*$", "asks for a backslash and the letter s"),
        (r"/^[a-z]+$/i", "write `^[a-z]+$`"),
        (r"/^[a-z]+/", "write `^[a-z]+`"),
        (r"/[a-z]+$/", "write `[a-z]+$`"),
    ],
)
def test_patterns_that_compile_and_match_nothing_sensible(pattern: str, words: str) -> None:
    (found,) = check(pattern)
    assert found.data["engines"] == []
    assert words in found.message


def test_a_format_says_the_same() -> None:
    (found,) = check(r"^(?!\.)(?!.*\.\.)[a-z.]+@[a-z.]+$", format="email")
    assert found.message.endswith('drop the pattern, since "format": "email" says it.')
    (found,) = check(r"^https\:\/\/", format="uri")
    assert r"write `^https:\/\/`" in found.message


def test_names_of_pattern_properties() -> None:
    schema: Json = {"type": "object", "patternProperties": {r"^x\:": {}, "^y": {}}}
    (found,) = findings(BrokenPattern, [{"name": "save", "inputSchema": schema}])
    assert found.where.path == ("inputSchema", "patternProperties", r"^x\:")
    assert found.where.part == "key"
    assert found.message.startswith(r"The property pattern `^x\:` of the input schema")


def test_deeper() -> None:
    schema: Json = {"type": "object", "properties": {"a": {"anyOf": [{"type": "array", "items": {"pattern": "("}}]}}}
    (found,) = findings(BrokenPattern, [{"name": "save", "outputSchema": schema, "inputSchema": {"type": "object"}}])
    assert found.where.path == ("outputSchema", "properties", "a", "anyOf", 0, "items", "pattern")


@pytest.mark.parametrize("parameter", [{"type": "integer", "pattern": "("}, {"pattern": 5}, {"pattern": None}])
def test_other_rules_report(parameter: Json) -> None:
    schema: Json = {"type": "object", "properties": {"url": parameter, "pattern": {"type": "string"}}}
    assert findings(BrokenPattern, [{"name": "save", "inputSchema": schema}]) == []


def test_a_pattern_never_runs() -> None:
    """A pattern that takes years to match, beside a text that it would be tried on."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert check(r"^(a+)+$", default="a" * 60 + "!") == []


def test_long_patterns_are_cut_in_the_message() -> None:
    (found,) = check(r"^(?=" + "a" * 1000 + r")\:\_\k" + "(b" * 300)
    assert len(found.message) <= 240
    assert len(found.detail.splitlines()) > 300


def test_advice_is_never_cut() -> None:
    kinds = "|".join(f"(?:kind{number}:off)" for number in range(9))
    pattern = rf"^(?!.*(?:^|,)({kinds}),.*\1)[a-z,:]+$"
    schema: Json = {"type": "object", "properties": {"kinds_to_leave_out": {"type": "string", "pattern": pattern}}}
    (found,) = findings(BrokenPattern, [{"name": "save", "inputSchema": schema}])
    assert found.message.endswith("drop the pattern, and check the value in the tool.")


def test_a_pattern_that_stands_at_several_places_is_one_finding() -> None:
    name = {"type": "string", "pattern": "^(?!admin$).+$"}
    tools: list[Any] = [
        {"name": "add_guest", "inputSchema": {"type": "object", "properties": {"name": name, "alias": name}}},
        {"name": "add_host", "inputSchema": {"type": "object", "properties": {"name": name}}},
        {
            "name": "add_pet",
            "inputSchema": {"type": "object", "properties": {"name": {**name, "pattern": "^(?!cat$).+$"}}},
        },
    ]
    first, other = findings(BrokenPattern, tools)
    assert "of `name` and at 2 more places does not compile" in first.message
    assert [related.where.tool for related in first.related] == [0, 1]
    assert "of `name` does not compile" in other.message
    assert not other.related


def test_several_lookaheads_are_several_patterns_that_must_not_match() -> None:
    def told(pattern: str) -> str:
        schema: Any = {"type": "object", "properties": {"name": {"type": "string", "pattern": pattern}}}
        (found,) = findings(BrokenPattern, [{"name": "add_guest", "inputSchema": schema}])
        return found.message

    assert told(r"^(?!admin$)(?!.*host).+$").endswith('say it as "not": {"anyOf": [{"pattern": ...}, ...]}.')
    assert told(r"^(?!admin$).+\(\?!$").endswith('say it as "not": {"pattern": ...}.')
