from __future__ import annotations

from collections.abc import Mapping

import pytest

from catalint.discovery import change
from catalint.model import Catalog, Tool, build_catalog
from catalint.prose import first_sentence
from catalint.search.document import ARGUMENT_DESCRIPTION, ARGUMENT_NAME, Document
from catalint.search.mount import Mount


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Open a gate. The keeper is told.", "Open a gate barge. The keeper is told."),
        ("Open a gate", "Open a gate barge."),
        ("Open a gate!\n\nMore.", "Open a gate barge!\n\nMore."),
        ("門を開く。", "門を開く barge。"),
        ("", "barge."),
    ],
)
def test_a_word_goes_to_the_end_of_the_first_sentence(before: str, after: str) -> None:
    (tool,) = build_catalog("s", [{"name": "open_gate", "description": before}]).tools
    changed = change.with_word(tool, "barge")
    assert changed.description == after
    assert "barge" in first_sentence(changed.description)
    assert (changed.name, changed.server, changed.index) == (tool.name, tool.server, tool.index)
    assert tool.description == before


def test_where_the_sentence_is_broken_over_lines_the_word_still_is_in_the_first() -> None:
    (tool,) = build_catalog("s", [{"name": "open_gate", "description": "Open\n  a gate. Then wait."}]).tools
    changed = change.with_word(tool, "barge")
    assert "barge" in first_sentence(changed.description)
    assert {"open", "gate", "wait"} <= set(Document(changed).terms)


def test_a_short_text_keeps_name_sentence_and_argument_names(by_name: Mapping[str, Tool]) -> None:
    short = Document(change.shortened(Document(by_name["open_gate"])))
    assert short.tool.description == "Open a gate of the lock."
    assert short.texts[ARGUMENT_NAME] == ("gate", "slowly")
    assert short.texts[ARGUMENT_DESCRIPTION] == ()


def test_an_exchange_is_an_index_with_one_other_tool(
    locks: Catalog, park: Catalog, by_name: Mapping[str, Tool]
) -> None:
    mount = Mount((locks, park))
    before = {document.tool: document for document in mount.documents()}
    changed = change.with_word(by_name["open_gate"], "submarine")
    other = change.exchange(mount, by_name["open_gate"], changed)
    assert [hit.tool for hit in other.index().search("submarine")] == [changed]
    assert mount.index().search("submarine") == ()
    assert len(other.index()) == len(mount.index())
    assert sum(before.get(document.tool) is document for document in other.documents()) == len(before) - 1
    assert changed in other.catalogs[0].tools
    assert other.catalogs[1] is park


def test_switches_are_arguments_that_are_true_or_false(by_name: Mapping[str, Tool]) -> None:
    assert change.switches(Document(by_name["open_gate"])) == {"slowli"}


def test_dull_words_are_stems() -> None:
    assert {"argument", "option", "whole"} <= change.dull()
    assert change.dull().isdisjoint({"gate", "", "#"})
