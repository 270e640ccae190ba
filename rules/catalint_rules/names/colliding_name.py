"""Names that become equal once a client rewrites them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool
from catalint.rule import NoOptions
from catalint.words import split_identifier
from catalint_rules.analyses.lexicon import LEXICON, Lexicon
from catalint_rules.analyses.neighbours import NEIGHBOURS, Neighbours
from catalint_rules.analyses.rewriting import Difference, difference, rewrite
from catalint_rules.analyses.services import join
from catalint_rules.wording import fit, listing, names, quote

_CLIENTS: Mapping[Difference, str] = {
    "case": "clients that fold case",
    "punctuation": "clients that write `_` for all but letters, digits and `-`, such as Claude Code",
    "separators": "clients that write every separator as `_`, such as OpenAI's Agents SDK",
    "case and separators": "clients that fold case and separators",
}


class CollidingName(CatalogRule[NoOptions]):
    """Tools whose names differ only in case or in separators, with a job each."""

    meta = Meta(
        "colliding-name",
        "Names become equal once a client rewrites them",
        Severity.WARNING,
        precision="very-high",
        audience="client",
        mutual=True,
        tags=("names", "clients"),
        evidence=(
            "https://code.claude.com/docs/en/mcp",
            "https://github.com/openai/openai-agents-js/issues/1934",
            "https://github.com/NousResearch/hermes-agent/issues/72032",
            "https://github.com/mozilla-ai/mcpd/pull/148",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each group of such names, unless they are reported as doing one job."""
        grouped: dict[tuple[str, str], dict[str, Tool]] = {}
        for tool in catalog.tools:
            # of equal names, which are a fault of their own, the first stands for all
            grouped.setdefault((tool.namespace, rewrite(tool.name)), {}).setdefault(tool.name, tool)
        for (_, key), by_name in grouped.items():
            if len(by_name) > 1:
                tools = tuple(by_name.values())
                found = ctx.get(NEIGHBOURS)[catalog.server]
                if not _do_one_job(tools, found):
                    yield self._report(tools, key, found, ctx.get(LEXICON))

    def _report(self, tools: Sequence[Tool], key: str, found: Neighbours, lexicon: Lexicon) -> Finding:
        first, *others = tools
        what = difference([tool.name for tool in tools])
        subject = names([tool.name for tool in tools], 4)
        renamed = _renames(tools, found, lexicon)
        return self.finding(
            first.at("name"),
            fit(
                f"{subject} become one name in {_CLIENTS[what]}: one tool is lost there, or a call reaches either",
                f"{subject} become one name in {_CLIENTS[what]}",
                f"{subject} become one name in some clients",
                f"{listing([quote(tool.name) for tool in tools], 2)} become one name in some clients",
                action=_action(tools, renamed, found),
            ),
            related=tuple(Related(tool.at("name"), f"{quote(tool.name)} becomes the same name") for tool in others),
            key=key,
            data={
                "tools": [tool.name for tool in tools],
                "difference": what,
                "rewritten": key,
                "renames": dict(zip((tool.name for tool in tools), renamed, strict=True)),
            },
        )


def _do_one_job(tools: Sequence[Tool], found: Neighbours) -> bool:
    return any(set(tools) <= set(cluster.members) for cluster in found.clusters)


def _action(tools: Sequence[Tool], renamed: Sequence[str], found: Neighbours) -> list[str]:
    replaced = next((link.alias for link in found.aliases if link.alias in tools), None)
    if replaced is not None:
        return [f"Drop {quote(replaced.name)}, which says itself that it is replaced."]
    if not all(tool.name.isascii() for tool in tools):
        return ["Name them in letters from A to Z."]
    better = [name for tool, name in zip(tools, renamed, strict=True) if name != tool.name]
    advice = ["Rename all but one."]
    if better:
        advice.insert(0, f"Rename one after what only it does, to {quote(better[-1])} for instance.")
    if len(better) == len(tools):
        advice.insert(0, f"Rename {'both' if len(tools) == 2 else 'them'} after what differs: {names(better)}.")
    return advice


def _renames(tools: Sequence[Tool], found: Neighbours, lexicon: Lexicon) -> list[str]:
    """Each name with a word of its own text before its last word, as far as its text has one that no other has."""
    # `getReport` shows its words, `getreport` does not
    model = max(tools, key=lambda tool: len(split_identifier(tool.name))).name
    words = split_identifier(model)
    renamed = []
    saying = Counter(sense for tool in tools for sense in found.text(tool).said)
    for tool in tools:
        text = found.text(tool)
        said = frozenset(sense for sense in text.lead if saying[sense] > (sense in text.said))
        own = next((word for word in text.lead_words if _tells(word, text.lead, said, words, lexicon)), "")
        renamed.append(join(model, _insert(words, own, lexicon)) if own and text.english else tool.name)
    return renamed if len(set(renamed)) == len(renamed) else [tool.name for tool in tools]


def _tells(word: str, lead: Sequence[str], said: frozenset[str], words: Sequence[str], lexicon: Lexicon) -> bool:
    sense = lexicon.sense(word)
    return word.isalpha() and len(word) > 2 and word not in words and sense in lead and sense not in said


def _insert(words: Sequence[str], own: str, lexicon: Lexicon) -> list[str]:
    if len(words) < 2 or (words[-1] in lexicon.verbs and words[-1] not in lexicon.nominal):
        return [own, *words]
    return [*words[:-1], own, words[-1]]
