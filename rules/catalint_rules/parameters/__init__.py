"""Rules of the family *parameters*."""

from typing import Any

from catalint import Rule
from catalint_rules.parameters.bloated_required import BloatedRequired
from catalint_rules.parameters.mode_parameter import ModeParameter
from catalint_rules.parameters.required_with_default import RequiredWithDefault
from catalint_rules.parameters.undescribed_parameter import UndescribedParameter

RULES: tuple[type[Rule[Any]], ...] = (BloatedRequired, ModeParameter, RequiredWithDefault, UndescribedParameter)
