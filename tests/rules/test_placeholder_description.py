"""placeholder-description: texts that nobody has written, and one finding for each whatever else they could be called."""

from typing import Any

import pytest

from catalint import Finding
from catalint.testing import findings
from catalint_rules.descriptions.duplicate_description import DuplicateDescription
from catalint_rules.descriptions.missing_description import MissingDescription
from catalint_rules.descriptions.placeholder_description import PlaceholderDescription
from catalint_rules.descriptions.restated_name import RestatedName
from catalint_rules.descriptions.vague_description import VagueDescription
from catalint_rules.descriptions.weak_index_line import WeakIndexLine


def judge(description: str, name: str = "book_lesson", **settings: Any) -> list[Finding]:
    schema: Any = {"type": "object", "properties": {"hour": {"type": "string"}}, "required": ["hour"]}
    return findings(
        PlaceholderDescription, [{"name": name, "description": description, "inputSchema": schema}], **settings
    )


PLACEHOLDERS = [
    "TODO",
    "todo: fill this in",
    "TODO(maria): say what it books",
    "FIXME",
    "TBD",
    "Description here",
    "<description>",
    "[ Your description here ]",
    "**Tool description**",
    "Description goes here.",
    "some description",
    "Booklesson tool description",
    "My tool",
    "An example tool.",
    "This is a sample tool",
    "A description of what this tool does",
    "Describe your tool here",
    "No description provided",
    "Lorem ipsum dolor sit amet, consectetur adipiscing elit. " * 5,
    "...",
    "—",
    "{{description}}",
    "${tool.description}",
    "Beschreibung folgt",
    "待补充",
    "Sin descripción",
]


@pytest.mark.parametrize("description", PLACEHOLDERS)
def test_placeholders(description: str) -> None:
    (found,) = judge(description)
    assert "only holds the place of a description" in found.message
    assert len(found.message) <= 240
    assert found.where.path == ("description",)
    assert found.data["placeholder"]


@pytest.mark.parametrize(
    "description",
    [
        "List the TODO comments of a source tree with file and line.",
        "Todo items of a list, oldest first.",
        "Replace the placeholders of a template.",
        "Make lorem ipsum text of so many words.",
        "Add a description to an image.",
        "Write a description of a product from its photo.",
        "Description of how to use the server",
        "Example sentences for a word of a language.",
        "Test the connection to the database.",
        "Sample rows of a table.",
        "An example tool that shows how a client displays images and sound.",
        "Fill in the {{name}} slots of a letter.",
        "Ring",
        "🎹 Play",
    ],
)
def test_texts_that_somebody_has_written(description: str) -> None:
    assert judge(description) == []


def test_a_long_text_is_no_placeholder() -> None:
    assert judge("TODO: this text goes on and on and says what the tool books, for whom, and when. " * 4) == []


def test_the_message_proposes_a_description() -> None:
    schema: Any = {"type": "object", "properties": {"lesson_id": {"type": "string"}}, "required": ["lesson_id"]}
    (found,) = findings(
        PlaceholderDescription, [{"name": "cancel_lesson", "description": "TODO", "inputSchema": schema}]
    )
    assert 'such as "Cancel the lesson with the given `lesson_id`' in found.message


def test_the_message_says_what_is_missing() -> None:
    (found,) = judge("TODO", name="export_lessons")
    assert found.message.endswith("; say where the result ends up and in which form")


def test_words_can_be_added() -> None:
    assert judge("Beskrivning saknas") == []
    assert judge("Beskrivning saknas", words={"placeholders": ("beskrivning saknas",)})


@pytest.mark.parametrize("description", PLACEHOLDERS)
def test_no_other_rule_reports_a_placeholder(description: str) -> None:
    tools: list[Any] = [
        {"name": name, "description": description, "inputSchema": {"type": "object"}}
        for name in ("book_lesson", "book_hall", "book_coach")
    ]
    for rule in (MissingDescription, RestatedName, VagueDescription, DuplicateDescription, WeakIndexLine):
        assert findings(rule, tools) == [], rule.meta.id


def test_a_missing_description_is_left_to_its_own_rule() -> None:
    assert judge("") == []
    assert judge("  \n ") == []
    assert judge("\u200b") == []
