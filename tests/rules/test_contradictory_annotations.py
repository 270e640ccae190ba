from __future__ import annotations

from typing import Any

import pytest

from catalint import Finding, Json, Severity
from catalint.testing import findings
from catalint_rules.protocol.contradictory_annotations import ContradictoryAnnotations

READ_ONLY: dict[str, Json] = {"readOnlyHint": True}
ADDITIVE: dict[str, Json] = {"readOnlyHint": False, "destructiveHint": False}
# Neighbours, so that the names are taken apart as in a catalog.
OTHERS: list[Any] = [
    {"name": "list_shelves", "description": "List the shelves.", "inputSchema": {"type": "object"}},
    {"name": "get_shelf", "description": "Return one shelf.", "inputSchema": {"type": "object"}},
]


def check(name: str, description: str, annotations: Json) -> list[Finding]:
    tool: Any = {
        "name": name,
        "description": description,
        "inputSchema": {"type": "object"},
        "annotations": annotations,
    }
    return findings(ContradictoryAnnotations, [tool, *OTHERS])


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("delete_filter", "Delete a mail filter."),
        ("delete_filter", ""),
        ("mail_delete", "Deletes a mail."),
        ("trash_emptier", "Deletes all mails in the trash."),
        ("purgeTrash", "Empty the trash folder for good."),
        ("drop_table", "Drop a table of the database."),
        ("send_mail", "Send a mail to a list of people."),
        ("update_contact", "Update the phone number of a contact."),
        ("rename_file", "Renames a file."),
        ("create_issue", "Create an issue in a repository."),
        ("add_comment", "Add a comment to a ticket."),
        ("insert_rows", "Insert rows into a table."),
        ("cancel_booking", "Cancel a booking and pay the deposit back."),
        ("archive_mail", "Archive a mail."),
        ("approve_invoice", "Approve an invoice."),
        ("lock_door", "Lock the front door."),
        ("deploy_site", "This tool deploys a site to production."),
        ("upload_photo", "Use this tool to upload a photo to an album."),
        ("run_command", "Run a shell command on the host."),
        ("execute_script", "Runs a script."),
        ("screenshot", "Take a screenshot and save it to the given directory."),
        ("submit_feedback", "Report a fault or a wish to the makers."),
        ("manage_rules", "Create, update, or delete the rules of a mailbox."),
        ("manage_lists", "Manage task lists: create, rename and delete."),
        ("write_file", "Create a new file or completely overwrite an existing file."),
        ("monitor_delete", "Permanently delete a monitor by its number."),
        ("delete_site", "This endpoint permanently removes a site. Read the guide before; files are not deleted."),
        ("create_rule", "Create a firewall rule with validation of its schema."),
        ("create_board", "Create a new board (a dashboard) that aggregates data from several lists."),
        ("execute_sql", "Execute a SQL statement. Use for SELECT, DML (INSERT/UPDATE/DELETE) and DDL."),
    ],
)
def test_what_a_tool_says_that_it_does_is_not_read_only(name: str, description: str) -> None:
    (finding,) = check(name, description, READ_ONLY)
    assert finding.severity is Severity.WARNING
    assert finding.where.pointer == "/tools/0/annotations/readOnlyHint"
    assert "is marked read-only, but its " in finding.message
    assert len(finding.message) <= 240


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("count_deleted_mails", "Count the mails in the trash folder."),
        ("list_deleted", "List deleted mails."),
        ("get_update", "Gets one update by its number."),
        ("updates", "Lists the updates of a project."),
        ("post_details", "Return a post."),
        ("order_status", "Return the status of an order."),
        ("check_write_access", "Check whether a user may write."),
        ("validate_update", "Check an update before it is sent."),
        ("preview_delete", "Show what a delete would remove."),
        ("delete_preview", "Preview which rows a clean-up would delete."),
        ("simulate_purge", "Simulates a purge."),
        ("delete_rows", "Read-only view of the rows that wait for deletion."),
        ("run_query", "Run a read-only query."),
        ("execute_query", "Execute a PromQL query."),
        ("run_report", "Run a report on the sales of a month."),
        ("run_code", "Run Python code in a sandbox."),
        ("create_report", "Create a report of the sales of a month."),
        ("create_report_link", "Returns a link to a report."),
        ("create_plan", "Create a travel plan."),
        ("create_component", "Provides guidance on writing a component."),
        ("generate_chart", "Generate a chart."),
        ("export_rows", "Export rows as CSV text."),
        ("merge_polygons", "Merge two polygons into one."),
        ("create_component", "Create a component (LWC) from a requirements document."),
        ("create_blueprint_draft", "Use this tool to generate a requirements document (PRD) from a component."),
        ("execute_sql", "Execute a SQL query. INSERT, UPDATE and DELETE are rejected."),
        ("execute_sql", "Execute SELECT statements only, no INSERT, UPDATE or DELETE."),
        ("update_preview", "Update the preview of a page. This tool never changes the page itself."),
        ("add_numbers", "Add two numbers."),
        ("write_poem", "Write a poem on a topic."),
        ("replace_text", "Replace words in a text and return the new text."),
        ("edit_image", "Edit an image and return the result."),
        ("set_active_project", "Set the project that later calls use."),
        ("open_file", "Open a file."),
        ("compute_sum", "Save time by letting this tool add numbers."),
        (
            "list_variables",
            "List the variables. To change one, pass all to set_variables, which replaces the entire list.",
        ),
        ("list_changes", "List who was allowed to create, update or delete rules."),
        ("list_saved", "List files that were saved to a directory."),
        ("notizen_zeigen", "Löscht nichts, zeigt nur alle Notizen eines Hefts und wann sie geschrieben wurden."),
    ],
)
def test_what_only_looks_or_computes_may_be_read_only(name: str, description: str) -> None:
    assert check(name, description, READ_ONLY) == []


@pytest.mark.parametrize(
    ("name", "description", "fix"),
    [
        ("purge_trash", "Empty the trash.", 'its name says "purge", so set `readOnlyHint` to false'),
        ("get_shelf_plan", "Return the plan of a shelf.", "if it only reads, drop `destructiveHint`"),
    ],
)
def test_both_hints_can_not_hold(name: str, description: str, fix: str) -> None:
    (finding,) = check(name, description, {"readOnlyHint": True, "destructiveHint": True})
    assert finding.severity is Severity.WARNING
    assert fix in finding.message


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("delete_note", "Delete a note."),
        ("erase_disk", ""),
        ("write_file", "Create a new file or completely overwrite an existing file."),
        ("put_object", "Store an object. Overwrites an existing object of that key."),
        ("set_members", "Set the members of a group. Replaces the entire list."),
        ("release_device", "Give a device back; its storage is overwritten."),
        ("clean_up", "Permanently deletes rows that nothing refers to."),
        ("put_shelf", "Replace a shelf (full update)."),
        ("put_shelf", "Replaces the contents of a shelf with the given books."),
        ("set_tags", "Set the tags of a book. This replaces all existing tags."),
        ("set_tags", "Set the tags of a book. The list is sent as a full replacement."),
        ("store_index", "Create or update an index. If it already exists it will be overwritten."),
        (
            "create_plan",
            "Create a floor plan. If a plan with the same name exists, the existing plan will be replaced.",
        ),
    ],
)
def test_taking_away_is_not_additive(name: str, description: str) -> None:
    (finding,) = check(name, description, ADDITIVE)
    assert finding.severity is Severity.NOTE
    assert finding.where.pointer == "/tools/0/annotations/destructiveHint"
    assert len(finding.message) <= 240


def test_what_a_catalog_takes_for_additive_is_one_finding() -> None:
    texts = {
        "delete_shelf": "Delete a shelf with its books.",
        "add_book": "Add a book.",
        "put_tags": "Replaces all existing tags of a book.",
        "set_rules": "Set the rules of a room. The list is sent as a full replacement.",
    }
    tools: list[Any] = [
        {"name": name, "description": text, "inputSchema": {"type": "object"}, "annotations": ADDITIVE}
        for name, text in texts.items()
    ]
    (finding,) = findings(ContradictoryAnnotations, tools)
    assert (finding.severity, finding.where.tool) == (Severity.NOTE, 0)
    assert "`delete_shelf`, `put_tags` and `set_rules` are marked not destructive" in finding.message
    assert [(each.where.tool, each.message) for each in finding.related] == [
        (2, 'description: "replaces all existing tags of a book"'),
        (3, 'description: "as a full replacement"'),
    ]


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("add_note", "Add a note."),
        ("remove_label", "Remove a label from an issue."),
        ("terminate_app", "Stop an app on the device."),
        ("put_object", "Store an object. Fails rather than overwrite an existing one."),
        ("copy_file", "Copy a file; set force to overwrite existing files."),
        ("merge_file", "Merge a file. A concurrent edit can be overwritten."),
        ("save_file", "Save a file without overwriting another."),
        ("save_file", "Save a file. If overwrite is true, another of that name is overwritten."),
        ("save_file", "Save a file. If the file exists, nothing is replaced."),
        ("save_file", "Save a file. If a file of that name exists and overwrite is false, nothing is replaced."),
        ("swap_word", "Replace a word in a note (all of them with `every`)."),
        ("publish_version", "Publish a version. Publishing cannot be undone."),
    ],
)
def test_what_only_adds_or_may_be_undone(name: str, description: str) -> None:
    assert check(name, description, ADDITIVE) == []


@pytest.mark.parametrize(
    "annotations",
    [
        None,
        {},
        [],
        "readOnlyHint",
        {"readOnlyHint": False},
        {"readOnlyHint": "true"},
        {"destructiveHint": True},
        {"readOnlyHint": False, "destructiveHint": True},
        {"title": "Delete"},
    ],
)
def test_no_claim_no_contradiction(annotations: Json) -> None:
    assert check("delete_note", "Delete a note.", annotations) == []


def test_hostile_texts_end_soon_and_keep_the_message_bounded() -> None:
    for description in ("overwrites " + "the existing " * 5000, "[" * 9000, "saves " * 9000 + "to disk"):
        for finding in check("delete_" + "x" * 300, description, {"readOnlyHint": True, "destructiveHint": True}):
            assert len(finding.message) <= 240


def test_a_mode_that_deletes_is_left_to_mixed_safety_modes() -> None:
    action = {"type": "string", "enum": ["list", "get", "delete"], "description": "What to do."}
    schema = {"type": "object", "properties": {"action": action, "rule_id": {"type": "string"}}, "required": ["action"]}
    tool: Any = {
        "name": "manage_rules",
        "description": "Manage the rules of a mailbox: list, update or delete. `list` needs nothing, `delete` a rule_id.",
        "inputSchema": schema,
        "annotations": READ_ONLY,
    }
    assert findings(ContradictoryAnnotations, [tool, *OTHERS]) == []
    plain = {**tool, "inputSchema": {"type": "object"}}
    assert len(findings(ContradictoryAnnotations, [plain, *OTHERS])) == 1


def read_only(name: str, description: str, properties: dict[str, Any]) -> list[Finding]:
    tool: Any = {
        "name": name,
        "description": description,
        "inputSchema": {"type": "object", "properties": properties},
        "annotations": READ_ONLY,
    }
    return findings(ContradictoryAnnotations, [tool, *OTHERS])


def choice(*values: str) -> dict[str, Any]:
    operation = {"type": "string", "enum": list(values), "description": "What to do."}
    return {"operation": operation, "shelf": {"type": "string", "description": "Mark of the shelf."}}


@pytest.mark.parametrize(
    "values", [("list", "get", "set"), ("get", "update"), ("list", "create"), ("show", "add_book")]
)
def test_a_mode_with_a_value_that_changes_something_is_not_read_only(values: tuple[str, ...]) -> None:
    (finding,) = read_only("library_shelf", "Work with the current shelf.", choice(*values))
    assert finding.severity is Severity.WARNING
    assert f"its `operation` offers `{values[-1]}`" in finding.message


@pytest.mark.parametrize(
    ("name", "description", "values"),
    [
        ("library_shelf", "Work with the current shelf.", ("list", "get", "sort")),
        ("library_shelf", "Get or set the shelf of this session.", ("get", "set")),
        ("list_audit_events", "List the events of a shelf.", ("list", "create", "update")),
        ("check_permissions", "Check what a reader may do.", ("read", "update")),
    ],
)
def test_modes_that_only_look_or_filter(name: str, description: str, values: tuple[str, ...]) -> None:
    assert read_only(name, description, choice(*values)) == []


@pytest.mark.parametrize(
    ("parameter", "description"),
    [
        ("markRead", "Mark the letter as read after fetching it."),
        ("mark_as_seen", ""),
        ("tidy", "Delete the letter after it was downloaded."),
    ],
)
def test_a_flag_that_marks_or_deletes_what_is_read_is_a_note(parameter: str, description: str) -> None:
    flag = {parameter: {"type": "boolean", "description": description}}
    (finding,) = read_only("get_letter", "Return a letter.", flag)
    assert finding.severity is Severity.NOTE
    assert f"its flag `{parameter}` changes what it reads" in finding.message


@pytest.mark.parametrize(
    ("parameter", "schema"),
    [
        ("unread_only", {"type": "boolean", "description": "Only letters that nobody did mark as read."}),
        ("remove_duplicates", {"type": "boolean", "description": "Remove letters that are there twice."}),
        ("marked", {"type": "boolean", "description": "Include letters marked by the reader."}),
        ("note", {"type": "string", "description": "Mark the letter as read after fetching it."}),
    ],
)
def test_flags_that_filter_or_shape_the_answer(parameter: str, schema: dict[str, Any]) -> None:
    assert read_only("get_letters", "Return the letters.", {parameter: schema}) == []


DARK: dict[str, Json] = {"readOnlyHint": False, "destructiveHint": True}


def dark(name: str, description: str, **properties: Any) -> Any:
    schema = {"type": "object", "properties": properties}
    return {"name": name, "description": description, "inputSchema": schema, "annotations": DARK}


def test_reading_tools_marked_destructive_are_one_note_a_catalog() -> None:
    rows = [
        dark("write_shelf", "Write books to a shelf."),
        dark("read_shelf", "Read the books of a shelf.", path={"type": "string", "description": "Path to the file."}),
        dark("API-post-search", "Library | Search by title."),
    ]
    (finding,) = findings(ContradictoryAnnotations, [*rows, *OTHERS])
    assert finding.severity is Severity.NOTE
    assert finding.where.pointer == "/tools/1/annotations/destructiveHint"
    assert "`read_shelf` and `API-post-search` only read by name and text" in finding.message
    assert [related.where.pointer for related in finding.related] == ["/tools/2/annotations/destructiveHint"]


@pytest.mark.parametrize(
    "tool",
    [
        dark("search_and_replace", "Search a word and replace it."),
        dark("get_books", "Get the books of a shelf, or create the shelf."),
        dark("get_books", "Get the books of a shelf into a local folder."),
        dark("query_catalogue", "Query the catalogue with SQL."),
        dark("get_next_letter", "Get the next letter and remove it from the queue."),
        dark("get_letter", "Get a letter.", mark_read={"type": "boolean"}),
        dark("get_letter", "Get a letter.", path={"type": "string", "description": "Where the letter is saved."}),
        dark("list_shelf", "List the books of a shelf.", **choice("list", "add")),
        dark("read_shelf", ""),
        dark("check_shelf", "Check a shelf."),
        dark("read_shelf", "Cleans a shelf."),
    ],
)
def test_what_may_do_more_than_read_may_be_destructive(tool: Any) -> None:
    assert findings(ContradictoryAnnotations, [tool, *OTHERS]) == []
