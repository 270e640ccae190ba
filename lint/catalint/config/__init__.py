"""Configuration: `catalint.yaml` and the command line, checked against the rule packs and merged."""

from catalint.config.selection import matches, override, runs, select, severities
from catalint.config.settings import OFF, Config, Flags, Override, RuleSetting, find, load, packs, read
from catalint.config.unused import find_unused

__all__ = [
    "OFF",
    "Config",
    "Flags",
    "Override",
    "RuleSetting",
    "find",
    "find_unused",
    "load",
    "matches",
    "override",
    "packs",
    "read",
    "runs",
    "select",
    "severities",
]
