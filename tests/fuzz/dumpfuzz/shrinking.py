"""Makes a dump that shows a fault smaller, as long as it shows that fault."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from dumpfuzz import tree
from dumpfuzz.dumps import Dump

Shows: TypeAlias = Callable[[Dump], bool]


def shrink(dump: Dump, shows: Shows, seconds: float = 60.0) -> Dump:
    """The smallest dump found in so many seconds of which `shows` still says true; `dump` itself has to be one."""
    end = time.monotonic() + seconds
    smaller = _shrink_value(dump, shows, end)
    return _shrink_bytes(smaller, shows, end)


def _shrink_value(dump: Dump, shows: Shows, end: float) -> Dump:
    """Leave out members and items, the largest first, and put something short in the place of others."""
    try:
        value = json.loads(dump.data)
    except (ValueError, RecursionError):
        return dump
    best = replace(dump, data=json.dumps(value).encode())
    if not shows(best):
        return dump
    root = {"": value}
    found = True
    while found and time.monotonic() < end:
        found = False
        places = sorted(tree.nodes(root, 400), key=lambda place: -len(json.dumps(place[0][place[1]])))
        for container, step in places:
            for undo in _simpler(container, step):
                trial = replace(dump, data=json.dumps(root[""]).encode())
                if time.monotonic() < end and len(trial.data) < len(best.data) and shows(trial):
                    best, found = trial, True
                    break
                undo()
            if found:
                break  # what stood below is gone
    return best


def _simpler(container: Any, step: Any) -> Iterator[Callable[[], None]]:
    """Change what stands at a place, in one way after the other; each time yields what puts it back."""
    old = container[step]
    if isinstance(container, dict):
        items = list(container.items())

        def restore() -> None:
            container.clear()
            container.update(items)

        if step:
            del container[step]
            yield restore
    else:
        del container[step]
        yield lambda: container.insert(step, old)

    def put_back() -> None:
        container[step] = old

    shorter: list[Any] = [0]
    if isinstance(old, str | list) and len(old) > 1:
        shorter = [old[: len(old) // 2], old[len(old) // 2 :], old[:-1], old[1:]]
    elif isinstance(old, dict) and len(old) == 1:
        shorter = [next(iter(old.values())), 0]
    for value in shorter:
        container[step] = value
        yield put_back


def _shrink_bytes(dump: Dump, shows: Shows, end: float) -> Dump:
    """Leave stretches out, long ones first."""
    data, size = dump.data, len(dump.data) // 2
    while size and time.monotonic() < end:
        start = 0
        while start < len(data) and time.monotonic() < end:
            trial = data[:start] + data[start + size :]
            if shows(replace(dump, data=trial)):
                data = trial
            else:
                start += size
        size //= 2
    return replace(dump, data=data)
