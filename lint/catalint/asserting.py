"""`assert_catalog`: the linter as an assertion of an author's own test suite."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Coroutine, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from catalint.finding import Severity
from catalint.model import Json
from catalint.report import Report, Result

if TYPE_CHECKING:
    from catalint.config import Config
    from catalint.locate.codebase import CodeIndex
    from catalint.pack import RulePack
    from catalint.sources import Loaded

T = TypeVar("T")
Places: TypeAlias = Mapping[str, tuple[str, int]]

# A failure message is read in a terminal below the rest of a test run: so many findings at most, the worst first, and
# so many of one rule.
_SHOWN = 30
_OF_ONE_RULE = 5
_NAME_LENGTH = 128  # MCP asks for no more
_LINE_LENGTH = 500


def assert_catalog(
    server: object,
    fail_on: str | Severity = "warning",
    *,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    strict: bool = False,
    rules: Mapping[str, Json] | None = None,
    targets: Iterable[str] = (),
    server_name: str = "",
    config: str | os.PathLike[str] | None = None,
    allow_empty: bool = False,
    seconds: float = 60.0,
) -> Report:
    """Assert that the linter has nothing at or above a severity to say about a server's tools; returns its report.

    `server` is a server object of the official SDK or of fastmcp, a function without parameters that returns one, the
    path of a dump, a list of tools or an answer to `tools/list`, plain or of an SDK. An object is listed in memory, in
    a thread with an event loop of its own, so that tests with and without a running loop can call this; `seconds` bound
    that.

    `fail_on` is `note`, `warning`, `error` or `never`. The other options are those of `catalint check`: `select`,
    `ignore`, `strict` and `targets` choose what is judged, `rules` are settings by rule as in catalint.yaml (`"off"`,
    a severity, or a mapping of options). No configuration file is read but the one that `config` names.

    Raises AssertionError with the findings as its message, InputError for a dump that can't be read, ServerError for an
    object that can't be listed, ConfigError for wrong options.
    """
    __tracebackhide__ = True
    packs, settings = _settings(
        config, rules, fail_on=str(fail_on), select=select, ignore=ignore, targets=targets, strict=strict
    )
    loaded, places = _read(server, server_name, seconds, allow_empty=allow_empty)
    from catalint.config import select as choose
    from catalint.context import Context
    from catalint.linting import Surroundings, lint
    from catalint.tokenizer import counter

    counter(settings.encoding)  # one that is not here is a wrong option, not a crash of each rule
    context = Context(
        loaded.corpus,
        words=settings.words,
        targets=settings.targets,
        encoding=settings.encoding,
        server_name=server_name,
    )
    around = Surroundings(loaded.unread, loaded.notes, _index(loaded, places))
    known = [rule.meta.id for pack in packs for rule in pack.rules]
    report = lint(context, settings, choose(settings, packs), around, known)
    if report.exit_code(settings.fail_on):
        raise AssertionError("\n".join(_describe(report, str(fail_on), settings.fail_on)))
    return report


def _settings(
    file: str | os.PathLike[str] | None,
    rules: Mapping[str, Json] | None,
    *,
    fail_on: str,
    strict: bool,
    **lists: Iterable[str],
) -> tuple[tuple[RulePack, ...], Config]:
    from catalint import config
    from catalint.config.settings import NEVER
    from catalint.errors import ConfigError

    if fail_on not in (*map(str, Severity), NEVER):
        raise ConfigError(f"fail_on: {fail_on!r} is neither note, warning, error nor never")
    document = None if file is None else config.read(Path(file))
    packs = config.packs(document)
    chosen: dict[str, Any] = {name: tuple(names) for name, names in lists.items()}
    flags = config.Flags(fail_on=fail_on, strict=strict, **chosen)
    settings = config.load(document, packs, flags)
    if rules:
        from catalint.config.document import parse

        given = config.load(parse(json.dumps({"rules": rules}).encode(), "rules"), packs, config.Flags())
        settings = replace(settings, rules={**settings.rules, **given.rules})
    return packs, settings


def _read(server: object, name: str, seconds: float, *, allow_empty: bool) -> tuple[Loaded, Places]:
    from catalint import sources
    from catalint.errors import InputError

    places: Places = {}
    if isinstance(server, str | os.PathLike):
        loaded = sources.load([os.fspath(server)], server_name=name, allow_empty=allow_empty)
    elif isinstance(server, Mapping | list | tuple) or hasattr(server, "model_dump"):
        messages = [json.dumps(server, default=_plain)]
        loaded = sources.load_messages(name or "server", "tools", messages, allow_empty=allow_empty)
    else:
        loaded, places = _list(server, name, seconds, allow_empty=allow_empty)
    for unread in loaded.unread:
        raise InputError(unread.path, unread.message, unread.line, unread.column)
    return loaded, places


def _plain(value: Any) -> Json:
    """The wire form of what an SDK returns for a tool: `await mcp.list_tools()` is what many tests have at hand."""
    value = value.to_mcp_tool() if hasattr(value, "to_mcp_tool") else value
    if not hasattr(value, "model_dump"):
        raise TypeError(f"{type(value).__name__} is neither JSON nor a tool of an SDK")
    plain: Json = value.model_dump(mode="json", by_alias=True, exclude_none=True)
    return plain


def _list(server: object, name: str, seconds: float, *, allow_empty: bool) -> tuple[Loaded, Places]:
    from catalint.live import catalogs, definitions, memory
    from catalint.live.failure import Fault, ServerError
    from catalint.live.launch import PythonObject, Server
    from catalint.live.limits import Limits
    from catalint.live.listed import Listed
    from catalint.live.watch import Watch

    limits = Limits(seconds=seconds)
    watch = Watch(seconds)
    kind = f"{type(server).__module__}.{type(server).__qualname__}"
    named = Server(name or "server", PythonObject(kind))

    async def listen() -> Listed:
        made = await memory.make_server(server, f"the given {type(server).__name__}")
        called = name or getattr(made, "name", None)
        told = await memory.listen(made, limits, watch)
        return Listed(
            replace(named, name=called if isinstance(called, str) and called else named.name),
            introduction=told.introduction,
            pages=told.pages,
            protocol=told.protocol,
            medium="python",
            cut=told.cut,
            notes=told.notes,
            places=definitions.find(made),
        )

    try:
        listed = _in_thread(listen(), seconds)
    except Fault as fault:
        raise ServerError(named, fault.kind, fault.message) from fault.__cause__
    except TimeoutError:
        raise ServerError(named, "timed out", f"not listed within {seconds:g} s") from None
    finally:
        watch.close()
    return catalogs.read(listed, origin=kind, allow_empty=allow_empty), listed.places


def _index(loaded: Loaded, places: Places) -> Mapping[str, CodeIndex]:
    """The code that defines the tools of a server object: findings get its lines, and its ignore comments count."""
    if not places:
        return {}
    from catalint import locate
    from catalint.live.raised import relative

    files = sorted({relative(Path(file)) for file, _ in places.values()})
    return {catalog.server: locate.index(locate.files(files, Path()), places) for catalog in loaded.corpus.catalogs}


def _in_thread(work: Coroutine[Any, Any, T], seconds: float) -> T:
    """Run a coroutine in an event loop of its own, since the test's may be running. Raises TimeoutError."""
    import asyncio
    import contextvars
    import threading
    from concurrent.futures import Future

    outcome: Future[T] = Future()
    context = contextvars.copy_context()  # what fixtures have set holds for the server, too

    def run() -> None:
        try:
            outcome.set_result(asyncio.run(work))
        except BaseException as error:  # noqa: BLE001 - raised again where the result is asked for
            outcome.set_exception(error)

    # a daemon: what blocks for ever must not keep the test run from ending
    threading.Thread(target=context.run, args=(run,), name="catalint", daemon=True).start()
    return outcome.result(seconds + 5.0)


def _describe(report: Report, fail_on: str, least: Severity | None) -> Iterator[str]:
    """The failure message, line by line."""
    from catalint.output.order import by_severity
    from catalint.output.terminal import escape, shorten
    from catalint.wording import number

    failing = [result for result in by_severity(report.active) if least is not None and result.severity >= least]
    counts = Counter(result.severity for result in failing)
    found = " and ".join(number(counts[level], str(level)) for level in sorted(counts, reverse=True)) or "a crash"
    sizes = [f"{shorten(each.server, _NAME_LENGTH)} ({number(each.tools, 'tool')})" for each in report.catalogs]
    yield escape(f"{found} in the catalog of {', '.join(sizes)}, with fail_on={fail_on!r}")
    yield ""
    for failure in report.failures:
        yield escape(f"rule {failure.rule} crashed: {failure.error} (a bug; the other rules ran)")
    shown: Counter[str] = Counter()
    left: Counter[str] = Counter()
    for result in failing:
        rule = result.finding.rule
        if shown[rule] < _OF_ONE_RULE and shown.total() < _SHOWN:
            shown[rule] += 1
            yield escape(shorten(_line(result), _LINE_LENGTH))
        else:
            left[rule] += 1
    if left:
        rules = ", ".join(f"{rule} {number(count, 'time')}" for rule, count in left.most_common())
        yield f"and {left.total():,} more: {rules}"
    for note in report.notes:
        yield escape(shorten(f"note: {note}", _LINE_LENGTH))
    yield ""
    yield "`catalint explain RULE` tells why a rule exists, with good and bad examples"


def _line(result: Result) -> str:
    place = result.place
    where = f" {result.tool[:_NAME_LENGTH]}" if result.tool else ""
    if place is not None:
        where += f" ({place.start})"
    return f"{result.severity}[{result.finding.rule}]{where}: {result.finding.message}"
