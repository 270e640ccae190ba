"""How the rules of this family report: one finding for a cause, with all targets that it concerns."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Json, NoOptions, Related, Tool
from catalint.schema import spell
from catalint.target import Fact
from catalint_rules.targets.judging import PROBLEMS, Objection, Problem
from catalint_rules.wording import fit, listing, quote

# As many places of one cause in one tool are findings of their own; beyond, they are one finding.
_MOST_PLACES = 5
_LONGEST_NAME = 60
_UNCHANGED = frozenset(("can", "can't", "may", "must"))
_PHRASES = {
    "rejects-all": "reject the whole request",
    "drops-tool": "drop the tool",
    "rewrites": "rewrite it",
    "advises": "advise against it",
}


@dataclass(frozen=True, slots=True)
class Text:
    """What a finding says: what is there, as the beginning of a sentence, and what to do, the best advice first."""

    what: str
    actions: Sequence[str]


class ClientRule(CatalogRule[NoOptions]):
    """Base of the family: reports what the chosen targets object to."""

    # places of one cause in one tool that are findings of their own
    most_places = _MOST_PLACES

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each cause."""
        problems = [
            problem
            for problem in ctx.get(PROBLEMS).get(catalog, {}).get(self.meta.id, ())
            if problem.matters and not self.is_said_elsewhere(problem, ctx)
        ]
        for group in _fold(problems, self.most_places):
            yield self._report(group, ctx)

    @abstractmethod
    def describe(self, problem: Problem, ctx: Context) -> Text:
        """Say what is wrong and what to do about it."""

    def is_said_elsewhere(self, problem: Problem, ctx: Context) -> bool:
        """Whether another rule reports the same thing."""
        del problem, ctx
        return False

    def _report(self, group: Sequence[Problem], ctx: Context) -> Finding:
        from catalint_rules.targets.repairs import suggest

        first, *others = group
        text = self.describe(first, ctx)
        suggestion = suggest(first, ctx) if not others and not first.others else None
        more = f" (and {len(others)} more place{'s' if len(others) > 1 else ''} of this tool)" if others else ""
        what = f"{text.what[:1].upper()}{text.what[1:]}{more}"
        data: dict[str, Json] = {
            "targets": [
                {
                    "target": each.target.name,
                    "effect": each.fact.effect,
                    "confidence": each.fact.confidence,
                    "fact": each.fact.id,
                    "source": each.fact.source,
                    **({"versions": each.fact.versions} if each.fact.versions else {}),
                }
                for each in first.objections
            ],
            **first.spot.data,
        }
        if suggestion is not None:
            data["suggestion"] = {"patch": [*suggestion.patch], "changes": suggestion.changes}
        return self.finding(
            first.where,
            fit(
                *(f"{what}: {effects(first.objections, most)}" for most in (4, 3, 2, 1)),
                action=text.actions,
            ),
            severity=first.severity,
            related=(
                *(Related(problem.where, "here as well") for problem in others),
                *(Related(other.at(*first.spot.path), f"and {_name(other)}") for other in first.others),
            ),
            detail="\n".join(_detail(each) for each in first.objections),
            key=first.spot.cause,
            data=data,
            fix=None if suggestion is None else suggestion.fix,
        )


def _name(other: Tool | Catalog) -> str:
    if isinstance(other, Catalog):
        return f"the {len(other.visible):,} tools of {quote(other.server)}"
    return f"{quote(other.name)} of {quote(other.server)}"


def subject(problem: Problem, above: int = 0) -> str:
    """The part of a schema so many steps above what a problem is about, in backticks where it has a name."""
    path = problem.spot.path[: len(problem.spot.path) - above]
    name = spell(path[1:])
    side = "output" if path[:1] == ("outputSchema",) else "input"
    if not name:
        return f"the {side} schema"
    shown = quote(name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…")
    return shown if side == "input" else f"{shown} of the output schema"


def effects(objections: Sequence[Objection], most: int = 4) -> str:
    """What each target does, targets that do the same together: "Anthropic and Bedrock reject the whole request"."""
    grouped: dict[tuple[str, bool], list[str]] = {}
    for each in sorted(objections, key=lambda each: -each.fact.severity):
        key = (each.fact.phrase or _PHRASES[each.fact.effect], each.fact.confidence == "uncertain")
        grouped.setdefault(key, []).append(each.target.title)
    parts = [
        f"{listing(titles, most)} {_conjugate(phrase, titles, unsure)}" for (phrase, unsure), titles in grouped.items()
    ]
    shown = parts if len(parts) <= most else parts[:most]
    left = sum(len(titles) for titles in list(grouped.values())[most:])
    return "; ".join(shown) + (f"; {left} more mind it" if left else "")


def _conjugate(phrase: str, titles: Sequence[str], unsure: bool) -> str:
    verb, _, rest = phrase.partition(" ")
    if unsure and verb not in _UNCHANGED:
        return f"may {phrase}"
    if len(titles) > 1 or verb in _UNCHANGED:
        return phrase
    ending = "es" if verb.endswith(("s", "sh", "ch", "x")) else "s"
    return f"{verb}{ending} {rest}".rstrip()


def _detail(each: Objection) -> str:
    fact = each.fact
    of = f" ({fact.versions})" if fact.versions else ""
    return f"{each.target.title}: {fact.text} {_sureness(fact)}, {fact.date}{of}: {fact.source}"


def _sureness(fact: Fact) -> str:
    return {"confirmed": "Confirmed", "reported": "Reported by users", "uncertain": "Uncertain"}[fact.confidence]


def _fold(problems: Sequence[Problem], most: int) -> Iterator[Sequence[Problem]]:
    """Problems one by one, those of one cause in one tool together where there are many of them."""
    grouped: dict[tuple[object, ...], list[Problem]] = {}
    for problem in problems:
        # places that different targets mind are told apart
        who = tuple(objection.target.name for objection in problem.objections)
        index = -1 if problem.tool is None else problem.tool.index
        grouped.setdefault((index, problem.spot.cause, problem.spot.path[:1], who), []).append(problem)
    for group in grouped.values():
        if len(group) > most:
            yield group
        else:
            yield from ([problem] for problem in group)
