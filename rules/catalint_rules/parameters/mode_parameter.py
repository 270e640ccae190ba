"""One parameter that chooses between jobs: the rule `mode-parameter`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Json, Meta, Related, Severity, option
from catalint.explanations import target
from catalint.words import split_identifier
from catalint_rules import words
from catalint_rules.analyses.lexicon import LEXICON
from catalint_rules.analyses.modes import MODES, Mode, Tie
from catalint_rules.analyses.names import NAMES
from catalint_rules.parameters import mode_messages
from catalint_rules.parameters.mixed_safety_modes import MIXED
from catalint_rules.parameters.mode_messages import MANNERS, Account, find_case, in_branches, is_needed
from catalint_rules.parameters.splitting import job_names

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
        explained: list[tuple[Mode, Account]] = []
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
                if in_branches(account):
                    yield self._note([(best, account)], ctx)
                else:
                    explained.append((best, account))
        if explained:
            yield self._note(explained, ctx)

    def _report(self, mode: Mode, account: Account, ctx: Context, *, beside: bool) -> Finding:
        flag = mode.flag and mode.name in mode.values[1:]
        names = _names(mode, mode.values[1:] if flag else _examples(mode, ctx), ctx)
        return self.finding(
            mode.tool.at(*mode.path, part="key"),
            mode_messages.flagged(mode, account, names)
            if mode.flag
            else mode_messages.unsaid(mode, account, [] if beside else names, beside),
            severity=Severity.WARNING if account.unsafe or not mode.flag or account.unsaid else Severity.NOTE,
            related=mode_messages.related(mode, account),
            detail=mode_messages.detail(mode, account),
            key=mode.name,
            data=mode_messages.data(mode, account, _names(mode, mode.values, ctx)),
        )

    def _note(self, found: Sequence[tuple[Mode, Account]], ctx: Context) -> Finding:
        """One finding for all tools of a catalog whose modes are explained: they have one design."""
        # the tool with most to gain is the example
        mode, account = max(found, key=lambda item: find_case(*item).size)
        first = found[0][0]
        if len(found) == 1:
            related = mode_messages.related(mode, account)
            message = mode_messages.explained(mode, account, _names(mode, [find_case(mode, account).value], ctx))
        else:
            related = tuple(
                Related(other.tool.at(*other.path, part="key"), f"`{other.name}` of `{other.tool.name}`")
                for other, _ in found[1:]
            )
            message = mode_messages.folded(found, mode, account)
        return self.finding(
            first.tool.at(*first.path, part="key"),
            message,
            severity=Severity.NOTE,
            related=related,
            detail="\n\n".join(
                f"{other.tool.name}.{other.name}\n{mode_messages.detail(other, told)}" for other, told in found
            ),
            key=first.name if len(found) == 1 else " ".join(sorted(other.tool.name for other, _ in found)),
            data={
                **mode_messages.data(mode, account, _names(mode, mode.values, ctx)),
                "tools": [other.tool.name for other, _ in found],
            },
        )


def is_proved(mode: Mode, options: Options) -> bool:
    """Whether the evidence shows that the parameter chooses between jobs."""
    if mode.flag:
        return len(mode.stated) >= options.min_tied or _turns_unsafe(mode)
    if mode.union and not (mode.asks or mode.jobs):
        return False
    if mode.jobs and split_identifier(mode.name)[-1] not in MANNERS:
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


def _account(mode: Mode, common: Collection[str], paging: Collection[str]) -> Account:
    ties = [tie for tie in (*mode.stated, *mode.named) if tie.parameter not in mode.required]
    told = tuple(tie for tie in ties if tie.parameter not in common) or tuple(ties)
    guessed = [tie.parameter for tie in mode.guessed if tie.parameter not in common]
    lists = bool(mode.having("read"))
    loose = [name for name in mode.loose if name not in common and not (lists and _pages(name, paging))]
    silent = [name for name in (*loose, *guessed) if name not in mode.hinted]
    # words in common are enough beside others on which a text speaks
    count = len(told) + len(guessed) + sum(1 for name in loose if name in mode.hinted)
    explained = bool(mode.stated or not silent) and count >= _EXPLAINED * (len(told) + len(guessed) + len(loose))
    explained = explained or (len(told) >= _TOLD and sum(map(is_needed, told)) > 1)
    unsaid = silent if mode.jobs and not explained and _differ(mode) and len(silent) >= _FEW else []
    return Account(told, tuple(unsaid), _turns_unsafe(mode))


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


def _is_worth_a_note(mode: Mode, account: Account) -> bool:
    """Whether modes that are explained are several tools in one still.

    One parameter that goes with one mode is a detail, unless a call of that mode fails without it. A kind beside which
    most parameters go with any is one job.
    """
    if all(_is_object(mode, tie) for tie in account.told):
        return False  # as well apart as the parameters of one tool can be
    needed = any(map(is_needed, account.told))
    apart = mode.jobs and _differ_in_safety(mode)
    if len(account.told) == 1 and len(mode.values) > _CASES and not (needed and apart):
        return False  # jobs of one kind, of which one takes something more
    alone = [tie for tie in account.told if len(tie.values) == 1]
    spoken = len({value for tie in account.told for value in tie.values}) / len(mode.values)
    own = max(Counter(tie.values for tie in alone).values(), default=0)
    destroys = apart and bool(mode.having("destroy")) and bool(mode.stated)
    if not needed and not destroys and (len(alone) < _FEW or (own < _FEW and spoken < _EXPLAINED and not apart)):
        return False
    share = min(len(account.told) / (len(mode.ties) + len(mode.loose)), spoken)
    return mode.jobs or share >= _EXPLAINED or (mode.asks and own >= _SEVERAL)


def _differ_in_safety(mode: Mode) -> bool:
    """Whether some jobs only read or take something away and others do not, so that no hint of safety fits them all."""
    effects = {effect for effect in mode.effects.values() if effect}
    return len(effects) > 1 and not effects.isdisjoint(("read", "destroy"))


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
