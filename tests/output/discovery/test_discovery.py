from __future__ import annotations

import json as stdlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from catalint.discovery.run import Discovery, default_most
from catalint.model import Catalog, build_catalog
from catalint.output import discovery
from catalint.output.discovery import json, markdown, text
from catalint.output.discovery.text import View
from catalint.output.discovery.wording import among, fitted, on_words
from catalint.output.encode import encode
from catalint.output.terminal import columns
from catalint.queries.reading import read
from catalint.report import Unread
from catalint.search.bm25 import Bm25
from catalint.search.document import Document
from catalint.search.findability import Findability, judge
from catalint.search.mount import Mount
from catalint.search.naming import parse
from catalint.search.retriever import Hit, Match
from catalint.search.retrievers import Kind
from catalint.search.sayability import Sayable
from catalint.target import Naming

CLIENTS = {"claude-code": Naming("mcp__{server}__{tool}")}
SCHEMA = stdlib.loads(Path(discovery.__file__).with_name("discovery.schema.json").read_text(encoding="utf-8"))
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
HOSTILE = [
    "\x1b[2J\x1b[31mred",
    "\x1b]8;;https://example.org\x07click\x1b]8;;\x07",
    "\x1b]0;title\x07\r\n::error::forged",
    "two\nlines\ttab | `tick` ``",
    "\u202egnp.exe\u2066",
    "<img src=x onerror=alert(1)> @everyone [a](https://example.org)",
    "名前" * 30,
    "endless_" * 40,
]


class TextFile(SingleFileSnapshotExtension):
    file_extension = "txt"
    _write_mode = WriteMode.TEXT


class MarkdownFile(TextFile):
    file_extension = "md"


class JsonFile(TextFile):
    file_extension = "json"


def tool(name: str, description: str = "", **arguments: str) -> dict[str, Any]:
    properties = {key: {"description": value} for key, value in arguments.items()}
    return {"name": name, "description": description, "inputSchema": {"type": "object", "properties": properties}}


BAKERY = [
    tool(
        "bake_bread", "Bake bread of one dough. Takes an hour.", dough="Which dough.", sourdough="Age of the starter."
    ),
    tool("bake_rolls", "Bake rolls.", dough="Which dough."),
    tool("knead_dough", "Knead a dough by hand."),
    tool("list_doughs", "List the doughs that rest."),
    tool("weigh_dough", "Weigh a dough."),
    tool("throw_dough_away", "Throw a dough away."),
    tool("freeze_dough", "Freeze a dough for a week."),
    tool("run", "Run."),
]
MILL = [
    tool("grind_flour", "Grind flour of a grain.", grain="Which grain."),
    tool("list_grains", "List the grains in store."),
    tool("run_mill", "Run the mill."),
    tool("run_mill_at_night", "Run the mill at night."),
    tool("run_sieve", "Run the sieve."),
    tool("run_lift", "Run the lift."),
    tool("run_belt", "Run the belt."),
]
QUERIES = """\
- {query: make me a sandwich loaf, tools: [bake_bread]}
- {query: bake bread, tools: [bake_bread]}
- query: dough for pizza
  tools: [knead_dough, freeze_dough]
- {query: how heavy is it, tools: [weigh_dough], draft: true}
"""
CHANCES = {"run": 0.12, "list_doughs": 0.41, "weigh_dough": 0.38, "bake_bread": 0.9, "freeze_dough": 0.62}


def order(_: Bm25, document: Document) -> Mapping[str, float]:
    """The words of a tool as they come, whatever the predictor thinks of them."""
    return {term: -float(place) for place, term in enumerate(document.terms)}


@pytest.fixture(autouse=True)
def _words_as_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("catalint.discovery.detail.log_odds", order)


def kind(name: str = "bm25", shift: float = 0.0) -> Kind:
    """BM25 with fixed probabilities and words: what is shown here does not depend on the predictor."""

    def judged(mount: Mount) -> tuple[Findability, ...]:
        index = mount.index()
        return tuple(
            replace(
                verdict,
                probability=max(0.02, CHANCES.get(verdict.tool.name, 0.7) + shift),
                words=tuple(Sayable(term, odds) for term, odds in list(order(index, document).items())[:5]),
            )
            for verdict, document in zip(judge(index), index.documents, strict=True)
        )

    return Kind(name, "a search", "none", Mount.index, judged)


def catalogs(**servers: Sequence[dict[str, Any]]) -> tuple[Catalog, ...]:
    return tuple(
        replace(build_catalog(server, list(tools)), origin=f"{server}.json") for server, tools in servers.items()
    )


def make(
    servers: Mapping[str, Sequence[dict[str, Any]]] | None = None, queries: str = "", naming: str = "", **more: Any
) -> Discovery:
    made = catalogs(**(servers or {"bakery": BAKERY}))
    file = read("queries.yaml", queries.encode(), made) if queries else None
    settings_ = {"kinds": (kind(),), **more}
    return Discovery(Mount(made, parse(naming, lambda: CLIENTS)), naming=naming, queries=file, **settings_)


RUNS: dict[str, Discovery] = {
    "one": make(),
    "worst": make(most=2, queries=QUERIES, least=0.9),
    "passed": make(most=0, queries=QUERIES, least=0.3),
    "together": make({"bakery": BAKERY, "mill": MILL}, most=4, naming="claude-code"),
    "kinds": make(kinds=(kind(), kind("one-line", -0.3)), queries=QUERIES, most=3),
    "detail": make(globs=("bake_bread", "run"), queries=QUERIES),
    "details of kinds": make({"bakery": BAKERY, "mill": MILL}, kinds=(kind(), kind("other")), globs=("run",), most=1),
}


@pytest.mark.parametrize("name", RUNS)
def test_text(name: str, snapshot: SnapshotAssertion) -> None:
    assert text.write(RUNS[name], View()) == snapshot.use_extension(TextFile)


def test_text_on_a_narrow_terminal_with_colours(snapshot: SnapshotAssertion) -> None:
    run = make({"bakery": BAKERY, "mill": MILL}, queries=QUERIES, least=0.9, most=5)
    assert text.write(run, View(color=True, width=80)) == snapshot.use_extension(TextFile)


@pytest.mark.parametrize("name", RUNS)
def test_markdown(name: str, snapshot: SnapshotAssertion) -> None:
    assert markdown.write(RUNS[name]) == snapshot.use_extension(MarkdownFile)


def test_json_of_a_run(snapshot: SnapshotAssertion) -> None:
    run = make(
        {"bakery": BAKERY[:3], "mill": MILL[:2]}, queries="- {query: rye loaf, tools: [bake_bread]}", globs=("bake_*",)
    )
    unread = [Unread("gone.json", "no such file"), Unread("bad.json", "no JSON", 3, 7)]
    assert encode(json.to_json(run, "9.9", unread)) == snapshot.use_extension(JsonFile)


def check(run: Discovery) -> dict[str, Any]:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    value: dict[str, Any] = stdlib.loads(encode(json.to_json(run, "9.9")), parse_constant=refuse)
    jsonschema.Draft202012Validator(SCHEMA).validate(value)
    return value


def test_the_schema_is_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", RUNS)
def test_json_keeps_the_contract(name: str) -> None:
    check(RUNS[name])


def objects(schema: Any, path: str = "") -> list[tuple[str, Any]]:
    """Every subschema with properties, by its path."""
    if isinstance(schema, list):
        return [found for number, item in enumerate(schema) for found in objects(item, f"{path}/{number}")]
    if not isinstance(schema, dict):
        return []
    own = [(path, schema)] if "properties" in schema else []
    return own + [found for key, item in schema.items() for found in objects(item, f"{path}/{key}")]


def test_the_schema_asks_for_every_field_that_it_knows() -> None:
    found = objects(SCHEMA)
    assert len(found) > 15
    assert [path for path, schema in found if set(schema["required"]) != set(schema["properties"])] == []


def test_the_schema_knows_every_field() -> None:
    """With no further properties allowed anywhere, the reports still pass."""
    strict = stdlib.loads(stdlib.dumps(SCHEMA))
    for path, schema in objects(strict):
        if "/allOf/" not in path:
            schema["unevaluatedProperties"] = False
    for name in ("tool", "proof"):  # these are parts of others
        del strict["$defs"][name]["unevaluatedProperties"]
    for name in ("hit", "row"):
        strict["$defs"][name]["unevaluatedProperties"] = False
    for run in RUNS.values():
        jsonschema.Draft202012Validator(strict).validate(stdlib.loads(encode(json.to_json(run, "9.9"))))


def test_json_says_what_the_text_says() -> None:
    value = check(RUNS["worst"])
    (found,) = value["retrievers"]
    assert [row["tool"] for row in found["tools"]] == ["run", "weigh_dough"]
    assert found["left_out"] == 6
    assert found["expected"]["likely_missed"] == 3
    assert value["queries"]["drafts"] == 1
    assert value["queries"]["passed"] is False
    assert [search["missed"] for search in found["labelled"]["searches"]] == [True, False, False]
    assert found["labelled"]["searches"][0]["right"] == [
        {"name": "bake_bread", "rank": None, "lacks": ["make", "sandwich", "loaf"]}
    ]


def test_names_of_the_client_are_told() -> None:
    value = check(RUNS["together"])
    assert value["naming"] == "claude-code"
    assert {row["name"] for row in value["retrievers"][0]["tools"]} >= {"mcp__bakery__run"}
    assert "named as by claude-code" in text.write(RUNS["together"], View())


def hostile(**more: Any) -> Discovery:
    tools = [tool(name, f"{name} said. More.", **{name: name}) for name in HOSTILE]
    names = [stdlib.dumps(f"{server}/{name}") for server in ("ser\x1bver", "other") for name in HOSTILE]
    queries = "".join(f"- query: {stdlib.dumps(f'{n} {HOSTILE[n % 8]}')}\n  tools: [{names[n]}]\n" for n in range(16))
    return make({"ser\x1bver": tools, "other": tools}, queries=queries, **more)


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("color", [False, True])
@pytest.mark.parametrize("globs", [(), ("*",)])
def test_nothing_that_a_terminal_obeys_gets_through(width: int, color: bool, globs: tuple[str, ...]) -> None:
    output = COLOUR.sub("", text.write(hostile(globs=globs), View(color=color, width=width)))
    assert not CONTROL.search(output)
    assert "::error::" not in [line[:9] for line in output.splitlines()]
    assert output.encode()


def test_nothing_of_others_is_markdown() -> None:
    for globs in ((), ("*",)):
        output = markdown.write(hostile(globs=globs))
        assert not CONTROL.search(output)
        bare = re.sub(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", "", output)
        for sign in ("<img", "@everyone", "](http", "::error::"):
            assert sign not in bare
        tables = [line for line in output.splitlines() if line.startswith("| ")]
        assert len({line.count(" | ") for line in tables if "1st" in line or "th by" in line}) <= 2


@pytest.mark.parametrize("width", [10, 48, 60, 80, 100, 120, 200])
def test_tables_fit_the_terminal(width: int) -> None:
    run = make({"a-server-with-a-long-name-" * 2: BAKERY, "mill": MILL})
    lines = COLOUR.sub("", text.write(run, View(color=True, width=width))).splitlines()
    assert max(map(columns, lines)) <= max(width, 80)


@pytest.mark.parametrize(
    ("most", "shown"),
    [
        (60, "company__mill-server-of-the-north/run_mill_at_night"),
        (40, "company__m...the-north/run_mill_at_night"),
        (27, "com...rth/run_mill_at_night"),
        (26, "company__mil...ll_at_night"),
    ],
)
def test_the_server_of_a_name_is_cut_before_the_tool_is(most: int, shown: str) -> None:
    run = make({"company__mill-server-of-the-north": MILL, "bakery": BAKERY})
    night = next(each for each in run.tools if each.name == "run_mill_at_night")
    assert fitted(run, night, most) == shown


def test_where_names_would_be_cut_the_best_search_is_left_out() -> None:
    run = make({"company__mill-server-of-the-north": MILL, "bakery": BAKERY})
    wide, narrow = (text.write(run, View(width=width)) for width in (140, 80))
    assert "best search" in wide
    assert "best search" not in narrow
    assert "company__mill-server-of-the-north/run_mill_at_night" in wide
    assert re.search(r"\.\.\.\S+/run_mill_at_night  \S+ by ", narrow)
    assert narrow.count(" by one word\n") > 2


def test_servers_that_say_nothing_are_told_where_only_that_counts() -> None:
    servers = {"bakery": BAKERY, "mill": MILL}
    run = make(servers, kinds=(kind("namespace"),))
    said = (
        "`bakery` and `mill` say nothing of themselves (neither instructions nor a title or description in serverInfo)"
    )
    assert said in " ".join(text.write(run, View()).split())
    assert f"\n{said}: here only their names can bring up the tools inside.\n" in markdown.write(run)
    assert "nothing of themselves" not in text.write(make(servers), View())
    bakery, mill = catalogs(**servers)
    told = replace(bakery, envelope={"instructions": "Bread and rolls of a bakery."})
    one = Discovery(Mount((told, mill)), (kind("namespace"),))
    assert "  `mill` says nothing of itself (" in text.write(one, View())
    both = Discovery(Mount((told, replace(mill, envelope={"serverInfo": {"title": "A mill"}}))), (kind("namespace"),))
    assert "says nothing" not in text.write(both, View())


def test_the_searches_of_one_tool_are_shown_in_full() -> None:
    sentence = "Characterise experimental fermentation temperatures throughout overnight refrigeration"
    run = make({"mill": [*MILL, tool("soak_grains", f"{sentence}.")]}, globs=("soak_grains",))
    query = run.surveys[0].trials(run.examined[0])[0].phrasing.query
    assert len(query) > 70
    output = text.write(run, View(width=70))
    assert f'"{query}"' in " ".join(output.split())
    assert max(map(columns, output.splitlines())) <= 70


@settings(max_examples=30)
@given(st.lists(st.tuples(st.text(min_size=1), st.text()), min_size=1, max_size=5), st.booleans())
def test_any_catalog_can_be_shown(pairs: list[tuple[str, str]], detailed: bool) -> None:
    servers = {"any": [tool(name, description) for name, description in pairs], "mill": MILL}
    run = make(servers, globs=("*",) if detailed else ())
    check(run)
    assert not CONTROL.search(text.write(run, View(width=80)))
    assert not CONTROL.search(markdown.write(run))


class Nothing:
    """A search that finds nothing, as one by namespaces that opens none."""

    def search(self, query: str, limit: int = 5) -> tuple[Hit, ...]:
        return ()

    find = search


def test_a_search_without_hits() -> None:
    blind = Kind("blind", "a search", "none", lambda _: Nothing(), kind().judge)
    run = make({"bakery": BAKERY, "mill": MILL}, kinds=(blind,), queries=QUERIES)
    output = text.write(run, View())
    assert '"bake": no hit at all' in output
    assert "0%" in output
    assert "hit@1 0.00   hit@5 0.00   MRR 0.00   recall@5 0.00" in output
    assert "no hit at all" in markdown.write(run)
    assert "no hit at all" in text.write(make(kinds=(blind,), globs=("run",)), View())
    check(run)


def test_equal_runs_give_equal_output() -> None:
    first, second = (make({"bakery": BAKERY, "mill": MILL}, queries=QUERIES) for _ in range(2))
    assert text.write(first, View()) == text.write(second, View())
    assert markdown.write(first) == markdown.write(second)


@pytest.mark.parametrize(("tools", "most"), [(1, None), (25, None), (26, 20), (10_000, 20)])
def test_how_many_are_shown(tools: int, most: int | None) -> None:
    assert default_most(tools) == most


def test_the_others_are_never_called_fine() -> None:
    for name, run in RUNS.items():
        for output in (text.write(run, View()), markdown.write(run)):
            assert not re.search(r"\b(fine|ok|good|safe|all found)\b", output, re.IGNORECASE), name


@pytest.mark.parametrize(
    ("words", "query", "shown"),
    [
        (("bread",), "bread", ""),
        (("bread", "bake"), "bake the Bread", ""),
        (("bread",), "bake bread", "bread"),
        (("a1", "b2", "c3", "d4"), "a1 b2 c3 d4 e5", "a1, b2, c3, ..."),
    ],
)
def test_words_of_a_hit_are_shown_where_it_has_not_all(words: tuple[str, ...], query: str, shown: str) -> None:
    (only,) = build_catalog("s", [{"name": "x"}]).tools
    assert on_words(Hit(only, 1.0, tuple(Match(word, 1.0, ()) for word in words)), query) == shown


def test_phrases() -> None:
    assert among(1, 1) == "the only tool"
    assert among(1, 9) == "the least likely to be found of 9 tools"
    assert among(4, 9) == "the 4th least likely to be found of 9 tools"
    assert among(9, 9) == "the likeliest to be found of 9 tools"
