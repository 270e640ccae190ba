from __future__ import annotations

from typing import Any

import pytest

from catalint.comparison.catalogs import compare
from catalint.comparison.findings import compare_reports
from catalint.comparison.locks import Drift, find_drift
from catalint.comparison.review import GATES, Review, parse_gates
from catalint.errors import UserError
from catalint.finding import Finding, Related, Severity
from catalint.location import Location
from catalint.model import build_catalog
from catalint.report import Report, Result, fingerprint


def tool(name: str, description: str = "Return the tide.", **fields: Any) -> dict[str, Any]:
    return {"name": name, "description": description, "inputSchema": {"type": "object", "properties": {}}, **fields}


def review(old: list[Any], new: list[Any], **fields: Any) -> Review:
    return Review("old", "new", compare([build_catalog("s", old)], [build_catalog("s", new)]), **fields)


def failed(gate: str, found: Review) -> str:
    (parsed,) = parse_gates([gate])
    return parsed.check(found)


class TestGates:
    @pytest.mark.parametrize("gate", [*GATES, "findings:error", "tokens:+5%", "tokens:0"])
    def test_pass_where_nothing_changed(self, gate: str) -> None:
        assert failed(gate, review([tool("a")], [tool("a")])) == ""

    def test_breaking(self) -> None:
        found = review([tool("a"), tool("bcd", "Other.")], [tool("a")])
        assert failed("breaking", found) == "1 breaking change"
        assert failed("changed", found) == "1 changed tool"

    def test_may_break(self) -> None:
        closed = {"type": "object", "properties": {}, "additionalProperties": False}
        found = review([tool("a")], [tool("a", inputSchema=closed)])
        assert failed("breaking", found) == ""
        assert failed("may-break", found) == "1 change that breaks or may break"

    def test_trust(self) -> None:
        safe, risky = tool("a", annotations={"readOnlyHint": True}), tool("a", annotations={"readOnlyHint": False})
        assert failed("trust", review([safe], [risky])) == "1 annotation that promises less"
        assert failed("trust", review([risky], [safe])) == ""

    def test_lock_does_not_stand_open_without_one(self) -> None:
        found = review([tool("a")], [tool("a")], unlocked=("harbour", "tides"))
        assert failed("lock", found) == "no lock for `harbour` and `tides`"
        assert failed("changed", found) == ""

    def test_what_can_not_be_read_is_not_taken_for_the_same(self) -> None:
        found = review([tool("a"), 7], [tool("a"), {"name": ""}, None])
        assert found.comparison.catalogs[0].broken == (1, 2)
        assert failed("may-break", found) == failed("changed", found) == "3 entries that can't be compared"
        assert failed("breaking", found) == ""

    def test_tokens(self) -> None:
        found = review([tool("a")], [tool("a", "Return the tide at the gauge of the harbour.")])
        before, after = found.comparison.tokens_before, found.comparison.tokens_after
        grown = after - before
        assert failed("tokens", found) == f"{grown} tokens more ({before} -> {after})"
        assert failed(f"tokens:+{grown}", found) == ""
        assert failed(f"tokens:+{grown - 1}", found) != ""
        assert failed("tokens:+5%", found) != ""
        assert failed("tokens:500%", found) == ""

    def test_moved_tools_are_a_change(self) -> None:
        found = review([tool("a"), tool("b")], [tool("b"), tool("a")])
        assert failed("changed", found) == "1 moved tool"

    def test_lock(self) -> None:
        drift = Drift("tools.json.lock", "2026-01-31T10:00:00Z", "live", ("a",), ("b",), ())
        assert failed("lock", review([], [], drifts=(drift,))) == "2 tools not as in the lock"

    @pytest.mark.parametrize(
        ("word", "message"),
        [
            ("braking", "no gate 'braking'; did you mean 'breaking'?"),
            ("xyz", "no gate 'xyz' (there are: breaking, may-break"),
            ("breaking:1", "'breaking' takes no value"),
            ("tokens:five", "is no growth of tokens: write tokens:+5% or tokens:+200"),
            ("tokens:", "is no growth of tokens"),
            ("findings:bad", "names no severity: write findings:error, findings:warning, findings:note"),
        ],
    )
    def test_wrong_words(self, word: str, message: str) -> None:
        with pytest.raises(UserError) as error:
            parse_gates([word])
        assert message in str(error.value)
        assert error.value.exit_code == 2


def result(rule: str, *tools: str, key: str = "", severity: Severity = Severity.WARNING) -> Result:
    where = Location("s", 0, ("name",))
    related = tuple(Related(Location("s", n, ("name",)), "also") for n, _ in enumerate(tools[1:], 1))
    finding = Finding(rule, "Says something.", where, severity, related, key=key)
    names = tuple((name, None) for name in tools[1:])
    return Result(finding, severity, tools[0], fingerprint(finding, tools[0]), related=names)


def settle(old: list[Result], new: list[Result], **renamed: str) -> dict[str, list[str]]:
    names = {("s", was): now for was, now in renamed.items()}
    delta = compare_reports(Report(tuple(old)), Report(tuple(new)), names)
    found = {"fresh": delta.fresh, "grown": delta.grown, "fixed": delta.fixed}
    return {word: [each.finding.rule for each in results] for word, results in found.items() if results}


class TestFindings:
    def test_new_and_fixed(self) -> None:
        old, new = [result("a", "x"), result("b", "x")], [result("b", "x"), result("c", "x")]
        assert settle(old, new) == {"fresh": ["c"], "fixed": ["a"]}

    def test_a_group_that_lost_a_member_is_nothing_new(self) -> None:
        old, new = result("a", "x", "y", "z", key="x y z"), result("a", "y", "z", key="y z")
        assert settle([old], [new]) == {}

    def test_a_group_that_grew_is_known_and_said(self) -> None:
        old, new = result("a", "y", "z", key="y z"), result("a", "x", "y", "z", key="x y z")
        assert settle([old], [new]) == {"grown": ["a"]}

    def test_a_group_that_exchanged_a_member_is_still_the_same(self) -> None:
        old, new = result("a", "x", "y", "z", key="x y z"), result("a", "w", "y", "z", key="w y z")
        assert settle([old], [new]) == {"grown": ["a"]}
        near, far = result("a", "y", "z", "v", key="y z v"), result("a", "x", "u", key="x u")
        assert settle([far, near], [new]) == {"grown": ["a"], "fixed": ["a"]}

    def test_another_group_is_new(self) -> None:
        old, new = result("a", "x", "y", key="x y"), result("a", "v", "w", key="v w")
        assert settle([old], [new]) == {"fresh": ["a"], "fixed": ["a"]}

    def test_a_renamed_tool_keeps_its_findings(self) -> None:
        assert settle([result("a", "x")], [result("a", "z")], x="z") == {}
        assert settle([result("a", "x")], [result("a", "z")]) == {"fresh": ["a"], "fixed": ["a"]}

    def test_suppressed_ones_do_not_count(self) -> None:
        from dataclasses import replace

        accepted = replace(result("a", "x"), suppressed="accepted")
        assert settle([accepted], [accepted]) == {}
        assert settle([], [accepted]) == {}
        assert settle([accepted], [result("a", "x")]) == {"fresh": ["a"]}

    def test_gates_by_severity(self) -> None:
        delta = compare_reports(Report(), Report((result("a", "x"),)), {})
        found = review([], [], delta=delta)
        assert failed("findings", found) == failed("findings:warning", found) == "1 new finding"
        assert failed("findings:error", found) == ""


def test_drift_from_a_lock() -> None:
    drift = find_drift("l", "t", "s", {"a": "1", "b": "2", "c": "3"}, {"a": "1", "b": "9", "d": "4"})
    assert (drift.changed, drift.added, drift.removed) == (("b",), ("d",), ("c",))
    assert drift.any
    assert not find_drift("l", "t", "s", {"a": "1"}, {"a": "1"}).any
