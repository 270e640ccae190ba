"""The rules on size: thresholds, one finding for one cause, and messages that stay short whatever a server sends."""

from __future__ import annotations

import re
from typing import Any

import pytest

from catalint.analyses.tokens import TOKENS
from catalint.context import Context
from catalint.finding import Finding, Severity
from catalint.testing import corpus, findings
from catalint_rules.tokens.limits import LONGEST_MESSAGE
from catalint_rules.tokens.oversized_catalog import OversizedCatalog
from catalint_rules.tokens.oversized_tool import OversizedTool
from catalint_rules.tokens.too_many_tools import TooManyTools

RULES = [OversizedCatalog, OversizedTool, TooManyTools]


def tool(name: str = "moor_ship", description: str = "Moor one ship.", /, **properties: Any) -> dict[str, Any]:
    return {"name": name, "description": description, "inputSchema": {"type": "object", "properties": properties}}


def fleet(count: int, *, prefix: str = "call_ship") -> list[dict[str, Any]]:
    return [tool(f"{prefix}_{number}", f"Call ship number {number} on its radio channel.") for number in range(count)]


def app_only(raw: dict[str, Any]) -> dict[str, Any]:
    return raw | {"_meta": {"ui": {"visibility": ["app"]}}}


def tokens(*tools: dict[str, Any]) -> int:
    return sum(counted.total for counted in Context(corpus(list(tools))).get(TOKENS).values())


def one(found: list[Finding]) -> Finding:
    assert len(found) == 1
    return found[0]


def test_a_tool_at_the_limit_is_no_finding() -> None:
    ship = tool(berth={"type": "string", "description": "Code of the berth."})
    size = tokens(ship)
    assert findings(OversizedTool, [ship], {"max-tokens": size}) == []
    found = one(findings(OversizedTool, [ship], {"max-tokens": size - 1}))
    assert found.data["tokens"] == size
    assert found.where.pointer == "/tools/0"


def test_the_default_limit_is_a_thousand() -> None:
    words = "berth pilot tug crane quay lock buoy fender hawser ".split()
    small = tool("moor_ship", " ".join(words * 85))
    large = tool("moor_ship", " ".join(words * 100))
    assert 900 < tokens(small) <= 1_000 < tokens(large)
    found = one(findings(OversizedTool, [small, large]))
    assert found.where.tool == 1
    assert f"Most is its description ({found.data['description']:,}): shorten it" in found.message


def test_one_token_above_the_limit_is_a_warning() -> None:
    ship = tool("moor_ship", "Moor one ship at a berth. " * 100)
    size = tokens(ship)
    assert one(findings(OversizedTool, [ship], {"max-tokens": size - 1})).severity is Severity.WARNING
    assert not findings(OversizedTool, [ship], {"max-tokens": size})


def test_the_split_adds_up() -> None:
    ship = tool(berth={"type": "string"}, pilot={"type": "boolean", "description": "Order a pilot for the way in."})
    data: Any = one(findings(OversizedTool, [ship], {"max-tokens": 1})).data
    assert data["name"] + data["description"] + sum(data["parameters"].values()) + data["rest"] == data["tokens"]


def advice(raw: dict[str, Any], limit: int) -> str:
    """The part of a message that says what to do."""
    message = one(findings(OversizedTool, [raw], {"max-tokens": limit})).message
    return message.partition(f"(limit {limit:,})")[2]


def left_in(text: str) -> int:
    """The number of tokens that a message says are left."""
    found = re.search(r"(?:leaves|leaves about|it takes) ([\d,]+)", text)
    assert found
    return int(found.group(1).replace(",", ""))


NAMES = "bow hull keel mast deck boom sail".split()
LONG = "As it is painted on the ship, in capitals, with the number of the yard that built it, and no spaces. "


def described(text: str) -> dict[str, Any]:
    """A tool of seven parameters, each with a text in which `{}` stands for its name."""
    return tool(**{name: {"type": "string", "description": text.replace("{}", name)} for name in NAMES})


def wordy() -> dict[str, Any]:
    """A tool whose parameters have long texts that repeat nothing."""
    return described(LONG.replace("the ship", "its {}") + LONG.replace("yard", "{}"))


def test_a_long_description_is_where_to_begin() -> None:
    raw = tool("moor_ship", "Moor one ship at a berth. " * 100)
    assert "keep what it does, when to use it and what comes back; examples" in advice(raw, 400)


def test_a_description_that_alone_documents_the_parameters_keeps_a_line_for_each() -> None:
    raw = described("")
    names = list(raw["inputSchema"]["properties"])
    entries = "\n".join(f"    {name}: {LONG * 2}" for name in names)
    told = raw | {"description": f"Moor one ship.\n\nArgs:\n{entries}"}
    assert f"the only text on {len(names)} of its parameters: a line for each is enough" in advice(told, 200)
    # a name inside a word or a sentence is no text on a parameter
    words = raw | {"description": "The sailor's bowline holds from keelson to masthead while the deckhand rows. " * 20}
    assert "the only text on" not in advice(words, 200)
    # with texts of their own, they need none in the description
    both = wordy() | {"description": told["description"] * 3}
    assert "the only text on" not in advice(both, 200)


def test_keys_of_another_parameter_are_no_entries() -> None:
    nested = "\n".join(f"        {name}: {LONG}" for name in NAMES)
    raw = tool(rig={"type": "object"}, **{name: {"type": "string"} for name in NAMES})
    raw["description"] = f"Rig one ship.\n\nArgs:\n    rig: How it is rigged, an object of\n{nested}"
    assert "the only text on" not in advice(raw, 200)


def test_a_description_that_clients_cut_is_one_thing_to_shorten() -> None:
    raw = tool("moor_ship", "Moor one ship at a berth. " * 250)
    kept = raw | {"description": raw["description"][:2_048]}
    assert (
        "shorten it to the 2,048 characters that `overlong-description` allows, then the tool takes "
        f"{tokens(kept):,}." in advice(raw, 1_000)
    )
    # where that is not enough, or nothing is cut, it says what to keep
    assert "keep what it does" in advice(raw, 300)
    assert "keep what it does" in advice(tool("moor_ship", "Moor one ship at a berth. " * 70), 300)


SELDOM = "a tool that few sessions need fits a toolset that is off by default"


def heavy(description: str = "Moor one ship at a berth.") -> dict[str, Any]:
    """A tool with nothing to cut but its many parameters."""
    return tool(
        "moor_ship", description, **{f"port_{name}_{n}": {"type": "string"} for name in NAMES for n in "abcdefgh"}
    )


def told_of_toolsets(raws: list[dict[str, Any]], limit: int) -> bool:
    return SELDOM in one(findings(OversizedTool, raws, {"max-tokens": limit})).message


def test_a_toolset_is_for_a_tool_among_many_that_is_well_over_the_limit() -> None:
    raw = heavy()
    for parameter in raw["inputSchema"]["properties"]:
        raw["inputSchema"].setdefault("required", []).append(parameter)
    limit = tokens(raw) * 2 // 3
    assert told_of_toolsets([raw, *fleet(14)], limit)
    assert not told_of_toolsets([raw, *fleet(13)], limit)
    assert not told_of_toolsets([raw, *fleet(14)], tokens(raw) * 19 // 20)
    universal = raw | {"description": "Universal tool: moor, tow or turn one ship."}
    assert not told_of_toolsets([universal, *fleet(14)], limit)


def logged(keyword: bool, text: str = "") -> dict[str, Any]:
    """A body of which five properties are told to be read-only."""
    stamp = {"type": "string", "description": f"{LONG}{text}", **({"readOnly": True} if keyword else {})}
    closed = {f"{name}_stamp": stamp for name in ("bow", "hull", "keel", "mast", "deck")}
    return {"type": "object", "properties": {**closed, "boom": {"type": "string"}, "sail": {"type": "string"}}}


@pytest.mark.parametrize(
    ("keyword", "text"),
    [(True, ""), (False, "Read-only."), (False, "This field is read-only."), (False, "(read only)")],
)
def test_read_only_properties_are_to_go(keyword: bool, text: str) -> None:
    raw = tool(body=logged(keyword, text))
    bare = tool(body={"type": "object", "properties": {"boom": {"type": "string"}, "sail": {"type": "string"}}})
    saved = tokens(raw) - tokens(bare)
    named = f"5 properties say that they are read-only (`body.bow_stamp`, …) and take {saved}: no call can set them"
    assert f"{named}, take them out, that leaves {tokens(bare)}." in advice(raw, tokens(raw) - 20)
    assert f"{named}, take them out first, that leaves {tokens(bare)}." in advice(raw, tokens(bare) - 5)


@pytest.mark.parametrize("text", ["Read-only mode of the log.", "Opened read-only if set.", "To read only, pass true."])
def test_a_mode_that_only_reads_is_no_read_only_property(text: str) -> None:
    assert "read-only (" not in advice(tool(body=logged(keyword=False, text=text)), 60)


def test_a_parameter_named_read_only_is_a_mode() -> None:
    modes = {f"{name}_read_only": {"type": "boolean", "description": "Read-only."} for name in NAMES}
    assert "say that they are read-only" not in advice(tool(**modes), 40)


CODES = [f"{letter}{other}X" for letter in "ABCDEF" for other in "GHIJK"]


def test_a_text_that_tells_a_list_again_is_to_be_cut() -> None:
    told = "\n".join(f"- {code}: the flag that is hoisted for a ship of class {code[0]}" for code in CODES)
    listed = {"type": "array", "items": {"type": "string", "enum": CODES, "description": told}}
    raw = tool(flags=listed)
    text = advice(raw, tokens(raw) - 50)
    assert "The text on `flags[]` tells the values of its `enum` again and takes" in text
    assert "say their form" not in text
    # on the list itself, too; a text about something else stays
    outside = tool(flags={"type": "array", "description": told, "items": {"type": "string", "enum": CODES}})
    assert "The text on `flags` tells the values of its `enum` again" in advice(outside, tokens(outside) - 50)
    other = tool(flags={"type": "string", "enum": CODES, "description": LONG * 6})
    assert "again" not in advice(other, tokens(other) - 50)


def test_codes_that_only_the_server_knows_keep_their_list() -> None:
    raw = tool(flags={"type": "string", "enum": CODES}, pilot={"type": "boolean"})
    assert "say their form" not in advice(raw, tokens(raw) - 10)
    countries = "AR AU AT BE BR CA CL DK FI FR DE GR HK IN ID IT JP KR MY MX NL NZ NO CN PL PT PH RU SA ZA ES".split()
    known = tool(flags={"type": "string", "enum": countries}, pilot={"type": "boolean"})
    assert "The values listed for `flags` take" in advice(known, tokens(known) - 10)
    tags = [f"{tag}-{region}" for tag in ("de", "en", "fr") for region in "AT BE CA CH DE FR GB LU".split()]
    tagged = tool(flags={"type": "string", "enum": tags}, pilot={"type": "boolean"})
    assert "The values listed for `flags` take" in advice(tagged, tokens(tagged) - 10)


def test_texts_on_parameters_are_named_with_the_longest() -> None:
    raw = wordy()
    texts = tokens(raw) - tokens(described(""))
    found = re.search(r"The texts in its schema take (\d+), the longest on `", advice(raw, tokens(raw) - texts // 4))
    assert found
    # the keyword itself goes with a text: three or four tokens for each
    assert 0 < int(found[1]) - texts < 4 * len(NAMES)


def test_where_texts_are_few_the_heaviest_parameters_are_named() -> None:
    codes = {f"code_{letter}": {"enum": [f"{letter}{number}" for number in range(18)]} for letter in "abc"}
    raw = tool("moor_ship", "Moor one ship at a berth.", **codes)
    raw["inputSchema"]["required"] = list(codes)
    assert re.search(r"Most is `code_a` \(\d+\), `code_b` \(\d+\) and `code_c` \(\d+\): leave out", advice(raw, 40))


def test_a_small_parameter_is_not_named_beside_a_large_one() -> None:
    cargo = {"type": "object", "properties": {f"hold_{letter}": {"type": "number"} for letter in "abcdefghij"}}
    raw = tool(
        "load_ship", "Load one ship.", ship={"type": "string"}, cargo=cargo | {"required": list(cargo["properties"])}
    )
    assert re.search(r"Most is `cargo` \(\d+\): leave out what few calls set", advice(raw, 40))


def test_terse_texts_are_not_to_be_shortened() -> None:
    raw = tool("plan_trip", "Plan a trip.", **{f"port_{name}": {"description": "Code of a port."} for name in NAMES})
    raw["inputSchema"]["required"] = list(raw["inputSchema"]["properties"])
    text = advice(raw, tokens(raw) - 10)
    assert "texts" not in text
    assert f"Its {len(NAMES)} parameters take" in text


def test_a_description_that_can_shrink_enough_is_named_though_it_is_not_most() -> None:
    ports = {f"port_{name}_{number}": {"type": "string"} for name in NAMES for number in "ab"}
    raw = tool("plan_trip", " ".join(["berth pilot tug crane quay lock buoy"] * 40), **ports)
    raw["inputSchema"]["required"] = list(ports)
    assert re.search(
        r"(?:Most is its description \(|Its description takes )\d+\)?: keep", advice(raw, tokens(raw) - 20)
    )


def test_a_sentence_that_parameters_repeat_is_said_once() -> None:
    raw = described("The {}. Left out, the value of the last voyage counts again.")
    text = advice(raw, tokens(raw) - 40)
    assert 'Say "Left out, the value of the last voyage…" once, in the description, not in 7 parameters' in text
    once = described("The {}.") | {"description": "Moor one ship. Left out, the value of the last voyage counts again."}
    assert left_in(text) == tokens(once)


def test_leftovers_of_a_generator_go_first() -> None:
    raw = tool(**{name: {"title": name.title(), "type": "string", "description": LONG} for name in NAMES})
    text = advice(raw, tokens(raw) - 15)
    assert text.strip(": .").endswith(
        f"Drop what its schema generator left (titles): that leaves {tokens(described(LONG))}"
    )


def test_a_schema_that_stands_several_times_is_defined_once() -> None:
    place = {"type": "object", "properties": {name: {"type": "number"} for name in NAMES}, "required": NAMES}
    raw = tool(start=place, middle=place, end=place)
    text = advice(raw, tokens(raw) - 60)
    assert "stands 3 times in it (`start`): once in `$defs`, that leaves" in text
    defined = tool(**{name: {"$ref": "#/$defs/start"} for name in ("start", "middle", "end")})
    defined["inputSchema"]["$defs"] = {"start": place}
    assert left_in(text) == tokens(defined)


def test_what_a_generator_left_goes_before_a_definition() -> None:
    fields = {name: {"type": "number", "title": name.title()} for name in NAMES}
    place = {"type": "object", "properties": fields, "required": NAMES}
    raw = tool(start=place, middle=place, end=place)
    defined = tool(**{name: {"$ref": "#/$defs/start"} for name in ("start", "middle", "end")})
    bare = {name: {"type": "number"} for name in NAMES}
    defined["inputSchema"]["$defs"] = {"start": {**place, "properties": bare}}
    text = advice(raw, tokens(defined))
    assert f"once in `$defs`, without what its generator left, that leaves {tokens(defined)}." in text


def test_long_lists_of_values_are_named() -> None:
    values = [f"harbour of {name} {number}" for name in NAMES for number in range(9)]
    raw = tool(berth={"type": "string", "enum": values}, pilot={"type": "boolean"})
    assert "The values listed for `berth` take" in advice(raw, 100)
    assert "say their form instead, or list the common ones." in advice(raw, 100)


def test_numbered_parameters_become_a_list() -> None:
    raw = tool(ship={"type": "string"}, **{f"Crew{number}.Name": {"type": "string"} for number in range(1, 60)})
    text = advice(raw, 200)
    assert "59 parameters are numbered (`Crew1.Name`, `Crew2.Name`, …): a list in their place leaves about" in text
    assert left_in(text) == tokens(tool(ship={"type": "string"}))


def definitions(count: int) -> dict[str, Any]:
    return {
        f"Part{n}": {"type": "object", "properties": {"text": {"type": "string", "description": "What it says."}}}
        for n in range(count)
    }


def with_definitions(**properties: Any) -> dict[str, Any]:
    raw = tool(**properties)
    raw["inputSchema"]["$defs"] = definitions(6)
    return raw


def test_advice_names_definitions_that_nothing_uses() -> None:
    raw = with_definitions(berth={"$ref": "#/$defs/Part1"})
    raw["inputSchema"]["$defs"]["Part1"]["properties"]["next"] = {"$ref": "#/$defs/Part2"}
    raw["inputSchema"]["$defs"]["Part3"]["properties"]["next"] = {"$ref": "#/$defs/Part4"}
    text = advice(raw, 150)
    assert "Drop 4 of 6 definitions in `$defs` that nothing uses: that leaves" in text
    kept = {name: raw["inputSchema"]["$defs"][name] for name in ("Part1", "Part2")}
    assert left_in(text) == tokens({**raw, "inputSchema": {**raw["inputSchema"], "$defs": kept}})


@pytest.mark.parametrize(("count", "named"), [(6, "all 6 definitions"), (1, "the definition")])
def test_advice_where_nothing_uses_any_definition(count: int, named: str) -> None:
    raw = tool(berth={"type": "string"})
    raw["inputSchema"]["$defs"] = definitions(count)
    text = advice(raw, tokens(tool(berth={"type": "string"})) + 5)
    assert f"Drop {named} in `$defs` that nothing uses: that leaves" in text
    assert left_in(text) == tokens(tool(berth={"type": "string"}))


def test_advice_names_the_parameter_that_the_definitions_are_for() -> None:
    every = [{"$ref": f"#/$defs/Part{n}"} for n in range(6)]
    raw = with_definitions(context={"anyOf": every}, berth={"type": "string"})
    text = advice(raw, 60)
    assert "Most is `$defs` for `context`: without that parameter it takes" in text
    assert text.endswith("; drop or narrow it.")
    assert left_in(text) == tokens(tool(berth={"type": "string"}) | {"inputSchema": {**raw["inputSchema"], **NARROW}})


@pytest.mark.parametrize(("name", "what"), [("cargo", "; narrow it."), ("ctx", "; drop or narrow it.")])
def test_a_required_parameter_is_to_be_narrowed_unless_a_framework_fills_it_in(name: str, what: str) -> None:
    raw = with_definitions(**{name: {"anyOf": [{"$ref": f"#/$defs/Part{n}"} for n in range(6)]}, "berth": {}})
    raw["inputSchema"]["required"] = [name]
    assert advice(raw, 60).endswith(what)


NARROW: dict[str, Any] = {"properties": {"berth": {"type": "string"}}, "$defs": {}}


def part(letters: str, text: str = "") -> dict[str, Any]:
    """An object with a field for each letter, each with a text."""
    described = {"type": "string", **({"description": text} if text else {})}
    return {"type": "object", "properties": {f"field_{letter}": described for letter in letters}}


@pytest.mark.parametrize(
    "cargo",
    [
        {"properties": {"deck": part("abcdef"), "hold": part("gh"), "note": {}, "mark": {}}},
        {"type": "array", "items": {"properties": {"deck": part("abcdef"), "hold": {}, "note": {}, "mark": {}}}},
        {"anyOf": [{"properties": {"deck": part("abcdef"), "x": {}, "y": {}, "z": {}}}, {"type": "null"}]},
        {"properties": {"only": {"properties": {"deck": part("abcdef"), "x": {}, "y": {}, "z": {}}}}},
    ],
    ids=["object", "list", "main-variant", "lone-field"],
)
def test_optional_fields_that_are_enough_are_named(cargo: dict[str, Any]) -> None:
    raw = tool(cargo=cargo, berth={"type": "string", "description": "Name of the berth as on the chart of the harbour"})
    text = advice(raw, tokens(raw) - 40)
    assert re.search(r"Without `deck` of `cargo` \(\d+\) it takes \d+: narrow it", text)
    assert "flatten" not in text
    assert "another tool" not in text


def test_what_a_tool_is_for_is_not_to_be_left_out() -> None:
    raw = tool(cargo={"properties": {"deck": part("abcdefgh", "One of the holds that are open to the deck"), "x": {}}})
    text = advice(raw, tokens(raw) - 40)
    assert "Without `deck`" not in text


def test_required_parts_are_not_to_be_left_out() -> None:
    raw = tool(cargo=part("abcdefgh"), route=part("ijklmn"), ship={}, berth={})
    assert "Without `cargo` (" in advice(raw, tokens(raw) - 40)
    raw["inputSchema"]["required"] = ["cargo"]
    assert "Without `route` (" in advice(raw, tokens(raw) - 40)


def test_variants_of_a_parameter_are_to_be_divided_and_entries_of_a_list_only_where_they_are_many() -> None:
    kinds = [part(letters) for letters in ("abc", "bcd", "cde", "def", "efg")]
    assert "5 variants: give the large ones tools of their own." in advice(tool(cargo={"anyOf": kinds}), 60)
    few, many = ({"type": "array", "items": {"oneOf": found}} for found in (kinds[:3], kinds))
    assert "variants" not in advice(tool(cargo=few), 60)
    assert "5 variants" in advice(tool(cargo=many), 60)


def test_tools_that_are_large_by_the_same_part_are_one_finding() -> None:
    cargo = part("abcdef", LONG)
    raws = [tool(f"{verb}_cargo", f"{verb} cargo.", cargo=cargo) for verb in ("load", "weigh", "unload")]
    raws += [described(LONG), tool("lash_cargo", "Lash cargo.", cargo=part("abcdefg", LONG))]
    found = findings(OversizedTool, raws, {"max-tokens": 60})
    assert sorted(len(item.related) for item in found) == [0, 0, 2]
    message = next(item.message for item in found if item.related)
    assert "and 2 more tools with the same `cargo` take" in message


def test_a_recursive_definition_is_followed_once() -> None:
    raw = with_definitions(tree={"$ref": "#/$defs/Part0"})
    raw["inputSchema"]["$defs"]["Part0"]["properties"]["child"] = {"$ref": "#/$defs/Part0"}
    assert "5 of 6 definitions" in advice(raw, 150)


def test_a_catalog_at_the_limit_is_no_finding() -> None:
    ships = fleet(10)
    size = tokens(*ships)
    assert findings(OversizedCatalog, ships, {"max-tokens": size}) == []
    found = one(findings(OversizedCatalog, ships, {"max-tokens": size - 1}))
    assert (found.data["tokens"], found.data["tools"]) == (size, 10)
    assert found.where.pointer == ""


def test_the_default_limits_of_catalogs() -> None:
    assert findings(TooManyTools, fleet(40)) == []
    assert "41 tools" in one(findings(TooManyTools, fleet(41))).message
    size = tokens(*fleet(100)) // 100
    assert findings(OversizedCatalog, fleet(9_500 // size)) == []
    assert len(findings(OversizedCatalog, fleet(11_000 // size))) == 1


@pytest.mark.parametrize(("rule", "name"), [(OversizedCatalog, "max-tokens"), (TooManyTools, "max-tools")])
def test_one_cause_is_one_finding(rule: type[Any], name: str) -> None:
    """Catalogs over the limit are reported alone; a run is, only where no catalog is."""
    big, small = fleet(20), fleet(8)
    limit = {"max-tokens": tokens(*fleet(15)), "max-tools": 15}[name]

    def found(**catalogs: Any) -> list[tuple[str, str]]:
        return [(item.where.server, item.key) for item in findings(rule, catalogs, {name: limit})]

    assert found(small=small) == []
    assert found(big=big) == [("big", "")]
    assert found(big=big, small=small, other=small) == [("big", "")]
    assert found(big=big, huge=fleet(30)) == [("big", ""), ("huge", "")]
    assert found(b=small, a=small) == [("a", "a b")]
    assert found(b=small, a=[app_only(raw) for raw in small]) == []
    assert found(b=small, a=small, empty=[]) == [("a", "a b")]


def test_the_finding_of_a_run_names_its_catalogs() -> None:
    found = one(findings(TooManyTools, {"pier": fleet(30), "quay": fleet(12)}))
    assert "The 2 catalogs of this run hold 42 tools (limit 40)" in found.message
    assert "`pier` 30, `quay` 12" in found.message
    assert found.message.endswith("if none does, check each by itself.")
    assert [(related.where.server, related.message) for related in found.related] == [("quay", "12 tools")]


@pytest.mark.parametrize("rule", RULES)
def test_tools_of_apps_are_left_out(rule: type[Any]) -> None:
    limit = {"max-tokens": 5} if rule is not TooManyTools else {"max-tools": 1}
    assert findings(rule, [app_only(raw) for raw in fleet(5)], limit) == []


def test_the_share_is_that_of_the_window() -> None:
    ships = fleet(10)
    found = one(findings(OversizedCatalog, ships, {"max-tokens": 10, "window": 10_000}))
    assert found.data["share"] == round(tokens(*ships) / 10_000, 4)
    assert f"{tokens(*ships) / 10_000:.1%} of a 10k context" in found.message


def test_groups_come_from_what_the_names_share() -> None:
    things = {"berth": 9, "pilot": 8, "invoice": 6}
    verbs = "get list create update delete archive export check copy".split()
    tools = [tool(f"port_{verbs[number]}_{thing}s") for thing, count in things.items() for number in range(count)]
    found = one(findings(TooManyTools, tools, {"max-tools": 20}))
    assert found.message.endswith(
        "Offer toolsets to switch on by need, for instance `berths` 9, `pilots` 8, `invoices` 6."
    )
    assert found.data["groups"] == {"berths": 9, "pilots": 8, "invoices": 6}


@pytest.mark.parametrize("name", ["list_tool_packages", "enable_toolset", "harbour_tool_index", "getEnabledTools"])
def test_a_catalog_with_toolsets_of_its_own_is_told_to_use_them(name: str) -> None:
    found = one(findings(TooManyTools, [*fleet(40), tool(name)]))
    assert f"`{name}` tells of toolsets: let a small one load by default" in found.message
    assert "tells of toolsets" not in one(findings(TooManyTools, [*fleet(40), tool("sharpen_tools")])).message


def test_prefixes_that_divide_a_catalog_are_its_groups() -> None:
    verbs = "get list create update delete archive export check copy".split()
    tools = [tool(f"quay_{verb}_berth") for verb in verbs] + [tool(f"ferry_{verb}_ticket") for verb in verbs[:6]]
    found = one(findings(TooManyTools, tools, {"max-tools": 10}))
    assert found.data["groups"] == {"quay": 9, "ferry": 6}


@pytest.mark.parametrize("thing", ["status", "schema"])
def test_an_aspect_of_things_is_no_group(thing: str) -> None:
    names = "anchor buoy crane dock echo ferry gauge hatch island jetty kelp lagoon".split()
    found = one(findings(TooManyTools, [tool(f"get_{name}_{thing}") for name in names], {"max-tools": 5}))
    assert found.data["groups"] == {}


def test_what_a_server_is_about_is_no_group_of_it() -> None:
    verbs = "list get send move mark copy".split()
    names = [*(f"{verb}_mail_folder" for verb in verbs[:5]), *(f"{verb}_mail" for verb in verbs[:3])]
    names += [f"{verb}_{thing}" for verb in verbs for thing in ("label", "contact")]
    tools = [tool(name) for name in names]

    def groups(server: str) -> Any:
        return one(findings(TooManyTools, {server: tools}, {"max-tools": 12})).data["groups"]

    assert groups("postbox") == {"mail": 8, "label": 6, "contact": 6}
    assert groups("mail-server") == {"label": 6, "contact": 6, "folder": 5}
    # a server that is named for its groups has them
    assert groups("mail-and-contacts") == groups("postbox")


def test_groups_are_not_named_where_names_have_none() -> None:
    names = "anchor buoy crane dock echo ferry gauge hatch island jetty kelp lagoon".split()
    found = one(findings(TooManyTools, [tool(f"inspect_{name}") for name in names], {"max-tools": 5}))
    assert "Offer toolsets to switch on by need, each for one kind of work, or a filter by name." in found.message


@pytest.mark.parametrize(("marked", "proposed"), [(4, False), (5, True), (8, True), (9, False)])
def test_a_toolset_that_only_reads_is_proposed_where_it_fits(marked: int, proposed: bool) -> None:
    names = "anchor buoy crane dock echo ferry gauge hatch island jetty kelp lagoon".split()
    tools = [
        tool(f"inspect_{name}") | ({"annotations": {"readOnlyHint": True}} if place < marked else {})
        for place, name in enumerate(names)
    ]
    found = one(findings(TooManyTools, tools, {"max-tools": 8}))
    assert (f"a read-only one ({marked} tools say that they only read)" in found.message) is proposed


def test_a_group_over_the_limit_is_to_be_divided() -> None:
    verbs = "get list create update delete archive export check copy".split()
    sizes = {"quay": 9, "ferry": 6, "berth": 5}
    tools = [tool(f"{word}_{verb}_{word}") for word, size in sizes.items() for verb in verbs[:size]]
    found = one(findings(TooManyTools, tools, {"max-tools": 8}))
    assert found.message.endswith("for instance `ferry` 6, `berth` 5, and divide `quay` 9.")


def catalog_advice(raws: list[dict[str, Any]], limit: int) -> str:
    return one(findings(OversizedCatalog, raws, {"max-tokens": limit})).message.partition(" context")[2]


def test_advice_on_a_catalog_reaches_the_limit_or_says_so() -> None:
    many = fleet(30)
    assert "Even half of that is over the limit: offer toolsets to switch on by need (" in catalog_advice(many, 10)
    told = [tool(f"call_ship_{number}", LONG.replace("ship", f"ship {number}") * 3) for number in range(20)]
    assert re.search(
        r"Descriptions .* take [\d,]+: shorten them by 1\d%, or", catalog_advice(told, tokens(*told) - 200)
    )
    large = [*fleet(4), tool("moor_ship", LONG * 80)]
    assert "Cut the one tool above 1,000 to that:" in catalog_advice(large, tokens(*large) - 500)
    generated = [
        tool(f"call_ship_{number}", "Call it.", **{name: {"title": name.title()} for name in NAMES})
        for number in range(9)
    ]
    assert "Without what its schema generator left (" in catalog_advice(generated, tokens(*generated) - 100)
    bare = [tool(f"call_ship_{number}", "Call.", **{name: {"type": "string"} for name in NAMES}) for number in range(9)]
    assert "With half of its descriptions it still takes" in catalog_advice(bare, tokens(*bare) - 100)


def test_advice_on_many_tools_says_whether_their_number_does_it() -> None:
    few = catalog_advice(fleet(60), tokens(*fleet(50)))
    assert f"Load fewer at once: 40 of average size take {tokens(*fleet(40)):,}." in few
    most = catalog_advice(fleet(60), tokens(*fleet(30)))
    assert f"or shorten them: 40 of average size still take {tokens(*fleet(40)):,}, 30 fit." in most
    large = [tool(f"moor_ship_{number}", LONG * 80) for number in range(60)]
    assert ", or 40,000 once the 60 above 1,000 are cut to that." in catalog_advice(large, 45_000)


def with_shared(count: int, users: int) -> list[dict[str, Any]]:
    """Tools that all carry the same definitions; the last ones use one of them."""
    raws = [tool(f"call_ship_{number}", "Call it.", ship={"type": "string"}) for number in range(count)]
    for number, raw in enumerate(raws):
        raw["inputSchema"]["$defs"] = definitions(6)
        if number >= count - users:
            raw["inputSchema"]["properties"]["part"] = {"$ref": "#/$defs/Part0"}
    return raws


@pytest.mark.parametrize("count", [20, 60])
def test_definitions_that_nothing_leads_to_go_first(count: int) -> None:
    raws = with_shared(count, 2)
    kept = [raw | {"inputSchema": dict(raw["inputSchema"])} for raw in raws]
    for raw in kept[:-2]:
        del raw["inputSchema"]["$defs"]
    for raw in kept[-2:]:
        raw["inputSchema"]["$defs"] = definitions(1)
    unused = tokens(*raws) - tokens(*kept)
    text = catalog_advice(raws, tokens(*kept) + 10)
    named = f"Drop the definitions that no `$ref` of their tool leads to ({unused:,}, {unused / tokens(*raws):.0%})"
    assert f"{named}: {tokens(*kept):,} are left." in text
    assert f"{named} first: {tokens(*kept):,} are left; then load fewer" in catalog_advice(raws, tokens(*kept) - 10)
    assert "no `$ref`" not in catalog_advice([*with_shared(2, 0), *fleet(300)], 1_000)


def test_a_text_that_many_tools_repeat_is_named() -> None:
    query = {"type": "string", "description": LONG * 3}
    raws = [*fleet(30), *(tool(f"find_ship_{number}", "Find.", query=query) for number in range(30))]
    text = catalog_advice(raws, 1_000)
    assert re.search(
        r"The text on `query` stands word for word in 30 tools, [\d,]+ \(\d\d%\): shorten it first, and load", text
    )
    few = catalog_advice(raws[20:50], tokens(*raws[20:50]) - 100)
    assert re.search(r"The text on `query` stands word for word in 20 tools, .*: shorten it first\.", few)


def test_sentences_that_many_tools_repeat_are_named_by_the_first() -> None:
    stock = "Radio silence holds from dusk till dawn in all basins. Break it in distress only, never for a berth."
    raws = [tool(f"call_ship_{number}", f"Call ship {number}. {stock}") for number in range(20)]
    text = catalog_advice(raws, tokens(*raws) - 100)
    assert '"Radio silence holds from dusk till…" stands word for word in 20 tools' in text
    assert "Break it" not in text


def test_of_many_repeated_texts_the_costliest_is_named() -> None:
    texts = [f"{LONG} Basin {letter} has its own, see the harbour book of that year." for letter in "abcdefghijklmn"]
    raws = [
        tool(f"call_ship_{number}_{letter}", "Call.", **{f"berth_{letter}": {"description": text}})
        for letter, text in zip("abcdefghijklmn", texts, strict=True)
        for number in range(4 if letter == "c" else 3)
    ]
    text = catalog_advice(raws, 200)
    assert re.search(
        r"word for word take [\d,]+ \(\d\d%\), that on `berth_c` in 4 tools alone \d+: shorten these", text
    )


def test_texts_that_differ_or_are_short_or_few_are_not_named_as_repeated() -> None:
    own = [tool(f"find_{n}", "Find.", query={"description": f"{n} {LONG * 3}"}) for n in range(30)]
    brief = [tool(f"find_{n}", "Find it.", query={"description": "Words to look for, in quotes."}) for n in range(30)]
    pair = [*fleet(60), *(tool(f"find_{n}", "Find.", query={"description": LONG * 30}) for n in range(2))]
    for raws in (own, brief, pair):
        assert "word for word" not in catalog_advice(raws, tokens(*raws) - 50)


def test_giants_among_many_tools_come_first() -> None:
    giants = [tool("moor_ship", LONG * 160), tool("tow_ship", LONG * 150)]
    text = catalog_advice([*fleet(60), *giants], tokens(*fleet(50)))
    taken = tokens(*giants)
    share = taken / tokens(*fleet(60), *giants)
    assert f"The 2 largest alone take {taken:,} ({share:.0%}): shorten them first" in text
    assert f"of the others, 40 of average size take {tokens(*fleet(40)):,}." in text


def test_the_tools_of_a_run_are_for_its_user_to_choose_from() -> None:
    run = one(findings(OversizedCatalog, {"pier": fleet(5), "quay": fleet(5)}, {"max-tokens": tokens(*fleet(5)) + 1}))
    assert "The 2 catalogs of this run take" in run.message
    assert run.message.endswith("if none does, check each by itself.")


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("name", ["x" * 300, "名" * 90, "a\nb\x1b[31m\u2028c" * 9, "`" * 50])
def test_messages_stay_one_short_line(rule: type[Any], name: str) -> None:
    parameters = {
        f"{name}{number}": {"description": f"{name} is set by hand or left out, as you like. " * 9}
        for number in range(9)
    }
    tools = [tool(f"{name}_{number}", name * 30, **parameters) for number in range(9)]
    limit = {"max-tokens": 5} if rule is not TooManyTools else {"max-tools": 1}
    found = findings(rule, {name: tools, f"{name}2": tools}, limit)
    found += findings(
        rule,
        {name: tools[:1], f"{name}2": tools[:1]},
        limit | ({"max-tokens": 9_999} if rule is OversizedCatalog else {}),
    )
    assert found
    for item in found:
        assert item.message.splitlines() == [item.message]
        assert len(item.message) <= LONGEST_MESSAGE
        assert item.message.isprintable()


def only_advice(raws: list[dict[str, Any]]) -> str:
    return one(findings(TooManyTools, raws, {"max-tools": 10})).message


def test_a_tool_that_activates_others_tells_of_toolsets() -> None:
    switch = tool("discover_tools", "Discover and activate more tool categories for this session.")
    assert "`discover_tools` tells of toolsets" in only_advice([*fleet(20), switch])
    other = tool("discover_tools", "List the tools in the box of a mechanic.")
    assert "tells of toolsets" not in only_advice([*fleet(20), other])


def test_groups_that_tools_carry_are_the_groups() -> None:
    raws = [raw | {"_meta": {"toolset": f"deck_{number % 3}"}} for number, raw in enumerate(fleet(20))]
    assert "They have groups in `_meta.toolset`: let a small one load by default" in only_advice(raws)
    alike = [raw | {"_meta": {"toolset": "deck"}} for raw in raws]
    assert "_meta.toolset" not in only_advice(alike)


def test_names_that_begin_with_things_are_grouped_by_the_first() -> None:
    names = ["orders_list", "orders_get", "orders_close", "order_notes_add", "ships_list", "ships_get", "ships_moor"]
    names += ["reports_ships", "reports_orders", "reports_top_ships", "ships_tow", "reports_berths", "ships_sell"]
    found = one(findings(TooManyTools, [tool(f"quay_{name}") for name in names], {"max-tools": 10}))
    assert found.data["groups"] == {"ships": 5, "orders": 4, "reports": 4}


def test_a_thing_of_two_words_is_named_by_both() -> None:
    verbs = ["list", "get", "create", "update", "delete"]
    names = [f"{verb}_{thing}" for verb in verbs for thing in ("merge_request", "branch", "berth")]
    found = one(findings(TooManyTools, [tool(name) for name in names], {"max-tools": 10}))
    assert found.data["groups"] == {"merge request": 5, "branch": 5, "berth": 5}
