"""One parameter that chooses between reading and destroying: the rule `mixed-safety-modes`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from catalint import Analysis, Context, Finding, Meta, Severity, Tool, ToolRule
from catalint.rule import NoOptions
from catalint.words import singular, split_identifier
from catalint_rules.analyses.lexicon import LEXICON
from catalint_rules.analyses.modes import MODES, Mode
from catalint_rules.analyses.names import NAMES, Name
from catalint_rules.parameters.splitting import job_names
from catalint_rules.wording import fit, listing, quote

# A tool on these lets a caller name what is allowed, recorded or waited for, and does none of it.
_ABOUT_DEEDS = frozenset(
    """
    access acl audit audits event events grant history hook hooks log logs notification notifications permission
    permissions policies policy role roles rule rules trigger triggers webhook webhooks
    """.split()
)
# Verbs and adverbs by which a sibling only reads.
_READS = frozenset("get list read search find query fetch show view describe".split())
# Actions of a tool's own name that are its job, so that verbs among its values are something else.
_JOBS = frozenset("check count create describe find get grant list search set update validate verify".split())
# Verbs of a tool that does whatever its mode says.
_MANAGES = frozenset("administer control handle manage".split())


def _compute(ctx: Context) -> Mapping[Tool, Mode]:
    found: dict[Tool, Mode] = {}
    for tool, modes in ctx.get(MODES).items():
        name = ctx.get(NAMES)[tool.server].names[tool]
        mixing = [mode for mode in modes if _mixes(mode, name)]
        if mixing:
            found[tool] = max(mixing, key=lambda mode: (not mode.flag, len(mode.stated), len(mode.values)))
    return found


# The mode of each tool that both reads and destroys: for it, this rule speaks of safety and mode-parameter does not.
MIXED = Analysis("mixed modes", _compute)


def _mixes(mode: Mode, name: Name) -> bool:
    if not (mode.jobs or mode.flag) or not mode.having("read") or not mode.having("destroy"):
        return False
    return mode.flag or not about_deeds(mode, name)


def about_deeds(mode: Mode, name: Name) -> bool:
    """Whether the values of a mode are what others do, by which a tool filters: `list_changes(operation: delete)`.

    Only texts on the parameters tell that from what the tool itself does.
    """
    own = name.action not in _JOBS and _ABOUT_DEEDS.isdisjoint(split_identifier(mode.tool.name))
    # who manages permissions does so by any of the values, and a value with a thing of its own is a job
    manages = name.verb in _MANAGES
    named = all(len(split_identifier(value)) > 1 for value in mode.values)
    return not (own or manages or named) and not mode.stated


class MixedSafetyModes(ToolRule[NoOptions]):
    """Finds tools that read in one mode and take something away in another."""

    meta = Meta(
        "mixed-safety-modes",
        "One parameter chooses between reading and deleting",
        Severity.WARNING,
        tags=("parameters", "design", "safety"),
        evidence=(
            "https://modelcontextprotocol.io/specification/2025-06-18/schema#toolannotations",
            "https://github.com/twentyhq/twenty/pull/20672",
        ),
    )

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Report the mode of one tool, if it mixes."""
        mode = ctx.get(MIXED).get(tool)
        if mode:
            reads, destroys = mode.having("read"), mode.having("destroy")
            parsed = ctx.get(NAMES)[tool.server].names
            sibling = "" if mode.flag else _reading_sibling(mode, reads, ctx)
            names = job_names(mode, destroys if mode.flag else reads, parsed[tool], ctx.get(LEXICON).verbs)
            taken = {other.name for other in parsed}
            names = [name for name in names if name not in taken]
            yield self.finding(
                tool.at(*mode.path, part="key"),
                _message(mode, reads, destroys, names, sibling),
                detail=f"read: {', '.join(reads)}\ndestroy: {', '.join(destroys)}",
                key=mode.name,
                data={
                    "parameter": mode.name,
                    "reads": list(reads),
                    "destroys": list(destroys),
                    "names": list(names),
                    "sibling": sibling,
                },
            )


def _reading_sibling(mode: Mode, reads: Sequence[str], ctx: Context) -> str:
    """The tool of the catalog that reads the same things and takes all values by which this one reads; empty if none.

    `alerting_rules_read` stands beside `alerting_rules_write`; `list_boxes` beside `manage_boxes` with list.
    """
    parsed = ctx.get(NAMES)[mode.tool.server].names
    own = _nouns(parsed[mode.tool])
    wanted = {value.lower() for value in reads}
    for tool in ctx.get(_BY_NOUNS)[mode.tool.server][own] if own else ():
        if tool is mode.tool:
            continue
        name = parsed[tool]
        offered = _values(tool)
        if set(reads) <= offered or wanted <= {name.verb, name.action} - {""}:
            return tool.name
    return ""


def _nouns(name: Name) -> frozenset[str]:
    """What a name is about: its words without verbs that read or that say nothing."""
    idle = {name.verb, *_READS, "write", "manage", "read", "manager", "admin"}
    return frozenset(singular(word) for word in name.words if word not in idle)


def _group(ctx: Context) -> Mapping[str, Mapping[frozenset[str], Sequence[Tool]]]:
    grouped: dict[str, defaultdict[frozenset[str], list[Tool]]] = {}
    for server, found in ctx.get(NAMES).items():
        grouped[server] = defaultdict(list)
        for tool, name in found.names.items():
            grouped[server][_nouns(name)].append(tool)
    return grouped


# The tools of each server by what they are about.
_BY_NOUNS = Analysis("tools by their nouns", _group)


def _values(tool: Tool) -> frozenset[str]:
    found: set[str] = set()
    for parameter in tool.parameters:
        values = parameter.schema.get("enum") if isinstance(parameter.schema, dict) else None
        found.update(value for value in values if isinstance(value, str)) if isinstance(values, list) else None
    return frozenset(found)


def _message(mode: Mode, reads: Sequence[str], destroys: Sequence[str], names: Sequence[str], sibling: str) -> str:
    if mode.flag:
        apart = f" ({quote(names[0])})" if names else ""
        head = f"`{mode.name}` makes `{mode.tool.name}`, which else only reads, take something away"
        return fit(f"{head}{_cost(mode, reads[0], destroys[0])}", head, action=f"make that a tool of its own{apart}")
    one = len(reads) == 1
    if sibling:
        action = f"drop {'it' if one else 'them'} here, {quote(sibling)} reads the same"
    elif one:
        apart = f" ({quote(names[0])})" if names else ""
        action = f"give {reads[0]} a tool of its own{apart}, marked `readOnlyHint`"
    else:
        action = "give reading a tool of its own, marked `readOnlyHint`"
    heads = [
        f"`{mode.name}` offers {listing(reads, most)}, which only {'reads' if one else 'read'}, beside "
        f"{listing(destroys, most)}"
        for most in (5, 4, 3, 2)
    ]
    cost = _cost(mode, reads[0], destroys[0])
    # where the whole has no room, the fact about the hints does without what it means for a client
    short = cost.partition(", so a client")[0].partition(": a client")[0]
    return fit(*(f"{head}{cost}" for head in heads), f"{heads[-1]}{short}", heads[-1], action=action)


def _cost(mode: Mode, read: str, destroy: str) -> str:
    """What the annotations that the tool has, or none, make of such a mixture."""
    hints = mode.tool.annotations if isinstance(mode.tool.annotations, dict) else {}
    if hints.get("readOnlyHint") is True:
        return f", so its `readOnlyHint` is untrue for {destroy}"
    if hints.get("destructiveHint") is False:
        return f", so its `destructiveHint: false` is untrue for {destroy}"
    if hints.get("destructiveHint") is True:
        return f" under one `destructiveHint`, so a client that asks before {destroy} asks before {read}, too"
    # without a hint, the specification takes a tool for destructive
    return f", and no hint tells them apart: a client that asks before {destroy} asks before {read}, too"
