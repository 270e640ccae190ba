"""vague-description: empty words however many, and specific ones however few."""

from typing import Any

import pytest

from catalint import Finding
from catalint.testing import findings
from catalint_rules.descriptions.restated_name import RestatedName
from catalint_rules.descriptions.vague_description import VagueDescription


def tool(name: str, description: str) -> dict[str, Any]:
    schema = {"type": "object", "properties": {"ref": {"type": "string"}}, "required": ["ref"]}
    return {"name": name, "description": description, "inputSchema": schema}


def judge(name: str, description: str, **settings: Any) -> list[Finding]:
    return findings(VagueDescription, [tool(name, description)], **settings)


VAGUE = [
    ("process_batch", "Handles data for various purposes."),
    ("sync_all", "Tool for various tasks"),
    ("gateway", "Returns information."),
    ("fetch", "Gets the requested data and returns it to the user."),
    ("orders", "Used to do things with the system."),
    ("ledger", "API endpoint"),
    ("query_store", "Interface to the backend."),
    ("validate_order", "Checks if everything is ok."),
    ("tariffs", "Provides the ability to work with entities."),
    ("run_job", "Executes the operation with the provided parameters and returns the result."),
    ("analyze", "Analyzes the input and provides insights."),
    ("crew", "Manages resources and performs actions for users."),
    ("get_health_performance", "Get detailed performance metrics and analysis"),
    ("perform_repair", "Attempt to automatically fix common system issues"),
    (
        "harbor_suite",
        (
            "This powerful tool provides comprehensive functionality for handling various operations efficiently. "
            "It is designed to help users with their needs."
        ),
    ),
    (
        "assistant",
        (
            "A comprehensive utility that facilitates a wide range of operations. It provides robust capabilities for "
            "working with different kinds of content, helping users achieve their goals quickly and reliably."
        ),
    ),
]


@pytest.mark.parametrize(("name", "description"), VAGUE)
def test_empty_texts(name: str, description: str) -> None:
    (found,) = judge(name, description)
    assert "fits any tool" in found.message
    assert len(found.message) <= 240


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("add", "Add two numbers."),
        ("roll", "Rolls 2 dice."),
        ("uuid", "Generate a random UUID."),
        ("zones", "Names of all time zones in the IANA database."),
        ("clock", "Current time in UTC."),
        ("ping", "Answer pong when the server is up."),
        ("service_up", "Whether the service is up."),
        ("lpush", "Insert a value at the head of a list."),
        ("lrange", "Get elements of a list within a range."),
        ("set_field", "Set a field of a record."),
        ("work_days", "Compute the number of working days between two dates."),
        ("translate", "Translate text into another language."),
        ("frob", "Frobnicate a gizmo."),
        ("build_pack", "Assemble the decision pack of a review loop: open questions, votes and outcome."),
        ("run_sql", "Run one read-only SQL statement on the reporting database."),
        ("click", "Click an element on the page"),
        ("record", "Records changes to the repository"),
        ("daten_holen", "Holt Daten für verschiedene Zwecke."),
        ("obtener", "Obtiene los datos de una entidad para el usuario."),
        ("处理", "处理各种数据。"),
    ],
)
def test_specific_texts(name: str, description: str) -> None:
    assert judge(name, description) == []


def test_only_proper_names() -> None:
    (found,) = judge("velarion_prism", "Velarion Prism for your Keystone.")
    assert "has only names (Velarion, Prism, Keystone) and no verb" in found.message
    assert found.message.endswith("; open with a verb, and say what it acts on and what comes back")
    assert judge("weather", "Weather of Lisbon") == []


def test_a_kind_that_the_catalog_is_about_is_a_thing() -> None:
    text = "Handles the tasks."
    assert judge("inbox", text)
    names = ("create_task", "close_task", "list_tasks")
    others = [tool(name, f"{name.replace('_', ' ').title()} of the crew roster.") for name in names]
    assert findings(VagueDescription, [tool("inbox", text), *others]) == []


def test_words_can_be_added() -> None:
    text = "Widget for gizmos."
    assert judge("gizmo_helper_x", text) == []
    assert judge("sprocket", text) == []
    assert judge("sprocket", text, words={"generic": ("widget", "gizmo")})


def test_evidence_is_in_message_detail_and_data() -> None:
    (found,) = judge("process_batch", "Handles data for various purposes.")
    assert (
        "none of its 4 content words says which thing it is about (handles, data, various, purposes)" in found.message
    )
    assert "say nothing: Handles, data, various, purposes" in found.detail
    assert found.data["words"] == 4
    assert found.data["things"] == []


def test_one_thing_in_a_long_text_is_no_claim_that_it_fits_any_tool() -> None:
    text = (
        "Create barrel. The create barrel API allows adding a new barrel to the system. Use this endpoint to create items "
        "with the specified details, and ensure that the required information is provided in the request."
    )
    (found,) = judge("createBarrel", text)
    assert "has 16 content words and names only `barrel`, which the name says too; " in found.message
    assert "fits any tool" not in found.message
    assert found.message.endswith("; say what comes back, the whole barrel or only its ID")
    assert judge("createCask", text) == []


@pytest.mark.parametrize(
    ("name", "description", "advice"),
    [
        ("process_batch", "Handles data for various purposes.", "say which thing it works on and what comes back"),
        ("perform_repair", "Attempt to fix system issues", "say which or whose `system` and `issues` it is about"),
        ("get_performance", "Get performance analysis.", "say which or whose `performance` it is about"),
        (
            "fetch",
            "Gets the requested data and returns it to the user.",
            "say which thing it works on and what comes back",
        ),
        ("assistant", "Handles data for various purposes.", "say which thing it works on and what comes back"),
    ],
)
def test_the_advice_is_about_this_tool(name: str, description: str, advice: str) -> None:
    (found,) = judge(name, description)
    assert found.message.endswith(f"; {advice}")


@pytest.mark.parametrize(
    ("name", "description"),
    [
        *VAGUE,
        ("get_user", "Gets a user."),
        ("item_helper", "Helper for items and other things."),
        ("orders", "TODO"),
        ("x", ""),
    ],
)
def test_one_cause_one_finding(name: str, description: str) -> None:
    tools = [tool(name, description)]
    assert len(findings(VagueDescription, tools)) + len(findings(RestatedName, tools)) <= 1


def test_a_gateway_is_about_tools_and_servers() -> None:
    assert judge("use_tool", "Execute a specific tool call on an MCP server.") == []
    assert judge("use_tool", "Execute a specific operation on the server.")


def test_two_things_or_whose_they_are_place_a_long_text() -> None:
    text = (
        "Get detailed information about multiple {}barrels. Returns comprehensive {} including status and various content. "
        "Use this when you need complete information about specific barrels of your own."
    )
    siblings = [
        tool(f"search_{thing}", f"Find {thing} of Vinotheca by name.") for thing in ("casks", "cellars", "labels")
    ]
    for own, more, count in (("Vinotheca ", "information", 0), ("", "vintages", 0), ("", "information", 1)):
        found = findings(VagueDescription, [tool("get_barrel_details", text.format(own, more)), *siblings])
        assert len(found) == count
    assert "names only `barrels`, which the name says too" in found[0].message


@pytest.mark.parametrize(
    ("noun", "text"),
    [
        ("entry", "Validate multiple entries at once"),
        ("entity", "Process entities"),
        ("resource", "Get all available resources"),
        ("field", "Handle fields"),
    ],
)
def test_what_the_catalog_is_about_is_a_thing(noun: str, text: str) -> None:
    """In a catalog of entries, the word says what is meant, though it is empty elsewhere."""
    siblings = [
        tool(f"{verb}_{noun}", f"{verb.title()} one of the magazine.") for verb in ("publish", "archive", "draft")
    ]
    assert judge("bulk_run", text)
    assert findings(VagueDescription, [tool("bulk_run", text), *siblings]) == []


def test_hollow_words_are_no_things_even_where_names_end_in_them() -> None:
    siblings = [tool(f"read_{thing}_data", f"Read the {thing} of a gauge.") for thing in ("rain", "wind", "frost")]
    assert findings(VagueDescription, [tool("bulk_run", "Handles data for various purposes."), *siblings])


def test_several_kinds_of_things_place_a_long_text() -> None:
    text = (
        "Update an existing content type. The handler will merge what you provide with existing data, so you only need to "
        "provide the fields and properties you want to change."
    )
    assert judge("update_content_type", text) == []
