"""Tools outside the namespace of their siblings, or no namespace where several services meet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool, option
from catalint.expression import expression
from catalint_rules import words
from catalint_rules.analyses.lexicon import LEXICON, Lexicon
from catalint_rules.analyses.names import split_name
from catalint_rules.namespaces.renaming import front, prepend, renames, replace, written
from catalint_rules.wording import fit, listing, names, quote

# A first word that this many tools share is a namespace or a resource of its own, not a slip.
_FAMILY = 3
# A prefix stands for whose the tools are, not for what they work on, where this share of its tools has a verb and an
# object behind it: `github_merge_pull`, not `user_create`.
_WITH_VERB = 0.5
_SHORTEST_TYPO = 5
# Fewest prefixes of a catalog that are a plan, and words of a name of which two are a verb and a prefix.
_SEVERAL = 2
_WORD = expression(r"\w+")


@dataclass(frozen=True)
class Options:
    """Shares of a catalog, set by reading real ones, for nothing published puts a number on them.

    Four fifths with a prefix and the rest without is a slip, half and half is a plan. 20 tools is where Anthropic's and
    OpenAI's guides begin to ask for namespaces.
    """

    min_share: float = option(0.8, "Share of the tools that must have a prefix before the rest lacks it.", minimum=0.5)
    min_tools: int = option(4, "Fewest tools that must have a prefix before the rest lacks it.", minimum=2)
    max_unnamed: int = option(
        20, "Most tools of several services that may go without a word for the service.", minimum=1
    )


@dataclass(frozen=True, eq=False, slots=True)
class _Prefixes:
    """The first words of a catalog's names of several words, without verbs, and the tools under each."""

    found: Mapping[Tool, Sequence[str]]
    tools: Mapping[str, Sequence[Tool]]


class NamespaceGap(CatalogRule[Options]):
    """A prefix that most tools have and some lack, two prefixes of one service, or services that no name tells."""

    meta = Meta(
        "namespace-gap",
        "Tool names leave the namespace of their siblings",
        Severity.WARNING,
        tags=("names", "namespaces", "search"),
        evidence=(
            "https://www.anthropic.com/engineering/writing-tools-for-agents",
            "https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool",
            "https://platform.openai.com/docs/guides/tools-tool-search",
        ),
    )
    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield a finding for a lacking prefix, each service with two, prefixes behind verbs, and services untold."""
        lexicon = ctx.get(LEXICON)
        services = words.groups("services", ctx)
        prefixes = _read_prefixes(catalog, lexicon, frozenset(services))
        misfits: set[Tool] = set()
        for found in _rivals(prefixes, services, lexicon):
            misfits.update(tool for word in found[1:] for tool in prefixes.tools[word])
            yield self._report_rivals(found, prefixes)
        yield from self._check_gap(catalog, prefixes, misfits, lexicon, services)
        yield from self._check_late(prefixes, misfits, lexicon)
        yield from self._check_services(catalog, prefixes, services)

    def _check_gap(
        self,
        catalog: Catalog,
        prefixes: _Prefixes,
        misfits: set[Tool],
        lexicon: Lexicon,
        services: Mapping[str, str],
    ) -> Iterator[Finding]:
        if not prefixes.tools:
            return
        word = max(prefixes.tools, key=lambda word: len(prefixes.tools[word]))
        having = prefixes.tools[word]
        total = len(prefixes.found)
        if len(having) < self.options.min_tools or len(having) < self.options.min_share * total:
            return
        families = {first for first, tools in prefixes.tools.items() if len(tools) >= _FAMILY}
        own = word in split_name(catalog.server)
        # beside other families a tool without a prefix need not belong to the largest
        if not own and (len(families) > 1 or not (word in services or _holds_verbs(having, prefixes, lexicon))):
            return
        lacking = [
            tool
            for tool, found in prefixes.found.items()
            if word not in found and found[0] not in families and tool not in misfits
        ]
        if lacking:
            yield self._report_gap(word, having, lacking, total)

    def _report_gap(self, word: str, having: Sequence[Tool], lacking: Sequence[Tool], total: int) -> Finding:
        prefix = written(word, having)
        renamed = [prepend(prefix, tool.name) for tool in lacking]
        does = "does" if len(lacking) == 1 else "do"
        lackers = [tool.name for tool in lacking]
        start = f"{len(having)} of {total} tools start with `{prefix}`"
        cost = f"a search or an allow-list for `{prefix}*` misses {'it' if len(lacking) == 1 else 'them'}"
        return self.finding(
            lacking[0].at("name"),
            fit(
                f"{start}, {names(lackers, 5)} {does} not: {cost}. Rename to {names(renamed, 3)}.",
                f"{start}, {names(lackers, 3)} {does} not: {cost}. Rename to {names(renamed, 2)}.",
                f"{start}, {names(lackers, 2)} {does} not: {cost}. Put it in front.",
                f"{start}, {len(lacking)} {does} not: {cost}. Put it in front.",
            ),
            related=tuple(Related(tool.at("name"), f"{quote(tool.name)} lacks the prefix") for tool in lacking[1:]),
            detail=renames(lacking, renamed),
            key=f"gap {word}",
            data={"prefix": prefix, "tools": [*lackers], "renames": list(renamed)},
        )

    def _report_rivals(self, found: Sequence[str], prefixes: _Prefixes) -> Finding:
        main, *others = found
        prefix = written(main, prefixes.tools[main])
        odd = sorted((tool for word in others for tool in prefixes.tools[word]), key=lambda tool: tool.index)
        renamed = [replace(prefix, word, tool) for word in others for tool in prefixes.tools[word]]
        marks = listing([f"`{written(word, prefixes.tools[word])}`" for word in others])
        start = (
            f"One service, {len(found)} prefixes: {len(prefixes.tools[main])} tools start with `{prefix}`, "
            f"{len(odd)} with {marks}"
        )
        cost = "a search or an allow-list for one misses the other"
        return self.finding(
            odd[0].at("name"),
            fit(
                f"{start} ({names([tool.name for tool in odd], 4)}); {cost}. Rename to {names(renamed, 3)}.",
                f"{start} ({names([tool.name for tool in odd], 2)}); {cost}. Keep `{prefix}`.",
                f"{start}; {cost}. Keep `{prefix}`.",
            ),
            related=tuple(Related(tool.at("name"), f"{quote(tool.name)} has another prefix") for tool in odd[1:]),
            detail=renames(odd, renamed),
            key=f"rivals {' '.join(sorted(found))}",
            data={"prefix": prefix, "tools": [tool.name for tool in odd], "renames": list(renamed)},
        )

    def _check_late(self, prefixes: _Prefixes, misfits: set[Tool], lexicon: Lexicon) -> Iterator[Finding]:
        """Yield a finding where nearly all names begin with one of several prefixes, and some have a verb before it."""
        fronts = {
            word: tools
            for word, tools in prefixes.tools.items()
            if len(tools) >= self.options.min_tools and _holds_verbs(tools, prefixes, lexicon)
        }
        total = len(prefixes.found)
        planned = sum(map(len, fronts.values()))
        if len(fronts) < _SEVERAL or planned < self.options.min_share * total:
            return
        late: defaultdict[str, list[Tool]] = defaultdict(list)
        for tool, found in prefixes.found.items():
            if len(found) > _SEVERAL and found[0] in lexicon.verbs and found[1] in fronts and tool not in misfits:
                late[found[1]].append(tool)
        slips = {
            word: tools
            for word, tools in late.items()
            if len(fronts[word]) >= self.options.min_share * (len(fronts[word]) + len(tools))
        }
        if slips:
            yield self._report_late(slips, fronts, planned, total)

    def _report_late(
        self, slips: Mapping[str, Sequence[Tool]], fronts: Mapping[str, Sequence[Tool]], planned: int, total: int
    ) -> Finding:
        words = sorted(slips, key=lambda word: -len(slips[word]))
        odd = sorted((tool for tools in slips.values() for tool in tools), key=lambda tool: tool.index)
        home = {tool: word for word, tools in slips.items() for tool in tools}
        renamed = [front(written(home[tool], fronts[home[tool]]), home[tool], tool) for tool in odd]
        lackers = [tool.name for tool in odd]
        marks = listing([f"`{written(word, fronts[word])}*`" for word in words], 3)
        has = "has a verb before its" if len(odd) == 1 else "have a verb before their"
        start = f"{planned} of {total} tools start with a word for their service"
        cost = f"a search or an allow-list for {marks} misses {'it' if len(odd) == 1 else 'them'}"
        return self.finding(
            odd[0].at("name"),
            fit(
                f"{start}, {names(lackers, 4)} {has} own: {cost}. Rename to {names(renamed, 3)}.",
                f"{start}, {names(lackers, 2)} {has} own: {cost}. Rename to {quote(renamed[0])} for instance.",
                f"{start}, {names(lackers, 1)} {has} own: {cost}. Put it in front.",
                f"{start}, {len(odd)} {has} own: {cost}. Put it in front.",
            ),
            related=tuple(Related(tool.at("name"), f"{quote(tool.name)} has a verb in front") for tool in odd[1:]),
            detail=renames(odd, renamed),
            key=f"late {' '.join(sorted(slips))}",
            data={"prefixes": [*words], "tools": [*lackers], "renames": list(renamed)},
        )

    def _check_services(self, catalog: Catalog, prefixes: _Prefixes, services: Mapping[str, str]) -> Iterator[Finding]:
        """Yield a finding where most texts name one of several services and the names of those tools do not."""
        total = len(prefixes.found)
        if total <= self.options.max_unnamed:
            return
        full = frozenset(word for word, head in services.items() if word == head)
        if not full:
            return
        unnamed: defaultdict[str, list[Tool]] = defaultdict(list)
        for tool, found in prefixes.found.items():
            said = {word for word in _WORD.findall(tool.description) if not word.islower()}
            about = {word for word in map(str.lower, said) if word in full}
            if len(about) == 1 and not about & set(found):
                unnamed[about.pop()].append(tool)
        several = {word: tools for word, tools in unnamed.items() if len(tools) >= max(_FAMILY, 0.15 * total)}
        count = sum(map(len, several.values()))
        if len(several) > 1 and count > self.options.max_unnamed and count >= 0.5 * total:
            yield self._report_services(catalog, several, total)

    def _report_services(self, catalog: Catalog, several: Mapping[str, Sequence[Tool]], total: int) -> Finding:
        parts = sorted(several.items(), key=lambda item: -len(item[1]))
        counts = listing([f"{word} ({len(tools)})" for word, tools in parts], 4)
        renamed = [prepend(f"{word}_", tools[0].name) for word, tools in parts]
        examples = names([tools[0].name for _, tools in parts])
        start = f"{total} tools speak of {counts}, and these names do not say of which"
        return self.finding(
            catalog.at(),
            fit(
                f"{start}: {examples} for instance. Put it in front: {names(renamed)}.",
                f"{start}. Put it in front: {names(renamed)}.",
                f"{start}. Put the service in front.",
            ),
            related=tuple(
                Related(tools[0].at("name"), f"{quote(tools[0].name)} is about {word}") for word, tools in parts
            ),
            key=f"services {' '.join(sorted(several))}",
            data={"services": {word: [tool.name for tool in tools] for word, tools in parts}},
        )


def _read_prefixes(catalog: Catalog, lexicon: Lexicon, brands: frozenset[str]) -> _Prefixes:
    found = {tool: split_name(tool.name, brands) for tool in catalog.visible}
    tools: defaultdict[str, list[Tool]] = defaultdict(list)
    for tool, parts in found.items():
        if len(parts) > 1 and parts[0] not in lexicon.verbs:
            tools[parts[0]].append(tool)
    return _Prefixes(found, tools)


def _holds_verbs(having: Sequence[Tool], prefixes: _Prefixes, lexicon: Lexicon) -> bool:
    """True if a verb and more stand behind the prefix of enough tools, so that it is none of their objects."""
    rests = [prefixes.found[tool][1:] for tool in having]
    full = sum(1 for rest in rests if len(rest) > 1 and any(word in lexicon.verbs for word in rest))
    return full >= _WITH_VERB * len(rests)


def _rivals(prefixes: _Prefixes, services: Mapping[str, str], lexicon: Lexicon) -> Iterator[tuple[str, ...]]:
    """Groups of prefixes that stand for one thing, the commonest first: short forms, plurals, slips of one letter."""
    grouped: defaultdict[str, list[str]] = defaultdict(list)
    for word in prefixes.tools:
        grouped[services.get(word) or lexicon.full(word)].append(word)
    heads = {word: head for head, found in grouped.items() for word in found}
    common = [word for word, tools in prefixes.tools.items() if len(tools) >= _FAMILY and len(word) >= _SHORTEST_TYPO]
    for word, tools in prefixes.tools.items():
        if len(tools) < _FAMILY and len(word) >= _SHORTEST_TYPO - 1 and word not in services:
            right = next((other for other in common if other != word and _is_slip(word, other)), "")
            if right and heads[right] != heads[word]:
                grouped[heads[right]].append(word)
    for found in grouped.values():
        ordered = sorted(found, key=lambda word: (-len(prefixes.tools[word]), word))
        if len(ordered) > 1 and len(prefixes.tools[ordered[0]]) >= _FAMILY:
            yield tuple(ordered)


def _is_slip(word: str, right: str) -> bool:
    from rapidfuzz.distance import OSA

    return OSA.distance(word, right, score_cutoff=1) == 1 and word != right
