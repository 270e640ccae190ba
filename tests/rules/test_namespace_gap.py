"""Gaps in a namespace are found; verbs, objects and families of their own are no gaps."""

from __future__ import annotations

from typing import Any

import pytest

from catalint.testing import findings
from catalint_rules.namespaces.namespace_gap import NamespaceGap


def tools(names: str) -> list[dict[str, Any]]:
    return [{"name": name, "description": "", "inputSchema": {"type": "object"}} for name in names.split()]


HUB = "github_list_pulls github_merge_pull github_rerun_checks github_get_release"


@pytest.mark.parametrize(
    ("server", "names", "lacking", "renames"),
    [
        ("s", f"{HUB} create_gist", ["create_gist"], ["github_create_gist"]),
        ("s", f"{HUB} github_star_repo gist_create", ["gist_create"], ["github_gist_create"]),
        ("s", "acme-list-a acme-get-b acme-cut-c acme-add-d acme-end-e drop", ["drop"], ["acme-drop"]),
        ("s", "acmeListA acmeGetB acmeAddC acmeCutD dropE", ["dropE"], ["acmeDropE"]),
        ("mcp-acme", "acme_click acme_hover acme_type acme_scroll swipe", ["swipe"], ["acme_swipe"]),
        ("s", "s.x_list_a", [], []),
    ],
)
def test_lacking_prefix(server: str, names: str, lacking: list[str], renames: list[str]) -> None:
    found = findings(NamespaceGap, {server: tools(names)})
    assert [finding.data["tools"] for finding in found] == ([lacking] if lacking else [])
    for finding in found:
        assert finding.data["renames"] == renames
        assert finding.where.tool == names.split().index(lacking[0])
        assert all(f"`{name}`" in finding.message for name in (*lacking, *renames))


@pytest.mark.parametrize(
    "names",
    [
        HUB,
        "get_user get_team get_role get_group list_users",
        "search_users search_teams search_roles search_groups ping",
        "user_create user_delete user_list user_rename ping",
        "pods_list pods_get pods_log nodes_top events_list resources_scale",
        f"{HUB} list_boards move_card add_label",
        f"{HUB} search_github",
        "jira_get_issue jira_add_issue jira_end_issue jira_list_a jira_list_b wiki_get_page wiki_add_page wiki_cut_page",
        f"{' '.join(f'jira_get_{n}' for n in range(12))} wiki_get_a wiki_add_b wiki_cut_c execute",
        "buffer_tool union_tool area_tool render_map_tool geocode",
        "web_data_shop web_data_shop_reviews web_data_news web_data_forum web_data_jobs scrape_page search_web",
    ],
)
def test_no_gap(names: str) -> None:
    assert findings(NamespaceGap, tools(names)) == []


@pytest.mark.parametrize(
    ("names", "odd", "rename"),
    [
        (f"{HUB} gh_close_milestone", "gh_close_milestone", "github_close_milestone"),
        ("k8s_list_pods k8s_get_log k8s_scale_set kubernetes_drain", "kubernetes_drain", "k8s_drain"),
        ("worker_list worker_get worker_deploy workers_search", "workers_search", "worker_search"),
        ("browser_click browser_type browser_open broser_scan", "broser_scan", "browser_scan"),
        ("repo_list repo_get repo_delete repository_rename", "repository_rename", "repo_rename"),
        ("github-list github-get github-star gh-close", "gh-close", "github-close"),
    ],
)
def test_two_prefixes(names: str, odd: str, rename: str) -> None:
    (finding,) = findings(NamespaceGap, tools(names))
    assert finding.data["tools"] == [odd]
    assert finding.data["renames"] == [rename]
    assert finding.where.tool == names.split().index(odd)


@pytest.mark.parametrize(
    "names",
    [
        "github_list github_get github_star gitlab_list gitlab_get gitlab_star",
        "note_list note_get note_cut node_list node_get node_cut",
        "route_list route_get route_cut router_list router_get router_cut",
    ],
)
def test_like_prefixes_of_two_things(names: str) -> None:
    assert findings(NamespaceGap, tools(names)) == []


def _two_services(named: bool) -> list[dict[str, Any]]:
    verbs = ["list", "get", "create", "delete", "tag", "purge", "move", "pause", "resume", "export", "import", "audit"]
    rows = []
    for service, thing in (("SNS", "topic"), ("SQS", "queue")):
        prefix = f"{service.lower()}_" if named else ""
        rows += [
            {
                "name": f"{prefix}{verb}_{thing}",
                "description": f"{verb} a {thing} of Amazon {service}.",
                "inputSchema": {},
            }
            for verb in verbs
        ]
    return rows


def test_services_that_no_name_tells() -> None:
    (finding,) = findings(NamespaceGap, _two_services(named=False))
    assert finding.where.pointer == ""
    assert "sns (12) and sqs (12)" in finding.message
    assert "`sns_list_topic`" in finding.message
    assert findings(NamespaceGap, _two_services(named=True)) == []
    assert findings(NamespaceGap, _two_services(named=False), {"max-unnamed": 24}) == []


def test_one_service_with_many_resources_needs_no_prefix() -> None:
    rows = _two_services(named=False)
    for row in rows:
        row["description"] = row["description"].replace("SNS", "SQS")
    assert findings(NamespaceGap, rows) == []


def test_options() -> None:
    assert findings(NamespaceGap, tools(f"{HUB} create_gist"), {"min-share": 0.9}) == []
    assert findings(NamespaceGap, tools(f"{HUB} create_gist"), {"min-tools": 5}) == []
    assert len(findings(NamespaceGap, tools(f"{HUB} create_gist drop_gist"), {"min-share": 0.6})) == 1


def test_services_can_be_added() -> None:
    rows = tools("pier_list pier_get pier_close pr_drain")
    assert findings(NamespaceGap, rows) == []
    assert len(findings(NamespaceGap, rows, words={"services": ("pier pr",)})) == 1


def test_many_tools_stay_on_the_line() -> None:
    names = [f"github_get_some_rather_long_thing_{n}" for n in range(60)] + [
        f"get_other_long_thing_{n}" for n in range(9)
    ]
    (finding,) = findings(NamespaceGap, tools(" ".join(names)))
    assert len(finding.message) <= 240
    assert len(finding.related) == 8


CRM = "crm_list_leads crm_score_lead crm_merge_contacts crm_log_call"
ERP = "erp_list_orders erp_book_invoice erp_close_month erp_count_stock"


@pytest.mark.parametrize(
    ("names", "odd", "rename"),
    [
        (f"{CRM} {ERP}", "get_crm_quota", "crm_get_quota"),
        (f"{CRM} {ERP}", "get-erp-invoice-lines", "erp_get-invoice-lines"),
        (
            "crmListLeads crmScoreLead crmMergeContacts crmLogCall erpListOrders erpBookInvoice erpCloseMonth erpCountStock",
            "getCrmQuota",
            "crmGetQuota",
        ),
    ],
)
def test_a_verb_before_the_prefix(names: str, odd: str, rename: str) -> None:
    (finding,) = findings(NamespaceGap, tools(f"{names} {odd}"))
    assert finding.data["tools"] == [odd]
    assert finding.data["renames"] == [rename]
    assert f"8 of 9 tools start with a word for their service, `{odd}` has a verb before its own" in finding.message


def test_many_verbs_before_prefixes_are_one_finding() -> None:
    verbs = "add ban cut dig end fix get hug".split()
    rows = [f"{prefix}_{verb}_thing{n}" for prefix in ("crm", "erp") for n in range(4) for verb in verbs]
    odd = [f"get_{prefix}_{noun}" for prefix in ("crm", "erp") for noun in ("quota", "owner", "stage")]
    (finding,) = findings(NamespaceGap, tools(" ".join(rows + odd)))
    assert finding.data["tools"] == odd
    assert len(finding.related) == 5
    assert "`crm_*` and `erp_*`" in finding.message


@pytest.mark.parametrize(
    "names",
    [
        f"{CRM} get_crm_quota",  # one prefix only: the word is in the name
        f"{CRM} {ERP} get_crm_quota get_crm_owner",  # too many of one service for a slip
        f"{CRM} {ERP} list_pages get_page sort_pages get_crm_quota",  # too few have a prefix
        "lead_create lead_delete lead_get lead_list order_create order_delete order_get order_list get_lead_owner",
        f"{CRM} {ERP} get_crm",  # nothing behind the prefix
        f"{CRM} {ERP} erp_export_crm_leads",
    ],
)
def test_no_late_prefix(names: str) -> None:
    assert findings(NamespaceGap, tools(names)) == []
