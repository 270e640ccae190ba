from __future__ import annotations

import dataclasses
import json as stdlib
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from catalint import output
from catalint.finding import Finding, Severity
from catalint.location import Location
from catalint.output import RunInfo, json
from catalint.output.encode import encode, plain
from catalint.report import Report, Result

SCHEMA = stdlib.loads(Path(output.__file__).with_name("report.schema.json").read_text(encoding="utf-8"))


def check(text: str) -> Any:
    """Parse as strictly as the standard asks for and validate."""

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    value = stdlib.loads(text, parse_constant=refuse)
    jsonschema.Draft202012Validator(SCHEMA).validate(value)
    return value


def test_the_schema_is_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", ["rich", "clean", "troubled", "hostile"])
def test_reports_keep_the_contract(name: str, run: RunInfo, request: pytest.FixtureRequest) -> None:
    check(json.write(request.getfixturevalue(name), run))


@pytest.mark.parametrize(
    "field",
    ["rule", "severity", "message", "server", "tool", "pointer", "location", "related", "help", "data", "fingerprint"],
)
def test_the_schema_asks_for_every_field_of_a_finding(field: str, rich: Report, run: RunInfo) -> None:
    value = stdlib.loads(json.write(rich, run))
    del value["findings"][0][field]
    with pytest.raises(jsonschema.ValidationError, match=field):
        jsonschema.Draft202012Validator(SCHEMA).validate(value)


def test_rich(rich: Report, run: RunInfo, json_file: SnapshotAssertion) -> None:
    assert json.write(rich, run) == json_file


def test_troubled(troubled: Report, run: RunInfo, json_file: SnapshotAssertion) -> None:
    assert json.write(troubled, run) == json_file


def test_presentation_for_people_changes_nothing(rich: Report, run: RunInfo) -> None:
    dressed = dataclasses.replace(run, color=True, verbose=True, width=60)
    assert json.write(rich, dressed) == json.write(rich, run)


def test_the_order_of_results_does_not_matter(rich: Report, run: RunInfo) -> None:
    backwards = dataclasses.replace(rich, results=rich.results[::-1])
    assert json.write(backwards, run) == json.write(rich, run)


def test_hostile_text_is_kept_and_ascii(hostile: Report, run: RunInfo) -> None:
    text = json.write(hostile, run)
    assert text.isascii()
    assert all(char == "\n" or char.isprintable() for char in text)
    found = check(text)["findings"][0]
    assert found["message"] == hostile.results[0].finding.message
    assert found["tool"] == hostile.results[0].tool


def test_detail_is_in_the_data(run: RunInfo) -> None:
    finding = Finding("vague-description", "x", Location("s", 0), Severity.NOTE, detail="one\ntwo", data={"words": 2})
    value = check(json.write(Report(results=(Result(finding, Severity.NOTE, "t", "f" * 32),)), run))
    assert value["findings"][0]["data"] == {"words": 2, "detail": "one\ntwo"}


def test_the_final_severity_counts(run: RunInfo) -> None:
    finding = Finding("vague-description", "x", Location("s", 0), Severity.NOTE)
    value = check(json.write(Report(results=(Result(finding, Severity.ERROR, "t", "f" * 32),)), run))
    assert value["findings"][0]["severity"] == "error"
    assert value["summary"] == {"error": 1, "warning": 0, "note": 0}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(alphabet=st.characters(codec=None)),
    lambda values: (
        st.lists(values, max_size=3) | st.dictionaries(st.text(alphabet=st.characters(codec=None)), values, max_size=3)
    ),
    max_leaves=20,
)


@given(JSON)
def test_data_of_any_kind_can_be_written(value: Any) -> None:
    text = encode({"data": plain(value)})
    text.encode("ascii")
    stdlib.loads(text, parse_constant=pytest.fail)


def test_data_stay_as_they_are_where_json_has_them() -> None:
    value: Any = {"a": [1, 2.5, None, True, "text"], "b": {"c": -(2**53) + 1}}
    assert plain(value) == value


def test_data_that_readers_choke_on_become_text() -> None:
    assert plain([float("inf"), float("nan"), 2**53, 10**5000]) == ["inf", "nan", "0x20000000000000", hex(10**5000)]


def test_a_report_of_another_shape_is_refused(rich: Report, run: RunInfo) -> None:
    value = stdlib.loads(json.write(rich, run))
    value["findings"][1]["location"]["start_line"] = 0
    with pytest.raises(jsonschema.ValidationError, match="minimum"):
        jsonschema.Draft202012Validator(SCHEMA).validate(value)
