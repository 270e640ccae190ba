"""Rules of the family *housekeeping*."""

from typing import Any

from catalint import Rule
from catalint_rules.housekeeping.unreadable_tool import UnreadableTool
from catalint_rules.housekeeping.unused_ignore import UnusedIgnore

RULES: tuple[type[Rule[Any]], ...] = (UnreadableTool, UnusedIgnore)
