"""changing-text: what differs next time in its many wordings, and what only looks like it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from catalint.analyses.tokens import TOKENS
from catalint.context import Context
from catalint.finding import Finding
from catalint.testing import corpus, findings
from catalint_rules.stability.changes import Change, find_changes, is_computed_moment
from catalint_rules.stability.changing_text import ChangingText


def tool(description: str, name: str = "search_tickets", /, **properties: Any) -> dict[str, Any]:
    return {"name": name, "description": description, "inputSchema": {"type": "object", "properties": properties}}


def kinds(text: str) -> set[str]:
    return {change.kind for change in find_changes(text)}


def one(found: list[Finding]) -> Finding:
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    "text",
    [
        "Search the tickets. Index built at 2026-03-05 08:17:31Z.",
        "Search the tickets (last updated: 2026-03-05T08:17:31.412Z).",
        "Search the tickets; data refreshed on Mar 5, 2026 at 8:17 AM.",
        "Search the tickets. Snapshot of 5 March 2026, 08:17 UTC.",
        "Search the tickets. As of 2026/03/05 08:17 all queues are read.",
        "Search the tickets. As of 2026-03-05 there are open tickets in each queue.",
        "Search the tickets. Generated on 2026-03-05 from the data of the help desk.",
        "Today is 2026-03-05. Search the tickets of a day.",
        "The current date and time is 2026-03-05 08:17.",
        "Current time: 08:17:31. Search the tickets of the last hours.",
        "Search the tickets. 2026-03-05T08:17:31+01:00",
        "Durchsucht die Tickets. Stand: 05.03.2026, 08:17",
        "Cherche les tickets. Mis à jour le 2026-03-05 08:17.",
        "搜索工单，数据截至2026-03-05 08:17:31。",
        "2026年3月5日 08:17 時点のチケットを検索します。",
        "Search the tickets. The index was refreshed 5 minutes ago.",
        "Search the tickets. Last sync: 2026-03-05T08:17Z",
        "Search the tickets. Running since 2026-03-05 08:17.",
        "Current date: Thursday, March 5, 2026",
        "Search the tickets (generated 1772698651).",
    ],
)
def test_moments(text: str) -> None:
    assert kinds(text) == {"moment"}


@pytest.mark.parametrize(
    "text",
    [
        "Search the tickets. There are 412 tickets.",
        "Search the tickets. There are currently 37 open tickets.",
        "Search the tickets. The queue currently holds 1,204 tickets.",
        "Currently 37 tickets are open.",
        "Search 12,408 notes in the vault.",
        "Search a knowledge base of 1204 pages.",
        "Search the manual; 311 pages indexed.",
        "Currently connected to 3 machines.",
        "So far 58 documents were read.",
        "The knowledge base contains 412 articles.",
        "Search across 1,247 recipes of the canteen.",
        "A total of 87 sensors can be read.",
        "Return the log. 31 machines at the moment.",
        "Called 17 times so far.",
    ],
)
def test_counts(text: str) -> None:
    assert kinds(text) == {"count"}


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("Attach to the debugger of pid 48213.", "process", "pid 48213"),
        ("Show the state of the server. Uptime: 3d.", "process", "Uptime: 3d"),
        (
            "Read the log of session 3f2b8c1e-9d47-4e0a-b6a1-5c2d7f80e913.",
            "id",
            "session 3f2b8c1e-9d47-4e0a-b6a1-5c2d7f80e913",
        ),
        (
            "Instance ID: `3f2b8c1e-9d47-4e0a-b6a1-5c2d7f80e913`",
            "id",
            "Instance ID: `3f2b8c1e-9d47-4e0a-b6a1-5c2d7f80e913",
        ),
        (
            "Read the log of 3f2b8c1e-9d47-4e0a-b6a1-5c2d7f80e913 line by line.",
            "id",
            "3f2b8c1e-9d47-4e0a-b6a1-5c2d7f80e913",
        ),
        ("Open the preview at http://localhost:53211/ in the browser.", "port", "localhost:53211"),
        ("Send a message to the bridge on port 49731.", "port", "port 49731"),
        ("Read a file below /home/matilda/projects/site.", "home", "/home/matilda/projects/site"),
        ("Read a file below /Users/matilda/dev/app.", "home", "/Users/matilda/dev/app"),
        (r"Read a file below C:\Users\matilda\Documents\notes", "home", r"C:\Users\matilda\Documents\notes"),
        ("Read a file below C:/Users/matilda/notes.", "home", "C:/Users/matilda/notes"),
        ("Write the report to /private/tmp/tmp7x2k9q1f.", "home", "/private/tmp/tmp7x2k9q1f"),
        ("Write the report to /var/folders/p1/k3jx8v4n2d.", "home", "/var/folders/p1/k3jx8v4n2d"),
    ],
)
def test_machines_and_processes(text: str, kind: Any, words: str) -> None:
    assert list(find_changes(text)) == [Change(kind, words)]


@pytest.mark.parametrize(
    "text",
    [
        # examples
        "List the versions of an article since a day, e.g. 2025-01-31.",
        "Publish an article at a later moment, for example 2025-01-31T09:00:17Z.",
        "Moment of the first event in ISO 8601 format: 2025-01-31T09:12:17Z",
        "Read rows with changed > '2025-01-31 09:12:17'.",
        "Returns lines such as: as of 2025-01-31 09:12 there are 12 open tickets.",
        "Sum up a log.\n\nExample output:\n  Index built at 2025-01-31 09:12:17\n  There are 412 tickets.",
        "Sum up a log.\n```\nuptime 3d, pid 4711, there are 412 tickets\n```",
        "Path of the file, e.g. /home/matilda/report.pdf or C:\\Users\\matilda\\report.pdf",
        "Address of the proxy, e.g. http://localhost:53211",
        # versions, laws, days of changes for good
        "Calls the billing API, version 2024-08-01.",
        "Sends the header `X-Api-Version: 2023-06-01`.",
        "Checks a text against the regulation of 27 April 2016.",
        "As of December 4, 2024 the old network is no longer supported.",
        "Deprecated since 2024-01-31, use list_orders.",
        "Prices are those of 2024.",
        "Available as of v2.3.",
        "Created by the billing team on 2024-01-31.",
        # counts that stay, limits and conditions
        "Currently supports 5 languages.",
        "There are 3 ways to sort and 12 months in a year.",
        "Currently 4 export formats are offered.",
        "If there are 20 tickets or more, ask for the next page.",
        "Returns up to 100 tickets in the index.",
        "Keeps the first 50 documents in the cache.",
        "At most 3 files are loaded.",
        "There are 12 rooms and 40 seats.",
        "Search a library of 2,500 recipes.",
        "Search a database of 267 million companies.",
        "Currently 1 ticket.",
        "The request returns 404 when the ticket is gone.",
        "Currently Material 9.",
        # stand-ins, accounts of images, ports of programs, addresses
        "Read a file below /home/user/projects or /Users/your-name/projects.",
        "Read a file below ~/projects or %USERPROFILE%\\projects.",
        "Read a file below /home/<name>/projects.",
        "Runs in /home/node/app.",
        'Paths are mapped: "D:\\\\plans\\\\dock.svg" → "/home/matilda/plans/dock.svg"',
        "/Users/matilda/plans becomes /plans in the container.",
        "Read a file below /home/workspace/plans.",
        "Read /home/matilda/path/to/plan or /home/matilda/file.txt",
        "Calls GET /Users/4f2c/groups of the directory.",
        "See https://example.org/home/matilda/projects for more.",
        "Connect to the server on localhost:8931.",
        "Connect to the stack at http://localhost:54321.",
        "Connect to the server (default localhost:50123).",
        "Collection 24585957-7b2c98f7-30db-4b67-8685-0079f48a0947 holds the samples.",
        "The id is the last part of https://example.org/log/3f2b8c1e-9d47-4e0a-b6a1-5c2d7f80e913.",
        "Takes the id of a log (`3f2b8c1e-9d47-4e0a-b6a1-5c2d7f80e913`).",
        "Search 12 kinds of logs across 40 machines.",
        "Session id such as 3f2b8c1e-9d47-4e0a-b6a1-5c2d7f80e913.",
        "Session id: 12345678-1234-1234-1234-123456789012",
        "Read the ticket 2f1a.",
        "",
    ],
)
def test_look_alikes(text: str) -> None:
    assert list(find_changes(text)) == []


def test_one_finding_for_a_text_names_what_it_voids() -> None:
    tools = [
        tool("List the queues.", "list_queues"),
        tool("Search the tickets. As of 2026-03-05 08:17:31Z there are 412 tickets."),
        tool("Close a ticket.", "close_ticket"),
    ]
    found = one(findings(ChangingText, tools))
    counted = Context(corpus(tools))
    sizes = [tokens.total for tokens in counted.get(TOKENS).values()]
    assert found.where.pointer == "/tools/1/description"
    assert found.data["tokens"] == sizes[1] + sizes[2]
    assert [change["kind"] for change in found.data["changes"]] == ["moment", "count"]  # type: ignore[union-attr,index,call-overload]
    assert '"As of 2026-03-05 08:17:31Z"' in found.message
    assert f"({sizes[1] + sizes[2]} tokens of tools)" in found.message


def test_places_that_change_for_one_reason_are_one_finding() -> None:
    tools = [tool(f"Read a {what} below /home/matilda/site.", f"read_{what}") for what in ("file", "folder", "link")]
    found = one(findings(ChangingText, tools))
    assert "(so do 2 more texts)" in found.message
    assert [related.where.pointer for related in found.related] == ["/tools/1/description", "/tools/2/description"]


def test_texts_that_change_for_different_reasons_are_told_apart() -> None:
    tools = [tool("Read a file below /home/matilda/site."), tool("List the tickets. There are 412 tickets.", "list")]
    assert [found.where.tool for found in findings(ChangingText, tools)] == [0, 1]


def test_parameters_defaults_and_instructions_are_read() -> None:
    nested = {"type": "object", "properties": {"root": {"type": "string", "default": "/Users/matilda/app/data"}}}
    tools: list[Any] = [
        tool("Search the tickets.", since={"type": "string", "default": "2026-03-05T08:17:31.412Z"}),
        tool("Read a file.", "read_file", store=nested),
        tool("Count.", "count_tickets", queue={"type": "string", "description": "Queue, one of 57 in the database."}),
        tool("Sum up.", "sum_up", queue={"type": "string", "description": "There are 57 queues in the database."}),
    ]
    found = findings(
        ChangingText, {"desk": {"tools": tools, "instructions": "Start here. It is now 2026-03-05 08:17."}}
    )
    assert [each.where.pointer for each in found] == [
        "/instructions",
        "/tools/0/inputSchema/properties/since/default",
        "/tools/1/inputSchema/properties/store/properties/root/default",
        "/tools/3/inputSchema/properties/queue/description",
    ]
    assert "computed when the tools were listed" in found[1].message
    assert all(len(each.message) <= 240 for each in found)


@pytest.mark.parametrize(
    ("default", "computed"),
    [
        ("2026-03-05T08:17:31.412Z", True),
        ("2026-03-05T08:17:31Z", True),
        ("2026-03-05T08:00:00.120Z", True),
        ("2026-03-05T00:00:00Z", False),
        ("2026-03-05T08:17Z", False),
        ("2026-03-05", False),
        ("1970-01-01T00:00:00.000Z", False),
        ("now", False),
    ],
)
def test_a_computed_default_is_told_by_its_seconds(default: str, computed: bool) -> None:
    assert is_computed_moment(default) == computed
    found = findings(ChangingText, [tool("Search the tickets.", since={"type": "string", "default": default})])
    assert bool(found) == computed


def test_a_day_is_computed_if_moments_were_on_it() -> None:
    first = tool("Search.", since={"type": "string", "default": "2026-03-05T08:17:31.412Z"})
    days = tool("Count.", "count", day={"default": "2026-03-05"}, epoch={"default": "2000-01-01"})
    found = one(findings(ChangingText, [first, days]))
    assert [related.where.pointer for related in found.related] == ["/tools/1/inputSchema/properties/day/default"]


def test_words_of_a_configuration_count() -> None:
    text = "Search the tickets. Letzter Abgleich: 2026-03-05 08:17."
    assert findings(ChangingText, [tool(text)]) == []
    assert len(findings(ChangingText, [tool(text)], words={"moment_cues": ("letzter abgleich",)})) == 1


@pytest.mark.parametrize("piece", ["Example:\n", "`", "there are 12 ", "/home/", "1-", "as of "])
def test_work_is_linear(piece: str, calls: Callable[[Callable[[], object]], int]) -> None:
    def work(length: int) -> None:
        list(find_changes(piece * (length // len(piece)) + " 2026-03-05 08:17"))

    work(1_000)  # expressions are compiled once
    assert calls(lambda: work(40_000)) < 6 * calls(lambda: work(10_000))
