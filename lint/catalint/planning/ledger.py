"""What a session costs, given what stands in its prefix and what it adds on the way.

The model is asked R times. The first request holds F tokens: tools, system prompt and the first message. Whatever a
session adds in all, A, is taken to be added evenly, so request j (from 0) holds c(j) = F + g j with g = A / (R - 1).
Sums over requests are arithmetic series:

    T(x) = F x + g x (x - 1) / 2          tokens sent by the first x requests

A request of at least `floor` tokens is written to the cache, and the next one reads what the one before it held:

    first cached request J = the smallest with c(J) >= floor
    fresh    T(J), and of each later request the part (1 - share) that a cache without promise misses
    written  c(J), then g for each later request
    read     share * (T(R - 1) - T(J))

Where the prefix changes, or the cache runs out while a person thinks, a request is written whole instead. These U
requests are taken to be spread evenly over all but the first, so each is one with chance u = U / (R - 1). Requests of
more than `above` tokens are charged the price for long ones.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from catalint.planning.figures import Model, Price, Provider

_MILLION = 1e6


@dataclass(frozen=True, slots=True)
class Tariff:
    """What a model charges, in dollars for a million tokens, and how its cache works.

    `write` is the price of a written token by that of a fresh one, `lifetime` is in seconds. Without `caches` all
    tokens are fresh.
    """

    price: Price
    long: Price
    above: float
    write: float
    floor: float
    share: float
    lifetime: float
    window: float
    caches: bool = True


def build_tariff(provider: Provider, model: Model, lifetime: str = "", *, caches: bool = True) -> Tariff:
    """The tariff of a model with a kind of cache, the usual one if none is named; KeyError for one that it has not."""
    seconds, write = provider.lifetimes[lifetime or next(iter(provider.lifetimes))]
    return Tariff(
        price=model.price,
        long=model.long,
        above=model.above,
        write=write if model.write is None else model.write,
        floor=model.floor,
        share=provider.share,
        lifetime=seconds,
        window=model.window,
        caches=caches,
    )


@dataclass(frozen=True, slots=True)
class Flow:
    """What a way of loading makes of a session.

    `prefix` are the tokens in front of the conversation, by part; the first message is one of them. `added` are the
    tokens that the session adds afterwards and sends again, by part. `requests` is how often the model reads it all,
    `trips` how many of those a client has to make beyond those of the work itself. `rewrites` is how often the prefix
    changes, `expiries` how often the cache runs out. `shared` is what of the prefix other sessions have too.
    """

    prefix: Mapping[str, float]
    added: Mapping[str, float]
    requests: float
    output: float
    trips: float = 0.0
    rewrites: float = 0.0
    expiries: float = 0.0
    shared: float = 0.0


@dataclass(frozen=True, slots=True)
class Amounts:
    """Tokens of input by how they are charged."""

    fresh: float = 0.0
    written: float = 0.0
    read: float = 0.0

    @property
    def sent(self) -> float:
        """All of them."""
        return self.fresh + self.written + self.read

    def __add__(self, other: Amounts) -> Amounts:
        return Amounts(self.fresh + other.fresh, self.written + other.written, self.read + other.read)


@dataclass(frozen=True)
class Bill:
    """What a session costs. Tokens are of the whole session unless said otherwise."""

    flow: Flow
    tariff: Tariff

    @cached_property
    def first(self) -> float:
        """Tokens of the first request."""
        return sum(self.flow.prefix.values())

    @cached_property
    def growth(self) -> float:
        """Tokens that a request has more than the one before it."""
        requests = self.flow.requests
        return sum(self.flow.added.values()) / (requests - 1) if requests > 1 else 0.0

    @property
    def largest(self) -> float:
        """Tokens of the last request, and what the model writes to it at most."""
        return self._context(self.flow.requests - 1) if self.flow.requests > 1 else self.first

    @property
    def sent(self) -> float:
        """Tokens sent in all requests."""
        return self._total(self.flow.requests)

    @property
    def mean(self) -> float:
        """Tokens sent in a request, on average."""
        return self.sent / self.flow.requests

    @cached_property
    def parts(self) -> Mapping[str, float]:
        """Tokens sent in all requests, by part; they add up to `sent`.

        A part of the prefix is sent each time, one that is added on the way by half of the requests.
        """
        requests = self.flow.requests
        share = requests / 2 if requests > 1 else 0.0
        found = {name: tokens * requests for name, tokens in self.flow.prefix.items()}
        for name, tokens in self.flow.added.items():
            found[name] = found.get(name, 0.0) + tokens * share
        return found

    @cached_property
    def amounts(self) -> Amounts:
        """Tokens of input by how they are charged."""
        short, long = self._tiers
        return short + long

    @cached_property
    def cost(self) -> float:
        """Dollars."""
        tariff = self.tariff
        requests = self.flow.requests
        long_share = (requests - self._turning) / requests
        cost = 0.0
        for amounts, price, share in zip(
            self._tiers, (tariff.price, tariff.long), (1 - long_share, long_share), strict=True
        ):
            cost += amounts.fresh * price.input + amounts.written * price.input * tariff.write
            cost += amounts.read * price.cached + self.flow.output * share * price.output
        return cost / _MILLION

    @property
    def fits(self) -> bool:
        """Whether the largest request has room in the window of the model."""
        return self.largest <= self.tariff.window

    @cached_property
    def _turning(self) -> float:
        """The first request that is charged as a long one."""
        return min(self.flow.requests, self._reach(self.tariff.above, beyond=True))

    @cached_property
    def _tiers(self) -> tuple[Amounts, Amounts]:
        return self._between(0.0, self._turning), self._between(self._turning, self.flow.requests)

    def _context(self, request: float) -> float:
        return self.first + self.growth * request

    def _total(self, requests: float) -> float:
        return self.first * requests + self.growth * requests * (requests - 1) / 2

    def _reach(self, tokens: float, *, beyond: bool = False) -> float:
        """The first request of so many tokens, or of more; infinite if there is none."""
        if self.first > tokens or (self.first == tokens and not beyond):
            return 0.0
        if not self.growth or math.isinf(tokens):
            return math.inf
        exact = (tokens - self.first) / self.growth
        if math.isinf(exact):
            return exact
        return float(math.floor(exact) + 1 if beyond else math.ceil(exact))

    def _between(self, start: float, end: float) -> Amounts:
        """What the requests from one to before another are charged as."""
        if end <= start:
            return Amounts()
        begin = self._reach(self.tariff.floor) if self.tariff.caches else math.inf
        fresh = self._total(min(end, max(start, begin))) - self._total(start)
        written = read = 0.0
        if start <= begin < end:
            known = self._known if begin == 0 else 0.0
            weight = min(1.0, end - begin)
            # the series gives a broken last request its part of the tokens
            whole = self._total(begin + weight) - self._total(begin)
            read += known * weight
            written += whole - known * weight
        low = max(start, begin + 1)
        if end > low:
            chance, share = self._chance, self.tariff.share
            now = self._total(end) - self._total(low)
            before = self._total(end - 1) - self._total(low - 1)
            read += (1 - chance) * share * before
            fresh += (1 - chance) * (1 - share) * before
            written += (1 - chance) * (now - before) + chance * now
        return Amounts(fresh, written, read)

    @property
    def _known(self) -> float:
        """What the first request finds in the cache."""
        return self.flow.shared * self.tariff.share if self.flow.shared >= self.tariff.floor else 0.0

    @property
    def _chance(self) -> float:
        """The chance that a request after the first is written whole."""
        requests = self.flow.requests
        return min(1.0, (self.flow.rewrites + self.flow.expiries) / (requests - 1)) if requests > 1 else 0.0
