"""Prefixes with too many tools are one note a catalog; verbs and divided prefixes are none."""

from __future__ import annotations

from typing import Any

import pytest

from catalint import Severity
from catalint.context import Context
from catalint.model import Catalog, Corpus, Tool
from catalint.testing import findings
from catalint_rules.namespaces.crowded_namespace import CrowdedNamespace

NOUNS = "gate pier rope sail mast deck hull keel oar buoy bell crew tide".split()
VERBS = "open close paint lift lower clean sell lend check ring count move plan".split()
PAIRS = [f"{verb}_{noun}" for verb, noun in zip(VERBS, NOUNS, strict=True)]


def tools(names: list[str]) -> list[dict[str, Any]]:
    return [{"name": name, "description": "", "inputSchema": {"type": "object"}} for name in names]


def prefixes(names: list[str], **values: Any) -> dict[str, int]:
    found = findings(CrowdedNamespace, tools(names), values)
    assert len(found) <= 1
    return dict(found[0].data["prefixes"]) if found else {}  # type: ignore[arg-type]


@pytest.mark.parametrize("count", [10, 11])
def test_the_limit(count: int) -> None:
    expected = {"port_": count} if count > 10 else {}
    assert prefixes([f"port_{pair}" for pair in PAIRS[:count]]) == expected


def test_it_is_a_note_on_the_catalog() -> None:
    (finding,) = findings(CrowdedNamespace, tools([f"port_{pair}" for pair in PAIRS]))
    assert finding.severity is Severity.NOTE
    assert finding.where.pointer == ""
    assert "13 tools stand below `port_`" in finding.message


@pytest.mark.parametrize(
    ("names", "prefix"),
    [
        ([f"port-{pair.replace('_', '-')}" for pair in PAIRS], "port-"),
        ([f"port.{pair}" for pair in PAIRS], "port."),
        ([f"port{''.join(word.title() for word in pair.split('_'))}" for pair in PAIRS], "port"),
        ([f"old_port_{pair}" for pair in PAIRS], "old_port_"),
        ([f"watch_get_{noun}" for noun in NOUNS], "watch_"),
        ([f"PortApiV2--{pair.title().replace('_', '')}" for pair in PAIRS], "PortApiV2--"),
        ([f"port_{pair}" for pair in PAIRS] + ["list_towns", "town_open", "town_close"], "port_"),
    ],
)
def test_prefixes_as_they_are_written(names: list[str], prefix: str) -> None:
    assert list(prefixes(names)) == [prefix]


def test_several_prefixes_are_one_finding() -> None:
    names = [f"port_{pair}" for pair in PAIRS] + [f"town_{pair}" for pair in PAIRS[:11]]
    assert prefixes(names) == {"port_": 13, "town_": 11}


@pytest.mark.parametrize(
    "names",
    [
        PAIRS,
        [f"get_{noun}" for noun in NOUNS],
        [f"watch_{noun}" for noun in NOUNS],
        [f"has_{noun}" for noun in NOUNS],
        [f"{noun}_{verb}" for noun in NOUNS[:4] for verb in VERBS[:4]],
        [f"port_{noun}_{verb}" for noun in NOUNS[:4] for verb in VERBS[:4]],
        [f"2_{pair}" for pair in PAIRS],
        NOUNS,
    ],
)
def test_verbs_resources_and_divided_prefixes(names: list[str]) -> None:
    assert prefixes(names) == {}


def test_a_divided_prefix_is_judged_by_its_parts() -> None:
    names = [f"port_gate_{verb}" for verb in VERBS] + [f"port_pier_{verb}" for verb in VERBS[:5]]
    assert prefixes(names) == {"port_gate_": 13}


def test_a_prefix_with_a_few_further_ones_is_not_divided() -> None:
    names = [f"port_{pair}" for pair in PAIRS] + [f"port_quay_{verb}" for verb in VERBS[:3]]
    assert prefixes(names) == {"port_": 16}


def test_resources_are_proposed() -> None:
    verbs = VERBS[:4]
    names = [f"port_{verb}_gate" for verb in verbs] + [f"port_{verb}_piers" for verb in verbs[:3]]
    names += [f"port_{pair}" for pair in PAIRS[6:]]
    (finding,) = findings(CrowdedNamespace, tools(names))
    assert "into `port_gate_` (4) and `port_pier_` (3) for instance." in finding.message


def test_a_resource_counts_its_plurals_and_the_names_that_hold_it_inside() -> None:
    names = ["port_get_gate", "port_list_gates", "port_close_gate", "port_find_gate_rope", "port_add_gate_bell"]
    names += [f"port_{pair}" for pair in PAIRS[5:]] + ["port_sell_rope"]
    (finding,) = findings(CrowdedNamespace, tools(names))
    assert "`port_gate_` (5)" in finding.message
    assert finding.data["resources"] == {"port_": {"gate": 5}}  # the rope of a gate is counted once, with the gates


def test_the_limit_is_an_option() -> None:
    names = [f"port_{pair}" for pair in PAIRS[:4]]
    assert prefixes(names) == {}
    assert prefixes(names, **{"max-tools": 3}) == {"port_": 4}


def test_declared_namespaces_count_instead_of_prefixes() -> None:
    rows = [Tool("s", index, pair, {"name": pair}, namespace="port") for index, pair in enumerate(PAIRS)]
    rows += [Tool("s", 13 + index, noun, {"name": noun}, namespace="town") for index, noun in enumerate(NOUNS[:10])]
    corpus = Corpus((Catalog("s", tuple(rows)),))
    (finding,) = CrowdedNamespace().run(Context(corpus))
    assert finding.data["prefixes"] == {"port": 13}
    assert "The namespace `port` holds 13 functions; a tool search loads a namespace whole" in finding.message


@pytest.mark.parametrize(
    ("prefix", "server", "text"),
    [
        ("GitHub_", "catalog", ""),
        ("git_hub_", "catalog", ""),
        ("port_", "npm__@sea__port-mcp", ""),
        ("n8n_", "n8n-mcp", ""),
        ("po_", "po-mcp", ""),
        ("zotero_", "catalog", "Open an item of a Zotero library."),
    ],
)
def test_the_name_of_the_service_is_no_prefix_to_divide(prefix: str, server: str, text: str) -> None:
    rows = [tool | {"description": text} for tool in tools([f"{prefix}{pair}" for pair in PAIRS])]
    assert findings(CrowdedNamespace, {server: rows}) == []


def test_a_short_prefix_is_no_part_of_a_longer_word_of_the_server() -> None:
    assert len(findings(CrowdedNamespace, {"port-mcp": tools([f"po_{pair}" for pair in PAIRS])})) == 1


@pytest.mark.parametrize("text", ["Port it.", "Open the port.", "Open a PORT."])
def test_a_word_at_the_start_or_in_small_letters_is_no_proper_name(text: str) -> None:
    rows = [tool | {"description": text} for tool in tools([f"port_{pair}" for pair in PAIRS])]
    assert len(findings(CrowdedNamespace, rows)) == 1


def test_catalogs_with_too_many_tools_are_left_to_that_rule() -> None:
    names = [f"port_{pair}" for pair in PAIRS]
    assert len(findings(CrowdedNamespace, tools(names + [f"get_{n}" for n in range(27)]))) == 1
    assert findings(CrowdedNamespace, tools(names + [f"get_{n}" for n in range(28)])) == []
