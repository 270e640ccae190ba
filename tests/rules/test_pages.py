"""Rule pages are documentation, help text and tests: their examples hold, their structure is one."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import re
from pathlib import Path
from typing import Any

import pytest

import catalint_rules
from catalint import Rule, docs, options, testing
from catalint.testing import Example

RULES = sorted(catalint_rules.pack.rules, key=lambda rule: rule.meta.id)
FOLDER = Path(catalint_rules.__file__).parent
SECTIONS = ["Why", "Examples", "Limits", "Options", "References"]
LONGEST_MESSAGE = 240

each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.meta.id)


def _read(rule: type[Rule[Any]]) -> list[Example]:
    try:
        return testing.examples(rule.read_page())
    except (OSError, ValueError):
        return []  # test_structure reads the page again and fails on it


def _examples() -> list[Any]:
    return [
        pytest.param(rule, example, id=f"{rule.meta.id}:{example.line}-{example.kind}")
        for rule in RULES
        for example in _read(rule)
    ]


@pytest.mark.parametrize(("rule", "example"), _examples())
def test_example(rule: type[Rule[Any]], example: Example) -> None:
    assert testing.check_example(rule, example) == []


@pytest.mark.parametrize(("rule", "example"), _examples())
def test_messages_are_one_line_of_bounded_length(rule: type[Rule[Any]], example: Example) -> None:
    for finding in testing.findings(rule, example.corpus, example.options, **example.settings):
        assert finding.rule == rule.meta.id
        assert 0 < len(finding.message) <= LONGEST_MESSAGE
        assert finding.message.splitlines() == [finding.message]


@pytest.mark.parametrize(("rule", "example"), _examples())
def test_findings_point_at_something(rule: type[Rule[Any]], example: Example) -> None:
    corpus = example.corpus
    for finding in testing.findings(rule, example.corpus, example.options, **example.settings):
        for where in (finding.where, *(related.where for related in finding.related)):
            assert where.server in corpus.by_server
            if where.tool is None:
                continue
            tools = {tool.index: tool.raw for tool in corpus.by_server[where.server].tools}
            value: Any = tools.get(where.tool)  # None for an entry that is no tool
            if value is None:
                continue
            for step in where.path[:-1]:
                value = value[step]
            # the value itself may be what is missing, but what should hold it is there
            assert isinstance(value, dict | list) or not where.path


@each_rule
def test_structure(rule: type[Rule[Any]]) -> None:
    page = rule.read_page()
    assert page.startswith(f"# {rule.meta.id}\n\n")
    prose = re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^## (.+)$", prose, re.MULTILINE)
    fields = options.fields(rule)
    assert headings == [name for name in SECTIONS if name != "Options" or fields]
    kinds = [example.kind for example in testing.examples(page)]
    assert "bad" in kinds
    assert "good" in kinds
    assert [name for name in fields if f"`{name}`" not in page] == []


@each_rule
def test_generated_parts_are_current(rule: type[Rule[Any]]) -> None:
    page = rule.read_page()
    assert docs.page(rule, page) == page, "run `make docs`"


@each_rule
def test_meta(rule: type[Rule[Any]]) -> None:
    meta = rule.meta
    module = Path(inspect.getfile(rule))
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", meta.id)
    assert module.stem == meta.id.replace("-", "_")
    assert meta.summary[0].isupper()
    assert not meta.summary.endswith(".")
    assert len(meta.summary) <= 80
    assert meta.evidence, "a rule needs evidence"
    assert all(link.startswith("https://") for link in meta.evidence)


@each_rule
def test_options_have_help_and_sound_defaults(rule: type[Rule[Any]]) -> None:
    defaults: dict[str, Any] = {name: field.default for name, field in options.fields(rule).items()}
    plain: dict[str, Any] = {
        name: list(value) if isinstance(value, tuple) else value for name, value in defaults.items()
    }
    built = dataclasses.asdict(options.build(rule, plain))
    assert {options.kebab(name): value for name, value in built.items()} == defaults
    assert all(field.metadata["help"].endswith(".") for field in options.fields(rule).values())


def test_pack_holds_every_rule_of_the_folder() -> None:
    """A module with a rule class is in the pack, sorted in its family, and has its page."""
    modules = [file for file in FOLDER.glob("*/*.py") if file.name != "__init__.py"]
    found: list[type[Rule[Any]]] = []
    for file in modules:
        module = importlib.import_module(f"catalint_rules.{file.parent.name}.{file.stem}")
        found += [
            value
            for value in vars(module).values()
            if inspect.isclass(value)
            and issubclass(value, Rule)
            and value.__module__ == module.__name__
            and hasattr(value, "meta")
        ]
    assert {rule.__qualname__ for rule in found} == {rule.__qualname__ for rule in RULES}
    pages = {page.relative_to(FOLDER).as_posix() for page in FOLDER.glob("*/*.md")}
    assert pages == {rule.page().relative_to(FOLDER).as_posix() for rule in RULES}


def test_ids_are_unique_and_sorted_in_each_family() -> None:
    ids = [rule.meta.id for rule in RULES]
    assert len(ids) == len(set(ids))
    for family in {rule.family() for rule in RULES}:
        members = importlib.import_module(f"catalint_rules.{family}").RULES
        assert [rule.meta.id for rule in members] == sorted(rule.meta.id for rule in members)
