from __future__ import annotations

from catalint.model import Json, build_catalog
from catalint.search.document import ARGUMENT_NAME, DESCRIPTION, NAME, Document
from catalint.search.estimate import logistic, odds_of
from catalint.search.findability import judge
from catalint.search.mount import Mount
from catalint.search.naming import parse
from catalint.search.one_line import Line, index_lines
from catalint.search.one_line_estimate import judge_lines
from catalint.search.tokenization import PLAIN

(TOOL, OTHER) = build_catalog(
    "bakery",
    [
        {
            "name": "bake_bread",
            "description": "Bake a loaf. Ask for rye where the flour is dark.",
            "inputSchema": {"properties": {"hours": {"description": "Rise of the dough."}}},
        },
        {"name": "sell", "description": "Sell rye flour."},
    ],
).tools


def test_a_line_is_name_and_first_sentence() -> None:
    line = Line(TOOL)
    assert (line.texts[NAME], line.texts[DESCRIPTION]) == (("bake_bread",), ("Bake a loaf.",))
    assert line.texts[ARGUMENT_NAME] == ()
    assert line.length == 4


def test_what_stands_further_down_is_not_found() -> None:
    index = index_lines([Document(TOOL), Document(OTHER)])
    assert [hit.tool.name for hit in index.search("rye")] == ["sell"]
    assert index.search("dough hours") == ()
    assert [hit.tool.name for hit in index.search("loaf")] == ["bake_bread"]


def test_names_and_profile_are_those_of_the_documents() -> None:
    index = index_lines([Document(tool, PLAIN, name=parse("mcp__{server}__")(tool)) for tool in (TOOL, OTHER)])
    assert index.profile is PLAIN
    assert [hit.tool.name for hit in index.search("mcp__bakery__sell")] == ["sell"]
    assert len(index_lines([])) == 0


def test_findability_is_halfway_between_line_and_whole_text() -> None:
    crowd: list[Json] = [
        {"name": f"sell_cake_{n}", "description": "Sell a cake. " + "Ask for cream. " * (n % 3)} for n in range(20)
    ]
    mount = Mount([build_catalog("bakery", [*crowd, dict(TOOL.raw)])])
    lines = index_lines(mount.documents())
    for mixed, line, whole in zip(judge_lines(mount.index(), lines), judge(lines), judge(mount.index()), strict=True):
        assert mixed.tool is line.tool is whole.tool
        assert mixed.probability == logistic((odds_of(line.probability) + odds_of(whole.probability)) / 2)
        assert (mixed.share, mixed.words) == (line.share, line.words)
