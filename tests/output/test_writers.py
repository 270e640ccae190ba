from __future__ import annotations

import subprocess
import sys

import pytest

from catalint import pack
from catalint.output import WRITERS, RunInfo, describe
from catalint.pack import RulePack
from catalint.report import Report


@pytest.mark.parametrize("name", sorted(WRITERS))
def test_writers_end_with_one_newline(name: str, rich: Report, run: RunInfo) -> None:
    output = WRITERS[name](rich, run)
    assert output.endswith("\n")
    assert not output.endswith("\n\n")


def test_formats_are_known_without_their_modules() -> None:
    code = "import sys, catalint.output as o; print([m for m in sys.modules if m.startswith('catalint.output.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", sorted(WRITERS))
def test_writers_import_nothing_heavy(name: str) -> None:
    code = (
        "import sys; from catalint.output import WRITERS, RunInfo; from catalint.report import Report;"
        f"WRITERS[{name!r}](Report(), RunInfo('0'));"
        "print(sorted({'jsonschema', 'jsonschema_rs', 'rich', 'ruamel', 'tempfile', 'numpy', 'importlib.metadata'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_built_in_rules_are_described() -> None:
    packs = pack.load()
    rules = [rule() for rule in packs[0].rules]
    assert rules
    described = describe(packs, reversed(rules))
    assert list(described) == sorted(rule.meta.id for rule in rules)
    for rule in rules:
        info = described[rule.meta.id]
        stem = type(rule).__module__.rsplit(".", 1)[-1]
        assert info.help_url == f"{packs[0].docs_url}/{info.family}/{stem}.md"
        assert info.read_page().startswith(f"# {rule.meta.id}\n")


def test_a_pack_without_pages_has_no_address() -> None:
    rules = pack.load()[0].rules
    assert RulePack("quiet", rules).help_url(rules[0]) == ""
    assert RulePack("loud", rules, docs_url="https://x.example/").help_url(rules[0]).startswith("https://x.example/")
