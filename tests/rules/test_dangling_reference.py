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
