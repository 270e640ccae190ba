"""What a tool does to which thing, by its name and the clause that its text opens with."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from catalint import Tool
from catalint.words import STOP_WORDS, singular, split_identifier
from catalint_rules import words
from catalint_rules.analyses.clauses import NOUN_ENDINGS, Clause
from catalint_rules.analyses.names import Name

Job: TypeAlias = Literal["read", "list", "create", "update", "delete", "search", "look", "export", "run", "act", ""]
# Heads of the groups in the list `verbs`.
_JOBS: dict[str, Job] = {
    "get": "read",
    "return": "read",
    "list": "list",
    "search": "search",
    "create": "create",
    "update": "update",
    "set": "update",
    "put": "update",
    "patch": "update",
    "take": "create",
    "render": "create",
    "screenshot": "create",
    "draw": "create",
    "delete": "delete",
    "clear": "delete",
    **dict.fromkeys(
        """
        analyze calculate compare count detect estimate examine extract inspect measure monitor predict preview
        summarize test validate
        """.split(),
        "look",
    ),
    **dict.fromkeys(("download", "export"), "export"),
    **dict.fromkeys(("build", "deploy", "restart", "run"), "run"),
}
# What has no fields.
_VALUES = frozenset(
    """
    address allowance amount balance code color content date description duration height key label length level mode
    name number outline password position price schema size state status structure supply text time timezone title unit
    url value version
    volume weight width
    """.split()
)
# Words that leave open what a thing is: "say which fields of a detail come back" helps nobody.
_BLANK = frozenset(
    """
    batch call content data detail details entry help info information item items list object operation query request
    requests resource result
    """.split()
)
# "Make an HTTP request": the request is no thing that stays.
_CALLS = frozenset("call operation query request requests".split())
# "Execute the led_control command" says of no tool what it does.
_EXECUTING = frozenset("call execute invoke perform run".split())
_COMMANDS = _CALLS | frozenset("command function tool".split())
# What a name that ends so, and no verb has, is asked for.
_READ = frozenset("detail details info information".split())
_LONGEST_THING = 4  # words
_REFILLED = frozenset("buffer cache caches clipboard console cookie filter highlight screen selection terminal".split())


class Target(NamedTuple):
    """What a tool does to which thing, as far as that is certain; `thing` is empty where it is not.

    `about` is "number" for "Get the number of tasks", `owned` true for "a task's tags", `rest` where the sentence goes
    on.
    """

    job: Job
    verb: str
    thing: tuple[str, ...]
    about: str = ""
    owned: bool = False
    rest: bool = False

    @property
    def singular(self) -> str:
        """The thing as one: "order line"."""
        return " ".join([*self.thing[:-1], singular_form(self.thing[-1])]) if self.thing else ""

    @property
    def plural(self) -> bool:
        """True for many things."""
        return bool(self.thing) and self.thing[-1] != singular_form(self.thing[-1])

    @property
    def is_value(self) -> bool:
        """True for a thing that is a single value: "the width of a column", "the text of a page"."""
        return (
            bool(self.thing) and singular_form(self.thing[-1]).lower() in _VALUES and (self.rest or len(self.thing) > 1)
        )


def job(name: Name) -> Job:
    """The kind of thing that a tool does, by the verb of its name; empty where that is a guess."""
    verbs = words.vocabulary("verbs") | words.vocabulary("actions")
    first, *others = [word for word in name.words if word in verbs] or [""]
    if name.words[-1] in _READ and (name.verb in ("", name.words[-1]) or name.verb.endswith(NOUN_ENDINGS)):
        return "list" if name.many else "read"
    # "queue_send_message": one of the two is a noun
    if name.verb.split()[:1] != [first] or (others and first in words.vocabulary("noun_verbs")):
        return ""
    return _job(name.action, name.verb, many=name.many)


def aim(tool: Tool, name: Name, clause: Clause | None = None) -> Target:
    """What a tool does to what: by the clause that its text opens with if its name says the same, else by its name."""
    kind = job(name)
    if clause is not None and _agree(clause, name) and not _is_command(clause):
        verb = name.verb or singular(clause.verb)
        kind = _job(clause.action, verb, many=clause.plural)
        lowered = [word.lower() for word in clause.thing]
        thing = () if set(lowered) <= _BLANK or set(lowered[-1:]) <= _CALLS else clause.thing
        if clause.thing:
            return Target(kind, verb, thing, clause.about, clause.owned, clause.rest)
    return Target(kind, name.verb, _object(tool, name) if kind else ())


def is_refilled(target: Target) -> bool:
    """True for clearing what fills again by itself, so that nothing is lost: a cache, a console."""
    return target.job == "delete" and bool(target.thing) and singular_form(target.thing[-1]).lower() in _REFILLED


def _job(action: str, verb: str, *, many: bool = False) -> Job:
    # what is reset is still there
    kind = "act" if verb == "reset" else _JOBS.get(action, "act" if action else "")
    return "list" if kind == "read" and many else kind


def _agree(clause: Clause, name: Name) -> bool:
    """True if the verb of a text is the verb of the name, or one of its words where it is not clear which is it."""
    if not name.action or {clause.verb.replace(" ", ""), singular(clause.verb)} & set(name.words):
        return True
    kinds = {_JOBS.get(action, "act") for action in (clause.action, name.action)}
    return len(kinds) == 1 or kinds == {"read", "list"}


def _is_command(clause: Clause) -> bool:
    verb = {clause.verb, singular(clause.verb)}
    return bool(verb & _EXECUTING) and bool(clause.thing) and clause.thing[-1].lower() in _COMMANDS


def _object(tool: Tool, name: Name) -> tuple[str, ...]:
    """The words of a name behind its verb, if the verb comes first and they are one thing: no "by", "to" or "on"."""
    verb = name.verb.split()
    # where all names end in one word, that word tells none apart, but it is the object here
    found = list(name.words) if len(name.words) > len(verb) else split_identifier(tool.name)
    if verb != found[: len(verb)] and verb != found[-len(verb) :]:
        return ()
    thing = found[len(verb) :] if verb == found[: len(verb)] else found[: -len(verb)]
    plain = all(word.isalpha() and word not in STOP_WORDS for word in thing)
    return tuple(thing) if plain and 0 < len(thing) <= _LONGEST_THING and not set(thing) <= _BLANK else ()


@lru_cache(maxsize=4096)
def singular_form(word: str) -> str:
    """The singular of a word, as it is written: PRs are each a PR."""
    lowered = word.lower()
    one = singular(lowered)
    return word if one == lowered else word[: len(one)] if lowered.startswith(one) else one
