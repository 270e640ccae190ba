"""Splitting identifiers and prose into words, and reducing words to stems: the ground for names, rules and search."""

from __future__ import annotations

import re
import sys
from functools import lru_cache
from typing import Any

_UPPER = "A-ZÀ-ÖØ-Þ"
# `parseHTTPBody2` -> parse HTTP Body 2. Letters that are not upper case in Latin-1 count as lower case, whatever their
# script, so that a word of another script stays whole.
_IDENTIFIER = re.compile(rf"[{_UPPER}]+(?=[{_UPPER}][^\W\d_{_UPPER}])|[{_UPPER}]?[^\W\d_{_UPPER}]+|[{_UPPER}]+|\d+")
_CHUNK = re.compile(r"[^\W_][\w'’]*")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+")
_CAMEL = re.compile(rf"^[^{_UPPER}]*[a-z][{_UPPER}]")

# Function words only: a verb or noun is never a stop word here, since a tool may be about it.
STOP_WORDS = frozenset(
    """
    a about above after all also an and any are as at be because been before being below between both but by can
    could did do does doing down during each either else etc few for from further had has have having he her here
    hers him his how i if in into is it its itself just may me might more most must my no nor not of off on once
    only onto or other our out over own per she should so some such than that the their them then there these they
    this those through to too under until up upon via was we were what when where whether which while who whom whose
    why will with within without would you your
    """.split()
)


def split_identifier(name: str) -> list[str]:
    """Split a name at separators, case changes and digits, in lower case: `getUserByID_v2` -> get user by id v 2."""
    return list(_split(name))


@lru_cache(maxsize=32768)
def _split(name: str) -> tuple[str, ...]:
    return tuple(part.lower() for part in _IDENTIFIER.findall(name))


def split_prose(text: str) -> list[str]:
    """The words of a text in lower case; identifiers inside it (`user_id`, `getUser`) are split like names.

    A word that begins with a capital stays whole (GitHub, PowerPoint): so people write brands, and so names spell them.
    A run of letters of another script is one word; Chinese, Japanese and Korean text is not segmented.
    """
    words: list[str] = []
    for chunk in _CHUNK.findall(text):
        plain = chunk.replace("’", "'").removesuffix("'s")
        if "_" in plain or _CAMEL.match(plain):
            words.extend(split_identifier(plain))
        else:
            words.extend(word.lower() for word in _WORD.findall(plain))
    return words


_IRREGULAR = {
    "people": "person", "children": "child", "men": "man", "women": "woman", "feet": "foot", "teeth": "tooth",
    "mice": "mouse", "indices": "index", "indexes": "index", "matrices": "matrix", "vertices": "vertex",
    "appendices": "appendix", "analyses": "analysis", "hypotheses": "hypothesis", "theses": "thesis",
    "diagnoses": "diagnosis", "synopses": "synopsis", "axes": "axis", "crises": "crisis", "criteria": "criterion",
    "media": "medium", "leaves": "leaf", "lives": "life", "shelves": "shelf", "knives": "knife", "halves": "half",
    "movies": "movie", "cookies": "cookie", "series": "series", "species": "species", "caches": "cache",
    "databases": "database", "aliases": "alias", "buses": "bus", "statuses": "status", "viruses": "virus",
    "canvases": "canvas", "atlases": "atlas", "quizzes": "quiz", "lenses": "lens", "ties": "tie", "pies": "pie",
    "apis": "api", "uris": "uri", "kpis": "kpi", "emojis": "emoji", "wikis": "wiki", "taxis": "taxi", "ids": "id",
    "vms": "vm", "prs": "pr", "dbs": "db", "pdfs": "pdf",
}  # fmt: skip
# Words in -s that are no plurals, beside those in -ss, -us, -is and -ics.
_SINGULAR_S = frozenset(
    """
    access address alias always as atlas bias business canvas chaos class cross dns does dress express gas has https
    its kubernetes lens less loss news os pass postgres press process progress redis sales sass series species status
    success this tls was windows yes
    """.split()
)


@lru_cache(maxsize=32768)
def singular(word: str) -> str:
    """The singular of a lower-case English noun; the word itself where it is none or is no plural."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is", "ics")) or word in _SINGULAR_S:
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zzes")):
        return word[:-2]
    return word[:-1]


# The stemmer takes off or changes nothing but these endings; a third of all words has none, and asking it takes 25 us.
_STEMMED = tuple("' s ed ing y i e l er or ism ion ic ant ent ogist".split())


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The Snowball English stem of a lower-case word (snowballstemmer, the stemmer of the usual search engines)."""
    if len(word) < 3 or not word.isascii() or not (word.endswith(_STEMMED) or word[0] == "'"):
        return word
    stemmed: str = _stemmer().stemWord(word)
    return stemmed


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    """The English stemmer, loaded without its package: that imports the stemmers of thirty languages, for 20 ms."""
    from importlib import import_module
    from importlib.machinery import PathFinder
    from types import ModuleType

    spec = PathFinder.find_spec("snowballstemmer")
    if spec is None or spec.submodule_search_locations is None:
        raise ModuleNotFoundError("snowballstemmer is not installed: install catalint again")
    package = ModuleType("catalint._snowball")
    package.__path__ = spec.submodule_search_locations
    sys.modules[package.__name__] = package
    return import_module("catalint._snowball.english_stemmer").EnglishStemmer()
