"""Near duplicates of every kind are found in any wording, and look-alikes are left alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

import pytest

from catalint import Severity
from catalint.context import Context
from catalint.testing import corpus, findings
from catalint_rules.names.near_duplicate_name import NearDuplicateName


def tool(name: str, description: str, parameters: str = "") -> dict[str, Any]:
    """A tool from a line of parameters: `?` marks an optional one, `=a|b` gives its values."""
    properties: dict[str, Any] = {}
    required: list[str] = []
    for word in parameters.split():
        key, _, values = word.rstrip("?").partition("=")
        properties[key] = {"type": "string", **({"enum": values.split("|")} if values else {})}
        if not word.endswith("?"):
            required.append(key)
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    return {"name": name, "description": description, "inputSchema": {**schema, "required": required}}


Row = tuple[str, str, str]

ALIKE: dict[str, list[Row]] = {
    "word order": [
        ("export_report", "Export a report as PDF.", "report_id"),
        ("report_export", "Exports a report to PDF format.", "report_id"),
    ],
    "word order with a longer object": [
        ("get_invoice_status", "Return the payment status of an invoice.", "invoice_id"),
        ("invoice_status_get", "Get the payment status for one invoice.", "invoice_id"),
    ],
    "word order in camel case": [
        ("userCreate", "Create a user account.", "email"),
        ("createUser", "Creates a new user account.", "email"),
    ],
    "plural": [
        ("list_invoice", "List the invoices of a customer.", "customer_id"),
        ("list_invoices", "List all invoices for a customer.", "customer_id"),
    ],
    "plural, reworded": [
        ("delete_file", "Remove a file from the bucket.", "key"),
        ("delete_files", "Delete a file from the storage bucket.", "key"),
    ],
    "plural that returns one thing": [
        ("get_order", "Get order details by order id.", "order_id"),
        ("get_orders", "Get the details of an order by its id.", "order_id"),
    ],
    "a word made of two": [
        (
            "update_berthslot",
            "Change position, size or owner of a berth slot.",
            "berth_id berthslot_id row? column? width? owner?",
        ),
        (
            "update_berth_slot",
            "Change position, size and owner of a slot in a berth.",
            "berth_id berthslot_id row? column? width? owner? tariff?",
        ),
    ],
    "a word made of two, clipped": [
        ("move_dashcard", "Change row, column and size of a dashcard.", "dashboard_id dashcard_id row? column?"),
        ("move_dashboard_card", "Change row, column and size of a card.", "dashboard_id dashcard_id row? column?"),
    ],
    "participle": [
        ("schedule_job", "Put a job into the nightly schedule.", "job_id"),
        ("scheduled_job", "Put a job on the nightly schedule.", "job_id"),
    ],
    "gerund": [
        ("searching_documents", "Search the documents of a workspace.", "query"),
        ("search_documents", "Search documents in the workspace.", "query"),
    ],
    "get and fetch": [
        ("get_weather", "Get the current weather of a city.", "city"),
        ("fetch_weather", "Fetch current weather for a city.", "city"),
    ],
    "remove and delete": [
        ("remove_member", "Remove a member from a team.", "team_id member_id"),
        ("delete_member", "Delete a member from the team.", "team_id member_id"),
    ],
    "create and add": [
        ("create_label", "Create a label in a repository.", "repo name color?"),
        ("add_label", "Add a new label to the repository.", "repo name color?"),
    ],
    "erase and delete, reworded": [
        ("erase_note", "Permanently erase a note.", "note_id"),
        ("delete_note", "Delete a note for good.", "note_id"),
    ],
    "update and edit": [
        ("update_event", "Change title, time or place of a calendar event.", "event_id title? start? place?"),
        ("edit_event", "Edit the title, start or place of an event.", "event_id title? start? place?"),
    ],
    "run and execute": [
        ("run_query", "Run a SQL query and return its rows.", "sql"),
        ("execute_query", "Execute a SQL query against the database.", "sql"),
    ],
    "find and get": [
        ("find_parcel", "Find a parcel by its tracking number.", "tracking_number"),
        ("get_parcel", "Return the parcel with this tracking number.", "tracking_number"),
    ],
    "products and items": [
        ("search_products", "Search the product catalog by keyword. Returns name and price of each.", "keyword"),
        ("find_items", "Find items in the catalog that match a keyword; returns name and price.", "keyword"),
    ],
    "employees and staff, without parameters": [
        ("list_employees", "List all employees of the company with name and department.", ""),
        ("get_all_staff", "Get all staff members of the company with their names and departments.", ""),
    ],
    "checking a state and getting it": [
        ("get_order_status", "Get the current status of an order.", "order_id"),
        ("check_order_status", "Check the status of an order by its id.", "order_id"),
    ],
    "a noun that can be a verb": [
        ("get_order_status", "Get the current status of an order.", "order_id"),
        ("order_status", "Returns the status of an order.", "order_id"),
    ],
    "a doer behind such a noun": [
        ("run_report", "Run a saved report and return its rows.", "report_id"),
        ("report_runner", "Runs a saved report.", "report_id"),
    ],
    "adding to and creating in": [
        ("create_calendar_event", "Create an event in a calendar.", "calendar_id title start"),
        ("add_event_to_calendar", "Add an event to a calendar.", "calendar_id title start"),
    ],
    "one word and two": [
        ("fetch_webpage", "Fetch the content of a web page.", "url"),
        ("get_web_page", "Get the content of a web page as text.", "url"),
    ],
    "folder and directory": [
        ("create_folder", "Create a folder at a path.", "path"),
        ("make_directory", "Create a directory at the given path.", "path"),
    ],
    "user and customer": [
        ("get_user", "Return name, e-mail address and team of one user.", "user_id"),
        ("lookup_customer", "Look up one user and return name, team and e-mail address.", "user_id"),
    ],
    "case": [
        ("getReport", "Get a report by its id.", "id"),
        ("get_report", "Returns the report with the given id.", "id"),
    ],
    "separator": [
        ("backup_db", "Write a backup of the database to disk.", "path"),
        ("backup-db", "Back up the database to a file on disk.", "path"),
    ],
    "separator of dotted names": [
        ("mail.search", "Search the mailbox.", "query"),
        ("mail_search", "Search mails in the mailbox.", "query"),
    ],
    "joined words": [
        ("healthcheck", "Check whether the service answers.", ""),
        ("health_check", "Check that the service answers.", ""),
    ],
    "a letter missing": [
        ("send_message", "Send a message to a channel.", "channel text"),
        ("send_mesage", "Send a message to a channel.", "channel text"),
    ],
    "a letter missing, reworded": [
        ("get_weather", "Current weather of a city.", "city"),
        ("get_wether", "Get the weather in a city now.", "city"),
    ],
    "letters swapped": [
        ("search_users", "Search users by name.", "query"),
        ("serach_users", "Search for users by name.", "query"),
    ],
    "version": [
        ("search_docs", "Search the documentation.", "query"),
        ("search_docs_v2", "Search the documentation.", "query limit?"),
    ],
    "number": [
        ("create_ticket", "Create a support ticket.", "subject body"),
        ("create_ticket2", "Create a support ticket with subject and body.", "subject body"),
    ],
    "new": [
        ("upload_image", "Upload an image to the gallery.", "file"),
        ("upload_image_new", "Upload an image into the gallery.", "file"),
    ],
    "enhanced": [
        ("add_footnote", "Add a footnote to a paragraph.", "text"),
        ("add_footnote_enhanced", "Add a footnote to a paragraph of the document.", "text"),
    ],
    "short form": [
        ("get_repo", "Get a repository.", "owner name"),
        ("get_repository", "Get one repository.", "owner name"),
    ],
    "British spelling": [
        ("list_colors", "List the colors of the palette.", ""),
        ("list_colours", "List all colours of the palette.", ""),
    ],
    "info": [
        ("get_device", "Get information about a device.", "device_id"),
        ("get_device_info", "Get information about one device.", "device_id"),
    ],
    "all": [
        ("list_deals", "List deals in the pipeline.", "limit?"),
        ("list_all_deals", "List all deals in the pipeline.", "limit?"),
    ],
    "list at the end": [
        ("get_songs_list", "Get songs list from the archive.", "album_id?"),
        ("get_songs", "Get songs from the archive.", "items"),
    ],
    "tool at the end": [
        ("translate_text", "Translate a text into another language.", "text target"),
        ("translate_text_tool", "Translate text into a target language.", "text target"),
    ],
    "by what both ask for": [
        ("get_playlist_songs", "Get the songs of a playlist.", "name"),
        ("get_songs_playlist_by_name", "Get the songs of a playlist.", "name"),
    ],
    "doer": [
        ("weather_getter", "Gets the weather for a city.", "city"),
        ("get_weather", "Get the weather for a city.", "city"),
    ],
    "verb of two words": [
        ("look_up_word", "Look up a word in the dictionary.", "word"),
        ("lookup_word", "Look up the meaning of a word in the dictionary.", "word"),
    ],
    "no verb": [
        ("current_weather", "Get the current weather of a city.", "city"),
        ("get_current_weather", "Return current weather for a city.", "city"),
    ],
    "Unix name": [
        ("read_page", "Read a wiki page by its title.", "title start_line?"),
        ("cat", "Print a page's text.", "title start_line?"),
    ],
    "behind a banner": [
        ("get_tide", "Harbour API. Return high and low water of a day.", "day"),
        ("fetch_tide", "Harbour API. Fetch the high and low water of one day.", "day"),
        ("list_berths", "Harbour API. List the berths of a pier.", "pier"),
    ],
    "in another language, word for word": [
        ("hole_wetter", "Gibt das Wetter einer Stadt für die nächsten drei Tage zurück.", "stadt"),
        ("hole-wetter", "Gibt das Wetter einer Stadt für die nächsten drei Tage zurück.", "stadt"),
    ],
}

APART: dict[str, list[Row]] = {
    "a filler word that is what a parameter asks for": [
        ("get_ledger", "Return a ledger, whose lines have a number each.", "ledger_id"),
        ("get_ledger_record", "Return a line of a ledger by its number.", "ledger_id record_number"),
    ],
    "making a thing and putting it on another": [
        ("create_sticker", "Make a new sticker.", "shelf title"),
        ("add_sticker", "Put a sticker on a parcel.", "shelf parcel_no sticker"),
    ],
    "answering one and answering all": [
        ("answer_letter", "Answer the writer of a letter in plain text or HTML.", "letter_id body"),
        ("answer_all_letter", "Answer all readers of a letter in plain text or HTML.", "letter_id body"),
    ],
    "a type of its own": [
        ("get_shift", "Read the fields of a rosterShift object.", "shift_id"),
        ("get_shift_details", "Read the fields of a rosterShiftDetails object.", "shift_id"),
    ],
    "nouns of one meaning whose texts go on differently": [
        (
            "get_booking",
            "Get a single record by id. Returns guest, arrival, nights, room and breakfast.",
            "id",
        ),
        (
            "get_reservation",
            "Get a single record by id. Returns table, waiter, course times and allergies.",
            "id",
        ),
    ],
    "payables and receivables": [
        ("get_bill", "Fetch one bill by its id.", "id"),
        ("get_invoice", "Fetch one invoice by its id.", "id"),
    ],
    "one thing by its id and all that a filter finds": [
        ("move_to_shelf", "Move a novel or a map to a shelf.", "kind=novel|map item_no shelf"),
        ("move_novels_to_shelf", "Move the novels of an author to a shelf.", "shelf author"),
    ],
    "a filter in the place of an id": [
        ("close", "Close one thing.", "kind=ticket|alarm number"),
        ("close_ticket", "Close the oldest ticket.", "queue?"),
    ],
    "create, read, update, delete": [
        ("create_issue", "Open an issue.", "project title"),
        ("update_issue", "Change an issue.", "issue_id title?"),
        ("list_issues", "List issues of a project.", "project"),
        ("get_issue", "Return one issue.", "issue_id"),
        ("delete_issue", "Delete an issue.", "issue_id"),
    ],
    "get and list in one template": [
        ("get_channel", "Get a channel with its fields.", "channel_id"),
        ("list_channel", "List a channel with its fields.", "channel_id"),
    ],
    "opposites": [
        ("start_vm", "Start a virtual machine.", "vm_id"),
        ("stop_vm", "Stop a virtual machine.", "vm_id"),
        ("lock_vm", "Lock a virtual machine.", "vm_id"),
        ("unlock_vm", "Unlock a virtual machine.", "vm_id"),
        ("enable_alerts", "Enable alerts.", "id"),
        ("disable_alerts", "Disable alerts.", "id"),
    ],
    "objects": [
        ("get_user", "Return a user.", "id"),
        ("get_team", "Return a team.", "id"),
        ("get_node", "Return a node.", "id"),
        ("get_note", "Return a note.", "id"),
    ],
    "one and many": [
        ("get_memory", "Return one memory by its id.", "memory_id"),
        ("get_memories", "Return the memories of a user, newest first.", "user_id limit?"),
    ],
    "one and many at once": [
        ("create_item", "Create an item on a board.", "board name"),
        ("create_items", "Create several items on a board in one call.", "board items"),
    ],
    "one and many, told by the text alone": [
        ("set_caption", "Set the caption of a picture.", "node text"),
        ("set_multiple_captions", "Set multiple captions at once.", "node text"),
    ],
    "some and all": [
        ("delete-documents", "Delete multiple documents by their ids from an index.", "index ids"),
        ("delete-all-documents", "Delete all documents in an index.", "index"),
    ],
    "directions": [
        ("text_to_speech", "Read a text aloud.", "text"),
        ("speech_to_text", "Write down what is said in a recording.", "audio"),
        ("convert_pdf_to_html", "Convert a file.", "file"),
        ("convert_html_to_pdf", "Convert a file.", "file"),
    ],
    "the sibling is named": [
        ("search_notes", "Search notes by meaning.", "query"),
        ("find_notes", "Find notes by exact words; use search_notes for meaning.", "query"),
    ],
    "the word is explained": [
        ("list_directory", "List the entries of a directory.", "path"),
        ("list_directory_with_sizes", "List the entries of a directory with the size of each.", "path"),
    ],
    "the word is explained beside another": [
        ("delete_config", "Deletes a config and its variations.", "request"),
        ("delete_config_variation", "Deletes a config variation.", "request"),
    ],
    "the filler is explained": [
        ("read_file", "Read the contents of a file of the project.", "path"),
        ("get_file_info", "Retrieve detailed metadata about a file of the project.", "path"),
    ],
    "the qualifier is explained": [
        ("list_deals", "List open deals.", "limit?"),
        ("list_archived_deals", "List archived deals.", "limit?"),
    ],
    "a number with a meaning": [
        ("tier1", "Proxies of tier 1.", "country"),
        ("tier2", "Proxies of tier 2.", "country"),
    ],
    "words that differ by a letter": [
        ("get_country", "Get facts about a country.", "code"),
        ("get_county", "Get facts about a county.", "code"),
        ("create_form", "Create a form.", "title"),
        ("create_forum", "Create a forum.", "title"),
    ],
    "words of one stem": [
        ("add_task_dependencies", "Set what a task waits for.", "task_id dependencies"),
        ("add_task_dependents", "Set which tasks wait for this one.", "task_id dependents"),
        ("list_custom_values", "List values.", "location"),
        ("list_customer_values", "List values.", "location"),
    ],
    "another head noun": [
        ("list_user_groups", "List the groups of a user.", "user_id"),
        ("list_group_users", "List the users of a group.", "group_id"),
        ("get_tags_for_task", "Get the tags of a task.", "task_id"),
        ("get_tasks_for_tag", "Get the tasks with a tag.", "tag_id"),
    ],
    "another head noun behind a verb of adding": [
        ("create_plugin_attached_to_consumer", "Create a plugin for a consumer.", "consumer plugin"),
        ("create_consumer_attached_to_plugin", "Create a consumer for a plugin.", "consumer plugin"),
    ],
    "by what": [
        ("list_by_equipment", "Fetch exercises by type of equipment.", "type"),
        ("list_of_equipment", "Fetch the equipment that there is.", ""),
    ],
    "spelling alone": [
        ("getReport", "Return a stored report as HTML.", "reportId"),
        ("getreport", "Return the build report of a pipeline run as plain text.", "runId"),
    ],
    "verbs of one meaning with other work": [
        ("get_ticket", "Return a ticket with its comments.", "ticket_id"),
        ("fetch_ticket", "Download the attachments of a ticket as an archive.", "ticket_id"),
        ("pods_exec", "Execute a shell command in a running pod.", "name command"),
        ("pods_run", "Start a new pod from a container image.", "image name?"),
    ],
    "new and existing": [
        ("create_subtask", "Create a new story below a story.", "parent name"),
        ("add_subtask", "Put an existing story below another story.", "parent child"),
    ],
    "steps": [
        ("step_1", "Collect the data.", "x"),
        ("step_2", "Train the model.", "x"),
        ("step_3", "Publish the results.", "x"),
    ],
    "services": [
        ("github_list_repos", "List repositories on GitHub.", "owner"),
        ("gitlab_list_repos", "List projects on GitLab.", "owner"),
    ],
    "object and part": [
        ("get_calendar", "Get a calendar.", "calendar_id"),
        ("get_calendar_resource", "Get a calendar resource such as a room.", "resource_id"),
        ("create_board", "Create a board.", "name"),
        ("create_board_item", "Create an item on a board.", "board name"),
        ("list_items", "List the items of a board.", "board"),
    ],
    "the same ids, an object of each": [
        ("update_order", "Update an order by its id.", "order_id item_id note? quantity?"),
        ("update_item", "Update an item by its id.", "order_id item_id note? quantity?"),
    ],
    "the same ids, one object more": [
        ("update_user", "Update a user by ids.", "user_id role_id note? until?"),
        ("update_user_role", "Update a role of a user by ids.", "user_id role_id note? until?"),
    ],
    "a word made of two, another input": [
        ("move_dashcard", "Change row, column and size of a dashcard.", "dashboard_id dashcard_id row? column?"),
        ("move_dashboard_card", "Change row, column and size of a card.", "dashboard_id dashcard_id tab? colour?"),
    ],
    "the same ids, another thing": [
        ("get_member_fines", "Return the fines of a member.", "member_id branch_id from? until?"),
        ("get_member_branches", "Return the branches of a member.", "member_id branch_id from? until?"),
    ],
    "words of the same ids, another direction": [
        ("add_user_to_group", "Add a user to a group.", "user_id group_id note? role?"),
        ("add_group_to_user", "Add a group to a user.", "user_id group_id note? role?"),
    ],
    "words of the same ids, other texts": [
        ("get_member", "Return the joining date and the address.", "member_id branch_id from? until?"),
        ("get_branch", "Return opening hours and rooms of a library.", "member_id branch_id from? until?"),
    ],
    "words of the same ids, little in common": [
        ("get_member", "Return a member of a branch.", "member_id branch_id from? until?"),
        ("get_branch_member", "Return a member of a branch with loans.", "member_id branch_id depth? fields?"),
    ],
    "no verb, another job": [
        ("get_database", "Database details.", "uuid"),
        ("database", "Manage a database: create, update or delete.", "action=create|update|delete uuid?"),
    ],
    "another language": [
        ("get_user", "获取用户的姓名和邮箱", "id"),
        ("fetch_user", "下载用户头像", "id"),
        ("get_wetter", "Gibt das aktuelle Wetter für eine Stadt zurück.", "stadt"),
        ("fetch_wetter", "Lädt die Vorhersage der nächsten Tage für eine Stadt.", "stadt tage"),
    ],
    "listing and searching": [
        ("list_projects", "List all projects.", "page?"),
        ("search_projects", "Search projects by name.", "query"),
    ],
    "a value that only sorts": [
        ("list_issues", "List issues.", "sort=created|comments|updated"),
        ("list_comments", "List comments.", ""),
    ],
    "a search text for more": [
        ("list_entities", "List the entities of a graph.", "query?"),
        ("search_entities", "Search entities by name and type.", "query type depth"),
    ],
    "a covering tool that names the other": [
        ("manage_label", "Manage labels; create_label is the short way to a new one.", "action=create|delete name"),
        ("create_label", "Create a label.", "name"),
    ],
    "a mode that asks for more": [
        ("patch_page", "Change a part of a page.", "operation=append|replace path target content"),
        ("append_page", "Append text to a page.", "path content"),
    ],
    "Unix names by themselves": [
        ("cat", "Print a file.", "path"),
        ("ls", "List a folder.", "path"),
        ("grep", "Search files for a pattern.", "pattern path?"),
    ],
}


def tools(rows: Sequence[Row]) -> list[dict[str, Any]]:
    return [tool(*row) for row in rows]


@pytest.mark.parametrize("kind", ALIKE)
def test_alike(kind: str) -> None:
    rows = ALIKE[kind]
    found = findings(NearDuplicateName, tools(rows))
    assert len(found) == 1
    (finding,) = found
    assert finding.severity is Severity.WARNING
    assert finding.where.pointer == "/tools/0/name"
    assert [related.where.pointer for related in finding.related] == ["/tools/1/name"]
    assert all(f"`{name}`" in finding.message for name, *_ in rows[:2])
    assert len(finding.message) <= 240


@pytest.mark.parametrize("kind", APART)
def test_apart(kind: str) -> None:
    assert findings(NearDuplicateName, tools(APART[kind])) == []


def test_all_kinds_in_one_catalog_do_not_disturb_each_other() -> None:
    rows: list[Row] = []
    for index, found in enumerate(APART.values()):
        named = [name for name, *_ in found if "_" in name]
        for name, text, given in found:
            spoken = text
            for sibling in named:
                spoken = spoken.replace(sibling, f"area{index}_{sibling}")
            rows.append((f"area{index}_{name}", spoken, given))
    assert findings(NearDuplicateName, tools(rows)) == []


def test_a_text_may_name_its_sibling_without_the_prefix() -> None:
    rows: list[Row] = [
        ("wiki_get_page", "Return a page. For the source take fetch_page.", "title"),
        ("wiki_fetch_page", "Return a page.", "title"),
        ("wiki_list_pages", "List the pages.", ""),
        ("wiki_move_page", "Give a page another title.", "title to"),
    ]
    assert findings(NearDuplicateName, tools(rows)) == []


def test_a_cluster_is_one_finding_whatever_the_order() -> None:
    rows: list[Row] = [
        ("get_member", "Return name, address and joining date of one member.", "member_id"),
        ("fetch_member_record", "Fetch the record of one member: name, address and joining date.", "member_id"),
        ("lookup_member", "Look up a member and return name, address and date of joining.", "member_id"),
        ("create_member", "Add a member to the club.", "name address"),
    ]
    keys = set()
    for order in permutations(rows):
        (finding,) = findings(NearDuplicateName, tools(order))
        keys.add(finding.key)
        members = [index for index, row in enumerate(order) if row[0] != "create_member"]
        assert finding.where.tool == members[0]
        assert [related.where.tool for related in finding.related] == members[1:]
        assert all(f"`{order[index][0]}`" in finding.message for index in members)
    assert keys == {"fetch_member_record get_member lookup_member"}


def test_a_large_cluster_names_a_few_and_keeps_all() -> None:
    verbs = ("get", "fetch", "retrieve", "read", "lookup", "show")
    rows: list[Row] = [(f"{verb}_fine", "Return what a member owes.", "member_id") for verb in verbs]
    (finding,) = findings(NearDuplicateName, tools(rows))
    assert "4 more" in finding.message
    assert finding.data["tools"] == [row[0] for row in rows]
    assert len(finding.related) == 5


@pytest.mark.parametrize(
    ("rows", "advice"),
    [
        (
            [("get_berth", "Return a berth.", "berth_id"), ("fetch_berth", "Return a berth.", "berth_id")],
            "Keep one, or say when to take which.",
        ),
        # what differs is for the author to explain: neither tool can stand in for the other
        (
            [("get_berth", "Return a berth.", "berth_id"), ("fetch_berth", "Return a berth.", "berth_id day?")],
            "Only `fetch_berth` takes `day`: say in each text when to take it.",
        ),
        (
            [("get_berths_list", "Get berths list.", "harbor"), ("get_berths", "Get berths.", "items")],
            "One takes `harbor`, the other `items`: say in each text when to take it.",
        ),
        (
            [("open_ticket", "Open one ticket now.", "ticket_id"), ("open_issue", "Open one ticket now.", "ticket_id")],
            "neither text names the other. Say in each text when to take it.",
        ),
        # two spellings of one name can't be told apart by any text
        (
            [("get_berth", "Return a berth.", "berth_id"), ("getBerth", "Return a berth.", "berth_id")],
            "Keep one.",
        ),
        (
            [("add_berth", "Add a berth.", "name depth"), ("addBerth", "Add Berth.", "")],
            "Keep `add_berth`, which takes `name` and `depth`, too.",
        ),
    ],
)
def test_keeping_one_is_advised_where_nothing_but_the_verb_differs(rows: list[Row], advice: str) -> None:
    (finding,) = findings(NearDuplicateName, [tool(*row) for row in rows])
    assert finding.message.endswith(advice)


def test_addresses_are_no_evidence() -> None:
    text = "Post a note on a pierside.com berth, see https://docs.pierside.com/notes"
    tools = [tool("create_note", text, "berth"), tool("add_note", f"{text}.", "berth")]
    (finding,) = findings(NearDuplicateName, tools)
    assert finding.data["shared_words"] == ["post", "pierside", "berth"]


def test_equal_names_are_another_rules_business() -> None:
    assert findings(NearDuplicateName, tools([("get_fine", "Return a fine.", "id")] * 2)) == []


def test_tools_of_an_app_interface_do_not_count() -> None:
    rows = tools(ALIKE["get and fetch"])
    rows[1]["_meta"] = {"ui": {"visibility": ["app"]}}
    assert findings(NearDuplicateName, rows) == []


def test_a_prefix_of_all_names_is_no_difference_and_no_likeness() -> None:
    rows: list[Row] = [
        ("crm_get_lead", "Get a lead by id.", "lead_id"),
        ("crm_fetch_lead_record", "Fetch the lead record with this id.", "lead_id"),
        ("crm_list_accounts", "List accounts.", ""),
        ("crm_log_call", "Log a phone call.", "lead_id"),
        ("crm_merge_contacts", "Merge two contacts.", "a b"),
    ]
    (finding,) = findings(NearDuplicateName, tools(rows))
    assert finding.data["tools"] == ["crm_get_lead", "crm_fetch_lead_record"]


def test_a_catalog_listed_twice_under_a_prefix_is_one_finding() -> None:
    rows = [(name, text, given) for name, text, given in APART["create, read, update, delete"]]
    rows += [(f"tracker_{name}", text, given) for name, text, given in rows]
    (finding,) = findings(NearDuplicateName, tools(rows))
    assert finding.data["pairs"] == 5
    assert finding.data["prefix"] == "tracker_"
    assert len(finding.related) == 9
    assert "only the prefix `tracker_` differs" in finding.message
    assert "descriptions are equal" in finding.message
    found = findings(NearDuplicateName, tools(rows), {"fold-from": 6})
    assert [finding.data["tools"] for finding in found] == [[name, f"tracker_{name}"] for name, *_ in rows[:5]]


def test_twins_in_camel_case_are_one_finding_beside_the_other_clusters() -> None:
    rows: list[Row] = []
    for noun in ("berth", "pilot", "tug", "crane", "buoy"):
        rows.append((f"get_{noun}", f"Return one {noun} with its owner.", "id"))
        rows.append((f"get{noun.title()}", f"Get {noun}.", "id"))
    rows += [("list_tides", "List the tides of a day.", "day"), ("get_tides", "Get the tides of a day.", "day")]
    twins, other = findings(NearDuplicateName, tools(rows))
    assert twins.data["pairs"] == 5
    assert twins.key == "camelCase"
    assert "one of each is in camelCase" in twins.message
    assert other.data["tools"] == ["list_tides", "get_tides"]


def test_a_suffix_may_stand_for_another_input() -> None:
    nouns = ("berths", "pilots", "tugs", "cranes", "buoys")
    rows: list[Row] = [
        row
        for noun in nouns
        for row in ((f"get_{noun}_list", f"Get {noun} list.", "harbor"), (f"get_{noun}", f"Get {noun}.", "items"))
    ]
    (finding,) = findings(NearDuplicateName, tools(rows))
    assert "only the suffix `_list` differs" in finding.message
    assert finding.message.endswith("Keep one of each pair, or say when to take which.")


@pytest.mark.parametrize(
    ("general", "special", "parameter"),
    [
        (
            ("search", "Search the library.", "query domain=articles|people|events"),
            ("article_searcher", "Search for articles by words.", "query"),
            "domain",
        ),
        (
            ("search_content", "Search content by type.", "query type=article|video"),
            ("search_articles", "Find articles that match a query.", "query limit?"),
            "type",
        ),
        (
            ("list_entities", "List the entities of the graph.", "search_query? limit?"),
            ("search_entities", "Search entities by name.", "query"),
            "search_query",
        ),
        (
            ("manage_label", "Manage the labels of a repository.", "action=create|delete name"),
            ("create_label", "Create a label in a repository.", "name"),
            "action",
        ),
        (
            ("notes_search", "Search notes.", "query scope=notes|tasks|files"),
            ("task_search", "Search tasks.", "query"),
            "scope",
        ),
        (
            ("get", "Get something.", "kind=invoice|receipt id"),
            ("get_invoice", "Get an invoice.", "invoice_id"),
            "kind",
        ),
        (
            ("list_tables", "List the tables of all databases.", "database_id? limit?"),
            ("get_database_tables", "Get the tables in a database.", "database_id"),
            "database_id",
        ),
        (
            ("getDocuments", "Get the documents of a workspace.", "projectId? title? orderBy?"),
            ("getProjectDocuments", "Get documents for one project.", "projectId title? limit?"),
            "projectId",
        ),
        (
            ("get_movements", "Return movements of the account.", "movement_types? after?"),
            ("get_movements_by_type", "Return movements of one type.", "movement_type after?"),
            "movement_types",
        ),
        (
            ("search_vessels", "Find vessels by name or flag.", "query search_type=name|flag|class flag_name?"),
            ("search_by_flag", "Find vessels under a flag.", "flag_name value"),
            "search_type",
        ),
        (
            ("place_market_order", "Place a market order.", "symbol amount market=spot|future|swap"),
            ("place_futures_market_order", "Place an order on futures.", "symbol amount"),
            "market",
        ),
    ],
)
def test_cover(general: Row, special: Row, parameter: str) -> None:
    for rows in ([general, special], [special, general]):
        (finding,) = findings(NearDuplicateName, tools(rows))
        assert finding.where.pointer == "/tools/0/name"
        assert finding.data["kinds"] == ["cover"]
        assert finding.data["parameter"] == parameter
        assert f"`{general[0]}`" in finding.message
        assert f"`{special[0]}`" in finding.message


def test_each_item_of_a_list_may_be_a_choice() -> None:
    general = tool("search_content", "Search all content.", "query kinds?")
    kinds = {"type": "array", "items": {"type": "string", "enum": ["chart", "table", "dashboard"]}}
    general["inputSchema"]["properties"]["kinds"] = kinds
    special = tool("search_dashboards", "Search dashboards by name.", "query")
    (finding,) = findings(NearDuplicateName, [general, special])
    assert "`search_content` with `kinds: dashboard` reads like `search_dashboards`" in finding.message
    general["inputSchema"]["properties"]["result_kinds"] = general["inputSchema"]["properties"].pop("kinds")
    assert findings(NearDuplicateName, [general, special]) == []


def test_an_object_for_anything_else_is_no_difference() -> None:
    general = tool("place_market_order", "Place a market order.", "symbol market=spot|future")
    special = tool("place_future_market_order", "Place an order on futures.", "symbol params?")
    special["inputSchema"]["properties"]["params"] = {"type": "object"}
    assert len(findings(NearDuplicateName, [general, special])) == 1
    special["inputSchema"]["properties"]["params"] = {"type": "object", "properties": {"leverage": {"type": "number"}}}
    assert findings(NearDuplicateName, [general, special]) == []


def test_filters_by_several_ids_are_one_finding() -> None:
    rows: list[Row] = [("list_letters", "List the letters of the archive.", "box_id? sender_id? folder_id?")]
    rows += [(f"list_{noun}_letters", f"List letters of a {noun}.", f"{noun}_id") for noun in ("box", "sender")]
    (finding,) = findings(NearDuplicateName, tools(rows))
    assert "`list_letters` with `box_id` and `sender_id` reads like `list_box_letters` and" in finding.message
    assert len(finding.related) == 2


def test_one_habit_of_filtering_is_one_finding() -> None:
    rows: list[Row] = []
    for noun in ("letter", "stamp", "parcel", "receipt", "signature"):
        rows.append((f"list_{noun}s", f"List {noun}s.", "box_id?"))
        rows.append((f"list_box_{noun}s", f"List the {noun}s in a box.", "box_id"))
    (finding,) = findings(NearDuplicateName, tools(rows))
    assert finding.message.startswith("5 tools read like others, such as `list_letters` with `box_id` like")


@pytest.mark.parametrize(
    ("general", "special"),
    [
        (("list_tables", "List tables.", "database_id"), ("get_database_tables", "Get tables.", "database_id")),
        (("list_tables", "List tables.", "schema?"), ("get_database_tables", "Get tables.", "database_id")),
        (("list_tables", "List tables.", "database_id?"), ("get_database_tables", "Get tables.", "database_id depth?")),
        (("list_tables", "List tables.", "owner database_id?"), ("get_database_tables", "Get tables.", "database_id")),
        (("list_tables", "List tables.", "database_id?"), ("get_database_table", "Get a table.", "database_id")),
        (("delete_tables", "Delete all.", "database_id?"), ("delete_database_tables", "Delete.", "database_id")),
        (
            ("list_tables", "List tables; for one database get_database_tables is faster.", "database_id?"),
            ("get_database_tables", "Get tables.", "database_id"),
        ),
    ],
)
def test_listings_that_filters_do_not_cover(general: Row, special: Row) -> None:
    assert findings(NearDuplicateName, tools([general, special])) == []


def test_a_search_whose_filters_may_all_be_left_out_is_the_listing() -> None:
    listing = tool("get_all_jobs", "Get all jobs.")
    search = tool("query_jobs", "Query jobs.", "name_pattern? depth?")
    properties = search["inputSchema"]["properties"]
    # a schema that only forgets to require them says nothing
    assert findings(NearDuplicateName, [listing, search]) == []
    properties["name_pattern"] = {"anyOf": [{"type": "string"}, {"type": "null"}]}
    properties["depth"] = {"type": "integer", "description": "Optional depth of folders."}
    (finding,) = findings(NearDuplicateName, [listing, search])
    assert "`query_jobs` without its filters, which may be left out, reads like `get_all_jobs`" in finding.message
    search["inputSchema"]["required"] = ["depth"]
    assert findings(NearDuplicateName, [listing, search]) == []


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("kubectl_get", "kubectl_describe", False),
        ("helm_get_values", "helm_show_values", False),
        ("harbor_get", "harbor_describe", True),
        ("kubectl_get_pod", "kubectl_fetch_pod", True),
    ],
)
def test_subcommands_of_one_program_are_told_apart(one: str, other: str, found: bool) -> None:
    rows: list[Row] = [
        (one, "Return resources by type and name.", "kind name namespace?"),
        (other, "Return resources by type, name and namespace.", "kind name namespace?"),
        ("list_ports", "List ports.", ""),
    ]
    assert bool(findings(NearDuplicateName, tools(rows))) is found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("List berths. Same records as `list_berths`; uses the short endpoint.", True),
        ("List berths. Same records as `list_berths`, but with owners.", False),
        ("List berths. Same data as `list_berths` in CSV.", False),
    ],
)
def test_a_tool_that_says_it_returns_the_same_is_a_note(text: str, found: bool) -> None:
    rows: list[Row] = [("list_berths", "List the berths.", "pier?"), ("list_berths_lite", text, "pier?")]
    messages = [(finding.severity, finding.message) for finding in findings(NearDuplicateName, tools(rows))]
    assert bool(messages) is found
    if found:
        assert messages[0][0] is Severity.NOTE
        assert "`list_berths_lite` returns the same as `list_berths` by its own text" in messages[0][1]


@pytest.mark.parametrize(
    ("text", "covered"),
    [
        ("Words to look for in titles.", True),
        ("JMESPath expression that is applied to the result.", False),
        ("SQL condition on the columns.", False),
        ("Projection of the records that come back.", False),
    ],
)
def test_an_expression_is_no_search_text(text: str, covered: bool) -> None:
    listing, searching = (
        tool("list_vessels", "List the vessels of a port.", "query? limit?"),
        tool("search_vessels", "Search vessels by name.", "query"),
    )
    listing["inputSchema"]["properties"]["query"]["description"] = text
    found = findings(NearDuplicateName, [listing, searching])
    assert [finding.data["kinds"] for finding in found] == ([["cover"]] if covered else [])
    for finding in found:
        assert finding.message.startswith(
            "`list_vessels` takes a search text (`query`), so it reads like `search_vessels`"
        )


def test_only_what_names_and_texts_show_is_claimed() -> None:
    """Two verbs may be one job here and two elsewhere, so their meaning is no evidence."""
    (found,) = findings(
        NearDuplicateName,
        [
            tool("crane_get", "Get or list cranes by berth, load and operator", "berth operator? output?"),
            tool("crane_describe", "Describe cranes by berth, load and operator", "berth operator?"),
        ],
    )
    assert found.message.startswith(
        "`crane_get` and `crane_describe` read as one job: the verbs differ (get, describe), "
    )
    assert "mean the same" not in found.message
    assert "do one job" not in found.message


def test_one_tool_that_covers_several_is_one_finding() -> None:
    rows: list[Row] = [
        ("search", "Search the archive.", "query domain=letters|maps|photos"),
        ("search_letters", "Search letters.", "query"),
        ("search_maps", "Search maps.", "query"),
    ]
    (finding,) = findings(NearDuplicateName, tools(rows))
    assert finding.data["values"] == ["letters", "maps"]


@pytest.mark.parametrize(
    "text",
    [
        "Alias of read_wiki_page, kept for old clients.",
        "Read a page of the wiki. Deprecated.",
    ],
)
def test_a_tool_that_says_so_is_a_note(text: str) -> None:
    rows = [tool("read_page", text, "title"), tool("read_wiki_page", "Read a page of the wiki.", "title")]
    catalogs = {"wiki": [*rows, tool("wiki_history", "List versions.", "title"), tool("wiki_diff", "Compare.", "a b")]}
    (finding,) = findings(NearDuplicateName, catalogs)
    assert finding.severity is Severity.NOTE
    assert finding.where.pointer == "/tools/0/name"
    assert findings(NearDuplicateName, catalogs, {"aliases": False}) == []


@pytest.mark.parametrize(
    "text", ["Read a page. DEPRECATED: use read_wiki_page instead.", "Superseded by `read_wiki_page`. Reads a page."]
)
def test_a_deprecated_tool_that_names_its_successor_says_all(text: str) -> None:
    rows = [tool("read_page", text, "title"), tool("read_wiki_page", "Read a page of the wiki.", "title")]
    catalogs = {"wiki": [*rows, tool("wiki_history", "List versions.", "title"), tool("wiki_diff", "Compare.", "a b")]}
    assert findings(NearDuplicateName, catalogs) == []


def test_many_deprecated_tools_without_successors_are_one_note() -> None:
    nouns = ("berth", "pilot", "tug", "crane", "buoy")
    rows: list[Row] = []
    for noun in nouns:
        rows.append((f"get_{noun}", f"Return one {noun}.", "id"))
        rows.append((f"get_{noun}_legacy", f"Return one {noun}. Deprecated.", "id"))
    (finding,) = findings(NearDuplicateName, tools(rows))
    assert finding.severity is Severity.NOTE
    assert finding.data["tools"] == [f"get_{noun}_legacy" for noun in nouns]
    assert "`get_berth` for `get_berth_legacy`" in finding.message
    found = findings(NearDuplicateName, tools(rows[:8]))
    assert [finding.data["tools"] for finding in found] == [[f"get_{n}_legacy", f"get_{n}"] for n in nouns[:4]]
    assert all(finding.message.count("names no tool to take instead") == 1 for finding in found)


def test_one_habit_of_covering_is_one_finding() -> None:
    rows: list[Row] = []
    for verb in ("create", "update", "delete", "search", "export"):
        rows.append((f"{verb}_thing", f"{verb.title()} a thing.", "kind=pilot|tug fields"))
        rows.append((f"{verb}_pilot", f"{verb.title()} a pilot.", "fields"))
    (finding,) = findings(NearDuplicateName, tools(rows))
    assert finding.data["parameter"] == "kind"
    assert len(finding.related) == 9


def test_a_tool_that_only_reads_is_not_the_one_to_drop() -> None:
    rows = [
        tool("berths_write", "Create and delete berths.", "operation=list|get|create|delete id?"),
        tool("berths_read", "Read berths.", "operation=list|get id?"),
    ]
    rows[1]["annotations"] = {"readOnlyHint": True}
    (finding,) = findings(NearDuplicateName, rows)
    assert "`operation: list` and `operation: get`" in finding.message
    assert "Drop these values from `operation`, or" in finding.message


def test_naming_the_sibling_for_another_reason_is_contrast() -> None:
    rows: list[Row] = [
        ("get_fine", "Return what a member owes. Call fetch_fine for another currency.", "member_id"),
        ("fetch_fine", "Return what a member owes.", "member_id"),
    ]
    assert findings(NearDuplicateName, tools(rows)) == []


def test_missing_descriptions_leave_names_and_parameters_to_judge_by() -> None:
    (finding,) = findings(NearDuplicateName, tools([("driver_info", "", "id"), ("driver_information", "", "id")]))
    assert "neither has a description" in finding.message
    assert findings(NearDuplicateName, tools([("cell_value", "", "id"), ("cell", "", "id")])) == []


def test_words_can_be_added() -> None:
    rows = tools([("get_berth", "Return a berth.", "id"), ("haul_berth", "Return one berth.", "id")])
    assert findings(NearDuplicateName, rows) == []
    assert len(findings(NearDuplicateName, rows, words={"verbs": ("get haul",)})) == 1


def test_broken_schemas_and_texts_are_survived() -> None:
    rows: list[dict[str, Any]] = [
        {"name": "get_a", "description": 5, "inputSchema": "none"},
        {"name": "fetch_a", "inputSchema": {"properties": {"x": True, "y": {"enum": [{}, None, ""]}}, "required": 3}},
        {"name": "__", "description": "—"},
        {"name": "2", "description": ""},
        {"name": "工具", "description": "工具"},
    ]
    assert [finding.data["tools"] for finding in findings(NearDuplicateName, rows)] == []


def _family(services: int, verbs: int, nouns: int) -> list[dict[str, Any]]:
    """Tools as generators write them: `<service>_<verb>_<noun>`, all texts from one template."""
    names = ["alder", "birch", "cedar", "dogwood", "elm", "fir", "ginkgo", "hazel", "ivy", "juniper"]
    actions = ["get", "list", "create", "update", "delete", "search", "archive", "export", "import", "share"]
    things = ["issue", "project", "team", "comment", "label", "file", "report", "channel", "meeting", "budget"]
    things += [f"{first}_{second}" for first in things for second in ("rule", "draft")]
    return [
        tool(f"{s}_{v}_{n}", f"{v.capitalize()} a {n.replace('_', ' ')} in {s.capitalize()} by id.", f"{n}_id fields?")
        for s in names[:services]
        for v in actions[:verbs]
        for n in things[:nouns]
    ]


def test_families_of_a_template_are_silent() -> None:
    assert findings(NearDuplicateName, _family(4, 10, 30)) == []


def test_numbered_tools_are_silent() -> None:
    rows = [tool(f"tool_{index}", f"Does job number {index}.", "x") for index in range(300)]
    assert findings(NearDuplicateName, rows) == []


def test_the_work_grows_with_the_catalog_and_not_with_its_square(calls: Callable[[Callable[[], object]], int]) -> None:
    """2,000 tools take far fewer steps than the 100 times that all pairs of ten times the tools would take."""

    def work(rows: list[dict[str, Any]]) -> int:
        context = Context(corpus(rows))
        return calls(lambda: list(NearDuplicateName().run(context)))

    rows = _family(10, 10, 20)
    rows = rows[::7] + [row for index, row in enumerate(rows) if index % 7]
    work(rows[:100])  # stems and word lists are read once
    small, large = work(rows[:200]), work(rows)
    assert large < 30 * small
