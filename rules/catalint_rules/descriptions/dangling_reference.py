"""dangling-reference: texts that name a tool or a parameter which is not there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from catalint import Catalog, CatalogRule, Context, Finding, Json, Meta, Related, Severity
from catalint.rule import NoOptions
from catalint_rules.descriptions.call_references import CallReferences
from catalint_rules.descriptions.parameter_references import ParameterNames, ParameterReference
from catalint_rules.descriptions.references import instructions_of, texts_of
from catalint_rules.descriptions.tool_references import ToolNames, ToolReference
from catalint_rules.wording import fit, listing, names

# What looks like a name of a tool, by its form and the word before it, is taken for one from so many texts on.
_SURE, _CONFIRMED = 2, 2
_INSTRUCTIONS = "instructions"
# Names that differ in one way are one habit of the catalog from so many on.
_HABIT = 3
_HABITS = {
    "spelling": ("misspell", "write them as in the list"),
    "prefix": ("give another prefix, or none, to", "write them as in the list"),
    "title": ("give titles in place of the names of", "write the names, a model gets no titles"),
}

Found = TypeVar("Found", ToolReference, ParameterReference)


class DanglingReference(CatalogRule[NoOptions]):
    """Names in descriptions that look like tools or parameters of the catalog and are none."""

    meta = Meta(
        id="dangling-reference",
        summary="Text names a tool or parameter that is not there",
        severity=Severity.WARNING,
        precision="high",
        tags=("selection", "parameters"),
        evidence=(
            "https://www.anthropic.com/engineering/writing-tools-for-agents",
            "https://arxiv.org/abs/2602.18914",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each name that is not there, and one for several with one cause."""
        own = {tool.name for tool in catalog.tools}
        foreign = {tool.name for tool in ctx.corpus.tools} - own
        known = ToolNames(catalog, foreign, ctx)
        elsewhere = {parameter.name for tool in catalog.tools for parameter in tool.parameters}
        calls = CallReferences({tool.name: tool for tool in catalog.tools})
        tools: list[ToolReference] = []
        parameters: list[ParameterReference] = []
        called: list[ParameterReference] = []
        for tool in catalog.visible:
            texts = list(texts_of(tool))
            for text in texts:
                tools.extend(known.find(text))
                called.extend(calls.find(text))
            parameters.extend(ParameterNames(tool, elsewhere, own).find(texts))
        for text in instructions_of(catalog):
            tools.extend(known.find(text))
            called.extend(calls.find(text))
        tools = list(_confirmed(tools))
        for groups in _by_cause(_by_name(tools)):
            yield self._report_tool(groups[0]) if len(groups) == 1 else self._report_tools(groups)
        for others in _by_name(reference for reference in parameters if reference.kind != "spelling"):
            yield self._report_parameter(others)
        if spellings := [reference for reference in parameters if reference.kind == "spelling"]:
            yield self._report_spellings(spellings)

        for others in _by_name(called, lambda reference: f"{reference.called} {reference.name}"):
            yield self._report_call(others)

    def _report_tool(self, group: Sequence[ToolReference]) -> Finding:
        first = group[0]
        name, meant = first.name, first.meant
        actions = [f"write `{meant}`"]
        data: dict[str, Json] = {"name": name, "meant": meant, "kind": first.kind}
        if _is_own(group):
            # whoever reads it has the right name at hand
            fault = f"the tool itself `{name}`, which the list spells `{meant}`"
            lines = [f"{subject} calls {fault}" for subject in _subjects(group)]
            message = fit(*lines, action="write it as in the list")
            return self._finding(group, message, key=f"tool {name}", data=data, severity=Severity.NOTE)
        if first.kind == "title":
            fault = f'"{name}", but a model gets names and no titles, so it may call what is not there'
        elif first.kind in ("spelling", "prefix"):
            fault = f"`{name}`, which the list spells `{meant}`, so a call as written fails"
            actions = ["write it as in the list"]
        else:
            fault = f"`{name}` that this catalog does not have, so a call to it fails"
            missing = ["name one that is there, or leave it out while that tool is off", "name one that is there"]
            actions = [f"write `{meant}` if that is meant"] if meant else missing
        lines = [f"{subject} name{_third_person(group)} a tool {fault}" for subject in _subjects(group)]
        return self._finding(group, fit(*lines, action=actions), key=f"tool {name}", data=data)

    def _report_tools(self, groups: Sequence[Sequence[ToolReference]]) -> Finding:
        first = groups[0][0]
        every = [reference for group in groups for reference in group]
        missing = [group[0].name for group in groups]
        if first.kind == "style":
            fault = "that this catalog does not have, so a call to them fails"
            lines = [
                f"{subject} name{_third_person(every)} tools ({said}) {fault}"
                for subject in _subjects(every)
                for said in (names(missing, 4), names(missing, 2))
            ]
            action = [
                "name some that are there, or leave them out while those tools are off",
                "name some that are there",
            ]
        else:
            fault, only = _HABITS[first.kind]
            action = [only]
            kind = "tools' texts" if all(reference.source.tool for reference in every) else "texts"
            texts = f"{len({*map(_owner, every)})} {kind} {fault} {len(missing)} tools"
            pairs = [f"`{group[0].name}` for `{group[0].meant}`" for group in groups]
            lines = [
                *(f"{texts} ({listing(pairs, most)}), so a call as written fails" for most in (3, 2)),
                f"{texts} ({pairs[0]}), so a call as written fails",
                f"{texts}, so a call as written fails",
            ]
        data: dict[str, Json] = {"names": {group[0].name: group[0].meant for group in groups}, "kind": first.kind}
        return self._finding(
            every,
            fit(*lines, action=action),
            key="tools " + " ".join(sorted(missing)),
            data=data,
            severity=Severity.NOTE if all(map(_is_own, groups)) else None,
        )

    def _report_parameter(self, group: Sequence[ParameterReference]) -> Finding:
        first = group[0]
        name, meant = first.name, first.meant
        s = _third_person(group)
        verb = f"explain{s}" if first.kind == "listed" else f"speak{s} of"
        lacks = "no schema has" if len(group) > 1 else "the schema does not have"
        if meant and len(group) == 1:
            action = f"it has `{meant}`: write that name"
        elif first.kind == "listed":
            action = "take it out of the text"
        else:
            action = "add it to the schema, or take it out of the text"
        fault = f"{verb} a parameter `{name}` that {lacks}, so a model may send it"
        message = fit(*(f"{subject} {fault}" for subject in _subjects(group)), action=action)
        data: dict[str, Json] = {"name": name, "meant": meant, "kind": first.kind}
        return self._finding(group, message, key=f"parameter {name}", data=data)

    def _report_call(self, group: Sequence[ParameterReference]) -> Finding:
        first = group[0]
        name, meant, tool = first.name, first.meant, first.called
        fault = f"set{_third_person(group)} `{name}` in a call of `{tool}`, which has no such parameter"
        action = f"it has `{meant}`: write that name" if meant else f"name one that `{tool}` has, or leave it out"
        message = fit(*(f"{subject} {fault}" for subject in _subjects(group)), action=action)
        data: dict[str, Json] = {"name": name, "meant": meant, "kind": first.kind, "called": tool}
        return self._finding(group, message, key=f"call {tool} {name}", data=data)

    def _report_spellings(self, group: Sequence[ParameterReference]) -> Finding:
        first = group[0]
        pairs = list(dict.fromkeys((reference.name, reference.meant) for reference in group))
        more = f" (and {len(pairs) - 1} more name{'s' if len(pairs) > 2 else ''} so)" if len(pairs) > 1 else ""
        fault = (
            f"write{_third_person(group)} `{first.name}` for the parameter `{first.meant}`{more}, and a model sends "
            "names as it reads them"
        )
        message = fit(*(f"{subject} {fault}" for subject in _subjects(group)), action="write them as the schema does")
        data: dict[str, Json] = {"kind": "spelling", "names": dict(pairs)}
        return self._finding(group, message, key="spelling " + ",".join(sorted(name for name, _ in pairs)), data=data)

    def _finding(
        self,
        group: Sequence[Found],
        message: str,
        *,
        key: str,
        data: dict[str, Json],
        severity: Severity | None = None,
    ) -> Finding:
        places = list(dict.fromkeys(reference.source.where for reference in group))
        at = {reference.source.where: reference.name for reference in reversed(group)}
        tools: list[Json] = [reference.source.tool.name for reference in group if reference.source.tool]
        return self.finding(
            places[0],
            message,
            severity=severity,
            related=tuple(
                Related(place, f"`{at[place]}` stands here{', too' if at[place] == group[0].name else ''}")
                for place in places[1:]
            ),
            detail="\n".join(f"{_owner(reference)}: {_around(reference)}" for reference in group),
            key=key,
            data={**data, "tools": list(dict.fromkeys(tools))},
        )


def _by_name(
    references: Iterable[Found], key: Callable[[Found], str] = lambda reference: reference.name
) -> Iterator[list[Found]]:
    grouped: dict[str, list[Found]] = {}
    for reference in references:
        grouped.setdefault(key(reference), []).append(reference)
    yield from grouped.values()


def _by_cause(groups: Iterable[list[ToolReference]]) -> Iterator[list[list[ToolReference]]]:
    """Names that differ in one way from those of the list, and names of tools that are missing in the same texts."""
    grouped: dict[tuple[str, ...], list[list[ToolReference]]] = {}
    for group in groups:
        first = group[0]
        if first.kind == "style" and not first.meant:
            cause = ("style", *sorted({_owner(reference) for reference in group}))
        elif first.kind in ("spelling", "prefix", "title"):
            cause = (first.kind,)
        else:
            cause = ("near", first.name)
        grouped.setdefault(cause, []).append(group)
    for cause, found in grouped.items():
        if cause[0] == "style" or len(found) >= _HABIT:
            yield found
        else:
            yield from ([group] for group in found)


def _confirmed(references: Sequence[ToolReference]) -> Iterator[ToolReference]:
    """The references to names of which one text is sure, or that have the form of one in several texts."""
    sure = {found.name: found for found in reversed(references) if found.certainty == _SURE}
    holders = {(found.name, _owner(found)) for found in references if found.certainty}
    texts = Counter(name for name, _ in holders)
    for found in references:
        if found.name in sure:
            yield replace(found, meant=sure[found.name].meant, kind=sure[found.name].kind)
        elif texts[found.name] >= _CONFIRMED:
            yield found


def _is_own(group: Sequence[ToolReference]) -> bool:
    """True if a tool's text misspells the tool itself, and nobody else does."""
    return all(found.kind in ("spelling", "prefix") and found.meant == _owner(found) for found in group)


def _owner(reference: ToolReference | ParameterReference) -> str:
    """The tool whose text it is; `instructions` for what the server says of itself."""
    tool = reference.source.tool
    return tool.name if tool else _INSTRUCTIONS


def _subjects(group: Sequence[Found]) -> tuple[str, ...]:
    """Whose texts speak, in words: at length, and short."""
    first, *others = dict.fromkeys(map(_owner, group))
    said = f"The server's `{first}`" if group[0].source.tool is None else ""
    if not others:
        return (said,) if said else (f"The text of `{first}`", "This text")
    return f"The texts of `{first}` and {len(others)} more", f"{len(others) + 1} texts"


def _third_person(group: Sequence[Found]) -> str:
    owners = {*map(_owner, group)}
    return "s" if len(owners) == 1 and group[0].source.tool else ""


def _around(reference: ToolReference | ParameterReference) -> str:
    """The words around a name, on one line."""
    text, start = reference.source.text, reference.start
    return "…" + " ".join(text[max(0, start - 60) : start + len(reference.name) + 40].split()) + "…"
