"""Which style is the rule and which names leave it."""

from __future__ import annotations

from typing import Any

import pytest

from catalint.testing import findings
from catalint_rules.parameters.mixed_parameter_style import MixedParameterStyle


def tools(*names: list[str]) -> list[dict[str, Any]]:
    return [
        {
            "name": f"get_score_{index}",
            "description": "Get a score.",
            "inputSchema": {"type": "object", "properties": {name: {"type": "string"} for name in group}},
        }
        for index, group in enumerate(names)
    ]


@pytest.mark.parametrize(
    ("names", "rare"),
    [
        ([["score_id", "part_id", "row_end"], ["hallCode"]], ["hallCode"]),
        ([["scoreId", "partId", "hallCode"], ["row_number"]], ["row_number"]),
        ([["ScoreId", "PartId", "RowEnd"], ["hallCode"]], ["hallCode"]),
        ([["score_id", "part_id", "row_end"], ["hall-code"]], ["hall-code"]),
        ([["score_id", "part_id", "row_end", "hallCode"]], ["hallCode"]),
        ([["score_id"], ["scoreId"], ["scoreId"]], ["score_id"]),
    ],
)
def test_the_rarer_style_is_listed(names: list[list[str]], rare: list[str]) -> None:
    (found,) = findings(MixedParameterStyle, tools(*names))
    assert found.data["names"] == rare
    assert found.where.path[-1] == rare[0]
    assert found.where.part == "key"


@pytest.mark.parametrize(
    "names",
    [
        [["score_id", "part_id"], ["hall"]],
        [["scoreId"], ["partId", "q"]],
        [["score_id"], ["X-Request-Id", "user-agent", "Content-Type", "if-match"]],
        [["score_id"], ["URL", "ID", "v2"]],
        [["id"], ["name"]],
        [["score_id", "part_id"], ["hallCode"]],  # too few to show a style
        [["scoreId", "partId", "rowEnd", "rowStart"], ["no_param"], ["random_string"]],
        [["scoreID", "scoreId"]],
        [["scoreId", "partId"], ["sortBy", "sort_by"]],
        [],
    ],
)
def test_one_style(names: list[list[str]]) -> None:
    assert findings(MixedParameterStyle, tools(*names)) == []


def test_names_in_both_styles_come_first() -> None:
    (found,) = findings(MixedParameterStyle, tools(["score_id", "part_id", "row_end"], ["hallCode", "scoreId"]))
    assert found.data["twins"] == {"scoreId": "score_id"}
    assert found.message.startswith("2 of 5 parameter names of several words are camelCase, the others snake_case")
    assert "`scoreId` is `score_id` elsewhere" in found.message


def test_one_finding_with_all_places() -> None:
    many = [f"name{letter * 2}Of" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    (found,) = findings(MixedParameterStyle, tools([f"name_{index}_x_of" for index in range(30)], many))
    assert len(found.related) == 25
    assert len(found.message) <= 240


def test_nested_names_do_not_count() -> None:
    given = tools(["score_id", "part_id", "row_end"])
    given[0]["inputSchema"]["properties"]["pageSetup"] = {"type": "object"}
    nested = tools(["score_id", "part_id", "row_end"])
    nested[0]["inputSchema"]["properties"]["setup"] = {"type": "object", "properties": {"pageSize": {}}}
    assert findings(MixedParameterStyle, given)
    assert findings(MixedParameterStyle, nested) == []


def test_words_of_an_api_keep_their_style() -> None:
    names = ["scoreId", "partId", "rowEnd", "rowStart"]
    given = tools(names, ["PitchStandard"], names, names, names)
    assert len(findings(MixedParameterStyle, given)) == 1
    for tool in given[:3]:
        tool["description"] += " Rows need PitchStandard: 440."
    # its own text does not count, and two others could be a slip
    assert len(findings(MixedParameterStyle, given)) == 1
    given[3]["description"] += " With PitchStandard."
    assert findings(MixedParameterStyle, given) == []


def test_names_that_differ_in_capitals_only() -> None:
    (found,) = findings(MixedParameterStyle, tools(["scoreID"], ["scoreId"], ["scoreId", "rowURL"], ["rowUrl"]))
    assert found.message.startswith("`scoreID` is `scoreId` elsewhere and `rowUrl` is `rowURL` elsewhere: ")
    assert found.data["spellings"] == {"scoreID": "scoreId", "rowUrl": "rowURL"}
    assert found.where.path[-1] == "scoreID"
    assert [related.where.path[-1] for related in found.related] == ["rowUrl"]
    assert len(findings(MixedParameterStyle, tools(["scoreID"], ["scoreId"], ["score_id"]))) == 2
