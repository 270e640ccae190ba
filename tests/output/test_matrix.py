"""The matrix for people: what is shown of judgements made up for it, in any width and with any name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import pytest

from catalint.judgement import Breach, Conflict, Form, Judgement
from catalint.model import BrokenEntry, Catalog, Tool
from catalint.output import matrix
from catalint.output.terminal import columns
from catalint.output.verdicts import to_json
from catalint.target import Confidence, Effect, Fact, Target


def fact(effect: Effect, confidence: Confidence = "confirmed", text: str = "A kiln takes 40 tiles at most.") -> Fact:
    return Fact(
        "limit", "tool-limit", 40, effect, confidence, "https://a.example/", "2026-09-01", text, "client-tool-limit"
    )


def target(name: str) -> Target:
    return Target(name, name.title(), "client", "A client.", ())


def catalog(*names: str, broken: Sequence[BrokenEntry] = ()) -> Catalog:
    tools = tuple(Tool("kiln", index, name, {"name": name}) for index, name in enumerate(names))
    return Catalog("kiln", tools, tuple(broken))


def judged(
    made: Catalog, refusals: Mapping[str, Sequence[tuple[Tool | None, Fact, int]]], *conflicts: Conflict
) -> Judgement:
    targets = {name: target(name) for name in refusals}
    breaches = [
        Breach(targets[name], each, made.at() if tool is None else tool.at(), tool, count=count)
        for name, refused in refusals.items()
        for tool, each, count in refused
    ]
    return Judgement([*targets.values()], {made: breaches}, {made: conflicts})


def show(judgement: Judgement, width: int | None = None, *, color: bool = False) -> str:
    return matrix.write(judgement, matrix.View(color, width))


def test_a_catalog_that_has_too_much_of_something_tells_how_much() -> None:
    made = catalog("fire_kiln")
    judgement = judged(made, {"north": [(None, fact("rejects-all"), 1320)], "south": [(None, fact("advises"), 0)]})
    text = show(judgement)
    assert "  all tools together: north: rejects all: A kiln takes 40 tiles at most (here 1,320).\n" in text
    assert "  all tools together: south: advice: A kiln takes 40 tiles at most.\n" in text
    together = to_json(judgement, "1")["catalogs"][0]["together"]
    assert together["north"]["facts"][0]["count"] == 1320
    assert "count" not in together["south"]["facts"][0]


def test_where_no_form_suits_all_each_is_told_with_who_refuses_it() -> None:
    made = catalog("fire_kiln")
    no = fact("rejects-all")
    forms = [Form("a glaze", {"north": no}), Form("an engobe", {"north": no, "south": no})]
    text = show(judged(made, {"north": [], "south": []}, Conflict("a colour", made.tools, forms)))
    assert "  a colour (fire_kiln): no form suits all targets\n" in text
    assert "  - a glaze: taken by 1 of 2, not by north\n  - an engobe: taken by 0 of 2, not by north, south\n" in text
    alone = show(judged(made, {"north": []}, Conflict("a colour", made.tools, forms)))
    assert "  a colour (fire_kiln): north takes no form\n" in alone
    assert "taken by" not in alone


def test_a_form_that_gives_something_up_is_not_told_as_the_same() -> None:
    made = catalog("fire_kiln", "cool_kiln")
    forms = [Form("a plain tile", {}, keeps=False), Form("a glaze", {"north": fact("rejects-all")})]
    conflict = Conflict("a colour", made.tools, forms)
    text = show(judged(made, {"north": [], "south": []}, conflict), 200)
    assert (
        "  a colour (fire_kiln, cool_kiln): no form that says the same suits all targets; both targets take a plain tile\n"
        "  - a glaze: taken by 1 of 2, not by north\n"
    ) in text
    assert "north takes no form that says the same, but a plain tile\n" in show(judged(made, {"north": []}, conflict))
    kept = Conflict("a colour", made.tools, [Form("a slip", {}), *forms])
    assert "(fire_kiln, cool_kiln): north takes a slip\n" in show(judged(made, {"north": []}, kept))
    (told,) = to_json(judged(made, {"north": []}, kept), "1")["catalogs"][0]["conflicts"]
    assert [form["keeps_meaning"] for form in told["forms"]] == [True, False, True]


def test_entries_that_are_no_tools_are_counted() -> None:
    made = catalog(
        "fire_kiln", broken=[BrokenEntry(1, "too-deep", "a tool nested deeper than 200 levels", (), "stack_kiln")]
    )
    text = show(judged(made, {"north": []}))
    assert "  1 entry is no tool that can be read, and not judged: `catalint check` tells why\n" in text
    (told,) = to_json(judged(made, {"north": []}), "1")["catalogs"]
    assert told["left_out"] == [{"index": 1, "tool": "stack_kiln", "reason": "a tool nested deeper than 200 levels"}]
    assert "no tool" not in show(judged(catalog("fire_kiln"), {"north": []}))


NAMES = ("fire\x1b[31m_kiln", "cool\nkiln", "窯" * 90, "k" * 300, "\u202elnik", "\x00", "empty_kiln")


@pytest.mark.parametrize("targets", [2, 6, 7, 12])
@pytest.mark.parametrize("width", [40, 60, 80, 120, 200, None])
def test_nothing_acts_on_a_terminal_or_leaves_it(width: int | None, targets: int) -> None:
    made = catalog(*NAMES)
    forms = [Form("a plain tile " * 6, {}, keeps=False), Form("a glaze", {"kiln-0": fact("rejects-all")})]
    refusals = {
        f"kiln-{number}": [(tool, fact("rejects-all", "uncertain"), 0) for tool in made.tools[number % 3 :]] for number in range(targets)
    }  # fmt: skip
    text = show(judged(made, refusals, Conflict("a colour", made.tools, forms)), width)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e]", text)
    if width:
        assert max(columns(line) for line in text.splitlines()) <= max(width, 47)
    for number in range(targets):
        assert f"kiln-{number}" in text


def test_a_table_that_has_no_room_is_a_list() -> None:
    made = catalog("fire_kiln")
    judgement = judged(made, {"north": [(made.tools[0], fact("drops-tool"), 0)], "south": []})
    assert "  tool       north         south\n  fire_kiln  dropped       accepted\n" in show(judgement, 60)
    assert "  fire_kiln\n    dropped: north\n" in show(judgement, 30)


def test_colours_change_nothing_but_colours() -> None:
    made = catalog("fire_kiln", "cool_kiln")
    judgement = judged(
        made, {"north": [(made.tools[0], fact("rewrites"), 0)], "south": [(None, fact("rejects-all"), 41)]}
    )
    for width in (None, 30, 80):
        assert re.sub(r"\x1b\[[0-9;]*m", "", show(judgement, width, color=True)) == show(judgement, width)


def test_what_is_not_certain_is_counted_apart() -> None:
    made = catalog("fire_kiln", "cool_kiln", "stack_kiln")
    one, two, three = made.tools
    refusals: dict[str, list[tuple[Tool | None, Fact, int]]] = {
        "north": [(one, fact("rejects-all"), 0), (two, fact("rejects-all", "uncertain"), 0)],
        "south": [(one, fact("drops-tool"), 0), (two, fact("drops-tool", "uncertain"), 0)],
        "east": [(three, fact("rejects-all", "uncertain"), 0)],
        "west": [(None, fact("drops-tool"), 41)],
        "nadir": [(None, fact("drops-tool", "uncertain"), 41)],
        "zenith": [(None, fact("rejects-all", "uncertain"), 41)],
    }
    lines = show(judged(made, refusals)).splitlines()[-6:]
    said = {name: words.strip() for name, _, words in (line.strip().partition(" ") for line in lines)}
    assert said == {
        "north": "1 accepted, 1 gets all rejected, 1 may get all rejected, so none is usable",
        "south": "1 accepted, 1 dropped, 1 dropped?",
        "east": "2 accepted, 1 may get all rejected",
        "west": "3 accepted, but not all together",
        "nadir": "3 accepted, but perhaps not all together",
        "zenith": "3 accepted, but all together may be rejected",
    }


def test_with_many_targets_what_comes_out_alike_is_told_once() -> None:
    made = catalog(*(f"fire_{number}" for number in range(5)), "cool_kiln")
    burnt = [(tool, fact("drops-tool"), 0) for tool in made.tools[:5]]
    refusals = {f"target-{number}": burnt if number in (2, 5) else [] for number in range(8)}
    assert show(judged(made, refusals)).splitlines()[2:] == [
        "  fire_0, fire_1, fire_2, fire_3 and 1 more",
        "    dropped: target-2, target-5",
        "  1 tool is accepted by all targets",
        "",
        "  6 accepted: target-0, target-1, target-3, target-4, target-6, target-7",
        "  1 accepted, 5 dropped: target-2, target-5",
    ]
