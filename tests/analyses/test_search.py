from __future__ import annotations

from dataclasses import replace

from catalint.analyses.search import FINDABILITY, SEARCH
from catalint.context import Context
from catalint.model import Json
from catalint.search.findability import judge
from catalint.search.tokenization import PLAIN
from catalint.testing import corpus

TOOLS: dict[str, list[Json]] = {
    "mail": [
        {"name": "send_letter", "description": "Send a letter."},
        {"name": "show_outbox", "description": "Show the outbox.", "_meta": {"ui": {"visibility": ["app"]}}},
    ],
    "depot": [{"name": "send_parcel", "description": "Send a parcel."}, {"name": "weigh_parcel"}],
}


def test_one_index_for_the_run_and_one_for_each_catalog() -> None:
    ctx = Context(corpus(TOOLS))
    indexes = ctx.get(SEARCH)
    assert [hit.tool.name for hit in indexes.overall().search("send")] == ["send_parcel", "send_letter"]
    depot = ctx.corpus.by_server["depot"]
    assert [hit.tool.name for hit in indexes.within(depot).search("send")] == ["send_parcel"]
    assert indexes.within(depot).idf("parcel") < indexes.overall().idf("parcel")


def test_tools_that_a_model_does_not_see_are_not_searched() -> None:
    indexes = Context(corpus(TOOLS)).get(SEARCH)
    assert indexes.overall().search("outbox") == ()
    assert len(indexes.overall()) == 3


def test_indexes_and_documents_are_made_once() -> None:
    ctx = Context(corpus(TOOLS))
    indexes = ctx.get(SEARCH)
    mail = ctx.corpus.by_server["mail"]
    assert indexes.within(mail) is indexes.within(mail)
    assert indexes.within(mail, PLAIN) is not indexes.within(mail)
    assert indexes.within(mail).documents[0] in indexes.overall().documents
    alone = Context(corpus({"mail": TOOLS["mail"]})).get(SEARCH)
    assert alone.overall() is alone.within(alone.catalogs[0])


def test_findability_is_judged_within_each_catalog() -> None:
    ctx = Context(corpus(TOOLS))
    alone = Context(corpus({"depot": TOOLS["depot"]}))
    for verdict in judge(alone.get(SEARCH).overall()):
        (tool,) = (tool for tool in ctx.corpus.by_server["depot"].tools if tool.name == verdict.tool.name)
        found = ctx.get(FINDABILITY).of(tool, ctx.corpus.by_server["depot"])
        assert found == replace(verdict, tool=tool)
