"""dangling-reference: names that lead nowhere, and names of other things."""

from typing import Any

import pytest

from catalint import Finding, Severity
from catalint.testing import findings
from catalint_rules.descriptions.dangling_reference import DanglingReference


def tool(name: str, description: str, /, *, closed: bool = True, **properties: Any) -> dict[str, Any]:
    schemas = {
        key: {"type": "string", "description": value} if isinstance(value, str) else value
        for key, value in properties.items()
    }
    schema: dict[str, Any] = {"type": "object", "properties": schemas}
    if not closed:
        schema["additionalProperties"] = True
    return {"name": name, "description": description, "inputSchema": schema}


CATALOG = [
    tool("create_invoice", "Create an invoice for a customer.", customer_id="Customer."),
    tool("list_invoices", "List the invoices of a customer.", customer_id="Customer."),
    tool("find_customers", "Find customers by name.", name="Part of the name."),
]


def judge(description: str, **properties: Any) -> list[Finding]:
    properties = properties or {"invoice_id": "Invoice.", "channels": "How it is sent."}
    return findings(DanglingReference, [*CATALOG, tool("send_invoice", description, **properties)])


@pytest.mark.parametrize(
    ("text", "name", "meant"),
    [
        ("Call `make_invoice` first.", "make_invoice", "create_invoice"),
        ("Use list_customers to find the customer.", "list_customers", ""),
        ("Sends what `createInvoice` made.", "createInvoice", "create_invoice"),
        ("Get the id from `list_invoice`.", "list_invoice", "list_invoices"),
        ("Use the get_invoice_status tool to see whether it arrived.", "get_invoice_status", ""),
        ("See `invoice_create` for how to make one.", "invoice_create", "create_invoice"),
        ("(use void_invoice to cancel it)", "void_invoice", ""),
        ("Run `create-invoice` before.", "create-invoice", "create_invoice"),
        ("Needs the id that `create_invoices` returned.", "create_invoices", "create_invoice"),
        ("Works with the tools `list_invoices` and `find_customer`.", "find_customer", "find_customers"),
        ("For many invoices use send_invoices_batch instead.", "send_invoices_batch", ""),
        ("Call Create_Invoice first.", "Create_Invoice", "create_invoice"),
        ("Call creat_invoice first.", "creat_invoice", "create_invoice"),
    ],
)
def test_tools(text: str, name: str, meant: str) -> None:
    (found,) = judge(f"Send an invoice. {text}")
    assert found.severity is Severity.WARNING
    assert (found.data["name"], found.data["meant"]) == (name, meant)
    assert f"`{name}`" in found.message
    assert meant in found.message
    assert len(found.message) <= 240
    assert found.where.path == ("description",)


@pytest.mark.parametrize(
    "text",
    [
        "Call list_invoices first.",
        "mcp__billing__list_invoices gives ids.",
        "Returns invoice_id and sent_at.",
        "Sort by created_at or due_date.",
        "The response has a `next_token` field.",
        "Values: `pay_now`, `pay_later`.",
        "Sends with `send_mail` of Postfix.",
        "Use the `git_status` tool of the git server to check.",
        "Replaces the old `mail_invoice` tool.",
        "Formerly known as mail_invoice; call it as before.",
        "Unlike list_receipts this sends.",
        "Calls `POST /v1/send_invoice`.",
        "In Python, use `json.dump_invoice`.",
        "Uses createInvoice() of the SDK.",
        "Use the create_receipt API of the bank.",
        "Use the `list_receipts` command of the CLI.",
        "Modes:\n- `send_draft`: sends a draft\n- `send_final`: sends the rest\n\nUse send_draft for drafts.",
        "Use LIST_INVOICES=1 to list.",
        "See https://billing.example/docs/create_receipt for more.",
        "Sends to <customer_address> or {billing_address}.",
    ],
)
def test_other_names(text: str) -> None:
    assert judge(f"Send an invoice. {text}") == []


def test_a_prefix_that_is_left_out() -> None:
    tools = [
        tool("jira_get_issue", "Return an issue.", key="Key."),
        tool("jira_list_boards", "List the boards.", project="Project; see get_issue for its key."),
    ]
    (found,) = findings(DanglingReference, tools)
    assert found.data["kind"] == "prefix"
    assert "spells `jira_get_issue`" in found.message
    assert found.where.path == ("inputSchema", "properties", "project", "description")


@pytest.mark.parametrize("name", ["send-invoice", "sendInvoice"])
def test_a_tool_that_misspells_itself_is_a_note(name: str) -> None:
    own = tool("send_invoice", f"Send an invoice. Call the {name} tool once it is paid.", invoice_id="Invoice.")
    (found,) = findings(DanglingReference, [own, tool("void_invoice", "Void an invoice.", invoice_id="Invoice.")])
    assert found.severity is Severity.NOTE
    assert found.message == (
        f"The text of `send_invoice` calls the tool itself `{name}`, which the list spells `send_invoice`; "
        "write it as in the list"
    )
    other = tool("void_invoice", f"Void an invoice. Call the {name} tool first.", invoice_id="Invoice.")
    (found,) = findings(DanglingReference, [own, other])
    assert found.severity is Severity.WARNING
    assert found.message.startswith("The texts of `send_invoice` and 1 more name a tool")


def test_a_habit_of_misspelling_is_one_finding_and_a_note_if_all_misspell_themselves() -> None:
    things = ("invoice", "credit", "refund")
    own = [
        tool(f"send_{thing}", f"Send it. Call the send-{thing} tool once it is paid.", ref="Ref.") for thing in things
    ]
    (found,) = findings(DanglingReference, own)
    assert found.severity is Severity.NOTE
    assert found.message.startswith("3 tools' texts misspell 3 tools (`send-invoice` for `send_invoice`")
    (found,) = findings(
        DanglingReference, [*own, tool("void", "Void it. Call the send-refund tool first.", ref="Ref.")]
    )
    assert found.severity is Severity.WARNING


def test_a_job_of_its_own_is_no_prefix() -> None:
    tools = [tool("get_insights", "Return insights. For many use bulk_get_insights."), tool("get_ads", "Return ads.")]
    (found,) = findings(DanglingReference, tools)
    assert found.data["meant"] == ""


def test_a_title_is_no_name() -> None:
    tools = [
        tool("billing_editInvoiceV1", "Edit an invoice.") | {"title": "Edit invoice"},
        tool("billing_copyInvoiceV1", "Copy an invoice. To change the copy, use the `Edit invoice` tool."),
    ]
    (found,) = findings(DanglingReference, tools)
    assert "names and no titles" in found.message
    assert found.data["meant"] == "billing_editInvoiceV1"


def test_a_title_that_no_tool_has() -> None:
    tools = [tool("copy_invoice", 'Copy an invoice. Use the "Shredder of paper" tool for paper.')]
    assert findings(DanglingReference, tools) == []


def test_one_missing_name_is_one_finding() -> None:
    texts = [
        "Send it. Call make_invoice first.",
        "Void it. Call make_invoice first.",
        "Print it. Call make_invoice first.",
    ]
    tools = [tool(f"{text.split()[0].lower()}_invoice", text) for text in texts]
    (found,) = findings(DanglingReference, [*CATALOG, *tools])
    assert found.key == "tool make_invoice"
    assert "The texts of `send_invoice` and 2 more name a tool" in found.message
    assert [related.where.tool for related in found.related] == [4, 5]


def test_tools_of_other_catalogs_of_the_run_are_known() -> None:
    description = "Send an invoice. Use the get_invoice_status tool of billing to see it arrive."
    catalogs = {
        "mail": [tool("send_invoice", description)],
        "billing": [tool("get_invoice_status", "Return the status.")],
    }
    assert findings(DanglingReference, catalogs) == []


@pytest.mark.parametrize(
    ("text", "name", "meant"),
    [
        ("Set `include_drafts` to true to send drafts, too.", "include_drafts", ""),
        ("With dry_run=true nothing is sent.", "dry_run", ""),
        ("The `channel` parameter says how.", "channel", "channels"),
        ("The parameter `urgent` says whether at once.", "urgent", ""),
        ("The senderAddress argument is optional.", "senderAddress", ""),
        ("\n\nArgs:\n    invoice_id: The invoice.\n    sender: Who sends it.", "sender", ""),
        ("\n\nArgs:\n    invoice_id: The invoice.\n    channel: How it is sent.", "channel", "channels"),
        ("\n\n:param invoice_id: The invoice.\n:param ctx: Context of the call.", "ctx", ""),
        ("\n\nArgs:\n    ctx: Context of the call.", "ctx", ""),
    ],
)
def test_parameters(text: str, name: str, meant: str) -> None:
    (found,) = judge(f"Send an invoice. {text}")
    assert (found.data["name"], found.data["meant"]) == (name, meant)
    assert f"a parameter `{name}`" in found.message
    assert len(found.message) <= 240


@pytest.mark.parametrize(
    "text",
    [
        "The `invoice_id` parameter is required.",
        "There is no `offset` parameter.",
        "The `q` query parameter of the address is not used.",
        "Pass the `customer_id` from find_customers.",
        "Pass the `customerNumber` to the bank.",
        "Use the cursor parameter `next_cursor` from the response.",
        "The `limit` parameter of the API is 50.",
        "Set `Content-Type` to application/pdf.",
        "Set SEND_NOW=true in the environment.",
        "If `is_paid` is true, it is not sent.",
        "Set the `active` header to true.",
        "Takes the code from the redirect URL (the `grantCode` parameter).",
        "The number is in the link of the mail (parameter `invoiceNo`).",
        "Copy it from the response (see the 'invoiceId' parameter).",
        "The `fields` parameter of list_invoices says which.",
        "\n\nReturns:\n    sent_at: When it was sent.",
        "\n\nArgs:\n    invoice_id: The invoice.\n    Note: it must be final.\n    example: 17",
        "\n\nOptions:\n    fast: at once\n    slow: at night",
    ],
)
def test_other_parameters(text: str) -> None:
    assert judge(f"Send an invoice. {text}") == []


def test_schemas_that_take_more_are_left_alone() -> None:
    description = "Send an invoice. Set `include_drafts` to true to send drafts, too."
    assert findings(DanglingReference, [tool("send_invoice", description, closed=False, invoice_id="Invoice.")]) == []
    composed = tool("send_invoice", description, invoice_id="Invoice.")
    composed["inputSchema"]["allOf"] = [{"$ref": "#/$defs/more"}]
    assert findings(DanglingReference, [composed]) == []


def test_nested_parameters_are_known() -> None:
    nested = {"type": "object", "properties": {"include_drafts": {"type": "boolean"}}}
    assert judge("Send an invoice. Set `include_drafts` to true.", options=nested) == []


def test_names_in_nested_texts_are_read() -> None:
    nested = {
        "type": "array",
        "items": {"type": "object", "properties": {"id": {"description": "Call make_invoice first."}}},
    }
    (found,) = judge("Send invoices.", invoices=nested)
    assert found.where.pointer.endswith("/invoices/items/properties/id/description")


def test_other_spellings_of_parameters_are_one_finding() -> None:
    tools = [
        tool("send", "Send it. The `invoice_id` parameter is required.", invoiceId="Id."),
        tool(
            "void",
            "Void it. Pass `invoice_id`. Set `keep_copy` to true to keep one.",
            invoiceId="Id.",
            keepCopy="Copy.",
        ),
    ]
    (found,) = findings(DanglingReference, tools)
    assert found.data["names"] == {"invoice_id": "invoiceId", "keep_copy": "keepCopy"}
    assert "(and 1 more name so)" in found.message
    assert len(found.related) == 1


def test_the_case_of_a_single_word_misleads_nobody() -> None:
    assert judge("Call a number. The `to` parameter is a number.", To="Number.") == []


def test_injected_parameters_are_one_finding() -> None:
    tools = [
        tool(name, "Do it.\n\nArgs:\n    ctx: Context.\n    key: Key.", key="Key.")
        for name in ("send", "void", "print")
    ]
    (found,) = findings(DanglingReference, tools)
    assert "The texts of `send` and 2 more explain a parameter `ctx` that no schema has" in found.message


def test_tools_that_are_missing_in_the_same_texts_are_one_finding() -> None:
    (found,) = judge("Send it. Then call list_payments and use create_reminder, too.")
    assert found.message == (
        "The text of `send_invoice` names tools (`list_payments` and `create_reminder`) that this catalog does not have, so "
        "a call to them fails; name some that are there, or leave them out while those tools are off"
    )


def test_a_habit_of_leaving_out_the_prefix_is_one_finding() -> None:
    nouns = ("invoices", "customers", "payments", "reminders")
    rows = [tool(f"shop_list_{noun}", f"List the {noun} of a shop.") for noun in nouns]
    rows += [tool(f"shop_find_{noun}", f"Find {noun}. Call list_{noun} for all.") for noun in nouns]
    (found,) = findings(DanglingReference, rows)
    assert found.message.startswith("4 tools' texts give another prefix, or none, to 4 tools (`list_invoices` for")
    assert [related.where.tool for related in found.related] == [5, 6, 7]
    assert len(findings(DanglingReference, rows[:-2])) == 2


def test_tools_that_only_an_app_calls_are_known() -> None:
    hidden = tool("get_invoice_status", "Return the status.") | {"_meta": {"ui": {"visibility": ["app"]}}}
    shown = tool("send_invoice", "Send an invoice. Use the get_invoice_status tool to see it arrive.")
    assert findings(DanglingReference, [hidden, shown]) == []


@pytest.mark.parametrize("word", ["a" * 1_000_000, "aB" + "C" * 60 + "__d"])
def test_a_word_of_any_length_is_read_in_one_pass(word: str) -> None:
    """A word that could be divided in several ways would take longer than anybody waits."""
    assert judge(f"Send it. Use {word} for this.") == []


def test_many_parameters_and_many_names_take_no_product_of_both() -> None:
    """Each name with each parameter would be 100 million comparisons."""
    count = 10_000
    listed = "\n".join(f"    other{index}: It." for index in range(count))
    set_to = "".join(f" Set `another{index}` to true." for index in range(count))
    properties = {f"param_{index}": "It." for index in range(count)}
    found = judge(f"Send it.{set_to}\n\nArgs:\n    param_1: It.\n{listed}", **properties)
    assert sum(finding.data["kind"] == "listed" for finding in found) == count


def test_many_names_and_many_titles_take_no_product_of_both() -> None:
    count = 10_000
    tools = [tool(f"get_lamp_{index}", "Get one lamp.") for index in range(count)]
    text = "".join(
        f' See the "Get Lamp {index} Of The House" tool, or the "Get Lamp {index}" tool.' for index in range(count)
    )
    found = findings(DanglingReference, [*tools, tool("send_all", text)])
    assert len(found) == 1
    assert f"names of {count} tools" in found[0].message


def test_long_words_and_gaps_are_read_in_one_pass() -> None:
    word = "i_3" * 200_000
    found = judge(f"Send it. The {word} is an argument. Then call make_invoice{' ' * 200_000} for it.")
    assert [finding.data["name"] for finding in found] == ["make_invoice"]


def test_a_family_of_tools_is_no_tool() -> None:
    family = [
        tool("list_paper_invoices", "List what was sent on paper.", year="Year."),
        tool("get_paper_invoice", "Return what was sent on paper.", number="Number."),
    ]
    text = "Return an invoice. What went by mail is for the paper_invoice {} instead."
    assert findings(DanglingReference, [*CATALOG, *family, tool("find_invoice", text.format("tools"))]) == []
    assert len(findings(DanglingReference, [*CATALOG, *family, tool("find_invoice", text.format("tool"))])) == 1


def test_a_name_with_another_noun_is_not_proposed() -> None:
    tools = [*CATALOG, tool("list_accounts", "List what one is signed in with."), tool("find_mail", "Find mails.")]
    (found,) = findings(DanglingReference, [*tools, tool("share_mail", "Share a mail. Call list_users first.")])
    assert found.data["meant"] == ""
    (found,) = findings(DanglingReference, [*tools, tool("share_mail", "Share a mail. Call search_mail first.")])
    assert found.data["meant"] == "find_mail"


def weather(*texts: str, instructions: str = "") -> dict[str, Any]:
    """Most names begin with one verb, which is no prefix of a service."""
    names = ("get_forecast", "get_alerts", "get_tides", "get_wind", "find_harbor")
    described = [*texts, *("Return what is measured at a harbor.",) * (len(names) - len(texts))]
    tools = [tool(name, text, harbor="Harbor.") for name, text in zip(names, described, strict=True)]
    return {"harbor": {"instructions": instructions, "tools": tools}}


def test_a_verb_is_no_prefix_of_a_service() -> None:
    (found,) = findings(DanglingReference, weather("Forecast of a harbor. For past days use get_harbor_records."))
    assert found.data["name"] == "get_harbor_records"


def test_a_name_is_believed_where_several_texts_use_it() -> None:
    text = "Return what is measured. Harbors have names; see them with list_known_ports."
    assert findings(DanglingReference, weather(text)) == []
    (found,) = findings(DanglingReference, weather(text, text))
    assert found.message.startswith("The texts of `get_forecast` and 1 more name a tool `list_known_ports` that")
    # a field is no tool, however often it is named
    field = "Return what is measured. Pair it with list_known_ids."
    assert findings(DanglingReference, weather(field, field)) == []


def test_a_text_that_is_sure_of_a_name_tells_of_the_others() -> None:
    sure, slight = "Call list_harbors first.", "Return what is measured; try list_harbors or another source."
    (found,) = findings(DanglingReference, weather(slight, sure, "Wind there. Pass the code to list_harbors."))
    assert [related.where.path for related in found.related] == [("description",), ("description",)]
    assert found.data["tools"] == ["get_forecast", "get_alerts", "get_tides"]


def test_a_name_beside_one_of_the_list_is_a_tool() -> None:
    (found,) = findings(DanglingReference, weather("Tides. Pair it with get_alerts or get_harbor for the rest."))
    assert found.data["name"] == "get_harbor"
    assert findings(DanglingReference, weather("Tides. Pair it with set_alarms or get_harbor for the rest.")) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Start with the list_harbors tool.", 1),
        ("Never guess a harbor: call list_harbors.", 1),
        ("Start with find_harbor, then get_forecast.", 0),
        ("Use the `list_harbors` tool of the ports server for names.", 0),
    ],
)
def test_what_the_server_says_of_itself_names_tools_too(text: str, count: int) -> None:
    found = findings(DanglingReference, weather(instructions=text))
    assert len(found) == count
    if found:
        assert found[0].where.tool is None
        assert found[0].where.path == ("instructions",)
        assert found[0].message.startswith("The server's `instructions` name a tool `list_harbors` that")
        assert found[0].data["tools"] == []


def test_texts_of_tools_and_of_the_server_are_one_finding() -> None:
    (found,) = findings(DanglingReference, weather("Forecast. Call list_harbors.", instructions="Call list_harbors."))
    assert found.message.startswith("The texts of `get_forecast` and 1 more name a tool")
    assert "instructions: …" in found.detail


def test_capitals_count_in_front_of_tool_only() -> None:
    (found,) = findings(DanglingReference, weather("Forecast. Harbors come from the FIND_HARBOR tool."))
    assert "`FIND_HARBOR`, which the list spells `find_harbor`" in found.message
    assert findings(DanglingReference, weather("Forecast. Harbors come from FIND_HARBOR, a table.")) == []
    assert findings(DanglingReference, weather("Forecast. Use the LIST_HARBORS tool.")) == []


CALLED = tool("get_order", "Return one order.", include_parts={"type": "boolean", "description": "Parts, too."})


@pytest.mark.parametrize(
    ("text", "name", "meant"),
    [
        ("(set include_children=true on get_order)", "include_children", ""),
        ("Use `get_order` with `include_items=true` to see them.", "include_items", ""),
        ("Read it back by get_order(include_part=true).", "include_part", "include_parts"),
        ("Set includeParts: true on get_order.", "includeParts", "include_parts"),
    ],
)
def test_parameters_of_other_tools(text: str, name: str, meant: str) -> None:
    own = tool("split_order", f"Split an order into several. {text}", order="Order.")
    (found,) = findings(DanglingReference, [own, CALLED])
    assert found.message.startswith(
        f"The text of `split_order` sets `{name}` in a call of `get_order`, which has no such parameter; "
    )
    assert (found.data["meant"], found.data["called"]) == (meant, "get_order")


@pytest.mark.parametrize(
    "text",
    [
        "Set include_parts=true on get_order.",
        "Use get_order with include_parts: true.",
        "Parts (default: 3) of get_order (default: all).",
        "Set depth=3 on the shop's page.",
        "Set include_notes=true on get_order of the warehouse server.",
    ],
)
def test_calls_that_work(text: str) -> None:
    assert findings(DanglingReference, [tool("split_order", f"Split an order. {text}", order="Order."), CALLED]) == []
    takes_more = tool("get_order", "Return one order.", closed=False)
    open_call = tool("split_order", "Split an order. Set notes=true on get_order.", order="Order.")
    assert findings(DanglingReference, [open_call, takes_more]) == []


def test_what_a_call_needs_is_a_parameter() -> None:
    def needing(text: str) -> list[Finding]:
        return findings(DanglingReference, [tool("close_case", text, case_number="Number.", source_desk="Desk.")])

    unknown, spelling = needing("Close a case of a request (caseNumber or deskName required).")
    assert (unknown.data["name"], unknown.data["kind"]) == ("deskName", "unknown")
    assert spelling.data["names"] == {"caseNumber": "case_number"}
    assert needing("Close a case (case_number or source_desk required).") == []
    assert needing("Close a case. No caseNumber or deskName required.") == []
    # neither is known here: the text may speak of a form
    assert needing("Close a case whose formTitle or formAuthor is given.") == []
