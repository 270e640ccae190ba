"""The clause that a text opens with: the verb and the one thing that it is done to, or nothing where that is a guess."""

from __future__ import annotations

import pytest

from catalint.context import Context
from catalint.testing import corpus
from catalint_rules import words
from catalint_rules.analyses.clauses import Clause, name_words, opening_clause
from catalint_rules.analyses.lexicon import LEXICON


def read(text: str) -> Clause | None:
    return opening_clause(text, Context(corpus([])).get(LEXICON), words.vocabulary("generic"))


@pytest.mark.parametrize(
    ("text", "verb", "thing"),
    [
        ("Delete an item from your vault", "delete", "item"),
        ("Deletes a harbor pilot.", "deletes", "harbor pilot"),
        ("Get a specific existing item from the vault", "get", "item"),
        ("Move (share) a vault item to an organization", "move", "vault item"),
        ("Confirm an invited crew member who has signed", "confirm", "crew member"),
        ("Permanently delete the crane: it is gone.", "delete", "crane"),
        ("Apply a tariff to a berth.", "apply", "tariff"),
        ("Search for ferries on a line", "search", "ferries"),
        ("Get the Node.js version used by the server", "get", "Node.js version"),
        ("List static routes configured on a switch.", "list", "static routes"),
        ("Embed a chart in a page.", "embed", "chart"),
        ("Get the seed of a run", "get", "seed"),
        ("Return a set of tide tables", "return", "tide tables"),
        ("Looks up a pilot by name", "looks up", "pilot"),
    ],
)
def test_the_thing(text: str, verb: str, thing: str) -> None:
    found = read(text)
    assert found is not None
    assert (found.verb, " ".join(found.thing)) == (verb, thing)


@pytest.mark.parametrize(
    "text",
    [
        "Start/stop/restart app, database, or service",
        "Generate a password or passphrase",
        "Delete a berth and all its bookings",
        "Create or update a berth",
        "Connect to an instance",
        "Search within the platform",
        "Execute the `publish` operation.",
        "List all .docx files",
        "Print 3 labels",
        "Get the very long and winding name of a thing",
        "List",
    ],
)
def test_no_thing_where_there_is_none_or_more_than_one(text: str) -> None:
    found = read(text)
    assert found is not None
    assert found.thing == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Tide tables of a harbor",
        "Listing of all berths",
        "Translation of texts",
        "Deprecated entry point",
        "🚨 MANDATORY",
    ],
)
def test_no_clause_without_a_verb(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    ("text", "thing", "about", "owned", "rest"),
    [
        ("Get details of a specific ferry", "ferry", "details", False, False),
        ("Get ferry details", "ferry", "details", False, False),
        ("Get details", "details", "", False, False),
        ("Get the number of berths in a harbor", "berths", "number", False, True),
        ("Get a ferry's berths", "berths", "", True, False),
        ("Get the ferries' berths in spring", "berths", "", True, True),
        ("Mark a booking as paid", "booking", "", False, True),
    ],
)
def test_what_hangs_on_the_thing(text: str, thing: str, about: str, owned: bool, rest: bool) -> None:
    found = read(text)
    assert found is not None
    assert (" ".join(found.thing), found.about, found.owned, found.rest) == (thing, about, owned, rest)


def test_plural() -> None:
    berths, berth = read("List berths."), read("Get a berth.")
    assert berths is not None
    assert berths.plural
    assert berth is not None
    assert not berth.plural


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Converts an amount between two currencies.", ["convert", "amount"]),
        ("Returns the public holidays of a country.", ["get", "public", "holidays"]),
        ("Lists the very old iron cranes of a harbor.", ["list", "iron", "cranes"]),
        ("Get a group's members.", []),
        ("Start or stop a crane or a tug.", []),
        ("The opening hours.", []),
    ],
)
def test_the_words_of_a_name(text: str, name: list[str]) -> None:
    assert name_words(text, Context(corpus([])).get(LEXICON), words.vocabulary("generic")) == name
