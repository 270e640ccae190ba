"""Finds what in a text will differ the next time that a server writes it down.

Precision comes first: a date alone proves nothing, since texts are full of examples, versions and deadlines. So a
moment needs words that say what it is the moment of, a number the words of a count, an identifier those of a session.
What stands in a sample or behind "e.g." is left alone.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import Literal, NamedTuple, TypeAlias

from catalint import Context
from catalint.expression import expression
from catalint.words import singular
from catalint_rules import words

Kind: TypeAlias = Literal["moment", "count", "process", "id", "port", "home"]


class Change(NamedTuple):
    """What will differ: its kind, and its words with those that show it."""

    kind: Kind
    text: str


_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?"
_DATE = (
    r"\d{4}-\d\d-\d\d|\d{4}/\d\d/\d\d|\d{1,2}\.\d{1,2}\.\d{4}|\d{4}年\d{1,2}月\d{1,2}日"
    rf"|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}|\d{{1,2}}(?:st|nd|rd|th)? {_MONTH} \d{{4}}"
)
_ZONE = r"(?: ?(?:Z|UTC|GMT|[AP]M|[A-Z]{3,4}|[+-]\d\d:?\d\d)\b)?"
_SECONDS = r":\d\d(?:[.,]\d{1,9})?"
_STAMP = expression(
    rf"(?<![A-Za-z0-9.-])(?:(?:[MTWFS][a-z]{{2,5}}day,? )?(?P<date>{_DATE})"
    rf"(?P<time>(?:T|,? (?:at )?)\d{{1,2}}:\d\d(?P<seconds>{_SECONDS})?{_ZONE})?"
    rf"|\d{{1,2}}:\d\d{_SECONDS}{_ZONE}|1[5-9]\d{{8}}(?:\d{{3}})?\b)"
)
_BETWEEN = r"(?:\s*\b(?:am|are|at|el|il|is|le|of|on|since|the|um|was)\b)*\s*(?:[:=：(]|->)?\s*[`'\"]?"
# Behind a moment in Chinese, Japanese and Korean: "at the time of", "until".
_BEHIND = expression(r"\s*(?:時点|现在|現在|為止|为止|기준)")
# A second that nobody would make up: those of examples are round.
_ODD = expression(r":(?!00)\d\d|[.,]\d*[1-9]")
# The day of a change that is for good, which will stand there next year; and the day of a state.
_FOR_GOOD = expression(
    r"\b(?:no longer|deprecat|discontinu|obsolete|sunset|remov|retir|replac|support|requir|introduc|releas|renam"
    r"|effective|version|available|unavailable|must|will|law|act|regulation)",
    re.IGNORECASE,
)
_STATE = expression(
    r"\bthere (?:are|is)\b|\b(?:current|data|index|total|count|status|snapshot|today)|\b\d+ [a-z]+s\b",
    re.IGNORECASE,
)

_DIGIT = expression(r"\d")
_CLOCK_OR_YEAR = expression(r"\d:\d\d|(?:19|20)\d\d|1[5-9]\d{8}")
# A number in front of a word.
_COUNTED = expression(r"(?<![\w.,:/#$€£-])(?:\d{1,3}(?:,\d{3})+|\d{1,9})(?= [A-Za-z])")
_NUMBER = r"(?<![\w.,:/#$€£-])(?P<number>\d{1,3}(?:,\d{3})+|\d{1,9})"
# The words around a number in which a count shows.
_AROUND = 80
_THINGS = r"(?P<things>(?:[a-z][a-z'-]* ){0,2}[a-z][a-z'-]+)"
_NOW = r"(?:currently|presently|right now|at the moment|at present|so far|to date|as of now|now)"
_STORE = (
    r"(?:index|database|store|cache|collection|catalog|library|vault|workspace|repository|archive|corpus|queue"
    r"|knowledge base|knowledge graph)"
)
_COUNTS = (
    expression(
        rf"\b(?:there (?:are|were)(?: {_NOW})?|{_NOW},?(?: (?:it|this|the|your|our) ?(?:server|{_STORE})?)?"
        r"(?: (?:has|have|holds?|contains?|indexes|stores?|tracks?|knows|lists?|serves?|connected to))?(?: there are)?)"
        rf"(?: a total of| exactly)? {_NUMBER} {_THINGS}",
        re.IGNORECASE,
    ),
    expression(
        rf"{_NUMBER} {_THINGS} (?:(?:are|were|have been) )?(?:{_NOW} |already )?"
        r"(?:indexed|cached|stored|loaded|connected|online|registered|tracked|ingested|synced|imported"
        rf"|in (?:the|this|your|our) {_STORE})\b",
        re.IGNORECASE,
    ),
    expression(
        rf"\b(?:{_STORE} (?:of|with|has|holds|contains)|search(?:es)?(?: across| through| over)?(?: all)?"
        rf"|total of|total:) {_NUMBER} {_THINGS}",
        re.IGNORECASE,
    ),
    expression(rf"{_NUMBER} {_THINGS} {_NOW}\b", re.IGNORECASE),
)
_IS_NOW = expression(rf"\b{_NOW}\b", re.IGNORECASE)
# People who describe what stays count up to about here: "there are 12 rooms".
_LARGEST_CHOSEN = 20
# Words in front of a number by which it is a limit or a condition, and no count.
_LIMIT = expression(
    r"\b(?:up to|at most|at least|max|maximum|min|minimum|limit\w*|more than|less than|fewer than|over|under|than|if"
    r"|when|unless|until|once|while|only|first|last|top|about|around|roughly|approximately|per|every|each|default\w*)"
    r"\b[^.]{0,24}$",
    re.IGNORECASE,
)
_AGE = expression(
    r"\b(?:updated|refreshed|synced|indexed|built|generated|started|fetched|crawled|scanned|loaded|cached|checked)"
    r" (?:about )?\d{1,4} (?:seconds?|minutes?|hours?|days?|weeks?) ago\b",
    re.IGNORECASE,
)
_PROCESS = expression(
    r"\b(?:pid|process id)\b ?[:=#]? ?\d{2,7}\b|\buptime\b ?(?:is|:|=)? ?\d[\w:.]{0,12}"
    r"|\b(?:up|running) for \d+ ?(?:seconds|minutes|hours|days|[smhd]\b)",
    re.IGNORECASE,
)
_IDENTITY = expression(
    r"\b(?:session|instance|connection|process|run|boot|worker|server)(?:[ _-]?(?:id|uuid|identifier))?(?: is)?"
    r"\s?[:=#(]?\s?[`'\"]?(?P<id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b",
    re.IGNORECASE,
)
_UUID = expression(r"\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\b")
_DUMMY = expression(r"(.)\1{5}|1234|123e4567|abcd|deadbeef", re.IGNORECASE)
_PORT = expression(
    r"(?:\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0)|\[::1?\]):(?P<port>\d{5})\b|\bport (?:is |: ?|= ?)?(?P<other>\d{5})\b",
    re.IGNORECASE,
)
_PORT_NUMBER = expression(r"(?<=[ :=])[3-6]\d{4}\b")
# From here on Linux hands out ports to whoever does not ask for one; IANA sets 49152 and up aside for that.
# https://docs.kernel.org/networking/ip-sysctl.html, https://www.rfc-editor.org/rfc/rfc6335
_FIRST_EPHEMERAL = 32_768
_DEFAULT = expression(r"\bdefault", re.IGNORECASE)
_PART = r"[^\s/\\\"'`<>(){}\[\],;:|*?$%]"
_HOME = expression(
    rf"(?<![\w/.:~}}>-])(?:/home/|/Users/|[A-Za-z]:[\\/]{{1,2}}Users[\\/]{{1,2}}|/[a-z]/Users/)(?P<user>{_PART}{{1,40}})"
    r"[/\\][^\s\"'`<>()\[\],;|*?]{1,200}"
    r"|(?<![\w/.])(?P<temporary>/var/folders/\w\w/\w{6,40}|(?:/private)?/tmp/tmp[a-z0-9_]{6,20})",
)
# "C:\\data → /home/data": how paths are mapped, not where somebody lives; and files that nobody has but examples.
_MAPPED_BEFORE = expression(r"(?:→|⇒|↦|[-=]>|\b(?:becomes|maps? to|mapped to|translates? to))\s*[`'\"]?$")
_MAPPED_BEHIND = expression(r"[`'\"]?\s*(?:→|⇒|↦|[-=]>|(?:becomes|maps? to|is mapped to|translates? to)\b)")
_STAND_IN = expression(
    r"[/\\](?:path[/\\]to|your[\w-]*|example[\w-]*|(?:file|image|document|input|output)\.\w{1,5})(?=[/\\]|$)"
)
_REQUEST = expression(r"\b(?:GET|POST|PUT|PATCH|DELETE|HEAD)\s+$")

# Fenced code, and what stands below or behind words such as "Example:".
_SAMPLE = expression(
    r"```.*?(?:```|\Z)"
    r"|^[ \t#*>-]*(?:usage )?(?:examples?|samples?)(?: \w+){0,3}[ \t]*[*:]{0,3}[ \t]*$"
    r".*?(?=^[ \t]*(?:#{1,6} |\*\*)?[A-Z][\w ]{1,30}[*:]{1,3}[ \t]*$|\Z)"
    r"|\b(?:examples?|samples?)(?: \w+){0,2} ?[:：][^\n]*",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
_EXAMPLE = expression(
    r"\b(?:e\. ?g\.|eg|ex\.|examples?|for instance|such as|like|formats?|formatted|samples?|looks?|iso[ -]?8601"
    r"|rfc[ -]?\d{4}|placeholder|imagine|suppose|would|beispiel|z\. ?b\.|par exemple|p\. ?ex\.|por ejemplo"
    r"|por exemplo)|例|如|예",
    re.IGNORECASE,
)
_SENTENCE_END = expression(r"[.!?](?=\s+[A-Z0-9*#(\[-])|[。！？]|\n\s*\n|\n\s*[-*•]\s")
_LONGEST_SENTENCE = 300
# The longest text of 117 public servers has 35,000 characters; each number in a text is looked at with what is around.
_LONGEST_TEXT = 100_000
_QUOTES = "'\"`“”‘’"


def find_changes(text: str, ctx: Context | None = None) -> Iterator[Change]:
    """What in a text will differ next time, kind by kind; what stands far behind in a huge text is not read."""
    text = text[:_LONGEST_TEXT]
    reader = _Reader(text, ctx)
    # most texts have no digit, and words are looked for around digits only: that is what keeps this fast
    if _DIGIT.search(text):
        if _CLOCK_OR_YEAR.search(text):
            yield from reader.moments()
        yield from reader.counts()
        if " ago" in text:
            yield from reader.plain("moment", _AGE)
        lower = text.lower()
        if "pid" in lower or "process id" in lower or "uptime" in lower or "up for" in lower or "running for" in lower:
            yield from reader.plain("process", _PROCESS)
        if text.count("-") > 3:
            yield from reader.identities()
        yield from reader.ports()
    if "/home/" in text or "Users" in text or "/var/folders/" in text or "/tmp/" in text:  # noqa: S108 - a text is read
        yield from reader.homes()


def is_computed_moment(text: str) -> bool:
    """Whether a value is a moment that was computed, to the second or closer: `2026-03-05T08:17:31.412Z`."""
    stamp = _STAMP.fullmatch(text)
    return bool(stamp and stamp["date"] and stamp["seconds"] and _ODD.search(stamp["seconds"]))


@dataclass(frozen=True)
class _Reader:
    """Reads one text."""

    text: str
    ctx: Context | None

    def moments(self) -> Iterator[Change]:
        cues = _cues(words.lines("moment_cues", self.ctx))
        for match in _STAMP.finditer(self.text):
            start, end = match.span()
            cue = cues.search(self.text, max(0, start - 60), start)
            if not match["date"]:
                shown = bool(cue)
            elif match["time"]:
                odd = bool(match["seconds"] and _ODD.search(match["seconds"])) and not self.is_quoted(start, end)
                shown = bool(cue or odd or _BEHIND.match(self.text, end))
            else:
                sentence = self.sentence(start, end)
                shown = bool(cue) and bool(_STATE.search(sentence)) and not _FOR_GOOD.search(sentence)
            if shown and not self.is_example(start):
                yield Change("moment", self.text[cue.start() if cue else start : end].rstrip("`'\" "))

    def counts(self) -> Iterator[Change]:
        fixed = words.vocabulary("fixed_counts", self.ctx)
        for number in _COUNTED.finditer(self.text):
            first = max(0, number.start() - _AROUND)
            around = self.text[first : number.end() + _AROUND]
            found = (match for pattern in _COUNTS for match in pattern.finditer(around))
            match = next((match for match in found if first + match.start("number") == number.start()), None)
            if match is None or not _is_counted(match) or _LIMIT.search(around[: match.start("number")]):
                continue
            things = match["things"].lower().split()
            several = any(word != singular(word) or word in ("people", "children") for word in things)
            if several and fixed.isdisjoint(map(singular, things)) and not self.is_example(number.start()):
                yield Change("count", match.group())

    def plain(self, kind: Kind, pattern: re.Pattern[str]) -> Iterator[Change]:
        for match in pattern.finditer(self.text):
            if not self.is_example(match.start()):
                yield Change(kind, match.group().rstrip("."))

    def identities(self) -> Iterator[Change]:
        for identity in _UUID.finditer(self.text):
            start, end = identity.span()
            named = _IDENTITY.search(self.text, max(0, start - _AROUND), end)
            bare = not self.is_quoted(start, end) and self.text[start - 1 : start] not in ("-", "/", ":")
            if (named or bare) and not _DUMMY.search(identity.group()) and not self.is_example(start):
                yield Change("id", (named or identity).group())

    def ports(self) -> Iterator[Change]:
        known = words.vocabulary("known_ports", self.ctx)
        for number in _PORT_NUMBER.finditer(self.text):
            match = _PORT.search(self.text, max(0, number.start() - 20), number.end())
            if match is None:
                continue
            port = match["port"] or match["other"]
            handed_out = _FIRST_EPHEMERAL <= int(port) <= 65_535 and port not in known
            fixed = _DEFAULT.search(self.sentence(*match.span()))
            if handed_out and not fixed and not self.is_example(match.start()):
                yield Change("port", match.group())

    def homes(self) -> Iterator[Change]:
        stable = words.vocabulary("stable_homes", self.ctx)
        for match in _HOME.finditer(self.text):
            user = (match["user"] or "").lower()
            known = user in stable or (user and not user[0].isalnum())
            asked = _REQUEST.search(self.text, max(0, match.start() - 10), match.start())
            home = match.group().rstrip(".!?")
            mapped = _MAPPED_BEFORE.search(
                self.text, max(0, match.start() - _AROUND), match.start()
            ) or _MAPPED_BEHIND.match(self.text, match.start() + len(home))
            if mapped or _STAND_IN.search(home):
                continue
            if not known and not asked and not self.is_example(match.start()):
                yield Change("home", home)

    def is_quoted(self, start: int, end: int) -> bool:
        """Whether a stretch stands in quotes, or is compared with something as in a query."""
        before, behind = self.text[:start].rstrip()[-1:], self.text[end : end + 1]
        return (before in _QUOTES and before != "") or (behind in _QUOTES and behind != "") or before in ("=", "<", ">")

    def is_example(self, start: int) -> bool:
        """Whether what begins there is said to be an example, or stands in one."""
        # samples stand side by side, so only the last that begins before can hold it
        position = bisect_right(self.samples, start, key=itemgetter(0))
        if position and start < self.samples[position - 1][1]:
            return True
        return bool(_EXAMPLE.search(self.text, self.sentence_start(start), start))

    def sentence(self, start: int, end: int) -> str:
        """The sentence around a stretch."""
        stop = _SENTENCE_END.search(self.text, end, end + _LONGEST_SENTENCE)
        return self.text[self.sentence_start(start) : stop.start() if stop else end + _LONGEST_SENTENCE]

    def sentence_start(self, position: int) -> int:
        """Where the sentence begins that a position is in."""
        first = max(0, position - _LONGEST_SENTENCE)
        ends = [match.end() for match in _SENTENCE_END.finditer(self.text, first, position)]
        return ends[-1] if ends else first

    @cached_property
    def samples(self) -> Sequence[tuple[int, int]]:
        """The stretches of the text that are samples."""
        return [match.span() for match in _SAMPLE.finditer(self.text)]


def _is_counted(match: re.Match[str]) -> bool:
    """Whether a number was counted: the text says "currently", or nobody would have chosen the number."""
    number = int(match["number"].replace(",", ""))
    return number > 1 if _IS_NOW.search(match.group()) else number > _LARGEST_CHOSEN and number % 10 != 0


@lru_cache(maxsize=8)
def _cues(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """What stands in front of a moment, up to it."""
    longest_first = sorted(phrases, key=len, reverse=True)
    return expression(
        rf"(?<![A-Za-z])(?:{'|'.join(map(re.escape, longest_first))}|last [a-z]+){_BETWEEN}\Z", re.IGNORECASE
    )
