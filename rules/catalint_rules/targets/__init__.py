"""The clients and protocol revisions that a catalog can be checked for.

A target is a YAML file in this folder, in the shape of `target.schema.json`. What runs is the JSON beside it, which
`make docs` writes: to read YAML costs a start 40 ms. To add a client is to add a file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from catalint import Catalog, Context
from catalint.target import Fact, Naming, Remark, Target

if TYPE_CHECKING:
    from catalint.judgement import Judgement

# `mcp` is the newest revision; the others are those that clients in the field still speak.
REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
_NEWEST = REVISIONS[-1]

_FOLDER = Path(__file__).parent


def _names() -> tuple[str, ...]:
    """The targets that have a file here: the protocol first, the others by name."""
    found = [entry for entry in os.listdir(_FOLDER) if entry.endswith(".json")]  # noqa: PTH208 - faster by far
    found = sorted(entry[:-5] for entry in found if not entry.endswith(".schema.json"))
    return tuple(sorted(found, key=lambda name: (name != "mcp", not name.startswith("mcp-"))))


NAMES = _names()

DEFAULT = ("mcp", "anthropic", "openai")

# The first revision whose list results say what they are, how long they hold and who may keep them.
_SELF_DESCRIBING = "2026-07-28"
LIST_FIELDS = ("resultType", "ttlMs", "cacheScope")


@cache
def load(name: str) -> Target:
    """What is known of a target; raises KeyError for one that has no file."""
    import json

    if name not in NAMES:
        raise KeyError(name)
    found = json.loads((_FOLDER / f"{name}.json").read_bytes())
    return Target(
        name=name,
        title=found["title"],
        kind=found["kind"],
        summary=found["summary"],
        facts=tuple(Fact(**fact) for fact in found["facts"]),
        remarks=tuple(Remark(**remark) for remark in found["remarks"]),
        naming=Naming(**found["naming"]) if found["naming"] else Naming(seen=False),
        by_name=found["by-name"],
    )


def judge(ctx: Context) -> Judgement:
    """What the targets of a run make of its catalogs."""
    from catalint_rules.targets.conflicts import judge

    return judge(ctx)


def generated() -> Mapping[Path, Callable[[], str]]:
    """The files that `make docs` writes from the YAML files of targets, and what makes the text of each."""
    from catalint_rules.targets.build import files

    return files()


def targeted_revisions(ctx: Context) -> tuple[str, ...]:
    """The protocol revisions that a run is for, oldest first; `mcp` stands for the newest one.

    A run without targets is taken for one with `mcp`. A run for clients alone is for no revision.
    """
    followed = _NEWEST if _follows(ctx) else ""
    return tuple(revision for revision in REVISIONS if _asks_for(ctx, revision) or revision == followed)


def judged_by(catalog: Catalog, ctx: Context) -> tuple[str, ...]:
    """The protocol revisions that a catalog is judged by, oldest first.

    Those that the run names (`mcp-2025-11-25`), and for `mcp` the one that the catalog shows itself to speak, the
    newest where it shows none: an older server is not at fault for what came later.
    """
    followed = (shown_revision(catalog) or _NEWEST) if _follows(ctx) else ""
    return tuple(revision for revision in REVISIONS if _asks_for(ctx, revision) or revision == followed)


def shown_revision(catalog: Catalog) -> str:
    """The revision that a dump shows its server to speak; empty where nothing tells.

    A recorded session names it. A list result with one of the fields of 2026-07-28 is of that revision, and one without
    any is older, so the one before is taken. A list without its message shows nothing unless it kept such a field.
    """
    declared = catalog.envelope.get("protocolVersion")
    if isinstance(declared, str) and declared:
        # dates compare as text; a revision that is not known here is judged by the last one before it
        return max((revision for revision in REVISIONS if revision <= declared), default=REVISIONS[0])
    # only `server/discover` tells a list of versions, and it came with that revision
    if "supportedVersions" in catalog.envelope or any(field in catalog.envelope for field in LIST_FIELDS):
        return _SELF_DESCRIBING
    if catalog.envelope_kind == "result":
        return REVISIONS[REVISIONS.index(_SELF_DESCRIBING) - 1]
    return ""


def _asks_for(ctx: Context, revision: str) -> bool:
    return f"mcp-{revision}" in ctx.targets


def _follows(ctx: Context) -> bool:
    return "mcp" in ctx.targets or not ctx.targets
