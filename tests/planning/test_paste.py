from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from catalint import pack
from catalint.context import Context
from catalint.model import Catalog, Corpus, build_catalog
from catalint.planning import metatools, paste
from catalint.planning.checks import Objection, check
from catalint.planning.plan import Plan

Make = Callable[..., Plan]


def objections(plan: Plan) -> list[Objection]:
    (builtin,) = pack.load()
    assert builtin.judge is not None
    ctx = Context(Corpus(tuple(plan.catalogs)), targets=(plan.provider.target,))
    return list(check(plan, builtin.judge(ctx)))


def twins() -> list[Catalog]:
    entry: dict[str, Any] = {"name": "open_door", "description": "Open a door.", "inputSchema": {"type": "object"}}
    other = {**entry, "name": "shut_door"}
    return [build_catalog("north", [entry, other]), build_catalog("south", [entry])]


def test_anthropic_has_the_search_then_hot_then_deferred_tools(nursery: Make) -> None:
    plan = nursery(40)
    search, *tools = paste.anthropic(plan)
    assert search == {"type": "tool_search_tool_bm25_20251119", "name": "tool_search_tool_bm25"}
    assert len(tools) == 40
    hot = [tool["name"] for tool in tools if "defer_loading" not in tool]
    assert hot == [tool.name for tool in plan.hot]
    assert all(tool["defer_loading"] is True for tool in tools[len(hot) :])
    assert all(set(tool) <= {"name", "description", "input_schema", "defer_loading"} for tool in tools)
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", tool["name"]) for tool in tools)


def test_at_least_one_tool_is_loaded(nursery: Make) -> None:
    assert not [each for each in objections(nursery(40)) if each.refused]
    (found,) = objections(nursery(40, hot=0))
    assert found.refused
    assert "at least one" in found.text


def test_openai_has_namespaces_of_less_than_ten_and_the_search(nursery: Make) -> None:
    plan = nursery(40, provider="openai")
    *spaces, search = paste.openai(plan)
    assert search == {"type": "tool_search"}
    assert sum(len(space["tools"]) for space in spaces) == 40
    for space in spaces:
        assert set(space) == {"type", "name", "description", "tools"}
        assert space["description"]
        assert 1 <= len(space["tools"]) < 10
        assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", space["name"])
    functions = [tool for space in spaces for tool in space["tools"]]
    assert {tool["name"] for tool in functions if "defer_loading" not in tool} == {tool.name for tool in plan.hot}
    assert not [each for each in objections(plan) if each.refused]


def test_the_index_has_a_line_for_each_tool(nursery: Make) -> None:
    lines = paste.index(nursery(10)).splitlines()
    assert len(lines) == 10
    assert lines[0] == "sow_plant0: Sow plant0 of the nursery."


def test_a_line_break_in_a_description_makes_no_line(planned: Make) -> None:
    entry: dict[str, Any] = {"name": "x_y", "description": "One\nand two\r\n\u2028three.", "inputSchema": {}}
    (line,) = paste.index(planned([build_catalog("a", [entry])])).splitlines()
    assert line.startswith("x_y: One")


def test_equal_names_of_two_servers_are_told_apart(planned: Make) -> None:
    names = [tool["name"] for tool in paste.anthropic(planned(twins()))[1:]]
    assert sorted(names) == ["north__open_door", "shut_door", "south__open_door"]


def test_names_of_servers_become_such_as_providers_take(planned: Make) -> None:
    long = "open_door_of_the_" + "very_" * 6 + "old_shed"
    entry: dict[str, Any] = {"name": long, "description": "Open a door.", "inputSchema": {"type": "object"}}
    plan = planned([build_catalog("my server.v2", [entry]), build_catalog("büro/" + "süd" * 30, [entry])])
    names = [tool["name"] for tool in paste.anthropic(plan)[1:]]
    assert f"my_serv__{long}" in names
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", name) for name in names)
    assert len(set(names)) == 2


def test_the_index_has_nothing_that_a_terminal_obeys(planned: Make) -> None:
    text = "Open\x1b[2J the\u202e door\x07 of the \u0646\u0645\u06cc\u200c\u062e\u0648\U000e0041."
    entry: dict[str, Any] = {"name": "open\x1b]0;x\x07door", "description": text, "inputSchema": {}}
    assert paste.index(planned([build_catalog("a", [entry])])) == (
        "open]0;xdoor: Open[2J the door of the \u0646\u0645\u06cc\u200c\u062e\u0648.\n"
    )


def test_openai_functions_are_all_deferred_and_stand_by_themselves(nursery: Make) -> None:
    *functions, search = paste.openai_functions(nursery(40, provider="openai"))
    assert search == {"type": "tool_search"}
    assert len(functions) == 40
    assert all((each["type"], each["defer_loading"]) == ("function", True) for each in functions)
    assert all(each["description"] for each in functions)


def test_equal_names_of_one_server_are_refused(planned: Make) -> None:
    entry: dict[str, Any] = {"name": "open_door", "description": "Open.", "inputSchema": {"type": "object"}}
    plan = planned([build_catalog("north", [entry, entry])])
    assert any(each.refused and "more than once" in each.text for each in objections(plan))


def test_a_tool_without_a_schema_has_an_empty_one(planned: Make) -> None:
    plan = planned([build_catalog("a", [{"name": "ping"}])])
    assert paste.anthropic(plan)[1] == {"name": "ping", "input_schema": {"type": "object", "properties": {}}}


def test_what_the_provider_refuses_is_said(planned: Make) -> None:
    entry: dict[str, Any] = {
        "name": "door.open",
        "description": "Open.",
        "inputSchema": {"type": "object", "anyOf": [{}]},
    }
    found = [each for each in objections(planned([build_catalog("a", [entry])])) if each.refused]
    assert len(found) == 2
    assert all(tool.name == "door.open" for each in found for tool in each.tools)


def test_deferred_tools_without_a_description(planned: Make) -> None:
    entries: list[Any] = [{"name": f"job_{number}", "inputSchema": {"type": "object"}} for number in range(9)]
    plan = planned([build_catalog("a", entries)])
    found = [each for each in objections(plan) if "description" in each.text]
    assert len(found) == 1
    assert list(found[0].tools) == list(plan.deferred)
    assert plan.deferred


def test_a_declared_namespace_that_is_too_large(planned: Make) -> None:
    from dataclasses import replace

    made = build_catalog("a", [{"name": f"job_{n}", "description": "x", "inputSchema": {}} for n in range(12)])
    tools = tuple(replace(tool, namespace="jobs") for tool in made.tools)
    plan = planned([replace(made, tools=tools, namespaces={"jobs": "All jobs."})], provider="openai")
    assert any("has 12 functions where at most 9" in each.text for each in objections(plan))


def test_meta_tools_are_three() -> None:
    names = [tool["name"] for tool in metatools.SEARCH]
    assert names == ["search_tools", "get_tool_schema", "call_tool"]
