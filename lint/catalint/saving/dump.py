"""The dump of a live listing: what the server said of itself, then its tools as it listed them."""

from __future__ import annotations

import json
import re
from typing import Any

from catalint.live.listed import Listed
from catalint.unseen import UNSEEN

# Of the answer to `initialize` or `server/discover`; the rest of it is about the connection.
_FACTS = ("protocolVersion", "supportedVersions", "serverInfo", "instructions")
# Of the answers to `tools/list`, these belong to the pages and not to the list.
_PAGING = frozenset(("tools", "nextCursor", "resultType"))

# Characters that an editor or a review page would not show. Of the controls only the line feeds between values are
# left, since json writes those in strings as escapes.
_UNSEEN = re.compile(f"[{UNSEEN}]")


def dump_text(listed: Listed) -> str:
    """The text of a dump: JSON with two spaces of indent, tools and keys in the order in which the server has them.

    Equal listings give equal bytes: no time is in it. Characters that nobody would see are escaped. Raises ValueError
    where an answer can't be written again, such as a number of thousands of digits.
    """
    introduction = _result(listed.introduction)
    document: dict[str, Any] = {key: introduction[key] for key in _FACTS if key in introduction}
    document.setdefault("protocolVersion", listed.protocol)
    tools: list[Any] = []
    seen: list[Any] = []
    for page in listed.pages:
        result = _result(page)
        document |= {key: value for key, value in result.items() if key not in _PAGING}
        entries = result.get("tools")
        if isinstance(entries, list) and entries not in seen:  # a page that comes again adds nothing
            tools.extend(entries)
            seen.append(entries)
    text = json.dumps({**document, "tools": tools}, ensure_ascii=False, indent=2)
    return _UNSEEN.sub(_escaped, text) + "\n"


def _result(message: str) -> dict[str, Any]:
    value = json.loads(message) if message else None
    result = value.get("result") if isinstance(value, dict) else None
    return result if isinstance(result, dict) else {}


def _escaped(match: re.Match[str]) -> str:
    return json.dumps(match.group())[1:-1]
