"""Lists of values that are published elsewhere: a model knows them by name, so a schema need not spell them out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from catalint.expression import expression

# Countries that are taken for languages: with one of them a list is its server's own, and no standard tells it.
NO_LANGUAGES = frozenset(("cn", "cz", "dk", "gr", "jp", "ua", "vn"))
LANGUAGE_TAGS = "language tags"


class Published(NamedTuple):
    """A list: what its values look like, some that tell it from others of that look, its name, and a short pattern."""

    look: re.Pattern[str]
    known: frozenset[str]
    name: str
    pattern: str


_LISTS = tuple(
    Published(look, frozenset(known.split()), name, pattern)
    for look, known, name, pattern in (
        (expression(r"[A-Z]{2}"), "BR CN FR GB JP US", "two-letter country codes", "^[A-Z]{2}$"),
        (expression(r"[A-Z]{3}"), "BRA CHN DEU FRA GBR USA", "three-letter country codes", "^[A-Z]{3}$"),
        (expression(r"[A-Z]{3}"), "CHF CNY EUR GBP JPY USD", "currency codes", "^[A-Z]{3}$"),
        (
            expression(r"[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}"),
            "de en es fr it ja pt zh",
            LANGUAGE_TAGS,
            "^[a-z]{2,3}(-[A-Za-z0-9]+)*$",
        ),
        (
            expression(r"[A-Z]\w+(?:/[\w+-]+){0,2}"),
            "America/New_York Asia/Tokyo Europe/Berlin Europe/London Europe/Paris",
            "IANA time zones",
            "^[A-Z][A-Za-z_]+(/[A-Za-z_+-]+)*$",
        ),
    )
)


def find_published(values: Sequence[str]) -> Iterator[Published]:
    """The published lists that some values can be from."""
    # a tag with a region has its language in front: `pt-BR`
    heads = {*values, *(re.split("[-_]", value, maxsplit=1)[0] for value in values)}
    for published in _LISTS:
        present = heads if published.name == LANGUAGE_TAGS else {*values}
        if len(published.known & present) > 1 and all(published.look.fullmatch(value) for value in values):
            yield published
