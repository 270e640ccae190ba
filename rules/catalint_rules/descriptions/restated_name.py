"""restated-name: a description that says nothing beyond the name."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, option
from catalint.explanations import explain
from catalint.expression import expression
from catalint_rules import words
from catalint_rules.descriptions.asking import (
    ask_for,
    chooses_fields,
    is_choice,
    is_described_list,
    is_field,
    is_told,
    missing_part,
    target_of,
)
from catalint_rules.descriptions.identifiers import is_own
from catalint_rules.descriptions.jobs import is_refilled
from catalint_rules.descriptions.references import is_name
from catalint_rules.descriptions.rewrite import complete
from catalint_rules.descriptions.series import Series, find_series
from catalint_rules.descriptions.specificity import READINGS, Reading, Word
from catalint_rules.wording import excerpt, fit, listing, quote

_TOKEN = expression(r"\w[\w-]*\w")
# "in a GitHub repository": so many words, all in one prepositional phrase, make one implied noun.
_PHRASE = 2
# A tool is one of a family with so many others about the same thing.
_SIBLINGS = 2
_CONVENTIONAL = frozenset(("read", "list", "search", "create", "update", "delete"))
_SHOWN = 3


@dataclass(frozen=True, eq=False)
class Options:
    """Options of restated-name."""

    # Fewer say what is sent; on real servers, three and more are the fields of the thing or the filters of a search.
    explained: int = option(
        3,
        "Described parameters, identifiers aside, that explain a tool so far that its text is worth a note only.",
        minimum=1,
    )
    # From so many on, it is how the catalog is written.
    fold_from: int = option(5, "Such descriptions in one catalog from which on they are one finding.", minimum=2)
    # Off: two reviewers of 14 real servers raised 2 such texts, left 2 alone and were of two minds on 11.
    implied: bool = option(
        default=False,
        text="Note texts, too, that add one noun or identifier which a parameter or the rest of the catalog implies.",
    )


class RestatedName(CatalogRule[Options]):
    """Descriptions that repeat the name in a sentence."""

    meta = Meta(
        id="restated-name",
        summary="Description says nothing beyond the name",
        severity=Severity.WARNING,
        precision="medium",
        tags=("selection",),
        evidence=("https://arxiv.org/abs/2602.18914", "https://arxiv.org/abs/2602.14878"),
    )
    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Compare the words of each text with those of the name."""
        readings = [reading for tool in catalog.visible if (reading := ctx.get(READINGS).get(tool))]
        found = [
            reading
            for reading in readings
            if reading.restates and not is_obvious(reading, ctx) and not is_described_list(reading)
        ]
        # a tool to take before or after this one is news: "the values that set_mode takes"
        known = {tool.name for tool in catalog.tools if is_name(tool.name)}
        found = [
            reading for reading in found if known.isdisjoint({*_TOKEN.findall(reading.text)} - {reading.tool.name})
        ]
        made = find_series([reading for reading in found if not reading.identifiers])
        for series in made:
            yield self._report_series(series)
        alone = {reading.tool for series in made for reading in series.members}
        family = _families(readings)
        single: defaultdict[Severity, list[Reading]] = defaultdict(list)
        for reading in found:
            if reading.tool in alone:
                continue
            if reading.identifiers:
                yield from self._report_identifier(reading)
            else:
                explained = self._is_explained(reading, family.get(reading.name.core, ()))
                single[Severity.NOTE if explained else Severity.WARNING].append(reading)
        many = [reading for members in single.values() for reading in members]
        if len(many) >= self.options.fold_from:
            loud = 2 * len(single[Severity.WARNING]) >= len(many)
            members = sorted(many, key=lambda reading: reading.tool.index)
            more = " more" if made else ""
            share = f"{len(many)}{more} of {len(catalog.visible):,} descriptions"
            yield self._report_many(members, Severity.WARNING if loud else Severity.NOTE, share)
        else:
            for severity, members in single.items():
                for reading in members:
                    yield self._finding(reading, f"says no more than the name {quote(reading.tool.name)}", severity)
        if self.options.implied:
            for reading in readings:
                if not reading.restates and (implied := _implied(reading)):
                    said = " ".join(word.text for word in implied)
                    yield self._finding(
                        reading, f"adds only {quote(said)}, which goes without saying here", Severity.NOTE
                    )

    def _report_identifier(self, reading: Reading) -> Iterator[Finding]:
        if self.options.implied and (key := _identifier(reading)) and not reading.name.plural:
            word = reading.identifiers[-1].text
            yield self._finding(
                reading, f"adds only {quote(word)}, which parameter {quote(key)} says too", Severity.NOTE
            )

    def _is_explained(self, reading: Reading, family: Sequence[Reading]) -> bool:
        """True if a model can tell from elsewhere what the tool does: from its schema, or from siblings on that."""
        tool, target = reading.tool, target_of(reading)
        job = target.job
        if (job in ("read", "list", "act") or is_refilled(target)) and not any(map(is_own, tool.parameters)):
            # what a tool without parameters returns or does is mostly clear from its name
            return True
        if job in ("read", "list") and chooses_fields(tool):
            return True
        if is_told(reading) or is_choice(reading):
            return True
        if job == "act" and len(tool.parameters) >= self.options.explained and all(map(explain, tool.parameters)):
            # what is copied or sent, where from and where to: identifiers say it, too
            return True
        if self._tells(reading):
            return True
        documented = all(explain(parameter) for parameter in tool.parameters if parameter.required)
        others = [other for other in family if other is not reading]
        if job not in _CONVENTIONAL or not documented or len(others) < _SIBLINGS:
            return False
        return any(not other.restates or self._tells(other) for other in others)

    def _tells(self, reading: Reading) -> bool:
        """True if a schema describes enough parameters; what a reading or deleting tool requires says nothing."""
        needed = target_of(reading).job not in ("read", "list", "delete")
        told = [p for p in reading.tool.parameters if (needed or not p.required) and is_field(p) and explain(p)]
        return len(told) >= self.options.explained

    def _finding(self, reading: Reading, fault: str, severity: Severity) -> Finding:
        tool = reading.tool
        suggestion = complete(tool, reading.name, reading.clause)
        asked = ask_for(reading)
        example = (f'{asked}, such as "{suggestion}"',) if suggestion else ()
        return self.finding(
            tool.at("description"),
            fit(f"{{}} {fault}", action=(*example, asked), text=reading.lead),
            severity=severity,
            data={
                "words": _distinct(reading.words),
                "added": [word.text for word in reading.added],
                "suggestion": suggestion,
            },
        )

    def _report_many(self, members: Sequence[Reading], severity: Severity, share: str) -> Finding:
        first, *others = members
        kinds = Counter(missing_part(reading) for reading in members)
        added = listing([kind for kind, _ in kinds.most_common(_SHOWN)])
        fault = f"{share} say no more than the names of their tools"
        return self.finding(
            first.tool.at("description"),
            fit(
                f"{fault}, such as {{}} for {quote(first.tool.name)}",
                f"{fault}, such as {{}}",
                fault,
                action=[f"add to each what its name leaves open: {added}", "add to each what its name leaves open"],
                text=first.lead,
            ),
            severity=severity,
            related=tuple(Related(other.tool.at("description"), excerpt(other.lead, 80)) for other in others),
            detail="\n".join(
                f"{reading.tool.name}: {excerpt(reading.lead, 80)}; {ask_for(reading)}" for reading in members
            ),
            key="many " + ",".join(sorted(reading.tool.name for reading in members)),
            data={"tools": [reading.tool.name for reading in members], "added": []},
        )

    def _report_series(self, series: Series) -> Finding:
        first, *others = series.members
        if series.twice:
            fault, action = (
                "say one phrase twice and no more than the name",
                "say it once, and what comes back or changes",
            )
        else:
            fault = "are one sentence with the name put in"
            action = "take the first sentence of what is documented for each operation"
        return self.finding(
            first.tool.at("description"),
            fit(f"{len(series.members)} descriptions {fault} ({{}})", action=action, text=first.lead),
            related=tuple(Related(other.tool.at("description"), excerpt(other.lead, 80)) for other in others),
            key=series.make,
            data={"tools": [reading.tool.name for reading in series.members], "added": []},
        )


def is_obvious(reading: Reading, ctx: Context) -> bool:
    """True where everybody knows what a tool does: for `get_current_time` or `ping`, and for clicks and keystrokes."""
    if not reading.tool.parameters:
        known = words.vocabulary("obvious", ctx)
        named = all(word in known for word in reading.objects or reading.name.words)
        return named or is_on_screen(reading, ctx)
    if reading.name.verb in words.vocabulary("gestures", ctx):
        return any(explain(parameter) for parameter in reading.tool.parameters)
    return is_on_screen(reading, ctx)


def is_on_screen(reading: Reading, ctx: Context) -> bool:
    """True for what is done to a window or a tab: to close one, or to switch to it."""
    seen = words.vocabulary("screen_things", ctx)
    acts = reading.name.verb in words.vocabulary("screen_verbs", ctx)
    return acts and bool(reading.objects) and all(word in seen for word in reading.objects)


def _families(readings: Iterable[Reading]) -> Mapping[frozenset[str], Sequence[Reading]]:
    """The tools by the thing that they are about, one for each thing that is done to it."""
    found: defaultdict[frozenset[str], dict[str, Reading]] = defaultdict(dict)
    for reading in readings:
        found[reading.name.core].setdefault(reading.name.action, reading)
    return {core: list(members.values()) for core, members in found.items()}


def _distinct(found: tuple[Word, ...]) -> int:
    return len({word.text.lower() for word in found})


def _identifier(reading: Reading) -> str:
    """The name of the only required parameter that is an identifier of what the text speaks of, empty if none is."""
    found = [p.name for p in reading.tool.parameters if p.required and is_own(p) and not is_field(p)]
    return found[0] if len(found) == 1 else ""


def _implied(reading: Reading) -> tuple[Word, ...]:
    """The words of the only prepositional phrase that a text adds, where schema or catalog say them anyway."""
    added = reading.added
    if not reading.covered or not reading.objects or reading.documented or not 0 < len(added) <= _PHRASE:
        return ()
    phrases = {word.phrase for word in added}
    if len(phrases) > 1 or 0 in phrases or any(word.kind == "new" for word in added):
        return ()
    return added
