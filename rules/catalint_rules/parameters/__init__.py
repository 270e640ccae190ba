"""Rules of the family *parameters*."""

from typing import Any

from catalint import Rule
from catalint_rules.parameters.bloated_required import BloatedRequired
from catalint_rules.parameters.constant_parameter import ConstantParameter
from catalint_rules.parameters.missing_limit_parameter import MissingLimitParameter
from catalint_rules.parameters.mixed_parameter_style import MixedParameterStyle
from catalint_rules.parameters.mixed_safety_modes import MixedSafetyModes
from catalint_rules.parameters.mode_parameter import ModeParameter
from catalint_rules.parameters.opaque_object import OpaqueObject
from catalint_rules.parameters.parameter_synonym_drift import ParameterSynonymDrift
from catalint_rules.parameters.required_deprecated import RequiredDeprecated
from catalint_rules.parameters.required_with_default import RequiredWithDefault
from catalint_rules.parameters.undescribed_parameter import UndescribedParameter
from catalint_rules.parameters.untyped_parameter import UntypedParameter

RULES: tuple[type[Rule[Any]], ...] = (
    BloatedRequired,
    ConstantParameter,
    MissingLimitParameter,
    MixedParameterStyle,
    MixedSafetyModes,
    ModeParameter,
    OpaqueObject,
    ParameterSynonymDrift,
    RequiredDeprecated,
    RequiredWithDefault,
    UndescribedParameter,
    UntypedParameter,
)
