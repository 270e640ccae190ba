"""restated-name: what is nothing new, what is, and how the finding argues."""

from typing import Any

import pytest

from catalint import Finding, Severity
from catalint.testing import findings
from catalint_rules.descriptions.restated_name import RestatedName

Tool = dict[str, Any]


def tool(name: str, description: str, *required: str, **fields: Any) -> dict[str, Any]:
    properties = {parameter: {"type": "string"} for parameter in required}
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return {"name": name, "description": description, "inputSchema": schema, **fields}


def judge(name: str, description: str, *required: str, **options: Any) -> list[Finding]:
    return findings(RestatedName, [tool(name, description, *(required or ("ref",)))], options)


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("get_user", "Gets a user."),
        ("get_user", "Returns the user"),
        ("fetch_user", "Retrieve an existing user."),
        ("getUser", "Get detailed information about a specific user."),
        ("list_boards", "Get all boards."),
        ("find_tenant", "Look up the given tenant."),
        ("user_get", "A tool that is used to get users."),
        ("create_invoice", "Creates a new invoice."),
        ("add_issue_comment", "Create a comment on an issue."),
        ("edit_label", "Modify an existing label."),
        ("remove_tag", "Deletes a tag"),
        ("delete_repo", "Delete a repository."),
        ("get_db_config", "Get the database configuration."),
        ("create_checklist", "Create a check list"),
        ("create_sub_task", "Create a subtask."),
        ("merge_pull_request", "Merge a pull request"),
        ("fetch_weather", "Weather fetching function."),
        ("ticket_update", "Ticket update"),
        ("user_manager", "Manages users in the system."),
        (
            "archive_channel",
            "This endpoint can be used in order to archive a channel. Call it when a channel is to be archived.",
        ),
        ("get_user", "Gets a user. Use this tool when you need to get a user. Do not use it if you don't need a user."),
        ("obtener_factura", "Obtener factura"),
        ("获取用户", "获取用户"),
    ],
)
def test_nothing_new(name: str, description: str) -> None:
    (found,) = judge(name, description)
    assert found.severity is Severity.WARNING
    assert found.where.pointer == "/tools/0/description"
    assert found.data["added"] == []


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("list_charts", "List all charts."),
        ("cancel_bookings", "Cancel all bookings."),
        ("set_bulk_tariff", "Set several tariffs."),
        ("get_current_tariff", "Get the current tariff."),
        ("harbor_status", "Get the harbor status."),
        ("list_charts_folders", "List all charts and folders."),
        ("remove_guest", "Remove an existing guest."),
        ("get_users", "Get users. The users are returned."),
        ("get_berth", "Get a berth.\n\nReturns:\n    dict: Dictionary containing berth information, or error dict"),
        ("get_berth", "Get a berth. Returns: the berth"),
    ],
)
def test_nothing_new_in_other_guises(name: str, description: str) -> None:
    assert judge(name, description)


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("get_user", "Get a user with team and role."),
        ("get_user", "Get a user. Needs an admin token."),
        ("get_user", "Delete a user."),
        ("get_user", "Get one of the last 20 users."),
        ("get_shipment", "Where a shipment is."),
        ("check_tenant", "Whether the tenant exists."),
        ("delete_project", "Delete a project for good."),
        ("send_message", "Send a message to a channel."),
        ("create_label", "Create a label on a board."),
        ("cancel_run", "Cancel a job run."),
        ("lock_door", "Unlock a door."),
        ("reverse", "Reverse a string."),
        ("get_current_address", "Get the address currently selected by the user."),
        ("set_material", "Set material for a component"),
        ("navigate", "Navigate to a web address."),
        ("list_orders", "Open orders, oldest first."),
        ("get_ledger", "Return one ledger as `CSV`."),
        ("get_invoice", "Return positions, tax and due date of one invoice."),
        ("trim_silence", "Cut silence off both ends of a sound file."),
        ("get_items", "获取所有项目的列表"),
        # the verb of a name without one tells it from its siblings
        ("harbor_berth", "List berths of the harbor."),
        ("berth", "Books a berth."),
        ("translations", "Get the translations."),
        ("add_number", "Add a list of numbers."),
        # numbers, plurals, states, second things
        ("upload_chart", "Upload one or more charts."),
        ("clear_cache", "Clear specific or all cache entries."),
        # warnings, and words for a word
        ("get_berth_history", "Get berth history (to get all, don't use a query)."),
        ("get_reverse_berths", "Get berths that berth at a berth."),
        ("get_berth", "Get a berth by its QID."),
        ("cancel_booking", "Cancel all bookings."),
        ("set_tariff", "Set several tariffs."),
        ("link_berths", "Create a link between two berths."),
        ("move_booking", "Move a booking to another booking."),
        ("get_tariff", "Get the current tariff."),
        ("list_charts", "List the loaded charts."),
        ("get_selected_chart", "Get the chart selected in the list view."),
        ("list_charts_in_folder", "List all charts and folders in a folder."),
        ("add_guest", "Add an existing guest."),
        # what comes back
        ("get_berth_count", "Get berth count.\n\nReturns:\n    str: Count of free berths as a string"),
        ("get_berth_count", "Get berth count.\n\nReturns:\n    dict: berthId and count, or error dict"),
    ],
)
def test_something_new(name: str, description: str) -> None:
    assert judge(name, description) == []


def test_the_name_of_the_service_is_nothing_new() -> None:
    verbs = ("create", "update", "close", "reopen")
    catalog = {"skiffline": [tool(f"{verb}_ticket", f"{verb.title()} a ticket in Skiffline.", "ref") for verb in verbs]}
    assert len(findings(RestatedName, catalog)) == 4
    # in a catalog of another service the word says where
    assert findings(RestatedName, {"desk": [catalog["skiffline"][0]]}) == []


def test_a_prefix_of_all_names_need_not_come_back() -> None:
    objects = ("berth", "pilot", "tug", "crane")
    catalog = [tool(f"harbor_get_{name}", f"Get a {name}.", "ref") for name in objects]
    assert len(findings(RestatedName, catalog)) == 4


def test_parameters_explained_in_the_text_count() -> None:
    plain = "Configure the pump.\n\nArgs:\n    pump_id: The id of the pump\n    mode: The mode"
    telling = "Configure the pump.\n\nArgs:\n    pump_id: Serial number from the type plate\n    mode: 0 idle, 1 drain"
    assert judge("configure_pump", plain, "pump_id", "mode")
    assert judge("configure_pump", telling, "pump_id", "mode") == []


def test_result_sections_of_boilerplate_are_nothing_new() -> None:
    text = "Get a gateway.\n\nReturns:\n    Dictionary containing gateway information or an error message"
    assert judge("get_gateway", text.replace("message", "status"))
    assert judge("get_gateway", "Get a gateway.\n\nReturns:\n    Firmware version and uplink") == []


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("get_current_time", "Get the current time."),
        ("ping", "Ping."),
        ("get_version", "Returns the version."),
    ],
)
def test_obvious_tools_without_parameters_are_left_alone(name: str, description: str) -> None:
    assert findings(RestatedName, [tool(name, description)]) == []
    assert findings(RestatedName, [tool(name, description, "zone")])


def test_reading_without_parameters_is_a_note() -> None:
    (listed,) = findings(RestatedName, [tool("list_vineyards", "List all vineyards.")])
    (cleared,) = findings(RestatedName, [tool("clear_vineyards", "Clear all vineyards.")])
    assert listed.severity is Severity.NOTE
    assert cleared.severity is Severity.WARNING


def test_an_identifier_that_a_parameter_says_goes_without_saying() -> None:
    assert judge("get_vineyard", "Get a single vineyard by its ID.", "vineyard_id") == []
    (found,) = judge("get_vineyard", "Get a single vineyard by its ID.", "vineyard_id", implied=True)
    assert found.severity is Severity.NOTE
    assert "adds only `ID`, which parameter `vineyard_id` says too" in found.message
    # without such a parameter, or where the name is about many, it is news
    assert judge("get_vineyard", "Get a vineyard by name.", "query", implied=True) == []
    assert judge("get_vineyards", "Get vineyards by ID.", "items", implied=True) == []


def described(name: str, description: str, needed: tuple[str, ...], more: tuple[str, ...] = (), **fields: Any) -> Tool:
    properties = {parameter: {"type": "string", "description": "As on the label."} for parameter in (*needed, *more)}
    schema = {"type": "object", "properties": properties, "required": list(needed)}
    return {"name": name, "description": description, "inputSchema": schema, **fields}


def severities(*tools: Tool, **options: Any) -> dict[str, str]:
    found = findings(RestatedName, list(tools), options)
    return {str(tools[finding.where.tool or 0]["name"]): str(finding.severity) for finding in found}


@pytest.mark.parametrize(
    ("entry", "severity"),
    [
        # what is sent or filtered by shows what the tool is about
        (described("create_vat", "Create a vat.", ("grape", "volume", "cellar")), "note"),
        (described("create_vat", "Create a vat.", ("grape", "volume")), "warning"),
        (described("create_vat", "Create a vat.", ("grape", "cellar_id", "page", "token")), "warning"),
        (described("list_vats", "List vats.", ("cellar",), ("grape", "year", "state")), "note"),
        (described("list_vats", "List vats.", ("cellar", "grape", "year")), "warning"),
        (tool("create_vat", "Create a vat.", "grape", "volume", "cellar"), "warning"),
        # what comes back is said elsewhere
        (described("get_vat", "Get a vat.", ("vat_id",), ("fields",)), "note"),
        (described("get_vat", "Get a vat.", ("vat_id",), outputSchema={"properties": {"ph": {}, "year": {}}}), "note"),
        (described("get_vat", "Get a vat.", ("vat_id",), outputSchema={"properties": {"result": {}}}), "warning"),
        (described("delete_vat", "Delete a vat.", ("vat_id",), outputSchema={"properties": {"ph": {}}}), "warning"),
    ],
)
def test_a_schema_that_explains_the_tool_makes_it_a_note(entry: Tool, severity: str) -> None:
    assert severities(entry) == {entry["name"]: severity}


def test_how_much_a_schema_has_to_say() -> None:
    entry = described("create_vat", "Create a vat.", ("grape", "volume"))
    assert severities(entry, explained=2) == {"create_vat": "note"}


def test_siblings_that_say_what_the_thing_is_make_it_a_note() -> None:
    read, remove = (
        described("get_vat", "Get a vat.", ("vat_id",)),
        described("delete_vat", "Delete a vat.", ("vat_id",)),
    )
    telling = described("create_vat", "Create a vat for one grape of this year.", ("grape",))
    filled = described("update_vat", "Update a vat.", ("vat_id",), ("grape", "volume", "year"))
    bare = described("list_vats", "List vats.", ("cellar",))
    assert severities(read, remove, telling) == {"get_vat": "note", "delete_vat": "note"}
    assert severities(read, remove, filled) == {"get_vat": "note", "delete_vat": "note", "update_vat": "note"}
    assert severities(read, remove, bare) == dict.fromkeys(("get_vat", "delete_vat", "list_vats"), "warning")
    assert severities(read, telling) == {"get_vat": "warning"}
    # nothing is said on the key, and archiving is no matter of course
    assert severities(tool("get_vat", "Get a vat.", "vat_id"), remove, telling)["get_vat"] == "warning"
    drain = described("archive_vat", "Archive a vat.", ("vat_id",))
    assert severities(read, drain, telling) == {"get_vat": "note", "archive_vat": "warning"}


def test_texts_of_one_make_are_one_finding() -> None:
    verbs = ("rack", "fine", "bottle", "label", "cellar")
    made = [tool(f"{verb}_vat", f"Execute the `{verb}_vat` operation.", "ref") for verb in verbs]
    (found,) = findings(RestatedName, made)
    assert found.severity is Severity.WARNING
    assert len(found.related) == 4
    assert found.key == "execute the … operation."
    assert '5 descriptions are one sentence with the name put in ("Execute the `rack_vat` operation.")' in found.message
    assert len(findings(RestatedName, made[:4])) == 4


def test_phrases_said_twice_are_one_finding() -> None:
    twice = [
        tool(f"{verb}_vat", f"{verb.title()} vat. {verb} Vat", "ref")
        for verb in ("get", "rack", "fine", "store", "sell")
    ]
    (found,) = findings(RestatedName, [*twice, tool("drain_vat", "Drain vat. Drain a vat.", "ref")][:5])
    assert '5 descriptions say one phrase twice and no more than the name ("Get vat. get Vat")' in found.message
    assert len(findings(RestatedName, [*twice, tool("drain_vat", "Drain vat. Drain a vat.", "ref")])) == 2


def test_implied_nouns_are_noted_on_demand() -> None:
    text = "Create a new label on a board."
    assert judge("create_label", text, "board_id", "color") == []
    (found,) = judge("create_label", text, "board_id", "color", implied=True)
    assert found.severity is Severity.NOTE
    assert "adds only `board`" in found.message
    assert judge("create_label", "Create a label on a wall.", "board_id", implied=True) == []


def test_message_proposes_without_inventing() -> None:
    (found,) = judge("get_user", "Gets a user.", "user_id")
    assert (
        found.message == '"Gets a user." says no more than the name `get_user`; say which fields of the user come back'
    )
    # a sentence with a gap is no proposal
    assert found.data["suggestion"] == ""


def test_output_fields_make_the_proposal() -> None:
    output = {"type": "object", "properties": {"email": {}, "team": {}}}
    (found,) = findings(RestatedName, [tool("get_user", "Get user", "user_id", outputSchema=output)])
    assert found.data["suggestion"] == "Return `email` and `team` of the user with the given `user_id`."
    assert str(found.data["suggestion"]) in found.message


def test_what_an_output_schema_says_is_not_asked_for() -> None:
    output = {"type": "object", "properties": {"email": {}, "team": {}}}
    (found,) = findings(RestatedName, [tool("create_user", "Create a user", "email", outputSchema=output)])
    assert found.message.endswith("; say what a new user starts with")


def test_a_list_whose_output_schema_tells_its_entries_is_left_alone() -> None:
    entries = {"type": "array", "items": {"type": "object", "properties": {"grape": {}, "year": {}}}}
    told = {"type": "object", "properties": {"result": entries}}
    assert findings(RestatedName, [tool("list_vats", "List vats.", "cellar", outputSchema=told)]) == []
    untold = {"type": "object", "properties": {"result": {"type": "array"}}}
    assert findings(RestatedName, [tool("list_vats", "List vats.", "cellar", outputSchema=untold)])


def test_gestures_are_known_to_everybody() -> None:
    assert findings(RestatedName, [described("press_key", "Press a key.", ("key",))]) == []
    assert findings(RestatedName, [tool("press_key", "Press a key.", "key")])
    assert findings(RestatedName, [described("crush_key", "Crush a key.", ("key",))])
    assert findings(RestatedName, [tool("close_tab", "Close a tab.", "index")]) == []
    assert findings(RestatedName, [tool("switch_window", "Switch to a window.")]) == []
    assert findings(RestatedName, [tool("close_shift", "Close a shift.", "index")])
    assert findings(RestatedName, [tool("delete_tab", "Delete a tab.", "index")])


_THINGS = ("berth", "crane", "pilot", "tug", "lock")


def test_a_habit_of_the_catalog_is_one_finding() -> None:
    entries = [tool(f"get_{thing}", f"Get a {thing}.", "ref") for thing in _THINGS]
    assert len(findings(RestatedName, entries[:4])) == 4
    (found,) = findings(RestatedName, [*entries, tool("moor_ship", "Tie a ship to a bollard.", "ref")])
    assert found.severity is Severity.WARNING
    assert found.message == (
        '5 of 6 descriptions say no more than the names of their tools, such as "Get a berth." for `get_berth`; '
        "add to each what its name leaves open: which fields come back"
    )
    assert [related.where.tool for related in found.related] == [1, 2, 3, 4]
    assert 'get_tug: "Get a tug."; say which fields of the tug come back' in found.detail
    assert found.key == "many get_berth,get_crane,get_lock,get_pilot,get_tug"


def test_a_habit_that_mostly_costs_little_is_a_note() -> None:
    listed = [tool(f"list_{thing}s", f"List all {thing}s.") for thing in _THINGS]
    acting = [tool(f"inspect_{thing}", f"Inspect a {thing}.", "ref") for thing in _THINGS]
    for loud, severity in ((4, Severity.NOTE), (5, Severity.WARNING)):
        (found,) = findings(RestatedName, [*listed, *acting[:loud]])
        assert found.severity is severity
        assert len(found.related) == loud + 4


@pytest.mark.parametrize(
    ("name", "description", "asked"),
    [
        ("berth-info", "Get information of a berth.", "say which fields of the berth come back"),
        ("crane_control", "Execute crane_control command.", "say what it returns or changes"),
        ("run_queries", "Run queries.", "say in which form the result comes back and how much of it"),
        ("measure_draft", "Measure the draft.", "say what comes back and in which form"),
        ("set_flag", "Set a flag.", "say what it replaces and how long it holds"),
        ("write_log", "Write a log.", "say whether it replaces what is there and what comes back"),
        ("remove_pilot", "Remove a pilot.", "say from where it is removed and whether that can be undone"),
        ("get_berth_schema", "Get the schema of a berth.", "say in which form it comes back"),
        ("screenshot", "Take a screenshot.", "say in which form the screenshot comes back"),
        ("add_num", "Add a list of numbers.", "say what comes back and in which form"),
        ("build_route", "Build a route.", "say in which form the route comes back"),
        ("build_image", "Build an image.", "say whether the call waits until it is done and what comes back"),
        ("restart_crane", "Restart a crane.", "say whether the call waits until it is done and what comes back"),
        (
            "list_crane_documentation",
            "List crane documentation.",
            "say what of the crane documentation comes back and in which form",
        ),
    ],
)
def test_the_advice_fits_what_the_tool_does(name: str, description: str, asked: str) -> None:
    (found,) = judge(name, description)
    assert found.message.endswith(f"; {asked}")


@pytest.mark.parametrize(
    ("name", "description", "parameters", "asked"),
    [
        # what fills again is not lost
        ("clear_cache", "Clear the cache.", (), "say when that is needed and what comes back"),
        ("clear_berths", "Clear the berths.", (), "say what else goes with the berths and whether that can be undone"),
        # where a thing goes, there may be one
        (
            "copy_chart",
            "Copy a chart.",
            ("chart", "newName"),
            "say what happens if `newName` exists already, and what c",
        ),
        (
            "rename_chart",
            "Rename a chart.",
            ("from", "to"),
            "say what happens if `to` exists already, and what comes ba",
        ),
        ("copy_chart", "Copy a chart.", ("chart",), "say what comes back and when the call fails"),
        # of other verbs no more is known
        ("book_berth", "Book a berth.", ("berth",), "say what comes back and when the call fails"),
        ("pause_crane", "Pause the crane.", ("crane",), "say what comes back and when the call fails"),
    ],
)
def test_only_what_is_open_is_asked(name: str, description: str, parameters: tuple[str, ...], asked: str) -> None:
    (found,) = findings(RestatedName, [tool(name, description, *parameters)])
    assert f"; {asked}" in found.message


def test_a_target_that_says_what_if_it_is_taken_is_not_asked_about() -> None:
    entry = described("copy_chart", "Copy a chart.", ("newName",))
    entry["inputSchema"]["properties"]["newName"]["description"] = "Name of the copy; one that exists is overwritten."
    (found,) = findings(RestatedName, [entry])
    assert found.message.endswith("; say what comes back and when the call fails")


@pytest.mark.parametrize(
    ("entry", "severity"),
    [
        (tool("clear_cache", "Clear the cache."), "note"),
        (tool("clear_cache", "Clear the cache.", "shelf"), "warning"),
        (tool("book_berth", "Book a berth."), "note"),
        (tool("book_berth", "Book a berth.", "ship"), "warning"),
        (described("copy_chart", "Copy a chart.", ("atlas_path", "chart_id", "new_key")), "note"),
        (described("copy_chart", "Copy a chart.", ("chart_id", "new_key")), "warning"),
        (tool("copy_chart", "Copy a chart.", "atlas_path", "chart_id", "new_key"), "warning"),
    ],
)
def test_what_little_a_text_leaves_open_is_a_note(entry: Tool, severity: str) -> None:
    assert severities(entry) == {entry["name"]: severity}


def test_what_a_search_goes_by_is_news() -> None:
    assert judge("search_crates", "Find crates by content.") == []
    assert judge("search_content", "Find content by content.")


def test_where_to_take_what_comes_back_is_news() -> None:
    tools = [
        tool("list_flag_codes", "List all flag codes that can be used with the hoist_flag tool.", "ref"),
        tool("hoist_flag", "Hoist a flag above the harbour office at dawn.", "code"),
    ]
    assert findings(RestatedName, tools) == []
    (found,) = findings(RestatedName, [tool("list_flag_codes", "List all flag codes.", "ref"), tools[1]])
    assert "list_flag_codes" in found.message


@pytest.mark.parametrize(
    ("parameter", "asked"),
    [
        ({"knots": {"type": "number"}}, "say which values it takes, in which unit or form"),
        ({"mode": {"type": "string", "enum": ["harbour", "sea"]}}, "say what comes back and how long it holds"),
        ({"on": {"type": "boolean"}}, "say what it replaces and how long it holds"),
        ({"captainId": {"type": "string"}}, "say what it replaces and how long it holds"),
    ],
)
def test_values_are_asked_for_where_values_are_set(parameter: dict[str, Any], asked: str) -> None:
    entry: dict[str, Any] = {
        "name": "set_default",
        "description": "Set the default.",
        "inputSchema": {"properties": parameter},
    }
    (found,) = findings(RestatedName, [entry])
    assert asked in found.message


def test_a_habit_of_creating_with_output_schemas_asks_for_something_else() -> None:
    output = {"type": "object", "properties": {"number": {"type": "integer"}, "owner": {"type": "string"}}}
    things = ("berth", "pilot", "crane", "buoy", "ferry")
    tools = [tool(f"create_{thing}", f"Create a {thing}.", "ref", outputSchema=output) for thing in things]
    (found,) = findings(RestatedName, tools)
    assert found.message.endswith("add to each what its name leaves open: what a new one starts with")


def test_a_short_text_and_the_action_are_whole_in_every_message() -> None:
    name = "delete_harbor_pilot_station_booking_of_the_summer_season"
    (found,) = judge(name, "Delete a harbor pilot station booking of the summer season.", "booking_id")
    assert len(found.message) <= 240
    assert '"Delete a harbor pilot station booking of the summer season."' in found.message
    assert found.message.endswith("whether that can be undone")


def test_messages_stay_within_a_line() -> None:
    name = "get_" + "_".join(f"harbor{letter}" for letter in "abcdefghijklmno")
    (found,) = judge(name, f"Get {name.removeprefix('get_').replace('_', ' ')}.", "identifier_of_the_harbor")
    assert len(found.message) <= 240
    assert found.message.endswith("; say what comes back")


def test_an_abbreviation_that_is_spelled_out_is_news() -> None:
    assert judge("list_gate_ra", "List the remote access gates.") == []
    assert judge("get_ra_gate", "Get one Remote Access gate.") == []
    # letters that happen to stand so in the words of the name spell out nothing
    assert len(judge("ngt_gate_get", "Get one new gate.")) == 1


def test_lines_that_most_texts_have_say_nothing() -> None:
    things = ("berth", "pilot", "crane", "buoy")
    tail = "\nErrors:\n422: The request was malformed"
    tools = [tool(f"get_{thing}", f"Retrieve a {thing}.{tail}", "ref") for thing in things]
    found = findings(RestatedName, tools)
    assert [finding.data["words"] for finding in found] == [2, 2, 2, 2]
    assert found[0].message.startswith('"Retrieve a berth." says no more than the name')
    # what one text says alone is news
    tools[0] = tool("get_berth", "Retrieve a berth.\nErrors:\n422: The harbor is closed at night", "ref")
    assert len(findings(RestatedName, tools)) == 3


def test_a_docstring_keeps_its_headings() -> None:
    things = ("berth", "pilot", "crane", "buoy")
    text = "Retrieve a {0}.\n\nArgs:\n    ref: The number painted on the quay beside the {0}"
    assert findings(RestatedName, [tool(f"get_{thing}", text.format(thing), "ref") for thing in things]) == []


@pytest.mark.parametrize(
    ("name", "text", "count"),
    [
        ("delete_crane_task", "Delete a craneTask object.", 1),
        ("list_cranes", "Retrieve a list of crane objects.", 1),
        ("list_cranes", "List the objects that a crane moved.", 0),
        ("delete_crane", "Delete a crane and all its contents.", 0),
        ("delete_crane", "Delete a crane with its hooks.", 0),
        ("wipe_crane", "Wipe all data of a crane.", 0),
        ("delete_crane_data", "Delete all data of a crane.", 1),
    ],
)
def test_what_stands_behind_the_thing(name: str, text: str, count: int) -> None:
    assert len(judge(name, text, "crane_id")) == count


def asked(name: str, text: str, /, output: bool = False, **properties: Any) -> Finding:
    """The only finding for a tool with such parameters; those that end in `_id` are required."""
    schemas = {key: {"type": "string"} if value is str else value for key, value in properties.items()}
    required = [key for key in properties if key.endswith("_id")]
    schema = {"type": "object", "properties": schemas, "required": required}
    entry: dict[str, Any] = {"name": name, "description": text, "inputSchema": schema}
    if output:
        entry["outputSchema"] = {"type": "object", "properties": {"number": {}, "owner": {}}}
    (found,) = findings(RestatedName, [entry])
    return found


def test_the_advice_fits_the_tool() -> None:
    changed = asked("update_crane", "Update a crane.", crane_id=str, height=str, reach=str)
    assert "say whether fields that a call leaves out stay as they are, and what comes back" in changed.message
    one = asked("update_crane", "Update a crane.", crane_id=str, height=str)
    assert "say which fields of the crane can change" in one.message
    untied = asked("remove_label_from_crane", "Remove a label from a crane.", label_id=str, crane_id=str)
    assert "say whether the label itself stays" in untied.message
    tied = asked("add_label_to_crane", "Add a label to a crane.", output=True, label_id=str, crane_id=str)
    assert tied.message.endswith("say what happens if the label is there already")
    taken = asked("grease_crane", "Grease a crane.", crane_id=str, parts={"type": "array"})
    assert "say what `parts` takes, and what comes back" in taken.message


def test_where_no_more_is_known_it_is_a_note() -> None:
    told = asked("grease_crane", "Grease a crane.", output=True, crane_id=str)
    assert told.severity is Severity.NOTE
    assert asked("grease_crane", "Grease a crane.", crane_id=str).severity is Severity.WARNING


def test_a_setter_that_explains_its_values_is_a_note() -> None:
    level: dict[str, Any] = {"type": "string", "enum": ["slow", "fast"]}
    assert asked("set_crane_speed", "Set the crane speed.", speed=level).severity is Severity.WARNING
    level["description"] = "How fast the crane turns: slow is 1 degree a second, fast is 4."
    assert asked("set_crane_speed", "Set the crane speed.", speed=level).severity is Severity.NOTE


def test_headings_of_docstrings_are_no_shared_lines() -> None:
    things = ("berth", "pilot", "crane", "buoy")
    text = "Get information about a {0}.\n\nArgs:\n    ref: Ref\n\nReturns:\n    {0} information"
    found = findings(RestatedName, [tool(f"get_{thing}_info", text.format(thing), "ref") for thing in things])
    assert len(found) == len(things)
    assert found[0].message.startswith('"Get information about a berth." says no more')


def test_empty_words_that_go_along_are_no_news() -> None:
    assert len(judge("list_cranes", "List all cranes with their details.")) == 1
    assert judge("list_cranes", "List all cranes with their pilots.") == []
