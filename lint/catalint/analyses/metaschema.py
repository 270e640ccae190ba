"""Which parts of a schema break the dialect that it is written in.

jsonschema-rs decides and says where; it is some 500 times faster than jsonschema and has no trouble with depth. A
schema of a server is only ever an *instance* of a metaschema here: compiling it would follow its `$schema`, `$id` and
`$ref` to the network and to `file:` addresses, and would run its patterns.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from catalint.analyses.pieces import cut, fits, has_empty_name, take_level
from catalint.analyses.plainness import plainly_valid
from catalint.context import Analysis
from catalint.location import Path
from catalint.model import Json
from catalint.schema import Node, follow, walk

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError, Validator

Dialect: TypeAlias = Literal["draft-04", "draft-06", "draft-07", "2019-09", "2020-12"]

TYPE_NAMES = frozenset(("array", "boolean", "integer", "null", "number", "object", "string"))

# The dialect of a schema that declares none: MCP, revision 2025-11-25 on (SEP-1613), and the only one that clients
# have to know. An address that is none of these is taken for it too.
DEFAULT: Dialect = "2020-12"
DIALECTS: Mapping[str, Dialect] = {
    "json-schema.org/draft-04/schema": "draft-04",
    "json-schema.org/draft-06/schema": "draft-06",
    "json-schema.org/draft-07/schema": "draft-07",
    "json-schema.org/draft/2019-09/schema": "2019-09",
    "json-schema.org/draft/2020-12/schema": "2020-12",
}
_CLASSES: Mapping[Dialect, tuple[str, str]] = {
    "draft-04": ("Draft4Validator", "http://json-schema.org/draft-04/schema#"),
    "draft-06": ("Draft6Validator", "http://json-schema.org/draft-06/schema#"),
    "draft-07": ("Draft7Validator", "http://json-schema.org/draft-07/schema#"),
    "2019-09": ("Draft201909Validator", "https://json-schema.org/draft/2019-09/schema"),
    "2020-12": ("Draft202012Validator", "https://json-schema.org/draft/2020-12/schema"),
}
# Those that `plainly_valid` speaks for.
_PLAIN = frozenset[Dialect](("draft-07", "2019-09", "2020-12"))

# Reported of one schema. A schema with more faults than this was not written by hand, and its cause is clear by then.
MOST_FAULTS = 100

# Bytes (as `marshal` writes them) from which on a faulty schema is judged schema by schema. The validator lists all
# faults before it gives the first, eight for each wrong value, with copies of values: 2 GB for 1.5 MB of them.
_LARGE = 100_000
# Schemas within schemas that go into one piece of a deeper one; two levels of JSON each (`properties`, a name).
_PIECE = 40

Problem: TypeAlias = Literal["schema", "type-name", "type", "minimum", "empty", "repeated", "alone", "other"]


@dataclass(frozen=True, slots=True)
class Fault:
    """A value that its dialect does not allow at `path` (from the root of the schema).

    `problem` is `schema` (anything but a schema where one belongs), `type-name` (a value of `type`), `type` (another
    JSON type than those in `expected`), `minimum` (a number that is too small), `empty` and `repeated` (a list without
    items or with one twice), `alone` (draft-04: a bound that `expected` must stand beside) or `other`; `text` is what
    the validator says.
    """

    path: Path
    value: Json
    problem: Problem
    expected: tuple[str, ...] = ()
    text: str = ""


def dialect_of(schema: Json) -> Dialect | None:
    """The dialect that a schema declares in `$schema`; None if it declares none or one that is not known here."""
    declared = schema.get("$schema") if isinstance(schema, dict) else None
    if not isinstance(declared, str):
        return None
    # both schemes are found for all dialects, with and without the empty fragment
    return DIALECTS.get(declared.strip().partition("://")[2].rstrip("#").rstrip("/"))


@dataclass(frozen=True, eq=False)
class Judge:
    """Finds the faults of schemas and remembers them: servers repeat schemas, and several rules ask."""

    _validators: dict[Dialect, Validator] = field(default_factory=dict)
    _verdicts: dict[tuple[Dialect, bytes], tuple[Fault, ...]] = field(default_factory=dict)

    def faults(self, schema: Json, dialect: Dialect | None = None) -> tuple[Fault, ...]:
        """The faults of a schema under a dialect, by default the one it declares, in the order of the document.

        Each fault has another path, and none lies inside another; at most `MOST_FAULTS` are returned.
        """
        asked = dialect or dialect_of(schema) or DEFAULT
        try:
            # version 2 has no references between objects: equal schemas give equal bytes, some ten times faster than
            # JSON text would. The order of keys counts, and so does the order of faults.
            key = asked, marshal.dumps(schema, 2)
        except ValueError:  # nested too deep for it
            return self._judge(schema, asked)
        if key not in self._verdicts:
            self._verdicts[key] = self._judge(schema, asked, large=len(key[1]) > _LARGE)
        return self._verdicts[key]

    def _judge(self, schema: Json, dialect: Dialect, *, large: bool = False) -> tuple[Fault, ...]:
        if dialect in _PLAIN and plainly_valid(schema):
            return ()
        validator = self._validators.get(dialect)
        if validator is None:
            validator = self._validators[dialect] = _validator(dialect)
        try:
            if fits(schema):
                if validator.is_valid(schema):
                    return ()
                find = _faults_by_schema if large else _faults_of_pieces if has_empty_name(schema) else _faults
                return tuple(_outermost(find(validator, schema)))
        except UnicodeEncodeError:  # a key with a lone surrogate
            pass
        return tuple(_outermost(_faults_of_pieces(validator, schema)))


METASCHEMA: Analysis[Judge] = Analysis("metaschema", lambda _: Judge())


def _validator(dialect: Dialect) -> Validator:
    import jsonschema_rs

    name, address = _CLASSES[dialect]
    make: Callable[..., Validator] = getattr(jsonschema_rs, name)
    # patterns and formats are no business of the metaschema's here; the metaschemas themselves are built in
    return make({"$ref": address}, validate_formats=False, offline=True)


def _outermost(faults: Iterator[Fault]) -> Iterator[Fault]:
    """One fault for each path, without those inside another; the validator repeats itself once per vocabulary."""
    found: dict[Path, Fault] = {}
    for fault in islice(faults, MOST_FAULTS * 10):
        found.setdefault(fault.path, fault)
    kept = (fault for path, fault in found.items() if not any(path[:end] in found for end in range(len(path))))
    return islice(kept, MOST_FAULTS)


def _faults(validator: Validator, value: Json, at: Path = ()) -> Iterator[Fault]:
    for error in validator.iter_errors(value):
        yield from _explain(validator, error, at, follow(value, tuple(error.instance_path)))


def _explain(validator: Validator, error: ValidationError, at: Path, value: Json) -> Iterator[Fault]:
    """Put an error in terms of schemas. `value` is what the error is about, as the server sent it."""
    path = (*at, *error.instance_path)
    keyword = error.schema_path[-1] if error.schema_path else ""
    kind: Any = error.kind
    if keyword == "type":
        types = tuple(kind.types)
        yield Fault(path, value, "schema" if _asks_for_schema(error, types) else "type", types, error.message)
    elif keyword == "anyOf" and error.schema_path[-3:-1] == ["properties", "type"]:
        yield _explain_type(path, value, error.message)
    elif keyword == "anyOf":
        yield from _explain_choice(validator, error, path, value)
    elif keyword in ("minimum", "exclusiveMinimum"):
        yield Fault(path, value, "minimum", text=error.message)
    elif keyword == "minItems":
        yield Fault(path, value, "empty", text=error.message)
    elif keyword == "uniqueItems":
        yield Fault(path, value, "repeated", text=error.message)
    elif keyword == "dependencies":
        # draft-04: `exclusiveMinimum` needs `minimum` beside it, `exclusiveMaximum` needs `maximum`
        missing = str(kind.property)
        bound = "exclusive" + missing.capitalize()
        yield Fault((*path, bound), follow(value, (bound,)), "alone", (missing,), error.message)
    else:
        yield Fault(path, value, "other", text=error.message)


def _asks_for_schema(error: ValidationError, types: tuple[str, ...]) -> bool:
    """Whether an error about a JSON type means that a schema belongs there. In draft-04 only an object is one."""
    return set(types) == {"object", "boolean"} or (types == ("object",) and error.schema_path[-3:-2] != ["properties"])


def _explain_type(path: Path, value: Json, text: str) -> Fault:
    if not isinstance(value, list):
        return Fault(path, value, "type-name", text=text)
    if not value:
        return Fault(path, value, "empty", text=text)
    wrong = (index for index, name in enumerate(value) if not isinstance(name, str) or name not in TYPE_NAMES)
    index = next(wrong, None)
    return (
        Fault(path, value, "repeated", text=text)
        if index is None
        else _explain_type((*path, index), value[index], text)
    )


def _explain_choice(validator: Validator, error: ValidationError, path: Path, value: Json) -> Iterator[Fault]:
    """Up to 2019-09 some keywords take a schema or something else: judge what is there as what it looks like."""
    choice = error.schema_path[-3:-1]
    if isinstance(value, dict):
        found = list(_faults(validator, value, path))
    elif isinstance(value, list) and choice == ["properties", "items"]:
        found = [
            fault
            for index, item in enumerate(value)
            for fault in (
                _faults(validator, item, (*path, index))
                if isinstance(item, dict)
                else (Fault((*path, index), item, "schema", text=error.message),)
            )
            if isinstance(item, dict) or not validator.is_valid(item)
        ] or [Fault(path, value, "empty", text=error.message)]
    elif isinstance(value, list) and choice == ["dependencies", "additionalProperties"]:  # a list of names
        wrong = [index for index, name in enumerate(value) if not isinstance(name, str)]
        found = [Fault((*path, index), value[index], "type", ("string",), error.message) for index in wrong]
        found = found or [Fault(path, value, "repeated" if value else "empty", text=error.message)]
    else:
        found = [Fault(path, value, "schema", text=error.message)]
    yield from found or [Fault(path, value, "other", text=error.message)]


def _faults_of_pieces(validator: Validator, schema: Json) -> Iterator[Fault]:
    """The faults of a schema that can't be handed over as it is: too deep, or with names that a validator can't say.

    A schema is valid if it and each schema inside it are, so a deep one can be judged in pieces that overlap nowhere.
    """
    for node in walk(schema):
        if node.depth % _PIECE == 0 and (isinstance(node.schema, dict) or not node.depth):
            names: dict[str, str] = {}
            piece = cut(node.schema, _PIECE, names)
            yield from _found_at(node, _faults(validator, piece), names)


def _faults_by_schema(validator: Validator, schema: Json) -> Iterator[Fault]:
    """The faults of a large schema, found one schema at a time, so that nothing is read beyond the last one wanted."""
    for node in walk(schema):
        if isinstance(node.schema, dict) or not node.depth:
            names: dict[str, str] = {}
            piece = take_level(node.schema, MOST_FAULTS, names)
            if not validator.is_valid(piece):
                yield from _found_at(node, _faults(validator, piece), names)


def _found_at(node: Node, faults: Iterable[Fault], names: Mapping[str, str]) -> Iterator[Fault]:
    """Faults of a piece in terms of the schema that it is of; `names` are those that have stand-ins in the piece."""
    for fault in faults:
        path = tuple(names.get(step, step) if isinstance(step, str) else step for step in fault.path)
        yield replace(fault, path=(*node.path, *path), value=follow(node.schema, path))
