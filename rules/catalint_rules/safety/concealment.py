"""Sentences that tell a model to keep something from the person it works for.

Hiding a column, masking a number, not sending a notification, leaving raw identifiers out of an answer and not
promising what did not happen are other things; each of them has its like among the exceptions below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from catalint_rules.safety.directives import USER, Directive, is_order, is_switch, prohibitions
from catalint_rules.safety.documents import Document
from catalint_rules.safety.passages import Passage

# First looks at text in lower case, which may be JSON. Each begins with fixed letters, so that a search is fast.
_ON = r"(?:\\n|\W){1,8}(?:\w{1,12}(?:\\n|\W){1,4}){0,2}"
_ACT = (
    r"(?:tell|inform|notif|alert|warn|let|mention|reveal|disclos|divulg|admit|acknowledg|confess|show|display|expos"
    r"|shar"
    r"|report|expla|say|descri|present|know|notice|find|learn|reali|suspect|told|aware|hear)"
)
SIGNS = tuple(
    re.compile(sign)
    for sign in (
        f"not{_ON}{_ACT}",
        f"n['’]t{_ON}{_ACT}",
        f"never{_ON}{_ACT}",
        f"without{_ON}(?:{_ACT}|user|human|person)",
        r"from (?:the|your) (?:end )?(?:user|human|person)",
        r"secret(?:ly)?\b",
        r"confidential\b",
        r"covertly\b",
        r"nothing\b",
        r"act as (?:if|though)",
        r"nutzer",
        r"usuario",
        r"l'utilisateur",
        r"l'utente",
    )
)
SIGNS_ABROAD = tuple(map(re.compile, ("用户", "用戶", "使用者", "ユーザー", "사용자", "пользовател", "usuário")))

_STRONG = r"(?:mention|reveal|disclose|divulge|admit|acknowledge|confess)"
_WEAK = r"(?:show|display|expose|share|report|explain|say|describe|present)"
_GAP = r"[^.!?;]{0,60}?"
# What a weak verb has to be about: something that matters to a person.
_MATTERS = (
    r"(?:that you|fees?|prices?|pricing|costs?|charges?|commissions?|mark-?ups?|surcharges?|reasons?|warnings?|risks?"
    r"|terms|side effects?|instructions?|the fact|deletions?|recordings?|tracking)"
)
_SELF = (
    r"(?:(?:this|these|those|it|them|the)(?: \w+){0,2} (?:instructions?|directives?|steps?|rules?|notes?|requirements?"
    r"|behaviou?rs?|side effects?|guidance|messages?|tool calls?|calls?|actions?)"
    r"|that you|that this|having|your use|(?:the )?(?:existence|use|purpose|contents?) of (?:this|these)"
    r"|any(?:thing| of this) (?:about|of) (?:this|these|it))"
)

# What "do not" and its like go on with.
_FORBIDDEN: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("tell", rf"tell {USER}(?! to\b)"),
        (
            "tell",
            (
                r"(?:inform|notify|alert|warn) (?:the|your|any) (?:end )?(?:user|human|person)s? (?:that|about|of"
                r"|what|why|how|when)\b"
            ),
        ),
        ("tell", rf"let {USER} (?:know|find out|notice|reali[sz]e|suspect|learn|discover|become aware)\b"),
        ("mention", rf"{_STRONG} {_GAP}\b(?:to|with|in front of) {USER}"),
        ("mention", rf"{_STRONG} (?:{_SELF}\b|(?:this|it)(?= ?(?:[.!;,]|$|to anyone|in your)))"),
        ("show", rf"{_WEAK} (?:to )?{_GAP}\b{_MATTERS}\b{_GAP}\b(?:to|with) {USER}"),
        ("show", rf"{_WEAK} {USER} {_GAP}\b{_MATTERS}\b"),
    )
)
# Orders that begin with another word.
_ORDERS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("say", rf"say nothing (?:to {USER}|{_GAP} to {USER})|tell {USER} nothing\b"),
        ("keep", rf"(?:keep|conceal|withhold) {_GAP}\bfrom (?:the|your) (?:end )?(?:user|human|person)\b(?!'| \w+'s)"),
        (
            "keep",
            (
                r"hide (?:this|these|it|that|the fact|your|any mention|everything|all (?:of this"
                r"|traces))\b[^.!?;]{0,40}?"
                r"\bfrom (?:the|your) (?:end )?(?:user|human|person)\b"
            ),
        ),
        (
            "keep",
            (
                r"keep (?:this|these|it|that|them)(?: \w+)? (?:a )?(?:secret|hidden|confidential|to yourself"
                r"|between us)"
                r"(?= ?[.!;,]|$| from| and)"
            ),
        ),
        (
            "secretly",
            (
                r"(?:secretly|covertly) (?:send|add|include|pass|forward|copy|append|read|collect|log"
                r"|attach|bcc|upload|store|save|call|use|run|record|insert|put|submit)\b"
            ),
        ),
        ("pretend", r"(?:pretend (?:that )?|act as (?:if|though) )(?:nothing|you (?:did|have|had|never))\b"),
    )
)
_ORDER_WORDS = re.compile(r"\b(?:say|tell|keep|conceal|withhold|hide|secretly|covertly|pretend|act)\b")
# What is said of the person, or of what is done behind the person's back.
_BEHIND: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("answer", rf"your (?:response|reply|answer|summary|message|report) (?:must|should) (?:not|never) {_STRONG}\b"),
        ("without", rf"without (?:ever )?(?:telling|informing|notifying|alerting|warning) {USER}"),
        (
            "without",
            (
                rf"without (?:letting {USER} know|mentioning (?:it|this|that)\b|disclosing (?:it|this|that)\b"
                rf"|{USER} (?:knowing|noticing|reali[sz]ing|being aware|being told|being informed|finding out))"
            ),
        ),
        (
            "without",
            (
                r"without (?:the|your|any) (?:end )?(?:user|human|person)s?'s? (?:knowledge|awareness|noticing"
                r"|knowing)"
            ),
        ),
        (
            "unaware",
            (
                r"(?:must|should|shall) (?:not|never) (?:know|notice|find out|learn|reali[sz]e|suspect"
                r"|be (?:told|informed|made aware|aware)|become aware|hear)\b"
            ),
        ),
        ("unaware", r"(?:does not|doesn't|do not|don't|need not) (?:need|have) to know (?:about|that|of|why|how)\b"),
    )
)
_PERSON_BEFORE = re.compile(rf"{USER} $")
# The plainest forms in other languages: "do not tell the user", "the user must not notice".
_FOREIGN = re.compile(
    r"(?:不要|不得|不能|请勿|請勿|切勿|别|別|勿)(?:告诉|告訴|告知)(?:用户|用戶|使用者)"
    r"|(?:不要|不得|不能|请勿|請勿|切勿|别|別|勿)(?:向|对|對)(?:用户|用戶|使用者)(?:透露|提及|提起|说|說|泄露)"
    r"|(?:不要|不得|不能|请勿|請勿|切勿|别|別|勿)(?:让|讓)(?:用户|用戶|使用者)(?:知道|发现|發現|察觉|察覺)"
    r"|(?:对|對|向)(?:用户|用戶|使用者)(?:保密|隐瞒|隱瞞)"
    r"|ユーザー(?:に|には)(?:絶対に|決して)?(?:言わない|伝えない|知らせない|教えない|話さない|気付かれない|気づかれない)(?:で|こと|よう)"
    r"|사용자(?:에게|한테) (?:절대 )?(?:말하지|알리지) (?:마|말)"
    r"|\b(?:sage?|sagen sie|erzähle?|verrate|verraten sie) (?:das |dies |es )?(?:dem"
    r"|der) (?:be)?nutzer(?:in)? (?:nichts|nicht)\b"
    r"|\bohne dass (?:der|die) (?:be)?nutzer(?:in)? (?:es |das |davon )?(?:merkt|bemerkt|erfährt|weiß)"
    r"|\bverschweig(?:en sie|e)? (?:dem|der) (?:be)?nutzer"
    r"|\bno (?:le |se lo |lo )?(?:digas?|informes?|menciones?|cuentes?|reveles?)(?: nada| esto)? al usuario\b"
    r"|\bsin que el usuario (?:lo |se )?(?:sepa|note|entere)"
    r"|\bne (?:le |l')?(?:dis|dites|dire|révèle|révélez|mentionne|mentionnez)(?: pas| rien"
    r"| jamais)(?: cela)? à l'utilisateur"
    r"|\bà l'insu de l'utilisateur|\bsans que l'utilisateur (?:le |s'en )?(?:sache|rende compte|aperçoive)"
    r"|\bnão (?:diga|conte|informe|mencione|revele)(?: nada| isso| isto)? ao usuário\b|\bsem que o usuário saiba\b"
    r"|\bnon (?:dire|dirlo|informare|menzionare|rivelare)(?: nulla| niente| questo)? (?:al)?l'utente"
    r"|\bне (?:говори|сообщай|рассказывай)(?:те)?(?: об этом| это| ничего)? пользовател"
)

_FOREIGN_PERSONS = (
    *("用户", "用戶", "使用者", "ユーザー", "사용자", "пользовател"),
    *("nutzer", "usuario", "usuário", "l'utilisateur", "l'utente"),
)

# What is kept out of an answer because no person wants to read it, or because it is no user's business.
_UNWANTED = re.compile(
    r"\b(?:ids?|identifiers?|uu?ids?|guids?|tokens?|keys?|secrets?|passwords?|passcodes?|credentials?|raw|json|xml|html"
    r"|markdown|sql|syntax|urls?|uris?|links?|cursors?|hash(?:es)?|internal|technical|schemas?|stack ?traces?"
    r"|tracebacks?"
    r"|(?:tool|function|parameter|field|variable|column) names?|payloads?|base64|coordinates|metadata|timestamps?"
    r"|implementation|endpoints?|apis?|slugs?|paths?|codes?|pins?|seeds?|debug|logs?|dumps?|plumbing"
    r"|personal|private|sensitive|confidential|pii|patients?'?|others?|other users'?|phone|e-?mail|address(?:es)?"
    r"|ssn|medical"
    r"|placeholders?|jargon|prompts?)\b",
)
_CAN_NOT = re.compile(
    r"^ (?:that )?(?:you|it|this|the (?:tool|server|feature|data|api)|there|we)\b.{0,30}?\b(?:can't|cannot|can not"
    r"|unable|don't|do not"
    r"|doesn't|does not|isn't|is not|aren't|are not|no|impossible|unavailable|unsupported)\b",
)
_DONE = re.compile(
    r"\b(?:is|was|are|were|has been|have been|had been|has|have|it|they)\b.{0,20}?\b(?P<done>success\w*|complete\w*"
    r"|available"
    r"|ready|live|safe|\w{3,}ed|sent|done|paid|gone|made|written|built)\b",
)
_CONDITION = re.compile(r"\b(?:unless|until|before|without|if|when|while|only)\b")
_NEGATION = re.compile(r"\b(?:not|no|never|cannot|can't|doesn't|don't|isn't|won't|without|unable|fail\w*)\b")
_NEGATED = re.compile(
    r"\b(?:not|never|cannot|can't|doesn't|don't|isn't|won't|no|avoid|prevent\w*|prohibit\w*|whether|that|which"
    r"|who)\b[^.!?;]*$",
)
_MODEL = re.compile(
    r"\b(?:you|your|yourself|assistant|model|agent|llm|always|must|also|secretly|silently|quietly|parameter"
    r"|argument|sidenote)\b",
)
_PRONOUN = re.compile(r"\b(?:this|it|them|these|that)\b")
_SECRET = re.compile(r"\b(?:secret|confidential)$")
# Without a word to the model this may be what a call does: `reset_password` sends no mail.
_NOTICES = re.compile(r"\b(?:informing|notifying|alerting|warning)\b")
_PART = re.compile(r"[.!?;] ")
# How far back a promise that did not come true is looked for, in characters.
_BACK = 300
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
                and not (kind == "keep" and _is_unwanted(word.start(), match, passage))
            ):
                yield Directive(kind, *match.span())
    for kind, pattern in _BEHIND:
        for match in pattern.finditer(text):
            begin = _start_behind(kind, match, passage)
            if begin >= 0:
                yield Directive(kind, begin, match.end())
    if any(sign in text for sign in _FOREIGN_PERSONS):
        for match in _FOREIGN.finditer(text):
            yield Directive("foreign", *match.span())


def _is_forbidden(kind: str, start: int, match: re.Match[str], document: Document, passage: Passage) -> bool:
    """Whether a prohibition keeps something from a person that the person would want to know."""
    if is_switch(document, passage):
        return False
    if kind == "tell":
        return not _is_honest(start, match.end(), passage)
    return not _is_unwanted(start, match, passage)


def _start_behind(kind: str, match: re.Match[str], passage: Passage) -> int:
    """Where a directive on what is done behind a person's back begins; -1 if it is none."""
    text, start, end = passage.lower, match.start(), match.end()
    first, last = passage.sentence(start, end)
    if kind == "without":
        told = not _NOTICES.search(match.group())
        meant = told or _MODEL.search(text[first:start]) or _MODEL.search(text[end:last])
        return start if meant and not _NEGATED.search(text[first:start]) else -1
    if _UNWANTED.search(text[end:last]):
        return -1
    if kind == "answer":
        return start
    person = _PERSON_BEFORE.search(text[first:start])
    return first + person.start() if person else -1


def _is_unwanted(start: int, match: re.Match[str], passage: Passage) -> bool:
    """Whether no person would want to read what is kept from one."""
    text = passage.lower
    first, last = passage.sentence(start, match.end())
    said = _SECRET.sub("", match.group())
    if _PRONOUN.search(said):  # stands for what the sentence before is about
        said = f"{text[passage.sentence(max(0, first - 2), first)[0] : start]}{said}"
    return bool(_UNWANTED.search(said + text[match.end() : last]))


def _is_honest(start: int, end: int, passage: Passage) -> bool:
    """Whether a model is only kept from telling what is not so: that it can't do something, or that a thing is done."""
    text = passage.lower
    after = text[end : passage.sentence(start, end)[1]]
    if _CAN_NOT.search(after):
        return True
    done = _DONE.search(after)
    if not done:
        return False
    if _CONDITION.search(after):
        return True
    stem = done.group("done")[:_STEM]
    return any(
        stem in sentence and _NEGATION.search(sentence) for sentence in _PART.split(text[max(0, start - _BACK) : start])
    )
