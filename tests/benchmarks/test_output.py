"""Time to write a report of 5,000 findings, which is as many as GitHub shows, in each format."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from catalint import pack
from catalint.finding import Finding, Related, Severity
from catalint.location import Location, Place, Span
from catalint.output import WRITERS, RunInfo, describe
from catalint.report import CatalogSummary, Report, Result, fingerprint

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

FINDINGS = 5_000
# Seconds of processor time on a machine of today.
LIMITS = {"text": 1.0, "json": 1.0, "sarif": 1.5}


@pytest.fixture(scope="module")
def report() -> Report:
    """Findings of six rules on 2,000 tools of four catalogs, each with a related place and some numbers."""
    return Report(
        results=tuple(_result(number) for number in range(FINDINGS)),
        catalogs=tuple(
            CatalogSummary(f"server-{number}", f"dumps/server-{number}.json", 500, 95_000) for number in range(4)
        ),
    )


def _result(number: int) -> Result:
    rules = (
        "missing-description",
        "vague-description",
        "restated-name",
        "invalid-schema",
        "near-duplicate-name",
        "x/y",
    )
    server, index = f"server-{number % 4}", number % 500
    tool, rule = f"list_warehouse_shipments_{index}", rules[number % 6]
    finding = Finding(
        rule,
        f"`{tool}` says what it returns in two of nine words; name the fields, as `list_orders` does, or the 40 tokens "
        f"that it takes on every turn buy nothing (number {number}).",
        Location(server, index, ("inputSchema", "properties", "filter")),
        Severity(1 + number % 3),
        related=(Related(Location(server, index + 1, ("name",)), "same object, verb of one meaning"),),
        key=str(number),
        data={"tokens": number, "limit": 400, "names": ["first", "second"]},
    )
    path = f"dumps/{server}.json"
    place = Place(path, Span(number + 1, 9, number + 1, 40), (9, 40))
    other = Place(path, Span(number + 30, 9, number + 30, 40), (9, 40))
    return Result(finding, finding.severity, tool, fingerprint(finding, tool), place, ((f"{tool}_2", other),))


@pytest.mark.parametrize("verbose", [False, True], ids=["folded", "verbose"])
def test_text(benchmark: BenchmarkFixture, report: Report, verbose: bool) -> None:
    measure(benchmark, "text", report, run_info(verbose=verbose, width=100, color=True))


@pytest.mark.parametrize("name", ["json", "sarif"])
def test_formats_for_programs(benchmark: BenchmarkFixture, report: Report, name: str) -> None:
    measure(benchmark, name, report, run_info())


def measure(benchmark: BenchmarkFixture, name: str, report: Report, run: RunInfo) -> None:
    spent: list[float] = []

    def write() -> str:
        start = time.process_time()
        output = WRITERS[name](report, run)
        spent.append(time.process_time() - start)
        return output

    output = benchmark.pedantic(write, rounds=3, warmup_rounds=1)  # type: ignore[no-untyped-call]
    benchmark.extra_info["kilobytes"] = len(output) // 1000
    assert min(spent) <= LIMITS[name]


def run_info(*, verbose: bool = False, width: int | None = None, color: bool = False) -> RunInfo:
    packs = pack.load()
    rules = describe(packs, [rule() for rule in packs[0].rules])
    return RunInfo("0.1.0", rules, verbose=verbose, width=width, color=color)
