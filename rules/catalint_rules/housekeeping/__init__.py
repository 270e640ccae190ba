"""Rules of the family *housekeeping*."""

from typing import Any

from catalint import Rule

RULES: tuple[type[Rule[Any]], ...] = ()
