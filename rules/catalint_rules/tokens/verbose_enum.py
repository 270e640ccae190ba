"""The rule verbose-enum."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Json, Meta, Path, Related, Severity, option, tokenizer
from catalint.analyses.jsontext import compact
from catalint.analyses.schemas import SCHEMAS, ToolSchema
from catalint.schema import spell
from catalint_rules.tokens.limits import LONGEST_MESSAGE, quote
from catalint_rules.tokens.published_lists import LANGUAGE_TAGS, NO_LANGUAGES, find_published

# A prefix of all values is worth naming from this share of their characters on.
_PREFIX_SHARE = 0.3


@dataclass(frozen=True)
class Options:
    """The limits: about the middle of what is taken for too much.

    MongoDB's guide for APIs stops at 20 values, users of Gemini report refusals from 100 values on, and Anthropic names
    enums that are too large as a cause of values that are not in them.
    """

    max_values: int = option(50, "Most values of an enum.", minimum=1)
    max_tokens: int = option(200, "Most tokens of an enum.", minimum=1)


@dataclass(frozen=True, eq=False)
class _Enum:
    """A list of values where it stands; `path` leads to the list, from the root of the schema."""

    schema: ToolSchema
    path: Path
    values: Sequence[Json]

    @property
    def name(self) -> str:
        """The parameter, or part of one, that takes the values."""
        return spell(self.path[:-1]) or self.schema.tool.name


class VerboseEnum(CatalogRule[Options]):
    """A parameter spells out more values than a model can weigh, or the same value twice."""

    meta = Meta(
        "verbose-enum",
        "Enum lists too many values",
        Severity.WARNING,
        tags=("tokens", "cost", "parameters"),
        evidence=(
            "https://platform.claude.com/docs/en/agents-and-tools/tool-use/troubleshooting-tool-use",
            "https://platform.claude.com/docs/en/build-with-claude/structured-outputs",
            "https://github.com/googleapis/python-genai/issues/950",
        ),
    )
    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Report each list of values once, however many parameters take it."""
        found: defaultdict[str, list[_Enum]] = defaultdict(list)
        schemas = ctx.get(SCHEMAS)
        for tool in catalog.visible:
            for schema in schemas[tool]:
                if schema.key == "inputSchema":
                    for enum in _enums(schema):
                        found[compact(list(enum.values))].append(enum)
        counter, options = tokenizer.counter(ctx.encoding), self.options
        for text, places in found.items():
            values = places[0].values
            # a token is at least a byte
            may_be_long = len(values) > options.max_values or len(text.encode(errors="replace")) > options.max_tokens
            tokens = counter.count(text) if may_be_long else 0
            twins = _twins(values)
            if len(values) > options.max_values or tokens > options.max_tokens:
                yield self._report(places, tokens, twins)
            elif twins:
                yield self._note(places, twins)

    def _report(self, places: Sequence[_Enum], tokens: int, twins: Sequence[tuple[str, str]]) -> Finding:
        first = places[0]
        count = len(first.values)
        times = f", in {len(places):,} places {tokens * len(places):,}" if len(places) > 1 else ""
        limit = (
            f"{self.options.max_values:,} values"
            if count > self.options.max_values
            else f"{self.options.max_tokens:,} tokens"
        )
        head = f"{quote(first.name)} lists {count:,} values, {tokens:,} tokens on every turn{times} (limit {limit})"
        case = f"; {_pair(twins[0])} differ only in case" if twins else ""
        advice = next(
            text
            for text in (*_advise(first), "keep the common ones")
            if len(head) + len(case) + len(text) + 3 <= LONGEST_MESSAGE
        )
        return self._found(places, f"{head}{case}: {advice}.", Severity.WARNING, tokens, twins)

    def _note(self, places: Sequence[_Enum], twins: Sequence[tuple[str, str]]) -> Finding:
        more = f" ({len(twins) - 1:,} more such pair{'s' if len(twins) > 2 else ''})" if len(twins) > 1 else ""
        message = (
            f"{quote(places[0].name)} takes {_pair(twins[0])}, which differ only in case{more}: models and strict "
            "modes may swap them. Keep one, or tell them apart by more than case."
        )
        return self._found(places, message, Severity.NOTE, 0, twins)

    def _found(
        self, places: Sequence[_Enum], message: str, severity: Severity, tokens: int, twins: Sequence[tuple[str, str]]
    ) -> Finding:
        first, *others = places
        return self.finding(
            first.schema.at(*first.path, part="key"),
            message,
            severity=severity,
            related=tuple(
                Related(other.schema.at(*other.path, part="key"), f"the same values for {quote(other.name)}")
                for other in others
            ),
            data={
                "values": len(first.values),
                "places": len(places),
                **({"tokens": tokens} if tokens else {}),
                "case": [list(pair) for pair in twins],
            },
        )


def _enums(schema: ToolSchema) -> Iterator[_Enum]:
    """The lists of values of a schema: `enum`, or a choice among constants."""
    for node in schema.nodes:
        if isinstance(node.schema, dict):
            values = node.schema.get("enum")
            if isinstance(values, list):
                yield _Enum(schema, (*node.path, "enum"), values)
            for keyword in ("oneOf", "anyOf"):
                branches = node.schema.get(keyword)
                if isinstance(branches, list) and len(branches) > 1:
                    constants = [
                        branch["const"] for branch in branches if isinstance(branch, dict) and "const" in branch
                    ]
                    if len(constants) == len(branches):
                        yield _Enum(schema, (*node.path, keyword), constants)


def _twins(values: Sequence[Json]) -> list[tuple[str, str]]:
    """The pairs of values that are one word but for case, unless all are that word: then there is nothing to choose.

    What has one or two letters is no word: `1m` and `1M` are a minute and a month.
    """
    seen: dict[str, str] = {}
    pairs: list[tuple[str, str]] = []
    for value in values:
        if isinstance(value, str) and sum(map(str.isalpha, value)) > 2:
            other = seen.setdefault(value.casefold(), value)
            if other != value:
                pairs.append((other, value))
    return pairs if len(pairs) + 1 < len(values) else []


def _pair(pair: tuple[str, str]) -> str:
    return f"{quote(pair[0])} and {quote(pair[1])}"


def _advise(enum: _Enum) -> Iterator[str]:
    """What to do instead, the most telling advice first: an order without a full stop."""
    values = [value for value in enum.values if isinstance(value, str)]
    if values and len(values) == len(enum.values):
        for published in find_published(values):
            if published.name == LANGUAGE_TAGS and not NO_LANGUAGES.isdisjoint(values):
                yield "keep those that are used most"
                return
            yield f"take a string, say that it takes {published.name}, and check it (pattern `{published.pattern}`)"
            yield f"take a string, and say that it takes {published.name}"
        prefix = _prefix(values)
        if len(prefix) * len(values) > _PREFIX_SHARE * sum(map(len, values)):
            yield f"all begin with {quote(prefix)}: leave that out"
    yield "take a string and let a tool look the values up, or keep those that are used most"


def _prefix(values: Sequence[str]) -> str:
    first, last = min(values), max(values)
    length = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    return first[:length]
