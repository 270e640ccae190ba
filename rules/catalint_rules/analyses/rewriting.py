"""How clients rewrite tool names before a model sees them, and so which names become one."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypeAlias

from catalint.expression import expression

Difference: TypeAlias = Literal["case", "punctuation", "separators", "case and separators"]

# Claude Code: https://code.claude.com/docs/en/mcp
_PUNCTUATION = expression(r"[^A-Za-z0-9_-]")
# OpenAI's Agents SDK for JavaScript: https://github.com/openai/openai-agents-js/issues/1934
_SEPARATORS = expression(r"[^A-Za-z0-9]")


def rewrite(name: str) -> str:
    """A name as a client has it that folds case and writes all that is no ASCII letter or digit as `_`."""
    return _SEPARATORS.sub("_", name.lower())


def difference(names: Collection[str]) -> Difference:
    """What names differ in that `rewrite` makes equal, the rewriting of most clients first.

    punctuation: characters outside letters, digits, `_` and `-`. separators: those and `_` against `-`.
    """
    if len({_PUNCTUATION.sub("_", name) for name in names}) == 1:
        return "punctuation"
    if len({_SEPARATORS.sub("_", name) for name in names}) == 1:
        return "separators"
    return "case" if len({name.lower() for name in names}) == 1 else "case and separators"
