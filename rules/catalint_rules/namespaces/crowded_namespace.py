"""More tools below one prefix than a client should load at once."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool, option
from catalint.expression import expression
from catalint.words import STOP_WORDS, singular, split_identifier
from catalint_rules import words
from catalint_rules.analyses.lexicon import LEXICON, Lexicon
from catalint_rules.analyses.names import NAMES, Name, split_name
from catalint_rules.tokens.limits import MAX_TOOLS
from catalint_rules.wording import fit, listing, quote

_SEPARATOR = expression(r"[_.\-/:]+")
# A prefix is split already where this share of its tools stands below further prefixes of several tools.
_SPLIT_SHARE = 0.8
_SMALLEST = 3
# A word that can be a verb is a noun where verbs follow it in this share of the names.
_WITH_VERB = 0.5
# Tools of one resource that are worth a prefix, the fewest that serve as an example, and how many resources are named.
_GROUP, _EXAMPLE = 3, 2
_SHOWN = 3
# Prefixes that name nothing: to divide below them helps nobody.
_EMPTY = frozenset("api mcp tool tools".split())


@dataclass(frozen=True)
class Options:
    """How many tools a prefix may hold."""

    # OpenAI's guide to tool search asks for fewer than ten functions a namespace.
    max_tools: int = option(10, "Most tools below one prefix.", minimum=2)


@dataclass(frozen=True, eq=False, slots=True)
class _Family:
    """Tools below one prefix, and the tools of its resources by the word for each, the largest first."""

    prefix: str
    tools: Sequence[Tool]
    resources: Mapping[str, Sequence[Tool]] = field(default_factory=dict)


class CrowdedNamespace(CatalogRule[Options]):
    """Prefixes with so many tools that a search by namespace finds too much at once."""

    meta = Meta(
        "crowded-namespace",
        "More tools below one prefix than a search should load at once",
        Severity.NOTE,
        tags=("names", "namespaces", "search"),
        evidence=(
            "https://developers.openai.com/api/docs/guides/tools-tool-search",
            "https://www.anthropic.com/engineering/writing-tools-for-agents",
        ),
    )
    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for all namespaces and prefixes that hold too many tools."""
        if len(catalog.visible) <= self.options.max_tools:
            return
        crowded = sorted(self._families(catalog, ctx), key=lambda family: -len(family.tools))
        if crowded:
            yield self._report(catalog, crowded)

    def _families(self, catalog: Catalog, ctx: Context) -> Iterator[_Family]:
        lexicon = ctx.get(LEXICON)
        names = ctx.get(NAMES)[catalog.server].names
        brands = frozenset(words.groups("services", ctx))
        declared: defaultdict[str, list[Tool]] = defaultdict(list)
        for tool in catalog.visible:
            declared[tool.namespace].append(tool)
        for namespace, tools in declared.items():
            if namespace:
                # the list itself says what belongs together
                if len(tools) > self.options.max_tools:
                    yield _Family(namespace, tools, _resources(tools, names, namespace, lexicon))
                continue
            if len(catalog.visible) > MAX_TOOLS:
                # too-many-tools says it, and proposes how to divide them
                continue
            split = {tool: split_name(tool.name, brands) for tool in tools}
            for found in self._crowded(split, 0, lexicon):
                prefix = _written(found, split, lexicon)
                if not _is_service(prefix, found, catalog, brands):
                    yield _Family(prefix, found, _resources(found, names, prefix, lexicon))

    def _crowded(self, split: Mapping[Tool, Sequence[str]], depth: int, lexicon: Lexicon) -> Iterator[list[Tool]]:
        """The groups of tools with too many below one prefix, where no further prefixes divide them."""
        for group in _below(split, depth, lexicon).values():
            if len(group) <= self.options.max_tools:
                continue
            inner = {tool: split[tool] for tool in group}
            divided = [tools for tools in _below(inner, depth + 1, lexicon).values() if len(tools) >= _SMALLEST]
            if sum(map(len, divided)) >= _SPLIT_SHARE * len(group):
                yield from self._crowded(inner, depth + 1, lexicon)
            else:
                yield group

    def _report(self, catalog: Catalog, crowded: Sequence[_Family]) -> Finding:
        largest = crowded[0]
        declared = bool(largest.tools[0].namespace)
        counts = [f"{quote(family.prefix)} ({len(family.tools)})" for family in crowded]
        held = "functions" if declared else "tools"
        if len(crowded) > 1:
            kind = "namespaces" if declared else "prefixes"
            start = f"{len(crowded)} {kind} hold more than {self.options.max_tools} {held}: {listing(counts, 4)}"
        elif declared:
            start = f"The namespace {quote(largest.prefix)} holds {len(largest.tools)} functions"
        else:
            start = f"{len(largest.tools)} tools stand below {quote(largest.prefix)}"
        cost = "a tool search loads a namespace whole, and OpenAI advises fewer than 10 in one"
        if not declared:
            cost = f"as a namespace that is too many: {cost}"
        return self.finding(
            catalog.at(),
            fit(
                f"{start}; {cost}",
                start,
                action=[*_splits(crowded, self.options.max_tools), "Divide by resource."],
            ),
            related=tuple(
                Related(family.tools[0].at("name"), f"the first of {len(family.tools)} below {quote(family.prefix)}")
                for family in crowded
            ),
            detail="\n".join(
                f"{family.prefix}: {len(family.tools)} tools"
                + "".join(f"\n  {resource}: {len(tools)}" for resource, tools in family.resources.items())
                for family in crowded
            ),
            key=" ".join(sorted(family.prefix for family in crowded)),
            data={
                "prefixes": {family.prefix: len(family.tools) for family in crowded},
                "resources": {
                    family.prefix: {resource: len(tools) for resource, tools in family.resources.items()}
                    for family in crowded
                },
            },
        )


def _is_service(prefix: str, tools: Sequence[Tool], catalog: Catalog, brands: frozenset[str]) -> bool:
    """True for the name of the service: a server is one namespace to clients, and its own prefix adds none to that.

    Known brands are one, words of the server's name, and what most texts write as a proper name (`Zotero`). A short
    prefix must be a whole word of the server's name: `ha` of `ha-mcp`.
    """
    whole, parts = split_identifier(catalog.server), split_identifier(prefix)
    server = "".join(whole)
    if {*parts} <= _EMPTY:
        return True
    for word in (*parts, "".join(parts)):
        if word in brands or word in whole or (len(word) > 2 and singular(word) in server):
            return True
        spelled = re.compile(rf"\b{re.escape(word[:1].upper())}(?=\w*[a-z])(?i:{re.escape(word[1:])})\b")
        if 2 * sum(1 for tool in tools if spelled.search(tool.description, 1)) >= len(tools):
            return True
    return False


def _below(split: Mapping[Tool, Sequence[str]], depth: int, lexicon: Lexicon) -> Mapping[str, list[Tool]]:
    """The tools by the word at a depth of their names, where it is a prefix and something stands behind it."""
    grouped: defaultdict[str, list[Tool]] = defaultdict(list)
    for tool, found in split.items():
        if len(found) > depth + 1 and not found[depth].isdecimal() and found[depth] not in STOP_WORDS:
            grouped[found[depth]].append(tool)
    return {
        word: tools
        for word, tools in grouped.items()
        if word not in lexicon.verbs or (word in lexicon.nominal and _holds_verbs(tools, split, depth + 1, lexicon))
    }


def _holds_verbs(tools: Sequence[Tool], split: Mapping[Tool, Sequence[str]], depth: int, lexicon: Lexicon) -> bool:
    """True if verbs follow a word in most names, so that it is a noun there: `report_get`, not `watch_orders`."""
    verbs = sum(
        1 for tool in tools if split[tool][depth] in lexicon.verbs and split[tool][depth] not in lexicon.nominal
    )
    return verbs >= _WITH_VERB * len(tools)


def _written(tools: Sequence[Tool], split: Mapping[Tool, Sequence[str]], lexicon: Lexicon) -> str:
    """The words before the first verb that all names begin with, as the first name has them, with the separator."""
    end = 0
    name = tools[0].name
    for position, found in enumerate(zip(*(split[tool] for tool in tools), strict=False)):
        # what every name has is the prefix, but for the verb in `crm_get_lead` and `crm_get_contact`
        if len(set(found)) > 1 or (position and found[0] in lexicon.verbs):
            break
        # a brand may be written in two words: `git_hub`
        match = re.compile(r"[_.\-/:]*".join(map(re.escape, found[0]))).search(name.lower(), end)
        end = match.end() if match else end
    separator = _SEPARATOR.match(name, end)
    return name[: separator.end() if separator else end]


def _resources(
    tools: Iterable[Tool], names: Mapping[Tool, Name], prefix: str, lexicon: Lexicon
) -> Mapping[str, Sequence[Tool]]:
    """The tools by what they are about, as far as several are about one thing, the largest group first.

    A thing is what some name ends with; whose name holds several such things is about the one that most names hold, so
    that `dashboard_card` stands with the dashboards.
    """
    own = {singular(part) for part in split_identifier(prefix)}
    held: dict[Tool, list[str]] = {}
    heads: set[str] = set()
    for tool in tools:
        name = names[tool]
        found = [singular(word) for word in name.raw.values()]
        held[tool] = [
            word
            for word in dict.fromkeys(found)
            if word and word not in own and (word not in lexicon.verbs or word in lexicon.nominal)
        ]
        heads.add(singular(name.raw.get(name.head, "")))
    count = Counter(word for found in held.values() for word in found if word in heads)
    grouped: defaultdict[str, list[Tool]] = defaultdict(list)
    for tool, found in held.items():
        about = max((word for word in found if word in heads), key=count.__getitem__, default="")
        if about:
            grouped[about].append(tool)
    large = sorted(grouped, key=lambda word: -len(grouped[word]))
    return {word: grouped[word] for word in large if len(grouped[word]) >= _EXAMPLE}


def _splits(crowded: Sequence[_Family], most_tools: int) -> Iterator[str]:
    """Proposals to split by resource, the longest first: for the prefix whose largest resources hold most tools."""
    family = max(crowded, key=lambda family: sum(sorted(map(len, family.resources.values()))[-_SHOWN:]))
    shown = [
        f"{quote(_extend(family, word))} ({len(tools)})"
        for word, tools in family.resources.items()
        if _GROUP <= len(tools) <= most_tools  # a proposal must not be crowded itself
    ]
    for most in range(min(_SHOWN, len(shown)), 0, -1):
        yield f"Divide by resource, into {listing(shown[:most])} for instance."
    for word in list(family.resources)[:1]:
        yield f"Divide by resource, such as {quote(_extend(family, word))}."


def _extend(family: _Family, word: str) -> str:
    """The prefix with a further word, as the names behind it are written."""
    rest = [tool.name[len(family.prefix) :] for tool in family.tools]
    separators = Counter(found for name in rest for found in _SEPARATOR.findall(name))
    if separators:
        return f"{family.prefix}{word}{separators.most_common(1)[0][0]}"
    return f"{family.prefix}{word.capitalize() if rest[0][:1].isupper() else word}"
