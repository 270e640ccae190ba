"""Rules of the family *schemas*."""

from typing import Any

from catalint import Rule
from catalint_rules.schemas.invalid_input_schema import InvalidInputSchema
from catalint_rules.schemas.invalid_schema import InvalidSchema
from catalint_rules.schemas.undefined_required import UndefinedRequired

RULES: tuple[type[Rule[Any]], ...] = (InvalidInputSchema, InvalidSchema, UndefinedRequired)
