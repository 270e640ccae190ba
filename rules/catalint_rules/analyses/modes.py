"""Parameters that choose between jobs of one tool, and which other parameters go with which of their values.

A mode is found by evidence, not by its name alone: other parameters that matter for some values only, because a text
says so, because a branch of the schema says so, or because their names can mean nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal, NamedTuple

from catalint import Analysis, Context, Path, Tool
from catalint.expression import expression
from catalint.words import singular, split_identifier, split_prose, stem
from catalint_rules import words
from catalint_rules.analyses.affinity import KINDS, named_after, named_by_verb
from catalint_rules.analyses.choices import (
    Container,
    branch_ties,
    called_values,
    containers,
    discriminators,
    flags,
    listed_values,
)
from catalint_rules.analyses.lexicon import LEXICON, Lexicon
from catalint_rules.analyses.mentions import vocabulary
from catalint_rules.analyses.ties import tied_values, told_values

Source = Literal["schema", "text", "tool", "verb", "name"]

_ASKING = frozenset(("get", "list", "count"))
_GRAVITY = ("read", "run", "create", "change", "destroy")
# Values that a text on a parameter is full of without meaning the job: "list of names", "set of tags".
_EVERYDAY = frozenset("get last list new open set".split())
_SENTENCE = expression(r"[.;!?](?=\s)|\n")
# Each choice of a tool is compared with each of the properties beside it: 208 times at most in 117 public servers. What
# comes after so many comparisons was not written by hand.
_MOST_COMPARED = 2_000
# Behind these verbs a word says what a thing becomes: `mark_read` and `set_read` read nothing.
_STATING = frozenset("flag label make mark set tag toggle".split())
# A read beside its opposite is a state, too.
_OPPOSITES = frozenset(("unread", "unseen"))


class Tie(NamedTuple):
    """Why a parameter goes with some values of a mode and not with all.

    `values` are in the order of the mode. `source` says how that is known: by branches of the schema, by the text on
    the parameter, by the text on the tool or the mode, by the value's verb at the head of the parameter's name
    (`cancel_reason`), by words in common. `quote` are the words that say so, if any. `path` leads from the tool to the
    parameter's schema.
    """

    parameter: str
    path: Path
    values: tuple[str, ...]
    source: Source
    quote: str = ""


@dataclass(frozen=True, eq=False)
class Mode:
    """A parameter that may choose between jobs, with the evidence for it.

    `name` is the parameter's, with dots where it is nested; `path` leads from the tool to its schema. `asks` is true
    where the name asks what to do, `jobs` where the values are verbs besides, `union` where they tell branches of a
    choice apart. A boolean that is a verb is a `flag`: its values are the tool's verb, or the opposite flag, and
    itself.
    `ties` are by parameter; `loose` are the optional parameters beside it of which nothing says with which values they
    go. `hinted` are optional parameters of which some text speaks along with a value, so that nobody can say it is
    silent on them. `required` are those that every call must carry. `effects` are by value: read, create, change, run,
    destroy or empty.
    """

    tool: Tool
    name: str
    path: Path
    values: tuple[str, ...]
    asks: bool
    jobs: bool
    ties: Mapping[str, Tie]
    loose: tuple[str, ...]
    required: frozenset[str]
    effects: Mapping[str, str]
    union: bool = False
    flag: bool = False
    hinted: frozenset[str] = frozenset()

    @property
    def stated(self) -> tuple[Tie, ...]:
        """The ties that the catalog itself states, in a text or in the schema."""
        return tuple(tie for tie in self.ties.values() if tie.source not in ("verb", "name"))

    @property
    def named(self) -> tuple[Tie, ...]:
        """The ties that no text states and that a name states: `cancel_reason` can only go with cancelling."""
        return tuple(tie for tie in self.ties.values() if tie.source == "verb")

    @property
    def guessed(self) -> tuple[Tie, ...]:
        """The ties that only words in common show."""
        return tuple(tie for tie in self.ties.values() if tie.source == "name")

    def having(self, effect: str) -> tuple[str, ...]:
        """The values with one effect."""
        return tuple(value for value in self.values if self.effects[value] == effect)


class _Lists(NamedTuple):
    names: frozenset[str]
    switches: frozenset[str]
    http: frozenset[str]
    reversing: frozenset[str]
    effects: Mapping[str, str]
    lexicon: Lexicon


def _compute(ctx: Context) -> Mapping[Tool, tuple[Mode, ...]]:
    lists = _Lists(
        words.vocabulary("mode_names", ctx),
        words.vocabulary("switch_names", ctx),
        words.vocabulary("http_methods", ctx),
        words.vocabulary("reversing_flags", ctx),
        words.groups("effects", ctx),
        ctx.get(LEXICON),
    )
    found = {tool: tuple(_modes(tool, lists)) for tool in ctx.corpus.visible}
    return {tool: modes for tool, modes in found.items() if modes}


# The candidates of each tool, whatever their evidence: a rule decides what is enough.
MODES = Analysis("modes", _compute)


def _modes(tool: Tool, lists: _Lists) -> Iterator[Mode]:
    found = list(containers(tool))
    choices = ((container, mode) for container in found for mode in _choices(container, lists))
    switches = ((container, mode) for container in found for mode in _switches(container, lists))
    left = _MOST_COMPARED
    for container, mode in chain(choices, switches):
        yield mode
        left -= len(container.properties)
        if left < 0:
            return


def _choices(container: Container, lists: _Lists) -> Iterator[Mode]:
    unions = discriminators(container)
    for name in container.properties:
        parts = split_identifier(name)
        asks = _asks_what(parts, lists)
        if not parts or (not asks and parts[-1] in lists.switches):
            continue
        values = unions.get(name) or listed_values(container, name, in_prose=asks)
        if len(values) > 1 and not _is_http(values, lists):
            yield _mode(container, name, values, lists, asks=asks, union=name in unions)


def _switches(container: Container, lists: _Lists) -> Iterator[Mode]:
    for name, values in flags(container, lists.reversing, lists.lexicon):
        yield _mode(container, name, values, lists, asks=True, flag=True)


def _mode(
    container: Container,
    name: str,
    values: tuple[str, ...],
    lists: _Lists,
    *,
    asks: bool,
    union: bool = False,
    flag: bool = False,
) -> Mode:
    states = not _OPPOSITES.isdisjoint(word for value in values for word in split_identifier(value))
    effects = {value: _effect(value, lists, states=states) for value in values}
    verbs = sum(1 for value in values if effects[value] or _is_verb(value, lists))
    # a branch called `insert` beside one called `delete` is a job; `text` beside `image` is a kind of thing
    unlike = union and all(effects.values()) and len(set(effects.values())) > 1
    others = [other for other in container.properties if other != name and not (flag and other in values)]
    ties = _ties(container, name, values, others, lists.lexicon, asks=asks)
    # a branch for each value says which parameters it takes: those in all branches are for all, whatever their names
    shared = frozenset(other for other in others if union and container.places[other][0] != "properties")
    ties = {other: tie for other, tie in ties.items() if other not in shared or tie.source not in ("verb", "name")}
    jobs = unlike or (asks and verbs * 2 >= len(values))
    return Mode(
        tool=container.tool,
        name=".".join((*container.names, name)),
        path=(*container.path, *container.places[name]),
        values=values,
        asks=asks,
        jobs=jobs,
        ties=ties,
        loose=tuple(
            other for other in others if other not in ties and other not in container.required and other not in shared
        ),
        required=container.required,
        effects=effects,
        union=union,
        flag=flag,
        hinted=_hinted(container, name, values, others) if jobs else frozenset(),
    )


def _hinted(container: Container, name: str, values: Sequence[str], others: Sequence[str]) -> frozenset[str]:
    """The parameters whose text has a word of a value, or that another text names in one sentence with one."""
    told = {stem(word) for value in values for word in split_identifier(value) if word not in KINDS}
    own = told - _EVERYDAY
    about = f"{container.explain(name)}\n{container.about()}"
    sentences = [part for part in _SENTENCE.split(about) if not told.isdisjoint(map(stem, split_prose(part)))]
    return frozenset(
        other
        for other in others
        if other not in container.required
        and (
            not own.isdisjoint(map(stem, split_prose(container.explain(other))))
            or any(re.search(rf"(?<!\w){re.escape(other)}(?!\w)", sentence) for sentence in sentences)
        )
    )


def _asks_what(parts: Sequence[str], lists: _Lists) -> bool:
    tail = [part for part in parts if part not in ("type", "name", "kind", "to", "perform")]
    return bool(tail) and tail[-1] in lists.names


def _is_http(values: Sequence[str], lists: _Lists) -> bool:
    lowered = {value.lower() for value in values}
    return lowered <= lists.http and bool(lowered & {"post", "put", "patch"})


def _is_verb(value: str, lists: _Lists) -> bool:
    parts = split_identifier(value)
    return bool(parts) and parts[0] in lists.lexicon.verbs


def _effect(value: str, lists: _Lists, *, states: bool) -> str:
    """The effect of the verb of a value; of several verbs in a row ("find_replace") the gravest.

    `states` where "read" is something that a message is, not what the tool does.
    """
    found: list[str] = []
    for part in split_identifier(value)[:3]:
        if part in _STATING or (states and part == "read"):
            found.append("change")
            continue
        if not found and lists.lexicon.verbs.get(part) in _ASKING:
            return "read"  # `get_update_status` updates nothing
        effect = lists.effects.get(part) or lists.effects.get(lists.lexicon.verbs.get(part, ""))
        if effect:
            found.append(effect)
        elif found:
            break
    return max(found, key=_GRAVITY.index, default="")


def _ties(
    container: Container, name: str, values: tuple[str, ...], others: Sequence[str], lexicon: Lexicon, *, asks: bool
) -> Mapping[str, Tie]:
    found: dict[str, Tie] = {}

    def add(other: str, tied: frozenset[str], source: Source, quote: str = "") -> None:
        if tied and len(tied) < len(values):
            path = (*container.path, *container.places[other])
            found.setdefault(other, Tie(other, path, tuple(value for value in values if value in tied), source, quote))

    for other, tied in branch_ties(container, name).items():
        add(other, tied, "schema")
    calls = called_values(container, name) if asks else {}
    for other in others if calls.keys() == set(values) else ():
        takes = frozenset(value for value, given in calls.items() if other in given)
        add(other, takes, "tool", " ".join(f"{value}({other}=…)" for value in values if value in takes))
    known = vocabulary(name, values)
    for other in others:
        tied, quote = tied_values(container.explain(other), known)
        add(other, tied, "text", quote)
    if not asks and not found:
        return found  # a choice of which no parameter speaks is no mode, whatever the rest of the text says
    text = f"{container.explain(name)}\n\n{container.about()}"
    # what every call must carry goes with all values, unless the text on it says otherwise
    for other, (tied, quote) in told_values(text, known, [o for o in others if o not in container.required]).items():
        add(other, tied, "tool", quote)
    about = frozenset(map(singular, split_identifier(container.tool.name)))
    for other in others if asks else ():
        if other not in container.required:
            add(other, named_by_verb(other, values, about, lexicon), "verb")
            add(other, named_after(other, container.explain(other), values), "name")
    return {other: found[other] for other in others if other in found}
