"""Names for the tools that a tool with modes could be split into: `manage_window` and `resize` give `resize_window`."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from catalint.words import singular, split_identifier
from catalint_rules.analyses.modes import Mode
from catalint_rules.analyses.names import Name, split_name

# Words that say that a tool does several things.
_WIDE = frozenset("manage manager management managing handle handler control controller operate perform do".split())
# Verbs so wide that the value of a mode says it better.
_VAGUE = frozenset("edit update modify change configure interact process execute run use".split())
# Words at the end of a name that say nothing once the job is named.
_TAILS = frozenset("tool tools action actions operation operations manager editor read write handler".split())
# What a thing is kept in: `project_id` says where `manage_calendar` looks, not what it is about.
_HOLDERS = frozenset(
    """
    account app application client company environment folder node org organization parent project resource server
    session team tenant user workspace
    """.split()
)


def job_names(mode: Mode, values: Sequence[str], name: Name, common: Collection[str] = ()) -> list[str]:
    """A name in the style of the tool's for each of the values; none for a choice that is nested or not between jobs.

    `common` are parameters that many tools share, which say nothing about what this one is about.
    """
    if not mode.jobs or "." in mode.name:
        return []
    own = [other for other in (*mode.ties, *mode.loose) if other not in common]
    names = [_join(_words(mode, value, name, own), mode.tool.name) for value in values]
    return list(dict.fromkeys(found for found in names if found and found != mode.tool.name))


def _words(mode: Mode, value: str, name: Name, own: Sequence[str]) -> list[str]:
    new = split_identifier(value)
    found = split_name(mode.tool.name)
    verb = next((index for index, word in enumerate(found) if word == name.verb), None)
    if mode.flag:
        new = [word for word in new if word not in ("is", "do", "should", "to", "just")]
        return [*new, *found] if verb is None else [*found[:verb], *new, *found[verb + 1 :]]
    wide = next((index for index, word in enumerate(found) if word in _WIDE), None)
    if wide is None and verb is not None and (found[verb] in _VAGUE or 0 < verb == len(found) - 1):
        wide = verb
    if wide is None and found[-1] in _VAGUE:
        wide = len(found) - 1
    if wide is None and verb is not None and len(found) > 1:
        return [*found, *new]
    at_end = wide is not None and 0 < wide == len(found) - 1
    before = list(found[:wide]) if wide is not None else []
    core = list(found[wide + 1 :]) if wide is not None else list(found)
    while len(core) > 1 and core[-1] in _TAILS:
        core.pop()
    if at_end or len(new) > 1:
        shared = {singular(word) for word in core} & {singular(word) for word in new}
        return [*before, *new] if shared or at_end else [*before, *core, *new]
    thing = core if mode.required - {mode.name} else _thing(own, core) or core
    last = [_plural(word) if value.lower() == "list" else singular(word) for word in thing[-1:]]
    return [*before, *new, *thing[:-1], *last]


def _thing(own: Sequence[str], core: Collection[str]) -> list[str]:
    """The noun of the only optional `*_id` parameter: what `manage_calendar` with an `event_id` is about."""
    split = [split_identifier(name) for name in own]
    nouns = [words[0] for words in split if len(words) == 2 and words[1] in ("id", "uuid", "uid")]
    if len(nouns) != 1 or nouns[0] in _HOLDERS or nouns[0] in {singular(word) for word in core}:
        return []
    return nouns


def _plural(word: str) -> str:
    if singular(word) != word or (word.endswith("s") and not word.endswith("ss")):
        return word
    if re.search(r"[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("ss", "x", "z", "ch", "sh")) else f"{word}s"


def _join(words: Sequence[str], model: str) -> str:
    if "_" not in model and "-" in model:
        return "-".join(words)
    if "_" not in model and not model.islower() and words:
        first = words[0].capitalize() if model[:1].isupper() else words[0]
        return first + "".join(word.capitalize() for word in words[1:])
    return "_".join(words)
