"""One run: a dump goes through the command line in process, and everything that comes out is looked at."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from random import Random

from click.testing import CliRunner, Result
from dumpfuzz import checks, guard, texts
from dumpfuzz.dumps import Dump

from catalint.cli import main

OUTPUTS = "out"
BASELINE = f"{OUTPUTS}/baseline"
# Runs take turns in what they try beside a check.
TURNS = 10
RETRIEVERS = ("bm25", "regex", "one-line", "namespace")
QUERIES = (
    "create an invoice",
    "delete",
    "send (mail|message)",
    "get_.*",
    "",
    "the of a",
    "a" * 600,
    "::error::x",
    "(a+)+$",
    "[",
    "\x1b[31m",
)
# Exit codes that are documented, by command; 4 is a crash in all of them.
CODES: Mapping[str, frozenset[int]] = {
    "check": frozenset((0, 1, 3)),
    "tokens": frozenset((0, 3)),
    "search": frozenset((0, 2, 3)),
    "discover": frozenset((0, 3)),
    "diff": frozenset((0, 3)),
    "plan": frozenset((0, 3)),
    "targets": frozenset((0, 3)),
    "baseline": frozenset((0, 3)),
}
_FRAME = re.compile(r'File "[^"]*/(?:lint|rules|site-packages)/([^"]+)", line (\d+), in (\S+)')


@dataclass(frozen=True)
class Fault:
    """Something that must not be. `kind` is the same for faults of one cause, `command` is what was run."""

    kind: str
    text: str
    command: tuple[str, ...] = ()


@dataclass(frozen=True)
class Command:
    """A command line; `stdout` are the checks of what it prints, and `piped` says that the dump is its standard input."""

    arguments: tuple[str, ...]
    stdout: Callable[[str], Iterable[str]] = checks.shown
    piped: bool = False

    @property
    def name(self) -> str:
        """The command, without its arguments."""
        return self.arguments[0]


@dataclass(frozen=True)
class Outcome:
    """What a run came to: its faults, and the processor time of its slowest command in seconds.

    `code` is the exit code of the first command: 3 where the dump could not be read. `story` is that of the dump, empty
    where the process did not live to tell it.
    """

    faults: tuple[Fault, ...]
    seconds: float = 0.0
    slowest: tuple[str, ...] = ()
    code: int = 0
    story: tuple[str, ...] = ()


def commands(number: int) -> Iterator[Command]:
    """The commands that the run of a number makes: always a check with all formats, others in turn."""
    rng = Random(f"commands/{number}")  # noqa: S311 - nothing secret is made of it
    yield _check(rng)
    turn = number % TURNS
    if turn == 0:
        yield Command(("tokens", "DUMP", "--params"))
        yield Command(("tokens", "DUMP", "-f", "json"), checks.any_json)
    elif turn == 1:
        query = rng.choice((*QUERIES, texts.hostile(rng), texts.mixed(rng, 100).lstrip("-")))
        kind = rng.choice(RETRIEVERS)
        yield Command(("search", "--retriever", kind, "--", query, "DUMP"))
        yield Command(("search", "--retriever", kind, "-f", "json", "--", query, "DUMP"), checks.any_json)
    elif turn == 2:
        kind = rng.choice(("all", *RETRIEVERS))
        form = rng.choice(("text", "json", "markdown"))
        yield Command(
            ("discover", "DUMP", "--retriever", kind, "-f", form),
            {"text": checks.shown, "json": checks.any_json, "markdown": checks.markdown}[form],
        )
        yield Command(("discover", "DUMP", "--tool", "*", "--worst", "3"))
    elif turn == 3:
        yield Command(("targets", "DUMP", "--target", "all"))
        yield Command(("targets", "DUMP", "-f", "json"), checks.any_json)
    elif turn == 4:
        yield Command(("baseline", "DUMP", "-o", BASELINE))
        yield Command(("check", "DUMP", "--baseline", BASELINE, "-v"))
    elif turn == 5:
        yield Command(("check", "-", "--server-name", rng.choice(("desk", texts.hostile(rng)))), piped=True)
    elif turn == 6:
        yield Command(("check", "DUMP", "--again", "DUMP", "--client", rng.choice(("claude-code", "cursor", "vscode"))))
    elif turn == 7:
        sides = rng.choice((("BEFORE", "DUMP"), ("DUMP", "BEFORE"), ("DUMP", "DUMP")))
        files = tuple(
            part for name in ("json", "sarif", "markdown") for part in ("--format", f"{name}={OUTPUTS}/{name}")
        )
        yield Command(("diff", *sides, "--format", "text", *files, *rng.choice(((), ("-v",)))))
    elif turn == 8:
        yield Command(
            ("plan", "DUMP", "--provider", rng.choice(("anthropic", "openai", "gemini")), "--chart", f"{OUTPUTS}/chart")
        )
        yield Command(("plan", "DUMP", "-f", "markdown"), checks.markdown)
        yield Command(("plan", "DUMP", "-f", "json"), checks.any_json)


def _check(rng: Random) -> Command:
    files = tuple(
        part for name in checks.FORMATS if name != "text" for part in ("--format", f"{name}={OUTPUTS}/{name}")
    )
    more = [("--strict",), ("--target", "all"), ("-v",), ("--color", "always"), ("--stats",), ("--no-trust-tools",)]
    chosen = [option for option in more if rng.random() < 0.3]
    stdout = checks.coloured if ("--color", "always") in chosen else checks.shown
    return Command(
        ("check", "DUMP", "--format", "text", *files, *(part for option in chosen for part in option)), stdout
    )


def run(dump: Dump, wanted: Iterable[Command], limit: float | None = None) -> Outcome:
    """Run commands on a dump in a folder of its own; no command may take more than `limit` seconds of processor time."""
    faults: list[Fault] = []
    seconds: list[tuple[float, tuple[str, ...]]] = [(0.0, ())]
    codes: list[int] = []
    with tempfile.TemporaryDirectory(prefix="dumpfuzz-") as folder, chdir(folder):
        for name in (".git", OUTPUTS):
            Path(name).mkdir()
        places = {"DUMP": _save(dump), "BEFORE": "before.json"}
        Path(places["BEFORE"]).write_bytes(dump.before)
        for command in wanted:
            arguments = tuple(places.get(part, part) for part in command.arguments)
            if "--baseline" in arguments and not Path(BASELINE).exists():  # of a dump that can't be read there is none
                continue
            begin = time.process_time()
            with guard.watched(folder) as seen:
                result = _invoke(arguments, dump.data if command.piped else b"")
            taken = time.process_time() - begin
            codes.append(result.exit_code)
            seconds.append((taken, arguments))
            found = [*_judge(command, result), *(("forbidden", event) for event in seen)]
            if limit is not None and taken > limit:
                found.append(("slow", f"{taken:.1f} s"))
            faults += [Fault(f"{command.name}: {kind}", text, arguments) for kind, text in found]
            _clear()
    most, slowest = max(seconds)
    return Outcome(tuple(faults), most, slowest, codes[0] if codes else 0)


def _save(dump: Dump) -> str:
    """Write the dump under its name, or a plain one where the system does not take it; returns the argument for it."""
    for name in (dump.name, f"tools{Path(dump.name).suffix}"):
        try:
            Path(name).write_bytes(dump.data)
        except (OSError, ValueError):
            continue
        return f"./{name}" if name.startswith("-") else name
    raise AssertionError(f"{dump.name!r} can't be written")


def _invoke(arguments: Sequence[str], data: bytes) -> Result:
    return CliRunner().invoke(main, ["--debug", *_placed(arguments)], input=data, prog_name="catalint")


def _placed(arguments: Sequence[str]) -> Sequence[str]:
    """Options stand before what is taken as it is."""
    return [arguments[0], "--no-config", *arguments[1:]]


def _clear() -> None:
    for file in Path(OUTPUTS).iterdir():
        if file != Path(BASELINE):
            file.unlink()


def _judge(command: Command, result: Result) -> Iterator[tuple[str, str]]:
    """The kinds and texts of what is wrong with a result."""
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        yield f"{type(result.exception).__name__} at {_last_frame(_trace(result))}", _trace(result)
        return
    errors = result.stderr_bytes.decode("utf-8", "surrogateescape") if result.stderr_bytes else ""
    if result.exit_code == 4 or "Traceback" in errors:
        yield f"crash at {_last_frame(errors)}", errors[errors.find("Traceback") :][:6_000]
        return
    # a name for the one server is wrong usage where a dump holds several
    allowed = CODES.get(command.name, frozenset((0,))) | ({2} if "--server-name" in command.arguments else set())
    if result.exit_code not in allowed:
        yield f"exit code {result.exit_code}", errors[-1_000:]
        return
    for text in checks.shown(errors):
        yield _kind("stderr", text), errors[:1_000]
    output = result.stdout_bytes.decode("utf-8", "surrogateescape")
    for text in command.stdout(output) if output else ():
        yield _kind("stdout", text), text
    judges = {**checks.FORMATS, **checks.OTHERS.get(command.name, {})}
    written = {file.name for file in Path(OUTPUTS).iterdir()}
    for name in sorted(written & judges.keys()):
        for text in judges[name](Path(OUTPUTS, name).read_bytes().decode("utf-8", "surrogateescape")):
            yield _kind(name, text), text
    for argument in command.arguments:
        name = argument.rpartition(f"{OUTPUTS}/")[2]
        if (
            name != argument
            and name not in written
            and result.exit_code != 3
            and "there is nothing to plan" not in errors
        ):
            yield f"{name}: not written", errors[-1_000:]


def _kind(where: str, text: str) -> str:
    """A text without what differs between dumps: numbers, and what is quoted."""
    return f"{where}: " + re.sub(r"\d+|'.*'|\".*\"", "#", text, flags=re.DOTALL)[:100]


def _trace(result: Result) -> str:
    import traceback

    return "".join(traceback.format_exception(*result.exc_info)) if result.exc_info else ""


def _last_frame(trace: str) -> str:
    frames = _FRAME.findall(trace)
    error = next(
        (line for line in reversed(trace.splitlines()) if re.match(r"[A-Za-z_.]+(Error|Exception)\b", line)), ""
    )
    return f"{':'.join(frames[-1])} {error.partition(':')[0]}" if frames else error[:80]
