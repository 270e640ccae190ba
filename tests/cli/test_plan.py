from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import Result

from catalint.output import planning

Run = Callable[..., Result]

SCHEMA = json.loads((Path(planning.__file__).with_name("plan.schema.json")).read_text(encoding="utf-8"))


def tool(number: int) -> dict[str, Any]:
    thing = ("tram", "ferry", "bus", "train")[number % 4]
    return {
        "name": f"{('find', 'book', 'cancel', 'move', 'price')[number % 5]}_{thing}_{number}",
        "description": f"Job {number} for a {thing}. Passengers with a pass go first.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "stop": {"type": "string", "description": "Name of the stop."},
                "seats": {"type": "integer"},
            },
            "required": ["stop"],
        },
    }


@pytest.fixture
def transit(tmp_path: Path) -> str:
    return write(tmp_path, "transit.json", 60)


def write(folder: Path, file: str, count: int) -> str:
    (folder / file).write_text(json.dumps({"tools": [tool(number) for number in range(count)]}), encoding="utf-8")
    return file


def test_text(run: Run, transit: str) -> None:
    result = run("plan", transit)
    assert result.exit_code == 0
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0].startswith("transit (transit.json): 60 tools, ")
    assert "Anthropic (claude-sonnet-5.5)" in result.stdout
    assert sum(line.startswith("  > ") for line in lines) == 1
    for way in ("all up front", "curated subset", "three meta-tools, strict lazy", "Anthropic tool search"):
        assert any(way in line for line in lines), way
    assert "Taken for granted" in result.stdout
    assert all(len(line) <= 100 for line in lines)


def test_text_fits_on_a_screen_and_begins_with_what_to_choose(run: Run, transit: str) -> None:
    for options in ((), ("--provider", "openai"), ("--profile", "agent"), ("--turns", "9", "--calls", "30")):
        lines = run("plan", transit, *options).stdout.splitlines()
        assert len(lines) <= 50
        advice = next(place for place, line in enumerate(lines) if line.startswith(("Choose ", "Load all ")))
        table = next(place for place, line in enumerate(lines) if line.startswith("    way "))
        assert advice < 6
        assert advice < table


def test_sums_come_out_as_they_are_written(run: Run, transit: str) -> None:
    text = " ".join(run("plan", transit).stdout.split())
    found = re.search(r"pays after ([\d,]+) requests: ([\d.]+) x ([\d,]+) tokens .*? / ([\d,.]+) saved in each", text)
    assert found is not None
    requests, factor, written, saved = (float(part.replace(",", "")) for part in found.groups())
    assert requests == round(factor * written / saved)


def test_the_bounded_client_is_named_where_it_has_to_drive_a_schema_out(run: Run, transit: str) -> None:
    assert "bounded" not in run("plan", transit).stdout
    assert "meta-tools, bounded sticky" in run("plan", transit, "--schemas", "2").stdout


def test_a_subset_that_is_recommended_is_named(run: Run, transit: str) -> None:
    Path("counts.csv").write_text("find_tram_0,90\nbook_ferry_1,4\n", encoding="utf-8")
    text = " ".join(run("plan", transit, "--usage", "counts.csv").stdout.split())
    assert "Choose curated subset" in text
    assert "The subset: `find_tram_0` and `book_ferry_1`. The other 58 tools would be gone." in text


def test_what_else_would_be_best_is_said_with_its_values(run: Run, transit: str) -> None:
    def cases(*options: str) -> set[str]:
        plan = json.loads(run("plan", transit, *options, "-f", "json").stdout)["plan"]
        return {cell["best"] for cell in plan["sensitivity"]["grid"]} - {plan["recommended"]}

    for options in ((), ("--calls", "20"), ("--provider", "gemini")):
        text, others = run("plan", transit, *options).stdout, len(cases(*options))
        assert text.count(" is best for ") == others
        assert ("The recommendation is the same for all of these." in text) == (not others)


def test_nothing_costs_less_where_nothing_fits_or_nothing_costs(run: Run, transit: str) -> None:
    text = run("plan", transit, "--result-tokens", "1e9").stdout
    assert "No way of loading is possible." in text
    assert "Costs less" not in text
    Path("free.yaml").write_text(
        "providers: {anthropic: {models: {claude-sonnet-5.5: {input: 0, output: 0, cached: 0}}}}", encoding="utf-8"
    )
    text = run("plan", transit, "--prices", "free.yaml").stdout
    assert "costs as much." in text
    assert "-0%" not in text
    assert "Costs less" not in text


def test_the_functions_of_openai_are_pasted_where_they_are_recommended(run: Run, transit: str) -> None:
    tools = json.loads(Path(transit).read_text(encoding="utf-8"))["tools"]
    for each in tools:
        each["inputSchema"]["properties"] |= {f"leg_{leg}": {"type": "string", "minLength": 2} for leg in range(20)}
    Path(transit).write_text(json.dumps({"tools": tools}), encoding="utf-8")
    shown = run("plan", transit, "--provider", "openai").stdout
    assert "Choose OpenAI tool search, functions" in shown
    assert "--paste openai-functions writes it for a request." in shown
    pasted = json.loads(run("plan", transit, "--provider", "openai", "--paste", "openai-functions").stdout)
    assert [each["type"] for each in pasted] == [*["function"] * 60, "tool_search"]


@pytest.mark.parametrize("provider", ["anthropic", "openai", "gemini"])
@pytest.mark.parametrize("count", [1, 60])
def test_json_is_as_its_schema_says(run: Run, tmp_path: Path, provider: str, count: int) -> None:
    file = write(tmp_path, "transit.json", count)
    result = run("plan", file, "--provider", provider, "--format", "json")
    value = json.loads(result.stdout)
    jsonschema.Draft202012Validator(SCHEMA).validate(value)
    assert value["plan"]["provider"] == provider
    assert len(value["plan"]["tools"]) == count
    ways = {way["name"]: way for way in value["plan"]["ways"]}
    assert value["plan"]["recommended"] in ways
    for way in ways.values():
        tokens = way["tokens"]
        assert sum(tokens["parts"].values()) == pytest.approx(tokens["sent"], abs=1e-3)
        assert tokens["fresh"] + tokens["written"] + tokens["read"] == pytest.approx(tokens["sent"], abs=1e-3)
        assert way["expected_cost"] >= way["cost"]


def test_inputs_are_named_with_their_sources(run: Run, transit: str) -> None:
    value = json.loads(run("plan", transit, "--turns", "7", "--format", "json").stdout)["plan"]
    inputs = {each["name"]: each for each in value["inputs"]}
    assert set(inputs) == set(value["session"]) - {"warm"}
    assert inputs["turns"] == {"name": "turns", "given": True, "source": None, "date": None, "confidence": None}
    assert value["session"]["turns"] == 7
    assert inputs["result"]["source"].startswith("https://")
    assert all(each["source"] and each["date"] for each in inputs.values() if not each["given"])


def test_markdown(run: Run, transit: str) -> None:
    output = run("plan", transit, "--format", "markdown").stdout
    assert output.startswith("# Loading `transit (transit.json)`\n")
    header = next(line for line in output.splitlines() if line.startswith("| way |"))
    rows = [line for line in output.splitlines() if line.startswith("| ") and line.count("|") == header.count("|")]
    assert len(rows) >= 9
    assert "**" in output


def test_a_narrow_terminal_shows_fewer_columns(run: Run, transit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("catalint.cli.console.width", lambda: 60)
    lines = run("plan", transit).stdout.splitlines()
    assert all(len(line) <= 60 for line in lines)
    head = next(line for line in lines if line.strip().startswith("way ") and "expected" in line)
    assert "cached" not in head
    assert "$/1,000" in head


def test_colours(run: Run, transit: str) -> None:
    assert "\x1b[" not in run("plan", transit, color=True).stdout
    assert "\x1b[" in run("plan", transit, "--color", "always", color=True).stdout
    assert "\x1b[" not in run("plan", transit, "--color", "never", color=True).stdout


def test_the_chart_is_a_picture_of_its_own(run: Run, transit: str) -> None:
    assert run("plan", transit, "--chart", "plan.svg").exit_code == 0
    text = Path("plan.svg").read_text(encoding="utf-8")
    assert text.startswith("<svg ")
    assert run("plan", transit, "--chart", "no/such/folder.svg").exit_code == 2


def test_paste_writes_nothing_else(run: Run, transit: str) -> None:
    anthropic = json.loads(run("plan", transit, "--paste", "anthropic").stdout)
    assert len(anthropic) == 61
    assert sum("defer_loading" in each for each in anthropic) == 60 - sum(
        "input_schema" in each and "defer_loading" not in each for each in anthropic
    )
    assert json.loads(run("plan", transit, "--paste", "openai", "--provider", "openai").stdout)[-1] == {
        "type": "tool_search"
    }
    assert len(run("plan", transit, "--paste", "index").stdout.splitlines()) == 60
    assert len(json.loads(run("plan", transit, "--paste", "meta-tools").stdout)) == 3


def test_paste_warns_of_what_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "odd.json").write_text(json.dumps({"tools": [{**tool(0), "name": "tram.find"}]}), encoding="utf-8")
    result = run("plan", "odd.json", "--paste", "anthropic")
    assert json.loads(result.stdout)[1]["name"] == "tram.find"
    assert "warning: Anthropic refuses 1 tool" in result.stderr
    assert "(tram.find)" in result.stderr
    # what another provider would say is not known
    assert "warning" not in run("plan", "odd.json", "--paste", "openai").stderr


@pytest.mark.parametrize("name", ["counts.json", "counts.csv"])
def test_counts_of_calls(run: Run, transit: str, name: str) -> None:
    text = '{"find_tram_0": 90, "old_tool": 4}' if name.endswith("json") else "tool,count\nfind_tram_0,90\nold_tool,4\n"
    Path(name).write_text(text, encoding="utf-8")
    result = run("plan", transit, "--usage", name, "--format", "json")
    value = json.loads(result.stdout)["plan"]
    assert value["demand"] == {"measured": True, "unknown": ["old_tool"]}
    assert next(each for each in value["tools"] if each["tool"] == "find_tram_0")["hot"]
    assert "no tool is called old_tool" in result.stderr


def test_prices_of_the_user(run: Run, transit: str) -> None:
    Path("prices.yaml").write_text(
        "providers: {anthropic: {models: {claude-sonnet-5.5: {input: 200}}}}", encoding="utf-8"
    )
    costs = [
        json.loads(run("plan", transit, *extra, "--format", "json").stdout)["plan"]
        for extra in ((), ("--prices", "prices.yaml"))
    ]
    assert costs[1]["prices"]["file"] == "prices.yaml"
    assert costs[1]["ways"][0]["cost"] > 10 * costs[0]["ways"][0]["cost"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--turns", "nan"), "no number from 1"),
        (("--turns", "inf"), "no number from 1"),
        (("--turns", "0"), "no number from 1"),
        (("--calls", "-1"), "no number from 0"),
        (("--system-tokens", "1e99"), "no number from 0"),
        (("--provider", "mistral"), "no provider 'mistral'"),
        (("--model", "gpt-6"), "no model of Anthropic 'gpt-6'"),
        (("--profile", "tsk"), "did you mean 'task'"),
        (("--cache", "2h"), "no cache of Anthropic '2h'"),
        (("--keep", "zeppelin*"), "--keep: no tool 'zeppelin*'"),
        (("--hot", "-1"), "--hot"),
        (("--prices", "missing.yaml"), "missing.yaml: the prices can't be read"),
        (("--prices", "wrong.yaml"), "wrong.yaml: session.tries: nan"),
        (("--encoding", "cl100k"), "unknown encoding"),
        (("--paste", "mistral"), "--paste"),
    ],
)
def test_wrong_usage(run: Run, transit: str, arguments: tuple[str, ...], message: str) -> None:
    Path("wrong.yaml").write_text("session: {tries: .nan}", encoding="utf-8")
    result = run("plan", transit, *arguments)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert result.stdout == ""


def test_counts_that_can_not_be_read(run: Run, transit: str) -> None:
    assert run("plan", transit, "--usage", "missing.csv").exit_code == 3
    Path("bad.csv").write_text("find_tram_0,1\nbook,many\n", encoding="utf-8")
    result = run("plan", transit, "--usage", "bad.csv")
    assert result.exit_code == 3
    assert "bad.csv:2:1" in result.stderr


def test_nothing_to_plan(run: Run, tmp_path: Path) -> None:
    file = write(tmp_path, "empty.json", 0)
    result = run("plan", file, "--allow-empty")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "nothing to plan" in result.stderr
    value = json.loads(run("plan", file, "--allow-empty", "--format", "json").stdout)
    jsonschema.Draft202012Validator(SCHEMA).validate(value)
    assert value["plan"] is None
    assert run("plan").exit_code == 2


def test_what_is_no_tool_is_said_to_be_left_out(run: Run, tmp_path: Path) -> None:
    tools = [tool(0), {"description": "Nameless."}, 7]
    (tmp_path / "odd.json").write_text(json.dumps({"tools": tools}), encoding="utf-8")
    result = run("plan", "odd.json")
    assert result.exit_code == 0
    assert result.stderr == (
        "catalint: note: 2 entries can't be read as tools and are not in the plan (catalint check tells why)\n"
    )


def test_an_input_that_can_not_be_read_does_not_stop_the_others(run: Run, transit: str) -> None:
    result = run("plan", transit, "missing.json")
    assert result.exit_code == 3
    assert "60 tools" in result.stdout
    assert "missing.json" in result.stderr


def test_several_servers(run: Run, transit: str, tmp_path: Path) -> None:
    output = run("plan", transit, write(tmp_path, "night.json", 20), "--provider", "openai").stdout
    assert output.startswith("2 servers together: 80 tools")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--cache", "none"),
        ("--cache", "1h", "--pause", "4000"),
        ("--warm",),
        ("--sandbox",),
        ("--no-losses",),
        ("--turns", "1e6", "--calls", "1e9", "--cache", "none"),
        ("--turns", "1", "--calls", "0", "--distinct", "0"),
        ("--system-tokens", "1e9"),
        ("--hot", "500"),
        ("--result-tokens", "1e9"),
        ("--subset", "find_*", "--profile", "agent"),
    ],
)
def test_odd_sessions(run: Run, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    file = write(tmp_path, "few.json", 12)
    for form in ("text", "json", "markdown"):
        result = run("plan", file, *arguments, "--format", form, "--chart", "plan.svg")
        assert (result.exit_code, result.stderr) == (0, "")
    value = json.loads(run("plan", file, *arguments, "--format", "json").stdout)
    jsonschema.Draft202012Validator(SCHEMA).validate(value)
