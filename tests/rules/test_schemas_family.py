"""What holds for all rules of the family *schemas*, whatever they are given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalint import Finding, Json, Rule
from catalint.testing import findings
from catalint_rules.schemas import RULES

KEYWORDS = """
    type properties items required enum const anyOf allOf oneOf not if then $ref $defs $id $anchor $schema default
    examples pattern patternProperties minLength maximum minItems additionalProperties prefixItems description title
""".split()
TEXTS = [
    *"object string integer array null # #/$defs/a #a a.json https://example.org/a".split(),
    r"^\:(",
    "Defaults to 10.",
]

JSON: Any = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.just(10**400)
    | st.floats()
    | st.sampled_from(TEXTS)
    | st.text(max_size=80),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(KEYWORDS) | st.sampled_from("abc") | st.text(max_size=80), inner, max_size=6)
    ),
    max_leaves=30,
)


@settings(max_examples=120)
@given(JSON, JSON, JSON)
def test_messages_are_short_and_places_exist(schema: Json, output: Json, annotations: Json) -> None:
    tool: Json = {"name": "n" * 200, "inputSchema": schema, "outputSchema": output, "annotations": annotations}
    for rule in RULES:
        for found in findings(rule, [tool]):
            assert 0 < len(found.message) <= 240
            assert found.message.splitlines() == [found.message]
            for where in (found.where, *(related.where for related in found.related)):
                value: Any = tool
                for step in where.path:
                    value = value[step]


@settings(max_examples=60)
@given(JSON)
def test_findings_have_identities(schema: Json) -> None:
    tool: Json = {"name": "a", "inputSchema": schema}
    for rule in RULES:
        found = findings(rule, [tool])
        assert len({(finding.where.pointer, finding.key) for finding in found}) == len(found)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.meta.id)
@pytest.mark.parametrize("keyword", ["properties", "anyOf", "items", "not"])
def test_work_grows_with_the_depth(
    rule: type[Rule[Any]], keyword: str, calls: Callable[[Callable[[], object]], int]
) -> None:
    def found(depth: int, kind: str) -> list[Finding]:
        schema: Json = {"type": "string", "pattern": "(", "default": 5, "enum": [1], "$ref": "#/nowhere", "minimum": 1}
        for _ in range(depth):
            inner: Json = {"a": schema} if keyword == "properties" else [schema] if keyword == "anyOf" else schema
            schema = {"type": kind, keyword: inner}
        return findings(rule, [{"name": "a", "inputSchema": schema}])

    assert all(len(finding.message) <= 240 for finding in found(1_500, "object"))
    # without a finding at each level, whose pointers are as long as they are many
    kind = "array" if keyword == "items" else "object"
    assert calls(lambda: found(400, kind)) < 8 * calls(lambda: found(100, kind))
