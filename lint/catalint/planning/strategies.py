"""The ways of loading a catalog: what each is called, who does it, and which search it hangs on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from catalint.planning import flows
from catalint.planning.figures import Provider
from catalint.planning.flows import Setting
from catalint.planning.ledger import Flow

Side: TypeAlias = Literal["client", "provider"]

ALL = "all-up-front"
SANDBOX = "a sandbox for code of the model"


@dataclass(frozen=True)
class Strategy:
    """A way of loading. `retriever` is the kind of search that has to find a tool, empty where nothing is searched.

    `side` tells who does it, `only` the one provider that has it, empty for all. `keeps_hot` says that some tools stay
    loaded beside the search, `subset` that only some tools are there at all.
    """

    name: str
    title: str
    how: str
    flow: Callable[[Setting], Flow]
    side: Side = "client"
    only: str = ""
    retriever: str = ""
    keeps_hot: bool = False
    subset: bool = False
    needs: str = ""

    def is_for(self, provider: Provider) -> bool:
        """Whether a provider has it."""
        return self.only in ("", provider.name) and (self.side == "client" or provider.deferral)


STRATEGIES: Mapping[str, Strategy] = {
    strategy.name: strategy
    for strategy in (
        Strategy(ALL, "all up front", "every definition in every request", flows.all_up_front),
        Strategy("subset", "curated subset", "some tools, the others are not there", flows.subset, subset=True),
        Strategy(
            "strict-lazy",
            "three meta-tools, strict lazy",
            "search, schema and call; schemas come back as results",
            flows.strict_lazy,
            retriever="one-line",
        ),
        Strategy(
            "bounded-sticky",
            "meta-tools, bounded sticky",
            "schemas join the tools, the least recently used leave them",
            flows.bounded_sticky,
            retriever="one-line",
        ),
        Strategy(
            "sticky", "meta-tools, sticky", "schemas join the tools and stay there", flows.sticky, retriever="one-line"
        ),
        Strategy(
            "toolsets",
            "dynamic toolsets",
            "groups of tools are switched on and join the tools",
            flows.toolsets,
            retriever="namespace",
        ),
        Strategy(
            "tool-search",
            "Anthropic tool search",
            "deferred tools out of the prefix, five definitions added by a search",
            flows.tool_search,
            side="provider",
            only="anthropic",
            retriever="bm25",
            keeps_hot=True,
        ),
        Strategy(
            "namespaces",
            "OpenAI tool search, namespaces",
            "a summary of each namespace, its functions added by a search",
            flows.namespaces,
            side="provider",
            only="openai",
            retriever="namespace",
            keeps_hot=True,
        ),
        Strategy(
            "functions",
            "OpenAI tool search, functions",
            "name and description of each function, its parameters added by a search",
            flows.functions,
            side="provider",
            only="openai",
        ),
        Strategy(
            "code-index",
            "code with a typed index",
            "signature and first sentence of each tool, called from code",
            flows.code_index,
            needs=SANDBOX,
        ),
        Strategy(
            "code-search",
            "code with a search",
            "two tools: one searches definitions, one calls tools from code",
            flows.code_search,
            retriever="bm25",
            needs=SANDBOX,
        ),
    )
}
