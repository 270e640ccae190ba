"""weak-index-line: what stands where a one-line index ends."""

from typing import Any

import pytest

from catalint import Finding, Severity
from catalint.testing import findings
from catalint_rules.descriptions.weak_index_line import WeakIndexLine

PURPOSE = "Puts a version tag on a commit."


def tool(name: str, description: str) -> dict[str, Any]:
    schema = {"type": "object", "properties": {"version": {"type": "string"}}, "required": ["version"]}
    return {"name": name, "description": description, "inputSchema": schema}


def judge(description: str, **options: Any) -> list[Finding]:
    return findings(WeakIndexLine, [tool("tag_release", description)], options)


@pytest.mark.parametrize(
    ("opening", "kind"),
    [
        ("# Overview\n\n", "heading"),
        ("## Description\n", "heading"),
        ("**Usage**\n\n", "heading"),
        ("# 概要\n\n", "heading"),
        ("---\n\n", "heading"),
        ("IMPORTANT: read the release handbook first. ", "banner"),
        ("MANDATORY: call `check_tests` first. ", "banner"),
        ("WARNING! Only maintainers may do this. ", "banner"),
        ("[IMPORTANT] If several tags are needed, use tag_releases. ", "banner"),
        ("⚠️ NOTE: versions follow a scheme. ", "banner"),
        ("🚨 MANDATORY FIRST STEP: This tool MUST be called before all others. ", "banner"),
        ("Important: Ask the user before. ", "banner"),
        ("Limit: 6 req/30 s. ", "limit"),
        ("Rate limited to 10 calls per minute. ", "limit"),
        ("Max 5 tags per minute. ", "limit"),
        ("20 credits per call. ", "limit"),
        ("Example cURL request:\n\n", "example"),
        ("Example: tag_release('2.1'). ", "example"),
        ("```\ntag_release('2.1')\n```\n", "example"),
        ("Usage: tag_release <version>. ", "example"),
        ("Use this tool when a release is ready. ", "usage"),
        ("Use when the user wants a release. ", "usage"),
        ("Only call this tool if all tests have passed. ", "usage"),
        ("Call this before publishing. ", "usage"),
        ("This tool should be used after the tests. ", "usage"),
        ("THIS TOOL IS TO BE CALLED IF THE USER WANTS A RELEASE. ", "usage"),
        ("When the user asks for a release, call this tool. ", "usage"),
        ("If and only if the user says so, you should invoke this tool. ", "usage"),
        ("When to use: any release. ", "usage"),
        ("Please read the docs. ", "usage"),
        ("Never use this for drafts. ", "usage"),
        ("Requires maintainer rights. ", "requirement"),
        ("**Requires an Enterprise plan.** ", "requirement"),
        ("The repository id is required for this endpoint. ", "requirement"),
        ("You must be logged in. ", "requirement"),
        ("Only works with hosted repositories. ", "requirement"),
        ("POST /repos/{id}/tags\n\n", "address"),
        ("You are a release engineer. ", "role"),
        ("Your task is to release software. ", "role"),
        ("Category: releases. ", "label"),
        ("Version: 1.2\n\n", "label"),
    ],
)
def test_openings(opening: str, kind: str) -> None:
    (found,) = judge(opening + PURPOSE)
    assert found.severity is Severity.WARNING
    assert found.data["kind"] == kind
    assert found.data["suggestion"] == PURPOSE
    assert f'start with "{PURPOSE}"' in found.message
    assert len(found.message) <= 240


@pytest.mark.parametrize(
    "description",
    [
        PURPOSE,
        "Tag a release.",
        "[Mobile only] Tag a release.",
        "(Beta) Tag a release.",
        "🏷️ Tag a release.",
        "<use_case> Tag a release.</use_case>",
        "**Tag a release.** Needs rights.",
        "# Tag a release\n\nNeeds rights.",
        "tag_release: Tag a release.",
        "Legacy tool: Tag a release.",
        "[Deprecated: use tag_commit] Tag a release.",
        "DEPRECATED: use tag_commit.",
        "INTERNAL USE ONLY. Tag a release.",
        "IMPORTANT: Deletes the tag of a release for good.",
        "WARNING: This tool deletes the tag of a release.",
        "CRITICAL: Tag a release before it is published.",
        "EMERGENCY: Stop all releases.",
        "Required first step: Resolves a name to the id of a release.",
        "Tag of a release, with date and author.",
        "Limit a release to one region.",
        "Requirements of a release with their state.",
        "Given a commit, tags it.",
        "Example releases for a new project.",
        "Overview of all releases with their tags.",
        "Use a tag to mark a release.",
        "Use this tool to tag a release.",
        "Call a number.",
        "Always returns the newest release.",
        "Note a release in the changelog.",
        "Read the notes of a release.",
        "Etikettiert eine Version. Nur für Betreuer des Projekts und der Sammlung.",
        "发布一个版本。需要权限。",
        "",
    ],
)
def test_openings_that_stand_alone(description: str) -> None:
    assert judge(description) == []


def test_a_tool_that_requires_says_so() -> None:
    described = tool("require_review", "Requires a review on a branch.")
    assert findings(WeakIndexLine, [described]) == []


def test_without_a_better_sentence_the_advice_is_general() -> None:
    (found,) = judge("Use this tool when a release is ready.")
    assert found.message.endswith("start with the verb and what it acts on, and put this behind it")


SHARED = "With the workspace, the project and the branch that were chosen before, "


def siblings(count: int, opening: str = SHARED) -> list[dict[str, Any]]:
    rest = ("tag a commit.", "count the open pull requests.", "list who may merge.", "archive it.")
    names = ("tag_commit", "count_pulls", "list_mergers", "archive_branch")
    return [tool(name, opening + text) for name, text in zip(names[:count], rest, strict=False)]


def test_siblings_with_one_opening_are_one_finding() -> None:
    (found,) = findings(WeakIndexLine, siblings(4))
    assert found.severity is Severity.WARNING
    assert found.data["kind"] == "start"
    assert found.data["characters"] == len(SHARED)
    assert [related.where.tool for related in found.related] == [1, 2, 3]
    assert found.key == "start archive_branch,count_pulls,list_mergers,tag_commit"
    assert 'start `tag_commit` with "Tag a commit."' in found.message


def test_two_siblings_may_open_alike() -> None:
    assert not [found for found in findings(WeakIndexLine, siblings(2)) if found.data["kind"] == "start"]
    (found,) = findings(WeakIndexLine, siblings(2), {"siblings": 1})
    assert found.data["kind"] == "start"


def test_fewer_equal_characters_are_fine() -> None:
    opening = "With the chosen workspace, project and branch, "
    assert len(opening) < 60
    assert findings(WeakIndexLine, siblings(4, opening)) == []
    assert findings(WeakIndexLine, siblings(4, opening), {"shared-characters": 40})


def test_a_short_first_sentence_of_several_tools() -> None:
    texts = (
        "Get agent. Returns a voice agent.",
        "Get agent. Returns a chat agent.",
        "Get agent. Returns a mail agent.",
    )
    names = ("voice_get", "chat_get", "mail_get")
    (found,) = findings(WeakIndexLine, [tool(*each) for each in zip(names, texts, strict=True)])
    assert 'have one first sentence, "Get agent."' in found.message
    assert "voice" in found.message


def test_a_banner_of_several_tools_is_one_finding() -> None:
    texts = [f"Example request: use it so.\n\nThe answer lists {what}." for what in ("tags", "commits", "branches")]
    names = ("tags", "commits", "branches")
    (found,) = findings(WeakIndexLine, [tool(*each) for each in zip(names, texts, strict=True)])
    assert "(an example)" in found.message


def test_equal_texts_are_left_to_their_own_rule() -> None:
    tools = [tool(name, SHARED + "tag a commit.") for name in ("tag_a", "tag_b", "tag_c")]
    assert not [found for found in findings(WeakIndexLine, tools) if found.data["kind"] == "start"]


LONG = (
    "Plan the way of a parcel through the sorting centres of a region so that it arrives before the promised hour even "
    "when one of the centres on its way is closed"
)


@pytest.mark.parametrize(
    ("description", "severity"),
    [
        (f"{LONG} or has more parcels than it can sort.", Severity.NOTE),
        (
            f"{LONG} or has more parcels than it can sort because of a holiday in a neighbouring region.",
            Severity.WARNING,
        ),
    ],
)
def test_long_sentences(description: str, severity: Severity) -> None:
    (found,) = judge(description)
    assert found.severity is severity
    assert found.data["kind"] == "long"
    assert "end it after" in found.message


def test_long_sentences_are_one_note_a_catalog() -> None:
    tools = [
        tool(f"plan_{what}", f"{LONG.replace('parcel', what)} or has too many.") for what in ("box", "case", "crate")
    ]
    (found,) = findings(WeakIndexLine, tools, {"siblings": 9})
    assert "3 first sentences have over 30 tokens" in found.message
    assert len(found.related) == 2


@pytest.mark.parametrize(
    "description",
    [
        "Scan a rack: bar codes, weights, missing labels, parcels in the wrong place, and all parcels that have waited for days.",
        "Weigh a parcel (any of the sizes that the counters of the post take, from a letter to a pallet of four boxes each).",
        "Weigh a parcel - any of the sizes that the counters of the post take, from a letter to a pallet of four boxes each.",
        "Weigh a parcel; see https://post.example/a/long/address/of/a/page/that/explains/weights/and/has/many/tokens/in/it.",
        "Weigh a parcel (https://post.example/a/long/address/of/a/page/that/explains/weights/and/has/many/tokens/in/it).",
        "称量一个包裹，适用于邮局柜台接受的所有尺寸，从信件到四箱的托盘，并返回重量和价格，以及所需的邮票数量和预计到达时间。",
    ],
)
def test_pauses_and_addresses_do_not_count(description: str) -> None:
    assert judge(description) == []


def test_a_verb_that_comes_late() -> None:
    (found,) = judge(
        "With the credentials of the workspace that was chosen at the start and the repository that is open in the editor, "
        "puts a version tag on a commit of the branch that is checked out."
    )
    assert found.severity is Severity.WARNING
    assert "in front of its verb" in found.message


def test_filler_is_one_note_a_catalog() -> None:
    tools = [
        tool("weigh", "This tool weighs a parcel on a scale."),
        tool("print_label", "Use this tool to print the label of a parcel."),
        tool("route", "Plan the way of a parcel."),
    ]
    (found,) = findings(WeakIndexLine, tools)
    assert found.severity is Severity.NOTE
    assert found.data["kind"] == "filler"
    assert found.data["tools"] == ["weigh", "print_label"]
    assert '"Weighs a parcel on a scale." for `weigh`' in found.message


def test_filler_of_one_tool_is_no_habit() -> None:
    assert judge("This tool puts a tag on a commit.") == []
    assert judge("This tool puts a tag on a commit.", **{"filler-tools": 1})


def test_every_sentence_of_the_message_fits() -> None:
    name = "tag_" + "_".join(["release"] * 12)
    tools = [tool(f"{name}_{number}", f"{SHARED} do job number {number}.") for number in range(5)]
    (found,) = findings(WeakIndexLine, tools)
    assert len(found.message) <= 240


@pytest.mark.parametrize(
    "behind",
    [
        # a label, a chain of steps, a shout, a subject and a requirement are no better
        "Tags: versions of a commit and its parents.",
        "Tag → sign → publish until it is clean.",
        "Puts a critical tag on your commit!",
        "Tagging is only for maintainers of a release.",
        "Requires a tag on the commit.",
        # nor is how a tool does it
        "Sends a POST request to the /tags endpoint.",
        "Calls the tagging API of the forge.",
    ],
)
def test_no_proposal_has_a_fault_of_its_own(behind: str) -> None:
    (found,) = judge(f"Limit: 6 req/30 s. {behind}")
    assert found.message.endswith("start with the verb and what it acts on, and put this behind it")
    (found,) = judge(f"Limit: 6 req/30 s. {behind} {PURPOSE}")
    assert found.message.endswith(f'start with "{PURPOSE}"')


@pytest.mark.parametrize(
    ("title", "proposed"),
    [("Tag a commit as release", True), ("Tag Release", False), ("Release tagger", False), ("", False)],
)
@pytest.mark.parametrize("nested", [True, False])
def test_a_title_that_says_more_than_the_name_is_proposed(title: str, *, proposed: bool, nested: bool) -> None:
    titled = {"annotations": {"title": title}} if nested else {"title": title}
    (found,) = findings(WeakIndexLine, [tool("tag_release", "Limit: 6 req/30 s.") | titled])
    assert found.message.endswith(f'start with "{title}"') is proposed


def test_three_openings_of_one_kind_are_one_finding() -> None:
    texts = {
        "tag_release": f"Limit: 6 req/30 s. {PURPOSE}",
        "sign_release": "Limit: 9 req/30 s. Signs a version with the key of the team.",
        "yank_release": "Limit: 2 req/30 s. The version stays.",
        "note_release": "Requires maintainer rights. Writes the notes of a version.",
    }
    entries = [tool(name, text) for name, text in texts.items()]
    first, other = findings(WeakIndexLine, entries)
    assert first.message == (
        '`tag_release`, `sign_release` and `yank_release` show a limit in a one-line index, such as "Limit: 6 req/30 s.",'
        f' and not what they do; start each with what it does, `tag_release` with "{PURPOSE}"'
    )
    assert [related.where.tool for related in first.related] == [1, 2]
    assert 'sign_release: "Limit: 9 req/30 s."; start with "Signs a version with the key of the team."' in first.detail
    assert first.key == "limit sign_release,tag_release,yank_release"
    assert "a requirement" in other.message
    assert len(findings(WeakIndexLine, [*entries[:2], entries[3]])) == 3


def test_a_path_of_headings_is_turned_round() -> None:
    path = "[Printery]-Orders and their parts-Managing what is on order-Finding an order-"
    last = "List the orders of a customer with paper, ink, number of sheets, day of delivery and price in euros"
    (found,) = judge(path + last, **{"long-tokens": 200})
    assert "start with its last part, " in found.message
    assert last[:40] in found.message


def test_a_request_is_what_a_tool_for_requests_does() -> None:
    (found,) = findings(WeakIndexLine, [tool("http_request", "Limit: 6 req/30 s. Sends a GET request to an address.")])
    assert found.message.endswith('start with "Sends a GET request to an address."')


FIELDS = [
    tool(
        "list-crate-tags",
        "The tags that a crate has. Read-only. Nullable.\n\nTIP: Lists the tags of a crate, newest first.",
    ),
    tool("get-crate", "Represents a crate on a shelf."),
    tool("read-crate-file", "The stream of bytes, if the item represents a file."),
    tool("list-crate-rows", "The list of all rows in the crate. Read-only."),
]


def test_the_text_of_a_field_is_not_what_a_tool_does() -> None:
    (found,) = findings(WeakIndexLine, FIELDS)
    assert found.data == {"tools": [entry["name"] for entry in FIELDS], "kind": "field"}
    assert 'such as "The tags that a crate has."' in found.message
    assert found.message.endswith('`list-crate-tags` with "Lists the tags of a crate, newest first."')


@pytest.mark.parametrize("number", [0, 1, 2])
def test_one_such_text_is_enough_where_it_is_sure(number: int) -> None:
    (found,) = findings(WeakIndexLine, [FIELDS[number]])
    assert found.data["kind"] == "field"


@pytest.mark.parametrize(
    "entry",
    [
        FIELDS[3],
        tool("stock_report", "The stock of a shelf: what is there, reserved and missing. Read-only."),
        tool("shelf_map", "A map of all shelves, with what stands where."),
        tool("list_crates", "List all crates. Read-only. Nullable."),
        tool("represent_shelf", "Represents a shelf as a picture."),
        tool("get_shelf", "The shelf of a crate. Empty if the crate represents a pallet."),
    ],
)
def test_nouns_may_well_say_what_a_tool_returns(entry: dict[str, Any]) -> None:
    assert findings(WeakIndexLine, [entry]) == []
