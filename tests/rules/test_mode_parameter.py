"""Modes in all the forms they take, look-alikes, and what the message says of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from catalint import Finding, Severity
from catalint.testing import findings
from catalint_rules.parameters.mode_parameter import ModeParameter


def text(description: str = "", **more: Any) -> dict[str, Any]:
    return {"type": "string", "description": description, **more}


def tool(name: str, properties: dict[str, Any], required: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": list(required), **more.pop("schema", {})}
    return {"name": name, "description": "Serves the orchestra.", "inputSchema": schema, **more}


def only(*tools: dict[str, Any], **values: Any) -> Finding:
    (finding,) = findings(ModeParameter, list(tools), values)
    return finding


MODES = {
    "const-with-text": tool(
        "queue_admin",
        {
            "command": {"oneOf": [{"const": "peek", "description": "Look."}, {"const": "requeue"}, {"const": "drain"}]},
            "count": {"type": "integer", "description": "Messages to look at (peek only)."},
            "dead_letter": {"type": "boolean", "description": "Take them from the dead-letter queue, for requeue."},
        },
        ("command",),
    ),
    "branches": tool(
        "invoice",
        {},
        schema={
            "oneOf": [
                {"properties": {"action": {"const": "create"}, "customer": text("c")}, "required": ["action"]},
                {"properties": {"action": {"const": "void"}, "invoice_id": text("i")}, "required": ["action"]},
            ]
        },
    ),
    "if-then": tool(
        "device",
        {"command": text("c", enum=["reboot", "rename", "relocate"]), "name": text("n"), "room": text("r")},
        ("command",),
        schema={
            "allOf": [
                {"if": {"properties": {"command": {"const": "rename"}}}, "then": {"required": ["name"]}},
                {"if": {"properties": {"command": {"const": "relocate"}}}, "then": {"required": ["room"]}},
            ]
        },
    ),
    "values-in-the-parameter's-text": tool(
        "manage_playlist",
        {
            "action": text("What to do: 'create', 'rename', 'add_track' or 'share'"),
            "title": text("Title; required for create and rename"),
            "track_id": text("Track, only for add_track"),
        },
        ("action",),
    ),
    "values-in-the-tool's-text": tool(
        "parcel",
        {"action": text("Job"), "sender": text("s"), "receiver": text("r"), "parcel_number": text("p")},
        ("action",),
        description="Handle parcels. Actions: book, track, cancel. book needs sender and receiver; track and cancel "
        "need parcel_number.",
    ),
    "values-one-a-line": tool(
        "stage",
        {
            "operation": text("- raise: lift the curtain\n- dim: lower the light"),
            "percent": text("Light (dim only)"),
            "lamp": text("(dim only)"),
        },
        ("operation",),
    ),
    "table": tool(
        "vault",
        {"action": text("Job", enum=["store", "rotate", "show"]), "secret_value": text("v"), "secret_id": text("i")},
        ("action",),
        description="Keep secrets.\n\n| action | parameters |\n|---|---|\n| store | secret_value |\n| rotate | secret_id |",
    ),
    "nested": tool(
        "etl_step",
        {
            "table": text("t"),
            "transform": {
                "type": "object",
                "properties": {
                    "operation": text("o", enum=["rename", "cast", "fill"]),
                    "new_name": text("New name [rename]"),
                    "target_type": text("Type [cast]"),
                },
            },
        },
        ("table",),
    ),
    "nested-union-of-verbs": tool(
        "document_edit",
        {
            "change": {
                "anyOf": [
                    {"type": "object", "properties": {"type": {"const": "insert"}, "words": text("t")}},
                    {"type": "object", "properties": {"type": {"const": "delete"}, "from": text("f")}},
                ]
            }
        },
    ),
    "wrapper": tool(
        "explore",
        {
            "args": {
                "type": "object",
                "properties": {
                    "endpoint": text("e", enum=["block", "address"]),
                    "block_hash": text("Hash, required for block endpoint"),
                    "wallet": text("Wallet, required for address endpoint"),
                },
            }
        },
    ),
    "domain": tool(
        "search_travel",
        {
            "domain": text("Kind of offer", enum=["hotel", "flight", "car"]),
            "stars": {"type": "integer", "description": "[hotel] Fewest stars"},
            "cabin": text("[flight] Cabin class"),
        },
    ),
    "execution-mode": tool(
        "run_job",
        {
            "execution_mode": text("Where", enum=["managed", "self_hosted"]),
            "machine_type": text("[managed] Machine"),
            "host": text("[self_hosted] Host name"),
        },
    ),
    "flags": tool(
        "recording",
        {
            "start": {"type": "boolean", "description": "Begin recording"},
            "stop": {"type": "boolean", "description": "End recording"},
            "layout": text("Layout of the picture, only with start"),
        },
    ),
    "reversing-flag": tool("upsert_contact", {"email": text("Mail"), "delete": {"type": "boolean"}}, ("email",)),
    "gerund": tool(
        "ticket",
        {"action": text("Job", enum=["open", "assign"]), "assignee": text("Person; needed when assigning")},
        ("action",),
    ),
    "negation": tool(
        "tag_admin",
        {
            "action": text("Job", enum=["list", "attach", "rename"]),
            "object": text("Object. Omit with action=list."),
            "title": text("Required for rename."),
        },
        ("action",),
    ),
    "docstring": tool(
        "mixer",
        {"action": {"type": "string", "enum": ["mute", "fade"]}, "seconds": {"type": "number"}, "until": text()},
        ("action",),
        description="Control the mixer.\n\nArgs:\n    action: job\n    seconds: length, only used for fade\n"
        "    until: level, only used for fade",
    ),
    "plain-verbs": tool(
        "labels",
        {"op": text("Job", enum=["create", "assign", "export"]), "name": text("Name"), "color": text("Colour")},
        ("op",),
    ),
}


@pytest.mark.parametrize("name", MODES)
def test_modes(name: str) -> None:
    assert only(MODES[name]).rule == "mode-parameter"


NAMED = {
    "two-names": tool(
        "parcel_desk",
        {
            "action": text("Job.", enum=["book", "move", "cancel", "quote"]),
            "parcel": text("Number."),
            "new_start": text("New begin of the time window."),
            "cancel_reason": text("Shown to the customer."),
        },
        ("action", "parcel"),
    ),
    "one-name-among-several": tool(
        "locker",
        {
            "command": text("Job.", enum=["reserve", "extend", "release"]),
            "code": text("Locker."),
            "release_note": text("Words to the next one."),
            "customer": text("Customer."),
            "size": text("Size."),
        },
        ("command", "code"),
    ),
    "camel-case-and-derived": tool(
        "ticketDesk",
        {
            "operation": text("Job.", enum=["open", "assign", "close"]),
            "ticket": text("Ticket."),
            "assignee": text("Person."),
            "closingNote": text("Words."),
        },
        ("operation", "ticket"),
    ),
    "only-the-verb-is-required": tool(
        "room",
        {
            "op": text("One of 'book', 'swap', 'vacate'."),
            "room": text("Room."),
            "guest": text("Guest."),
            "remarks": text("Remarks."),
        },
        ("op",),
    ),
    "nested": tool(
        "freight",
        {
            "request": {
                "type": "object",
                "properties": {
                    "action": text("Job.", enum=["create", "hold", "redirect"]),
                    "shipment": text("Number."),
                    "new_address": text("Address."),
                    "hold_until": text("Day."),
                },
                "required": ["action"],
            }
        },
        ("request",),
    ),
    "writing-beside-reading": tool(
        "transitions",
        {"operation": text("Job.", enum=["set", "list"]), "slide": text("Slide."), "kind": text(), "seconds": text()},
        ("operation", "slide"),
    ),
    "listing-beside-getting": tool(
        "masters",
        {"operation": text("Job.", enum=["list", "get_layouts", "get_info"]), "a": text(), "b": text(), "c": text()},
        ("operation",),
    ),
    "weak-name-of-the-selector": tool(
        "subscription",
        {
            "task": text("Job.", enum=["start", "pause", "renew"]),
            "pause_days": text("Days."),
            "renewal_term": text("Months."),
            "plan": text("Plan."),
            "note": text("Note."),
        },
        ("task",),
    ),
}


@pytest.mark.parametrize("name", NAMED)
def test_modes_that_only_names_tell(name: str) -> None:
    found = only(NAMED[name])
    assert "no text says which of them" in found.message or found.severity is Severity.NOTE


def test_names_that_tell_some_leave_the_others_open() -> None:
    desk = tool(
        "manage_pickup",
        {
            "action": text("Job.", enum=["book", "move", "cancel", "quote"]),
            "pickup_id": text("Pickup number."),
            "address": text("Address of the pickup."),
            "new_start": text("New begin of the time window."),
            "parcels": {"type": "integer", "description": "Number of parcels."},
            "cancel_reason": text("Reason shown to the customer."),
        },
        ("action",),
    )
    found = only(desk)
    assert found.severity is Severity.WARNING
    assert found.data["tied"] == {"new_start": ["move"], "cancel_reason": ["cancel"]}
    assert found.data["unexplained"] == ["pickup_id", "address", "parcels"]
    assert len(found.message) <= 240


def test_names_that_tell_all_are_an_explanation() -> None:
    found = only(NAMED["camel-case-and-derived"])
    assert found.severity is Severity.NOTE


LOOK_ALIKES = {
    "controls": tool(
        "service_control",
        {"action": text("Job", enum=["start", "stop", "restart"]), "unit": text(), "wait": text(), "force": text()},
        ("action",),
    ),
    "nouns-that-look-like-verbs": tool(
        "lists",
        {
            "action": text("Job", enum=["start", "comment", "list"]),
            "list_id": text("List."),
            "start_time": text("Time."),
            "comment": text("Comment."),
        },
        ("action", "list_id"),
    ),
    "what-the-tool-is-about": tool(
        "manage_builds",
        {"action": text("Job", enum=["build", "cancel"]), "build_number": text("Number."), "branch": text("Branch.")},
        ("action",),
    ),
    "one-named-alone": tool(
        "pump", {"action": text("Job", enum=["pause", "resume"]), "pause_reason": text("Why.")}, ("action",)
    ),
    "optional-selector": tool(
        "grid",
        {"action": text("Job", enum=["sort", "swap", "tidy"]), "a": text(), "b": text(), "c": text()},
    ),
    "kind": tool(
        "create_rule", {"rule": {"type": "object", "properties": {"type": text("t", enum=["allow", "block"])}}}
    ),
    "status": tool(
        "update_task",
        {"status": text("s", enum=["open", "done", "blocked"]), "reason": text("Reason, required for blocked")},
    ),
    "decision": tool(
        "review_request",
        {"action": text("a", enum=["approve", "deny"]), "note": text("Note for the requester")},
        ("action",),
    ),
    "sort": tool(
        "list_boats", {"sort": text("s", enum=["name", "age"]), "nulls": text("Where nulls go, only for age")}
    ),
    "lower-case-http": tool(
        "call_api", {"method": text("m", enum=["get", "post"]), "body": text("Body, only for post")}, ("method",)
    ),
    "grants": tool(
        "set_permissions", {"user": text("u"), "add": {"type": "boolean"}, "remove": {"type": "boolean"}}, ("user",)
    ),
    "batch": tool(
        "apply_edits",
        {
            "edits": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"op": text("o", enum=["insert", "remove"]), "words": text("only for insert")},
                },
            }
        },
    ),
    "objects-of-their-own": tool(
        "create_entry",
        {
            "kind": text("k", enum=["talk", "break"]),
            "talk": {"type": "object", "properties": {"title": text()}, "description": "Only used for talk"},
            "break": {"type": "object", "properties": {"minutes": text()}, "description": "Only used for break"},
        },
    ),
    "one-sided-kind": tool(
        "route",
        {
            "profile": text("p", enum=["driving", "walking", "cycling"]),
            "max_height": text("Only for driving"),
            "max_weight": text("Only for driving"),
        },
    ),
    "manner": tool(
        "merge_request",
        {"merge_method": text("m", enum=["merge", "squash", "rebase"]), "title": text("Title, only for squash")},
    ),
    "example-call": tool(
        "search_events",
        {"dataset": text("d", enum=["errors", "spans"]), "query": text("q"), "org": text("o")},
        description="Search.\n\nsearch_events(org='a', dataset='errors', query='x')\n"
        '{"org": "a", "dataset": "spans", "query": "y"}',
    ),
    "origin": tool(
        "detach_tag",
        {"action": text("a", enum=["attach", "detach"]), "tag": text("Get it from action=attach.")},
        ("action",),
    ),
    "lone-parameter": tool(
        "teams", {"action": text("a", enum=["list", "get", "add"]), "id": text("Team")}, ("action",)
    ),
    "one-told-that-need-not-be-given": tool(
        "tabs",
        {"action": text("a", enum=["list", "new", "close"]), "url": text("Page, used for new.")},
        ("action",),
    ),
    "the-only-job-that-writes": tool(
        "transition",
        {"operation": text("o", enum=["set", "get", "remove"]), "kind": text("Kind."), "seconds": text("Length.")},
        ("operation",),
    ),
    "one-verb-for-all": tool(
        "advice",
        {
            "operation": text("o", enum=["get_disk_advice", "get_network_advice", "get_idle_advice"]),
            "region": text("Region."),
            "account": text("Account."),
            "currency": text("Currency."),
        },
        ("operation",),
    ),
    "texts-that-name-a-value": tool(
        "brain",
        {
            "action": text("Add items, set fields, remove by index.", enum=["add", "set", "remove"]),
            "items": text("Items to add."),
            "indices": text("Indices to remove."),
            "fields": text("Fields that are set."),
        },
        ("action",),
    ),
    "one-parameter-each-of-few-jobs": tool(
        "operate_element",
        {
            "action": text("a", enum=["select", "set_color", "set_opacity", "lift", "hide", "isolate"]),
            "color": text("For set_color action."),
            "opacity": text("For set_opacity action."),
        },
        ("action",),
    ),
    "sentences-that-name-both": tool(
        "variables",
        {
            "action": text("a", enum=["list", "create", "rename"]),
            "key": text("Key."),
            "reveal": {"type": "boolean", "description": "Plain text."},
            "value": text("Value."),
        },
        ("action",),
        description="Keeps variables. On list, pass key to return one; reveal on list shows it. To create, give a value.",
    ),
    "a-few-of-many-kinds": tool(
        "get_object",
        {
            "object": text("o", enum=["item", "login", "note", "file", "folder", "vault"]),
            "vault": text("Required for folder"),
            "item": text("Required for file"),
        },
        ("object",),
    ),
    "app-only": {**MODES["flags"], "_meta": {"ui": {"visibility": ["app"]}}},
}


@pytest.mark.parametrize("name", LOOK_ALIKES)
def test_look_alikes(name: str) -> None:
    assert findings(ModeParameter, [LOOK_ALIKES[name]]) == []


def test_severity_depends_on_what_is_left_to_guess() -> None:
    enum = ["open", "resize", "tile"]
    told = {"width": text("Width, for resize"), "height": text("Height (resize)")}
    untold = {"rows": text("Rows"), "depth": text("Depth"), "layer": text("Layer")}
    assert only(tool("w", {"action": text("a", enum=enum), **told})).severity is Severity.NOTE
    assert only(tool("w", {"action": text("a", enum=enum), **told, **untold})).severity is Severity.WARNING
    unsafe = only(tool("upsert_window", {"title": text("Title"), "is_delete": {"type": "boolean"}}))
    assert unsafe.severity is Severity.WARNING
    assert "safety" in unsafe.message


def test_reading_beside_deleting_is_left_to_the_rule_for_it() -> None:
    enum = ["list", "rename", "delete"]
    told = {"action": text("a", enum=enum), "id": text("Window, for delete"), "title": text("For rename")}
    assert findings(ModeParameter, [tool("w", told, ("action",))]) == []
    untold = {"action": text("a", enum=enum), "id": text("Window"), "title": text("Title"), "dry": text("Dry run")}
    found = only(tool("w", untold, ("action",)))
    assert "no text says which of them use `id`, `title` and `dry`" in found.message
    # on a split, the other rule speaks
    assert "split" not in found.message


def test_parameters_of_many_tools_need_no_word() -> None:
    mode = tool(
        "window",
        {
            "action": text("a", enum=["open", "tile"]),
            "rows": text("Rows (tile)"),
            "columns": text("Columns (tile)"),
            "session": text("s"),
            "app": text("a"),
            "user": text("u"),
        },
    )
    others = [tool(f"read_{index}", {"session": text("s"), "app": text("a"), "user": text("u")}) for index in range(4)]
    assert only(mode).severity is Severity.WARNING
    assert only(mode, *others).severity is Severity.NOTE


@pytest.mark.parametrize(("least", "count"), [(1, 1), (2, 1), (3, 0)])
def test_threshold_of_jobs(least: int, count: int) -> None:
    mode = tool("w", {"action": text("a", enum=["open", "tile"]), "rows": text("(tile)"), "path": text("(open)")})
    assert len(findings(ModeParameter, [mode], {"min-tied": least})) == count


@pytest.mark.parametrize(("least", "count"), [(2, 1), (3, 1), (4, 0)])
def test_threshold_of_kinds(least: int, count: int) -> None:
    mode = tool(
        "s",
        {
            "source": text("s", enum=["web", "disk"]),
            "url": text("[web]"),
            "depth": text("[web]"),
            "path": text("[disk]"),
        },
    )
    assert len(findings(ModeParameter, [mode], {"min-tied-to-kinds": least})) == count


def test_one_finding_a_tool() -> None:
    both = tool(
        "storage",
        {
            "action": text("a", enum=["copy", "link"]),
            "target": text("Target, for copy"),
            "source": text("s", enum=["disk", "tape"]),
            "path": text("[disk]"),
            "reel": text("[tape]"),
        },
    )
    assert only(both).data["parameter"] == "action"


def test_data_and_places() -> None:
    found = only(MODES["values-in-the-parameter's-text"])
    assert found.where.path == ("inputSchema", "properties", "action")
    assert found.where.part == "key"
    assert found.data["tied"] == {"title": ["create", "rename"], "track_id": ["add_track"]}
    assert [related.where.path[-1] for related in found.related] == ["title", "track_id"]
    assert "only for add_track" in found.detail
    assert found.key == "action"


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("manage_window", ["list", "resize"], ["list_windows", "resize_window"]),
        ("manage-gallery", ["list", "resize"], ["list-galleries", "resize-gallery"]),
        ("manageWindow", ["list", "resize"], ["listWindows", "resizeWindow"]),
        ("ManageWindow", ["list", "resize"], ["ListWindows", "ResizeWindow"]),
        ("panels", ["list", "resize"], ["list_panels", "resize_panel"]),
        ("edit_note", ["append", "prepend"], ["append_note", "prepend_note"]),
        ("figma_manage_frame", ["list", "resize"], ["figma_list_frames", "figma_resize_frame"]),
        ("window_manager", ["list_windows", "resize"], ["resize_window"]),
        ("get_panel", ["list", "get"], ["list_panels"]),
        ("github_apps", ["list_repos", "create"], ["list_github_app_repos", "create_github_app"]),
        # what has no plural in a text may have none at all
        ("manage_knowledge", ["list", "resize"], ["resize_knowledge"]),
        # what is done with a keyboard is not done to it, and a service is no thing
        ("keyboard", ["type", "press"], []),
        ("hetzner", ["list_images", "create_server"], []),
        ("brain_build", ["add", "remove"], []),
    ],
)
def test_names_for_the_parts(name: str, values: list[str], expected: list[str]) -> None:
    needs = text(f"required for {values[1]}")
    mode = tool(name, {"action": text("a", enum=values), "x_width": needs, "z": text("z")}, ("action",))
    mode["description"] = "Serves windows, galleries, panels and frames."
    assert only(mode).data["names"] == expected


def test_names_that_are_taken_are_not_proposed() -> None:
    values = ["create", "resize"]
    mode = tool("manage_window", {"action": text("a", enum=values), "width": text("required for resize")}, ("action",))
    assert only(mode, tool("create_window", {"width": text("w")})).data["names"] == ["resize_window"]


def test_what_texts_explain_is_one_note() -> None:
    window = tool(
        "manage_window",
        {
            "action": text("a", enum=["list", "resize", "focus"]),
            "width": text("Required for resize."),
            "height": text("Required for resize."),
        },
        ("action",),
    )
    found = only(window)
    assert found.severity is Severity.NOTE
    assert "resize needs `width` and `height`, but by the schema a call without is valid" in found.message
    assert found.message.endswith("give resize a tool of its own (`resize_window`) that requires them")
    both = only(MODES["values-in-the-parameter's-text"], window)
    assert "`manage_window` and `manage_playlist` choose between jobs by one parameter each" in both.message
    assert both.data["tools"] == ["manage_playlist", "manage_window"]
    assert [related.message for related in both.related] == ["`action` of `manage_window`"]


def test_a_word_in_passing_is_no_need() -> None:
    note = tool(
        "manage_note",
        {
            "action": text("a", enum=["append", "find_replace"]),
            "find_text": text("For find_replace: text to look for."),
            "count": text("For find_replace: required number of occurrences."),
        },
        ("action",),
    )
    assert "`find_text` and `count` are for find_replace only" in only(note).message


def test_the_thing_comes_from_the_only_identifier() -> None:
    assert only(
        tool(
            "manage_calendar",
            {"action": text("a", enum=["create", "move", "export"]), "event_id": text("e"), "day": text("d")},
        )
    ).data["names"] == ["create_event", "move_event", "export_event"]


@pytest.mark.parametrize(
    "piece",
    ["create ", "create, ", "only for create ", "(create) ", "[create] ", "when action is ", "'create', ", "create: ",
     "- create: x\n", "action=create ", "not ", "; ", "the ", " ", "`", '"a", '],
)  # fmt: skip
def test_work_is_linear(piece: str, calls: Callable[[Callable[[], object]], int]) -> None:
    def work(length: int) -> None:
        long = piece * (length // len(piece))
        properties = {"action": text(long, enum=["create", "delete", "list"]), "title": text(long), "mode": text(long)}
        findings(ModeParameter, [tool("manage_scores", properties, description=long)])

    work(1_000)  # expressions are compiled once
    assert calls(lambda: work(20_000)) < 6 * calls(lambda: work(5_000))


@pytest.mark.parametrize(
    "schema",
    [
        None,
        [],
        "object",
        {"properties": []},
        {"properties": {"action": None, "mode": True, "op": [1]}, "required": "action"},
        {"properties": {"action": {"enum": [1, None, {}, "a", "b"]}, "b": {}}},
        {"oneOf": [1, None, {"properties": {"action": {"const": 1}}}], "allOf": [{"if": 1}, {"if": {}, "then": 3}]},
        {
            "properties": {
                "action": {"$ref": "#/properties/action"},
                "deep": {"$ref": "#"},
                "b": {"anyOf": [{"$ref": "#/properties/b"}]},
            }
        },
    ],
)
def test_broken_schemas_pass(schema: Any) -> None:
    findings(ModeParameter, [{"name": "manage_scores", "description": 5, "inputSchema": schema}])


def test_an_example_call_ties_nothing() -> None:
    kinds = {"kind": text("Kind of the seat.", enum=["stall", "box", "gallery"]), "seat_id": text(), "row_id": text()}
    raw = tool("save_seat", kinds | {"title": text()}, ("kind",))
    raw["description"] = 'Save a seat.\n- Change one: save_seat("stall", "A4", seat_id="s_4", row_id="r_1")'
    assert findings(ModeParameter, [raw]) == []


def test_creating_and_updating_take_the_same_fields() -> None:
    fields = {name: text(f"The {name} of the concert.") for name in ("title", "hall", "conductor", "soloist")}
    both = tool("manage_concert", {"action": text("Job.", enum=["create", "update"]), **fields}, ("action",))
    assert findings(ModeParameter, [both]) == []
    three = tool("manage_concert", {"action": text("Job.", enum=["create", "update", "copy"]), **fields}, ("action",))
    assert "no text says which of them use `title`" in only(three).message


def test_objects_of_their_own_are_apart_even_beside_text() -> None:
    def own(value: str) -> dict[str, Any]:
        fields = {"type": "object", "description": f"Provide when type is `{value}`.", "properties": {"bar": text()}}
        return {"anyOf": [fields, {"type": "string"}]}

    values = ["cut_passage", "insert_passage"]
    kinds = {"type": text("Kind of edit.", enum=values), **{value: own(value) for value in values}}
    assert findings(ModeParameter, [tool("edit_score", kinds, ("type",))]) == []
    assert findings(ModeParameter, [tool("edit_score", {"action": kinds.pop("type"), **kinds}, ("action",))]) == []


def test_a_flag_that_leaves_the_tool_destructive_is_not_worth_a_split() -> None:
    flag = {"delete": {"type": "boolean", "description": "Delete the score there."}, "score": text("The score.")}
    assert "turns `push_score` into another job" in only(tool("push_score", flag)).message
    force = {"force": {"type": "boolean", "description": "Write over what is there."}}
    assert findings(ModeParameter, [tool("push_score", flag | force)]) == []


def test_no_name_is_proposed_that_says_not_of_what() -> None:
    flag = {"delete": {"type": "boolean", "description": "Delete the score there."}, "score": text("The score.")}
    others = [tool(f"ledger_{verb}", {}) for verb in ("pull", "open", "close", "show")]
    assert only(tool("ledger_push", flag), *others).message.endswith("make that a tool of its own")


def test_parameters_that_are_told_are_not_counted_as_all() -> None:
    own = {
        name: text(f"transpose: the {name}.") for name in ("interval", "accidentals", "clef", "octave", "pitch", "bars")
    }
    also = {"key_signs": text("Signs, with transpose or not.")}
    edit = {"operation": text("Job.", enum=["transpose", "merge", "fill"]), **own, **also}
    raw = tool("edit_part", {"edit": {"type": "object", "properties": edit, "required": ["operation"]}}, ("edit",))
    message = only(raw).message
    assert re.search(r"`interval`.* and others are for transpose only", message)
    assert "give transpose a schema or a tool of its own" in message


def test_one_parameter_for_one_of_many_jobs_is_a_special_case() -> None:
    def mail(*more: str, about: str = "Needed when action is 'move'.") -> dict[str, Any]:
        values = ["mark_read", "mark_unread", "flag", "unflag", "move", *more]
        fields = {"action": text("Job.", enum=values), "folder": text(about), "ids": text("Ids.")}
        return tool("bulk_action", fields, ("action", "ids"))

    assert findings(ModeParameter, [mail()]) == []
    # what takes away for good stands beside what can be undone, so that no hint fits both
    found = only(mail("delete"))
    assert found.severity is Severity.NOTE
    assert "move needs `folder`, but by the schema a call without is valid" in found.message
    assert findings(ModeParameter, [mail("delete", about="Folder to move to.")]) == []


def test_jobs_that_differ_in_safety_are_worth_a_note() -> None:
    def rows(*values: str) -> dict[str, Any]:
        fields = {"operation": text("Job.", enum=list(values)), "rows": text("Rows."), "key": text("Key for upsert.")}
        return tool("sheet_rows", fields, ("operation", "rows"))

    assert "`key` is for upsert only" in only(rows("insert", "update", "delete", "upsert")).message
    assert findings(ModeParameter, [rows("insert", "update", "upsert")]) == []

    def rollout(*values: str) -> dict[str, Any]:
        fields = {
            "verb": text("Job.", enum=["pause", "restart", "resume", "undo", *values]),
            "to": text("Take to go back to (for undo)."),
            "since": text("First take (for resume)."),
            "orchestra": text("Orchestra."),
        }
        return tool("rehearsal", fields, ("verb", "orchestra"))

    assert only(rollout("status", "history")).severity is Severity.NOTE
    assert findings(ModeParameter, [rollout("start", "stop")]) == []


def test_one_job_with_many_parameters_of_its_own_is_worth_a_note() -> None:
    def stand(*own: str) -> dict[str, Any]:
        fields = {name: text(f"The {name} (for strum operation).") for name in own}
        return tool("stand", {"operation": text("o", enum=["furl", "strum", "unfurl", "flit"]), **fields})

    assert only(stand("grip", "tempo", "strings")).severity is Severity.NOTE
    assert findings(ModeParameter, [stand("grip")]) == []


def test_needed_for_one_job_though_optional_for_another() -> None:
    def letter(about: str) -> list[Finding]:
        fields = {"action": text("What to do.", enum=["preview", "draft", "send"]), "to": text(about)}
        return findings(ModeParameter, [tool("apply_letter", fields, ("action",))])

    (found,) = letter("Who gets it (required for send, optional for draft).")
    assert "send needs `to`" in found.message
    assert letter("Who gets it (optional for send and draft).") == []
    assert letter("Who gets it (required for send unless the letter names them).") == []


CALLS = "Notes on a concert. create(text=title,target=hall) note(text=what to keep) verdict(target=note id) show list"


def test_values_and_what_they_take_stand_as_calls_in_the_text() -> None:
    def notes(about: str) -> dict[str, Any]:
        fields = {"action": text(), "concert": text(), "text": text(), "target": text()}
        return tool("concert_notes", fields, ("action",)) | {"description": about}

    found = only(notes(CALLS))
    assert "create needs `text` and `target`, but by the schema a call without is valid" in found.message
    assert found.data["values"] == ["create", "note", "verdict", "show", "list"]
    assert found.data["tied"] == {"text": ["create", "note"], "target": ["create", "verdict"]}
    # other names than the parameters', or one call only
    assert findings(ModeParameter, [notes(CALLS.replace("text=", "words="))]) == []
    assert findings(ModeParameter, [notes("Notes on a concert, as create(text=title) does.")]) == []


def test_a_mode_below_one_branch_of_a_choice_is_seen() -> None:
    def branch(name: str, properties: dict[str, Any]) -> dict[str, Any]:
        params = {"type": "object", "properties": properties, "required": [*properties][:1]}
        return {"type": "object", "properties": {"operation": {"const": name}, "params": params}}

    change = {"action": text("Job.", enum=["open", "close"]), "key": text("Key, required for open."), "seat": text("s")}
    choice = {"anyOf": [branch("rename-hall", {"name": text("Name.")}), branch("manage-doors", change)]}
    found = only(tool("hall", {"choice": choice}, ("choice",)))
    assert found.where.path[2:5] == ("choice", "anyOf", 1)
    assert found.data["parameter"] == "choice.params.action"


def branches(*, apart: bool) -> dict[str, Any]:
    """A choice with a branch for each operation; `apart` where only the branches hold what an operation takes."""
    fields = {"add-hive": "queen", "rename-hive": "label", "move-hive": "meadow", "remove-hive": "reason"}
    common = {"params": {"type": "object"}, "keeper": {"type": "string"}, "label": {"type": "string"}}
    options = []
    for operation, field in fields.items():
        params = {"type": "object", "properties": {"hive": {"type": "string"}, field: {"type": "string"}}}
        own = {**common, "params": params} if apart else {}
        constant = {"type": "string", "const": operation}
        options.append({"type": "object", "properties": {"operation": constant, **own}, "required": ["operation"]})
    choice: dict[str, Any] = {"anyOf": options}
    if not apart:
        choice |= {"type": "object", "properties": {key: {"type": "string"} for key in (*fields.values(), "hive")}}
    schema = {"type": "object", "properties": {"request": choice}, "required": ["request"]}
    return {"name": "run_apiary_write", "description": "Run one write on the apiary.", "inputSchema": schema}


def test_a_branch_for_each_job_says_what_the_job_takes() -> None:
    assert not findings(ModeParameter, [branches(apart=True)])
    (found,) = findings(ModeParameter, [branches(apart=False)])
    assert "no text says" in found.message
