"""missing-usage-guidance: like tools, and the many ways in which a choice is clear."""

from typing import Any

import pytest

from catalint import Severity
from catalint.testing import findings
from catalint_rules.descriptions.missing_usage_guidance import MissingUsageGuidance
from catalint_rules.names.near_duplicate_name import NearDuplicateName


def tool(name: str, description: str, *required: str, optional: tuple[str, ...] = ()) -> dict[str, Any]:
    properties = {key: {"type": "string"} for key in (*required, *optional)}
    return {
        "name": name,
        "description": description,
        "inputSchema": {"type": "object", "properties": properties, "required": list(required)},
    }


MAIL = tool("search_mail", "Search the mails of an account by words.", "words")
ARCHIVE = tool("search_mail_archive", "Search the archived mails of an account by words.", "words")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (MAIL, ARCHIVE),
        (
            tool("find_orders", "Find the orders of a customer.", "customer"),
            tool("find_archived_orders", "Find the archived orders of a customer.", "customer"),
        ),
        (
            tool("lookup_word", "Look a word up in the dictionary.", "word"),
            tool("lookup_word_deep", "Look a word up in the dictionary, with its history.", "word"),
        ),
        (
            tool("get_report", "Return the report of a month.", "month"),
            tool("get_detailed_report", "Return the detailed report of a month.", "month"),
        ),
        (
            tool("query_logs", "Query the logs of a service.", "query"),
            tool("query_audit_logs", "Query the audit logs of a service.", "query"),
        ),
        (
            tool("list_comments", "List the comments of a page.", "page_id"),
            tool("list_inline_comments", "List the inline comments of a page.", "page_id"),
        ),
    ],
)
def test_like_tools(first: dict[str, Any], second: dict[str, Any]) -> None:
    (found,) = findings(MissingUsageGuidance, [first, second])
    assert found.severity is Severity.NOTE
    assert set(found.data["tools"]) == {first["name"], second["name"]}  # type: ignore[arg-type]
    assert "no text says when to take which" in found.message
    assert f"say in `{first['name']}` when to take `{second['name']}` instead" in found.message
    assert len(found.message) <= 240


@pytest.mark.parametrize(
    "hint",
    [
        "For archived mails use search_mail_archive.",
        "Does not include the archive.",
        "Use this for mails of the last year.",
        "Use when speed matters.",
        "Unlike the archive, this is fast.",
        "Prefer it for new mails.",
        "Faster than a search of the archive.",
        "Only for mails that are not archived.",
    ],
)
def test_a_hint_on_either_side_is_enough(hint: str) -> None:
    hinted = MAIL | {"description": f"{MAIL['description']} {hint}"}
    assert findings(MissingUsageGuidance, [hinted, ARCHIVE]) == []
    other = ARCHIVE | {"description": f"{ARCHIVE['description']} {hint.replace('search_mail_archive', 'search_mail')}"}
    assert findings(MissingUsageGuidance, [MAIL, other]) == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(
            tool("get_mail", "Return a mail.", "mail_id"),
            tool("get_mail_archive", "Return a mail archive.", "year"),
            id="other input",
        ),
        pytest.param(
            tool("list_issues", "List the issues of a repository.", "repo"),
            tool("get_issue", "Return one issue of a repository.", "repo", "number"),
            id="one and many",
        ),
        pytest.param(
            tool("get_user", "Return a user.", "user_id"),
            tool("get_user_orders", "Return the orders of a user.", "user_id"),
            id="another thing",
        ),
        pytest.param(
            tool("list_assets", "List the assets of a plant.", "plant"),
            tool("list_asset_models", "List the models of the assets of a plant.", "plant"),
            id="another noun",
        ),
        pytest.param(
            tool("archive_mail", "Archive the mails of a day.", "day"),
            tool("search_mail", "Search the mails of a day.", "day"),
            id="another verb",
        ),
        pytest.param(
            tool("list_routes", "List the static routes of a site.", "site"),
            tool("list_active_routes", "List the active routes of a site.", "site"),
            id="the general text has a scope",
        ),
        pytest.param(
            tool("delete_rows", "Delete rows of a table.", "table"),
            tool("delete_rows_batch", "Delete rows of a table in one batch.", "table"),
            id="a plain word",
        ),
        pytest.param(
            tool("suche_mail", "Sucht die Mails des Kontos nach Worten und zeigt das Datum.", "worte"),
            tool("suche_mail_archiv", "Sucht die Mails des Archivs nach Worten und zeigt das Datum.", "worte"),
            id="another language",
        ),
    ],
)
def test_clear_choices(first: dict[str, Any], second: dict[str, Any]) -> None:
    assert findings(MissingUsageGuidance, [first, second]) == []


def test_what_near_duplicate_name_reports_is_left_to_it() -> None:
    tools = [
        tool("read_note", "Read a note of the notebook.", "identifier"),
        tool("cat", "Print a note of the notebook.", "identifier"),
        tool("get_note_new", "Get a note of the notebook.", "identifier"),
    ]
    assert findings(NearDuplicateName, tools)
    assert findings(MissingUsageGuidance, tools) == []


def test_special_tools_beside_one_general_are_one_finding() -> None:
    third = tool("search_mail_draft", "Search the draft mails of an account by words.", "words")
    (found,) = findings(MissingUsageGuidance, [MAIL, ARCHIVE, third])
    assert found.data["tools"] == ["search_mail", "search_mail_archive", "search_mail_draft"]
    assert found.data["general"] == "search_mail"
    assert [related.where.tool for related in found.related] == [1, 2]


def test_many_pairs_are_one_finding() -> None:
    things = ("mail", "order", "letter", "invoice", "song")
    pairs = [
        [
            tool(f"search_{thing}", f"Search {thing}s by words.", "words"),
            tool(f"search_archived_{thing}", f"Search archived {thing}s by words.", "words"),
        ]
        for thing in things
    ]
    (found,) = findings(MissingUsageGuidance, [entry for pair in pairs for entry in pair])
    assert found.message.startswith("5 pairs of tools read alike, and no text says when to take which")
    assert "say in `search_mail` when to take `search_archived_mail` instead, and so in the others" in found.message
    assert len(found.related) == 9
    assert len(findings(MissingUsageGuidance, [entry for pair in pairs[:4] for entry in pair])) == 4


LARCH = tool("larchfind", "Limit: 9 req/30 s. Search the herbarium via larchfind.example.org.", "query")
SORREL = tool("sorrel_search", "Search plants by meaning using Sorrel AI.", "query")


def test_engines_for_one_search() -> None:
    third = tool("bracken_web_search", "Searches plants, powered by Bracken.", "query", optional=("year",))
    (found,) = findings(MissingUsageGuidance, [LARCH, SORREL, third, tool("list_plants", "List plants.", "bed")])
    assert found.message == (
        "`larchfind`, `sorrel_search` and `bracken_web_search` search the same for a text, each with an engine of its own, "
        "and none says when to take which; "
        "say in each which questions its engine answers best"
    )
    assert found.data["engines"] == ["larchfind.example.org", "Sorrel AI", "Bracken"]
    assert found.key == "engines bracken_web_search larchfind sorrel_search"


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(tool("sorrel_image_search", "Search pictures using Sorrel AI.", "query"), id="another thing"),
        pytest.param(tool("sorrel_search", "Search plants using Sorrel AI. Best for names.", "query"), id="a hint"),
        pytest.param(tool("sorrel_search", "Search plants using a herbarium.", "query"), id="no engine"),
        pytest.param(tool("sorrel_search", "Search plants of Sorrel AI.", "bed"), id="no text"),
        pytest.param(tool("sorrel_draw", "Draw plants using Sorrel AI.", "query"), id="no search"),
        pytest.param(tool("larchfind_plants", "Search plants via larchfind.example.org.", "query"), id="one engine"),
    ],
)
def test_engines_that_leave_no_choice(second: dict[str, Any]) -> None:
    assert findings(MissingUsageGuidance, [LARCH, second]) == []


def test_what_each_requires_is_a_hint() -> None:
    posts = tool("read_posts", "Read the posts of a member. Requires a valid post address.", "url")
    inner = tool("read_board_posts", "Read the board posts of a member. Requires a valid board address.", "url")
    assert findings(MissingUsageGuidance, [posts, inner]) == []
    plain = [entry | {"description": str(entry["description"]).partition(" Requires")[0]} for entry in (posts, inner)]
    assert findings(MissingUsageGuidance, plain)


def test_hints_can_be_added() -> None:
    hinted = MAIL | {"description": f"{MAIL['description']} Quick lane."}
    assert findings(MissingUsageGuidance, [hinted, ARCHIVE])
    assert findings(MissingUsageGuidance, [hinted, ARCHIVE], words={"usage_hints": ("quick lane",)}) == []


def test_the_rule_is_strict() -> None:
    assert MissingUsageGuidance.meta.profile == "strict"
