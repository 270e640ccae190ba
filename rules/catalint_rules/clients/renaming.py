"""Names that a chosen client takes, made of those that it does not."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache

from catalint import Catalog, Context
from catalint_rules.targets.judging import Problem, chosen_targets
from catalint_rules.wording import listing

_SPOKEN = {" ": "a space", "`": "a backtick"}
_SHOWN = 3
# Signs of a comparison that generators take over from an API's query, as words.
_COMPARED = {"<=": "lte", ">=": "gte", "!=": "ne", "<": "lt", ">": "gt", "=": "eq"}
_COMPARISON = "|".join(_COMPARED)
# With less room than this no name says what its tool does.
_LEAST = 12
# A word of a name that is left out first where room is short.
_SMALL = frozenset("a all an and api as at by for from get in into its of on or the to v1 v2 with".split())


def odd_characters(name: str, problem: Problem) -> str:
    """The characters of a name that some chosen target does not take, in words; empty where it is not one of them."""
    patterns = [each.fact.value["pattern"] for each in problem.objections]
    odd = [
        character
        for character in dict.fromkeys(name)
        # a letter goes before it, since many patterns ask for one at the beginning
        if not all(re.fullmatch(pattern, f"a{character}") for pattern in patterns)
    ]
    shown = [_SPOKEN.get(character) or f"`{character}`" for character in odd[:_SHOWN]]
    shown += [f"{len(odd) - _SHOWN} more"] if len(odd) > _SHOWN else []
    return listing(shown, len(shown)) if shown else ""


def rename(name: str, catalog: Catalog, ctx: Context) -> str:
    """A name like this one that all chosen targets take and no other tool has; empty if there is none."""
    facts = [fact for target in chosen_targets(ctx) for fact in target.facts if fact.check == "name-pattern"]
    patterns = [fact.value["pattern"] for fact in facts]
    return _first(name, patterns, _names(catalog))


@lru_cache(maxsize=4)  # all findings of a catalog are told in a row
def _names(catalog: Catalog) -> frozenset[str]:
    return frozenset(tool.name for tool in catalog.tools)


def rename_key(name: str, taken: Collection[str], problem: Problem) -> str:
    """A parameter name like this one that the targets take; empty if there is none."""
    return _first(name, [each.fact.value["pattern"] for each in problem.objections], taken)


def shorten(name: str, room: int, catalog: Catalog) -> str:
    """A name that fits, by leaving out small and repeated words and then those in its middle; empty if none does."""
    words = [word for word in name.split("_") if word]
    if room < _LEAST or len(words) < 2:
        return ""
    kept = list(dict.fromkeys(word for index, word in enumerate(words) if word not in _SMALL or index == 0))
    if len(kept) > room:  # so many words don't fit; to join them again for each that goes would take for ever
        kept = [*kept[: room // 2], *kept[-(room // 2) :]]
    while len("_".join(kept)) > room and len(kept) > 3:
        del kept[len(kept) // 2]
    better = "_".join(kept)
    taken = _names(catalog)
    return better if len(better) <= room and better not in taken and len(kept) > 1 else ""


def _first(name: str, patterns: Collection[str], taken: Collection[str]) -> str:
    for better in dict.fromkeys((_plain(name, "_"), re.sub("[-_]+", "_", _plain(name, "_")))):
        if better and better not in taken and all(re.fullmatch(pattern, better) for pattern in patterns):
            return better
    return ""


def _plain(name: str, joint: str) -> str:
    """A name in ASCII letters, digits and one joint; empty where letters of another script would be lost."""
    name = re.sub(_COMPARISON, lambda found: f"{joint}{_COMPARED[found[0]]}", name)
    folded = "".join(char for char in unicodedata.normalize("NFKD", name) if not unicodedata.combining(char))
    if any(char.isalpha() and not char.isascii() for char in folded):
        return ""
    return re.sub(rf"{joint}*[^A-Za-z0-9_-]+{joint}*", joint, folded).strip("_-")
