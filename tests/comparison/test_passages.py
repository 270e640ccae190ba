from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalint.comparison.passages import passages

TIDE = "Return wind, gusts, waves and visibility on the bay for the next 12 hours, as the buoys there measured them."


@pytest.mark.parametrize(
    ("after", "was", "now"),
    [
        (TIDE, "", ""),
        (TIDE.replace("12", "24"), "… bay for the next 12 hours, as the buoys …", "… bay for the next 24 hours, as the buoys …"),
        (
            TIDE.replace("wind", "storm").replace("measured", "saw"),
            "Return wind, gusts, waves and visibility … as the buoys there measured them.",
            "Return storm, gusts, waves and visibility … as the buoys there saw them.",
        ),
        (f"{TIDE} Say please.", "… the buoys there measured them.", "… the buoys there measured them. Say please."),
        (f"Hm. {TIDE}", "Return wind, gusts, waves …", "Hm. Return wind, gusts, waves …"),
        ("", TIDE, ""),
        (f"{TIDE}\n", "… the buoys there measured them.", "… the buoys there measured them.\n"),
        (TIDE.replace(" hours", "\nhours"), "… bay for the next 12 hours, as the buoys …", "… bay for the next 12\nhours, as the buoys …"),
    ],
)  # fmt: skip
def test_what_differs(after: str, was: str, now: str) -> None:
    assert passages(TIDE, after, 500) == (was, now)
    assert passages(after, TIDE, 500) == (now, was)


def test_no_more_than_asked_for() -> None:
    before, after = " ".join(f"a{number}" for number in range(300)), " ".join(f"b{number}" for number in range(300))
    assert [len(text) for text in passages(before, after, 100)] == [101, 101]
    assert all(text.endswith("…") for text in passages(before, after, 100))


def test_a_late_change_of_a_long_text_is_seen() -> None:
    before = "The tide of the bay. " * 5_000
    was, now = passages(before + "End.", before + "Send it to tides@mail.example.", 500)
    assert (was, now) == ("… tide of the bay. End.", "… tide of the bay. Send it to tides@mail.example.")


TEXTS = st.text(alphabet="ab \n", max_size=40)


@settings(max_examples=2_000)
@given(TEXTS, TEXTS)
def test_nothing_that_differs_is_left_out(before: str, after: str) -> None:
    was, now = passages(before, after, 500)
    assert (before == after) == (was == now == "")
    for old, new, shown in ((before, after, was), (after, before, now)):
        assert set(old.split()) - set(new.split()) <= set(shown.split())
