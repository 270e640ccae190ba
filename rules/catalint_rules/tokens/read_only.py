"""Properties of an input that say themselves that a caller can't set them."""

from __future__ import annotations

from collections.abc import Sequence

from catalint import Json, Path
from catalint.expression import expression
from catalint.schema import walk

# The whole of a sentence: "Read-only.", "This field is read-only." A mode or a filter goes on behind the word.
_SAYS = expression(
    r"(?:^|[.!?;:]\s+|[(\[])\s*(?:(?:this|the) (?:property|field|value|attribute) is )?read[- ]?only\s*(?:[.;)\]]|$)",
)
_NAME = expression(r"read[-_]?only")


def find_read_only(schema: Json) -> Sequence[Path]:
    """The paths of the properties that are read-only by their keyword or by a sentence of their text, outermost only.

    They are what generators copy from a response into the body of a request. A property that is called so chooses a
    mode, and its text is about that.
    """
    found: list[Path] = []
    for node in walk(schema):
        # parents come first, and what is in them comes right behind
        if found and node.path[: len(found[-1])] == found[-1]:
            continue
        if len(node.path) > 1 and node.path[-2] == "properties" and isinstance(node.schema, dict):
            text = node.schema.get("description")
            says = isinstance(text, str) and _SAYS.search(text.casefold()) is not None
            if (says or node.schema.get("readOnly") is True) and not _NAME.search(str(node.path[-1]).casefold()):
                found.append(node.path)
    return found
