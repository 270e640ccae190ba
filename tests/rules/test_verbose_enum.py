"""verbose-enum: limits, lists that stand in several places, what to say instead, and values that differ in case only."""

from __future__ import annotations

from typing import Any

import pytest

from catalint.finding import Finding, Severity
from catalint.testing import findings
from catalint_rules.tokens.verbose_enum import VerboseEnum

CODES = "AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA".split()
LANGUAGES = [
    f"{code}-{region}" for code in "de en es fr it ja pt zh".split() for region in "AA BB CC DD EE FF GG".split()
]


def tool(name: str = "clear_goods", /, **properties: Any) -> dict[str, Any]:
    return {"name": name, "description": "Clear goods.", "inputSchema": {"type": "object", "properties": properties}}


def names(count: int) -> list[str]:
    return [f"tariff number {number:03}" for number in range(count)]


def one(found: list[Finding]) -> Finding:
    assert len(found) == 1
    return found[0]


def test_fifty_values_are_fine_and_one_more_is_not() -> None:
    short = [f"k{number}" for number in range(51)]
    limits = {"max-tokens": 10_000}
    assert findings(VerboseEnum, [tool(kind={"enum": short[:50]})], limits) == []
    found = one(findings(VerboseEnum, [tool(kind={"enum": short})], limits))
    assert found.severity is Severity.WARNING
    assert "51 values" in found.message
    assert "(limit 50 values)" in found.message


def test_the_limit_in_tokens() -> None:
    found = one(findings(VerboseEnum, [tool(kind={"enum": names(45)})]))
    tokens: Any = found.data["tokens"]
    assert tokens > 200
    assert "(limit 200 tokens)" in found.message
    assert findings(VerboseEnum, [tool(kind={"enum": names(45)})], {"max-tokens": tokens}) == []
    assert findings(VerboseEnum, [tool(kind={"enum": names(45)})], {"max-tokens": tokens - 1})


@pytest.mark.parametrize(
    ("schema", "pointer"),
    [
        ({"enum": names(60)}, "/enum"),
        ({"type": "array", "items": {"enum": names(60)}}, "/items/enum"),
        ({"oneOf": [{"const": name, "title": name} for name in names(60)]}, "/oneOf"),
        ({"anyOf": [{"enum": names(60)}, {"type": "null"}]}, "/anyOf/0/enum"),
        ({"properties": {"code": {"enum": names(60)}}}, "/properties/code/enum"),
        ({"additionalProperties": {"enum": names(60)}}, "/additionalProperties/enum"),
        ({"enum": list(range(100, 160))}, "/enum"),
    ],
)
def test_enums_are_found_wherever_they_stand(schema: dict[str, Any], pointer: str) -> None:
    found = one(findings(VerboseEnum, [tool(kind=schema)]))
    assert found.where.pointer == f"/tools/0/inputSchema/properties/kind{pointer}"
    assert found.where.part == "key"


def test_definitions_and_output_schemas() -> None:
    raw = tool(kind={"$ref": "#/$defs/Kind"})
    raw["inputSchema"]["$defs"] = {"Kind": {"enum": names(60)}}
    assert one(findings(VerboseEnum, [raw])).where.pointer == "/tools/0/inputSchema/$defs/Kind/enum"
    assert findings(VerboseEnum, [tool() | {"outputSchema": {"enum": names(60)}}]) == []


def test_one_list_in_several_places_is_one_finding() -> None:
    tools = [tool(f"clear_{kind}", country={"enum": CODES}) for kind in ("letter", "parcel", "pallet")]
    tools.append(tool("clear_ship", kind={"enum": names(60)}))
    found = findings(VerboseEnum, tools)
    assert [each.where.tool for each in found] == [0, 3]
    assert [related.where.tool for related in found[0].related] == [1, 2]
    tokens: Any = found[0].data["tokens"]
    assert f"in 3 places {3 * tokens}" in found[0].message


@pytest.mark.parametrize(
    ("values", "advice"),
    [
        (CODES, "say that it takes two-letter country codes, and check it (pattern `^[A-Z]{2}$`)."),
        ([code[::-1] for code in CODES], "or keep those that are used most."),
        (
            ["EUR", "USD", *(f"X{a}{b}" for a in "ABCDEFGH" for b in "ABCDEFGH")],
            "currency codes, and check it (pattern `^[A-Z]{3}$`).",
        ),
        (["deu", "USA", "GBR", *names(60)], "or keep those that are used most."),
        (
            ["USA", "GBR", *(f"X{a}{b}" for a in "ABCDEFGH" for b in "ABCDEFGH")],
            "three-letter country codes, and check it (pattern `^[A-Z]{3}$`).",
        ),
        (["de", "en", *LANGUAGES], "say that it takes language tags, and check it (pattern `^[a-z]{2,3}(-[A-Za-z0-9]+)*$`)."),
        (["Europe/Berlin", "Asia/Tokyo", *(f"America/Port_{n}" for n in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 2)], "IANA time zones, and check it (pattern `^[A-Z][A-Za-z_]+(/[A-Za-z_+-]+)*$`)."),
        ([f"urn:customs:procedure:{number}" for number in range(60)], "all begin with `urn:customs:procedure:`: leave that out."),
        ([1, *names(60)], "or keep those that are used most."),
    ],
)  # fmt: skip
def test_what_to_say_instead(values: list[Any], advice: str) -> None:
    found = one(findings(VerboseEnum, [tool(kind={"enum": values})]))
    assert found.message.endswith(advice)
    assert len(found.message) <= 240


def test_case_is_named_in_a_long_list() -> None:
    found = one(findings(VerboseEnum, [tool(kind={"enum": [*names(60), "Sealed", "sealed"]})]))
    assert found.severity is Severity.WARNING
    assert "`Sealed` and `sealed` differ only in case" in found.message


@pytest.mark.parametrize(
    ("values", "pairs"),
    [
        (["asc", "desc", "ASC", "DESC"], [["asc", "ASC"], ["desc", "DESC"]]),
        (["Sum", "SUM", "Average"], [["Sum", "SUM"]]),
        (["größe", "Größe", "gewicht"], [["größe", "Größe"]]),
        (["1m", "1h", "1M"], None),
        (["kg", "KG", "g"], None),
        (["yes", "YES", "Yes"], None),
        (["open", "closed", "opened"], None),
        ([1, True, "true", None], None),
    ],
)
def test_case_alone_is_a_note(values: list[Any], pairs: list[list[str]] | None) -> None:
    found = findings(VerboseEnum, [tool(kind={"enum": values})])
    if pairs is None:
        assert found == []
    else:
        assert one(found).severity is Severity.NOTE
        assert one(found).data["case"] == pairs


def test_odd_enums_do_no_harm() -> None:
    schemas: list[Any] = [
        {"enum": "abc"},
        {"enum": []},
        {"enum": [[], {}, None]},
        {"oneOf": [True, False]},
        {"anyOf": {}},
    ]
    assert findings(VerboseEnum, [tool(**{f"p{number}": schema for number, schema in enumerate(schemas)})]) == []
    hostile = tool(**{"kind_" * 60: {"enum": ["\ud800", "\x1b[2J", *names(60)]}})
    assert len(one(findings(VerboseEnum, [hostile])).message) <= 240
