"""What the names of a cluster differ in, and what its tools have in common, in phrases for a message."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from catalint import Tool
from catalint.words import singular, split_identifier
from catalint_rules.analyses.candidates import counted
from catalint_rules.analyses.contrast import Likeness
from catalint_rules.analyses.lexicon import Lexicon
from catalint_rules.analyses.names import Name
from catalint_rules.analyses.neighbours import Cluster, Neighbours
from catalint_rules.analyses.rewriting import rewrite
from catalint_rules.wording import listing, names, quote


def differ_in_spelling(members: Sequence[Tool]) -> bool:
    """True if names have the same letters in the same order: `getReport`, `get_report`."""
    return len({"".join(letter for letter in tool.name.lower() if letter.isalnum()) for tool in members}) == 1


def differences(cluster: Cluster) -> list[str]:
    """What the names differ in, in phrases that a list of tools proves, the most telling first."""
    if differ_in_spelling(cluster.members):
        collide = len({rewrite(tool.name) for tool in cluster.members}) == 1
        return [f"the names differ in spelling only{', which some clients fold' if collide else ''}"]
    if all(link.pair.kind == "typo" for link in cluster.links):
        return ["the names differ by one letter"]
    members = _names(cluster)
    phrases = [*_verbs(members), *(phrase for link in cluster.links for phrase in _difference(link))]
    added = [word for link in cluster.links if link.pair.kind == "extra" for word in _unlike(link)]
    added += [word for name in members for word in name.fillers if not _in_all(word, members)]
    if added:
        words = listing([f"“{word}”" for word in dict.fromkeys(added)])
        have = "only one name has" if len(members) == 2 and len(set(added)) == 1 else "only some names have"
        phrases.insert(1, f"{have} {words}" if phrases else f"the names differ only in {words}")
    if not phrases:
        moved = len({frozenset(name.words) for name in members}) == 1
        phrases = ["the words only stand in another order" if moved else "no word of the names tells them apart"]
    return list(dict.fromkeys(phrases))


def evidence(cluster: Cluster, found: Neighbours, lexicon: Lexicon) -> list[str]:
    """What descriptions and parameters have in common, beyond the words of the names, in phrases."""
    raw = {found.text(tool).raw for tool in cluster.members}
    both = "both" if len(cluster.members) == 2 else "all"
    if raw == {""}:
        return ["none has a description" if both == "all" else "neither has a description"]
    if len(raw) == 1:
        return ["the descriptions are equal"]
    members = _names(cluster)
    named = {word for name in members for word in name.words}
    named.update(split_identifier(members[0].tool.server))
    words = [word for word in common_words(cluster, found, lexicon) if word not in named]
    shared = shared_parameters(cluster)
    said = [f"speak of {listing(words)}"] if words else []
    taken = [f"take {names(shared, 2)}"] if shared else []
    return [f"{both} {' and '.join((*said, *taken))}"] if said or taken else []


def common_words(cluster: Cluster, found: Neighbours, lexicon: Lexicon) -> tuple[str, ...]:
    """Words of the first member's lead that all members' texts have, words that no name has first."""
    said = frozenset.intersection(*(found.text(tool).said for tool in cluster.members))
    lead = found.text(cluster.members[0]).lead_words
    # "resources" and "resource" are one word that texts share
    singles = {singular(word): word for word in reversed(lead)}
    common = [word for word in singles.values() if lexicon.sense(word) in said and len(word) > 2][::-1]
    members = _names(cluster)
    named = {word for name in members for word in name.words}
    actions = {name.action for name in members if name.action}
    return tuple(sorted((w for w in common if lexicon.verb(w) not in actions), key=lambda word: word in named))[:3]


def shared_parameters(cluster: Cluster) -> tuple[str, ...]:
    """The parameters that all members have, required ones first."""
    shared = [link.shared for link in cluster.links]
    return tuple(name for name in shared[0] if all(name in others for others in shared))


def _names(cluster: Cluster) -> list[Name]:
    found = {name.tool: name for link in cluster.links for name in (link.pair.first, link.pair.second)}
    return [found[tool] for tool in cluster.members]


def _in_all(word: str, members: Sequence[Name]) -> bool:
    return all(word in name.words for name in members)


def _verbs(members: Sequence[Name]) -> Iterator[str]:
    verbs = list(dict.fromkeys(name.verb for name in members))
    said = [verb for verb in verbs if verb]
    if len(said) > 1:
        yield f"the verbs differ ({', '.join(said)})"
    elif said and said != verbs:
        yield f"“{said[0]}” is all that one name has more"


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
    if link.pair.kind in ("noun", "blend"):
        yield f"the nouns differ ({', '.join((*_own(first, second), *_own(second, first)))})"
    elif first.words == second.words and not differ_in_spelling((first.tool, second.tool)):
        yield "only a prefix differs"


def _unlike(link: Likeness) -> list[str]:
    """The words that one name of a pair has and the other has not."""
    return [*_own(link.pair.first, link.pair.second), *_own(link.pair.second, link.pair.first)]


def _own(name: Name, other: Name) -> list[str]:
    return sorted(name.raw[base] for base in name.core - other.core)
