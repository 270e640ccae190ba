"""Rule broken-pattern."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from catalint import Catalog, CatalogRule, Context, Finding, Location, Meta, Related, Severity
from catalint.analyses.schemas import SCHEMAS, ToolSchema
from catalint.expression import expression
from catalint.rule import NoOptions
from catalint_rules.analyses.kinds import Kinds
from catalint_rules.analyses.patterns import ALL, LINEAR, WITHOUT, Engine, Fault, find_faults, mend
from catalint_rules.schemas.wording import LONGEST_MESSAGE, cut, say, subject

_LONGEST_PATTERN = 48
_LONGEST_MENDED = 60
_NAMES = {
    Engine.JAVASCRIPT: "JavaScript's `u` mode",
    Engine.PYTHON: "Python",
    Engine.RE2: "RE2 (Go)",
    Engine.RUST: "Rust",
}
# Formats that say all that a generated pattern beside them says (JSON Schema Validation, section 7.3).
_FORMATS = frozenset(("email", "uuid", "uri", "date", "time", "date-time", "duration", "ipv4", "ipv6", "hostname"))
# A backslash of its own, and the letter of a class behind it that is repeated: the pattern was escaped once too often.
# `\\docs` in the path of a file is none.
_ESCAPED_TWICE = expression(r"(?<!\\)(?:\\\\)([dws])(?=[{+*?]|\$?$|\)$)")
# `/^...$/i`, the notation of a programming language: in a pattern the slashes are signs, and nothing stands before `^`.
_DELIMITED = expression(r"/(?P<inside>\^.*|.*(?<!\\)\$)/(?P<flags>[dgimsuvy]*)", re.DOTALL)
# Several negative lookaheads, of which each keeps out something of its own.
_NEGATIVE = expression(r"(?<!\\)\(\?!")


class BrokenPattern(CatalogRule[NoOptions]):
    """A regular expression that some engine can't compile, or that can never match what was meant."""

    meta = Meta(
        "broken-pattern",
        "Pattern that some regular expression engines can't compile",
        Severity.WARNING,
        precision="very-high",
        audience="client",
        yields_to=("client-pattern",),
        tags=("schema", "compatibility"),
        evidence=(
            "https://json-schema.org/draft/2020-12/json-schema-core#section-6.4",
            "https://github.com/n8n-io/n8n/pull/35320",
            "https://github.com/langchain-ai/langchainjs/issues/11351",
            "https://github.com/google/re2/wiki/Syntax",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each pattern of a catalog; it is read, never compiled and never matched."""
        spots: defaultdict[tuple[str, str, str], list[tuple[Location, str]]] = defaultdict(list)
        for tool in catalog.tools:
            for schema in ctx.get(SCHEMAS)[tool]:
                for pattern, where, owner, word, described in _patterns(schema):
                    spots[pattern, word, described].append((where, owner))
        for (pattern, word, described), places in spots.items():
            (where, owner), *others = places
            more = f" and at {len(others)} more place{'s' if len(others) > 1 else ''}" if others else ""
            related = tuple(Related(other, "the same pattern") for other, _ in others)
            for found in self._judge(pattern, where, f"{owner}{more}", word, described):
                yield replace(found, related=related)

    def _judge(self, pattern: str, where: Location, owner: str, word: str, described: str) -> Iterator[Finding]:
        shown = f"the {word} `{cut(pattern, _LONGEST_PATTERN)}` of {owner}"
        found = find_faults(pattern)
        if found:
            yield self._uncompilable(pattern, where, shown, found, described)
            return
        twice = _ESCAPED_TWICE.search(pattern)
        delimited = _DELIMITED.fullmatch(pattern)
        if twice:
            text = f"{shown} asks for a backslash and the letter {twice[1]}: it was escaped once too often"
            fix = f"write `\\{twice[1]}`, which is `\\\\{twice[1]}` in JSON"
            message = say(text, "no sensible value matches", fix)
        elif delimited:
            flags = " and flags" if delimited["flags"] else ""
            text = f"{shown} is written with slashes{flags}, which a schema takes for signs of the text"
            message = say(text, "no value can match", f"write `{cut(delimited['inside'], _LONGEST_MENDED)}`")
        else:
            return
        yield self.finding(where, message, data={"pattern": pattern, "engines": []})

    def _uncompilable(
        self, pattern: str, where: Location, shown: str, found: Sequence[Fault], described: str
    ) -> Finding:
        engines = [engine for engine in Engine if any(engine in fault.engines for fault in found)]
        # what most engines refuse comes first
        first = max(found, key=lambda fault: len(fault.engines))
        others = [fault for fault in found if fault.what != first.what]
        what = first.what + (f", and {others[0].what}" if len(others) == 1 and len(others[0].what) < 40 else "")
        text = f"{shown} does not compile in {_listed(engines)}: {what}"
        mended = mend(pattern)
        fixes = list(dict.fromkeys([first.fix, *(fault.fix for fault in others)]))[:2]
        if len(_NEGATIVE.findall(pattern)) > 1 and fixes == [WITHOUT]:
            fixes = ['say it as "not": {"anyOf": [{"pattern": ...}, ...]}']
        fix = ", and ".join(fixes)
        if len(fixes) > 1 and len(say(text, "", fix)) >= LONGEST_MESSAGE:
            fix = "drop the pattern, and check the value in the tool"
        fix = f"write `{mended}`" if mended and len(mended) <= _LONGEST_MENDED else fix
        if described in _FORMATS and not mended:  # generators write the pattern of their own check beside the format
            fix = f'drop the pattern, since "format": "{described}" says it'
        return self.finding(
            where,
            say(text, _cost(engines), fix),
            detail="\n".join(
                f"at {fault.start + 1}: {fault.what} ({_listed(sorted(fault.engines))})" for fault in found
            ),
            data={"pattern": pattern, "engines": [str(engine) for engine in engines], "at": first.start},
        )


def _patterns(schema: ToolSchema) -> Iterator[tuple[str, Location, str, str, str]]:
    """The patterns of a schema: each with its place, what has it, what it is called, and the format beside it."""
    kinds = Kinds(schema)
    for node in schema.nodes:
        if not isinstance(node.schema, dict):
            continue
        pattern = node.schema.get("pattern")
        # on what is no text a pattern is dead, which dead-keyword says
        if isinstance(pattern, str) and "string" in kinds.at(node.path):
            described = node.schema.get("format")
            known = described if isinstance(described, str) else ""
            yield pattern, schema.at(*node.path, "pattern"), subject(node.path, schema.side), "pattern", known
        names = node.schema.get("patternProperties")
        for name in names if isinstance(names, dict) else ():
            where = schema.at(*node.path, "patternProperties", name, part="key")
            yield name, where, subject(node.path, schema.side), "property pattern", ""


def _listed(engines: Sequence[Engine]) -> str:
    if len(engines) == len(ALL):
        return "any engine"
    names = [_NAMES[engine] for engine in engines]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _cost(engines: Sequence[Engine]) -> str:
    """Who is hit: Ajv and cfworker compile with the flag `u`, jsonschema with `re`, clients in Go with RE2's syntax."""
    if len(engines) == len(ALL):
        return "every client that checks it fails"
    if Engine.JAVASCRIPT in engines:
        return "clients with Ajv fail to load or to call the tool"
    if LINEAR & set(engines):
        return "clients in Go or Rust and strict decoding refuse it"
    return "Python's jsonschema fails on each call"
