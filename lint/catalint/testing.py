"""Testing, public: for rule packs, rules on plain data and the examples of their pages; for servers, their catalogs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, TypeGuard

from catalint import engine, ignores, options, pack, suppress
from catalint.asserting import assert_catalog
from catalint.context import Context
from catalint.finding import Finding
from catalint.location import Location, Part
from catalint.model import Catalog, Corpus, Json, Page, Relisting, TextFlaw, build_catalog
from catalint.report import Report, Result
from catalint.rule import IgnoreRule, Rule
from catalint.target import Target

__all__ = [
    "Catalogs",
    "Example",
    "Listing",
    "assert_catalog",
    "check_example",
    "corpus",
    "examples",
    "findings",
    "lint",
    "show",
]

_BLOCK = re.compile(r"^```(json|text|yaml) (bad|good|findings|options)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

# What a page may set of a run, beside the options of its rule.
_SETTINGS = {
    "targets": "targets",
    "server-name": "server_name",
    "plugin": "plugin",
    "mounted": "mounted",
    "client": "client",
}

Listing: TypeAlias = Sequence[Json] | Mapping[str, Json]
"""What a server lists: its tools, the pages of its answer (each `{"tools": [...], ...}`), one answer with fields beside
the tools (`{"tools": [...], "instructions": ...}`), or the JSON-RPC message that such an answer came in. `saved` beside
`tools` has the tools of the dump that is kept of the server, `again` those of a second listing."""
Catalogs: TypeAlias = Mapping[str, Listing]


@dataclass(frozen=True)
class Example:
    """One `bad` or `good` block of a rule page, with the options before it and the findings after it.

    `settings` are those of the run (`targets`, `server_name`, `plugin`, `mounted`, `client`), which stand among the
    options in a page.

    `flaws` are what is odd in the text of the block, such as a key that stands twice; their lines count from its first.
    """

    kind: str
    line: int
    catalogs: Catalogs
    options: Mapping[str, Json] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    expected: tuple[str, ...] = ()
    flaws: tuple[TextFlaw, ...] = ()

    @property
    def corpus(self) -> Corpus:
        """What the rules look at."""
        plain = corpus(self.catalogs)
        if not self.flaws:
            return plain
        flaws = {
            server: tuple(flaw for flaw in self.flaws if flaw.where.server == server) for server in plain.by_server
        }
        return Corpus(tuple(replace(catalog, flaws=flaws[catalog.server]) for catalog in plain.catalogs))


def corpus(catalogs: Corpus | Catalogs | Sequence[Json]) -> Corpus:
    """A corpus from tools in the keys of MCP: a map server -> listing, or one list for a server called `example`."""
    if isinstance(catalogs, Corpus):
        return catalogs
    by_server = catalogs if isinstance(catalogs, Mapping) else {"example": catalogs}
    return Corpus(tuple(_catalog(server, listing) for server, listing in by_server.items()))


def lint(catalogs: Corpus | Catalogs | Sequence[Json], rules: Iterable[Rule[Any]], **settings: Any) -> Report:
    """Run rules over plain data. `settings` go to the Context (`words`, `targets`, ...)."""
    return engine.run(Context(corpus(catalogs), **settings), rules)


def findings(
    rule: type[Rule[Any]],
    catalogs: Corpus | Catalogs | Sequence[Json],
    values: Mapping[str, Json] | None = None,
    **settings: Any,
) -> list[Finding]:
    """The findings of one rule over plain data; an error in the rule is raised. `values` are options as in a file.

    A rule about ignores is judged after all built-in rules, by the ignores that the tools carry.
    """
    context = Context(corpus(catalogs), **settings)
    built = rule(options.build(rule, values or {}))
    found = _unused(context, built) if isinstance(built, IgnoreRule) else built.run(context)
    return sorted(
        found,
        key=lambda finding: (finding.where.server, finding.where.tool or 0, finding.where.pointer, finding.key),
    )


def _unused(context: Context, rule: IgnoreRule[Any]) -> Iterator[Finding]:
    others = [other() for other in pack.load()[0].rules if other is not type(rule)]
    report = engine.run(context, others)
    carried = ignores.of_tools(context.corpus)
    report = suppress.apply(report, carried, context.corpus, [*others, rule])
    return (result.finding for result in report.results if result.finding.rule == rule.meta.id)


def show(result: Result | Finding) -> str:
    """A finding as the pages write it: severity, rule, pointer and message."""
    finding = result.finding if isinstance(result, Result) else result
    pointer = finding.where.pointer
    return f"{finding.severity}[{finding.rule}] {f'{pointer}: ' if pointer else ''}{finding.message}"


def examples(page: str) -> list[Example]:
    """Read the example blocks of a rule page.

    A block is one tool, a listing (see `Listing`), or a map from server to listing. Raises ValueError, with the line,
    for a block that is not valid or stands alone.
    """
    found: list[Example] = []
    chosen: Mapping[str, Json] = {}
    settings: Mapping[str, Any] = {}
    for match in _BLOCK.finditer(page):
        kind, body = match.group(2), match.group(3)
        line = page.count("\n", 0, match.start()) + 1
        if kind == "options":
            chosen, settings = _split(_yaml(body))
        elif kind == "findings":
            if not found or found[-1].kind != "bad" or found[-1].expected:
                raise ValueError(f"line {line}: a findings block must follow a bad block")
            last = found[-1]
            lines = tuple(text for text in body.splitlines() if text)
            found[-1] = replace(last, expected=lines)
        else:
            try:
                value = json.loads(body)
            except ValueError as error:
                raise ValueError(f"line {line}: {error}") from error
            found.append(Example(kind, line, _catalogs(value), chosen, settings, flaws=tuple(_flaws(body, value))))
            chosen, settings = {}, {}
    return found


def check_example(rule: type[Rule[Any]], example: Example) -> list[str]:
    """Say what is wrong with an example: one line each for missing and surplus findings, none if it holds."""
    got = [show(finding) for finding in findings(rule, example.corpus, example.options, **example.settings)]
    if example.kind == "good":
        return [f"unwanted: {line}" for line in got]
    missing = [f"missing: {line}" for line in example.expected if line not in got]
    surplus = [f"surplus: {line}" for line in got if line not in example.expected]
    return missing + surplus + ([] if got else ["a bad example without a finding"])


def _catalogs(value: Json) -> Catalogs:
    if _is_listing(value):
        return {"example": value}
    if isinstance(value, dict):
        listings = {server: item for server, item in value.items() if _is_listing(item)}
        if len(listings) == len(value):
            return listings
    return {"example": [value]}


def _is_listing(value: Json) -> TypeGuard[list[Json] | dict[str, Json]]:
    if not isinstance(value, dict):
        return isinstance(value, list)
    return isinstance(value.get("tools"), list) or ("jsonrpc" in value and isinstance(value.get("result"), dict))


def _catalog(server: str, listing: Listing) -> Catalog:
    if not isinstance(listing, Mapping):
        pages = [item for item in listing if isinstance(item, dict) and isinstance(item.get("tools"), list)]
        return _joined(server, pages) if pages else build_catalog(server, listing)
    message = listing.get("result") if "jsonrpc" in listing else None
    answer = message if isinstance(message, dict) else listing
    tools, saved, again = (answer.get(key) for key in ("tools", "saved", "again"))
    envelope = {key: value for key, value in answer.items() if key not in ("tools", "saved", "again")}
    cursor = envelope.get("nextCursor")
    kind = "bare" if answer is listing else "result"
    return replace(
        build_catalog(server, tools if isinstance(tools, list) else []),
        envelope=envelope,
        envelope_kind=kind,
        pages=(Page(0, len(tools), cursor),) if isinstance(tools, list) and isinstance(cursor, str) else (),
        saved=build_catalog(server, saved) if isinstance(saved, list) else None,
        again=(Relisting(build_catalog(server, again)),) if isinstance(again, list) else (),
    )


def _joined(server: str, pages: Sequence[Json]) -> Catalog:
    from catalint import sources

    return sources.load_messages(server, server, [json.dumps(page) for page in pages]).corpus.catalogs[0]


def _flaws(body: str, value: Json) -> Iterator[TextFlaw]:
    """What is odd in the text of a block and lost in its data, at the places that its catalogs have."""
    from catalint.sources.jsonscan import scan

    catalogs = _catalogs(value)
    for flaw in scan(body).flaws:
        server, path = "example", flaw.path
        if not _is_listing(value):
            lone = catalogs.get(server) == [value]
            server, path = (server, (0, *path)) if lone else (str(path[0]), path[1:])
        for key in ("result", "tools"):
            path = path[1:] if path[:1] == (key,) else path
        tool = path[0] if path and isinstance(path[0], int) else None
        part: Part = "key" if flaw.kind == "duplicate-key" else "value"
        where = Location(server, tool, path if tool is None else path[1:], part)
        yield TextFlaw(flaw.kind, where, tuple(body.count("\n", 0, start) + 1 for start, _ in flaw.spans))


def _split(values: Mapping[str, Json]) -> tuple[Mapping[str, Json], Mapping[str, Any]]:
    """Options of the rule, and settings of the run as a Context has them."""
    settings: dict[str, Any] = {
        _SETTINGS[name]: _client(value) if name == "client" else tuple(value) if isinstance(value, list) else value
        for name, value in values.items()
        if name in _SETTINGS
    }
    return {name: value for name, value in values.items() if name not in _SETTINGS}, settings


def _client(name: Json) -> Target | None:
    """The client of a run, of the built-in pack."""
    load = pack.load()[0].load_target
    return load(name) if load is not None and isinstance(name, str) else None


def _yaml(text: str) -> Mapping[str, Json]:
    from ruamel.yaml import YAML

    value = YAML(typ="safe", pure=True).load(text)
    return value if isinstance(value, dict) else {}
