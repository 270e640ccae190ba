"""What a prompt cache charges, and when it pays to change what it holds.

A cache holds the beginning of a request. Tools stand first, so whoever changes them in a running session pays once for
C tokens that are written again instead of read, C * (write - read), and saves S tokens that are read in each later
request, S * read. That pays after

    N > (write - read) / read * C / S

requests. With a write at 1.25 and a read at 0.1 of the price of a fresh token this is 11.5 * C / S; other rates give
other factors, which is why they are asked for here. The usual rates are those of
https://platform.claude.com/docs/en/build-with-claude/prompt-caching for a cache of five minutes.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rates:
    """Prices of a cache by that of a fresh token: of a token that is read from it, and of one that is written to it."""

    read: float = 0.1
    write: float = 1.25

    @property
    def factor(self) -> float:
        """Requests for each token written again by token saved in a request: 11.5 for the usual rates.

        Infinite where reading costs nothing: what is cached then saves nothing by being left out.
        """
        return (self.write - self.read) / self.read if self.read else float("inf")


def break_even(rewritten: float, saved: float, rates: Rates | None = None) -> float | None:
    """Requests after which a change pays that writes so many tokens again and saves so many in each request.

    None where it never does: nothing is saved, or reading costs nothing.
    """
    factor = (rates or Rates()).factor
    return factor * rewritten / saved if saved > 0 and factor != float("inf") else None
