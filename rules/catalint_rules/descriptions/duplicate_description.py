"""duplicate-description: tools that a model can tell apart by their names only."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool
from catalint.rule import NoOptions
from catalint_rules.analyses.names import NAMES, Name
from catalint_rules.descriptions.placeholders import placeholder
from catalint_rules.descriptions.vocabulary import VOCABULARY, Vocabulary
from catalint_rules.wording import fit

_WORD = re.compile(r"[^\W_][\w'’]*")
# Words that no two tools differ by; "all", "not", "from" and the like stay.
_IDLE = frozenset(
    """
    a an the this that these those it its is are be been being can could may might should will would do does did and or
    which who whom whose also then there here such some any just only own your you we our their they them he she his her
    """.split()
)
_NAMED = 3
# Words of a text as long as this say the same in another order; "text to speech" does not.
_LONG = 8
# Texts of more characters that are nearly the same were edited apart; only equal ones count.
_LONGEST = 600


@dataclass(frozen=True, slots=True)
class Text:
    """A description with white space and case folded, and the keys of its words, filler left out, in order."""

    plain: str
    keys: tuple[str, ...]


class DuplicateDescription(CatalogRule[NoOptions]):
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
        for group in clusters(texts):
            if len({(names[tool].action, names[tool].core) for tool in group}) > 1:
                yield self._finding(group, texts, names)

    def _finding(self, group: Sequence[Tool], texts: Mapping[Tool, Text], names: Mapping[Tool, Name]) -> Finding:
        first, *others = group
        same = len({texts[tool].plain for tool in group}) == 1
        own = {tool: _own_words(names[tool], [names[other] for other in group if other is not tool]) for tool in group}
        taken = _own_parameters(group)
        equal = "the same" if same else "nearly the same"
        words = ", ".join(dict.fromkeys(own[tool] for tool in group[:_NAMED] if own[tool]))
        fault = f"have {equal} description, {{}}, so only their names tell them apart"
        advice = "give each its own"
        hint = f" ({words})" if words else ""
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


def _own_words(name: Name, others: Sequence[Name]) -> str:
    """The words of a name that not all of the others have."""
    shared = set(name.words).intersection(*(other.words for other in others))
    return " ".join(word for word in name.words if word not in shared)


def _own_parameters(group: Sequence[Tool]) -> Mapping[Tool, list[str]]:
    shared = set[str]().union(*({parameter.name for parameter in tool.parameters} for tool in group))
    for tool in group:
        shared &= {parameter.name for parameter in tool.parameters}
    return {
        tool: [f"`{parameter.name}`" for parameter in tool.parameters if parameter.name not in shared] for tool in group
    }
