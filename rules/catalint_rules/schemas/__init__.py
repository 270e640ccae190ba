"""Rules of the family *schemas*."""

from typing import Any

from catalint import Rule
from catalint_rules.schemas.boolean_subschema import BooleanSubschema
from catalint_rules.schemas.broken_pattern import BrokenPattern
from catalint_rules.schemas.dead_keyword import DeadKeyword
from catalint_rules.schemas.duplicate_json_key import DuplicateJsonKey
from catalint_rules.schemas.enum_type_mismatch import EnumTypeMismatch
from catalint_rules.schemas.external_ref import ExternalRef
from catalint_rules.schemas.invalid_default import InvalidDefault
from catalint_rules.schemas.invalid_input_schema import InvalidInputSchema
from catalint_rules.schemas.invalid_schema import InvalidSchema
from catalint_rules.schemas.misplaced_schema import MisplacedSchema
from catalint_rules.schemas.recursive_schema import RecursiveSchema
from catalint_rules.schemas.undefined_required import UndefinedRequired
from catalint_rules.schemas.unresolved_ref import UnresolvedRef

RULES: tuple[type[Rule[Any]], ...] = (
    BooleanSubschema,
    BrokenPattern,
    DeadKeyword,
    DuplicateJsonKey,
    EnumTypeMismatch,
    ExternalRef,
    InvalidDefault,
    InvalidInputSchema,
    InvalidSchema,
    MisplacedSchema,
    RecursiveSchema,
    UndefinedRequired,
    UnresolvedRef,
)
