"""What the rules on descriptions share: languages, placeholders, readings of texts, proposals."""

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.context import Context
from catalint.model import Tool
from catalint.testing import corpus
from catalint_rules.analyses.names import NAMES, Name
from catalint_rules.descriptions.language import is_english
from catalint_rules.descriptions.placeholders import placeholder
from catalint_rules.descriptions.rewrite import fit, job, quote, sentence
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
def test_reading_takes_no_longer_for_hostile_texts(text: str) -> None:
    start = time.process_time()
    reading(tool("get_user", text + " x"))
    assert time.process_time() - start < 0.5


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("get_user", "read"),
        ("get_users", "list"),
        ("list_boards", "list"),
        ("search_notes", "list"),
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
        (tool("get_status"), "Return the status: …"),
        (
            tool("get_invoice", inputSchema=schema("token", "number")),
            "Return … of the invoice with the given `number`.",
        ),
        (tool("list_boards", inputSchema=schema("team_id")), "List the boards for the given `team_id`, each with …"),
        (
            tool("create_label", inputSchema=schema("board_id", "color")),
            "Create a label from `board_id` and `color` and return …",
        ),
        (
            tool("update_label", inputSchema=schema("label_id", optional=("name", "color", "dry_run"))),
            "Change `name` or `color` of the label with the given `label_id`; …",
        ),
        (tool("delete_label", inputSchema=schema("label_id")), "Delete the label with the given `label_id`; …"),
        (tool("merge_branch", inputSchema=schema("branch")), "Merge the branch with the given `branch`; …"),
        (tool("get_base_by_id", inputSchema=schema("base_id")), "Return … of the base with the given `base_id`."),
        (tool("weather_forecast", inputSchema=schema("city")), ""),
    ],
)
def test_proposals(entry: dict[str, Any], text: str) -> None:
    assert sentence(*named(entry)) == text


@pytest.mark.parametrize(
    ("output", "fields"),
    [
        ({"properties": {"id": {}, "name": {}}}, "Return `id` and `name` of the user"),
        ({"properties": {"result": {"type": "string"}}}, "Return … of the user"),
        ({"properties": {"user": {"properties": {"email": {}}}}}, "Return `email` of the user"),
        ({"properties": {name: {} for name in "abcd"}}, "Return `a`, `b`, `c`, … of the user"),
        (True, "Return … of the user"),
    ],
)
def test_proposals_name_fields_of_the_result(output: Any, fields: str) -> None:
    entry = tool("get_user", inputSchema=schema("user_id"), outputSchema=output)
    assert sentence(*named(entry)).startswith(fields)


def test_proposals_name_fields_of_entries() -> None:
    output: dict[str, Any] = {"properties": {"total": {}, "users": {"items": {"properties": {"email": {}}}}}}
    assert sentence(*named(tool("list_users", outputSchema=output))) == "List the users, each with `email`."


def test_messages_are_fitted_from_the_most_telling_one() -> None:
    long, short = "{} says nothing; " + "write more " * 30, "{} says nothing"
    assert fit("Get user", short, "{} is empty") == '"Get user" says nothing'
    assert fit("Get user", long, short) == '"Get user" says nothing'
    assert 235 < len(fit("x" * 999, long)) <= 240
    assert quote("a\n b  {}", 20) == '"a b {}"'
    assert fit("use {braces}", "{} in {name}") == '"use {braces}" in {name}'
