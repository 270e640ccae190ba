"""missing-usage-guidance: like tools without a word on when to take which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool
from catalint.rule import NoOptions
from catalint.words import STOP_WORDS, singular
from catalint_rules import words
from catalint_rules.analyses.candidates import Pair, find_pairs
from catalint_rules.analyses.evidence import mentions
from catalint_rules.analyses.lexicon import LEXICON
from catalint_rules.analyses.names import NAMES, Name
from catalint_rules.analyses.neighbours import NEIGHBOURS, Neighbours
from catalint_rules.wording import fit
from catalint_rules.wording import names as listed

# Words that the special text of a pair may have beside those of the general one; with more it explains itself.
_MORE = 3
# Share of the parameters of both that have one name, where neither needs any.
_SAME_INPUT = 0.5
_READING = frozenset(("get", "list"))
# What a word of a name can make plain by itself: how many, of which scope, with what beside it.
_PLAIN = frozenset(
    "all batch bulk multi multiple many single every with without by for from to and or similar related my own".split()
)
_PREPOSITIONS = frozenset(
    """
    of in from on at by for to with within inside into about via using across through that which when whose as per under
    over
    """.split()
)


class MissingUsageGuidance(CatalogRule[NoOptions]):
    """Groups of tools that take the same, do nearly the same, and leave the choice open."""

    meta = Meta(
        id="missing-usage-guidance",
        summary="No hint when to take which of two like tools",
        severity=Severity.NOTE,
        profile="strict",
        precision="medium",
        mutual=True,
        tags=("selection",),
        evidence=(
            "https://www.anthropic.com/engineering/effective-context-engineering-for-ai-agents",
            "https://www.anthropic.com/engineering/writing-tools-for-agents",
            "https://arxiv.org/abs/2602.14878",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each general tool with the special ones beside it."""
        names = ctx.get(NAMES)[catalog.server]
        judge = _Judge(ctx.get(NEIGHBOURS)[catalog.server], names.service, ctx)
        groups: dict[Tool, list[Tool]] = {}
        for pair in find_pairs(names, ctx.get(LEXICON)):
            general, special = sorted((pair.first, pair.second), key=lambda name: len(name.core) + len(name.fillers))
            if judge.take_the_same(pair) and judge.read_alike(general, special) and not judge.guides(general, special):
                groups.setdefault(general.tool, []).append(special.tool)
        for tool, others in groups.items():
            yield self._report(tool, others, names.names)

    def _report(self, general: Tool, special: Sequence[Tool], names: Mapping[Tool, Name]) -> Finding:
        members = sorted((general, *special), key=lambda tool: tool.index)
        inputs = [parameter.name for parameter in general.parameters if parameter.required]
        taken = f"take {listed(inputs)}" if inputs else "need no input"
        other = special[0]
        extra = [word for word in names[other].words if word not in names[general].words]
        asked = f'such as "For {" ".join(extra)} use `{other.name}`"' if extra else "and to the others"
        subject = listed(tool.name for tool in members)
        fault = "read alike, and no text says when to take which"
        return self.finding(
            members[0].at("description"),
            fit(
                f"{subject} {taken} and {fault}",
                f"{subject} {fault}",
                f"{len(members)} tools like `{general.name}` {fault}",
                action=[f"add a line to `{general.name}`, {asked}", "say so in each"],
            ),
            related=tuple(Related(tool.at("description"), f"`{tool.name}` reads alike") for tool in members[1:]),
            detail="\n".join(f"{tool.name}: {' '.join(tool.description.split())[:160]}" for tool in members),
            key=" ".join(sorted(tool.name for tool in members)),
            data={"tools": [tool.name for tool in members], "general": general.name},
        )


class _Judge:
    """Judges pairs of tools of one catalog."""

    def __init__(self, near: Neighbours, service: frozenset[str], ctx: Context) -> None:
        self._near = near
        self._service = service
        self._lexicon = ctx.get(LEXICON)
        self._generic = words.vocabulary("generic", ctx)
        self._degrees = words.vocabulary("degrees", ctx)
        self._services = words.vocabulary("services", ctx)
        self._hints = words.phrases("usage_hints", ctx)
        # near-duplicate-name reports these, with the same advice
        self._told = {frozenset((one, two)) for each in near.clusters for one in each.members for two in each.members}
        self._told |= {frozenset((cover.general, cover.special)) for cover in near.covers}
        self._told |= {frozenset((link.pair.first.tool, link.pair.second.tool)) for link in near.aliases}

    def take_the_same(self, pair: Pair) -> bool:
        """Whether a call of one could as well be a call of the other: the input does not tell a model which it is."""
        first, second = pair.first, pair.second
        if pair.kind == "number" or frozenset((first.tool, second.tool)) in self._told:
            return False
        if first.action != second.action or (first.action in _READING and first.many != second.many):
            return False
        tools = (first.tool, second.tool)
        if all(self._near.text(tool).takes_query for tool in tools):
            return True
        needed, taken = ([frozenset(_parameters(tool, all_=all_)) for tool in tools] for all_ in (False, True))
        if needed[0] or needed[1]:
            return needed[0] == needed[1]
        return len(taken[0] & taken[1]) >= _SAME_INPUT * len(taken[0] | taken[1])

    def read_alike(self, general: Name, special: Name) -> bool:
        """Whether the texts are about one thing, and the general one says nothing that keeps the special one out."""
        texts = self._near.text(general.tool), self._near.text(special.tool)
        if not all(text.english and text.lead for text in texts):
            return False
        phrases = [self._object(text.lead_words) for text in texts]
        if not phrases[0] or phrases[0][-1:] != phrases[1][-1:]:
            return False
        differing = set(general.words) ^ set(special.words)
        if differing and differing <= self._degrees:
            return True
        extra = [word for word in special.words if word not in general.words]
        if any(word in _PLAIN or word in self._services for word in extra):
            return False
        # "archived mails" are mails, "asset models" are no assets
        qualified = all(self._lexicon.noun(word) in phrases[1][:-1] for word in extra)
        if general.head != special.head and not qualified:
            return False
        own, more = set(texts[0].lead) - set(texts[1].lead), set(texts[1].lead) - set(texts[0].lead)
        return not own and 0 < len(more) <= _MORE

    def guides(self, general: Name, special: Name) -> bool:
        """Whether one of the texts says when to take the tool, or names the other."""
        tools = (general.tool, special.tool)
        if any(self._hints.search(tool.description) for tool in tools):
            return True
        return mentions(general.tool.description, special.tool.name) or mentions(
            special.tool.description, general.tool.name
        )

    def _object(self, lead: Sequence[str]) -> list[str]:
        """The bases of the words that a first sentence is about: "archived mails" of "Search the archived mails …"."""
        verb = next((index for index, word in enumerate(lead[:4]) if self._lexicon.verb(word)), -1)
        silent = STOP_WORDS | self._generic | self._service
        phrase: list[str] = []
        for word in lead[verb + 1 :]:
            if word in _PREPOSITIONS:
                if phrase:
                    break
            elif word not in silent and singular(word) not in silent:
                phrase.append(self._lexicon.noun(word))
        return phrase


def _parameters(tool: Tool, *, all_: bool) -> Iterator[str]:
    return (parameter.name for parameter in tool.parameters if all_ or parameter.required)
