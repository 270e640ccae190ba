"""What a text says about which values a parameter goes with: "required for create", "[update only]", "when mode is x".

Only the words around a value count, never the value alone, since values such as `list` or `text` are plain English.
Texts come from strangers: each pattern looks at a short window beside a value, so that the time stays linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from catalint.expression import expression
from catalint.words import STOP_WORDS, split_identifier

# How far from a value its cue may stand: "only used when the action is set to one of" is 43 characters long.
_BEFORE = 70
_AFTER = 30
# A text that names values more often than this is a manual; what it says stands at its beginning.
_MOST_MENTIONS = 400
_LONGEST_JOINT = 44
_LONGEST_SEGMENT = 500

_WORDS_AND_MARKS = expression(r"[\w'’]+|[^\w\s]")
# The name of the selector is written as "action" before its texts are read.
_SELECTORS = frozenset("action actions operation operations mode modes command commands".split())
_KINDS = _SELECTORS | frozenset("method methods type types value values".split())
_EQUALS = frozenset(("is", "are", "=", ":", "!", "equals", "set", "to", "of", "in", "not", "isn't", "one", "either"))
_ARTICLES = frozenset("the a an all any each every using one of either both".split())
_CONDITIONS = frozenset("for when while during whenever under".split())
_PLACES = frozenset("on in with".split())
_PREPOSITIONS = _CONDITIONS | _PLACES | frozenset("if by to as unless where and or".split())
_ADVERBS = frozenset("only exclusively solely just mainly".split())
_EXCEPTIONS = frozenset("only except unless excluding".split())
_STATES = _ADVERBS | frozenset(
    """
    required needed necessary mandatory must used applies apply applied applicable relevant valid supported available
    meaningful optional honored honoured considered accepted allowed effective ignored unused effect works work affects
    provide provided specify specified set pass passed omit omitted skip unless except not excluding leave
    """.split()
)
# Words of a cue, and words so common in texts on parameters that they name no value by themselves.
_COMMON = _STATES | frozenset("default value values custom type name".split())
# Behind these words a value says where something comes from, not what it is for.
_ORIGINS = frozenset("from via call calls calling run running".split())
_FINDINGS = frozenset("get obtain obtained find found discover discovered returned output".split())

# What stands behind a value, from where it ends.
_NAMED = expression(
    r"[\"'`]{0,2}\s{0,2}[`\"']?(?:(?:action|operation|mode|method|command|type|value|request|call)s?|only)\b"
)
_CLOSED = expression(r"[\"'`*]{0,2}\s{0,2}(?:(?:\w{1,14}\s{0,2}){0,2}[\])]|[:,;.—-])")
_ALONE = expression(r"[\"'`)\]*]{0,3}[\s-]{0,2}(?:(?:action|operation|mode|command)s?\s)?(?:only|exclusively)\b")
_HEADED = expression(r"[\"'`)\]*]{0,4}\s{0,2}(?:(?:action|operation|mode|command)s?|only)?\s{0,2}(?::|[-–—]\s|[\])])")
_CLAUSE_END = expression(r"[\"'`)\]*]{0,4}\s{0,3}(?:$|[.;,:)\]\n|]|[-–—](?=\s)|\()")

_NEGATION = expression(
    r"\b(?:not|never|isn't|aren't|doesn't|don't|cannot|can't|(?<!being )ignored|unused|omit|omitted|skip|leave|without|"
    r"no effect|n/a|irrelevant|excluding|forbidden)\b|!="
)
_EXCEPTION = expression(r"\b(?:unless|except|other than|but not|besides|apart from)\b")
_SENTENCE = expression(r"[.;!?](?=\s)|\n")
# Values of one run, maybe with a word on each in brackets: "TEXT (string), SWAP (key)".
_JOINED = expression(
    r"[\"'`]?(?:\s?\([^()\n]{1,30}\))?[\s,/|&+\"'`\[\]()*]{0,6}(?:(?:and|or|also|plus)[\s\"'`\[(*]{1,4})?"
)
_OPENING = " \t\"'`([{*"
_QUOTES = frozenset("'\"`‘“")
_MARKS = _QUOTES | frozenset("*{")
_BRACKETS = frozenset("([")

# What stands before and behind a value that heads a part of a text: "- resize: ...", "`list` needs ...".
_HEAD_BEFORE = expression(
    r"(?:^|[\n,;.(|:\-–—*•=]|\b(?:and|or|for|with|use|action|mode|operation)\b|\d[.)])[\s\"'`*\[(=:]{0,6}$"
)
_HEAD_AFTER = expression(
    r"[\"'`)\]*]{0,4}\s{0,3}(?:[:=(|]|[-–—]{1,2}\s|→|->|(?:only\s|also\s|additionally\s)?"
    r"(?:needs?|requires?|takes?|uses?|accepts?|expects?|wants?|with|adds?|must)\b)"
)
_LINE_BEFORE = expression(r"(?:^|\n)[\s\"'`*•\-\d.)(]{0,10}(?:(?:action|mode|operation)[\s\"'`=:]{1,4})?$")
# An empty line or the next number of a numbered list, whose value may be one that nobody listed.
_NEXT_ITEM = expression(r"\n[ \t]*\n|\s\d{1,2}[.)]\s")
# A name is something needed where these words stand before it, with other names between at most.
_NEEDS = expression(
    r"\b(?:requires?|required|needs?|needed|takes?|uses?|using|accepts?|expects?|pass|provide|specify|supply|give|with|args|"
    r"params|parameters|inputs|optional|optionally|fields|plus|sets?|only|by)\b[\s:]{0,3}"
    r"(?:(?:only|either|both|an?|the|new|at least|one of|[\w\"'`]{1,40}[,/|&+]?)\s{0,2}(?:and |or |& |\+ )?){0,6}$"
)
# Examples of calls and of JSON name parameters and values side by side, but tie nothing.
_EXAMPLE = expression(
    r"\w\(\s{0,4}[\"'][^\"'\n]{0,60}[\"']\s{0,2}[,)]|\w\(\s{0,4}\{?\s{0,4}\w{1,60}\s{0,2}[=:]|\{\s{0,4}[\"']?\w{1,60}[\"']?\s{0,2}:|\w[\"']\s{0,2}:\s{0,2}[\"'\[{\d]"
)
_DEFAULT = expression(r"\bdefaults?\b", re.IGNORECASE)


class Vocabulary(NamedTuple):
    """The values of one selector as they may stand in a text.

    `forms` maps a spelling, its words in lower case, to the values meant: a whole value, also in its -ing form, or for
    `parts` one word that several values may share (`user` of `create_user` and `delete_user`).
    """

    selector: str
    values: tuple[str, ...]
    forms: Mapping[tuple[str, ...], frozenset[str]]
    parts: frozenset[tuple[str, ...]]


class Mention(NamedTuple):
    """A run of values in a text ("create, update or delete"): where it stands and which values it names.

    `exact` is false where only a part of a value's name stands there, `quoted` true where each is in quotes.
    """

    start: int
    end: int
    values: frozenset[str]
    exact: bool
    quoted: bool


def vocabulary(selector: str, values: Sequence[str]) -> Vocabulary:
    """Prepare the values of a selector for being looked up in texts."""
    whole: dict[tuple[str, ...], set[str]] = {}
    shared: dict[tuple[str, ...], set[str]] = {}
    # what the selector is called says of no value which it is: `block_type` with open_block
    common = _COMMON | set(split_identifier(selector))
    for value in values:
        found = split_identifier(value)
        whole.setdefault(_spelling(value), set()).add(value)
        if len(found) == 1:
            whole.setdefault((_doing(found[0]),), set()).add(value)
        for word in found if len(found) > 1 else ():
            if len(word) > 2 and word not in STOP_WORDS and word not in common:
                shared.setdefault((word,), set()).add(value)
        if len(found) > 1:
            shared.setdefault((_doing(found[0]),), set()).add(value)
    parts = {form for form, meant in shared.items() if form not in whole and len(meant) < len(values)}
    forms = {form: frozenset(meant) for form, meant in whole.items() if form}
    forms.update((form, frozenset(shared[form])) for form in parts)
    return Vocabulary(selector, tuple(values), forms, frozenset(parts))


def mentions(lowered: str, known: Vocabulary) -> list[Mention]:
    """The runs of values in a text in lower case, in order."""
    single: list[Mention] = []
    for form, values in known.forms.items():
        for start, end in _occurrences(lowered, form):
            quoted = start > 0 and lowered[start - 1] in _QUOTES
            single.append(Mention(start, end, values, form not in known.parts, quoted))
    single.sort(key=lambda mention: (mention.start, -mention.end))
    found: list[Mention] = []
    for mention in single[:_MOST_MENTIONS]:
        last = found[-1] if found else None
        if (
            last is None
            or mention.start - last.end > _LONGEST_JOINT
            or not _JOINED.fullmatch(lowered, last.end, mention.start)
        ):
            if last is None or mention.start >= last.end:
                found.append(mention)
            continue
        exact, quoted = last.exact and mention.exact, last.quoted and mention.quoted
        found[-1] = Mention(last.start, mention.end, last.values | mention.values, exact, quoted)
    return found


def tied_values(text: str, known: Vocabulary) -> tuple[frozenset[str], str]:
    """The values that a text on a parameter ties it to, with the words that say so; empty if all or none."""
    lowered = text.lower()
    tied: set[str] = set()
    untied: set[str] = set()
    quote = ""
    for mention in mentions(lowered, known):
        begin = max(0, mention.start - _BEFORE)
        window = lowered[begin : mention.start]
        cut = max((match.end() for match in _SENTENCE.finditer(window)), default=0)
        before = window[cut:].replace(known.selector.lower(), "action")
        after = lowered[mention.end : mention.end + _AFTER].replace(known.selector.lower(), "action")
        if not _is_cued(before, after, mention, starts=cut > 0 or begin == 0):
            continue
        # "Include IF NOT EXISTS (for create)": what stands before a bracket is not negated in it
        cue = re.split(r"[(\[]", before.rstrip(_OPENING))[-1] if "(" in before or "[" in before else before
        negated = len(_NEGATION.findall(cue)) + len(_EXCEPTION.findall(cue))
        (untied if negated % 2 else tied).update(mention.values)
        quote = quote or _SENTENCE.split(text[begin + cut : mention.end + _AFTER].strip(), maxsplit=1)[0]
    if not tied and untied:
        tied = set(known.values) - untied
    if not tied or len(tied) == len(known.values):
        return frozenset(), ""
    return frozenset(tied), " ".join(quote.split())


def told_values(text: str, known: Vocabulary, names: Sequence[str]) -> Mapping[str, tuple[frozenset[str], str]]:
    """The values that a text on the whole ties each of the named parameters to: "resize: needs width and height"."""
    tied: dict[str, set[str]] = {}
    quotes: dict[str, str] = {}

    def note(name: str, values: frozenset[str], quote: str) -> None:
        tied.setdefault(name, set()).update(values)
        quotes.setdefault(name, " ".join(quote.split())[:120])

    for values, body in segments(text, known):
        for name in named_parameters(body, names):
            note(name, values, body)
    for sentence in _SENTENCE.split(text):
        named = named_parameters(sentence, names) if sentence.strip() else frozenset()
        if named and not _EXAMPLE.search(sentence) and not _DEFAULT.search(sentence):
            values, quote = tied_values(sentence, known)
            for name in named if values else ():
                note(name, values, quote)
    return {name: (frozenset(values), quotes[name]) for name, values in tied.items()}


def segments(text: str, known: Vocabulary) -> Iterator[tuple[frozenset[str], str]]:
    """The parts of a text that are about single values: the values, and the text up to the next such part.

    A part that begins a line runs to the next one or an empty line, another to the end of its sentence.
    """
    lowered = text.lower()
    heads = [mention for mention in mentions(lowered, known) if mention.exact and _heads_part(lowered, mention)]
    for position, mention in enumerate(heads):
        limit = heads[position + 1].start if position + 1 < len(heads) else len(text)
        body = text[mention.end : min(limit, mention.end + _LONGEST_SEGMENT)]
        if _LINE_BEFORE.search(lowered, max(0, mention.start - 24), mention.start):
            body = _NEXT_ITEM.split(body, maxsplit=1)[0]
        else:
            body = re.split(r"\.\s|\n", body, maxsplit=1)[0]
        if not _EXAMPLE.search(f"{text[max(0, mention.start - 60) : mention.end]}{body}"):
            yield mention.values, body


def named_parameters(text: str, names: Iterable[str]) -> frozenset[str]:
    """The parameters that a text names. A name that is a plain word counts only in quotes or as something needed."""
    return frozenset(name for name in names if name in text and _is_named(text, name))


def _is_named(text: str, name: str) -> bool:
    coded = len(name) > 2 and ("_" in name or not (name.islower() or name.istitle()) or not name.isalpha())
    position = text.find(name)
    while position >= 0:
        end = position + len(name)
        if _is_whole(text, position, end):
            before = text[max(0, position - 60) : position]
            if coded or before[-1:] in _QUOTES or _NEEDS.search(_SENTENCE.split(before)[-1].lower()):
                return True
        position = text.find(name, end)
    return False


def _is_cued(before: str, after: str, mention: Mention, *, starts: bool) -> bool:
    """Whether the words beside a run of values say that something goes with just these values."""
    cue = _read_back(_WORDS_AND_MARKS.findall(before))
    if cue.origin:
        return False
    ends = mention.quoted or bool(_NAMED.match(after) or _CLAUSE_END.match(after))
    if cue.selected or cue.stated or (cue.excepting and ends):
        return True
    if cue.bracketed and (_CLOSED.match(after) or _HEADED.match(after)):
        return True
    beginning = starts and not before.strip(_OPENING + "-•:")
    if beginning and _HEADED.match(after):
        return True
    if not mention.exact:
        return False
    if mention.quoted and cue.preposition in _PLACES and _CLAUSE_END.match(after):
        return True
    conditional = cue.preposition in _CONDITIONS
    if conditional and ends:
        return True
    return (beginning or conditional) and bool(_ALONE.match(after))


class _Cue(NamedTuple):
    """What stands before a run of values, read backwards from it.

    `selected`: "action is". `stated`: "only used for". `excepting`: "except". `bracketed`: "(", "(required for".
    `preposition`: the one right before the values. `origin`: "returned by".
    """

    selected: bool = False
    stated: bool = False
    excepting: bool = False
    bracketed: bool = False
    preposition: str = ""
    origin: bool = False


def _read_back(tokens: Sequence[str]) -> _Cue:
    end = len(tokens)
    opened = False
    while end and (tokens[end - 1] in _MARKS or tokens[end - 1] in _BRACKETS):
        opened = opened or tokens[end - 1] in _BRACKETS
        end -= 1
    if opened:
        return _Cue(bracketed=True)
    kind, selected, end = _read_kind(tokens, end)
    using = False
    while end and tokens[end - 1] in _ARTICLES:
        using = using or tokens[end - 1] == "using"
        end -= 1
    word = tokens[end - 1] if end else ""
    origin = word in _ORIGINS or (word in ("by", "with", "of", "via") and _near(tokens, end - 1, _FINDINGS))
    excepting, stated, preposition = word in _EXCEPTIONS, False, ""
    if word in _PREPOSITIONS:
        end -= 1
        stated = _near(tokens, end, _STATES)
        preposition = "" if kind else word
    elif using:
        origin = True
    if end and tokens[end - 1] in _STATES:
        end -= 1
    bracketed = bool(end) and tokens[end - 1] in _BRACKETS
    return _Cue(selected, stated, excepting, bracketed, preposition, origin)


def _read_kind(tokens: Sequence[str], end: int) -> tuple[str, bool, int]:
    """The word for the selector right before the values, whether it is set equal to them, and where it begins."""
    start = end
    while start and tokens[start - 1] in _EQUALS:
        start -= 1
    equal = start < end
    while start and tokens[start - 1] in _MARKS:
        start -= 1
    if not start or tokens[start - 1] not in _KINDS:
        return "", False, end
    word = tokens[start - 1]
    start -= 1
    while start and tokens[start - 1] in _MARKS:
        start -= 1
    return word, equal and word in _SELECTORS, start


def _near(tokens: Sequence[str], end: int, wanted: frozenset[str]) -> bool:
    """Whether one of the wanted words is among the last three before a position, with words only in between."""
    for token in reversed(tokens[max(0, end - 3) : end]):
        if token in wanted:
            return True
        if not (token[0].isalnum() or token[0] == "_"):
            return False
    return False


def _heads_part(lowered: str, mention: Mention) -> bool:
    before = lowered[max(0, mention.start - 16) : mention.start]
    return bool(_HEAD_BEFORE.search(before) and _HEAD_AFTER.match(lowered, mention.end))


def _occurrences(lowered: str, form: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Where a spelling stands in a text as words of their own, split by one blank, hyphen or underscore each."""
    start = lowered.find(form[0])
    count = 0
    while start >= 0 and count < _MOST_MENTIONS:
        end = start + len(form[0])
        for word in form[1:]:
            if lowered[end : end + 1] in (" ", "-", "_") and lowered.startswith(word, end + 1):
                end += 1 + len(word)
            else:
                end = -1
                break
        if end > 0 and _is_whole(lowered, start, end):
            count += 1
            yield start, end
        start = lowered.find(form[0], start + 1)


def _is_whole(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    if before and (before.isalnum() or before in "_-."):
        return False
    return not after or not (after.isalnum() or after in "_-" or (after == "." and text[end + 1 : end + 2].isalnum()))


def _spelling(value: str) -> tuple[str, ...]:
    return tuple(re.split(r"[\s_-]+", value.lower().strip(" _-")))


def _doing(verb: str) -> str:
    """The -ing form of a verb: create -> creating, get -> getting."""
    if verb.endswith("e") and not verb.endswith("ee"):
        return f"{verb[:-1]}ing"
    if 2 < len(verb) < 5 and verb[-1] in "bdgmnpt" and verb[-2] in "aeiou" and verb[-3] not in "aeiou":
        return f"{verb}{verb[-1]}ing"
    return f"{verb}ing"
