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
from catalint_rules.wording import fit, names

_STYLES = ("snake_case", "camelCase", "PascalCase", "kebab-case")
# Names of HTTP headers are given by the protocol.
_HEADER = expression(
    r"x-.*|(?:accept|content|if|cache|user|api|last|set|proxy|www)-[a-z-]+|authorization|etag", re.IGNORECASE
)


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
        """Yield one finding that lists the names of the rarer styles."""
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
                    known[name] = "" if _HEADER.fullmatch(name) else style_of(name, brands)
                if known[name] in _STYLES:
                    styles[known[name]].setdefault(name, []).append(parameter)
        if len(styles) > 1:
            yield self._report(styles)

    def _report(self, styles: Mapping[str, Mapping[str, Sequence[Parameter]]]) -> Finding:
        # of two styles with as many names, the one with more uses is the rule, then the one that comes first
        main = max(styles, key=lambda style: (len(styles[style]), sum(map(len, styles[style].values()))))
        rare = {name: uses for style, found in styles.items() if style != main for name, uses in found.items()}
        by_words = {tuple(split_identifier(name)): name for name in styles[main]}
        twins = {name: by_words[key] for name in rare if (key := tuple(split_identifier(name))) in by_words}
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
