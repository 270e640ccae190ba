"""What no way of writing settles for all targets: judged by the facts alone, with targets made up for it."""

from __future__ import annotations

from typing import Any

import pytest

from catalint import Context
from catalint.judgement import Conflict
from catalint.target import Fact, Target
from catalint.testing import corpus
from catalint_rules import targets
from catalint_rules.targets.conflicts import judge, judge_forms
from catalint_rules.targets.constructs import CONSTRUCTS, Construct


def construct(what: str) -> Construct:
    (found,) = [each for each in CONSTRUCTS if each.what == what]
    return found


def target(name: str, *facts: tuple[str, Any]) -> Target:
    """A target that refuses the whole list where one of these checks, with its value, is not met."""
    return Target(
        name,
        name.title(),
        "client",
        "A client.",
        tuple(
            Fact(
                f"{check}-{index}",
                check,
                value,
                "rejects-all",
                "confirmed",
                "https://a.example/",
                "2026-09-01",
                "So.",
                "x",
            )
            for index, (check, value) in enumerate(facts)
        ),
    )


def conflicts(schema: Any, *names: str, text: str = "Fill the basins of a lock.") -> dict[str, Conflict]:
    found = corpus([{"name": "fill_basin", "description": text, "inputSchema": schema}])
    judgement = judge(Context(found, targets=names))
    return {conflict.what: conflict for conflict in judgement.conflicts[found.catalogs[0]]}


def with_property(schema: Any) -> Any:
    return {"type": "object", "properties": {"value": schema}, "required": ["value"]}


def test_opposite_facts_leave_no_form() -> None:
    never_missing = target("north", ("all-required", True))
    never_null = target("south", ("single-type", True), ("keyword", {"keywords": ["anyOf"]}))
    forms = judge_forms(construct("a value that may be null"), [never_missing, never_null])
    assert all(form.refused for form in forms)
    assert {form.label: sorted(form.refused) for form in forms} == {
        "`anyOf` with null": ["south"],
        "a list of types with null": ["south"],
        "a parameter that may be left out": ["north"],
    }


def test_properties_can_be_asked_for_and_forbidden() -> None:
    wants = target("north", ("root-properties", True))
    forbids = target("south", ("keyword", {"keywords": ["properties"]}))
    forms = judge_forms(construct("no arguments"), [wants, forbids])
    assert [len(form.refused) for form in forms] == [1, 1, 1]
    assert not judge_forms(construct("no arguments"), [wants])[0].refused


def test_the_form_that_most_take_comes_first_and_one_that_keeps_the_meaning_before_one_that_does_not() -> None:
    one = target("north", ("keyword", {"keywords": ["exclusiveMinimum"], "types": ["number"]}))
    two = target("south", ("keyword", {"keywords": ["exclusiveMinimum"], "types": ["boolean"]}))
    whole = judge_forms(construct("a bound of whole numbers that is excluded"), [one, two])
    assert [(form.label, form.keeps, sorted(form.refused)) for form in whole] == [
        ("`minimum` with the nearest value", True, []),
        ("a number without bounds, which the description names", False, []),
        ("a number as `exclusiveMinimum`", True, ["north"]),
        ("true as `exclusiveMinimum`", True, ["south"]),
    ]
    other = judge_forms(construct("a bound that is excluded"), [one, two])
    assert [form.keeps for form in other if not form.refused] == [False, False]


@pytest.mark.parametrize(
    ("schema", "names", "what", "keeps"),
    [
        ({"type": "integer", "exclusiveMinimum": 0}, ("copilot-studio", "anthropic"), "a bound of whole numbers that is excluded", True),
        ({"type": "number", "exclusiveMinimum": 0}, ("copilot-studio", "anthropic"), "a bound that is excluded", False),
        ({"type": "integer", "enum": [1, 2, 3]}, ("gemini",), "whole numbers in a row to choose from", True),
        ({"type": "integer", "enum": [1, 2, 5]}, ("gemini",), "numbers to choose from", False),
        ({"type": "boolean", "enum": [True, False]}, ("gemini",), "true and false to choose from", True),
        ({"type": "string", "const": "a"}, ("gemini",), "one text only", True),
        ({"type": "integer", "const": 1}, ("gemini",), "one value only", False),
    ],
)  # fmt: skip
def test_the_form_that_all_take_is_one_of_its_own_kind(
    schema: Any, names: tuple[str, ...], what: str, keeps: bool
) -> None:
    found = conflicts(with_property(schema), *names)
    assert list(found) == [what]
    best = found[what].forms[0]
    assert not best.refused
    assert best.keeps is keeps


def test_a_tool_without_arguments_is_no_object_with_keys_of_any_name() -> None:
    found = conflicts({"type": "object"}, "openai-strict")
    assert list(found) == ["no arguments"]
    nested = conflicts(with_property({"type": "object"}), "openai-strict")
    assert list(nested) == ["an object with keys of any name"]


def test_properties_on_a_text_are_not_taken_for_missing_ones() -> None:
    found = conflicts(with_property({"type": "string", "properties": {"a": {"type": "string"}}}), "gemini")
    assert "no arguments" not in found


def test_what_is_changed_without_loss_is_no_conflict() -> None:
    assert not conflicts({"type": "object"}, "vscode")


@pytest.mark.parametrize("each", CONSTRUCTS, ids=lambda each: each.what)
def test_each_way_is_refused_by_some_target_or_is_the_way_out(each: Construct) -> None:
    known = [targets.load(name) for name in targets.NAMES]
    forms = judge_forms(each, known)
    refused = [form for form in forms if form.refused]
    assert refused, "a construct that all targets take in every form is none"
    assert len(forms) > len(refused), "no form is left for all targets that there are"
