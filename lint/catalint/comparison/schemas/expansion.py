"""Turns schemas into the domains that a value may be in: choices are spread out, references followed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

from catalint.comparison.schemas.combination import MOST_DOMAINS, UNDECIDED, both, every, merge
from catalint.comparison.schemas.domains import (
    ANYTHING,
    Domain,
    Objects,
    Values,
    add_residue,
    intersect,
    is_whole,
    kind_of,
)
from catalint.comparison.schemas.keywords import MalformedError, beyond, branches, read_plain
from catalint.comparison.schemas.nodes import Conjunction, Node
from catalint.model import Json

# References in a row, and schemas looked at, from which on what is left counts as undecided.
_MOST_NESTED = 40
_MOST_STEPS = 50_000


class Expander:
    """Expands schemas, each once. The domains of a conjunction together have all values that it allows.

    They may have more where a domain has a residue; without one they have exactly these.
    """

    def __init__(self) -> None:
        self._domains: dict[tuple[tuple[int, int], ...], tuple[Domain, ...]] = {}
        self._single: dict[tuple[int, int], tuple[Domain, ...]] = {}
        self._alive: list[Node] = []  # identities are those of living objects
        self._pending: list[tuple[int, int]] = []
        self._lowest = math.inf  # of the pending schemas that a reference led back to, the outermost
        self._steps = 0

    def expand(self, schemas: Conjunction) -> tuple[Domain, ...]:
        """The domains of the values that meet all of some schemas; none if no value does."""
        nodes = {node.identity: node for node in schemas}
        key = tuple(sorted(nodes))
        if key not in self._domains:
            domains = ANYTHING
            for node in nodes.values():
                domains = both(domains, self._of(node))
            if self._pending:  # what a reference to itself cut short is not the whole truth
                return domains
            self._domains[key] = domains
        return self._domains[key]

    def _of(self, node: Node) -> tuple[Domain, ...]:
        schema = node.schema
        if schema is False:
            return ()
        if not isinstance(schema, dict):
            return ANYTHING if schema is True else UNDECIDED
        identity = node.identity
        if identity in self._single:
            return self._single[identity]
        depth = len(self._pending)
        self._steps += 1
        if identity in self._pending:
            self._lowest = min(self._lowest, self._pending.index(identity))
            return UNDECIDED
        if depth > _MOST_NESTED or self._steps > _MOST_STEPS:
            return UNDECIDED
        self._pending.append(identity)
        try:
            domains = self._spread(node, schema)
        except MalformedError:
            domains = UNDECIDED
        finally:
            self._pending.pop()
        if self._lowest >= depth:
            self._lowest = math.inf
            self._alive.append(node)
            self._single[identity] = domains
        return domains

    def _spread(self, node: Node, schema: dict[str, Json]) -> tuple[Domain, ...]:
        reference = schema.get("$ref")
        if isinstance(reference, str):
            target = node.root.target(reference)
            referred = self._of(target) if target else every(frozenset((f"$ref {reference}",)))
            if node.root.legacy:
                return referred
            domains = both(read_plain(node, schema), referred)
        else:
            domains = read_plain(node, schema)
        if "$dynamicRef" in schema or "$recursiveRef" in schema:
            domains = both(domains, UNDECIDED)
        for position, branch in branches(schema, "allOf"):
            domains = both(domains, self._of(node.child(branch, "allOf", position)))
        if "anyOf" in schema:
            domains = both(domains, self._choice(node, "anyOf")[0])
        if "oneOf" in schema:
            found, disjoint = self._choice(node, "oneOf")
            if not disjoint:
                found = tuple(add_residue(domain, beyond(node, "oneOf")) for domain in found)
            domains = both(domains, found)
        if "not" in schema:
            domains = tuple(self._except(domains, node.child(schema["not"], "not")))
        if "if" in schema and ("then" in schema or "else" in schema):
            domains = tuple(add_residue(domain, beyond(node, "if", "then", "else")) for domain in domains)
        return domains

    def _choice(self, node: Node, keyword: str) -> tuple[tuple[Domain, ...], bool]:
        """The domains of all branches, and whether no two branches share a value."""
        schema: Any = node.schema
        found = [self._of(node.child(branch, keyword, index)) for index, branch in branches(schema, keyword)]
        joined = merge([domain for domains in found for domain in domains])
        if len(joined) > MOST_DOMAINS:
            return UNDECIDED, False
        disjoint = keyword == "oneOf" and all(
            self.apart(one, other) for first, second in combinations(found, 2) for one in first for other in second
        )
        return joined, disjoint

    def apart(self, first: Domain, second: Domain) -> bool:
        """Whether two domains surely share no value."""
        if isinstance(first, Values) or isinstance(second, Values):
            listed, other = (first, second) if isinstance(first, Values) else (second, first)
            if isinstance(listed, Values) and isinstance(other, Values):
                return listed.values.keys().isdisjoint(other.values)
            return isinstance(listed, Values) and all(kind_of(value) != other.kind for value in listed.values.values())
        if first.kind != second.kind or intersect(first, second) is None:
            return True
        if isinstance(first, Objects) and isinstance(second, Objects):
            return any(self._tells_apart(name, first, second) for name in sorted(first.required | second.required))
        return False

    def _tells_apart(self, name: str, first: Objects, second: Objects) -> bool:
        """Whether a required property has no value that both allow; patterns could add to both, never take away."""
        if first.patterns or second.patterns:
            return False
        ours, theirs = first.member(name), second.member(name)
        if name in first.required and name in second.required:
            return all(
                self.apart(one, other)
                if isinstance(one, Values) or isinstance(other, Values)
                else one.kind != other.kind
                for one in self.expand(ours)
                for other in self.expand(theirs)
            )
        return not self.expand(theirs if name in first.required else ours)

    def _except(self, domains: Iterable[Domain], node: Node) -> Iterator[Domain]:
        """What is left of domains without the values of a schema, as far as that can be said as domains."""
        taken = self._of(node)
        residue = frozenset((f"not {node.signature}",))
        sharp = all(is_whole(domain) or (isinstance(domain, Values) and not domain.residue) for domain in taken)
        listed = {key: value for domain in taken if isinstance(domain, Values) for key, value in domain.values.items()}
        whole = {domain.kind for domain in taken if not isinstance(domain, Values)}
        for domain in domains:
            if not sharp:
                yield add_residue(domain, residue)
            elif isinstance(domain, Values):
                left = {
                    key: value
                    for key, value in domain.values.items()
                    if key not in listed and kind_of(value) not in whole
                }
                if left:
                    yield replace(domain, values=left)
            elif domain.kind not in whole:
                touched = any(kind_of(value) == domain.kind for value in listed.values())
                yield add_residue(domain, residue) if touched else domain
