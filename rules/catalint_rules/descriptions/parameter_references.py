"""References in texts: names of parameters that a tool does not have."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from catalint import Tool
from catalint.docstrings import parse_docstring
from catalint.expression import expression
from catalint.spelling import nearest
from catalint.words import singular, split_identifier
from catalint_rules.descriptions.references import Text, is_name, sentence_around, words_in

Kind: TypeAlias = Literal["listed", "spelling", "near", "unknown", "call"]

# Likeness of spelling (0 to 100) from which one name is a slip of another: `results_filter` and `result_filter` have
# 96, `customer_id` and `consumer_id` 73.
_NEAR = 88
# Shorter names are alike by chance: `from` and `form`.
_SHORTEST = 6
# A tool with more parameters (the largest of 117 public servers has 205) is not searched for names that are alike: that
# compares each name in its texts with each of its parameters.
_MOST_COMPARED = 500
_WINDOW = 40

# What a framework hands to a function by itself: no caller can send it, though its docstring speaks of it.
_INJECTED = frozenset(("ctx", "context", "self", "cls"))
_TOKEN = expression(r"[\w.-]+")
_PLAIN = expression(r"[a-z][A-Za-z0-9_]*")
# Words that open an item of a docstring without being a name.
_ITEM_WORDS = frozenset(
    """
    note notes example examples default defaults returns return raises warning tip important type format required
    optional usage values value none null true false json csv xml yaml html markdown text kwargs args options
    """.split()
)
_NOUN = r"(?:parameter|param|argument|arg)"
_IDENTIFIER = r"(?:[a-z](?=\w*_\w)\w*+|[a-z]++[A-Z]\w*+)"
_SAID = expression(
    rf"(?:[`'\"](?P<a>[A-Za-z]\w*)[`'\"]|\b(?P<b>{_IDENTIFIER})) {_NOUN}\b"
    rf"|\b{_NOUN}s? (?:[`'\"](?P<c>[A-Za-z]\w*)[`'\"]|(?P<d>{_IDENTIFIER})\b)"
)
_TRUTH = r"(?:true|false|True|False)\b"
_SET = expression(
    r"\b(?P<verb>(?:[Ss]et|[Pp]ass|[Pp]rovid|[Ss]pecify|[Oo]mit)(?:e|t?ing)?|[Ss]upply|[Aa]djust|[Ii]f)\s+"
    r"(?:the\s+|an?\s+)?(?P<quote>[`'\"]?)(?P<name>[A-Za-z]\w*)(?P=quote)"
    rf"(?:\s*(?:=|\bto\b|\bis\b)\s*[`'\"]?(?P<value>{_TRUTH}))?"
)
_SWITCH = expression(
    r"\b(?:With|[Uu]se|[Uu]sing|[Aa]dd|(?:[Cc]all|[Rr]un|again)(?:ed)?(?: it| this)? with) "
    rf"[`'\"]?(?P<name>{_IDENTIFIER})\s?[=:]\s?{_TRUTH}"
)
# "(userId or email required)", "either userId or email is required": what a call needs is a parameter.
_REQUIRED = expression(
    rf"(?<![\w.`'\"/$-])(?P<names>[`'\"]?{_IDENTIFIER}[`'\"]?(?:,? or [`'\"]?[A-Za-z]\w*[`'\"]?){{1,3}})"
    r" (?:is |are |must be |has to be )?(?:required|provided|given)\b"
)
# "Pass the `userId` from get_user" names a field of a result.
_PASSED_ON = expression(r"[`'\"]?\s(?:[\w-]+ )?(?:from|returned|that|which)\b")
# Parameters of something else: of an address, a request, a result, another tool.
_FOREIGN_BEFORE = expression(
    r"\b(?:query|url|uri|path|header|http|api|cli|environment|env|body|search|request|function|method|sql)[ -]$",
    re.IGNORECASE,
)
# "the code from the redirect URL (the `code` parameter)": what stands in brackets says where in the address it is.
_FOREIGN_SOURCE = expression(
    r"\b(?:from|of|in|on|by) (?:the |an? |your |its |this |that )?(?:[\w-]+ ){0,3}"
    r"(?:urls?|uris?|links?|address(?:es)?|callbacks?|redirects?|webhooks?|responses?|requests?|headers?|payloads?"
    r"|query string|address bar|results?)(?: (?:of|in|from) (?:the |an? |your )?[\w-]+)?[ ,:;–—-]{0,3}[(\[]\s?"
    r"(?:(?:it is|as|see|i\.e\.|look for|under) )?(?:the |its |an? )?(?:value of (?:the )?)?"
    rf"(?:(?:query )?{_NOUN}s? )?[`'\"]?$",
    re.IGNORECASE,
)
_FOREIGN_BEHIND = expression(
    rf"[`'\"]?(?:\s{_NOUN})?\s(?:(?:of|in|from|on|to|for) (?:the |a |your |other |another )?(?:[\w-]+ )?"
    r"(?:response|result|request|api|endpoint|url|code|tools?|query|previous|function|method|header|call)"
    r"|header|env|environment|variable|field|column|property)\b",
    re.IGNORECASE,
)
_NEGATED = expression(
    r"\b(?:no|not|never|without|isn't|removed|deprecated|old|former|formerly|previously|renamed|replac\w+|instead of|"
    r"unlike|no longer|legacy)\b",
    re.IGNORECASE,
)
# Letters without which a text has no such name: looking for them is faster than reading it.
_SETS = expression(r"[Ss]et|[Pp]ass|rovid|pecify|mit|upply |djust |[Ii]f ")
_NEEDS = expression(r"required|provided|given")
_WORD = expression(r"[A-Za-z]\w*")
_CLAUSE = expression(r"[(\[,;:.\n]")
_DOCSTRING = expression(r"arg|Arg|ARG|aram|nput")


@dataclass(frozen=True, slots=True)
class ParameterReference:
    """A name in a text that no parameter of the tool has.

    `meant` is the parameter that was probably meant, empty if none is. `kind` is `listed` for a name that the part on
    parameters of a docstring explains, `spelling` for one whose words a parameter has, `near` for a slip of one letter
    or so, `unknown` for all others. `start` is where it stands in the text. `call` is a name that the text sets in a
    call of another tool, `called`.
    """

    name: str
    meant: str
    kind: Kind
    source: Text
    start: int
    called: str = ""


class _Mention(NamedTuple):
    """Where a text speaks of a parameter, and how.

    It lists it, says "parameter", sets a switch, sets something, or needs it or another.
    """

    name: str
    how: Literal["listed", "said", "switch", "set", "needed"]
    start: int
    text: Text


class ParameterNames:
    """The names of a tool's parameters, ready to be compared with names in its texts."""

    def __init__(self, tool: Tool, elsewhere: Collection[str], tools: Collection[str]) -> None:
        """`elsewhere` are the names of parameters in the catalog, `tools` those of all its tools."""
        self._tool = tool
        self._own = dict.fromkeys(parameter.name for parameter in tool.parameters)
        self._elsewhere = elsewhere
        self._tools = tools
        self._known: set[str] | None = None

    def find(self, texts: Iterable[Text]) -> Iterator[ParameterReference]:
        """Yield the references of the tool's texts to parameters that it does not have, each name once."""
        if not is_closed(self._tool):
            return
        seen: set[str] = set()
        for text in texts:
            for mention in (*_listed(text, self._own), *_said(text), *self._needed(text)):
                if mention.name not in seen and not self._has(mention.name):
                    found = self._judge(mention)
                    if found:
                        seen.add(mention.name)
                        yield found

    # Of names that are the same but for their spelling, the first counts.

    @cached_property
    def _plain(self) -> dict[str, str]:
        return {"".join(split_identifier(name)): name for name in reversed(self._own)}

    @cached_property
    def _singular(self) -> dict[tuple[str, ...], str]:
        return {tuple(map(singular, split_identifier(name))): name for name in reversed(self._own)}

    def _has(self, name: str) -> bool:
        """Whether a name stands for something that is there; one in capitals is a variable of the environment."""
        if name in self._own or name in self._tools or name.isupper():
            return True
        if self._known is None:
            self._known = words_in(self._tool.input_schema) | words_in(self._tool.output_schema)
        return name in self._known

    def _judge(self, mention: _Mention) -> ParameterReference | None:
        name, text = mention.name, mention.text
        meant, kind = self._meant(name)
        if mention.how == "listed":
            if kind == "spelling":
                return ParameterReference(name, meant, kind, text, mention.start)
            return ParameterReference(name, meant or self._within(name), "listed", text, mention.start)
        if mention.how != "needed" and self._is_elsewhere(mention, slip=bool(meant)):
            return None
        if kind == "spelling":
            # `to` for `To` misleads nobody
            return ParameterReference(name, meant, kind, text, mention.start) if is_name(name) else None
        if mention.how == "set" or not self._own:
            return None
        if kind == "unknown" and (name in self._elsewhere or self._names_tool(mention)):
            return None
        return ParameterReference(name, meant, kind, text, mention.start)

    def _needed(self, text: Text) -> Iterator[_Mention]:
        """Names of which a text says that a call needs one or the other, if one of them is a parameter."""
        if " or " not in text.text or not _NEEDS.search(text.text):
            return
        for match in _REQUIRED.finditer(text.text):
            found = [word for word in _WORD.finditer(match.group("names")) if is_name(word.group())]
            before = _CLAUSE.split(text.text[max(0, match.start() - _WINDOW) : match.start()])[-1]
            is_own = any("".join(split_identifier(word.group())) in self._plain for word in found)
            if is_own and not _NEGATED.search(before):
                for word in found:
                    yield _Mention(word.group(), "needed", match.start() + word.start(), text)

    def _is_elsewhere(self, mention: _Mention, *, slip: bool) -> bool:
        """Whether a sentence speaks of a parameter of something else, or of one that it says is not there."""
        text, end = mention.text.text, mention.start + len(mention.name)
        if _FOREIGN_BEHIND.match(text, end) or (mention.how == "set" and _PASSED_ON.match(text, end)):
            return True
        if _FOREIGN_SOURCE.search(text, max(0, mention.start - 2 * _WINDOW), mention.start):
            return True
        if mention.how == "set" and slip:
            return False
        before = text[max(0, mention.start - _WINDOW) : mention.start].rstrip("`'\"")
        sentence = sentence_around(text, mention.start, end)
        return bool(_FOREIGN_BEFORE.search(before) or _NEGATED.search(sentence))

    def _names_tool(self, mention: _Mention) -> bool:
        sentence = sentence_around(mention.text.text, mention.start, mention.start + len(mention.name))
        return any(token in self._tools for token in _TOKEN.findall(sentence))

    def _meant(self, name: str) -> tuple[str, Kind]:
        """The parameter that a name was meant to be, and how it differs."""
        parts = split_identifier(name)
        other = self._plain.get("".join(parts))
        if other is not None:
            return other, "spelling"
        if len(name) >= _SHORTEST:
            other = self._singular.get(tuple(map(singular, parts)))
            if other is not None:
                return other, "near"
            if len(self._own) <= _MOST_COMPARED:
                other = nearest(name, self._own, _NEAR)
                if other:
                    return other, "near"
        return "", "unknown"

    def _within(self, name: str) -> str:
        """The only parameter whose name has all words of a name, or the other way round: `path` and `file_path`."""
        if len(self._own) > _MOST_COMPARED:
            return ""
        said = set(split_identifier(name))
        found = [other for other in self._own if said <= (own := set(split_identifier(other))) or own <= said]
        return found[0] if len(found) == 1 else ""


def _listed(text: Text, own: Collection[str]) -> Iterator[_Mention]:
    """Names that the part on parameters of a docstring explains, if it is about this tool."""
    if text.where.path != ("description",) or not _DOCSTRING.search(text.text):
        return
    names = tuple(parse_docstring(text.text).parameters)
    shared = any(name in own for name in names)
    place = 0
    for name in names:
        # they stand in the order of the text, so that looking for them is one pass
        place = max(place, text.text.find(name, place))
        if name in _INJECTED or (shared and _PLAIN.fullmatch(name) and name not in _ITEM_WORDS):
            yield _Mention(name, "listed", place, text)


def _said(text: Text) -> Iterator[_Mention]:
    """Names that a text calls a parameter, or tells to set."""
    said = text.text
    if "aram" in said or "arg" in said:
        for match in _SAID.finditer(said):
            group = next(key for key, value in match.groupdict().items() if value)
            yield _Mention(match.group(group), "said", match.start(group), text)
    if _SETS.search(said):
        for match in _SET.finditer(said):
            name = match.group("name")
            condition = match.group("verb").lower() == "if"
            if (is_name(name) or match.group("quote")) and (match.group("value") or not condition):
                # "set `x` to true" speaks of a switch; "pass `x`" may speak of a value, "if `x` is true" of a result
                switch = bool(match.group("value")) and not condition
                yield _Mention(name, "switch" if switch else "set", match.start("name"), text)
    if "rue" in said or "alse" in said:
        for match in _SWITCH.finditer(said):
            yield _Mention(match.group("name"), "switch", match.start("name"), text)


def closest(name: str, others: Sequence[str]) -> str:
    """The parameter of these that a name was probably meant to be; empty if none is."""
    plain = "".join(split_identifier(name))
    same = next((other for other in others if "".join(split_identifier(other)) == plain), "")
    if same or len(name) < _SHORTEST or len(others) > _MOST_COMPARED:
        return same
    return nearest(name, others, _NEAR)


def is_closed(tool: Tool) -> bool:
    """Whether a tool takes what its schema lists, and says nowhere that it takes more."""
    schema = tool.input_schema
    if not isinstance(schema, dict) or not isinstance(schema.get("properties", {}), dict):
        return False
    if any(key in schema for key in ("$ref", "allOf", "anyOf", "oneOf", "patternProperties")):
        return False
    further = schema.get("additionalProperties")
    return further is not True and not (isinstance(further, dict) and further)
