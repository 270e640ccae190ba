"""Tool names taken apart: the action, what it is done to, and the words that tell a tool apart from nothing.

`github_fetch_user_record` in a catalog where all names start with `github_` is the action get, done to {user}, with the
filler word `record`. Rules compare these parts and never spellings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from catalint import Analysis, Catalog, Context, Tool
from catalint.expression import expression
from catalint.words import singular, split_identifier
from catalint_rules import words
from catalint_rules.analyses.lexicon import LEXICON, Lexicon

_FIRST_WORD = expression(r"\W*([A-Za-z]+)")
# Short words with a digit in them stay whole: `k8s`, `s3`, `v2`, also inside camel case: `listEC2Instances`.
_NUMBERED = expression(
    r"((?<![A-Za-z0-9])[A-Za-z]{1,3}[0-9]+[A-Za-z]{0,2}(?![A-Za-z0-9])|[A-Z][A-Za-z]{0,2}[0-9]+s?(?=[A-Z_\-./]|$))"
)
# Words that join the parts of a name. What stands behind a direction is marked with it, for `text_to_speech` is not
# `speech_to_text` and `list_by_team` is not `list_teams`; the others join what belongs together anyway.
_DIRECTIONS = {"to": "to", "into": "to", "onto": "to", "as": "to", "2": "to", "from": "from"}
_DIRECTIONS |= {word: word for word in ("by", "without")}
_ARTICLES = frozenset("a an and or the".split())
_JOINTS = frozenset("at for in of on per through using via with within across".split())
_MANY = frozenset("all multiple many list listing".split())
_MASS = frozenset("detail info information data".split())
_READING = frozenset(("get", "list", "return"))
# Who checks one of these reads it.
_STATES = frozenset("status state health progress availability balance version".split())
# A name starts with the service's own word where this share of a catalog's names does.
_SERVICE_SHARE = 0.8
# A word of the server's own name may be missing from more of its tools.
_OWN_NAME_SHARE = 0.3
_SMALLEST_FAMILY = 3
# What of a name is taken apart, in characters: no client takes one of more than 128.
_LONGEST = 1_000


@dataclass(frozen=True, eq=False, slots=True)
class Name:
    """One tool's name. All words are in lower case.

    `words` are those of the name without the service's own; `verb` is the word that says what is done (empty if none
    does), `action` the verb that stands for its group. `core` are the bases of the other words, behind a direction
    marked with it (`to:speech`); `wide` are the same with nouns of one meaning folded. `head` is the base of the noun
    that the name is about, `plural` says whether it is many things. `fillers` could be left out. `raw` gives the word
    as written for each member of `core`; `length` is the number of words beside verb and fillers,
    `joined` writes them in one word.
    """

    tool: Tool
    words: tuple[str, ...]
    verb: str
    action: str
    core: frozenset[str]
    wide: frozenset[str]
    head: str
    plural: bool
    fillers: tuple[str, ...]
    raw: Mapping[str, str]
    length: int
    joined: str

    @property
    def many(self) -> bool:
        """True if the name asks for many things: a plural, `all`, `list`."""
        return self.plural or self.action == "list"


@dataclass(frozen=True, eq=False)
class CatalogNames:
    """The names of one catalog. `service` are words that say whose tools they are and that tell no two apart."""

    catalog: Catalog
    service: frozenset[str]
    names: Mapping[Tool, Name]


class _Part(NamedTuple):
    """A word of a name beside its verb. `front` is false behind a word that joins parts, such as `for` and `by`."""

    direction: str
    word: str
    front: bool


@dataclass(slots=True)
class _Draft:
    """A name on the way to being taken apart: its words, where the verb stands, and the rest with its directions."""

    tool: Tool
    words: list[str]
    verb: tuple[int, ...] = ()
    action: str = ""
    rest: list[_Part] = field(default_factory=list)


def _compute(ctx: Context) -> Mapping[str, CatalogNames]:
    lexicon = ctx.get(LEXICON)
    brands = words.vocabulary("services", ctx)
    return {catalog.server: take_apart(catalog, lexicon, brands) for catalog in ctx.corpus.catalogs}


NAMES = Analysis("names", _compute)


def take_apart(catalog: Catalog, lexicon: Lexicon, brands: Collection[str] = frozenset()) -> CatalogNames:
    """Take apart the names of one catalog's visible tools."""
    split = {tool: split_name(tool.name, brands) for tool in catalog.visible}
    service = service_words(catalog.server, split, lexicon)
    drafts = [_Draft(tool, [word for word in found if word not in service] or found) for tool, found in split.items()]
    trailing = _verbs_come_last(drafts, lexicon)
    for draft in drafts:
        _find_verb(draft, lexicon, trailing=trailing)
        _find_rest(draft)
    # what some tool is about ("list_items") is no filler in any other name ("create_board_item")
    objects = {singular(draft.rest[0].word) for draft in drafts if len(draft.rest) == 1}
    return CatalogNames(catalog, service, {draft.tool: _finish(draft, lexicon, objects) for draft in drafts})


def split_name(name: str, brands: Collection[str] = frozenset()) -> list[str]:
    """Split a name into its words in lower case; `k8s` and known brands (`GitHub`) stay whole.

    What a name has beyond 1,000 characters is one word.
    """
    found: list[str] = []
    for index, piece in enumerate(_NUMBERED.split(name[:_LONGEST])):
        found.extend([piece.lower()] if index % 2 else split_identifier(piece))
    if len(name) > _LONGEST:
        found.append(name[_LONGEST:].lower())
    joined: list[str] = []
    for word in found:
        if joined and joined[-1] + word in brands:
            joined[-1] += word
        else:
            joined.append(word)
    return joined or [name.lower()]


def service_words(server: str, names: Mapping[Tool, Sequence[str]], lexicon: Lexicon) -> frozenset[str]:
    """Words that name the service whose tools these are.

    They are the first word of nearly all names, or the last if it only says that they are tools, words of the server's
    own name that many names have, and prefixes under which several tools are listed a second time.
    """
    found: set[str] = set()
    total = len(names)
    if total < _SMALLEST_FAMILY:
        return frozenset()
    rest = [list(name) for name in names.values()]
    for position in (0, -1):
        while True:
            count = Counter(name[position] for name in rest if len(name) > 1)
            word, most = count.most_common(1)[0] if count else ("", 0)
            objects = position < 0 and word not in lexicon.endings
            if most < _SERVICE_SHARE * total or word in lexicon.verbs or word in found or objects:
                break
            found.add(word)
            for name in rest:
                if len(name) > 1 and name[position] == word:
                    del name[position]
    own = {word for word in split_identifier(server) if word not in lexicon.verbs and word not in lexicon.fillers}
    present = Counter(word for name in names.values() for word in set(name) if word in own)
    leading = Counter(name[0] for name in names.values() if len(name) > 1)
    found.update(
        word
        for word, count in present.items()
        if count >= _OWN_NAME_SHARE * total and leading[word] >= _SMALLEST_FAMILY
    )
    found.update(_twin_prefixes(names, lexicon))
    return frozenset(found)


def _twin_prefixes(names: Mapping[Tool, Sequence[str]], lexicon: Lexicon) -> Iterable[str]:
    """Words before which several names of the catalog stand a second time, with the same description."""
    texts = {(tuple(name), tool.description) for tool, name in names.items()}
    count = Counter(name[0] for tool, name in names.items() if (tuple(name[1:]), tool.description) in texts)
    return (word for word, twins in count.items() if twins >= _SMALLEST_FAMILY and word not in lexicon.verbs)


def _verbs_come_last(drafts: Iterable[_Draft], lexicon: Lexicon) -> bool:
    first = last = 0
    for draft in drafts:
        if len(draft.words) > 1:
            first += _is_plain_verb(draft.words[0], lexicon)
            last += _is_plain_verb(draft.words[-1], lexicon)
    return last > first


def _is_plain_verb(word: str, lexicon: Lexicon) -> bool:
    return word in lexicon.verbs and word not in lexicon.nominal


def _find_verb(draft: _Draft, lexicon: Lexicon, *, trailing: bool) -> None:
    found = draft.words
    if len(found) > 1 and (found[0], found[1]) in lexicon.phrasal:
        draft.verb, draft.action = (0, 1), lexicon.phrasal[found[0], found[1]]
        return
    index = _verb_index(found, lexicon, _first_verb(draft.tool.description, lexicon), trailing=trailing)
    if index is not None:
        draft.verb = (index,)
        draft.action = lexicon.verb(found[index])


def _is_noun(found: Sequence[str], said: str, lexicon: Lexicon) -> bool:
    """True if a first word that can be a verb is none by what the description says: it reads, or does what is last."""
    if said == lexicon.verbs[found[0]] or len(found) == 1:
        return False
    return said in _READING or (bool(said) and lexicon.derived.get(found[-1]) == said)


def _first_verb(text: str, lexicon: Lexicon) -> str:
    match = _FIRST_WORD.match(text)
    return lexicon.verb(match.group(1).lower()) if match else ""


def _verb_index(found: Sequence[str], lexicon: Lexicon, said: str, *, trailing: bool) -> int | None:
    """Where the word stands that says what is done: at the front unless the catalog puts it last, plain verbs first.

    `said` is the verb that the description begins with: by it `order_status` is about an order, `order_pizza` orders.
    """
    joint = next((i for i, word in enumerate(found) if i and (word in _DIRECTIONS or word in _JOINTS)), len(found))
    last = len(found) - 1
    ends_plain = joint == len(found) and last > 0 and _is_plain_verb(found[last], lexicon)
    nominal = found[0] in lexicon.nominal
    if (
        found[0] in lexicon.verbs
        and not (ends_plain and (trailing or nominal))
        and not (nominal and _is_noun(found, said, lexicon))
    ):
        return 0
    if ends_plain and trailing:
        return last
    for index in range(joint):
        if _is_plain_verb(found[index], lexicon):
            return index
    if last > 0 and found[last] in lexicon.derived:
        return last
    return 0 if last > 0 and found[0] not in lexicon.verbs and lexicon.verb(found[0]) else None


def _find_rest(draft: _Draft) -> None:
    direction = ""
    front = True
    for index, word in enumerate(draft.words):
        if index in draft.verb or word in _ARTICLES:
            continue
        between = 0 < index < len(draft.words) - 1
        if (word in _DIRECTIONS and between) or word in _JOINTS:
            direction = _DIRECTIONS.get(word, "")
            front = False
            continue
        draft.rest.append(_Part(direction, word, front))


def _is_filler(word: str, lexicon: Lexicon) -> bool:
    return word in lexicon.fillers or singular(word) in lexicon.fillers


def _is_version(word: str) -> bool:
    return (word.isdecimal() and len(word) == 1) or (word[0] == "v" and word[1:].isdecimal())


def _finish(draft: _Draft, lexicon: Lexicon, objects: Collection[str]) -> Name:
    kept: list[_Part] = []
    fillers: list[str] = []
    for index, part in enumerate(draft.rest):
        word = part.word
        last = index == len(draft.rest) - 1
        filler = _is_filler(word, lexicon) or (last and word in lexicon.endings)
        filler = (filler and singular(word) not in objects) or (last and _is_version(word))
        opens = part.direction and all(other.direction != part.direction for other in kept)
        if filler and not opens and len(draft.rest) > 1:
            fillers.append(word)
        else:
            kept.append(part)
    if not kept and fillers:
        kept = [_Part("", fillers.pop(0), front=True)]
    head = next((part.word for part in reversed(kept) if part.front), "")
    counted = (word for word in fillers if singular(word) not in _MASS)
    many = head != singular(head) or any(word in _MANY or word != singular(word) for word in counted)
    verb = " ".join(draft.words[index] for index in draft.verb)
    action = "get" if verb == "check" and head in _STATES else draft.action
    if verb == "add":  # who adds an event to a calendar creates a calendar event
        kept = [part._replace(direction="") if part.direction == "to" else part for part in kept]
    marked = [(f"{part.direction}:" if part.direction else "", part.word) for part in kept]
    return Name(
        tool=draft.tool,
        words=tuple(draft.words),
        verb=verb,
        action=action,
        core=frozenset(mark + lexicon.base(word) for mark, word in marked),
        wide=frozenset(mark + lexicon.noun(word) for mark, word in marked),
        head=lexicon.base(head) if head else "",
        plural=many,
        fillers=tuple(fillers),
        raw={mark + lexicon.base(word): word for mark, word in marked},
        length=len(kept),
        joined="".join(mark + lexicon.full(word) for mark, word in marked),
    )
