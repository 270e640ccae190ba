"""Rules of the family *namespaces*."""

from typing import Any

from catalint import Rule
from catalint_rules.namespaces.namespace_gap import NamespaceGap

RULES: tuple[type[Rule[Any]], ...] = (NamespaceGap,)
