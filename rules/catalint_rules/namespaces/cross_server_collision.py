"""Tools of one name, or for one job, on several servers of a run."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from catalint import Context, Corpus, CorpusRule, Finding, Meta, Related, Severity, Tool
from catalint.expression import expression
from catalint.prose import first_sentence
from catalint.rule import NoOptions
from catalint.words import split_identifier
from catalint_rules import words
from catalint_rules.analyses.collisions import COLLISIONS, Collision, Overlap, collisions_for_targets, tells_apart
from catalint_rules.analyses.services import join, service_word
from catalint_rules.wording import fit, listing, names, quote

_WORD = expression(r"[A-Za-z0-9]+")
_SCOPE = expression(r"@[\w.-]*?(?=/|__|$)")
# So many names that the same servers have in common are reported each by itself.
_FEW = 3
# Whose services are many, so that the word tells none of them.
_VENDORS = frozenset(("amazon", "aws", "azure", "google", "microsoft"))


class CrossServerCollision(CorpusRule[NoOptions]):
    """Servers that are loaded together and offer the same tool."""

    meta = Meta(
        "cross-server-collision",
        "Tools of several servers have one name or do one job",
        Severity.WARNING,
        mutual=True,
        tags=("names", "namespaces", "selection"),
        evidence=(
            "https://github.com/langchain-ai/langchain-mcp-adapters/issues/605",
            "https://github.com/CopilotKit/CopilotKit/issues/2409",
            "https://github.com/openai/openai-agents-js/issues/1934",
            "https://www.anthropic.com/engineering/writing-tools-for-agents",
        ),
    )

    def check_corpus(self, corpus: Corpus, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for servers with the same tools, one for each group of single tools."""
        del corpus
        for overlap in ctx.get(COLLISIONS).overlaps:
            yield self._report_overlap(overlap, ctx)
        between: defaultdict[tuple[str, ...], list[Collision]] = defaultdict(list)
        for collision in collisions_for_targets(ctx):
            # tools for one job have names of their own, so each is a cause of its own
            apart = collision.tools if collision.kind == "job" else ()
            between[(*dict.fromkeys(tool.server for tool in collision.tools), *(tool.name for tool in apart))].append(
                collision
            )
        for collisions in between.values():
            if len(collisions) > _FEW:
                yield self._report_names(collisions, ctx)
            else:
                for collision in collisions:
                    yield self._report(collision, ctx)

    def _report(self, collision: Collision, ctx: Context) -> Finding:
        first, *others = collision.tools
        renamed = _renames(collision.tools, ctx)
        start = _fault(collision)
        if collision.kind == "job":
            lines = [f"{start}, so a model picks either"]
        else:
            jobs = f", with one job in {'both' if len(others) == 1 else 'all'}" if collision.alike else ""
            cost = _cost(ctx)
            lines = [f"{start}{jobs}: {cost}", f"{start}: {cost}"]
        return self.finding(
            first.at("name"),
            fit(
                *lines,
                start,
                action=_actions(collision, renamed),
            ),
            related=tuple(Related(tool.at("name"), f"{quote(tool.name)} of {quote(tool.server)}") for tool in others),
            detail="\n".join(
                f"{tool.server}/{tool.name}: {first_sentence(tool.description) or '(no description)'}"
                for tool in collision.tools
            ),
            key=" ".join(sorted(f"{tool.server}/{tool.name}" for tool in collision.tools)),
            data={
                "kind": collision.kind,
                "tools": [f"{tool.server}/{tool.name}" for tool in collision.tools],
                "alike": collision.alike,
                "suggestions": [*renamed],
            },
        )

    def _report_names(self, collisions: Sequence[Collision], ctx: Context) -> Finding:
        """One finding for servers that have several names in common, since one change helps all of them."""
        tools = [tool for collision in collisions for tool in collision.tools]
        servers = list(dict.fromkeys(tool.server for tool in collisions[0].tools))
        shared = [collision.tools[0].name for collision in collisions]
        renamed = [name for collision in collisions for name in _renames(collision.tools, ctx)[-1:]]
        cost = _cost(ctx)
        start = f"{names(servers)} have {len(shared)} tool names in common ({names(shared, 3)}): {cost}"
        short = f"{names(servers)} have {len(shared)} tool names in common: {cost}"
        actions = [f"Put a server's word in front, as in {quote(renamed[0])}."] if renamed else []
        return self.finding(
            tools[0].at("name"),
            fit(start, short, action=[*actions, "Load one of them, or rename its tools."]),
            related=tuple(
                Related(tool.at("name"), f"{quote(tool.name)} of {quote(tool.server)}") for tool in tools[1:]
            ),
            detail="\n".join(shared),
            key=" ".join(sorted(servers)),
            data={
                "kind": "names",
                "servers": [*servers],
                "tools": [f"{tool.server}/{tool.name}" for tool in tools],
                "suggestions": [*renamed],
            },
        )

    def _report_overlap(self, overlap: Overlap, ctx: Context) -> Finding:
        first, *others = overlap.catalogs
        servers = names([catalog.server for catalog in overlap.catalogs])
        tools = [tool.name for tool, _ in overlap.shared]
        every = "both" if len(others) == 1 else "all"
        count = len(overlap.shared)
        few = min(len(first.visible), len(others[0].visible))
        share = f"{count} of {few} tools are in {every}" if few > 1 else f"{every} have one tool, {names(tools)}"
        examples = f" ({names(tools, 3)})" if few > 1 else ""
        start = f"{servers} look like one server: {share}"
        chosen = "it picks either" if tells_apart(ctx) else "which one answers is up to the client"
        cost = f"a model pays for each twice, and {chosen}"
        return self.finding(
            others[0].at(),
            fit(f"{start}{examples}; {cost}", f"{start}; {cost}", start, action="Load one of them."),
            related=tuple(
                Related(catalog.at(), f"{quote(catalog.server)} has them too") for catalog in (first, *others[1:])
            ),
            detail="\n".join(tool.name for tool, _ in overlap.shared),
            key=" ".join(sorted(catalog.server for catalog in overlap.catalogs)),
            data={
                "kind": "server",
                "servers": [catalog.server for catalog in overlap.catalogs],
                "tools": [tool.name for tool, _ in overlap.shared],
            },
        )


def _cost(ctx: Context) -> str:
    """What it costs that tools of several servers have one name, in the client of the run if that is known."""
    client = ctx.client.title if ctx.client else ""
    if tells_apart(ctx):
        return f"{f'in {client} ' if client else ''}the server's name alone tells them apart, so a model picks either"
    if ctx.client and ctx.client.naming.seen:
        return f"{client} adds no server name, so that it keeps only one, or fails"
    return "clients that add no server name keep only one, or fail"


def _fault(collision: Collision) -> str:
    """Which tools are taken for each other and why, with their servers."""
    tools = collision.tools
    if collision.kind == "name":
        name = next(name for name, count in Counter(tool.name for tool in tools).items() if count > 1)
        servers = names([tool.server for tool in tools if tool.name == name])
        others = [f"{quote(tool.name)} of {quote(tool.server)}" for tool in tools if tool.name != name]
        return f"{quote(name)} is a tool of {servers}{f', as is {listing(others, 2)}' if others else ''}"
    owned = listing([f"{quote(tool.name)} of {quote(tool.server)}" for tool in tools])
    return f"{owned} {'are one name to clients that rewrite them' if collision.kind == 'spelling' else 'do one job'}"


def _actions(collision: Collision, renamed: Sequence[str]) -> list[str]:
    found = [f"Rename one, to {quote(renamed[-1])} for instance."] if renamed else []
    if collision.alike and renamed:
        found.insert(0, f"Load one of them, or rename it, to {quote(renamed[-1])} for instance.")
    return [*found, "Rename one of them." if renamed else "Load one of them, or rename it."]


def _renames(tools: Sequence[Tool], ctx: Context) -> list[str]:
    """Each name with a word in front that tells its server from the others, where it has none yet."""
    found = []
    having = Counter(word for server in {tool.server for tool in tools} for word in set(_words(server)))
    for tool in tools:
        own = _own_word(tool.server, having, ctx)
        parts = split_identifier(tool.name)
        if own and parts and own not in tool.name.lower():
            found.append(join(tool.name, (own, *parts)))
    return found


def _own_word(server: str, having: Mapping[str, int], ctx: Context) -> str:
    """The word of a server's name that its tools speak of most, else the first that no other server has; or none.

    `having` says how many of the servers have each word in their names.
    """
    own = _words(server)
    spoken = service_word(ctx.corpus.by_server[server], ctx)
    if spoken and having.get(spoken, 0) == (spoken in own) and spoken not in _VENDORS:
        return spoken
    empty = words.vocabulary("unsaid_names", ctx)
    # who publishes a server says less than what it is called
    scope = _VENDORS.union(*map(_words, _SCOPE.findall(server)))
    usable = [word for word in own if len(word) > 1 and word[0].isalpha() and word not in empty and having[word] == 1]
    return min(usable, key=lambda word: word in scope, default="")


def _words(server: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(server)]
