"""Reports made by hand: every branch of the writers, and text that tries to break them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from dumpfuzz import sarifschema
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from catalint.finding import Finding, Related, Severity
from catalint.location import Location, Place, Span
from catalint.model import Json
from catalint.output import RuleInfo, RunInfo
from catalint.report import CatalogSummary, Failure, Report, Result, Unread, fingerprint
from catalint.rule import Meta

DOCS = "https://docs.example.org/rules"


def rule_info(
    identifier: str, summary: str, severity: Severity, page: str = "", *, pack: str = "builtin", **more: Any
) -> RuleInfo:
    family = "extra" if pack != "builtin" else "names"
    text = page or f"# {identifier}\n\n{summary}, said at length.\n\n## Why\n\nA model reads it.\n"
    url = f"{DOCS}/{family}/{identifier.replace('-', '_')}.md" if pack == "builtin" else ""
    return RuleInfo(Meta(identifier, summary, severity, **more), family, pack, url, lambda: text)


RULES = {
    info.meta.id: info
    for info in (
        rule_info("acme/shouting", "Description shouts", Severity.NOTE, pack="acme", precision="low"),
        rule_info("duplicate-name", "Two tools have one name", Severity.ERROR, precision="very-high"),
        rule_info("missing-description", "Tool has no description", Severity.ERROR, tags=("clarity", "search")),
        rule_info("near-duplicate-name", "Tools that a model can't tell apart", Severity.WARNING),
        rule_info("oversized-catalog", "Catalog takes a large share of the context", Severity.WARNING),
        rule_info("undescribed-parameter", "Parameters that neither name nor text explains", Severity.WARNING),
        rule_info("vague-description", "Description without a specific action", Severity.WARNING),
    )
}


def place(line: int, start: int, end: int, path: str = "dumps/harbour.json", *, wide: int = 0) -> Place:
    """A place on one line; `wide` characters of it are outside the basic plane."""
    return Place(path, Span(line, start, line, end), (start, end + wide))


def result(
    finding: Finding, tool: str = "", where: Place | None = None, related: tuple[tuple[str, Place | None], ...] = ()
) -> Result:
    return Result(finding, finding.severity, tool, fingerprint(finding, tool), where, related)


def finding(
    rule: str, message: str, tool: int | None, *path: str | int, server: str = "harbour", **more: Any
) -> Finding:
    severity = more.pop("severity", RULES[rule].meta.severity if rule in RULES else Severity.NOTE)
    return Finding(rule, message, Location(server, tool, path), severity, **more)


LISTED = ("berths", "cranes", "pilots", "tugs", "tides", "customs_slots", "moorings", "buoys")
# the last two are one name: what a catalog may well have
HARBOUR = ("berth_ship", "get_vessel", "fetch_ship_record", *(f"list_{name}" for name in LISTED), "list_buoys")
TIDES = ("get_tide", "list_stations", "forecast_tide")


def undescribed(index: int) -> Result:
    """One of many repeats."""
    tool = f"list_{LISTED[index % 8]}"
    data: Mapping[str, Json] = {"parameters": ["opts"], "count": 1}
    message = f"`opts` of `{tool}` is not described: a model has to guess its keys; say what it may hold."
    return result(
        finding("undescribed-parameter", message, index + 3, "inputSchema", "properties", "opts", data=data),
        tool,
        place(60 + 20 * index, 21, 27),
    )


@pytest.fixture
def run() -> RunInfo:
    return RunInfo("0.1.0", RULES, directory=Path("/srv/checkout"), root=Path("/srv/checkout"))


@pytest.fixture
def rich() -> Report:
    """Two catalogs with findings, one without; related places, repeats, a suppressed result, notes."""
    twin = finding(
        "near-duplicate-name",
        "`get_vessel` and `fetch_ship_record` read one vessel by its IMO number; nothing says which to call: keep one, "
        "or say in each what the other does not return.",
        1,
        "name",
        related=(
            Related(Location("harbour", 2, ("name",)), "same object, verb of one meaning"),
            Related(Location("weather", 0, ("name",)), ""),
        ),
        detail="get_vessel: imo -> name, flag, length\nfetch_ship_record: imo -> name, flag, length, draught",
        key="fetch_ship_record,get_vessel",
        data={"similarity": 0.94, "tools": ["get_vessel", "fetch_ship_record"]},
    )
    nameless = finding(
        "missing-description", "`berth_ship` has no description: a model sees a bare name; say what it does.", 0
    )
    heavy = finding(
        "oversized-catalog",
        "The catalog takes 12,480 tokens, 6.2 % of a 200k context; deferred loading would leave 310.",
        None,
        data={"tokens": 12480, "limit": 10000, "deferred": 310},
    )
    shouting = finding("acme/shouting", "`ALWAYS` is written in capitals.", 0, "description", server="weather")
    unknown = finding(
        "stale-ignore", "The ignore of `vague-description` for `weather/*` matches nothing.", None, server="weather"
    )
    quiet = finding("vague-description", "`Handles tides.` names no action; say what is returned.", 7, "description")
    gone = result(quiet, "list_tides", place(140, 24, 40))
    return Report(
        results=(
            result(nameless, "berth_ship", place(4, 15, 27)),
            result(
                twin,
                "get_vessel",
                place(22, 15, 27),
                (("fetch_ship_record", place(41, 15, 34)), ("get_weather", place(4, 15, 28, "dumps/weather.json"))),
            ),
            result(heavy, "", place(1, 1, 2)),
            *(undescribed(index) for index in range(8)),
            result(shouting, "get_weather", place(5, 24, 63, "dumps/weather.json", wide=2)),
            result(unknown, "", None),
            Result(quiet, quiet.severity, gone.tool, gone.fingerprint, gone.place, (), "known since the first release"),
        ),
        catalogs=(
            CatalogSummary("harbour", "dumps/harbour.json", 24, 12480, tuple(enumerate(HARBOUR))),
            CatalogSummary("weather", "dumps/weather.json", 1, 96, ((0, "get_weather"),)),
            CatalogSummary("tides", "dumps/tides.json", 3, 410, tuple(enumerate(TIDES))),
        ),
        notes=("skipped package.json: no tool catalog",),
    )


@pytest.fixture
def clean() -> Report:
    return Report(catalogs=(CatalogSummary("harbour", "dumps/harbour.json", 24, 3105),))


@pytest.fixture
def troubled() -> Report:
    """Nothing found, for reasons that a reader has to see."""
    return Report(
        failures=(
            Failure(
                "vague-description", "ZeroDivisionError: division by zero", "Traceback ...\n  line 1\nZeroDivisionError"
            ),
        ),
        unread=(
            Unread("dumps/cut.json", "the file ends inside a string", 212, 9),
            Unread("dumps/picture.png", "is no text"),
        ),
        catalogs=(CatalogSummary("harbour", "dumps/harbour.json", 1, 88),),
    )


@pytest.fixture
def hostile() -> Report:
    """Tool text that draws on the terminal, hides, links, breaks lines and cannot be encoded."""
    evil = "\x1b]8;;https://evil.example\x07click\x1b]8;;\x07\x1b[2J\u202egnp.exe\u200b\ud800\U000e0041\r\n\x9b31m|\u3164|\u2028"
    markup = "![x](https://evil.example/x.png) [go](https://evil.example) <img src=x onerror=alert(1)> <b>b</b> a < b {0} @all"
    return Report(
        results=(
            result(
                finding(
                    "vague-description",
                    f"`{evil}` says nothing; {markup}",
                    0,
                    "description",
                    server="ser\x1bver",
                    related=(Related(Location("ser\x1bver", 1, ("name\u202e",)), f"{evil}"),),
                    detail=f"one\n{evil}\n{markup}",
                    data={
                        "quoted": evil,
                        "infinite": float("inf"),
                        "huge": 10**5000,
                        "deep": _deep(2000),
                        "k\ud800": None,
                    },
                ),
                f"na\x1b[31mme{evil}",
                place(3, 9, 11, "dumps/a b\x1b[0m#%.json"),
                ((f"other]({evil}", place(9, 1, 2, "dumps/a b\x1b[0m#%.json")),),
            ),
        ),
        unread=(Unread("bad\x1b[31m.json", f"not JSON: {evil}", 1, 1),),
        catalogs=(CatalogSummary("ser\x1bver", "dumps/a b\x1b[0m#%.json", 1, 1),),
        notes=(f"note {evil}",),
    )


def _deep(levels: int) -> Json:
    value: Json = "bottom"
    for _ in range(levels):
        value = [value]
    return value


class TextFile(SingleFileSnapshotExtension):
    file_extension = "txt"
    _write_mode = WriteMode.TEXT


class JsonFile(TextFile):
    file_extension = "json"


class MarkdownFile(TextFile):
    file_extension = "md"


class XmlFile(TextFile):
    file_extension = "xml"


class SarifFile(TextFile):
    file_extension = "sarif"


@pytest.fixture
def text_file(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(TextFile)


@pytest.fixture
def json_file(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(JsonFile)


@pytest.fixture
def markdown_file(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(MarkdownFile)


@pytest.fixture
def xml_file(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(XmlFile)


@pytest.fixture
def sarif_file(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(SarifFile)


@pytest.fixture(scope="session")
def sarif_schema() -> dict[str, Any]:
    """The official schema of SARIF 2.1.0."""
    return sarifschema.load()
