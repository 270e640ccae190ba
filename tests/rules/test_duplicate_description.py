"""duplicate-description: clusters of one text, near-equality, and patterns that are fine."""

from typing import Any

import pytest

from catalint import Finding
from catalint.testing import findings
from catalint_rules.descriptions.duplicate_description import DuplicateDescription

SETTINGS = "Change the notification settings of a mooring for the signed-in skipper."


def tool(name: str, description: str, *required: str) -> dict[str, Any]:
    properties = {parameter: {"type": "string"} for parameter in required}
    return {"name": name, "description": description, "inputSchema": {"type": "object", "properties": properties}}


def judge(*texts: tuple[str, str]) -> list[Finding]:
    return findings(DuplicateDescription, [tool(*pair) for pair in texts])


def test_equal_texts_are_one_finding_that_names_the_tools() -> None:
    (found,) = judge(("mute_mooring", SETTINGS), ("pin_mooring", SETTINGS), ("rename_mooring", "Rename a mooring."))
    assert "`mute_mooring` and `pin_mooring` have the same description" in found.message
    assert found.message.endswith('give each its own, with "mute" in that of `mute_mooring`')
    assert found.where.pointer == "/tools/0/description"
    assert [related.where.pointer for related in found.related] == ["/tools/1/description"]
    assert found.key == "mute_mooring,pin_mooring"
    assert found.data == {"tools": ["mute_mooring", "pin_mooring"], "identical": True}


@pytest.mark.parametrize(
    "other",
    [
        SETTINGS.upper(),
        SETTINGS.replace(" ", "\n  "),
        "Changes notification settings of the mooring, for a signed-in skipper",
        "Change the existing notification settings of a specific mooring for the signed-in skipper.",
        "For the signed-in skipper, change the notification settings of a mooring.",
    ],
)
def test_nearly_equal_texts(other: str) -> None:
    (found,) = judge(("mute_mooring", SETTINGS), ("pin_mooring", other))
    assert "description" in found.message


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (("delete_user", "Delete a user."), ("delete_team", "Delete a team.")),
        (("open_lock", "Open a lock."), ("close_lock", "Close a lock.")),
        (("speak", "Convert text to speech."), ("transcribe", "Convert speech to text.")),
        (("get_berth", "Get a berth of the pier."), ("list_berths", "Get all berths of the pier.")),
        (("mute", SETTINGS), ("pin", SETTINGS.replace("signed-in skipper", "whole crew"))),
        (("roll_6", "Roll a die with 6 sides."), ("roll_20", "Roll a die with 20 sides.")),
        (("a_zh", "查询列车余票。"), ("b_zh", "查询列车时刻。")),
        (("moor_all", "Moor all the boats."), ("moor_other", "Moor the other boats.")),
        (("get_skipper", "Get a skipper."), ("get_skipper_details", "Get skipper details.")),
        (("drop_crew", "Drop a crew by ID"), ("drop_crew_need", "Drop a crew need by ID")),
    ],
)
def test_patterns_whose_words_tell_the_tools_apart(left: tuple[str, str], right: tuple[str, str]) -> None:
    assert judge(left, right) == []


def test_texts_of_other_languages_are_compared_too() -> None:
    assert len(judge(("a_zh", "查询列车余票。"), ("b_zh", "查询列车余票。"))) == 1


def test_long_texts_count_only_if_equal() -> None:
    long = "Write the log of a voyage with wind, sails and course. " * 20
    assert len(judge(("log_voyage", long), ("file_voyage", long))) == 1
    assert judge(("log_voyage", long), ("file_voyage", long.replace("the log", "a log", 1))) == []


def test_left_to_other_rules() -> None:
    same = "Return a skipper with licence and boat."
    assert judge(("get_skipper", same), ("fetch_skipper", same)) == []  # near-duplicate-name
    assert judge(("get_skipper", same), ("get_skipper", same)) == []  # duplicate-name
    assert judge(("get_skipper", "TODO"), ("get_boat", "TODO")) == []  # placeholder-description
    assert judge(("get_skipper", ""), ("get_boat", "")) == []  # missing-description


def test_large_clusters_name_the_first_and_count_the_rest() -> None:
    names = ("mute_mooring", "pin_mooring", "hide_mooring", "share_mooring", "star_mooring", "move_mooring")
    (found,) = judge(*((name, SETTINGS) for name in names))
    assert "`mute_mooring`, `pin_mooring` and 4 more" in found.message
    assert len(found.related) == 5
    assert len(found.message) <= 240
    four = judge(*((name, SETTINGS) for name in names[:4]))[0]
    assert "`mute_mooring`, `pin_mooring` and 2 more" in four.message


def test_two_texts_are_two_findings() -> None:
    other = "Print the tide table of a harbour for a month."
    found = judge(("a_mute", SETTINGS), ("b_tide", other), ("c_pin", SETTINGS), ("d_moon", other))
    assert [finding.where.pointer for finding in found] == ["/tools/0/description", "/tools/1/description"]


def test_detail_says_what_names_and_schemas_tell_apart() -> None:
    tools = [tool("mute_mooring", SETTINGS, "mooring"), tool("pin_mooring", SETTINGS, "mooring", "position")]
    (found,) = findings(DuplicateDescription, tools)
    assert "mute_mooring: name says mute" in found.detail
    assert "pin_mooring: name says pin, takes `position`" in found.detail


def test_the_advice_names_a_word_that_the_text_lacks() -> None:
    copied = "Print the tide table of a harbour."
    (found,) = judge(("print_harbour_tides", copied), ("print_harbour_winds", copied))
    assert found.message.endswith('give each its own, with "winds" in that of `print_harbour_winds`')
    # a name of three words more is no word to write, nor is one of the service
    (found,) = judge(("print_tides", copied), ("print_tides_of_all_moons_and_suns", copied))
    assert found.message.endswith("; give each its own")


def test_parameters_tell_tools_apart_too() -> None:
    short = "Change the settings of a mooring."
    tools = [tool("mute_mooring", short, "mooring"), tool("pin_mooring", short, "mooring", "position")]
    (found,) = findings(DuplicateDescription, tools)
    assert "only their names and parameters tell them apart" in found.message


def test_many_texts_that_stand_twice_are_one_finding() -> None:
    texts = [f"Print the {what} of a harbour for the coming month." for what in ("tides", "winds", "fogs", "moons")]
    entries = [(f"{verb}_{index}", text) for index, text in enumerate(texts) for verb in ("mail", "post")]
    (found,) = judge(*entries, ("fax_0", texts[0]))
    assert found.message == (
        '9 tools have 4 descriptions between them; `mail_0`, `post_0` and `fax_0` have "Print the tides of a harbour for '
        'the coming month."; say in each what the words of its name mean that the others lack'
    )
    assert len(found.related) == 8
    assert len(judge(*entries[:6])) == 3


def test_texts_that_are_only_nearly_equal_are_not_said_to_be_equal() -> None:
    texts = [f"Print the {what} of a harbour." for what in ("tides", "winds", "fogs", "moons")]
    entries = [
        (f"{verb}_{index}", text.replace("a harbour", article))
        for index, text in enumerate(texts)
        for verb, article in (("mail", "a harbour"), ("post", "the harbour"))
    ]
    (found,) = judge(*entries)
    assert found.message.startswith("8 tools have 4 descriptions between them, word for word or nearly so")
    assert '`mail_0` and `post_0` have nearly "Print the tides of a harbour."' in found.message
