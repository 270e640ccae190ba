"""What says that a parameter is no longer wanted: the keyword `deprecated`, or a text that calls it so.

A text counts only where the word is said of the parameter itself and without a condition: "packages that are
deprecated" is about packages, "ignored for lists" about lists.
"""

from __future__ import annotations

import re
from functools import cache

from catalint import Json
from catalint.explanations import target
from catalint.expression import expression
from catalint_rules.wording import clause, shorten

# What follows this much text, or this many sentences, is a manual.
_LONGEST = 1200
_MOST_SENTENCES = 4
_QUOTE = 60
_FOREIGN = (
    r"(?P<words>已弃用|已废弃|已棄用|不再使用|非推奨|廃止(?:予定|済み|された)?|"
    r"\bveraltet\b|\bobsolet[oa]\b|\bobsolète\b|\bdéprécié\w{0,2}|устаре\w{2,5})"
)
_SENTENCE = expression(r"(?<=[.!?;])(?<!\be\.g\.)(?<!\bi\.e\.)\s+|\n")
# Without one of these a text has nothing to say on the matter, which is so for most texts.
_TELLING = tuple(
    """
    deprecat obsolet obsolèt legacy unused longer ignored kept retained compat superseded discontinued dépréci veraltet
    effect nothing устар 弃用 废弃 不再使用 廃止 非推奨
    """.split()
)


def find_deprecation(schema: Json, text: str, root: Json) -> str:
    """The words by which a schema or the text on it says that a parameter is no longer wanted; empty if none do.

    `root` is where the schema's references start. The keyword is quoted as `deprecated: true`.
    """
    for candidate in (schema, target(schema, root)):
        if isinstance(candidate, dict) and candidate.get("deprecated") is True:
            return "deprecated: true"
    return _said(text)


def _said(text: str) -> str:
    text = text[:_LONGEST]
    lowered = text.lower()
    if "not used" not in lowered and not any(word in lowered for word in _TELLING):
        return ""
    for sentence in _SENTENCE.split(text)[:_MOST_SENTENCES]:
        for pattern in _patterns():
            match = pattern.search(sentence)
            if match:
                # of another language only the word itself is known
                words = match.group() if pattern.pattern == _FOREIGN else clause(sentence, *match.span("words"))
                return shorten(words, _QUOTE)
    return ""


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """The patterns with the group `words`, compiled on first use: most catalogs need none of them."""
    unwanted = "deprecated|obsolete|unused|discontinued|superseded"
    gone = rf"(?:{unwanted}|not used|no longer (?:used|needed|required|supported|read))"
    # where a condition follows, the parameter is still wanted elsewhere
    always = r"(?!\s+(?:if|when|unless|for|with|in case|on|while|where|by (?!the (?:server|api)\b)))"
    adverb = "(?:now |currently |always |simply |silently |therefore )?"
    thing = "(?:parameter|field|argument|option|value|flag|property|key|input)"
    itself = f"(?:this|it|(?:the|this) {thing})"
    end = r"[\s)\]*_`]{0,4}(?:$|[.:;,!)\]–—]|- )"
    # such as "Unused.", "[legacy] Old code" and "Deprecated alias of sku"
    leading = (
        rf"^[\s(\[*_`]{{0,4}}(?P<words>(?:{unwanted}|legacy)\b(?:{end}|"
        rf"\s(?:{thing}|alias|name|form|and|since|as of|in favou?r|use|kept|because|from v?\d)\b)[^.]{{0,40}})"
    )
    bracketed = (
        rf"[(\[](?P<words>{adverb}(?:{gone}|legacy|ignored)"
        r"(?![^()\[\]]{0,60}\b(?:if|when|unless|for|with|on)\b)[^()\[\]]{0,60})[)\]]"
    )
    # "Reference of the old system, deprecated and ignored."
    trailing = (
        rf"^[^:,;]*[,;–—]\s{{0,2}}(?:but |and )?(?P<words>{adverb}(?:{gone}|ignored)"
        r"(?:\s(?:and|since|as of)\s[^.;,]{0,40})?)\s{0,2}[.!]?\s*$"
    )
    stated = (
        rf"^(?:note:? )?(?P<words>{itself}(?: \w+){{0,2}} (?:is|was|has been|will be) {adverb}"
        rf"(?:{gone}|ignored){always}[^.;]{{0,30}})"
    )
    inert = rf"^(?P<words>{itself} (?:has no effect|does nothing|no longer has (?:an|any) effect){always})"
    alone = rf"^(?P<words>{gone}{always})[.,;]?\s*$"
    leftover = (
        r"\b(?P<words>(?:kept|retained|accepted|present|required|exists?|remains|there) "
        r"(?:only |solely |just |purely )?for (?:backwards?|legacy|historical|compatibility)\b[^.;]{0,30})"
    )
    plain = (bracketed, leading, trailing, stated, inert, alone, leftover, _FOREIGN)
    return tuple(expression(pattern, re.IGNORECASE) for pattern in plain)
