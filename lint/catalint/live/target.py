"""Finds the object that `module:name` means: imports the author's module and looks the name up."""

from __future__ import annotations

import importlib
import importlib.util
import os
import pkgutil
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from catalint.live.failure import Fault
from catalint.live.memory import ACCEPTED, is_server
from catalint.live.raised import AuthorFault, explain, relative
from catalint.quoting import shown
from catalint.wording import listing

_SHOWN_NAMES = 8
Imported = TypeVar("Imported")


@dataclass(frozen=True)
class Target:
    """`module` is a dotted name or the path of a file; without `name` its only server object is meant."""

    module: str
    name: str = ""

    @property
    def is_file(self) -> bool:
        """Whether the module is named by its file."""
        return self.module.endswith(".py") or "/" in self.module or os.sep in self.module

    def __str__(self) -> str:
        return f"`{self.module}:{self.name}`" if self.name else f"`{self.module}`"


def parse(text: str) -> Target:
    """Read `module:name`, `module:name.attribute`, `folder/file.py:name` or any of them without a name.

    Raises Fault for what is none of them.
    """
    module, colon, name = text.rpartition(":")
    if not colon or (len(module) == 1 and name[:1] in ("\\", "/")):  # a drive of Windows
        module, colon, name = text, "", ""
    target = Target(module, name)
    if (colon and not _is_dotted(name)) or not (target.is_file or _is_dotted(module)):
        raise Fault("could not start", f"{shown(text, 100)} is not of the form module:name, as shop.server:mcp is")
    return target


def find(target: Target, folder: Path) -> tuple[object, str]:
    """Import the module with `folder` first on the module path; returns the object and what messages call it.

    Raises Fault for a module or a name that is not there, and for a module that raises.
    """
    sys.path.insert(0, str(folder))
    module = _load_file(folder / target.module) if target.is_file else _load(target, folder)
    if not target.name:
        return _only_server(module, target)
    value: object = module
    steps = target.name.split(".")
    for index, step in enumerate(steps):
        try:
            value = getattr(value, step)
        except AttributeError as error:
            from catalint.hints import did_you_mean

            owner = target.module if index == 0 else f"{target.module}:{'.'.join(steps[:index])}"
            hint = did_you_mean(step, _public(value)) or _offer(module)
            raise Fault("could not start", f"`{owner}` has no `{step}`{hint}") from error
    return value, str(target)


def _load(target: Target, folder: Path) -> ModuleType:
    name = target.module
    try:
        return _run(name, lambda: importlib.import_module(name))
    except ModuleNotFoundError as error:
        from catalint.hints import did_you_mean

        package, _, last = (error.name or name).rpartition(".")
        where = f"the package `{package}`" if package else f"{folder} or in the environment of {sys.executable}"
        hint = _below_src(target, folder) or did_you_mean(last, _siblings(package, folder))
        raise Fault("could not start", f"there is no module `{last}` in {where}{hint}") from error


def _below_src(target: Target, folder: Path) -> str:
    """How to name a module whose package is not installed, but lies where packages usually do."""
    for file in (
        Path("src", *target.module.split(".")).with_suffix(".py"),
        Path("src", *target.module.split("."), "__init__.py"),
    ):
        if (folder / file).is_file():
            return f"; it is in src: write py:{file.as_posix()}{f':{target.name}' * bool(target.name)}, or install it"
    return ""


def _load_file(file: Path) -> ModuleType:
    """Import a file with its folder on the module path, as `python FILE` has it; in a package, as a part of that."""
    file = file.resolve()
    if not file.is_file():
        raise Fault("could not start", f"there is no file {relative(file)}")
    root, parts = file.parent, [file.stem]
    while (root / "__init__.py").is_file():
        parts.insert(0, root.name)
        root = root.parent
    if parts[-1] == "__init__" and len(parts) > 1:
        parts.pop()
    sys.path.insert(0, str(root))
    name = ".".join(parts)
    if file.parent != root and _is_dotted(name):
        return _run(relative(file), lambda: importlib.import_module(name))
    # by its path: another module of that name may have been imported
    spec = importlib.util.spec_from_file_location(name if name not in sys.modules else f"{name} (file)", file)
    if spec is None or spec.loader is None:
        raise Fault("could not start", f"{relative(file)} is no file of Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    loader = spec.loader
    _run(relative(file), lambda: loader.exec_module(module))
    return module


def _run(name: str, load: Callable[[], Imported]) -> Imported:
    """Run code of the author's module. Raises ModuleNotFoundError only where the module itself is not there."""
    try:
        return load()
    except SystemExit as error:
        ended = f"`{name}` ended the process while it was imported (exit code {error.code})"
        advice = 'what it runs belongs under `if __name__ == "__main__":`'
        raise Fault("could not start", f"{ended}: {advice}") from error
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name and f"{name}.".startswith(f"{error.name}."):
            raise
        advice = ""
        if isinstance(error, ModuleNotFoundError):
            advice = f"; catalint runs with {sys.executable}: install it where the server is installed"
        raised = f"`{name}` raised {explain(error)} while it was imported{advice}"
        raise AuthorFault("could not start", raised) from error


def _only_server(module: ModuleType, target: Target) -> tuple[object, str]:
    names = _servers(module)
    if len(names) == 1:
        return vars(module)[names[0]], str(Target(target.module, names[0]))
    if not names:
        raise Fault("could not start", f"{target} has no server object at its top; accepted is {ACCEPTED}")
    raise Fault(
        "could not start",
        f"{target} has {len(names)} server objects ({_list(names)}): name one, as {_example(target, names)} does",
    )


def _example(target: Target, names: list[str]) -> str:
    return f"py:{target.module}:{names[0]}"


def _offer(module: ModuleType) -> str:
    names = _servers(module)
    return f"; its server objects are {_list(names)}" if len(names) > 1 else f"; there is {_list(names)}" * bool(names)


def _servers(module: ModuleType) -> list[str]:
    """Names of the server objects at the top of a module, each object once, by its first name."""
    by_object: dict[int, str] = {}
    for name, value in list(vars(module).items()):
        if is_server(value):
            by_object.setdefault(id(value), name)
    return list(by_object.values())


def _list(names: list[str]) -> str:
    return listing([f"`{name}`" for name in names], _SHOWN_NAMES)


def _public(value: object) -> Iterable[str]:
    return (name for name in dir(value) if not name.startswith("__"))


def _siblings(package: str, folder: Path) -> list[str]:
    """Modules beside the one that is missing."""
    found = sys.modules.get(package)
    paths = list(getattr(found, "__path__", ())) if package else [str(folder)]
    return [module.name for module in pkgutil.iter_modules(paths)]


def _is_dotted(text: str) -> bool:
    return all(part.isidentifier() for part in text.split("."))
