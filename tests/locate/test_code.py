"""Which files are searched, what of them is read, and how a definition is chosen."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from catalint import Context, Corpus, Finding, Fix, Location, Severity, engine, locate, sources
from catalint.locate import codebase, globs
from catalint.locate.definition import Definition
from catalint.location import Place, Span
from catalint.model import build_catalog
from catalint.report import Report, Result

Write = Callable[[str, str | bytes], Path]
Search = Callable[..., dict[str, Definition]]

MOOR = "@mcp.tool()\ndef moor(quay: str):\n    '''Moor a ship at a quay.'''\n"


def tool(name: str, description: str = "", *parameters: str, **more: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": {parameter: {} for parameter in parameters}}
    return {"name": name, "description": description, "inputSchema": schema, **more}


def names(folder: Path, *patterns: str) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in locate.files(patterns, folder).paths]


TREE = (
    "server.py",
    "README.md",
    "src/a.ts",
    "src/a.d.ts",
    "src/deep/b.tsx",
    "src/deep/er/c.py",
    "src/.cache/d.py",
    "node_modules/pkg/e.js",
    "dist/f.js",
    ".venv/g.py",
    "tools.yaml",
)


@pytest.mark.parametrize(
    ("patterns", "found"),
    [
        (["**/*.py"], ["server.py", "src/deep/er/c.py"]),
        (["src/**/*.{ts,tsx}"], ["src/a.ts", "src/deep/b.tsx"]),
        (["src/**"], ["src/a.ts", "src/deep/b.tsx", "src/deep/er/c.py"]),
        (["src"], ["src/a.ts", "src/deep/b.tsx", "src/deep/er/c.py"]),
        (["src/*"], ["src/a.ts"]),
        (["./src/deep/?.tsx"], ["src/deep/b.tsx"]),
        (["src/deep/[!b].tsx"], []),
        (["src/deep/[a-c].tsx"], ["src/deep/b.tsx"]),
        (["dist/*.js"], ["dist/f.js"]),
        (["**/dist/*.js"], ["dist/f.js"]),
        (["**/.venv/*.py"], [".venv/g.py"]),
        (["*"], ["server.py"]),
        (["*.yaml"], ["tools.yaml"]),
        (["server.py", "*.py"], ["server.py"]),
        (["src/deep/../a.ts"], ["src/deep/../a.ts"]),
    ],
)
def test_globs(patterns: list[str], found: list[str], write: Write, tmp_path: Path) -> None:
    for name in TREE:
        write(name, "tool")
    assert names(tmp_path, *patterns) == found


@pytest.mark.parametrize("glob", ["none/*.py", "nothing.py", "a\0b", "[", "{,}", "*" * 300, "x" * 5000, "~/.ssh/*"])
def test_a_glob_that_matches_nothing_is_a_note(glob: str, tmp_path: Path) -> None:
    found = locate.files([glob], tmp_path)
    assert found.paths == ()
    assert [note for note in found.notes if "matches no file" in note]


def test_links_to_folders_are_not_followed(write: Write, tmp_path: Path) -> None:
    write("src/a.py", MOOR)
    (tmp_path / "src" / "loop").symlink_to(tmp_path / "src", target_is_directory=True)
    (tmp_path / "src" / "gone.py").symlink_to(tmp_path / "nowhere.py")
    (tmp_path / "src" / "folder.py").mkdir()
    index = locate.index(locate.files(["src/**/*.py"], tmp_path))
    assert [raw.inside for raw in index.raw] == ["src/a.py"]


def test_the_number_of_files_is_bounded(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(globs, "MAX_FILES", 2)
    for name in ("a.py", "b.py", "c.py"):
        write(name, MOOR)
    found = locate.files(["*.py"], tmp_path)
    assert [path.name for path in found.paths] == ["a.py", "b.py"]
    assert found.notes == ("the code globs match more than 2 files: tools are looked for in the first ones",)


def test_large_files_and_those_behind_the_bound_are_notes(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("a.py", MOOR)
    write("b.py", MOOR + "#" * 400)
    write("c.py", MOOR + "#" * 100)
    monkeypatch.setattr(codebase, "MAX_FILE_BYTES", 300)
    monkeypatch.setattr(codebase, "MAX_BYTES", 200)
    index = locate.index(locate.files(["*.py"], tmp_path))
    assert [raw.inside for raw in index.raw] == ["a.py"]
    assert index.notes == (
        f"{tmp_path / 'b.py'}: larger than 0 MB, not read",
        f"{tmp_path / 'c.py'}: more than 0 MB of code, not read",
    )


HOSTILE = {
    "nul.py": b"@mcp.tool()\ndef moor(quay): ...\n\0",
    "syntax.py": b"@mcp.tool()\ndef moor(quay: ...\n",
    "latin.py": b"# -*- coding: latin-1 -*-\n# \xe9\xe8\n@mcp.tool()\ndef land(quay): ...\n",
    "wrong.py": "@mcp.tool()\ndef sail(): '''Schräg.'''\n".encode("latin-1"),
    "codec.py": b"# coding: rot13\n@mcp.tool()\ndef row(): ...\n",
    "unknown.py": b"# coding: no-such-thing\n@mcp.tool()\ndef drift(): ...\n",
    "bom.py": b"\xef\xbb\xbf@mcp.tool()\ndef dive(): ...\n",
    "wide.cs": "\ufeff[McpServerTool] public string Wade() => null;".encode("utf-16-le"),
    "deep.py": b"tool = " + b"(" * 50_000,
    "deeper.py": b"tool = " + b"-" * 50_000 + b"1",
    "chain.py": b"tool = a" + b".b" * 50_000,
    "sum.py": b"tool = 'a'" + b" + 'a'" * 20_000 + b"\nTool(name=tool, description='x')\n",
    "nested.ts": b"const tool = " + b"{a:[" * 50_000,
    "closing.ts": b"tool " + b"[(" * 20_000 + b"}" * 20_000,
    "template.ts": b"const tool = " + b"`${" * 20_000,
    "quotes.ts": b"const tool = '" + b"\\" * 100_001,
    "names.ts": b"server.tool(" + b"a.tool(" * 20_000,
    "angle.ts": b"tool" + b"<" * 50_000,
    "const.ts": b'const a = b; const b = a; server.tool(a, "x", {});',
    "spread.ts": b"const a = {...a}; server.tool('surf', 'x', a);",
    "schema.ts": b"const S = z.object({s: S, t: z.array(S)}); server.tool('wake', 'x', S);",
    "raw.rs": b"tool r" + b"#" * 20_000 + b'"',
    "comment.go": b"// tool\n" + b"/*" * 50_000,
    "attributes.rs": b"#[tool] " * 5_000 + b"fn moor() {}",
    "docs.rs": b"/// x\n#[tool]\n" * 3_000,
    "builder.java": b'.name("x")' * 5_000,
    "cycle.py": b"from .cycle import A as A\nB = A\nTool(name=B, description='x')\nclass C(C): x: 'C'\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_keeps_no_tool_from_being_found(name: str, write: Write, search: Search, tmp_path: Path) -> None:
    write(name, HOSTILE[name])
    write("zz_good.py", "@mcp.tool()\ndef anchor(depth: int):\n    '''Drop the anchor at a depth.'''\n")
    words = ("moor", "land", "sail", "row", "drift", "dive", "wade", "surf", "wake", "x")
    found = search(tmp_path, tool("anchor", "Drop the anchor at a depth.", "depth"), *map(tool, words))
    assert found["anchor"].spot.line == 2


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("nul.py", []),
        ("latin.py", ["land"]),
        ("wrong.py", ["sail"]),
        ("codec.py", ["row"]),
        ("unknown.py", ["drift"]),
        ("bom.py", ["dive"]),
        ("wide.cs", ["wade"]),
    ],
)
def test_encodings(name: str, expected: list[str], write: Write, search: Search, tmp_path: Path) -> None:
    write(name, HOSTILE[name])
    assert list(search(tmp_path, *map(tool, ("land", "sail", "row", "drift", "dive", "wade")))) == expected


def test_python_that_is_not_read_as_such_is_a_note_and_read_by_its_tokens(write: Write, tmp_path: Path) -> None:
    file = write("broken.py", MOOR + "def broken(:\n")
    catalog = build_catalog("harbour", [tool("moor", "Moor a ship at a quay.", "quay")])
    index = locate.index(locate.files(["*.py"], tmp_path))
    found = index.definitions(catalog)[0]
    assert (found.spot.line, found.find(("inputSchema", "properties", "quay")).line) == (2, 2)
    (note,) = index.notes
    assert note.startswith(f"{file}:4: no Python that can be parsed here (")


def test_columns_count_code_points_and_utf16(write: Write, tmp_path: Path) -> None:
    write("server.py", "@mcp.tool(title='🚢🚢', name='moor')\ndef f(): ...\n")
    catalog = build_catalog("harbour", [tool("moor")])
    place = locate.index(locate.files(["*.py"], tmp_path)).definitions(catalog)[0].spot.place()
    assert (place.span.start_column, place.span.end_column) == (28, 34)
    assert place.utf16_columns == (30, 36)


def test_source_goes_before_tests_and_builds(write: Write, search: Search, line: Any, tmp_path: Path) -> None:
    for folder in ("tests/test_a.py", "build/a.py", "src/a.py", "examples/a.py"):
        write(folder, MOOR)
    found = search(tmp_path, tool("moor", "Moor a ship at a quay.", "quay"), globs=("**/*.py", "build/*.py"))
    assert line(found["moor"]) == "src/a.py: def moor(quay: str):"


def test_of_two_that_differ_the_one_that_says_the_same_is_taken(
    write: Write, search: Search, line: Any, tmp_path: Path
) -> None:
    write("a.py", "@mcp.tool()\ndef moor(line: str):\n    '''Tie a knot in a line of rope.'''\n")
    write("b.py", MOOR)
    found = search(tmp_path, tool("moor", "Moor a ship at a quay.", "quay"))
    assert line(found["moor"]) == "b.py: def moor(quay: str):"


def test_of_two_that_are_equally_likely_none_is_taken(write: Write, search: Search, tmp_path: Path) -> None:
    write("a.py", "@mcp.tool()\ndef moor(): ...\n")
    write("b.py", "@mcp.tool()\ndef moor(): ...\n")
    assert search(tmp_path, tool("moor")) == {}


def test_something_else_of_that_name_is_not_taken(write: Write, search: Search, tmp_path: Path) -> None:
    write(
        "a.ts",
        'const tools = 1;\nconst field = { name: "berth", description: "Which berth." };\n'
        'if (name === "berth") { callTool({ name: "berth", arguments: {} }); }\ncase "berth":\n',
    )
    assert search(tmp_path, tool("berth", "Give a ship a place to lie.", "ship")) == {}


def test_one_argument_around_all_others_is_looked_through(
    write: Write, search: Search, line: Any, tmp_path: Path
) -> None:
    write(
        "a.ts",
        "server.tool('moor', 'Moor a ship.', {\n  quay: z.string(),\n  lines: z.array(z.object({\n    side: z.string()\n  })),\n});\n",
    )
    found = search(tmp_path, tool("moor", "Moor a ship.", "params"))["moor"]
    inside = ("inputSchema", "properties", "params", "properties")
    assert line(found, *inside, "quay", "type") == "a.ts: quay: z.string(),"
    assert line(found, *inside, "lines", "items", "properties", "side") == "a.ts: side: z.string()"
    assert line(found, *inside, "none") == "a.ts: server.tool('moor', 'Moor a ship.', {"


def test_a_mounted_server_has_a_prefix(write: Write, search: Search, line: Any, tmp_path: Path) -> None:
    write("a.py", MOOR)
    found = search(tmp_path, tool("north_moor", "Moor a ship at a quay.", "quay"))
    assert line(found["north_moor"], "inputSchema", "properties", "quay") == "a.py: def moor(quay: str):"


def test_a_name_that_is_built_is_found_by_its_description(
    write: Write, search: Search, line: Any, tmp_path: Path
) -> None:
    write(
        "a.ts",
        "for (const side of sides) {\n  tool(`moor_${side}`,\n    'Moor a ship with that side to the quay.');\n}\n",
    )
    found = search(tmp_path, tool("moor_port", "Moor a ship with that side to the quay."))
    assert line(found["moor_port"]) == "a.ts: 'Moor a ship with that side to the quay.');"


def test_a_name_in_data_is_found_if_it_stands_there_once(
    write: Write, search: Search, line: Any, tmp_path: Path
) -> None:
    write("tools.yaml", "tools:\n  - name: moor # first\n    text: Moor.\n  - name: leave\n  - name: leave\n")
    found = search(tmp_path, tool("moor"), tool("leave"), globs=("*.yaml",))
    assert list(found) == ["moor"]
    assert line(found["moor"]) == "tools.yaml: - name: moor # first"


def test_a_source_in_meta_or_a_hint_goes_first(write: Write, search: Search, line: Any, tmp_path: Path) -> None:
    write("a.py", MOOR)
    write("b.py", "x = 1\nmake('moor')\n" + MOOR)
    said = tool(
        "moor", "Moor a ship at a quay.", "quay", _meta={"io.github.catalint/source": {"path": "b.py", "line": 4}}
    )
    found = search(tmp_path, said)
    assert line(found["moor"], "inputSchema", "properties", "quay") == "b.py: def moor(quay: str):"
    hinted = search(tmp_path, tool("moor"), hints={"moor": (str(tmp_path / "b.py"), 2)}, globs=("a.py",))
    assert line(hinted["moor"], "description") == "b.py: make('moor')"


@pytest.mark.parametrize(
    "source",
    [
        {"path": "../secret.py", "line": 1},
        {"path": "/etc/hostname", "line": 1},
        {"path": "link.py", "line": 1},
        {"path": "a\0b", "line": 1},
        {"path": "none.py", "line": 1},
        {"path": ".", "line": 1},
        {"path": "inner/a.py", "line": 99},
        {"path": "inner/a.py", "line": -1},
        {"path": "inner/a.py", "line": True},
        {"path": "inner/a.py", "line": 1e9},
        {"path": 1, "line": 1},
        {"path": "x" * 100_000, "line": 1},
        ["inner/a.py", 1],
        "inner/a.py:1",
    ],
)
def test_a_source_in_meta_that_leads_elsewhere_is_not_followed(
    source: Any, write: Write, search: Search, tmp_path: Path
) -> None:
    write("secret.py", "password = 1\n")
    write("project/inner/a.py", "tool = 1\n")
    (tmp_path / "project" / "link.py").symlink_to(tmp_path / "secret.py")
    tools = tool("moor", _meta={"io.github.catalint/source": source})
    assert search(tmp_path / "project", tools, globs=("inner/*.py",)) == {}


class TestAttach:
    DUMP = (
        '{"tools": [{"name": "moor", "description": "Moor.", "inputSchema": {}}, {"name": "leave", "inputSchema": {}}]}'
    )

    def report(self, tmp_path: Path, write: Write, *, dump: bool) -> tuple[Report, Corpus]:
        write("src/a.py", "@mcp.tool()\ndef moor():\n    '''Moor.'''\n")
        if dump:
            corpus = sources.load([str(write("harbour.json", self.DUMP))]).corpus
        else:
            corpus = Corpus((build_catalog("harbour", [tool("moor", "Moor."), tool("leave")]),))
        moor, leave = corpus.catalogs[0].tools
        fix = Fix(moor.at("description"), "Moor a ship.", "Say what is moored.") if dump else None
        findings = (
            Finding("x", "Short.", moor.at("description"), Severity.NOTE, fix=fix),
            Finding("x", "Nothing.", leave.at("description"), Severity.NOTE),
            Finding("x", "All.", Location("harbour"), Severity.NOTE),
        )
        results = tuple(Result(each, each.severity, "", "0" * 32) for each in findings)
        return Report(results), corpus

    def test_code_goes_before_the_dump_and_fixes_stay_there(self, write: Write, tmp_path: Path) -> None:
        report, corpus = self.report(tmp_path, write, dump=True)
        index = locate.index(locate.files(["src/*.py"], tmp_path))
        report = locate.attach(report, corpus, {"harbour": index})
        places = [result.place for result in report.results]
        assert [place and (Path(place.path).name, place.span.start_line, place.how) for place in places] == [
            ("a.py", 3, "code"),
            ("harbour.json", 1, "dump"),
            ("harbour.json", 1, "dump"),
        ]
        fix = report.results[0].fix_place
        assert fix is not None
        assert (Path(fix.path).name, fix.how) == ("harbour.json", "dump")
        assert report.notes == (
            "harbour: 1 of 2 tools were not found in the code ('leave'); their findings are elsewhere",
        )

    def test_the_fallback_is_for_what_stands_nowhere(self, write: Write, tmp_path: Path) -> None:
        report, corpus = self.report(tmp_path, write, dump=False)
        index = locate.index(locate.files(["src/*.py"], tmp_path))
        fallback = Place("catalint.yaml", Span(3, 3, 3, 10), (3, 10), "config")
        report = locate.attach(report, corpus, {"harbour": index}, {"harbour": fallback})
        assert [result.place and result.place.how for result in report.results] == ["code", "config", "config"]
        assert report.results[0].fix_place is None

    def test_files_that_were_not_read_are_notes(self, write: Write, tmp_path: Path) -> None:
        report, corpus = self.report(tmp_path, write, dump=True)
        file = write("src/b.py", b"tool\0")
        index = locate.index(locate.files(["src/*.py", "gone/*.py"], tmp_path))
        notes = locate.attach(report, corpus, {"harbour": index}).notes
        assert notes[1:] == (
            "harbour: the code glob 'gone/*.py' matches no file",
            f"harbour: {file}: no text, not read",
        )


def test_paths_are_shown_as_they_were_found(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write("project/src/a.py", MOOR)
    monkeypatch.chdir(tmp_path)
    index = locate.index(locate.files(["src/*.py"], Path(os.path.relpath(tmp_path / "project"))))
    catalog = build_catalog("harbour", [tool("moor")])
    assert index.definitions(catalog)[0].spot.place().path == "project/src/a.py"


def test_findings_of_real_rules_get_lines(write: Write, tmp_path: Path) -> None:
    from catalint import pack

    write("a.py", "@mcp.tool()\ndef moor(quay: str):\n    '''Moor.'''\n")
    corpus = Corpus((build_catalog("harbour", [tool("moor", "Moor.", "quay")]),))
    report = engine.run(Context(corpus), [rule() for rule in pack.load()[0].rules if rule.meta.profile == "default"])
    report = locate.attach(report, corpus, {"harbour": locate.index(locate.files(["*.py"], tmp_path))})
    assert {result.place.how for result in report.results if result.place} == {"code"}
    assert {result.place.span.start_line for result in report.results if result.place} >= {2, 3}
