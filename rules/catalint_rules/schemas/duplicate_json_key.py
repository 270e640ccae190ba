"""Rule duplicate-json-key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from catalint import Catalog, CatalogRule, Context, Finding, Json, Meta, Path, Severity, Tool
from catalint.model import TextFlaw
from catalint.rule import NoOptions
from catalint.schema import follow
from catalint_rules.schemas.wording import cut, say, shown

_LONGEST_NAME = 40
_LONGEST_PATH = 60


class DuplicateJsonKey(CatalogRule[NoOptions]):
    """A key that one object of a dump has more than once."""

    meta = Meta(
        "duplicate-json-key",
        "Key stands more than once in one object",
        Severity.WARNING,
        precision="very-high",
        audience="client",
        tags=("schema",),
        evidence=(
            "https://www.rfc-editor.org/rfc/rfc8259#section-4",
            "https://pkg.go.dev/encoding/json/v2#hdr-Security_Considerations",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each object and key."""
        del ctx
        repeated = [flaw for flaw in catalog.flaws if flaw.kind == "duplicate-key" and flaw.where.path]
        tools = {tool.index: tool for tool in catalog.tools} if repeated else {}
        for flaw in repeated:
            tool = None if flaw.where.tool is None else tools.get(flaw.where.tool)
            data = dict(tool.raw if tool else catalog.envelope)
            around = follow(data, flaw.where.path[:-1])
            key = str(flaw.where.path[-1])
            # of an entry that is no tool, and of the envelope's list, nothing is kept; and where a key stands twice,
            # what is odd inside of its first value is lost along with it
            lost = tool is not None and not (isinstance(around, dict) and key in around)
            if not lost:
                yield self._finding(flaw, key, around, tool)

    def _finding(self, flaw: TextFlaw, key: str, around: Json, tool: Tool | None) -> Finding:
        times = {2: "twice", 3: "three times"}.get(len(flaw.lines), f"{len(flaw.lines)} times")
        owner = _owner(flaw.where.path[:-1], flaw, tool)
        text = f"`{cut(key, _LONGEST_NAME)}` stands {times} in {owner}, {_lines(flaw.lines)}; the last one wins"
        value = around.get(key, []) if isinstance(around, dict) else []
        if value is None or isinstance(value, str | int | float | bool):
            text += f" ({shown(value)})"
        return self.finding(
            flaw.where,
            say(text, "some readers take the first or refuse the file", "leave one"),
            data={"key": key, "lines": list(flaw.lines)},
        )


def _lines(lines: Sequence[int]) -> str:
    distinct = sorted(set(lines))
    if len(distinct) == 1:
        return f"line {distinct[0]}"
    return f"lines {', '.join(map(str, distinct[:-1]))} and {distinct[-1]}"


def _owner(path: Path, flaw: TextFlaw, tool: Tool | None) -> str:
    """The object that has the key, in words."""
    if tool:
        named = f"the tool `{cut(tool.name, _LONGEST_NAME)}`"
    else:
        named = "the object around the list" if flaw.where.tool is None else f"entry {flaw.where.tool} of the list"
    inside = cut("/".join(str(step) for step in path), _LONGEST_PATH)
    return f"`{inside}` of {named}" if inside else named
