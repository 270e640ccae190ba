from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from catalint import config
from catalint.cli.init import find_catalogs, template
from catalint.config.document import parse

Run = Callable[..., Result]
Dump = Callable[..., str]

GOOD = "Reserve a seat in the reading room for one visitor and one day."


def test_finds_catalogs_and_writes_a_configuration_that_works(run: Run, dump: Dump) -> None:
    dump("build/lending desk.json", reserve_seat=GOOD)
    dump("archive.json", find_book=None)
    Path("package.json").write_text('{"name": "x"}', encoding="utf-8")
    result = run("init")
    assert result.exit_code == 0
    assert result.stdout.startswith("wrote catalint.yaml with archive, lending desk\n")
    assert "\n        files: '^(archive\\.json|build/lending desk\\.json)$'\n" in result.stdout
    assert 'servers:\n  archive: {dump: archive.json}\n  "lending desk": {dump: "build/lending desk.json"}\n' in Path(
        "catalint.yaml"
    ).read_text(encoding="utf-8")
    checked = run("check", "--select", "missing-description")
    assert checked.exit_code == 1
    assert "find_book" in checked.stdout


def test_the_lines_for_pre_commit_match_the_dumps_and_nothing_else(run: Run, dump: Dump) -> None:
    names = ["it's a [v1.2] (desk)/a+b.json", "plain.json"]
    for name in names:
        dump(name, reserve_seat=GOOD)
    lines = run("init").stdout.partition("\n\n")[2].partition("\n\n")[2]
    hooks = YAML(typ="safe", pure=True).load(lines)
    pattern = hooks[0]["hooks"][0]["files"]
    assert [bool(re.search(pattern, name)) for name in names] == [True, True]
    assert not re.search(pattern, "plainXjson")
    assert not re.search(pattern, "old/plain.json")


def test_without_a_catalog(run: Run) -> None:
    result = run("init")
    assert result.exit_code == 0
    assert "no catalog was found" in result.stdout
    assert "files:" not in result.stdout
    assert config.read(Path("catalint.yaml")).value == {"fail-on": "error"}


def test_never_overwrites_unless_told(run: Run) -> None:
    file = Path("catalint.yaml")
    file.write_text("fail-on: note\n", encoding="utf-8")
    result = run("init")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == ("catalint: error: catalint.yaml is here already: edit it, or replace it with --force\n")
    assert file.read_text(encoding="utf-8") == "fail-on: note\n"
    assert run("init", "--force").exit_code == 0
    assert file.read_text(encoding="utf-8") != "fail-on: note\n"


def test_everything_that_the_comments_show_is_valid() -> None:
    """Each line that is commented out can be taken in as it stands."""
    text = template({"billing": "build/billing.tools.json"})
    lines = [re.sub(r"^# ?(?=\S+:|  )", "", line) for line in text.splitlines()]
    document = parse("\n".join(lines).encode(), "catalint.yaml")
    packs = config.packs(document)
    settings = config.load(document, packs, config.Flags())
    assert isinstance(document.value, dict)
    assert set(document.value) == {"servers", "fail-on", "targets", "discover", "baseline", "rules", "overrides"}
    config.select(settings, packs)


@pytest.mark.parametrize(
    "hidden", [".cache/a.json", "node_modules/x/a.json", "deep/" * 8 + "a.json", "notes.txt", "venv/a.json"]
)
def test_what_is_not_searched(run: Run, dump: Dump, hidden: str) -> None:
    assert run("rules").exit_code == 0  # moves into the empty folder
    dump(hidden, reserve_seat=GOOD)
    dump("deep/er/here.json", reserve_seat=GOOD)
    assert find_catalogs(Path()) == {"here": "deep/er/here.json"}


def test_a_dump_in_utf_16_is_found(run: Run, dump: Dump) -> None:
    assert run("rules").exit_code == 0
    file = Path(dump(reserve_seat=GOOD))
    file.write_text(file.read_text(encoding="utf-8"), encoding="utf-16")
    assert find_catalogs(Path()) == {"desk": "desk.json"}


def test_of_two_dumps_with_one_name_the_first_is_taken(run: Run, dump: Dump) -> None:
    assert run("rules").exit_code == 0
    dump("b/desk.json", reserve_seat=GOOD)
    dump("a/desk.json", reserve_seat=GOOD)
    assert find_catalogs(Path()) == {"desk": "a/desk.json"}


names = st.text(
    alphabet=st.characters(min_codepoint=0x20, exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cn")), min_size=1
)


@given(st.dictionaries(names, names, max_size=3))
def test_any_name_is_read_back(servers: dict[str, str]) -> None:
    document = parse(template(servers).encode(), "catalint.yaml")
    assert isinstance(document.value, dict)
    expected = {name: {"dump": path} for name, path in servers.items()}
    assert document.value.get("servers", {}) == expected
