"""Instructions that take a model over: to forget what it was told, to hand over what is none of a tool's business.

Strong words, the order of calls and what a tool is for are other things. So is a tool whose business it is: one that
keeps a conversation may ask for it, one that copies keys to a server may ask for a key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from catalint.expression import expression
from catalint.words import split_identifier
from catalint_rules import words
from catalint_rules.safety import abroad
from catalint_rules.safety.directives import Directive, is_order, parameter_words, prohibitions
from catalint_rules.safety.documents import Document
from catalint_rules.safety.passages import Passage

_COMMANDS = r"(?:instructions?|directions?|directives?|commands?|prompts?|orders)"
_RULES = (
    r"(?:instructions?|directions?|directives?|commands?|prompts?|orders|rules?|guidelines?|guardrails?|polic(?:y|ies)"
    r"|safeguards?|constraints?|restrictions?|training)"
)
_EARLIER = r"(?:previous|prior|earlier|above|preceding|foregoing|existing|initial|original)"
_YOURS = r"(?:your|the system|system|the developer|developer|the user's|the users'|safety)"
_ALL = r"(?:all |any |every )?(?:of )?"
_IGNORE = r"(?:ignore|disregard|forget|discard)"

# `ignore all commands in the file` is about a file.
_NOT_OF = r"(?! (?:line|file|that|which|in|of|from|for)\b)"
_EVERYTHING = r"(?:everything|all|anything|what)"
_TOLD = r"(?:you (?:were|have been|were just) (?:told|instructed|taught)|the user (?:said|asked|told|wants|wrote))"

# What takes over a model, from the word on that it begins with.
_TAKE_OVERS = tuple(
    expression(pattern)
    for pattern in (
        rf"{_IGNORE} {_ALL}(?:the |your |these |those )?(?:other )?{_EARLIER} (?:and \w+ )?(?:\w+ )?{_RULES}\b",
        rf"{_IGNORE} (?:all|any|every)(?: of)?(?: the| your| other)? (?:system |user |other )?{_COMMANDS}\b{_NOT_OF}",
        rf"(?:{_IGNORE}|bypass|override|violate) {_ALL}{_YOURS} (?:\w+ )?{_RULES}\b",
        rf"{_IGNORE} {_EVERYTHING}(?: that)? (?:above|before (?:this|that)|{_TOLD})",
        rf"{_IGNORE} (?:the|your|any) (?:user's|system) (?:request|message|prompt|wishes|question|intent)",
    )
)
_TAKE_OVER_WORDS = expression(r"\b(?:ignore|disregard|forget|discard|bypass|override|violate)\b")
_NO_FOLLOWING = expression(
    r"(?:follow|obey|comply with|listen to|heed) (?:any |the |your |all )?(?:of )?"
    rf"(?:{_EARLIER}|other|system|user's?) (?:\w+ )?{_RULES}\b"
)
_NEW_ROLE = expression(
    r"\byou are now (?:in )?(?:an? )?(?:unrestricted|unfiltered|jailbroken|dan\b"
    r"|(?:developer|debug|maintenance|god|admin|root|privileged) mode\b)"
)
_PRECEDENCE = expression(
    rf"\b(?:overrides?|supersedes?|takes? precedence over) {_ALL}"
    rf"(?:{_YOURS}|{_EARLIER}|all(?: the)? other|any other|every other) (?:\w+ )?{_COMMANDS}\b"
)
_ORDER_TO_HAND_OVER = expression(
    r"\b(?:send|pass|includ|put|provid|forward|append|cop|attach|upload|insert|submit|shar|paste|suppl|give|writ|add"
    r"|enter|fill|plac|embed|encod|record|log|report|leak|exfiltrat|summari[sz])[a-z]{0,4}\b"
)
_ORDER_TO_TELL = expression(rf"{_ORDER_TO_HAND_OVER.pattern}|\b(?:reveal|print|output|show|repeat|return)\b")
_WHOLE = r"(?:entire|full|complete|whole)"
_TALK = r"(?:conversation|chat|dialog(?:ue)?|discussion)"
_SO_FAR = r"(?:so far|up to (?:now|this point|here)|until now|to date|(?:you (?:have )?had )?with the user)"
_TRAIL = r"(?:history|logs?|transcript|context|messages|contents?)"
_CONVERSATION = expression(
    r"\b(?:the |this |our |your |all (?:of )?(?:the |this |our )?){0,2}(?:"
    rf"(?:{_WHOLE}|previous|prior|current|recent|past|ongoing) (?:\w+ )?{_TALK}(?: {_TRAIL})?(?: {_SO_FAR})?"
    rf"|{_TALK} (?:history|logs?|transcript)|{_TALK} {_SO_FAR}|(?:all|every) (?:previous|prior|earlier) messages?\b"
    rf"|(?:all|every) (?:the )?messages? (?:of|in|from) (?:this|the|our) (?:current )?{_TALK}"
    r")(?! (?:of|for|from|between|by)\b)"
)
_OF_THE_CONVERSATION = expression(rf"\b(?:{_WHOLE} )?{_TALK}(?: {_TRAIL})? {_SO_FAR}")
_EXACT = (
    r"(?:original|exact|full|entire|complete|whole|verbatim|unmodified|raw|most recent|last|latest|previous|past"
    r"|initial|current)"
)
_MESSAGE = r"(?:messages?|prompts?|requests?|instructions?|words|wording|input)"
_AS_TYPED = r"(?:verbatim|word for word|exactly as|unchanged|unmodified|in full)"
_USERS_WORDS = expression(
    rf"\b(?:user(?:'s|s'|s)? (?:own |very )?{_EXACT} (?:\w+ )?{_MESSAGE}|{_EXACT} user {_MESSAGE}"
    rf"|{_EXACT} {_MESSAGE} (?:of|from|by) the user|user's? {_MESSAGE} {_AS_TYPED}|user's? verbatim {_MESSAGE}"
    r"|(?:everything|all|exactly what|word for word what) the user (?:said|wrote|typed|asked))\b"
)
# The same as the name of a parameter, which a text may demand though no schema has it.
_MESSAGE_NAME = expression(
    r"\b(?:original|exact|full|entire|complete|verbatim|raw)_?user_?(?:messages?|prompts?|requests?|words|input)\b"
    r"|\buser_?(?:original|exact|full|entire|verbatim|raw)_?(?:messages?|prompts?|requests?|words|input)\b"
)
_DEMANDED = expression(
    r"\b(?:must|required|mandatory|always|reject\w*|refuse\w*|include|pass|provide|fill|send|supply)\b"
)
# Words that answer what the tool asked: what the user said to a preview is the consent that a call needs.
_ANSWER = expression(
    r"\b(?:after|once|when) (?:they|the (?:end )?user|he|she) (?:have |has )?(?:been shown|shown|reviewed|seen|read"
    r"|confirmed|approved|answered|agreed|consented|replied)\b"
    r"|\b(?:reply|response|answer|consent|agreement|approval|confirmation|yes) to (?:the|this|that|a|your|our|its)"
    r" [^.!?]{0,40}?(?:question|prompt\w*|preview|confirmation|terms|warning|summary|request for)"
    r"|\b(?:confirming|consenting|agreeing|approving|as (?:consent|confirmation|approval)|consent(?:ed|s)? to)\b"
    r"|\b(?:typically|usually|e\.g\.,?|such as|like|for example,?) ['\"]?(?:yes|no|ok|okay|confirm|i agree|go ahead)\b"
)
_OWN_PROMPT = expression(
    r"\byour (?:own |full |entire |complete |whole )?(?:system (?:prompt|message|instructions)|initial instructions)\b"
)
# Files and places that hold what a stranger must not get.
_PLACES = expression(
    r"~/\.(?:ssh|aws|netrc|gnupg|kube/config)\b|\bmcp\.json\b|claude_desktop_config|/etc/(?:passwd|shadow)\b"
    r"|(?<!\w)\.env\b"
    r"|\b(?:contents?|files|listing) (?:of|in|from) (?:the |your |the user's )?home directory"
    r"|\b(?:user's|your|all|the user's) (?:ssh keys?|private keys?|environment variables)"
)
_FETCH = expression(
    r"\b(?P<take>read|open|load|cat|get|fetch|access|retrieve|copy|collect|look up|find)\b"
    r"|\b(?:pass|send|put|provide|paste|include|upload|attach|forward|append|submit)\b"
)
_CONTENTS = expression(r"\b(?:contents?|text|value|data) (?:of|from|in)\b")
# What makes reading a file a step before the call, or its content an argument of it.
_AS_A_STEP = expression(
    r"\b(?:before (?:using|calling|you|this|invoking|running|each|every|any)|first|always|you must|must also)\b"
)
_AS_AN_ARGUMENT = expression(
    r"\b(?:pass|send|put|provide|paste|include|upload|attach|forward|append|submit|use|give|enter|add|return|report)\b"
    r"[^.!?]{0,60}\b(?:as|in|into|to|with|for|along)\b"
)
# The parameter that a tool works on: what else should stand in it?
_MAIN_WORDS = frozenset(
    "prompt query question text input instruction instructions message task goal request search command".split()
)
_AS_MAIN = expression(
    r"^[^.!?]{0,40}\b(?:as|in|into|to|with) (?:the |your )?'?(?:search |user )?"
    r"(?:query|question|search|prompt|text|input|command|task|q)\b"
)
_LITERAL = expression(rf"\b{_AS_TYPED}\b")
# So far before what is handed over its verb may stand, in characters.
_NEAR = 80
_AT_THE_BEGINNING = 30


def look(document: Document, passage: Passage) -> Iterator[Directive]:
    """Yield the directives in a passage."""
    yield from _take_overs(passage)
    owner = _words(document) | parameter_words(passage)
    if words.vocabulary("secret_places", document.ctx).isdisjoint(owner):
        yield from _demands_for_files(passage)
    if words.vocabulary("talk_words", document.ctx).isdisjoint(owner):
        yield from _demands_for_the_conversation(passage)
    yield from _demands_for_the_message(passage)


def _words(document: Document) -> frozenset[str]:
    """The words of a tool's name; none for what a server says of itself."""
    return frozenset(split_identifier(document.tool.name)) if document.tool else frozenset()


def _take_overs(passage: Passage) -> Iterator[Directive]:
    text = passage.lower
    for begin in _TAKE_OVER_WORDS.finditer(text):
        if is_order(passage, begin.start()):
            for pattern in _TAKE_OVERS:
                match = pattern.match(text, begin.start())
                if match:
                    yield Directive("take-over", *match.span())
                    break
    for start, then in prohibitions(passage):
        match = _NO_FOLLOWING.match(text, then)
        if match:
            yield Directive("take-over", start, match.end())
    for match in (
        _PRECEDENCE.finditer(text) if "override" in text or "supersede" in text or "precedence" in text else ()
    ):
        if not text.endswith(" to ", 0, match.start()):
            yield Directive("take-over", *match.span())
    for match in _NEW_ROLE.finditer(text):
        yield Directive("take-over", *match.span())
    if any(word in text for word in abroad.COMMANDS):
        for match in abroad.TAKE_OVER.finditer(text):
            yield Directive("take-over", *match.span())


def _demands_for_files(passage: Passage) -> Iterator[Directive]:
    text = passage.lower
    for match in _PLACES.finditer(text):
        first, last = passage.sentence(*match.span())
        around = text[first : passage.sentence(last, last + 2)[1]]
        fetch = _last_order(_FETCH, first, match.start(), passage)
        if fetch is not None:
            as_argument = (
                not fetch.group("take") or _AS_AN_ARGUMENT.search(around) or _AS_A_STEP.search(text[first:last])
            )
            if as_argument:
                yield Directive("file", fetch.start(), match.end())
        elif parameter_words(passage):
            contents = _CONTENTS.search(text, first, match.end())
            if contents:
                yield Directive("file", contents.start(), match.end())


def _demands_for_the_conversation(passage: Passage) -> Iterator[Directive]:
    text = passage.lower
    if "conversation" not in text and "chat" not in text and "dialog" not in text and "your" not in text:
        return
    for pattern, verbs in ((_CONVERSATION, _ORDER_TO_HAND_OVER), (_OWN_PROMPT, _ORDER_TO_TELL)):
        for match in pattern.finditer(text):
            first = passage.sentence(*match.span())[0]
            order = _last_order(verbs, max(first, match.start() - _NEAR), match.start(), passage)
            if order is not None:
                yield Directive("conversation", order.start(), match.end())
            elif (
                parameter_words(passage)
                and match.start() - first < _AT_THE_BEGINNING
                and _OF_THE_CONVERSATION.search(match.group())
            ):
                yield Directive("conversation", *match.span())


def _demands_for_the_message(passage: Passage) -> Iterator[Directive]:
    text = passage.lower
    own = parameter_words(passage)
    if "user" not in text or (own and own <= _MAIN_WORDS):
        return
    for match in _MESSAGE_NAME.finditer(text):
        first, last = passage.sentence(*match.span())
        if _DEMANDED.search(text, first, last):
            verbs = [*_ORDER_TO_HAND_OVER.finditer(text, max(first, match.start() - _NEAR), match.start())]
            yield Directive("message", verbs[-1].start() if verbs else match.start(), match.end())
    for match in _USERS_WORDS.finditer(text):
        first, last = passage.sentence(*match.span())
        if _AS_MAIN.search(text[match.end() : last]) or _ANSWER.search(text, first, last):
            continue
        order = _last_order(_ORDER_TO_HAND_OVER, max(first, match.start() - _NEAR), match.start(), passage)
        if order is not None:
            yield Directive("message", order.start(), match.end())
        elif _LITERAL.search(text[match.start() : last]) or (own and match.start() < _AT_THE_BEGINNING):
            yield Directive("message", *match.span())


def _last_order(verbs: re.Pattern[str], start: int, end: int, passage: Passage) -> re.Match[str] | None:
    """The last of some verbs in a stretch that tells the reader to do something."""
    found = [match for match in verbs.finditer(passage.lower, start, end) if is_order(passage, match.start())]
    return found[-1] if found else None
