"""Overrides that name tools and rules in vain."""

import pytest

from catalint import RulePack, Severity, config
from catalint.config import Config, Override
from catalint.model import Corpus, build_catalog

CORPUS = Corpus((build_catalog("desk", [{"name": "print"}, {"name": "old_scan"}]), build_catalog("shop", [])))


def unused(pack: RulePack, *overrides: Override, **settings: object) -> list[str]:
    rules = [rule() for rule in pack.rules if rule.meta.profile == "default"]
    return list(config.find_unused(Config(overrides=overrides, **settings), rules, CORPUS))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("tools", "said"),
    [
        (["desk/old_*"], ""),
        (["*/print"], ""),
        (["desk"], ""),
        (["d*"], ""),
        (["shop"], ""),
        (["desk/Print"], "c.yaml:2:5: no tool matches 'desk/Print', so this override changes nothing"),
        (["shop/*"], "c.yaml:2:5: no tool matches 'shop/*', so this override changes nothing"),
        (["desk/print", "*/x"], "c.yaml:2:5: no tool matches '*/x', which this override names"),
        (
            ["desk/a", "desk/b", "desk/c", "desk/d\x1b[0m"],
            "c.yaml:2:5: no tool matches 'desk/a', 'desk/b', 'desk/c' and 1 more, so this override changes nothing",
        ),
        # another run may read these servers
        (["desks/*", "stall"], ""),
    ],
)
def test_tools(tools: list[str], said: str, pack: RulePack) -> None:
    entry = Override(tuple(tools), {"odd-name": None}, "c.yaml:2:5")
    assert unused(pack, entry) == ([said] if said else [])


def test_servers_count_where_all_that_are_configured_are_read(pack: RulePack) -> None:
    entry = Override(("desks/*", "stall"), {"odd-name": None}, "c.yaml:2:5")
    (said,) = unused(pack, entry, servers={"desk": "d.json", "shop": "s.json"})
    assert said == "c.yaml:2:5: no tool matches 'desks/*', 'stall', so this override changes nothing"
    assert not unused(pack, entry, servers={"desk": "d.json", "stall": "s.json"})


def test_rules_that_do_not_run(pack: RulePack) -> None:
    off = Override(("desk",), {"long-title": None, "odd-name": None}, "c.yaml:2:5")
    raised = Override(("desk",), {"long-title": Severity.ERROR, "odd-name": Severity.NOTE}, "c.yaml:2:5")
    assert not unused(pack, off)
    assert unused(pack, raised) == ["c.yaml:2:5: 'long-title' does not run, and an override switches no rule on"]
    assert not unused(pack, raised, selected=("odd-name",))
    assert not unused(pack, raised, ignored=("long-*",))
