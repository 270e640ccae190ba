"""Tools of different servers that a client or a model takes for each other.

Two things are told apart: servers that offer the same tools altogether, such as two versions of one, and single tools.
Equal names collide whatever the tools do, since a client has one place for a name. Different names count only on strong
evidence, since the servers' own fields tell most tools apart that read alike.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Literal, TypeAlias

from catalint import Analysis, Catalog, Context, Tool
from catalint.words import split_identifier, split_prose
from catalint_rules import words
from catalint_rules.analyses.candidates import Pair, pair_up
from catalint_rules.analyses.contrast import compare
from catalint_rules.analyses.evidence import weigh
from catalint_rules.analyses.lexicon import LEXICON
from catalint_rules.analyses.names import NAMES, Name, split_name
from catalint_rules.analyses.neighbours import NEIGHBOURS
from catalint_rules.analyses.rewriting import rewrite
from catalint_rules.analyses.texts import Text
from catalint_rules.targets import NAMES as TARGETS
from catalint_rules.targets import load

Kind: TypeAlias = Literal["name", "spelling", "job"]

# Two servers are one if this share of the smaller one's names is in both, and the tools of half of these read the same.
_SAME_NAMES = 0.8
_SAME_TOOLS = 0.5
# Any two servers may have an `add` or a `fetch`: with fewer names in both, all have to, and neither server has more.
_FEW = 3
# Pairs of tools of one name that are looked at for that. All of 117 public servers together have 155; thousands of
# servers with the same tools have millions.
_MOST_PAIRS = 100_000
# Scores, 0 to 100, from which two texts say one thing; set by reading pairs of real servers.
_NEAR = 90.0
_LITERAL = 80.0
_MOST_PARAMETERS = 0.5


@dataclass(frozen=True, eq=False, slots=True)
class Collision:
    """Tools of several servers, in the order of the run.

    name: some names are equal. spelling: some are once a client rewrites them. job: they differ, but the tools do one
    job. `alike` says whether all names and texts speak of one job.
    """

    tools: tuple[Tool, ...]
    kind: Kind
    alike: bool


@dataclass(frozen=True, eq=False, slots=True)
class Overlap:
    """Catalogs that offer the same tools, with the pairs of the first and the second."""

    catalogs: tuple[Catalog, ...]
    shared: tuple[tuple[Tool, Tool], ...]


@dataclass(frozen=True, eq=False, slots=True)
class Collisions:
    """All that collides in a run."""

    collisions: tuple[Collision, ...] = ()
    overlaps: tuple[Overlap, ...] = ()


def _compute(ctx: Context) -> Collisions:
    catalogs = [catalog for catalog in ctx.corpus.catalogs if catalog.visible]
    if len(catalogs) < 2:
        return Collisions()
    by_key = _group(catalogs)
    overlaps = tuple(_overlaps(catalogs, by_key))
    # which server stands for each: its own, or the first of those that offer the same tools
    owner = {catalog.server: catalog.server for catalog in catalogs}
    for overlap in overlaps:
        owner.update((catalog.server, overlap.catalogs[0].server) for catalog in overlap.catalogs)
    judge = _Judge(ctx)
    links = [
        (first, second)
        for tools in by_key.values()
        for first, second in zip(tools.values(), list(tools.values())[1:], strict=False)
    ]
    alike = [
        (pair.first.tool, pair.second.tool)
        for pair in pair_up(judge.names(), judge.lexicon)
        if owner[pair.first.tool.server] != owner[pair.second.tool.server] and judge.do_one_job(pair)
    ]
    order = {catalog.server: position for position, catalog in enumerate(catalogs)}
    found = []
    for tools in _join([*links, *alike], order):
        kept = _one_each(tools, owner)
        if len({owner[tool.server] for tool in kept}) > 1:
            found.append(Collision(kept, _kind(kept), judge.all_alike(kept)))
    return Collisions(tuple(found), overlaps)


COLLISIONS = Analysis("collisions", _compute)


def collisions_for_targets(ctx: Context) -> tuple[Collision, ...]:
    """The collisions that count for the clients of a run: names alone do not where every client adds the server's.

    Names that the run's client makes one all the same are left to client-name-collision, if the client's facts say so.
    """
    apart = tells_apart(ctx)
    found = ctx.get(COLLISIONS).collisions
    return tuple(each for each in found if (each.alike or not apart) and not _is_judged_by_client(each.tools, ctx))


def tells_apart(ctx: Context) -> bool:
    """Whether the client of a run, or else every target of it, puts the server's name before each tool's."""
    targets = (ctx.client,) if ctx.client else tuple(load(name) for name in ctx.targets if name in TARGETS)
    known = bool(ctx.client) or len(targets) == len(ctx.targets)
    return bool(targets) and known and all(each.naming.seen and each.naming.is_qualified for each in targets)


def _is_judged_by_client(tools: Sequence[Tool], ctx: Context) -> bool:
    """Whether the run's client makes one name of these tools, and a fact tells what it does then."""
    client = ctx.client
    if not ctx.mounted or client is None or not any(fact.check == "sent-names" for fact in client.facts):
        return False
    return len({client.naming.write(tool.name, tool.server, ctx.plugin) for tool in tools}) == 1


def _group(catalogs: Iterable[Catalog]) -> Mapping[str, Mapping[str, Tool]]:
    """For each name as clients rewrite it the first tool of each server that has it."""
    grouped: defaultdict[str, dict[str, Tool]] = defaultdict(dict)
    for catalog in catalogs:
        for tool in catalog.visible:
            grouped[rewrite(tool.name)].setdefault(catalog.server, tool)
    return grouped


def _overlaps(catalogs: Sequence[Catalog], by_key: Mapping[str, Mapping[str, Tool]]) -> Iterator[Overlap]:
    """Groups of catalogs with the same tools, found through the names that they share."""
    shared: defaultdict[tuple[str, str], list[tuple[Tool, Tool]]] = defaultdict(list)
    every = (pair for tools in by_key.values() for pair in combinations(tools.values(), 2))
    for first, second in islice(every, _MOST_PAIRS):
        shared[first.server, second.server].append((first, second))
    sizes = {catalog.server: len({tool.name for tool in catalog.visible}) for catalog in catalogs}
    by_server = {catalog.server: catalog for catalog in catalogs}
    order = {server: position for position, server in enumerate(by_server)}
    grouped: dict[str, list[str]] = {}
    copies: set[str] = set()
    # in the order of the run, so that no server has copies of its own once it is one
    for original, copy in sorted(shared, key=lambda servers: (order[servers[0]], order[servers[1]])):
        pairs = shared[original, copy]
        if copy not in copies and original not in copies and _is_one_server(pairs, sizes[original], sizes[copy]):
            grouped.setdefault(original, []).append(copy)
            copies.add(copy)
    for original, others in grouped.items():
        yield Overlap(tuple(by_server[server] for server in (original, *others)), tuple(shared[original, others[0]]))


def _is_one_server(shared: Sequence[tuple[Tool, Tool]], *sizes: int) -> bool:
    if len(shared) < _FEW:
        return len(shared) >= _SAME_NAMES * max(sizes) and all(_say_the_same(*pair) for pair in shared)
    same = sum(1 for pair in shared if _say_the_same(*pair) or _take_the_same(*pair))
    return len(shared) >= _SAME_NAMES * min(sizes) and same >= _SAME_TOOLS * len(shared)


def _say_the_same(first: Tool, second: Tool) -> bool:
    return bool(first.description) and first.description.split() == second.description.split()


def _take_the_same(first: Tool, second: Tool) -> bool:
    mine, theirs = ({parameter.name for parameter in tool.parameters} for tool in (first, second))
    return bool(mine) and mine == theirs


class _Judge:
    """Compares tools across servers. Each text is read as it is in its own catalog."""

    def __init__(self, ctx: Context) -> None:
        self.lexicon = ctx.get(LEXICON)
        self._names = ctx.get(NAMES)
        self._neighbours = ctx.get(NEIGHBOURS)
        self._brands = words.groups("services", ctx)
        self._known = frozenset(self._brands)

    def names(self) -> list[Name]:
        return [name for catalog in self._names.values() for name in catalog.names.values()]

    def read(self, tool: Tool) -> Text:
        return self._neighbours[tool.server].text(tool)

    def do_one_job(self, pair: Pair) -> bool:
        """True if names and texts say one thing and neither names the service that it is done on."""
        if pair.kind not in ("same", "typo") or self._named(pair.first) != self._named(pair.second):
            return False
        likeness = compare(pair, self.read, self.lexicon)
        if likeness is None or likeness.reason != "alike" or not self._same_service(pair.first.tool, pair.second.tool):
            return False
        evidence = weigh(pair, self.read, self.lexicon)
        takes = bool(pair.first.tool.parameters or pair.second.tool.parameters)
        inputs = evidence.required or not takes or evidence.overlap >= _MOST_PARAMETERS
        return inputs and (evidence.near >= _NEAR or evidence.literal >= _LITERAL)

    def all_alike(self, tools: Sequence[Tool]) -> bool:
        """True if all of the tools do one job by name and text."""
        first, *others = (self._names[tool.server].names[tool] for tool in tools)
        return all(self.do_one_job(Pair(first, other, "same")) for other in others)

    def _same_service(self, first: Tool, second: Tool) -> bool:
        """False if a text names a service, or its own server, that the other one does not."""
        return self._spoken(first) == self._spoken(second)

    def _named(self, name: Name) -> frozenset[str]:
        """The words of a name that say whose tool it is: brands, and those that all names of its server have."""
        found = split_name(name.tool.name, self._known)
        return frozenset(
            self._brands.get(word, word) for word in found if word in self._known or word not in name.words
        )

    def _spoken(self, tool: Tool) -> frozenset[str]:
        """The services that a text names, its own server too; with a capital, since "linear" is a plain word."""
        own = split_identifier(tool.server)
        return frozenset(
            self._brands.get(word, word)
            for word in split_prose(tool.description)
            if (self._brands.get(word) == word or word in own) and word not in tool.description
        )


def _join(links: Iterable[tuple[Tool, Tool]], order: Mapping[str, int]) -> list[list[Tool]]:
    """The groups that links hold together, each and all in the order of the run."""
    parent: dict[Tool, Tool] = {}

    def root(tool: Tool) -> Tool:
        while parent.setdefault(tool, tool) is not tool:
            tool = parent[tool]
        return tool

    for first, second in links:
        parent[root(second)] = root(first)
    groups: defaultdict[Tool, list[Tool]] = defaultdict(list)
    for tool in sorted(parent, key=lambda tool: (order[tool.server], tool.index)):
        groups[root(tool)].append(tool)
    return sorted(groups.values(), key=lambda group: (order[group[0].server], group[0].index))


def _one_each(tools: Iterable[Tool], owner: Mapping[str, str]) -> tuple[Tool, ...]:
    """Of servers that offer the same tools the first one stands for all."""
    tools = list(tools)
    present = {tool.server for tool in tools}
    return tuple(tool for tool in tools if owner[tool.server] == tool.server or owner[tool.server] not in present)


def _kind(tools: Sequence[Tool]) -> Kind:
    if max(Counter(tool.name for tool in tools).values()) > 1:
        return "name"
    if len({rewrite(tool.name) for tool in tools}) == len(tools):
        return "job"
    return "spelling"
