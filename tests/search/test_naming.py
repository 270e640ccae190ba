from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.errors import UserError
from catalint.model import Tool
from catalint.search import naming
from catalint.target import Naming
from catalint_rules import targets

CLIENTS = {name: targets.load(name).naming for name in ("claude-code", "gemini-cli", "vscode", "cursor")}


def parse(text: str) -> naming.Naming:
    return naming.parse(text, lambda: CLIENTS)


def tool(name: str, server: str = "ferry") -> Tool:
    return Tool(server, 0, name, {"name": name})


@pytest.mark.parametrize(
    ("text", "server", "name", "shown"),
    [
        ("", "ferry", "book_cabin", "book_cabin"),
        ("none", "ferry", "book_cabin", "book_cabin"),
        ("claude-code", "ferry", "book_cabin", "mcp__ferry__book_cabin"),
        ("claude-code", "north sea", "cabin.book", "mcp__north_sea__cabin_book"),
        ("gemini-cli", "ferry", "book_cabin", "mcp_ferry_book_cabin"),
        ("gemini-cli", "ferry", "cabin.book/now", "mcp_ferry_cabin.book_now"),
        ("vscode", "north-sea-ferries", "cabin.book", "mcp_north-sea-fer_cabin_book"),
        # what a model sees there is not known
        ("cursor", "ferry", "book_cabin", "book_cabin"),
        ("{server}_{tool}", "ferry", "book_cabin", "ferry_book_cabin"),
        ("{tool}@{server}", "{tool}", "{server}", "{server}@{tool}"),
        ("{tool}", "ferry", "book_cabin", "book_cabin"),
        ("mcp__{server}__", "ferry", "book_cabin", "mcp__ferry__book_cabin"),
        ("my.", "ferry", "book_cabin", "my.book_cabin"),
    ],
)
def test_names_as_clients_show_them(text: str, server: str, name: str, shown: str) -> None:
    assert parse(text)(tool(name, server)) == shown


def test_gemini_cli_cuts_long_names_in_the_middle() -> None:
    gemini_cli = parse("gemini-cli")
    assert gemini_cli(tool("x" * 53)) == "mcp_ferry_" + "x" * 53
    cut = gemini_cli(tool("a" * 40 + "b" * 40))
    assert cut == "mcp_ferry_" + "a" * 20 + "..." + "b" * 30
    assert len(cut) == 63


def test_clients_are_asked_for_only_where_one_may_be_named() -> None:
    def never() -> dict[str, Naming]:
        raise AssertionError("a prefix is no client")

    shown = [naming.parse(text, never)(tool("a")) for text in ("", "none", "mcp__{server}__", "{tool}", "my.")]
    assert shown == ["a", "a", "mcp__ferry__a", "a", "my.a"]


@pytest.mark.parametrize("text", ["claude", "{tool}{", "{name}_{tool}", "{}{tool}", "{server}_x"])
def test_what_is_neither_client_nor_prefix_is_refused(text: str) -> None:
    with pytest.raises(UserError, match=r"none or a prefix like mcp__\{server\}__") as caught:
        parse(text)
    assert "\n" not in str(caught.value)


def test_the_clients_that_there_are_are_named() -> None:
    with pytest.raises(UserError, match="give claude-code, gemini-cli, vscode, none or a prefix like"):
        parse("claude")


@given(st.text(min_size=1, max_size=100), st.text(min_size=1, max_size=100))
def test_clients_take_the_names_that_they_make(server: str, name: str) -> None:
    assert parse("claude-code")(tool(name, server)).isascii()
    assert len(parse("gemini-cli")(tool(name, server))) <= 63
