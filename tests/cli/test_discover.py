from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import Result

from catalint.output import discovery
from catalint.search.retrievers import RETRIEVERS

Run = Callable[..., Result]
Dump = Callable[..., str]

SCHEMA = json.loads(Path(discovery.__file__).with_name("discovery.schema.json").read_text(encoding="utf-8"))
DESK = {
    "reserve_seat": "Reserve a seat in the reading room. Seats are held for an hour.",
    "lend_book": "Lend a book to a reader.",
    "return_book": "Take a book back and reserve it for the next reader.",
    "renew_loan": "Renew a loan.",
    "pay_fine": "Pay a fine for a late return.",
    "list_branches": "List the branches of the library.",
}
QUERIES = """\
- query: I want to sit down somewhere quiet
  tools: [reserve_seat]
- query: lend me a book
  tools: [lend_book]
"""


def queries(text: str = QUERIES, file: str = "queries.yaml") -> str:
    Path(file).write_text(text, encoding="utf-8")
    return file


def report(result: Result) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(result.stdout)
    jsonschema.Draft202012Validator(SCHEMA).validate(value)
    return value


def one_line(result: Result) -> str:
    (line,) = result.stderr.splitlines()
    return line.removeprefix("catalint: error: ")


def test_text(run: Run, dump: Dump) -> None:
    result = run("discover", dump(**DESK))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "desk (desk.json): 6 tools, searched by bm25"
    assert lines[2].split() == ["found", "tool", "best", "search", "worst", "search"]
    rows = [line.split() for line in lines if re.match(r" +\d+%  \w", line)]
    assert sorted(row[1] for row in rows) == sorted(DESK)
    chances = [int(row[0].rstrip("%")) for row in rows]
    assert chances == sorted(chances)
    assert re.search(
        r"^Expected of a search for one of these tools: hit@5 0\.\d\d, MRR 0\.\d\d\.$", result.stdout, re.MULTILINE
    )
    assert "no promise for the other tools" in " ".join(result.stdout.split())
    assert result.stderr == ""


def test_json(run: Run, dump: Dump) -> None:
    value = report(run("discover", dump(**DESK), "--format", "json"))
    (found,) = value["retrievers"]
    assert found["kind"] == "bm25"
    assert len(found["tools"]) == 6
    assert value["queries"] is None
    assert {row["detail"] for row in found["tools"]} == {None}
    assert found["expected"]["hit_at_5"] == pytest.approx(
        sum(row["probability"] for row in found["tools"]) / 6, abs=1e-5
    )


def test_json_agrees_with_search(run: Run, dump: Dump) -> None:
    """What discover says of a search, anyone can repeat."""
    file = dump(**DESK)
    for row in report(run("discover", file, "--format", "json"))["retrievers"][0]["tools"]:
        for search in row["searches"]:
            hits = json.loads(run("search", search["query"], file, "--format", "json", "--limit", "99").stdout)["hits"]
            names = [hit["tool"] for hit in hits]
            assert names[search["rank"] - 1] == row["tool"]
            assert [hit["tool"] for hit in search["ahead"]] == names[: search["rank"] - 1][:5]


def test_markdown(run: Run, dump: Dump) -> None:
    result = run("discover", dump(**DESK), "--format", "markdown", "--worst", "2")
    assert result.stdout.startswith("# Findability\n\n`desk (desk.json)`: 6 tools, searched by bm25.\n")
    assert len(re.findall(r"^\| \**\d+%\** \| `", result.stdout, re.MULTILINE)) == 2


def test_several_servers(run: Run, dump: Dump) -> None:
    shop = dump("shop.json", lend_bike="Lend a bike.", return_bike="Take a bike back.")
    result = run("discover", dump(**DESK), shop)
    assert result.stdout.startswith("2 servers together: 8 tools, searched by bm25\n")
    assert "shop/lend_bike" in result.stdout
    assert "Each server alone, and among all" in result.stdout
    value = report(run("discover", "desk.json", shop, "--format", "json"))
    assert [server["server"] for server in value["retrievers"][0]["servers"]] == ["desk", "shop"]
    assert all(server["company"] for server in value["retrievers"][0]["servers"])


@pytest.mark.parametrize(
    ("prefix", "name"),
    [
        ("mcp__{server}__", "mcp__desk__pay_fine"),
        ("claude-code", "mcp__desk__pay_fine"),
        ("gemini-cli", "mcp_desk_pay_fine"),
        ("{server}.{tool}", "desk.pay_fine"),
        ("none", "pay_fine"),
        ("", "pay_fine"),
        ("my_", "my_pay_fine"),
    ],
)
def test_names_of_clients(run: Run, dump: Dump, prefix: str, name: str) -> None:
    value = report(run("discover", dump(**DESK), "--prefix", prefix, "--format", "json"))
    assert name in {row["name"] for row in value["retrievers"][0]["tools"]}


def test_kinds_of_search(run: Run, dump: Dump) -> None:
    file = dump(**DESK)
    value = report(run("discover", file, "--retriever", "bm25,regex", "--format", "json"))
    assert [found["kind"] for found in value["retrievers"]] == ["bm25", "regex"]
    value = report(run("discover", file, "--retriever", "regex", "--retriever", "bm25", "--format", "json"))
    assert [found["kind"] for found in value["retrievers"]] == ["regex", "bm25"]
    text = run("discover", file, "--retriever", "regex,bm25").stdout
    assert re.search(r"^ +regex +bm25 +tool$", text, re.MULTILINE)


def test_all_kinds_are_those_that_are_installed(run: Run, dump: Dump) -> None:
    result = run("discover", dump(**DESK), "--retriever", "all", "--format", "json")
    assert result.exit_code == 0
    kinds = [found["kind"] for found in report(result)["retrievers"]]
    missing = re.findall(r"note: (\S+) is left out", result.stderr)
    assert [*kinds, *missing] == list(RETRIEVERS)
    assert kinds[0] == "bm25"


def test_worst(run: Run, dump: Dump) -> None:
    many = {f"tool_{number:02}": f"Do thing number {number} of a box." for number in range(30)}
    file = dump(**many)

    def rows(*arguments: str) -> int:
        return len(re.findall(r"^ +\d+%  tool_", run("discover", file, *arguments).stdout, re.MULTILINE))

    assert (rows(), rows("--worst", "3"), rows("--worst", "30"), rows("--worst", "0")) == (20, 3, 30, 0)
    assert "10 more tools, likelier to be found than these (--worst 30 shows all)" in run("discover", file).stdout
    assert len(report(run("discover", file, "--format", "json"))["retrievers"][0]["tools"]) == 30
    value = report(run("discover", file, "--format", "json", "--worst", "3"))
    assert (len(value["retrievers"][0]["tools"]), value["retrievers"][0]["left_out"]) == (3, 27)


def test_one_tool_in_detail(run: Run, dump: Dump) -> None:
    file = dump(**DESK)
    output = run("discover", file, "--tool", "pay_fine").stdout
    assert re.search(r"^pay_fine: \d+% of searches are expected to find it, ", output, re.MULTILINE)
    assert "  Pay a fine for a late return.\n" in output
    assert "Words that find it by themselves" in output
    assert "What would lift it" in output
    assert "lend_book:" not in output
    value = report(run("discover", file, "--tool", "desk/*_book", "--format", "json"))
    tools = value["retrievers"][0]["tools"]
    assert {row["tool"] for row in tools} == {"lend_book", "return_book"}
    assert all(row["detail"] for row in tools)


def test_a_tool_that_is_not_there(run: Run, dump: Dump) -> None:
    result = run("discover", dump(**DESK), "--tool", "pay_fines")
    assert result.exit_code == 2
    assert "no tool is called 'pay_fines'; did you mean 'pay_fine'?" in result.stderr
    assert run("discover", "desk.json", "--tool", "x*").exit_code == 2


def test_labelled_searches(run: Run, dump: Dump) -> None:
    result = run("discover", dump(**DESK), "--queries", queries())
    assert result.exit_code == 0
    assert "Labelled searches: 2 of queries.yaml\n" in result.stdout
    assert "  hit@1 0.50   hit@5 0.50   MRR 0.50   recall@5 0.50\n" in result.stdout
    assert '    queries.yaml:1: "I want to sit down somewhere quiet"\n' in result.stdout
    assert "      reserve_seat is not found; it lacks want, sit, somewhere and quiet\n" in result.stdout
    assert "No labelled search is for return_book, renew_loan, pay_fine and list_branches.\n" in result.stdout


def test_a_tool_and_its_labelled_searches(run: Run, dump: Dump) -> None:
    text = QUERIES + "- {query: a seat in the reading room, tools: [reserve_seat]}\n"
    asked = ("discover", dump(**DESK), "--queries", queries(text), "--tool", "reserve_seat")
    assert "  Found by 1 of 2 labelled searches\n" in run(*asked).stdout
    assert 'sit: asked for in "I want to sit down somewhere quiet"' in run(*asked).stdout
    (row,) = report(run(*asked, "--format", "json"))["retrievers"][0]["tools"]
    assert row["labelled"] == {"searches": 2, "found": 1}
    assert {each["word"] for each in row["detail"]["lacks"]} >= {"sit", "quiet"}


def test_what_wins_instead_is_told(run: Run, dump: Dump) -> None:
    many = {f"list_{what}": f"List the {what} of the depot." for what in "bees cats dogs eels fish gnus hens".split()}
    file = queries("- {query: list of the depot, tools: [list_hens]}\n")
    output = run("discover", dump(**many), "--queries", file, "--worst", "0").stdout
    assert "      list_hens is 7th\n" in output
    assert "      instead: list_bees, list_cats, list_dogs, list_eels, list_fish\n" in output
    assert "found  tool" not in output


@pytest.mark.parametrize(("least", "code"), [("0", 0), ("0.5", 0), ("0.51", 1), ("1", 1)])
@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_the_gate(run: Run, dump: Dump, least: str, code: int, form: str) -> None:
    result = run("discover", dump(**DESK), "--queries", queries(), "--min-recall", least, "--format", form)
    assert result.exit_code == code
    if code:
        wanted = f"recall@5 of the labelled searches is 0.500 by bm25, --min-recall asks for {float(least):g}"
        assert one_line(result) == wanted
    else:
        assert result.stderr == ""
    if form == "json":
        assert report(result)["queries"]["passed"] is not bool(code)


def test_every_kind_of_search_has_to_pass(run: Run, dump: Dump) -> None:
    file = queries(
        "- {query: lend me a book, tools: [lend_book]}\n- {query: library branches, tools: [list_branches]}\n"
    )
    both = ("discover", dump(**DESK), "--queries", file, "--retriever", "bm25,regex", "--format", "json")
    recalls = [found["labelled"]["recall_at_5"] for found in report(run(*both))["retrievers"]]
    assert run(*both, "--min-recall", str(min(recalls))).exit_code == 0
    assert run(*both, "--min-recall", "1").exit_code == (0 if min(recalls) == 1 else 1)


def test_searches_and_gate_of_the_configuration(run: Run, dump: Dump) -> None:
    dump(**DESK)
    Path("ci").mkdir()
    queries(file="ci/q.yaml")
    text = "servers: {desk: {dump: ../desk.json}}\ndiscover: {queries: q.yaml, min-recall: 0.6}\n"
    Path("ci/catalint.yaml").write_text(text, encoding="utf-8")
    result = run("discover", "--config", "ci/catalint.yaml")
    assert result.exit_code == 1
    assert "Labelled searches: 2 of ci/q.yaml" in result.stdout
    assert one_line(result) == "recall@5 of the labelled searches is 0.500 by bm25, ci/catalint.yaml:2:41 asks for 0.6"
    assert run("discover", "--config", "ci/catalint.yaml", "--min-recall", "0.5").exit_code == 0
    other = queries("- {query: lend me a book, tools: [lend_book]}\n", "other.yaml")
    assert run("discover", "--config", "ci/catalint.yaml", "--queries", other).exit_code == 0
    assert run("check", "--config", "ci/catalint.yaml").exit_code == 0


def test_a_missing_file_is_named_with_the_line_that_names_it(run: Run, dump: Dump) -> None:
    dump(**DESK)
    Path("catalint.yaml").write_text("discover:\n  queries: gone.yaml\n", encoding="utf-8")
    result = run("discover", "desk.json")
    assert result.exit_code == 3
    assert one_line(result) == (
        "gone.yaml: can't be read: No such file or directory (named at catalint.yaml:2:12); --write-queries drafts one"
    )
    assert run("discover", "desk.json", "--queries", ".").exit_code == 3


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "queries.yaml:1:1: empty: write `- query: ...` with `tools: [...]`"),
        ("- query: [\n", "queries.yaml:2:1: not valid YAML: "),
        ("- {query: x, tools: [lend_bok]}\n", "queries.yaml:1:22: unknown tool 'lend_bok'; did you mean 'lend_book'?"),
        ("- {query: x, tools: [lend_book], draft: true}\n", "queries.yaml:1:1: its only search is a draft, which"),
    ],
)
def test_a_file_that_can_not_be_used(run: Run, dump: Dump, text: str, line: str) -> None:
    for arguments in ((), ("--min-recall", "0"), ("--format", "json")):
        result = run("discover", dump(**DESK), "--queries", queries(text), *arguments)
        assert result.exit_code == 3
        assert one_line(result).startswith(line)
        assert result.stdout == ""


def test_drafts(run: Run, dump: Dump) -> None:
    file = dump(**DESK)
    result = run("discover", file, "--write-queries", "q.yaml")
    assert result.exit_code == 0
    assert result.stdout.startswith("wrote q.yaml with 6 drafts for 6 tools\n")
    text = Path("q.yaml").read_text(encoding="utf-8")
    assert text.count("draft: true\n") == 6
    Path("q.yaml").write_text(text.replace("  draft: true\n", "", 2), encoding="utf-8")
    output = run("discover", file, "--queries", "q.yaml").stdout
    assert "Labelled searches: 2 of q.yaml, 4 drafts not counted" in output


def test_an_existing_file_is_not_replaced(run: Run, dump: Dump) -> None:
    file, existing = dump(**DESK), queries()
    result = run("discover", file, "--write-queries", existing)
    assert result.exit_code == 2
    assert one_line(result) == "queries.yaml is here already: name another file, or replace it with --force"
    assert Path(existing).read_text(encoding="utf-8") == QUERIES
    assert run("discover", file, "--write-queries", existing, "--force").exit_code == 0
    assert "draft: true" in Path(existing).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["loop.yaml", "x" * 300 + ".yaml"])
def test_a_file_that_can_not_be_written(run: Run, dump: Dump, name: str) -> None:
    Path("loop.yaml").symlink_to("loop.yaml")
    result = run("discover", dump(**DESK), "--write-queries", name)
    assert result.exit_code == 2
    assert one_line(result).startswith(f"{name}: can't be written: ")


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("n\n", 2), ("\n", 2)])
def test_on_a_terminal_it_asks(run: Run, dump: Dump, monkeypatch: pytest.MonkeyPatch, answer: str, code: int) -> None:
    file, existing = dump(**DESK), queries()
    monkeypatch.setattr("catalint.cli.drafts.is_interactive", lambda: True)
    result = run("discover", file, "--write-queries", existing, input=answer)
    assert result.exit_code == code
    assert "queries.yaml is here already. Replace it?" in result.stderr
    assert (Path(existing).read_text(encoding="utf-8") == QUERIES) is (code != 0)


def test_only_tools_without_a_search_are_drafted(run: Run, dump: Dump) -> None:
    file, known = dump(**DESK), queries()
    run("discover", file, "--queries", known, "--write-queries", "more.yaml")
    text = Path("more.yaml").read_text(encoding="utf-8")
    assert text.count("draft: true\n") == 4
    assert "tools: [lend_book]" not in text
    both = queries(QUERIES + text, "all.yaml")
    result = run("discover", file, "--queries", both, "--write-queries", "none.yaml")
    assert result.exit_code == 0
    assert "every tool has a labelled search" in result.stderr
    assert not Path("none.yaml").exists()


def test_the_labelled_searches_are_never_replaced_by_drafts_of_the_others(run: Run, dump: Dump) -> None:
    file, known = dump(**DESK), queries()
    Path("sub").mkdir()
    for same in (known, "./sub/../queries.yaml"):
        result = run("discover", file, "--queries", known, "--write-queries", same, "--force")
        assert result.exit_code == 2
        assert one_line(result).endswith(
            "has the labelled searches that the drafts are to be added to: name another file"
        )
    Path("catalint.yaml").write_text(f"discover: {{queries: {known}}}\n", encoding="utf-8")
    assert run("discover", file, "--write-queries", known, "--force").exit_code == 2
    assert Path(known).read_text(encoding="utf-8") == QUERIES


def test_the_searches_that_the_configuration_names_are_not_drafted_again(run: Run, dump: Dump) -> None:
    file, known = dump(**DESK), queries()
    Path("catalint.yaml").write_text(f"discover: {{queries: {known}}}\n", encoding="utf-8")
    result = run("discover", file, "--write-queries", "more.yaml")
    assert result.stdout.startswith("wrote more.yaml with 4 drafts for 4 tools\n")
    assert "add them to queries.yaml, and run:" in " ".join(result.stdout.split())
    assert result.stdout.endswith(f"\n\n  catalint discover {file} --queries queries.yaml\n")
    assert "tools: [lend_book]" not in Path("more.yaml").read_text(encoding="utf-8")


def test_the_command_after_drafting_names_the_inputs(run: Run, dump: Dump) -> None:
    file = dump("my desk.json", **DESK)
    output = run("discover", file, "--write-queries", "q.yaml").stdout
    assert output.endswith("\n\n  catalint discover 'my desk.json' --queries q.yaml\n")
    assert max(map(len, output.splitlines())) <= 100
    many = [dump(f"{name}.json", **DESK) for name in "abcd"]
    assert "catalint discover INPUT... --queries" in run("discover", *many, "--write-queries", "r.yaml").stdout


def test_drafts_to_standard_output(run: Run, dump: Dump) -> None:
    result = run("discover", dump(**DESK), "--write-queries", "-")
    assert result.stdout.startswith("# Labelled searches:")
    assert not Path("-").exists()


def test_a_configuration_that_names_a_file_which_is_still_to_be_drafted(run: Run, dump: Dump) -> None:
    dump(**DESK)
    Path("catalint.yaml").write_text("discover: {queries: q.yaml, min-recall: 1}\n", encoding="utf-8")
    assert run("discover", "desk.json", "--write-queries", "q.yaml").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "nothing to read"),
        (("desk.json", "--min-recall", "0.9"), "--min-recall needs labelled searches"),
        (("desk.json", "--min-recall", "90", "--queries", "q.yaml"), "--min-recall"),
        (("desk.json", "--min-recall", "nan", "--queries", "q.yaml"), "'nan' is no number from 0 to 1"),
        (("desk.json", "--retriever", "bm52"), "no kind of search 'bm52'; did you mean 'bm25'?"),
        (("desk.json", "--prefix", "{client}_"), "no client or prefix '{client}_'"),
        (("desk.json", "--force"), "--force is for --write-queries"),
        (("desk.json", "--format", "yaml"), "--format"),
        (("desk.json", "--worst", "-1"), "--worst"),
    ],
)
def test_wrong_usage(run: Run, dump: Dump, arguments: tuple[str, ...], message: str) -> None:
    dump(**DESK)
    result = run("discover", *arguments)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert result.stdout == ""


def test_an_input_that_can_not_be_read_does_not_stop_the_others(run: Run, dump: Dump) -> None:
    result = run("discover", "gone.json", dump(**DESK), "--format", "json")
    assert result.exit_code == 3
    assert report(result)["unread"][0]["path"] == "gone.json"
    assert len(report(result)["retrievers"][0]["tools"]) == 6
    only = run("discover", "gone.json", "--format", "json")
    assert only.exit_code == 3
    assert report(only)["catalogs"] == []


def test_a_catalog_that_no_model_sees(run: Run) -> None:
    hidden = {"name": "redraw", "_meta": {"ui": {"visibility": ["app"]}}}
    Path("apps.json").write_text(json.dumps({"tools": [hidden]}), encoding="utf-8")
    result = run("discover", "apps.json")
    assert result.exit_code == 0
    assert "no tool that a model sees" in result.stderr
    assert report(run("discover", "apps.json", "--format", "json"))["retrievers"][0]["expected"]["tools"] == 0


def test_colours(run: Run, dump: Dump, monkeypatch: pytest.MonkeyPatch) -> None:
    file = dump(**DESK)
    assert "\x1b[" not in run("discover", file).stdout
    assert "\x1b[" in run("discover", file, "--color", "always", color=True).stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run("discover", file, color=True).stdout


def test_no_heavy_module_is_imported(dump: Dump, tmp_path: Path) -> None:
    code = (
        "import sys\nfrom catalint.cli import main\n"
        f"try:\n    main(['discover', {dump(**DESK)!r}])\nexcept SystemExit:\n    pass\n"
        "print([name for name in ('numpy', 'jsonschema', 'ruamel', 'tiktoken', 'asyncio') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.splitlines()[-1] == "[]"
