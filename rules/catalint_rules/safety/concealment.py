"""Sentences that tell a model to keep something from the person it works for.

Hiding a column, masking a number, not sending a notification, leaving raw identifiers out of an answer and not
promising what did not happen are other things; each of them has its like among the exceptions below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from catalint.expression import expression
from catalint.words import singular
from catalint_rules import words
from catalint_rules.safety import abroad
from catalint_rules.safety.directives import USER, Directive, is_order, is_switch, patterns, prohibitions
from catalint_rules.safety.documents import Document
from catalint_rules.safety.passages import Passage

_THE_USER = r"(?:the|your|any) (?:end )?(?:user|human|person|customer)"
_GAP = r"[^.!?;]{0,60}?"
_LEARN = r"(?:know|find out|notice|reali[sz]e|suspect|learn|discover|become aware)"
_STRONG = r"(?:mention|reveal|disclose|divulge|admit|acknowledge|confess)"
_WEAK = r"(?:show|display|expose|share|report|explain|say|describe|present)"
# What a weak verb has to be about: something that matters to a person.
_MATTERS = (
    r"(?:that you|fees?|prices?|pricing|costs?|charges?|commissions?|mark-?ups?|surcharges?|reasons?|warnings?|risks?"
    r"|terms|side effects?|instructions?|the fact|deletions?|recordings?|tracking)\b"
)
# What a text says of itself.
_DOING = (
    r"(?:instructions?|directives?|steps?|rules?|notes?|requirements?|behaviou?rs?|side effects?|guidance|messages?"
    r"|tool calls?|calls?|actions?)"
)
_SELF = (
    rf"(?:(?:this|these|those|it|them|the)(?: \w+){{0,2}} {_DOING}|that you|that this|having|your use"
    r"|(?:the )?(?:existence|use|purpose|contents?) of (?:this|these)|anything (?:about|of) (?:this|these|it))"
)
_DONE_BEHIND = (
    r"(?:send|add|include|pass|forward|copy|append|read|collect|log|attach|bcc|upload|store|save|call|use|run|record"
    r"|insert|put|submit)"
)

# "Users should not notice a delay" is no secret.
_OF_IT = r"(?= (?:that|about|of|this|it|what|why|who)\b| ?[.!;,]|$)"

# What "do not" and its like go on with.
_FORBIDDEN = patterns(
    ("tell", rf"tell {USER}(?! (?:to|what to|how to|whether to|where to|when to)\b| ?[\"'])"),
    ("tell", rf"(?:inform|notify|alert|warn) {_THE_USER}s? (?:that|about|of|what|why|how|when)\b"),
    ("tell", rf"inform {_THE_USER}(?= ?(?:[.!;,]|$))"),
    ("tell", rf"let {USER} {_LEARN}\b"),
    ("mention", rf"{_STRONG} {_GAP}\b(?:to|with|in front of) {USER}"),
    ("mention", rf"{_STRONG} (?:{_SELF}\b|(?:this|it)(?= ?(?:[.!;,]|$|to anyone|in your)))"),
    ("mention", r"(?:say|mention|reveal) anything (?:about|of|to)\b"),
    ("show", rf"{_WEAK} (?:to )?{_GAP}\b{_MATTERS}{_GAP}\b(?:to|with) {_THE_USER}\b(?!')"),
    ("show", rf"{_WEAK} {_THE_USER} {_GAP}\b{_MATTERS}"),
)
# Orders that begin with another word.
_ORDERS = patterns(
    ("say", rf"say nothing (?:to {USER}|{_GAP} to {USER})|tell {USER} nothing\b"),
    ("keep", rf"(?:keep|conceal|withhold) {_GAP}\bfrom {_THE_USER}\b(?!'| \w+'s)"),
    (
        "keep",
        rf"hide (?:this|these|it|that|the fact|your|any mention|everything|all traces)\b{_GAP}\bfrom {_THE_USER}\b",
    ),
    (
        "keep",
        r"keep (?:this|these|it|that)(?: \w+)? (?:a )?(?:secret|hidden|confidential)(?= ?[.!;,]|$| from| and)",
    ),
    ("secretly", rf"(?:secretly|covertly) {_DONE_BEHIND}\b"),
    ("pretend", r"(?:pretend (?:that )?|act as (?:if|though) )(?:nothing|you (?:did|have|had|never))\b"),
)
_ORDER_WORDS = expression(r"\b(?:say|tell|keep|conceal|withhold|hide|secretly|covertly|pretend|act)\b")
# What is said of the person, or of what is done behind the person's back.
_BEHIND = patterns(
    ("answer", rf"your (?:response|reply|answer|summary|message|report) (?:must|should) (?:not|never) {_STRONG}\b"),
    ("without", rf"without (?:ever )?(?:telling|informing|notifying|alerting|warning|letting) {USER}"),
    ("without", r"without (?:mentioning|disclosing) (?:it|this|that)\b"),
    ("without", rf"without {USER} (?:knowing|noticing|reali[sz]ing|being (?:aware|told|informed)|finding out)"),
    (
        "without",
        rf"without {_THE_USER}s?'s? (?:knowledge|awareness|noticing|knowing)|behind the (?:user|customer)'s back",
    ),
    ("unaware", rf"(?:must|should|shall) (?:not|never) (?:{_LEARN}{_OF_IT}|be (?:told|informed|made aware|aware)\b)"),
    ("unaware", r"(?:does not|doesn't|do not|don't|need not) (?:(?:need|have) to )?know (?:about|that|of|why|how)\b"),
    ("unaware", r"(?:must|should) (?:remain|stay|be kept) unaware\b"),
    ("ensure", rf"(?:does not|doesn't|do not|don't|never|won't|will not) {_LEARN}{_OF_IT}"),
)
_PERSON_BEFORE = expression(rf"{USER} $")
_ENSURED = expression(r"\b(?:so that|so|ensure|make sure|sure|important|see to it)\b")

_NAME_OF = expression(r"\b(?:tool|function|parameter|field|variable|column) names?\b|\b(?:tool|function) calls\b")
_ORDERED = expression(rf"{_DONE_BEHIND}\b")
_CAN_NOT = expression(
    r"^ (?:that )?(?:you|it|this|the (?:tool|server|feature|data|api)|there|we)\b.{0,30}?"
    r"\b(?:can't|cannot|can not|unable|don't|do not|doesn't|does not|isn't|is not|aren't|are not|no|impossible"
    r"|unavailable|unsupported)\b"
    r"|^ (?:that )?(?:[\w']+ ){1,4}(?:is|are) (?:inaccessible|unavailable|impossible|unsupported|broken)\b"
)
# The person knows it already, or will be told on asking.
_KNOWN = expression(r"\balready (?:aware|know|knows|see|sees)\b|\bunless [^.!?]{0,30}\bask")
# Only some people are meant, or a time.
_SOME = expression(r" (?:who|whose|with|without|before|until|unless|outside|under|below)\b")
_DONE = expression(
    r"\b(?:is|was|are|were|has been|have been|had been|has|have|it|they)\b.{0,20}?"
    r"\b(?P<done>success\w*|complete\w*|available|ready|live|safe|\w{3,}ed|sent|done|paid|gone|made|written|built)\b"
)
_BEFORE_KNOWN = expression(r"^ (?:an? |any |the )?(?:\w+ ){1,3}(?:before|until|unless)\b")
_YET = expression(r"\byet\b")
_CONDITION = expression(r"\b(?:unless|until|before|without|if|when|while|only)\b")
_NEGATION = expression(r"\b(?:not|no|never|cannot|can't|doesn't|don't|isn't|won't|without|unable|fail\w*)\b")
_NEGATED = expression(
    r"\b(?:not|never|cannot|can't|doesn't|don't|isn't|won't|no|avoid|prevent\w*|prohibit\w*|whether|that|which|who)\b"
    r"[^.!?;]*$"
)
_MODEL = expression(
    r"\b(?:you|your|yourself|assistant|model|agent|llm|always|must|also|secretly|silently|quietly|parameter|argument"
    r"|sidenote)\b"
)
# Only a way of showing is ruled out.
_LIMITED = expression(r"\b(?:without|unless|until|before|twice|more than|only|alone)\b")
_PRONOUN = expression(r"\b(?:this|it|them|these)\b")
_SECRET = expression(r"\b(?:secret|confidential)$")
# Without a word to the model this may be what a call does: `reset_password` sends no mail.
_NOTICES = expression(r"\b(?:informing|notifying|alerting|warning)\b")
_WORD = expression(r"[a-z0-9]+")
_PART = expression(r"[.!?;:] ")
# How far to both sides a promise that does not come true is looked for, in characters.
_AROUND = 300
_STEM = 5


def look(document: Document, passage: Passage) -> Iterator[Directive]:
    """Yield the directives in a passage."""
    text = passage.lower
    for start, then in prohibitions(passage):
        for kind, pattern in _FORBIDDEN:
            match = pattern.match(text, then)
            if match and _is_forbidden(kind, start, match, document, passage):
                yield Directive(kind, start, match.end())
                break
    for word in _ORDER_WORDS.finditer(text):
        for kind, pattern in _ORDERS:
            match = pattern.match(text, word.start())
            if (
                match
                and is_order(passage, word.start())
                and not (kind == "keep" and _is_unwanted(word.start(), match, document, passage))
            ):
                yield Directive(kind, *match.span())
    for kind, pattern in _BEHIND:
        for match in pattern.finditer(text):
            begin = _start_behind(kind, match, document, passage)
            if begin >= 0:
                yield Directive(kind, begin, match.end())
    if any(word in text for word in abroad.PERSONS):
        for match in abroad.CONCEALMENT.finditer(text):
            yield Directive("foreign", *match.span())


def _is_forbidden(kind: str, start: int, match: re.Match[str], document: Document, passage: Passage) -> bool:
    """Whether a prohibition keeps something from a person that the person would want to know."""
    after = passage.lower[match.end() : passage.sentence(start, match.end())[1]]
    if is_switch(document, passage) or _KNOWN.search(after) or _SOME.match(after):
        return False
    if kind == "tell":
        # a fact is no detail: "do not tell the user that their address is sold"
        details = not after.startswith((" that ", " what ", " why ")) and _tells_details(after, document)
        return not details and not _is_honest(start, match.end(), passage)
    if kind == "show" and _LIMITED.search(match.group()):
        return False
    return not _is_unwanted(start, match, document, passage)


def _start_behind(kind: str, match: re.Match[str], document: Document, passage: Passage) -> int:
    """Where a directive on what is done behind a person's back begins; -1 if it is none."""
    text, start, end = passage.lower, match.start(), match.end()
    first, last = passage.sentence(start, end)
    if kind == "without":
        told = not _NOTICES.search(match.group())
        # what follows on the first sentence, and begins with a verb, is said to the caller
        ordered = first > 0 and _ORDERED.match(text, first)
        meant = told or ordered or _MODEL.search(text[first:start]) or _MODEL.search(text[end:last])
        return start if meant and not _NEGATED.search(text[first:start]) else -1
    if _tells_details(text[end:last], document):
        return -1
    if kind == "answer":
        return start
    if kind == "ensure" and not _ENSURED.search(text[first:start]):
        return -1
    person = _PERSON_BEFORE.search(text[first:start])
    return first + person.start() if person else -1


def _is_unwanted(start: int, match: re.Match[str], document: Document, passage: Passage) -> bool:
    """Whether no person would want to read what is kept from one."""
    text = passage.lower
    first, last = passage.sentence(start, match.end())
    said = _SECRET.sub("", match.group())
    if _PRONOUN.search(said):  # stands for what the sentence before is about
        said = f"{text[passage.sentence(max(0, first - 2), first)[0] : start]}{said}"
    return _tells_details(said + text[match.end() : last], document)


def _tells_details(text: str, document: Document) -> bool:
    """Whether a text is about what is kept out of an answer for the sake of its form, or of other people."""
    said = {singular(word) for word in _WORD.findall(text)}
    return not said.isdisjoint(words.vocabulary("unwanted_details", document.ctx)) or bool(_NAME_OF.search(text))


def _is_honest(start: int, end: int, passage: Passage) -> bool:
    """Whether a model is only kept from telling what is not so: that it can't do something, or that a thing is done."""
    text = passage.lower
    after = text[end : passage.sentence(start, end)[1]]
    if _CAN_NOT.search(after) or _BEFORE_KNOWN.search(after) or _YET.search(after):
        return True
    done = _DONE.search(after)
    if not done:
        return False
    if _CONDITION.search(after):
        return True
    stem = done.group("done")[:_STEM]
    around = text[max(0, start - _AROUND) : start], text[end + done.end() : end + done.end() + _AROUND]
    return any(stem in part and _NEGATION.search(part) for stretch in around for part in _PART.split(stretch))
