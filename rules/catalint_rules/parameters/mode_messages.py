"""What is said of a parameter that chooses between jobs: evidence, cost and mend, for `mode-parameter`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from catalint import Json, Related
from catalint.expression import expression
from catalint.words import split_identifier
from catalint_rules.analyses.modes import Mode, Tie
from catalint_rules.wording import fit, listing, quote
from catalint_rules.wording import names as listed

# Under these names a verb is often only a manner: `mode: append`, `method: squash`.
MANNERS = frozenset(("mode", "method", "task", "job", "function"))
# How a text says that a mode can't do without a parameter: "required for resize", "[REQUIRED - ...]", "needs width".
_NEEDED = expression(
    r"\b(?:required|needed|mandatory|necessary) (?:only )?(?:for|by|when|if|on|with|in|to)\b|[\[(]\s?required\b|"
    r":\s?required\s?(?:[.,;—–-]|$)",
    re.IGNORECASE,
)
_SPARED = expression(r"\b(?:not|n't|option\w*|unless|if not)\b", re.IGNORECASE)
# "required for send, optional for draft": what is said of the second takes nothing from the first.
_SPARED_FOR = expression(r"\boptional (?:for|with|when|if|in|on) [^,;.()]{1,60}", re.IGNORECASE)


class Account(NamedTuple):
    """What of a mode is told, by texts, the schema or names, and the parameters on which all texts are silent.

    `unsaid` is empty where enough is told. `unsafe`: a boolean makes the tool destroy something.
    """

    told: tuple[Tie, ...]
    unsaid: tuple[str, ...]
    unsafe: bool


class Case(NamedTuple):
    """The mode of a tool that would gain most from a tool of its own, and the parameters that show it."""

    value: str
    needed: tuple[str, ...]
    only: tuple[str, ...]

    @property
    def size(self) -> tuple[int, int]:
        """How much there is to gain: parameters that are needed before those that are only allowed."""
        return len(self.needed), len(self.only)


def find_case(mode: Mode, account: Account) -> Case:
    """The mode that can't do without most parameters, else the one with most parameters of its own."""

    def read(value: str) -> Case:
        own = [tie for tie in account.told if value in tie.values]
        needed = tuple(tie.parameter for tie in own if is_needed(tie, value))
        return Case(value, needed, tuple(tie.parameter for tie in own if len(tie.values) == 1))

    return max(map(read, mode.values), key=lambda case: case.size)


def in_branches(account: Account) -> bool:
    """True where branches of the schema say what goes with which."""
    return all(tie.source == "schema" for tie in account.told)


def is_needed(tie: Tie, value: str = "") -> bool:
    """Whether a text says that a mode, or the one with this value, can't do without a parameter."""
    said = _SPARED_FOR.sub("", tie.quote)
    if _SPARED.search(said):
        return False
    if tie.source == "tool":
        # a call that shows it: "create(title=...)"
        if any(f"{each}({tie.parameter}=" in said for each in ((value,) if value else tie.values)):
            return True
        # the part of a text that is about the first of the values: "create: needs title"
        need = rf"\b(?:needs?|requires?)\b[^.;:()]{{0,60}}\b{re.escape(tie.parameter)}\b"
        return value in ("", tie.values[0]) and bool(re.search(need, said))
    return tie.source == "text" and value.lower() in said.lower() and bool(_NEEDED.search(said))


def flagged(mode: Mode, account: Account, names: Sequence[str]) -> str:
    """The message on a switch that makes another job of a tool, or on two jobs that are switches."""
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
    kind = "jobs" if mode.jobs and split_identifier(mode.name)[-1] not in MANNERS else "modes"
    return f"`{mode.name}` chooses between {len(mode.values)} {kind} ({listing(mode.values, most)})"


def unsaid(mode: Mode, account: Account, names: Sequence[str], beside: bool) -> str:
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


def explained(mode: Mode, account: Account, names: Sequence[str]) -> str:
    """The message on one choice that texts explain."""
    value, needed, only = find_case(mode, account)
    if in_branches(account):
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


def folded(found: Sequence[tuple[Mode, Account]], mode: Mode, account: Account) -> str:
    """The message on several such choices of a catalog, with `mode` as the example."""
    tools = list(dict.fromkeys((mode.tool.name, *(other.tool.name for other, _ in found))))
    value, needed, only = find_case(mode, account)
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


def related(mode: Mode, account: Account) -> tuple[Related, ...]:
    """The parameters that go with some values, ten at most."""
    return tuple(
        Related(mode.tool.at(*tie.path, part="key"), f"`{tie.parameter}` goes with {', '.join(tie.values)}")
        for tie in account.told[:10]
    )


def data(mode: Mode, account: Account, names: Sequence[str]) -> dict[str, Json]:
    """What a finding holds for programs."""
    return {
        "parameter": mode.name,
        "values": list(mode.values),
        "tied": {tie.parameter: list(tie.values) for tie in mode.ties.values()},
        "unexplained": list(account.unsaid),
        "names": list(names),
    }


def detail(mode: Mode, account: Account) -> str:
    """Which parameters go with which values, and what says so."""
    lines = [
        f"{tie.parameter}: {', '.join(tie.values)}" + (f' ("{tie.quote}")' if tie.quote else f" (by {tie.source})")
        for tie in mode.ties.values()
        if tie.parameter not in account.unsaid
    ]
    return "\n".join([*lines, *([f"not said: {', '.join(account.unsaid)}"] if account.unsaid else [])])
