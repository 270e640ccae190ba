"""What the name and the text of a tool say that it does to the world: the ground for judging its annotations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from catalint import Analysis, Context, Tool
from catalint.expression import expression
from catalint.prose import first_sentence
from catalint.words import singular, split_identifier
from catalint_rules import words
from catalint_rules.analyses.lexicon import LEXICON, Lexicon
from catalint_rules.analyses.names import NAMES
from catalint_rules.descriptions.language import is_english

# How far a description says what a tool does; behind it come parameters and examples.
_READ = 600
# So far before a phrase stands what makes it a mere possibility, in characters.
_BEFORE = 60
_LEAD = expression(
    r"(?:[\w .-]{1,24} \| )?[^a-z\[(]*(?:[\[(][^\])]{0,60}[\])])?[^a-z]*"
    r"(?:(?:this|the) (?:tool|endpoint|function|command|method|operation|action|api)(?: can| will)? "
    r"|(?:use (?:this|it)(?: tool| endpoint)?|tool|used|can be used|allows? (?:you|users?|agents?)|lets (?:you"
    r"|users?|agents?)) (?:to |for )?)?"
    r"(?:permanently |irreversibly |immediately |safely |quickly |directly "
    r"|automatically )*(?P<verb>[a-z]+)\b(?P<rest>.{0,80})"
)
# A first sentence with one of these says that nothing is changed, or not by this tool.
_CALM = expression(
    r"\bread[- ]?only\b|\b(?:does not|doesn't|do not|don't|never|without|not) (?:actually )?"
    r"(?:modif\w+|chang\w+|writ\w+|delet\w+|creat\w+|alter\w*|affect\w*|execut\w+|sav\w+|stor\w+|remov\w+|updat\w+)"
    r"|\bdry[- ]?run\b|\bpreview\w*|\bsimulat\w+|\bno changes\b|\bnothing is\b|\bwould\b|\bsandbox\w*"
    r"|\bin[- ]memory\b|\bstep[- ]by[- ]step\b|\bhow to\b|\b(?:guid(?:e|es|ance|elines)|instructions)\b"
)
# So does any sentence with one of these.
_CALM_ANYWHERE = expression(
    r"\b(?:is|are|runs?|strictly|purely) read[- ]only\b"
    r"|\bread[- ]only (?:tool|operation|call|query|queries|access|mode)\b"
    r"|\b(?:this|the) (?:tool|call) only (?:reads|returns)\b"
    r"|\b(?:this|the) (?:tool|call) (?:does not|doesn't|never) (?:change|modify|write|delete|create)"
    r"|\bno (?:data|changes) (?:is|are) (?:changed|written|made|saved)\b"
)
# "Create, update, or delete rules"
_MANAGES = expression(
    r"\b(?:creat|updat|add|renam|edit)(?:e|es|s|ing)?,? (?:[\w-]+,? ){0,4}(?:and |or )?(?:delet|remov)(?:e|es|ing)\b"
)
_SQL_WRITES = expression(r"\b(?:INSERT|UPDATE|DELETE|DDL|DML|ALTER|DROP)\b")
_REFUSED = expression(r"\b(?:not|no|never|only|reject\w*|block\w*|forbid\w*|disallow\w*|prevent\w*|except|refus\w*)\b")
_STORED = expression(
    r"\b(?:saves?|writes?|stores?) (?:[\w']+ ){0,6}?(?:to|in|into) (?:(?:a|the|your|given|local|specified|output"
    r"|target) ){0,3}"
    r"(?:disk|directory|folder|file ?system|local files?)\b"
)
_RUNS = expression(
    r"(?:run|execute|eval|evaluate)s? (?:[\w'-]+ ){0,3}?(?:commands?|scripts?|shell|bash|powershell|javascript"
    r"|(?:python|program|arbitrary|source) code)\b"
)
_RUNNERS = frozenset("run execute exec eval evaluate".split())
_PROGRAMS = frozenset(
    "command commands cmd shell bash script scripts code python javascript js powershell terminal program macro "
    "playbook workflow".split()
)
_OVERWRITES = expression(
    r"\b(?:(?:(?:and|or|will|completely|always) )overwrite|overwrit(?:es|ing|ten)|replac(?:es?|ing) (?:the "
    r"|an? )?(?:all|entire|whole|existing|previous|current|contents))\b"
    r"(?: (?!and\b|which\b|when\b|with\b|using\b)[\w'-]+){0,6}"
    r"|\breplaces? [^.;(]{1,40}\(full (?:update|replacement)\)|\b(?:is|as) a full replacement\b"
)
_PERHAPS = expression(
    r"\b(?:can|may|might|could|if|unless|not|never|n't|won't|without|avoid|whether|when|optionally|false|instead of"
    r"|rather than|fails?|refuses?|set)\b[^.!?;]*$"
)
# "If it exists, it will be overwritten" leaves no choice.
_OVERWRITES_EXISTING = expression(
    r"\b(?:if|when|where) (?:[\w'-]+ ){1,8}exists?,? (?:then )?(?:(?:the|an?|its|this|that) )?"
    r"(?:(?:existing|old|previous) )?(?!nothing\b|no\b|none\b)[\w-]+ (?:will be|is|gets) (?:overwritten|replaced)\b"
)
_FOR_GOOD = expression(r"\b(?:permanently|irreversibly|irrevocably) (?:delet|remov|eras|destroy|purg|wip)\w+")

# What a verb is done to ends before a preposition or the end of the sentence.
_ASIDE = expression(r" ?\([^)]{0,60}\)")
_OBJECT_END = expression(r"[.,;:(]| (?:in|into|to|on|onto|of|for|with|from|as|at|by|that|which|and|or|about|under)\b")

Effect = Literal["destroy", "change", "run"]


@dataclass(frozen=True, slots=True)
class Claim:
    """What a tool says that it does, and the word or phrase of its name or description that says so."""

    effect: Effect
    source: Literal["name", "description"]
    words: str


@dataclass(frozen=True, eq=False)
class _Lists:
    """The word lists: `sure` verbs by what they do, `pure` ones that may change nothing, `made` what a call returns."""

    lexicon: Lexicon
    effects: Mapping[str, str]
    sure: Mapping[str, str]
    pure: frozenset[str]
    made: frozenset[str]

    def base(self, word: str) -> str:
        """The base form of a verb in the present tense; the word itself if it is no known verb."""
        forms = (word, word[:-1], word[:-2], f"{word[:-3]}y") if word.endswith("s") else (word,)
        return next((form for form in forms if form in self.lexicon.verbs), word)

    def effect(self, verb: str) -> str:
        """What a verb does to the world, as the list `effects` has it; empty if that is not known."""
        return self.effects.get(verb) or self.effects.get(self.lexicon.verb(verb), "") if verb else ""


_LISTS = Analysis(
    "verbs of change",
    lambda ctx: _Lists(
        ctx.get(LEXICON),
        words.groups("effects", ctx),
        words.groups("sure_changes", ctx),
        words.vocabulary("pure_verbs", ctx),
        frozenset(singular(word) for word in words.vocabulary("generated_objects", ctx)),
    ),
)


@dataclass(frozen=True, slots=True)
class _Told:
    """What name and text put first: the verb of the name, that of the text with what follows it, in base forms.

    `text` and its first sentence are in lower case; they are empty where it is not English, and so are verb and rest.
    """

    tool: Tool
    verb: str
    text: str
    first: str
    lead: str
    written: str
    rest: str


def claim(tool: Tool, ctx: Context) -> Claim | None:
    """The change that a tool says it makes; None if it says none, or says that it only looks."""
    lists = ctx.get(_LISTS)
    told = _read(tool, lists, ctx)
    if _CALM.search(told.first) or _CALM_ANYWHERE.search(told.text):
        return None
    if told.verb in lists.sure and lists.effect(told.lead) != "read":
        return Claim("destroy" if lists.sure[told.verb] == "destroy" else "change", "name", told.verb)
    agreed = _agreed(told, lists)
    if agreed:
        return Claim(agreed, "name", told.verb)
    runs = told.verb in _RUNNERS and not _PROGRAMS.isdisjoint(split_identifier(tool.name))
    if runs and (not told.lead or told.lead in _RUNNERS):
        return Claim("run", "name", tool.name)
    if told.verb in _RUNNERS and _writes_sql(tool.description[:_READ]):
        return Claim("run", "description", "/".join(dict.fromkeys(_SQL_WRITES.findall(tool.description[:_READ]))))
    return _said(told, lists)


def _writes_sql(text: str) -> bool:
    """Whether a text names several writing statements, and refuses none."""
    named = list(_SQL_WRITES.finditer(text))
    if len({match.group() for match in named}) < 2:
        return False
    around = text[max(0, named[0].start() - _BEFORE) : named[-1].end() + _BEFORE]
    return not _REFUSED.search(around.lower())


def loss(tool: Tool, ctx: Context) -> Claim | None:
    """What a tool says that it takes away or overwrites; None if it says nothing of the kind."""
    lists = ctx.get(_LISTS)
    said = claim(tool, ctx)
    # what is removed from a list, or stopped, is often still there
    if said and lists.sure.get(lists.base(said.words)) == "destroy":
        return None if said.words.startswith("remove") else said
    taken = _taken(_read(tool, lists, ctx).text)
    return Claim("destroy", "description", taken) if taken else None


def lead_verb(tool: Tool, ctx: Context) -> str:
    """The verb that a description begins with, in the base form; empty if it begins with none or is not English."""
    return _read(tool, ctx.get(_LISTS), ctx).lead


def _taken(text: str) -> str:
    """The first words of a text by which something is lost; empty if there are none."""
    return _phrase(_FOR_GOOD, text) or _phrase(_OVERWRITES, text) or _phrase(_OVERWRITES_EXISTING, text)


def _phrase(pattern: re.Pattern[str], text: str) -> str:
    """The first words of a text that a pattern finds, unless they are only a possibility; empty if there are none."""
    match = pattern.search(text)
    if match is None or _PERHAPS.search(text[max(0, match.start() - _BEFORE) : match.start()]):
        return ""
    return match.group().strip()


def _read(tool: Tool, lists: _Lists, ctx: Context) -> _Told:
    name = ctx.get(NAMES)[tool.server].names.get(tool)
    verb = lists.base(name.verb) if name else ""
    text = tool.description[:_READ] if is_english(tool.description, ctx) else ""
    first = first_sentence(text).lower()
    match = _LEAD.match(first)
    text = " ".join(text.split()).lower()
    if match is None:
        return _Told(tool, verb, text, first, "", "", "")
    lead = lists.base(match.group("verb"))
    # `monitor_delete`: what the text begins with tells which of two verbs is meant
    if lead in lists.sure and split_identifier(tool.name)[-1:] == [lead]:
        verb = lead
    return _Told(tool, verb, text, first, lead, match.group("verb"), match.group("rest"))


def _agreed(told: _Told, lists: _Lists) -> Effect | None:
    """The effect of a verb that the name and the text both put first."""
    verb, effect = told.verb, lists.effect(told.verb)
    if not verb or lists.lexicon.verb(verb) != lists.lexicon.verb(told.lead) or verb in lists.pure:
        return None
    if effect not in ("create", "change", "run", "destroy"):
        return None
    if effect == "create" or verb in ("write", "add"):
        rest = _ASIDE.sub("", told.rest)
        ending = _OBJECT_END.search(rest)
        thing = rest[: ending.start()] if ending else rest
        said = (*re.findall(r"[a-z]+", thing), *split_identifier(told.tool.name))
        given_back = {singular(word) for word in said} & lists.made
        # what is made from something is mostly returned, not kept
        if given_back or (ending and ending.group() == " from"):
            return None
    return "destroy" if effect == "destroy" else "change"


def _said(told: _Told, lists: _Lists) -> Claim | None:
    """What the text says where the name is silent."""
    stored = _phrase(_STORED, told.text)
    if stored:
        return Claim("change", "description", stored)
    if "read" in (lists.effect(told.verb), lists.effect(told.lead)):
        return None
    taken = _taken(told.text)
    managed = _MANAGES.search(told.first) if not _REFUSED.search(told.first) else None
    if taken or managed:
        return Claim("destroy", "description", taken or (managed.group() if managed else ""))
    if not told.lead:
        return None
    kind = lists.sure.get(told.lead)
    if kind in ("destroy", "change") and not told.rest.startswith((" nothing", ":")):
        return Claim("destroy" if kind == "destroy" else "change", "description", told.written)
    runs = _RUNS.match(f"{told.written}{told.rest}")
    return Claim("run", "description", runs.group()) if runs else None
