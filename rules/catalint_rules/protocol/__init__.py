"""Rules of the family *protocol*: what the revisions of MCP ask of a tool and of a list of tools."""

from typing import Any

from catalint import Rule
from catalint_rules.protocol.contradictory_annotations import ContradictoryAnnotations
from catalint_rules.protocol.invalid_annotation import InvalidAnnotation
from catalint_rules.protocol.invalid_header_parameter import InvalidHeaderParameter
from catalint_rules.protocol.invalid_list_result import InvalidListResult
from catalint_rules.protocol.invalid_output_schema import InvalidOutputSchema
from catalint_rules.protocol.leftover_execution import LeftoverExecution
from catalint_rules.protocol.nonstandard_name import NonstandardName

RULES: tuple[type[Rule[Any]], ...] = (
    ContradictoryAnnotations,
    InvalidAnnotation,
    InvalidHeaderParameter,
    InvalidListResult,
    InvalidOutputSchema,
    LeftoverExecution,
    NonstandardName,
)
