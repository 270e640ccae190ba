from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from catalint import Context, Corpus, Finding, Severity, engine, ignores, locate, suppress
from catalint.locate.directives import Comments
from catalint.model import Json, build_catalog
from catalint.pack import load
from catalint.report import Report, Result
from catalint.rule import Rule

Write = Callable[[str, str | bytes], Path]

RULES = frozenset(("missing-description", "undocumented-parameter", "unused-ignore"))


def tool(name: str, *parameters: str) -> Json:
    schema: Json = {"type": "object", "properties": {parameter: {"type": "string"} for parameter in parameters}}
    return {"name": name, "inputSchema": schema}


def read(folder: Path, *tools: Json, server: str = "harbour") -> tuple[Comments, Corpus]:
    corpus = Corpus((build_catalog(server, list(tools)),))
    code = {server: locate.index(locate.files(["**/*"], folder))}
    return locate.comments(code, corpus, RULES), corpus


def said(comments: Comments) -> list[tuple[str, str, str, tuple[str, ...]]]:
    return [(ignore.rule, ignore.reason, ignore.pointer, (*ignore.tools, *ignore.also)) for ignore in comments.ignores]


ALL = ("harbour/moor",)


@pytest.mark.parametrize(
    ("code", "pointer"),
    [
        ("@mcp.tool()  # catalint: ignore[missing-description] for now\ndef moor(quay: str): ...\n", ""),
        ("@mcp.tool()\ndef moor(quay: str): ...  # catalint: ignore[missing-description] for now\n", ""),
        ("# catalint: ignore[missing-description] for now\n@mcp.tool()\ndef moor(quay: str): ...\n", ""),
        ("@mcp.tool()\n# catalint: ignore[missing-description] for now\ndef moor(quay: str): ...\n", ""),
        (
            "@mcp.tool()\ndef moor(\n    quay: str,  # catalint: ignore[missing-description] for now\n): ...\n",
            "/inputSchema/properties/quay",
        ),
        (
            "@mcp.tool()\ndef moor(\n    # catalint: ignore[missing-description] for now\n    quay: str,\n): ...\n",
            "/inputSchema/properties/quay",
        ),
        (
            '@mcp.tool()\ndef moor(quay: str):\n    """Moor."""  # catalint: ignore[missing-description] for now\n',
            "/description",
        ),
        (
            "mcp.tool(\n    name='moor',  # catalint: ignore[missing-description] for now\n)(moor)\n\n\ndef moor(): ...\n",
            "",
        ),
    ],
)
def test_lines_of_python(code: str, pointer: str, write: Write, tmp_path: Path) -> None:
    write("server.py", code)
    comments, _ = read(tmp_path, tool("moor", "quay"))
    assert said(comments) == [("missing-description", "for now", pointer, ALL)]
    assert comments.notes == ()


@pytest.mark.parametrize(
    ("name", "code", "pointer"),
    [
        ("a.ts", 'server.tool("moor", {}, run); // catalint: ignore[missing-description] for now\n', ""),
        ("a.ts", '/* catalint: ignore[missing-description] for now */\nserver.tool("moor", {}, run);\n', ""),
        (
            "a.ts",
            'server.tool("moor", "Moor.", {\n  quay: z.string(), // catalint: ignore[missing-description] for now\n});\n',
            "/inputSchema/properties/quay",
        ),
        ("a.go", '// catalint: ignore[missing-description] for now\nt := mcp.NewTool("moor")\n', ""),
        ("a.rs", '// catalint: ignore[missing-description] for now\n#[tool(description = "x")]\nfn moor() {}\n', ""),
        ("a.cs", '[McpServerTool] // catalint: ignore[missing-description] for now\nstring Moor() => "";\n', ""),
        ("a.rb", "# catalint: ignore[missing-description] for now\ntool('moor', 'Moor a ship.')\n", ""),
    ],
)
def test_lines_of_other_languages(name: str, code: str, pointer: str, write: Write, tmp_path: Path) -> None:
    write(name, code)
    comments, _ = read(tmp_path, tool("moor", "quay"))
    assert said(comments) == [("missing-description", "for now", pointer, ALL)]


def test_several_rules_several_parameters_and_no_reason(write: Write, tmp_path: Path) -> None:
    write(
        "server.py",
        "@mcp.tool()\ndef moor(\n    quay: str, side: str,  # catalint:ignore[missing-description,undocumented-*]\n): ...\n",
    )
    comments, _ = read(tmp_path, tool("moor", "quay", "side"))
    pointers = ("/inputSchema/properties/quay", (*ALL, "/inputSchema/properties/side"))
    assert said(comments) == [("missing-description", "", *pointers), ("undocumented-*", "", *pointers)]


def test_a_comment_inside_a_text_is_none(write: Write, tmp_path: Path) -> None:
    write(
        "server.py",
        '@mcp.tool(description="# catalint: ignore[missing-description] x")\ndef moor():\n'
        "    '''\n    # catalint: ignore[missing-description] x\n    '''\n",
    )
    write("a.ts", 'const text = `// catalint: ignore[missing-description] ${"// catalint: ignore[x]"}`;\n')
    comments, _ = read(tmp_path, tool("moor"))
    assert comments == Comments()


def test_what_ignores_nothing_is_said(write: Write, tmp_path: Path) -> None:
    file = write(
        "server.py",
        "x = 1  # catalint: ignore[missing-description] nothing here\n"
        "@mcp.tool()  # catalint: ignore because\n"
        "def moor(): ...  # catalint: ignore[mising-description] because\n",
    )
    comments, _ = read(tmp_path, tool("moor"))
    assert comments.ignores == ()
    assert comments.notes == (
        f"{file}:1: no tool of this run is known to be defined at this comment, so it ignores nothing",
        f"{file}:2: this comment names no rule, so it ignores nothing: write `catalint: ignore[rule-id] reason`",
        (
            f"{file}:3: no rule is called 'mising-description', so this comment ignores nothing; "
            "did you mean 'missing-description'?"
        ),
    )


def test_one_function_of_two_servers_is_one_ignore(write: Write, tmp_path: Path) -> None:
    write("server.py", "@mcp.tool()  # catalint: ignore[missing-description] both\ndef moor(): ...\n")
    corpus = Corpus((build_catalog("north", [tool("moor")]), build_catalog("south", [tool("moor")])))
    files = locate.files(["*.py"], tmp_path)
    code = {"north": locate.index(files), "south": locate.index(files)}
    (ignore,) = locate.comments(code, corpus, RULES).ignores
    assert ignore.tools == ("north/moor", "south/moor")
    assert ignore.where.tool is None


def test_a_name_with_a_pattern_in_it_means_itself(write: Write, tmp_path: Path) -> None:
    write("server.py", '@mcp.tool(name="a/*")  # catalint: ignore[missing-description] odd\ndef moor(): ...\n')
    comments, corpus = read(tmp_path, tool("a/*"))
    (ignore,) = comments.ignores
    assert ignore.tools == (ignores.escape_glob(f"harbour/{corpus.catalogs[0].tools[0].name}"),)


def judge(folder: Path, *tools: Json) -> Report:
    comments, corpus = read(folder, *tools)
    wanted = {"missing-description", "unused-ignore"}
    rules: list[Rule] = [rule() for rule in load()[0].rules if rule.meta.id in wanted]  # type: ignore[type-arg]
    report = engine.run(Context(corpus), rules)
    report = suppress.apply(report, comments.ignores, corpus, rules)
    return locate.attach(report, corpus, {"harbour": locate.index(locate.files(["**/*"], folder))})


def test_a_comment_suppresses_and_an_unused_one_is_reported_at_its_line(write: Write, tmp_path: Path) -> None:
    file = write(
        "server.py",
        "@mcp.tool()  # catalint: ignore[missing-description] said in the handbook\n"
        "def moor(quay: str): ...\n"
        "\n"
        "@mcp.tool(\n"
        '    description="Weigh anchor and leave.",\n'
        ")\n"
        "# catalint: ignore[missing-description] no longer true\n"
        "def leave(): ...\n",
    )
    leave: Json = {"name": "leave", "description": "Weigh anchor and leave.", "inputSchema": {"type": "object"}}
    report = judge(tmp_path, tool("moor", "quay"), leave)
    (taken,) = report.suppressed
    assert taken.suppressed == f"said in the handbook (ignored at {file}:1)"
    (unused,) = report.active
    assert unused.finding.rule == "unused-ignore"
    assert unused.place is not None
    assert (unused.place.path, unused.place.span.start_line, unused.place.how) == (str(file), 7, "code")


def test_a_comment_at_a_parameter_leaves_the_other_ones(write: Write, tmp_path: Path) -> None:
    write("server.py", "@mcp.tool()\ndef moor(\n    quay,  # catalint: ignore[x] y\n    side,\n): ...\n")
    corpus = Corpus((build_catalog("harbour", [tool("moor", "quay", "side")]),))
    moor = corpus.catalogs[0].tools[0]
    code = {"harbour": locate.index(locate.files(["**/*"], tmp_path))}
    (ignore,) = locate.comments(code, corpus, {"x"}).ignores
    hits = [
        Finding("x", "Wrong.", moor.at("inputSchema", "properties", name, "type"), Severity.NOTE)
        for name in ("quay", "side")
    ]
    covered = [ignore.covers(Result(hit, hit.severity, "moor", "0" * 32)) for hit in hits]
    assert covered == [True, False]
