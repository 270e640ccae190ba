"""The process that imports an author's module: `python -m catalint.live.child MODULE:NAME FOLDER LIMITS`.

It answers on its standard output with lines of JSON: `{"doing": ...}` for each step that may take long, and at last
`{"told": ...}` or `{"failed": ...}`. The author's code never sees that output: what it prints goes to standard error,
and it reads nothing.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from catalint.live import definitions, memory, target
from catalint.live.failure import Fault
from catalint.live.limits import Limits
from catalint.live.raised import AuthorFault, print_traceback
from catalint.live.watch import Watch

Say = Callable[[Mapping[str, Any]], None]


def main(arguments: list[str]) -> None:
    """Import, list, answer."""
    say = _take_output()
    text, folder, limits = arguments
    try:
        _listen(text, Path(folder), Limits(**json.loads(limits)), say)
    except Fault as fault:
        if isinstance(fault, AuthorFault) and fault.__cause__:
            print_traceback(fault.__cause__)
        say({"failed": {"kind": fault.kind, "message": fault.message}})


def _listen(text: str, folder: Path, limits: Limits, say: Say) -> None:
    parsed = target.parse(text)
    say({"doing": f"importing `{parsed.module}`"})
    value, name = target.find(parsed, folder)

    async def listen() -> None:
        say({"doing": f"making the server of {name}"})
        server = await memory.make_server(value, name)
        say({"doing": f"starting {name} and listing its tools"})
        told = await memory.listen(server, limits, Watch(limits.seconds))
        # before the loop ends: it waits for threads of the author's
        say({"told": {**asdict(told), "places": definitions.find(server)}})

    asyncio.run(listen())


def _take_output() -> Say:
    """Keep standard output for the answers, and give the author's code standard error instead, and no input."""
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)

    def say(answer: Mapping[str, Any]) -> None:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    return say


if __name__ == "__main__":
    main(sys.argv[1:])
