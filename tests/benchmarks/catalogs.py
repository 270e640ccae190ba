"""Catalogs of any size for measurements: seeded, so that two runs measure the same; shaped like those of real servers.

Names are `service_verb_resource`; texts have two to four sentences, one tool in eight is terse; schemas have one to
eight parameters, some with enums, lists, nested objects, defaults and formats. A tool comes to about 190 tokens.

usage: python tests/benchmarks/catalogs.py COUNT > dump.json
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

SERVICES = {
    "crm": "customer relations",
    "fleet": "vehicle fleet",
    "lab": "laboratory",
    "ledger": "bookkeeping",
    "library": "library",
    "market": "market stall",
    "museum": "museum collection",
    "orchard": "orchard",
    "parcel": "parcel depot",
    "payroll": "payroll",
    "clinic": "clinic",
    "ferry": "ferry line",
    "grid": "power grid",
    "hotel": "hotel",
    "kitchen": "canteen kitchen",
    "print": "print shop",
}
RESOURCES = """
    account address allergy anchor archive batch berth booking branch budget carrier catalog charge claim contract
    courier crate delivery deposit device dispute document driver exhibit fee harvest hazard incident inspection
    invoice journal lease locker manifest menu meter note order outage pallet patient payment permit photo platform
    quote receipt recipe refund reminder rental report reservation route sample schedule sensor shelf shift shipment
    signature slot stamp station statement storage subscription supplier survey tariff tenant ticket timetable token
    trip vehicle visitor voucher warehouse warranty workshop
""".split()
VERBS = {
    "list": "List the {plural} of the {service} that match all given filters, newest first.",
    "get": "Return one {resource} of the {service} with its history and the people who changed it.",
    "create": "Create a {resource} in the {service} and return its id and the version to use for changes.",
    "update": "Change fields of a {resource}; fields that are left out keep their value.",
    "cancel": "Cancel a {resource} before it takes effect and tell everyone who waits for it.",
    "approve": "Approve a {resource} that waits for a second pair of eyes.",
    "export": "Write the {plural} of a period to a spreadsheet and return the link to it.",
    "assign": "Put a member of the staff in charge of a {resource}.",
    "merge": "Join two {plural} that stand for the same thing; the older one keeps its id.",
    "archive": "Move a {resource} out of daily lists; it can still be read and brought back.",
    "split": "Divide a {resource} into several that are handled apart from then on.",
    "watch": "Ask for a message whenever the state of a {resource} changes.",
}
MORE = """
    Use it after the {resource} was looked up, since ids are not reused.
    Does not change anything that was settled in an earlier accounting period.
    Returns at most 100 entries; ask again with the cursor of the last answer for more.
    Needs the role of a clerk; others get the error `forbidden`.
    Times are in UTC and amounts in cents of the account's currency.
    Answers with `conflict` if someone else changed the {resource} in the meantime.
    For several {plural} at once, prefer the export, which is a single call.
    The answer holds the {resource} as it is stored, without computed fields.
""".strip().split("\n")
PARAMETERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("{resource}_id", {"type": "string", "description": "Id of the {resource}, as returned by the list."}),
    ("since", {"type": "string", "format": "date-time", "description": "Only entries changed at or after this time."}),
    (
        "limit",
        {"type": "integer", "minimum": 1, "maximum": 100, "default": 25, "description": "Most entries to return."},
    ),
    ("cursor", {"type": "string", "description": "Cursor of the previous answer; leave out for the first page."}),
    ("state", {"type": "string", "enum": ["draft", "open", "held", "done"], "description": "State of the {resource}."}),
    ("labels", {"type": "array", "items": {"type": "string"}, "description": "Labels that all have to be present."}),
    ("amount", {"type": "number", "minimum": 0, "description": "Amount in cents."}),
    ("dry_run", {"type": "boolean", "default": False, "description": "Check the request without carrying it out."}),
    ("version", {"type": "integer", "description": "Version that the change is based on, to notice conflicts."}),
    (
        "contact",
        {
            "type": "object",
            "description": "Who to ask about the {resource}.",
            "properties": {
                "name": {"type": "string", "description": "Full name."},
                "phone": {"type": "string", "description": "Phone number in international form, such as +4930123456."},
            },
            "required": ["name"],
        },
    ),
    ("comment", {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "Remark that staff can read."}),
)


def tools(count: int, seed: int = 1) -> list[dict[str, Any]]:
    """That many tools of one server, with names of their own."""
    random = Random(seed)  # noqa: S311 - measurements need no secrecy
    combinations = list(product(SERVICES, VERBS, RESOURCES))
    if count > len(combinations):
        raise ValueError(f"at most {len(combinations)} tools")
    return [_tool(random, *chosen) for chosen in random.sample(combinations, count)]


def _tool(random: Random, service: str, verb: str, resource: str) -> dict[str, Any]:
    words = {"service": SERVICES[service], "resource": resource, "plural": _plural(resource)}
    sentences = [VERBS[verb]]
    if random.random() > 1 / 8:
        sentences += random.sample(MORE, random.randint(1, 3))
    chosen = random.sample(PARAMETERS, random.randint(1, 8))
    properties = {name.format(**words): _filled(schema, words) for name, schema in chosen}
    return {
        "name": f"{service}_{verb}_{_plural(resource) if verb in ('list', 'export') else resource}",
        "description": " ".join(sentence.strip().format(**words) for sentence in sentences),
        "inputSchema": {
            "type": "object",
            "properties": properties,
            "required": list(_required(random, properties)),
            "additionalProperties": False,
        },
        "annotations": {"readOnlyHint": verb in ("list", "get", "export")},
    }


def _required(random: Random, properties: dict[str, Any]) -> Iterator[str]:
    for name, schema in properties.items():
        if "default" not in schema and random.random() < 0.4:
            yield name


def _filled(schema: dict[str, Any], words: dict[str, str]) -> dict[str, Any]:
    return {key: value.format(**words) if key == "description" else value for key, value in schema.items()}


def _plural(word: str) -> str:
    if word.endswith("y") and word[-2] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "sh", "ch", "x")) else f"{word}s"


if __name__ == "__main__":
    json.dump({"tools": tools(int(sys.argv[1]))}, sys.stdout, indent=2)
