"""One parameter that chooses between jobs: the rule `mode-parameter`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from catalint import Catalog, CatalogRule, Context, Finding, Json, Meta, Related, Severity, option
from catalint.words import split_identifier
from catalint_rules.analyses.lexicon import LEXICON
from catalint_rules.analyses.modes import MODES, Mode, Tie
from catalint_rules.analyses.names import NAMES
from catalint_rules.parameters.mixed_safety_modes import MIXED
from catalint_rules.parameters.splitting import job_names

# A parameter of more tools than this is how the server is called (a project, a session), not what a mode needs.
_EVERYWHERE = 3
# Where texts and names tie this share of the optional parameters to values, they are taken to explain the modes.
_EXPLAINED = 0.5
_LONGEST = 240
# A choice among more kinds than this is data; nobody makes a tool of each.
_MOST_KINDS = 30
# Optional parameters beside a choice of jobs that are few, and values and parameters that are several.
_FEW = 2
_SEVERAL = 3
# Verbs that need what to write; reading and deleting have no use for it.
_WRITING = frozenset("change configure edit modify patch put rename replace set update write".split())
# Under these names a verb is often only a manner: `mode: append`, `method: squash`.
_WEAK = frozenset(("mode", "method", "task", "job", "function"))


@dataclass(frozen=True)
class Options:
    """Evidence that is enough.

    Published advice speaks of a dispatcher from three parameters on that matter for some modes only; reviewers of real
    servers agree from one on where the modes are jobs of their own, and from two on where they are sources or kinds.
    """

    min_tied: int = option(1, "Fewest parameters that go with some values only, where the values are verbs.", minimum=1)
    min_tied_to_kinds: int = option(2, "The same where the values are nouns, such as sources or providers.", minimum=1)


class ModeParameter(CatalogRule[Options]):
    """Finds tools of which one parameter chooses the job while others matter for some of the jobs only."""

    meta = Meta(
        "mode-parameter",
        "One parameter chooses between jobs",
        Severity.WARNING,
        tags=("parameters", "design"),
        evidence=(
            "https://www.anthropic.com/engineering/writing-tools-for-agents",
            "https://developers.openai.com/apps-sdk/plan/tools",
        ),
    )
    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Report, for each tool, the mode with the best evidence."""
        modes = ctx.get(MODES)
        mixed = ctx.get(MIXED)
        uses = Counter(parameter.name for tool in catalog.visible for parameter in tool.parameters)
        common = frozenset(name for name, count in uses.items() if count > _EVERYWHERE)
        for tool in catalog.visible:
            proved = [mode for mode in modes.get(tool, ()) if is_proved(mode, self.options)]
            if proved:
                best = max(proved, key=lambda mode: (mode.jobs, len(mode.stated), len(mode.named), len(mode.ties)))
                account = _account(best, common)
                # on reading beside deleting, mixed-safety-modes speaks; what is left is what no text explains
                if mixed.get(tool) is not best or not (account.explained or best.flag):
                    yield self._report(best, account, common, ctx)

    def _report(self, mode: Mode, account: _Account, common: Collection[str], ctx: Context) -> Finding:
        name = ctx.get(NAMES)[mode.tool.server].names[mode.tool]
        examples = mode.values[1:] if mode.flag and mode.name in mode.values[1:] else _examples(mode, ctx)
        names = job_names(mode, examples, name, common)
        return self.finding(
            mode.tool.at(*mode.path, part="key"),
            _message(mode, account, names),
            severity=Severity.NOTE if account.explained and not account.unsafe else Severity.WARNING,
            related=tuple(
                Related(mode.tool.at(*tie.path, part="key"), f"`{tie.parameter}` goes with {', '.join(tie.values)}")
                for tie in account.told[:10]
            ),
            detail=_detail(mode, account),
            key=mode.name,
            data={
                "parameter": mode.name,
                "values": list(mode.values),
                "tied": {tie.parameter: list(tie.values) for tie in mode.ties.values()},
                "unexplained": list(account.unsaid),
                "names": list(job_names(mode, mode.values, name, common)),
            },
        )


class _Account(NamedTuple):
    """What of a mode is told, by texts, the schema or names. `unsafe`: a boolean makes the tool destroy something."""

    told: tuple[Tie, ...]
    unsaid: tuple[str, ...]
    explained: bool
    unsafe: bool


def is_proved(mode: Mode, options: Options) -> bool:
    """Whether the evidence shows that the parameter chooses between jobs."""
    if mode.flag:
        return len(mode.stated) >= options.min_tied or bool(mode.having("destroy"))
    if mode.union and not (mode.asks or mode.jobs):
        return False
    if mode.jobs and split_identifier(mode.name)[-1] not in _WEAK:
        return len(mode.stated) >= options.min_tied or _is_named(mode, options) or _must_differ(mode)
    # what is kept in an object of its own is as well apart as a flat list of parameters can have it
    own = [tie for tie in mode.stated if not _is_object(mode, tie)]
    stated = [*mode.stated, *mode.named] if mode.jobs else own
    if len(stated) < options.min_tied_to_kinds or (not mode.asks and len(mode.values) > _MOST_KINDS):
        return False
    if mode.asks and len(split_identifier(mode.name)) == 1:
        return True
    # inside an object, kinds are data, unless the object is but a wrapper around all parameters
    outermost = "." not in mode.name or (mode.name.count(".") == 1 and len(mode.tool.parameters) == 1)
    return (mode.asks or outermost) and _take_sides(stated)


def _is_object(mode: Mode, tie: Tie) -> bool:
    schema: Json = mode.tool.input_schema
    for step in tie.path[1:]:
        if isinstance(schema, list) and isinstance(step, int):
            schema = schema[step]
        else:
            schema = schema.get(str(step)) if isinstance(schema, dict) else None
    return isinstance(schema, dict) and "properties" in schema


def _is_named(mode: Mode, options: Options) -> bool:
    """Whether names alone tell that parameters go with some jobs only: two of them, or one among several parameters."""
    told = len(mode.stated) + len(mode.named)
    return told >= options.min_tied and (told > 1 or (told == 1 and len(mode.guessed) + len(mode.loose) >= _FEW))


def _must_differ(mode: Mode) -> bool:
    """Whether jobs with not a word on their parameters can't share them: creating needs what a list has no use for."""
    effects = {effect for effect in mode.effects.values() if effect}
    verbs = {next(iter(split_identifier(value)), "") for value in mode.values}
    untold = len(mode.named) + len(mode.guessed) + len(mode.loose)
    unlike = len(effects) > 2 or not effects.isdisjoint(("read", "destroy"))
    if untold >= _FEW and unlike and ("create" in effects or not verbs.isdisjoint(_WRITING)):
        return True
    # where not even the thing to work on must be given, some job can do without it, so that they differ
    alone = mode.required == {mode.name.rpartition(".")[2]}
    known = set(mode.effects.values())
    unlike = len(known) > 1 or "" in known or ("list" in verbs and len(verbs) > 1)
    return alone and unlike and len(mode.values) >= _SEVERAL and untold >= _SEVERAL


def _take_sides(ties: Sequence[Tie]) -> bool:
    """Whether two parameters go with values that have nothing in common; else there is one job and a special case."""
    return any(
        not set(first.values) & set(second.values)
        for position, first in enumerate(ties)
        for second in ties[position + 1 :]
    )


def _account(mode: Mode, common: Collection[str]) -> _Account:
    guessed = [tie.parameter for tie in mode.guessed]
    unsaid = [name for name in (*mode.loose, *guessed) if name not in common] or [*mode.loose, *guessed]
    told = tuple(tie for tie in (*mode.stated, *mode.named) if tie.parameter not in common) or mode.stated
    # words in common are enough beside others on which a text speaks
    count = len(told) + sum(1 for name in guessed if name not in common)
    total = count + sum(1 for name in mode.loose if name not in common)
    explained = not mode.jobs or (bool(mode.stated or not unsaid) and count >= _EXPLAINED * total)
    unsafe = mode.flag and 0 < len(mode.having("destroy")) < len(mode.values)
    return _Account(told, tuple(unsaid), explained, unsafe)


def _examples(mode: Mode, ctx: Context) -> list[str]:
    """Two values that differ in what they do, verbs before others: the ones that a split is for."""
    verbs = ctx.get(LEXICON).verbs
    acting = [value for value in mode.values if split_identifier(value)[:1] and split_identifier(value)[0] in verbs]
    first, *others = acting if len(acting) > 1 else mode.values
    unlike = [value for value in others if mode.effects[value] != mode.effects[first]]
    return [first, (unlike or others)[0]]


# Values, groups of parameters, parameters of a group and new names that are shown, from the fullest wording on.
_SIZES = (
    (6, 2, 3, 2), (5, 2, 2, 2), (4, 2, 3, 1), (4, 1, 3, 2), (3, 1, 2, 2), (2, 1, 1, 2), (2, 1, 1, 1), (1, 1, 1, 0),
)  # fmt: skip


def _message(mode: Mode, account: _Account, names: Sequence[str]) -> str:
    """One line that fits: the fullest wording of those that do."""
    text = ""
    for values, groups, parameters, shown in _SIZES:
        tied = _tied(account.told, groups, parameters)
        split = _split(mode, names, shown)
        text = f"{_subject(mode, values)}{_reason(mode, account, tied, split, parameters)}"
        if len(text) <= _LONGEST:
            return text
    # names that long leave room for the case and the action only
    action = "give each a tool of its own, or say what goes with which"
    bare = f"`{mode.name}` chooses between {len(mode.values)} jobs; {action}"
    return bare if len(bare) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _subject(mode: Mode, most: int) -> str:
    if mode.flag and mode.name in mode.values[1:]:
        return f"`{mode.name}` turns `{mode.tool.name}` into another job"
    if mode.flag:
        return f"`{mode.values[0]}` and `{mode.values[1]}` are two jobs of one tool, and a call may set both"
    kind = "jobs" if mode.jobs and split_identifier(mode.name)[-1] not in _WEAK else "modes"
    return f"`{mode.name}` chooses between {len(mode.values)} {kind} ({_listed(mode.values, most, quoted=False)})"


def _split(mode: Mode, names: Sequence[str], most: int) -> str:
    if not names or not most:
        return ""
    more = len(mode.values) > most and not mode.flag
    return ", ".join(f"`{name}`" for name in names[:most]) + (", …" if more else "")


def _reason(mode: Mode, account: _Account, tied: str, split: str, most: int) -> str:
    behind = f"; {tied}" if tied else ""
    apart = f"split it into {split}" if split else "give each a tool of its own"
    if mode.flag and mode.name in mode.values[1:]:
        why = "no safety annotation fits it" if account.unsafe else "the schema can't say what goes together"
        return f", so {why}{behind}; make that a tool of its own{f' ({split})' if split else ''}"
    if all(tie.source == "schema" for tie in account.told) and tied:
        return f": {tied}, but only in branches, which some clients drop or reject; {apart}"
    if not mode.jobs:
        return f": {tied}, and the schema lets any be sent with any; say it in the schema, or {apart}"
    if not tied:
        unsaid = account.unsaid
        which = _listed(unsaid, 3) if len(unsaid) <= 3 else f"its {len(unsaid)} optional parameters"
        return f", but nothing says which of them need {which}, so a model has to guess; {apart}"
    if account.explained:
        return f": {tied}, and the schema lets any be sent with any; if calls go wrong, {apart}"
    go = "goes" if len(account.unsaid) == 1 else "go"
    unsaid_names = _listed(account.unsaid, most)
    there = ", or say it there" if split else ""
    return f": {tied}, but no text says which of them {unsaid_names} {go} with; {apart}{there}"


def _tied(ties: Sequence[Tie], groups: int, parameters: int) -> str:
    """`width`, `height` go with resize, `index` goes with close, select."""
    by_values: dict[tuple[str, ...], list[str]] = {}
    for tie in ties:
        by_values.setdefault(tie.values, []).append(tie.parameter)
    ordered = sorted(by_values.items(), key=lambda item: (-len(item[1]), len(item[0])))
    return ", ".join(
        f"{_listed(names, parameters)} {'goes' if len(names) == 1 else 'go'} with {_listed(values, 2, quoted=False)}"
        for values, names in ordered[:groups]
    )


def _listed(items: Sequence[str], most: int, *, quoted: bool = True) -> str:
    most = most + 1 if len(items) == most + 1 else most
    shown = [f"`{item}`" if quoted else item for item in items[:most]]
    hidden = len(items) - len(shown)
    return ", ".join(shown) + (f" and {hidden} more" if hidden else "")


def _detail(mode: Mode, account: _Account) -> str:
    lines = [
        f"{tie.parameter}: {', '.join(tie.values)}" + (f' ("{tie.quote}")' if tie.quote else f" (by {tie.source})")
        for tie in mode.ties.values()
    ]
    loose = [name for name in account.unsaid if name not in mode.ties]
    return "\n".join([*lines, *([f"not said: {', '.join(loose)}"] if loose else [])])
