"""duplicate-description: tools that a model can tell apart by their names only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool, option
from catalint.expression import expression
from catalint.words import STOP_WORDS, singular
from catalint_rules.analyses.names import NAMES, Name
from catalint_rules.descriptions.placeholders import placeholder
from catalint_rules.descriptions.vocabulary import VOCABULARY, Vocabulary
from catalint_rules.wording import fit

_WORD = expression(r"[^\W_][\w'’]*")
# Words that no two tools differ by; "all", "not", "from" and the like stay.
_IDLE = frozenset(
    """
    a an the this that these those it its is are be been being can could may might should will would do does did and or
    which who whom whose also then there here such some any just only own your you we our their they them he she his her
    """.split()
)
_NAMED = 3
# More words of a name are no word to put into a text, and these are of no tool's own.
_TELLING = 2
_SERVER = frozenset("mcp api tool info".split())
# Words of a text as long as this say the same in another order; "text to speech" does not.
_LONG = 8
# Texts of more characters that are nearly the same were edited apart; only equal ones count.
_LONGEST = 600


@dataclass(frozen=True, slots=True)
class Text:
    """A description with white space and case folded, and the keys of its words, filler left out, in order."""

    plain: str
    keys: tuple[str, ...]


@dataclass(frozen=True)
class Options:
    """Options of duplicate-description."""

    # From so many on, a generator has made them.
    fold_from: int = option(4, "Texts with several tools from which on they are one finding.", minimum=2)


class DuplicateDescription(CatalogRule[Options]):
    """Groups of tools whose descriptions are equal, or differ only in filler, inflection and verbs of one meaning."""

    meta = Meta(
        id="duplicate-description",
        summary="Several tools have one description",
        severity=Severity.WARNING,
        precision="high",
        mutual=True,
        tags=("selection",),
        evidence=("https://arxiv.org/abs/2602.18914", "https://www.anthropic.com/engineering/writing-tools-for-agents"),
    )

    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Group the tools by their texts."""
        vocabulary = ctx.get(VOCABULARY)
        names = ctx.get(NAMES)[catalog.server].names
        texts: dict[Tool, Text] = {}
        known: set[str] = set()
        for tool in catalog.visible:
            # one name twice is a fault of its own, and so is a text that nobody has written
            if tool.name not in known and tool.description.strip() and not placeholder(tool.description, ctx):
                texts[tool] = read(tool.description, vocabulary)
                known.add(tool.name)
        alike = [part for group in clusters(texts) for part in _without_told_apart(group, texts, names, vocabulary)]
        # two names of one job are near-duplicate-name's to report
        found = [group for group in alike if len({(names[tool].action, names[tool].core) for tool in group}) > 1]
        if len(found) >= self.options.fold_from:
            yield self._report_many(alike, texts)
        else:
            for group in found:
                yield self._finding(group, texts, names)

    def _finding(self, group: Sequence[Tool], texts: Mapping[Tool, Text], names: Mapping[Tool, Name]) -> Finding:
        first, *others = group
        same = len({texts[tool].plain for tool in group}) == 1
        own = _own_words({tool: names[tool].words for tool in group})
        taken = _own_parameters(group)
        equal = "the same" if same else "nearly the same"
        words = ", ".join(dict.fromkeys(own[tool] for tool in group[:_NAMED] if own[tool]))
        rest = "names and parameters" if any(taken.values()) else "names"
        fault = f"have {equal} description, {{}}, so only their {rest} tell them apart"
        hint = f" ({words})" if words else ""
        advice = [_advise(group, own), "give each its own"]
        return self.finding(
            first.at("description"),
            fit(
                f"{_members(group)} {fault}{hint}",
                f"{_members(group)} {fault}",
                f"{_members(group, 2)} {fault}",
                f"{_members(group, 1)} have {equal} description, {{}}",
                action=advice,
                text=first.description,
            ),
            related=tuple(Related(tool.at("description"), f"`{tool.name}` has {equal} text") for tool in others),
            detail="\n".join(
                f"{tool.name}: name says {own[tool] or 'nothing of its own'}"
                + (f", takes {', '.join(taken[tool])}" if taken[tool] else "")
                for tool in group
            ),
            key=",".join(sorted(tool.name for tool in group)),
            data={"tools": [tool.name for tool in group], "identical": same},
        )

    def _report_many(self, groups: Sequence[Sequence[Tool]], texts: Mapping[Tool, Text]) -> Finding:
        members = sorted((tool for group in groups for tool in group), key=lambda tool: tool.index)
        # "have" is true to the letter of equal texts only
        same = [group for group in groups if len({texts[tool].plain for tool in group}) == 1]
        largest = max(same or groups, key=len)
        have = "have" if same else "have nearly"
        nearly = "" if len(same) == len(groups) else ", word for word or nearly so"
        fault = f"{len(members)} tools have {len(groups)} descriptions between them{nearly}"
        return self.finding(
            members[0].at("description"),
            fit(
                f"{fault}; {_members(largest)} {have} {{}}",
                f"{fault}; {_members(largest, 1)} {have} {{}}",
                f"{fault}, such as {{}}",
                action="say in each what the words of its name mean that the others lack",
                text=largest[0].description,
            ),
            related=tuple(
                Related(tool.at("description"), f"`{tool.name}` has a text that another has, too")
                for tool in members[1:]
            ),
            detail="\n".join(
                f"{', '.join(tool.name for tool in group)}: {texts[group[0]].plain[:120]}" for group in groups
            ),
            key="many " + ",".join(sorted(tool.name for tool in members)),
            data={
                "tools": [tool.name for tool in members],
                "groups": [[tool.name for tool in group] for group in groups],
                "identical": all(len({texts[tool].plain for tool in group}) == 1 for group in groups),
            },
        )


def clusters(texts: Mapping[Tool, Text]) -> Iterator[list[Tool]]:
    """Groups of two and more tools with one text, found by hashing: no text is compared with another."""
    first: dict[Hashable, Tool] = {}
    groups: dict[Tool, list[Tool]] = {}
    for tool, text in texts.items():
        marks: list[Hashable] = [text.plain, *([text.keys] if text.keys else [])]
        if len(text.keys) >= _LONG:
            marks.append(tuple(sorted(text.keys)))
        leader = next((first[mark] for mark in marks if mark in first), tool)
        for mark in marks:
            first.setdefault(mark, leader)
        groups.setdefault(leader, []).append(tool)
    return (group for group in groups.values() if len(group) > 1)


def _without_told_apart(
    group: Sequence[Tool], texts: Mapping[Tool, Text], names: Mapping[Tool, Name], vocabulary: Vocabulary
) -> Iterator[list[Tool]]:
    """The parts of a group whose texts say the same of what tells the names apart: "all users", not "other users".

    Texts that differ in just the words by which the names differ do their work, however general these words are.
    """
    if len({texts[tool].plain for tool in group}) == 1:
        yield list(group)
        return
    telling = {
        vocabulary.key(word)
        for found in _own_words({t: names[t].words for t in group}).values()
        for word in found.split()
    }
    parts: dict[frozenset[str], list[Tool]] = {}
    for tool in group:
        said = {vocabulary.key(token) for token in _WORD.findall(texts[tool].plain)}
        parts.setdefault(frozenset(said & telling), []).append(tool)
    yield from (part for part in parts.values() if len(part) > 1)


def _members(group: Sequence[Tool], most: int = _NAMED) -> str:
    shown = [f"`{tool.name}`" for tool in (group if len(group) == most + 1 else group[:most])]
    if len(shown) < len(group):
        return f"{', '.join(shown)} and {len(group) - len(shown)} more"
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


def read(description: str, vocabulary: Vocabulary) -> Text:
    """Reduce a description to the keys of its words; singular and plural stay apart, filler drops out."""
    plain = " ".join(description.lower().split())
    if len(plain) > _LONGEST:
        return Text(plain, ())
    keys = ((vocabulary.verb(token), token) for token in _WORD.findall(plain) if token not in _IDLE)
    return Text(plain, tuple(verb or token for verb, token in keys if verb or vocabulary.tiers.get(token) != "empty"))


def _advise(group: Sequence[Tool], own: Mapping[Tool, str]) -> str:
    """What to write: the word of a name that its text lacks, if one or two words set a tool apart."""
    for tool in group:
        found = own[tool].split()
        said = {singular(token) for token in _WORD.findall(tool.description.lower())}
        plain = not any(word in STOP_WORDS or word in _SERVER or word in tool.server.lower() for word in found)
        if plain and 0 < len(found) <= _TELLING and not said & {singular(word) for word in found}:
            return f'give each its own, with "{own[tool]}" in that of `{tool.name}`'
    return "give each its own"


def _own_words(group: Mapping[Tool, Sequence[str]]) -> Mapping[Tool, str]:
    """The words of each name that not all of the others have."""
    having = Counter(word for found in group.values() for word in set(found))
    return {tool: " ".join(word for word in found if having[word] < len(group)) for tool, found in group.items()}


def _own_parameters(group: Sequence[Tool]) -> Mapping[Tool, list[str]]:
    shared = set[str]().union(*({parameter.name for parameter in tool.parameters} for tool in group))
    for tool in group:
        shared &= {parameter.name for parameter in tool.parameters}
    return {
        tool: [f"`{parameter.name}`" for parameter in tool.parameters if parameter.name not in shared] for tool in group
    }
