"""Rules of the family *housekeeping*."""

from typing import Any

from catalint import Rule
from catalint_rules.housekeeping.unreadable_tool import UnreadableTool

RULES: tuple[type[Rule[Any]], ...] = (UnreadableTool,)
