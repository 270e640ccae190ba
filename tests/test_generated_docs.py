"""The generator of docs: what it writes, what it leaves alone, and that nothing committed is stale."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import jsonschema
import pytest

import catalint_rules
from catalint import Context, Finding, Meta, RulePack, Severity, Tool, ToolRule, docs, option, pack

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Options:
    most_words: int = option(3, "Most words accepted.", minimum=1)
    skip: tuple[str, ...] = option((), "Names that are left out.")
    prefixes: tuple[str, ...] = option(("old", "tmp"), "Prefixes that are left out.")
    share: float = option(0.5, "Share of tools.")
    loud: bool = option(False, "Say more.")
    mark: str = option("", "Mark to look for.")


class LongText(ToolRule[Options]):
    meta = Meta("long-text", "Text is long", Severity.WARNING, profile="strict", precision="medium", since="0.2")
    options_type = Options

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        words = len(tool.description.split())
        if words > self.options.most_words:
            yield self.finding(tool.at("description"), f"{words} words")


class NoOptions(ToolRule[object]):
    meta = Meta("no-options", "Nothing to set", Severity.NOTE)

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        yield self.finding(tool.at("name"), "there is a name")


DRAFT = """\
# long-text

The text is longer than it has to be
for a model to understand it.

## Why

It costs.

## Examples

```json bad
{"name": "lend", "description": "one two three four"}
```

Set lower:

```yaml options
most-words: 1
```

```json bad
[{"name": "a", "description": "one two"}, {"name": "b", "description": "one two three"}]
```

```text findings
stale
```

```json good
{"name": "lend", "description": "one two three"}
```

## Limits

None.

## References

- a link
"""

PAGE = """\
# long-text

The text is longer than it has to be
for a model to understand it.

<!-- facts -->
| severity | profile | looks at | concerns | precision | since |
| --- | --- | --- | --- | --- | --- |
| warning | strict | tool | model | medium | 0.2 |
<!-- /facts -->

## Why

It costs.

## Examples

```json bad
{"name": "lend", "description": "one two three four"}
```

```text findings
warning[long-text] /tools/0/description: 4 words
```

Set lower:

```yaml options
most-words: 1
```

```json bad
[{"name": "a", "description": "one two"}, {"name": "b", "description": "one two three"}]
```

```text findings
warning[long-text] /tools/0/description: 2 words
warning[long-text] /tools/1/description: 3 words
```

```json good
{"name": "lend", "description": "one two three"}
```

## Limits

None.

## Options

| option | default | meaning |
| --- | --- | --- |
| `most-words` | `3` | Most words accepted. |
| `skip` | none | Names that are left out. |
| `prefixes` | `old`, `tmp` | Prefixes that are left out. |
| `share` | `0.5` | Share of tools. |
| `loud` | `false` | Say more. |
| `mark` | none | Mark to look for. |

## References

- a link
"""


def test_a_draft_becomes_a_page() -> None:
    assert docs.page(LongText, DRAFT) == PAGE


def test_a_page_that_is_current_stays() -> None:
    assert docs.page(LongText, PAGE) == PAGE


def test_stale_parts_are_replaced_and_the_rest_stays() -> None:
    stale = (
        PAGE.replace("| warning | strict |", "| note | default |")
        .replace("| `loud` | `false` | Say more. |\n", "")
        .replace("4 words", "3 words")
        .replace("## Options\n\n|", "## Options\n\nWords before.\n\n|")
        .replace("Mark to look for. |\n", "Mark to look for. |\n\nWords behind.\n")
    )
    expected = PAGE.replace("## Options\n\n|", "## Options\n\nWords before.\n\n|").replace(
        "Mark to look for. |\n", "Mark to look for. |\n\nWords behind.\n"
    )
    assert docs.page(LongText, stale) == expected


def test_a_rule_without_options_has_no_table() -> None:
    page = docs.page(NoOptions, '# no-options\n\nA sentence.\n\n## Examples\n\n```json bad\n{"name": "a"}\n```\n')
    assert "## Options" not in page
    assert page.endswith("```text findings\nnote[no-options] /tools/0/name: there is a name\n```\n")


def test_options_go_to_the_end_where_no_section_follows() -> None:
    page = docs.page(LongText, "# long-text\n\nA sentence.\n\n## Limits\n\nNone.\n")
    assert page.endswith("None.\n\n## Options\n\n" + PAGE.partition("## Options\n\n")[2].partition("\n## Ref")[0])
    assert docs.page(LongText, page) == page


def test_text_without_a_heading_is_no_page() -> None:
    with pytest.raises(ValueError, match=r"^a page starts with a heading"):
        docs.page(LongText, "The text is long.\n")


def test_nothing_committed_is_stale() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "catalint.docs", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", ""), "run `make docs`"


def test_check_names_what_is_stale_and_update_writes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "README.md").write_text("We have <!-- rules -->no rules<!-- /rules -->.\n", encoding="utf-8")
    monkeypatch.setattr(docs, "ROOT", tmp_path)
    monkeypatch.setattr(docs, "SCHEMA", tmp_path / "schema.json")
    monkeypatch.setattr(docs, "_pages", lambda _: {})
    files = ["rules/README.md", "schema.json", "README.md"]
    assert docs.main(["--check"]) == 1
    assert capsys.readouterr().out.splitlines() == files
    assert not (tmp_path / "schema.json").exists()
    assert docs.main(["--update"]) == 0
    assert capsys.readouterr().out.splitlines() == files
    count = len(catalint_rules.pack.rules)
    assert (tmp_path / "README.md").read_text(
        encoding="utf-8"
    ) == f"We have <!-- rules -->{count} rules<!-- /rules -->.\n"
    assert docs.main(["--check"]) == docs.main(["--update"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("text", [None, "no page", "# long-text\n\nA.\n\n```json bad\n{\n```\n"])
def test_a_page_that_is_missing_or_malformed_is_told_and_the_others_go_on(
    text: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "README.md").touch()
    page = tmp_path / "rules" / "long_text.md"
    if text is not None:
        page.write_text(text, encoding="utf-8")
    monkeypatch.setattr(docs, "ROOT", tmp_path)
    monkeypatch.setattr(docs, "SCHEMA", tmp_path / "schema.json")
    monkeypatch.setattr(LongText, "page", lambda: page)
    monkeypatch.setattr(pack, "load", lambda: (RulePack("builtin", (LongText,)),))
    assert docs.main(["--update"]) == 2
    output = capsys.readouterr()
    assert output.out.splitlines() == ["rules/README.md", "schema.json"]
    assert output.err.startswith("rules/long_text.md: ")
    assert output.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["--updat"], ["--check", "--update"]])
def test_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert docs.main(arguments) == 2
    assert capsys.readouterr().err.startswith("usage: python -m catalint.docs")


def test_outside_a_checkout_there_is_nothing_to_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(docs, "ROOT", tmp_path)
    assert docs.main(["--check"]) == 2
    assert "is no checkout of catalint" in capsys.readouterr().err


def test_index_links_lead_to_the_pages() -> None:
    text = docs.index([catalint_rules.pack], ROOT / "rules")
    for rule in catalint_rules.pack.rules:
        page = rule.page()
        assert f"| [{rule.meta.id}]({page.relative_to(ROOT / 'rules').as_posix()}) |" in text
        assert page.is_file()


def test_committed_config_schema_is_valid_and_knows_every_rule() -> None:
    schema = json.loads(docs.SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert set(schema["properties"]["rules"]["properties"]) == {rule.meta.id for rule in catalint_rules.pack.rules}
