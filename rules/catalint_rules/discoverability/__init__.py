"""Rules of the family *discoverability*."""

from typing import Any

from catalint import Rule

RULES: tuple[type[Rule[Any]], ...] = ()
