"""The rule too-many-tools."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from catalint import Catalog, Context, Corpus, CorpusRule, Finding, Meta, Related, Severity, Tool, option
from catalint.words import STOP_WORDS, singular, split_identifier
from catalint_rules.analyses.lexicon import LEXICON, Lexicon
from catalint_rules.tokens.limits import MAX_TOOLS, find_overloads, quote
from catalint_rules.wording import fit

_SHOWN = 4
# Fewer tools are no toolset that a message proposes.
_WORTH = 5
# What tools say of any thing is no thing of its own.
_ASPECTS = frozenset("attribute attributes detail details info schema schemas status".split())
# A toolset of fewer tools, or of a smaller share of them, is not worth a switch.
_LEAST_GROUP = 3
_LEAST_SHARE = 0.04
# Prefixes divide a catalog if so many of its tools have one, and no prefix has more than this share of these.
_PREFIXED = 0.8
# Groups are named where the largest cover this share; else the catalog has no seam to divide it at.
_LEAST_COVER = 0.3
# A tool with these words in its name tells of the catalog's own toolsets or of tools that load on demand.
_TOOLS = frozenset("tool tools".split())
_SWITCHES = frozenset("enable enabled group groups index load package packages profile profiles set sets".split())


@dataclass(frozen=True)
class Options:
    """The limit: the middle of the 30 to 50 tools from which on Anthropic sees selection get worse."""

    max_tools: int = option(MAX_TOOLS, "Most tools that may be loaded together, in one catalog or in a run.", minimum=1)


class TooManyTools(CorpusRule[Options]):
    """A model has to choose from more tools than it can tell apart reliably."""

    meta = Meta(
        "too-many-tools",
        "Too many tools are loaded together",
        Severity.WARNING,
        precision="very-high",
        tags=("tokens", "choice"),
        evidence=(
            "https://code.claude.com/docs/en/agent-sdk/tool-search",
            "https://arxiv.org/abs/2505.03275",
        ),
    )
    options_type = Options

    def check_corpus(self, corpus: Corpus, ctx: Context) -> Iterator[Finding]:
        """Report each catalog over the limit, else the run as a whole."""
        for catalogs in find_overloads(corpus, lambda catalog: len(catalog.visible), self.options.max_tools):
            yield self._report(catalogs, ctx)

    def _report(self, catalogs: tuple[Catalog, ...], ctx: Context) -> Finding:
        limit = self.options.max_tools
        count = sum(len(catalog.visible) for catalog in catalogs)
        several = len(catalogs) > 1
        if several:
            groups = Counter({catalog.server: len(catalog.visible) for catalog in catalogs})
        else:
            groups = group(catalogs[0].visible, ctx.get(LEXICON))
        largest = [(name, size) for name, size in groups.most_common(_SHOWN) if several or size >= _WORTH]
        items = [f"{quote(name)} {size:,}" for name, size in largest]
        costs = "from 30 to 50 on, models choose wrongly more often"
        if several:
            subject = f"The {len(catalogs):,} catalogs of this run hold {count:,} tools"
            heads = [f"{subject} (limit {limit:,}); {costs}. Most: {', '.join(items[:most])}" for most in (3, 2, 1)]
            heads.append(f"{subject} (limit {limit:,}); {costs}")
            action = "A client that loads them all should switch some off; if none does, check each by itself."
            message = fit(*heads, action=action)
        else:
            start = "Offer toolsets to switch on by need"
            if switch := _switch(catalogs[0].visible):
                actions = [f"{quote(switch)} tells of toolsets: let a small one load by default, the others by need."]
            elif len(largest) > 1 and sum(size for _, size in largest) >= _LEAST_COVER * count:
                actions = [f"{start}, for instance {', '.join(items[:most])}." for most in range(len(items), 1, -1)]
            else:
                actions = [f"{start}, such as a read-only one, or a filter by name."]
            message = fit(f"{count:,} tools load together (limit {limit:,}); {costs}", action=actions)
        first, *others = sorted(catalogs, key=lambda catalog: catalog.server)
        return self.finding(
            first.at(),
            message,
            related=tuple(Related(catalog.at(), f"{len(catalog.visible):,} tools") for catalog in others),
            key=" ".join(sorted(catalog.server for catalog in catalogs)) if several else "",
            data={"tools": count, "limit": limit, "groups": dict(groups.most_common(20))},
        )


def group(tools: Sequence[Tool], lexicon: Lexicon) -> Counter[str]:
    """Divide tools by their prefixes if nearly all have one of several, else by the things they are about.

    The largest group comes first: sizes by the word that the tools share. A word that most names have is the service's
    own and tells nothing; verbs tell what is done, not to what.
    """
    first = Counter(parts[0] for parts in (split_identifier(tool.name) for tool in tools) if len(parts) > 1)
    prefixes = Counter({word: size for word, size in first.items() if size >= _LEAST_GROUP and not lexicon.verb(word)})
    covered = sum(prefixes.values())
    if covered >= _PREFIXED * len(tools) and max(prefixes.values()) <= _PREFIXED * covered:
        return prefixes
    names = {tool: _things(tool.name, lexicon) for tool in tools}
    spread = Counter(thing for things in names.values() for thing in things)
    spoken: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for things in names.values():
        for thing, word in things.items():
            spoken[thing][word] += 1
    left = {tool: {thing for thing in things if 2 * spread[thing] <= len(names)} for tool, things in names.items()}
    groups: Counter[str] = Counter()
    while left:
        sizes = Counter(thing for things in left.values() for thing in things)
        thing, size = max(sizes.items(), key=lambda item: (item[1], item[0]), default=("", 0))
        if size < max(_LEAST_GROUP, _LEAST_SHARE * len(names)):
            break
        groups[max(spoken[thing], key=lambda word: (spoken[thing][word], word))] = size
        left = {tool: things for tool, things in left.items() if thing not in things}
    return groups


def _switch(tools: Sequence[Tool]) -> str:
    """The name of the tool that lists or loads the catalog's own toolsets; empty if there is none."""
    for tool in tools:
        words = set(split_identifier(tool.name))
        if words & {"toolset", "toolsets"} or (words & _TOOLS and words & _SWITCHES):
            return tool.name
    return ""


def _things(name: str, lexicon: Lexicon) -> dict[str, str]:
    """The nouns of a name: each in the singular, with the form that stands there."""
    return {
        singular(word): word
        for word in split_identifier(name)
        if len(word) > 2 and word.isalpha() and word not in STOP_WORDS | _ASPECTS and not lexicon.verb(word)
    }
