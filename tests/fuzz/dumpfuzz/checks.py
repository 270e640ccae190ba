"""What every output has to hold, whatever the dump: said here once more, in other words than the code under test."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema_rs
from dumpfuzz import sarifschema
from markdown_it import MarkdownIt

import catalint.output

# Letters and marks without a glyph (Default_Ignorable_Code_Point) that are of no category for such; emoji need U+FE0F.
_IGNORABLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u180b\u180c\u180d\u180f") | {
    chr(code) for code in (*range(0xFE00, 0xFE0E), *range(0xE0100, 0xE01F0))
}
# The styles that texts have, and no others.
_COLOUR = re.compile(r"\x1b\[(?:0|1|2|33|36|1;31)m")
_RUNNER = re.compile(r"^[ \t]*::|##(?:\[|vso\[|teamcity\[)", re.MULTILINE)
_WORKFLOW = re.compile(r"::(?:error|warning|notice) (?:[a-zA-Z]+=[^:,\n]*,?)+::[^\n]*")
_OWN_TAG = re.compile(r"</?(?:details|summary|code)>")
_LONGEST_MESSAGE = 240


def shown(text: str) -> Iterator[str]:
    """What a terminal would obey or a reader could not see in a text, and what the runner of a CI job would obey."""
    if not text.isascii() or not text.isprintable():
        for char in sorted(set(text) - {"\n"}):
            if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") or char in _IGNORABLE:
                yield f"raw character {char!a}"
    for match in _RUNNER.finditer(text):
        yield f"command to a CI runner {match.group()!r}"


def coloured(text: str) -> Iterator[str]:
    """As `shown`, in a text that has colours."""
    yield from shown(_COLOUR.sub("", text))


def markdown(text: str) -> Iterator[str]:
    """HTML, images and links in Markdown that are none of ours."""
    yield from shown(text)
    for token in _flat(MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)):
        if token.type in ("html_block", "html_inline") and "<" in _OWN_TAG.sub("", token.content):
            yield f"HTML {token.content[:80]!r}"
        elif token.type == "image":
            yield f"image {token.attrs.get('src')!r}"
        elif (
            token.type == "link_open"
            and re.match(r"[a-zA-Z][\w+.-]*:", str(token.attrs["href"]))
            and not str(token.attrs["href"]).startswith("https://github.com/catalint/")
        ):
            yield f"link {token.attrs['href']!r}"


def _flat(tokens: Any) -> Iterator[Any]:
    for token in tokens:
        yield token
        yield from _flat(token.children or ())


def workflow(text: str) -> Iterator[str]:
    """Lines that are no command of ours, but for the last."""
    *lines, last, end = text.split("\n")
    yield from shown(re.sub(r"(?m)^::", "", text))
    for line in lines:
        if not _WORKFLOW.fullmatch(line):
            yield f"no workflow command {line[:100]!r}"
    if end or last.startswith("::") or not last:
        yield f"last line {last[:100]!r}"
    if max(Counter(line.split(" ")[0] for line in lines).values(), default=0) > 10:
        yield "more annotations than are shown"


def value(text: str) -> Any:
    """Strict JSON: no NaN, no key twice, ASCII alone."""
    if not text.isascii() or "\x7f" in text:
        raise ValueError("not ASCII")
    return json.loads(text, parse_constant=_refuse, object_pairs_hook=_once)


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key twice")
    return dict(pairs)


def any_json(text: str) -> Iterator[str]:
    """Whatever is no JSON."""
    try:
        value(text)
    except ValueError as error:
        yield f"no JSON: {error}"


def report(text: str) -> Iterator[str]:
    """A JSON report: by its schema, messages of one short line, no two findings with one fingerprint."""
    try:
        found = value(text)
    except ValueError as error:
        yield f"no JSON: {error}"
        return
    if breach := next(_report_schema().iter_errors(found), None):
        yield f"not as the schema says: {str(breach)[:200]}"
        return
    seen: set[str] = set()
    for finding in (*found["findings"], *found["suppressed"]):
        message, rule = finding["message"], finding["rule"]
        if "\n" in message or "\r" in message:
            yield f"message of several lines by {rule}"
        if len(message) > _LONGEST_MESSAGE:
            yield f"message of {len(message)} characters by {rule}"
        if finding["fingerprint"] in seen:
            yield f"fingerprint twice by {rule}"
        seen.add(finding["fingerprint"])
    for failure in found["failures"]:
        yield f"crash of {failure['rule']}: {failure['error'][:150]}"


def sarif(text: str) -> Iterator[str]:
    """SARIF by its official schema, with texts that no viewer takes for more, and regions that are some."""
    try:
        found = value(text)
    except ValueError as error:
        yield f"no JSON: {error}"
        return
    if breach := next(_sarif_schema().iter_errors(found), None):
        yield f"not as the schema says: {str(breach)[:200]}"
        return
    for result in found["runs"][0]["results"]:
        yield from shown(result["message"]["text"])
        if re.search(r"\]\((?!\d+\))|<[A-Za-z/!?][^<>]*>", result["message"]["text"]):
            yield f"link or HTML in {result['message']['text'][:100]!r}"
        for place in result["locations"]:
            region = place["physicalLocation"]["region"]
            start, end = ((region[f"{side}Line"], region[f"{side}Column"]) for side in ("start", "end"))
            if end < start:
                yield f"region {region}"


def gitlab(text: str) -> Iterator[str]:
    """A list of issues, each with what GitLab asks for."""
    try:
        found = value(text)
    except ValueError as error:
        yield f"no JSON: {error}"
        return
    if len({issue["fingerprint"] for issue in found}) < len(found):
        yield "fingerprint twice"
    for issue in found:
        yield from shown(issue["description"])
        if not (issue["location"]["path"] and issue["location"]["lines"]["begin"] >= 1):
            yield f"place {issue['location']}"


def junit(text: str) -> Iterator[str]:
    """XML without a document type, its texts safe, tests of different names."""
    if "<!" in text:
        yield "declaration in XML"
    try:
        root = ET.fromstring(text)  # noqa: S314 - the document is ours, and declares nothing
    except ET.ParseError as error:
        yield f"no XML: {error}"
        return
    for suite in root.iter("testsuite"):
        names = Counter(case.attrib["name"] for case in suite.iter("testcase"))
        yield from (f"two tests called {name[:50]!r}" for name, count in names.items() if count > 1)
    for element in root.iter():
        for words in (element.text or "", *element.attrib.values()):
            yield from shown(words)


def chart(text: str) -> Iterator[str]:
    """An SVG image that runs and loads nothing."""
    try:
        root = ET.fromstring(text)  # noqa: S314 - the document is ours, and declares nothing
    except ET.ParseError as error:
        yield f"no XML: {error}"
        return
    for element in root.iter():
        tag = element.tag.rpartition("}")[2]
        if tag in ("script", "image", "foreignObject", "use", "a") or any(
            name.startswith("on") for name in element.attrib
        ):
            yield f"active element {tag}"
        for words in (element.text or "", *element.attrib.values()):
            yield from shown(words)


@cache
def _report_schema() -> Any:
    from importlib.resources import files

    return jsonschema_rs.validator_for(
        json.loads(files(catalint.output).joinpath("report.schema.json").read_text("utf-8"))
    )


@cache
def _sarif_schema() -> Any:
    schema = sarifschema.load()
    # its pattern has a stray bracket, which engines with the flag `u` refuse; nothing of ours has a language
    for owner in ("run", "toolComponent"):
        del schema["definitions"][owner]["properties"]["language"]
    return jsonschema_rs.validator_for(schema)


FORMATS: Mapping[str, Callable[[str], Iterator[str]]] = {
    "text": shown,
    "json": report,
    "sarif": sarif,
    "markdown": markdown,
    "github": workflow,
    "gitlab": gitlab,
    "junit": junit,
}

# What the other commands write into files, where it differs.
OTHERS: Mapping[str, Mapping[str, Callable[[str], Iterator[str]]]] = {
    "diff": {"json": any_json},
    "plan": {"chart": chart},
    "baseline": {"baseline": any_json},
}
