"""What texts say of leaving a parameter out: its default, that it is optional, what happens without it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache
from typing import NamedTuple

from catalint import Json, Parameter
from catalint.explanations import describe, docstring
from catalint.expression import expression
from catalint.schema import types_of
from catalint_rules.wording import clause

# What follows this much text on one parameter is a manual, not a word on whether it may be left out.
_LONGEST = 4000
_SENTENCE = expression(r"(?<=[.!?;])(?<!\be\.g\.)(?<!\bi\.e\.)\s+(?=[^a-z\s])|\n")
# A text on the fields of an object lists them: "Optional: 'mode', 'max'"; those are optional, not the object.
_FIELDS = expression(
    r"optional\W{0,3}:\s{0,3}[\"'`*\w.]{1,40}[\"'`*]?\s{0,2}(?:,|/|and\b|or\b|[\"'`]\s{0,2}$)", re.IGNORECASE
)
# Words of another language that stand inside the value of a parameter: MAXRESULTS, ORDER BY.
_KEYWORD = expression(r"\b[A-Z]{4,}\b")
# How a text begins that tells what else a value may hold: "Add LIMIT 5 to see fewer", "Use `page=2` for more".
_ADDING = expression(
    r"\W{0,3}(?:add|append|include|use|put|insert|prepend|supports?|may (?:contain|include))\b", re.IGNORECASE
)
# What is set outside of the call: "the folder of `APP_HOME`, or the home folder if not set".
_ENVIRONMENT = expression(r"\b(?:[A-Z][A-Z0-9]+_[A-Z0-9_]+|environment variables?|env vars?)\b")
# A line of a list with a word on each value: "* scroll: Scroll by an amount (default 3)".
_VALUE = expression(r"^[ \t]*[*•-][ \t]+[`\"']?([\w.-]{1,60})[`\"']?[ \t]*[:–—-].*$", re.MULTILINE)
# Without one of these a text has nothing to say on the matter, which is so for most texts.
_TELLING = tuple(
    """
    optional opcional facultat optionn facoltativ default defecto omit requir need necess mandat empty blank left leave
    unset null unspec undefined absent ignored given provided specified supplied passed deprecat obsolet unused kept
    longer
    """.split()
)
# "If `path` is not given", "`path` defaults to": what stands before and behind the name.
_WHETHER = expression(r"\b(?:if|when) [`\"']?$", re.IGNORECASE)
_SAID = expression(
    r"[`\"']? (?:is (?P<missing>omitted|not (?:given|provided|specified|set|supplied|passed))|is optional|defaults to|"
    r"(?:can|may) be omitted)\b"
)


def words_on_omission(parameter: Parameter, schema: Json, *, lonely: bool) -> str:
    """The words of a text that say that the parameter may be left out; empty if none do."""
    # of the only thing that a tool requires, a default is the state before the call: `set_mode`
    choices = frozenset() if lonely else _choices(schema)
    own = describe(parameter.schema, parameter.tool.input_schema) if isinstance(parameter.schema, dict) else ""
    for whole in (own, docstring(parameter.tool).parameters.get(parameter.name, "")):
        if not _may_tell(whole):
            continue
        text = _without_values(whole, schema)
        # two fields that are called optional or required are fields of something that the text describes
        composed = _is_composed(schema) or len(expressions().label.findall(text[:_LONGEST])) > 2
        for position, sentence in enumerate(_sentences(text)):
            # the text on an object or a list speaks of its fields, too: only how it starts is about the whole
            if composed and position:
                break
            found = _words(sentence, choices, composed=composed)
            if found:
                return found
    stated = "" if _is_composed(schema) else _stated_by_tool(parameter)
    # "If not given, ask the user" outweighs what the tool's text says of an omission
    fetched = stated and any(_tells_to_fetch(sentence) for sentence in _sentences(parameter.description))
    return "" if fetched else stated


def _tells_to_fetch(sentence: str) -> bool:
    patterns = expressions()
    omitted = patterns.omitted.search(sentence)
    return bool(omitted and (patterns.fetch.match(sentence, omitted.end()) or patterns.fetch.match(sentence)))


def _words(sentence: str, choices: Collection[str], *, composed: bool) -> str:
    patterns = expressions()
    optional = patterns.optional.search(sentence)
    if optional and not (composed and optional.start() > 2) and not _FIELDS.match(sentence, optional.start()):
        return _around(sentence, optional)
    if composed:
        return ""
    omitted = patterns.omitted.search(sentence)
    outside = bool(omitted and _ENVIRONMENT.search(sentence, 0, omitted.start()))
    if omitted and not outside and not _tells_to_fetch(sentence):
        return _around(sentence, omitted)
    default = patterns.default.search(sentence) or patterns.foreign_default.search(sentence)
    if default and not patterns.no_default.search(sentence) and not _is_inner(sentence[: default.start()], choices):
        return _around(sentence, default)
    condition = patterns.condition.search(sentence)
    if condition:
        return _around(sentence, condition)
    for choice in patterns.choice.finditer(sentence):
        if choice.group("value") in choices:
            return choice.group().strip()
    return ""


def _without_values(text: str, schema: Json) -> str:
    """A text without the lines on single values, which say what goes with each and nothing of the parameter."""
    values = _choices(schema)
    return _VALUE.sub(lambda line: "" if line[1] in values else line[0], text) if values else text


def _is_inner(before: str, choices: Collection[str]) -> bool:
    """Whether the words before a default speak of a part of the value: "Add MAXRESULTS n (default: 100)"."""
    keywords = set(_KEYWORD.findall(before)) - set(choices)
    return bool(_ADDING.match(before)) and (bool(keywords) or "=" in before)


def _stated_by_tool(parameter: Parameter) -> str:
    """A sentence of the tool's description such as "If `path` is not given, the current folder is used"."""
    name = parameter.name
    if len(name) < 3 or name not in parameter.tool.description:
        return ""
    # a plain word may mean something else, unless it stands in quotes
    coded = "_" in name or not (name.islower() or name.istitle())
    for sentence in _sentences(parameter.tool.description):
        start = sentence.find(name)
        before, after = sentence[:start], sentence[start + len(name) :]
        if start < 0 or not (coded or (before[-1:] in ("`", '"', "'") and after[:1] == before[-1:])):
            continue
        match = _SAID.match(after)
        whether = _WHETHER.search(before)
        if match is None or (match.group("missing") and not whether) or expressions().fetch.match(after, match.end()):
            continue
        begin = whether.start() if whether else start - (sentence[start - 1 : start] in ("`", '"', "'"))
        return clause(sentence, begin, start + len(name) + match.end())
    return ""


def _may_tell(text: str) -> bool:
    lowered = text[:_LONGEST].lower()
    return not lowered.isascii() or any(word in lowered for word in _TELLING)


def _sentences(text: str) -> Iterator[str]:
    return (part.strip() for part in _SENTENCE.split(text[:_LONGEST]) if part.strip())


def _around(sentence: str, match: re.Match[str]) -> str:
    return clause(sentence, match.start(), match.end())


def _is_composed(schema: Json) -> bool:
    return isinstance(schema, dict) and (bool(types_of(schema) & {"object", "array"}) or "properties" in schema)


def _choices(schema: Json) -> frozenset[str]:
    values = schema.get("enum") if isinstance(schema, dict) else None
    return frozenset(value for value in values if isinstance(value, str)) if isinstance(values, list) else frozenset()


class _Patterns(NamedTuple):
    optional: re.Pattern[str]
    default: re.Pattern[str]
    no_default: re.Pattern[str]
    foreign_default: re.Pattern[str]
    choice: re.Pattern[str]
    omitted: re.Pattern[str]
    fetch: re.Pattern[str]
    condition: re.Pattern[str]
    exclusive: re.Pattern[str]
    label: re.Pattern[str]


@cache
def expressions() -> _Patterns:
    """The patterns, compiled on first use: they cost several milliseconds, and many catalogs need none of them."""
    start = r"(?:^|[.;,:(\[—–]\s{0,2}|-\s)"
    value = r"(?:[\"'`“]?[^\s,.;)\]\"'`”]{1,40}(?:[.][^\s,.;)\]\"'`”]{1,20})?)"
    plain = {
        "optional": (
            r"^[\s(\[*]{0,3}optional\b(?![- ]?(?:if|when|chaining|fields?:))|"
            r"[(\[,;]\s{0,2}optional\s{0,2}(?:[)\],;.]|$)|[.;]\s{1,2}optional\s{0,2}(?:[.;]|$)|"
            r"^(?:this|it|the (?:parameter|field|argument|value|option))\b[^.;]{0,30}\bis optional\b|"
            # the same word in brackets in other languages
            r"[(（\[【](?:opcional|facultati(?:f|ve)|optionnel(?:le)?|facoltativ[oa]|可选|可选参数|选填|可省略|省略可|"
            r"任意|선택)(?:[)）\]】，,;；]|$)|^可选[，,。：]|^(?:可选参数|选填)"
        ),
        "default": (
            rf"{start}(?:the |its )?defaults? (?:value )?(?:is|to|=|:|are)\s{{0,2}}:?\s?{value}|"
            rf"{start}(?:the )?default(?: value)?\s?[:=]\s?{value}|"
            rf"[(\[](?:[^()\[\]]{{0,60}}[,;] ?)?default {value}[^()\[\]]{{0,40}}[)\]]|\bdefaults to {value}"
        ),
        "no_default": r"\b(?:no|not|without|never|don't|doesn't)\b[^.;]{0,20}\bdefault",
        "foreign_default": (
            r"默认(?:值)?(?:为|是|：|:)|预设(?:为|值)|デフォルト(?:は|値|：|:)|기본값|por defecto:|par défaut ?:"
        ),
        "choice": r"[\"'`]?(?P<value>[\w./-]{1,40})[\"'`]?\s?\((?:the )?default\b[^()]{0,40}\)",
        "omitted": (
            r"\b(?:can|may|could) be (?:omitted|left (?:empty|blank|out|off)|skipped|empty|blank|null|none)\b|"
            r"\bleave (?:it |this )?(?:empty|blank|out|unset|off)\b|\bomit (?:it |this (?:\w+ )?)?(?:to|for|if|when)\b|"
            r"\b(?:if|when) (?:it is |this is |the \w+ is )?(?:omitted|left (?:empty|blank|out)|empty|blank|absent|"
            r"not (?:given|provided|specified|set|supplied|passed|defined)|un(?:specified|set|defined)|null)\b"
        ),
        # what follows tells the caller to find the value, not what the server does without it
        "fetch": (
            r"[\"'`)]{0,2}[,:;]?\s{0,2}(?:then |first |please |you |the user|ask|"
            r"use (?!(?:the |a )?(?:default|current|first|latest|primary|whole|entire|all)\b)|"
            r"call|find|get|run|look|prompt|query|search|fetch|list|request|an? error|error|throws?|fails?|rejected|"
            r"the (?:call|tool|request) (?:will )?fails?|returns? an? error|see\b|must\b|do not\b|don't\b)"
        ),
        "condition": (
            r"\b(?:required|mandatory|needed|necessary) (?:only )?(?:if|when|unless)\b(?! you (?:want|need|are)\b)|"
            r"\b(?:required|needed|used|relevant|applies|applicable) only (?:if|when|for|with|in)\b|"
            r"\bonly (?:required|needed|necessary|mandatory|relevant|applies|applicable) (?:if|when|for|with|in)\b|"
            r"\bnot (?:required|needed|necessary) (?:if|when|for|with|in)\b|\bignored for\b|\boptional (?:if|when)\b"
        ),
        "exclusive": r"\b(?:only|required|needed|necessary|mandatory|ignored|unused|omit|not)\b",
        "label": r"\b(?:optional|required)\b",
    }
    return _Patterns(**{name: expression(pattern, re.IGNORECASE) for name, pattern in plain.items()})
