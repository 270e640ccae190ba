"""repeated-parameter-docs: descriptions that say again what the schema says of the parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool, option, tokenizer
from catalint.analyses.tokens import TOKENS
from catalint.docstrings import parse_docstring
from catalint.expression import expression

# A text says again what another says if so many of its words, and no fewer than this, are there.
_SAME = 0.8
_FEWEST = 2
# A docstring that explains parameters is not shorter, in characters.
_SHORTEST = 120
_WORD = expression(r"[^\W_]+")
# "(str, optional)" in front of a text: the type, which the schema has by its own keyword.
_TYPE = expression(r"^\([^()]{0,60}\)\s*")
_SHOWN = 3


@dataclass(frozen=True)
class Options:
    """How much repetition is reported."""

    # A tenth of the 1,000 tokens at which a tool counts as oversized.
    min_tokens: int = option(100, "Repeated tokens of one description from which on it is reported.", minimum=1)


class _Repetition(NamedTuple):
    tool: Tool
    parameters: tuple[str, ...]
    tokens: int


class RepeatedParameterDocs(CatalogRule[Options]):
    """Parts of a description on parameters that the schema describes in the same words."""

    meta = Meta(
        id="repeated-parameter-docs",
        summary="Description repeats the parameter descriptions",
        severity=Severity.NOTE,
        precision="high",
        tags=("tokens",),
        evidence=(
            "https://modelcontextprotocol.io/docs/develop/clients/client-best-practices",
            "https://www.anthropic.com/engineering/writing-tools-for-agents",
        ),
    )
    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for all tools together: a habit or a generator makes them."""
        counter = tokenizer.counter(ctx.encoding)
        found: list[_Repetition] = []
        for tool in catalog.visible:
            repeated = _repeated(tool)
            if repeated:
                tokens = counter.count("\n".join(f"    {name}: {text}" for name, text in repeated.items()))
                if tokens >= self.options.min_tokens:
                    found.append(_Repetition(tool, tuple(repeated), tokens))
        if found:
            yield self._report(sorted(found, key=lambda each: -each.tokens), ctx)

    def _report(self, found: Sequence[_Repetition], ctx: Context) -> Finding:
        first, *others = found
        saved = sum(each.tokens for each in found)
        used = sum(ctx.get(TOKENS)[each.tool].total for each in found)
        share = round(100 * saved / used)
        names = ", ".join(f"`{name}`" for name in first.parameters[:_SHOWN])
        more = f" and {len(first.parameters) - _SHOWN} more" if len(first.parameters) > _SHOWN else ""
        if others:
            message = (
                f"{len(found)} descriptions repeat what their schemas say of the parameters, most of all "
                f"`{first.tool.name}`; leaving it to the schema saves {saved:,} of their {used:,} tokens ({share} %)"
            )
        else:
            message = (
                f"`{first.tool.name}` repeats what its schema says of {names}{more}; leaving it to the schema saves "
                f"{saved:,} of its {used:,} tokens ({share} %)"
            )
        return self.finding(
            first.tool.at("description"),
            message,
            related=tuple(
                Related(each.tool.at("description"), f"`{each.tool.name}` repeats {each.tokens} tokens")
                for each in others
            ),
            detail="\n".join(
                f"{each.tool.name}: {each.tokens} tokens ({', '.join(each.parameters)})" for each in found
            ),
            key=",".join(sorted(each.tool.name for each in found)),
            data={
                "tokens": saved,
                "total": used,
                "tools": {each.tool.name: each.tokens for each in found},
                "parameters": list(first.parameters),
            },
        )


def _repeated(tool: Tool) -> Mapping[str, str]:
    """The texts on parameters in a description that the schema has, too, by parameter."""
    described = {parameter.name: parameter.description for parameter in tool.parameters if parameter.description}
    if not described or len(tool.description) < _SHORTEST:
        return {}
    told = parse_docstring(tool.description, frozenset(parameter.name for parameter in tool.parameters)).parameters
    return {name: text for name, text in told.items() if name in described and _says_again(text, described[name])}


def _says_again(text: str, other: str) -> bool:
    said = {word.lower() for word in _WORD.findall(_TYPE.sub("", text))}
    there = {word.lower() for word in _WORD.findall(other)}
    return len(said) >= _FEWEST and len(said & there) >= _SAME * len(said)
