"""Rules of the family *tokens*."""

from typing import Any

from catalint import Rule
from catalint_rules.tokens.oversized_catalog import OversizedCatalog
from catalint_rules.tokens.oversized_tool import OversizedTool
from catalint_rules.tokens.too_many_tools import TooManyTools

RULES: tuple[type[Rule[Any]], ...] = (OversizedCatalog, OversizedTool, TooManyTools)
