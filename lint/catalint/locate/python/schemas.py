"""Where parameters stand in Python: arguments of functions, fields of models, JSON Schema in dictionaries."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from catalint.locate.code import Spot
from catalint.locate.definition import MOST_SPOTS, PROPERTIES, Draft
from catalint.locate.python.module import Function, Module, Package, dotted, last_name
from catalint.location import Path

_DEEPEST = 5
_DEEPEST_SCHEMA = 10
_FIELDS = frozenset(("Field", "Param", "Query", "Body", "Doc", "field", "Arg", "Parameter", "ToolParam", "ConfigField"))
_SCHEMA_METHODS = frozenset(("model_json_schema", "schema", "json_schema", "get_schema"))
_HANDED_IN = frozenset(("self", "cls", "ctx", "context"))


def read_arguments(package: Package, module: Module, function: Function, draft: Draft) -> None:
    """Take the arguments of a function as parameters."""
    arguments = function.args
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(plain) - len(arguments.defaults)) + list(arguments.defaults)
    documented = ast.get_docstring(function, clean=False) or ""
    for argument, default in zip([*plain, *arguments.kwonlyargs], [*defaults, *arguments.kw_defaults], strict=True):
        if argument.arg in _HANDED_IN:
            continue
        name, description = _described(package, module, (argument.annotation, default))
        path: Path = (*PROPERTIES, name or argument.arg)
        draft.put(path, module.key_spot(argument))
        if description is not None:
            draft.put((*path, "description"), description)
        elif documented and (line := _documented(module, function, argument.arg)):
            draft.put((*path, "description"), line)
        if default is not None:
            draft.put((*path, "default"), module.spot(default))
        if argument.annotation is not None:
            draft.put((*path, "type"), module.spot(argument.annotation))
            for other, model in _models(package, module, argument.annotation):
                _Reader(package, draft).model(other, model, path, 0)


def _described(package: Package, module: Module, expressions: tuple[ast.expr | None, ...]) -> tuple[str, Spot | None]:
    """The alias and the place of the description that an annotation or a default gives: `Field(description="...")`."""
    alias, description = "", None
    for expression in expressions:
        for node in _metadata(package, module, expression):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                description = description or module.spot(node)
            elif isinstance(node, ast.Call) and last_name(node.func) in _FIELDS:
                keywords = {keyword.arg: keyword.value for keyword in node.keywords}
                text = package.text(module, keywords.get("description"))
                if text is None and last_name(node.func) == "Doc" and node.args:
                    text = package.text(module, node.args[0])
                described = text.spot if text else None
                if described is None and "description" in keywords:
                    described = module.spot(keywords["description"])
                description = description or described
                named = package.text(module, keywords.get("alias") or keywords.get("validation_alias"))
                alias = named.content if named and named.complete else alias
    return alias, description


def _metadata(package: Package, module: Module, expression: ast.expr | None) -> Iterator[ast.expr]:
    """What `Annotated[...]` says beside the type, or the expression itself if it is a call."""
    if isinstance(expression, ast.Call):
        yield expression
    elif isinstance(expression, ast.Subscript) and last_name(expression.value) == "Annotated":
        inner = expression.slice.elts[1:] if isinstance(expression.slice, ast.Tuple) else []
        for node in inner:
            name = dotted(node)
            found = package.constant(module, name) if name else None
            yield node if found is None or found[0] is not module else found[1]
    elif isinstance(expression, ast.Subscript | ast.BinOp):
        for inside in ast.walk(expression):
            if (
                inside is not expression
                and isinstance(inside, ast.Subscript)
                and last_name(inside.value) == "Annotated"
            ):
                yield from _metadata(package, module, inside)
    elif isinstance(expression, ast.Name):
        found = package.constant(module, expression.id)
        if found is not None and found[0] is module and isinstance(found[1], ast.Subscript):
            yield from _metadata(package, module, found[1])


def _documented(module: Module, function: Function, name: str) -> Spot | None:
    """The line of a docstring that tells what an argument is."""
    docstring = module.spot(function.body[0])
    pattern = re.compile(
        rf"^[ \t]*(?:[-*][ \t]+|:param[ \t]+(?:\w+[ \t]+)?)?[`*]*{re.escape(name)}[`*]*[ \t]*(?:\([^)\n]*\))?[ \t]*:",
        re.MULTILINE,
    )
    found = pattern.search(module.file.content, docstring.start, docstring.end)
    if found is None:
        return None
    end = module.file.content.find("\n", found.end(), docstring.end)
    start = found.start() + len(found.group()) - len(found.group().lstrip())
    return Spot(module.file, start, docstring.end if end < 0 else end)


def _models(package: Package, module: Module, annotation: ast.expr) -> Iterator[tuple[Module, ast.ClassDef]]:
    for node in ast.walk(annotation):
        name = dotted(node) if isinstance(node, ast.Name | ast.Attribute) else ""
        if not name and isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
            name = node.value
        found = package.find_class(module, name) if name else None
        if found is not None:
            yield found


def read_model(package: Package, module: Module, model: ast.ClassDef, path: Path, draft: Draft) -> None:
    """Take the fields of a class as properties of the schema at a path, and of `$defs`, where pydantic puts them."""
    _Reader(package, draft).model(module, model, path, 0)


def read_schema(package: Package, module: Module, node: ast.expr, path: Path, draft: Draft) -> None:
    """Take a schema that is written as a dictionary, made from a model, or kept in a constant."""
    _Reader(package, draft).read(module, node, path, 0)


@dataclass(frozen=True, eq=False)
class _Reader:
    package: Package
    draft: Draft

    def model(self, module: Module, model: ast.ClassDef, path: Path, depth: int) -> None:
        shared: Path = ("inputSchema", "$defs", model.name)
        if depth > _DEEPEST or len(self.draft.spots) > MOST_SPOTS:
            return
        known = shared in self.draft.spots
        self.draft.put(shared, module.name_spot(model))
        for statement in model.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                name, description = _described(self.package, module, (statement.annotation, statement.value))
                name = name or statement.target.id
                for parent in (path, shared):
                    there: Path = (*parent, "properties", name)
                    self.draft.put(there, module.spot(statement.target))
                    if description is not None:
                        self.draft.put((*there, "description"), description)
                    self.draft.put((*there, "type"), module.spot(statement.annotation))
                for other, inner in _models(self.package, module, statement.annotation) if not known else ():
                    self.model(other, inner, (*path, "properties", name), depth + 1)
        for base in model.bases:
            found = self.package.find_class(module, dotted(base)) if dotted(base) else None
            if found is not None and found[1] is not model:
                self.model(*found, path, depth + 1)

    def read(self, module: Module, node: ast.expr, path: Path, depth: int) -> None:
        if depth > _DEEPEST_SCHEMA or len(self.draft.spots) > MOST_SPOTS:
            return
        if isinstance(node, ast.Dict):
            self.dictionary(module, node, path, depth)
            return
        if isinstance(node, ast.Call):
            target = node.func.value if isinstance(node.func, ast.Attribute) else None
            if target is not None and last_name(node.func) in _SCHEMA_METHODS:
                node = target
            elif node.args:
                node = node.args[0]
            else:
                for keyword in node.keywords:
                    if keyword.arg == "properties":
                        self.properties(module, keyword.value, (*path, "properties"), depth + 1)
                return
        name = dotted(node)
        model = self.package.find_class(module, name) if name else None
        if model is not None:
            self.model(*model, path, 0)
            return
        found = self.package.constant(module, name) if name else None
        if found is not None:
            self.read(*found, path, depth + 1)

    def dictionary(self, module: Module, node: ast.Dict, path: Path, depth: int) -> None:
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                self.read(module, value, path, depth + 1)
                continue
            name = self.package.text(module, key)
            if name is None:
                continue
            here: Path = (*path, name.content)
            if name.content in ("properties", "$defs", "definitions"):
                self.properties(module, value, here, depth + 1)
            elif name.content == "description":
                text = self.package.text(module, value)
                self.draft.put(here, text.spot if text else module.spot(value))
            elif isinstance(value, ast.Dict) and depth < _DEEPEST_SCHEMA:
                self.draft.put(here, module.spot(key))
                self.dictionary(module, value, here, depth + 1)
            else:
                self.draft.put(here, module.spot(value))

    def properties(self, module: Module, node: ast.expr, path: Path, depth: int) -> None:
        """A dictionary from names to schemas."""
        if depth > _DEEPEST_SCHEMA:
            return
        if not isinstance(node, ast.Dict):
            name = dotted(node)
            found = self.package.constant(module, name) if name else None
            if found is not None:
                self.properties(*found, path, depth + 1)
            return
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                self.properties(module, value, path, depth + 1)
                continue
            name_text = self.package.text(module, key)
            if name_text is not None and len(self.draft.spots) <= MOST_SPOTS:
                self.draft.put((*path, name_text.content), module.spot(key))
                self.read(module, value, (*path, name_text.content), depth + 1)
