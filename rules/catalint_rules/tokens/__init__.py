"""Rules of the family *tokens*."""

from typing import Any

from catalint import Rule
from catalint_rules.tokens.deep_schema import DeepSchema
from catalint_rules.tokens.generated_boilerplate import GeneratedBoilerplate
from catalint_rules.tokens.overlong_description import OverlongDescription
from catalint_rules.tokens.overlong_instructions import OverlongInstructions
from catalint_rules.tokens.oversized_catalog import OversizedCatalog
from catalint_rules.tokens.oversized_tool import OversizedTool
from catalint_rules.tokens.repeated_subschema import RepeatedSubschema
from catalint_rules.tokens.too_many_tools import TooManyTools
from catalint_rules.tokens.verbose_enum import VerboseEnum

RULES: tuple[type[Rule[Any]], ...] = (
    DeepSchema,
    GeneratedBoilerplate,
    OverlongDescription,
    OverlongInstructions,
    OversizedCatalog,
    OversizedTool,
    RepeatedSubschema,
    TooManyTools,
    VerboseEnum,
)
