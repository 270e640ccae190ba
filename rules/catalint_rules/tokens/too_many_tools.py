"""The rule too-many-tools."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from catalint import Catalog, Context, Corpus, CorpusRule, Finding, Json, Meta, Related, Severity, Tool, option
from catalint.expression import expression
from catalint.wording import number
from catalint.words import STOP_WORDS, singular, split_identifier
from catalint_rules.analyses.lexicon import LEXICON, Lexicon
from catalint_rules.tokens.limits import MAX_TOOLS, advise_together, find_overloads, name_together, quote
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
# What such a tool's text says, where its name is only `discover_tools`.
_LOADING = expression(r"\b(?:activat|enabl|load)(?:es?|ing)?\b[^.]{0,60}\btools?\b|\btool ?sets?\b", re.IGNORECASE)
_MOST_TEXT = 600
# Keys under which a server notes to which of its groups a tool belongs.
_LABELS = frozenset("categories category group groups mode modes module toolset toolsets".split())


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
        for catalogs in find_overloads(
            corpus, lambda catalog: len(catalog.visible), self.options.max_tools, mounted=ctx.mounted
        ):
            yield self._report(catalogs, ctx)

    def _report(self, catalogs: tuple[Catalog, ...], ctx: Context) -> Finding:
        limit = self.options.max_tools
        count = sum(len(catalog.visible) for catalog in catalogs)
        several = len(catalogs) > 1
        if several:
            groups = Counter({catalog.server: len(catalog.visible) for catalog in catalogs})
        else:
            groups = _group_beside(catalogs[0], ctx.get(LEXICON))
        actions: Sequence[str]
        costs = "from 30 to 50 on, models choose wrongly more often"
        if several:
            subject = f"{name_together(ctx, catalogs, tools=True)} {count:,} tools"
            items = [f"{quote(name)} {size:,}" for name, size in groups.most_common(_SHOWN)]
            heads = [f"{subject} (limit {limit:,}); {costs}. Most: {', '.join(items[:most])}" for most in (3, 2, 1)]
            heads.append(f"{subject} (limit {limit:,}); {costs}")
            message = fit(*heads, action=advise_together(ctx))
        else:
            if switch := _switch(catalogs[0].visible):
                actions = [f"{quote(switch)} tells of toolsets: let a small one load by default, the others by need."]
            elif label := _label(catalogs[0].visible):
                actions = [f"They have groups in {quote(label)}: let a small one load by default, the others by need."]
            else:
                actions = _propose(catalogs[0].visible, groups, limit)
            message = fit(f"{count:,} tools load together (limit {limit:,}); {costs}", action=actions)
        first, *others = sorted(catalogs, key=lambda catalog: catalog.server)
        return self.finding(
            first.at(),
            message,
            related=tuple(
                Related(catalog.at(), number(len(catalog.visible), "tool"))
                for catalog in sorted(others, key=lambda catalog: -len(catalog.visible))
            ),
            key=" ".join(sorted(catalog.server for catalog in catalogs)) if several else "",
            data={"tools": count, "limit": limit, "groups": dict(groups.most_common(20))},
        )


def _propose(tools: Sequence[Tool], groups: Counter[str], limit: int) -> Sequence[str]:
    """Toolsets that fit the limit: some by what they are about, else those that only read, if these are few enough."""
    start = "Offer toolsets to switch on by need"
    found = [(name, size) for name, size in groups.most_common() if size >= _WORTH]
    fitting = [f"{quote(name)} {size:,}" for name, size in found if size <= limit][:_SHOWN]
    large = [f"{quote(name)} {size:,}" for name, size in found if size > limit]
    covered = sum(size for _, size in found[: _SHOWN + len(large)])
    if fitting and len(fitting) + len(large) > 1 and covered >= _LEAST_COVER * len(tools):
        divide = f", and divide {' and '.join(large)}" if 0 < len(large) < _SHOWN else ""
        least = 1 if divide else 2
        return [
            *(
                f"{start}, for instance {', '.join(fitting[:most])}{divide}."
                for most in range(len(fitting), least - 1, -1)
            ),
            f"{start}, for instance {fitting[0]}.",
        ]
    reading = sum(
        1 for tool in tools if isinstance(tool.annotations, dict) and tool.annotations.get("readOnlyHint") is True
    )
    if _WORTH <= reading <= limit:
        return [f"{start}, such as a read-only one ({reading:,} tools say that they only read), or a filter by name."]
    return [f"{start}, each for one kind of work, or a filter by name."]


def _group_beside(catalog: Catalog, lexicon: Lexicon) -> Counter[str]:
    """The groups of a catalog beside what all of it is about: mail in general is no toolset of a mail server.

    Where the name of the server holds several of its groups (`queues-and-topics`), these are what divides it.
    """
    groups = group(catalog.visible, lexicon)
    named = {singular(word) for word in split_identifier(catalog.server)}
    own = [name for name, size in groups.items() if singular(name) in named and size >= _WORTH]
    return group(catalog.visible, lexicon, frozenset(map(singular, own))) if len(own) == 1 else groups


def group(tools: Sequence[Tool], lexicon: Lexicon, beside: frozenset[str] = frozenset()) -> Counter[str]:
    """Divide tools by their prefixes if nearly all have one of several, else by the things they are about.

    The largest group comes first: sizes by the word that the tools share. A word that most names have is the service's
    own and tells nothing, nor do those in `beside`, in the singular; verbs tell what is done, not to what.
    """
    split = [[word for word in split_identifier(tool.name) if singular(word) not in beside] for tool in tools]
    front, shared = Counter(parts[0] for parts in split if parts).most_common(1)[0] if any(split) else ("", 0)
    if shared >= _PREFIXED * len(tools) and not lexicon.verb(front):  # the service's own word
        split = [parts[1:] if parts[:1] == [front] else parts for parts in split]
    forms = Counter(parts[0] for parts in split if len(parts) > 1)
    first: Counter[str] = Counter()
    spelled: dict[str, str] = {}
    for word, size in forms.most_common():  # `orders` and `order` are one group
        first[spelled.setdefault(singular(word), word)] += size
    # no name begins with a verb in the plural: `orders_list`, `reports_sales`
    prefixes = Counter(
        {
            word: size
            for word, size in first.items()
            if size >= _LEAST_GROUP and (singular(word) != word or not lexicon.verb(word))
        }
    )
    covered = sum(prefixes.values())
    if covered >= _PREFIXED * len(tools) and max(prefixes.values()) <= _PREFIXED * covered:
        return prefixes
    names = {
        tool: {thing: word for thing, word in _things(tool.name, lexicon).items() if thing not in beside}
        for tool in tools
    }
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
        holding = [tool for tool, things in left.items() if thing in things]
        word = max(spoken[thing], key=lambda word: (spoken[thing][word], word))
        groups[f"{word} {follower}" if (follower := _follower(holding, thing)) else word] = size
        left = {tool: things for tool, things in left.items() if thing not in things}
    return groups


def _follower(tools: Sequence[Tool], thing: str) -> str:
    """The word behind a word, where it is the same in all names: request for `merge` in `list_merge_requests`."""
    behind: set[str] = set()
    for tool in tools:
        found = [singular(word) for word in split_identifier(tool.name)]
        places = [place for place, word in enumerate(found) if word == thing]
        behind.update(found[place + 1] if place + 1 < len(found) else "" for place in places)
    return behind.pop() if len(behind) == 1 else ""


def _switch(tools: Sequence[Tool]) -> str:
    """The name of the tool that lists or loads the catalog's own toolsets; empty if there is none."""
    for tool in tools:
        words = set(split_identifier(tool.name))
        if words & {"toolset", "toolsets"} or (
            words & _TOOLS and (words & _SWITCHES or _LOADING.search(tool.description, 0, _MOST_TEXT))
        ):
            return tool.name
    return ""


def _label(tools: Sequence[Tool]) -> str:
    """Where nearly all tools carry the name of a group of their server's own: `_meta.toolset`; empty if they don't."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for tool in tools:
        for holder in ("_meta", "metadata"):
            for path, value in _entries(tool.raw.get(holder), holder):
                found[path].append(value)
    for path, values in found.items():
        if len(values) >= _PREFIXED * len(tools) and 1 < len(set(values)) <= len(tools) / _LEAST_GROUP:
            return path
    return ""


def _entries(value: Json, path: str) -> Iterator[tuple[str, str]]:
    """The groups that what a tool carries beside its definition names, each with the keys that lead to it."""
    if not isinstance(value, dict) or path.count(".") > 1:
        return
    for key, inner in value.items():
        names = [name for name in (inner if isinstance(inner, list) else [inner]) if isinstance(name, str)]
        if key.lower() in _LABELS and names:
            yield f"{path}.{key}", names[0]
        yield from _entries(inner, f"{path}.{key}")


def _things(name: str, lexicon: Lexicon) -> dict[str, str]:
    """The nouns of a name: each in the singular, with the form that stands there.

    A word that can be a verb is a noun right behind the first verb: `list_merge_requests`, not `merge_branch`.
    """
    found: dict[str, str] = {}
    verbs = 0
    for word in split_identifier(name):
        if lexicon.verb(word) and (verbs != 1 or found):
            verbs += 1
        elif len(word) > 2 and word.isalpha() and word not in STOP_WORDS | _ASPECTS:
            found[singular(word)] = word
    return found
