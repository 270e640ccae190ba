"""Rules of the family *discoverability*."""

from typing import Any

from catalint import Rule
from catalint_rules.discoverability.outranked_tool import OutrankedTool
from catalint_rules.discoverability.undiscoverable_tool import UndiscoverableTool
from catalint_rules.discoverability.unsearchable_text import UnsearchableText

RULES: tuple[type[Rule[Any]], ...] = (OutrankedTool, UndiscoverableTool, UnsearchableText)
