"""What is said to servers, without any: a channel that plays a script."""

from __future__ import annotations

import json
from collections.abc import Generator
from typing import Any

import pytest

from catalint.live import Limits
from catalint.live.failure import Fault, Refusal
from catalint.live.messages import Incoming, Request, parse
from catalint.live.protocol import Told, list_tools
from catalint.live.watch import TimeIsUpError, Watch

HELLO: dict[str, Any] = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}}
HELLO_STATELESS: dict[str, Any] = {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}}
BERTH = {"name": "find_berth"}


class Script:
    """Answers each request by its method: a result, an error, a Fault to raise, or several of them one by one."""

    hint = "ask the harbour master"

    def __init__(self, **answers: Any) -> None:
        self.sent: list[str] = []
        self.replies: list[str] = []
        self._answers = {name.replace("_", "/"): answer for name, answer in answers.items()}

    def send(self, request: Request) -> Generator[Incoming]:
        self.sent.append(request.method)
        answer = self._answers.get(request.method, {"code": -32601, "message": "Method not found"})
        if isinstance(answer, list):
            answer = answer.pop(0)
        if isinstance(answer, Exception):
            raise answer
        key = "error" if "code" in answer else "result"
        for text in (*answer.pop("before", ()), json.dumps({"jsonrpc": "2.0", "id": request.id, key: answer})):
            yield Incoming(text, parse(text))

    def notify(self, notice: Request) -> str:
        self.sent.append(notice.method)
        return ""

    def reply(self, text: str) -> None:
        self.replies.append(text)

    def remark(self) -> str:
        return ""


def told(script: Script, limits: Limits = Limits()) -> Told:  # noqa: B008
    watch = Watch(30)
    try:
        return list_tools(script, limits, watch)
    finally:
        watch.close()


def fault(script: Script) -> Fault:
    with pytest.raises(Fault) as raised:
        told(script)
    return raised.value


def test_one_introduction_is_enough() -> None:
    script = Script(initialize=HELLO, tools_list={"tools": [BERTH]})
    assert told(script).protocol == "2025-11-25"
    assert script.sent == ["initialize", "notifications/initialized", "tools/list"]


@pytest.mark.parametrize("code", [-32601, -32602, -32600, -32000, -32022, -32020, 0])
def test_a_refusal_leads_to_the_newer_way(code: int) -> None:
    script = Script(
        initialize={"code": code, "message": "no"}, server_discover=HELLO_STATELESS, tools_list={"tools": [BERTH]}
    )
    assert told(script).protocol == "2026-07-28"
    assert script.sent == ["initialize", "server/discover", "tools/list"]


def test_a_status_leads_to_the_newer_way() -> None:
    script = Script(
        initialize=Refusal("protocol error", "HTTP 400", 400), server_discover=HELLO_STATELESS, tools_list={"tools": []}
    )
    assert told(script).protocol == "2026-07-28"


@pytest.mark.parametrize(
    "refusal",
    [
        {"code": -32603, "message": "the database is locked"},
        {"code": 401, "message": "who are you?"},
        {"code": -32000, "message": "Missing API key"},
        Refusal("protocol error", "HTTP 404", 404),
        Refusal("protocol error", "HTTP 405", 405),
        Refusal("needs authorization", "HTTP 401", 401),
    ],
)
def test_a_refusal_that_no_revision_would_change(refusal: Any) -> None:
    script = Script(initialize=refusal)
    fault(script)
    assert script.sent == ["initialize"]


def test_the_first_refusal_is_told() -> None:
    error = {"code": -32602, "message": "no basin given"}
    assert "'no basin given'" in fault(Script(initialize=dict(error))).message
    silent = Script(initialize=dict(error), server_discover=TimeIsUpError())
    assert "'no basin given'" in fault(silent).message
    gone = Script(initialize=dict(error), server_discover=Fault("protocol error", "it exited with code 1"))
    assert "'no basin given'" in fault(gone).message


def test_a_refusal_that_names_revisions() -> None:
    error = {"code": -32602, "message": "no", "data": {"supported": ["2024-11-05", "2025-03-26", "1.0"]}}
    script = Script(initialize=[error, {**HELLO, "protocolVersion": "2025-03-26"}], tools_list={"tools": []})
    assert told(script).protocol == "2025-03-26"
    assert script.sent[:3] == ["initialize", "initialize", "notifications/initialized"]


def test_revisions_of_the_future() -> None:
    error = {"code": -32022, "message": "no", "data": {"supported": ["2031-01-01"]}}
    assert fault(Script(initialize=error)).message == (
        "`initialize` was answered with the error -32022 'no', and names the protocol revisions '2031-01-01'"
    )
    script = Script(initialize={"code": -32601, "message": "no"}, server_discover={"supportedVersions": ["2031-01-01"]})
    assert fault(script).message == "it refuses `initialize` and names no protocol revision that we know ('2031-01-01')"


@pytest.mark.parametrize("cursor", [None, ""])
def test_the_end_of_the_pages(cursor: Any) -> None:
    found = told(Script(initialize=HELLO, tools_list=[{"tools": [BERTH], "nextCursor": cursor}]))
    assert (len(found.pages), found.cut) == (1, "")


def test_pages_without_tools_go_on() -> None:
    pages = [{"tools": [], "nextCursor": str(number)} for number in range(5)]
    found = told(Script(initialize=HELLO, tools_list=[*pages, {"tools": [BERTH]}]))
    assert (len(found.pages), found.cut) == (6, "")


@pytest.mark.parametrize(
    ("second", "cut"),
    [
        ({"tools": [BERTH], "nextCursor": "c"}, "page 2 repeats page 1 and names a further one"),
        ({"tools": [BERTH]}, ""),
        ({"tools": [], "nextCursor": "b"}, "page 2 names the cursor 'b' that page 1 named"),
        ({"tools": [], "nextCursor": 7}, "page 2 names the number 7 as the cursor of the next page"),
    ],
)
def test_what_the_second_page_brings(second: dict[str, Any], cut: str) -> None:
    found = told(Script(initialize=HELLO, tools_list=[{"tools": [BERTH], "nextCursor": "b"}, second]))
    assert (len(found.pages), found.cut) == (2, cut)


def test_the_same_page_written_in_another_order() -> None:
    first = {"tools": [{"name": "a", "title": "A"}], "nextCursor": "b"}
    second = {"nextCursor": "c", "tools": [{"title": "A", "name": "a"}]}
    assert told(Script(initialize=HELLO, tools_list=[first, second])).cut.startswith("page 2 repeats page 1")


def test_limits_of_pages() -> None:
    pages = [{"tools": [{"name": f"tool_{number}"}], "nextCursor": str(number)} for number in range(9)]
    assert told(Script(initialize=HELLO, tools_list=pages), Limits(pages=3)).cut == "3 pages are the limit"


def test_a_server_that_has_no_tools() -> None:
    found = told(Script(initialize={"protocolVersion": "2025-11-25", "capabilities": {}}))
    assert (found.pages, len(found.notes)) == ((), 1)
    error = fault(Script(initialize=HELLO))
    assert error.message == "`tools/list` was answered with the error -32601 'Method not found'"


def test_a_server_that_asks_for_input() -> None:
    asking = {"resultType": "input_required", "inputRequests": {}}
    assert "asks for input" in fault(Script(initialize=HELLO, tools_list=asking)).message


def test_a_later_page_that_fails_is_named() -> None:
    pages = [{"tools": [BERTH], "nextCursor": "b"}, {"code": -32603, "message": "low tide"}]
    assert fault(Script(initialize=HELLO, tools_list=pages)).message == (
        "`tools/list` (page 2) was answered with the error -32603 'low tide'"
    )


def test_requests_of_the_server_are_answered() -> None:
    before = [
        json.dumps({"jsonrpc": "2.0", "id": number, "method": method})
        for number, method in enumerate(("ping", "roots/list", "sampling/createMessage", "tools/call"))
    ]
    script = Script(initialize=HELLO, tools_list={"tools": [], "before": before})
    told(script)
    replies = [json.loads(reply) for reply in script.replies]
    assert [reply["id"] for reply in replies] == [0, 1, 2, 3]
    assert [reply.get("result", reply.get("error", {}).get("code")) for reply in replies] == [{}, *[-32601] * 3]


@pytest.mark.parametrize("identifier", ['"' + "7" * 1000 + '"', "null", "[1]", '{"a": 1}'])
def test_requests_with_odd_ids_are_not(identifier: str) -> None:
    before = [f'{{"jsonrpc": "2.0", "id": {identifier}, "method": "ping"}}']
    script = Script(initialize=HELLO, tools_list={"tools": [], "before": before})
    told(script)
    assert script.replies == []


def test_remarks_are_bounded() -> None:
    before = [f'{{"tide {number}": 1}}' for number in range(100)]
    assert len(told(Script(initialize=HELLO, tools_list={"tools": [], "before": before})).notes) == 20


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Unauthorized", "needs authorization"),
        ("Request is not authorized", "needs authorization"),
        ("Authentication required", "needs authorization"),
        ("missing bearer token", "needs authorization"),
        ("invalid API key", "needs authorization"),
        ("invalid token at line 4", "protocol error"),
        ("the author is unknown", "protocol error"),
    ],
)
def test_words_that_ask_for_authorization(words: str, kind: str) -> None:
    error = fault(Script(initialize=HELLO, tools_list={"code": -32000, "message": words}))
    assert (error.kind, error.message.endswith("; ask the harbour master")) == (kind, kind == "needs authorization")


def test_numbers_beyond_all_measure_are_read() -> None:
    assert parse('{"maximum": ' + "9" * 5000 + ', "minimum": -3}') == {"maximum": 0, "minimum": -3}
