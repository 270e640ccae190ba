"""Names of several styles in one catalog."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool, option
from catalint.expression import expression
from catalint.words import split_identifier
from catalint_rules import words
from catalint_rules.analyses.names import split_name
from catalint_rules.wording import fit, listing, names, quote

_SEPARATORS = "_-./:"
_SPLIT = expression(r"[_.\-/:]+")
# Capitals that people write as they are inside any style: `list_VMs`, `get_API_key`, `refresh_OAuth_token`.
_ACRONYM = expression(r"[A-Z][A-Z0-9]*s?|[A-Z]{2}[a-z]{1,5}")
_VERSION = expression(r"[vV]?[0-9]+")
_BY_SEPARATOR = {"_": "snake_case", "-": "kebab-case", ".": "dotted.case", "/": "slash/case", ":": "colon:case"}
# Where more names than this put capitals between separators, that is how the catalog writes: `im_v1_chatMembers_get`.
_CONVENTION = 0.25
_SHOWN = 6
# MCP asks for 128 characters at most; what is far longer is no name that anybody writes.
_LONGEST_NAME = 500
_BOTH = "kebab-and_snake"


@dataclass(frozen=True)
class Options:
    """When two styles are a mixture: of two names none is the rule, of three names two can be."""

    min_tools: int = option(3, "Fewest names of several words that a catalog must have to be judged.", minimum=2)


class MixedNameStyle(CatalogRule[Options]):
    """snake_case, kebab-case, camelCase and PascalCase side by side: the next call is easily misspelt."""

    meta = Meta(
        "mixed-name-style",
        "Tool names of one catalog are written in several styles",
        Severity.WARNING,
        precision="very-high",
        tags=("names", "style"),
        evidence=(
            "https://github.com/awslabs/mcp/blob/main/DESIGN_GUIDELINES.md",
            "https://www.anthropic.com/engineering/writing-tools-for-agents",
        ),
    )
    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding that lists the names of the rarer styles."""
        styles = _styles(catalog.visible, words.vocabulary("services", ctx))
        by_style: defaultdict[str, list[Tool]] = defaultdict(list)
        for tool, style in styles.items():
            by_style[style].append(tool)
        if len(by_style) > 1 and len(styles) >= self.options.min_tools:
            yield self._report(by_style, len(styles))

    def _report(self, by_style: Mapping[str, Sequence[Tool]], total: int) -> Finding:
        main = max(by_style, key=lambda style: (len(by_style[style]), -by_style[style][0].index))
        others = sorted((style for style in by_style if style != main), key=lambda style: -len(by_style[style]))
        rare = sorted((tool for style in others for tool in by_style[style]), key=lambda tool: tool.index)
        counts = listing([f"{len(by_style[style])} {style}" for style in (main, *others)], 4)
        prefixes = dict.fromkeys(_prefix(tool.name) for tool in by_style[main])
        renamed = [_rewrite(tool.name, main, prefixes) for tool in rare]
        start = f"{len(rare)} of {total} names leave the style of the others ({counts})"
        advice = "a model that has learnt one spelling guesses the other wrong"
        few = names([tool.name for tool in rare], 3)
        return self.finding(
            rare[0].at("name"),
            fit(
                f"{start}: {names([tool.name for tool in rare], _SHOWN)}; {advice}. Rename to {names(renamed, 3)}.",
                f"{start}: {names([tool.name for tool in rare], _SHOWN)}. Rename to {names(renamed, 2)}.",
                f"{start}: {few}; {advice}. Rename them to {main}.",
                f"{start}: {few}. Rename them to {main}.",
                f"{start}. Rename them to {main}.",
            ),
            related=tuple(Related(tool.at("name"), f"{quote(tool.name)} is not {main}") for tool in rare[1:]),
            detail="\n".join(f"{tool.name} -> {name}" for tool, name in zip(rare, renamed, strict=True)),
            key=" ".join(sorted(tool.name for tool in rare)),
            data={
                "style": main,
                "counts": {style: len(tools) for style, tools in by_style.items()},
                "renames": {tool.name: name for tool, name in zip(rare, renamed, strict=True)},
            },
        )


def _styles(tools: Sequence[Tool], brands: frozenset[str]) -> dict[Tool, str]:
    """The style of each name that shows one; a name of one word fits every style and is left out."""
    plain: dict[Tool, str] = {}
    capitals: dict[Tool, str] = {}
    for tool in tools:
        name = tool.name.strip(_SEPARATORS)
        segments = _SPLIT.split(name)
        separated = len(segments) > 1 and any(_has_capital(segment, brands) for segment in segments)
        style = style_of(name, brands)
        if separated:
            capitals[tool] = style
        elif style:
            plain[tool] = style
    if not _is_convention([tool.name for tool in capitals], [tool.name for tool in plain]):
        plain |= {tool: style for tool, style in capitals.items() if style}
    return {tool: plain[tool] for tool in tools if tool in plain}


def _is_convention(capitals: Sequence[str], plain: Sequence[str]) -> bool:
    """True if names with capitals between separators are built like the others: as many parts, each part a word or two.

    `crm_getContact` beside `crm_get_contact` is not: there the parts of one are cut where the other's are not.
    """
    if len(capitals) <= _CONVENTION * (len(capitals) + len(plain)):
        return False
    inner, outer = (sum(len(_SPLIT.split(name)) for name in found) / max(1, len(found)) for found in (capitals, plain))
    return outer <= inner + 0.5


def style_of(name: str, brands: frozenset[str] = frozenset()) -> str:
    """The style that a name shows, empty if it shows none: `snake_case`, `camelCase`, ...

    A name that mixes separators, or separators with capitals, counts by what stands behind its prefix: the first part
    is taken for the name of a service until the rest is of one piece.
    """
    while len(name) <= _LONGEST_NAME:
        segments = [segment for segment in _SPLIT.split(name) if segment]
        if len(segments) > 1 and _VERSION.fullmatch(segments[-1]):
            name = name[: name.rindex(segments[-1])].rstrip(_SEPARATORS)
            continue
        separators = {letter for letter in name if letter in _SEPARATORS}
        if not segments:
            return ""
        capitals = [segment for segment in segments if _has_capital(segment, brands)]
        if not separators:
            return _style_of_word(segments[0], brands)
        if len(separators) == 1 and not capitals:
            return _BY_SEPARATOR[separators.pop()]
        if separators == {"-", "_"} and not capitals:
            return _BOTH
        if len(separators) == 1 and all(segment[:1].isupper() for segment in segments):
            return "Capitalised" + separators.pop() + "Words"
        name = name[len(segments[0]) :].lstrip(_SEPARATORS)
    return ""


def _style_of_word(word: str, brands: frozenset[str]) -> str:
    if not _has_capital(word, brands) or len(split_identifier(word)) < 2:
        return ""
    return "PascalCase" if word[0].isupper() else "camelCase"


def _has_capital(segment: str, brands: frozenset[str]) -> bool:
    """True if capitals in a part of a name are a matter of style, not of spelling (SQL, VMs, GitHub)."""
    if segment.islower() or _ACRONYM.fullmatch(segment) or segment.lower() in brands:
        return False
    return any(letter.isupper() for letter in segment)


def _rewrite(name: str, style: str, prefixes: Collection[str]) -> str:
    """A name in another style; a prefix that the names of that style have too stays as it is."""
    prefix = next((prefix for prefix in prefixes if prefix and name.startswith(prefix)), "")
    found = split_name(name[len(prefix) :])
    if style == "camelCase":
        return prefix + found[0] + "".join(word.capitalize() for word in found[1:])
    if style == "PascalCase":
        return prefix + "".join(word.capitalize() for word in found)
    if style.startswith("Capitalised"):
        return style[len("Capitalised")].join(word.capitalize() for word in split_name(name))
    separator = next((sign for sign, known in _BY_SEPARATOR.items() if known == style), "_")
    return separator.join(split_name(name))


def _prefix(name: str) -> str:
    """The first part of a name with its separator, empty if the name has no separator."""
    match = _SPLIT.search(name)
    return name[: match.end()] if match else ""
