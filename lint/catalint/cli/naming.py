"""What a command line says of names that no target of a run makes use of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from catalint.pack import RulePack
from catalint.target import Target


def find_unused_plugin(plugin: str, chosen: Sequence[str], packs: Iterable[RulePack]) -> tuple[str, ...]:
    """A note on a plugin's name that none of the chosen targets puts before a tool's; none where one does."""
    if not plugin:
        return ()
    with_plugins = [target.name for target in _targets(packs) if target.naming.plugin]
    if any(name in with_plugins for name in chosen):
        return ()
    others = f"; {', '.join(with_plugins)} would" if with_plugins else ""
    return (f"--plugin has no effect: no target of this run puts a plugin's name before a tool's{others}",)


def _targets(packs: Iterable[RulePack]) -> Iterator[Target]:
    for pack in packs:
        if pack.load_target is not None:
            yield from map(pack.load_target, pack.targets)
