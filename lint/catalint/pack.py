"""Rule packs: the unit in which rules are shipped, ours and those of others alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from catalint.errors import ConfigError
from catalint.rule import Rule

if TYPE_CHECKING:
    from catalint.context import Context
    from catalint.judgement import Judgement
    from catalint.target import Target

ENTRY_POINTS = "catalint.rules"
BUILTIN = "builtin"


@dataclass(frozen=True, eq=False)
class RulePack:
    """A named tuple of rule classes. Ids of packs other than the built-in one start with the pack's name and `/`.

    `targets` are the names that `--target` accepts on account of this pack, `default_targets` those of a run that
    chooses none. `words` names the word lists that a configuration may add to. `docs_url` is where the pages of the
    rules are published; the family and file name of a page are added to it. `load_target` tells what is known of a
    target (KeyError for one that is not among `targets`), `judge` what the targets of a run make of its catalogs.
    `generated` are files of the pack that follow from others, with what makes their text.
    """

    name: str
    rules: tuple[type[Rule[Any]], ...]
    docs_url: str = ""
    targets: tuple[str, ...] = ()
    default_targets: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    load_target: Callable[[str], Target] | None = None
    judge: Callable[[Context], Judgement] | None = None
    generated: Callable[[], Mapping[Path, Callable[[], str]]] | None = None

    def help_url(self, rule: type[Rule[Any]]) -> str:
        """Where the page of a rule of this pack is published, empty if the pack publishes none."""
        return f"{self.docs_url.rstrip('/')}/{rule.family()}/{rule.page().name}" if self.docs_url else ""


def load(names: tuple[str, ...] = ()) -> tuple[RulePack, ...]:
    """Load the built-in pack and the packs named; raises ConfigError for a pack that is missing or breaks the rules.

    The built-in pack is imported by name: scanning entry points costs 75 ms and would run what nobody asked for.
    """
    packs = [_builtin()]
    if names:
        packs.extend(_installed(name) for name in names if name != BUILTIN)
    owner: dict[str, str] = {}
    for pack in packs:
        for rule in pack.rules:
            identifier = rule.meta.id
            if pack.name != BUILTIN and not identifier.startswith(f"{pack.name}/"):
                raise ConfigError(f"rule {identifier!r} of pack {pack.name!r} must be called {pack.name}/{identifier}")
            if identifier in owner:
                raise ConfigError(f"rule {identifier!r} is in both pack {owner[identifier]!r} and pack {pack.name!r}")
            owner[identifier] = pack.name
    return tuple(packs)


def _builtin() -> RulePack:
    from importlib import import_module

    try:
        pack = import_module("catalint_rules").pack
    except ModuleNotFoundError as error:
        if error.name != "catalint_rules":  # a fault in a rule, or a dependency that is missing: not for a user to mend
            raise
        raise ConfigError(
            f"the built-in rules can't be imported ({error}): install catalint, a checkout alone has no rules"
        ) from error
    if not isinstance(pack, RulePack):
        raise ConfigError("catalint_rules.pack is no rule pack: install catalint again")
    return pack


def _installed(name: str) -> RulePack:
    from importlib.metadata import entry_points

    found = [entry for entry in entry_points(group=ENTRY_POINTS) if entry.name == name]
    if not found:
        known = ", ".join(sorted(entry.name for entry in entry_points(group=ENTRY_POINTS))) or "none"
        raise ConfigError(f"no rule pack {name!r} is installed (installed: {known})")
    entry = found[0]
    package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value
    try:
        pack = entry.load()
    except Exception as error:  # code of others, anything can happen
        raise ConfigError(
            f"rule pack {name!r} of {package} can't be loaded: {type(error).__name__}: {error}"
        ) from error
    if not isinstance(pack, RulePack):
        raise ConfigError(f"rule pack {name!r} of {package} is a {type(pack).__name__}, not a RulePack")
    return pack
