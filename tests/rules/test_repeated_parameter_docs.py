"""repeated-parameter-docs: what a description says again, and what it costs."""

from typing import Any

import pytest

from catalint import Severity, tokenizer
from catalint.testing import findings
from catalint_rules.descriptions.repeated_parameter_docs import RepeatedParameterDocs

TEXTS = {
    "person": "Staff number of the person who works the shift",
    "start": "Start of the shift as ISO 8601 time with zone",
    "hours": "Length of the shift in whole hours, counted from the start",
}


def tool(name: str, told: dict[str, str], described: dict[str, str]) -> dict[str, Any]:
    args = "\n".join(f"    {key} (str): {text}" for key, text in told.items())
    return {
        "name": name,
        "description": f"Plan a shift for one person.\n\nArgs:\n{args}",
        "inputSchema": {
            "type": "object",
            "properties": {key: {"type": "string", "description": text} for key, text in described.items()},
        },
    }


def test_a_copy_gives_its_tokens() -> None:
    (found,) = findings(RepeatedParameterDocs, [tool("plan", TEXTS, TEXTS)], {"min-tokens": 20})
    assert found.severity is Severity.NOTE
    assert found.data["parameters"] == list(TEXTS)
    saved = found.data["tokens"]
    text = "\n".join(f"    {key}: (str) {text}" for key, text in TEXTS.items())
    assert saved == tokenizer.counter().count(text)
    assert f"saves {saved} of its" in found.message


def test_the_threshold_is_inclusive() -> None:
    entry = [tool("plan", TEXTS, TEXTS)]
    (found,) = findings(RepeatedParameterDocs, entry, {"min-tokens": 1})
    saved = found.data["tokens"]
    assert findings(RepeatedParameterDocs, entry, {"min-tokens": saved})
    assert findings(RepeatedParameterDocs, entry, {"min-tokens": saved + 1}) == []  # type: ignore[operator]


def test_by_default_small_copies_are_fine() -> None:
    assert findings(RepeatedParameterDocs, [tool("plan", TEXTS, TEXTS)]) == []
    many = {f"{key}_{number}": text for key, text in TEXTS.items() for number in range(4)}
    (found,) = findings(RepeatedParameterDocs, [tool("plan", many, many)])
    assert found.data["tokens"] >= 100  # type: ignore[operator]
    assert "and 9 more" in found.message


@pytest.mark.parametrize(
    "described",
    [
        pytest.param({}, id="only the text explains"),
        pytest.param(dict.fromkeys(TEXTS, "See the text."), id="the schema says nothing"),
        pytest.param(dict.fromkeys(TEXTS, ""), id="the schema has empty texts"),
    ],
)
def test_what_only_the_text_says_is_no_copy(described: dict[str, str]) -> None:
    assert findings(RepeatedParameterDocs, [tool("plan", TEXTS, described)], {"min-tokens": 1}) == []


def test_a_text_that_says_more_is_no_copy() -> None:
    told = {
        "person": f"{TEXTS['person']}; people on leave are refused and get a message about it, with the plan attached"
    }
    assert findings(RepeatedParameterDocs, [tool("plan", told, TEXTS)], {"min-tokens": 1}) == []


def test_all_tools_of_a_catalog_are_one_finding() -> None:
    longer = TEXTS | {"note": "Note that everybody sees who works on that day, at most 200 characters"}
    tools = [tool("plan", TEXTS, TEXTS), tool("swap", longer, longer), tool("lock", {}, TEXTS)]
    (found,) = findings(RepeatedParameterDocs, tools, {"min-tokens": 20})
    assert found.message.startswith(
        "2 descriptions repeat what their schemas say of the parameters, most of all `swap`"
    )
    assert found.where.tool == 1
    assert [related.where.tool for related in found.related] == [0]
    assert found.key == "plan,swap"
    each: Any = found.data["tools"]
    assert sum(each.values()) == found.data["tokens"]


def test_other_styles_of_docstrings() -> None:
    tags = "\n".join(f":param {key}: {text}" for key, text in TEXTS.items())
    entry = tool("plan", {}, TEXTS) | {"description": f"Plan a shift for one person.\n\n{tags}"}
    assert findings(RepeatedParameterDocs, [entry], {"min-tokens": 20})
