"""missing-usage-guidance: like tools without a word on when to take which."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool, option
from catalint.expression import expression
from catalint.words import STOP_WORDS, singular
from catalint_rules import words
from catalint_rules.analyses.candidates import Pair, find_pairs
from catalint_rules.analyses.evidence import mentions
from catalint_rules.analyses.lexicon import LEXICON
from catalint_rules.analyses.names import NAMES, Name
from catalint_rules.analyses.neighbours import NEIGHBOURS, Neighbours
from catalint_rules.wording import fit, listing
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
# "Search Mathlib via leansearch.net": the engine, a name with a capital or an address. "From PubMed" names a source,
# and people name sources themselves.
_ENGINE = expression(
    r"\b(?:via|using|with|through|powered by) (?:the )?"
    r"(?P<engine>[\w-]+(?:\.[\w-]+)*\.[a-z]{2,4}\b|[A-Z][\w.-]*(?: [A-Z][\w.-]*){0,2})"
)
_NEEDS = expression(
    r"\b(?:requires|needs|takes|accepts|expects) (?:an? |the )?(?:valid )?([^.;\n]{3,40})", re.IGNORECASE
)
_READ = 400
# A shorter word of a name stands in many others, and the verb stands within so many words.
_TELLING, _SEARCHING = 3, 10
_ANYWHERE = frozenset("web internet online text query results".split())
_PREPOSITIONS = frozenset(
    """
    of in from on at by for to with within inside into about via using across through that which when whose as per under
    over
    """.split()
)


@dataclass(frozen=True)
class Options:
    """Options of missing-usage-guidance."""

    # From so many on, leaving the choice open is a habit of the catalog.
    fold_from: int = option(5, "General tools with special ones from which on they are one finding.", minimum=2)


class MissingUsageGuidance(CatalogRule[Options]):
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

    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each general tool with the special ones beside it."""
        names = ctx.get(NAMES)[catalog.server]
        judge = _Judge(ctx.get(NEIGHBOURS)[catalog.server], names.service, ctx)
        groups: dict[Tool, list[Tool]] = {}
        for pair in find_pairs(names, ctx.get(LEXICON)):
            general, special = sorted((pair.first, pair.second), key=lambda name: len(name.core) + len(name.fillers))
            if judge.take_the_same(pair) and judge.read_alike(general, special) and not judge.guides(general, special):
                groups.setdefault(general.tool, []).append(special.tool)
        if len(groups) >= self.options.fold_from:
            yield self._report_many(groups)
        else:
            for tool, others in groups.items():
                yield self._report(tool, others)
        for engines in find_engines(catalog.visible, names.names, judge):
            yield self._report_engines(engines)

    def _report(self, general: Tool, special: Sequence[Tool]) -> Finding:
        members = sorted((general, *special), key=lambda tool: tool.index)
        inputs = [parameter.name for parameter in general.parameters if parameter.required]
        taken = f"take {listed(inputs)}" if inputs else "need no input"
        other = special[0]
        subject = listed(tool.name for tool in members)
        fault = "read alike, and no text says when to take which"
        return self.finding(
            members[0].at("description"),
            fit(
                f"{subject} {taken} and {fault}",
                f"{subject} {fault}",
                f"{len(members)} tools like `{general.name}` {fault}",
                action=[f"say in `{general.name}` when to take `{other.name}` instead", "say so in each"],
            ),
            related=tuple(Related(tool.at("description"), f"`{tool.name}` reads alike") for tool in members[1:]),
            detail="\n".join(f"{tool.name}: {' '.join(tool.description.split())[:160]}" for tool in members),
            key=" ".join(sorted(tool.name for tool in members)),
            data={"tools": [tool.name for tool in members], "general": general.name},
        )

    def _report_many(self, groups: Mapping[Tool, Sequence[Tool]]) -> Finding:
        pairs = [(tool, other) for tool, others in groups.items() for other in others]
        general, special = pairs[0]
        members = sorted({tool for pair in pairs for tool in pair}, key=lambda tool: tool.index)
        fault = f"{len(pairs)} pairs of tools read alike, and no text says when to take which"
        return self.finding(
            members[0].at("description"),
            fit(
                f"{fault}, such as {listed((general.name, special.name))}",
                fault,
                action=f"say in `{general.name}` when to take `{special.name}` instead, and so in the others",
            ),
            related=tuple(Related(tool.at("description"), f"`{tool.name}` reads like another") for tool in members[1:]),
            detail="\n".join(f"say in {one.name} when to take {other.name}" for one, other in pairs),
            key=" ".join(sorted(tool.name for tool in members)),
            data={"tools": [tool.name for tool in members], "pairs": [[one.name, other.name] for one, other in pairs]},
        )

    def _report_engines(self, engines: Mapping[Tool, str]) -> Finding:
        first, *others = engines
        subject = listed(tool.name for tool in engines)
        shown = listing(list(engines.values()))
        fault = "search the same for a text, each with an engine of its own, and none says when to take which"
        return self.finding(
            first.at("description"),
            fit(
                f"{subject} {fault} ({shown})",
                f"{subject} {fault}",
                f"{len(engines)} tools, first `{first.name}`, {fault}",
                action="say in each which questions its engine answers best",
            ),
            related=tuple(
                Related(tool.at("description"), f"`{tool.name}` searches with {engines[tool]}") for tool in others
            ),
            detail="\n".join(f"{tool.name}: {' '.join(tool.description.split())[:160]}" for tool in engines),
            key="engines " + " ".join(sorted(tool.name for tool in engines)),
            data={"tools": [tool.name for tool in engines], "engines": list(engines.values())},
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
        self._home = {tool: cluster for cluster in near.clusters for tool in cluster.members}
        self._told = {frozenset((cover.general, cover.special)) for cover in near.covers}
        self._told |= {frozenset((link.pair.first.tool, link.pair.second.tool)) for link in near.aliases}

    def is_told(self, one: Tool, other: Tool) -> bool:
        """Whether another rule reports two tools."""
        home = self._home.get(one)
        return (home is not None and home is self._home.get(other)) or frozenset((one, other)) in self._told

    def take_the_same(self, pair: Pair) -> bool:
        """Whether a call of one could as well be a call of the other: the input does not tell a model which it is."""
        first, second = pair.first, pair.second
        if pair.kind == "number" or self.is_told(first.tool, second.tool):
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
        # each says what it takes: "a post URL" here, "a profile URL" there
        needed = [{match.group(1).lower() for match in _NEEDS.finditer(tool.description[:_READ])} for tool in tools]
        if all(needed) and needed[0] != needed[1]:
            return True
        return mentions(general.tool.description, special.tool.name) or mentions(
            special.tool.description, general.tool.name
        )

    def searches(self, tool: Tool, name: Name) -> bool:
        """Whether a tool searches for a text and says nothing on when to take it."""
        text = self._near.text(tool)
        if not (text.english and text.takes_query) or self._hints.search(tool.description):
            return False
        return name.action == "search" or any(
            self._lexicon.verb(word) == "search" for word in text.opening[:_SEARCHING]
        )

    def engine(self, tool: Tool, name: Name) -> str:
        """The product that a text names for how its tool searches and that the tool is named after; empty if none."""
        for match in _ENGINE.finditer(tool.description[:_READ]):
            letters = re.sub(r"[\W_]", "", match.group("engine")).lower()
            if any(len(word) >= _TELLING and word in letters for word in name.words):
                return match.group("engine").rstrip(".")
        return ""

    def about(self, name: Name, engine: str) -> frozenset[str]:
        """What a tool searches by its name: the words beside engine, verb, service and those that fit any search."""
        letters = re.sub(r"[\W_]", "", engine).lower()
        silent = self._service | self._generic | _ANYWHERE
        return frozenset(
            word
            for word in name.words
            if word not in letters and word not in silent and self._lexicon.verb(word) != "search"
        )

    def told(self, tools: Sequence[Tool]) -> bool:
        """Whether near-duplicate-name reports all of them as pairs of one of them."""
        return all(self.is_told(tools[0], tool) for tool in tools[1:])

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


def find_engines(tools: Sequence[Tool], names: Mapping[Tool, Name], judge: _Judge) -> Iterator[Mapping[Tool, str]]:
    """Groups of tools that search the same for a text, each with another engine that it is named after."""
    groups: dict[frozenset[str], dict[Tool, str]] = {}
    for tool in tools:
        name = names[tool]
        # few texts name an engine, and reading them all for what they search takes long
        engine = judge.engine(tool, name)
        if engine and judge.searches(tool, name):
            groups.setdefault(judge.about(name, engine), {})[tool] = engine
    for group in groups.values():
        if len(set(group.values())) > 1 and not judge.told(list(group)):
            yield group
