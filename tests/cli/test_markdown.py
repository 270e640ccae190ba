from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from catalint.cli.markdown import render
from catalint.output.terminal import columns

PAGE = """\
# long-text

The text of a tool is **longer** than a model needs.

<!-- facts -->
| severity | profile |
| --- | --- |
| warning | default |
<!-- /facts -->

## Why

Every word is sent on __each__ turn, see [the guide](https://example.org/guide) and
<https://example.org>; `snake_case_name` and 2 * 3 * 4 stay as they are, and so does a word like mis__leading.

- one thing
  that goes on
- another thing with quite some words in it so that the line has to be broken somewhere before it is over
1. first

## Examples

```json bad
{"name": "lend",

  "description": "..."}
```

```text findings
warning[long-text] too long
```

```json good
{"name": "lend"}
```
```yaml options
most-words: 3
```

| option | default | meaning |
| :--- | ---: | --- |
| `most-words` | 40 | Most words, 本 counts as one \\| none. |
| `x` |
"""


@pytest.mark.parametrize("width", [100, 60])
def test_page(width: int, snapshot: SnapshotAssertion) -> None:
    assert render(PAGE, width=width, color=False) == snapshot


def test_color(snapshot: SnapshotAssertion) -> None:
    assert render("# a\n\nb\n\n```json bad\n{}\n```\n", width=80, color=True) == snapshot


def test_nothing() -> None:
    assert render("", width=80, color=False) == "\n"


def test_a_fence_that_is_never_closed_ends_with_the_page() -> None:
    assert render("```json bad\n{}\n", width=80, color=False) == "  bad:\n    {}\n"


def test_code_keeps_what_would_be_strong_type_elsewhere() -> None:
    page = "Clients send `mcp__{server}__{tool}`, **the `x__y` and `z__w`**, ``a ` __b__`` and __strong__ `open.\n"
    shown = "  Clients send `mcp__{server}__{tool}`, the `x__y` and `z__w`, ``a ` __b__`` and strong `open.\n"
    assert render(page, width=120, color=False) == shown


def test_an_address_stays_beside_the_mark_of_its_item() -> None:
    address = f"<https://example.org/{'long-' * 10}address>"
    assert render(f"- {address} and more\n", width=50, color=False) == f"  - {address}\n    and more\n"


@given(st.text(alphabet="ab \n|#-`*_[]()<>!.\\1\x1b\u202e", max_size=200), st.integers(40, 120))
def test_no_text_can_forge_a_terminal_sequence(text: str, width: int) -> None:
    shown = render(text, width=width, color=False)
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert shown.endswith("\n")


@given(st.lists(st.text(alphabet="abcdefgh", min_size=1, max_size=12), min_size=1, max_size=60), st.integers(40, 120))
def test_running_text_is_wrapped_and_complete(words: list[str], width: int) -> None:
    lines = render(" ".join(words) + "\n", width=width, color=False).splitlines()
    assert " ".join(lines).split() == words
    assert all(columns(line) <= width for line in lines)
