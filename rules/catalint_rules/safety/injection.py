"""Instructions that take a model over: to forget what it was told, to hand over what is none of a tool's business.

Strong words, the order of calls and what a tool is for are other things. So is a tool whose business it is: one that
keeps a conversation may ask for it, one that copies keys to a server may ask for a key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from catalint.words import split_identifier
from catalint_rules import words
from catalint_rules.safety.directives import Directive, is_order, parameter_words, prohibitions
from catalint_rules.safety.documents import Document
from catalint_rules.safety.passages import Passage

_COMMANDS = r"(?:instructions?|directions?|directives?|commands?|prompts?|orders)"
_RULES = (
    rf"(?:{_COMMANDS}|rules?|guidelines?|guardrails?|polic(?:y|ies)|safeguards?|constraints?|restrictions?|training)"
)
_EARLIER = r"(?:previous|prior|earlier|above|preceding|foregoing|existing|initial|original)"
_YOURS = r"(?:your|the system|system|the developer|developer|the user's|the users'|safety)"

# What takes over a model, by the word that it begins with.
_TAKE_OVERS: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern)
    for pattern in (
        (
            rf"(?:ignore|disregard|forget|discard) (?:all |any |every )?(?:of )?(?:the |your |these "
            rf"|those )?(?:other )?{_EARLIER}"
            rf" (?:and \w+ )?(?:system |user )?{_RULES}\b"
        ),
        (
            rf"(?:ignore|disregard|forget|discard) (?:all|any|every|all of)(?: the| your| other)? (?:system |user "
            rf"|other )?{_COMMANDS}\b"
            r"(?! (?:line|file|that|which|in|of|from|for)\b)"
        ),
        (
            rf"(?:ignore|disregard|forget|discard|bypass|override|violate) (?:all "
            rf"|any )?(?:of )?{_YOURS} (?:\w+ )?{_RULES}\b"
        ),
        (
            r"(?:ignore|disregard|forget) (?:everything|all|anything|what)(?: that)? (?:above|before (?:this|that)"
            r"|you (?:were|have been|were just)"
            r" (?:told|instructed|taught)|the user (?:said|asked|told|wants|wrote))"
        ),
        r"(?:ignore|disregard) (?:the|your|any) (?:user's|system) (?:request|message|prompt|wishes|question|intent)",
    )
)
_TAKE_OVER_WORDS = re.compile(r"\b(?:ignore|disregard|forget|discard|bypass|override|violate)\b")
_NO_FOLLOWING = re.compile(
    rf"(?:follow|obey|comply with|listen to|heed) (?:any |the |your |all )?(?:of )?(?:{_EARLIER}|other|system"
    rf"|user's?) (?:\w+ )?{_RULES}\b"
)
_PRECEDENCE = re.compile(
    rf"\b(?:overrides?|supersedes?|takes? precedence over) (?:all |any )?(?:of )?"
    rf"(?:{_YOURS}|{_EARLIER}|all(?: the)? other|any other|every other) (?:\w+ )?{_COMMANDS}\b"
)
_FOREIGN = re.compile(
    r"(?:忽略|无视|無視|忘记|忘記)(?:掉)?(?:你)?(?:所有|全部|一切)?(?:的)?(?:之前|以前|先前|以上|上述|此前|前面)(?:的)?(?:所有|全部|一切)?(?:的)?(?:指令|指示"
    r"|提示词?|命令|说明|規則|规则)"
    r"|(?:これまで|以前|上記|前|先)の(?:すべての|全ての|あらゆる)?(?:指示|命令|プロンプト|ルール)(?:を|は)(?:すべて|全て)?(?:無視|忘れ)"
    r"|(?:이전|앞)(?:의)? ?(?:모든 )?(?:지시|명령|지침|프롬프트)(?:사항)?(?:을|를|은|는)? ?(?:모두 )?무시"
    r"|\b(?:ignoriere|ignorieren sie|vergiss|vergessen sie|missachte) (?:alle |sämtliche )?(?:vorherigen|bisherigen"
    r"|vorigen|früheren|obigen)"
    r" (?:anweisungen|befehle|instruktionen|regeln|vorgaben)"
    r"|\b(?:ignora|ignore|ignorá|olvida|olvide) (?:todas )?(?:las )?instrucciones (?:anteriores|previas)"
    r"|\b(?:ignorez?|oublie|oubliez) (?:toutes )?(?:les )?(?:instructions|consignes) (?:précédentes|antérieures)"
    r"|\b(?:ignore|ignora|esqueça) (?:todas )?(?:as )?instruções (?:anteriores|prévias)"
    r"|\b(?:ignora|dimentica) (?:tutte )?(?:le )?istruzioni precedenti"
    r"|\b(?:игнорируй|забудь)(?:те)? (?:все )?(?:предыдущие|прежние|прошлые) (?:инструкции|указания|команды)"
)

_FOREIGN_COMMANDS = (
    *(
        "指令",
        "指示",
        "提示",
        "命令",
        "规则",
        "規則",
        "说明",
        "プロンプト",
        "ルール",
        "지시",
        "명령",
        "지침",
        "프롬프트",
    ),
    *("инструкц", "указания", "команды", "anweisungen", "befehle", "instruktionen", "regeln", "vorgaben"),
    *("instrucciones", "instruções", "précédentes", "antérieures", "istruzioni"),
)

_HAND_OVER = (
    r"(?:send|pass|includ|put|provid|forward|append|cop|attach|upload|insert|submit|shar|paste|suppl|give|writ|add"
    r"|enter|"
    r"fill|plac|embed|encod|record|log|report|leak|exfiltrat)"
)
_ORDER_TO_HAND_OVER = re.compile(rf"\b{_HAND_OVER}[a-z]{{0,4}}\b")
_WHOLE = r"(?:entire|full|complete|whole)"
_TALK = r"(?:conversation|chat|dialog(?:ue)?|discussion)"
_SO_FAR = (
    r"(?:so far|up to (?:now|this point|here)|until now|to date|with the user|(?:you (?:have )?had )with the user)"
)
_CONVERSATION = re.compile(
    rf"\b(?:the |this |our |your |all (?:of )?(?:the |this |our )?){{0,2}}(?:"
    rf"(?:{_WHOLE} |previous |prior |current |recent |past |ongoing )(?:\w+ )?{_TALK}(?: (?:history|logs?"
    rf"|transcript|context|messages|content))?"
    rf"(?: {_SO_FAR})?|{_TALK} (?:history|logs?|transcript)|{_TALK} {_SO_FAR}|(?:all|every) (?:previous|prior"
    rf"|earlier) messages?\b)(?! (?:of|for|from|between|by)\b)"
)
_OF_THE_CONVERSATION = re.compile(rf"\b(?:{_WHOLE} )?{_TALK}(?: (?:history|log|transcript|context))? {_SO_FAR}")
_EXACT = (
    r"(?:original|exact|full|entire|complete|whole|verbatim|unmodified|raw|most recent|last|latest|initial|current)"
)
_MESSAGE = r"(?:messages?|prompts?|requests?|instructions?|words|wording|input)"
_USERS_WORDS = re.compile(
    rf"\b(?:user(?:'s|s'|s)? (?:own |very )?{_EXACT} (?:\w+ )?{_MESSAGE}|{_EXACT} user {_MESSAGE}"
    rf"|{_EXACT} {_MESSAGE} (?:of|from|by) the user|user's? {_MESSAGE} (?:verbatim|word for word|exactly as"
    rf"|unchanged|unmodified|in full)"
    rf"|user's? verbatim {_MESSAGE}|(?:everything|all|exactly what|word for word what) the user (?:said|wrote|typed"
    rf"|asked))\b"
)
_OWN_PROMPT = re.compile(
    r"\byour (?:own |full |entire |complete |whole )?(?:system (?:prompt|message|instructions)|initial instructions)\b"
)
# Files and places that hold what a stranger must not get.
_PLACES = re.compile(
    r"~/\.ssh\b|~/\.aws\b|\bmcp\.json\b|claude_desktop_config"
    r"|/etc/(?:passwd|shadow)\b|~/\.netrc|~/\.gnupg|~/\.kube/config"
    r"|\b(?:contents?|files|listing) (?:of|in|from) (?:the |your |the user's )?home directory"
    r"|\b(?:user's|your|all|the user's) (?:ssh keys?|private keys?|environment variables)"
)
_FETCH = re.compile(
    r"\b(?P<take>read|open|load|cat|get|fetch|access|retrieve|copy|collect|look up|find)\b"
    r"|\b(?:pass|send|put|provide|paste|include|upload|attach|forward|append|submit)\b"
)
_CONTENTS = re.compile(r"\b(?:contents?|text|value|data) (?:of|from|in)\b|^contents?\b")
# What makes reading a file a step before the call, or its content an argument of it.
_AS_A_STEP = re.compile(
    r"\b(?:before (?:using|calling|you|this|invoking|running|each|every|any)|first|always|you must|must also"
    r"|required to)\b"
)
_AS_AN_ARGUMENT = re.compile(
    r"\b(?:pass|send|put|provide|paste|include|upload|attach|forward|append|submit|use|give|enter|add|return"
    r"|report)\b[^.!?]{0,60}"
    r"\b(?:as|in|into|to|with|for|along)\b"
)
# The parameter that a tool works on: what else should stand in it?
_MAIN_WORDS = frozenset(
    "prompt query question text input instruction instructions message task goal request search command".split()
)
_AS_MAIN = re.compile(
    rf"^[^.!?]{{0,40}}\b(?:as|in|into|to|with) (?:the |your )?'?(?:search "
    rf"|user )?(?:{'|'.join(sorted(_MAIN_WORDS))}|q)\b"
)
_LITERAL = re.compile(r"\b(?:verbatim|word for word|exactly as|unchanged|unmodified|in full)\b")
# So far before what is handed over its verb may stand, in characters.
_NEAR = 80
_AT_THE_BEGINNING = 30

_ON = r"(?:\\n|\W){1,8}(?:\w{1,14}(?:\\n|\W){1,4}){0,4}"
_WHAT = (
    r"(?:instruc|prompt|rule|guid|direct|command|order|polic|safeg|constr|restr|train|told|taught|said|above"
    r"|request|message|wish"
    r"|question|intent|everything|istruz|anweis|befehl|regel|vorgab|consign)"
)
SIGNS = tuple(
    re.compile(sign)
    for sign in (
        rf"ignor\w{{0,5}}{_ON}{_WHAT}",
        rf"disregard{_ON}{_WHAT}",
        rf"forget{_ON}{_WHAT}",
        rf"bypass{_ON}{_WHAT}",
        rf"overrid\w{{1,2}}{_ON}{_WHAT}",
        rf"supersede{_ON}{_WHAT}",
        rf"not (?:follow|obey|comply|listen|heed){_ON}{_WHAT}",
        r"verbatim",
        r"conversation",
        r"chat (?:history|log|transcript|so far)",
        rf"user(?:['’]s|s['’]?)? (?:own )?{_EXACT}\b",
        r"the user (?:said|wrote|typed|asked)",
        r"your (?:\w+ )?(?:system|initial) ",
        r"/\.(?:ssh|aws|cursor|netrc|gnupg|kube)\b",
        r"mcp\.json",
        r"claude_desktop",
        r"/etc/(?:passwd|shadow)",
        r"home directory",
        r"ssh keys?",
        r"environment variables",
    )
)
# Beyond ASCII a verb is a better sign than its object: 提示 and 指示 are in every other text.
SIGNS_ABROAD = tuple(
    map(
        re.compile,
        (
            "忽略",
            "无视",
            "無視",
            "忘记",
            "忘記",
            "忘れ",
            "무시",
            "игнорируй",
            "забудь",
            "précédentes",
            "antérieures",
            "instruções",
        ),
    )
)


def look(document: Document, passage: Passage) -> Iterator[Directive]:
    """Yield the directives in a passage."""
    yield from _take_overs(passage)
    owner = _words(document) | parameter_words(passage)
    if words.vocabulary("secret_places").isdisjoint(owner):
        yield from _demands_for_files(passage)
    if words.vocabulary("talk_words").isdisjoint(owner):
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
    if any(sign in text for sign in _FOREIGN_COMMANDS):
        for match in _FOREIGN.finditer(text):
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
    for pattern in (_CONVERSATION, _OWN_PROMPT):
        for match in pattern.finditer(text):
            first = passage.sentence(*match.span())[0]
            order = _last_order(_ORDER_TO_HAND_OVER, max(first, match.start() - _NEAR), match.start(), passage)
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
    for match in _USERS_WORDS.finditer(text):
        first, last = passage.sentence(*match.span())
        if _AS_MAIN.search(text[match.end() : last]):
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
