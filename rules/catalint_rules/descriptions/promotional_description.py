"""promotional-description: words that win the choice of a model instead of informing it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool
from catalint.rule import NoOptions
from catalint_rules import words
from catalint_rules.analyses.evidence import mentions
from catalint_rules.descriptions.advertising import Cue, claims_primacy, compares, find_cues
from catalint_rules.descriptions.language import is_english
from catalint_rules.wording import fit

# How far a description is read, in characters.
_READ = 6000
# "Use this as the primary tool to …" tells tools apart where one says it; from so many on it is a habit of the catalog.
_HABIT, _HABIT_SHARE = 3, 0.25


class PromotionalDescription(CatalogRule[NoOptions]):
    """Descriptions that assert that the tool is the one to take."""

    meta = Meta(
        id="promotional-description",
        summary="Description advertises the tool",
        severity=Severity.WARNING,
        precision="high",
        tags=("selection",),
        evidence=("https://arxiv.org/abs/2505.18135",),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding a tool, and one for a claim that many tools make."""
        praise = words.vocabulary("praise", ctx)
        advice = words.phrases("choice_advice", ctx)
        primary: list[tuple[Tool, str]] = []
        for tool in catalog.visible:
            text = tool.description[:_READ]
            found = list(find_cues(text, praise))
            claim = claims_primacy(text) if not found else ""
            if not (found or claim) or not is_english(text, ctx):
                continue
            others = [other.name for other in catalog.tools if other.name != tool.name]
            # a sentence that points at a sibling is advice, and so is a rank in a text that sends on to siblings
            routes = any(mentions(text, name) for name in others)
            cues = [
                cue
                for cue in found
                if not (routes and compares(cue)) and not any(mentions(cue.sentence, name) for name in others)
            ]
            if cues:
                rest = " ".join(text.split())
                for cue in cues:
                    rest = rest.replace(cue.sentence, " ")
                yield self._report(tool, cues, told=bool(advice.search(rest)))
            elif claim:
                primary.append((tool, claim))
        if len(primary) >= max(_HABIT, _HABIT_SHARE * len(catalog.visible)):
            yield self._report_habit(primary, len(catalog.visible))

    def _report(self, tool: Tool, cues: Sequence[Cue], *, told: bool) -> Finding:
        """`told` says that the rest of the text tells when to take the tool."""
        more = f" (and {len(cues) - 1} more like it)" if len(cues) > 1 else ""
        advice = "say instead for which inputs"
        actions = [f"{advice} `{tool.name}` is right, and for which it is not", f"{advice} it is right"]
        if told:
            actions = ["drop it: the text says anyway when to take the tool", "drop it"]
        return self.finding(
            tool.at("description"),
            fit(
                f"{{}}{more} steers a model by assertion, even where another tool fits better",
                action=actions,
                text=cues[0].quote,
            ),
            detail="\n".join(f'{cue.kind}: "{cue.sentence}"' for cue in cues),
            data={"cues": [cue.sentence for cue in cues], "kinds": [cue.kind for cue in cues]},
        )

    def _report_habit(self, primary: Sequence[tuple[Tool, str]], total: int) -> Finding:
        (first, claim), *others = primary
        fault = f"{len(primary)} of {total} tools say of themselves {{}}, which tells none of them apart"
        return self.finding(
            first.at("description"),
            fit(
                f"{fault} and only pulls a model towards each",
                fault,
                action=[f"drop it, and start `{first.name}` with what it does", "drop it"],
                text=claim,
            ),
            related=tuple(Related(tool.at("description"), f'`{tool.name}`: "{text}"') for tool, text in others),
            key="primary " + ",".join(sorted(tool.name for tool, _ in primary)),
            data={"tools": [tool.name for tool, _ in primary], "kinds": ["primary"]},
        )
