"""Expressions that are compiled on first use."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from catalint.expression import expression

EAGER = """
import pkgutil, re
import catalint.expression
catalint.expression.expression = re.compile
import catalint_rules
for module in pkgutil.walk_packages(catalint_rules.__path__, "catalint_rules."):
    __import__(module.name)
"""

COUNT = """
import re._compiler as compiler
import catalint.cli.check, catalint.sources, catalint.engine
compiled, plain = [], compiler.compile
compiler.compile = lambda pattern, flags=0: compiled.append(pattern) or plain(pattern, flags)
import catalint_rules
print(len(compiled))
"""


def _run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_does_what_a_compiled_expression_does() -> None:
    """Methods, flags, groups and the pattern itself are those of `re.compile`."""
    words = expression(r"(?P<first>[a-z])\w*", re.IGNORECASE)
    compiled = re.compile(words.pattern, re.IGNORECASE)
    text = "Parcels, two depots"
    assert words.findall(text) == compiled.findall(text) == ["P", "t", "d"]
    assert [match.span("first") for match in words.finditer(text, 3)] == [(3, 4), (9, 10), (13, 14)]
    assert words.sub("x", text) == compiled.sub("x", text)
    assert (words.flags, words.groupindex) == (compiled.flags, compiled.groupindex)
    assert words.fullmatch("depot")
    assert not words.match(" depot")


def test_compiles_on_first_use() -> None:
    """A pattern is not looked at before; a fault in it shows then, every time."""
    faulty = expression("(")
    assert faulty.pattern == "("
    for _ in range(2):
        with pytest.raises(re.error, match="unterminated subpattern"):
            faulty.search("")


def test_every_module_holds_lawful_expressions() -> None:
    """What is compiled late must not fail late: all modules of the built-in rules, compiled at once."""
    _run(EAGER)


def test_loading_the_rules_compiles_next_to_nothing() -> None:
    """A start does not pay for expressions that its texts never call for."""
    assert int(_run(COUNT)) < 20
