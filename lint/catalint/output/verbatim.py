"""Text of others in Markdown, so that a reader sees that text and nothing else.

Escapes alone do not do it: forges look through the finished text once more, for mentions, issue numbers, commits, emoji
codes and addresses, and find them behind any escape (https://github.github.com/gfm/#autolinks-extension- and
https://docs.gitlab.com/user/markdown/ say what they take). In code nobody looks. So each word that could be more than a
word is set as code, and prose stays prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from catalint.output.terminal import brief, escape

# What stands between backticks, and what Markdown takes for marks anywhere in a line.
_NAMED = re.compile(r"(`[^`]+`)")
_MARKS = re.compile(r"([\\`*_~&\[\]<>|#{}])")
# What rules put between backticks; where letters stand beside them, the backticks are a server's own.
_TOKEN = re.compile(r"""(?P<gap>[ ]+)|(?<![^\s(\[/"'])`(?P<name>[^`]+)`(?![^\s.,;:)\]!?'"/-])|(?P<word>[^ `]+|`+)""")
# Of ASCII only letters, digits and the marks of prose; a colon or a per cent sign at the end alone.
_PLAIN = re.compile(r"""[A-Za-z0-9.,;()'"?!/\x80-\U0010ffff-]*+(?:[%:][.,;)'"]*+)?""")
# What forges link though no mark is in it: addresses and names of files (two letters behind a dot), paths, commits
# (seven hexadecimal digits or more), numbers of trackers (GH-12, CVE-2021-44228) and of merge requests (!12).
_LINKED = re.compile(
    r"\w\.\w*[^\W\d_]{2}|\bwww\.|(?<!\w)[0-9a-f]{7,}(?!\w)|[a-z]{2,}-\d|\bghsa-|!\d|^/\w", re.IGNORECASE
)
_AROUND = re.compile(r"""([("']*)(:.*|.*?)([.,;:)'"]*)""")


def code(text: str, most: int = 1000) -> str:
    """A text as one span of code, cut to `most` characters; empty for an empty text."""
    return _span(brief(text, most))


def verbatim(text: str, most: int = 1000) -> str:
    """A text as inline Markdown on one line, cut to `most` characters.

    Names that it has between backticks become code, and so does what anybody could interpret. Runs of spaces count as
    one. The result must not begin a line: there a word alone can start a list.
    """
    return "".join(_span(piece) if is_code else piece for is_code, piece in _pieces(brief(text, most)))


def prose(text: str) -> str:
    """A sentence of our own as inline Markdown: names between backticks become code, and its marks are escaped.

    Names of others in it have to be between backticks: outside of them, forges would still find mentions.
    """
    parts = _NAMED.split(escape(text))
    return "".join(_span(part[1:-1]) if place % 2 else _MARKS.sub(r"\\\1", part) for place, part in enumerate(parts))


def cell(markdown: str) -> str:
    """Markdown of this module as the cell of a table, which counts the bars in code, too."""
    return markdown.replace("|", "\\|")


def _pieces(text: str) -> Iterator[tuple[bool, str]]:
    """Stretches of code and of prose in turn: two spans of code side by side would be read as one with other ends."""
    run: list[str] = []
    was_code = False
    for is_code, piece in _words(text.strip(" ")):
        if not piece:
            continue
        if is_code != was_code and run:
            yield was_code, "".join(run)
            run = []
        run.append(piece)
        was_code = is_code
    if run:
        yield was_code, "".join(run)


def _words(text: str) -> Iterator[tuple[bool, str]]:
    word: list[str] = []
    for token in _TOKEN.finditer(text):
        if token["word"]:
            word.append(token["word"])
            continue
        yield from _judged("".join(word))
        word = []
        yield (True, token["name"]) if token["name"] else (False, " ")
    yield from _judged("".join(word))


def _judged(word: str) -> Iterator[tuple[bool, str]]:
    if _PLAIN.fullmatch(word) and not _LINKED.search(word):
        yield False, word
    elif around := _AROUND.fullmatch(word):
        # marks of the sentence around a name stay out of the code, those of a call in it
        head, name, tail = around.groups()
        if "(" in name and tail.startswith(")"):
            name, tail = f"{name})", tail[1:]
        yield from ((False, head), (True, name), (False, tail))


def _span(text: str) -> str:
    """A span of code with a fence longer than any inside it, and with the spaces twice that readers take off once."""
    if not text:
        return ""
    longest = max((len(ticks) for ticks in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if "`" in (text[0], text[-1]) or (text[0] == text[-1] == " " and text.strip(" ")) else ""
    return f"{fence}{pad}{text}{pad}{fence}"
