from __future__ import annotations

from catalint.model import build_catalog
from catalint.search.document import NAME
from catalint.search.mount import Mount
from catalint.search.naming import of_client
from catalint.search.tokenization import PLAIN
from catalint_rules import targets

CLAUDE_CODE = of_client(targets.load("claude-code").naming)

FERRY = build_catalog("ferry", [{"name": "book_cabin", "description": "Book a cabin."}])
PORT = build_catalog(
    "port",
    [{"name": "list_berths", "description": "List berths."}, {"name": "p", "_meta": {"ui": {"visibility": ["app"]}}}],
)


def test_all_tools_that_a_model_sees_are_mounted_together() -> None:
    mount = Mount([FERRY, PORT])
    assert [document.tool.name for document in mount.documents()] == ["book_cabin", "list_berths"]
    assert mount.documents() is mount.documents()
    assert mount.index() is mount.index()
    assert [hit.tool.name for hit in mount.index().search("berth")] == ["list_berths"]


def test_both_profiles_share_texts_and_names() -> None:
    mount = Mount([FERRY], CLAUDE_CODE)
    assert [document.texts[NAME] for document in mount.documents(PLAIN)] == [("mcp__ferry__book_cabin",)]
    assert mount.documents(PLAIN)[0].texts is mount.documents()[0].texts


def test_the_server_is_searched_where_the_client_puts_it_into_the_name() -> None:
    assert Mount([FERRY, PORT]).index().search("ferry") == ()
    assert [hit.tool.name for hit in Mount([FERRY, PORT], CLAUDE_CODE).index().search("ferry")] == ["book_cabin"]
