"""Texts made to be slow to read: how the time of regular expressions grows with their length.

Calls of functions, which the tests of the rules count, do not show an expression that goes back over what it has read.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from catalint.docstrings import parse_docstring
from catalint.live.display import mask_arguments
from catalint.prose import first_sentence
from catalint.testing import findings
from catalint_rules.analyses.defaults import says_all, stated_defaults
from catalint_rules.descriptions import RULES as DESCRIPTIONS
from catalint_rules.parameters import RULES as PARAMETERS
from catalint_rules.safety import RULES as SAFETY
from catalint_rules.stability import RULES as STABILITY

# Characters of the longer text, and how many times as long it is as the shorter one.
LONG, TIMES = 80_000, 4
# A square would be 16 times the work; some of it is the same for both.
MOST = 9
# Seconds of processor time below which a growth is noise.
NOISE = 0.05

PIECES = (
    "default ", "(default ", "(default 1", "default: ", "default to '", "Defaults to all ", "optional ", "(optional, ",
    "if not ", "required if ", "leave ", "use ", "deprecated ", "deprecated, ", "(legacy ", "[ignored",
    "it is ignored ", "no longer ", "create, ", "only for create ", "(create) ", "[create] ", "when action is ",
    "'create', ", "create: ", "- create: x\n", "action=create ", "not ", "name, ", "with 'a' and ", "- key: ", "{a: ",
    "required: a, b. ", "(int) ", "fields ", "a_b (string ", "string or ", "any ", "list of ", "a number of ", "q ",
    "a id ", "curl ", "\\\n", "q=", "'q ", '"a", ', "`", "<", "```", "\n-", "(", ". ", "; ", " ",
    "a, ", "a (", "a ((", "- ", "|", "| a ", "\n \n", "Args: ", "Args:\n", ":param ", "@param {", "e.g. ", ".  x",
    "there are 12 ", "/home/", "1-", "as of ", "do not ", "do not mention ", "without ", "keep ", "user must not ", "is ",
    "before any other ", "to get ", "ignore all ", "read ~/.ssh ", "the user's ", "AKIA", "eyJ", "sk-ant-api03-a.", "a=",
    "--a=", '"key":"', "http://", "-- ", "a-1", "$(", "'\"", "overwrites the existing ", "\\", "?k=",
    "<param name='a'>", "q: x ", "[a ", "*", "a/", "args\n---\n",
)  # fmt: skip


def tool(text: str) -> dict[str, Any]:
    properties = {
        "action": {"type": "string", "description": text, "enum": ["create", "delete", "list"]},
        "title": {"description": text},
        "q": {"type": "object", "description": text, "default": 3},
    }
    schema = {"type": "object", "properties": properties, "required": ["title", "q"]}
    return {"name": "manage_scores", "description": text, "inputSchema": schema}


def read_all(text: str) -> None:
    """Everything that reads descriptions of tools and parameters, and what masks secrets."""
    stated_defaults(text)
    says_all(text)
    parse_docstring(text, frozenset(("a", "q")))
    first_sentence(text)
    mask_arguments((text, f"a {text}"))
    for rule in (*DESCRIPTIONS, *PARAMETERS, *SAFETY, *STABILITY):
        findings(rule, [tool(text)])


@pytest.mark.parametrize("piece", PIECES)
def test_time_is_linear(benchmark: BenchmarkFixture, piece: str) -> None:
    long = piece * (LONG // len(piece))
    short = long[: LONG // TIMES]
    read_all(short[:-1])  # another text: what was read once is kept
    base = seconds(lambda: read_all(short))
    spent: list[float] = []
    benchmark.pedantic(lambda: spent.append(seconds(lambda: read_all(long))), rounds=1)  # type: ignore[no-untyped-call]
    benchmark.extra_info["growth"] = round(spent[0] / base, 1)
    assert spent[0] < MOST * base + NOISE


def seconds(work: Callable[[], None]) -> float:
    """The processor time that some work takes."""
    start = time.process_time()
    work()
    return time.process_time() - start
