"""unstable-list: what counts as a difference, where it is reported, and what it costs."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from catalint import Context, Corpus, Finding
from catalint.analyses.tokens import TOKENS
from catalint.model import Relisting, build_catalog
from catalint.testing import findings
from catalint_rules.stability.unstable_list import UnstableList


def _tool(name: str, **more: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": {"day": {"type": "string"}, "place": {"type": "string"}}}
    return {"name": name, "description": f"Return {name} of a day.", "inputSchema": schema, **more}


FIRST = [_tool("tide"), _tool("wind"), _tool("swell")]


def _corpus(*later: list[Any], seconds: float | None = None, **envelope: Any) -> Corpus:
    again = tuple(Relisting(build_catalog("sea", tools), seconds) for tools in later)
    return Corpus((replace(build_catalog("sea", FIRST), again=again, envelope=envelope),))


def _find(*later: list[Any], **more: Any) -> list[Finding]:
    return findings(UnstableList, _corpus(*later, **more))


def test_equal_listings() -> None:
    assert not _find(FIRST, FIRST)
    assert not _find()


@pytest.mark.parametrize(
    ("second", "pointer", "start"),
    [
        (
            [FIRST[0], FIRST[2], FIRST[1]],
            "/tools/1/name",
            "The second listing has the tools in another order from `wind`",
        ),
        ([*FIRST, _tool("fog")], "", "`fog` is only in the second listing."),
        ([_tool("fog"), *FIRST], "/tools/0/name", "`fog` is only in the second listing: prompt caches are void"),
        (FIRST[:2], "/tools/2/name", "`swell` is not in the second listing: prompt caches are void"),
        (FIRST[1:], "/tools/0/name", "`tide` is not in the second listing: prompt caches are void"),
        (
            [FIRST[0], _tool("wind", description="Return wind of a week."), FIRST[2]],
            "/tools/1/description",
            '`wind` has another description in the second listing ("…wind of a day." became "…wind of a week.")',
        ),
        (
            [FIRST[0], FIRST[1], _tool("swell", title="Swell")],
            "/tools/2/title",
            "`swell` has another title in the second listing. ",
        ),
        (
            [FIRST[0], FIRST[1], _tool("swell", inputSchema=dict(reversed(FIRST[2]["inputSchema"].items())))],
            "/tools/2/inputSchema",
            "`swell` has the keys of its input schema in another order in the second listing: prompt caches are void",
        ),
    ],
)
def test_difference(second: list[Any], pointer: str, start: str) -> None:
    found = _find(second)
    assert len(found) == 1
    assert found[0].message.startswith(start)
    assert found[0].where.pointer == pointer


def test_tokens_from_the_first_difference_on() -> None:
    corpus = _corpus([FIRST[0], FIRST[2], FIRST[1]])
    tokens = Context(corpus).get(TOKENS)
    wanted = sum(tokens[tool].total for tool in corpus.catalogs[0].tools[1:])
    found = findings(UnstableList, corpus)[0]
    assert found.data["tokens"] == wanted
    assert f"({wanted} tokens of tools)" in found.message


def test_many_differences_are_one_finding() -> None:
    second = [_tool(name, description="x") for name in ("tide", "wind", "swell")]
    found = _find(second, FIRST[:1])
    assert len(found) == 1
    assert "; 2 more tools differ:" in found[0].message
    assert [related.where.pointer for related in found[0].related] == ["/tools/1/description", "/tools/2/description"]
    assert len(found[0].message) <= 240


def test_a_later_listing() -> None:
    assert "in listing 3" in _find(FIRST, FIRST[:2])[0].message


def test_what_no_model_reads_may_differ() -> None:
    assert not _find([_tool("tide", _meta={"at": "08:15"}, icons=[]), *FIRST[1:]])


def test_keys_of_a_tool_may_come_in_another_order() -> None:
    # a client puts the parts of a tool in the order that its provider has
    assert not _find([dict(reversed(FIRST[0].items())), *FIRST[1:]])


@pytest.mark.parametrize(
    ("seconds", "lifetime", "said"),
    [
        *((2.0, 300_000, True), (400.0, 300_000, False), (None, 300_000, False), (2.0, True, False)),
        *((2.0, 10**400, False), (2.0, math.inf, False), (2.0, math.nan, False), (2.0, -(10**400), False)),
    ],
)
def test_lifetime_that_was_promised(seconds: float | None, lifetime: Any, said: bool) -> None:
    found = _find(FIRST[:2], seconds=seconds, ttlMs=lifetime)
    assert ("`ttlMs` promised 300 s without a change" in found[0].message) is said
    assert ("promised" in found[0].message) is said
