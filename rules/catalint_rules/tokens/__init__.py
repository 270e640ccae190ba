"""Rules of the family *tokens*."""

from typing import Any

from catalint import Rule

RULES: tuple[type[Rule[Any]], ...] = ()
