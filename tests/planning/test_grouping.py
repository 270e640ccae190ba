from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.model import Catalog, Tool, build_catalog
from catalint.planning.grouping import group, singular


def catalog(*names: str, server: str = "desk", **more: Any) -> Catalog:
    return replace(build_catalog(server, [{"name": name, "inputSchema": {"type": "object"}} for name in names]), **more)


def test_a_small_server_is_one_group() -> None:
    (found,) = group([catalog("open_ticket", "close_ticket")], 9)
    assert (found.name, len(found.tools)) == ("desk", 2)
    assert found.description == "Tools of desk: open_ticket, close_ticket."


def test_what_a_server_says_of_itself_comes_first() -> None:
    (found,) = group([catalog("a_b", envelope={"instructions": "Tickets of the help desk. Ask first."})], 9)
    assert found.description.startswith("Tickets of the help desk. Tools of desk: a_b")


def test_a_large_server_is_sorted_by_things() -> None:
    jobs = ("list", "get", "create", "delete")
    names = [f"desk_{job}_{thing}" for thing in ("tickets", "agent", "rota") for job in jobs]
    found = {each.name: sorted(tool.name for tool in each.tools) for each in group([catalog(*names)], 9)}
    assert set(found) == {"agent", "rota", "ticket"}
    assert all(len(tools) == 4 for tools in found.values())


def test_servers_with_names_for_their_groups() -> None:
    names = [f"get_{thing}_{number}" for thing in ("car", "van") for number in range(6)]
    found = group([catalog(*names, server="fleet one"), catalog("x_y")], 9)
    assert [each.name for each in found] == ["fleet_one_car", "fleet_one_van", "desk"]


def test_declared_namespaces_stay() -> None:
    tools = tuple(Tool("desk", place, f"job_{place}", {"name": f"job_{place}"}, "crm") for place in range(12))
    (found,) = group([Catalog("desk", tools, namespaces={"crm": "Customers."})], 9)
    assert (found.name, found.description, found.declared, len(found.tools)) == ("crm", "Customers.", True, 12)


@given(
    st.lists(st.text(alphabet="abcdeABC_-.é日", min_size=1, max_size=14), min_size=1, max_size=60, unique=True),
    st.integers(1, 9),
)
def test_every_tool_is_in_one_group_of_the_size_asked_for(names: list[str], most: int) -> None:
    made = catalog(*names)
    found = group([made], most)
    assert sorted(tool.index for each in found for tool in each.tools) == [tool.index for tool in made.tools]
    assert all(1 <= len(each.tools) <= most for each in found)
    assert len({each.name for each in found}) == len(found)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", each.name) and each.description for each in found)


@pytest.mark.parametrize(
    ("word", "one"), [("boxes", "boxe"), ("parties", "party"), ("status", "status"), ("gas", "gas")]
)
def test_singular(word: str, one: str) -> None:
    assert singular(word) == one
