"""Which modes mix reading with destroying, and what the message makes of the tool's own hints."""

from __future__ import annotations

from typing import Any

import pytest

from catalint import Severity
from catalint.testing import findings
from catalint_rules.parameters.mixed_safety_modes import MixedSafetyModes


def text(description: str = "", **more: Any) -> dict[str, Any]:
    return {"type": "string", "description": description, **more}


def tool(name: str, properties: dict[str, Any], required: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return {"name": name, "description": "Serves the archive.", "inputSchema": schema, **more}


def mixed(name: str = "shelves", values: tuple[str, ...] = ("list", "delete"), **more: Any) -> dict[str, Any]:
    return tool(name, {"action": text("Job", enum=list(values)), "shelf": text("Shelf")}, ("action",), **more)


MIXED = {
    "enum": mixed(),
    "single-parameter-beside-it": mixed("manage_shelves", ("get", "add", "remove")),
    "verb-with-object": mixed("archive_admin", ("searchBoxes", "dropBox")),
    "values-in-the-text": tool(
        "shelves", {"command": text("One of: find, label, purge"), "shelf": text("Shelf")}, ("command",)
    ),
    "branches": {
        "name": "shelf",
        "description": "Serves the archive.",
        "inputSchema": {
            "type": "object",
            "oneOf": [
                {"properties": {"op": {"const": "inspect"}, "shelf": text()}, "required": ["op"]},
                {"properties": {"op": {"const": "erase"}, "box": text()}, "required": ["op"]},
            ],
        },
    },
    "nested": tool(
        "archive",
        {
            "request": {
                "type": "object",
                "properties": {"operation": text("o", enum=["read", "reset"]), "box": text("Box")},
                "required": ["operation"],
            }
        },
    ),
    "flag-on-a-reading-tool": tool("get_box", {"box": text("Box"), "delete": {"type": "boolean"}}, ("box",)),
    "reading-name-with-told-parameters": tool(
        "query_archive",
        {"operation": text("o", enum=["select", "count", "delete"]), "reason": text("Why; required for delete")},
        ("operation",),
    ),
}


@pytest.mark.parametrize("name", MIXED)
def test_mixed(name: str) -> None:
    (found,) = findings(MixedSafetyModes, [MIXED[name]])
    assert found.severity is Severity.WARNING
    assert len(found.message) <= 240


LOOK_ALIKES = {
    "no-reading": mixed(values=("create", "update", "delete")),
    "no-destroying": mixed(values=("list", "start", "stop", "rename")),
    "permissions": mixed("set_permission", ("read", "write", "delete")),
    "audit": mixed("audit_log", ("read", "delete")),
    "what-others-did": mixed("list_changes", ("get", "delete")),
    "webhook": mixed("create_webhook", ("get", "remove")),
    "http": tool("call", {"method": text("m", enum=["GET", "POST", "DELETE"]), "path": text()}, ("method",)),
    "nouns": tool("draw", {"type": text("t", enum=["list", "delete"]), "size": text()}, ("type",)),
    "scope": tool("share", {"scope": text("s", enum=["read", "delete"]), "user": text()}, ("scope",)),
    "flag-on-a-writing-tool": tool("save_box", {"box": text("Box"), "delete": {"type": "boolean"}}, ("box",)),
    "app-only": mixed(_meta={"ui": {"visibility": ["app"]}}),
}


@pytest.mark.parametrize("name", LOOK_ALIKES)
def test_look_alikes(name: str) -> None:
    assert findings(MixedSafetyModes, [LOOK_ALIKES[name]]) == []


def test_message_names_both_sides_and_a_tool_for_reading() -> None:
    (found,) = findings(MixedSafetyModes, [mixed("manage_boxes", ("list", "seal", "delete"))])
    assert "list" in found.message
    assert "delete" in found.message
    assert "`list_boxes`" in found.message
    assert found.data == {
        "parameter": "action",
        "reads": ["list"],
        "destroys": ["delete"],
        "names": ["list_boxes"],
        "sibling": "",
    }
    assert found.where.path == ("inputSchema", "properties", "action")


@pytest.mark.parametrize(
    ("hints", "words"),
    [
        ({"readOnlyHint": True}, "`readOnlyHint` is untrue for delete"),
        ({"destructiveHint": False}, "`destructiveHint: false` is untrue for delete"),
        (
            {"destructiveHint": True},
            "under one `destructiveHint`, so a client that asks before delete asks before list",
        ),
        (None, "no hint tells them apart: a client that asks before delete asks before list"),
        (5, "no hint tells them apart"),
    ],
)
def test_message_speaks_of_the_tools_own_hints(hints: Any, words: str) -> None:
    (found,) = findings(MixedSafetyModes, [mixed(annotations=hints)])
    assert words in found.message


def test_many_values_fit_into_one_line() -> None:
    reads = tuple(f"list_all_the_things_{index}" for index in range(9))
    (found,) = findings(
        MixedSafetyModes, [mixed(values=(*reads, *(f"delete_the_thing_{index}" for index in range(9))))]
    )
    assert len(found.message) <= 240
    assert "more" in found.message


def test_a_sibling_that_reads_already_is_named() -> None:
    write = mixed("crates_write", ("list", "get", "update", "delete"))
    read = mixed("crates_read", ("list", "get", "versions"))
    (found,) = findings(MixedSafetyModes, [write, read])
    assert found.message.endswith("; drop them here, `crates_read` reads the same")
    (found,) = findings(MixedSafetyModes, [mixed("manage_crates"), tool("list_crates", {"shelf": text("Shelf")})])
    assert found.message.endswith("; drop it here, `list_crates` reads the same")


def test_a_sibling_that_reads_less_or_other_things_is_none() -> None:
    for sibling in (mixed("crates_read", ("get", "versions")), tool("list_lids", {}), tool("list_crate_lids", {})):
        (found,) = findings(MixedSafetyModes, [mixed("manage_crates", ("list", "fill", "delete")), sibling])
        assert "`list_crates`" in found.message
    (found,) = findings(MixedSafetyModes, [mixed("crate", ("list_lids", "delete")), tool("list_crates", {})])
    assert "reads the same" not in found.message


@pytest.mark.parametrize(
    "values",
    [
        ("mark_read", "mark_unread", "delete"),
        ("set_read", "archive", "delete"),
        ("toggle-read", "remove"),
        ("read", "unread", "delete"),
    ],
)
def test_a_state_that_is_set_is_not_read(values: tuple[str, ...]) -> None:
    assert findings(MixedSafetyModes, [mixed("manage_letters", values)]) == []


def test_reading_beside_marking_is_still_reading() -> None:
    (found,) = findings(MixedSafetyModes, [mixed("manage_letters", ("list", "mark_read", "delete"))])
    assert found.data["reads"] == ["list"]


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("manage_box_permissions", ("grant", "revoke", "view")),
        ("manage_access_keys", ("revoke", "list")),
        ("update_webhooks", ("get-hooks", "delete-hook")),
    ],
)
def test_who_manages_permissions_does_what_the_values_say(name: str, values: tuple[str, ...]) -> None:
    (found,) = findings(MixedSafetyModes, [mixed(name, values)])
    assert found.data["reads"]
    assert found.data["destroys"]


@pytest.mark.parametrize(
    ("name", "values"), [("list_box_permissions", ("view", "revoke")), ("log_access", ("read", "delete"))]
)
def test_deeds_of_others_are_no_jobs(name: str, values: tuple[str, ...]) -> None:
    assert findings(MixedSafetyModes, [mixed(name, values)]) == []


def test_a_long_message_ends_with_a_whole_advice() -> None:
    values = ("get-every-signature-of-a-box", "delete-every-signature-of-a-box")
    (found,) = findings(MixedSafetyModes, [mixed("archive_box_signature_service", values)])
    assert "…" not in found.message
    assert found.message.endswith("marked `readOnlyHint`")
