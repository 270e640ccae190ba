"""Mutate dumps and run catalint on them: no crash, no run that takes long, nothing raw in an output, nothing but files.

usage: python tests/fuzz/fuzz.py --runs 10000 --jobs 2

A run that shows a fault is written to a folder as a small dump and a text that says what is wrong and how to see it;
the exit code is then 1. A run is made from the seed and its number alone: `--only NUMBER` makes it again.
"""

from __future__ import annotations

import argparse
import datetime as dt
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import SystemRandom

from dumpfuzz import dumps, runs, shrinking, workers
from dumpfuzz.dumps import Dump
from dumpfuzz.runs import Command, Fault
from dumpfuzz.workers import Job

# As many dumps of one kind of fault are written; the others are counted.
_WRITTEN = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, and report what was found; returns 1 if there is any fault."""
    options = _parser().parse_args(arguments)
    numbers = [options.only] if options.only is not None else range(options.first, options.first + options.runs)
    kinds: Counter[str] = Counter()
    stories: Counter[str] = Counter()
    codes: Counter[int] = Counter()
    slowest: list[tuple[float, int, str]] = []
    for done, (job, outcome) in enumerate(
        workers.work(
            (Job(number, options.seed) for number in numbers), together=options.jobs, limit=options.seconds_per_run
        ),
        1,
    ):
        stories.update(outcome.story[1:])
        codes[outcome.code] += 1
        slowest = sorted(
            [*slowest, (outcome.seconds, job.number, " ".join(map(ascii, outcome.slowest)))], reverse=True
        )[:5]
        for kind in dict.fromkeys(fault.kind for fault in outcome.faults):
            kinds[kind] += 1
            if kinds[kind] <= _WRITTEN:
                fault = next(fault for fault in outcome.faults if fault.kind == kind)
                _write(options, job, dumps.make(options.seed, job.number), fault)
        if done % 500 == 0:
            print(f"{done:,} runs, {sum(kinds.values())} faults", file=sys.stderr, flush=True)
    print(
        f"{len(numbers):,} runs from seed {options.seed} on {dt.datetime.now(tz=dt.UTC).date()}: {sum(kinds.values())} faults"
    )
    for kind, count in kinds.most_common():
        print(f"  {count:5} {kind}")
    print(f"exit codes of check: {', '.join(f'{code}: {count:,}' for code, count in sorted(codes.items()))}")
    print("slowest commands:")
    for seconds, number, command in slowest:
        print(f"  {seconds:.2f} s  number {number}: {command[:120]}")
    print("mutations: " + ", ".join(f"{count:,} {story}" for story, count in stories.most_common(12)))
    return 1 if kinds else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=10_000, help="how many dumps (10,000)")
    parser.add_argument("--first", type=int, default=0, help="the number to begin with (0)")
    parser.add_argument("--only", type=int, help="this number alone")
    parser.add_argument(
        "--seed", type=int, default=SystemRandom().randrange(10**6), help="what the dumps are made from (random)"
    )
    parser.add_argument("--seconds-per-run", type=float, default=5.0, help="processor time that a command may take (5)")
    parser.add_argument("--jobs", type=int, default=1, help="processes side by side (1)")
    parser.add_argument(
        "--failures", type=Path, default=Path("fuzz-failures"), help="folder for dumps that show a fault"
    )
    parser.add_argument("--shrink", type=float, default=60.0, help="seconds to make each of them smaller in (60)")
    return parser


def _write(options: argparse.Namespace, job: Job, dump: Dump, fault: Fault) -> None:
    """Write a dump that shows a fault, as small as it gets, and what is wrong with it."""
    chosen = tuple(
        command for command in runs.commands(job.number) if not fault.command or command.name == fault.command[0]
    )

    def shows(trial: Dump) -> bool:
        done = workers.work([Job(job.number, options.seed, trial, chosen)], together=1, limit=options.seconds_per_run)
        return any(fault.kind == each.kind for _, outcome in done for each in outcome.faults)

    small = shrinking.shrink(
        dump, _in_process(chosen, fault, options.seconds_per_run) if fault.command else shows, options.shrink
    )
    folder: Path = options.failures
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{job.number}-{_label(fault.kind)}"
    (folder / f"{name}{Path(dump.name).suffix}").write_bytes(small.data)
    lines = [
        f"kind: {fault.kind}",
        f"number {job.number} from seed {options.seed}: {', '.join(dump.story)}",
        f"file: {dump.name!a}, {len(small.data):,} bytes of {len(dump.data):,}",
        f"command: catalint {' '.join(map(ascii, fault.command))}",
        "",
        fault.text,
    ]
    (folder / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8", errors="backslashreplace")


def _in_process(chosen: tuple[Command, ...], fault: Fault, limit: float) -> shrinking.Shows:
    """Faults that let the process live are looked for right here, which is faster."""
    return lambda trial: any(fault.kind == each.kind for each in runs.run(trial, chosen, limit).faults)


def _label(kind: str) -> str:
    return "-".join(_words(kind))[:60]


def _words(text: str) -> Iterator[str]:
    yield from ("".join(letter if letter.isascii() and letter.isalnum() else " " for letter in text)).split()


if __name__ == "__main__":
    sys.exit(main())
