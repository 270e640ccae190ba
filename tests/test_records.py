"""Records: what of a file that somebody edited can't be read, and where."""

from __future__ import annotations

import pytest

from catalint import records
from catalint.errors import InputError


def test_a_record_is_an_object_of_its_version() -> None:
    assert records.read("depot.lock", '{"version": 2, "tools": {}}', "lock", 2) == {"version": 2, "tools": {}}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"version": 2,\n  x}', "depot.lock:2:3: is no lock: Expecting property name enclosed in double quotes"),
        ("[" * 100_000, "depot.lock: is no lock: its JSON can't be read"),
        (f'{{"version": {"1" * 5_000}}}', "depot.lock: is no lock: its JSON can't be read"),
        ("[]", "depot.lock: is no lock of version 2 (write one)"),
        ('{"version": 1}', "depot.lock: is no lock of version 2 (write one)"),
    ],
    ids=["broken", "deep", "digits", "list", "older"],
)
def test_anything_else_is_an_error_of_the_file(text: str, fault: str) -> None:
    with pytest.raises(InputError) as raised:
        records.read("depot.lock", text, "lock", 2, " (write one)")
    assert str(raised.value) == fault


def test_bytes_that_are_no_utf_8() -> None:
    assert records.decode("depot.lock", "Größe".encode(), "lock") == "Größe"
    assert records.decode("depot.lock", "\ufeff{}".encode(), "lock") == "{}"  # as some editors save it
    with pytest.raises(InputError, match=r"^depot\.lock: is no lock: not UTF-8$"):
        records.decode("depot.lock", b"\xff{}", "lock")
