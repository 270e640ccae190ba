"""Orders about other tools: to be called before all of them, to leave them alone, to answer nothing without this one.

An order that yields an argument ("to get the id"), one that names the tool it belongs to, and what opens a session are
documentation of a server and no steering.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from catalint import Severity
from catalint.words import split_identifier
from catalint_rules.safety.directives import Directive, is_order, is_switch, prohibitions
from catalint_rules.safety.documents import Document
from catalint_rules.safety.passages import Passage

_CALL = r"(?:use|call|invoke|run|try|execute|consult)"
_CALLED = r"(?:used|called|invoked|run|executed)"
_CALLING = r"(?:using|calling|invoking|running|trying|making|executing|taking|doing|attempting)"
_TOOLS = r"(?:tools?|functions?|tool calls?)"
_OTHER = r"(?:other|another|further|additional|more|different|alternative|subsequent)"
_TURN = r"(?:conversation|chat|session|response|reply|answer|turn|user message|user request|prompt|interaction)s?"

_BEFORE_TOOLS = re.compile(
    rf"\b(?:before|prior to) (?:you (?:{_CALL}) |{_CALLING} )?(?:any|all|every|each|other|another)(?: of the"
    rf"| of your)?(?: other| another)?"
    rf"(?: [\w-]+){{0,3}}? (?:{_TOOLS}|actions?)\b(?! (?:that|which|in this|requir\w*|of this)\b)"
    r"|\b(?:before|prior to) (?:(?:doing|starting|attempting|trying) anything(?: else)?|anything else"
    r"|anything(?= ?[.!,;]|$))"
)
_BEFORE_ANSWERS = re.compile(
    r"\b(?:before|prior to) (?:responding|replying|answering)(?= ?[.!,;]|$| to (?:the |any |every )?user| (?:any"
    r"|every|all|the user|users?|questions?)\b)"
    rf"|\b(?:before|after|in|at the (?:very )?(?:start|beginning|end) of)"
    rf" (?:every|each|any|all) (?:new )?{_TURN}\b|\bbefore (?:giving |sending )?(?:your|the|a) final (?:response"
    rf"|answer|reply)\b"
)
_ORDERED = re.compile(rf"\b(?:{_CALL}|{_CALLED}|required|mandatory|must|always|first)\b")
_FORBIDDEN: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        (
            "forbids",
            (
                rf"(?:{_CALL}|attempt|make)(?: to {_CALL})?(?: any| the"
                rf"| your)? ?{_OTHER}(?: [\w-]+)? (?:{_TOOLS}|mcp servers?)\b"
            ),
        ),
        ("forbids", rf"(?:attempt|try) any {_OTHER} {_TOOLS}"),
        (
            "forbids",
            (
                rf"(?:{_CALL}|fall back (?:to|on)|rely on)(?: the| your| any| a)? ?(?:built-?in|native|default"
                rf"|fallback|generic|host)"
                r"(?: [\w-]+){0,5}? tools\b"
            ),
        ),
        (
            "web",
            (
                r"(?:search|browse|google|use|consult|rely on)(?: on)?(?: the)? (?:web|internet|web ?search(?:es)?"
                r"|search engines?"
                r"|online search)\b"
            ),
        ),
        (
            "answers",
            (
                r"(?:answer|respond|reply|solve|address|handle)\b[^.!?;]{0,60}?\b(?:yourself|on your own"
                r"|by yourself|from memory"
                rf"|without (?:first )?{_CALLING} (?:this|the|it)|(?:from|with"
                rf"|using) your (?:own )?(?:knowledge|memory|training))"
            ),
        ),
        (
            "knows",
            (
                r"(?:(?:rely on|use|trust|depend on|answer from) (?:your|its) (?:own |internal |prior |built-in "
                r"|pre-?trained |existing "
                r"|general |training )*(?:knowledge|memory|training(?: data)?)|assume knowledge)\b"
            ),
        ),
    )
)
_KNOWS = re.compile(
    r"\beven (?:if|when|though) you (?:(?:think|believe|feel)(?: that)?(?: you)? (?:already )?(?:know|are (?:sure"
    r"|certain|confident)|can answer)"
    r"|(?:already )?know the answer|are (?:sure|certain|confident))"
)
_INSTEAD = re.compile(
    r"\b(?:instead of|rather than) (?:answering|responding|replying) (?:yourself|directly|from|on your own|with your)\b"
)
_PREFER = re.compile(
    r"\b(?:use|prefer|prioriti[sz]e|choose|favou?r|pick|select) (?:this(?: tool| function| server)?|it) (?:over"
    r"|instead of|rather than"
    r"|in preference to|ahead of) (?:(?:any|all|every|the|your) )?(?:(?:other|built-?in|native"
    r"|default)(?: [\w-]+){0,2}? tools|any other\b|all others\b"
    r"|every other\b|your own\b)"
)
_FIRST = re.compile(
    rf"\b(?:must|always|should always|mandatory)\b[^.!?;]{{0,24}}?\b(?:{_CALL}(?: this(?: tool| function)?| it)?"
    rf"|be {_CALLED}) first\b"
    r"(?! (?:to|when|if|for|before|on|with|in|whenever|unless|whose|so)\b)|\bmandatory first step\b"
)
_PREREQUISITE = re.compile(
    rf"\b(?:prerequisites?|mandatory"
    rf"|important)\b[^.!?a-z]{{1,4}}(?:first,? )?{_CALL} (?:the )?'?(?P<one>[a-z][\w.-]*\w)'?"
    rf"(?P<tool> tool| function)?(?: \w+)?(?: (?:first|before)\b|[.!]|$)"
    rf"|\b(?:must|always)(?: first)? {_CALL} (?:the )?'?(?P<two>[a-z][\w.-]*\w)'?(?P<tool2> tool"
    rf"| function)? (?:first|before (?:this|it|using this|calling this))\b"
)
_PRONOUNS = frozenset("this it them that these those both all".split())
_TOOL_LIKE = re.compile(r"[_.-]|^(?:think|thinking|sequentialthinking|reason|reflect|plan)$")

# What a call yields that other calls need, or why it has to come first for the server's own sake.
_YIELDS = re.compile(
    r"\b(?:to|and) (?:obtain|get|find|discover|retrieve|resolve|look ?up|determine|identify|fetch|learn|receive"
    r"|acquire|know|see|list)\b[^.!?]{0,80}?"
    r"\b(?:ids?|identifiers?|uuids?|keys?|names?|slugs?|tokens?|handles?|codes?|index(?:es)?|numbers?|urls?|paths?"
    r"|schemas?|fields?|columns?"
    r"|structure|coordinates|values?|options?|dates?|times?|versions?|accounts?|projects?)\b"
    r"|\b(?:returns?|yields?|gives?|provides?|generates?|creates?|issues?|hands? out)\b[^.!?]{0,80}?\b(?:ids?"
    r"|\w+ids?|identifiers?|uuids?|keys?|slugs?"
    r"|tokens?|handles?|session|cursor)\b"
    r"|\b\w*(?:id|token|key|session|handle|name)s?'? (?:(?:is|are) (?:required|needed)|to (?:pass|use|give|hand))\b"
    r"|\bsince you need\b|\bneeded by\b|\brequired by\b"
    r"|\b(?:other|all|every|the other) tools (?:need|require|take|expect|fail|will fail|depend)"
    r"|\b(?:authenticat|log ?in\b|sign ?in\b|connect|initiali[sz]|session|workspace|active project)"
)
_OPENERS = frozenset(
    "connect login auth authenticate authorize authorise init initialize initialise session start open launch setup "
    "configure attach "
    "register unlock activate load enable handshake signin credentials token".split()
)
_SEARCHERS = frozenset("search web browse browser fetch crawl scrape internet google bing".split())
_CONDITIONS = re.compile(
    r"\b(?:if|unless|when|whenever|where|in case|until|while|in parallel|at the same time|at once|concurrent\w*"
    r"|simultaneous\w*)\b"
)
_MEANWHILE = re.compile(r"\b(?:while|until|in parallel|at the same time|at once|concurrent\w*|simultaneous\w*)\b")

_ON = r"(?:\\n|\W){1,8}(?:\w{1,14}(?:\\n|\W){1,4}){0,2}"
_AFTER_NOT = (
    r"(?:use|call|invok|run|try|attempt|execut|consult|fall back|make|search|browse|google|rely|trust|depend|assume"
    r"|answer|respon|reply|solve"
    r"|address|handle)"
)
SIGNS = tuple(
    re.compile(sign)
    for sign in (
        (
            rf"before{_ON}(?:tool|function|action|anything|responding|replying|answering|every|each|any|all|final|other"
            rf"|another)\b"
        ),
        (
            rf"prior to{_ON}(?:tool|function|action|anything|responding|replying|answering|every|each|any|all|other"
            rf"|another)\b"
        ),
        rf"not {_AFTER_NOT}",
        rf"n['’]t {_AFTER_NOT}",
        rf"never {_AFTER_NOT}",
        r"even (?:if|when|though) you",
        (
            r"instead of (?:answering|responding|replying|any|all|other|your|the built|the other|the default|the native"
            r"|every)"
        ),
        r"rather than (?:answering|responding|replying|any|all|other|your|the built|the other)",
        r"over (?:any|all|every|your|the) (?:other|own|built|default|native)",
        rf"(?:every|each) (?:new )?{_TURN}",
        r"prerequisite",
        r"mandatory",
        rf"must (?:first |always )?(?:be )?(?:{_CALL}|{_CALLED})",
        rf"always (?:first )?{_CALL}",
    )
)


def look(document: Document, passage: Passage) -> Iterator[Directive]:
    """Yield the directives in a passage."""
    yield from _prohibitions(document, passage)
    yield from _preferences(passage)
    # in its instructions a server may well say in which order its own tools go
    if document.tool is not None:
        yield from _precedence(document, passage)
        yield from _prerequisites(document, passage)


def _prohibitions(document: Document, passage: Passage) -> Iterator[Directive]:
    text = passage.lower
    for start, then in prohibitions(passage):
        for kind, pattern in _FORBIDDEN:
            match = pattern.match(text, then)
            if match and not is_switch(document, passage):
                after = text[match.end() : passage.sentence(start, match.end())[1]]
                searches = kind == "web" and (len(passage.path) > 1 or not _SEARCHERS.isdisjoint(_words(document)))
                if not (searches or (kind == "forbids" and _MEANWHILE.search(after))):
                    severity = Severity.NOTE if kind == "knows" else None
                    yield Directive("forbids" if kind == "web" else kind, start, match.end(), severity)
                break


def _preferences(passage: Passage) -> Iterator[Directive]:
    text = passage.lower
    if " over " in text or "instead" in text or "rather" in text or "ahead of" in text:
        for match in _PREFER.finditer(text):
            if is_order(passage, match.start()):
                yield Directive("prefers", *match.span())
        for match in _INSTEAD.finditer(text):
            yield Directive("answers", *match.span())
    if "even " in text:
        for match in _KNOWS.finditer(text):
            yield Directive("knows", *match.span(), Severity.NOTE)


def _precedence(document: Document, passage: Passage) -> Iterator[Directive]:
    found = list(_demands(document, passage))
    # what opens a session or hands out what other calls need has to come first for the server's own sake
    if found and _OPENERS.isdisjoint(_words(document)) and not _YIELDS.search(passage.lower):
        yield from found


def _demands(document: Document, passage: Passage) -> Iterator[Directive]:
    text = passage.lower
    for match in _BEFORE_TOOLS.finditer(text) if "before" in text or "prior" in text else ():
        first, last = passage.sentence(*match.span())
        if _ORDERED.search(text[first:last]):
            yield Directive("precedes", _start(passage, first, match.start()), match.end())
    own = re.escape(document.tool.name.lower()) if document.tool else ""
    for match in _BEFORE_ANSWERS.finditer(text) if "before" in text or "every" in text or "each" in text else ():
        first, last = passage.sentence(*match.span())
        called = (
            rf"\b(?:{_CALL} (?:this|it\b|the tool|'?{own}\b)|this (?:tool|function) (?:must|should|has to|needs to))"
        )
        if re.search(called, text[first:last]) and not _CONDITIONS.search(text[first:last]):
            yield Directive("every", _start(passage, first, match.start()), match.end())
    for match in _FIRST.finditer(text) if "first" in text else ():
        yield Directive("first", *match.span(), Severity.NOTE)


def _prerequisites(document: Document, passage: Passage) -> Iterator[Directive]:
    text = passage.lower
    if "first" not in text and "before" not in text and "prerequisite" not in text:
        return
    tool = document.tool
    for match in _PREREQUISITE.finditer(text):
        name = match.group("one") or match.group("two")
        first, last = passage.sentence(*match.span())
        named = match.group("tool") or match.group("tool2") or _TOOL_LIKE.search(name)
        if name in _PRONOUNS or not named or tool is None or name == tool.name.lower():
            continue
        if _YIELDS.search(text[first:last]) or _CONDITIONS.search(text[first:last]):
            continue
        words = frozenset(split_identifier(name)) - {"tool", "get", "list", "search", "find"}
        taken = frozenset(word for parameter in tool.parameters for word in split_identifier(parameter.name))
        if words.isdisjoint(taken | _OPENERS) and not _feeds(document, name):
            yield Directive("prerequisite", *match.span())


def _feeds(document: Document, name: str) -> bool:
    """Whether a tool of the catalog of that name tells what one of the parameters of this one takes."""
    other = next((tool for tool in document.catalog.tools if tool.name.lower() == name), None)
    if other is None or document.tool is None:
        return False
    told = other.description.lower()
    return bool(_YIELDS.search(told)) or any(parameter.name.lower() in told for parameter in document.tool.parameters)


def _words(document: Document) -> frozenset[str]:
    """The words of a tool's name; none for what a server says of itself."""
    return frozenset(split_identifier(document.tool.name)) if document.tool else frozenset()


def _start(passage: Passage, first: int, start: int) -> int:
    """Where to begin a quotation: at the call in the same sentence, as far as there is one."""
    call = re.search(rf"\b(?:must|always|required|mandatory|{_CALL})\b", passage.lower[first:start])
    return first + call.start() if call else start
