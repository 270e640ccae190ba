from __future__ import annotations

from typing import Any

from catalint.model import Json
from catalint.testing import findings
from catalint_rules.discoverability.outranked_tool import OutrankedTool

DETAILS = (
    "Who may do so is set by the office. Times are in UTC, and amounts are in cents. Without a day, tomorrow is taken. The "
    "answer holds a link that is good for an hour."
)


def tool(name: str, description: str, *properties: str, required: tuple[str, ...] = ()) -> dict[str, Json]:
    schema: Json = {
        "type": "object",
        "properties": {each: {"type": "string"} for each in properties},
        "required": list(required),
    }
    return {"name": name, "description": description, "inputSchema": schema}


OTHERS = [
    tool("rent_bike", "Rent a bike for some days.", "days"),
    tool("repair_bike", "Repair a flat tyre or a loose chain.", "part"),
]
BOOK = tool("book_room", f"Book a room. {DETAILS}", "day")
CATERING = tool("book_room_catering", "Book catering for a room.", "menu")


def test_a_sibling_that_is_ahead_in_every_word_is_reported() -> None:
    (finding,) = findings(OutrankedTool, [BOOK, CATERING, *OTHERS])
    assert finding.where.pointer == "/tools/0/description"
    assert str(finding.severity) == "warning"
    assert [related.where.pointer for related in finding.related] == ["/tools/1/name"]
    assert finding.key == "book_room_catering"
    data: Any = finding.data
    assert data["query"] == "book room"
    assert data["score_ahead"] > data["score"]
    assert finding.message.startswith(
        '`book_room_catering` comes first in a BM25 tool search for the purpose of `book_room`, "Book a room.", far ahead '
    )
    assert finding.message.endswith("shorten it: with its name, first sentence and argument names alone it comes first")
    assert data["score_after"] > data["score_ahead"]
    assert f"{data['score_ahead']:.2f} for book_room_catering, {data['score']:.2f} for book_room" in finding.detail


def test_the_shorter_text_that_is_advised_helps() -> None:
    short = tool("book_room", "Book a room.", "day")
    assert findings(OutrankedTool, [short, CATERING, *OTHERS]) == []


REPEATING = tool("book_room_catering", "Book catering for a room, or book a room.", "menu")


def test_a_word_of_a_required_parameter_is_advised_where_it_helps() -> None:
    plain = tool("book_room", "Book a room.", "token", "projector", "seating", required=("token", "seating"))
    (finding,) = findings(OutrankedTool, [plain, REPEATING, *OTHERS])
    assert finding.data["own_word"] == "seating"
    assert finding.message.endswith("put `seating`, a word that only it has, into its first sentence")
    assert findings(OutrankedTool, [{**plain, "description": "Book a room with seating."}, REPEATING, *OTHERS]) == []


def test_what_would_not_help_is_not_advised() -> None:
    """With `room` once in the sibling's text it would still be ahead, by `book`."""
    plain = tool("book_room", "Book a room.", "projector")
    stuffed = {
        **REPEATING,
        "description": "Book catering for a room: book a room, book the room again, a room, a room, and the room's room.",
    }
    assert findings(OutrankedTool, [plain, stuffed, *OTHERS]) == []
    assert findings(OutrankedTool, [plain, CATERING, *OTHERS]) == []


def test_without_a_change_that_helps_nothing_is_reported() -> None:
    plain = tool("book_room", "Book a room.", "id", "limit", "projector", "x2", required=("id", "limit", "x2"))
    assert findings(OutrankedTool, [plain, REPEATING, *OTHERS]) == []


def test_a_banner_of_all_texts_is_no_purpose() -> None:
    banner = "Rooms for all of us."
    tools = [{**each, "description": f"{banner} {each['description']}"} for each in (BOOK, CATERING, *OTHERS)]
    (finding,) = findings(OutrankedTool, tools)
    assert '"Book a room."' in finding.message
    assert finding.data["query"] == "book room"


def test_a_word_of_its_own_is_enough() -> None:
    own = tool("book_room", f"Book a room with seats and a screen. {DETAILS}", "day")
    assert findings(OutrankedTool, [own, CATERING, *OTHERS]) == []
    short = tool("book_room", "Book a room.", "day")
    assert findings(OutrankedTool, [short, CATERING, *OTHERS]) == []


def test_the_sibling_has_to_be_ahead_by_a_margin() -> None:
    tools = [BOOK, CATERING, *OTHERS]
    (finding,) = findings(OutrankedTool, tools)
    lead: Any = finding.data["lead"]
    assert findings(OutrankedTool, tools, {"min-lead": lead + 0.01}) == []
    assert len(findings(OutrankedTool, tools, {"min-lead": lead - 0.01})) == 1


def refund(text: str) -> dict[str, Json]:
    start = "Refund fines. For a ferry that is late, a ferry that is full, or a ferry that did not sail: the "
    return tool("refund_fines", f"{start}{text}", "ferry")


FERRY = tool("lookup_ferry", "Where a ferry is.", "line")
STUFFED = "ferry and the ferry's line are checked against the ferry timetable, and the fine for the ferry is paid back."


def test_a_text_that_repeats_the_purpose_of_a_sibling() -> None:
    (finding,) = findings(OutrankedTool, [FERRY, refund(STUFFED), *OTHERS])
    assert finding.where.tool == 0
    assert finding.message.endswith("say `ferry` once in its texts instead of 7 times, and this tool comes first")
    once = tool("refund_fines", "Refund fines. For a ferry that is late, full, or did not sail.", "ferry")
    assert findings(OutrankedTool, [FERRY, once, *OTHERS]) == []


def test_a_sibling_that_is_named_for_the_word_says_it_by_right() -> None:
    named = {**refund(STUFFED), "name": "refund_ferry_fines"}
    assert findings(OutrankedTool, [FERRY, named, *OTHERS]) == []


def test_names_in_a_text_can_not_be_left_out() -> None:
    names = "Refund fines by `ferry_id`, ferry_line, ferry/stop, ferryLine, ferry-day or `ferry`, for a ferry."
    assert findings(OutrankedTool, [FERRY, tool("refund_fines", names, "ferry"), *OTHERS]) == []


def test_a_third_tool_would_still_be_ahead() -> None:
    third = tool("ferry", "Ferry.", "ferry")
    found = findings(OutrankedTool, [FERRY, refund(STUFFED), third, *OTHERS])
    assert [finding.key for finding in found] == []


def test_a_word_that_one_text_joins_and_another_splits() -> None:
    """`tideTable` is found by "tidetable", though its words are `tide` and `table`."""
    plain = tool("set_tidetable", "Set a tidetable.", "bay", "day", "hour", "port")
    joined = tool("set_all", "Set tideTable, tideTable, tideTable, tideTable, set, set, set, and set the tideTable.")
    assert findings(OutrankedTool, [plain, joined, *OTHERS], {"min-lead": 1.01}) == []


def test_plural_and_singular_are_told_apart_by_plain_search() -> None:
    tools = [tool("list_rooms", f"List rooms. {DETAILS}"), tool("list_room", "List a room.", "room"), *OTHERS]
    assert findings(OutrankedTool, tools) == []


def test_twins_are_left_to_other_rules() -> None:
    same_words = [BOOK, tool("room_book", "Book a room.", "room"), *OTHERS]
    assert findings(OutrankedTool, same_words) == []
    same_text = [BOOK, {**BOOK, "name": "book_room_room_room"}, *OTHERS]
    assert findings(OutrankedTool, same_text) == []


def test_no_description_is_no_purpose() -> None:
    assert findings(OutrankedTool, [tool("book_room", ""), CATERING, *OTHERS]) == []


def test_other_languages_are_left_out() -> None:
    text = "Zeiten sind in UTC, und Beträge sind in Cent. Ohne Tag wird der nächste genommen. " * 3
    german = tool("raum_buchen", f"Einen Raum buchen. {text}", "tag")
    sibling = tool("raum_buchen_essen", "Für einen Raum Essen buchen und einen Raum buchen.", "raum")
    assert findings(OutrankedTool, [german, sibling, *OTHERS]) == []
