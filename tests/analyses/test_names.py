"""Names are taken apart into action, object and fillers, whatever their style."""

from __future__ import annotations

from typing import Any

import pytest

from catalint.context import Context
from catalint.testing import corpus
from catalint_rules.analyses.lexicon import LEXICON
from catalint_rules.analyses.names import NAMES, CatalogNames, split_name
from catalint_rules.analyses.services import join, service_word


def take_apart(names: str, server: str = "example", **fields: Any) -> CatalogNames:
    rows = [{"name": name, "description": "", **fields} for name in names.split()]
    return Context(corpus({server: rows})).get(NAMES)[server]


def row(names: str) -> tuple[str, str, bool, tuple[str, ...]]:
    (name,) = take_apart(names).names.values()
    return name.action, " ".join(sorted(name.core)), name.plural, name.fillers


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("get_user", "get user"),
        ("getUserByID", "get user by id"),
        ("list-k8s-pods", "list k8s pods"),
        ("r2_list_buckets", "r2 list buckets"),
        ("listEC2Instances", "list ec2 instances"),
        ("listDomainsV1", "list domains v1"),
        ("n8n_get_workflow", "n8n get workflow"),
        ("searchGitHub", "search github"),
        ("photos.albums.list", "photos albums list"),
        ("md2html", "md 2 html"),
        ("search_docs_v2", "search docs v2"),
        ("___", "___"),
        ("查询_订单", "查询 订单"),
    ],
)
def test_split_name(name: str, parts: str) -> None:
    assert split_name(name, frozenset({"github"})) == parts.split()


@pytest.mark.parametrize(
    ("name", "action", "core", "plural", "fillers"),
    [
        ("get_user", "get", "user", False, ()),
        ("fetchUserRecord", "get", "user", False, ("record",)),
        ("look_up_user", "get", "user", False, ()),
        ("list_users", "list", "user", True, ()),
        ("user_list", "list", "user", False, ()),
        ("user_searcher", "search", "user", False, ()),
        ("searching_users", "search", "user", True, ()),
        ("get_all_deals", "get", "deal", True, ("all",)),
        ("get_tasks_list", "get", "task", True, ("list",)),
        ("search_docs_v2", "search", "document", True, ("v2",)),
        ("get_weather_tool", "get", "weather", False, ("tool",)),
        ("text_to_speech", "", "text to:speech", False, ()),
        ("speech_to_text", "", "speech to:text", False, ()),
        ("get_user_by_email", "get", "by:email user", False, ()),
        ("get_tags_for_task", "get", "tag task", True, ()),
        ("report_export", "export", "report", False, ()),
        ("comment_add", "create", "comment", False, ()),
        ("post_message", "send", "messag", False, ()),
        ("cat", "get", "", False, ()),
        ("get_info", "get", "inform", False, ()),
    ],
)
def test_parts(name: str, action: str, core: str, plural: bool, fillers: tuple[str, ...]) -> None:
    assert row(name) == (action, core, plural, fillers)


def test_a_word_that_some_tool_is_about_is_no_filler() -> None:
    names = take_apart("list_items create_board_item get_board_info").names.values()
    assert [(sorted(name.core), name.fillers) for name in names] == [
        (["item"], ()),
        (["board", "item"], ()),
        (["board"], ("info",)),
    ]


@pytest.mark.parametrize(
    ("server", "names", "service"),
    [
        ("x", "asana_list asana_get_task asana_add_task", {"asana"}),
        ("x", "buffer_tool union_area_tool centroid_tool", {"tool"}),
        ("x", "get_user get_team get_role", set()),
        ("x", "user_get user_list", set()),
        ("wiki-mcp", "wiki_get wiki_find wiki_list edit_page move_page drop_page", {"wiki"}),
        ("x", "wiki_get wiki_find wiki_list edit_page move_page drop_page", set()),
        ("x", "get_page list_pages move_page old_get_page old_list_pages old_move_page", {"old"}),
    ],
)
def test_service_words(server: str, names: str, service: set[str]) -> None:
    assert take_apart(names, server).service == service


def test_a_prefix_over_other_texts_is_no_service_word() -> None:
    rows: list[Any] = [
        {"name": name, "description": name} for name in "get_a list_b move_c fast_get_a fast_list_b fast_move_c".split()
    ]
    assert Context(corpus(rows)).get(NAMES)["example"].service == frozenset()


def test_lexicon() -> None:
    lexicon = Context(corpus([])).get(LEXICON)
    assert lexicon.base("repos") == lexicon.base("repository")
    assert lexicon.base("colours") == lexicon.base("color")
    assert lexicon.sense("fetched") == lexicon.sense("retrieves") == lexicon.sense("get")
    assert lexicon.noun("pictures") == lexicon.noun("photo")
    assert lexicon.noun("custom") != lexicon.noun("customer")
    assert lexicon.verb("deleting") == lexicon.verb("remover") == "delete"
    assert lexicon.verb("weather") == ""
    assert ("start", "stop") in lexicon.opposites
    assert ("stop", "start") in lexicon.opposites


@pytest.mark.parametrize(
    ("model", "joined"),
    [
        ("get_user", "desk_get"),
        ("get-user", "desk-get"),
        ("getUser", "deskGet"),
        ("GetUser", "DeskGet"),
        ("get", "desk_get"),
    ],
)
def test_join(model: str, joined: str) -> None:
    assert join(model, ("desk", "get")) == joined


@pytest.mark.parametrize(
    ("server", "text", "word"),
    [
        ("npm__@acme__mcp-server-trello", "List the boards of Trello.", "trello"),
        ("warehouse", "Query the warehouse.", "warehouse"),
        ("mcp-server", "Query the server.", ""),
        ("acme", "Query the depot.", ""),
    ],
)
def test_service_word(server: str, text: str, word: str) -> None:
    context = Context(corpus({server: [{"name": "list", "description": text}]}))
    assert service_word(context.corpus.catalogs[0], context) == word
