"""What the rules on descriptions share: languages, placeholders, readings of texts, proposals."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.context import Context
from catalint.model import Tool
from catalint.testing import corpus
from catalint_rules.analyses.names import NAMES, Name
from catalint_rules.descriptions.jobs import aim, job
from catalint_rules.descriptions.language import is_english
from catalint_rules.descriptions.placeholders import placeholder
from catalint_rules.descriptions.rewrite import ask, sentence
from catalint_rules.descriptions.specificity import ENOUGH, READINGS, Reading
from catalint_rules.descriptions.splitting import subject, tokens
from catalint_rules.descriptions.vocabulary import VOCABULARY


def tool(name: str, description: str = "", **fields: Any) -> dict[str, Any]:
    return {"name": name, "description": description, "inputSchema": {"type": "object"}, **fields}


def schema(*required: str, optional: tuple[str, ...] = ()) -> dict[str, Any]:
    properties = {name: {"type": "string"} for name in (*required, *optional)}
    return {"type": "object", "properties": properties, "required": list(required)}


def reading(*tools: dict[str, Any]) -> Reading:
    context = Context(corpus(tools))
    return context.get(READINGS)[next(iter(context.corpus.tools))]


def named(entry: dict[str, Any]) -> tuple[Tool, Name]:
    context = Context(corpus([entry]))
    found = next(iter(context.corpus.tools))
    return found, context.get(NAMES)["example"].names[found]


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("Get a user.", True),
        ("User profile", True),
        ("Return the menu of a café in Zürich.", True),
        ("Search the 12306 railway for 余票.", True),
        ("Liefert die Daten eines Kunden und das Konto.", False),
        ("Récupère les données de l'utilisateur dans la base.", False),
        ("Obtiene los datos de una cuenta para el usuario.", False),
        ("Belirtilen şehir için hava durumu bilgisi ve tahmin.", False),
        ("查询列车余票", False),
        ("指定された都市の天気", False),
        ("Получить данные пользователя", False),
        ("", True),
    ],
)
def test_languages(text: str, english: bool) -> None:
    assert is_english(text) is english


def test_a_language_can_be_added() -> None:
    text = "Zeeg mi kaaze ob zwaa kaaze"
    assert is_english(text)
    assert not is_english(text, Context(corpus([]), words={"foreign": ("mi ob kaaze",)}))


@pytest.mark.parametrize(
    "text",
    [
        "TODO",
        "todo.",
        "  TODO: write description ",
        "Description here",
        "(no description)",
        "N/A",
        "<placeholder>",
        "FIXME: text",
        "Lorem ipsum dolor sit amet, consectetur adipiscing elit. " * 9,
    ],
)
def test_placeholders(text: str) -> None:
    assert placeholder(text)


@pytest.mark.parametrize(
    "text",
    [
        "List the TODO items of a source tree.",
        "Todoist tasks",
        "Test a regular expression.",
        "Describe a table.",
        "无",
        "",
    ],
)
def test_texts_that_are_no_placeholders(text: str) -> None:
    assert placeholder(text) == ""


def test_placeholders_are_not_read() -> None:
    context = Context(corpus([tool("a_b", "TODO"), tool("c_d", " "), tool("e_f", "Get a thing.")]))
    assert [found.name for found in context.get(READINGS)] == ["e_f"]


def test_kinds_of_words() -> None:
    entry = tool(
        "get_ledger",
        "Return the ledger of a customer with `xlsx` and a specific currency",
        inputSchema=schema("currency"),
    )
    kinds = {word.text: (word.kind, word.tier) for word in reading(entry).words}
    assert kinds == {
        "Return": ("named", "empty"),
        "ledger": ("named", "thing"),
        "customer": ("new", "kind"),
        "xlsx": ("new", "thing"),
        "specific": ("generic", "empty"),
        "currency": ("known", "thing"),
    }


def test_phrases_are_numbered() -> None:
    vocabulary = Context(corpus([])).get(VOCABULARY)
    entry, _ = named(tool("x_y", "Copy a sail to the loft of a yard. Then mend seams."))
    text, told = subject(entry, vocabulary)
    assert [(token.text, token.phrase) for token in tokens(text)] == [
        ("Copy", 0),
        ("sail", 0),
        ("loft", 1),
        ("yard", 2),
        ("mend", 0),
        ("seams", 0),
    ]
    assert told == 0


def test_code_addresses_and_parameters_are_not_read() -> None:
    text = "Print a badge.\n\n```sh\ncurl -X POST https://badges.example/print\n```\nSee https://docs.example/badges\n\nArgs:\n    ink: Colour of the ink cartridge\n"
    found = reading(tool("print_badge", text, inputSchema=schema("ink")))
    assert [word.text for word in found.words] == ["Print", "badge", "See"]
    assert found.told == 2


def test_score_grows_with_what_is_new() -> None:
    texts = (
        "Get a user.",
        "Get a user by status.",
        "Get a user with team.",
        "Get a user with team, role and badge.",
        "Get a user with team, role and badge; suspended accounts keep their desk and locker.",
    )
    scores = [reading(tool("get_user", text)).score for text in texts]
    assert scores == sorted(scores)
    assert len(set(scores)) == len(scores)


def test_reading_stops_when_enough_is_known() -> None:
    text = " ".join(f"gizmo{letter}{other}" for letter in "abcdefghij" for other in "klmnopqrst")
    assert len(reading(tool("x_y", text)).words) == ENOUGH


@given(st.text(max_size=400), st.text("abcXYZ_-.9é获", min_size=1, max_size=30))
def test_any_text_can_be_read(text: str, name: str) -> None:
    context = Context(corpus([tool(name, text)]))
    for found in context.get(READINGS).values():
        assert found.score >= 0
        assert not (found.restates and found.vague)


@pytest.mark.parametrize(
    "text", ["`" * 40_000, "<" * 40_000, "a " * 20_000, "list of " * 9_000, "```" * 9_000, "\n-" * 20_000]
)
def test_reading_takes_no_more_for_hostile_texts(text: str, calls: Callable[[Callable[[], object]], int]) -> None:
    short = text[: len(text) // 4]
    assert calls(lambda: reading(tool("get_user", text + " x"))) < 6 * calls(lambda: reading(tool("get_user", short)))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("get_user", "read"),
        ("get_users", "list"),
        ("list_boards", "list"),
        ("search_notes", "search"),
        ("search_code", "search"),
        ("create_label", "create"),
        ("update_label", "update"),
        ("delete_label", "delete"),
        ("merge_branch", "act"),
        ("weather_forecast", ""),
        ("queue_send_message", ""),
    ],
)
def test_jobs(name: str, kind: str) -> None:
    assert job(named(tool(name))[1]) == kind


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (tool("get_user", inputSchema=schema("user_id")), "Return … of the user with the given `user_id`."),
        (tool("get_user_group", inputSchema=schema("groupId")), "Return … of the user group with the given `groupId`."),
        (tool("get_base_by_id", inputSchema=schema("base_id")), ""),
        (
            tool("update_label", inputSchema=schema("label_id", "name")),
            "Change … of the label with the given `label_id`.",
        ),
        (tool("delete_label", inputSchema=schema("label_id")), "Delete the label with the given `label_id`; …"),
        (
            tool("archive_channel", inputSchema=schema("channel_id")),
            "Archive the channel with the given `channel_id`; …",
        ),
        # only who wrote it knows which parameter is the key, or what a create, a list and a search are made of
        (tool("get_status"), ""),
        (tool("get_invoice", inputSchema=schema("token", "number")), ""),
        (tool("get_task", inputSchema=schema("user_email", "task_list_id")), ""),
        (tool("get_user", inputSchema=schema("user_id", "user_key")), ""),
        (tool("get_user", inputSchema=schema(optional=("user_id",))), ""),
        (tool("list_boards", inputSchema=schema("board_id")), ""),
        (tool("create_label", inputSchema=schema("label_id", "color")), ""),
        (tool("merge_branch", inputSchema=schema("branch")), ""),
        (tool("swipe_on_screen", inputSchema=schema("screen_id")), ""),
        (tool("rm_file", inputSchema=schema("file_id")), ""),
        (tool("weather_forecast", inputSchema=schema("city")), ""),
    ],
)
def test_proposals(entry: dict[str, Any], text: str) -> None:
    assert sentence(*named(entry)) == text


@pytest.mark.parametrize("kind", ["object", "array", "boolean"])
def test_only_texts_and_numbers_identify(kind: str) -> None:
    properties = {"user_id": {"type": kind}}
    entry = tool("get_user", inputSchema={"type": "object", "properties": properties, "required": ["user_id"]})
    assert sentence(*named(entry)) == ""


@pytest.mark.parametrize(
    ("name", "text", "asked"),
    [
        ("get_user", "Get a user.", "say which fields of the user come back"),
        ("get_order_lines", "Get the lines of an order.", "say which fields of each line come back"),
        ("get_task_counts", "Get the number of tasks.", "say which tasks count"),
        (
            "read_object_content",
            "Reads the content of an object.",
            "say in which form it comes back and how much of it",
        ),
        ("get_status", "Get the status of a run.", "say in which form it comes back"),
        ("set_column_width", "Set the width of a column.", "say which values it takes, in which unit or form"),
        ("funnel_redirect_lookup", "Look up a redirect.", "say which fields of the redirect come back"),
        ("preview_offer", "Preview an offer.", "say what comes back and in which form"),
        ("generate_chart", "Generate a chart.", "say in which form the chart comes back"),
        ("make_request", "Make HTTP requests", "say in which form the result comes back"),
        ("get_column_names", "Get the names of a table.", "say in which form the names come back"),
        ("delete_nodes", "Delete nodes at once.", "say what else goes with the nodes and whether that can be undone"),
        ("list_boards", "List all boards.", "say which fields of each board come back"),
        ("search_users", "Search for users.", "say what the query is matched with and what comes back of each hit"),
        ("create_label", "Create a label.", "say what comes back, the whole label or only its ID"),
        ("add_tag_to_task", "Add a tag to a task.", "say what comes back and when the call fails"),
        ("update_label", "Update a label.", "say which fields of the label can change and whether the rest stays"),
        (
            "update_group_members",
            "Update a group's members.",
            "say whether the given members replace the others or join them",
        ),
        ("delete_label", "Delete a label.", "say what else goes with the label and whether that can be undone"),
        ("remove_tag_from_task", "Remove a tag from a task.", "say what is lost by it and whether that can be undone"),
        ("validate_slug", "Validate a slug.", "say what comes back and in which form"),
        ("export_notebook", "Export a notebook.", "say where the result ends up and in which form"),
        ("run_job", "Run a job.", "say whether the call waits until it is done and what comes back"),
        (
            "handle_dialog",
            "Handle a dialog.",
            'say what it does in a verb that means more than "handle", and what comes back',
        ),
        ("close_tab", "Close a tab.", "say what a call changes and what comes back"),
        ("swipe_on_screen", "Swipe on the screen.", "say what a call changes and what comes back"),
        (
            "queue_delete_message",
            "Delete a message.",
            "say what else goes with the message and whether that can be undone",
        ),
        ("server_domains", "Domains on server", "say what it returns or changes"),
    ],
)
def test_what_is_missing_is_said_of_the_very_tool(name: str, text: str, asked: str) -> None:
    entry = tool(name, text)
    assert ask(aim(*named(entry), reading(entry).clause)) == asked


def test_a_text_that_says_what_is_done_is_not_asked_what_changes() -> None:
    entry = tool("move_view", "Move the view.")
    assert ask(aim(*named(entry)), repeats=True) == "say what comes back and when the call fails"


def test_a_tool_that_changes_nothing_is_not_asked_what_it_changes() -> None:
    entry = tool("move_view", "Move the view.")
    assert ask(aim(*named(entry)), reads=True) == "say what comes back"


@pytest.mark.parametrize(
    ("output", "fields"),
    [
        ({"properties": {"id": {}, "name": {}}}, "Return `id` and `name` of the user"),
        ({"properties": {"result": {"type": "string"}}}, "Return … of the user"),
        ({"properties": {"user": {"properties": {"email": {}}}}}, "Return `email` of the user"),
        ({"properties": {name: {} for name in "abcd"}}, "Return `a`, `b` and 2 more of the user"),
        (True, "Return … of the user"),
    ],
)
def test_proposals_name_fields_of_the_result(output: Any, fields: str) -> None:
    entry = tool("get_user", inputSchema=schema("user_id"), outputSchema=output)
    assert sentence(*named(entry)).startswith(fields)
