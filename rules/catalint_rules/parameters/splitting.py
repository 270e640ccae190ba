"""Names for the tools that a tool with modes could be split into: `manage_window` and `resize` give `resize_window`.

A name is proposed only where the author would take it: of what can't be read for certain there is none.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from catalint.words import singular, split_identifier
from catalint_rules.analyses.modes import Mode
from catalint_rules.analyses.names import Name, split_name

# Words that say that a tool does several things.
_WIDE = frozenset("manage manager management managing handle handler control controller operate perform do".split())
# Verbs so wide that the value of a mode says it better.
_VAGUE = frozenset("edit update modify change configure interact process execute run use".split())
# Words at the end of a name that say nothing once the job is named.
_TAILS = frozenset("tool tools action actions operation operations manager editor read write handler".split())
# Words that say how a tool works, not on what: `bulk_action` and move give no name.
_MANNERS = frozenset("advanced auto batch bulk multi quick simple smart".split())
# Asking verbs: what they are done to may be one thing or many.
_ASKING = frozenset("count describe find get list read search show".split())
# Verbs of which the noun of a tool is the object: `projects` and create give `create_project`, but what `keyboard` does
# with type is not done to the keyboard.
_PLAIN = _ASKING | frozenset(
    """
    add archive cancel close copy create delete duplicate edit export import move open pause publish remove rename reset
    resize restart restore resume share start stop update validate
    """.split()
)
# What a thing is kept in: `project_id` says where `manage_calendar` looks, not what it is about.
_HOLDERS = frozenset(
    """
    account app application client company environment folder node org organization parent project resource server
    session team tenant user workspace
    """.split()
)


def job_names(mode: Mode, values: Sequence[str], name: Name, verbs: Mapping[str, str]) -> list[str]:
    """A name in the style of the tool's for each value that has a sure one; none for a choice that is nested."""
    if not mode.jobs or "." in mode.name:
        return []
    names = [_join(_words(mode, value, name, verbs), mode.tool.name) for value in values]
    return list(dict.fromkeys(found for found in names if found and found != mode.tool.name))


def _words(mode: Mode, value: str, name: Name, verbs: Mapping[str, str]) -> list[str]:
    new = split_identifier(value)
    found = list(split_name(mode.tool.name))
    verb = next((index for index, word in enumerate(found) if word == name.verb), None)
    if mode.flag:
        new = [word for word in new if word not in ("is", "do", "should", "to", "just")]
        if verb is None:
            return [*new, *found]
        # of `git_push` and delete, nothing says what is deleted
        things = [word for word in _service(found, name)[1] if word != name.verb]
        return [*found[:verb], *new, *found[verb + 1 :]] if things else []
    if not new or new[0] not in verbs:
        return []
    front, rest = _service(found, name)
    wide = next((index for index, word in enumerate(rest) if word in _WIDE or (word in _VAGUE and index == 0)), None)
    asks = bool(rest) and rest[0] == name.verb and rest[0] in _ASKING and set(map(_first, mode.values)) <= _ASKING
    if wide is None and not asks:
        if name.verb in rest or rest[0] in verbs:
            return [*front, *rest[:-1], *new] if rest[-1] in _VAGUE and len(new) == 1 else []
        return _of_thing(mode, front, new, rest)
    core = rest[1:] if wide is None else rest[wide + 1 :]
    if wide is not None:
        # `window_manager` is about windows, `figma_manage_frame` about frames
        core, front = (core, [*front, *rest[:wide]]) if core else (rest[:wide], front)
    while len(core) > 1 and core[-1] in _TAILS:
        core.pop()
    if not core or len(new) > 1 or _MANNERS.issuperset(core):
        return []
    own = _thing(mode, core) if wide is not None else []
    return [*front, *new, *_counted(mode, new[0], own or core)]


def _first(value: str) -> str:
    return next(iter(split_identifier(value)), "")


def _service(found: list[str], name: Name) -> tuple[list[str], list[str]]:
    """The words at the front of a name that only say whose tool it is, and the others."""
    front = len(found) - len(name.words)
    if front > 0 and tuple(found[front:]) == name.words:
        return found[:front], found[front:]
    return [], found


def _of_thing(mode: Mode, front: Sequence[str], new: Sequence[str], rest: Sequence[str]) -> list[str]:
    """Names for a tool whose own name is only a thing: `github_apps` and list_repos give `list_github_app_repos`."""
    core = list(rest)
    while len(core) > 1 and core[-1] in _TAILS:
        core.pop()
    if new[0] not in _PLAIN:
        return []
    if len(new) == 1:
        return [*front, *new, *_counted(mode, new[0], core)]
    thing = [*core[:-1], singular(core[-1])]
    if {singular(word) for word in core} & {singular(word) for word in new[1:]}:
        return []
    if len(core) == 1 and thing == core:
        return []  # nothing tells a service, whose word stays in front, from a thing
    return [*front, new[0], *thing, *new[1:]]


def _counted(mode: Mode, verb: str, thing: Sequence[str]) -> list[str]:
    """A thing in the number that a verb asks for; none where many are asked for and no text has the plural."""
    *others, last = thing
    if verb in _ASKING and verb != "list":
        return [*others, last]
    if verb != "list":
        return [*others, singular(last)]
    many = _plural(last)
    text = " ".join((mode.tool.description, *(parameter.description for parameter in mode.tool.parameters))).lower()
    known = many == last or re.search(rf"\b{re.escape(' '.join([*others[-1:], many]))}\b", text.replace("_", " "))
    return [*others, many] if known else []


def _thing(mode: Mode, core: Collection[str]) -> list[str]:
    """The noun of the only optional `*_id` parameter: what `manage_calendar` with an `event_id` is about."""
    if mode.required - {mode.name}:
        return []
    split = [split_identifier(name) for name in (*mode.ties, *mode.loose)]
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
    if len(words) < 2:
        return ""
    if "_" not in model and "-" in model:
        return "-".join(words)
    if "_" not in model and not model.islower() and words:
        first = words[0].capitalize() if model[:1].isupper() else words[0]
        return first + "".join(word.capitalize() for word in words[1:])
    return "_".join(words)
