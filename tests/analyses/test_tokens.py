from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from catalint import tokenizer
from catalint.analyses.tokens import (
    HOT_TOOLS,
    SEARCH_TOOL,
    TOKENS,
    WIRE,
    Sum,
    ToolTokens,
    add,
    defer,
    definition,
    index,
    index_line,
)
from catalint.context import Context
from catalint.model import Catalog, Corpus, Tool, build_catalog
from catalint.tokenizer.bpe import O200K_PATTERN
from catalint.tokenizer.table import Table

GAUGE: dict[str, Any] = {
    "name": "read_gauge",
    "title": "Read a tide gauge",
    "description": "Return the water level at one gauge. Levels are in centimetres above chart datum.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "gauge": {"type": "string", "description": "Code of the gauge, such as CUX."},
            "at": {"type": "string", "format": "date-time", "description": "Moment, now if left out."},
        },
        "required": ["gauge"],
    },
    "annotations": {"readOnlyHint": True},
    "outputSchema": {"type": "object", "properties": {"level_cm": {"type": "integer"}}},
}
BELL: dict[str, Any] = {"name": "ring_bell", "description": "Ring the harbour bell.", "inputSchema": {"type": "object"}}
PANEL: dict[str, Any] = {
    "name": "redraw_panel",
    "description": "Redraw the panel of the app.",
    "inputSchema": {"type": "object"},
    "_meta": {"ui": {"visibility": ["app"]}},
}


@pytest.fixture(scope="module")
def oracle() -> tiktoken.Encoding:
    ranks = Table(tokenizer.TABLE).ranks()
    return tiktoken.Encoding("oracle", pat_str=O200K_PATTERN, mergeable_ranks=ranks, special_tokens={})


def catalog(*tools: dict[str, Any]) -> Catalog:
    return build_catalog("harbour", list(tools))


def count(*tools: dict[str, Any]) -> list[ToolTokens]:
    found = Context(Corpus((catalog(*tools),)))
    return list(found.get(TOKENS).values())


def dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def test_counts_the_definition_that_a_model_sees(oracle: tiktoken.Encoding) -> None:
    seen = {"name": GAUGE["name"], "description": GAUGE["description"], "input_schema": GAUGE["inputSchema"]}
    tool = catalog(GAUGE).tools[0]
    assert definition(tool) == dumps(seen)
    assert count(GAUGE)[0].total == len(oracle.encode_ordinary(dumps(seen))) == 83


def test_splits_a_tool_by_part() -> None:
    # {"|name|":"|read|_g|auge|","|description|":"|Return|...: a token belongs where its first byte stands, so `","` is
    # the last of the name and `":"` belongs to the rest
    counted = count(GAUGE)[0]
    assert counted == ToolTokens(total=83, name=4, description=17, parameters={"gauge": 20, "at": 21}, rest=21)


@pytest.mark.parametrize(
    "raw",
    [
        {"name": "a"},
        {"name": "a", "description": ""},
        {"name": "a", "description": None, "inputSchema": None},
        {"name": "a", "description": 7, "inputSchema": []},
        {"name": "a", "description": ["x"], "inputSchema": "object"},
        {"name": "a", "inputSchema": {"properties": ["x"], "type": "object"}},
        {"name": "a", "inputSchema": {"properties": {}, "type": "object"}},
        {
            "name": "a",
            "inputSchema": {"type": "object", "properties": {"x": True, "y": None, "": {}}, "$defs": {"z": {}}},
        },
        {"name": "a", "inputSchema": {"properties": {"n": {"maximum": 10**9_000}, "f": {"default": math.nan}}}},
        {
            "name": "\ud800 \udc00",
            "description": "\ud83d\ude00\udfff",
            "inputSchema": {"properties": {"\udc00": {"\ud800": "é"}}},
        },
        {"name": "名", "description": "説明。\u0378", "inputSchema": {"properties": {"引数": {"description": "値"}}}},
    ],
)
def test_odd_tools_add_up(raw: dict[str, Any]) -> None:
    counted = count(raw)[0]
    assert counted.name + counted.description + sum(counted.parameters.values()) + counted.rest == counted.total
    assert counted.total == tokenizer.counter().count(definition(catalog(raw).tools[0]))
    assert (counted.description > 0) == (raw.get("description") is not None)


def test_deep_schemas_add_up() -> None:
    schema: Any = {"type": "string"}
    for _ in range(5_000):
        schema = {"type": "object", "properties": {"in": schema}}
    counted = count({"name": "dive", "inputSchema": {"type": "object", "properties": {"deep": schema}}})[0]
    assert counted.parameters["deep"] > 5_000
    assert counted.name + sum(counted.parameters.values()) + counted.rest == counted.total


TEXTS = st.text(st.characters(codec=None), max_size=20)
LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS | st.sampled_from(["it's", "  ", "a\nb", "\ue000"])
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3), max_leaves=10
)
SCHEMAS = VALUES | st.fixed_dictionaries(
    {"properties": VALUES | st.dictionaries(TEXTS, VALUES, max_size=4)}, optional={"type": VALUES, "required": VALUES}
)
TOOLS = st.fixed_dictionaries(
    {"name": TEXTS.filter(bool)},
    optional={"description": VALUES, "inputSchema": SCHEMAS, "title": TEXTS, "_meta": VALUES},
)


@given(TOOLS)
def test_any_tool_adds_up_to_what_tiktoken_counts(oracle: tiktoken.Encoding, raw: dict[str, Any]) -> None:
    tool = catalog(raw).tools[0]
    counted = count(raw)[0]
    parts = [counted.name, counted.description, *counted.parameters.values(), counted.rest]
    assert min(parts) >= 0
    assert sum(parts) == counted.total == len(oracle.encode_ordinary(definition(tool)))
    seen = {"name": raw["name"]}
    seen |= {key: raw[source] for key, source in KEYS.items() if raw.get(source) is not None}
    assert definition(tool) == dumps(seen)


KEYS: Mapping[str, str] = {"description": "description", "input_schema": "inputSchema"}


def test_wire_is_what_the_whole_object_has_on_top(oracle: tiktoken.Encoding) -> None:
    ctx = Context(Corpus((catalog(GAUGE, BELL),)))
    tokens, wire = ctx.get(TOKENS), ctx.get(WIRE)
    gauge, bell = ctx.corpus.tools
    assert tokens[gauge].total + wire[gauge] == len(oracle.encode_ordinary(dumps(GAUGE)))
    assert wire[gauge] > 20
    assert wire[bell] == 0


def test_sums_up_what_a_model_sees() -> None:
    harbour = catalog(GAUGE, PANEL, BELL)
    tokens = Context(Corpus((harbour,))).get(TOKENS)
    gauge, panel, bell = (tokens[tool] for tool in harbour.tools)
    sums = add(harbour.visible, tokens)
    assert (sums.tools, sums.total) == (2, gauge.total + bell.total)
    assert sums.name + sums.description + sums.parameters + sums.rest == sums.total
    assert sums.parameters == 20 + 21
    assert panel.total > 0
    assert add([], tokens) == Sum()


def test_equal_tools_are_counted_each() -> None:
    first, second = count(BELL, BELL)
    assert first == second


def test_counts_with_the_encoding_of_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    class Letters:
        name = "letters"

        def count(self, text: str) -> int:
            return len(self.lengths(text))

        def lengths(self, text: str) -> bytes:
            return bytes((1,)) * len(text.encode())

    monkeypatch.setattr(tokenizer, "counter", {"letters": Letters()}.__getitem__)
    ctx = Context(Corpus((catalog(BELL),)), encoding="letters")
    (counted,) = ctx.get(TOKENS).values()
    assert counted.name == len('"ring_bell"')
    assert counted.description == len('"Ring the harbour bell."')
    assert counted.total == len(definition(catalog(BELL).tools[0]))


def test_deferring_leaves_a_search_tool_and_a_few_tools() -> None:
    assert defer(20_000, 100) == SEARCH_TOOL + HOT_TOOLS * 200
    assert defer(1_000, 10) == 1_000
    assert defer(9_000, 2) == 9_000
    assert defer(0, 0) == 0


def test_an_index_is_names_and_first_sentences() -> None:
    gauge, nameless = Tool("s", 0, "read_gauge", GAUGE), Tool("s", 1, "bell", {"name": "bell"})
    assert index_line(gauge) == "read_gauge: Return the water level at one gauge."
    assert index_line(nameless) == "bell"
    counter = tokenizer.counter()
    assert index([gauge, nameless], counter) == counter.count("read_gauge: Return the water level at one gauge.\n") + (
        counter.count("bell\n")
    )
