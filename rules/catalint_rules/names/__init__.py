"""Rules of the family *names*."""

from typing import Any

from catalint import Rule
from catalint_rules.names.colliding_name import CollidingName
from catalint_rules.names.duplicate_name import DuplicateName
from catalint_rules.names.generic_name import GenericName
from catalint_rules.names.mixed_name_style import MixedNameStyle
from catalint_rules.names.near_duplicate_name import NearDuplicateName
from catalint_rules.names.opaque_name import OpaqueName

RULES: tuple[type[Rule[Any]], ...] = (
    CollidingName,
    DuplicateName,
    GenericName,
    MixedNameStyle,
    NearDuplicateName,
    OpaqueName,
)
