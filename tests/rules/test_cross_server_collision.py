"""One name on two servers is found whatever the tools do, another name on strong evidence only."""

from __future__ import annotations

from typing import Any

import pytest

from catalint import Severity
from catalint.testing import findings
from catalint_rules.names.generic_name import GenericName
from catalint_rules.namespaces.cross_server_collision import CrossServerCollision

BOOK = "Book a berth for a boat."
MAIL = "Send a mail to the crew."


def tool(name: str, description: str = "", *required: str, **properties: str) -> dict[str, Any]:
    names = [*required, *properties]
    schema = {"type": "object", "properties": {key: {"type": "string"} for key in names}, "required": list(required)}
    return {"name": name, "description": description, "inputSchema": schema}


def kinds(catalogs: dict[str, list[dict[str, Any]]], **settings: Any) -> list[Any]:
    return [finding.data["kind"] for finding in findings(CrossServerCollision, catalogs, **settings)]


def test_one_name_with_two_jobs() -> None:
    catalogs = {"harbour": [tool("send", BOOK), tool("book", BOOK)], "office": [tool("print"), tool("send", MAIL)]}
    (finding,) = findings(CrossServerCollision, catalogs)
    assert finding.severity is Severity.WARNING
    assert (finding.where.server, finding.where.pointer) == ("harbour", "/tools/0/name")
    assert [(r.where.server, r.where.pointer) for r in finding.related] == [("office", "/tools/1/name")]
    assert finding.data["alike"] is False
    assert "`send` is a tool of `harbour` and `office`" in finding.message
    assert finding.message.endswith("Rename one, to `office_send` for instance.")


def test_a_group_is_one_finding() -> None:
    catalogs = {server: [tool("search", f"Search the {server}."), tool(f"open_{server}")] for server in "abcd"}
    (finding,) = findings(CrossServerCollision, catalogs)
    assert len(finding.related) == 3


@pytest.mark.parametrize("pair", ["send-mail send_mail", "sendMail sendmail", "mail.send mail/send"])
def test_spelling_that_clients_fold(pair: str) -> None:
    first, second = pair.split()
    assert kinds({"a": [tool(first, BOOK)], "b": [tool(second, MAIL)]}) == ["spelling"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (tool("add_task", "Add a task to a list.", "title"), tool("create_task", "Create a task in a list.", "title")),
        (tool("search_notes", "Search notes by text.", "q"), tool("find_notes", "Find notes by their text.", "q")),
        (tool("new_tab", "Open a new tab."), tool("tab_new", "Open a new tab.")),
        (
            tool("get_tide_info", "Return the tide at a pier.", "pier"),
            tool("get_tide", "Return the tide at a pier.", "pier"),
        ),
    ],
)
def test_one_job_under_two_names(first: dict[str, Any], second: dict[str, Any]) -> None:
    (finding,) = findings(CrossServerCollision, {"here": [first], "there": [second]})
    assert finding.data["kind"] == "job"
    assert "Load one of them" in finding.message


@pytest.mark.parametrize(
    ("first", "second"),
    [
        # a service in the text, or in the name
        (
            tool("send_message", "Send a message to a Slack channel."),
            tool("post_message", "Post a message on Discord."),
        ),
        (
            tool("slack_send_message", "Send a message to a channel."),
            tool("post_message", "Post a message to a channel."),
        ),
        # another object, another verb, one against many
        (tool("send_email", MAIL, "to"), tool("send_invoice", "Send an invoice to the crew.", "to")),
        (tool("open_gate", "Open a gate.", "gate"), tool("close_gate", "Close a gate.", "gate")),
        (tool("get_boat", "Return a boat.", "boat"), tool("list_boats", "List the boats.", "pier")),
        # texts that say two things
        (
            tool("add_task", "Add a task to a list.", "title"),
            tool("create_task", "Start a build of a branch.", "branch"),
        ),
        # no texts to go by
        (tool("add_task", ""), tool("create_task", "")),
    ],
)
def test_tools_that_are_told_apart(first: dict[str, Any], second: dict[str, Any]) -> None:
    assert kinds({"here": [first], "there": [second]}) == []


def test_one_server_alone_has_no_collision() -> None:
    assert kinds({"a": [tool("send", BOOK), tool("send", MAIL)]}) == []
    assert kinds({"a": [tool("send", BOOK)], "empty": []}) == []


PIER = [tool(f"{verb}_pier", f"{verb.title()} a pier.") for verb in ("open", "close", "paint", "sell", "lend")]


def test_two_versions_of_one_server_are_one_finding() -> None:
    newer = [*PIER[:4], tool("open_gate", "Open a gate.")]
    (finding,) = findings(CrossServerCollision, {"pier": PIER, "pier-next": newer})
    assert finding.data["kind"] == "server"
    assert finding.where.server == "pier-next"
    assert "4 of 5 tools are in both" in finding.message


def test_three_copies_are_one_finding() -> None:
    (finding,) = findings(CrossServerCollision, {"a": PIER, "b": PIER, "c": PIER})
    assert finding.data["servers"] == ["a", "b", "c"]


def test_copies_count_once_in_a_collision_with_others() -> None:
    found = findings(CrossServerCollision, {"a": PIER, "b": PIER, "c": [tool("open_pier", MAIL), tool("ring", MAIL)]})
    assert sorted(str(finding.data["kind"]) for finding in found) == ["name", "server"]
    collision = next(finding for finding in found if finding.data["kind"] == "name")
    assert collision.data["tools"] == ["a/open_pier", "c/open_pier"]


def test_few_names_in_common_are_no_copy() -> None:
    catalogs = {"a": [tool("add", "Add two numbers.", "a", "b")], "b": [tool("add", "Add up.", "a", "b"), tool("sub")]}
    assert kinds(catalogs) == ["name"]
    unlike = [{**row, "description": "Something else altogether.", "inputSchema": {}} for row in PIER]
    assert kinds({"a": PIER, "b": unlike}) == ["names"]


def test_many_names_of_the_same_servers_are_one_finding() -> None:
    others = [{**row, "description": "Something else altogether.", "inputSchema": {}} for row in PIER]
    assert kinds({"harbour": PIER, "office": others[:3]}) == ["name"] * 3
    (finding,) = findings(CrossServerCollision, {"harbour": [*PIER, tool("ring", MAIL)], "office": others[:4]})
    assert (
        "`harbour` and `office` have 4 tool names in common (`open_pier`, `close_pier` and 2 more)" in finding.message
    )
    assert finding.message.endswith("Put a server's word in front, as in `office_open_pier`.")
    assert finding.key == "harbour office"
    assert len(finding.related) == 7
    # a name that a third server has as well is another cause
    catalogs = {"harbour": PIER, "office": others, "shop": others[:1]}
    assert sorted(kinds({**catalogs, "harbour": [*PIER, tool("ring", MAIL)]})) == ["name", "names"]


@pytest.mark.parametrize(
    ("first", "second", "renamed"),
    [
        ("harbour", "npm__@sailor__ferry-mcp", "ferry_send"),
        ("harbour", "@sailor/ferry-mcp", "ferry_send"),
        ("office-word", "office-slides", "slides_send"),
        ("harbour", "awslabs.amazon-buoy-mcp-server", "buoy_send"),
    ],
)
def test_a_name_is_proposed_with_the_word_that_tells_servers_apart(first: str, second: str, renamed: str) -> None:
    (finding,) = findings(CrossServerCollision, {first: [tool("send", BOOK)], second: [tool("send", MAIL)]})
    assert f"`{renamed}`" in finding.message


def test_servers_that_no_word_tells_apart_are_not_renamed() -> None:
    (finding,) = findings(CrossServerCollision, {"buoy": [tool("send", BOOK)], "buoy-mcp": [tool("send", MAIL)]})
    assert finding.message.endswith("Load one of them, or rename it.")


def test_clients_that_add_the_server_keep_names_apart() -> None:
    unlike = {"harbour": [tool("send", BOOK)], "office": [tool("send", MAIL)]}
    alike = {"harbour": [tool("send", MAIL), tool("dock")], "office": [tool("send", MAIL), tool("file")]}
    assert kinds(unlike, targets=("claude-code",)) == []
    assert kinds(alike, targets=("claude-code",)) == ["name"]
    assert kinds(unlike, targets=("claude-code", "openai")) == ["name"]


def test_a_shared_name_is_not_reported_as_generic_too() -> None:
    catalogs = {"harbour": [tool("search", BOOK)], "office": [tool("search", MAIL), tool("query", "Ask the office.")]}
    assert kinds(catalogs) == ["name"]
    assert [finding.where.tool for finding in findings(GenericName, catalogs)] == [1]
    assert len(findings(GenericName, catalogs, targets=("claude-code",))) == 3


def test_tools_of_a_user_interface_do_not_collide() -> None:
    hidden = {**tool("send", MAIL), "_meta": {"ui": {"visibility": ["app"]}}}
    assert kinds({"a": [tool("send", BOOK)], "b": [hidden]}) == []
