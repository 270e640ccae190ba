"""One meaning under several parameter names in the tools of a catalog: the rule `parameter-synonym-drift`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Parameter, Related, Severity, Tool, option
from catalint.explanations import explain, target
from catalint.expression import expression
from catalint.schema import allowed_types
from catalint.words import STOP_WORDS, singular, split_identifier, split_prose
from catalint_rules import words
from catalint_rules.analyses.lexicon import LEXICON, Lexicon
from catalint_rules.analyses.names import NAMES, Name
from catalint_rules.wording import fit, names

# What stands behind this much text no longer says what the parameter is.
_READ = 160
# So many texts on the names of one line are compared; real catalogs stay far below.
_MOST_COMPARED = 60
_FEW_WORDS = 3
_NEW = frozenset(("name", "title", "label"))
_MAKING = frozenset(("create", "add", "new", "register", "copy", "upload", "generate"))
# Where a parameter goes in a request says nothing of what it is.
_PLACE = expression(r"\((?:path|query|body|header|url) param\w*\)", re.IGNORECASE)
# Words that say of no parameter what it is.
_EMPTY = frozenset(
    """
    argument default e g eg example field id identifier name number optional param parameter provided query required
    specified string true type unique used value
    """.split()
)


@dataclass(frozen=True)
class Options:
    """How alike two descriptions must be where the names are known synonyms; else they must be the same.

    Half of the words in common is where "Path of the file to read" meets "File to read, relative path" and where
    "Largest number of rows" parts from "Number of the row".
    """

    min_similarity: float = option(0.5, "Smallest share of words that texts of synonyms have in common.", minimum=0.1)


@dataclass(eq=False)
class _Meaning:
    """A name with one text on it: its uses, the words of the text in order, and those that say what the thing is."""

    name: str
    wording: tuple[str, ...]
    content: frozenset[str]
    uses: list[Parameter] = field(default_factory=list)


class ParameterSynonymDrift(CatalogRule[Options]):
    """Finds parameters of one meaning whose names differ from tool to tool."""

    meta = Meta(
        "parameter-synonym-drift",
        "One thing goes by several parameter names",
        Severity.NOTE,
        profile="strict",
        precision="medium",
        tags=("parameters", "style"),
        evidence=(
            "https://github.com/eresende/pitlane-mcp/issues/108",
            "https://github.com/skwallace36/Pepper/issues/39",
        ),
    )
    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding that lists all such things: they are mended together."""
        parsed = ctx.get(NAMES)[catalog.server].names
        found = _group(_read(catalog, ctx.get(LEXICON), parsed), self.options.min_similarity, ctx)
        if found:
            yield self._report(found)

    def _report(self, groups: Sequence[Sequence[_Meaning]]) -> Finding:
        groups = sorted(groups, key=lambda group: (-sum(len(meaning.uses) for meaning in group), group[0].name))
        rare = [parameter for group in groups for meaning in group[1:] for parameter in meaning.uses]
        shown = [_described(group) for group in groups]
        head = "One thing goes" if len(groups) == 1 else f"{len(groups)} things go"
        cost = "a model takes a name over from one call to the next; keep to one"
        more = f" and {len(groups) - 2} more" if len(groups) > 2 else ""
        rest = f" and {len(groups) - 1} more" if len(groups) > 1 else ""
        return self.finding(
            rare[0].at(part="key"),
            fit(
                f"{head} by several names: {'; '.join(shown[:2])}{more}: {cost}",
                f"{head} by several names: {shown[0]}{rest}: {cost}",
                f"{head} by several names: {names([meaning.name for meaning in groups[0]], 3)}: {cost}",
            ),
            related=tuple(Related(parameter.at(part="key"), "another name") for parameter in rare[1:]),
            detail="\n".join(_listed(group) for group in groups),
            key=" ".join(sorted(meaning.name for group in groups for meaning in group)),
            data={"names": [{meaning.name: len(meaning.uses) for meaning in group} for group in groups]},
        )


def _read(catalog: Catalog, lexicon: Lexicon, parsed: Mapping[Tool, Name]) -> Sequence[_Meaning]:
    found: dict[tuple[str, tuple[str, ...]], _Meaning] = {}
    wordings: dict[str, tuple[str, ...]] = {}
    for tool in catalog.visible:
        for parameter in tool.parameters:
            # the name that a new thing gets is not the one that others are found by
            if parameter.name.lower() in _NEW and parsed[tool].action in _MAKING:
                continue
            text = _PLACE.sub("", explain(parameter)[:_READ])
            wording = wordings.get(text)
            if wording is None:
                wording = tuple(lexicon.full(word) for word in split_prose(text) if word not in STOP_WORDS)
                wordings[text] = wording
            if len(wording) > 1 and not _EMPTY.issuperset(wording):
                content = frozenset(word for word in wording if word not in lexicon.verbs or word in lexicon.nominal)
                meaning = found.setdefault((parameter.name, wording), _Meaning(parameter.name, wording, content))
                meaning.uses.append(parameter)
    return list(found.values())


def _group(meanings: Sequence[_Meaning], least: float, ctx: Context) -> list[list[_Meaning]]:
    """Groups of names for one thing, the most used name first; of several texts on a name, all that belong there."""
    roles = words.vocabulary("parameter_roles", ctx)
    by_text: defaultdict[tuple[str, ...], list[_Meaning]] = defaultdict(list)
    by_words: defaultdict[str, list[_Meaning]] = defaultdict(list)
    tools: defaultdict[str, set[int]] = defaultdict(set)
    for meaning in meanings:
        # in a few words the order changes nothing: "Directory of the project", "Project directory"
        few = len(meaning.wording) <= _FEW_WORDS and len(set(meaning.wording)) == len(meaning.wording)
        by_text[tuple(sorted(meaning.wording)) if few else meaning.wording].append(meaning)
        by_words["_".join(split_identifier(meaning.name))].append(meaning)
        tools[meaning.name].update(parameter.tool.index for parameter in meaning.uses)
    links = {meaning: meaning for meaning in meanings}

    def head(meaning: _Meaning) -> _Meaning:
        while links[meaning] is not meaning:
            meaning = links[meaning]
        return meaning

    for group in by_text.values():
        for first, second in combinations(group, 2):
            if not tools[first.name] & tools[second.name] and _are_one(first, second, roles):
                links[head(second)] = head(first)
    for line in words.lines("parameter_synonyms", ctx):
        present = [meaning for name in line.split() for meaning in by_words.get(name, ())]
        for first, second in combinations(present[:_MOST_COMPARED], 2):
            alike = _likeness(first, second) >= least and not tools[first.name] & tools[second.name]
            # the line knows of its words what they are for
            if alike and _are_one(first, second, frozenset()):
                links[head(second)] = head(first)
    groups: defaultdict[_Meaning, list[_Meaning]] = defaultdict(list)
    for meaning in meanings:
        groups[head(meaning)].append(meaning)
    return [group for group in map(_merge, groups.values()) if len(group) > 1]


def _merge(group: Sequence[_Meaning]) -> list[_Meaning]:
    """One entry a name."""
    found: dict[str, _Meaning] = {}
    for meaning in group:
        entry = found.setdefault(meaning.name, _Meaning(meaning.name, meaning.wording, meaning.content))
        entry.uses.extend(meaning.uses)
    return sorted(found.values(), key=lambda meaning: (-len(meaning.uses), meaning.uses[0].tool.index))


def _are_one(first: _Meaning, second: _Meaning, roles: frozenset[str]) -> bool:
    """Whether two names can stand for one thing: of one type, without words that set them apart."""
    theirs = [{singular(word) for word in split_identifier(meaning.name)} for meaning in (first, second)]
    # other separators and capitals are a matter of style, other ends of words are not: `data_source`, `datasource`
    respelt = len({"".join(split_identifier(meaning.name)) for meaning in (first, second)}) == 1
    if theirs[0] == theirs[1] or (not respelt and (theirs[0] ^ theirs[1]) & roles):
        return False
    return _type(first.uses[0]) == _type(second.uses[0])


def _type(parameter: Parameter) -> frozenset[str]:
    return allowed_types(target(parameter.schema, parameter.tool.input_schema)) - {"null"}


def _likeness(first: _Meaning, second: _Meaning) -> float:
    """The share of words that two texts have in common; 0 if those say of nothing what it is."""
    common = first.content & second.content
    return len(common) / len(first.content | second.content) if common - _EMPTY else 0.0


def _described(group: Sequence[_Meaning]) -> str:
    first, *others = group
    rest = ", ".join(f"`{meaning.name}` in {_where(meaning)}" for meaning in others[:2])
    more = f" and {len(others) - 2} more" if len(others) > 2 else ""
    return f"`{first.name}` in {_where(first)} is {rest}{more}"


def _where(meaning: _Meaning) -> str:
    count = len({parameter.tool.index for parameter in meaning.uses})
    return f"{count} tools" if count > 1 else f"`{meaning.uses[0].tool.name}`"


def _listed(group: Sequence[_Meaning]) -> str:
    text = " ".join(explain(group[0].uses[0]).split())[:80]
    return f"{text}: " + ", ".join(f"{meaning.name} ({len(meaning.uses)})" for meaning in group)
