"""Makes of the YAML files of targets the JSON that runs: facts of other targets taken over, defaults filled in."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent

# The rule that reports a breach of a check, unless a fact names another one.
_RULES = {
    "all-required": "client-strict-limit",
    "annotations": "client-required-annotation",
    "any-of": "client-unsupported-keyword",
    "array-items": "client-missing-items",
    "boolean-schema": "client-untyped-node",
    "closed-objects": "client-strict-limit",
    "count": "client-strict-limit",
    "depth": "client-strict-limit",
    "description-limit": "client-description-limit",
    "dialect": "client-dialect",
    "enum": "client-enum",
    "hint-types": "invalid-annotation",
    "keyword": "client-unsupported-keyword",
    "meta": "client-metadata",
    "name-length": "client-name-length",
    "name-pattern": "client-name-pattern",
    "pattern": "client-pattern",
    "property-key": "client-property-key",
    "recursion": "client-ref",
    "ref": "client-ref",
    "required-defined": "undefined-required",
    "root-combinator": "client-root-combinator",
    "root-properties": "client-missing-properties",
    "root-type": "invalid-input-schema",
    "sent-names": "client-name-collision",
    "single-type": "client-type-array",
    "title": "client-metadata",
    "tool-limit": "client-tool-limit",
    "typed-node": "client-untyped-node",
    "typed-parameter": "client-untyped-node",
    "unique-names": "duplicate-name",
    "valid-under": "client-dialect",
}
# For the protocol itself its own family reports.
_PROTOCOL_RULES = {
    "name-length": "nonstandard-name",
    "name-pattern": "nonstandard-name",
    "valid-under": "invalid-schema",
}
# A fault quotes the value at fault, which may be the whole file.
_LONGEST = 300
_EXAMPLES = ("fails", "passes")


def names() -> tuple[str, ...]:
    """The targets that have a YAML file, by name."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.yaml")))


@cache
def source(name: str) -> Mapping[str, Any]:
    """A target as its YAML file has it, checked against the schema; raises ValueError for one that breaks it.

    The message has a line for each fault.
    """
    import jsonschema

    found = _read(name)
    schema = json.loads((FOLDER / "target.schema.json").read_bytes())
    kind = jsonschema.Draft202012Validator
    problems = [
        ": ".join(filter(None, (f"{name}.yaml", "/".join(map(str, error.absolute_path)), _one_line(error.message))))
        for error in kind(schema, format_checker=kind.FORMAT_CHECKER).iter_errors(found)
    ]
    if problems:
        raise ValueError("\n".join(problems))
    return found


def _read(name: str) -> dict[str, Any]:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    text = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
    try:
        loaded = YAML(typ="safe", pure=True).load(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark
        where = "" if mark is None else f":{mark.line + 1}:{mark.column + 1}"
        raise ValueError(f"{name}.yaml{where}: {_one_line(error.problem or error.context or 'no YAML')}") from None
    except YAMLError as error:
        raise ValueError(f"{name}.yaml: {_one_line(str(error))}") from None
    # dates become texts on the way through JSON
    found: dict[str, Any] = json.loads(json.dumps(loaded, default=str))
    return found


def _one_line(text: str) -> str:
    return textwrap.shorten(text, _LONGEST, placeholder="...")


def compile_target(name: str) -> dict[str, Any]:
    """The data of a target as it runs; raises ValueError for a file that breaks the schema or takes over too much."""
    found = source(name)
    facts = list(_facts(name))
    twice = {fact["id"] for fact in facts if sum(1 for other in facts if other["id"] == fact["id"]) > 1}
    if twice:
        raise ValueError(f"{name}.yaml: facts of one id: {', '.join(sorted(twice))}")
    return {
        "title": found["title"],
        "kind": found["kind"],
        "summary": found["summary"],
        "by-name": found.get("by-name", False),
        "naming": found.get("naming", {}),
        "facts": [
            {key: value for key, value in _with_rule(fact, found["kind"]).items() if key not in _EXAMPLES}
            for fact in facts
        ],
        "remarks": [*found.get("remarks", ())],
    }


def files() -> Mapping[Path, Callable[[], str]]:
    """The generated files, and what makes the text of each."""
    return {FOLDER / f"{name}.json": partial(_text, name) for name in names()}


def _text(name: str) -> str:
    return json.dumps(compile_target(name), indent=1, ensure_ascii=False) + "\n"


def _facts(name: str, takers: tuple[str, ...] = ()) -> Iterator[dict[str, Any]]:
    """The facts of a target: its own, then those that it takes over and does not state anew."""
    if name in takers:
        raise ValueError(f"{name}.yaml: takes over facts from itself, by way of {', '.join(takers)}")
    found = source(name)
    own = list(found.get("facts", ()))
    yield from own
    stated = {fact["id"] for fact in own}
    for inherited in found.get("inherits", ()):
        origin = inherited["from"]
        if origin not in names():
            raise ValueError(f"{name}.yaml: takes over facts from {origin!r}, which has no file")
        theirs = {fact["id"]: fact for fact in _facts(origin, (*takers, name))}
        wanted = inherited.get("facts", [key for key in theirs if key not in stated])
        missing = [key for key in wanted if key not in theirs]
        if missing:
            raise ValueError(f"{name}.yaml: {origin} has no fact {missing[0]!r}")
        for key in wanted:
            yield {"origin": origin, **theirs[key]}


def _with_rule(fact: dict[str, Any], kind: str) -> dict[str, Any]:
    check = fact["check"]
    rule = _RULES[check]
    if kind == "protocol":
        rule = _PROTOCOL_RULES.get(check, rule)
    if check == "root-type" and fact.get("side") == "output":
        rule = "invalid-output-schema"
    return {"rule": rule, **fact}
