"""Orders about other tools: to be called before all of them, to leave them alone, to answer nothing without this one.

An order that yields an argument ("to get the id"), one that names the tool it belongs to, and what opens a session are
documentation of a server and no steering.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from catalint import Severity
from catalint.expression import expression
from catalint.words import singular, split_identifier
from catalint_rules.safety.directives import Directive, is_switch, patterns, prohibitions
from catalint_rules.safety.documents import Document
from catalint_rules.safety.passages import Passage

_CALL = r"(?:use|call|invoke|run|try|execute|consult)"
_CALLED = r"(?:used|called|invoked|run|executed)"
_CALLING = r"(?:using|calling|invoking|running|trying|making|executing|taking|doing|attempting)"
_TOOLS = r"(?:tools?|functions?|tool calls?)"
_OTHER = r"(?:other|another|further|additional|more|different|alternative|subsequent)"
_TURN = r"(?:conversation|chat|session|response|reply|answer|turn|user message|user request|prompt|interaction)s?"
_END = r"(?= ?[.!,;]|$)"

_BEFORE_TOOLS = expression(
    rf"\b(?:before|prior to) (?:you {_CALL} |{_CALLING} )?(?:any|all|every|each|other|another)(?: of (?:the|your))?"
    rf"(?: other| another)?(?: [\w-]+){{0,3}}? {_TOOLS}\b(?! (?:that|which|in this|requir\w*|of this)\b)"
    rf"|\b(?:before|prior to) (?:(?:doing|starting|attempting|trying) anything(?: else)?|anything else|anything{_END})"
    rf"|\bbefore (?:all|any) others?{_END}|\b(?:must|should|has to) be (?:the|your) (?:very )?first {_TOOLS}\b"
)
_BEFORE_ANSWERS = expression(
    rf"\b(?:before|prior to) (?:responding|replying|answering)"
    rf"(?:{_END}|(?= to (?:the |any |every )?user| (?:any|every|all|the user|users?|questions?)\b))"
    rf"|\b(?:before|after|in|at the (?:very )?(?:start|beginning|end) of) (?:every|each|any|all) (?:new )?{_TURN}\b"
    r"|\bbefore (?:giving |sending )?(?:your|the|a) final (?:response|answer|reply)\b"
)
_LEADS = expression(r"^(?:must|should|has to) be")
_ORDERED = expression(rf"\b(?:{_CALL}|be {_CALLED}|required|mandatory|(?:the|your) (?:very )?first)\b")
# It is the user, and no tool, that comes first.
_ASKING = expression(
    r"\b(?:ask|confirm|warn|consult)\w* (?:with )?the user\b|\b(?:confirmation|approval|permission|consent)\b"
)
_KNOWLEDGE = r"(?:knowledge|memory|training(?: data)?)"
_OWN = r"(?:own |internal |prior |built-in |pre-?trained |existing |general |training )*"
_ALONE = (
    r"(?:yourself|on your own|by yourself|from memory|(?:from|with|using) your (?:own )?(?:knowledge|memory|training)"
    rf"|without (?:first )?{_CALLING} (?:this|the|it))"
)
_BUILT_IN = r"(?:built-?in|native|default|fallback|generic|host)"
# What follows "call this first" where it has a reason.
_NO_REASON = r"(?! (?:to|when|if|for|before|on|with|in|whenever|unless|whose|so)\b)"
_PRODUCTS = r"(?:platform|provider|vendor|product)s?"
_OUTSIDE = (
    r"(?:external|third-party|competing|outside|rival) (?:[\w-]+ )?"
    rf"(?:{_PRODUCTS}|hosting|(?:service|solution|host)s?)"
)
# What "do not" and its like go on with.
_FORBIDDEN = patterns(
    (
        "forbids",
        rf"(?:{_CALL}|attempt|make)(?: to {_CALL})?(?: any| the| your)? ?{_OTHER}(?: [\w-]+)? {_TOOLS}\b",
    ),
    (
        "forbids",
        rf"(?:{_CALL}|fall back (?:to|on)|rely on)(?: the| your| any| a)? ?{_BUILT_IN}(?: [\w-]+){{0,5}}? tools\b",
    ),
    (
        "rivals",
        rf"(?:use|suggest|recommend|propose)\b[^.!?;]{{0,120}}?\b(?:any )?other (?:{_PRODUCTS}|{_OUTSIDE})\b",
    ),
    (
        "web",
        r"(?:search|browse|google|use|consult|rely on)(?: the)? (?:web|internet|web ?search(?:es)?|search engines?)\b",
    ),
    ("answers", rf"(?:(?:try|attempt) to )?(?:answer|respond|reply|solve|address|handle)\b[^.!?;]{{0,60}}?\b{_ALONE}"),
    ("knows", rf"(?:(?:rely on|use|trust|depend on|answer from) (?:your|its) {_OWN}{_KNOWLEDGE}|assume knowledge)\b"),
)
_AFTERWARDS = expression(r" ?(?:after|afterwards|once|following)\b")
_NO_OTHER = expression(
    rf"\b(?:use|call) no other {_TOOLS}\b|\bno other {_TOOLS} (?:may|must|should|can) be {_CALLED}\b"
)
_KNOWS = expression(
    r"\beven (?:if|when|though) you (?:(?:think|believe|feel)(?: that)?(?: you)? (?:already )?"
    r"(?:know|are (?:sure|certain|confident)|can answer)|(?:already )?know the answer|are (?:sure|certain|confident))"
)
_INSTEAD = expression(
    r"\b(?:instead of|rather than) (?:answering|responding|replying) (?:yourself|directly|from|on your own|with your)\b"
)
_FIRST = expression(
    rf"\b(?:must|always|should always|mandatory)\b[^.!?;]{{0,24}}?"
    rf"\b(?:{_CALL}(?: this(?: tool| function)?| it)?|be {_CALLED}) first\b{_NO_REASON}|\bmandatory first step\b"
)
_PREREQUISITE = expression(
    r"\b(?:prerequisites?|mandatory|important)\b[^.!?a-z]{1,4}(?:first,? )?"
    rf"{_CALL} (?:the )?'?(?P<one>[a-z][\w.-]*\w)'?(?P<tool> tool| function)?(?: \w+)?(?: (?:first|before)\b|[.!]|$)"
    rf"|\b(?:must|always)(?: first)? {_CALL} (?:the )?'?(?P<two>[a-z][\w.-]*\w)'?(?P<tool2> tool| function)?"
    r" (?:first|before)\b"
)
# A tool that reads tells something, whether or not the call after it takes it as an argument.
_READING = frozenset(
    "get list search find describe read check fetch show inspect view lookup look query resolve".split()
)
_PRONOUNS = frozenset("this it them that these those both all".split())
_TOOL_LIKE = expression(r"[_.-]|^(?:think|thinking|sequentialthinking|reason|reflect|plan)$")

# What a call yields that other calls need, or why it has to come first for the server's own sake.
_GETTING = (
    r"(?:obtain|get|find|discover|retrieve|resolve|look ?up|determine|identify|fetch|learn|receive|acquire|know"
    r"|see|list)"
)
_GOT = (
    r"(?:ids?|identifiers?|uuids?|keys?|names?|slugs?|tokens?|handles?|codes?|index(?:es)?|numbers?|urls?|paths?"
    r"|schemas?|fields?|columns?|structure|coordinates|values?|options?|dates?|times?|versions?|accounts?|projects?)"
)
_GIVING = r"(?:returns?|yields?|gives?|provides?|generates?|creates?|issues?|hands? out)"
_GIVEN = r"(?:\w*ids?|identifiers?|uuids?|keys?|slugs?|\w*tokens?|handles?|session|cursor)"
_YIELDS = expression(
    rf"\b(?:to|and) {_GETTING}\b[^.!?]{{0,80}}?\b{_GOT}\b|\b{_GIVING}\b[^.!?]{{0,80}}?\b{_GIVEN}\b"
    r"|(?:id|token|key|session|handle|name)s?'? (?:(?:is|are) (?:required|needed)|to (?:pass|use|give|hand))\b"
    r"|\bsince you need\b|\bneeded by\b|\brequired by\b"
    r"|\b(?:other|all|every|the other) tools (?:need|require|take|expect|fail|will fail|depend)"
    r"|\b(?:authenticat|log ?in\b|sign ?in\b|connect|initiali[sz]|session|workspace|active project)"
)
_OPENERS = frozenset(
    """
    connect login auth authenticate authorize authorise init initialize initialise session start open launch setup
    configure attach register unlock activate load enable handshake signin credentials token
    """.split()
)
_SEARCHERS = frozenset("search web browse browser fetch crawl scrape internet google bing".split())
_MEANWHILE = expression(r"\b(?:while|until|in parallel|at the same time|at once|concurrent\w*|simultaneous\w*)\b")
# What is to be left alone once a call has failed is no order for other tasks; so far before the order, in characters.
_FAILED = expression(r"\b(?:errors?|fail(?:s|ed|ure|ures)?|unsuccessful\w*)\b")
_NEAR = 160
_CONDITIONS = expression(rf"\b(?:if|unless|when|whenever|where|in case)\b|{_MEANWHILE.pattern}")


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
                failed = _FAILED.search(text[max(0, start - _NEAR) : start])
                if not (searches or (kind == "forbids" and (failed or _MEANWHILE.search(after)))):
                    severity = Severity.NOTE if kind == "knows" else None
                    stops = kind == "forbids" and _AFTERWARDS.match(after)
                    said = "stops" if stops else "forbids" if kind == "web" else kind
                    yield Directive(said, start, match.end(), severity)
                break


def _preferences(passage: Passage) -> Iterator[Directive]:
    text = passage.lower
    for match in _NO_OTHER.finditer(text) if "no other" in text else ():
        yield Directive("forbids", *match.span())
    if "instead" in text or "rather" in text:
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
    for match in _BEFORE_TOOLS.finditer(text) if "before" in text or "prior" in text or "first" in text else ():
        first, last = passage.sentence(*match.span())
        called_first = _LEADS.search(match.group()) or _ORDERED.search(
            f"{text[first : match.start()]} {text[match.end() : last]}"
        )
        if called_first and not _ASKING.search(text[first:last]):
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
        words = frozenset(map(singular, split_identifier(name)))
        taken = frozenset(singular(word) for one in tool.parameters for word in split_identifier(one.name))
        if words.isdisjoint(taken | _OPENERS | _READING) and not _feeds(document, name):
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
