"""One parameter that chooses between reading and destroying: the rule `mixed-safety-modes`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from catalint import Analysis, Context, Finding, Meta, Severity, Tool, ToolRule
from catalint.rule import NoOptions
from catalint.words import split_identifier
from catalint_rules.analyses.modes import MODES, Mode
from catalint_rules.analyses.names import NAMES, Name
from catalint_rules.parameters.splitting import job_names

_LONGEST = 240
# A tool on these lets a caller name what is allowed, recorded or waited for, and does none of it.
_ABOUT_DEEDS = frozenset(
    """
    access acl audit audits event events grant history hook hooks log logs notification notifications permission
    permissions policies policy role roles rule rules trigger triggers webhook webhooks
    """.split()
)
# Actions of a tool's own name that are its job, so that verbs among its values are something else.
_JOBS = frozenset("check count create describe find get grant list search set update validate verify".split())


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
    # `list_changes(operation: read|delete)` filters by what others did; only texts on the parameters tell it from a job
    own = name.action not in _JOBS and _ABOUT_DEEDS.isdisjoint(split_identifier(mode.tool.name))
    return own or mode.flag or bool(mode.stated)


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
            moved = destroys if mode.flag else reads
            names = job_names(mode, moved, ctx.get(NAMES)[tool.server].names[tool])
            yield self.finding(
                tool.at(*mode.path, part="key"),
                _message(mode, reads, destroys, names),
                detail=f"read: {', '.join(reads)}\ndestroy: {', '.join(destroys)}",
                key=mode.name,
                data={"parameter": mode.name, "reads": list(reads), "destroys": list(destroys), "names": list(names)},
            )


def _message(mode: Mode, reads: Sequence[str], destroys: Sequence[str], names: Sequence[str]) -> str:
    text = ""
    if mode.flag:
        apart = f" (`{names[0]}`)" if names else ""
        return (
            f"`{mode.name}` makes `{mode.tool.name}`, which else only reads, take something away"
            f"{_cost(mode, reads[0], destroys[0])}; make that a tool of its own{apart}"
        )
    for most in (4, 3, 2, 1):
        one = len(reads) == 1
        where = f"move {reads[0]} to `{names[0]}`" if one and names else "move reading to a tool of its own"
        text = (
            f"`{mode.name}` offers {_listed(reads, most)}, which only {'reads' if one else 'read'}, beside "
            f"{_listed(destroys, most)}{_cost(mode, reads[0], destroys[0])}; {where}, marked `readOnlyHint`"
        )
        if len(text) <= _LONGEST:
            return text
    return f"{text[: _LONGEST - 1]}…"


def _cost(mode: Mode, read: str, destroy: str) -> str:
    """What the annotations that the tool has, or none, make of such a mixture."""
    hints = mode.tool.annotations if isinstance(mode.tool.annotations, dict) else {}
    if hints.get("readOnlyHint") is True:
        return f", so its `readOnlyHint` is untrue for {destroy}"
    if hints.get("destructiveHint") is False:
        return ", so no safety annotation is true for both"
    # without a hint, the specification takes a tool for destructive
    return f": no safety annotation is true for both, and clients treat {read} as destructive, too"


def _listed(values: Sequence[str], most: int) -> str:
    shown = values[: most + 1 if len(values) == most + 1 else most]
    hidden = [f"{len(values) - len(shown)} more"] if len(values) > len(shown) else []
    *others, last = (*shown, *hidden)
    return f"{', '.join(others)} and {last}" if others else last
