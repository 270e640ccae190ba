"""What each way of loading puts into a session.

Each is a function of a session and of the sizes of a catalog. It says what stands in front of the conversation, what
the session adds, how many requests more it needs and how often it changes what a cache holds. docs/plan.md has the same
in words. What none of them has: a model that chooses worse among many tools, and calls that are saved because code
filters results.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from catalint.planning.figures import Provider
from catalint.planning.ledger import Flow
from catalint.planning.session import Session
from catalint.planning.sizes import Sizes

TOOLS, SYSTEM, MESSAGES, RESULTS = "tools", "system", "messages", "results"
META, INDEX, SEARCHES, SCHEMAS = "meta-tools", "index", "searches", "schemas"

# Tools that one search of a meta-tool lists: as many as that of Anthropic, so that the retrievers can be compared.
LISTED = 5


@dataclass(frozen=True, slots=True)
class Setting:
    """All that a way of loading depends on. `meta` are the tokens of meta-tools by kind, see `metatools`.

    `repeats` is the number of searches that a tool needs on average, 1 where each finds it.
    """

    session: Session
    sizes: Sizes
    provider: Provider
    meta: Mapping[str, float]
    lifetime: float
    repeats: float = 1.0

    @property
    def expiries(self) -> float:
        """How often the cache runs out: before each turn but the first, where a person takes longer than it lasts."""
        return max(0.0, self.session.turns - 1) if self.session.pause > self.lifetime else 0.0


def _flow(
    setting: Setting,
    front: Mapping[str, float],
    *,
    trips: float = 0.0,
    passes: float = 0.0,
    asked: float = 0.0,
    found: float = 0.0,
    schemas: float = 0.0,
    rewrites: float = 0.0,
    call: float | None = None,
) -> Flow:
    """The flow of a session with `front` before the system prompt.

    `trips` are requests more that the client makes, `passes` those that stay with the provider; in each the model
    writes `asked` tokens. `found` and `schemas` are what comes back from searches, and as definitions. `call` is what
    the model writes for a call, if not what it usually does.
    """
    session = setting.session
    requests = session.requests + trips + passes
    calls = session.calls * (session.call if call is None else call)
    asking = (trips + passes) * asked
    output = session.turns * session.answer + calls + asking
    # what the last answer is made of is not sent again
    said = output - session.answer if requests > 1 else 0.0
    said = max(0.0, said)
    return Flow(
        prefix={
            **front,
            SYSTEM: session.system + setting.sizes.instructions,
            MESSAGES: session.message,
        },
        added={
            MESSAGES: max(0.0, session.turns - 1) * session.message + said - min(said, asking),
            RESULTS: session.calls * session.result,
            SEARCHES: min(said, asking) + found,
            SCHEMAS: schemas,
        },
        requests=requests,
        output=output,
        trips=trips,
        rewrites=rewrites,
        expiries=setting.expiries,
        shared=(sum(front.values()) + session.system + setting.sizes.instructions) if session.warm else 0.0,
    )


def all_up_front(setting: Setting) -> Flow:
    """Every definition in every request."""
    return _flow(setting, {TOOLS: setting.sizes.tools * setting.sizes.full})


def subset(setting: Setting) -> Flow:
    """The definitions of some tools; nothing is searched, the others are not there."""
    return _flow(setting, {TOOLS: setting.sizes.chosen * setting.sizes.chosen_full})


def strict_lazy(setting: Setting) -> Flow:
    """Schemas come back as results and stay in the conversation: the prefix never changes."""
    needed = setting.session.distinct
    searches = needed * setting.repeats
    return _flow(
        setting,
        {META: setting.meta["search"]},
        trips=searches + needed,
        asked=setting.session.query,
        found=searches * LISTED * setting.sizes.line,
        schemas=needed * setting.sizes.full,
    )


def sticky(setting: Setting, kept: float = math.inf) -> Flow:
    """Schemas go into the list of tools: each load changes the prefix, and so does each that drives another out."""
    session, sizes = setting.session, setting.sizes
    needed = session.distinct
    searches = needed * setting.repeats
    # calls of all kinds alike: one of a tool that was driven out loads it again
    again = max(0.0, session.calls - needed) * max(0.0, 1 - kept / needed) if needed else 0.0
    return _flow(
        setting,
        {META: setting.meta["loading"]},
        trips=searches + needed + again,
        asked=session.query,
        found=searches * LISTED * sizes.line,
        schemas=min(kept, needed) * sizes.full,
        rewrites=needed + again,
    )


def bounded_sticky(setting: Setting) -> Flow:
    """Sticky, but the schema used longest ago is driven out where there are too many."""
    return sticky(setting, setting.session.schemas)


def toolsets(setting: Setting) -> Flow:
    """Switching a group on puts all of its tools into the list; groups are listed once."""
    session, sizes = setting.session, setting.sizes
    # groups that hold some of the tools needed, if those are spread evenly
    groups = sizes.groups * (1 - (1 - 1 / sizes.groups) ** session.distinct) if sizes.groups > 1 else 1.0
    groups = min(groups, session.distinct)
    return _flow(
        setting,
        {META: setting.meta["toolsets"]},
        trips=min(1.0, session.distinct) + groups,
        asked=session.query,
        found=min(1.0, session.distinct) * sizes.groups * sizes.sign,
        schemas=groups * sizes.group_size * sizes.full,
        rewrites=groups,
    )


def tool_search(setting: Setting) -> Flow:
    """Deferred tools are no part of the prefix; a search adds five definitions to the conversation."""
    session, sizes, provider = setting.session, setting.sizes, setting.provider
    searches = session.distinct * (1 - sizes.hot_share) * setting.repeats
    found = min(provider.limit("references"), max(0.0, sizes.tools - sizes.hot))
    return _flow(
        setting,
        {META: provider.limit("search-tool"), TOOLS: sizes.hot * sizes.hot_full},
        passes=searches * provider.limit("passes"),
        asked=session.query,
        schemas=searches * found * sizes.full,
    )


def namespaces(setting: Setting) -> Flow:
    """Names and descriptions of namespaces stay in the prefix; a search adds all functions of one."""
    session, sizes, provider = setting.session, setting.sizes, setting.provider
    searches = session.distinct * (1 - sizes.hot_share) * setting.repeats
    return _flow(
        setting,
        {
            META: provider.limit("search-tool"),
            TOOLS: sizes.hot * sizes.hot_full,
            INDEX: sizes.groups * sizes.sign,
        },
        passes=searches * provider.limit("passes"),
        asked=session.query,
        schemas=min(searches, sizes.groups) * sizes.group_size * sizes.full,
    )


def functions(setting: Setting) -> Flow:
    """A deferred function by itself keeps its name and description; only its parameters come later."""
    session, sizes, provider = setting.session, setting.sizes, setting.provider
    loads = session.distinct
    return _flow(
        setting,
        {META: provider.limit("search-tool"), INDEX: sizes.tools * sizes.brief},
        passes=loads * provider.limit("passes"),
        asked=session.query,
        schemas=loads * max(0.0, sizes.full - sizes.brief),
    )


def code_index(setting: Setting) -> Flow:
    """One tool that runs code and a line for each tool that the code can call; a call is a script of its own."""
    front = {META: setting.meta["execute"], INDEX: setting.sizes.tools * setting.sizes.signature}
    return _flow(setting, front, call=setting.session.call + setting.session.code)


def code_search(setting: Setting) -> Flow:
    """Two tools that run code: one over the definitions, one that calls tools. Their size is a published one."""
    session = setting.session
    searches = session.distinct * setting.repeats
    return _flow(
        setting,
        {META: session.code_tools},
        trips=searches,
        asked=session.call + session.code,
        schemas=searches * setting.sizes.full,
        call=session.call + session.code,
    )
