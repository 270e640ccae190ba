"""The verdict on two tools with like names: one job, an alias, or told apart.

The principle is contrast: names may be alike as long as the texts explain what differs. Two tools count as one job only
if descriptions or parameters agree and neither text names the other tool, explains the word that differs, or says
anything else that sets them apart.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Literal, TypeAlias

from catalint import Tool
from catalint.expression import expression
from catalint.words import STOP_WORDS
from catalint_rules.analyses.aliases import alias_phrase
from catalint_rules.analyses.candidates import Kind, Pair
from catalint_rules.analyses.evidence import (
    Evidence,
    Side,
    are_subcommands,
    count_differently,
    explains_fillers,
    explains_words,
    is_blend,
    names_kind,
    names_tool,
    needed_words,
    say_opposites,
    speak_of_many,
    weigh,
    works_on_more,
)
from catalint_rules.analyses.lexicon import Lexicon
from catalint_rules.analyses.texts import Text

Reason: TypeAlias = Literal["alike", "alias"]

# Scores and shares were set by reading pairs of real servers; none is published.
# Leads with scores (0 to 100) from here on say one thing, say it with other words, or are written alike.
_SAME = 95.0
_NEAR = 80.0
_REWORDED = 70.0
_ALMOST = 90.0
# Words of their own that two leads may have and still be one thought put in two ways.
_FEW_WORDS = 2
_SOME_WORDS = 4
# Share of the parameters of both tools that have one name: nearly the same input, or a good part of it.
_MOST_PARAMETERS = 0.7
_SOME_PARAMETERS = 0.33
# As many parameters, and so large a share of them, no two jobs have in common by chance.
_NEARLY_ALL_PARAMETERS = 0.8
_MANY_PARAMETERS = 4

_REPLACED = frozenset(("deprecated", "superseded", "replaced by", "renamed", "obsolete"))
_OUTDATED = expression(r"\bdeprecated\b|\bobsolete\b", re.IGNORECASE)
_OUTDATED_NAME = expression(r"deprecated|legacy|obsolete", re.IGNORECASE)
# Verbs that people use for searching and for getting.
_EITHER = frozenset(("find", "locate", "query", "lookup", "look up"))
# What a tool does whose name has no verb: `current_weather`.
_READING = frozenset(("get", "list", "return"))
# Filler words that stand for something to be got: one word in the text explains them.
_THINGS = frozenset("record entry data info information detail details object entity item".split())


@dataclass(frozen=True, slots=True)
class Likeness:
    """Two tools that do one job as far as one can read.

    `shared` are the parameters that both have, required ones first. `alias` is the tool that says itself that another
    replaces it, in the words of `quote`; `named` is true if it says which.
    """

    pair: Pair
    reason: Reason
    shared: tuple[str, ...] = ()
    alias: Tool | None = None
    quote: str = ""
    named: bool = False

    @property
    def outdated(self) -> bool:
        """True if the alias is not only another name, but to be given up."""
        return self.quote.lower() in _REPLACED


def compare(pair: Pair, read: Callable[[Tool], Text], lexicon: Lexicon) -> Likeness | None:
    """Judge a pair of candidates; None if something tells them apart."""
    evidence = weigh(pair, read, lexicon)
    sides = evidence.sides
    if any(names_tool(side.text.raw, sibling.name) for side, sibling in sides):
        return next((_alias(pair, side, sibling) for side, sibling in sides if _says_alias(side, sibling)), None)
    if are_subcommands(pair.first, pair.second, lexicon) or not _do_one_job(pair.kind, evidence):
        return None
    for side, _ in sides:
        marked = _OUTDATED.search(side.text.raw) or _OUTDATED_NAME.search(side.name.tool.name)
        if marked:
            return Likeness(pair, "alias", alias=side.name.tool, quote=marked.group())
    return Likeness(pair, "alike", _shared(pair.first.tool, pair.second.tool))


def _do_one_job(kind: Kind, evidence: Evidence) -> bool:
    if not (evidence.first.text.english and evidence.second.text.english):
        # words of other languages are not known here, but a text that stands twice says the same in any
        return evidence.required and evidence.literal >= _SAME
    if not (evidence.first.text.raw or evidence.second.text.raw) and evidence.overlap < _MOST_PARAMETERS:
        return False  # neither texts nor parameters agree
    if count_differently(evidence) or say_opposites(evidence):
        return False
    return _JUDGES[kind](evidence)


def _says_alias(side: Side, sibling: Side) -> bool:
    return bool(alias_phrase(side.text.raw, sibling.name))


def _alias(pair: Pair, side: Side, sibling: Side) -> Likeness:
    phrase = alias_phrase(side.text.raw, sibling.name)
    return Likeness(pair, "alias", alias=side.name.tool, quote=phrase, named=True)


def _judge_same(evidence: Evidence) -> bool:
    first, second = evidence.first.name, evidence.second.name
    if "".join(first.words) != "".join(second.words) and not _actions_agree(evidence):
        return False
    filled = False
    for side, sibling in evidence.sides:
        fillers = {word for word in side.name.fillers if word not in sibling.name.fillers}
        filled = filled or bool(fillers)
        own = side.own - {evidence.lexicon.sense(word) for word in fillers}
        if len(own) > _allowed(fillers) or _numbers(fillers) & set(side.text.opening) - set(sibling.text.opening):
            return False
        if evidence.conflict and explains_fillers(side, sibling, fillers, evidence.lexicon):
            return False
        if fillers & needed_words(side, sibling) or names_kind(side, sibling, fillers, evidence.lexicon):
            return False
        if first.verb != second.verb and works_on_more(side, sibling, evidence.lexicon):
            return False
    return not evidence.both_differ or _is_reworded(evidence, filled=filled)


def _actions_agree(evidence: Evidence) -> bool:
    first, second = evidence.first.name, evidence.second.name
    if not (first.action and second.action) and any(_does_more(*pair, evidence.lexicon) for pair in evidence.sides):
        return False
    actions = {first.action or "get", second.action or "get"}
    if len(actions) == 1:
        return True
    if "search" in actions:
        # getting and searching differ, but who finds or looks up one thing by its id gets it
        return bool({first.verb, second.verb} & _EITHER) and _takes_the_same(evidence)
    # get and list tell one from many unless both names are plural and both tools take the same
    takes = bool(first.tool.parameters or second.tool.parameters)
    unlike = evidence.conflict or (takes and evidence.overlap < _MOST_PARAMETERS)
    return first.plural and second.plural and not unlike


def _does_more(side: Side, sibling: Side, lexicon: Lexicon) -> bool:
    """True if a tool without a verb in its name begins its text with another one than reading or its sibling's."""
    return not side.name.action and _spoken_action(side, lexicon) not in ("", "get", sibling.name.action)


def _spoken_action(side: Side, lexicon: Lexicon) -> str:
    """What a text says first that its tool does, reading folded into one; empty if it does not begin with a verb."""
    verb = lexicon.verb(side.text.lead_words[0]) if side.text.lead_words else ""
    return "get" if verb in _READING else verb


def _allowed(fillers: Collection[str]) -> float:
    """How many words of its own a text may have before they count as what its tool's filler words stand for.

    Without filler words any number, for `info` and the like none, for praise and numbers one.
    """
    if not fillers:
        return math.inf
    return 0 if any(word in _THINGS for word in fillers) else 1


def _numbers(fillers: Collection[str]) -> set[str]:
    return {word for word in fillers if word.isdecimal()}


def _takes_the_same(evidence: Evidence) -> bool:
    return evidence.required and evidence.overlap >= _MOST_PARAMETERS


def _is_reworded(evidence: Evidence, *, filled: bool) -> bool:
    """True if texts with words of their own still say one thing, as far as equal parameters make that likely."""
    verbs = {_spoken_action(side, evidence.lexicon) for side, _ in evidence.sides} - {""}
    if len(verbs) > 1:
        return False
    near, words = (_NEAR, _FEW_WORDS) if filled else (_REWORDED, _SOME_WORDS)
    return _takes_the_same(evidence) and evidence.differing <= words and evidence.near >= near


def _judge_number(evidence: Evidence) -> bool:
    """One against many is a difference unless texts and parameters both keep silent about it."""
    first, second = evidence.first.name, evidence.second.name
    if evidence.conflict or evidence.overlap < _MOST_PARAMETERS:
        return False
    if any(names_kind(side, sibling, side.name.fillers, evidence.lexicon) for side, sibling in evidence.sides):
        return False
    if first.action != second.action and not ({first.verb, second.verb} & _EITHER and _takes_the_same(evidence)):
        return False
    many = speak_of_many(evidence)
    if many[0] != many[1]:
        return False
    return evidence.differing <= 1 or (evidence.both_differ and _is_reworded(evidence, filled=True))


def _judge_noun(evidence: Evidence) -> bool:
    first, second = evidence.first.name, evidence.second.name
    if first.action != second.action and not _actions_agree(evidence):
        return False
    bare = not (first.tool.parameters or second.tool.parameters)
    if not (_takes_the_same(evidence) or bare) or evidence.near < (_SAME if bare else _REWORDED):
        return False
    own = [side.own - side.name.wide for side, _ in evidence.sides]
    if all(own) and (bare or len(own[0] | own[1]) > _FEW_WORDS):
        return False
    if all(len(side.text.said - sibling.text.said - side.name.wide) > _FEW_WORDS for side, sibling in evidence.sides):
        return False  # a bill has a vendor and a due date, a receipt a customer and a tip: the rest of the texts tells
    told = [
        bool((side.name.core - sibling.name.core) & side.text.stems - sibling.text.stems)
        for side, sibling in evidence.sides
    ]
    return not all(told) or evidence.overlap == 1.0 or bare


def _judge_derived(evidence: Evidence) -> bool:
    return not evidence.conflict and evidence.overlap >= _MOST_PARAMETERS and evidence.literal >= _ALMOST


def _judge_typo(evidence: Evidence) -> bool:
    words = [[word for word in side.name.words if word not in sibling.name.words] for side, sibling in evidence.sides]
    if len(words[0]) != 1 or len(words[1]) != 1:
        return False
    if not (evidence.first.text.raw and evidence.second.text.raw):
        return False
    one, other = evidence.lexicon.base(words[0][0]), evidence.lexicon.base(words[1][0])
    if one == other:
        return _judge_number(evidence)
    mine, theirs = evidence.first.text.stems, evidence.second.text.stems
    if one in mine and other in theirs:
        return False  # both are words that people write: country and county
    if evidence.literal < _ALMOST and other not in mine and one not in theirs:
        return False
    return not evidence.both_differ and (evidence.required or evidence.near >= _SAME)


def _judge_extra(evidence: Evidence) -> bool:
    longer, shorter = max(evidence.sides, key=lambda sides: len(sides[0].name.core))
    words = longer.name.core - shorter.name.core
    asked = {evidence.lexicon.base(parameter.name) for parameter in shorter.name.tool.parameters if parameter.required}
    if evidence.required and all(word.removeprefix("by:") in asked for word in words):
        return _judge_same(evidence)  # the word is what both tools ask for: `get_order_by_id` beside `get_order`
    if not set(shorter.name.fillers) <= set(longer.name.fillers):
        return False
    if not (longer.text.lead and shorter.text.lead) or explains_words(longer, shorter, words, evidence.lexicon):
        return False
    return _judge_derived(evidence)


def _judge_bare(evidence: Evidence) -> bool:
    bare, full = min(evidence.sides, key=lambda sides: len(sides[0].name.core))
    lexicon = evidence.lexicon
    core = {word.rpartition(":")[2] for word in full.name.core}
    about = [
        lexicon.base(word)
        for word in bare.text.lead_words
        if word not in STOP_WORDS and lexicon.verb(word) != bare.name.action
    ]
    if not core <= set(about):
        return False
    if evidence.overlap >= _SOME_PARAMETERS:
        return evidence.required or not evidence.conflict
    # a search is the same search whatever its text and its filters are called
    searches = bare.name.action == "search" and bare.text.takes_query and full.text.takes_query
    return searches and about[0] in core


def _judge_blend(evidence: Evidence) -> bool:
    """One word made of two is a likeness where nearly the same input of many parameters comes to it."""
    first, second = evidence.first.name, evidence.second.name
    shared = {parameter.name for parameter in first.tool.parameters} & {p.name for p in second.tool.parameters}
    if not evidence.required or evidence.overlap < _NEARLY_ALL_PARAMETERS or len(shared) < _MANY_PARAMETERS:
        return False
    blended = is_blend(first.words, second.words) or is_blend(second.words, first.words)
    return blended and first.plural == second.plural and _is_reworded(evidence, filled=False)


_JUDGES: dict[Kind, Callable[[Evidence], bool]] = {
    "same": _judge_same,
    "number": _judge_number,
    "noun": _judge_noun,
    "derived": _judge_derived,
    "typo": _judge_typo,
    "extra": _judge_extra,
    "bare": _judge_bare,
    "blend": _judge_blend,
}


def _shared(first: Tool, second: Tool) -> tuple[str, ...]:
    theirs = {parameter.name for parameter in second.parameters}
    both = [parameter for parameter in first.parameters if parameter.name in theirs]
    return tuple(parameter.name for parameter in sorted(both, key=lambda parameter: not parameter.required))
