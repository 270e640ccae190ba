"""One module of Python: what it names, and texts that its expressions stand for."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from catalint.locate.code import CodeFile, Spot
from catalint.locate.values import UNKNOWN, Text

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

_DEEPEST = 8
_LARGEST_TREE = 400_000
_NAME = re.compile(r"(?:async\s+)?(?:def|class)\s+")
# Functions that give back their text but for its spaces.
_WRAPPERS = frozenset(
    ("dedent", "cleandoc", "strip", "lstrip", "rstrip", "format", "_", "str", "Template", "format_map")
)


class NotPythonError(Exception):
    """A file is no Python that this version of Python reads; `line` is 1-based, 0 where it is not known."""

    def __init__(self, message: str, line: int = 0) -> None:
        self.line = line
        super().__init__(message)


@dataclass(eq=False)
class Module:
    """A parsed module. Names that are given twice keep their first value, those of the module itself before others."""

    file: CodeFile
    constants: dict[str, ast.expr] = field(default_factory=dict)
    functions: list[Function] = field(default_factory=list)
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    calls: list[ast.Call] = field(default_factory=list)
    dicts: list[ast.Dict] = field(default_factory=list)
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)

    @cached_property
    def by_name(self) -> dict[str, Function]:
        """The functions by their names, the first of each."""
        return {function.name: function for function in reversed(self.functions)}

    @cached_property
    def _lines(self) -> list[str]:
        return re.split(r"\r\n|\n|\r", self.file.content)

    def class_at(self, line: int) -> ast.ClassDef | None:
        """The innermost class around a line."""
        around = [each for each in self.classes.values() if each.lineno <= line <= (each.end_lineno or each.lineno)]
        return max(around, key=lambda each: each.lineno, default=None)

    def offset(self, line: int, column: int) -> int:
        """The offset, in code points, of a line (1-based) and a column in bytes of UTF-8, as `ast` counts them."""
        text = self._lines[line - 1] if line <= len(self._lines) else ""
        if not text.isascii():
            column = len(text.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "ignore"))
        return self.file.text.offset(line) + min(column, len(text))

    def spot(self, node: ast.expr | ast.arg | ast.stmt | ast.keyword) -> Spot:
        """Where a node stands."""
        start = self.offset(node.lineno, node.col_offset)
        end = self.offset(node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)
        return Spot(self.file, start, max(start, end))

    def name_spot(self, node: Function | ast.ClassDef) -> Spot:
        """Where the name of a function or a class stands."""
        start = self.offset(node.lineno, node.col_offset)
        found = _NAME.match(self.file.content, start)
        start = found.end() if found else start
        return Spot(self.file, start, start + len(node.name))

    def key_spot(self, node: ast.arg | ast.keyword) -> Spot:
        """Where the name of an argument stands."""
        start = self.offset(node.lineno, node.col_offset)
        return Spot(self.file, start, start + len(node.arg or "**"))


@dataclass(eq=False)
class Package:
    """The modules of a server. `load` reads the one that an import means, seen from a file; None if it is not there."""

    load: Callable[[str, CodeFile], Module | None]

    def resolve(self, module: Module, name: str) -> tuple[Module, str]:
        """The module that gives a name its value, and its name there; an import that leads nowhere stays as it is."""
        for _ in range(_DEEPEST):
            first, _, rest = name.partition(".")
            if first not in module.imports or first in module.constants or first in module.classes:
                break
            source, there = module.imports[first]
            other, target = self._imported(module, source, there, rest)
            if other is None or not target:
                break
            module, name = other, target
        return module, name

    def _imported(self, module: Module, source: str, there: str, rest: str) -> tuple[Module | None, str]:
        """The module that an import leads to, and the name to look for in it."""
        if there and rest:  # `from package import names`, or a class of it
            inner = self.load(source + there if source.endswith(".") else f"{source}.{there}", module.file)
            if inner is not None:
                return inner, rest
        other = self.load(source, module.file)
        return (None if other is module else other), ".".join(part for part in (there, rest) if part)

    def constant(self, module: Module, name: str) -> tuple[Module, ast.expr] | None:
        """The expression that a name or `Owner.NAME` is given."""
        module, name = self.resolve(module, name)
        value = module.constants.get(name)
        return None if value is None else (module, value)

    def find_class(self, module: Module, name: str) -> tuple[Module, ast.ClassDef] | None:
        """The class that a name means."""
        module, name = self.resolve(module, name)
        found = module.classes.get(name.rpartition(".")[2])
        return None if found is None else (module, found)

    def text(self, module: Module, node: ast.expr | None, depth: int = 0) -> Text | None:
        """What an expression says; None if that can't be read from the code."""
        if node is None or depth > _DEEPEST:
            return None
        if isinstance(node, ast.Constant):
            return Text(node.value, module.spot(node)) if isinstance(node.value, str) else None
        if isinstance(node, ast.JoinedStr):
            return self._joined(module, node, depth)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod):
            left = self.text(module, node.left, depth + 1)
            right = self.text(module, node.right, depth + 1) if isinstance(node.op, ast.Add) else None
            if left is None:
                return right._replace(complete=False) if right else None
            complete = left.complete and right is not None and right.complete
            return Text(left.content + (right.content if right else ""), left.spot, complete)
        if isinstance(node, ast.Call):
            return self._wrapped(module, node, depth)
        name = dotted(node)
        if name.startswith(("self.", "cls.")):
            owner = module.class_at(node.lineno)
            return self._named(module, f"{owner.name}.{name.partition('.')[2]}", depth) if owner else None
        if name:
            return self._named(module, name, depth)
        if isinstance(node, ast.IfExp):
            text = self.text(module, node.body, depth + 1)
            return text._replace(complete=False) if text else None
        return None

    def _named(self, module: Module, name: str, depth: int) -> Text | None:
        for known in (name, name.removesuffix(".value")):
            found = self.constant(module, known)
            if found is not None:
                return self.text(*found, depth + 1)
        return None

    def _joined(self, module: Module, node: ast.JoinedStr, depth: int) -> Text:
        pieces: list[str] = []
        complete = True
        for value in node.values:
            inner = value.value if isinstance(value, ast.FormattedValue) else value
            text = self.text(module, inner, depth + 1)
            pieces.append(text.content if text else UNKNOWN)
            complete = complete and text is not None and text.complete
        return Text("".join(pieces), module.spot(node), complete)

    def _wrapped(self, module: Module, node: ast.Call, depth: int) -> Text | None:
        name = last_name(node.func)
        if name == "join" and node.args and isinstance(node.args[0], ast.List | ast.Tuple) and node.args[0].elts:
            first = self.text(module, node.args[0].elts[0], depth + 1)
            return first._replace(complete=False) if first else None
        if name not in _WRAPPERS:
            return None
        is_method = isinstance(node.func, ast.Attribute) and name not in ("dedent", "cleandoc")
        inner = node.func.value if is_method and isinstance(node.func, ast.Attribute) else next(iter(node.args), None)
        text = self.text(module, inner, depth + 1)
        return text._replace(complete=False) if text and name.startswith("format") else text


def parse(file: CodeFile) -> Module:
    """Parse a file; raises NotPythonError for what this Python can't read, however hostile."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of wrong escapes, which are the author's
        try:
            tree = ast.parse(file.content)
        except SyntaxError as error:
            raise NotPythonError(str(error.msg), error.lineno or 0) from None
        except (ValueError, RecursionError, MemoryError, OverflowError) as error:
            raise NotPythonError(f"{type(error).__name__}") from None
    module = Module(file)
    _collect(module, tree)
    return module


def _collect(module: Module, tree: ast.Module) -> None:
    """Fill in what a module names. Breadth first, so that names of the module itself come before those of functions."""
    for count, node in enumerate(ast.walk(tree)):
        if count > _LARGEST_TREE:
            return
        if isinstance(node, ast.Call):
            module.calls.append(node)
        elif isinstance(node, ast.Dict):
            module.dicts.append(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            module.functions.append(node)
        elif isinstance(node, ast.ClassDef):
            module.classes.setdefault(node.name, node)
            for statement in node.body:
                for name, value in _assigned(statement):
                    module.constants.setdefault(f"{node.name}.{name}", value)
            initial = _initial_name(node)
            if initial is not None:
                module.constants.setdefault(f"{node.name}.name", initial)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            for name, value in _assigned(node):
                module.constants.setdefault(name, value)
        elif isinstance(node, ast.ImportFrom):
            source = "." * node.level + (node.module or "")
            for alias in node.names:
                module.imports.setdefault(alias.asname or alias.name, (source, alias.name))
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.asname or "." not in alias.name:
                    module.imports.setdefault(alias.asname or alias.name, (alias.name, ""))


def _initial_name(model: ast.ClassDef) -> ast.expr | None:
    """The first text that a class hands to the one that it is made from: `super().__init__("name")`."""
    for statement in model.body:
        if isinstance(statement, ast.FunctionDef) and statement.name == "__init__":
            for node in ast.walk(statement):
                if isinstance(node, ast.Call) and last_name(node.func) == "__init__":
                    named = next((keyword.value for keyword in node.keywords if keyword.arg == "name"), None)
                    return named or next(iter(node.args), None)
                if isinstance(node, ast.Assign) and any(dotted(target) == "self.name" for target in node.targets):
                    return node.value
    return None


def _assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Name):
                yield target.id, node.value
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
        yield node.target.id, node.value


def dotted(node: ast.AST) -> str:
    """`a.b.c` for a name or a chain of attributes; empty for anything else."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join((node.id, *reversed(names)))


def last_name(node: ast.AST) -> str:
    """The last name of what is called: `tool` of `server.mcp.tool`."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
