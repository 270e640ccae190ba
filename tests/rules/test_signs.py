"""The letters that tell whether a text is worth a search, and that they hide no match."""

from __future__ import annotations

import re

import pytest

from catalint_rules.safety import concealment_directive, cross_tool_directive, injected_instruction
from catalint_rules.safety.signs import Sign, signs

MODULES = (concealment_directive, cross_tool_directive, injected_instruction)
OWN = [sign for module in MODULES for name in ("_SIGNS", "_ABROAD") for sign in getattr(module, name, ())]


@pytest.mark.parametrize(
    ("pattern", "start"),
    [
        ("covertly\\b", "covertly"),
        ("secret(?:ly)?\\b", "secret"),
        ("api keys?", "api key"),
        ("tokens*", "token"),
        ("ab{2}", "a"),
        ("n['’]t", "n"),
        ("/etc/(?:passwd|shadow)", "/etc/"),
        ("(?:instead|rather)", ""),
        ("\\.env\\b", ""),
        ("пользовател", "пользовател"),
    ],
)
def test_begins_with_what_every_match_begins_with(pattern: str, start: str) -> None:
    """A letter that may be missing is not among them."""
    assert signs(pattern)[0].start == start


def test_shows_where_the_pattern_matches() -> None:
    """The letters alone are not enough."""
    (sign,) = signs(r"never (?:tell|say)")
    assert sign.shows_in("never tell")
    assert not sign.shows_in("never mind, tell")
    assert not sign.shows_in("tell")


@pytest.mark.parametrize("sign", OWN, ids=lambda sign: sign.pattern.pattern[:30])
def test_has_no_alternatives_outside_brackets(sign: Sign) -> None:
    """Else a match could begin with other letters than those looked for."""
    flat, brackets = re.sub(r"\\.|\[[^\]]*\]", "", sign.pattern.pattern), re.compile(r"\([^()]*\)")
    while brackets.search(flat):
        flat = brackets.sub("", flat)
    assert "|" not in flat
