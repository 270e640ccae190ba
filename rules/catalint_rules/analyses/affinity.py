"""Which values of a mode the name of a parameter speaks of."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from catalint.words import STOP_WORDS, singular, split_identifier, split_prose, stem
from catalint_rules.analyses.lexicon import Lexicon

# Words of a name that say what kind of thing it is and not which: `id` of `event_id` does not belong to a value.
KINDS = STOP_WORDS | frozenset("action type name kind id mode operation op perform method".split())
# A description longer than this says too much for one word of it to tell what the parameter is for.
_SHORT = 120
# Verbs that begin a name as nouns or adjectives do, too: `start_time`, `list_id`, `set_name`, `update_frequency`.
_PLAIN_WORDS = frozenset("access end get last list new open run set start update".split())
# Endings of what is made of a verb: `closing_note`, `assignee`, `cancellation_reason`, `exported_fields`.
_DERIVED = ("ing", "ed", "ee", "ion", "ment", "al")
# `new_title` is what a renaming takes, `destination` what a move takes; groups of the list `verbs`.
_RENEWING = frozenset("adjust copy extend fork move patch postpone put rename replace reschedule shift update".split())
_MOVING = frozenset("copy move rename".split())
_IDENTIFYING = frozenset("guid id ids key ref sha slug uid uuid uuids".split())


def named_by_verb(other: str, values: Sequence[str], about: Collection[str], lexicon: Lexicon) -> frozenset[str]:
    """The values whose verb a parameter's name begins with or is made of: `cancel_reason`, `closing_note`, `assignee`.

    `new_title` goes with what renames or changes, `destination` with what moves. What identifies a thing and what the
    tool is about are no jobs: `order_id`, `comment_key`, `build_number` of `manage_builds`.
    """
    found = split_identifier(other)
    if not found or found[-1] in _IDENTIFYING:
        return frozenset()
    firsts = {value: next(iter(split_identifier(value)), "") for value in values}
    head = found[0]
    if (head in ("new", "old") and len(found) > 1) or head in ("destination", "dest"):
        wanted = _RENEWING if head in ("new", "old") else _MOVING
        return frozenset(value for value, first in firsts.items() if lexicon.verbs.get(first, first) in wanted)
    if head in _PLAIN_WORDS or singular(head) in about or len(head) < 4:
        return frozenset()
    return frozenset(
        value
        for value, first in firsts.items()
        if first in lexicon.verbs
        and first not in _PLAIN_WORDS
        # a verb that stands alone may be a noun for all jobs: `comment`, `filter`
        and (_is_made_of(head, first) or (head == first and len(found) > 1))
    )


def _is_made_of(word: str, verb: str) -> bool:
    return (
        word.endswith(_DERIVED)
        and word.startswith(verb.removesuffix("e"))
        and stem(word.removesuffix("ee")) == stem(verb)
    )


def named_after(other: str, text: str, values: Sequence[str]) -> frozenset[str]:
    """The values of which a parameter bears a word in its name, or an inflected one in a short description.

    `scrollX` goes with `scroll`, `task_title` with `add_task`, "Format of the exported file" with `export`.
    """
    shared = {singular(word) for word in split_identifier(other)} - KINDS
    found = {value for value in values if shared & ({singular(word) for word in split_identifier(value)} - KINDS)}
    if not found and 0 < len(text) <= _SHORT:
        stems = {stem(word) for word in split_prose(text)}
        firsts = {value: next(iter(split_identifier(value)), "") for value in values}
        found = {value for value, first in firsts.items() if first not in KINDS and stem(first) in stems}
    return frozenset(found)
