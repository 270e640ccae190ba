"""Secrets of a launch do not come back in what a server says."""

from __future__ import annotations

import json

import pytest

from catalint.live import Command, Endpoint, Launch, Listed, PythonObject, Server, ServerError
from catalint.live.concealing import conceal
from catalint.live.display import MASK
from catalint.quoting import shown

KEY = "low'tide\\4711"
COMMAND = Command(("server", "--token", "quay-key-1", "--url=https://a.example/?key=quay-key-2", "plain"), {"KEY": KEY})
ENDPOINT = Endpoint(
    "https://master:pass%2Fword@a.example/?key=quay-key-3", {"X-Key": KEY, "Authorization": "Bearer t0ken"}
)


def message(launch: Launch, text: str, values: tuple[str, ...] = (), inherited: dict[str, str] | None = None) -> str:
    outcome = conceal(
        ServerError(Server("quay", launch, values=values), "protocol error", text, (text,)), inherited or {}
    )
    assert isinstance(outcome, ServerError)
    assert outcome.stderr == (outcome.message,)
    assert str(outcome) == f"quay: protocol error: {outcome.message}"
    return outcome.message


@pytest.mark.parametrize("launch", [COMMAND, ENDPOINT])
def test_a_value_and_a_quoted_value(launch: Launch) -> None:
    assert message(launch, f"no {KEY}") == "no •••"
    assert message(launch, f"it said {shown(KEY)}") == 'it said "•••"'


@pytest.mark.parametrize("length", range(15, 40))
def test_a_value_that_was_cut(length: int) -> None:
    text = message(COMMAND, f"it said {shown(f'wrong key {KEY} for berth 9', length)}")
    assert "low'" not in text
    assert "tide" not in text


def test_arguments() -> None:
    text = message(COMMAND, "quay-key-1, quay-key-2 and plain")
    assert text == "•••, ••• and plain"


def test_parts_of_a_url() -> None:
    text = message(ENDPOINT, "master pass/word pass%2Fword quay-key-3 bWFzdGVyOnBhc3Mvd29yZA== t0ken")
    assert text == " ".join(["•••"] * 6)


def test_short_values_are_none() -> None:
    assert message(Command(("server",), {"A": "1", "B": "on"}), "1 berth on the quay") == "1 berth on the quay"


def test_notes_and_not_pages() -> None:
    listed = Listed(Server("quay", COMMAND), "{}", (KEY,), "2025-11-25", "stdio", cut=KEY, notes=(KEY,))
    outcome = conceal(listed, {})
    assert isinstance(outcome, Listed)
    assert (outcome.pages, outcome.cut, outcome.notes) == ((KEY,), "•••", ("•••",))


def test_nothing_to_hide() -> None:
    error = ServerError(Server("quay", PythonObject("quay:mcp")), "timed out", "no answer")
    assert conceal(error, {"HOME": "/home/keeper"}) is error


def test_values_of_variables_in_arguments() -> None:
    plain = Command(("server", "--as", "keeper-17"))
    assert message(plain, "no berth for keeper-17") == "no berth for keeper-17"
    assert message(plain, "no berth for keeper-17", ("keeper-17",)) == "no berth for •••"


def test_each_line_of_a_value() -> None:
    key = "-----BEGIN KEY-----\nlow tide 4711\n-----END KEY-----"
    assert message(Command(("server",), {"KEY": key}), "| low tide 4711") == "| •••"


@pytest.mark.parametrize(
    ("secret", "text"),
    [
        ("low/tide 4711", "https://quay.example/?key=low%2Ftide+4711"),
        ("low/tide 4711", "https://quay.example/?key=low%2Ftide%204711"),
        ("low/tide 4711", "GET /low/tide%204711"),
        ('low"tide\\4711', json.dumps({"error": json.dumps({"key": 'low"tide\\4711'})})),
    ],
)
def test_a_value_as_it_is_written_elsewhere(secret: str, text: str) -> None:
    said = message(Command(("server",), {"KEY": secret}), text)
    assert "tide" not in said
    assert "•••" in said


def test_a_password_within_a_value() -> None:
    store = Command(("server",), {"STORE": "postgres://keeper:tide-4711@db.example/x"})
    assert message(store, "no password tide-4711") == "no password •••"
    parts = Command(("server",), {"ACCOUNT": json.dumps({"private_key": "tide-4711", "name": "quay"})})
    assert message(parts, "quay: tide-4711") == "quay: •••"


@pytest.mark.parametrize("launch", [COMMAND, PythonObject("quay:mcp")])
def test_secrets_of_our_own_environment(launch: Launch) -> None:
    ours = {"QUAY_TOKEN": "ebb-and-flood", "USER": "harbour-keeper", "SHORT_KEY": "true"}
    assert message(launch, "harbour-keeper: ebb-and-flood is true", (), ours) == "harbour-keeper: ••• is true"
    assert message(ENDPOINT, "ebb-and-flood", (), ours) == "ebb-and-flood"


def test_a_long_value_is_looked_for_quickly() -> None:
    """In a text with many cuts."""
    assert message(Command(("server",), {"KEY": "tide" * 30_000}), "tide… ebb… " * 50) == "•••… ebb… " * 50


def test_the_working_directory_is_no_password() -> None:
    folders = {"PWD": "/srv/harbour", "OLDPWD": "/srv/harbour/quay", "DEPOT_PWD": "keel-4711-keel"}
    said = message(Command(("depot",)), "no /srv/harbour/quay/keel-4711-keel.py in /srv/harbour", inherited=folders)
    assert said == f"no /srv/harbour/quay/{MASK}.py in /srv/harbour"
