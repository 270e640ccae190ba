"""Tools that do one job under two names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool, option
from catalint.prose import first_sentence
from catalint_rules.analyses.candidates import counted
from catalint_rules.analyses.contrast import Likeness
from catalint_rules.analyses.coverage import Cover
from catalint_rules.analyses.lexicon import LEXICON, Lexicon
from catalint_rules.analyses.names import Name
from catalint_rules.analyses.neighbours import NEIGHBOURS, Cluster, Neighbours
from catalint_rules.analyses.rewriting import rewrite
from catalint_rules.wording import fit, listing, names, quote

# Pairs of names whose nouns are not the same, so that what the tools work on may differ, too.
_NOUNS_DIFFER = frozenset(("noun", "extra", "derived"))


@dataclass(frozen=True)
class Options:
    """What to report besides tools that can't be told apart."""

    aliases: bool = option(
        True, "Report, as a note, a tool that says itself that it is another name for one of its siblings."
    )


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
        """Yield one finding a cluster, one a covering tool, one an alias."""
        found = ctx.get(NEIGHBOURS)[catalog.server]
        lexicon = ctx.get(LEXICON)
        for cluster in found.clusters:
            yield self._report_cluster(cluster, found, lexicon)
        for covers in _by_general(found.covers):
            yield self._report_covers(covers)
        if self.options.aliases:
            for alias, links in _by_alias(found.aliases):
                yield self._report_alias(alias, links, found)

    def _report_cluster(self, cluster: Cluster, found: Neighbours, lexicon: Lexicon) -> Finding:
        first, *others = cluster.members
        same_input = _same_input(cluster.members)
        job = "do one job" if same_input else "read as one job"
        difference = " and ".join(_differences(cluster)[:2])
        evidence = _evidence(cluster, found, lexicon)
        subject = names([tool.name for tool in cluster.members])
        pair = listing([quote(tool.name) for tool in cluster.members], 2)
        return self.finding(
            first.at("name"),
            fit(
                f"{subject} {job}: {difference}, {evidence}, so a model picks either",
                f"{subject} {job}: {difference}, {evidence}",
                f"{subject} {job}: {difference}",
                f"{pair} {job}",
                action=_actions(cluster),
            ),
            related=tuple(Related(tool.at("name"), f"{quote(tool.name)} reads the same") for tool in others),
            detail=_detail(cluster.members),
            key=_key(cluster.members),
            data={
                "tools": [tool.name for tool in cluster.members],
                "kinds": list(dict.fromkeys(link.pair.kind for link in cluster.links)),
                "shared_parameters": list(_shared(cluster)),
                "shared_words": list(_common_words(cluster, found, lexicon)),
            },
        )

    def _report_covers(self, covers: Sequence[Cover]) -> Finding:
        general, parameter = covers[0].general, covers[0].parameter.name
        members = sorted({general, *(cover.special for cover in covers)}, key=lambda tool: tool.index)
        special = names(dict.fromkeys(cover.special.name for cover in covers))
        whole = quote(general.name)
        if covers[0].value:
            values = list(dict.fromkeys(cover.value for cover in covers))
            choices = listing([f"`{parameter}: {value}`" for value in values], 2)
            how = f"{whole} with {choices} does the job of {special}"
            advice = f"Drop {special} or {'that value' if len(values) == 1 else 'these values'}"
        else:
            how = f"{whole} takes a search text (`{parameter}`), which is the job of {special}"
            advice = f"Drop {special}"
        advice = f"{advice}, or say in both texts when to take which."
        return self.finding(
            members[0].at("name"),
            fit(
                f"{how}, and neither text names the other tool",
                how,
                f"{whole} covers {special} through `{parameter}`",
                action=(advice, "Say in both texts when to take which."),
            ),
            related=tuple(Related(tool.at("name"), f"{quote(tool.name)} overlaps") for tool in members[1:]),
            detail=_detail(members),
            key=_key(members),
            data={
                "tools": [tool.name for tool in members],
                "kinds": ["cover"],
                "parameter": parameter,
                "values": [cover.value for cover in covers if cover.value],
            },
        )

    def _report_alias(self, alias: Tool, links: Sequence[Likeness], found: Neighbours) -> Finding:
        pairs = [(link.pair.first.tool, link.pair.second.tool) for link in links]
        targets = [second if first is alias else first for first, second in pairs]
        says = _quoted(found.text(alias).raw, links[0].quote)
        start = f"{quote(alias.name)} repeats {names([tool.name for tool in targets], 2)} and says so"
        end = "yet both are sent on every turn"
        return self.finding(
            alias.at("name"),
            fit(f"{start} ({says}), {end}", f"{start}, {end}", action="Drop it once no client calls it."),
            severity=Severity.NOTE,
            related=tuple(Related(tool.at("name"), f"{quote(tool.name)} is the name to keep") for tool in targets),
            detail=_detail([alias, *targets]),
            key=_key([alias, *targets]),
            data={"tools": [tool.name for tool in (alias, *targets)], "kinds": ["alias"]},
        )


def _by_alias(links: Iterable[Likeness]) -> Iterator[tuple[Tool, list[Likeness]]]:
    grouped: dict[Tool, list[Likeness]] = {}
    for link in links:
        # a name that clients take for its successor's can't be called: colliding-name's business
        collide = rewrite(link.pair.first.tool.name) == rewrite(link.pair.second.tool.name)
        if link.alias is not None and not collide:
            grouped.setdefault(link.alias, []).append(link)
    yield from grouped.items()


def _by_general(covers: Iterable[Cover]) -> Iterator[list[Cover]]:
    grouped: dict[tuple[int, str, bool], list[Cover]] = {}
    for cover in covers:
        grouped.setdefault((cover.general.index, cover.parameter.name, bool(cover.value)), []).append(cover)
    yield from grouped.values()


def _differences(cluster: Cluster) -> list[str]:
    """What the names differ in and why that is no difference, in phrases, the most telling first."""
    plain = {"".join(letter for letter in tool.name.lower() if letter.isalnum()) for tool in cluster.members}
    if len(plain) == 1:
        collide = len({rewrite(tool.name) for tool in cluster.members}) == 1
        return [f"the names differ in spelling only{', which some clients fold' if collide else ''}"]
    if all(link.pair.kind == "typo" for link in cluster.links):
        return ["the names differ by one letter"]
    members = _names(cluster)
    phrases = [*_verbs(members), *(phrase for link in cluster.links for phrase in _difference(link))]
    fillers = [
        word for word in dict.fromkeys(w for name in members for w in name.fillers) if not _in_all(word, members)
    ]
    if fillers:
        verb = "tell" if len(fillers) > 1 else "tells"
        phrases.insert(1, f"{listing([f'“{word}”' for word in fillers])} {verb} nothing apart")
    if not phrases:
        moved = len({frozenset(name.words) for name in members}) == 1
        phrases = ["the words only stand in another order" if moved else "no word of the names tells them apart"]
    return list(dict.fromkeys(phrases))


def _names(cluster: Cluster) -> list[Name]:
    found = {name.tool: name for link in cluster.links for name in (link.pair.first, link.pair.second)}
    return [found[tool] for tool in cluster.members]


def _in_all(word: str, members: Sequence[Name]) -> bool:
    return all(word in name.words for name in members)


def _verbs(members: Sequence[Name]) -> Iterator[str]:
    verbs = list(dict.fromkeys(name.verb for name in members))
    said = [verb for verb in verbs if verb]
    if len(said) > 1:
        yield f"{listing(said)} mean the same{' here' if len({name.action for name in members}) > 1 else ''}"
    elif said and said != verbs:
        yield f"“{said[0]}” tells nothing apart"


def _difference(link: Likeness) -> Iterator[str]:
    first, second = link.pair.first, link.pair.second
    if link.pair.kind == "typo":
        yield "the names differ by one letter"
        return
    if link.pair.kind == "bare":
        yield f"{quote((first if not first.core else second).tool.name)} names no object"
        return
    if counted(first, second):
        yield "only the number of the noun differs"
    else:
        unlike = ((first.raw[base], second.raw[base]) for base in sorted(first.core & second.core))
        yield from (f"{one} and {other} are one word" for one, other in unlike if one != other)
    mine, theirs = (
        sorted(name.raw[base] for base in name.core - other.core) for name, other in ((first, second), (second, first))
    )
    if link.pair.kind == "noun":
        yield f"{listing(mine)} and {listing(theirs)} can mean the same"
    elif link.pair.kind == "extra":
        yield f"no text explains {listing([f'“{word}”' for word in mine or theirs])}"
    elif first.words == second.words:
        yield "only a prefix differs"


def _evidence(cluster: Cluster, found: Neighbours, lexicon: Lexicon) -> str:
    """What the descriptions and parameters have in common, in one phrase."""
    raw = {found.text(tool).raw for tool in cluster.members}
    both = "both" if len(cluster.members) == 2 else "all"
    shared = _shared(cluster)
    words = _common_words(cluster, found, lexicon)
    if raw == {""}:
        return "and none has a description" if both == "all" else "and neither has a description"
    if len(raw) == 1:
        text = "the descriptions are equal"
    elif words:
        text = f"{both} speak of {listing(words)}"
    else:
        text = "no text says more than the name"
    if shared and len(raw) > 1:
        return f"{text} and {'take' if words else f'{both} take'} {names(shared, 2)}"
    return text


def _common_words(cluster: Cluster, found: Neighbours, lexicon: Lexicon) -> tuple[str, ...]:
    """Words of the first member's lead that all members' texts have, words that no name has first."""
    said = frozenset.intersection(*(found.text(tool).said for tool in cluster.members))
    lead = found.text(cluster.members[0]).lead_words
    common = [word for word in dict.fromkeys(lead) if lexicon.sense(word) in said and len(word) > 2]
    members = _names(cluster)
    named = {word for name in members for word in name.words}
    actions = {name.action for name in members if name.action}
    return tuple(sorted((w for w in common if lexicon.verb(w) not in actions), key=lambda word: word in named))[:3]


def _shared(cluster: Cluster) -> tuple[str, ...]:
    shared = [link.shared for link in cluster.links]
    return tuple(name for name in shared[0] if all(name in others for others in shared))


def _same_input(members: Sequence[Tool]) -> bool:
    required = {frozenset(p.name for p in tool.parameters if p.required) for tool in members}
    every = [frozenset(p.name for p in tool.parameters) for tool in members]
    return len(required) == 1 and (bool(next(iter(required))) or bool(frozenset.intersection(*every)) or not any(every))


def _actions(cluster: Cluster) -> Sequence[str]:
    """What to do about a cluster, the most telling advice first: one is enough only if nothing but the verb differs."""
    members = cluster.members
    every = {frozenset(parameter.name for parameter in tool.parameters) for tool in members}
    if len(every) == 1 and not any(link.pair.kind in _NOUNS_DIFFER for link in cluster.links):
        return ("Keep one, or say when to take which.",)
    say = "Say in each text when to take it."
    if len(members) > 2 or len(every) == 1:
        return (say,)
    first, second = (_own_parameters(tool, other) for tool, other in (members, members[::-1]))
    if first and second:
        return (f"One takes {names(first, 2)}, the other {names(second, 2)}: say in each text when to take it.", say)
    fuller = members[0] if first else members[1]
    return (f"Only {quote(fuller.name)} takes {names(first or second, 2)}: say in each text when to take it.", say)


def _own_parameters(tool: Tool, other: Tool) -> list[str]:
    """The parameters that another tool does not have, required ones first."""
    taken = {parameter.name for parameter in other.parameters}
    own = [parameter for parameter in tool.parameters if parameter.name not in taken]
    return [parameter.name for parameter in sorted(own, key=lambda parameter: not parameter.required)]


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
