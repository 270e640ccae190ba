"""Rules of the family *names*."""

from typing import Any

from catalint import Rule

RULES: tuple[type[Rule[Any]], ...] = ()
