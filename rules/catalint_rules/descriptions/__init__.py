"""Rules of the family *descriptions*."""

from typing import Any

from catalint import Rule
from catalint_rules.descriptions.dangling_reference import DanglingReference
from catalint_rules.descriptions.duplicate_description import DuplicateDescription
from catalint_rules.descriptions.missing_description import MissingDescription
from catalint_rules.descriptions.missing_output_shape import MissingOutputShape
from catalint_rules.descriptions.missing_usage_guidance import MissingUsageGuidance
from catalint_rules.descriptions.placeholder_description import PlaceholderDescription
from catalint_rules.descriptions.promotional_description import PromotionalDescription
from catalint_rules.descriptions.repeated_parameter_docs import RepeatedParameterDocs
from catalint_rules.descriptions.restated_name import RestatedName
from catalint_rules.descriptions.vague_description import VagueDescription
from catalint_rules.descriptions.weak_index_line import WeakIndexLine

RULES: tuple[type[Rule[Any]], ...] = (
    DanglingReference,
    DuplicateDescription,
    MissingDescription,
    MissingOutputShape,
    MissingUsageGuidance,
    PlaceholderDescription,
    PromotionalDescription,
    RepeatedParameterDocs,
    RestatedName,
    VagueDescription,
    WeakIndexLine,
)
