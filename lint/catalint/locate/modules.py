"""The Python modules of a server: read when asked for, imports followed. `ast` is imported with the first of them."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from catalint.locate.code import CodeFile
from catalint.locate.definition import Draft

if TYPE_CHECKING:
    from catalint.locate.python.module import Module

# Python 3 itself reads files of this size in a second.
_LARGEST = 2_000_000


class Modules:
    """`paths` are those of all modules, from the root of the code; `load` gives the text of one, None for no text."""

    def __init__(
        self,
        paths: Collection[str],
        load: Callable[[str], CodeFile | None],
        skip: Callable[[str, str], None],
    ) -> None:
        from catalint.locate.python.module import Package

        self._load = load
        self._skip = skip
        self._modules: dict[str, Module | None] = {}
        self._paths: dict[str, list[str]] = {}
        for path in paths:
            self._paths.setdefault(_last(path), []).append(path)
        self._package = Package(self._import)

    def find_tools(self, path: str) -> Iterable[Draft] | None:
        """What may define a tool in a module; None if it can't be parsed."""
        from catalint.locate.python.tools import find_tools

        module = self._module(path)
        return None if module is None else find_tools(self._package, module)

    def find_functions(self, path: str, names: frozenset[str]) -> Iterator[Draft]:
        """The functions of a module that have one of these names."""
        from catalint.locate.python.tools import find_functions

        module = self._module(path)
        if module is not None:
            yield from find_functions(self._package, module, names)

    def _module(self, path: str) -> Module | None:
        from catalint.locate.python.module import NotPythonError, parse

        if path not in self._modules:
            self._modules[path] = None
            file = self._load(path)
            if file is not None and len(file.content) > _LARGEST:
                self._skip(f"larger than {_LARGEST // 1_000_000} MB, read by its names only", file.path)
            elif file is not None:
                try:
                    self._modules[path] = parse(file)
                except NotPythonError as error:
                    where = f":{error.line}" if error.line else ""
                    self._skip(
                        f"no Python that can be parsed here ({error}), read by its names only", file.path + where
                    )
        return self._modules[path]

    def _import(self, name: str, seen_from: CodeFile) -> Module | None:
        """The module of an import: the file whose path ends as its name does, the nearest one of several."""
        stripped = name.lstrip(".")
        level = len(name) - len(stripped)
        wanted = stripped.replace(".", "/")
        folder = posixpath.dirname(seen_from.inside)
        if level:
            for _ in range(level - 1):
                folder = posixpath.dirname(folder)
            base = posixpath.join(folder, wanted) if wanted else folder
            return self._first((f"{base}.py", f"{base}/__init__.py" if base else "__init__.py"))
        last = wanted.rpartition("/")[2]
        fitting = [
            path
            for path in self._paths.get(last, ())
            if (stem := path.removesuffix(".py").removesuffix("/__init__")) == wanted or stem.endswith(f"/{wanted}")
        ]
        fitting.sort(key=lambda path: (-len(posixpath.commonprefix((path, seen_from.inside))), len(path), path))
        return self._module(fitting[0]) if fitting else None

    def _first(self, paths: Iterable[str]) -> Module | None:
        known = {path for group in self._paths.values() for path in group}
        return next((self._module(path) for path in paths if path in known), None)


def _last(path: str) -> str:
    """The name of a module by its path: that of its folder for `__init__.py`."""
    stem = path.removesuffix(".pyi").removesuffix(".py").removesuffix("/__init__")
    return stem.rpartition("/")[2]
