"""missing-description: what counts as a text, and where the finding points."""

from typing import Any

import pytest

from catalint import Severity
from catalint.testing import findings
from catalint_rules.descriptions.missing_description import MissingDescription, is_visible


def tool(**fields: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": {"badge_id": {"type": "string"}}, "required": ["badge_id"]}
    return {"name": "revoke_badge", "inputSchema": schema, **fields}


@pytest.mark.parametrize(
    ("description", "said"),
    [
        ("", "has an empty description"),
        ("  \n\t ", "white space only"),
        ("\u00a0\u3000", "white space only"),
        ("\u200b", "1 invisible character only"),
        ("\u200b\ufeff\u3164", "3 invisible characters only"),
        (None, "null as its description, not a string"),
        (["Revoke"], "a list as its description"),
        ({"en": "Revoke a badge."}, "an object as its description"),
        (7, "a number as its description"),
    ],
)
def test_no_text_is_found_at_the_description(description: Any, said: str) -> None:
    (found,) = findings(MissingDescription, [tool(description=description)])
    assert said in found.message
    assert found.where.pointer == "/tools/0/description"
    assert found.severity is Severity.ERROR


def test_a_missing_key_is_found_at_the_name() -> None:
    (found,) = findings(MissingDescription, [tool()])
    assert found.where.pointer == "/tools/0/name"
    assert "`revoke_badge` has no description" in found.message
    assert 'such as "Revoke the badge with the given `badge_id`; …"' in found.message


def test_a_title_is_no_description() -> None:
    assert findings(MissingDescription, [tool(title="Revoke a badge")])


def test_other_texts_are_left_alone() -> None:
    texts = ["Revoke a badge.", ".", "撤销门禁卡。", "🔒", "x\u200b", "TODO"]
    assert findings(MissingDescription, [tool(description=text) for text in texts]) == []


def test_tools_of_an_app_need_none() -> None:
    assert findings(MissingDescription, [tool(_meta={"ui": {"visibility": ["app"]}})]) == []


@pytest.mark.parametrize("char", ["\u00ad", "\u2066", "\u2800", "\ue000", "\x00", "\U000e0041"])
def test_characters_that_do_not_show(char: str) -> None:
    assert not is_visible(f" {char}\n")
    assert is_visible(f"{char}a")
