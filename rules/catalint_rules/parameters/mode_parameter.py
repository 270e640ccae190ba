"""One parameter that chooses between jobs: the rule `mode-parameter`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from catalint import Catalog, CatalogRule, Context, Finding, Json, Meta, Related, Severity, option
from catalint.explanations import target
from catalint.expression import expression
from catalint.words import split_identifier
from catalint_rules import words
from catalint_rules.analyses.lexicon import LEXICON
from catalint_rules.analyses.modes import MODES, Mode, Tie
from catalint_rules.analyses.names import NAMES
from catalint_rules.parameters.mixed_safety_modes import MIXED
from catalint_rules.parameters.splitting import job_names
from catalint_rules.wording import fit, listing, quote
from catalint_rules.wording import names as listed

# A parameter of more tools than this, and of half of all, is how the server is called (a project, a session), not what
# a mode needs.
_EVERYWHERE = 3
# Where texts and names tie this share of the optional parameters to values, they are taken to explain the modes.
_EXPLAINED = 0.5
# A choice among more kinds than this is data; nobody makes a tool of each.
_MOST_KINDS = 30
# Optional parameters beside a choice of jobs that are few, and values and parameters that are several.
_FEW = 2
# A parameter for one of more values than this is a special case.
_CASES = 4
_SEVERAL = 3
# Verbs that need what to write; reading and deleting have no use for it.
_WRITING = frozenset("change configure edit modify patch put rename replace set update write".split())
# Parameters by which a tool takes something away or writes over it.
_DESTROYING = frozenset("clobber force forced hard overwrite overwrites overwriting prune purge replace".split())
# Jobs that take the fields of one thing; all other jobs need less, or something else.
_SAVING = frozenset("add change create edit insert modify new patch put update upsert".split())
# Under these names a verb is often only a manner: `mode: append`, `method: squash`.
_WEAK = frozenset(("mode", "method", "task", "job", "function"))
# How a text says that a mode can't do without a parameter: "required for resize", "[REQUIRED - ...]", "needs width".
_NEEDED = expression(
    r"\b(?:required|needed|mandatory|necessary) (?:only )?(?:for|by|when|if|on|with|in|to)\b|[\[(]\s?required\b|"
    r":\s?required\s?(?:[.,;—–-]|$)",
    re.IGNORECASE,
)
_SPARED = expression(r"\b(?:not|n't|option\w*|unless|if not)\b", re.IGNORECASE)
# So many parameters of which texts tell the mode, some as needed, leave little to guess about the others.
_TOLD = 4
_LISTING = frozenset("find list query search".split())


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
        """Report, for each tool, the mode with the best evidence; those that are explained in one note."""
        modes = ctx.get(MODES)
        mixed = ctx.get(MIXED)
        uses = Counter(parameter.name for tool in catalog.visible for parameter in tool.parameters)
        most = max(_EVERYWHERE, (len(catalog.visible) - 1) // 2)
        common = frozenset(name for name, count in uses.items() if count > most)
        explained: list[tuple[Mode, _Account]] = []
        paging = words.vocabulary("paging_parameters", ctx)
        for tool in catalog.visible:
            proved = [mode for mode in modes.get(tool, ()) if is_proved(mode, self.options)]
            if not proved:
                continue
            best = max(proved, key=lambda mode: (mode.jobs, len(mode.stated), len(mode.named), len(mode.ties)))
            account = _account(best, common, paging)
            # on reading beside deleting, mixed-safety-modes speaks; what is left is what no text explains
            beside = mixed.get(tool) is best
            if account.unsafe or (best.flag and not beside) or account.unsaid:
                yield self._report(best, account, ctx, beside=beside)
            elif not beside and _is_worth_a_note(best, account):
                if _in_branches(account):
                    yield self._note([(best, account)], ctx)
                else:
                    explained.append((best, account))
        if explained:
            yield self._note(explained, ctx)

    def _report(self, mode: Mode, account: _Account, ctx: Context, *, beside: bool) -> Finding:
        flag = mode.flag and mode.name in mode.values[1:]
        names = _names(mode, mode.values[1:] if flag else _examples(mode, ctx), ctx)
        return self.finding(
            mode.tool.at(*mode.path, part="key"),
            _flagged(mode, account, names) if mode.flag else _unsaid(mode, account, [] if beside else names, beside),
            severity=Severity.WARNING if account.unsafe or not mode.flag or account.unsaid else Severity.NOTE,
            related=_related(mode, account),
            detail=_detail(mode, account),
            key=mode.name,
            data=_data(mode, account, _names(mode, mode.values, ctx)),
        )

    def _note(self, found: Sequence[tuple[Mode, _Account]], ctx: Context) -> Finding:
        """One finding for all tools of a catalog whose modes are explained: they have one design."""
        # the tool with most to gain is the example
        mode, account = max(found, key=lambda item: _size(_case(*item)))
        first = found[0][0]
        if len(found) == 1:
            related = _related(mode, account)
            message = _explained(mode, account, _names(mode, [_case(mode, account).value], ctx))
        else:
            related = tuple(
                Related(other.tool.at(*other.path, part="key"), f"`{other.name}` of `{other.tool.name}`")
                for other, _ in found[1:]
            )
            message = _folded(found, mode, account)
        return self.finding(
            first.tool.at(*first.path, part="key"),
            message,
            severity=Severity.NOTE,
            related=related,
            detail="\n\n".join(f"{other.tool.name}.{other.name}\n{_detail(other, told)}" for other, told in found),
            key=first.name if len(found) == 1 else " ".join(sorted(other.tool.name for other, _ in found)),
            data={
                **_data(mode, account, _names(mode, mode.values, ctx)),
                "tools": [other.tool.name for other, _ in found],
            },
        )


class _Account(NamedTuple):
    """What of a mode is told, by texts, the schema or names, and the parameters on which all texts are silent.

    `unsaid` is empty where enough is told. `unsafe`: a boolean makes the tool destroy something.
    """

    told: tuple[Tie, ...]
    unsaid: tuple[str, ...]
    unsafe: bool


def is_proved(mode: Mode, options: Options) -> bool:
    """Whether the evidence shows that the parameter chooses between jobs."""
    if mode.flag:
        return len(mode.stated) >= options.min_tied or _turns_unsafe(mode)
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


def _turns_unsafe(mode: Mode) -> bool:
    """Whether a boolean alone makes a tool destroy something; `force` would still do so once it is split off."""
    beside = (word for name in (*mode.ties, *mode.loose, *mode.required) for word in split_identifier(name))
    mixes = mode.flag and 0 < len(mode.having("destroy")) < len(mode.values)
    return mixes and _DESTROYING.isdisjoint(beside)


def _is_object(mode: Mode, tie: Tie) -> bool:
    root = mode.tool.input_schema
    schema: Json = root
    for step in tie.path[1:]:
        if isinstance(schema, list) and isinstance(step, int):
            schema = schema[step]
        else:
            schema = schema.get(str(step)) if isinstance(schema, dict) else None
    schema = target(schema, root)
    # it may be allowed as text or null besides
    branches = [schema.get(keyword) for keyword in ("anyOf", "oneOf", "allOf")] if isinstance(schema, dict) else []
    kept = [schema, *(branch for found in branches if isinstance(found, list) for branch in found)]
    return any(isinstance(part, dict) and "properties" in part for part in (target(part, root) for part in kept))


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


def _account(mode: Mode, common: Collection[str], paging: Collection[str]) -> _Account:
    ties = [tie for tie in (*mode.stated, *mode.named) if tie.parameter not in mode.required]
    told = tuple(tie for tie in ties if tie.parameter not in common) or tuple(ties)
    guessed = [tie.parameter for tie in mode.guessed if tie.parameter not in common]
    lists = bool(mode.having("read"))
    loose = [name for name in mode.loose if name not in common and not (lists and _pages(name, paging))]
    silent = [name for name in (*loose, *guessed) if name not in mode.hinted]
    # words in common are enough beside others on which a text speaks
    count = len(told) + len(guessed) + sum(1 for name in loose if name in mode.hinted)
    explained = bool(mode.stated or not silent) and count >= _EXPLAINED * (len(told) + len(guessed) + len(loose))
    explained = explained or (len(told) >= _TOLD and sum(map(_is_needed, told)) > 1)
    unsaid = silent if mode.jobs and not explained and _differ(mode) and len(silent) >= _FEW else []
    return _Account(told, tuple(unsaid), _turns_unsafe(mode))


def _pages(name: str, paging: Collection[str]) -> bool:
    """Whether a parameter says how much of a list to return, so that its job is plain."""
    return "".join(split_identifier(name)) in paging


def _differ(mode: Mode) -> bool:
    """Whether it is open which jobs take a parameter.

    Where all begin with one verb, as get_a and get_b, parameters may serve all of them; beside getting and deleting,
    the only job that writes takes what there is to write. Creating and updating a thing take the same fields of it.
    """
    if {mode.effects[value] for value in mode.values} == {"create", "change"} and _SAVING.issuperset(mode.values):
        return False
    verbs = {next(iter(split_identifier(value)), "") for value in mode.values}
    writing = [value for value in mode.values if mode.effects[value] in ("create", "change")]
    plain = all(mode.effects[value] in ("read", "destroy") for value in mode.values if value not in writing)
    return len(verbs) > 1 and not (len(writing) == 1 and plain and verbs.isdisjoint(_LISTING))


def _is_worth_a_note(mode: Mode, account: _Account) -> bool:
    """Whether modes that are explained are several tools in one still.

    One parameter that goes with one mode is a detail, unless a call of that mode fails without it. A kind beside which
    most parameters go with any is one job.
    """
    if all(_is_object(mode, tie) for tie in account.told):
        return False  # as well apart as the parameters of one tool can be
    if len(account.told) == 1 and len(mode.values) > _CASES:
        return False  # jobs of one kind, of which one takes something more
    alone = [tie for tie in account.told if len(tie.values) == 1]
    spoken = len({value for tie in account.told for value in tie.values}) / len(mode.values)
    if not any(map(_is_needed, account.told)):
        own = max(Counter(tie.values for tie in alone).values(), default=0)
        if len(alone) < _FEW or (own < _FEW and spoken < _EXPLAINED):
            return False
    share = min(len(account.told) / (len(mode.ties) + len(mode.loose)), spoken)
    return mode.jobs or share >= _EXPLAINED


class _Case(NamedTuple):
    """The mode of a tool that would gain most from a tool of its own, and the parameters that show it."""

    value: str
    needed: tuple[str, ...]
    only: tuple[str, ...]


def _case(mode: Mode, account: _Account) -> _Case:
    """The mode that can't do without most parameters, else the one with most parameters of its own."""

    def read(value: str) -> _Case:
        own = [tie for tie in account.told if value in tie.values]
        needed = tuple(tie.parameter for tie in own if _is_needed(tie, value))
        return _Case(value, needed, tuple(tie.parameter for tie in own if len(tie.values) == 1))

    return max(map(read, mode.values), key=_size)


def _in_branches(account: _Account) -> bool:
    return all(tie.source == "schema" for tie in account.told)


def _size(case: _Case) -> tuple[int, int]:
    return len(case.needed), len(case.only)


def _is_needed(tie: Tie, value: str = "") -> bool:
    """Whether a text says that a mode, or the one with this value, can't do without a parameter."""
    if _SPARED.search(tie.quote):
        return False
    if tie.source == "tool":
        # the part of a text that is about the first of the values: "create: needs title"
        need = rf"\b(?:needs?|requires?)\b[^.;:()]{{0,60}}\b{re.escape(tie.parameter)}\b"
        return value in ("", tie.values[0]) and bool(re.search(need, tie.quote))
    return tie.source == "text" and value.lower() in tie.quote.lower() and bool(_NEEDED.search(tie.quote))


def _examples(mode: Mode, ctx: Context) -> list[str]:
    """Two values that differ in what they do, verbs before others: the ones that a split is for."""
    verbs = ctx.get(LEXICON).verbs
    acting = [value for value in mode.values if split_identifier(value)[:1] and split_identifier(value)[0] in verbs]
    first, *others = acting if len(acting) > 1 else mode.values
    unlike = [value for value in others if mode.effects[value] != mode.effects[first]]
    return [first, (unlike or others)[0]]


def _names(mode: Mode, values: Sequence[str], ctx: Context) -> list[str]:
    """Names for the tools of a split that no tool of the catalog has yet."""
    names = ctx.get(NAMES)[mode.tool.server].names
    taken = {tool.name for tool in names}
    return [name for name in job_names(mode, values, names[mode.tool], ctx.get(LEXICON).verbs) if name not in taken]


def _flagged(mode: Mode, account: _Account, names: Sequence[str]) -> str:
    tied = _tied(account.told, 2)
    behind = f"; {tied}" if tied else ""
    if mode.name in mode.values[1:]:
        why = "its safety hints have to cover both" if account.unsafe else "a call may mix the parameters of both"
        apart = f" ({quote(names[0])})" if names else ""
        head = f"`{mode.name}` turns `{mode.tool.name}` into another job, so {why}"
        return fit(f"{head}{behind}", head, action=f"make that a tool of its own{apart}")
    head = f"`{mode.values[0]}` and `{mode.values[1]}` are two jobs of one tool, and a call may set both"
    return fit(f"{head}{behind}", head, action="give each a tool of its own")


def _subject(mode: Mode, most: int) -> str:
    kind = "jobs" if mode.jobs and split_identifier(mode.name)[-1] not in _WEAK else "modes"
    return f"`{mode.name}` chooses between {len(mode.values)} {kind} ({listing(mode.values, most)})"


def _unsaid(mode: Mode, account: _Account, names: Sequence[str], beside: bool) -> str:
    """The message where texts are silent; `beside` where another rule advises to split the tool."""
    shown = f"split the tool ({', '.join(map(quote, names))}{', …' if len(mode.values) > len(names) else ''})"
    say = "say it in their descriptions"
    actions = (
        (say,) if beside else (f"{say}, or {shown}",) if names else (f"{say}, or give each job a tool of its own",)
    )
    lines = [
        f"{_subject(mode, values)}, but no text says which of them use {listed(account.unsaid, most)}"
        for values, most in ((6, 4), (5, 3), (4, 3), (3, 3), (3, 2), (2, 2))
    ]
    return fit(*lines, action=(*actions, say))


def _explained(mode: Mode, account: _Account, names: Sequence[str]) -> str:
    value, needed, only = _case(mode, account)
    if _in_branches(account):
        apart = f"split it into tools like {quote(names[0])}" if names else "give each a tool of its own"
        lines = [
            f"{_subject(mode, most)}: {_tied(account.told, 2)}, but only in branches, which some clients drop or reject"
            for most in (6, 4, 3, 2)
        ]
        return fit(*lines, action=apart)
    sizes = ((6, 4), (5, 3), (4, 3), (3, 3), (3, 2), (2, 2))
    if not mode.jobs:
        return fit(
            *(
                f"{_subject(mode, values)}: {_tied(account.told, 2, most)}, but the schema takes any with any"
                for values, most in sizes
            ),
            action=(
                "put what goes with one into an object named after it, or make each a tool",
                "give each an object of its own",
            ),
        )
    # a choice inside an object can be told apart there
    apart = f"give {value} a schema or a tool of its own" if "." in mode.name else f"give {value} a tool of its own"
    shown = f" ({quote(names[0])})" if names else ""
    if needed:
        lines = [
            f"{_subject(mode, values)}: {value} needs {listed(needed, most)}, but by the schema a call without is valid"
            for values, most in sizes
        ]
        return fit(*lines, action=(f"{apart}{shown} that requires {'it' if len(needed) == 1 else 'them'}", apart))
    be = "is" if len(only) == 1 else "are"
    lines = [
        f"{_subject(mode, values)}: {_some(only, most)} {be} for {value} only, but the schema takes "
        f"{'it' if len(only) == 1 else 'them'} with any"
        for values, most in sizes
    ]
    return fit(*lines, action=(f"{apart}{shown}", apart))


def _folded(found: Sequence[tuple[Mode, _Account]], mode: Mode, account: _Account) -> str:
    tools = list(dict.fromkeys((mode.tool.name, *(other.tool.name for other, _ in found))))
    value, needed, only = _case(mode, account)
    kind = "job" if all(other.jobs for other, _ in found) else "mode"
    one = len(only) == 1
    lines = []
    for most, few in ((4, 3), (3, 3), (3, 2), (2, 2)):
        head = f"{_some(tools, most)} choose between {kind}s by one parameter each"
        if needed:
            case = (
                f"{value} of `{mode.tool.name}` needs {listed(needed, few)}, but by the schema a call without is valid"
            )
        else:
            case = (
                f"{_some(only, few)} of `{mode.tool.name}` {'is' if one else 'are'} for {value} only, but the schema "
                f"takes {'it' if one else 'them'} with any"
            )
        lines.append(f"{head}: {case}")
    lines += [f"{line.partition(': ')[0]}, and only texts say what goes with which" for line in lines]
    # a catalog with many such tools has merged them on purpose: a good answer to a bad call is the smaller mend
    mend = f"answer a bad call with what it lacks, or split such {kind}s off" if needed else f"split such {kind}s off"
    return fit(*lines, action=mend)


def _some(found: Sequence[str], most: int) -> str:
    """The first of some parameters, without a number: those are told, and there may be others that nothing tells."""
    if len(found) <= most:
        return listed(found, most)
    return f"{', '.join(map(quote, found[:most]))} and others"


def _tied(ties: Sequence[Tie], groups: int, most: int = 3) -> str:
    """`width`, `height` go with resize, `index` goes with close, select."""
    by_values: dict[tuple[str, ...], list[str]] = {}
    for tie in ties:
        by_values.setdefault(tie.values, []).append(tie.parameter)
    ordered = sorted(by_values.items(), key=lambda item: (-len(item[1]), len(item[0])))
    return ", ".join(
        f"{listed(names, most)} {'goes' if len(names) == 1 else 'go'} with {listing(values, 3)}"
        for values, names in ordered[:groups]
    )


def _related(mode: Mode, account: _Account) -> tuple[Related, ...]:
    return tuple(
        Related(mode.tool.at(*tie.path, part="key"), f"`{tie.parameter}` goes with {', '.join(tie.values)}")
        for tie in account.told[:10]
    )


def _data(mode: Mode, account: _Account, names: Sequence[str]) -> dict[str, Json]:
    return {
        "parameter": mode.name,
        "values": list(mode.values),
        "tied": {tie.parameter: list(tie.values) for tie in mode.ties.values()},
        "unexplained": list(account.unsaid),
        "names": list(names),
    }


def _detail(mode: Mode, account: _Account) -> str:
    lines = [
        f"{tie.parameter}: {', '.join(tie.values)}" + (f' ("{tie.quote}")' if tie.quote else f" (by {tie.source})")
        for tie in mode.ties.values()
        if tie.parameter not in account.unsaid
    ]
    return "\n".join([*lines, *([f"not said: {', '.join(account.unsaid)}"] if account.unsaid else [])])
