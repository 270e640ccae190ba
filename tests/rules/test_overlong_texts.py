"""overlong-description and overlong-instructions: where the cut is, and what is said to be lost."""

from __future__ import annotations

from typing import Any

import pytest

from catalint.finding import Finding, Severity
from catalint.testing import findings
from catalint_rules.tokens.cutting import CLIENT_LIMIT, cut, measure
from catalint_rules.tokens.overlong_description import OverlongDescription
from catalint_rules.tokens.overlong_instructions import OverlongInstructions

SENTENCE = "A sluice opens for one ship at a time, and the keeper notes its name. "


def tool(description: Any, **properties: Any) -> dict[str, Any]:
    return {
        "name": "open_sluice",
        "description": description,
        "inputSchema": {"type": "object", "properties": properties},
    }


def text(characters: int) -> str:
    return (SENTENCE * (characters // len(SENTENCE) + 1))[: characters - 1] + "."


def one(found: list[Finding]) -> Finding:
    assert len(found) == 1
    return found[0]


def test_2048_characters_fit() -> None:
    assert CLIENT_LIMIT == 2048
    assert findings(OverlongDescription, [tool(text(2048))]) == []
    found = one(findings(OverlongDescription, [tool(text(2049))]))
    assert found.severity is Severity.WARNING
    assert found.where.pointer == "/tools/0/description"
    assert "has 2,049 characters" in found.message
    assert "its last character is lost" in found.message


@pytest.mark.parametrize("description", [None, "", 7, [], text(2000) + " " * 500, text(2040) + "\n" * 90])
def test_nothing_is_lost(description: Any) -> None:
    assert findings(OverlongDescription, [tool(description)]) == []


def test_characters_count_as_in_javascript() -> None:
    ships = "\U0001f6a2" * 1024
    assert measure(ships) == 2048
    assert cut(ships, 2048) is None
    found = cut(ships + "s", 2048)
    assert found is not None
    assert (found.kept, found.lost) == (ships, "s")
    # a character of two units that the cut would go through is lost as a whole
    split = cut("s" + ships, 2048)
    assert split is not None
    assert split.lost == "\U0001f6a2"
    umlauts = "ü" * 2048
    assert cut(umlauts, 2048) is None
    assert cut("水" * 2049, 2048) is not None
    lone = cut("\ud800" * 2050, 2048)
    assert lone is not None
    assert lone.characters == 2050


def test_what_is_lost_is_quoted_from_the_beginning_of_a_word() -> None:
    found = one(findings(OverlongDescription, [tool(text(2040) + " Overweight ships have to wait for the tide.")]))
    assert 'from "Overweight ships have to wait for the..." on' in found.message
    assert found.data["lost"] == 36
    assert "its last 36 characters are lost" in found.message


def test_a_quotation_keeps_the_marks_of_the_text() -> None:
    found = one(findings(OverlongDescription, [tool(text(2040) + ' Heavier ships wait for "the" tide.')]))
    assert 'from “ships wait for "the" tide.” on' in found.message
    assert 'lost from: “ships wait for "the" tide.”' in found.detail


def test_headings_that_are_lost() -> None:
    tail = "\n\n## Fees\nTen a ship.\n\n**Returns:**\nThe time.\n\nWARNING:\nNever two at once.\n```\n## no heading\n```\n# comment\n"
    found = one(findings(OverlongDescription, [tool(text(2048) + tail + text(300))]))
    assert found.data["headings"] == ["Fees", "Returns", "WARNING"]
    assert "(with Fees, Returns, WARNING)" in found.message
    assert "headings: Fees, Returns, WARNING" in found.detail


def test_a_sentence_that_opens_a_list_is_no_heading() -> None:
    found = one(findings(OverlongDescription, [tool(text(2048) + "\n\nYou should:\n- wait\n\nFees:\nTen a ship.\n")]))
    assert found.data["headings"] == ["Fees"]


def test_parameters_that_only_the_lost_part_describes() -> None:
    parameters = "\n\nArgs:\n    ship: Name of the ship.\n    gate: Gate to open.\n    fee: Fee in cents.\n"
    raw = tool(text(2040) + parameters, ship={}, gate={"description": "Gate to open."}, fee={})
    found = one(findings(OverlongDescription, [raw]))
    assert found.data["parameters"] == ["ship", "fee"]
    assert found.message.endswith("Describe parameters in the schema, shorten the rest.")
    reached = one(
        findings(OverlongDescription, [tool(text(1990) + parameters.replace("cents", "c" * 60), ship={}, fee={})])
    )
    assert reached.message.endswith("with entries for `fee`. Describe parameters in the schema.")
    first = one(findings(OverlongDescription, [tool(parameters + text(2048), ship={}, fee={})]))
    assert first.data["parameters"] == []


def test_a_lost_entry_is_no_claim_that_the_kept_part_is_silent_on_the_parameter() -> None:
    kept = "Press a record into the mould folder that was given, else onto the desk. "
    parameters = (
        f"\n\nArgs:\n    gap: {'A wide gap. ' * 20}\n    mould: Folder that it goes to, {'which may be new, ' * 9}.\n"
    )
    raw = tool(kept + text(1800 - len(kept)) + parameters, gap={}, mould={})
    found = one(findings(OverlongDescription, [raw]))
    assert ", with entries for `mould`." in found.message
    assert "all it says" not in found.message
    assert "only" not in found.detail


@pytest.mark.parametrize(
    ("description", "advice"),
    [
        (text(1900).replace(". ", ".\n        "), "strip that."),
        (text(1000) + "\n```json\n" + '{"ship": "Petrel", "gate": 4}\n' * 50 + "```\n", "characters of samples out."),
        # the advice says so where it does not reach the limit alone
        (
            text(2100) + "\n```json\n" + '{"ship": "Petrel", "gate": 4}\n' * 50 + "```\n",
            "characters of samples out, shorten the rest.",
        ),
        (text(5000), "Put what matters first, move the rest out."),
    ],
)
def test_advice(description: str, advice: str) -> None:
    found = one(findings(OverlongDescription, [tool(description)]))
    assert found.message.endswith(advice)
    assert len(found.message) <= 240


def test_messages_stay_short_and_plain() -> None:
    hostile = "x" * 2040 + "\x1b[2J\u202e\n\n## " + "heading " * 7 + "\n" + "y" * 4000
    found = one(findings(OverlongDescription, [tool(hostile) | {"name": "sluice_" * 60}]))
    assert len(found.message) <= 240
    assert found.message.isprintable()


def listing(instructions: Any) -> dict[str, Any]:
    return {"canal": {"tools": [tool("Open a sluice.")], "instructions": instructions}}


def test_instructions() -> None:
    assert findings(OverlongInstructions, listing(text(2048))) == []
    found = one(findings(OverlongInstructions, listing(text(3000))))
    assert found.severity is Severity.WARNING
    assert found.where.pointer == "/instructions"
    assert "have 3,000 characters" in found.message
    assert "so 32% is lost" in found.message
    tokens: Any = found.data["tokens"]
    assert f"({tokens:,} tokens beside" in found.message
    assert len(found.message) <= 240


@pytest.mark.parametrize("instructions", [None, 4, ["a"], {}, "", text(100)])
def test_no_instructions(instructions: Any) -> None:
    assert findings(OverlongInstructions, listing(instructions)) == []
    assert findings(OverlongInstructions, [tool("Open a sluice.")]) == []


def test_the_limits_are_options() -> None:
    assert findings(OverlongDescription, [tool(text(300))], {"max-characters": 299})
    assert findings(OverlongInstructions, listing(text(300)), {"max-characters": 300}) == []
