"""The report for code scanning: SARIF 2.1.0 as GitHub reads it.

The format is https://docs.oasis-open.org/sarif/sarif/v2.1.0/, what GitHub takes of it and its limits are in
https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import quote

from catalint.finding import Finding, Fix
from catalint.location import Place
from catalint.output import Notice, RunInfo
from catalint.output.descriptors import LONGEST_TEXT, describe_rule
from catalint.output.encode import encode, plain_data, plain_name
from catalint.output.files import follow_links
from catalint.output.order import by_severity
from catalint.output.repository import NO_FILES, Repository
from catalint.output.terminal import brief, escape, shorten
from catalint.report import Failure, Report, Result, Unread

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
HOME = "https://github.com/catalint/catalint"
ROOT = "%SRCROOT%"

# Limits of GitHub (see the address above): beyond `SHOWN_RESULTS` the least severe are not shown, beyond the others
# the whole file is refused.
SHOWN_RESULTS = 5_000
MOST_RESULTS = 25_000
MOST_BYTES = 10 * 2**20
SHOWN_LOCATIONS = 100

# Links in a message are for reading on; with more of them the message drowns.
_LINKED = 10
_LONGEST_NAME = 128

_TAG = re.compile(r"<([A-Za-z/!?][^<>]*)>")
# What is left of a tag that holds others.
_OPENING = re.compile(r"<(?=[A-Za-z/!?][^>]*>)")
_NO_YAML = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def write(report: Report, run: RunInfo) -> str:
    """Write a report as SARIF with one run. Results without a place in a file are left out, suppressed ones too.

    Paths are looked up in the file system to resolve symbolic links, and the rules' pages are read; nothing else
    outside the arguments has a part in the result.
    """
    return encode({"$schema": SCHEMA, "version": "2.1.0", "runs": [_Log(report, run).run_object()]})


def notices(report: Report, run: RunInfo, output: str) -> tuple[Notice, ...]:
    """Limits of GitHub that the output breaks, and how many results it leaves out. `run` is not looked at yet."""
    del run
    found: list[Notice] = []
    results = sum(1 for result in report.active if result.place and _in_file(result.place))
    if left_out := len(report.active) - results:
        some = "1 finding stands" if left_out == 1 else f"{left_out:,} findings stand"
        found.append(
            Notice(
                "note",
                f"{some} in no file and can't be part of SARIF output: text and json have all, and --code GLOB finds "
                "the lines that define the tools",
            )
        )
    if results > MOST_RESULTS:
        text = f"{results:,} results: GitHub refuses SARIF files with more than {MOST_RESULTS:,}; select fewer rules"
        found.append(Notice("error", text))
    elif results > SHOWN_RESULTS:
        text = f"{results:,} results: GitHub shows the {SHOWN_RESULTS:,} most severe of a SARIF file"
        found.append(Notice("warning", text))
    if len(output) > MOST_BYTES and (size := _compressed(output)) > MOST_BYTES:
        text = f"{size / 2**20:.1f} MB compressed: GitHub refuses SARIF files above {MOST_BYTES // 2**20} MB"
        found.append(Notice("error", text))
    return tuple(found)


@dataclass(frozen=True)
class _Log:
    report: Report
    run: RunInfo

    @cached_property
    def repository(self) -> Repository:
        return Repository(self.run.directory, self.run.root)

    def run_object(self) -> dict[str, Any]:
        results = [
            (result, result.place)
            for result in by_severity(self.report.active)
            if result.place and _in_file(result.place)
        ]
        ids = sorted({*self.run.rules, *(result.finding.rule for result, _ in results)})
        index = {identifier: position for position, identifier in enumerate(ids)}
        return {
            "tool": {
                "driver": {
                    "name": "catalint",
                    "semanticVersion": self.run.version,
                    "informationUri": HOME,
                    "rules": [describe_rule(identifier, self.run.rules.get(identifier)) for identifier in ids],
                }
            },
            "automationDetails": {"id": f"catalint/{self.run.category}/"},
            "invocations": [self.invocation(index)],
            # without an address: where a checkout lies is nobody's business and differs between machines
            "originalUriBaseIds": {ROOT: {"description": {"text": "The root of the repository."}}},
            "columnKind": "utf16CodeUnits",
            "results": [self.result(result, place, index[result.finding.rule]) for result, place in results],
        }

    def invocation(self, index: Mapping[str, int]) -> dict[str, Any]:
        problems = [
            *(self.unread(unread) for unread in self.report.unread),
            *(_crash(failure, index) for failure in self.report.failures),
            *({"level": "note", "message": {"text": _inert(note)}} for note in self.report.notes if note),
        ]
        successful = not (self.report.failures or self.report.unread)
        return {"executionSuccessful": successful, "toolExecutionNotifications": problems}

    def unread(self, unread: Unread) -> dict[str, Any]:
        physical: dict[str, Any] = {"artifactLocation": self.artifact(unread.path)}
        if unread.line:
            physical["region"] = {"startLine": unread.line, "startColumn": max(unread.column, 1)}
        found: dict[str, Any] = {"level": "error", "message": {"text": _inert(f"not read: {unread.message}")}}
        if unread.kind or unread.path in NO_FILES:  # a server, or standard input
            return found
        return {**found, "locations": [{"physicalLocation": physical}]}

    def result(self, result: Result, place: Place, rule_index: int) -> dict[str, Any]:
        finding = result.finding
        related = [
            (_name(finding, tool, other.where.server), other.message, there)
            for other, (tool, there) in zip(finding.related, result.related, strict=True)
            if there and _in_file(there)
        ][:SHOWN_LOCATIONS]
        found: dict[str, Any] = {
            "ruleId": finding.rule,
            "ruleIndex": rule_index,
            "level": str(result.severity),
            "message": {"text": _linked(finding.message or finding.rule, [name for name, _, _ in related])},
            "locations": [{**self.location(place), "logicalLocations": [_logical(result)]}],
        }
        if related:
            found["relatedLocations"] = [
                {"id": number, **self.location(there), "message": {"text": _inert(message or plain_name(name))}}
                for number, (name, message, there) in enumerate(related, start=1)
            ]
        if finding.fix is not None and result.fix_place and _in_file(result.fix_place):
            found["fixes"] = [self.fix(finding.fix, result.fix_place)]
        properties: dict[str, Any] = {"server": finding.where.server}
        if result.tool:
            properties["tool"] = plain_name(result.tool)
        properties["pointer"] = plain_name(finding.where.pointer)
        if finding.data:
            properties["data"] = plain_data(finding.data)
        return {
            **found,
            # GitHub knows results by the first key alone. It is not a hash of the line: several findings share one.
            "partialFingerprints": {"primaryLocationLineHash": result.fingerprint, "catalint/v1": result.fingerprint},
            "properties": properties,
        }

    def fix(self, fix: Fix, place: Place) -> dict[str, Any]:
        """A replacement of one value. In YAML the text stands for the same, since that takes JSON too."""
        text = json.dumps(fix.value, ensure_ascii=False)
        # YAML ends lines at some characters that JSON takes in texts, and has no surrogates
        inserted = {"text": _NO_YAML.sub(lambda match: f"\\u{ord(match.group()):04x}", text)}
        change = {
            "artifactLocation": self.artifact(place.path),
            "replacements": [{"deletedRegion": _region(place), "insertedContent": inserted}],
        }
        return {"description": {"text": _inert(fix.text)}, "artifactChanges": [change]}

    def location(self, place: Place) -> dict[str, Any]:
        return {"physicalLocation": {"artifactLocation": self.artifact(place.path), "region": _region(place)}}

    def artifact(self, path: str) -> dict[str, str]:
        """The file as seen from the repository's root, or its absolute address if it lies elsewhere."""
        name = self.repository.name(path)
        if name is not None:
            return {"uri": quote(os.fsencode(name)), "uriBaseId": ROOT}
        try:
            return {"uri": follow_links(self.run.directory / path).as_uri()}
        except ValueError:  # what no file system takes: a null character, a lone surrogate
            return {"uri": quote(path, errors="backslashreplace")}


def _region(place: Place) -> dict[str, Any]:
    return {
        "startLine": place.span.start_line,
        "startColumn": place.utf16_columns[0],
        "endLine": place.span.end_line,
        "endColumn": place.utf16_columns[1],
    }


def _crash(failure: Failure, index: Mapping[str, int]) -> dict[str, Any]:
    found: dict[str, Any] = {"level": "error", "message": {"text": _inert(f"{failure.rule} crashed: {failure.error}")}}
    if failure.rule in index:
        found["associatedRule"] = {"id": failure.rule, "index": index[failure.rule]}
    return found


def _name(finding: Finding, tool: str, server: str) -> str:
    """A related tool as a reader of the finding knows it: with its server where that is another one."""
    if not tool:
        return server or "this place"
    return tool if server == finding.where.server else f"{server}/{tool}"


def _logical(result: Result) -> dict[str, str]:
    where = result.finding.where
    owner = f"{where.server}/{plain_name(result.tool)}" if result.tool else where.server
    name = brief(result.tool or where.server, _LONGEST_NAME)
    qualified = escape(f"{owner}#{plain_name(where.pointer)}" if where.pointer else owner)
    return {"name": name, "fullyQualifiedName": qualified} if name else {"fullyQualifiedName": qualified or "#"}


def _linked(message: str, names: list[str]) -> str:
    """A message with links to its related locations, whose ids count from 1."""
    text = shorten(_inert(message[: LONGEST_TEXT + 1]), LONGEST_TEXT)
    if not names:
        return text
    links = ", ".join(f"[{_label(name)}]({number})" for number, name in enumerate(names[:_LINKED], start=1))
    rest = f" and {len(names) - _LINKED} more" if len(names) > _LINKED else ""
    # a tag may open in the message and close in a label
    return _untagged(f"{text}{'' if text.endswith(('.', '!', '?')) else '.'} See {links}{rest}.")


def _label(name: str) -> str:
    return (
        shorten(_inert(name[: _LONGEST_NAME + 1]), _LONGEST_NAME).replace("[", "(").replace("]", ")").rstrip("\\")
        or "this place"
    )


def _inert(text: str) -> str:
    """Text that is shown as it is: no control characters, no links or images, no HTML.

    Viewers differ in what they interpret, so nothing relies on escapes that one of them would show.
    """
    return _untagged(escape(text)).replace("](", "] (")


def _untagged(text: str) -> str:
    return _OPENING.sub("‹", _TAG.sub(r"‹\1›", text))


def _in_file(place: Place) -> bool:
    return place.path not in NO_FILES


def _compressed(output: str) -> int:
    import gzip

    return len(gzip.compress(output.encode(), compresslevel=6))
