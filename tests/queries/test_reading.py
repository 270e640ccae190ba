from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.model import Catalog, build_catalog
from catalint.queries.reading import QueriesError, QueryFile, read


def catalog(server: str, *names: str, hidden: tuple[str, ...] = ()) -> Catalog:
    app: dict[str, Any] = {"_meta": {"ui": {"visibility": ["app"]}}}
    tools: list[Any] = [{"name": name} for name in names] + [{"name": name, **app} for name in hidden]
    return build_catalog(server, tools)


DEPOT = catalog("depot", "get_parcel", "list_parcels", "report_damage", hidden=("redraw",))
CLAIMS = catalog("claims", "open_claim", "report_damage")


def parse(text: str | bytes, *catalogs: Catalog) -> QueryFile:
    data = text.encode() if isinstance(text, str) else text
    return read("queries.yaml", data, catalogs or (DEPOT, CLAIMS))


def faults(text: str | bytes, *catalogs: Catalog) -> list[str]:
    with pytest.raises(QueriesError) as raised:
        parse(text, *catalogs)
    assert raised.value.exit_code == 3
    return str(raised.value).splitlines()


GOOD = """\
# what people ask
- query: how heavy is parcel 4711
  tools: [get_parcel]

- query: "a crate arrived broken: what now?"
  tools:
    - depot/report_damage
    - open_claim
  draft: true
- {tools: list_parcels, query:   what is   on the shelf }
"""


def test_a_file() -> None:
    file = parse(GOOD)
    assert [search.query for search in file.searches] == [
        "how heavy is parcel 4711",
        "a crate arrived broken: what now?",
        "what is on the shelf",
    ]
    assert [search.line for search in file.searches] == [2, 5, 10]
    assert [[label.name for label in search.labels] for search in file.searches] == [
        ["get_parcel"],
        ["depot/report_damage", "open_claim"],
        ["list_parcels"],
    ]
    assert file.drafts == 1
    assert len(file.counted) == 2
    assert file.searches[0].tools == {DEPOT.tools[0]}


def test_a_name_that_two_servers_have_means_either() -> None:
    (search,) = parse("- {query: broken crate, tools: [report_damage]}").searches
    assert [tool.server for tool in search.labels[0].tools] == ["depot", "claims"]
    (search,) = parse("- {query: broken crate, tools: [claims/report_damage]}").searches
    assert [tool.server for tool in search.labels[0].tools] == ["claims"]


def test_a_tool_with_a_slash_in_its_name() -> None:
    folder = catalog("files", "read/one")
    for name in ("read/one", "files/read/one"):
        (search,) = parse(f"- {{query: open it, tools: [{name}]}}", folder).searches
        assert search.tools == {folder.tools[0]}


def test_json_is_read_too() -> None:
    text = json.dumps([{"query": "caf\u00e9 \U0001f4e6", "tools": ["get_parcel"]}])
    assert parse(text).searches[0].query == "caf\u00e9 \U0001f4e6"


def test_a_byte_order_mark_and_other_line_ends() -> None:
    assert parse(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()).searches[1].line == 5


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "queries.yaml:1:1: empty: write `- query: ...` with `tools: [...]`"),
        ("\n  \n", "queries.yaml:1:1: holds nothing but white space: write"),
        ("# nothing yet\n", "queries.yaml:1:1: holds nothing but comments: write"),
        ("[]\n", "queries.yaml:1:1: no searches in it: write `- query: ...` with `tools: [...]`"),
        ("query: x\n", "queries.yaml:1:1: an object with the key 'query' where a list of searches belongs: write"),
        ("- just a text\n", "queries.yaml:1:3: the string 'just a text' where a search belongs: write"),
        ("- query: x\n", "queries.yaml:1:3: no 'tools' here: which tools are right for the search?"),
        ("- tools: [get_parcel]\n", "queries.yaml:1:3: no 'query' here: what does the user ask?"),
        ("- query:\n  tools: [get_parcel]\n", "queries.yaml:1:3: 'query' is empty"),
        ("- query: '  '\n  tools: [get_parcel]\n", "queries.yaml:1:10: 'query' is empty"),
        ("- query: 42\n  tools: [get_parcel]\n", "queries.yaml:1:10: 'query' takes a text, not the number 42: put it"),
        ("- query: x\n  tools: []\n", "queries.yaml:2:10: 'tools' is empty: name the tools that are right"),
        ("- query: x\n  tools:\n", "queries.yaml:2:3: 'tools' is empty: name the tools that are right"),
        ("- query: x\n  tools: [3]\n", "queries.yaml:2:11: 'tools' takes names of tools, not the number 3"),
        ("- query: x\n  tools: {a: b}\n", "queries.yaml:2:10: 'tools' takes names of tools, not an object with"),
        (
            "- query: x\n  tools: [get_parcle]\n",
            "queries.yaml:2:11: unknown tool 'get_parcle'; did you mean 'get_parcel'?",
        ),
        (
            "- query: x\n  tools:\n  - open_claim\n  - depo/get_parcel\n",
            "queries.yaml:4:5: unknown tool 'depo/get_parcel'; did you mean 'depot/get_parcel'?",
        ),
        (
            "- query: x\n  tools: [zzz]\n",
            "queries.yaml:2:11: unknown tool 'zzz' (no tool of claims, depot has that name)",
        ),
        ("- query: x\n  tools: [redraw]\n", "queries.yaml:2:11: only apps call the tool 'redraw', no search is to"),
        (
            "- query: x\n  tools: [open_claim]\n  draft: maybe\n",
            "queries.yaml:3:10: 'draft' takes true or false, not the string 'maybe'",
        ),
        (
            "- query: x\n  tool: [open_claim]\n  tools: [open_claim]\n",
            "queries.yaml:2:3: unknown key 'tool'; did you mean 'tools'?",
        ),
        (
            "- query: x\n  tools: [open_claim]\n  comment: y\n",
            "queries.yaml:3:3: unknown key 'comment' (known: query, tools, draft)",
        ),
        ("- query: x\n  query: y\n  tools: [open_claim]\n", "queries.yaml:2:3: 'query' is here twice"),
        (
            "- query: x\n  tools: [open_claim]\n- query: ' x '\n  tools: [get_parcel]\n",
            "queries.yaml:3:10: the search 'x' is in line 1 already: give its tools there",
        ),
        (
            '[{"query": "x", "tools": "open_claim"}, {"query": "x", "tools": "get_parcel"}]',
            "queries.yaml:1:51: the search 'x' is in line 1 already: give its tools there",
        ),
        (
            "- &claim {query: x, tools: [open_claim]}\n- *claim\n",
            "queries.yaml:1:18: the search 'x' is in line 1 already: give its tools there",
        ),
        ("- query: x\n\ttools: [open_claim]\n", "queries.yaml:2:1: not valid YAML: found character '\\t' that cannot"),
        ("- query: [x\n", "queries.yaml:2:1: not valid YAML: expected ',' or ']'"),
        ("---\n- query: x\n  tools: [open_claim]\n---\n[]\n", "queries.yaml:5:1: only one YAML document belongs here"),
        (b"- query: caf\xe9\n", "queries.yaml:1:13: not valid UTF-8: the byte 0xE9"),
        (b"PK\x03\x04rest", "queries.yaml: no text but a zip archive: unpack it first"),
    ],
)
def test_faults_have_their_place(text: str | bytes, fault: str) -> None:
    (found,) = faults(text)
    assert found.startswith(fault)


def test_every_fault_is_named_at_once_but_no_more_than_anyone_reads() -> None:
    lines = faults("".join(f"- query: q{number}\n  tools: [gone_{number}]\n" for number in range(50)))
    assert lines[0].startswith("queries.yaml:2:11: unknown tool 'gone_0'")
    assert lines[1].startswith("queries.yaml:4:11: unknown tool 'gone_1'")
    assert lines[20:] == ["queries.yaml: and 30 more faults"]


def test_a_draft_beside_the_search_made_of_it() -> None:
    text = "- {query: x, tools: [open_claim]}\n- {query: x, tools: [open_claim], draft: true}\n"
    assert len(parse(text).counted) == 1


def test_hostile_names_stay_on_one_line() -> None:
    (line,) = faults('- query: x\n  tools: ["\\e[2J\\n::error::forged"]\n')
    assert "\\x1b[2J\\n::error::forged" in line


def test_nested_aliases_do_not_explode() -> None:
    bomb = "- &a0 [x]\n" + "".join(f"- &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12))
    assert "aliases that expand to more than" in faults(bomb)[0]


texts: st.SearchStrategy[str] = st.text(st.characters(codec="utf-8"), min_size=1).filter(
    lambda text: bool(text.strip())
)
entries: st.SearchStrategy[list[dict[str, Any]]] = st.lists(
    st.fixed_dictionaries(
        {"query": texts, "tools": st.lists(st.sampled_from(["get_parcel", "claims/open_claim"]), min_size=1)},
        optional={"draft": st.booleans()},
    ),
    min_size=1,
    unique_by=lambda entry: " ".join(str(entry["query"]).split()),
)


@given(entries)
def test_what_is_written_as_json_is_read_back(searches: list[dict[str, Any]]) -> None:
    file = parse(json.dumps(searches))
    assert [search.query for search in file.searches] == [" ".join(each["query"].split()) for each in searches]
    assert [[label.name for label in search.labels] for search in file.searches] == [
        list(dict.fromkeys(each["tools"])) for each in searches
    ]
    assert [search.draft for search in file.searches] == [each.get("draft", False) for each in searches]


PIECES = [
    *[
        "- ",
        "query:",
        "tools:",
        " ",
        "\n",
        "[",
        "]",
        "{",
        "}",
        ",",
        "x",
        "get_parcel",
        "draft: true",
        "&a ",
        "*a",
        "!t ",
    ],
    *["'", '"', "#", "|", ">", "---\n", "\t", "\x85", "null", "1", "? ", "<<: "],
]
scraps = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


@given(scraps | st.text() | st.binary().map(lambda data: data.decode("latin-1")))
def test_any_text_is_read_or_refused_with_one_line_for_each_fault(text: str) -> None:
    data = text.encode("utf-8", "replace")
    lines = refusal(data)
    assert all(re.match(r"q\.yaml(:\d+:\d+)?: \S", line) and line.isprintable() for line in lines)
    if not lines:
        searches = read("q.yaml", data, (DEPOT,)).searches
        assert searches
        assert all(search.query and search.labels for search in searches)


def refusal(data: bytes) -> list[str]:
    try:
        read("q.yaml", data, (DEPOT,))
    except QueriesError as error:
        return str(error).split("\n")
    return []
