"""Pairs of near duplicates that have one cause: tools that are all there twice, under a prefix or in another case."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from catalint.expression import expression
from catalint_rules.analyses.neighbours import Cluster

_HUMP = expression(r"[a-z0-9][A-Z]")
_EDGE = expression(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class Twins:
    """Pairs whose names differ in one way.

    `prefix` and `suffix` are what one name of each has more; both are empty where one is written in camelCase.
    """

    pairs: tuple[Cluster, ...]
    prefix: str = ""
    suffix: str = ""

    @property
    def cause(self) -> str:
        """The way in which the names differ, in one word, the same from run to run."""
        return f"{self.prefix}…" if self.prefix else f"…{self.suffix}" if self.suffix else "camelCase"


def find_twins(clusters: Sequence[Cluster], least: int) -> tuple[list[Twins], list[Cluster]]:
    """Take out the pairs of which at least so many differ in one way; returns these and the other clusters."""
    grouped: defaultdict[tuple[str, str], list[Cluster]] = defaultdict(list)
    for cluster in clusters:
        way = _way(cluster)
        if way is not None:
            grouped[way].append(cluster)
    twins = [Twins(tuple(pairs), prefix, suffix) for (prefix, suffix), pairs in grouped.items() if len(pairs) >= least]
    taken = {cluster for found in twins for cluster in found.pairs}
    return twins, [cluster for cluster in clusters if cluster not in taken]


def _way(cluster: Cluster) -> tuple[str, str] | None:
    if len(cluster.members) != 2:
        return None
    shorter, longer = sorted((tool.name for tool in cluster.members), key=len)
    prefix, suffix = longer.removesuffix(shorter), longer.removeprefix(shorter)
    if prefix != longer and not _EDGE.match(prefix[-1:]):
        return prefix, ""
    if suffix != longer and (not _EDGE.match(suffix[0]) or suffix[0].isupper()):
        return "", suffix
    return ("", "") if bool(_HUMP.search(shorter)) != bool(_HUMP.search(longer)) else None
