"""Facts about targets: the files are sound, what runs is what they say, and each fact is shown broken and met."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from catalint import Catalog, Context, Severity, pack
from catalint.location import Location
from catalint.target import Fact, Target
from catalint.testing import corpus
from catalint_rules import targets
from catalint_rules.targets import build
from catalint_rules.targets.judging import all_breaches

PLAIN: dict[str, Any] = {
    "name": "fill_gaps",
    "description": "Fill the gaps of a tide table with the values of the nearest gauge.",
    "inputSchema": {"type": "object", "properties": {"gauge": {"type": "string"}}},
}


def example(value: Mapping[str, Any]) -> list[Any]:
    """The tools that an example of a fact stands for."""
    tool = dict(PLAIN)
    if "name-length" in value:
        tool["name"] = "n" * value["name-length"]
    if "description-length" in value:
        tool["description"] = "d" * value["description-length"]
    if "property" in value:
        tool["inputSchema"] = {"type": "object", "properties": {"value": value["property"]}}
    if "optional" in value or "unions" in value:
        kind: Any = {"type": "string"} if "optional" in value else {"type": ["string", "null"]}
        names = [f"p{index}" for index in range(value.get("optional", value.get("unions", 0)))]
        required = {} if "optional" in value else {"required": names}
        tool["inputSchema"] = {"type": "object", "properties": dict.fromkeys(names, kind), **required}
    if "depth" in value:
        schema: dict[str, Any] = {"type": "object", "properties": {}}
        for _ in range(value["depth"] - 1):
            schema = {"type": "object", "properties": {"inner": schema}}
        tool["inputSchema"] = schema
    for key, name in {
        "name": "name",
        "description": "description",
        "schema": "inputSchema",
        "output": "outputSchema",
        "annotations": "annotations",
        "meta": "_meta",
    }.items():
        if key in value:
            tool[name] = value[key]
    if "names" in value:
        return [{**tool, "name": name} for name in value["names"]]
    return [{**tool, "name": f"fill_gaps_{index}"} for index in range(value["tools"])] if "tools" in value else [tool]


def breaches(name: str, fact: str, value: Mapping[str, Any]) -> list[Location]:
    found = corpus(example(value))
    ctx = Context(found, server_name=value.get("server", ""), plugin=value.get("plugin", ""))
    return [
        breach.where for breach in all_breaches(found.catalogs[0], [targets.load(name)], ctx) if breach.fact.id == fact
    ]


def facts() -> Iterator[Any]:
    for name in build.names():
        for fact in build.source(name).get("facts", ()):
            yield pytest.param(name, fact, id=f"{name}:{fact['id']}")


@pytest.mark.parametrize(("name", "fact"), list(facts()))
def test_each_fact_is_broken_by_one_example_and_met_by_the_other(name: str, fact: Mapping[str, Any]) -> None:
    assert breaches(name, fact["id"], fact["fails"])
    assert not breaches(name, fact["id"], fact["passes"])


@pytest.mark.parametrize("name", build.names())
def test_what_runs_is_what_the_file_says(name: str) -> None:
    path = build.FOLDER / f"{name}.json"
    assert build.files()[path]() == path.read_text(encoding="utf-8"), "run `make docs`"


def test_names_are_those_of_the_files() -> None:
    assert sorted(targets.NAMES) == sorted(build.names())
    assert targets.NAMES[0] == "mcp"
    assert set(targets.DEFAULT) <= set(targets.NAMES)
    assert {f"mcp-{revision}" for revision in targets.REVISIONS} <= set(targets.NAMES)
    with pytest.raises(KeyError):
        targets.load("clippy")


def every_fact() -> list[tuple[Target, Fact]]:
    return [(target, fact) for target in map(targets.load, targets.NAMES) for fact in target.facts]


def test_uncertain_facts_never_make_an_error() -> None:
    unsure = [fact for _, fact in every_fact() if fact.confidence == "uncertain"]
    assert unsure
    assert all(fact.severity < Severity.ERROR for fact in unsure)


def test_facts_are_reported_by_rules_that_exist() -> None:
    rules = {rule.meta.id for rule in pack.load()[0].rules}
    assert {fact.rule for _, fact in every_fact()} <= rules


def test_what_is_taken_over_names_where_it_is_from() -> None:
    desktop = {fact.id: fact.origin for fact in targets.load("claude-desktop").facts}
    assert desktop["property-key"] == "anthropic"
    assert desktop["name-characters"] == ""
    assert targets.load("mcp").facts[0].origin


BEGINNING = "title: Abacus\nkind: client\nsummary: Counts.\n"
FACT = """  - id: beads
    check: name-pattern
    value: {pattern: "^[a-z]+$", allowed: letters}
    effect: rejects-all
    confidence: reported
    source: https://a.example/beads
    date: 2026-09-01
    text: A name has letters only.
    fails: {name: x1}
    passes: {name: x}
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{BEGINNING}facts:\n  - {{id: x, check: tool-limit, value: many}}\n", "abacus.yaml: facts/0: 'effect' is a required property"),
        (f"{BEGINNING}facts:\n{FACT.replace('[a-z]', '[a-')}", "abacus.yaml: facts/0/value/pattern: '^[a-+$' is not a 'regex'"),
        (f"{BEGINNING}facts:\n{FACT.replace('name-pattern', 'name-patern')}", "abacus.yaml: facts/0/check: 'name-patern' is not one of"),
        (f"{BEGINNING}facts:\n{FACT}{FACT}", "abacus.yaml: facts of one id: beads"),
        ("kind: client\nsummary: Counts.\n", "abacus.yaml: 'title' is a required property"),
        ('title: "Aba\\ecus"\nkind: client\nsummary: Counts.\n', r"abacus.yaml: title: 'Aba\x1bcus' does not match"),
        ("- of\n- another shape\n", "abacus.yaml: ['of', 'another shape'] is not of type 'object'"),
        ("", "abacus.yaml: None is not of type 'object'"),
        (f"{BEGINNING}facts: [\n", "abacus.yaml:5:1: expected the node content, but found '<stream end>'"),
        (f"{BEGINNING}inherits: [{{from: slide-rule}}]\n", "abacus.yaml: takes over facts from 'slide-rule', which has no file"),
        (f"{BEGINNING}inherits: [{{from: abacus}}]\n", "abacus.yaml: takes over facts from itself, by way of abacus"),
        (f"{BEGINNING}summary: [{'x, ' * 500}]\n", "abacus.yaml:4:1: found duplicate key"),
    ],
)  # fmt: skip
def test_a_file_that_is_wrong_is_refused_with_a_line_for_each_fault(
    text: str, message: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "target.schema.json").write_bytes((build.FOLDER / "target.schema.json").read_bytes())
    (tmp_path / "abacus.yaml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(build, "FOLDER", tmp_path)
    build.source.cache_clear()
    with pytest.raises(ValueError, match=f"^{re.escape(message)}") as caught:
        build.compile_target("abacus")
    build.source.cache_clear()
    for line in str(caught.value).splitlines():
        assert line.startswith("abacus.yaml")
        assert len(line) < 400


def test_a_client_is_added_by_a_file(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in ("target.schema.json", "anthropic.yaml"):
        (tmp_path / file).write_bytes((build.FOLDER / file).read_bytes())
    (tmp_path / "abacus.yaml").write_text(
        "title: Abacus\nkind: client\nsummary: Counts.\ninherits:\n  - {from: anthropic, facts: [name-length]}\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(build, "FOLDER", tmp_path)
    build.source.cache_clear()
    made = {path.name: json.loads(make()) for path, make in build.files().items()}
    build.source.cache_clear()
    (fact,) = made["abacus.json"]["facts"]
    assert (fact["origin"], fact["rule"], fact["value"]) == ("anthropic", "client-name-length", {"max": 64})


def test_all_catalogs_of_a_run_are_judged() -> None:
    found = corpus({"north": [PLAIN], "south": [{**PLAIN, "name": "fill.gaps"}]})
    judged = targets.judge(Context(found, targets=("anthropic",)))
    by_server: dict[str, list[str]] = {
        catalog.server: [breach.fact.id for breach in breaches] for catalog, breaches in judged.breaches.items()
    }
    assert by_server == {"north": [], "south": ["name-characters"]}
    assert all(isinstance(catalog, Catalog) for catalog in judged.conflicts)
