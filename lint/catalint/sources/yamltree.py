"""YAML dumps as documents: built from the parser's events, so that nothing is constructed and nothing recurses.

Scalars are read by the core schema of YAML 1.2 (`yes` is a text). Tags other than those of that schema are refused;
aliases are shared and bounded in what they expand to; merge keys (`<<`) are followed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from catalint.location import Path, Step
from catalint.model import FlawKind, Json
from catalint.quoting import shown
from catalint.sources.jsonfaults import ScanError
from catalint.sources.jsonscan import MAX_DEPTH, Flaw, Offsets
from catalint.sources.text import Text
from catalint.sources.yamlscalar import TAG, read_scalar, read_text

if TYPE_CHECKING:
    from ruamel.yaml.events import AliasEvent, CollectionEndEvent, CollectionStartEvent, Event, ScalarEvent
    from ruamel.yaml.scanner import Scanner

MAX_VALUES = 200_000
"""How many values a document may come to with its aliases expanded: about as many as are read without any, by
`MAX_EFFORT`. A tool list of 1 MB has some 25,000."""
MAX_YAML_DEPTH = 500
"""Nesting at which reading stops: the parser's time grows with the square of it."""
MAX_EFFORT = 6_000_000
"""Microseconds of parsing after which reading stops: an event takes some 30, and one more for each open collection; a
character besides one. The largest list of a public server (1.2 MB, 58,000 events) takes 3.7 million."""
_TOO_DEEP = f"nested deeper than {MAX_YAML_DEPTH:,} levels"


@dataclass(slots=True, eq=False)
class _Node:
    """A value and its place. `size` counts it and all inside it with aliases expanded, `height` its levels."""

    data: Json
    start: int
    end: int
    children: dict[Step, _Node] = field(default_factory=dict)
    keys: dict[Step, Offsets] = field(default_factory=dict)
    size: int = 1
    height: int = 0


@dataclass(frozen=True, eq=False)
class YamlDocument:
    """A YAML value with the places of its parts."""

    text: Text
    flaws: tuple[Flaw, ...]
    is_shared: bool
    _root: _Node

    @property
    def data(self) -> Json:
        """The value."""
        return self._root.data

    def value_at(self, path: Path) -> Offsets | None:
        """Where a value stands, what an alias names where its anchor is; None if the path leads nowhere."""
        node = self._node(path)
        return None if node is None else (node.start, node.end)

    def key_at(self, path: Path) -> Offsets | None:
        """Where the key of a value stands; None if the path leads nowhere or the value has no key."""
        parent = self._node(path[:-1]) if path else None
        return None if parent is None else parent.keys.get(path[-1])

    def _node(self, path: Path) -> _Node | None:
        node: _Node | None = self._root
        for step in path:
            node = node.children.get(step) if node else None
        return node


def read_yaml(text: Text) -> Iterator[YamlDocument]:
    """Read the documents of a YAML stream one by one; raises ScanError at the first fault."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError
    from ruamel.yaml.reader import ReaderError

    builder = _Builder(text.content)
    # a single text is parsed as a whole, so its length counts before it is
    offset, effort = 0, len(text.content)
    if effort > MAX_EFFORT // 2:
        raise ScanError(0, f"more than the {MAX_EFFORT // 2:,} characters that are read as YAML: save it as JSON")
    reader = YAML(typ="safe", pure=True)
    reader.Scanner = _bounded_scanner()
    try:
        for event in reader.parse(text.content):
            offset = event.end_mark.index
            effort += 30 + builder.depth
            if effort > MAX_EFFORT:
                raise ScanError(offset, "too much to read as YAML: save it as JSON")  # noqa: TRY301 - one way out
            root = builder.take(event)
            if root is not None:
                yield YamlDocument(text, tuple(builder.flaws), builder.has_aliases, root)
                builder = _Builder(text.content)
    except ScanError:
        raise
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = " ".join(str(error.problem or error.context).split())
        raise ScanError(mark.index if mark else 0, f"not valid YAML: {problem}") from None
    except ReaderError as error:
        raise ScanError(error.position, f"YAML allows no character U+{error.character:04X}") from None
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        # The parser does not guard against all of its input: the escape \UFFFFFFFF is an OverflowError of `chr`.
        raise ScanError(offset, f"not valid YAML: the parser fails behind this place ({error})") from None


@cache
def _bounded_scanner() -> type[Scanner]:
    """The scanner, stopped at too many brackets: it goes on to the end of a long key before any event tells of them."""
    from ruamel.yaml.scanner import Scanner

    class Bounded(Scanner):
        def fetch_flow_collection_start(self, TokenClass: Any, to_push: str) -> None:  # noqa: N803 - ruamel's name
            if len(self.flow_context) >= MAX_YAML_DEPTH:
                raise ScanError(self.reader.get_mark().index, _TOO_DEEP)
            super().fetch_flow_collection_start(TokenClass, to_push)

    return Bounded


@dataclass(slots=True, eq=False)
class _Frame:
    """An open collection. `key` waits for its value; `merged` are the mappings that `<<` adds when it closes."""

    node: _Node
    is_mapping: bool
    is_flow: bool
    anchor: str
    key: str | None = None
    key_span: Offsets = (0, 0)
    merges: bool = False
    merged: list[_Node] = field(default_factory=list)
    repeated: dict[str, list[Offsets]] = field(default_factory=dict)

    @property
    def step(self) -> Step:
        return self.key or "" if self.is_mapping else len(self.node.children)


class _Builder:
    """Builds one document from its events."""

    def __init__(self, content: str) -> None:
        self.flaws: list[Flaw] = []
        self.has_aliases = False
        self._content = content
        self._stack: list[_Frame] = []
        self._anchors: dict[str, _Node | None] = {}
        self._root: _Node | None = None

    @property
    def depth(self) -> int:
        """How many collections are open."""
        return len(self._stack)

    def take(self, event: Event) -> _Node | None:
        """Take the next event; returns the root once the document is complete."""
        from ruamel.yaml import events

        if isinstance(event, events.ScalarEvent):
            self._take_scalar(event)
        elif isinstance(event, events.AliasEvent):
            self._take_alias(event)
        elif isinstance(event, events.CollectionStartEvent):
            self._open(event, is_mapping=isinstance(event, events.MappingStartEvent))
        elif isinstance(event, events.CollectionEndEvent):
            self._close(event)
        elif isinstance(event, events.DocumentEndEvent):
            self.flaws.sort(key=lambda flaw: flaw.spans[0])
            return self._root
        return None

    def _take_scalar(self, event: ScalarEvent) -> None:
        start, end = self._span(event)
        frame = self._stack[-1] if self._stack else None
        if frame and frame.is_mapping and frame.key is None:
            key, flaw = read_text(event.value)
            frame.key, frame.key_span, frame.merges = key, (start, end), key == "<<" and event.style is None
            if key in frame.node.keys and not frame.merges:
                frame.repeated.setdefault(key, [frame.node.keys[key]]).append((start, end))
            self._record(flaw, (start, end))
            return
        value, flaw = read_scalar(event, start)
        self._record(flaw, (start, end))
        node = _Node(value, start, end)
        if event.anchor:
            self._anchors[event.anchor] = node
        self._attach(node)

    def _take_alias(self, event: AliasEvent) -> None:
        start, end = self._span(event)
        self._refuse_as_key(start)
        if event.anchor not in self._anchors:
            raise ScanError(start, f"the alias {shown(event.anchor)} has no anchor", quoted=event.anchor)
        self.has_aliases = True
        node = self._anchors[event.anchor]
        if node is None:
            message = f"the alias {shown(event.anchor)} stands inside its own anchor"
            raise ScanError(start, message, quoted=event.anchor)
        if len(self._stack) + node.height > MAX_DEPTH:
            self._record("too-deep", (start, end))
            node = _Node(None, start, end)
        self._attach(node)

    def _open(self, event: CollectionStartEvent, *, is_mapping: bool) -> None:
        start, end = self._span(event)
        self._refuse_as_key(start)
        if event.tag not in (None, "!", f"{TAG}map", f"{TAG}seq"):
            raise ScanError(start, f"the tag {shown(event.tag)} is not read", quoted=event.tag)
        depth = len(self._stack) + 1
        if depth > MAX_YAML_DEPTH:
            raise ScanError(start, _TOO_DEEP)
        if depth == MAX_DEPTH + 1:
            self._record("too-deep", (start, end))
        data: Json = {} if is_mapping else []
        node = _Node(data if depth <= MAX_DEPTH else None, start, end, height=1)
        if event.anchor:
            self._anchors[event.anchor] = None
        self._stack.append(_Frame(node, is_mapping, bool(event.flow_style), event.anchor or ""))

    def _close(self, event: CollectionEndEvent) -> None:
        frame = self._stack.pop()
        if frame.is_flow:
            frame.node.end = event.end_mark.index
        for other in frame.merged:
            for step, child in other.children.items():
                if step not in frame.node.children:
                    frame.node.keys[step] = other.keys[step]
                    self._add(frame.node, step, child)
        for key, spans in frame.repeated.items():
            if len(self._stack) < MAX_DEPTH:
                self.flaws.append(Flaw("duplicate-key", (*self._path(), key), tuple(spans)))
        if frame.anchor:
            self._anchors[frame.anchor] = frame.node
        self._attach(frame.node)

    def _attach(self, node: _Node) -> None:
        """Put a complete value where it belongs: the root, an item, a member, or what `<<` merges."""
        if not self._stack:
            self._root = node
            return
        frame = self._stack[-1]
        if not frame.is_mapping:
            self._add(frame.node, len(frame.node.children), node)
            return
        key, frame.key = frame.key or "", None
        if not frame.merges:
            frame.node.keys[key] = frame.key_span
            self._add(frame.node, key, node)
            return
        sources = list(node.children.values()) if isinstance(node.data, list) else [node]
        if not all(isinstance(source.data, dict) for source in sources):
            raise ScanError(frame.key_span[0], "<< takes a mapping or a list of mappings")
        frame.merged.extend(sources)

    def _add(self, parent: _Node, step: Step, child: _Node) -> None:
        parent.size += child.size
        if parent.size > MAX_VALUES:
            raise ScanError(parent.start, f"aliases that expand to more than {MAX_VALUES:,} values")
        parent.height = max(parent.height, child.height + 1)
        if child.start >= parent.start:
            parent.end = max(parent.end, child.end)
        parent.children[step] = child
        if isinstance(parent.data, dict):
            parent.data[str(step)] = child.data
        elif isinstance(parent.data, list):
            parent.data.append(child.data)

    def _refuse_as_key(self, offset: int) -> None:
        if self._stack and self._stack[-1].is_mapping and self._stack[-1].key is None:
            raise ScanError(offset, "a key has to be a plain text")

    def _record(self, kind: FlawKind | None, span: Offsets) -> None:
        if kind and len(self._stack) <= MAX_DEPTH:
            self.flaws.append(Flaw(kind, self._path(), (span,)))

    def _path(self) -> Path:
        return tuple(frame.step for frame in self._stack)

    def _span(self, event: Event) -> Offsets:
        start, end = event.start_mark.index, event.end_mark.index
        return start, start + len(self._content[start:end].rstrip())
