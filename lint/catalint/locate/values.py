"""What texts an expression stands for, across the files of a server: literals, sums, templates and constants."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from catalint.locate.code import Spot
from catalint.locate.constants import Constant, find_constants
from catalint.locate.imports import DEFAULT, EVERYTHING, Import, read_imports, stem_of
from catalint.locate.syntax import Range, call_opening, value_end
from catalint.locate.tokens import Token, Tokens, unquote

# Functions that give back their text but for its spaces.
_WRAPPERS = re.compile(
    r"(?i)^(?:.*dedent|stripindents?|outdent|heredoc|oneline\w*|trim\w*|string|text|desc\w*|format\w*)$"
)
_SUBSTITUTION = re.compile(r"\$\{([^{}`]*)\}")
_PATH = re.compile(r"^\s*([A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*)\s*$")
UNKNOWN = "\0"
"""Stands in the content of a text for a part that is not known."""
_DEEPEST = 6
_SHORTEST = 3
_ENDS = frozenset(("value", "Value", "as_str", "toString", "to_string", "Name", "into", "trim", "String"))


class Text(NamedTuple):
    """What an expression says and where its literal stands. `complete` is false where only its beginning is known."""

    content: str
    spot: Spot
    complete: bool = True


@dataclass(eq=False)
class Program:
    """The files of a server that are read into tokens.

    `more` reads those that hold a word, `at` those that an import means by their path without a suffix; both leave out
    what was read before.
    """

    more: Callable[[str], Iterable[Tokens]]
    at: Callable[[str], Iterable[Tokens]] = lambda _: ()
    files: list[Tokens] = field(default_factory=list)
    _constants: dict[str, list[Constant]] = field(default_factory=dict)
    _taken: dict[Tokens, Mapping[str, Import]] = field(default_factory=dict)
    _stems: dict[str, list[Tokens]] = field(default_factory=dict)
    _asked: set[str] = field(default_factory=set)

    def add(self, tokens: Tokens) -> None:
        """Take a file in, with the constants that it defines."""
        self.files.append(tokens)
        self._stems.setdefault(stem_of(tokens.file.inside), []).append(tokens)
        for name, constant in find_constants(tokens):
            self._constants.setdefault(name, []).append(constant)

    def constant(self, name: str, tokens: Tokens) -> Constant | None:
        """The value of a name or of `Owner.name`: in the same file, in the one it is imported from, or the only one."""
        first, _, rest = name.partition(".")
        own = self._own(name, tokens)
        if own is not None:
            return own
        imported = self._imports(tokens).get(first)
        if imported is not None:
            found = self._imported(imported, rest)
            if found is not None:
                return found
        # in JavaScript what is not imported is not there
        if name not in self._constants and tokens.file.language.name != "javascript":
            self._load(first)
        found = self._only(name)
        if found is None and rest and imported is None and (rest[0].isupper() or "." in rest):
            return self.constant(rest, tokens)
        return found

    def own(self, tokens: Tokens, name: str) -> Constant | None:
        """The value that a file itself gives to a name at its top."""
        found = [
            constant
            for constant in self._constants.get(name, ())
            if constant.tokens is tokens and tokens.parent[constant.start] < 0
        ]
        return found[0] if len(found) == 1 else None

    def _own(self, name: str, tokens: Tokens) -> Constant | None:
        found = [constant for constant in self._constants.get(name, ()) if constant.tokens is tokens]
        return found[0] if len(found) == 1 else None

    def _only(self, name: str) -> Constant | None:
        known = self._constants.get(name, ())
        lightest = min((constant.tokens.file.weight for constant in known), default=0)
        best = [constant for constant in known if constant.tokens.file.weight == lightest]
        return best[0] if len(best) == 1 else None

    def _imported(self, imported: Import, rest: str) -> Constant | None:
        """A name of the file that an import means; what that file takes from others itself is followed."""
        name = imported.name if imported.name != EVERYTHING else ""
        wanted = ".".join(part for part in (name, rest) if part)
        if imported.stem not in self._stems:
            for tokens in self.at(imported.stem):
                self.add(tokens)
        for other in self._stems.get(imported.stem, ()):
            if name == DEFAULT:
                return self._default(other, rest)
            found = self._own(wanted, other)
            if found is None:
                found = self._again(other, wanted)
            if found is not None:
                return found
        self._load(wanted.partition(".")[0])
        return self._only(wanted) if wanted else None

    def _again(self, tokens: Tokens, wanted: str) -> Constant | None:
        """A name that a file has imported itself to hand it on; followed once, for nobody stacks more."""
        first, _, rest = wanted.partition(".")
        imported = self._imports(tokens).get(first)
        name = imported.name if imported is not None and imported.name not in (EVERYTHING, DEFAULT) else ""
        for other in self._stems.get(imported.stem, ()) if imported is not None and name else ():
            found = self._own(f"{name}.{rest}" if rest else name, other)
            if found is not None:
                return found
        return None

    def _default(self, tokens: Tokens, rest: str) -> Constant | None:
        """What a file exports as its default: a name that it gives a value, or the value itself."""
        for index, token in enumerate(tokens.items):
            if token.text == "default" and tokens.word(index - 1) == "export" and index + 1 < len(tokens.items):
                value = Range(index + 1, value_end(tokens, index + 1, len(tokens.items)))
                name = tokens.word(index + 1) if value.end == value.start + 1 else ""
                if name:
                    return self._own(f"{name}.{rest}" if rest else name, tokens)
                return None if rest else Constant(tokens, index + 1)
        return None

    def _imports(self, tokens: Tokens) -> Mapping[str, Import]:
        if tokens not in self._taken:
            self._taken[tokens] = read_imports(tokens)
        return self._taken[tokens]

    def _load(self, word: str) -> None:
        # of a word in small letters every file is full, and no constant is called so
        if len(word) >= _SHORTEST and not word.islower() and word not in self._asked:
            self._asked.add(word)
            for other in self.more(word):
                self.add(other)

    def text(self, tokens: Tokens, value: Range, depth: int = 0) -> Text | None:
        """What a value says; None if that can't be read from the files."""
        start = value.start
        while start < value.end and tokens.is_mark(start, "(") and tokens.closing.get(start, -1) >= value.end - 1:
            start, value = start + 1, Range(start + 1, tokens.closing[start])
        found: list[Text] = []
        complete = True
        position = start
        while position < value.end:
            term, position = self._term(tokens, position, value.end, depth)
            if term is None:
                complete = False
                break
            found.append(term)
            if position < value.end and tokens.items[position].text in ("+", "<>", "..", "&"):
                position += 1
            else:
                complete = position >= value.end or not _goes_on(tokens, position)
                break
        if not found:
            return None
        content = "".join(text.content for text in found)
        return Text(content, found[0].spot, complete and all(text.complete for text in found))

    def _term(self, tokens: Tokens, position: int, end: int, depth: int) -> tuple[Text | None, int]:
        token = tokens.items[position]
        if token.kind == "text":
            text = Text(unquote(token, tokens.file.language.raw), tokens.spot(position))
            return text, _past_methods(tokens, position + 1, end)
        if token.kind == "template":
            return self._template(token, tokens, position, depth), _past_methods(tokens, position + 1, end)
        if token.kind == "mark" and token.text == "[" and depth < _DEEPEST:
            first = self.text(tokens, Range(position + 1, value_end(tokens, position + 1, end, lines=False)), depth + 1)
            return (first._replace(complete=False) if first else None), end
        if token.kind == "mark" and token.text in ("&", "*"):
            return self._term(tokens, position + 1, end, depth) if position + 1 < end else (None, end)
        if token.kind != "word":
            return None, end
        opening = call_opening(tokens, position)
        if opening is not None and opening < end:
            if _WRAPPERS.match(token.text) and depth < _DEEPEST:
                stop = value_end(tokens, opening + 1, end, lines=False)
                return self.text(tokens, Range(opening + 1, stop), depth + 1), tokens.skip(opening)
            return None, end
        names = [token.text]
        position += 1
        while position + 1 < end and tokens.items[position].text in (".", "?.", "::") and tokens.word(position + 1):
            if tokens.word(position + 1) in _ENDS and len(names) > 0 and tokens.items[position].text != "::":
                position += 2
                continue
            names.append(tokens.word(position + 1))
            position += 2
        if (
            position < end
            and tokens.items[position].kind in ("text", "template")
            and tokens.items[position].text[0] == "`"
        ):
            return self._term(tokens, position, end, depth)
        return self._named(tokens, ".".join(names), depth), _past_methods(tokens, position, end)

    def _named(self, tokens: Tokens, name: str, depth: int) -> Text | None:
        constant = self.constant(name, tokens) if depth < _DEEPEST else None
        return self.text(constant.tokens, constant.value, depth + 1) if constant else None

    def _template(self, token: Token, tokens: Tokens, position: int, depth: int) -> Text:
        complete = True

        def fill(match: re.Match[str]) -> str:
            nonlocal complete
            path = _PATH.match(match.group(1))
            text = self._named(tokens, path.group(1).replace("?", ""), depth) if path else None
            complete = complete and text is not None and text.complete
            return text.content if text else UNKNOWN

        content = _SUBSTITUTION.sub(fill, unquote(token))
        return Text(content, tokens.spot(position), complete)


def _goes_on(tokens: Tokens, position: int) -> bool:
    return tokens.items[position].text not in ("as", ")", "]", "}", ",", ";", "satisfies")


def _past_methods(tokens: Tokens, position: int, end: int) -> int:
    """Skip `.trim()` and the like, which change no word of a text."""
    while position + 1 < end and tokens.items[position].text in (".", "?.") and tokens.word(position + 1):
        opening = call_opening(tokens, position + 1)
        position = tokens.skip(opening) if opening is not None else position + 2
    return position
