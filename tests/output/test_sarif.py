from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from syrupy.assertion import SnapshotAssertion

from catalint.finding import Finding, Fix, Related, Severity
from catalint.location import Location, Place, Span
from catalint.output import RuleInfo, RunInfo, notices, sarif
from catalint.report import Report, Result
from catalint.rule import Meta


@pytest.fixture(scope="session")
def validator(sarif_schema: dict[str, Any]) -> Any:
    return jsonschema.Draft7Validator(sarif_schema, format_checker=jsonschema.Draft7Validator.FORMAT_CHECKER)


def at(path: str, line: int = 1) -> Place:
    return Place(path, Span(line, 3, line, 9), (3, 9))


def report(*places: Place | None, **more: Any) -> Report:
    """A report with one finding at each place."""
    return Report(
        results=tuple(
            Result(
                Finding("vague-description", f"number {number}", Location("harbour", number), Severity.WARNING, **more),
                Severity.WARNING,
                f"tool_{number}",
                f"{number:032}",
                place,
            )
            for number, place in enumerate(places)
        )
    )


def log(given: Report, run: RunInfo) -> dict[str, Any]:
    value = json.loads(sarif.write(given, run))["runs"][0]
    assert isinstance(value, dict)
    return value


def texts(value: Any) -> list[str]:
    """All strings of a JSON value."""
    if isinstance(value, dict):
        return [text for item in value.values() for text in texts(item)]
    if isinstance(value, list):
        return [text for item in value for text in texts(item)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("name", ["rich", "clean", "troubled", "hostile"])
def test_reports_are_valid_sarif(name: str, run: RunInfo, validator: Any, request: pytest.FixtureRequest) -> None:
    text = sarif.write(request.getfixturevalue(name), run)
    assert text.isascii()
    assert list(validator.iter_errors(json.loads(text))) == []


def test_the_official_schema_would_complain(rich: Report, run: RunInfo, validator: Any) -> None:
    value = json.loads(sarif.write(rich, run))
    value["runs"][0]["results"][0]["level"] = "fatal"
    del value["runs"][0]["tool"]["driver"]["name"]
    assert len(list(validator.iter_errors(value))) == 2


@pytest.mark.parametrize("name", ["rich", "hostile"])
def test_reports_have_what_github_asks_for(name: str, run: RunInfo, request: pytest.FixtureRequest) -> None:
    value = log(request.getfixturevalue(name), run)
    rules = value["tool"]["driver"]["rules"]
    assert rules == sorted(rules, key=lambda rule: rule["id"])
    for rule in rules:
        for key in ("shortDescription", "fullDescription"):
            assert 1 <= len(rule[key]["text"]) <= 1024
        assert rule["help"]["text"]
        assert rule["help"]["markdown"]
        assert 1 <= len(rule["properties"]["tags"]) <= 10
        assert rule["properties"]["precision"] in ("very-high", "high", "medium", "low")
        assert rule["properties"]["problem.severity"] in ("error", "warning", "recommendation")
    for result in value["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]
        assert result["partialFingerprints"]["primaryLocationLineHash"]
        assert len(result["locations"]) == 1
        for location in (*result["locations"], *result.get("relatedLocations", [])):
            physical = location["physicalLocation"]
            assert physical["artifactLocation"]["uri"]
            assert not physical["artifactLocation"]["uri"].startswith(("/", ".."))
            region = physical["region"]
            assert list(region) == ["startLine", "startColumn", "endLine", "endColumn"]
            assert min(region.values()) >= 1


def test_rich(rich: Report, run: RunInfo, sarif_file: SnapshotAssertion) -> None:
    assert sarif.write(rich, run) == sarif_file


def test_troubled(troubled: Report, run: RunInfo, sarif_file: SnapshotAssertion) -> None:
    assert sarif.write(troubled, run) == sarif_file


def test_all_rules_that_ran_are_listed_also_without_results(clean: Report, run: RunInfo) -> None:
    assert [rule["id"] for rule in log(clean, run)["tool"]["driver"]["rules"]] == sorted(run.rules)
    assert log(clean, run)["results"] == []


def test_the_worst_come_first_and_suppressed_ones_are_left_out(rich: Report, run: RunInfo) -> None:
    levels = [result["level"] for result in log(rich, run)["results"]]
    assert levels == ["error"] + ["warning"] * 10 + ["note"]


def test_the_order_of_results_does_not_matter(rich: Report, run: RunInfo) -> None:
    assert sarif.write(dataclasses.replace(rich, results=rich.results[::-1]), run) == sarif.write(rich, run)


def test_related_places_are_linked_in_the_message(rich: Report, run: RunInfo) -> None:
    result = next(result for result in log(rich, run)["results"] if result["ruleId"] == "near-duplicate-name")
    assert result["message"]["text"].endswith(" does not return. See [fetch_ship_record](1), [weather/get_weather](2).")
    assert [location["id"] for location in result["relatedLocations"]] == [1, 2]
    assert [location["message"]["text"] for location in result["relatedLocations"]] == [
        "same object, verb of one meaning",
        "weather/get_weather",
    ]


def test_a_crowd_of_related_places_is_cut(run: RunInfo) -> None:
    related = tuple(Related(Location("harbour", number), "twin") for number in range(1, 151))
    given = report(at("a.json"), related=related)
    places = tuple((f"tool_{number}", at("a.json", number)) for number in range(1, 151))
    result = log(Report(results=(dataclasses.replace(given.results[0], related=places),)), run)["results"][0]
    assert len(result["relatedLocations"]) == 100
    assert result["message"]["text"].count("](") == 10
    assert result["message"]["text"].endswith("[tool_10](10) and 90 more.")


def test_text_of_tools_is_inert(hostile: Report, run: RunInfo) -> None:
    value = log(hostile, run)
    messages = [
        value["results"][0]["message"]["text"],
        *(note["message"]["text"] for note in value["invocations"][0]["toolExecutionNotifications"]),
    ]
    for message in messages:
        assert all(char.isprintable() for char in message)
    text = messages[0]
    assert text.count("](") == 1, "the link to the related place and no other"
    assert "<img" not in text
    assert "</b>" not in text
    assert "a < b" in text
    names = texts(value["results"][0]["locations"])
    assert all(name.isprintable() for name in names)


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("holds <IMPORTANT> and </b>", "holds ‹IMPORTANT› and ‹/b›"),
        ("<!DOCTYPE x [<!ENTITY y SYSTEM 'z'>]>&y;", "‹!DOCTYPE x [‹!ENTITY y SYSTEM 'z'›]>&y;"),
        ("x <y and <= 3, a<b", "x <y and <= 3, a<b"),
    ],
)
def test_tags_are_taken_apart(message: str, shown: str, run: RunInfo) -> None:
    given = report(at("a.json"))
    finding = dataclasses.replace(given.results[0].finding, message=message)
    result = log(Report(results=(dataclasses.replace(given.results[0], finding=finding),)), run)["results"][0]
    assert result["message"]["text"] == shown


def test_a_link_text_can_not_end_early(run: RunInfo) -> None:
    given = report(at("a.json"), related=(Related(Location("harbour", 1), ""),))
    evil = dataclasses.replace(given.results[0], related=(("x](https://evil.example)[y\\", at("a.json", 2)),))
    text = log(Report(results=(evil,)), run)["results"][0]["message"]["text"]
    assert text == "number 0. See [x) (https://evil.example)(y](1)."


def test_a_tag_can_not_open_in_the_message_and_close_in_a_link(run: RunInfo) -> None:
    given = report(at("a.json"), related=(Related(Location("harbour", 1), ""),))
    finding = dataclasses.replace(given.results[0].finding, message="`<img src=x ` is like another")
    evil = dataclasses.replace(given.results[0], finding=finding, related=(("y>", at("a.json", 2)),))
    text = log(Report(results=(evil,)), run)["results"][0]["message"]["text"]
    assert text == "`‹img src=x ` is like another. See [y›](1)."


def test_columns_are_utf16(run: RunInfo) -> None:
    place = Place("a.json", Span(4, 10, 4, 16), (11, 19))
    value = log(report(place), run)
    region = value["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 4, "startColumn": 11, "endLine": 4, "endColumn": 19}
    assert value["columnKind"] == "utf16CodeUnits"


class TestPaths:
    def uri(self, path: str, run: RunInfo) -> dict[str, str]:
        value = log(report(at(path)), run)["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
        assert isinstance(value, dict)
        return value

    @pytest.fixture
    def run(self, tmp_path: Path) -> RunInfo:
        directory = tmp_path / "checkout" / "servers"
        directory.mkdir(parents=True)
        return RunInfo("0.1.0", directory=directory, root=tmp_path / "checkout")

    def test_files_are_named_from_the_root(self, run: RunInfo) -> None:
        assert self.uri("dumps/a.json", run) == {"uri": "servers/dumps/a.json", "uriBaseId": "%SRCROOT%"}

    def test_paths_upwards_are_tidied(self, run: RunInfo) -> None:
        assert self.uri("../dumps/./a.json", run)["uri"] == "dumps/a.json"

    def test_absolute_paths_too(self, run: RunInfo) -> None:
        assert self.uri(str(run.root / "a.json"), run)["uri"] == "a.json"

    def test_odd_characters_are_encoded(self, run: RunInfo) -> None:
        assert self.uri("a b#c%?é界.json", run)["uri"] == "servers/a%20b%23c%25%3F%C3%A9%E7%95%8C.json"

    def test_links_inside_the_repository_are_followed(self, run: RunInfo) -> None:
        (run.root / "real.json").write_text("[]")
        (run.directory / "link.json").symlink_to(run.root / "real.json")
        assert self.uri("link.json", run)["uri"] == "real.json"

    def test_links_out_of_the_repository_are_not(self, run: RunInfo, tmp_path: Path) -> None:
        (tmp_path / "outside.json").write_text("[]")
        (run.directory / "link.json").symlink_to(tmp_path / "outside.json")
        assert self.uri("link.json", run)["uri"] == "servers/link.json"

    def test_a_root_behind_a_link(self, run: RunInfo, tmp_path: Path) -> None:
        (tmp_path / "link").symlink_to(run.root)
        linked = dataclasses.replace(run, root=tmp_path / "link", directory=tmp_path / "link" / "servers")
        assert self.uri("a.json", linked)["uri"] == "servers/a.json"

    def test_a_file_elsewhere_has_an_absolute_address(self, run: RunInfo, tmp_path: Path) -> None:
        assert self.uri("../../elsewhere/a.json", run) == {
            "uri": (tmp_path / "elsewhere" / "a.json").resolve().as_uri()
        }

    def test_no_address_tells_where_the_checkout_lies(self, run: RunInfo, tmp_path: Path) -> None:
        assert str(tmp_path) not in sarif.write(report(at("a.json")), run)

    @pytest.mark.parametrize("path", ["-", "stdin", "<stdin>"])
    def test_standard_input_is_no_file(self, path: str, run: RunInfo) -> None:
        assert log(report(at(path)), run)["results"] == []

    def test_a_file_may_have_its_name(self, run: RunInfo) -> None:
        assert self.uri("./stdin", run)["uri"] == "servers/stdin"


class TestRules:
    def describe(self, page: str, **more: Any) -> dict[str, Any]:
        meta = Meta("do-better", "Could be better", Severity.WARNING, **more)
        info = RuleInfo(meta, "names", "builtin", "https://docs.example.org/do_better.md", lambda: page)
        value = log(Report(), RunInfo("0.1.0", {"do-better": info}))["tool"]["driver"]["rules"][0]
        assert isinstance(value, dict)
        return value

    def test_the_page_is_the_help(self) -> None:
        page = "# do-better\n<!-- generated -->\n\nFirst sentence.\nSecond one.\n\n## Why\n\nBecause.\n"
        rule = self.describe(page)
        assert rule["fullDescription"]["text"] == "First sentence. Second one."
        assert rule["help"]["text"] == "First sentence. Second one.\n\nMore: https://docs.example.org/do_better.md"
        assert rule["help"]["markdown"] == "# do-better\n\nFirst sentence.\nSecond one.\n\n## Why\n\nBecause."
        assert rule["name"] == "DoBetter"

    def test_long_texts_are_cut(self) -> None:
        rule = self.describe("# do-better\n\n" + "word " * 1000)
        assert len(rule["fullDescription"]["text"]) == 1024

    def test_tags_are_cut(self) -> None:
        assert len(self.describe("", tags=tuple(f"tag-{number}" for number in range(30)))["properties"]["tags"]) == 10

    def test_a_rule_without_a_page_has_its_summary(self, validator: Any) -> None:
        def missing() -> str:
            raise FileNotFoundError("no page")

        info = RuleInfo(Meta("x/y", "Sum of it", Severity.NOTE), "f", "x", "", missing)
        text = sarif.write(Report(), RunInfo("0.1.0", {"x/y": info}))
        rule = json.loads(text)["runs"][0]["tool"]["driver"]["rules"][0]
        assert rule["help"] == {"text": "Sum of it", "markdown": "Sum of it"}
        assert "helpUri" not in rule
        assert list(validator.iter_errors(json.loads(text))) == []


class TestNotices:
    def tell(self, given: Report, run: RunInfo, output: str = "") -> list[tuple[str, str]]:
        return [(notice.level, notice.message) for notice in notices("sarif", given, run, output)]

    def test_nothing_to_tell(self, run: RunInfo) -> None:
        assert self.tell(report(at("a.json")), run) == []
        assert notices("json", report(None), run, "") == ()

    def test_results_without_a_place(self, run: RunInfo) -> None:
        ((level, message),) = self.tell(report(None, at("-"), at("a.json")), run)
        assert level == "note"
        assert "2 findings stand in no file" in message
        assert "--code GLOB" in message

    @pytest.mark.parametrize(
        ("count", "levels"), [(5_000, []), (5_001, ["warning"]), (25_000, ["warning"]), (25_001, ["error"])]
    )
    def test_limits_of_github(self, count: int, levels: list[str], run: RunInfo) -> None:
        given = report(at("a.json"))
        told = self.tell(Report(results=given.results * count), run)
        assert [level for level, _ in told] == levels
        assert all(f"{count:,} results" in message for _, message in told)

    def test_size_is_what_is_uploaded(self, run: RunInfo) -> None:
        assert self.tell(Report(), run, "x" * 11_000_000) == []
        noise = "".join(f"{(number * 2654435761) % 2**32:08x}" for number in range(3_200_000))
        ((level, message),) = self.tell(Report(), run, noise)
        assert level == "error"
        assert "MB compressed" in message


def test_a_crash_is_told_with_its_rule(troubled: Report, run: RunInfo) -> None:
    invocation = log(troubled, run)["invocations"][0]
    assert invocation["executionSuccessful"] is False
    unread, nowhere, crash = invocation["toolExecutionNotifications"]
    assert unread["locations"][0]["physicalLocation"]["region"] == {"startLine": 212, "startColumn": 9}
    assert "region" not in nowhere["locations"][0]["physicalLocation"]
    assert crash["associatedRule"] == {"id": "vague-description", "index": sorted(run.rules).index("vague-description")}


def test_a_fix_replaces_what_stands_in_the_file(run: RunInfo, validator: Any) -> None:
    where = Location("harbour", 0, ("inputSchema", "properties", "flag"))
    given = report(at("dumps/harbour.json", 7), fix=Fix(where, {"type": "string", "title": "Größe"}, "Rewrite it"))
    placed = dataclasses.replace(
        given, results=tuple(dataclasses.replace(each, fix_place=at("dumps/harbour.json", 8)) for each in given.results)
    )
    assert list(validator.iter_errors(json.loads(sarif.write(placed, run)))) == []
    (fix,) = log(placed, run)["results"][0]["fixes"]
    (change,) = fix["artifactChanges"]
    (replacement,) = change["replacements"]
    assert fix["description"] == {"text": "Rewrite it"}
    assert change["artifactLocation"]["uri"] == "dumps/harbour.json"
    assert replacement["deletedRegion"]["startLine"] == 8
    assert json.loads(replacement["insertedContent"]["text"]) == {"type": "string", "title": "Größe"}
    assert "fixes" not in log(given, run)["results"][0]
