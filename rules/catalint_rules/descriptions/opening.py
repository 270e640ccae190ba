"""How a description opens: with what the tool does, or with something that a one-line index then shows instead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, TypeAlias

from catalint import Context
from catalint.expression import expression
from catalint.prose import first_sentence
from catalint.words import STOP_WORDS, split_identifier, split_prose
from catalint_rules import words
from catalint_rules.analyses.lexicon import Lexicon

Kind: TypeAlias = Literal[
    "heading", "banner", "limit", "example", "usage", "requirement", "address", "role", "label", "field"
]

# How far a text is read, in characters, and how many sentences behind the first are looked at for a better one.
_READ, _SENTENCES = 1200, 6
# Longer brackets are part of what is said.
_MARK = r"[^\[\]()<>\n]{1,40}"
# A line of more characters than this holds more than a label such as "Category: billing".
_LABELLED = 60

_TOOL = r"(?:mcp )?(?:tool|function|endpoint|method|command|api|operation|action)"
_ITSELF = rf"(?:this|the) {_TOOL}"
_IT = rf"(?:{_ITSELF}|this|it)"
_CALL = r"(?:use|call|invoke|run)"
_CALLED = r"(?:used|called|invoked|run)"
_TIME = r"(?:when|whenever|if|once|before|after|only(?! to\b)|first|as soon as|in case|in cases|unless|prior to)"
_ADVERBS = r"(?:(?:please|only|always|never|first|do not|don't|you (?:must|should|can|may|need to|have to)) )*"
_USERS = r"(?:you|users?|the user|agents?|clients?)"


def _any(*patterns: str) -> re.Pattern[str]:
    return expression("|".join(patterns), re.IGNORECASE)


# Brackets, tags, emoji, bullets and Markdown in front of a sentence.
_MARKS = expression(rf"\s*(?:\[{_MARK}\]|\({_MARK}\)|</?[\w-]{{1,40}}>|[^\w\[\]()<>{{}}`\"'“‘]+)")
_LINK = expression(r"\[([^\[\]]{1,120})\]\(https?://[^()\s]+\)")
_ADDRESS = expression(r"[(<]?https?://[^\s()<>]+[)>]?")
_WORD = expression(r"[^\W\d_][\w'’-]*")
_LABEL = expression(r"(?P<label>[^\W\d_][\w'’/-]*(?: [\w'’/-]+){0,4}?)\s*(?:[:：!]+|\s[-–—]+(?=\s)|—)\s*(?P<rest>.*)")

_CODE = expression(r"^```.*?^```[ \t]*$", re.MULTILINE | re.DOTALL)
_EXAMPLE = _any(
    r"(?:for )?(?:example|sample)s?\b(?: \w+){0,3} ?:",
    r"e\.g\.|for example|usage ?:",
    r"```|curl (?:-|https?:|')",
)
_LIMIT = _any(
    r"(?:rate[ -]?)?limit(?:s|ed)?\b(?: to| of| is|:)?\s*\d",
    r"(?:max(?:imum)?|up to|at most|no more than|quota)\b[^.]{0,24}\d",
    r"\d+ ?(?:req(?:uest)?s?|calls?|credits?|tokens?)\b",
)
_REQUIREMENT = _any(
    rf"(?:{_IT} )?(?:requires|needs) |required ?:",
    r"you (?:must|need to|have to|should) (?:be|have)\b",
    r"only (?:works?|available|supported|usable)\b",
    rf"{_IT} (?:only works|is only (?:available|supported))",
    r"(?:the|an?|your|both|all|authenti\w+|authori[sz]ation|login|admin)\b[^,;:.]{0,60}"
    r"\b(?:is|are|must be) (?:required|needed|mandatory|necessary|enabled|configured|installed)\b",
)
_USAGE = _any(
    rf"{_ADVERBS}{_CALL} {_IT} (?:only |exclusively |strictly )*{_TIME}\b(?! to\b)",
    rf"{_ADVERBS}(?:use|call|invoke) (?:only )?(?:when|whenever|if|before|after|once|as soon as|in case)\b",
    rf"{_IT} (?:must|should|shall|has to|needs to|is to|can only|may only) (?:only |always |never |not )*"
    rf"be {_CALLED}\b",
    rf"{_TIME}\b[^.]{{3,240}}?\b(?:use|call|invoke) (?:{_IT}|tool)\b",
    rf"(?:before|after|prior to) (?:using|calling|invoking|running) (?:{_IT}|any)\b",
    r"(?:automatically )?(?:triggers|activates) (?:when|whenever|if) (?:the user|you|asked)\b",
    rf"when(?: not)? to {_CALL}\b",
    rf"{_CALL} [`\w]{{3,60}} (?:tool )?first\b",
    # "Please ask …", but not "Always returns …"
    r"(?:please|always|never|do not|don't|make sure|be sure) (?!\w+s\b)\w+",
)
_ENDPOINT = expression(
    r"(?:(?:endpoint|route|path|url)s? ?:? )?(?:GET|POST|PUT|PATCH|DELETE|HEAD) (?:https?:/)?/\S+\.?$"
)
_ROLE = _any(
    r"(?:you are|you're|your (?:goal|task|role|job|mission) is|act as|pretend to|welcome to)\b",
    r"as an? (?:ai|expert|assistant)\b",
)
_FILLER = _any(
    rf"{_ITSELF}(?: (?:(?:can|may) be|is) used| (?:allows?|enables?|lets?|helps?) {_USERS}"
    r"| (?:provides?|gives?) (?:you )?(?:the ability|a way)| will| can| is (?:designed|intended|meant))?"
    r"(?: to| for)?(?= [a-z`])",
    rf"(?:you can |please )?use (?:{_ITSELF}|this|it)(?: only)?(?: to| for)(?= )",
    rf"(?:an? )?{_TOOL} (?:to|that|which|used to)(?= )",
    rf"(?:allows?|enables?|lets?) {_USERS}(?: to)?(?= [a-z])",
)
# What no sentence to begin with has: a label ("Triggers: …"), a subject ("Tagging is …"), a chain of steps, a shout.
_UNFIT = expression(
    r"^[^\W\d_][\w'’-]*(?: [\w'’-]+){0,3}\s*[:：]|^\w+ (?:is|are|was|were|must|should|can|may|will|has|have)\b|[→⇒]|->"
    r"|[!！]\s*$"
)
# How a tool does it, which is what a tool for requests does and no other: "Sends a POST request to /search".
_MEANS = expression(
    r"^(?:sends?|makes?|issues?|performs?|executes?|submits?) (?:an? |the )?"
    r"(?:GET|POST|PUT|PATCH|DELETE|HEAD|https?|API|REST|GraphQL|network)(?: (?:calls?|requests?|query|queries))?\b"
    r"|^(?:calls?|invokes?|uses?|wraps?|hits?|queries|proxies) (?:the |an? |our )?[\w/.-]*(?: [\w/.-]+){0,3} "
    r"(?:API|endpoint)\b",
    re.IGNORECASE,
)
_REQUESTING = frozenset("api call curl endpoint fetch graphql http post request rest".split())
# What opens a remark that may say what the tool does.
_REMARK = expression(r"^(?:tip|note|summary|description|purpose)\s?: ", re.IGNORECASE)
# Texts that generators take over from the fields of a data model: "The items of the folder. Read-only. Nullable."
_NOUN_PHRASE = expression(r"(?:the|all|an?|any|each|every|(?:collection|list|set|array)s? of)\b", re.IGNORECASE)
_REPRESENTS = expression(r"represents (?:an?|the|all|one|any|each|information|\w+s)\b", re.IGNORECASE)
_CONDITION = expression(r", if the \w+ (?:represents|is) an? ", re.IGNORECASE)
_NULLABLE, _READ_ONLY = expression(r"(?:^|\. )Nullable\b"), expression(r"\. Read-only\b")
# "[Deprecated: use X]" is what an index should show.
_STATES = frozenset("deprecated legacy obsolete removed superseded internal".split())


class Openings:
    """Reads how descriptions open, with the word lists of a run."""

    def __init__(self, lexicon: Lexicon, ctx: Context) -> None:
        self._lexicon = lexicon
        self._headings = words.vocabulary("headings", ctx)
        self._shouts = words.vocabulary("shouts", ctx)
        self._labels = words.vocabulary("label_words", ctx)
        self._advice = words.vocabulary("advice_verbs", ctx)

    def fault(self, text: str, name: str) -> Kind | None:
        """What an English description opens with instead of what the tool does; None if it may do so.

        `name` is the tool's name: its words tell a purpose ("Read the handbook") from an order.
        """
        line = index_line(text)
        bare = unmark(line)
        marks = line[: len(line) - len(bare)]
        found = [word.lower() for word in _WORD.findall(bare)]
        if self.is_heading(text):
            return "heading"
        if any(word in _STATES for word in _WORD.findall(line.lower())[:6]):
            return None
        if text.lstrip().startswith("```") or _EXAMPLE.match(bare):
            return "example"
        if _LIMIT.match(bare):
            return "limit"
        label = _LABEL.match(bare)
        inside = _WORD.findall(label.group("label").lower()) if label else []
        rest = label.group("rest") if label else bare
        shouted = [*inside[:1], *_WORD.findall(marks.lower()), *(found[:1] if bare[:2].isupper() else ())]
        if self._shouts.intersection(shouted):
            alone = len(line) >= len(" ".join(text.split()))
            return None if self._is_purpose(rest, name, alone=alone) else "banner"
        if inside and inside[-1] in self._labels and len(inside) < 3 and len(line) < _LABELLED:
            return None if rest.count(" ") > 1 and self._is_purpose(rest, name, alone=True) else "label"
        if _ENDPOINT.match(bare):
            return "address"
        if _USAGE.match(bare):
            return "usage"
        if _ROLE.match(bare):
            return "role"
        required = _REQUIREMENT.match(bare) and not self._speaks_of(found[0], name)
        return "requirement" if required else None

    def field(self, text: str, name: str) -> Literal["", "maybe", "sure"]:
        """How surely an English description opens with what a field of a data model holds.

        "The rows of the table. Read-only." may be the words of an author on a tool that reads them: it is such a text
        where others of the catalog are.
        """
        bare = unmark(index_line(text))
        if _REPRESENTS.match(bare):
            return "" if self._speaks_of("represents", name) else "sure"
        if not _NOUN_PHRASE.match(bare):
            return ""
        paragraph = " ".join(text[:_READ].split("\n\n", 1)[0].split())
        if _NULLABLE.search(paragraph) or _CONDITION.search(bare):
            return "sure"
        return "maybe" if _READ_ONLY.search(paragraph) else ""

    def is_heading(self, text: str) -> bool:
        """True if the first line holds only words that could stand over any tool, in any language."""
        line = index_line(text)
        if text.lstrip().startswith("#"):
            line = text.strip().split("\n", 1)[0]
        found = _WORD.findall(unmark(line).lower())
        return all(word in self._headings for word in found)

    def purpose(self, text: str, name: str, *, own: bool = False) -> str:
        """The sentence behind the opening that best says what the tool does; empty if none of the next ones does.

        With `own`, only a sentence that shares a word with the tool's name counts.
        """
        candidates: list[str] = []
        for sentence in _following(text):
            bare = _REMARK.sub("", unmark(sentence), count=1)
            plain = bare[len(find_filler(bare)) :].strip()
            if self.states_purpose(plain, name):
                candidates.append(plain[0].upper() + plain[1:])
        fallback = "" if own or not candidates else candidates[0]
        return next((line for line in candidates if self._speaks_of(line, name)), fallback)

    def states_purpose(self, line: str, name: str) -> bool:
        """True for a line that opens with a verb that a tool can do, and says to what."""
        first = _WORD.match(line)
        word = first.group().lower() if first else ""
        if line.count(" ") < 2 or not self._lexicon.verb(word) or _UNFIT.search(line) or self.fault(line, name):
            return False
        if _MEANS.match(line) and _REQUESTING.isdisjoint(split_identifier(name)):
            return False
        return word not in self._advice or self._speaks_of(word, name)

    def _is_purpose(self, text: str, name: str, *, alone: bool = False) -> bool:
        """True for "Deletes …" and "This tool deletes …"; for "Delete …" if the name has the verb.

        "Ask the owner" is an order where more follows; `alone`, it is what the tool does if the name speaks of that.
        """
        bare = unmark(text)
        plain = bare[len(find_filler(bare)) :].strip()
        first = _WORD.match(plain)
        word = first.group().lower() if first else ""
        if not self._lexicon.verb(word) or _USAGE.match(bare):
            return False
        if self._speaks_of(word, name):
            return True
        if word in self._advice:
            return False
        return (word.endswith("s") and word not in self._lexicon.verbs) or (alone and self._speaks_of(plain, name))

    def _speaks_of(self, text: str, name: str) -> bool:
        sense = self._lexicon.sense
        said = {sense(word) for word in split_prose(text) if word not in STOP_WORDS}
        return any(sense(word) in said for word in split_identifier(name))


def index_line(text: str) -> str:
    """The first sentence of a description, which a one-line index shows."""
    # some servers escape their line feeds twice
    return first_sentence(text[:_READ].replace("\\n", "\n"))


def without_addresses(line: str) -> str:
    """A line without the addresses in it; of a link in Markdown its text stays."""
    return " ".join(_ADDRESS.sub("", _LINK.sub(r"\1", line)).split()) if "://" in line else line


def unmark(line: str) -> str:
    """A line without the marks in front of its first word: brackets, tags, emoji, bullets, Markdown."""
    while match := _MARKS.match(line):
        line = line[match.end() :]
    return line.strip()


def find_filler(line: str) -> str:
    """What stands in front of a verb and says nothing, such as "This tool" or "Use this tool to"; empty if nothing."""
    match = _FILLER.match(line)
    return match.group() if match else ""


def _following(text: str) -> Iterator[str]:
    """The sentences behind the first, or behind a heading."""
    rest = _CODE.sub("", text[:_READ].replace("\\n", "\n")).strip()
    sentence = rest.split("\n", 1)[0] if rest.startswith("#") else first_sentence(rest)
    if not text.lstrip().startswith("```"):
        rest = _behind(rest, sentence)
    for _ in range(_SENTENCES):
        if not rest:
            return
        sentence = first_sentence(rest)
        yield sentence
        rest = _behind(rest, sentence)


def _behind(text: str, sentence: str) -> str:
    """What follows a sentence whose white space was folded."""
    position = 0
    for word in sentence.split():
        position = text.index(word, position) + len(word)
    return text[position:].strip()
