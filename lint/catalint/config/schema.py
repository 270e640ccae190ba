"""The shape of the configuration file, written down once, as a JSON Schema.

Editors read it (`config.schema.json`, generated); `catalint.config.checking` applies it to a document.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

from catalint import options
from catalint.finding import Severity
from catalint.pack import RulePack
from catalint.rule import Rule

SEVERITIES = tuple(str(severity) for severity in Severity)
SCHEMA_URL = "https://raw.githubusercontent.com/catalint/catalint/main/lint/catalint/config.schema.json"

Schema = dict[str, Any]


_IGNORE: Schema = {
    "type": "object",
    "additionalProperties": False,
    "required": ["rule", "reason"],
    "properties": {
        "rule": {"description": "Rule id, or a glob over ids.", "type": "string", "minLength": 1},
        "tools": {
            "description": "Globs over server/tool; a glob without a slash means whole servers. All if left out.",
            "type": "array",
            "items": {"type": "string", "minLength": 1},
            "minItems": 1,
        },
        "pointer": {
            "description": "Only findings at this place of the tool or below: a JSON Pointer from the tool object.",
            "type": "string",
            "pattern": "^/",
        },
        "reason": {"description": "Why the findings are accepted.", "type": "string", "minLength": 1},
        "until": {
            "description": "The last day on which the ignore holds, such as 2027-03-31.",
            "type": "string",
            "format": "date",
        },
    },
}

_TEXT: Schema = {"type": "string", "minLength": 1}
_SCALAR: Schema = {"type": ["string", "number", "boolean"]}
_SERVER: Schema = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "dump": {"description": "File with the server's answer to tools/list, relative to this file.", **_TEXT},
        "code": {
            "description": "Globs over the source files that define the tools: findings are shown on their lines.",
            "type": "array",
            "items": _TEXT,
            "minItems": 1,
        },
        "command": {
            "description": "Command that starts the server, a text or a list; run with --start only.",
            "anyOf": [_TEXT, {"type": "array", "items": _SCALAR, "minItems": 1}],
        },
        "env": {
            "description": "Environment of the command; ${NAME} stands for a variable of ours.",
            "type": "object",
            "additionalProperties": _SCALAR,
        },
        "cwd": {"description": "Folder that the command runs in, relative to this file.", **_TEXT},
        "url": {"description": "Address of the server (http or https); asked with --start only.", **_TEXT},
        "headers": {
            "description": "Headers of the requests; ${NAME} stands for a variable of the environment.",
            "type": "object",
            "additionalProperties": {"type": "string"},
        },
        "python": {"description": "Server object as module:name; imported with --start only.", **_TEXT},
    },
}


def json_schema(packs: Iterable[RulePack], *, foreign: bool = False) -> Schema:
    """The JSON Schema (draft 2020-12) of the file for these packs; `foreign` admits rules of other packs, too."""
    packs = tuple(packs)
    rules = sorted(chain.from_iterable(pack.rules for pack in packs), key=lambda rule: rule.meta.id)
    targets = sorted({name for pack in packs for name in pack.targets})
    words = sorted({name for pack in packs for name in pack.words})
    levels = {"enum": ["off", *SEVERITIES]}
    settings: Schema = {rule.meta.id: _rule_schema(rule) for rule in rules}
    switches: Schema = {rule.meta.id: {"description": rule.meta.summary, **levels} for rule in rules}
    others: Schema = {}
    other_switches: Schema = {}
    if foreign:
        of_packs = "^[^/]+/[^/]+$"
        others = {"patternProperties": {of_packs: {"anyOf": [levels, {"type": "object"}]}}}
        other_switches = {"patternProperties": {of_packs: levels}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_URL,
        "title": "catalint.yaml",
        "description": "Configuration of catalint, the linter for tool catalogs of MCP servers.",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "fail-on": {
                "description": "Exit with 1 from this severity on.",
                "enum": [*SEVERITIES, "never"],
                "default": "error",
            },
            "targets": _list(
                "Clients that the catalog is for; all leaves out those that are only taken by name.", [*targets, "all"]
            ),
            "encoding": {
                "description": "Tokenizer encoding that tokens are counted with.",
                "type": "string",
                "minLength": 1,
                "default": "o200k_base",
            },
            "strict": {"description": "Run the strict rules too.", "type": "boolean", "default": False},
            "select": _texts("Run only these: rule ids, families or globs."),
            "ignore": {
                "description": "Rules that never run (ids, families or globs), and single findings that are accepted.",
                "type": "array",
                "items": {"anyOf": [{"type": "string", "minLength": 1}, _IGNORE]},
            },
            "trust-tools": {
                "description": "Let tools ignore findings about themselves (in `_meta`).",
                "type": "boolean",
                "default": True,
            },
            "baseline": {
                "description": "File with accepted findings, relative to this file; `catalint baseline` writes it.",
                "type": "string",
                "minLength": 1,
            },
            "rules": {
                "description": "Severity and options of single rules.",
                "type": "object",
                "additionalProperties": False,
                "properties": settings,
                **others,
            },
            "overrides": {
                "description": "Other severities for some tools; of several that match, the last one holds.",
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["tools", "rules"],
                    "properties": {
                        "tools": _texts("Globs over server/tool; a glob without a slash means whole servers.", least=1),
                        "rules": {
                            "description": "Severity of each rule for these tools.",
                            "type": "object",
                            "additionalProperties": False,
                            "properties": switches,
                            **other_switches,
                        },
                    },
                },
            },
            "packs": _texts("Installed rule packs to load; a run without one of them fails."),
            "words": {
                "description": "Entries to add to the word lists of the rules.",
                "type": "object",
                "additionalProperties": False,
                "properties": {name: _texts(f"Entries to add to {name}.") for name in words},
            },
            "discover": {
                "description": "Labelled searches that `catalint discover` runs, and what they have to reach.",
                "type": "object",
                "additionalProperties": False,
                "required": ["queries"],
                "properties": {
                    "queries": {
                        "description": "File with labelled searches, relative to this file.",
                        "type": "string",
                        "minLength": 1,
                    },
                    "min-recall": {
                        "description": "Exit with 1 below this share of right tools among the first five.",
                        "type": "number",
                        "minimum": 0,
                        "maximum": 1,
                    },
                },
            },
            "servers": {
                "description": "Catalogs that are linted where the command line names none, by server name.",
                "type": "object",
                "additionalProperties": _SERVER,
            },
        },
    }


def _rule_schema(rule: type[Rule[Any]]) -> Schema:
    return {
        "description": rule.meta.summary,
        "anyOf": [
            {"enum": ["off", *SEVERITIES]},
            {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "severity": {"description": f"{rule.meta.severity} unless set.", "enum": ["off", *SEVERITIES]},
                    **options.json_schema(rule),
                },
            },
        ],
    }


def _list(description: str, names: list[str]) -> Schema:
    return {"description": description, "type": "array", "items": {"enum": names}, "minItems": 1}


def _texts(description: str, least: int = 0) -> Schema:
    schema: Schema = {"description": description, "type": "array", "items": {"type": "string", "minLength": 1}}
    return {**schema, "minItems": least} if least else schema
