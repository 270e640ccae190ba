from __future__ import annotations

import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from catalint.context import Context
from catalint.model import Corpus, build_catalog
from catalint.output.planning import chart, markdown, text
from catalint.planning.figures import standard
from catalint.planning.plan import Plan, Request, make_plan
from catalint.search.mount import Mount

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '</text><script>alert(1)</script>&"\x1b]0;x\x07\u202e`|*_\uffff'


def plan(server: str = "yard", count: int = 40, **request: Any) -> Plan:
    names = [f"{('lift', 'park', 'tow')[n % 3]}_boat_{n}" for n in range(count)]
    entries: list[Any] = [
        {"name": name, "description": f"{name} in the yard.", "inputSchema": {"type": "object"}} for name in names
    ]
    catalogs = (build_catalog(server, entries),)
    return make_plan(Context(Corpus(catalogs)), standard(), Request(**request), Mount(catalogs))


@pytest.mark.parametrize("provider", ["anthropic", "openai", "gemini"])
def test_a_line_for_each_way_in_both_panels(provider: str) -> None:
    made = plan(provider=provider)
    root = ET.fromstring(chart.draw(made))  # noqa: S314 - ours
    names = [each.text for each in root.iter(f"{SVG}text") if each.get("class") == "name"]
    assert sorted(map(str, names)) == sorted(way.title for way in made.planner.considered)
    lines = [each for each in root.iter(f"{SVG}polyline") if str(each.get("class")).startswith("line")]
    assert len(lines) == 2 * len(names)
    assert sum("best" in str(each.get("class")) for each in lines) == 2


def test_everything_is_inside_and_names_do_not_touch() -> None:
    root = ET.fromstring(chart.draw(plan()))  # noqa: S314 - ours
    _, _, width, height = map(float, str(root.get("viewBox")).split())
    for each in root.iter(f"{SVG}polyline"):
        for point in str(each.get("points")).split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= width
            assert 0 <= y <= height
    heights = sorted(float(str(each.get("y"))) for each in root.iter(f"{SVG}text") if each.get("class") == "name")
    assert all(after - before >= 14.9 for before, after in pairwise(heights))
    assert heights[-1] <= height


def test_the_picture_needs_nothing_from_elsewhere() -> None:
    drawn = chart.draw(plan(server=HOSTILE))
    root = ET.fromstring(drawn)  # noqa: S314 - ours
    assert not [each for each in root.iter() if each.tag in (f"{SVG}script", f"{SVG}image", f"{SVG}a", f"{SVG}use")]
    assert re.findall(r"https?://[^\"']+", drawn) == ["http://www.w3.org/2000/svg"]
    assert "url(" not in drawn
    assert "@import" not in drawn
    assert "prefers-color-scheme:dark" in drawn
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", drawn)
    assert "<script" not in drawn


def test_costs_that_are_nothing() -> None:
    """A price of nothing has no place on a logarithmic axis: the chart is drawn all the same."""
    from catalint.planning.figures import override

    free = "{input: 0, output: 0, cached: 0, window: 200000}"
    figures = override(f"providers: {{anthropic: {{models: {{free: {free}}}}}}}", "free.yaml")
    catalogs = plan().catalogs
    made = make_plan(Context(Corpus(tuple(catalogs))), figures, Request(model="free"), Mount(catalogs))
    ET.fromstring(chart.draw(made))  # noqa: S314 - ours
    assert "  0.00  " in text.write(made, (), text.View())
    assert made.outcome.best is made.outcome.baseline


def test_hostile_names_in_text_and_markdown() -> None:
    made = plan(server=HOSTILE, count=5)
    for written in (text.write(made, (), text.View()), markdown.write(made, ())):
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", written)
