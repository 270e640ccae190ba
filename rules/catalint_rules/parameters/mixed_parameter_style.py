"""Parameter names of several styles in one catalog: the rule `mixed-parameter-style`."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Parameter, Related, Severity
from catalint.expression import expression
from catalint.rule import NoOptions
from catalint.words import split_identifier
from catalint_rules import words
from catalint_rules.names.mixed_name_style import style_of
from catalint_rules.wording import fit, listing, names

_STYLES = ("snake_case", "camelCase", "PascalCase", "kebab-case")
# Names of HTTP headers are given by the protocol.
_HEADER = expression(
    r"x-.*|(?:accept|content|if|cache|user|api|last|set|proxy|www)-[a-z-]+|authorization|etag", re.IGNORECASE
)
_WORD = expression(r"[A-Za-z][\w-]*\w")
# What a tool without parameters is given for clients that want one.
_DUMMIES = frozenset("dummyparam dummyparameter noargs noparam noparams noparameters randomstring unusedparam".split())
# So few names show no style, unless one of them stands there in two.
_SAMPLE = 3
# On so many tools that do not take it, a name is no slip of a text.
_WIDELY = 3


class MixedParameterStyle(CatalogRule[NoOptions]):
    """snake_case, camelCase, PascalCase and kebab-case side by side: the next key is easily misspelt."""

    meta = Meta(
        "mixed-parameter-style",
        "Parameter names of one catalog are written in several styles",
        Severity.NOTE,
        precision="very-high",
        tags=("parameters", "style"),
        evidence=(
            "https://github.com/grafana/mcp-grafana/issues/641",
            "https://github.com/awslabs/mcp/blob/main/DESIGN_GUIDELINES.md",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding that lists the names of the rarer styles, and one for those of one style spelt two ways."""
        brands = words.vocabulary("services", ctx)
        styles: defaultdict[str, dict[str, list[Parameter]]] = defaultdict(dict)
        known: dict[str, str] = {}
        for tool in catalog.visible:
            spelt = Counter(tuple(split_identifier(parameter.name)) for parameter in tool.parameters)
            for parameter in tool.parameters:
                name = parameter.name
                if spelt[tuple(split_identifier(name))] > 1:
                    continue  # the tool takes both spellings, so neither can be mistaken or renamed
                if name not in known:
                    plain = _HEADER.fullmatch(name) or "".join(split_identifier(name)) in _DUMMIES
                    known[name] = "" if plain else style_of(name, brands)
                if known[name] in _STYLES:
                    styles[known[name]].setdefault(name, []).append(parameter)
        spellings = [pair for found in styles.values() for pair in _spelt_twice(found)]
        if spellings:
            yield self._report_spellings(spellings)
        # of two styles with as many names, the one with more uses is the rule, then the one that comes first
        main = max(styles, key=lambda style: (len(styles[style]), sum(map(len, styles[style].values()))), default="")
        kept = _without_foreign(styles, main, catalog)
        count = sum(map(len, kept.values()))
        if len(kept) > 1 and (count > _SAMPLE or _twins(kept, main)):
            yield self._report(kept, main)

    def _report_spellings(self, pairs: Sequence[tuple[Sequence[Parameter], Sequence[Parameter]]]) -> Finding:
        """Report names that differ in capitals only; of each pair, the rarer spelling comes first."""
        shown = [f"`{rare[0].name}` is `{usual[0].name}` elsewhere" for rare, usual in pairs]
        cost = "a model that writes one for the other sends a key that is not there"
        return self.finding(
            pairs[0][0][0].at(part="key"),
            fit(*(f"{listing(shown, most)}: {cost}" for most in (3, 2, 1)), action="spell each in one way"),
            related=tuple(
                Related(use.at(part="key"), f"`{usual[0].name}` elsewhere") for rare, usual in pairs for use in rare
            )[1:],
            key=f"spelling: {', '.join(sorted(rare[0].name for rare, _ in pairs))}",
            data={"spellings": {rare[0].name: usual[0].name for rare, usual in pairs}},
        )

    def _report(self, styles: Mapping[str, Mapping[str, Sequence[Parameter]]], main: str) -> Finding:
        rare = {name: uses for style, found in styles.items() if style != main for name, uses in found.items()}
        twins = _twins(styles, main)
        total = len(rare) + len(styles[main])
        tools = dict.fromkeys(uses[0].tool for uses in rare.values())
        order = {parameter: index for tool in tools for index, parameter in enumerate(tool.parameters)}
        first = min((uses[0] for uses in rare.values()), key=lambda use: (use.tool.index, order[use]))
        others = [style for style in styles if style != main]
        shown = list(dict.fromkeys((*twins, *sorted(rare, key=lambda name: -len(rare[name])))))
        be = "is" if len(rare) == 1 else "are"
        start = f"{len(rare)} of {total} parameter names of several words {be} {' or '.join(others)}, the others {main}"
        cost = "a model that writes one style in the other sends a key that is not there"
        pairs = ", ".join(f"`{name}` is `{twin}` elsewhere" for name, twin in list(twins.items())[:2])
        return self.finding(
            first.at(part="key"),
            fit(
                *([f"{start} ({pairs}): {cost}; write them all in one style"] if twins else []),
                f"{start} ({names(shown, 4)}): {cost}; write them all in one style",
                f"{start} ({names(shown, 2)}): {cost}; write them all in one style",
                f"{start}: {cost}; write them all in one style",
            ),
            related=tuple(
                Related(rare[name][0].at(part="key"), f"not {main}") for name in shown if rare[name][0] is not first
            ),
            detail="\n".join(f"{name}: {len(rare[name])} uses" for name in shown),
            data={
                "style": main,
                "counts": {style: len(found) for style, found in styles.items()},
                "names": list(shown),
                "twins": dict(twins),
            },
        )


def _twins(styles: Mapping[str, Mapping[str, Sequence[Parameter]]], main: str) -> Mapping[str, str]:
    """The names of the rarer styles that the main style has, too, with what they are there."""
    by_words = {tuple(split_identifier(name)): name for name in styles[main]}
    rare = (name for style, found in styles.items() if style != main for name in found)
    return {name: by_words[key] for name in rare if (key := tuple(split_identifier(name))) in by_words}


def _spelt_twice(
    found: Mapping[str, Sequence[Parameter]],
) -> Iterator[tuple[Sequence[Parameter], Sequence[Parameter]]]:
    """The names of one style that differ in capitals only (`rowID`, `rowId`): uses of the rarer, and of the other."""
    alike: defaultdict[str, list[Sequence[Parameter]]] = defaultdict(list)
    for name, uses in found.items():
        alike[name.lower()].append(uses)
    for same in alike.values():
        usual, *others = sorted(same, key=len, reverse=True)
        yield from ((rare, usual) for rare in others)


def _without_foreign(
    styles: Mapping[str, Mapping[str, Sequence[Parameter]]], main: str, catalog: Catalog
) -> Mapping[str, Mapping[str, Sequence[Parameter]]]:
    """The names of each style, without those of the rarer styles that are the words of an API itself.

    Such a name stands in texts that are not on the parameter: in the server's instructions or on several tools that do
    not take it.
    """
    rare = {name: uses for style, found in styles.items() if style != main for name, uses in found.items()}
    own = {name: {use.tool for use in uses} for name, uses in rare.items()}
    told = Counter(dict.fromkeys(rare.keys() & set(_WORD.findall(catalog.instructions)), _WIDELY))
    for tool in catalog.visible:
        texts = (tool.description, *(parameter.description for parameter in tool.parameters))
        named = rare.keys() & {word for text in texts for word in _WORD.findall(text)}
        told.update(name for name in named if tool not in own[name])
    foreign = {name for name, count in told.items() if count >= _WIDELY} - _twins(styles, main).keys()
    kept = {
        style: {name: uses for name, uses in found.items() if name not in foreign} for style, found in styles.items()
    }
    return {style: found for style, found in kept.items() if found}
