"""What counts as deprecated, at which depth, and what is said without counting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from catalint.testing import findings
from catalint_rules.parameters.required_deprecated import RequiredDeprecated
from catalint_rules.parameters.required_with_default import RequiredWithDefault


def tool(properties: dict[str, Any], required: list[str] | None = None, defs: Any = None) -> dict[str, Any]:
    schema = {
        "type": "object",
        "properties": properties,
        "required": list(properties) if required is None else required,
    }
    return {"name": "order_strings", "description": "Order strings.", "inputSchema": {**schema, "$defs": defs or {}}}


def with_text(text: str) -> dict[str, Any]:
    return tool({"code": {"type": "string", "description": text}})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Number in the old list, deprecated and ignored.", "deprecated and ignored"),
        ("Deprecated.", "Deprecated"),
        ('Legacy name of "sku", use that.', 'Legacy name of "sku", use that'),
        ("[DEPRECATED] Use `sku` instead.", "DEPRECATED"),
        ("**Deprecated**: pass anything", "Deprecated**: pass anything"),
        ("Legacy parameter, kept for old clients.", "Legacy parameter, kept for old clients"),
        ("Obsolete alias of sku.", "Obsolete alias of sku"),
        ("Unused", "Unused"),
        ("Not used.", "Not used"),
        ("No longer needed.", "No longer needed"),
        ("The old name (no longer used)", "no longer used"),
        ("(deprecated since v2) The old code", "deprecated since v2"),
        ("Code of the branch; no longer needed.", "no longer needed"),
        ("Old code — deprecated", "deprecated"),
        ("Code. This field is deprecated, use sku.", "This field is deprecated, use sku"),
        ("This parameter is now ignored.", "This parameter is now ignored"),
        ("It has no effect.", "It has no effect"),
        ("Kept for backward compatibility.", "Kept for backward compatibility"),
        ("旧コード（廃止）", "廃止"),
        ("已弃用，请使用 sku", "已弃用"),
    ],
)
def test_texts_that_call_it_so(text: str, words: str) -> None:
    (found,) = findings(RequiredDeprecated, [with_text(text)])
    assert found.data["parameters"] == {"code": words}


@pytest.mark.parametrize(
    "text",
    [
        "Whether strings that are deprecated are listed",
        "Names of strings to mark as deprecated",
        "Deprecated strings to look up",
        "Legacy code of the customer",
        "Ignored for violins.",
        "This value is ignored if size is set.",
        "Strings no longer needed",
        "Remove unused strings",
        "One of: new, deprecated",
        "Modern or legacy number",
        "Name, not used for violas",
        "Number, ignored (with a warning)",
        "Thickness; has no effect on price",
    ],
)
def test_texts_about_something_else(text: str) -> None:
    assert findings(RequiredDeprecated, [with_text(text)]) == []


def test_keyword_behind_a_reference_and_below_the_top() -> None:
    (found,) = findings(
        RequiredDeprecated,
        [
            tool(
                {
                    "old": {"$ref": "#/$defs/Old"},
                    "renter": {
                        "type": "object",
                        "properties": {"fax": {"type": "string", "deprecated": True}},
                        "required": ["fax"],
                    },
                    "parts": {
                        "type": "array",
                        "items": {"properties": {"pager": {"description": "Unused."}}, "required": ["pager"]},
                    },
                },
                defs={"Old": {"type": "string", "deprecated": True}},
            )
        ],
    )
    assert found.data["parameters"] == {
        "old": "deprecated: true",
        "renter.fax": "deprecated: true",
        "parts[].pager": "Unused",
    }
    assert [related.where.path[-1] for related in found.related] == ["fax", "pager"]


def test_part_of_a_docstring() -> None:
    described = {**tool({"code": {"type": "string"}}), "description": "Order.\n\nArgs:\n    code: Deprecated, ignored."}
    (found,) = findings(RequiredDeprecated, [described])
    assert "Deprecated, ignored" in found.message


def test_optional_ones_are_fine() -> None:
    assert findings(RequiredDeprecated, [tool({"code": {"deprecated": True}}, [])]) == []
    assert findings(RequiredDeprecated, [tool({"code": {"deprecated": "no"}})]) == []


def test_default_and_deprecation_are_one_finding() -> None:
    both = tool({"code": {"type": "string", "default": "x", "deprecated": True}})
    assert len(findings(RequiredDeprecated, [both])) == 1
    assert findings(RequiredWithDefault, [both]) == []


def test_many_fit_into_one_line() -> None:
    properties = {f"a_rather_long_name_of_a_code_{index}": {"deprecated": True} for index in range(30)}
    (found,) = findings(RequiredDeprecated, [tool(properties)])
    assert len(found.message) <= 240
    assert "more" in found.message


@pytest.mark.parametrize(
    "schema", [None, [], {"properties": 5}, {"properties": {"a": True}, "required": ["a", 1, None]}]
)
def test_broken_schemas_pass(schema: Any) -> None:
    assert findings(RequiredDeprecated, [{"name": "order", "inputSchema": schema}]) == []


@pytest.mark.parametrize(
    "piece", ["deprecated ", "deprecated, ", "(legacy ", "[ignored", "it is ignored ", "no longer "]
)
def test_work_is_linear(piece: str, calls: Callable[[Callable[[], object]], int]) -> None:
    def work(length: int) -> None:
        findings(RequiredDeprecated, [with_text(piece * (length // len(piece)))])

    work(1_000)  # expressions are compiled once
    assert calls(lambda: work(40_000)) < 6 * calls(lambda: work(10_000))
