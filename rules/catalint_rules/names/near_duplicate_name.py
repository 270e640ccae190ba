"""Tools that do one job under two names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool, option
from catalint.prose import first_sentence
from catalint_rules.analyses.aliases import returns_the_same
from catalint_rules.analyses.contrast import Likeness
from catalint_rules.analyses.coverage import Cover
from catalint_rules.analyses.evidence import mentions
from catalint_rules.analyses.lexicon import LEXICON, Lexicon
from catalint_rules.analyses.neighbours import NEIGHBOURS, Cluster, Neighbours
from catalint_rules.analyses.rewriting import rewrite
from catalint_rules.names.covers import by_general, by_parameter, chosen, members_of, ways
from catalint_rules.names.differences import (
    common_words,
    differences,
    evidence,
    shared_parameters,
)
from catalint_rules.names.remedies import drop_one, keep_or_explain
from catalint_rules.names.twins import Twins, find_twins
from catalint_rules.wording import fit, listing, names, quote


@dataclass(frozen=True)
class Options:
    """What to report besides tools that can't be told apart."""

    aliases: bool = option(
        True, "Report, as a note, a tool that calls itself another name of a sibling, or deprecated with no successor."
    )
    # four findings are read one by one; from five on it is one habit of the catalog
    fold_from: int = option(5, "Pairs with one cause from which on they are one finding.", minimum=2)


class NearDuplicateName(CatalogRule[Options]):
    """Clusters of tools that a model can't tell apart, and tools that another one covers through a parameter."""

    meta = Meta(
        "near-duplicate-name",
        "Tools do one job under two names",
        Severity.WARNING,
        mutual=True,
        tags=("names", "selection"),
        evidence=(
            "https://www.anthropic.com/engineering/writing-tools-for-agents",
            "https://www.anthropic.com/engineering/effective-context-engineering-for-ai-agents",
        ),
    )
    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding a cluster, one a covering tool, one an alias, and one for many with one cause."""
        found = ctx.get(NEIGHBOURS)[catalog.server]
        lexicon = ctx.get(LEXICON)
        most = self.options.fold_from - 1
        twins, clusters = find_twins(found.clusters, self.options.fold_from)
        for pairs in twins:
            yield self._report_twins(pairs, found)
        for cluster in clusters:
            yield self._report_cluster(cluster, found, lexicon)
        for covers in by_parameter(by_general(found.covers)):
            if len(covers) > most:
                yield self._report_many_covers(covers)
            else:
                yield from map(self._report_covers, covers)
        if self.options.aliases:
            aliases = list(_by_alias(found.aliases, catalog))
            outdated = [links for _, links in aliases if not links[0].named]
            if len(outdated) > most:
                yield self._report_outdated(outdated)
            for alias, links in aliases:
                if links[0].named or len(outdated) <= most:
                    yield self._report_alias(alias, links, found)

    def _report_cluster(self, cluster: Cluster, found: Neighbours, lexicon: Lexicon) -> Finding:
        first, *others = cluster.members
        # names, texts and schemas show how tools read; what they do stands in their code
        job = "read as one job"
        difference = " and ".join(differences(cluster)[:2])
        common = evidence(cluster, found, lexicon)
        subject = names([tool.name for tool in cluster.members])
        pair = listing([quote(tool.name) for tool in cluster.members], 2)
        silent = "and neither text names the other" if len(cluster.members) == 2 else "and no text names another"
        if not any(found.text(tool).raw for tool in cluster.members):
            silent = ""
        return self.finding(
            first.at("name"),
            fit(
                ", ".join(filter(None, (f"{subject} {job}: {difference}", *common, silent))),
                ", ".join((f"{subject} {job}: {difference}", *common)),
                f"{subject} {job}: {difference}",
                f"{pair} {job}",
                action=keep_or_explain(cluster),
            ),
            related=tuple(Related(tool.at("name"), f"{quote(tool.name)} reads the same") for tool in others),
            detail=_detail(cluster.members),
            key=_key(cluster.members),
            data={
                "tools": [tool.name for tool in cluster.members],
                "kinds": list(dict.fromkeys(link.pair.kind for link in cluster.links)),
                "shared_parameters": list(shared_parameters(cluster)),
                "shared_words": list(common_words(cluster, found, lexicon)),
            },
        )

    def _report_twins(self, twins: Twins, found: Neighbours) -> Finding:
        members = sorted((tool for pair in twins.pairs for tool in pair.members), key=lambda tool: tool.index)
        one, other = twins.pairs[0].members
        if twins.prefix or twins.suffix:
            kind = "prefix" if twins.prefix else "suffix"
            difference = f"only the {kind} `{twins.prefix or twins.suffix}` differs"
        else:
            difference = "one of each is in camelCase"
        equal = all(len({found.text(tool).raw for tool in pair.members}) == 1 for pair in twins.pairs)
        common = "the descriptions are equal" if equal else "no text names its twin"
        same = not twins.suffix or all(_same_input(pair.members) for pair in twins.pairs)
        count = f"{len(twins.pairs)} pairs of tools read as one job each, such as {quote(one.name)} and"
        return self.finding(
            members[0].at("name"),
            fit(
                f"{count} {quote(other.name)}: {difference}, {common}",
                f"{len(twins.pairs)} pairs of tools read as one job each: {difference}",
                action="Keep one of each pair." if same else "Keep one of each pair, or say when to take which.",
            ),
            related=tuple(Related(tool.at("name"), f"{quote(tool.name)} has a twin") for tool in members[1:]),
            detail="\n".join(" and ".join(tool.name for tool in pair.members) for pair in twins.pairs),
            key=twins.cause,
            data={
                "tools": [tool.name for tool in members],
                "kinds": ["twins"],
                "pairs": len(twins.pairs),
                "prefix": twins.prefix,
                "suffix": twins.suffix,
            },
        )

    def _report_covers(self, covers: Sequence[Cover]) -> Finding:
        members = members_of(covers)
        special = names(dict.fromkeys(cover.special.name for cover in covers))
        whole = quote(covers[0].general.name)
        values = chosen(covers)
        how, through = ways(covers, values, special)
        drops = drop_one(covers, "that value" if len(values) == 1 else "these values", special)
        return self.finding(
            members[0].at("name"),
            fit(
                f"{how}, and neither text names the other tool",
                how,
                f"{whole} reads like {special} through {through}",
                action=(f"{drops}, or say in both texts when to take which.", "Say in both texts when to take which."),
            ),
            related=tuple(Related(tool.at("name"), f"{quote(tool.name)} overlaps") for tool in members[1:]),
            detail=_detail(members),
            key=_key(members),
            data={
                "tools": [tool.name for tool in members],
                "kinds": ["cover"],
                "parameter": covers[0].parameter.name,
                "values": [cover.value for cover in covers if cover.value],
            },
        )

    def _report_many_covers(self, families: Sequence[Sequence[Cover]]) -> Finding:
        first = families[0][0]
        members = members_of([cover for covers in families for cover in covers])
        choice = f"`{first.parameter.name}: {first.value}`" if first.value else quote(first.parameter.name)
        choice = f"without {choice}" if first.how == "none" else f"with {choice}"
        through = quote(first.parameter.name) if first.how in ("value", "text") else "their filters"
        how = f"{len(families)} tools read like others"
        return self.finding(
            members[0].at("name"),
            fit(
                f"{how}, such as {quote(first.general.name)} {choice} like {quote(first.special.name)}, "
                "and no text names the other",
                f"{how} through {through}",
                action="Leave one way out, or say when to take which.",
            ),
            related=tuple(Related(tool.at("name"), f"{quote(tool.name)} overlaps") for tool in members[1:]),
            detail="\n".join(
                f"{covers[0].general.name}: {', '.join(dict.fromkeys(cover.special.name for cover in covers))}"
                for covers in families
            ),
            key=f"{first.parameter.name} {first.how}" if first.how in ("value", "text") else first.how,
            data={"tools": [tool.name for tool in members], "kinds": ["cover"], "parameter": first.parameter.name},
        )

    def _report_alias(self, alias: Tool, links: Sequence[Likeness], found: Neighbours) -> Finding:
        targets = _targets(alias, links)
        others = names([tool.name for tool in targets], 2)
        says = _quoted(found.text(alias).raw, links[0].quote)
        if links[0].named:
            means = "returns the same as" if returns_the_same(links[0].quote) else "is another name of"
            start = f"{quote(alias.name)} {means} {others} by its own text"
            lines = (f"{start} ({says}), and a model reads both", f"{start}, and a model reads both")
            action = "Drop it once no client calls it."
        else:
            start = f"{quote(alias.name)} calls itself deprecated"
            reads = "reads" if len(targets) == 1 else "read"
            end = f"and names no tool to take instead; {others} {reads} as the same job"
            lines = (f"{start} ({says}) {end}", f"{start} {end}")
            action = f"Name {'it' if len(targets) == 1 else 'one'} in the text, or drop {quote(alias.name)}."
        return self.finding(
            alias.at("name"),
            fit(*lines, action=action),
            severity=Severity.NOTE,
            related=tuple(Related(tool.at("name"), f"{quote(tool.name)} is the name to keep") for tool in targets),
            detail=_detail([alias, *targets]),
            key=_key([alias, *targets]),
            data={"tools": [tool.name for tool in (alias, *targets)], "kinds": ["alias"]},
        )

    def _report_outdated(self, outdated: Sequence[Sequence[Likeness]]) -> Finding:
        tools = [links[0].alias for links in outdated if links[0].alias is not None]
        successor = _targets(tools[0], outdated[0])[0]
        return self.finding(
            tools[0].at("name"),
            fit(
                f"{len(tools)} tools call themselves deprecated and name no tool to take instead, though a sibling "
                f"reads as the same job, such as {quote(successor.name)} for {quote(tools[0].name)}",
                f"{len(tools)} tools call themselves deprecated and name no tool to take instead",
                action="Name it in each text, or drop them.",
            ),
            severity=Severity.NOTE,
            related=tuple(Related(tool.at("name"), f"{quote(tool.name)} is deprecated") for tool in tools[1:]),
            detail="\n".join(
                f"{tool.name}: {', '.join(target.name for target in _targets(tool, links))}"
                for tool, links in zip(tools, outdated, strict=True)
            ),
            key="deprecated",
            data={"tools": [tool.name for tool in tools], "kinds": ["alias"]},
        )


def _by_alias(links: Iterable[Likeness], catalog: Catalog) -> Iterator[tuple[Tool, list[Likeness]]]:
    """The aliases with what they stand for; nothing of a deprecated tool that names its successor: all is said."""
    grouped: dict[Tool, list[Likeness]] = {}
    for link in links:
        # a name that clients take for its successor's can't be called: colliding-name's business
        collide = rewrite(link.pair.first.tool.name) == rewrite(link.pair.second.tool.name)
        if link.alias is not None and not collide:
            grouped.setdefault(link.alias, []).append(link)
    for alias, found in grouped.items():
        named = [link for link in found if link.named]
        if named and not any(link.outdated for link in named):
            yield alias, named
        elif not named and not any(mentions(alias.description, tool.name) for tool in catalog.tools):
            yield alias, found


def _targets(alias: Tool, links: Sequence[Likeness]) -> list[Tool]:
    pairs = [(link.pair.first.tool, link.pair.second.tool) for link in links]
    return [second if first is alias else first for first, second in pairs]


def _same_input(members: Sequence[Tool]) -> bool:
    required = {frozenset(p.name for p in tool.parameters if p.required) for tool in members}
    every = [frozenset(p.name for p in tool.parameters) for tool in members]
    return len(required) == 1 and (bool(next(iter(required))) or bool(frozenset.intersection(*every)) or not any(every))


def _quoted(text: str, phrase: str) -> str:
    """The part of a text around a phrase, in quotes and not too long."""
    at = text.find(phrase)
    if at < 0:
        return f"“{phrase}” in its name"
    start = max(text.rfind(". ", 0, at) + 2, 0) if ". " in text[:at] else 0
    if at - start > 20:
        start = at
    sentence = first_sentence(text[start:])
    return f"“{sentence if len(sentence) <= 80 else sentence[:79] + '…'}”"


def _detail(members: Iterable[Tool]) -> str:
    """The members with the first sentence of each."""
    return "\n".join(f"{tool.name}: {first_sentence(tool.description) or '(no description)'}" for tool in members)


def _key(members: Iterable[Tool]) -> str:
    return " ".join(sorted(tool.name for tool in members))
