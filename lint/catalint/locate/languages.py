"""How each language writes comments and texts, as far as finding the definition of a tool needs it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

# Possessive quantifiers throughout: a hostile file must not make an expression try again and again.
_DOUBLE = r'"(?:[^"\\\n\r]|\\(?s:.))*+"?+'
_SINGLE = r"'(?:[^'\\\n\r]|\\(?s:.))*+'?+"
_DOUBLE_LINES = r'"(?:[^"\\]|\\(?s:.))*+"?+'
_SINGLE_LINES = r"'(?:[^'\\]|\\(?s:.))*+'?+"
_CHARACTER = r"'(?:\\[^\n']*+.|[^'\\\n])'"
_TRIPLE = r'"""(?:[^"\\]|\\(?s:.)|"(?!""))*+(?:""")?+'
_TRIPLE_SINGLE = r"'''(?:[^'\\]|\\(?s:.)|'(?!''))*+(?:''')?+"
_RAW_TRIPLE = r'"""(?:[^"]|"(?!""))*+(?:"{3,})?+'
_HEREDOC = r"<<<[ \t]*['\"]?(?P<heredoc>\w++)['\"]?\r?\n(?:(?s:.*?)\n[ \t]*(?P=heredoc)\b|(?s:.*))"
_SLASHES = r"//[^\n\r]*+"
_BLOCK = r"/\*(?:[^*]|\*(?!/))*+(?:\*/)?+"
_HASH = r"#[^\n\r]*+"


@dataclass(frozen=True, eq=False)
class Language:
    """What a scanner knows of a language: regular expressions for comments and for texts, tried in their order.

    `raw` are the beginnings of texts in which a backslash stands for itself. `templates` says that backquotes hold text
    with code inside and that a slash may begin a regular expression, as in JavaScript.
    """

    name: str
    comments: tuple[str, ...]
    texts: tuple[str, ...]
    raw: tuple[str, ...] = ()
    templates: bool = False

    @cached_property
    def expression(self) -> re.Pattern[str]:
        """One expression for the next token: groups `space`, `comment`, `text`, `word`, `number`, `mark`."""
        texts = "|".join(self.texts) or "(?!)"
        comments = "|".join(self.comments) or "(?!)"
        word = r"[^\W\d][\w$]*+|[$@][^\W\d][\w$]*+" if self.name == "php" else r"(?:[^\W\d]|\$)[\w$]*+"
        return re.compile(
            rf"(?P<space>\s++)|(?P<comment>{comments})|(?P<text>{texts})|(?P<word>{word})"
            r"|(?P<number>\d[\w.]*+)|(?P<mark>=>|->|::|\?\.|\.\.\.|==+|!=+|:=|(?s:.))"
        )


_C = (_SLASHES, _BLOCK)
_PYTHON = Language(
    "python",
    (_HASH,),
    tuple(rf"\b[rRbBfFuU]{{1,2}}+{text}|{text}" for text in (_TRIPLE, _TRIPLE_SINGLE, _DOUBLE, _SINGLE)),
)
_LANGUAGES = (
    (_PYTHON, ".py .pyi"),
    (Language("javascript", _C, (_DOUBLE, _SINGLE), templates=True), ".js .mjs .cjs .jsx .ts .mts .cts .tsx"),
    (Language("go", _C, (r"`[^`]*+`?+", _DOUBLE, _CHARACTER), raw=("`",)), ".go"),
    (
        Language(
            "rust",
            _C,
            (r'\bb?r(?P<hashes>#*+)"(?:(?s:.*?)"(?P=hashes)|(?s:.*))', rf"b?{_DOUBLE_LINES}", _CHARACTER),
            raw=("r", "br"),
        ),
        ".rs",
    ),
    (Language("java", _C, (_TRIPLE, _DOUBLE, _CHARACTER)), ".java .groovy .scala"),
    (Language("kotlin", _C, (_RAW_TRIPLE, _DOUBLE, _CHARACTER), raw=('"""',)), ".kt .kts"),
    (
        Language(
            "csharp",
            _C,
            (rf"\$*+{_RAW_TRIPLE}", r'(?:\$@|@\$|@)"(?:[^"]|"")*+"?+', rf"\$?{_DOUBLE}", _CHARACTER),
            raw=('"""', "$", "@"),
        ),
        ".cs .fs",
    ),
    (Language("swift", _C, (rf"#*+{_TRIPLE}#*+", rf"#*+{_DOUBLE}#*+")), ".swift"),
    (Language("dart", _C, (_TRIPLE, _TRIPLE_SINGLE, _DOUBLE, _SINGLE)), ".dart"),
    (
        Language("cpp", _C, (r'\bR"\((?:(?s:.*?)\)"|(?s:.*))', _DOUBLE, _CHARACTER), raw=("R",)),
        ".c .cc .cpp .cxx .h .hpp",
    ),
    (Language("php", (_SLASHES, _BLOCK, r"#(?!\[)[^\n\r]*+"), (_HEREDOC, _DOUBLE_LINES, _SINGLE_LINES)), ".php"),
    (Language("ruby", (_HASH,), (_DOUBLE_LINES, _SINGLE_LINES)), ".rb"),
    (Language("elixir", (_HASH,), (_TRIPLE, _TRIPLE_SINGLE, _DOUBLE_LINES, _CHARACTER)), ".ex .exs"),
    (Language("lua", (r"--[^\n\r]*+",), (_DOUBLE, _SINGLE)), ".lua"),
)
BY_SUFFIX: Mapping[str, Language] = MappingProxyType(
    {suffix: language for language, suffixes in _LANGUAGES for suffix in suffixes.split()}
)
"""The language of a file by its suffix, in lower case."""
PYTHON = _PYTHON
DATA = Language("data", (r"(?m:^)[ \t]*#[^\n\r]*+", r"(?<=[ \t])#[ \t][^\n\r]*+"), (_DOUBLE, _SINGLE))
"""YAML, TOML, JSON and whatever else a server may read its tools from."""
