"""Which of several ways to write something most targets take, or all.

Nothing is known here beyond the facts: each form of a construct is put into a small tool, and the targets judge that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from catalint import Catalog, Context, Corpus, Json, Severity, Tool
from catalint.judgement import Breach, Conflict, Form, Judgement
from catalint.schema import follow
from catalint.target import Fact, Target
from catalint_rules.targets.constructs import CONSTRUCTS, Construct, Schema
from catalint_rules.targets.judging import all_breaches, breaches_together, known_targets

# What is wrong with a subschema, rather than with one of its keywords.
_OF_SCHEMAS = frozenset(("properties", "open", "optional"))


def judge(ctx: Context) -> Judgement:
    """What the targets of a run make of its catalogs: all breaches, and what can't be settled for all of them."""
    targets = known_targets(ctx)
    forms = {construct.what: judge_forms(construct, targets) for construct in CONSTRUCTS}
    breaches = {catalog: all_breaches(catalog, targets, ctx) for catalog in ctx.corpus.catalogs}
    for catalog, breach in breaches_together(targets, ctx):
        breaches[catalog].append(breach)
    return Judgement(
        targets, breaches, {catalog: list(_conflicts(catalog, found, forms)) for catalog, found in breaches.items()}
    )


def _conflicts(catalog: Catalog, breaches: Sequence[Breach], forms: Mapping[str, Sequence[Form]]) -> Iterator[Conflict]:
    for construct in CONSTRUCTS:
        tools = dict.fromkeys(breach.tool for breach in breaches if breach.tool and _is_of(breach, construct))
        if tools:
            yield Conflict(construct.what, [tool for tool in catalog.tools if tool in tools], forms[construct.what])


def _is_of(breach: Breach, construct: Construct) -> bool:
    # what is changed without loss is no reason to write anything otherwise
    if breach.tool is None or breach.fact.keeps or breach.note not in construct.causes:
        return False
    side, *path = breach.where.path
    if side != "inputSchema":
        return False
    # the keyword at fault, or the subschema itself
    within = path if breach.note in _OF_SCHEMAS else path[:-1]
    node = follow(dict(breach.tool.raw), (side, *within))
    return isinstance(node, dict) and construct.found(node, not within)


def judge_forms(construct: Construct, targets: Sequence[Target]) -> Sequence[Form]:
    """The ways to write a construct and who does not take each, the one of most takers first."""
    ways = [Form(way.label, _refused(way.schema, targets), way.keeps) for way in construct.ways]
    return sorted(ways, key=lambda way: (len(way.refused), not way.keeps))


def _refused(schema: Schema, targets: Sequence[Target]) -> dict[str, Fact]:
    raw: dict[str, Json] = {"name": "example", "description": "An example.", "inputSchema": schema}
    catalog = Catalog("example", (Tool("example", 0, "example", raw),))
    ctx = Context(Corpus((catalog,)))
    found: dict[str, Fact] = {}
    for breach in all_breaches(catalog, targets, ctx):
        # directories ask for more than schemas, which no form of one can give
        if breach.fact.severity >= Severity.WARNING and breach.where.path[:1] == ("inputSchema",):
            found.setdefault(breach.target.name, breach.fact)
    return found
