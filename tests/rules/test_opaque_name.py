"""Numbers and letters that spell nothing are opaque; words, usual short forms and what a text explains are not."""

from __future__ import annotations

from typing import Any

import pytest

from catalint.testing import findings
from catalint_rules.names.generic_name import GenericName
from catalint_rules.names.opaque_name import OpaqueName

HOURS = "Return the opening hours of a branch on a given day."


def tool(name: str, description: str = HOURS, **properties: str) -> dict[str, Any]:
    schema = {"type": "object", "properties": {key: {"description": text} for key, text in properties.items()}}
    return {"name": name, "description": description, "inputSchema": schema}


@pytest.mark.parametrize(
    "name",
    [
        "tool_1", "tool1", "Tool-1", "toolOne", "do_stuff2", "op_7", "func2", "cmd42", "handler_b", "method-x", "step_3",
        "task7", "new_tool_2", "test1", "api_call_2", "xq_proc", "fn_a1", "zz_run", "prc_dt", "t1", "a", "qwz", "x7k2",
        "a3f9c2_run", "wrk_flw", "gt_usr_dtl", "upd_cst_rec", "get_usr_dtl", "query_1", "process_data_2", "foo", "foo_bar",
        "baz2", "untitled_2",
    ],
)  # fmt: skip
def test_opaque(name: str) -> None:
    (finding,) = findings(OpaqueName, [tool(name)])
    assert finding.where.pointer == "/tools/0/name"
    assert f"`{name}`" in finding.message
    assert findings(GenericName, [tool(name)]) == []


@pytest.mark.parametrize(
    "name",
    [
        "opening_hours", "get_dns_records", "sign_csr", "run_sql", "export_s3_inventory", "k8s_run", "vpc_list", "md5",
        "sqrt", "ln", "base64_do", "text2sql", "vm_1", "crm_2", "set_pwm", "get_oee", "search_v2", "tool_v2_export",
        "plot_2d", "render_3d", "get_24h", "x_search", "gh_search", "fly_run", "sync", "工具_1", "обработка_2",
        "zorp_run", "get", "search", "fetch_data", "do_it", "one_job",
    ],
)  # fmt: skip
def test_not_opaque(name: str) -> None:
    assert findings(OpaqueName, [tool(name)]) == []


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("oee_calc", [tool("oee_calc", "Compute the OEE of a line.")]),
        ("zq_run", [tool("zq_run"), tool("list_files", "List the files in ZQ format.")]),
        ("zq_run", [tool("zq_run", HOURS, zq="A program in that language.")]),
        ("zq_run", [{**tool("zq_run"), "title": "Run a zq program"}]),
        ("kpt_run", [tool("kpt_run", "Track key points through the scene.")]),
        ("t_test", [tool("t_test", "Compare two means by a t-test.")]),
        ("query_42", [tool("query_42", "Run query 42 of the benchmark.")]),
    ],
)
def test_a_text_of_the_catalog_explains_letters_and_numbers(name: str, rows: list[dict[str, Any]]) -> None:
    assert [f.where.tool for f in findings(OpaqueName, rows) if rows[f.where.tool or 0]["name"] == name] == []


def test_a_text_that_repeats_the_name_explains_nothing() -> None:
    assert len(findings(OpaqueName, [tool("xq_proc", "xq_proc: returns the opening hours.")])) == 1


def test_initials_of_the_server_are_known() -> None:
    assert findings(OpaqueName, {"HarbourMaster": [tool("hm_run")]}) == []
    assert len(findings(OpaqueName, {"pier": [tool("hm_run")]})) == 1


def test_a_word_that_all_names_have_tells_nothing() -> None:
    rows = [tool(f"acme_{name}") for name in ("tool_1", "tool_2", "open_gate", "close_gate", "lock_gate")]
    assert [finding.where.tool for finding in findings(OpaqueName, rows)] == [0, 1]


def test_abbreviations_are_judged_in_english_only() -> None:
    german = "Liefert die Öffnungszeiten der Filiale für den Tag und das Datum."
    assert findings(OpaqueName, [tool("vrk_plz", german)]) == []
    assert len(findings(OpaqueName, [tool("tool_1", german)])) == 1


def test_the_configuration_adds_short_forms() -> None:
    rows = [tool("qzt_run")]
    assert len(findings(OpaqueName, rows)) == 1
    assert findings(OpaqueName, rows, words={"acronyms": ("qzt",)}) == []


@pytest.mark.parametrize(
    ("description", "better"),
    [
        ("Convert an amount between two currencies.", "convert_amount"),
        ("Returns the public holidays of a country.", "get_public_holidays"),
        ("Compute the number of working days between two dates.", "compute_working_days"),
        ("Lists a set of GitHub issues.", "list_github_issues"),
        ("The opening hours.", ""),
        ("Check whether a shop is open.", ""),
        ("", ""),
    ],
)
def test_the_new_name_is_taken_from_the_description(description: str, better: str) -> None:
    (finding,) = findings(OpaqueName, [tool("tool_1", description)])
    assert finding.data["suggestion"] == better
    assert finding.message.endswith(
        f"`{better}` for instance." if better else "Put its verb and its thing into the name."
    )


def test_each_numbered_tool_is_a_finding_of_its_own() -> None:
    rows = [tool("tool_1"), tool("tool_2", "List piers."), tool("list_gates", "List gates.")]
    assert [finding.where.tool for finding in findings(OpaqueName, rows)] == [0, 1]


def family(*texts: str) -> list[dict[str, Any]]:
    return [tool(f"report_{number}", text) for number, text in enumerate(texts, 1)]


def test_a_family_that_only_numbers_tell_apart() -> None:
    (finding,) = findings(OpaqueName, family("Sum up sales.", "List open orders.", "Compare stock with demand."))
    assert finding.data["tools"] == ["report_1", "report_2", "report_3"]
    assert len(finding.related) == 2


@pytest.mark.parametrize(
    "rows",
    [
        family("Sum up sales.", "List open orders."),
        family("Report 1 of the audit.", "Report 2 of the audit.", "Report 3 of the audit."),
        [tool(f"sha{bits}", f"Compute the SHA-{bits} of a text.") for bits in (224, 256, 384)],
        [tool(f"report_{name}") for name in ("sales", "orders", "stock")],
        [tool(f"report_{number}_of_{number + 1}") for number in (1, 2, 3)],
    ],
)
def test_families_that_are_told_apart(rows: list[dict[str, Any]]) -> None:
    assert findings(OpaqueName, rows) == []


@pytest.mark.parametrize("name", [" )", "(", "a[b", "x*", "\\", "?+", "{1}|"])
def test_names_of_marks_are_no_patterns(name: str) -> None:
    assert len(findings(OpaqueName, [tool(name, "")])) <= 1
