from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from catalint.model import Catalog, build_catalog
from catalint.queries.drafting import HEAD, draft, query
from catalint.queries.reading import read


def tool(name: str, description: str = "") -> dict[str, Any]:
    return {"name": name, "description": description}


DEPOT = build_catalog(
    "depot",
    [
        tool("get_parcel", "Returns the weight, size and sender of one parcel. Needs its number."),
        tool("report_damage", "Report damage to a parcel, with photographs, so that the claims desk can open a case."),
        tool("openLockerDoor"),
        tool("GPS track", "GPS positions of a van."),
        tool("close_a", "Close it."),
        tool("close_b", "Close it."),
        {**tool("redraw", "Redraw the map."), "_meta": {"ui": {"visibility": ["app"]}}},
    ],
)


def test_a_file_of_drafts(snapshot: SnapshotAssertion) -> None:
    assert draft((DEPOT,)) == snapshot


def test_every_tool_that_a_model_sees_is_drafted_once_and_marked() -> None:
    file = read("q.yaml", draft((DEPOT,)).encode(), (DEPOT,))
    assert file.counted == ()
    named = [each for search in file.searches for each in search.tools]
    assert sorted(each.name for each in named) == sorted(each.name for each in DEPOT.visible)


def test_tools_that_have_a_search_are_left_out() -> None:
    text = draft((DEPOT,), covered=DEPOT.tools[:2])
    assert "get_parcel" not in text
    assert "close_a" in text
    assert draft((DEPOT,), covered=DEPOT.tools) == HEAD


def test_several_servers_are_named() -> None:
    other = build_catalog("claims", [tool("get_parcel", "Parcels with a claim.")])
    text = draft((DEPOT, other))
    assert "tools: [depot/get_parcel]" in text
    assert "tools: [claims/get_parcel]" in text


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Return the weight of a parcel.", "weight of a parcel"),
        ("Gets a parcel by its number!", "parcel by its number"),
        ("Cancel a pickup", "cancel a pickup"),
        ("HTTP probe of a scale", "HTTP probe of a scale"),
        ("Get", "get"),
        ("[Beta] (deprecated): **Weigh** a parcel.", "weigh** a parcel"),
        ("**Weigh a parcel.**", "weigh a parcel"),
        ("(deprecated)", "(deprecated)"),
        ("Move a pickup, if it has not begun, to another day that the courier is free on", "move a pickup, if it has not begun"),
        ("One two three four five six seven eight nine ten eleven", "one two three four five six seven eight nine ten"),
        ("包裹的重量。", "包裹的重量。"),
        ("", "weigh parcel"),
        ("...", "weigh parcel"),
    ],
)  # fmt: skip
def test_queries(description: str, expected: str) -> None:
    (each,) = build_catalog("s", [tool("weighParcel", description)]).tools
    assert query(each) == expected


names = st.text(st.characters(codec="utf-8"), min_size=1)


@given(
    st.lists(st.tuples(names, st.text(st.characters(codec="utf-8"))), min_size=1, max_size=6, unique_by=lambda p: p[0])
)
def test_any_catalog_gives_a_file_that_is_read_back(pairs: list[tuple[str, str]]) -> None:
    catalogs: tuple[Catalog, ...] = (build_catalog("any", [tool(*pair) for pair in pairs]),)
    text = draft(catalogs)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e]", text)
    file = read("q.yaml", text.encode(), catalogs)
    assert {each for search in file.searches for each in search.tools} == set(catalogs[0].tools)
    assert file.counted == ()


def test_a_text_without_spaces_is_cut() -> None:
    # one word for a language that writes none; a search of it all would be all that a tool has
    (each,) = build_catalog("depot", [{"name": "count", "description": "数" * 60_000}]).tools
    assert query(each) == "数" * 200
