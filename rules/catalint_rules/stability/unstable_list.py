"""The rule unstable-list."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Location, Meta, NoOptions, Related, Severity, Tool
from catalint.analyses.tokens import TOKENS
from catalint.model import Relisting
from catalint.wording import number
from catalint_rules.stability.listings import Change, Difference, compare
from catalint_rules.wording import cite, fit, quote

# What a client does not hand to a model and a reviewer does not read: it may well differ each time.
_UNREAD = frozenset(("_meta", "icons"))
# What a model reads.
_READ = frozenset(("name", "description", "inputSchema"))
_AROUND = 14
"""Characters shown of a text before and behind where it begins to differ."""
_LISTED = 50
_ENDLESS = 1e15
"""Milliseconds of 30,000 years: nobody keeps a promise of more, and some numbers are too large to divide."""


@dataclass(frozen=True, eq=False)
class _Break:
    """Where a second listing leaves the first: the first tool that differs there, None behind the last one.

    `lost` are the tokens of the tools from there on, 0 where nothing that a model reads differs.
    """

    tool: Tool | None
    instead: Tool | None
    lost: int
    tools: int


class UnstableList(CatalogRule[NoOptions]):
    """Two listings of one server differ, so a client's cache of the first is of no use for the second."""

    meta = Meta(
        "unstable-list",
        "Two listings of the server differ",
        Severity.WARNING,
        precision="very-high",
        tags=("stability", "cost"),
        evidence=(
            "https://modelcontextprotocol.io/specification/2026-07-28/server/tools",
            "https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-use-with-prompt-caching",
            "https://github.com/openai/codex/pull/2611",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Compare the further listings of a run with the first; the first one that differs is reported."""
        for position, other in enumerate(catalog.again, 2):
            found = _relevant(compare(catalog, other.catalog))
            if found.added or found.removed or found.changed or found.moved or found.reordered:
                yield self._report(catalog, other, position, found, ctx)
                return

    def _report(self, catalog: Catalog, other: Relisting, position: int, found: Difference, ctx: Context) -> Finding:
        gap = _break(catalog, other.catalog, found, ctx)
        listing = "the second listing" if position == 2 else f"listing {position}"
        what, action = _said(found, gap, listing)
        cost = f": prompt caches are void from there on ({gap.lost:,} tokens of tools)" if gap.lost else ""
        promised = _promise(catalog, other)
        return self.finding(
            catalog.at() if gap.tool is None else _where(gap.tool, found),
            fit(f"{what}{cost}{promised}", f"{what}{cost}", what, action=action),
            related=tuple(Related(change.before.at(change.keys[0]), "differs, too") for change in _others(found, gap)),
            detail="\n".join(_lines(found)),
            data={
                "added": list(found.added),
                "removed": list(found.removed),
                "changed": {change.tool: list(change.keys) for change in found.changed},
                "moved": found.moved,
                "tokens": gap.lost,
                "tools": gap.tools,
            },
        )


def _relevant(found: Difference) -> Difference:
    """The difference without what nobody reads."""
    return Difference(
        found.added,
        found.removed,
        [kept for change in found.changed if (kept := _without(change, _UNREAD))],
        found.moved,
        [kept for change in found.reordered if "inputSchema" in change.keys and (kept := _without(change, _UNREAD))],
    )


def _without(change: Change, keys: frozenset[str]) -> Change | None:
    left = tuple(key for key in change.keys if key not in keys)
    return Change(change.tool, left, change.before, change.after) if left else None


def _break(before: Catalog, after: Catalog, found: Difference, ctx: Context) -> _Break:
    """The first place at which the texts of the tools that a model reads differ, else the first tool that does."""
    old, new = before.visible, after.visible
    length = min(len(old), len(new))
    at = next((index for index in range(length) if _text(old[index]) != _text(new[index])), length)
    if at < max(len(old), len(new)):
        tokens = ctx.get(TOKENS)
        behind = old[at:]
        return _Break(
            old[at] if at < len(old) else None,
            new[at] if at < len(new) else None,
            sum(tokens[tool].total for tool in behind),
            len(behind),
        )
    changes = (*found.changed, *found.reordered)
    return _Break(changes[0].before if changes else None, changes[0].after if changes else None, 0, 0)


def _text(tool: Tool) -> str:
    return json.dumps([tool.raw.get(key) for key in ("name", "description", "inputSchema")])


def _where(tool: Tool, found: Difference) -> Location:
    """The part that differs first, of a tool that comes elsewhere its name."""
    change = next((change for change in (*found.changed, *found.reordered) if change.before is tool), None)
    return tool.at("name") if change is None else tool.at(change.keys[0])


def _said(found: Difference, gap: _Break, listing: str) -> tuple[str, str]:
    """What the difference is at the break, and what to do about it."""
    changes = (*found.changed, *found.reordered)
    change = next((change for change in changes if gap.tool in (change.before, None)), None)
    if gap.tool is not None and gap.tool.name in found.removed:
        more = f" (nor {len(found.removed) - 1} more)" if len(found.removed) > 1 else ""
        return f"{quote(gap.tool.name)} is not in {listing}{more}", "List the same tools each time"
    if gap.instead is not None and gap.instead.name in found.added:
        more = f" (like {len(found.added) - 1} more)" if len(found.added) > 1 else ""
        return f"{quote(gap.instead.name)} is only in {listing}{more}", "List the same tools each time"
    if change is None or (found.moved and gap.instead is not None and gap.tool and gap.instead.name != gap.tool.name):
        first = f" from {quote(gap.tool.name)} on" if gap.tool else ""
        there = f", where {quote(gap.instead.name)} stands" if gap.instead else ""
        return (
            f"{listing[0].upper()}{listing[1:]} has the tools in another order{first}{there}",
            "List them in a fixed order, for instance by name",
        )
    others = len(changes) - 1
    count = f"; {number(others, 'more tool')} differ{'s' if others == 1 else ''}" if others else ""
    if change in found.reordered:
        return (
            f"{quote(change.tool)} has the keys of its {change.parts} in another order in {listing}{count}",
            "Write them in a fixed order",
        )
    return (
        f"{quote(change.tool)} has another {change.parts} in {listing}{_quotes(change)}{count}",
        "Leave out what changes",
    )


def _quotes(change: Change) -> str:
    """The words in which two texts begin to differ; empty where they are no texts."""
    key = change.keys[0]
    old, new = change.before.raw.get(key), change.after.raw.get(key)
    if key == "inputSchema" and isinstance(old, dict) and isinstance(new, dict):
        old, new = json.dumps(old, ensure_ascii=False), json.dumps(new, ensure_ascii=False)
    if not isinstance(old, str) or not isinstance(new, str):
        return ""
    pairs = zip(old, new, strict=False)
    at = next((index for index, (left, right) in enumerate(pairs) if left != right), min(len(old), len(new)))
    start = max(at - _AROUND, 0)
    start = old.find(" ", start, at) + 1 or start if start else 0  # both texts are the same up to there
    return f" ({_cut(old, start, at)} became {_cut(new, start, at)})"


def _cut(text: str, start: int, at: int) -> str:
    piece = " ".join(text[start : at + _AROUND].split())
    shown = piece if piece.isprintable() else piece.encode("unicode_escape").decode()
    return cite(f"{'…' if start else ''}{shown}{'…' if at + _AROUND < len(text) else ''}")


def _promise(catalog: Catalog, other: Relisting) -> str:
    """What `ttlMs` of 2026-07-28 said of the time in between."""
    lifetime = catalog.envelope.get("ttlMs")
    if other.seconds is None or isinstance(lifetime, bool) or not isinstance(lifetime, int | float):
        return ""
    if not 0 <= lifetime < _ENDLESS:
        return ""
    return f"; `ttlMs` promised {lifetime / 1000:,g} s without a change" if lifetime / 1000 > other.seconds else ""


def _others(found: Difference, gap: _Break) -> Sequence[Change]:
    return [change for change in found.changed if change.before is not gap.tool]


def _lines(found: Difference) -> list[str]:
    lines = [
        *(f"only in the later listing: {name}" for name in found.added),
        *(f"only in the first listing: {name}" for name in found.removed),
        *(f"differs: {change.tool} ({change.parts})" for change in found.changed),
        *(f"keys in another order: {change.tool} ({change.parts})" for change in found.reordered),
        *(["the order of the tools"] if found.moved else []),
    ]
    return lines[:_LISTED]
