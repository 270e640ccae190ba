"""Where findings stand: golden positions in one dump, and the nearest thing for what is not there."""

from __future__ import annotations

import copy
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from catalint import Catalog, sources
from catalint.location import Location, Part, Place, Span
from catalint.location import Path as Steps
from catalint.schema import follow

DUMP = """\
{
  "nextCursor": "p2",
  "tools": [
    {
      "name": "list_berths",
      "description": "List the 😀 berths.", "title": "Berths 😀", "annotations": {"readOnlyHint": true},
      "inputSchema": {
        "type": "object",
        "properties": {
          "pier": {
            "type": "string",
            "enum": ["P1", "P2"]
          },
          "free": {"type": "boolean"},
          "a/b~": {"anyOf": [{"type": "string"}, {
            "type": "null"
          }]}
        },
        "required": [
          "pier"
        ]
      }
    },
    null,
    {"description": "no name"}
  ]
}
"""
SCHEMA = "inputSchema"
PIER: Steps = (SCHEMA, "properties", "pier")


def load(text: str) -> Catalog:
    (catalog,) = sources.load(["-"], stdin=io.BytesIO(text.encode())).corpus.catalogs
    assert catalog.source is not None
    return catalog


def at(catalog: Catalog, tool: int | None, path: Steps = (), part: Part = "value") -> Place:
    assert catalog.source is not None
    place = catalog.source.place(Location(catalog.server, tool, path, part))
    assert place is not None
    return place


def text_at(text: str, place: Place) -> str:
    lines = text.splitlines(keepends=True)[place.span.start_line - 1 : place.span.end_line]
    assert len(lines) == 1
    return lines[0][place.span.start_column - 1 : place.span.end_column - 1]


@pytest.mark.parametrize(
    ("tool", "path", "part", "span", "found"),
    [
        # a whole tool is its name
        (0, (), "value", (5, 15, 5, 28), '"list_berths"'),
        (0, (), "key", (5, 7, 5, 13), '"name"'),
        (0, ("name",), "value", (5, 15, 5, 28), '"list_berths"'),
        (0, ("description",), "value", (6, 22, 6, 42), '"List the 😀 berths."'),
        (0, ("description",), "key", (6, 7, 6, 20), '"description"'),
        (0, ("annotations", "readOnlyHint"), "value", (6, 97, 6, 101), "true"),
        # of what takes several lines or much of one, the key
        (0, (SCHEMA,), "value", (7, 7, 7, 20), '"inputSchema"'),
        (0, PIER, "value", (10, 11, 10, 17), '"pier"'),
        (0, (*PIER, "enum"), "value", (12, 21, 12, 33), '["P1", "P2"]'),
        (0, (*PIER, "enum", 1), "value", (12, 28, 12, 32), '"P2"'),
        (0, (SCHEMA, "properties", "free"), "value", (14, 19, 14, 38), '{"type": "boolean"}'),
        (0, (SCHEMA, "properties", "a/b~"), "value", (15, 11, 15, 17), '"a/b~"'),
        # of an item, which has no key, the item or its opening bracket
        (0, (SCHEMA, "properties", "a/b~", "anyOf", 0), "value", (15, 30, 15, 48), '{"type": "string"}'),
        (0, (SCHEMA, "properties", "a/b~", "anyOf", 1), "value", (15, 50, 15, 51), "{"),
        (0, (SCHEMA, "required"), "value", (19, 9, 19, 19), '"required"'),
        (0, (SCHEMA, "required", 0), "value", (20, 11, 20, 17), '"pier"'),
        # what is not there: the key of the nearest thing around it, at the top the name
        (0, (*PIER, "description"), "value", (10, 11, 10, 17), '"pier"'),
        (0, (SCHEMA, "properties", "free", "description"), "value", (14, 11, 14, 17), '"free"'),
        (0, (SCHEMA, "$defs", "x"), "key", (7, 7, 7, 20), '"inputSchema"'),
        (0, (SCHEMA, "required", 7), "value", (19, 9, 19, 19), '"required"'),
        (0, ("outputSchema", "type"), "value", (5, 15, 5, 28), '"list_berths"'),
        (0, ("_meta",), "key", (5, 15, 5, 28), '"list_berths"'),
        # broken entries
        (1, (), "value", (24, 5, 24, 9), "null"),
        (2, (), "value", (25, 5, 25, 31), '{"description": "no name"}'),
        (2, ("name",), "value", (25, 5, 25, 31), '{"description": "no name"}'),
        # the catalog: a field, or the key of the list
        (None, (), "value", (3, 3, 3, 10), '"tools"'),
        (None, ("nextCursor",), "value", (2, 17, 2, 21), '"p2"'),
        (None, ("nextCursor",), "key", (2, 3, 2, 15), '"nextCursor"'),
        (None, ("ttlMs",), "value", (3, 3, 3, 10), '"tools"'),
        (None, ("tools",), "key", (3, 3, 3, 10), '"tools"'),
        (9, (), "value", (3, 3, 3, 10), '"tools"'),
    ],
)
def test_golden_places(tool: int | None, path: Steps, part: Part, span: tuple[int, int, int, int], found: str) -> None:
    place = at(load(DUMP), tool, path, part)
    assert place.span == Span(*span)
    assert text_at(DUMP, place) == found
    assert (place.path, place.how) == ("stdin", "dump")


def test_columns_in_utf16_count_characters_outside_the_basic_plane_twice() -> None:
    catalog = load(DUMP)
    assert at(catalog, 0, ("description",)).utf16_columns == (22, 43)
    assert at(catalog, 0, ("annotations", "readOnlyHint")).utf16_columns == (99, 103)
    assert at(catalog, 0, (*PIER, "enum", 1)).utf16_columns == (28, 32)


def test_a_dump_on_one_line_has_small_regions_too() -> None:
    text = json.dumps(json.loads(DUMP), ensure_ascii=False)
    catalog = load(text)
    assert text_at(text, at(catalog, 0)) == '"list_berths"'
    assert text_at(text, at(catalog, 0, (SCHEMA,))) == '"inputSchema"'
    assert text_at(text, at(catalog, 0, (*PIER, "description"))) == '"pier"'
    assert text_at(text, at(catalog, None, ("ttlMs",))) == '"tools"'


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[\n {"name": "a", "inputSchema": {}}\n]', "["),
        ('[{"name": "a", "inputSchema": {}}]', '[{"name": "a", "inputSchema": {}}]'),
        (f'[{{"name": "a", "description": "{"x" * 80}", "inputSchema": {{}}}}]', "["),
        ('{"a": {"inputSchema": {}},\n "b": {"inputSchema": {}}}', "{"),
        ('{"harbour": [{"name": "a", "inputSchema": {}}]}', '"harbour"'),
        ('{"function_declarations": [{"name": "a"}]}', '"function_declarations"'),
        ('{"name": "a",\n"inputSchema": {}}\n{"name": "b", "inputSchema": {}}', "{"),
    ],
)
def test_a_catalog_without_a_tools_key_is_where_its_list_begins(text: str, found: str) -> None:
    place = at(load(text), None)
    assert text_at(text, place) == found


def test_a_tool_in_a_map_is_its_key() -> None:
    text = '{"tools": {\n "list_berths": {"description": "List.", "inputSchema": {}}}}'
    catalog = load(text)
    for path in ((), ("name",), ("title",)):
        assert text_at(text, at(catalog, 0, path)) == '"list_berths"'
    assert text_at(text, at(catalog, 0, ("description",))) == '"List."'


def test_yaml_has_places_like_json() -> None:
    text = "tools:\n- name: list_berths\n  description: |\n    List the\n    berths.\n  title:\n  inputSchema: {type: object}\n"
    catalog = load(text)
    assert text_at(text, at(catalog, 0)) == "list_berths"
    assert text_at(text, at(catalog, 0, ("description",))) == "description"
    assert text_at(text, at(catalog, 0, ("title",))) == "title"
    assert text_at(text, at(catalog, 0, (SCHEMA,))) == "{type: object}"
    assert text_at(text, at(catalog, 0, (SCHEMA, "type"))) == "object"
    assert text_at(text, at(catalog, None)) == "tools"


def test_every_page_and_line_keeps_its_own_places() -> None:
    pages = [{"tools": [{"name": name, "inputSchema": {}}], "nextCursor": name} for name in "abc"]
    text = "starting\n" + "\n\n".join(json.dumps(page, indent=1) for page in pages)
    catalog = load(text)
    assert [text_at(text, at(catalog, index)) for index in range(3)] == ['"a"', '"b"', '"c"']
    assert [at(catalog, index).span.start_line for index in range(3)] == [5, 15, 25]
    assert text_at(text, at(catalog, None, ("nextCursor",))) == '"c"'


def test_the_path_of_a_place_is_as_the_user_wrote_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "dumps").mkdir()
    (tmp_path / "dumps/a.json").write_text(DUMP, encoding="utf-8")
    for name, shown in [("./dumps/a.json", "./dumps/a.json"), ("dumps", "dumps/a.json"), (".", "dumps/a.json")]:
        (catalog,) = sources.load([name]).corpus.catalogs
        assert (at(catalog, 0).path, catalog.origin) == (shown, shown)
    assert replace(at(catalog, 0), path="") == replace(at(load(DUMP), 0), path="")


def extent(catalog: Catalog, path: Steps, tool: int = 0) -> Place | None:
    assert catalog.source is not None
    return catalog.source.extent(Location(catalog.server, tool, path))


def replaced(text: str, place: Place, value: str) -> str:
    """A text with another value where one stands."""
    lines = text.splitlines(keepends=True)
    offsets = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]
    span = place.span
    start = offsets[span.start_line - 1] + span.start_column - 1
    end = offsets[span.end_line - 1] + span.end_column - 1
    return text[:start] + value + text[end:]


@pytest.mark.parametrize(
    "path", [(SCHEMA,), PIER, (*PIER, "enum"), (SCHEMA, "required"), (SCHEMA, "required", 0), ("description",)]
)
def test_all_of_a_value_can_be_replaced(path: Steps) -> None:
    # what an annotation points at is less: a value of several lines is its key
    place = extent(load(DUMP), path)
    assert place is not None
    changed = load(replaced(DUMP, place, '{"changed": true}'))
    assert follow(dict(changed.tools[0].raw), path) == {"changed": True}
    tool = copy.deepcopy(dict(load(DUMP).tools[0].raw))
    follow(tool, path[:-1])[path[-1]] = {"changed": True}  # type: ignore[index] # a container
    assert changed.tools[0].raw == tool


YAML = """\
tools:
- name: list_berths
  description: >
    List the berths.
  inputSchema:
    type: object
    properties:
      pier: {type: string}  # of the harbour
      free:
        type: boolean
    required:
      - pier
- name: count
  inputSchema: {type: object}
"""


@pytest.mark.parametrize(
    "path", [(SCHEMA,), (SCHEMA, "properties", "pier"), (SCHEMA, "properties", "free"), ("description",)]
)
def test_all_of_a_value_of_yaml_can_be_replaced(path: Steps) -> None:
    place = extent(load(YAML), path)
    assert place is not None
    changed = load(replaced(YAML, place, '"changed"'))
    tool = copy.deepcopy(dict(load(YAML).tools[0].raw))
    follow(tool, path[:-1])[path[-1]] = "changed"  # type: ignore[index] # a container
    assert [changed.tools[0].raw, changed.tools[1].raw] == [tool, load(YAML).tools[1].raw]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        # an alias: the same text is another tool's schema, too
        (YAML.replace("inputSchema:\n", "inputSchema: &all\n").replace("{type: object}", "*all"), (SCHEMA,)),
        # Gemini's spelling of types is not that of the value
        ('{"functionDeclarations": [{"name": "a", "parameters": {"type": "OBJECT", "properties": {}}}]}', (SCHEMA,)),
        # implied, and not there
        ('[{"type": "function", "name": "a", "parameters": null}]', (SCHEMA, "properties")),
        (DUMP, (SCHEMA, "$defs")),
    ],
)  # fmt: skip
def test_what_can_not_be_replaced(text: str, path: Steps) -> None:
    assert extent(load(text), path) is None
    assert extent(load(text), path, tool=7) is None
