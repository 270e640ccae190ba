from __future__ import annotations

import random
import re
from typing import Any

import pytest

from catalint.context import Context
from catalint.finding import Finding
from catalint.model import Json
from catalint.search.bm25 import Bm25
from catalint.search.document import Document
from catalint.testing import corpus, findings
from catalint_rules.discoverability.outranked_tool import OutrankedTool
from catalint_rules.discoverability.undiscoverable_tool import UndiscoverableTool

THINGS = "invoice order customer parcel refund voucher receipt contract".split()
PARTS = "note owner status tag history".split()


def tool(name: str, description: str, **properties: Json) -> dict[str, Json]:
    return {"name": name, "description": description, "inputSchema": {"type": "object", "properties": properties}}


def shop() -> list[dict[str, Json]]:
    """Eight things with five parts each, every tool short and about something of its own."""
    return [
        tool(f"show_{thing}_{part}", f"Show the {part} of the {thing}.", number={"type": "string"})
        for thing in THINGS
        for part in PARTS
    ]


DETAILS = (
    "Amounts are in cents and times are in UTC. Fields that the caller may not read are empty. Large answers come in "
    "pages of a hundred lines, and the cursor of the last page is null. Answers are cached for a minute, so a change may "
    "be seen late. Numbers of other branches are refused, unless the caller belongs to the head office."
)
BURIED = tool("show_invoice", f"Show an invoice. {DETAILS}", number={"type": "string"})


def report(tools: Any, options: dict[str, Json] | None = None) -> list[Finding]:
    """What is found whatever other words would find a tool."""
    return findings(UndiscoverableTool, tools, {"max-probability": 1} | (options or {}))


def names(found: list[Finding], tools: list[dict[str, Json]]) -> list[Json]:
    return [tools[finding.where.tool or 0]["name"] for finding in found]


def test_a_name_that_a_long_text_buries_is_reported() -> None:
    tools = [*shop(), BURIED]
    (finding,) = report(tools)
    assert finding.where.pointer == "/tools/40/description"
    data: Any = finding.data
    assert data["query"] == "show invoice"
    assert data["rank"] > 5
    assert data["rank_after"] <= 3
    assert data["lacking"] == []
    assert len(finding.related) == 5
    assert f"for `show invoice` ranks `show_invoice` {data['rank']}th of 41 tools" in finding.message
    assert finding.message.endswith("with only its first sentence and argument names it comes 1st: shorten the rest")


def test_the_message_says_what_a_search_gives() -> None:
    tools = [*shop(), BURIED]
    (finding,) = report(tools)
    data: Any = finding.data
    (catalog,) = corpus(tools).catalogs
    ranked = Bm25(Document(each) for each in catalog.tools).search("show invoice", limit=41)
    assert [hit.tool.name for hit in ranked][data["rank"] - 1] == "show_invoice"
    assert [hit.tool.name for hit in ranked][:5] == data["ahead"]
    assert [f"/tools/{each.where.tool}/name" for each in finding.related] == [
        f"/tools/{hit.tool.index}/name" for hit in ranked[:5]
    ]


def test_the_advice_helps() -> None:
    short = tool("show_invoice", "Show an invoice.", number={"type": "string"})
    assert report([*shop(), short]) == []


def unsaid(description: str) -> list[dict[str, Json]]:
    """A shop in which a tool does not say what it is about."""
    return [*shop(), tool("show_receipt", description, number={"type": "string"})]


def test_a_word_of_the_name_that_the_description_does_not_say_is_named() -> None:
    (finding,) = report(unsaid("Show what was paid for at the counter."))
    data: Any = finding.data
    assert data["lacking"] == ["receipt"]
    assert "Its description does not say `receipt`" in finding.message
    assert finding.message.endswith("say it in the first sentence, and it comes 1st")
    assert data["rank_after"] == 1
    assert report(unsaid("Show the receipt of what was paid for at the counter.")) == []


def test_a_thing_that_a_text_names_once_is_to_be_named_again() -> None:
    description = f"Show an invoice. {' '.join(DETAILS.split()[:12])}."
    late = tool("show_invoice", description, number={"type": "string"})
    (finding,) = report([*shop(), late])
    data: Any = finding.data
    assert (data["lacking"], data["scarce"], data["rank"]) == ([], ["invoice"], 6)
    assert finding.message.endswith("say `invoice` once more in its text, and it comes 1st")
    (catalog,) = corpus([*shop(), late | {"description": f"{description} Invoice."}]).catalogs
    first = Bm25(Document(each) for each in catalog.tools).search("show invoice")[0]
    assert (first.tool.name, data["rank_after"]) == ("show_invoice", 1)


def test_where_the_texts_on_parameters_would_have_to_be_shorter_it_is_a_note() -> None:
    number: Json = {"type": "string", "description": DETAILS * 4}
    said = "Show an invoice, be it a draft invoice or a paid invoice."
    (finding,) = report([*shop(), BURIED])
    assert str(finding.severity) == "warning"
    (finding,) = report([*shop(), tool("show_invoice", said, number=number)])
    assert str(finding.severity) == "note"
    assert finding.message.endswith("shorten the texts on its parameters")


def test_no_cut_below_the_length_of_the_others_is_advised_for_texts_on_parameters() -> None:
    """As short as its siblings it would still be behind them; nobody takes out all that a parameter needs."""
    number: Json = {"type": "string", "description": DETAILS * 4}
    assert report([*shop(), tool("show_invoice", "Show an invoice.", number=number)]) == []


def test_the_rank_after_saying_the_word_is_that_of_a_search() -> None:
    tools = unsaid("Show what was paid for at the counter. Receipt.")
    (catalog,) = corpus(tools).catalogs
    first = Bm25(Document(each) for each in catalog.tools).search("show receipt")[0]
    assert first.tool.name == "show_receipt"


def test_nobody_is_told_to_say_what_is_no_word() -> None:
    tools = [
        *(tool(f"show_{thing}_{part}", f"Show the {part} of the xqv {thing}.") for thing in THINGS for part in PARTS),
        tool("show_xqv", "Show what was paid for at the counter."),
    ]
    assert report(tools) == []


def test_the_namespace_and_identifiers_are_not_searched_for() -> None:
    tools = [each | {"name": f"acme_{each['name']}"} for each in [*shop(), BURIED | {"name": "show_invoice_by_id"}]]
    (finding,) = report(tools)
    assert finding.data["query"] == "show invoice"


def test_names_of_one_word_or_of_many_are_no_searches() -> None:
    for name in ("invoice", "show_invoice_with_all_its_lines_and_totals"):
        assert report([*shop(), BURIED | {"name": name}]) == []


def test_a_tool_that_its_most_sayable_words_find_is_reported_only_if_the_probability_is_low() -> None:
    (finding,) = report([*shop(), BURIED])
    assert str(finding.severity) == "warning"
    spelled = tool("show_inv_hist", f"Show the history of an invoice. {DETAILS}", number={"type": "string"})
    tools = [*(each | {"name": str(each["name"]).replace("show", "show_inv")} for each in shop()), spelled]
    assert findings(UndiscoverableTool, tools, {"max-probability": 0}) == []


def test_a_sibling_that_is_ahead_in_every_word_is_no_second_finding() -> None:
    assert findings(OutrankedTool, [*shop(), BURIED]) == []
    assert len(findings(OutrankedTool, [*shop()[:5], BURIED])) == 1


def test_a_catalog_of_distinct_tools_is_silent() -> None:
    assert report(shop()) == []


def test_small_catalogs_are_not_judged() -> None:
    tools = [*shop()[:8], BURIED]
    assert report(tools) == []
    assert report(tools, {"min-tools": 9, "worst-share": 1}) != []


def test_no_more_than_the_worst_share_is_reported() -> None:
    buried = [tool(f"show_{thing}", f"Show the {thing}. {DETAILS}") for thing in THINGS]
    tools = [*shop(), *buried]
    assert len(report(tools)) <= len(tools) // 10
    some = names(report(tools), tools)
    everything = names(report(tools, {"worst-share": 1}), tools)
    assert set(some) < set(everything)
    assert report(tools, {"worst-share": 0}) == []


def test_the_order_of_the_list_changes_nothing() -> None:
    tools = [*shop(), BURIED]
    reference = [(finding.message, finding.data) for finding in report(tools)]
    shuffler = random.Random(2)  # noqa: S311
    for _ in range(5):
        shuffler.shuffle(tools)
        assert [(finding.message, finding.data) for finding in report(tools)] == reference


def test_other_languages_are_left_out() -> None:
    german = (
        "Zeigt eine Rechnung mit allen Posten. Beträge sind in Cent und Zeiten in UTC. Felder, die der Aufrufer nicht "
        "lesen darf, sind leer. Antworten werden eine Minute lang gepuffert, daher kann eine Änderung spät zu sehen sein."
    )
    tools = [*shop(), tool("show_invoice", german, nummer={"type": "string"})]
    assert report(tools) == []


def test_tools_that_a_model_does_not_see_are_no_rivals() -> None:
    hidden: list[Json] = [
        {**each, "_meta": {"ui": {"visibility": ["app"]}}} for each in shop() if "invoice" in str(each["name"])
    ]
    tools: list[Json] = [*(each for each in shop() if "invoice" not in str(each["name"])), *hidden, BURIED]
    assert report(tools) == []


@pytest.mark.parametrize("server", ["a", "b"])
def test_each_catalog_is_judged_by_itself(server: str) -> None:
    catalogs: dict[str, list[Any]] = {"a": shop(), "b": shop()[::-1]}
    catalogs[server] = [*catalogs[server], BURIED]
    (finding,) = report(catalogs)
    assert finding.where.server == server


def test_messages_fit_whatever_the_names() -> None:
    long = "extraordinarily_long_service_prefix"
    tools = [{**each, "name": f"{long}_{each['name']}"} for each in [*shop(), BURIED]]
    for finding in report(tools, {"worst-share": 1, "max-probability": 1}):
        assert len(finding.message) <= 240
        assert "\n" not in finding.message


def test_a_search_that_takes_too_long_is_given_up_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("catalint_rules.analyses.misses._MOST_EFFORT", 30)
    ctx = Context(corpus([*shop(), BURIED]))
    list(UndiscoverableTool().run(ctx))
    (remark,) = ctx.remarks
    assert re.fullmatch(r"searches for their own names were tried for the first \d of 41 tools only: .*", remark)
