"""What words beside a value say about the parameter that they describe."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint_rules.analyses.enumerations import values_in_text
from catalint_rules.analyses.mentions import vocabulary
from catalint_rules.analyses.ties import named_parameters, segments, tied_values, told_values

KNOWN = vocabulary("action", ("create", "add_track", "list", "remove", "double-click"))


def tied(text: str) -> set[str]:
    return set(tied_values(text, KNOWN)[0])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Required for create.", {"create"}),
        ("Title (required for create and add_track)", {"create", "add_track"}),
        ("Only used with action 'remove'.", {"remove"}),
        ('Used with action:"create" or action:"remove"', {"create", "remove"}),
        ("Required when action is create", {"create"}),
        ("Needed if `action` = `list`", {"list"}),
        ("[create/remove] Title", {"create", "remove"}),
        ("(create only) Title", {"create"}),
        ("Create only", {"create"}),
        ("create: the title", {"create"}),
        ("For create: the title", {"create"}),
        ("Title when creating", {"create"}),
        ("Title for create", {"create"}),
        ("Title, for the create action.", {"create"}),
        ("Only in create mode.", {"create"}),
        ("Position, for double click.", {"double-click"}),
        ("Applies to add_track only.", {"add_track"}),
        ('How to sort on "list": by age', {"list"}),
        ("Filter (list action)", {"list"}),
        ("Only for action=list, ignored otherwise", {"list"}),
        ("Not used for list.", {"create", "add_track", "remove", "double-click"}),
        ("Omit with action=list to see all.", {"create", "add_track", "remove", "double-click"}),
        ("Required for all actions except list and remove", {"create", "add_track", "double-click"}),
        ("Required unless action is list.", {"create", "add_track", "remove", "double-click"}),
        ("Include IF NOT EXISTS (for create)", {"create"}),
        ("It must come before the track stops being ignored when action is create.", {"create"}),
    ],
)
def test_tied(text: str, expected: set[str]) -> None:
    assert tied(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The list of people to remove from the hall.",
        "Create it first.",
        "A list.",
        "Regex for list of hosts",
        "Get it from action=list on the hall.",
        "Identifier returned by the create action.",
        "Only create what is missing.",
        "Required for create, add_track, list, remove and double-click",
        "Text of the listing",
        "created_for_create_only",
    ],
)
def test_not_tied(text: str) -> None:
    assert tied(text) == set()


def test_parts_of_values() -> None:
    known = vocabulary("action", ("create_user", "delete_user", "create_team"))
    assert tied_values("Only for user actions", known)[0] == {"create_user", "delete_user"}
    assert tied_values("Required for create", known)[0] == {"create_user", "create_team"}


def test_the_selectors_own_name_counts() -> None:
    known = vocabulary("dataset", ("errors", "replays"))
    values, quote = tied_values("Leave null for dataset='replays'.", known)
    assert set(values) == {"errors"}
    assert quote == "Leave null for dataset='replays'."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- create: needs title and begin\n- remove: needs entry_id", {"title": {"create"}, "begin": {"create"}, "entry_id": {"remove"}}),
        ("`create` takes `title`, `remove` takes `entry_id` as well.", {"title": {"create"}, "entry_id": {"remove"}}),
        ('"create" - Make one (requires title). "list" - Show all.', {"title": {"create"}}),
        ("entry_id is only used for remove.", {"entry_id": {"remove"}}),
        ("create(title, begin)", {}),
        ('{"action": "create", "title": "a", "entry_id": "b"}', {}),
        ("Create a title for the list of entries.", {}),
    ],
)  # fmt: skip
def test_told(text: str, expected: dict[str, set[str]]) -> None:
    found = told_values(text, KNOWN, ("title", "begin", "entry_id"))
    assert {name: set(values) for name, (values, _) in found.items() if len(values) < 5} == expected


def test_a_segment_in_a_line_ends_with_its_sentence() -> None:
    (part,) = segments("Use `create` with a title. Then entry_id is returned.", KNOWN)
    assert set(part[0]) == {"create"}
    assert part[1] == "` with a title"


def test_plain_words_are_named_only_where_something_is_needed() -> None:
    assert named_parameters("a title of the show", ("title", "hall_id")) == set()
    assert named_parameters("requires title, hall_id", ("title", "hall_id")) == {"title", "hall_id"}
    assert named_parameters("the `title` of hall_id", ("title", "hall_id")) == {"title", "hall_id"}
    assert named_parameters("subtitle, hall_ids", ("title", "hall_id")) == set()


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("One of 'create', 'list' or 'remove'.", ("create", "list", "remove")),
        ("Operation: create, list, remove", ("create", "list", "remove")),
        ("Job (create | list | remove)", ("create", "list", "remove")),
        ("Can be create or list.", ()),
        ("- create: makes one\n- list: shows all", ("create", "list")),
        ("The job to do.", ()),
        ("Use 'create' for new ones.", ()),
    ],
)
def test_values_in_text(text: str, values: tuple[str, ...]) -> None:
    assert values_in_text(text) == values


@given(st.text(alphabet="create list(),.:'\"`[]=-\n/|not for only", max_size=120))
def test_any_text_is_read(text: str) -> None:
    values, quote = tied_values(text, KNOWN)
    assert len(values) < len(KNOWN.values)
    assert bool(values) or not quote
    told_values(text, KNOWN, ("title", "for"))
    values_in_text(text)
