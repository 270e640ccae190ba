"""Rules of the family *namespaces*."""

from typing import Any

from catalint import Rule

RULES: tuple[type[Rule[Any]], ...] = ()
