"""Measure how many tools and parameters of servers are found in their code, and print places to be checked by eye.

usage: python tests/eval/source_lines.py PAIRS [--sample N] [--seed N] [--missing] [--server TEXT]

Each line of PAIRS names a `tools/list` dump, the folder of the server's code and one or more globs, tabs between.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from catalint import locate
from catalint.locate.definition import Definition
from catalint.model import Catalog, Tool, build_catalog


class Found(NamedTuple):
    """What was found of one server."""

    server: str
    catalog: Catalog
    definitions: dict[int, Definition]
    seconds: float
    notes: tuple[str, ...]


def search(line: str) -> Found:
    """Look for the tools of a dump in the code beside it."""
    dump, folder, *globs = line.split("\t")
    data = json.loads(Path(dump).read_bytes())
    catalog = build_catalog(Path(dump).stem, data["tools"] if isinstance(data, dict) else data)
    start = time.perf_counter()
    index = locate.index(locate.files(globs, Path(folder)))
    definitions = dict(index.definitions(catalog))
    return Found(catalog.server, catalog, definitions, time.perf_counter() - start, index.notes)


def described(tool: Tool) -> list[str]:
    """The parameters of a tool that have a description."""
    return [parameter.name for parameter in tool.parameters if parameter.description]


def table(found: list[Found]) -> None:
    """Print the shares of tools, descriptions, parameters and their descriptions that have a line of their own."""
    total: Counter[str] = Counter()
    print(f"{'server':52} {'tools':>9} {'text':>9} {'params':>11} {'their text':>11} {'time':>6}  by name alone")
    for each in found:
        count: Counter[str] = Counter()
        for tool in each.catalog.tools:
            definition = each.definitions.get(tool.index)
            spots = definition.spots if definition else {}
            count["tools"] += 1
            count["found"] += definition is not None
            count["weak"] += definition is not None and definition.strength == 0
            count["texts"] += bool(tool.description)
            count["text"] += bool(tool.description) and ("description",) in spots
            count["parameters"] += len(tool.parameters)
            count["parameter"] += sum(("inputSchema", "properties", p.name) in spots for p in tool.parameters)
            names = described(tool)
            count["described"] += len(names)
            count["describes"] += sum(("inputSchema", "properties", name, "description") in spots for name in names)
        total.update(count)
        print(f"{each.server:52} {line_of(count)} {each.seconds:5.2f}s  {count['weak'] or ''}")
        for note in each.notes:
            print(f"    {note[:150]}")
    print(f"{'all':52} {line_of(total)} {sum(each.seconds for each in found):5.2f}s  {total['weak']}")


def line_of(count: Counter[str]) -> str:
    """The four shares of a line of the table."""
    pairs = (("found", "tools"), ("text", "texts"), ("parameter", "parameters"), ("describes", "described"))
    return " ".join(f"{count[part]:>4}/{count[whole]:<5}" for part, whole in pairs)


def sample(found: list[Found], number: int, seed: int) -> None:
    """Print random places with their lines of code, of all kinds, each server and each kind as likely as another."""
    chance = random.Random(seed)  # noqa: S311 - a sample to read
    kinds: dict[tuple[str, str], list[str]] = {}
    for each in found:
        for tool in each.catalog.tools:
            definition = each.definitions.get(tool.index)
            for path, spot in definition.spots.items() if definition else ():
                if not _is_there(tool, path):
                    continue
                kind = "/".join("*" if index == 2 else str(step) for index, step in enumerate(path[:4])) or "name"
                place = spot.place()
                code = spot.file.content.splitlines()[place.span.start_line - 1].strip()
                where = f"{spot.file.inside}:{place.span.start_line}"
                said = f"{each.server} {tool.name} /{'/'.join(map(str, path))} [{definition.strength if definition else ''}]\n    {where}: {code[:160]}"
                kinds.setdefault((each.server, kind), []).append(said)
    keys = sorted(kinds)
    for _ in range(number):
        print(chance.choice(kinds[chance.choice(keys)]))


def _is_there(tool: Tool, path: tuple[str | int, ...]) -> bool:
    value: object = tool.raw
    for step in path:
        if not isinstance(value, dict) or step not in value:
            return False
        value = value[step]
    return True


def main() -> None:
    """Print the table, and a sample if one is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--sample", type=int, default=0, help="print so many places")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--missing", action="store_true", help="print the tools that were not found")
    parser.add_argument("--server", default="", help="only servers with this in their name")
    options = parser.parse_args()
    lines = [line for line in options.pairs.read_text(encoding="utf-8").splitlines() if line.strip()]
    found = [search(line) for line in lines if options.server in line]
    if options.sample:
        sample(found, options.sample, options.seed)
        return
    table(found)
    for each in found if options.missing else ():
        for tool in each.catalog.tools:
            if tool.index not in each.definitions:
                print(f"{each.server} {tool.name}")


if __name__ == "__main__":
    main()
