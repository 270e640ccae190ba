from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalint import RulePack
from catalint.config.checking import check
from catalint.config.document import Document, parse
from catalint.config.schema import Schema, json_schema


def problems(text: str, pack: RulePack) -> list[str]:
    return check(parse(text.encode(), "c.yaml"), json_schema([pack]))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("fail-on: warnin", "c.yaml:1:10: unknown value 'warnin'; did you mean 'warning'?"),
        ("fail-on: 3", "c.yaml:1:10: note, warning, error or never belongs here, not a number"),
        ("fail-on: zzz", "c.yaml:1:10: unknown value 'zzz' (note, warning, error or never belongs here)"),
        ("strict: yes", "c.yaml:1:9: 'strict' takes true or false, not 'yes'"),
        ("strict: 1", "c.yaml:1:9: 'strict' takes true or false, not 1"),
        ("targts: [mcp]", "c.yaml:1:1: unknown key 'targts'; did you mean 'targets'?"),
        ("targets: mcp", "c.yaml:1:10: 'targets' takes a list of texts, not 'mcp'"),
        ("targets: [mcp, destkop]", "c.yaml:1:16: unknown value 'destkop'; did you mean 'desktop'?"),
        ("targets: []", "c.yaml:1:10: 'targets' is empty"),
        ("encoding: ''", "c.yaml:1:11: 'encoding' is empty"),
        ("select: [{a: b}]", "c.yaml:1:10: entry 1 of 'select' takes a text, not an object"),
        ("rules: []", "c.yaml:1:8: 'rules' takes a mapping, not a list"),
        ("rules:\n  long-txt: off", "c.yaml:2:3: unknown rule 'long-txt'; did you mean 'long-text'?"),
        ("rules:\n  qqq: off", "c.yaml:2:3: unknown rule 'qqq' (`catalint rules` lists them)"),
        ("rules:\n  odd-name: of", "c.yaml:2:13: unknown value 'of'; did you mean 'off'?"),
        ("rules:\n  odd-name: false", "c.yaml:2:13: off, note, warning or error belongs here, not a boolean"),
        ("rules:\n  odd-name: {level: note}", "c.yaml:2:14: odd-name has no option 'level' (known: severity)"),
        (
            "rules:\n  long-text: {most-word: 3}",
            "c.yaml:2:15: long-text has no option 'most-word'; did you mean 'most-words'?",
        ),
        ("rules: {long-text: {most-words: 0}}", "c.yaml:1:33: 'most-words' has to be at least 1, not 0"),
        ("rules: {long-text: {most-words: 501}}", "c.yaml:1:33: 'most-words' has to be at most 500, not 501"),
        ("rules: {long-text: {most-words: many}}", "c.yaml:1:33: 'most-words' takes a whole number, not 'many'"),
        ("rules: {long-text: {most-words: true}}", "c.yaml:1:33: 'most-words' takes a whole number, not True"),
        ("rules: {long-text: {share: x}}", "c.yaml:1:28: 'share' takes a number, not 'x'"),
        ("rules: {long-text: {loud: 1}}", "c.yaml:1:27: 'loud' takes true or false, not 1"),
        ("rules: {long-text: {skip: [1]}}", "c.yaml:1:28: entry 1 of 'skip' takes a text, not 1"),
        ("overrides: {}", "c.yaml:1:12: 'overrides' takes a list of mappings, not an object"),
        ("overrides: [{tools: [a]}]", "c.yaml:1:13: entry 1 of 'overrides' has no 'rules'"),
        ("overrides: [{tools: [], rules: {}}]", "c.yaml:1:21: 'tools' is empty"),
        (
            "overrides: [{tools: [a], rules: {od-name: off}}]",
            "c.yaml:1:34: unknown rule 'od-name'; did you mean 'odd-name'?",
        ),
        ("words: {verb: [a]}", "c.yaml:1:9: unknown word list 'verb'; did you mean 'verbs'?"),
        ("words: {verbs: a}", "c.yaml:1:16: 'verbs' takes a list of texts, not 'a'"),
        ("servers: {a: b.json}", "c.yaml:1:14: 'a' takes a mapping, not 'b.json'"),
        ("servers: {a: {dump: 3}}", "c.yaml:1:21: 'dump' takes a text, not 3"),
        (
            "servers: {a: {dump: x, adress: y}}",
            "c.yaml:1:24: unknown key 'adress' (known: dump, code, command, env, cwd, url, headers, python)",
        ),
        ("servers: {a: {command: 1}}", "c.yaml:1:24: 'command' takes a text, not 1"),
        (
            "servers: {a: {command: [x, [y]]}}",
            "c.yaml:1:28: entry 2 of 'command' takes a text, a number, true or false, not a list",
        ),
        ("servers: {a: {url: x, headers: {Key: 4711}}}", "c.yaml:1:38: 'Key' takes a text, not a number"),
        ("packs: [1]", "c.yaml:1:9: entry 1 of 'packs' takes a text, not 1"),
        ("- a", "c.yaml:1:1: the file takes a mapping, not a list"),
    ],
)
def test_problem(text: str, problem: str, pack: RulePack) -> None:
    assert problems(text, pack) == [problem]


def test_all_problems_of_a_file_in_its_order(pack: RulePack) -> None:
    text = "strict: maybe\nrules:\n  odd-name: loud\n  long-text: {share: 2}\nfail-on: never\nfoo: 1\n"
    assert [problem.split(": ")[0] for problem in problems(text, pack)] == [
        "c.yaml:1:9",
        "c.yaml:3:13",
        "c.yaml:4:22",
        "c.yaml:6:1",
    ]


def test_everything_at_once_is_fine(pack: RulePack) -> None:
    text = """
fail-on: never
targets: [all]
encoding: cl100k_base
strict: true
select: [names, long-*]
ignore: [odd-name]
rules:
  long-title: note
  odd-name: {}
  long-text: {severity: off, most-words: 7, share: 0.25, loud: true, prefix: "", skip: []}
overrides:
  - {tools: ["desk/*"], rules: {odd-name: off, long-text: error}}
packs: []
words: {verbs: ["fetch grab"]}
servers: {desk: {dump: build/desk.json}}
"""
    assert problems(text, pack) == []


def test_schema_is_a_valid_schema(pack: RulePack) -> None:
    for foreign in (False, True):
        jsonschema.Draft202012Validator.check_schema(json_schema([pack], foreign=foreign))


def test_schema_for_editors_admits_rules_of_packs_that_are_not_here(pack: RulePack) -> None:
    value = {
        "rules": {"acme/rule": {"limit": 3}, "acme/other": "off"},
        "overrides": [{"tools": ["*"], "rules": {"acme/x": "note"}}],
    }
    jsonschema.validate(value, json_schema([pack], foreign=True))
    assert not jsonschema.Draft202012Validator(json_schema([pack])).is_valid(value)


def mutations() -> st.SearchStrategy[Any]:
    """Values near to what belongs into the file, and others."""
    keys = st.sampled_from(
        [
            "fail-on",
            "targets",
            "strict",
            "select",
            "rules",
            "overrides",
            "words",
            "servers",
            "packs",
            "encoding",
            "tools",
            *(
                "long-text",
                "odd-name",
                "severity",
                "most-words",
                "share",
                "loud",
                "skip",
                "prefix",
                "verbs",
                "dump",
                "foo",
            ),
        ]
    )
    # whole numbers written as 5.0 are left out: JSON Schema takes them for integers, the options of a rule do not
    leaves = st.sampled_from(
        ["off", "note", "error", "never", "mcp", "all", "", "x", True, False, None, 0, 1, 5, 600, -1, 0.5, 1.5]
    )
    return st.recursive(
        leaves, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(keys, inner, max_size=3), max_leaves=6
    )


@st.composite
def files(draw: st.DrawFn) -> Any:
    """A configuration in which each part is right or something else."""
    value = mutations()

    def or_other(right: Any) -> Any:
        return draw(st.just(right) | value)

    option = {
        "severity": or_other("off"),
        "most-words": or_other(3),
        "share": or_other(0.5),
        "loud": or_other(True),
        "skip": or_other(["a"]),
    }
    whole = {
        "fail-on": or_other("never"),
        "strict": or_other(True),
        "targets": or_other(["mcp", "all"]),
        "select": or_other(["names"]),
        "rules": or_other({"odd-name": or_other("off"), "long-text": or_other(option)}),
        "overrides": or_other([{"tools": or_other(["a"]), "rules": or_other({"odd-name": or_other("note")})}]),
        "words": or_other({"verbs": or_other(["a b"])}),
        "servers": or_other({"desk": or_other({"dump": or_other("x.json")})}),
        "packs": or_other(["acme"]),
    }
    chosen = draw(st.lists(st.sampled_from(sorted(whole)), unique=True, max_size=4))
    return draw(st.just({key: whole[key] for key in chosen}) | value)


@pytest.fixture(scope="session")
def schema(pack: RulePack) -> Schema:
    return json_schema([pack])


@pytest.fixture(scope="session")
def validator(schema: Schema) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema)


@settings(max_examples=200)
@given(value=files())
def test_our_check_agrees_with_json_schema(
    schema: Schema, validator: jsonschema.Draft202012Validator, value: Any
) -> None:
    ours = check(Document("c.yaml", value, {}), schema)
    assert (ours == []) is validator.is_valid(value)
