"""Options of rules: from files to checked values, and to JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from catalint import Context, Finding, Meta, Severity, Tool, ToolRule, option, options


@dataclass(frozen=True, eq=False)
class Options:
    max_tokens: int = option(400, "Most tokens.", minimum=1, maximum=9000)
    share: float = option(0.5, "Share.", minimum=0, maximum=1)
    deep: bool = option(False, "Whether nested parts count.")
    word: str = option("x", "A word.")
    names: tuple[str, ...] = option(("id",), "Names.")


class Sample(ToolRule[Options]):
    meta = Meta("sample", "A sample", Severity.NOTE)
    options_type = Options

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        yield self.finding(tool.at(), str(self.options.max_tokens))


def test_defaults() -> None:
    built = options.build(Sample, {})
    assert (built.max_tokens, built.share, built.deep, built.word, built.names) == (400, 0.5, False, "x", ("id",))
    assert Sample().options.max_tokens == 400


def test_values() -> None:
    built = options.build(Sample, {"max-tokens": 9, "share": 1, "deep": True, "word": "y", "names": ["a", "b"]})
    assert (built.max_tokens, built.share, built.deep, built.word, built.names) == (9, 1.0, True, "y", ("a", "b"))
    assert isinstance(built.share, float)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"max-token": 3}, "sample has no option 'max-token'; did you mean 'max-tokens'?"),
    ({"zzz": 3}, "sample has no option 'zzz' (it has: max-tokens, share, deep, word, names)"),
    ({"max-tokens": 0}, "'max-tokens' has to be at least 1 and at most 9000, not 0"),
    ({"share": -0.5}, "'share' has to be at least 0 and at most 1, not -0.5"),
    ({"max-tokens": 1.5}, "'max-tokens' takes a whole number, not 1.5"),
    ({"max-tokens": True}, "'max-tokens' takes a whole number, not True"),
    ({"share": "much"}, "'share' takes a number, not 'much'"),
    ({"deep": 1}, "'deep' takes true or false, not a number"),
    ({"word": None}, "'word' takes a text, not null"),
    ({"names": "id"}, "'names' takes a list of texts, not 'id'"),
    ({"names": ["id", 4]}, "'names' takes a list of texts, not a list"),
]


@pytest.mark.parametrize(("values", "message"), WRONG)
def test_wrong_values(values: dict[str, Any], message: str) -> None:
    with pytest.raises(options.OptionError) as caught:
        options.build(Sample, values)
    assert str(caught.value) == message
    assert caught.value.option == next(iter(values))


@pytest.mark.parametrize("values", [values for values, _ in WRONG[2:]])
def test_schema_refuses_what_build_refuses(values: dict[str, Any]) -> None:
    schema = {"type": "object", "properties": options.json_schema(Sample)}
    Draft202012Validator.check_schema(schema)
    assert not Draft202012Validator(schema).is_valid(values)
    assert Draft202012Validator(schema).is_valid({"max-tokens": 9, "names": ["a"]})
