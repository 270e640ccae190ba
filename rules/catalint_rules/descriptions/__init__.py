"""Rules of the family *descriptions*."""

from typing import Any

from catalint import Rule
from catalint_rules.descriptions.duplicate_description import DuplicateDescription
from catalint_rules.descriptions.missing_description import MissingDescription
from catalint_rules.descriptions.restated_name import RestatedName
from catalint_rules.descriptions.vague_description import VagueDescription

RULES: tuple[type[Rule[Any]], ...] = (DuplicateDescription, MissingDescription, RestatedName, VagueDescription)
