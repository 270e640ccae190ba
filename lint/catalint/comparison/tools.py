"""What changed in one tool, from one version to the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from catalint.comparison.change import Change, Effect, Side, worst
from catalint.comparison.passages import passages
from catalint.comparison.renaming import find_renames
from catalint.comparison.schemas.explanation import explain
from catalint.comparison.schemas.nodes import value_key
from catalint.comparison.schemas.texts import compare_texts
from catalint.comparison.schemas.wording import show
from catalint.model import Json, Tool

Status: TypeAlias = Literal["added", "removed", "renamed", "changed", "same"]

# What the protocol takes for granted where a server does not say (MCP 2025-11-25, ToolAnnotations), and which value
# promises less.
_HINTS: Mapping[str, tuple[bool, bool]] = {
    "readOnlyHint": (False, False),
    "destructiveHint": (True, True),
    "idempotentHint": (False, False),
    "openWorldHint": (True, True),
}
# Of a tool that only reads, these two say nothing.
_OF_WRITERS = frozenset(("destructiveHint", "idempotentHint"))
# How a tool may be called by what it says of tasks (MCP 2025-11-25, ToolExecution): as a plain call, as a task.
_PLAIN, _TASK = "plain calls", "calls as tasks"
_FORBIDDEN = "forbidden"
_CALLS: Mapping[str, frozenset[str]] = {
    _FORBIDDEN: frozenset((_PLAIN,)),
    "optional": frozenset((_PLAIN, _TASK)),
    "required": frozenset((_TASK,)),
}
# Characters of a text that are shown: of a longer one the passages that changed.
_SHOWN = 500


@dataclass(frozen=True, eq=False)
class ToolChange:
    """A tool in both versions; None where it is not there. Tokens are what a model reads, 0 where it sees no tool."""

    old: Tool | None
    new: Tool | None
    status: Status
    changes: tuple[Change, ...] = ()
    tokens_before: int = 0
    tokens_after: int = 0

    @property
    def tool(self) -> Tool:
        """The new tool, or the old one where there is no new one."""
        found = self.new or self.old
        if found is None:  # pragma: no cover - nobody makes one
            raise ValueError("a change of no tool")
        return found

    @property
    def effect(self) -> Effect | None:
        """The worst effect of its changes; None for none."""
        return worst(self.changes)

    @property
    def tokens(self) -> int:
        """By how many tokens it grew."""
        return self.tokens_after - self.tokens_before

    def with_effect(self, effect: Effect) -> tuple[Change, ...]:
        """The changes of one effect."""
        return tuple(change for change in self.changes if change.effect is effect)


def compare_tools(old: Tool, new: Tool) -> tuple[Change, ...]:
    """The changes of a tool, the worst first; the order of the definition where they are equal."""
    changes = [*_names(old, new), *_visibility(old, new), *_tasks(old, new)]
    changes.extend(explain(_arguments(old), _arguments(new), "input", find_renames))
    changes.extend(_results(old, new))
    changes.extend(_trust(old, new))
    changes.extend(_texts(old, new))
    return tuple(sorted(changes, key=lambda change: change.effect.rank))


def removed(tool: Tool) -> Change:
    """The change that a tool is gone."""
    effect = Effect.BREAKING if tool.model_visible else Effect.UNCLEAR
    tail = "" if tool.model_visible else ", which only an app's user interface called"
    return Change(effect, "tool-removed", f"tool removed{tail}", path=("name",), gone=True)


def added(tool: Tool) -> Change:
    """The change that a tool is new."""
    tail = "" if tool.model_visible else ", for an app's user interface only"
    return Change(Effect.COMPATIBLE, "tool-added", f"new tool{tail}", path=("name",))


def _names(old: Tool, new: Tool) -> Iterator[Change]:
    if (old.namespace, old.name) != (new.namespace, new.name):
        message = f"renamed from `{old.name}`"
        yield Change(Effect.BREAKING, "tool-renamed", message, path=("name",), before=old.name, after=new.name)


def _visibility(old: Tool, new: Tool) -> Iterator[Change]:
    if old.model_visible and not new.model_visible:
        message = "models no longer see it: it is for an app's user interface only"
        yield Change(Effect.BREAKING, "tool-hidden", message, path=("_meta", "ui", "visibility"))
    elif new.model_visible and not old.model_visible:
        yield Change(Effect.COMPATIBLE, "tool-shown", "models now see it", path=("_meta", "ui"))


def _tasks(old: Tool, new: Tool) -> Iterator[Change]:
    """Whether the tool is called as before: a server refuses a task that it forbids, and a plain call for one."""
    before, after = _task_support(old), _task_support(new)
    if before == after:
        return
    path = ("execution", "taskSupport") if isinstance(new.raw.get("execution"), dict) else ("execution",)
    message = f"taskSupport was {show(before)}, is {show(after)}"
    effect = Effect.COMPATIBLE
    known = {text: calls for text, calls in _CALLS.items() if text in (before, after)}
    if len(known) < 2:
        effect = Effect.UNCLEAR
    elif lost := known[before] - known[after]:
        effect = Effect.BREAKING
        message += f": {', '.join(lost)} are refused"
    yield Change(effect, "task-support-changed", message, path=path, before=before, after=after)


def _task_support(tool: Tool) -> str:
    """What a tool says of tasks; what holds where it says nothing."""
    execution = tool.raw.get("execution")
    said = execution.get("taskSupport") if isinstance(execution, dict) else None
    return said if isinstance(said, str) else _FORBIDDEN if said is None else show(said)


def _arguments(tool: Tool) -> Json:
    return {} if tool.input_schema is None else tool.input_schema


def _results(old: Tool, new: Tool) -> Iterator[Change]:
    before, after = old.output_schema, new.output_schema
    if before is not None and after is not None:
        yield from explain(before, after, "output", find_renames)
    elif before is not None:
        message = "results no longer have a structure: the output schema is gone"
        yield Change(Effect.BREAKING, "output-removed", message, "output", ("outputSchema",), gone=True)
    elif after is not None:
        yield Change(Effect.COMPATIBLE, "output-added", "results have a structure now", "output", ("outputSchema",))


def _trust(old: Tool, new: Tool) -> Iterator[Change]:
    """What the server says of effects, as far as it means something else than before."""
    before, after = _hints(old), _hints(new)
    for hint in _HINTS:
        was, now = before.get(hint), after.get(hint)
        if hint in _OF_WRITERS and (before["readOnlyHint"] or after["readOnlyHint"]):
            continue
        if was is not now:
            said = _said(new).get(hint)
            shown = f"{hint} was {_word(_said(old).get(hint))}, is {_word(said)}"
            riskier = now is _HINTS[hint][1]
            gone = said is None
            path = ("annotations",) if gone else ("annotations", hint)
            yield Change(Effect.TRUST, "annotation-changed", shown, "tool", path, hint, False, was, now, riskier)


def _hints(tool: Tool) -> Mapping[str, bool]:
    """The hints as a client reads them, with what holds where nothing is said."""
    said = _said(tool)
    return {hint: default if said.get(hint) is None else bool(said[hint]) for hint, (default, _) in _HINTS.items()}


def _said(tool: Tool) -> Mapping[str, bool]:
    annotations = tool.annotations
    values = annotations if isinstance(annotations, dict) else {}
    return {hint: value for hint in _HINTS if isinstance(value := values.get(hint), bool)}


def _word(value: bool | None) -> str:
    return "not said" if value is None else str(value).lower()


def _texts(old: Tool, new: Tool) -> Iterator[Change]:
    for key in ("title", "description"):
        before, after = old.raw.get(key), new.raw.get(key)
        if value_key(before) != value_key(after):
            yield _field(key, before, after)
    sides: tuple[Side, ...] = ("input", "output")
    for side in sides:
        schemas = old.raw.get(f"{side}Schema"), new.raw.get(f"{side}Schema")
        if None not in schemas:
            yield from compare_texts(*schemas, side)
    others = sorted((old.raw.keys() | new.raw.keys()) - {"name", "title", "description", "inputSchema", "outputSchema"})
    for key in others:
        before, after = old.raw.get(key), new.raw.get(key)
        told = (key == "annotations" and any(_trust(old, new))) or (key == "execution" and any(_tasks(old, new)))
        if value_key(before) != value_key(after) and not told:
            yield _field(key, before, after)


def _field(key: str, before: Json, after: Json) -> Change:
    verb = "removed" if after is None else "added" if before is None else "changed"
    shown = [
        value[:_SHOWN] if isinstance(value, str) else None if value is None else show(value)
        for value in (before, after)
    ]
    if isinstance(before, str) and isinstance(after, str) and max(len(before), len(after)) > _SHOWN:
        shown = list(passages(before, after, _SHOWN))
    gone = after is None
    message = f"{key} {verb}"
    kind = f"{key.strip('_')}-{verb}"
    return Change(Effect.TEXT, kind, message, path=(key,), gone=gone, before=shown[0], after=shown[1])
