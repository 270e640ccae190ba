"""Docstring styles, summaries, and work that grows with the length of the text only."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.docstrings import parse_docstring

GOOGLE = """
    Book a berth in a harbour.

    Args:
        ctx: Connection of the server, not a parameter.
        berth (str): Number of the berth, for example
            "A12".
        nights (int, optional): How long the boat stays. One of:
            - 1: one night
            - 7: a week
            Example:
                nights=7

        length_m: Length of the boat in metres (default: 9.5).

    Returns:
        berth: The berth that was booked.
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            GOOGLE,
            {
                "berth": '(str) Number of the berth, for example "A12".',
                "nights": "(int, optional) How long the boat stays. One of: - 1: one night - 7: a week Example: nights=7",
                "length_m": "Length of the boat in metres (default: 9.5).",
            },
            id="google",
        ),
        pytest.param(
            "Book a berth.\n\nParameters\n----------\nberth : str\n    Number of the berth.\nnights, length_m : int, optional\n"
            "    Size of the stay.\n    In whole numbers.\n\nReturns\n-------\nbool\n    Whether it worked.",
            {
                "berth": "(str) Number of the berth.",
                "nights": "(int, optional) Size of the stay. In whole numbers.",
                "length_m": "(int, optional) Size of the stay. In whole numbers.",
            },
            id="numpy",
        ),
        pytest.param(
            "Book a berth.\n:param str berth: Number of the berth\n    at the pier.\n:param nights: nights\n:type nights: int\n"
            ":return: the berth",
            {"berth": "(str) Number of the berth at the pier.", "nights": "nights"},
            id="sphinx",
        ),
        pytest.param(
            "Book a berth.\n@param {string} berth - Number of the berth\n@param {number} [nights=1] how long\n@returns text",
            {"berth": "Number of the berth", "nights": "how long"},
            id="javadoc",
        ),
        pytest.param(
            'Book a berth.\n<param name="berth">Number of\nthe berth.</param>\n<param name="nights">How long.</param>',
            {"berth": "Number of the berth.", "nights": "How long."},
            id="xml",
        ),
        pytest.param(
            "Book a berth.\n\n## Parameters\n- **berth** (string, required): Number of the berth\n- `nights` - how long\n"
            "* length_m (number)\n\n## Notes\nBerths are free until noon.",
            {"berth": "(string, required) Number of the berth", "nights": "how long", "length_m": "(number)"},
            id="markdown",
        ),
        pytest.param(
            "| Parameter | Meaning |\n|---|---|\n| `berth` | Number of the berth |\n| nights | days | 1 |",
            {"berth": "Number of the berth", "nights": "days 1"},
            id="table",
        ),
        pytest.param(
            "Book a berth. Args: berth: number of the berth nights (int): how long length_m: metres Returns: the berth",
            {"berth": "number of the berth", "nights": "(int): how long", "length_m": "metres"},
            id="folded",
        ),
        pytest.param(
            "Book a berth. Args: berth (str), nights (int, default 1).",
            {"berth": "(str)", "nights": "(int, default 1)."},
            id="signature",
        ),
        pytest.param(
            "Book a berth.\n- `berth`: Number of the berth,\n  such as A12\n- `pier`: not a parameter\nnights: how long it stays",
            {"berth": "Number of the berth, such as A12", "nights": "how long it stays"},
            id="loose-list",
        ),
        pytest.param(
            "Buche einen Liegeplatz.\n\nParameters:\n  - berth：Nummer\n  - nights： Nächte",
            {"berth": "Nummer", "nights": "Nächte"},
            id="full-width-colon",
        ),
        pytest.param("berth: A12\n\nExample:\n  nights: 3", {"berth": "A12"}, id="example-is-no-explanation"),
        pytest.param(
            "Args:\n  - berth, nights: both\n\nBerths are free.", {"berth": "both", "nights": "both"}, id="pair"
        ),
        pytest.param("Use berth for the number: it is painted on the pier.", {}, id="prose"),
    ],
)
def test_styles(text: str, expected: dict[str, str]) -> None:
    assert parse_docstring(text, frozenset(("berth", "nights", "length_m"))).parameters == expected


def test_summary_is_what_does_not_explain_parameters() -> None:
    assert parse_docstring(GOOGLE).summary.split() == (
        "Book a berth in a harbour. Returns: berth: The berth that was booked.".split()
    )


def test_without_names_the_section_decides() -> None:
    found = parse_docstring(
        "Pay.\n\nArgs:\n    amount: euros\n      - cents: never\n    payee: who\n\nNote: paid at once."
    )
    assert found.parameters == {"amount": "euros - cents: never", "payee": "who"}
    assert found.summary.split("\n") == ["Pay.", "", "Note: paid at once."]


def test_a_heading_that_holds_no_items_stays_in_the_summary() -> None:
    text = "Lists boats.\n\nOptions:\nsee the manual of the harbour."
    assert parse_docstring(text, frozenset(("berth",))).summary.endswith("see the manual of the harbour.")


def test_the_first_explanation_wins() -> None:
    found = parse_docstring("- berth: first\n\nArgs:\n    berth: second", frozenset(("berth",)))
    assert found.parameters == {"berth": "first"}


LINES = st.text(alphabet="ab:()-`*|#@<> \t,=\n.x_", max_size=200)


@given(LINES, st.sampled_from([frozenset(), frozenset(("a", "b"))]))
def test_any_text_is_read(text: str, names: frozenset[str]) -> None:
    found = parse_docstring(text, names)
    assert not names or set(found.parameters) <= names
    assert all(value == " ".join(value.split()) for value in found.parameters.values())


WORDS = st.lists(st.sampled_from("number of the pier where a boat lies at night".split()), min_size=1, max_size=8).map(
    " ".join
)


@given(
    st.lists(
        st.tuples(st.sampled_from(["berth", "pier_no", "nightCount", "q"]), WORDS), min_size=1, unique_by=lambda x: x[0]
    )
)
def test_google_items_come_back(items: list[tuple[str, str]]) -> None:
    lines = "\n".join(f"    {name}: {text}" for name, text in items)
    found = parse_docstring(f"Do it.\n\nArgs:\n{lines}\n\nReturns:\n    a: b", frozenset(name for name, _ in items))
    assert found.parameters == dict(items)
    assert found.summary.startswith("Do it.")
    assert "Args" not in found.summary


@pytest.mark.parametrize(
    "piece",
    ["a ", " ", "a, ", "a (", "a ((", "`", "- ", "|", "| a ", "\n \n", "Args: ", "Args:\n", ":param ", "@param {", "e.g. ",
     ". ", ".  x", "<param name='a'>", "q: x ", "[a ", "*", "a/", "args\n---\n"],
)  # fmt: skip
def test_work_is_linear(piece: str, calls: Callable[[Callable[[], object]], int]) -> None:
    def work(length: int) -> None:
        parse_docstring(piece * (length // len(piece)), frozenset(("a", "q")))

    work(1_000)  # expressions are compiled once
    assert calls(lambda: work(20_000)) < 6 * calls(lambda: work(5_000))
