"""Catalogs that one client mounts are judged together, by the names that it knows their servers by."""

from __future__ import annotations

from typing import Any

import pytest

from catalint import Context, Severity
from catalint.analyses.search import SEARCH
from catalint.output import matrix
from catalint.search.document import NAME
from catalint.testing import corpus, findings
from catalint_rules import targets
from catalint_rules.clients.client_name_collision import ClientNameCollision
from catalint_rules.clients.client_name_length import ClientNameLength
from catalint_rules.clients.client_tool_limit import ClientToolLimit
from catalint_rules.discoverability.outranked_tool import OutrankedTool
from catalint_rules.discoverability.undiscoverable_tool import UndiscoverableTool
from catalint_rules.namespaces.cross_server_collision import CrossServerCollision
from catalint_rules.targets.judging import count_breaches
from catalint_rules.tokens.oversized_catalog import OversizedCatalog
from catalint_rules.tokens.too_many_tools import TooManyTools

Tools = list[dict[str, Any]]


def tool(name: str, text: str = "Book a berth for a boat.", **properties: str) -> dict[str, Any]:
    schema = {"type": "object", "properties": {key: {"type": "string"} for key in properties}}
    return {"name": name, "description": text, "inputSchema": schema}


def many(prefix: str, count: int) -> Tools:
    return [tool(f"{prefix}_{number}", f"Show the {prefix} of the gauge {number}.") for number in range(count)]


def mounted(client: str) -> dict[str, Any]:
    return {"targets": (client,), "client": targets.load(client), "mounted": True}


# names


def test_each_tool_is_sent_with_the_name_of_its_own_server() -> None:
    long = "find_free_berths_by_length_and_draught_of_a_boat"  # 48 characters
    catalogs = {"b": [tool(long)], "harbour-master": [tool(long)], "harbour-authority": [tool("find_berths")]}
    (finding,) = findings(ClientNameLength, catalogs, **mounted("claude-code"))
    assert finding.where.server == "harbour-master"
    assert f"Claude Code sends `mcp__harbour-master__{long}`: 69 characters, 64 at most" in finding.message
    assert "this server leaves 43 for a tool's name" in finding.message
    # nothing is known of names where catalogs are not mounted
    assert findings(ClientNameLength, catalogs, targets=("claude-code",)) == []


def test_the_plugin_goes_with_all_of_them() -> None:
    catalogs = {"harbour-master": [tool("find_free_berths_by_length_of_boat")]}
    assert findings(ClientNameLength, catalogs, **mounted("claude-code")) == []
    (finding,) = findings(ClientNameLength, catalogs, plugin="harbour-desk", **mounted("claude-code"))
    assert "mcp__plugin_harbour-desk_harbour-master__" in finding.message


def test_breaches_are_counted_under_the_same_name() -> None:
    found = corpus({"harbour-master": [tool("find_free_berths_by_length_and_draught_of_a_boat")]})
    (only,) = found.tools
    assert ("claude-code", "qualified-length") in count_breaches(only, Context(found, **mounted("claude-code")))
    assert not count_breaches(only, Context(found, targets=("claude-code",)))


@pytest.mark.parametrize(
    ("client", "first", "second", "sent"),
    [
        ("gemini-cli", ("harbour", "crane_book"), ("harbour_crane", "book"), "mcp_harbour_crane_book"),
        ("claude-code", ("north.sea", "book"), ("north_sea", "book"), "mcp__north_sea__book"),
        ("claude-code", ("harbour", "a__b"), ("harbour__a", "b"), "mcp__harbour__a__b"),
        ("opencode", ("north sea", "book"), ("north_sea", "book"), "mcp__north_sea__book"),
    ],
)
def test_servers_whose_tools_become_one(
    client: str, first: tuple[str, str], second: tuple[str, str], sent: str
) -> None:
    catalogs = {first[0]: [tool("zero"), tool(first[1])], second[0]: [tool(second[1], "Move a crane.")]}
    (finding,) = findings(ClientNameCollision, catalogs, **mounted(client))
    assert finding.severity is Severity.ERROR
    assert (finding.where.server, finding.where.pointer) == (first[0], "/tools/1/name")
    assert [(each.where.server, each.where.pointer) for each in finding.related] == [(second[0], "/tools/0/name")]
    assert f"`{first[1]}` of `{first[0]}` and `{second[1]}` of `{second[0]}` become `{sent}`" in finding.message
    assert finding.message.endswith("give one of the servers another name in the client's configuration")
    assert finding.data["others"] == [f"{second[0]}/{second[1]}"]
    # it is said once, and only where the names are known
    assert findings(CrossServerCollision, catalogs, **mounted(client)) == []
    assert findings(ClientNameCollision, catalogs, targets=(client,)) == []


def test_targets_without_a_client_are_asked_each() -> None:
    catalogs = {"harbour": [tool("crane_book")], "harbour_crane": [tool("book", "Move a crane.")]}
    found = findings(ClientNameCollision, catalogs, targets=("claude-code", "gemini-cli"), mounted=True)
    assert [finding.data["targets"][0]["target"] for finding in found] == ["gemini-cli"]  # type: ignore[index,call-overload]


# tools of one name


def test_a_prefix_that_tells_tools_apart_leaves_only_confusion() -> None:
    catalogs = {"mail": [tool("send", "Send a letter.")], "crew": [tool("send", "Send a letter.")], "x": [tool("y")]}
    (finding,) = findings(
        CrossServerCollision, {**catalogs, "mail": [*catalogs["mail"], tool("z")]}, **mounted("claude-code")
    )
    assert "in Claude Code the server's name alone tells them apart, so a model picks either" in finding.message
    other = {"mail": [tool("send", "Send a letter."), tool("z")], "ship": [tool("send", "Signal the crew."), tool("q")]}
    assert findings(CrossServerCollision, other, **mounted("claude-code")) == []
    (finding,) = findings(CrossServerCollision, other)
    assert "clients that add no server name keep only one, or fail" in finding.message


def test_a_client_without_a_prefix_has_one_place_for_a_name() -> None:
    catalogs = {
        "mail": [tool("send", "Send a letter."), tool("z")],
        "ship": [tool("send", "Signal the crew."), tool("q")],
    }
    (finding,) = findings(CrossServerCollision, catalogs, **mounted("claude-desktop"))
    assert "Claude Desktop adds no server name, so that it keeps only one, or fails" in finding.message


def test_a_client_whose_names_are_not_known_is_not_spoken_of() -> None:
    catalogs = {
        "mail": [tool("send", "Send a letter."), tool("z")],
        "ship": [tool("send", "Signal the crew."), tool("q")],
    }
    for client in ("cursor", "windsurf"):
        (finding,) = findings(CrossServerCollision, catalogs, **mounted(client))
        assert "clients that add no server name keep only one, or fail" in finding.message


def test_one_server_twice() -> None:
    catalogs = {"old": [tool("a"), tool("b"), tool("c")], "new": [tool("a"), tool("b"), tool("c")]}
    (finding,) = findings(CrossServerCollision, catalogs, **mounted("claude-code"))
    assert "a model pays for each twice, and it picks either" in finding.message


# how many, how large


def test_the_limit_of_a_client_is_that_of_all_servers() -> None:
    catalogs = {"tides": many("tide", 60), "winds": many("wind", 60), "waves": many("wave", 10), "none": many("no", 0)}
    (finding,) = findings(ClientToolLimit, catalogs, **mounted("vscode"))
    assert "3 servers bring 130 tools together, more than 128: VS Code leaves the others out" in finding.message
    assert finding.where.server == "tides"
    assert [each.where.server for each in finding.related] == ["winds", "waves"]
    assert findings(ClientToolLimit, catalogs, targets=("vscode",)) == []
    # a catalog that is too large alone is at fault itself
    (finding,) = findings(ClientToolLimit, {"tides": many("tide", 130), "winds": many("wind", 5)}, **mounted("vscode"))
    assert finding.message.startswith("130 tools are more than 128: VS Code leaves the others out")


def test_too_many_tools_together() -> None:
    catalogs = {"tides": many("tide", 30), "winds": many("wind", 30)}
    (finding,) = findings(TooManyTools, catalogs, **mounted("gemini-cli"))
    assert finding.message.startswith("The 2 servers mounted together in Gemini CLI bring 60 tools (limit 40)")
    assert finding.message.endswith("Switch off the servers and tools that you can do without.")
    (finding,) = findings(TooManyTools, catalogs, mounted=True)
    assert finding.message.startswith("The 2 servers mounted together bring 60 tools")
    (finding,) = findings(TooManyTools, catalogs)
    assert finding.message.startswith("The 2 catalogs of this run hold 60 tools")


def test_what_is_over_the_limit_without_the_large_ones_is_said_too() -> None:
    catalogs = {"tides": many("tide", 50), "winds": many("wind", 30), "waves": many("wave", 20)}
    assert [finding.data["tools"] for finding in findings(TooManyTools, catalogs, mounted=True)] == [50, 100]
    assert [finding.data["tools"] for finding in findings(TooManyTools, catalogs)] == [50]
    few = {"tides": many("tide", 50), "winds": many("wind", 30)}
    assert [finding.data["tools"] for finding in findings(TooManyTools, few, mounted=True)] == [50]


def test_too_many_tokens_together() -> None:
    catalogs = {"tides": many("tide", 20), "winds": many("wind", 20)}
    options: dict[str, Any] = {"max-tokens": 1_000}
    (finding,) = findings(OversizedCatalog, catalogs, options, **mounted("gemini-cli"))
    assert finding.message.startswith("The 2 servers mounted together in Gemini CLI take ")
    assert " together (limit" not in finding.message
    (finding,) = findings(OversizedCatalog, catalogs, options)
    assert finding.message.startswith("The 2 catalogs of this run take ")
    assert " together (limit" in finding.message


# searches


def test_a_search_is_over_all_servers_under_the_names_of_the_client() -> None:
    found = corpus({"mail": [tool("send", "Send a letter.")], "ship": [tool("sail", "Sail to a port.")]})
    ctx = Context(found, **mounted("claude-code"))
    index = ctx.get(SEARCH).around(found.catalogs[0])
    assert [document.texts[NAME] for document in index.documents] == [("mcp__mail__send",), ("mcp__ship__sail",)]
    alone = Context(found).get(SEARCH).around(found.catalogs[0])
    assert [document.texts[NAME] for document in alone.documents] == [("send",)]
    unknown = Context(found, **mounted("cursor")).get(SEARCH).around(found.catalogs[0])
    assert [document.texts[NAME] for document in unknown.documents] == [("send",), ("sail",)]


CROWD = [
    tool(f"print_invoice_{what}", f"Print the {what} of an invoice, as a page for the clerk who keeps the books.")
    for what in (
        "total",
        "date",
        "address",
        "currency",
        "payer",
        "number",
        "tax",
        "note",
        "bank",
        "state",
        "copy",
        "day",
    )
]
LOST = tool("print_invoice", "Put papers of the office on the machine in the hall.")


def test_a_tool_that_another_server_buries() -> None:
    catalogs = {"papers": [LOST, tool("open_drawer", "Open a drawer.")], "billing": CROWD}
    options: dict[str, Any] = {"max-probability": 1, "min-tools": 6}
    assert findings(UndiscoverableTool, catalogs, options) == []
    found = findings(UndiscoverableTool, catalogs, options, mounted=True)
    assert [finding.where.server for finding in found] == ["papers"]
    assert "of 14 tools of 2 servers" in found[0].message
    assert "of `billing`" in found[0].message
    assert all(str(name).startswith("billing/") for name in found[0].data["ahead"])  # type: ignore[union-attr]
    assert {each.where.server for each in found[0].related} == {"billing"}


def test_a_tool_that_one_of_another_server_outranks() -> None:
    ahead = tool("pay_invoice", "Pay an invoice. Pay the invoice now.", account="", invoice="")
    behind = tool(
        "pay", "Pay an invoice. " + "The sum comes from what the office keeps for such cases. " * 4, drawer=""
    )
    behind["inputSchema"]["required"] = ["drawer"]
    catalogs = {"bank": [ahead], "office": [behind, tool("open_cupboard", "Open a cupboard.")]}
    assert findings(OutrankedTool, catalogs) == []
    (finding,) = findings(OutrankedTool, catalogs, mounted=True)
    assert finding.where.server == "office"
    assert finding.message.startswith("`pay_invoice` of `bank` comes first in a BM25 tool search")
    assert finding.data["ahead"] == "bank/pay_invoice"


def test_names_that_a_client_cuts_have_fewer_words() -> None:
    long = "export_monthly_occupancy_of_all_berths_and_cranes_for_northern_harbours_as_a_spreadsheet"
    catalogs = {
        "harbour": [tool(long, "Export a table."), tool("export_table", "Export a table of berths.")],
        "b": CROWD,
    }
    for rule in (OutrankedTool, UndiscoverableTool):
        assert [finding.where.server for finding in findings(rule, catalogs, **mounted("gemini-cli"))] == []


def test_one_mounted_catalog_is_judged_as_it_is() -> None:
    alone = {"billing": [*CROWD, LOST]}
    for rule in (UndiscoverableTool, OutrankedTool, TooManyTools, CrossServerCollision):
        plain, together = (
            [finding.message for finding in findings(rule, alone, mounted=mounted)] for mounted in (False, True)
        )
        assert plain == together


# the matrix


def test_the_matrix_has_what_all_servers_do_together() -> None:
    found = corpus({"harbour": [tool("crane_book")], "harbour_crane": [tool("book")]})
    judged = targets.judge(Context(found, **mounted("gemini-cli")))
    breaches = {
        catalog.server: [(each.fact.id, each.together) for each in found] for catalog, found in judged.breaches.items()
    }
    assert breaches == {"harbour": [("sent-names", True)], "harbour_crane": [("sent-names", True)]}
    many_tools = corpus({"tides": many("tide", 70), "winds": many("wind", 60)})
    text = matrix.write(targets.judge(Context(many_tools, **mounted("vscode"))), matrix.View())
    assert text.count("all servers together: vscode: dropped: A request has 128 tools at most") == 2
