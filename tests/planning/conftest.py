from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from catalint.context import Context
from catalint.model import Catalog, Corpus, build_catalog
from catalint.planning.figures import standard
from catalint.planning.plan import Plan, Request, make_plan
from catalint.search.mount import Mount

_ROOT = Path(__file__).parents[2]


def tools(count: int, words: int = 25) -> list[dict[str, Any]]:
    """Tools of a nursery: five jobs for each kind of plant, all of about one size."""
    jobs = ("sow", "find", "water", "prune", "sell")
    made = []
    for number in range(count):
        job, plant = jobs[number % len(jobs)], f"plant{number // len(jobs)}"
        text = f"{job.title()} {plant} of the nursery. " + "Bed and season decide when. " * (words // 5)
        required = [f"{plant}_id"] if job != "find" else []
        properties = {
            f"{plant}_id": {"type": "string", "description": "Number on the label."},
            "bed": {"type": "integer"},
        }
        schema = {"type": "object", "properties": properties, "required": required}
        made.append({"name": f"{job}_{plant}", "description": text, "inputSchema": schema})
    return made


def plan_of(catalogs: Sequence[Catalog], **request: Any) -> Plan:
    return make_plan(Context(Corpus(tuple(catalogs))), standard(), Request(**request), Mount(catalogs))


@pytest.fixture(scope="session")
def nursery() -> Callable[..., Plan]:
    """A plan for so many tools of a nursery."""
    return lambda count, **request: plan_of([build_catalog("nursery", tools(count))], **request)


@pytest.fixture(scope="session")
def planned() -> Callable[..., Plan]:
    """A plan for catalogs."""
    return plan_of


@pytest.fixture(scope="session")
def depot() -> Catalog:
    dump = json.loads((_ROOT / "fixtures" / "catalogs" / "parcel-depot.json").read_text(encoding="utf-8"))
    return build_catalog("parcel-depot", dump["tools"])
